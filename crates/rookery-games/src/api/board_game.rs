//! The interface of a game beyond its rules ([`Position`]) and its evaluation ([`Knowledge`]): words, notation and the view.
//! `GameAdapter` and `GameTypeOf` derive everything else from it (legal moves with their effects, stable piece ids, reading
//! typed moves, endings, searches).
//!
//! To add a game: a folder with an implementation of these traits, its texts, and a line in the registry.

use crate::api::view::{Board, Choice, Mark, Side, Tone, Zone};
use crate::{Credits, Export, History, Message, RuleOptions, Sheet};
use rookery_engine::{Knowledge, Position, Variation};

/// A game as people see it. A value of the implementing type is the game with its variant and options chosen.
pub trait BoardGame: Clone + Default + Send + Sync + 'static {
    /// The rules.
    type Position: Position;
    /// The evaluation.
    type Knowledge: Knowledge<Self::Position> + Default;

    /// The metadata of the game: all that is known before it starts.
    const SHEET: &'static Sheet;

    // The game with its rules chosen.

    /// The game with this variant and these options, all of which have been checked. A game without variants and options keeps
    /// the default.
    fn new(_chosen: &RuleOptions) -> Self {
        Self::default()
    }
    /// The first position.
    fn start(&self) -> Self::Position;
    /// The first position of a match whose rules leave it to chance; this number decides it. `None` where the first position is
    /// fixed.
    fn start_by_chance(&self, _chance: u64) -> Option<Self::Position> {
        None
    }
    /// Reads a position. One that no game can reach may be refused, and must be refused if the rules do not say how the game goes
    /// on from it.
    ///
    /// # Errors
    /// One sentence for the person who typed it: what is wrong, and what is expected.
    fn parse(&self, text: &str) -> Result<Self::Position, String>;
    /// Writes a position so that [`BoardGame::parse`] reads it back.
    fn print(&self, position: &Self::Position) -> String;
    /// The engine's knowledge of the game: evaluation and move ordering.
    fn knowledge(&self) -> Self::Knowledge {
        Self::Knowledge::default()
    }
    /// A move from the opening book, with the value that the book gives it; with a seed, chance decides among equals.
    fn book(&self, _position: &Self::Position, _seed: u64) -> Option<Variation<MoveOf<Self>>> {
        None
    }

    // The view.

    /// The two sides, named after their colours; side 0 moves first, unless the players choose colours ([`BoardGame::colour`]).
    /// By default dark and light, with the names `NAME-side-0` and `NAME-side-1`.
    fn sides(&self) -> [Side; 2] {
        [
            Side::new(text_of::<Self>("side-0"), Tone::Dark, "●"),
            Side::new(text_of::<Self>("side-1"), Tone::Light, "○"),
        ]
    }
    /// The colour of a player, 0 or 1, in a position: the index into [`BoardGame::sides`], and the side of the player's pieces.
    /// By default the player's own number; another one where the rules let the players choose colours, as gomoku's swap does, and
    /// `None` until they have chosen.
    fn colour(&self, _position: &Self::Position, player: usize) -> Option<usize> {
        Some(player)
    }
    /// The geometry.
    fn board(&self) -> Board;
    /// Pieces beside the board.
    fn zones(&self, _position: &Self::Position) -> Vec<Zone> {
        Vec::new()
    }
    /// Pieces on the board, in a fixed order (row by row is a good one).
    fn pieces(&self, position: &Self::Position) -> Vec<PlacedPiece>;
    /// The name of a piece for screen readers ("dark cow").
    /// By default the text `NAME-KIND-SIDE`.
    fn piece_name(&self, side: usize, kind: &'static str) -> Message {
        text_of::<Self>(&format!("{kind}-{side}"))
    }
    /// The character of a piece in the text diagram, for people who read the position line by line. The text of
    /// [`BoardGame::print`] need not use it.
    fn sign(&self, side: usize, _kind: &'static str) -> &'static str {
        self.sides()[side].mark
    }
    /// Spaces that the position itself singles out, such as that of a king in check; `last` is the move that led to it, where
    /// the game knows one.
    fn marks(&self, _position: &Self::Position, _last: Option<MoveOf<Self>>) -> Vec<Mark> {
        Vec::new()
    }
    /// Spaces that a half-made move singles out, such as those of a mill that it has closed before the shot. The tapped tokens
    /// begin a legal move, but are not a whole one. If there are such spaces, they replace those of [`BoardGame::marks`].
    fn marks_ahead(&self, _position: &Self::Position, _tapped: &[String]) -> Vec<Mark> {
        Vec::new()
    }
    /// Tokens that are not spaces.
    fn choices(&self, _position: &Self::Position) -> Vec<Choice> {
        Vec::new()
    }
    /// The player's present task, given the tokens tapped so far; asked only while the game goes on.
    fn task(&self, _position: &Self::Position, _prefix: &[String]) -> Option<Message> {
        None
    }

    // Moves in words.

    /// The move, token by token, with the effect of each tap on the board. The tokens are the path of the move:
    /// no path is a prefix of another unless the player may stop there.
    fn steps(&self, position: &Self::Position, m: MoveOf<Self>) -> Vec<Step>;
    /// Whether a path of this move may begin with this token. A quick "no" spares the spelling of every other legal move when a
    /// match is read back; "yes" is always right.
    fn may_begin(&self, _position: &Self::Position, _m: MoveOf<Self>, _token: &str) -> bool {
        true
    }
    /// Other paths that a person may tap for the same move. Each has as many tokens as there are steps, and each token has the
    /// effect of its step.
    fn other_paths(&self, _position: &Self::Position, _m: MoveOf<Self>) -> Vec<Vec<String>> {
        Vec::new()
    }
    /// The usual notation; by default the tokens of the steps with hyphens between them.
    fn notation(&self, position: &Self::Position, m: MoveOf<Self>) -> String {
        let steps = self.steps(position, m).into_iter();
        steps.map(|step| step.token).collect::<Vec<_>>().join("-")
    }
    /// Other spellings that the text box reads, beside the notation and the path.
    fn spellings(&self, _position: &Self::Position, _m: MoveOf<Self>) -> Vec<String> {
        Vec::new()
    }
    /// The moves that a text could name, for spellings that are too many to be listed. A text that names a single move is read as
    /// that move.
    fn named(&self, _position: &Self::Position, _text: &str) -> Vec<MoveOf<Self>> {
        Vec::new()
    }
    /// The spelling of the move among programs: its origin and target, without anything between.
    fn coordinates(&self, position: &Self::Position, m: MoveOf<Self>) -> String {
        let steps = self.steps(position, m);
        steps.into_iter().map(|step| step.token).collect()
    }
    /// The move among `moves`, all legal in the position, whose spelling among programs or whose path is this text; `None` if
    /// there is none.
    fn read_coordinates(
        &self,
        position: &Self::Position,
        moves: &[MoveOf<Self>],
        text: &str,
    ) -> Option<MoveOf<Self>> {
        let is_spelled = |m: &MoveOf<Self>| self.coordinates(position, *m) == text;
        let is_path = |m: &MoveOf<Self>| {
            let steps = self.steps(position, *m).into_iter();
            steps.map(|step| step.token).collect::<String>() == text
        };
        let mut moves = moves.iter().copied();
        moves
            .clone()
            .find(is_spelled)
            .or_else(|| moves.find(is_path))
    }
    /// The move in words; by default its side and notation.
    fn say(&self, position: &Self::Position, m: MoveOf<Self>) -> Message {
        Message::new("move-place")
            .with("side", name_of(self, position, position.side()))
            .with("square", self.notation(position, m))
    }
    /// Why `path` is not legal, where the game knows a better reason than "not a legal move". Paths that are too short or too
    /// long and moves after the end are answered before it is asked.
    fn why_not(&self, _position: &Self::Position, _path: &[String]) -> Option<Message> {
        None
    }

    /// The game as a file, for games that other programs read ([`Sheet::export`]).
    fn export(
        &self,
        _start: &Self::Position,
        _moves: &[MoveOf<Self>],
        _credits: &Credits,
    ) -> Option<Export> {
        None
    }

    // The end.

    /// The words for an end that the position itself shows (its outcome, or no legal move); `winner` is `None` for a draw. By
    /// default the text `NAME-won` with the argument `$side`, or `NAME-drawn`.
    fn reason(&self, position: &Self::Position, winner: Option<usize>) -> Reason {
        match winner {
            None => Reason::new("drawn", text_of::<Self>("drawn")),
            Some(winner) => {
                let name = name_of(self, position, winner);
                let say = text_of::<Self>("won").with("side", name);
                Reason::new("won", say)
            }
        }
    }
    /// A draw that takes the history to see, such as a third repetition.
    fn draw(&self, _history: &History<Self::Position>) -> Option<Reason> {
        None
    }
    /// Whether some sequence of legal moves, however unlikely, lets `side` win. Resigning against a side that could not win is
    /// not a loss.
    fn can_win(&self, _position: &Self::Position, _side: usize) -> bool {
        true
    }
    /// A draw that a player may claim now, and that would not happen without a claim.
    fn claim(&self, _history: &History<Self::Position>) -> Option<Reason> {
        None
    }
}

