//! Activity of a connection: its last events with their times, and the deadline that follows from them.
//!
//! Everything is counted in milliseconds since the connection was accepted, so that the rules below are plain sums.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::time::Duration;

use crate::clock::Stopwatch;

/// Time limits of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// From accept to the end of the first request head, whether or not anything is sent; later from a head's first byte to its end.
    pub head: Duration,
    /// Without the client reading a byte of the response.
    pub write: Duration,
    /// Without a request, between two.
    pub idle: Duration,
}

impl Timeouts {
    /// For unknown clients.
    pub const WITH_CLIENTS: Timeouts = Timeouts {
        head: Duration::from_secs(10),
        write: Duration::from_secs(30),
        idle: Duration::from_secs(25),
    };
    /// For trusted proxies, which keep connections for the next visitor: longer than the proxies do themselves (Caddy two
    /// minutes, Traefik one and a half), otherwise a request could meet a connection that is just being closed.
    pub const WITH_PROXIES: Timeouts = Timeouts {
        idle: Duration::from_secs(150),
        ..Timeouts::WITH_CLIENTS
    };
}

/// Interval of checks without a deadline.
const LOOK_EVERY_MS: u64 = 10_000;
/// Interval of checks with nothing but event streams.
const LOOK_AT_STREAMS_EVERY_MS: u64 = 30_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseKind {
    /// A response with an end, which the client has to read.
    Plain,
    /// Event stream: quiet by nature.
    Stream,
}

/// The reason why a connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimedOut {
    /// A whole request head did not come in time.
    Head,
    /// The client does not read.
    Write,
    /// There was no further request.
    Idle,
}

/// The state of one connection, reported by all who see a part of it.
#[derive(Debug)]
pub struct Activity {
    since: Stopwatch,
    timeouts: Timeouts,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    heads: u64,
    is_http2: bool,
    /// Requests whose response has not begun; the deadlines of `layers` bound these.
    asked: usize,
    /// Responses in progress that have an end: when each last began or gave a part of itself, by its number.
    plain: BTreeMap<u64, u64>,
    streams: usize,
    /// The number of responses so far.
    begun: u64,
    /// When nothing was left to answer.
    idle_ms: u64,
    /// When the first byte after that came.
    byte_ms: Option<u64>,
    /// When a byte last left.
    moved_ms: u64,
    /// Since when no byte can leave.
    blocked_ms: Option<u64>,
}

impl Activity {
    /// A connection that was accepted just now.
    pub fn new(timeouts: Timeouts) -> Self {
        Activity {
            since: Stopwatch::start(),
            timeouts,
            state: Mutex::default(),
        }
    }

    /// A whole request head is here.
    pub fn head(&self, is_http2: bool) {
        let mut state = self.lock();
        state.heads += 1;
        state.is_http2 |= is_http2;
        state.asked += 1;
    }

    /// The answer to a head begins: from here on its body counts. Returns its number.
    pub fn begin(&self, answer: ResponseKind) -> u64 {
        let now_ms = self.now_ms();
        let mut state = self.lock();
        state.asked = state.asked.saturating_sub(1);
        state.begun += 1;
        let number = state.begun;
        match answer {
            ResponseKind::Plain => _ = state.plain.insert(number, now_ms),
            ResponseKind::Stream => state.streams += 1,
        }
        number
    }

    /// The answer with this number gave a part of itself.
    pub fn part(&self, number: u64) {
        let now_ms = self.now_ms();
        if let Some(part_ms) = self.lock().plain.get_mut(&number) {
            *part_ms = now_ms;
        }
    }

    /// A request ends without an answer: its client is gone.
    pub fn give_up(&self) {
        let now_ms = self.now_ms();
        let mut state = self.lock();
        state.asked = state.asked.saturating_sub(1);
        state.rest(now_ms);
    }

    /// The answer with this number has ended.
    pub fn end(&self, number: u64) {
        let now_ms = self.now_ms();
        let mut state = self.lock();
        if state.plain.remove(&number).is_none() {
            state.streams = state.streams.saturating_sub(1);
        }
        state.rest(now_ms);
    }

    /// Bytes came in.
    pub fn received(&self) {
        let now_ms = self.now_ms();
        let mut state = self.lock();
        if state.is_resting() && state.heads > 0 {
            state.byte_ms.get_or_insert(now_ms);
        }
    }

    /// Bytes left.
    pub fn sent(&self) {
        let now_ms = self.now_ms();
        let mut state = self.lock();
        state.moved_ms = now_ms;
        state.blocked_ms = None;
    }

    /// Bytes could not leave: the client has not taken the ones before.
    pub fn blocked(&self) {
        let now_ms = self.now_ms();
        self.lock().blocked_ms.get_or_insert(now_ms);
    }

    /// Why the connection is to end now, if it is.
    pub fn overdue(&self) -> Option<TimedOut> {
        let now_ms = self.now_ms();
        self.lock()
            .deadline(self.timeouts)
            .filter(|(at_ms, _)| *at_ms <= now_ms)
            .map(|(_, why)| why)
    }

