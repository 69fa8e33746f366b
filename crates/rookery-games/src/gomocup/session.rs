//! A session of the protocol: the stones on the board, the manager's settings, the running search.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use crate::gomocup::answer;
use crate::gomocup::board_lines::BoardLines;
use crate::gomocup::command::{self, BrainCommand, LineRefusal, Purpose};
use crate::gomocup::coordinates::Coordinates;
use crate::gomocup::manager_info::ManagerInfo;
use crate::gomocup::rule::{self, Rule};
use crate::gomocup::stone_list::{OVER, StoneList};
use crate::gomocup::swap2;
use crate::gomocup::thinking::{Assignment, BrainSearch, Question};
use crate::protocol::Clock;
use crate::protocol::line_reader;
use crate::protocol::line_writer::LineWriter;
use crate::{Game, GameType};

/// Answers the lines of `input` on `out`, until `END` or the end. A search that is under way then is cut short: at the end of the input
/// its move is said, after `END` nothing.
///
/// `game_type` is gomoku, as the registry has it.
///
/// # Errors
/// The input cannot be read.
pub fn run(
    game_type: &'static dyn GameType,
    mut input: impl BufRead,
    out: impl Write + Send + 'static,
    clock: Clock,
) -> io::Result<()> {
    let mut session = Session::new(game_type, LineWriter::new(out), clock);
    while let Some(line) = line_reader::next_line(&mut input)? {
        if session.hear(&line) == Next::End {
            session.fall_silent();
            break;
        }
    }
    session.settle();
    Ok(())
}

/// Whether the session goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Line,
    End,
}

struct Session {
    game_type: &'static dyn GameType,
    writer: LineWriter,
    clock: Clock,
    settings: ManagerInfo,
    /// The stones on the board; none before `START`.
    stones: Option<StoneList>,
    /// The board that is being described.
    lines: Option<BoardLines>,
    /// Faults of `INFO` lines, which get no answer: they are told with the next one.
    notes: Vec<String>,
    thinking: Option<BrainSearch>,
}

impl Session {
    fn new(game_type: &'static dyn GameType, writer: LineWriter, clock: Clock) -> Self {
        Session {
            game_type,
            writer,
            clock,
            settings: ManagerInfo::default(),
            stones: None,
            lines: None,
            notes: Vec::new(),
            thinking: None,
        }
    }

    fn hear(&mut self, line: &str) -> Next {
        if line.is_empty() {
            return Next::Line;
        }
        let command = command::parse(line);
        if command == Ok(BrainCommand::End) {
            return Next::End;
        }
        let refused = match (command, self.lines.take()) {
            (Ok(BrainCommand::Done), Some(lines)) => self.board(lines),
            (Ok(BrainCommand::Info(key, value)), lines) => {
                self.lines = lines;
                self.info(&key, &value);
                Ok(())
            }
            // A manager may stop a search that has just ended, from another thread than that of the board.
            (Ok(BrainCommand::Stop), Some(lines)) => {
                self.lines = Some(lines);
                Ok(())
            }
            (Ok(command), lines) => {
                if lines.is_some() {
                    self.writer
                        .say("ERROR the board was not ended by DONE, so it is passed over");
                }
                self.obey(command)
            }
            (Err(_), Some(mut lines)) => {
                lines.read(line);
                self.lines = Some(lines);
                Ok(())
            }
            (Err(why), None) => Err(why),
        };
        match refused {
            Ok(()) => {}
            Err(LineRefusal::Unknown(why)) => self.writer.say(&format!("UNKNOWN {why}")),
            Err(LineRefusal::Error(why)) => self.writer.say(&format!("ERROR {why}")),
        }
        Next::Line
    }

    fn obey(&mut self, command: BrainCommand) -> Result<(), LineRefusal> {
        // A search under way is answered before anything else is done.
        if command != BrainCommand::About {
            self.settle();
        }
        match command {
            BrainCommand::Start([width, height]) => self.start(width, height)?,
            BrainCommand::Restart => {
                let size = self.board_of_start()?.size();
                self.new_match(size);
            }
            BrainCommand::Begin => self.begin()?,
            BrainCommand::Turn(point) => self.turn(point)?,
            BrainCommand::Board(purpose) => {
                let size = self.board_of_start()?.size();
                self.lines = Some(BoardLines::new(purpose, size));
            }
            BrainCommand::TakeBack(point) => {
                let mut stones = self.board_of_start()?.clone();
                let refused = |why| format!("TAKEBACK: {why}");
                stones.take_back(point).map_err(refused)?;
                // Under renju only the last stone may leave: the others are in order.
                stones
                    .game(self.game_type, self.settings.rule)
                    .map_err(refused)?;
                self.stones = Some(stones);
                self.writer.say("OK");
            }
            BrainCommand::Play(point) => {
                self.put(point).map_err(|why| format!("PLAY: {why}"))?;
                self.writer.say(&point.to_string());
            }
            BrainCommand::About => self.writer.say(&answer::about()),
            BrainCommand::Done => {
                return Err("DONE: there is no BOARD before it".to_owned().into());
            }
            // The search has been answered above.
            BrainCommand::Stop | BrainCommand::Info(..) | BrainCommand::End => {}
        }
        Ok(())
    }

    fn start(&mut self, width: u8, height: u8) -> Result<(), String> {
        let sizes = rule::sizes(self.game_type);
        if width != height || !sizes.contains(&width) {
            let known: Vec<String> = sizes.iter().map(|n| format!("{n} by {n}")).collect();
            return Err(format!(
                "no board of {width} by {height}: START or RECTSTART one of {}",
                known.join(" or ")
            ));
        }
        self.prepare(width)?;
        self.new_match(width);
        Ok(())
    }