/// A text of the game `G`, whose id begins with the game's name.
pub(crate) fn text_of<G: BoardGame>(key: &str) -> Message {
    Message::new(format!("{}-{key}", G::Position::NAME))
}

/// The name of a colour, in words.
pub(crate) fn side_name<G: BoardGame>(game: &G, side: usize) -> Message {
    let [first, second] = game.sides();
    if side == 0 { first.name } else { second.name }
}

/// The name of a player's side in a position, in words.
pub(crate) fn name_of<G: BoardGame>(game: &G, position: &G::Position, player: usize) -> Message {
    side_name(game, game.colour(position, player).unwrap_or(player))
}

/// A move of the game `G`.
pub type MoveOf<G> = <<G as BoardGame>::Position as Position>::Move;

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The space it stands on.
    pub at: String,
    /// The side to which it belongs.
    pub side: usize,
    /// The drawing, one of [`Sheet::pieces`] (`cross`, `nought`, `cow`, …).
    pub kind: &'static str,
}

impl PlacedPiece {
    /// A piece of this side and drawing on a space.
    pub fn new(at: String, side: usize, kind: &'static str) -> Self {
        PlacedPiece { at, side, kind }
    }
}

/// A token of a move and the effect of its tap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The token: a space, or a choice that begins with `#` or `=`.
    pub token: String,
    /// The changes on the board, in order; none where the tap only picks a piece up.
    pub changes: Vec<Change>,
}

