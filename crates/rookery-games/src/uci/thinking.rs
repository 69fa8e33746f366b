//! A running UCI search on its own thread; the reading thread stops it and reports the ponder hit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::protocol::{Clock, hasty_pass};
use crate::uci::uci_writer::{self, UciWriter};
use crate::{Consultation, Game, UciEvent, UciReport};
use rookery_engine::{Control, Handicap, Request, Table, Value};

/// The time after which the move that is being searched is reported: only then is a person likely to be watching.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

/// The note where a search ends by a fault of this program.
const BROKE_DOWN: &str = "the search broke down; please report the position";

/// The position to think about, and the conditions.
pub(super) struct Task {
    /// The game as it stands.
    pub game: Box<dyn Game>,
    /// The limits.
    pub request: Request,
    /// The moves to look at, by their coordinates; all where it is empty.
    pub only: Vec<String>,
    /// The longest forced win, in plies, at which the search stops; 0 = it stops at none.
    pub mate_plies: u32,
    /// The table of positions, which earlier searches have filled.
    pub table: Arc<Table>,
    /// Whether the opponent's time is used, until [`Thinking::ponder_hit`].
    pub is_ponder: bool,
    /// Whether the answer waits for [`Thinking::stop`].
    pub is_infinite: bool,
}

/// A search under way, or one whose answer nobody has collected.
pub(super) struct Thinking {
    control: Control,
    /// Set when the answer may be said.
    gate: Arc<OnceLock<()>>,
    is_infinite: bool,
    thread: JoinHandle<()>,
}

impl Thinking {
    /// Starts to think; the time counts from now. `None` if the system cannot start a thread: a move has then already been sent
    /// after a search of one ply, with a note.
    pub fn start(task: Task, clock: &Clock, writer: UciWriter) -> Option<Self> {
        let (now, since) = (Arc::clone(clock), clock());
        let elapsed: Clock = Arc::new(move || now().saturating_sub(since));
        let control = Control::new(Arc::new(AtomicBool::new(false)), Arc::clone(&elapsed));
        let control = match task.is_ponder {
            true => control.pondering(),
            false => control,
        };
        let gate = Arc::new(OnceLock::new());
        if !task.is_ponder && !task.is_infinite {
            gate.get_or_init(|| ());
        }
        let is_infinite = task.is_infinite;
        let search = SearchTask {
            task,
            control: control.clone(),
            elapsed,
            writer,
        };
        let wait = Arc::clone(&gate);
        // The search is sent once the thread exists; if no thread can be started, it is still available here.
        let (give, take) = mpsc::channel::<SearchTask>();
        let think = move || {
            let Ok(search) = take.recv() else { return };
            let answer = search.answer(&search.task.request);
            wait.wait();
            search.writer.say(&answer);
        };
        let thread = std::thread::Builder::new().name("thinking".to_owned());
        let thread = match thread.spawn(think) {
            Ok(thread) => thread,
            Err(why) => {
                let note = format!("no thread to search on, so one ply at once: {why}");
                search.writer.note(&note);
                search.answer_here();
                return None;
            }
        };
        // The new thread waits for this message and nothing else, so that the send cannot fail.
        let _ = give.send(search);
        Some(Thinking {
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
            self.gate.get_or_init(|| ());
        }
    }

    /// Ends the search; the answer has been said when this returns.
    ///
    /// # Errors
    /// The search broke down, without an answer.
    pub fn stop(self) -> Result<(), String> {
        self.control.stop();
        self.gate.get_or_init(|| ());
        let ended = self.thread.join();
        ended.map_err(|_| BROKE_DOWN.to_owned())
    }
}

/// The data of the searching thread.
struct SearchTask {
    task: Task,
    control: Control,
    elapsed: Clock,
    writer: UciWriter,
}

impl SearchTask {
    /// Answers after a search of one ply, on the reading thread, which must not be held up any longer.
    fn answer_here(&self) {
        let answer = self.answer(&Request {
            depth: 1,
            threads: 1,
            ..self.task.request
        });
        self.writer.say(&answer);
    }

