//! The face of a game for the rest of the house: object-safe, one `Box<dyn Game>` per game in progress.
//! Everything behind it is monomorphised.

use std::fmt;

use crate::api::view::{Board, Choice, Ending, LegalMove, Mark, Piece, Played, Side, Zone};
use crate::{Consultation, Credits, Error, Export, Measured, Message, SolvePositions, UciReport};
use crate::{Sheet, Trace, Tuner};
use rookery_engine::tables::Endgames;
use rookery_engine::{Conspiracy, Control, Params, Repertoire, Request, SearchReport, SolverSpec};
use rookery_engine::{Technique, Techniques, Value, Weakening};

/// What can be chosen when a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key, for example `first`.
    pub key: &'static str,
    /// What it is about.
    pub label: Message,
    /// The values with their words; the first is the default.
    pub values: Vec<(&'static str, Message)>,
}

/// A named set of rules within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The key, for example `standard`; the first of a game is its default.
    pub key: &'static str,
    /// What it is called.
    pub label: Message,
}

/// Everything that decides the first position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The variant; empty means the default.
    pub variant: String,
    /// RuleOptions options, `(key, value)`; those that are missing have their default.
    pub options: Vec<(String, String)>,
    /// A position string; empty means the usual start.
    pub start: String,
}

/// How strong one level plays. Limits are nodes first, so that strength does not depend on the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Nodes of one search; 0 = the answer comes from the game's table, without a search.
    pub nodes: u64,
    /// Depth in plies; 0 = no limit.
    pub depth: u32,
    /// What it looks up before it searches: book, tables, solver.
    pub looks_up: Techniques,
    /// How the level errs beyond that.
    pub weakening: Weakening,
}

impl Level {
    /// How many levels a game has.
    pub const COUNT: u8 = 8;

    /// Levels for a game in which none were measured: each looks further than the one below and errs less.
    pub const LADDER: [Level; Level::COUNT as usize] = [
        Level::weak(60, 1, [400, 500, 300]),
        Level::weak(200, 2, [200, 380, 150]),
        Level::weak(600, 3, [130, 250, 95]),
        Level::weak(1_500, 4, [90, 150, 60]),
        Level::weak(5_000, 5, [50, 70, 35]),
        Level::weak(20_000, 7, [25, 25, 15]),
        Level::weak(80_000, 9, [8, 4, 5]),
        Level::knowing(300_000, 0),
    ];

    /// A level that errs in no other way than by looking less far.
    pub const fn plain(nodes: u64, depth: u32) -> Self {
        Level {
            nodes,
            depth,
            looks_up: if nodes == 0 {
                Techniques::of(&[Technique::Tables])
            } else {
                Techniques::NONE
            },
            weakening: Weakening::NONE,
        }
    }

    /// A level that errs: by so many centipawns (deviation), of so many quiet replies in a thousand, and by so many centipawns in
    /// its choice.
    pub const fn weak(
        nodes: u64,
        depth: u32,
        [sigma_cp, blind_permille, margin_cp]: [u16; 3],
    ) -> Self {
        Level {
            weakening: Weakening {
                sigma_cp,
                blind_permille,
                margin_cp,
            },
            ..Level::plain(nodes, depth)
        }
    }

    /// A level that looks up what the game's book, tables and solver know, and searches the rest.
    pub const fn knowing(nodes: u64, depth: u32) -> Self {
        Level {
            looks_up: Techniques::LOOKED_UP,
            ..Level::plain(nodes, depth)
        }
    }

    /// A level that looks up what the game's tables or solver know, but not its book, and searches the rest.
    pub const fn asking_tables(nodes: u64, depth: u32) -> Self {
        Level {
            looks_up: Techniques::of(&[Technique::Tables]),
            ..Level::plain(nodes, depth)
        }
    }

    /// What to ask of [`Game::search`] at this level; `seed` decides among equally good moves.
    pub fn request(self, seed: u64) -> Request {
        Request {
            depth: self.depth,
            nodes: self.nodes,
            on: self.looks_up,
            seed,
            weakening: self.weakening,
            ..Request::default()
        }
    }
}

/// The numbers, as players of a match are described.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Weakening {
            sigma_cp,
            blind_permille,
            margin_cp,
        } = self.weakening;
        write!(f, "nodes={},depth={}", self.nodes, self.depth)?;
        write!(
            f,
            ",sigma={sigma_cp},blind={blind_permille},margin={margin_cp}"
        )?;
        for technique in self.looks_up.iter() {
            write!(f, ",on={}", technique.name())?;
        }
        Ok(())
    }
}

/// The eight levels have the same names in every game; level 1 is the weakest.
pub const LEVEL_COUNT: u8 = Level::COUNT;

