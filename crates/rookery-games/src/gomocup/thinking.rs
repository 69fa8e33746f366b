//! A running search on its own thread; the reading thread stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::Game;
use crate::gomocup::answer;
use crate::gomocup::coordinates::Coordinates;
use crate::gomocup::manager_info::FAST_NODES;
use crate::gomocup::swap2::{self, Opening};
use crate::protocol::Clock;
use crate::protocol::line_writer::LineWriter;
use rookery_engine::{Control, Request, SearchReport};

/// The question to think about.
pub(super) enum Question {
    /// The best move.
    Move(Box<dyn Game>),
    /// The best move, or the other colour.
    Colour(Box<dyn Game>),
    /// The most even of these openings.
    Opening(Vec<Opening>),
}

/// The position to think about, and the conditions.
pub(super) struct Assignment {
    pub question: Question,
    /// The limits of the whole answer.
    pub request: Request,
    /// Points of a side of the board.
    pub size: u8,
    pub clock: Clock,
    pub writer: LineWriter,
}

/// The result of a search that has been answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BrainAnswer {
    /// The stone that the brain puts down.
    pub stone: Option<Coordinates>,
    /// The time that it took.
    pub time: Duration,
}

/// The orders that the reading thread gives a search under way.
#[derive(Debug)]
struct Orders {
    /// The time on the clock when the search began.
    since: Duration,
    /// The time on the clock, microseconds, at which it is to end whatever the limits of its request.
    until_us: AtomicU64,
    /// Whether it is to end now.
    stop: Arc<AtomicBool>,
    /// Whether nobody wants to hear its answer.
    is_muted: AtomicBool,
}

/// A search under way, or one whose answer nobody has collected.
pub(super) struct BrainSearch {
    orders: Arc<Orders>,
    thread: Result<JoinHandle<BrainAnswer>, BrainAnswer>,
}

impl BrainSearch {
    /// Starts to think; the time counts from now. Where the system gives no thread, the question has been answered when this returns, as
    /// fast as possible.
    pub fn start(task: Assignment) -> Self {
        let orders = Arc::new(Orders {
            since: (task.clock)(),
            until_us: AtomicU64::new(u64::MAX),
            stop: Arc::new(AtomicBool::new(false)),
            is_muted: AtomicBool::new(false),
        });
        let task = Arc::new(task);
        let (there, heard) = (Arc::clone(&task), Arc::clone(&orders));
        let thread = std::thread::Builder::new().name("thinking".to_owned());
        let thread = thread.spawn(move || there.answer(&there.request, &heard));
        let thread = thread.map_err(|why| {
            let note = format!("MESSAGE no thread to search on, so a short search at once: {why}");
            task.writer.say(&note);
            let short = Request {
                nodes: FAST_NODES,
                ..task.request
            };
            task.answer(&short, &orders)
        });
        BrainSearch { orders, thread }
    }

    /// Shortens the search to this time since its beginning; one that has taken longer is answered at once. It never takes longer than
    /// it would have.
    pub fn shorten(&self, time: Duration) {
        let until = (self.orders.since + time).as_micros();
        let until_us = u64::try_from(until).unwrap_or(u64::MAX);
        self.orders.until_us.store(until_us, Ordering::Relaxed);
        if time.is_zero() {
            self.orders.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the search; the answer has been said when this returns.
    ///
    /// # Errors
    /// The search broke down, without an answer.
    pub fn stop(self) -> Result<BrainAnswer, String> {
        self.orders.stop.store(true, Ordering::Relaxed);
        match self.thread {
            Err(answered) => Ok(answered),
            Ok(thread) => thread
                .join()
                .map_err(|_| "the search broke down; please report the position".to_owned()),
        }
    }

    /// Ends the search without an answer.
    pub fn abandon(self) {
        self.orders.is_muted.store(true, Ordering::Relaxed);
        let _ = self.stop();
    }
}

impl Assignment {
    /// Searches, and says the answer.
    fn answer(&self, request: &Request, orders: &Arc<Orders>) -> BrainAnswer {
        let stone = match &self.question {
            Question::Move(game) => {
                let report = self.search(game.as_ref(), request, orders, orders.since);
                self.say_move(&report, orders)
            }
            Question::Colour(game) => {
                let report = self.search(game.as_ref(), request, orders, orders.since);
                if swap2::is_worse(&report) {
                    self.say("SWAP", orders);
                } else {
                    self.say_move(&report, orders);
                }
                None
            }
            Question::Opening(openings) => {
                self.say_opening(openings, request, orders);
                None
            }
        };
        let time = (self.clock)().saturating_sub(orders.since);
        BrainAnswer { stone, time }
    }

    fn say(&self, line: &str, orders: &Orders) {
        if !orders.is_muted.load(Ordering::Relaxed) {
            self.writer.say(line);
        }
    }

    /// Searches within the limits of `request`, whose time counts from `since` on the clock.
    fn search(
        &self,
        game: &dyn Game,
        request: &Request,
        orders: &Arc<Orders>,
        since: Duration,
    ) -> SearchReport {
        let (now, heard) = (Arc::clone(&self.clock), Arc::clone(orders));
        // The search looks at its clock all the time: that is where an end that was ordered meanwhile is seen.
        let elapsed: Clock = Arc::new(move || {
            let time = now();
            let until = Duration::from_micros(heard.until_us.load(Ordering::Relaxed));
            if time >= until {
                heard.stop.store(true, Ordering::Relaxed);
            }
            time.saturating_sub(since)
        });
        let report = game.search(request, &Control::new(Arc::clone(&orders.stop), elapsed));
        self.say(&answer::message(&report, self.size), orders);
        report
    }

    fn say_move(&self, report: &SearchReport, orders: &Orders) -> Option<Coordinates> {
        let best = answer::best(report, self.size);
        match best {
            Some(point) => self.say(&point.to_string(), orders),
            None => self.say("ERROR there is no move in this position", orders),
        }
        best
    }

    fn say_opening(&self, openings: &[Opening], request: &Request, orders: &Arc<Orders>) {
        let count = openings.len() as u32;
        let part = Request {
            time: request.time.map(|time| time / count),
            soft_time: request.soft_time.map(|time| time / count),
            ..*request
        };
        let uneven = |(_, game): &&Opening| {
            let report = self.search(game.as_ref(), &part, orders, (self.clock)());
            swap2::unevenness(&report)
        };
        if let Some((text, _)) = openings.iter().min_by_key(uneven) {
            self.say(text, orders);
        }
    }
}
