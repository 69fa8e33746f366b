//! Board view, version 1: a position with its geometry, pieces and legal moves, as JSON for the page and the API.
//!
//! Beyond the members that every client needs, it carries what only saves a page another request: `say` and
//! `aloud` (where the match stands, in words), `tasks`, `played`, `asides`, `vacant`, `text`, `position` and `thinking`. A client ignores members that it does not know.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::matches::Status;
use crate::web::board::scene::{Aids, Facts, Scene, VariationView};
use crate::web::board::status;
use crate::web::board::walk::Walk;
use rookery_games::api::view::{Board, Ending, LegalMove, Mark, Piece, Played, Say, Zone};
use rookery_games::{Game, Letter, Message, shown_colour};

/// A board view; all texts are in words already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardView<'a> {
    /// The version of this form: 1.
    pub v: u8,
    /// The registry's name of the game.
    pub game: String,
    /// The variant's key.
    pub variant: String,
    /// The match; empty if the first move only begins one.
    pub id: String,
    /// Moves made up to the shown position.
    pub ply: usize,
    /// The position's hash, 16 hexadecimal digits: a guard against moves for another position.
    pub hash: String,
    /// The side to move, of [`BoardView::sides`].
    pub turn: usize,
    /// The player to move, where its number is not that of its colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<usize>,
    /// The side of the person who asked, none for a spectator.
    pub me: Option<usize>,
    /// `playing`, `won`, `drawn` or `aborted`.
    pub status: &'static str,
    /// The version of the match.
    pub version: i64,
    /// The end of the match, if it has come.
    pub result: Option<Ending<String>>,
    /// The viewer's best level in this game, if it was first beaten in this match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_level: Option<u8>,
    /// The two sides: colours, which the players may choose in some games. `turn`, `me`, the winner and the pieces are numbers of them; side 0
    /// moves first unless the players chose.
    pub sides: [SideView; 2],
    /// The geometry.
    pub board: Board,
    /// Pieces beside the board.
    pub zones: Vec<Zone<String>>,
    pub pieces: Vec<Piece<String>>,
    /// Tokens that are not spaces, with the words of their buttons.
    pub choices: BTreeMap<&'static str, String>,
    /// The pieces that such buttons draw.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<&'static str, FigureView>,
    /// Spaces marked by the position itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark<String>>,
    /// The spaces that a half-made move marks in their place, by the tokens tapped so far (joined by commas); where a prefix is not
    /// listed, `marks` hold.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub marks_ahead: BTreeMap<String, Vec<Mark<String>>>,
    /// The draw that a player may claim now, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The moves that the viewer may make; empty if it is not his or her turn.
    pub moves: Vec<LegalMove<String>>,
    /// Whether the viewer waits for the other side in a game whose moves begin at the mover's own piece, so that a premove can be chosen
    /// by two taps.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub premoves: bool,
    /// The move that led here.
    pub last: Option<Played<String>>,
    /// The work of the engine for that move, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// The time after the viewer's move at which that move is shown, at the earliest, milliseconds: longer where the engine had to think,
    /// at levels below the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pause_ms: Option<u64>,
    /// The aids that the viewer may ask for.
    pub aids: Aids,
    /// The state of the match, in words.
    pub say: String,
    /// The beginning of these words if the match is over ("You won"): the heading of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The rest of them after a colon, if there is more to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<String>,
    /// The end of the match for the viewer, if it has come: `won`, `lost` or `even`; for spectators it is even.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<&'static str>,
    /// The state for screen readers, if it says more than `say`: on the viewer's turn, how many moves there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aloud: Option<String>,
    /// The next task, by the tokens tapped so far (joined by commas); if a prefix is not listed, its longest listed prefix applies.
    pub tasks: BTreeMap<String, String>,
    /// All moves of the match in the usual notation.
    pub played: Vec<&'a str>,
    /// The number of leading moves without a number in the list: those before the players choose colours, and the choice itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asides: Option<usize>,
    /// The places of the list that stay free before the others, two to a number from 1 on: 45 where the second side has move 23.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacant: Option<usize>,
    /// The letters with which the notation of a move may begin, with the pieces that they stand for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<&'static str, LetterView>,
    /// The position as a drawing in text.
    pub text: String,
    /// The position as the command line reads it.
    pub position: String,
    /// Whether the engine is at work.
    pub thinking: bool,
    /// The variation that led here, in a match that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variation: Option<VariationView>,
    /// The error of the request that this view answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RefusalView>,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusalView {
    /// A short stable name (`stale`, `illegal`).
    pub code: &'static str,
    /// The reason in words.
    pub say: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    pub name: String,
    /// `dark` or `light`.
    pub tone: &'static str,
    /// A sign that tells the sides apart without colour.
    pub mark: &'static str,
    pub player: String,
}

