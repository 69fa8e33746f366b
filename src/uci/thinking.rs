//! A search under way: on its own thread, stopped and told of the ponder hit from the one that reads.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::engine::{Control, Request};
use crate::games::Game;
use crate::uci::session::Clock;
use crate::uci::telling::{self, Voice};

/// What to think about.
pub(super) struct Task {
    /// The game as it stands.
    pub game: Box<dyn Game>,
    /// The limits.
    pub request: Request,
    /// Whether the opponent's time is used, until [`Thinking::ponder_hit`].
    pub is_ponder: bool,
    /// Whether the answer waits for [`Thinking::stop`].
    pub is_infinite: bool,
}

/// A search under way, or one whose answer nobody has collected.
pub(super) struct Thinking {
    control: Control,
    gate: Arc<Gate>,
    is_infinite: bool,
    thread: JoinHandle<()>,
}

/// Holds the answer back until it is asked for.
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.is_open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let is_open = self.is_open.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.opened.wait_while(is_open, |is_open| !*is_open);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

impl Thinking {
    /// Starts to think; the time counts from now.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(task: Task, clock: &Clock, voice: Voice) -> std::io::Result<Self> {
        let (now, since) = (Arc::clone(clock), clock());
        let elapsed: Arc<dyn Fn() -> Duration + Send + Sync> =
            Arc::new(move || now().saturating_sub(since));
        let control = Control::new(Arc::new(AtomicBool::new(false)), Arc::clone(&elapsed));
        let control = match task.is_ponder {
            true => control.pondering(),
            false => control,
        };
        let gate = Arc::new(Gate {
            is_open: Mutex::new(!task.is_ponder && !task.is_infinite),
            opened: Condvar::new(),
        });
        let is_infinite = task.is_infinite;
        let (inner, wait) = (control.clone(), Arc::clone(&gate));
        let thread = std::thread::Builder::new()
            .name("thinking".to_owned())
            .spawn(move || {
                let report = task.game.search(&task.request, &inner);
                for line in telling::findings(&report, elapsed(), 0) {
                    voice.say(&line);
                }
                wait.wait();
                voice.say(&telling::answer(&report));
            })?;
        Ok(Thinking {
            control,
            gate,
            is_infinite,
            thread,
        })
    }

    /// The opponent has made the expected move: the time counts from now.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
        if !self.is_infinite {
            self.gate.open();
        }
    }

    /// Ends the search; the answer has been said when this returns.
    ///
    /// # Errors
    /// The search broke down, without an answer.
    pub fn stop(self) -> Result<(), String> {
        self.control.stop();
        self.gate.open();
        let ended = self.thread.join();
        ended.map_err(|_| "the search broke down; please report the position".to_owned())
    }
}
