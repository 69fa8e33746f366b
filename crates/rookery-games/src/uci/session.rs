//! A UCI session: its options, the current game, the running search.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::protocol::Clock;
use crate::text::quoted;
use crate::uci::command::{self, Command, Go, PositionCommand};
use crate::uci::settings::{Effect, Settings};
use crate::uci::strength;
use crate::uci::thinking::{Task, Thinking};
use crate::uci::uci_writer::UciWriter;
use crate::{Game, GameType};
use rookery_engine::{Request, Table, TimeLeft};

/// The time of a search whose `go` is about clocks, but has no time for the side to move.
const WITHOUT_CLOCK: Duration = Duration::from_secs(1);

/// Answers the lines of `input` on `out`, until `quit` or the end.
///
/// # Errors
/// The input cannot be read.
pub fn run(
    game_type: &'static dyn GameType,
    mut input: impl BufRead,
    out: impl Write + Send + 'static,
    clock: Clock,
) -> io::Result<()> {
    let mut session = Session::new(game_type, UciWriter::new(out), clock);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            session.stop();
            return Ok(());
        }
        let heard = command::parse(&String::from_utf8_lossy(&line));
        for note in &heard.notes {
            session.writer.note(note);
        }
        match heard.command {
            None => {}
            Some(Command::Quit) => {
                session.stop();
                return Ok(());
            }
            Some(command) => session.obey(command),
        }
    }
}

struct Session {
    game_type: &'static dyn GameType,
    writer: UciWriter,
    clock: Clock,
    settings: Settings,
    /// The present position: the command that gave it, and the game itself once it has been set up.
    place: PositionCommand,
    game: Option<Box<dyn Game>>,
    /// The transposition table; a new size takes effect when the table is next needed.
    table: Option<Arc<Table>>,
    table_mb: usize,
    /// The seed of all that is left to chance; it differs from game to game.
    seed: u64,
    thinking: Option<Thinking>,
}

