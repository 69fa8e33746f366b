//! The scene of a board: a game at one of its positions, and its viewer.

use crate::ids::GameId;
use crate::matches::{Numbering, Status};
use rookery_games::api::view::{Board, Choice, Ending, LegalMove, Mark, Piece, Played, Side};
use rookery_games::{Game, GameType, Letter, Message, Setup, World, shown_colour};

/// Actions besides moves that the viewer may request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Aids {
    /// Take a move back.
    pub takeback: bool,
    /// Ask the engine for a move.
    pub hint: bool,
    /// Claim a draw, or offer one.
    pub draw: bool,
    /// See the engine's evaluation.
    pub eval: bool,
}

/// More words for a viewer who has not finished a match of this game yet.
#[derive(Clone, Copy)]
pub struct Coach {
    pub kind: &'static dyn GameType,
    /// Whether the viewer had another task, or none, at the turn before: then the words are said aloud, once.
    pub is_news: bool,
}

/// A game, the shown position, and the viewer.
pub struct Scene<'a> {
    /// The match; `None` if the first tap only begins one.
    pub id: Option<GameId>,
    /// The registry's name of the game.
    pub kind: &'a str,
    /// The colours and the material of its board.
    pub world: &'static World,
    /// The letters of its notation that stand for pieces.
    pub letters: &'static [Letter],
    /// The variant's key.
    pub variant: &'a str,
    /// The game at the shown position.
    pub game: &'a dyn Game,
    /// The two colours as the game names them; `game.colour` says which one a player has in the shown position.
    pub sides: [Side; 2],
    /// The two players in words; index 0 moves first.
    pub players: [String; 2],
    /// The viewer among the players; `None` for a spectator.
    pub me: Option<usize>,
    /// Whether the first side is at the bottom for the viewer.
    pub is_first_below: bool,
    /// The version of the match.
    pub version: i64,
    /// The state of the match.
    pub status: Status,
    /// The end of the match, if it has come.
    pub ending: Option<Ending>,
    /// The viewer's opponent in a word (`Casual`), for the result; `None` for a spectator.
    pub opponent: Option<String>,
    /// The level of the engine, if the viewer has beaten it in this match and none above it so far.
    pub best_level: Option<u8>,
    /// The move that led to the position.
    pub last: Option<Played>,
    /// The work of the engine for that move, if it was the engine's and it searched.
    pub effort: Option<Message>,
    /// The time that this move takes on the board, milliseconds; `None` for the shortest.
    pub pause_ms: Option<u64>,
    /// All moves of the match in the usual notation.
    pub notation: Vec<&'a str>,
    /// The numbers that they have in their list.
    pub numbering: Numbering,
    /// The colour that the other player has chosen, in words, until the viewer has moved after it.
    pub chosen: Option<Message>,
    /// The aids that the viewer may ask for.
    pub aids: Aids,
    /// Help with the first match, where the viewer needs it.
    pub coach: Option<Coach>,
    /// Whether the engine is at work on its move.
    pub is_thinking: bool,
    /// Whether the position is the present one; an earlier one can be looked at but not played.
    pub is_present: bool,
    /// The variation that led here, in a match that is over.
    pub variation: Option<VariationView>,
    /// Whether the viewer may try moves for both sides, in a match that is over.
    pub may_try: bool,
}

/// A variation of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct VariationView {
    /// The ply at which it leaves the match.
    pub from: usize,
    /// Its moves: tokens joined by commas, moves by spaces.
    pub line: String,
    /// Its moves in the usual notation.
    pub moves: Vec<String>,
}

