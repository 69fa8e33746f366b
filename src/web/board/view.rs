//! Board view, version 1: a position with its geometry, pieces and legal moves, as JSON for the page and the API.
//!
//! Beyond the members that every client needs, it carries what only saves a page another request: `say` (where the match
//! stands, in words), `tasks`, `played`, `text`, `position` and `thinking`. A client ignores members that it does not know.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::matches::Status;
use crate::web::board::scene::{Aids, Facts, Scene};
use crate::web::board::status;
use crate::web::board::walk::Walk;
use rookery_games::Game;
use rookery_games::Message;
use rookery_games::api::view::{Board, BoardKind, Fx, LegalMove, Mark, Tone};

/// A board view; all texts are in words already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardView<'a> {
    /// The version of this form: 1.
    pub v: u8,
    /// The registry's name of the game.
    pub game: String,
    /// The variant's key.
    pub variant: String,
    /// The match; empty where the first move only begins one.
    pub id: String,
    /// Moves made up to the position that is shown.
    pub ply: usize,
    /// The position's hash, 16 hexadecimal digits: a guard against moves for another position.
    pub hash: String,
    /// The side to move.
    pub turn: usize,
    /// The side of the person who asked, none for a spectator.
    pub me: Option<usize>,
    /// `playing`, `won`, `drawn` or `aborted`.
    pub status: &'static str,
    /// The version of the match.
    pub version: i64,
    /// How it ended, where it has.
    pub result: Option<ResultView>,
    /// The two sides; side 0 moves first, in every game.
    pub sides: [SideView; 2],
    /// The geometry.
    pub board: BoardPlan,
    /// Pieces beside the board.
    pub zones: Vec<ZoneView>,
    /// Pieces on the board.
    pub pieces: Vec<PieceView>,
    /// Tokens that are no spaces, with the words of their buttons.
    pub choices: BTreeMap<&'static str, String>,
    /// The pieces that such buttons draw.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<&'static str, FigureView>,
    /// Spaces that the position itself singles out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkView>,
    /// The draw that a player may claim now, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The moves of the person who asked; empty where that person is not to move.
    pub moves: Vec<MoveView>,
    /// The move that led here.
    pub last: Option<LastView>,
    /// What may be asked for.
    pub aids: Aids,
    /// Where the match stands, in words.
    pub say: String,
    /// What to do next, by the tokens tapped so far (joined by commas); where one is not listed, its longest beginning counts.
    pub tasks: BTreeMap<String, String>,
    /// All moves of the match in the usual notation.
    pub played: Vec<&'a str>,
    /// The position as a drawing in text.
    pub text: String,
    /// The position as the command line reads it.
    pub position: String,
    /// Whether the engine is at work.
    pub thinking: bool,
    /// What was wrong with the request that this view answers.
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

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResultView {
    /// The winning side, none for a draw.
    pub winner: Option<usize>,
    /// The stable name of the reason.
    pub reason: &'static str,
    /// The reason in words.
    pub say: String,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    /// What it is called.
    pub name: String,
    /// `dark` or `light`.
    pub tone: &'static str,
    /// A sign that tells the sides apart without colour.
    pub mark: &'static str,
    /// Who sits there.
    pub player: String,
}

/// The geometry of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardPlan {
    /// `cells` (squares are drawn) or `points` (lines are drawn).
    pub kind: &'static str,
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
    /// The spaces that exist, row 0 on top.
    pub spaces: Vec<SpaceView>,
    /// Lines from a space to a space, points only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(String, String)>,
    /// Names of columns and rows.
    pub coords: Coords,
    /// `rotate` where the second player sees the board turned by 180 degrees, else `none`.
    pub flip: &'static str,
}

/// A place where a piece can stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpaceView {
    /// Its name.
    pub id: String,
    /// Column from the left, from 0.
    pub c: u8,
    /// Row from the top, from 0.
    pub r: u8,
    /// 0 light or plain, 1 dark.
    pub shade: u8,
    /// The token of a tap, where it is not `id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tap: Option<String>,
}

