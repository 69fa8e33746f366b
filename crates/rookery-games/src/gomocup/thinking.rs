//! A running search on its own thread; the reading thread stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// A search under way, or one whose answer nobody has collected.
pub(super) struct BrainSearch {
    stop: Arc<AtomicBool>,
    thread: Result<JoinHandle<BrainAnswer>, BrainAnswer>,
}

impl BrainSearch {
    /// Starts to think; the time counts from now. Where the system gives no thread, the question has been answered when this returns, as
    /// fast as possible.
    pub fn start(task: Assignment) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let task = Arc::new(task);
        let (there, flag) = (Arc::clone(&task), Arc::clone(&stop));
        let thread = std::thread::Builder::new().name("thinking".to_owned());
        let thread = thread.spawn(move || there.answer(&there.request, &flag));
        let thread = thread.map_err(|why| {
            let note = format!("MESSAGE no thread to search on, so a short search at once: {why}");
            task.writer.say(&note);
            let short = Request {
                nodes: FAST_NODES,
                ..task.request
            };
            task.answer(&short, &stop)
        });
        BrainSearch { stop, thread }
    }

    /// Ends the search; the answer has been said when this returns.
    ///
    /// # Errors
    /// The search broke down, without an answer.
    pub fn stop(self) -> Result<BrainAnswer, String> {
        self.stop.store(true, Ordering::Relaxed);
        match self.thread {
            Err(answered) => Ok(answered),
            Ok(thread) => thread
                .join()
                .map_err(|_| "the search broke down; please report the position".to_owned()),
        }
    }
}

impl Assignment {
    /// Searches, and says the answer.
    fn answer(&self, request: &Request, stop: &Arc<AtomicBool>) -> BrainAnswer {
        let since = (self.clock)();
        let stone = match &self.question {
            Question::Move(game) => self.say_move(&self.search(game.as_ref(), request, stop)),
            Question::Colour(game) => {
                let report = self.search(game.as_ref(), request, stop);
                if swap2::is_worse(&report) {
                    self.writer.say("SWAP");
                } else {
                    self.say_move(&report);
                }
                None
            }
            Question::Opening(openings) => {
                self.say_opening(openings, request, stop);
                None
            }
        };
        let time = (self.clock)().saturating_sub(since);
        BrainAnswer { stone, time }
    }

    fn search(&self, game: &dyn Game, request: &Request, stop: &Arc<AtomicBool>) -> SearchReport {
        let (now, since) = (Arc::clone(&self.clock), (self.clock)());
        let elapsed: Clock = Arc::new(move || now().saturating_sub(since));
        let report = game.search(request, &Control::new(Arc::clone(stop), elapsed));
        self.writer.say(&answer::message(&report, self.size));
        report
    }

    fn say_move(&self, report: &SearchReport) -> Option<Coordinates> {
        let best = answer::best(report, self.size);
        match best {
            Some(point) => self.writer.say(&point.to_string()),
            None => self.writer.say("ERROR there is no move in this position"),
        }
        best
    }

    fn say_opening(&self, openings: &[Opening], request: &Request, stop: &Arc<AtomicBool>) {
        let count = openings.len() as u32;
        let part = Request {
            time: request.time.map(|time| time / count),
            soft_time: request.soft_time.map(|time| time / count),
            ..*request
        };
        let uneven = |(_, game): &&Opening| {
            let report = self.search(game.as_ref(), &part, stop);
            swap2::unevenness(&report)
        };
        if let Some((text, _)) = openings.iter().min_by_key(uneven) {
            self.writer.say(text);
        }
    }
}
