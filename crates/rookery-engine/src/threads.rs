//! Threads that work together on one task.

use std::panic::resume_unwind;
use std::thread;

/// Runs `lead` on this thread and `helper`, with the numbers from 1 on, on as many others; returns when all have ended. Where the system
/// gives no more threads, those that there are go on alone.
///
/// Both are trait objects: starting a thread is much code, which would otherwise be compiled for each game.
///
/// # Panics
/// One of the threads panicked.
pub(crate) fn together(helpers: usize, lead: &mut dyn FnMut(), helper: &(dyn Fn(usize) + Sync)) {
    thread::scope(|scope| {
        let start = |number| {
            let thread = thread::Builder::new();
            thread.spawn_scoped(scope, move || helper(number)).ok()
        };
        let started: Vec<_> = (1..=helpers).map_while(start).collect();
        lead();
        for thread in started {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
}
