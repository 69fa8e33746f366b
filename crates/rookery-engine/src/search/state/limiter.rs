//! Node counter and limits of one thread: nodes, time, and the stop flag, which is polled.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::Request;
use crate::search::state::shared::Shared;

/// The number of nodes between two looks at the clock and the stop flag.
const POLL_NODES: u64 = 1_024;

/// Counts the nodes of one thread, and says when it must stop.
pub(crate) struct Limiter<'a> {
    shared: &'a Shared<'a>,
    /// The most nodes; 0 = no limit.
    most_nodes: u64,
    time: Option<Duration>,
    pub nodes: u64,
    /// Whether the search must end; values that it returns from then on mean nothing.
    pub is_stopped: bool,
    /// Whether it was the time limit that ended the search.
    pub deadline_hit: bool,
}

impl<'a> Limiter<'a> {
    pub fn new(request: &Request, shared: &'a Shared<'a>) -> Self {
        Limiter {
            shared,
            most_nodes: request.nodes,
            time: request.time,
            nodes: 0,
            is_stopped: false,
            deadline_hit: false,
        }
    }

    /// Counts an entry into the search; false where a limit forbids it.
    #[inline]
    pub fn enter(&mut self) -> bool {
        if self.most_nodes != 0 && self.nodes >= self.most_nodes {
            self.is_stopped = true;
        } else if self.nodes.is_multiple_of(POLL_NODES) {
            self.poll();
        }
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Looks at the clock and at the stop flag, but not before the first node: so even an immediate stop leaves [`POLL_NODES`] nodes,
    /// which are enough for a depth-1 move.
    #[cold]
    fn poll(&mut self) {
        if self.nodes > 0 {
            if let Some(limit) = self.time
                && self.shared.control.elapsed() >= limit
            {
                self.deadline_hit = true;
                self.is_stopped = true;
            }
            self.is_stopped |= self.shared.control.is_stopped();
        }
        if self.shared.is_crowded {
            let all = self.shared.nodes.fetch_add(POLL_NODES, Ordering::Relaxed);
            self.is_stopped |= self.shared.done.load(Ordering::Relaxed)
                || self.most_nodes != 0 && all >= self.most_nodes;
        }
    }
}
