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

/// Waits for Ctrl-C or SIGTERM, for commands within a runtime.
///
/// # Errors
/// The program cannot listen for the signal.
pub fn end_signal() -> Result<impl Future<Output = ()>, Failure> {
    let mut terminate = signal(SignalKind::terminate())
        .map_err(|e| Failure::work(format!("cannot listen for SIGTERM: {e}")))?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    })
}
