//! The exercise of a rules page: a position in which the visitor finds a move. Nothing is kept: the address holds the taps.

use askama::Template;
use serde::Serialize;

use crate::web::Error;
use crate::web::board::{BoardPart, BoardView, Scene, Step, Target, Walk};
use crate::web::rules::section::{self, scene};
use crate::web::words::Words;
use rookery_games::api::view::{Board, Choice, Played};
use rookery_games::text::shortened;
use rookery_games::{Diagram, Game, GameType, Message};

/// Most bytes of the taps in an address: no move of any game takes a tenth of it.
const TAPS_MAX: usize = 200;

/// The verdict on the visitor's taps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The move is not whole yet.
    Open,
    /// The move achieves the goal of the task.
    Right,
    /// The move is legal and does not.
    NotYet,
    /// It is not a legal move.
    NotLegal,
    /// It is not made of spaces of this board.
    Nonsense,
}

impl Judgement {
    /// The word of the JSON, for the style sheet.
    fn as_str(self) -> &'static str {
        match self {
            Judgement::Open => "open",
            Judgement::Right => "right",
            Judgement::NotYet => "not-yet",
            Judgement::NotLegal => "not-legal",
            Judgement::Nonsense => "nonsense",
        }
    }

    /// Whether nothing was tapped, so that there is nothing to do again.
    fn is_untouched(self, prefix: &str) -> bool {
        self == Judgement::Open && prefix.is_empty()
    }
}

/// The exercise as a part of the page.
#[derive(Template)]
#[template(path = "partials/exercise.html")]
pub struct Exercise<'a> {
    page: &'a Words,
    /// The registry's name of the game.
    name: &'static str,
    /// The exercise in words.
    task: String,
    pub judgement: Judgement,
    /// The words about the move; empty before there is one.
    pub comment: String,
    board: BoardPart,
}

/// The same as JSON, for the script of the page.
#[derive(Serialize)]
pub struct ExerciseView<'a> {
    judgement: Judgement,
    say: String,
    /// The position after the move.
    view: BoardView<'a>,
}

/// The taps of an address, judged.
struct Attempt {
    judgement: Judgement,
    comment: String,
    /// The game, after the move if it was whole.
    game: Box<dyn Game>,
    last: Option<Played>,
    /// The tokens of a move that is not whole yet.
    prefix: Vec<String>,
}

impl Attempt {
    fn new(
        words: &Words,
        kind: &'static dyn GameType,
        diagram: &Diagram,
        taps: &str,
    ) -> Result<Self, Error> {
        let (game, last) = diagram.game(kind).map_err(|e| section::defect(kind, &e))?;
        let open = |judgement, comment: String, prefix| Attempt {
            judgement,
            comment,
            game: game.boxed_clone(),
            last: last.clone(),
            prefix,
        };
        let tokens: Vec<String> = taps.split(',').map(str::to_owned).collect();
        let tokens: Vec<String> = tokens.into_iter().filter(|t| !t.is_empty()).collect();
        let is_known = |token: &String| names_a_place(&game.board(), &game.choices(), token);
        if taps.len() > TAPS_MAX || !tokens.iter().all(is_known) {
            let said = Message::new("rules-nonsense").with("taps", shortened(taps));
            return Ok(open(Judgement::Nonsense, words.say(&said), Vec::new()));
        }
        // A comma at the end is the button that finishes a move which could go on.
        let is_finished = taps.ends_with(',');
        let legal = game.legal();
        let walk = Walk::new(&legal);
        let mut prefix: Vec<String> = Vec::new();
        for (n, token) in tokens.iter().enumerate() {
            match walk.tap(&prefix, token) {
                Step::Extended(begun) | Step::Restarted(begun) | Step::Kept(begun) => {
                    prefix = begun
                }
                Step::Cleared => prefix.clear(),
                Step::Complete(path) if n + 1 == tokens.len() => {
                    return judged(words, kind, diagram, game, &path);
                }
                step => {
                    let tried = match step {
                        Step::NotLegal(tried) => tried,
                        // There are taps after the end of the move.
                        _ => tokens.clone(),
                    };
                    let why = words.say(&game.why_not(&tried));
                    return Ok(open(Judgement::NotLegal, why, Vec::new()));
                }
            }
        }
        if is_finished && walk.can_finish(&prefix) {
            return judged(words, kind, diagram, game, &prefix);
        }
        Ok(open(Judgement::Open, String::new(), prefix))
    }

