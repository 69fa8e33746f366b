//! A session of the protocol: commands and their answers.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::api::adapter::game_adapter::GameAdapter;
use crate::go::board_game::GoGame;
use crate::go::rules::go_rules::GoRules;
use crate::go::rules::position::PASS;
use crate::gtp::go_clock::GoClock;
use crate::gtp::gtp_board::GtpBoard;
use crate::gtp::gtp_command::{GtpCommand, syntax};
use crate::gtp::pace::Pace;
use crate::gtp::sgf_file;
use crate::protocol::line_reader;
use crate::protocol::line_writer::LineWriter;
use crate::protocol::{Clock, hasty_pass};
use crate::{BoardGame, Consultation, Game, UciEvent};
use rookery_engine::{Control, Request, Table};

/// The commands, in the order in which they are listed.
const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "loadsgf",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "showboard",
];

/// Answers the lines of `input` on `out`, until `quit` or the end.
///
/// # Errors
/// The input cannot be read.
pub fn run(
    mut input: impl BufRead,
    out: impl Write + Send + 'static,
    clock: Clock,
) -> io::Result<()> {
    let writer = LineWriter::new(out);
    let mut session = Session {
        board: GtpBoard::new(GoRules::default()),
        times: GoClock::default(),
        clock,
    };
    while let Some(line) = line_reader::next_line(&mut input)? {
        let Some(command) = GtpCommand::parse(&line) else {
            continue;
        };
        let (sign, text) = match session.obey(&command) {
            Ok(text) => ('=', text),
            Err(why) => ('?', why),
        };
        let blank = if text.is_empty() { "" } else { " " };
        // An empty line ends an answer.
        writer.say(&format!("{sign}{}{blank}{text}\n", command.id));
        if command.name == "quit" {
            break;
        }
    }
    Ok(())
}

struct Session {
    board: GtpBoard,
    times: GoClock,
    clock: Clock,
}

impl Session {
    /// The answer to a command.
    ///
    /// # Errors
    /// Why it was refused, in the words of the protocol.
    fn obey(&mut self, command: &GtpCommand) -> Result<String, String> {
        match command.name.as_str() {
            "protocol_version" => return Ok("2".to_owned()),
            "name" => return Ok("Rookery".to_owned()),
            "version" => return Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => return Ok(COMMANDS.contains(&command.word(0)?).to_string()),
            "list_commands" => return Ok(COMMANDS.join("\n")),
            "final_score" => return Ok(self.board.score()),
            "final_status_list" => return self.status(command.word(0)?),
            "showboard" => return Ok(self.board.drawing()),
            "genmove" => return self.generate(command.colour(0)?, true),
            "reg_genmove" => return self.generate(command.colour(0)?, false),
            "fixed_handicap" => return self.board.fixed_handicap(command.number(0)?),
            "place_free_handicap" => return self.board.free_handicap(command.number(0)?),
            "quit" => {}
            "boardsize" => self.board.resize(command.number(0)?)?,
            "clear_board" => self.board.clear(),
            "komi" => self.board.set_komi(command.word(0)?)?,
            "set_free_handicap" => {
                let stones = self.board.vertices(&command.words)?;
                self.board.begin_with(stones)?;
            }
            "play" => {
                let side = command.colour(0)?;
                let m = self.board.find(command.word(1)?).ok_or_else(syntax)?;
                self.board.play(side, m)?;
            }
            "undo" => self.board.undo()?,
            "loadsgf" => {
                let (path, until) = command.path()?;
                let mut loaded = sgf_file::load(path, until)?;
                loaded.keep_komi(&self.board);
                self.board = loaded;
            }
            "time_settings" => {
                let [main, byo_yomi] = [command.seconds(0)?, command.seconds(1)?];
                self.times.set(main, byo_yomi, command.number(2)?);
            }
            "time_left" => {
                let side = command.colour(0)?;
                let left = command.seconds_left(1)?;
                self.times.tell(side, left, command.number(2)?);
            }
            _ => return Err("unknown command".to_owned()),
        }
        Ok(String::new())
    }

    /// All stones live, because the count takes them as they stand.
    fn status(&self, status: &str) -> Result<String, String> {
        match status {
            "alive" => Ok(self.board.chains()),
            "dead" | "seki" => Ok(String::new()),
            _ => Err(syntax()),
        }
    }

    /// The best move of a side, made on the board where `is_made`.
    fn generate(&mut self, side: usize, is_made: bool) -> Result<String, String> {
        let (now, since) = (Arc::clone(&self.clock), (self.clock)());
        let elapsed: Clock = Arc::new(move || now().saturating_sub(since));
        let [.., best] = GoGame::SHEET.levels;
        let usual = best.request(0);
        let request = match is_made {
            true => self.times.limit(side, usual),
            false => usual,
        };
        let position = self.board.position().turned_to(side);
        let game = GameAdapter::new(GoGame::of(position.rules()), position);
        let control = Control::new(Arc::new(AtomicBool::new(false)), elapsed);
        let name = match request == usual {
            true => {
                let found = game.search(&request, &control).best;
                found.and_then(|path| path.into_iter().next())
            }
            false => in_time(&game, &request, &control),
        };
        let m = name.and_then(|name| self.board.find(name.trim_start_matches('#')));
        let m = m.unwrap_or(PASS);
        if is_made {
            self.board.play(side, m)?;
            let time = (self.clock)().saturating_sub(since);
            self.times.spend(side, time);
        }
        Ok(self.board.name(m))
    }
}

/// The name of the best move that is found within the limits of a clock. No depth is begun that cannot be expected to end.
fn in_time(game: &dyn Game, request: &Request, control: &Control) -> Option<String> {
    let table = Table::new(request.hash_mb, request.nodes);
    let mut pace = Pace::default();
    let with = Consultation {
        table: &table,
        only: &[],
        tell: &mut |event| {
            if let (UciEvent::Depth(_), Some(limit)) = (event, request.time)
                && let Some(end) = pace.next_end(control.elapsed())
                && end > limit
            {
                control.stop();
            }
        },
    };
    let found = hasty_pass::consult(game, request, control, with);
    let best = found.lines.into_iter().next()?;
    best.coordinates.into_iter().next()
}
