//! The other program of a test: it speaks with an engine over pipes, and has a clock that goes on at each look.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::protocol::Clock;

/// The other program.
pub(crate) struct Dialogue {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    engine: Option<JoinHandle<()>>,
    /// The time on the clock, microseconds.
    pub now: Arc<AtomicU64>,
}

impl Dialogue {
    /// Starts an engine, which reads one pipe and writes the other. Its clock goes on by `look_us` microseconds at each look; a search
    /// looks at least once in 1,024 nodes.
    pub fn with(
        look_us: u64,
        engine: impl FnOnce(BufReader<PipeReader>, PipeWriter, Clock) + Send + 'static,
    ) -> Self {
        let (input, to) = pipe().unwrap();
        let (from, out) = pipe().unwrap();
        let now = Arc::new(AtomicU64::new(0));
        let ticks = Arc::clone(&now);
        let clock: Clock =
            Arc::new(move || Duration::from_micros(ticks.fetch_add(look_us, Ordering::Relaxed)));
        let engine = std::thread::spawn(move || engine(BufReader::new(input), out, clock));
        Dialogue {
            to: Some(to),
            from: BufReader::new(from),
            engine: Some(engine),
            now,
        }
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    /// Says anything.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// The next line; empty where there are no more.
    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// All lines up to the first of which this holds.
    pub fn hear_until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.hear();
            assert!(!line.is_empty(), "the engine fell silent after {heard:?}");
            let is_end = is_last(&line);
            heard.push(line);
            if is_end {
                return heard;
            }
        }
    }

    /// Ends the input, and returns the rest of the output.
    pub fn fall_silent(&mut self) -> Vec<String> {
        self.to = None;
        self.engine.take().unwrap().join().unwrap();
        let rest: Result<Vec<_>, _> = (&mut self.from).lines().collect();
        rest.unwrap()
    }
}