    fn scene<'a>(&'a self, words: &Words, kind: &'static dyn GameType) -> Scene<'a> {
        let is_over = matches!(self.judgement, Judgement::Right | Judgement::NotYet);
        let me = (!is_over).then(|| self.game.side());
        scene(words, kind, &*self.game, self.last.clone(), me)
    }
}

/// Makes the move and says whether it achieves the goal of the task.
fn judged(
    words: &Words,
    kind: &'static dyn GameType,
    diagram: &Diagram,
    mut game: Box<dyn Game>,
    path: &[String],
) -> Result<Attempt, Error> {
    let failed = |e: rookery_games::Error| section::defect(kind, &e);
    // A move may have several paths; its own is the one that is listed.
    let legal = game.legal().into_iter();
    let mut found = legal.filter(|legal| legal.paths().any(|known| known == path));
    let (Some(goal), Some(legal)) = (diagram.goal, found.next()) else {
        return Err(Error::NotFound);
    };
    let is_right = goal.is_met(&*game, &legal).map_err(failed)?;
    let played = game.play(&legal.path).map_err(failed)?;
    let id = if is_right {
        "rules-right"
    } else {
        "rules-not-yet"
    };
    let comment = Message::new(id)
        .with("move", sentence(words.say(&played.say)))
        .with("comment", kind.comment(diagram, is_right));
    Ok(Attempt {
        judgement: if is_right {
            Judgement::Right
        } else {
            Judgement::NotYet
        },
        comment: words.say(&comment),
        game,
        last: Some(played),
        prefix: Vec::new(),
    })
}

/// A move in words with a full stop, which some games leave out.
fn sentence(said: String) -> String {
    match said.ends_with(['.', '!', '?']) {
        true => said,
        false => format!("{said}."),
    }
}

/// Whether a tap of this name is possible somewhere on the board or on one of its choices.
fn names_a_place(board: &Board, choices: &[Choice], token: &str) -> bool {
    let mut spaces = board.spaces.iter();
    spaces.any(|space| space.tap.as_ref().unwrap_or(&space.id) == token)
        || choices.iter().any(|choice| choice.token == token)
}

impl<'a> Exercise<'a> {
    /// The text before the token of a tap in the address: the tokens tapped so far.
    fn before(&self) -> String {
        match self.board.prefix.as_str() {
            "" => String::new(),
            prefix => format!("{prefix},"),
        }
    }

    /// The exercise after these taps, joined by commas.
    ///
    /// # Errors
    /// A defect of the game.
    pub fn new(
        words: &'a Words,
        kind: &'static dyn GameType,
        diagram: &Diagram,
        taps: &str,
    ) -> Result<Self, Error> {
        let attempt = Attempt::new(words, kind, diagram, taps)?;
        let scene = attempt.scene(words, kind);
        let target = Target::exercise(kind.name());
        let board = BoardPart::new(&scene, &attempt.prefix, target, &|m| words.say(m))
            .map_err(|e| Error::Internal(e.to_string()))?;
        Ok(Exercise {
            page: words,
            name: kind.name(),
            task: words.say(&kind.caption(diagram)),
            judgement: attempt.judgement,
            comment: attempt.comment,
            board,
        })
    }
}

/// Calls `answer` with the same exercise as JSON.
///
/// # Errors
/// A defect of the game.
pub fn in_json<T>(
    words: &Words,
    kind: &'static dyn GameType,
    diagram: &Diagram,
    taps: &str,
    answer: impl FnOnce(Judgement, &ExerciseView<'_>) -> T,
) -> Result<T, Error> {
    let attempt = Attempt::new(words, kind, diagram, taps)?;
    let scene = attempt.scene(words, kind);
    let view = ExerciseView {
        judgement: attempt.judgement,
        say: attempt.comment.clone(),
        view: BoardView::new(&scene, &|m| words.say(m)),
    };
    Ok(answer(attempt.judgement, &view))
}