impl Session {
    fn new(game_type: &'static dyn GameType, writer: UciWriter, clock: Clock) -> Self {
        Session {
            game_type,
            writer,
            clock,
            settings: Settings::default(),
            place: PositionCommand::default(),
            game: None,
            table: None,
            table_mb: 0,
            seed: 1,
            thinking: None,
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                self.table();
                self.writer.say("readyok");
            }
            Command::NewGame => self.forget(),
            Command::Position(place) => {
                if let Err(why) = self.set_up(place) {
                    self.writer.note(&format!("position: {why}"));
                }
            }
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.ponder_hit();
                }
            }
            Command::SetOption { name, value } => {
                match self.settings.set(self.game_type, &name, &value) {
                    Ok(Effect::None) => {}
                    Ok(Effect::Forget) => self.forget(),
                    Err(why) => self.writer.note(&why),
                }
            }
            Command::Nothing | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.writer.say(&format!("id name Rookery {version}"));
        self.writer.say("id author the authors of Rookery");
        for line in Settings::default().describe(self.game_type) {
            self.writer.say(&line);
        }
        self.writer.say("uciok");
    }

    /// Forgets the game and all that was learned from it.
    fn forget(&mut self) {
        self.stop();
        self.game = None;
        self.seed = (self.clock)().as_nanos() as u64 | 1;
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// The transposition table, in the size of the option `Hash`.
    fn table(&mut self) -> Arc<Table> {
        if let Some(table) = &self.table
            && self.table_mb == self.settings.hash_mb
        {
            return Arc::clone(table);
        }
        // The memory of the old one is free for the new one.
        self.table = None;
        let size_mb = self.settings.hash_mb;
        let table = Table::try_new(size_mb, 0).unwrap_or_else(|_| self.smaller_table(size_mb));
        self.table_mb = self.settings.hash_mb;
        Arc::clone(self.table.insert(Arc::new(table)))
    }

    /// A table as large as the one before, when there is not enough memory for the size that was set.
    fn smaller_table(&mut self, asked_mb: usize) -> Table {
        self.settings.hash_mb = match self.table_mb {
            0 => Settings::default().hash_mb,
            before_mb => before_mb,
        };
        let table = Table::new(self.settings.hash_mb, 0);
        self.writer.note(&format!(
            "Hash: no memory for {asked_mb} MiB; the table has {}",
            table.size_mb()
        ));
        table
    }

    /// Sets up a position. If it continues the present one, only the new moves are made.
    fn set_up(&mut self, place: PositionCommand) -> Result<(), String> {
        let known = self.place.moves.len();
        let goes_on = self.place.start == place.start && place.moves.starts_with(&self.place.moves);
        let (mut game, made) = match self.game.take() {
            Some(game) if goes_on => (game, known),
            _ => (self.start(&place.start)?, 0),
        };
        for (m, number) in place.moves.iter().zip(1..).skip(made) {
            // Or as a person types it.
            let is_made = game.play_coordinates(m).is_ok()
                || game.read(m).is_ok_and(|path| game.advance(&path).is_ok());
            if !is_made {
                let (m, example) = (quoted(m), example(game.as_ref()));
                return Err(format!("move {number}, {m}, is not legal{example}"));
            }
        }
        (self.game, self.place) = (Some(game), place);
        Ok(())
    }

    fn start(&self, position: &str) -> Result<Box<dyn Game>, String> {
        let setup = self.settings.rules.setup(position);
        self.game_type.start(&setup).map_err(|e| e.to_string())
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        if self.game.is_none() {
            // The position is remembered even if it cannot be set up: other settings may allow it.
            if let Err(why) = self.set_up(self.place.clone()) {
                self.writer.note(&format!("position: {why}"));
            }
        }
        let Some(game) = self.game.as_ref().map(|game| game.boxed_clone()) else {
            // A client that waits for an answer must get one.
            self.writer.say("bestmove 0000");
            return;
        };
        let mut request = self.request(go, game.side());
        let has_end = go.is_infinite || go.mate != 0 || !is_unlimited(&request);
        if go.has_lost_a_limit && !has_end {
            request.depth = 1;
            self.writer
                .note("go: without another limit the search is one of depth 1");
        } else if go.has_clock_words && !has_end {
            request.time = Some(WITHOUT_CLOCK);
            self.writer.note(&format!(
                "go: the time of the side to move is missing; the search takes {} s",
                WITHOUT_CLOCK.as_secs()
            ));
        }
        let task = Task {
            only: self.legal_ones(game.as_ref(), &go.only),
            table: match self.settings.is_playing_down() {
                // The table of a search at full strength would make this one stronger.
                true => Arc::new(Table::new(request.hash_mb, request.nodes)),
                false => self.table(),
            },
            mate_plies: go.mate.saturating_mul(2).saturating_sub(1),
            is_ponder: go.is_ponder,
            is_infinite: go.is_infinite || go.mate == 0 && is_unlimited(&request),
            game,
            request,
        };
        self.thinking = Thinking::start(task, &self.clock, self.writer.clone());
    }

    /// The moves that are legal, by their coordinates; the others are noted.
    fn legal_ones(&self, game: &dyn Game, moves: &[String]) -> Vec<String> {
        let legal = |m: &String| {
            let found = coordinates(game, m);
            if found.is_none() {
                let (m, example) = (quoted(m), example(game));
                self.writer.note(&format!(
                    "go searchmoves: {m} is not legal{example}; ignored"
                ));
            }
            found
        };
        moves.iter().filter_map(legal).collect()
    }

    /// The request for the search, from the limits of `go` and the settings.
    fn request(&self, go: &Go, side: usize) -> Request {
        let settings = &self.settings;
        let mut request = match settings.is_playing_down() {
            true => {
                let ladder = strength::ladder(self.game_type);
                let elo = settings.elo.unwrap_or(u32::MAX);
                strength::level(&self.game_type.sheet().levels, &ladder, elo).request(self.seed)
            }
            false => Request::default(),
        };
        request.depth = match (request.depth, go.depth) {
            (0, depth) | (depth, 0) => depth,
            (ours, asked) => ours.min(asked),
        };
        if go.nodes != 0 {
            request.nodes = match request.nodes {
                0 => go.nodes,
                nodes => nodes.min(go.nodes),
            };
        }
        request.multipv = settings.multipv;
        request.hash_mb = settings.hash_mb;
        request.threads = settings.threads;
        request.evaluation = settings.evaluation;
        if let Some(time) = go.move_time {
            let least = Duration::from_millis(1);
            request.time = Some(time.saturating_sub(settings.overhead).max(least));
        } else if let Some(remaining) = go.remaining[side] {
            let budget = TimeLeft {
                remaining,
                increment: go.increment[side],
                moves_to_go: go.moves_to_go,
                overhead: settings.overhead,
            }
            .budget();
            request.time = Some(budget.hard);
            request.soft_time = Some(budget.soft);
        }
        request
    }

    /// Ends the search under way, if there is one; its answer has been sent when this returns.
    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take()
            && let Err(why) = thinking.stop()
        {
            self.writer.note(&why);
        }
    }
}

/// The spelling among programs of the legal move that a text names in that spelling, or as a person types it.
fn coordinates(game: &dyn Game, text: &str) -> Option<String> {
    if game.boxed_clone().play_coordinates(text).is_ok() {
        return Some(text.to_owned());
    }
    let path = game.read(text).ok()?;
    game.study().coordinates(&path)
}