    /// The time until the next look is due.
    pub fn next_look(&self) -> Duration {
        let now_ms = self.now_ms();
        let state = self.lock();
        let quiet = if state.streams > 0 && state.plain.is_empty() && state.asked == 0 {
            LOOK_AT_STREAMS_EVERY_MS
        } else {
            LOOK_EVERY_MS
        };
        let until = state
            .deadline(self.timeouts)
            .map_or(quiet, |(at_ms, _)| at_ms.saturating_sub(now_ms).min(quiet));
        Duration::from_millis(until)
    }

    fn now_ms(&self) -> u64 {
        millis(self.since.elapsed())
    }

    /// No code panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_resting(&self) -> bool {
        self.asked + self.plain.len() + self.streams == 0
    }

    fn rest(&mut self, now_ms: u64) {
        if self.is_resting() {
            self.idle_ms = now_ms;
            self.byte_ms = None;
        }
    }

    /// The next deadline and its reason; `None` while nothing is expected of the client.
    fn deadline(&self, timeouts: Timeouts) -> Option<(u64, TimedOut)> {
        let Timeouts { head, write, idle } = timeouts;
        if self.heads == 0 {
            return Some((millis(head), TimedOut::Head));
        }
        let mut deadlines = [None; 2];
        deadlines[0] = self
            .blocked_ms
            .map(|ms| (ms + millis(write), TimedOut::Write));
        // On HTTP/2 the connection moves although one stream of it does not: only its own parts count.
        deadlines[1] = if let Some(part_ms) = self.plain.values().min() {
            let since_ms = (*part_ms).max(self.moved_ms_of_http1());
            Some((since_ms + millis(write), TimedOut::Write))
        } else if !self.is_resting() || self.blocked_ms.is_some() {
            None
        } else if let Some(ms) = self.byte_ms.filter(|_| !self.is_http2) {
            Some((ms + millis(head), TimedOut::Head))
        } else {
            Some((
                self.idle_ms.max(self.moved_ms_of_http1()) + millis(idle),
                TimedOut::Idle,
            ))
        };
        deadlines.into_iter().flatten().min_by_key(|(ms, _)| *ms)
    }

    /// Pings, which HTTP/2 sends by itself, do not count as activity.
    fn moved_ms_of_http1(&self) -> u64 {
        if self.is_http2 { 0 } else { self.moved_ms }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Timeouts = Timeouts {
        head: Duration::from_millis(10),
        write: Duration::from_millis(30),
        idle: Duration::from_millis(25),
    };

    fn after(state: &State) -> Option<(u64, TimedOut)> {
        state.deadline(PATIENCE)
    }

    #[test]
    fn the_first_head_is_due_from_the_accept_whatever_is_sent() {
        let mut state = State::default();
        assert_eq!(after(&state), Some((10, TimedOut::Head)));
        state.moved_ms = 9;
        state.byte_ms = Some(9);
        assert_eq!(after(&state), Some((10, TimedOut::Head)));
    }

    #[test]
    fn a_kept_connection_may_rest_and_a_begun_head_must_end() {
        let mut state = State {
            heads: 1,
            idle_ms: 100,
            moved_ms: 90,
            ..State::default()
        };
        assert_eq!(after(&state), Some((125, TimedOut::Idle)));
        state.moved_ms = 110;
        assert_eq!(
            after(&state),
            Some((135, TimedOut::Idle)),
            "what was sent late counts"
        );
        state.byte_ms = Some(120);
        assert_eq!(after(&state), Some((130, TimedOut::Head)));
        state.is_http2 = true;
        assert_eq!(
            after(&state),
            Some((125, TimedOut::Idle)),
            "frames come by themselves"
        );
    }

    #[test]
    fn an_answer_must_be_taken_and_a_stream_may_be_quiet() {
        let mut state = State {
            heads: 1,
            plain: BTreeMap::from([(1, 50)]),
            ..State::default()
        };
        assert_eq!(after(&state), Some((80, TimedOut::Write)));
        state.moved_ms = 60;
        assert_eq!(
            after(&state),
            Some((90, TimedOut::Write)),
            "a slow line is not a dead one"
        );
        state.is_http2 = true;
        assert_eq!(after(&state), Some((80, TimedOut::Write)));
        state.plain.insert(2, 70);
        assert_eq!(
            after(&state),
            Some((80, TimedOut::Write)),
            "a later answer gives an earlier one no time"
        );
        (state.plain, state.streams) = (BTreeMap::new(), 1);
        assert_eq!(after(&state), None);
        state.blocked_ms = Some(70);
        assert_eq!(
            after(&state),
            Some((100, TimedOut::Write)),
            "but it must be read"
        );
    }

    #[test]
    fn what_the_site_still_computes_is_nobodys_delay() {
        let state = State {
            heads: 1,
            asked: 1,
            ..State::default()
        };
        assert_eq!(after(&state), None);
    }

    #[test]
    fn whatever_begins_ends() {
        let activity = Activity::new(PATIENCE);
        for answer in [ResponseKind::Plain, ResponseKind::Stream] {
            activity.head(false);
            let number = activity.begin(answer);
            assert!(!activity.lock().is_resting());
            activity.part(number);
            activity.end(number);
            assert!(activity.lock().is_resting());
        }
        activity.head(false);
        activity.give_up();
        assert!(activity.lock().is_resting());
        activity.received();
        assert!(activity.lock().byte_ms.is_some());
    }
}