    /// Makes the tables of the rules, which the first position of a process needs: the time for `START` is not that of a turn. Renju counts
    /// the rows of one side as freestyle does, and those of the other as the rule of exactly five.
    fn prepare(&self, size: u8) -> Result<(), String> {
        let mut stones = StoneList::new(size);
        stones.put(Coordinates { x: 0, y: 0 }, 0)?;
        stones.game(self.game_type, Rule::RENJU).map(drop)
    }

    fn new_match(&mut self, size: u8) {
        self.stones = Some(StoneList::new(size));
        self.settings.begin_match();
        self.writer.say("OK");
    }

    fn begin(&mut self) -> Result<(), String> {
        let stones = self.board_of_start()?.clone();
        if !stones.is_empty() {
            return Err("BEGIN: there are stones on the board; RESTART takes them off".to_owned());
        }
        self.think(&stones, Question::Move)
    }

    fn turn(&mut self, point: Coordinates) -> Result<(), String> {
        let stones = self.put(point).map_err(|why| format!("TURN: {why}"))?;
        self.think(&stones, Question::Move)
    }

    /// Puts a stone of the side to move down.
    fn put(&mut self, point: Coordinates) -> Result<StoneList, String> {
        let mut stones = self.board_of_start()?.clone();
        let mut game = stones.game(self.game_type, self.settings.rule)?;
        stones.put(point, stones.side())?;
        stones.play(game.as_mut(), point)?;
        Ok(self.stones.insert(stones).clone())
    }

    /// The end of a board: it is checked, and the question that goes with it answered.
    fn board(&mut self, lines: BoardLines) -> Result<(), LineRefusal> {
        let purpose = lines.purpose;
        let refused = |why: String| format!("{}: {why}", purpose.name());
        let stones = lines.stones().map_err(refused)?;
        if purpose == Purpose::Swap2 {
            return Ok(self.swap2(&stones)?);
        }
        let game = stones.game(self.game_type, self.settings.rule);
        let game = game.map_err(refused)?;
        if game.ending().is_some() {
            return Err(refused(OVER.to_owned()).into());
        }
        self.stones = Some(stones.clone());
        match purpose {
            Purpose::Move => Ok(self.think(&stones, Question::Move)?),
            Purpose::Note | Purpose::Swap2 => Ok(()),
        }
    }

    /// The choice of the rule Swap2; the stones on the board stay as they are, for the manager sends a board afterwards.
    fn swap2(&mut self, stones: &StoneList) -> Result<(), String> {
        match stones.count() {
            0 => {
                let openings = swap2::openings(self.game_type, stones.size(), self.settings.rule)?;
                self.ask(Question::Opening(openings), stones.size());
                Ok(())
            }
            3 | 5 => self.think(stones, Question::Colour),
            other => Err(format!(
                "SWAP2BOARD: {other} stones; send none, three or five in the order in which they were put down"
            )),
        }
    }

    /// Thinks about the position with these stones.
    fn think(
        &mut self,
        stones: &StoneList,
        question: impl FnOnce(Box<dyn Game>) -> Question,
    ) -> Result<(), String> {
        let game = stones.game(self.game_type, self.settings.rule)?;
        if game.ending().is_some() {
            return Err(OVER.to_owned());
        }
        self.ask(question(game), stones.size());
        Ok(())
    }

    fn ask(&mut self, question: Question, size: u8) {
        for note in std::mem::take(&mut self.notes) {
            self.writer.say(&format!("MESSAGE {note}"));
        }
        self.settings.begin_search();
        self.thinking = Some(BrainSearch::start(Assignment {
            question,
            request: self.settings.request(self.game_type),
            size,
            clock: Clock::clone(&self.clock),
            writer: self.writer.clone(),
        }));
    }

    fn info(&mut self, key: &str, value: &str) {
        const MOST_NOTES: usize = 8;
        if let Err(why) = self.settings.set(key, value) {
            if self.notes.len() < MOST_NOTES {
                self.notes.push(why);
            }
            return;
        }
        let Some(thinking) = &self.thinking else {
            return;
        };
        // None: as fast as possible. Managers stop a search in that way.
        let time = self.settings.request(self.game_type).time;
        match key {
            "timeout_turn" => thinking.shorten(time.unwrap_or_default()),
            // What is left of a match is meant from now on, and the search has its part of it: it only ends where there is none.
            "time_left" if time.is_none() => thinking.shorten(Duration::ZERO),
            _ => {}
        }
    }

    /// Ends the search under way, if there is one, without its answer.
    fn fall_silent(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.abandon();
        }
    }

    /// Ends the search under way, if there is one: its answer is said, its stone put down.
    fn settle(&mut self) {
        let Some(thinking) = self.thinking.take() else {
            return;
        };
        match thinking.stop() {
            Ok(answered) => {
                self.settings.spend(answered.time);
                if let (Some(point), Some(stones)) = (answered.stone, &mut self.stones) {
                    // The move is legal: the search found it in the position of these stones.
                    let _ = stones.put(point, stones.side());
                }
            }
            Err(why) => self.writer.say(&format!("ERROR {why}")),
        }
    }

    fn board_of_start(&self) -> Result<&StoneList, String> {
        let stones = self.stones.as_ref();
        stones.ok_or_else(|| "there is no board yet: send START and its size first".to_owned())
    }
}
