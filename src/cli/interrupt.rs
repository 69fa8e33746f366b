//! Signals that end a command: Ctrl-C, SIGTERM, and SIGHUP. In long-running ones the first asks them to stop, so that they print or keep
//! what they have; a second Ctrl-C or SIGTERM ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::cli::failure::Failure;

/// The exit code of a program that a second signal ends, as a shell tells it of Ctrl-C.
const ENDED: i32 = 130;

/// A flag that the first signal sets. It can serve as the stop flag of `engine::Control`.
///
/// # Errors
/// The program cannot listen for the signals.
pub fn watch() -> Result<Arc<AtomicBool>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::work(format!("cannot listen for Ctrl-C: {e}")))?;
    let first = {
        let _context = runtime.enter();
        end_signal()?
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    std::thread::spawn(move || {
        runtime.block_on(async {
            first.await;
            // It listens from now on: one that listened already would take the first signal for the second. The SIGHUP of a closed
            // terminal may come twice, from the kernel and from the shell.
            let second = asked_to_end();
            flag.store(true, Ordering::Relaxed);
            if let Ok(second) = second {
                second.await;
                std::process::exit(ENDED);
            }
        });
    });
    Ok(stop)
}

/// The end of a command that has printed its results: a failure where a signal kept it from having all of them, so that nobody takes them
/// for the whole.
///
/// # Errors
/// It was interrupted (1).
pub fn check_whole(is_stopped: bool) -> Result<(), Failure> {
    match is_stopped {
        true => Err(Failure::work("interrupted: these are the results so far")),
        false => Ok(()),
    }
}

/// Waits for Ctrl-C, SIGTERM or SIGHUP, which a terminal sends when it is closed; for commands within a runtime.
///
/// # Errors
/// The program cannot listen for the signals.
pub fn end_signal() -> Result<impl Future<Output = ()>, Failure> {
    let asked = asked_to_end()?;
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
            () = asked => {}
            () = hung_up => {}
        }
    })
}

/// Waits for Ctrl-C or SIGTERM.
fn asked_to_end() -> Result<impl Future<Output = ()>, Failure> {
    let mut interrupt = listen(SignalKind::interrupt(), "Ctrl-C")?;
    let mut terminate = listen(SignalKind::terminate(), "SIGTERM")?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

fn listen(kind: SignalKind, name: &str) -> Result<Signal, Failure> {
    signal(kind).map_err(|e| Failure::work(format!("cannot listen for {name}: {e}")))
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