    /// The line with the best move. If the search breaks down, it is any legal move, with a note: otherwise the program that
    /// keeps the time would wait for ever.
    fn answer(&self, request: &Request) -> String {
        match catch_unwind(AssertUnwindSafe(|| self.run(request))) {
            Ok(found) => uci_writer::answer(&found),
            Err(_) => {
                self.writer.note(BROKE_DOWN);
                let any = self.any_move();
                format!("bestmove {}", any.as_deref().unwrap_or("0000"))
            }
        }
    }

    /// A legal move, of those to look at.
    fn any_move(&self) -> Option<String> {
        let task = &self.task;
        let mut legal = task.game.legal().into_iter();
        let spelled = legal.find_map(|legal| task.game.study().coordinates(&legal.path));
        task.only.first().cloned().or(spelled)
    }

    fn run(&self, request: &Request) -> UciReport {
        let task = &self.task;
        let is_weakened = request.handicap != Handicap::NONE;
        let mut said = 0;
        let found = hasty_pass::consult(
            &*task.game,
            request,
            &self.control,
            Consultation {
                table: &task.table,
                only: &task.only,
                tell: &mut |event| match event {
                    UciEvent::Depth(found) => {
                        said = found.nodes;
                        match is_weakened {
                            true => self.say_progress(found),
                            false => self.say(found),
                        }
                        if self.is_enough(found) {
                            self.control.stop();
                        }
                    }
                    UciEvent::Move {
                        coordinates,
                        number,
                        depth,
                    } if (self.elapsed)() >= CURRENT_MOVE_AFTER => {
                        self.writer.say(&format!(
                            "info depth {depth} currmove {coordinates} currmovenumber {number}"
                        ));
                    }
                    UciEvent::Move { .. } => {}
                },
            },
        );
        if is_weakened {
            let valued = self.valued(request, &found);
            self.say(&valued);
            return valued;
        }
        // The last depth may have been cut short, with a better move found.
        if found.nodes != said || said == 0 {
            self.say(&found);
        }
        found
    }

    /// The move that a weakened search has chosen, with the line and the value that a search without its errors gives it: programs resign and
    /// agree to draws by the value that they are told. This takes no more nodes than the choice did.
    fn valued(&self, request: &Request, chosen: &UciReport) -> UciReport {
        let best = chosen.lines.first();
        let Some(m) = best.and_then(|line| line.coordinates.first()) else {
            return chosen.clone();
        };
        let sound = Request {
            depth: chosen.depth.max(1),
            nodes: chosen.nodes.max(1),
            // By the clock, a search of a single move ends at once.
            soft_time: None,
            multipv: 1,
            threads: 1,
            handicap: Handicap::NONE,
            ..*request
        };
        // The other table has the values of the errors.
        let table = Table::new(sound.hash_mb, sound.nodes);
        let only = [m.clone()];
        let with = Consultation {
            table: &table,
            only: &only,
            tell: &mut |_| (),
        };
        let mut valued = self.task.game.consult(&sound, &self.control, with);
        // What counts against the limits of the level.
        valued.nodes = chosen.nodes;
        valued
    }

    fn say(&self, found: &UciReport) {
        let fill_permille = self.task.table.permille();
        for line in uci_writer::findings(found, (self.elapsed)(), fill_permille) {
            self.writer.say(&line);
        }
    }

    /// Tells of a depth without a value.
    fn say_progress(&self, found: &UciReport) {
        let fill_permille = self.task.table.permille();
        let line = uci_writer::progress(found, (self.elapsed)(), fill_permille);
        self.writer.say(&line);
    }

    /// Whether the win that was asked for is found.
    fn is_enough(&self, found: &UciReport) -> bool {
        let best = found.lines.first().map(|line| line.value);
        matches!(best, Some(Value::Win(plies)) if plies <= self.task.mate_plies)
    }
}