/// A legal move as an example of how moves are written, for a note; empty where there is none.
fn example(game: &dyn Game) -> String {
    let first = game.legal().into_iter().next();
    let spelled = first.and_then(|m| game.study().coordinates(&m.path));
    spelled.map_or_else(String::new, |m| format!("; moves are written as {m}"))
}

/// Whether nothing ends the search but `stop`.
fn is_unlimited(request: &Request) -> bool {
    request.depth == 0 && request.nodes == 0 && request.time.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use rookery_engine::Handicap;

    /// A session for chess with these options, whose output is discarded.
    fn session(options: &[(&str, &str)]) -> Session {
        let chess = Registry::shipped().find_any("chess").unwrap();
        let clock: Clock = Arc::new(|| Duration::ZERO);
        let mut session = Session::new(chess, UciWriter::new(io::sink()), clock);
        for (name, value) in options {
            session.settings.set(chess, name, value).unwrap();
        }
        session
    }

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// Soft limit: the clock less the overhead, of which four fifths are shared among the moves up to the time control, plus
    /// three quarters of the increment. Hard limit: five times that, but at most half of the clock.
    #[test]
    fn each_side_has_its_own_clock_and_increment() {
        let go = Go {
            remaining: [Some(ms(40_010)), Some(ms(10_010))],
            increment: [ms(1_000), ms(2_000)],
            moves_to_go: 8,
            ..Go::default()
        };
        for (overhead, white, black) in [
            ("10", (4_750, 20_000), (2_500, 5_000)),
            ("510", (4_700, 19_750), (2_450, 4_750)),
        ] {
            let session = session(&[("Move Overhead", overhead)]);
            for (side, (soft, hard)) in [white, black].into_iter().enumerate() {
                let request = session.request(&go, side);
                let found = (request.soft_time, request.time);
                let expected = (Some(ms(soft)), Some(ms(hard)));
                assert_eq!(found, expected, "side {side}, overhead {overhead}");
            }
        }
        let alone = Go {
            remaining: [None, Some(ms(10_010))],
            ..Go::default()
        };
        let request = session(&[]).request(&alone, 0);
        assert_eq!((request.soft_time, request.time), (None, None));
    }

    #[test]
    fn a_time_for_this_move_goes_before_the_clock() {
        for (move_time, expected) in [(1_000, 990), (11, 1), (5, 1)] {
            let go = Go {
                remaining: [Some(ms(60_000)); 2],
                move_time: Some(ms(move_time)),
                ..Go::default()
            };
            let request = session(&[]).request(&go, 0);
            let found = (request.soft_time, request.time);
            assert_eq!(found, (None, Some(ms(expected))), "{move_time}");
        }
    }

    /// The first level of chess has 400 nodes and three plies.
    #[test]
    fn limits_count_beside_those_of_the_strength() {
        const LEAST: [(&str, &str); 2] = [("UCI_LimitStrength", "true"), ("UCI_Elo", "250")];
        let to_depth = |depth| Go {
            depth,
            ..Go::default()
        };
        let with_nodes = |nodes| Go {
            nodes,
            ..Go::default()
        };
        let weak = session(&LEAST);
        for (go, expected) in [
            (to_depth(2), (2, 400)),
            (to_depth(60), (3, 400)),
            (with_nodes(50), (3, 50)),
            (with_nodes(1_000_000), (3, 400)),
            (Go::default(), (3, 400)),
        ] {
            let request = weak.request(&go, 0);
            assert_eq!((request.depth, request.nodes), expected, "{go:?}");
            assert_ne!(request.handicap, Handicap::NONE, "{go:?}");
        }
        let [limited, elo] = LEAST;
        for options in [
            // An analysis is at full strength, and a number alone limits nothing.
            &[limited, elo, ("UCI_AnalyseMode", "true")][..],
            &[elo],
        ] {
            let strong = session(options);
            let request = strong.request(&to_depth(60), 0);
            assert_eq!((request.depth, request.nodes), (60, 0));
            let request = strong.request(&with_nodes(1_000_000), 0);
            assert_eq!((request.depth, request.nodes), (0, 1_000_000));
            assert_eq!(request.handicap, Handicap::NONE);
        }
        // Without a number the last level plays: 600,000 nodes.
        let last = session(&[limited]).request(&Go::default(), 0);
        assert_eq!((last.depth, last.nodes), (0, 600_000));
    }

    #[test]
    fn options_reach_the_search() {
        let session = session(&[
            ("Threads", "3"),
            ("Hash", "64"),
            ("MultiPV", "2"),
            ("Evaluation", "turing"),
        ]);
        let request = session.request(&Go::default(), 1);
        assert_eq!((request.threads, request.hash_mb), (3, 64));
        assert_eq!((request.multipv, request.evaluation), (2, "turing"));
    }
}