/// Names of columns from the left and rows from the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coords {
    /// Columns.
    pub files: &'static str,
    /// Rows.
    pub ranks: &'static str,
}

/// Pieces beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneView {
    /// Its name.
    pub id: &'static str,
    /// What it is.
    pub label: String,
    /// How many lie there.
    pub count: usize,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// Stable within a match.
    pub id: u16,
    /// Where it stands.
    pub at: String,
    /// Whose it is.
    pub side: usize,
    /// Its drawing.
    pub kind: &'static str,
    /// What it is called.
    pub name: String,
}

/// A piece that is drawn on a button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureView {
    /// Whose it is.
    pub side: usize,
    /// Its drawing.
    pub kind: &'static str,
}

/// A space that the position itself singles out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkView {
    /// The space.
    pub at: String,
    /// How it is drawn (`check`, `line`, `mate`, `mill`).
    pub kind: &'static str,
    /// What it means.
    pub say: String,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// Its tokens, in the order in which a person taps them.
    pub path: Vec<String>,
    /// Other paths of the same move: as many tokens, and each does what the path's own does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Vec<String>>,
    /// Other spellings; the first is the usual notation.
    pub alt: Vec<String>,
    /// The move in words.
    pub say: String,
    /// What happens on the board at each token.
    pub fx: Vec<Vec<FxView>>,
}

/// A change on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum FxView {
    /// A new piece appears.
    Add {
        /// Its stable id.
        p: u16,
        /// Where.
        at: String,
        /// Whose.
        side: usize,
        /// Its drawing.
        kind: &'static str,
    },
    /// A piece goes to another space.
    Move {
        /// The piece.
        p: u16,
        /// Where to.
        to: String,
    },
    /// A piece leaves the board.
    Remove {
        /// The piece.
        p: u16,
    },
    /// A piece changes sides.
    Turn {
        /// The piece.
        p: u16,
        /// Its new side.
        side: usize,
    },
    /// A piece becomes another.
    Morph {
        /// The piece.
        p: u16,
        /// Its new drawing.
        kind: &'static str,
    },
}

/// The move that led to the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastView {
    /// Its tokens.
    pub path: Vec<String>,
    /// The move in words, side included.
    pub say: String,
    /// The spaces to outline.
    pub squares: Vec<String>,
}

impl<'a> BoardView<'a> {
    /// The view of a scene. `say` puts a message into words.
    pub fn new(scene: &Scene<'a>, say: &dyn Fn(&Message) -> String) -> Self {
        BoardView::of(scene, Facts::of(scene), say)
    }