/// A piece that is drawn on a button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureView {
    pub side: usize,
    pub kind: &'static str,
}

/// A piece that a letter of the notation stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LetterView {
    /// Its drawing.
    pub kind: &'static str,
    /// The name of the piece, in words.
    pub name: String,
}

impl LetterView {
    fn of(letter: &Letter, say: Say<'_>) -> Self {
        LetterView {
            kind: letter.kind,
            name: say(&Message::new(letter.name)),
        }
    }
}

impl<'a> BoardView<'a> {
    /// The view of a scene. `say` formats a message.
    pub fn new(scene: &Scene<'a>, say: Say<'_>) -> Self {
        BoardView::of(scene, Facts::of(scene), say)
    }

    /// The same, of a position whose facts are known.
    pub fn of(scene: &Scene<'a>, facts: Facts, say: Say<'_>) -> Self {
        let game = scene.game;
        let Facts {
            board,
            pieces,
            legal,
            choices,
            marks,
        } = facts;
        let text = described(game, &board, &marks, say);
        let premoves = scene.awaits_reply() && takes_premoves(scene, &pieces);
        let status = status::of(scene, say);
        let outcome = status::outcome(scene, say);
        let facts = outcome
            .as_ref()
            .and_then(|outcome| status.strip_prefix(outcome.as_str())?.strip_prefix(": "));
        BoardView {
            v: 1,
            game: scene.kind.to_owned(),
            variant: scene.variant.to_owned(),
            id: scene.id.map_or_else(String::new, |id| id.to_string()),
            ply: game.ply(),
            hash: format!("{:016x}", game.hash()),
            turn: scene.turn(),
            mover: (game.side() != scene.turn()).then(|| game.side()),
            me: scene.own_colour(),
            status: scene.status.as_str(),
            version: scene.version,
            result: result_of(scene, say),
            best_level: scene.best_level,
            sides: [0, 1].map(|colour| SideView {
                name: say(&scene.sides[colour].name),
                tone: scene.sides[colour].tone.as_str(),
                mark: scene.sides[colour].mark,
                player: scene.players[usize::from(shown_colour(game, 0) != colour)].clone(),
            }),
            board,
            zones: game
                .zones()
                .into_iter()
                .map(|zone| zone.in_words(say))
                .collect(),
            pieces: pieces
                .into_iter()
                .map(|piece| piece.in_words(say))
                .collect(),
            choices: choices
                .iter()
                .map(|choice| (choice.token, say(&choice.label)))
                .collect(),
            figures: choices
                .into_iter()
                .filter_map(|choice| {
                    let (side, kind) = choice.figure?;
                    Some((choice.token, FigureView { side, kind }))
                })
                .collect(),
            marks: in_words(marks, say),
            marks_ahead: marks_ahead(game, &legal, say),
            claim: scene.claim().map(|claim| say(&claim.say)),
            tasks: tasks_of(scene, &legal, say),
            facts: facts.map(str::to_owned),
            say: status,
            outcome,
            end: status::end(scene),
            aloud: status::aloud(scene, &legal, say),
            moves: legal.into_iter().map(|legal| legal.in_words(say)).collect(),
            premoves,
            last: scene.last.clone().map(|last| last.in_words(say)),
            effort: scene.effort.as_ref().map(say),
            pause_ms: scene.pause_ms,
            aids: scene.aids,
            played: scene.notation.clone(),
            asides: Some(scene.numbering.asides).filter(|count| *count > 0),
            vacant: Some(scene.numbering.vacant).filter(|count| *count > 0),
            letters: scene
                .letters
                .iter()
                .map(|letter| (letter.letter, LetterView::of(letter, say)))
                .collect(),
            text,
            position: game.position(),
            thinking: scene.is_thinking,
            variation: scene.variation.clone(),
            error: None,
        }
    }