impl Step {
    /// A tap that only selects.
    pub fn select(token: impl Into<String>) -> Self {
        Step::act(token, Vec::new())
    }

    /// A new piece put on a space.
    pub fn put(at: String, side: usize, kind: &'static str) -> Vec<Self> {
        let piece = PlacedPiece::new(at.clone(), side, kind);
        vec![Step::act(at, vec![Change::Add(piece)])]
    }

    /// A piece picked up and put down on another space, where it takes the piece of that space.
    pub fn carry(from: String, to: String, takes: bool) -> Vec<Self> {
        let taken = takes.then(|| Change::Remove { at: to.clone() });
        let there = Change::Move {
            from: from.clone(),
            to: to.clone(),
        };
        let changes = taken.into_iter().chain([there]).collect();
        vec![Step::select(from), Step::act(to, changes)]
    }

    /// A tap that does something.
    pub fn act(token: impl Into<String>, changes: Vec<Change>) -> Self {
        Step {
            token: token.into(),
            changes,
        }
    }
}

/// A change on the board, in spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A new piece appears.
    Add(PlacedPiece),
    /// The piece goes to another space.
    Move {
        /// Its space before the change.
        from: String,
        /// Its new space.
        to: String,
    },
    /// The piece leaves the board.
    Remove {
        /// Its space before the change.
        at: String,
    },
    /// The piece changes sides.
    Turn {
        /// Its space on the board.
        at: String,
        /// Its new side.
        side: usize,
    },
    /// The piece becomes another.
    Morph {
        /// Its space on the board.
        at: String,
        /// Its new drawing.
        kind: &'static str,
    },
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A short stable name, kept in the database (`three-in-a-row`, `blocked`, `repetition`).
    pub key: &'static str,
    /// The reason in words.
    pub say: Message,
    /// The reason in a few words, to be put after a colon (`four in a row`); without it, a page shows the whole sentence.
    pub brief: Option<Message>,
}

impl Reason {
    /// A reason of this name, in these words.
    pub fn new(key: &'static str, say: Message) -> Self {
        Reason {
            key,
            say,
            brief: None,
        }
    }

    /// The draw by the third occurrence of the present position; `None` before that, or in a match without this rule
    /// (`is_played`).
    pub fn repetition<P: Position>(history: &History<P>, is_played: bool) -> Option<Self> {
        let reason = || {
            Reason::new("repetition", Message::new("draw-repetition"))
                .briefly(Message::new("brief-repetition"))
        };
        (is_played && history.occurrences() >= 3).then(reason)
    }

    /// The same with a few words for the result of a match.
    #[must_use]
    pub fn briefly(self, brief: Message) -> Self {
        Reason {
            brief: Some(brief),
            ..self
        }
    }
}