/// What a level is called, 1 to 8.
pub fn level_name(level: u8) -> Message {
    Message::new(match level {
        0 | 1 => "level-1",
        2 => "level-2",
        3 => "level-3",
        4 => "level-4",
        5 => "level-5",
        6 => "level-6",
        7 => "level-7",
        _ => "level-8",
    })
}

/// An entry of the registry: one kind of game.
pub trait GameType: Send + Sync {
    /// The registry's name, used in URLs and on the command line (`tic-tac-toe`).
    fn name(&self) -> &'static str;
    /// What is known of the game before it starts.
    fn sheet(&self) -> &'static Sheet;
    /// The two sides; side 0 moves first.
    fn sides(&self, setup: &Setup) -> [Side; 2];
    /// A game at its first position.
    ///
    /// # Errors
    /// An unknown variant or option, or a position string that says what is wrong with it.
    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, Error>;
    /// The set-up of a match: what the rules leave to chance about the first position is decided by `chance` and stands in
    /// `start` from now on, so that the match can be played again from its record.
    ///
    /// # Errors
    /// An unknown variant or option.
    fn decide(&self, setup: Setup, chance: u64) -> Result<Setup, Error>;
    /// What only study needs.
    fn lab(&self) -> &dyn Lab;
}

/// The texts of the sheet, by the ids that follow from the game's name.
impl<'a> dyn GameType + 'a {
    fn text(&self, key: &str) -> Message {
        Message::new(format!("{}-{key}", self.name()))
    }

    /// What people call it.
    pub fn title(&self) -> Message {
        self.text("title")
    }

    /// One line about it for the list of games.
    pub fn summary(&self) -> Message {
        self.text("summary")
    }

    /// The rules, one message a paragraph.
    pub fn rules(&self) -> Vec<Message> {
        let keys = self.sheet().rules.iter();
        keys.map(|key| self.text(&format!("rules-{key}"))).collect()
    }

    /// Variants, the default first.
    pub fn variants(&self) -> Vec<Variant> {
        let label = |key: &str| match key {
            "standard" => Message::new("variant-standard"),
            key => self.text(&format!("variant-{key}")),
        };
        let keys = self.sheet().variants.iter();
        keys.map(|&key| Variant {
            key,
            label: label(key),
        })
        .collect()
    }

    /// Options, each with its default first.
    pub fn options(&self) -> Vec<OptionSpec> {
        let value = |option: &str, value| (value, self.text(&format!("{option}-{value}")));
        let options = self.sheet().options.iter();
        options
            .map(|option| OptionSpec {
                key: option.key,
                label: self.text(option.key),
                values: option
                    .values
                    .iter()
                    .map(|v| value(option.key, *v))
                    .collect(),
            })
            .collect()
    }

    /// What a person may type as the first position, where the page of a new match asks for one.
    pub fn start_hint(&self) -> Option<Message> {
        self.sheet().asks_for_start.then(|| self.text("start-hint"))
    }

    /// How strong the levels have proved to be.
    ///
    /// # Errors
    /// What is wrong with the file of the measurements.
    pub fn measured(&self) -> Result<Measured, String> {
        Measured::parse(self.sheet().level_results)
    }
}

/// A kind of game as study sees it.
pub trait Lab: Send + Sync {
    /// The learning of an evaluation, where it is learned.
    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>>;
    /// The numbers of the selective techniques that a search with this evaluation uses (an unknown name: the usual one's).
    fn params(&self, evaluation: &str) -> Params;
    /// The game's solver or table; `None` where it has neither.
    ///
    /// # Errors
    /// An unknown variant or option.
    fn solver(
        &self,
        setup: &Setup,
        spec: &SolverSpec,
    ) -> Result<Option<Box<dyn SolvePositions>>, Error>;
    /// The endgame tables that can be built for this game, if there are any.
    fn endgames(&self) -> Option<&'static dyn Endgames>;
    /// What makes the game's opening book, with a table of so many slots; `None` where it has no book.
    ///
    /// # Errors
    /// An unknown variant or option.
    fn book_builder(
        &self,
        setup: &Setup,
        entries: usize,
    ) -> Result<Option<Box<dyn BuildBook>>, Error>;
}

/// Makes the opening book of a game, a position at a time.
pub trait BuildBook: Send {
    /// Goes on from what an earlier build has written.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn resume(&mut self, text: &str) -> Result<(), String>;
    /// Works out one more position; false where there is none left, or where `control` stopped the work, which leaves the book
    /// as it was.
    fn step(&mut self, control: &Control) -> bool;
    /// How many positions are done, and how many there are as far as is known by now.
    fn progress(&self) -> (usize, usize);
    /// The book so far, as a text that [`BuildBook::resume`] reads.
    fn text(&self) -> String;
}

