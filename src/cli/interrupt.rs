//! Signals that end a command. In long-running ones the first Ctrl-C asks them to stop, so that they print or keep what they have; the
//! second ends the program as usual.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::signal::unix::{SignalKind, signal};

use crate::cli::failure::Failure;

/// The exit code of a program ended by Ctrl-C.
const ENDED: i32 = 130;

/// A flag that the first Ctrl-C sets. It can serve as the stop flag of `engine::Control`.
///
/// # Errors
/// The program cannot listen for the signal.
pub fn watch() -> Result<Arc<AtomicBool>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::work(format!("cannot listen for Ctrl-C: {e}")))?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    std::thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                flag.store(true, Ordering::Relaxed);
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(ENDED);
                }
            }
        });
    });
    Ok(stop)
}

/// Waits for Ctrl-C, SIGTERM or SIGHUP, which a terminal sends when it is closed; for commands within a runtime.
///
/// # Errors
/// The program cannot listen for the signal.
pub fn end_signal() -> Result<impl Future<Output = ()>, Failure> {
    let listen = |kind, name: &str| {
        signal(kind).map_err(|e| Failure::work(format!("cannot listen for {name}: {e}")))
    };
    let mut terminate = listen(SignalKind::terminate(), "SIGTERM")?;
    let mut hangup = match is_hangup_ignored() {
        true => None,
        false => Some(listen(SignalKind::hangup(), "SIGHUP")?),
    };
    Ok(async move {
        let hung_up = async {
            match &mut hangup {
                Some(hangup) => {
                    hangup.recv().await;
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = terminate.recv() => {}
            () = hung_up => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    })
}

/// Whether this process was started with SIGHUP ignored, as `nohup` does so that it outlives its terminal: handling the signal would undo
/// that. Only Linux tells; elsewhere false.
fn is_hangup_ignored() -> bool {
    // The lowest bit of `SigIgn` is signal 1 (proc(5)).
    const HANGUP: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    ignored.is_some_and(|bits| bits & HANGUP != 0)
}
