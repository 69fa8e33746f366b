//! Engine speed: search, perft, and the latency of stopping a search: `cargo bench --bench engine`.
//!
//! CPU seconds of the process, so that a busy machine measures the same; the time to stop is wall time, which it is not on a busy one.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rookery_engine::{Control, Request};
use rookery_games::{GameType, Registry, Setup};
use rustix::time::{ClockId, clock_gettime};

/// Nodes of a search; long enough that the clock's step does not matter.
const NODES: u64 = 500_000;
/// Searches that are stopped.
const STOPS: usize = 40;
/// Leaves to count, at least.
const LEAVES: u64 = 3_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for game_type in Registry::shipped().all() {
        let (nodes, search_s) = searched(*game_type)?;
        let (leaves, perft_s) = counted(*game_type)?;
        let stops = stopped(*game_type)?;
        writeln!(
            out,
            "{}: {:.2} M nodes a CPU second, {:.1} M leaves a CPU second; stops after {:.1} ms, the slowest of {STOPS} {:.1} ms",
            game_type.name(),
            nodes as f64 / search_s / 1e6,
            leaves as f64 / perft_s / 1e6,
            ms(stops[STOPS / 2]),
            ms(stops[STOPS - 1]),
        )?;
    }
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "how soon a search stops is wall time"
)]
fn now() -> Instant {
    Instant::now()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The positions of the game's bench, searched by nodes.
fn searched(game_type: &dyn GameType) -> Result<(u64, f64), Box<dyn std::error::Error>> {
    let request = Request {
        nodes: NODES,
        ..Request::default()
    };
    let mut nodes = 0;
    let start_s = cpu_s();
    for position in game_type.sheet().bench.positions {
        let game = game_type.start(&Setup {
            start: (*position).to_owned(),
            ..Setup::default()
        })?;
        nodes += game.search(&request, &Control::unlimited()).nodes;
    }
    Ok((nodes, cpu_s() - start_s))
}

/// Leaves from the start, in bulk, at the first depth with enough of them (or the last with any).
fn counted(game_type: &dyn GameType) -> Result<(u64, f64), Box<dyn std::error::Error>> {
    let game = game_type.start(&Setup::default())?;
    let mut best = (0, 0.0);
    for depth in 1..=12 {
        let start_s = cpu_s();
        let leaves = game.study().perft(depth, false);
        if leaves == 0 {
            break;
        }
        best = (leaves, cpu_s() - start_s);
        if leaves >= LEAVES {
            break;
        }
    }
    Ok(best)
}

/// The times that searches go on after they were asked to stop, the shortest first.
fn stopped(game_type: &dyn GameType) -> Result<Vec<Duration>, Box<dyn std::error::Error>> {
    let mut times = Vec::new();
    for _ in 0..STOPS {
        let game = game_type.start(&Setup::default())?;
        let stop = Arc::new(AtomicBool::new(false));
        let start = now();
        let control = Control::new(Arc::clone(&stop), Arc::new(move || start.elapsed()));
        let search = thread::spawn(move || {
            game.search(&Request::default(), &control);
            start.elapsed()
        });
        thread::sleep(Duration::from_millis(30));
        let asked = start.elapsed();
        stop.store(true, Ordering::Relaxed);
        let ended = search.join().map_err(|_| "the search panicked")?;
        times.push(ended.saturating_sub(asked));
    }
    times.sort();
    Ok(times)
}

fn cpu_s() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}