    /// The same view as the answer to a request that was refused (409 stale, 422 not legal).
    #[must_use]
    pub fn refusing(mut self, code: &'static str, say: impl Into<String>) -> Self {
        self.error = Some(RefusalView {
            code,
            say: say.into(),
        });
        self
    }
}

/// The position as a text diagram, with the marked spaces below it.
fn described(game: &dyn Game, board: &Board, marks: &[Mark], say: Say<'_>) -> String {
    let mut by_words: Vec<(String, Vec<&str>)> = Vec::new();
    for mark in marks {
        let words = say(&mark.say);
        match by_words.iter_mut().find(|(known, _)| *known == words) {
            Some((_, places)) => places.push(&mark.at),
            None => by_words.push((words, vec![&mark.at])),
        }
    }
    by_words
        .into_iter()
        .fold(game.diagram(board), |text, (words, places)| {
            let line = Message::new("board-marked")
                .with("what", words)
                .with("places", places.join(", "));
            format!("{text}{}\n", say(&line))
        })
}

fn result_of(scene: &Scene<'_>, say: Say<'_>) -> Option<Ending<String>> {
    let ending = scene
        .ending
        .clone()
        .filter(|_| scene.status != Status::Playing);
    ending.map(|ending| {
        let winner = (ending.winner).map(|winner| shown_colour(scene.game, winner));
        Ending { winner, ..ending }.in_words(say)
    })
}

fn in_words(marks: Vec<Mark>, say: Say<'_>) -> Vec<Mark<String>> {
    marks.into_iter().map(|mark| mark.in_words(say)).collect()
}

/// Whether the viewer's moves begin at a piece. The viewer's own last move usually shows this, so that the other side's legal moves need
/// not be listed.
fn takes_premoves(scene: &Scene<'_>, pieces: &[Piece]) -> bool {
    let Some(last) = &scene.last else {
        return starts_from_pieces(scene.game, pieces);
    };
    let Some(second) = last.path.get(1) else {
        return false;
    };
    let came_there = |piece: &Piece| piece.at == *second && Some(piece.side) == scene.own_colour();
    pieces.iter().any(came_there) || starts_from_pieces(scene.game, pieces)
}

/// Whether some move of the side to move begins at one of its own pieces and goes on from there.
fn starts_from_pieces(game: &dyn Game, pieces: &[Piece]) -> bool {
    let colour = shown_colour(game, game.side());
    let is_own = |at: &String| {
        let of_mover = |piece: &Piece| piece.at == *at && piece.side == colour;
        pieces.iter().any(of_mover)
    };
    let legal = game.legal();
    let mut paths = legal.iter().map(|legal| &legal.path);
    paths.any(|path| path.len() > 1 && path.first().is_some_and(is_own))
}

/// The marks of every half-made move that has some.
fn marks_ahead(
    game: &dyn Game,
    legal: &[LegalMove],
    say: Say<'_>,
) -> BTreeMap<String, Vec<Mark<String>>> {
    let paths = legal.iter().flat_map(LegalMove::paths);
    let begun = paths.flat_map(|path| (1..path.len()).map(move |count| &path[..count]));
    let begun: BTreeSet<&[String]> = begun.collect();
    let marks = begun.into_iter().map(|tapped| (tapped, game.marks(tapped)));
    marks
        .filter(|(_, marks)| !marks.is_empty())
        .map(|(tapped, marks)| (tapped.join(","), in_words(marks, say)))
        .collect()
}

/// The task at every node of the tree where a person can pause, without those that repeat their parent's.
fn tasks_of(scene: &Scene<'_>, legal: &[LegalMove], say: Say<'_>) -> BTreeMap<String, String> {
    let mut tasks = BTreeMap::new();
    // Each place has the paths that go through it alone: a position may have thousands.
    let mut places = vec![(Walk::new(legal), Vec::new(), None)];
    while let Some((walk, prefix, before)) = places.pop() {
        let next = walk.next(&prefix);
        if next.is_empty() {
            continue;
        }
        let task = scene.task(&prefix).map(|task| say(&task));
        if let Some(words) = &task
            && before.as_ref() != Some(words)
        {
            tasks.insert(prefix.join(","), words.clone());
        }
        for token in next {
            let mut longer = prefix.clone();
            longer.push(token.to_owned());
            places.push((walk.under(&longer), longer, task.clone()));
        }
    }
    tasks
}