/// A game in progress: the position and all that came before it.
pub trait Game: Send + Sync {
    /// The side to move, 0 or 1.
    fn side(&self) -> usize;
    /// Moves made since the start.
    fn ply(&self) -> usize;
    /// A hash of the position, as a guard against stale moves.
    fn hash(&self) -> u64;
    /// The position as text, in the form of the command line.
    fn position(&self) -> String;
    /// The position as a drawing in text, for people who read it line by line; `board` is [`Game::board`].
    fn diagram(&self, board: &Board) -> String;
    /// The geometry; the same throughout a game.
    fn board(&self) -> Board;
    /// Pieces beside the board.
    fn zones(&self) -> Vec<Zone>;
    /// Pieces on the board.
    fn pieces(&self) -> Vec<Piece>;
    /// Spaces that the position itself singles out.
    fn marks(&self) -> Vec<Mark>;
    /// Tokens that are no spaces.
    fn choices(&self) -> Vec<Choice>;
    /// A line about what the player must do now ("Shoot an enemy cow"), given the tokens tapped so far.
    fn task(&self, prefix: &[String]) -> Option<Message>;
    /// All legal moves; empty when the game is over.
    fn legal(&self) -> Vec<LegalMove>;
    /// Why `path` is not legal, in words.
    fn why_not(&self, path: &[String]) -> Message;
    /// Reads a move: its path (tokens joined by commas), or any other spelling that a legal move lists.
    ///
    /// # Errors
    /// [`Error::Illegal`] with the reason.
    fn read(&self, text: &str) -> Result<Vec<String>, Error>;
    /// The moves, in the usual notation, that a text could name which [`Game::read`] refuses because they are several.
    fn could_be(&self, text: &str) -> Vec<String>;
    /// Makes a move.
    ///
    /// # Errors
    /// [`Error::Illegal`] with the reason; the game is unchanged.
    fn play(&mut self, path: &[String]) -> Result<Played, Error>;
    /// Makes a move without words for it, as a match that is read back does with all but its last. A game that has ended by a
    /// look at its history (a fivefold repetition) goes on here: its record ends there.
    ///
    /// # Errors
    /// As [`Game::play`].
    fn advance(&mut self, path: &[String]) -> Result<(), Error>;
    /// Makes a move as programs spell it to each other, also where the game is over by rules that another program may not know.
    ///
    /// # Errors
    /// [`Error::Move`]: no legal move is spelled so.
    fn play_coordinates(&mut self, text: &str) -> Result<(), Error>;
    /// How the game ended, if it did.
    fn ending(&self) -> Option<Ending>;
    /// Whether some sequence of legal moves, however unlikely, lets `side` win.
    fn can_win(&self, side: usize) -> bool;
    /// A draw that a player may claim now; none where the game is over.
    fn claim(&self) -> Option<Ending>;
    /// The proven value of the position for the side to move, where an endgame table that is open has it.
    fn table_value(&self) -> Option<Value> {
        None
    }
    /// The techniques that are sound for this game, and those that its searches use.
    fn repertoire(&self) -> Repertoire;
    /// Searches the position (blocking; call it on a worker thread). The game is unchanged.
    fn search(&self, request: &Request, control: &Control) -> SearchReport;
    /// The same search for another program, which is told how it goes on. Neither book nor solver answers in its place, and it
    /// is also made where the game is over by rules that another program may not know.
    fn consult(&self, request: &Request, control: &Control, with: Consultation<'_>) -> UciReport;
    /// The same search with its tree: at most `cap` nodes of it. Neither book nor solver answers in its place.
    fn trace(&self, request: &Request, control: &Control, cap: usize) -> Trace;
    /// How many leaves of the full tree of `depth` plies must change to change the choice; `None` where there are fewer than two
    /// moves, or more than `most_nodes` nodes.
    fn conspiracy(&self, depth: u32, most_nodes: u64) -> Option<Conspiracy<String>>;
    /// Counts the leaves of the game tree `depth` plies deep. `full` makes every leaf move, otherwise the last ply is counted in bulk.
    fn perft(&self, depth: u32, full: bool) -> u64;
    /// [`Game::perft`] counted by one of [`GameType::conventions`]; the usual one where the name is empty.
    fn leaves(&self, depth: u32, convention: &str, full: bool) -> u64;
    /// [`Game::perft`] below each move, in notation.
    fn divide(&self, depth: u32, full: bool) -> Vec<(String, u64)>;
    /// The game as a file for other programs, where [`GameType::export`] names one.
    fn export(&self, credits: &Credits) -> Option<Export>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Game>;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}
