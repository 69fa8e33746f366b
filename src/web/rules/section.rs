//! Sections of the rules: a heading, its paragraphs, and the diagrams beside them. They are rendered once (`web/gallery.rs`).

use askama::Template;

use crate::web::Error;
use crate::web::board::{Art, BoardPart, Frame, Material, Scene, Target};
use crate::web::rules::notes::{Drawing, Note};
use crate::web::words::Words;
use rookery_games::api::view::Played;
use rookery_games::{Diagram, Game, GameType, Setup};

/// A part of the rules.
pub struct RulesSection {
    /// `None` where the game has no headings.
    pub heading: Option<String>,
    pub paragraphs: Vec<String>,
    pub figures: Vec<DiagramFigure>,
}

/// A diagram with its words.
pub struct DiagramFigure {
    pub art: Art,
    pub notes: Vec<Note>,
    pub caption: String,
    /// The pieces of each side with their places, for those who cannot see them.
    pub standings: Vec<String>,
}

/// Sections that follow each other, as HTML.
#[derive(Template)]
#[template(path = "partials/rules_sections.html")]
pub struct RulesSections<'a> {
    pub sections: &'a [RulesSection],
    /// The empty board that all diagrams share, if it is to be drawn here.
    pub ground: Option<Art>,
}

/// The exercise of a game, if it has one.
pub fn exercise_of(kind: &dyn GameType) -> Option<&'static Diagram> {
    let diagrams = kind.sheet().diagrams.iter();
    diagrams.into_iter().find(|diagram| diagram.goal.is_some())
}

/// The sections of a game's rules, and how many of them stand before the exercise.
///
/// # Errors
/// A defect of the game: a diagram is not a position of it.
pub fn sections(
    words: &Words,
    kind: &'static dyn GameType,
) -> Result<(Vec<RulesSection>, usize), Error> {
    let exercise = exercise_of(kind);
    let mut sections: Vec<RulesSection> = Vec::new();
    let mut before_exercise = 0;
    for (key, text) in kind.sheet().rules.iter().zip(kind.rules()) {
        let heading = kind.heading(key).map(|heading| words.say(&heading));
        if heading.is_some() || sections.is_empty() {
            sections.push(RulesSection {
                heading,
                paragraphs: Vec::new(),
                figures: Vec::new(),
            });
        }
        let count = sections.len();
        let Some(section) = sections.last_mut() else {
            continue;
        };
        section.paragraphs.push(words.say(&text));
        for diagram in kind.sheet().diagrams {
            if diagram.beside == *key && exercise != Some(diagram) {
                section.figures.push(figure(words, kind, diagram)?);
            }
        }
        if exercise.is_some_and(|exercise| exercise.beside == *key) {
            before_exercise = count;
        }
    }
    Ok((sections, before_exercise))
}

/// The board of the usual rules without pieces.
///
/// # Errors
/// A defect of the game.
pub fn ground(kind: &'static dyn GameType) -> Result<Art, Error> {
    let setup = Setup::default();
    let board = kind.start(&setup).map_err(|e| defect(kind, &e))?.board();
    let world = Material::new(kind.name(), &kind.sheet().world).with_tiles("rules");
    let (sides, frame) = (kind.sides(&setup), Frame::new(&board, false));
    Ok(Art::new(world, &board, &[], &sides, frame))
}

fn figure(
    words: &Words,
    kind: &'static dyn GameType,
    diagram: &Diagram,
) -> Result<DiagramFigure, Error> {
    let (game, last) = diagram.game(kind).map_err(|e| defect(kind, &e))?;
    let scene = scene(words, kind, &*game, last.clone(), None);
    let part = BoardPart::new(&scene, &[], Target::exercise(kind.name()), &|m| {
        words.say(m)
    })
    .map_err(|e| Error::Internal(e.to_string()))?;
    let (board, pieces) = (game.board(), game.pieces());
    let drawing = Drawing {
        board: &board,
        pieces: &pieces,
        sides: &scene.sides,
        last: last.as_ref().map_or(&[], |last| &last.squares),
    };
    Ok(DiagramFigure {
        notes: drawing
            .notes(diagram, &*game)
            .map_err(|e| defect(kind, &e))?,
        art: part.art,
        caption: words.say(&kind.caption(diagram)),
        standings: part.standings,
    })
}

/// A position of the rules page; `me` is the side of the visitor, if it is to move.
pub fn scene<'a>(
    words: &Words,
    kind: &'static dyn GameType,
    game: &'a dyn Game,
    last: Option<Played>,
    me: Option<usize>,
) -> Scene<'a> {
    let players = kind
        .sides(&Setup::default())
        .map(|side| words.say(&side.name));
    Scene::of_position(kind, game, players, last, me)
}

/// A game whose data contradict its rules.
pub fn defect(kind: &dyn GameType, error: &rookery_games::Error) -> Error {
    Error::Internal(format!("{}: {error}", kind.name()))
}