    /// The same, of a position whose facts are known.
    pub fn of(scene: &Scene<'a>, facts: Facts, say: &dyn Fn(&Message) -> String) -> Self {
        let game = scene.game;
        let Facts {
            board,
            pieces,
            legal,
            choices,
            marks,
        } = facts;
        let text = described(game, &board, &marks, say);
        BoardView {
            v: 1,
            game: scene.kind.to_owned(),
            variant: scene.variant.to_owned(),
            id: scene.id.map_or_else(String::new, |id| id.to_string()),
            ply: game.ply(),
            hash: format!("{:016x}", game.hash()),
            turn: game.side(),
            me: scene.me,
            status: scene.status.as_str(),
            version: scene.version,
            result: result_of(scene, say),
            sides: [0, 1].map(|side| SideView {
                name: say(&scene.sides[side].name),
                tone: tone_of(scene.sides[side].tone),
                mark: scene.sides[side].mark,
                player: scene.players[side].clone(),
            }),
            board: plan_of(board),
            zones: game
                .zones()
                .into_iter()
                .map(|zone| ZoneView {
                    id: zone.id,
                    label: say(&zone.label),
                    count: zone.count,
                })
                .collect(),
            pieces: pieces
                .into_iter()
                .map(|piece| PieceView {
                    id: piece.id,
                    at: piece.at,
                    side: piece.side,
                    kind: piece.kind,
                    name: say(&piece.name),
                })
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
            marks: marks
                .into_iter()
                .map(|mark| MarkView {
                    at: mark.at,
                    kind: mark.kind,
                    say: say(&mark.say),
                })
                .collect(),
            claim: scene.claim().map(|claim| say(&claim.say)),
            tasks: tasks_of(scene, &legal, say),
            say: status::of(scene, &legal, say),
            moves: legal.into_iter().map(|m| move_view(m, say)).collect(),
            last: scene.last.as_ref().map(|last| LastView {
                path: last.path.clone(),
                say: say(&last.say),
                squares: last.squares.clone(),
            }),
            aids: scene.aids,
            played: scene.notation.clone(),
            text,
            position: game.position(),
            thinking: scene.is_thinking,
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

/// The position as a drawing in text, and below it what is singled out, by what it is.
fn described(
    game: &dyn Game,
    board: &Board,
    marks: &[Mark],
    say: &dyn Fn(&Message) -> String,
) -> String {
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

/// The word for a tone.
pub fn tone_of(tone: Tone) -> &'static str {
    match tone {
        Tone::Dark => "dark",
        Tone::Light => "light",
    }
}

/// The word for a kind of board.
pub fn kind_of(kind: BoardKind) -> &'static str {
    match kind {
        BoardKind::Cells => "cells",
        BoardKind::Points => "points",
    }
}

fn result_of(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> Option<ResultView> {
    if scene.status == Status::Playing {
        return None;
    }
    scene.ending.as_ref().map(|ending| ResultView {
        winner: ending.winner,
        reason: ending.reason,
        say: say(&ending.say),
    })
}

fn plan_of(board: Board) -> BoardPlan {
    BoardPlan {
        kind: kind_of(board.kind),
        cols: board.cols,
        rows: board.rows,
        spaces: board
            .spaces
            .into_iter()
            .map(|s| SpaceView {
                id: s.id,
                c: s.c,
                r: s.r,
                shade: s.shade,
                tap: s.tap,
            })
            .collect(),
        lines: board.lines,
        coords: Coords {
            files: board.files,
            ranks: board.ranks,
        },
        flip: if board.rotates { "rotate" } else { "none" },
    }
}

fn move_view(legal: LegalMove, say: &dyn Fn(&Message) -> String) -> MoveView {
    let fx = |fx| match fx {
        Fx::Add { p, at, side, kind } => FxView::Add { p, at, side, kind },
        Fx::Move { p, to } => FxView::Move { p, to },
        Fx::Remove { p } => FxView::Remove { p },
        Fx::Turn { p, side } => FxView::Turn { p, side },
        Fx::Morph { p, kind } => FxView::Morph { p, kind },
    };
    MoveView {
        path: legal.path,
        also: legal.also,
        alt: legal.alt,
        say: say(&legal.say),
        fx: legal
            .fx
            .into_iter()
            .map(|step| step.into_iter().map(fx).collect())
            .collect(),
    }
}

/// The task at every place of the tree where a person can pause, without those that say the same as the place before.
fn tasks_of(
    scene: &Scene<'_>,
    legal: &[LegalMove],
    say: &dyn Fn(&Message) -> String,
) -> BTreeMap<String, String> {
    let walk = Walk::new(legal);
    let mut tasks = BTreeMap::new();
    let mut places = vec![(Vec::new(), None)];
    while let Some((prefix, before)) = places.pop() {
        let next = walk.next(&prefix);
        if next.is_empty() {
            continue;
        }
        let task = scene.game.task(&prefix).map(|task| say(&task));
        if let Some(words) = &task
            && before.as_ref() != Some(words)
        {
            tasks.insert(prefix.join(","), words.clone());
        }
        for token in next {
            let mut longer = prefix.clone();
            longer.push(token.to_owned());
            places.push((longer, task.clone()));
        }
    }
    tasks
}