impl<'a> Scene<'a> {
    /// A position that belongs to no match, by the usual rules of its game, with the names of its two players.
    pub fn of_position(
        kind: &'static dyn GameType,
        game: &'a dyn Game,
        players: [String; 2],
        last: Option<Played>,
        me: Option<usize>,
    ) -> Self {
        Scene {
            id: None,
            kind: kind.name(),
            world: &kind.sheet().world,
            letters: kind.sheet().letters,
            variant: kind.variants().first().map_or("", |v| v.key),
            game,
            sides: kind.sides(&Setup::default()),
            players,
            me,
            is_first_below: false,
            version: 0,
            status: Status::Playing,
            ending: None,
            opponent: None,
            best_level: None,
            last,
            effort: None,
            pause_ms: None,
            notation: Vec::new(),
            numbering: Numbering::default(),
            chosen: None,
            aids: Aids::default(),
            coach: None,
            is_thinking: false,
            is_present: true,
            variation: None,
            may_try: false,
        }
    }
}

impl Scene<'_> {
    /// Whether the viewer is to move now.
    pub fn is_playable(&self) -> bool {
        self.is_present && self.status == Status::Playing && self.me == Some(self.game.side())
    }

    /// Whether the viewer watches a match of other people, which goes on.
    pub fn is_watched(&self) -> bool {
        self.id.is_some() && self.me.is_none() && self.status == Status::Playing
    }

    /// The number of moves of the match: a move of each colour counts as one, and so do two before the choice of colours.
    pub fn move_count(&self) -> usize {
        self.numbering.count(self.notation.len())
    }

    /// The colour to move in the shown position.
    pub fn turn(&self) -> usize {
        shown_colour(self.game, self.game.side())
    }

    /// The colour of the viewer in the shown position.
    pub fn own_colour(&self) -> Option<usize> {
        self.me.map(|me| shown_colour(self.game, me))
    }

    /// Whether the viewer's taps are moves: on his or her turn, and where moves may be tried.
    pub fn takes_moves(&self) -> bool {
        self.is_playable() || (self.may_try && self.game.ending().is_none())
    }

    /// Whether the viewer plays and the other side is to move.
    pub fn awaits_reply(&self) -> bool {
        let is_theirs = |me| me != self.game.side();
        self.is_present && self.status == Status::Playing && self.me.is_some_and(is_theirs)
    }

    /// The variation, if a move has been tried.
    pub fn tried(&self) -> Option<&VariationView> {
        self.variation
            .as_ref()
            .filter(|tried| !tried.moves.is_empty())
    }

    /// The draw that the viewer may claim now.
    pub fn claim(&self) -> Option<Ending> {
        let may_claim = self.is_present && self.status == Status::Playing && self.me.is_some();
        may_claim.then(|| self.game.claim()).flatten()
    }

    /// The viewer's present task, given the tokens tapped so far: in the coach's words, where it has some.
    pub fn task(&self, prefix: &[String]) -> Option<Message> {
        let task = self.game.task(prefix)?;
        let coached = self.coach.and_then(|coach| coach.kind.coach(&task));
        Some(coached.unwrap_or(task))
    }

    /// The coach's words on a task that the viewer did not have at the turn before.
    pub fn news(&self) -> Option<Message> {
        let coach = self.coach.filter(|coach| coach.is_news)?;
        coach.kind.coach(&self.game.task(&[])?)
    }

    /// Whether the viewer sees the board turned by 180 degrees.
    pub fn is_turned(&self, board: &Board) -> bool {
        self.me == Some(1) && board.rotates && !self.is_first_below
    }
}

/// Properties of a position, computed once: the game would recompute each of them on every call.
pub struct Facts {
    /// The geometry.
    pub board: Board,
    pub pieces: Vec<Piece>,
    /// The moves that the viewer may make; empty if it is not his or her turn.
    pub legal: Vec<LegalMove>,
    /// Tokens that are not spaces.
    pub choices: Vec<Choice>,
    /// Spaces marked by the position itself.
    pub marks: Vec<Mark>,
}

impl Facts {
    /// The facts of the shown position.
    pub fn of(scene: &Scene<'_>) -> Self {
        Facts {
            board: scene.game.board(),
            pieces: scene.game.pieces(),
            legal: match scene.takes_moves() {
                true => scene.game.legal(),
                false => Vec::new(),
            },
            choices: scene.game.choices(),
            marks: scene.game.marks(&[]),
        }
    }
}
