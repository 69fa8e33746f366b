//! The gallery of the games: pictures, rules and levels, rendered once, because nothing of it depends on the visitor.
//!
//! The catalogue has one language, and light and dark are matters of the style sheet; a page puts these parts in as they are.

use std::collections::BTreeSet;
use std::fmt;

use askama::Template;
use askama::filters::HtmlSafe;

use crate::web::Error;
use crate::web::board::{Art, BoardPart, Frame, Material, Scene, Target};
use crate::web::level_choice::{LevelChoice, levels};
use crate::web::preferences::choices::Preferences;
use crate::web::rules::exercise::Exercise;
use crate::web::rules::section::{self, RulesSections};
use crate::web::words::Words;
use rookery_games::Registry;
use rookery_games::{
    BegunMatch, GameType, LEVEL_COUNT, Message, PieceDrawing, Setup, USUAL_LOOK, level_name,
};

/// The parts of the pages that show games.
pub struct Gallery {
    profiles: Vec<GameProfile>,
    pub home_board: HomeBoard,
}

/// Rendered HTML that another template inserts unescaped. Only [`html`] and, from the games' drawings, [`symbols`] create it,
/// so that no text of a visitor becomes HTML by mistake.
pub struct Html(String);

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The template has escaped its input.
impl HtmlSafe for Html {}

/// The board of the home page, where the first tap begins a match.
pub struct HomeBoard {
    pub html: Html,
    /// The game and the level, in words.
    pub caption: String,
    /// Whether moves have been made already, so that the page shows how the match stands.
    pub is_begun: bool,
}

/// A game with its texts in the language of the site.
pub struct GameProfile {
    /// The registry's name.
    pub name: &'static str,
    pub title: String,
    /// One line about it.
    pub summary: String,
    /// The duration of a game, the effort of learning it.
    pub glance: Vec<String>,
    pub picture: Html,
    /// The sets of drawings of its pieces, the usual one first.
    sets: Vec<DrawnSet>,
    pub rules: RulesParts,
    /// Variants, the default first.
    pub variants: Vec<VariantChoice>,
    pub options: Vec<OptionField>,
    /// The levels, weakest first.
    pub levels: Vec<LevelChoice>,
    /// The sides, `(value, words)`.
    pub sides: Vec<(String, String)>,
    /// A hint about the starting position that may be typed.
    pub start_hint: String,
}

/// The rules with their diagrams, around the exercise.
pub struct RulesParts {
    pub before: Html,
    /// The exercise before the first tap; `None` for a game that has none.
    pub exercise: Option<Html>,
    pub after: Html,
    /// Whether there are diagrams; otherwise the page shows the game's picture.
    pub has_diagrams: bool,
}

/// An option of a game with its values, `(value, words)`.
pub struct OptionField {
    pub key: &'static str,
    pub label: String,
    /// Its values, the usual one first.
    pub values: Vec<(String, String)>,
}

/// A variant that can be chosen.
pub struct VariantChoice {
    pub key: String,
    pub label: String,
    /// Its first position; where that is drawn by lot, one of them.
    pub picture: Html,
}

#[derive(Template)]
#[template(path = "partials/picture.html")]
struct Picture {
    art: Art,
}

/// A set of drawings of a game's pieces, as symbols of a sprite.
struct DrawnSet {
    key: &'static str,
    /// All of them.
    symbols: Html,
    /// Only the kinds that no earlier game draws, so that a page with all games contains each symbol once.
    beside_others: Html,
}

/// The sprite of a page: the drawings of pieces, in the sets that the visitor has chosen.
#[derive(Template)]
#[template(path = "partials/pieces.html")]
pub struct Sprite<'a> {
    symbols: Vec<&'a Html>,
}

/// It consists of rendered HTML.
impl HtmlSafe for Sprite<'_> {}

impl<'a> Sprite<'a> {
    /// The same with further symbols.
    #[must_use]
    pub fn and(mut self, further: &'a [Html]) -> Self {
        self.symbols.extend(further);
        self
    }
}

#[derive(Template)]
#[template(path = "partials/symbols.html")]
struct Symbols<'a> {
    prefix: &'a str,
    pieces: Vec<Drawn>,
}

/// The drawing of a kind of piece: part of the program, as the templates are.
struct Drawn {
    kind: &'static str,
    svg: Html,
}

#[derive(Template)]
#[template(path = "board.html")]
struct HomeBoardPart<'a> {
    page: &'a Words,
    board: BoardPart,
}

impl Gallery {
    /// Formats the texts of every game and draws its picture.
    ///
    /// # Errors
    /// A defect of a game: its showcase or the match that it has begun is not legal, or its measurements cannot be read.
    pub fn new(words: &Words, games: &Registry) -> Result<Self, Error> {
        let mut drawn = BTreeSet::new();
        let profiles: Vec<GameProfile> = games
            .all()
            .iter()
            .map(|kind| {
                let profile = GameProfile::new(words, *kind, &drawn)?;
                drawn.extend(kind.sheet().pieces.iter().map(|piece| piece.kind));
                Ok(profile)
            })
            .collect::<Result<_, Error>>()?;
        Ok(Gallery {
            home_board: home_board(words, games)?,
            profiles,
        })
    }

    /// The drawings of the pieces of all games, as a visitor wants them.
    pub fn sprite(&self, boards: &Preferences) -> Sprite<'_> {
        let sets = self.profiles.iter().map(|profile| profile.set(boards));
        Sprite {
            symbols: sets.flatten().map(|set| &set.beside_others).collect(),
        }
    }

    /// All games, in the order of the registry.
    pub fn profiles(&self) -> &[GameProfile] {
        &self.profiles
    }

    /// A game by the registry's name.
    ///
    /// # Errors
    /// Not found.
    pub fn profile(&self, name: &str) -> Result<&GameProfile, Error> {
        let mut profiles = self.profiles.iter();
        let found = profiles.find(|profile| profile.name == name);
        found.ok_or(Error::NotFound)
    }
}

impl GameProfile {
    fn new(
        words: &Words,
        kind: &'static dyn GameType,
        drawn: &BTreeSet<&str>,
    ) -> Result<Self, Error> {
        let pairs = |pairs: Vec<(&'static str, Message)>| {
            let pairs = pairs.into_iter();
            pairs
                .map(|(key, label)| (key.to_owned(), words.say(&label)))
                .collect::<Vec<_>>()
        };
        let variants = kind.variants().into_iter().map(|variant| {
            Ok::<_, Error>(VariantChoice {
                key: variant.key.to_owned(),
                label: words.say(&variant.label),
                picture: picture_html(typical_position(kind, variant.key)?)?,
            })
        });
        let options = kind.options().into_iter();
        let [first, second] = kind.sides(&Setup::default()).map(|side| side.name);
        let first = Message::new("side-first").with("side", first);
        let second = Message::new("side-second").with("side", second);
        Ok(GameProfile {
            name: kind.name(),
            title: words.say(&kind.title()),
            summary: words.say(&kind.summary()),
            glance: kind.glance().iter().map(|fact| words.say(fact)).collect(),
            picture: picture_html(picture(
                kind,
                Material::new(kind.name(), &kind.sheet().world).with_tiles("picture"),
            )?)?,
            sets: drawn_sets(kind, drawn)?,
            rules: RulesParts::new(words, kind)?,
            variants: variants.collect::<Result<_, _>>()?,
            options: options
                .map(|option| OptionField {
                    key: option.key,
                    label: words.say(&option.label),
                    values: pairs(option.values),
                })
                .collect(),
            levels: levels(words, kind)?,
            sides: vec![
                ("0".to_owned(), words.say(&first)),
                ("1".to_owned(), words.say(&second)),
                ("random".to_owned(), words.t("side-random")),
            ],
            start_hint: match kind.start_hint() {
                Some(hint) => words.say(&hint),
                None => words.t("new-position-hint"),
            },
        })
    }
}

impl GameProfile {
    /// The drawings of the game's pieces, as a visitor wants them.
    pub fn sprite(&self, boards: &Preferences) -> Sprite<'_> {
        let set = self.set(boards).into_iter();
        Sprite {
            symbols: set.map(|set| &set.symbols).collect(),
        }
    }

    /// Whether its levels have been measured.
    pub fn has_results(&self) -> bool {
        self.levels.iter().any(|level| !level.results.is_empty())
    }

    fn set(&self, boards: &Preferences) -> Option<&DrawnSet> {
        let chosen = boards.set_of(self.name);
        let found = self.sets.iter().find(|set| set.key == chosen);
        found.or(self.sets.first())
    }
}

/// The prefix of the symbols that boards draw their pieces from.
pub const SYMBOL: &str = "p";

fn drawn_sets(kind: &dyn GameType, drawn: &BTreeSet<&str>) -> Result<Vec<DrawnSet>, Error> {
    let sheet = kind.sheet();
    let further = sheet.sets.iter().map(|set| (set.key, set.pieces));
    let all = std::iter::once((USUAL_LOOK, sheet.pieces)).chain(further);
    let drawn_set = |(key, pieces): (_, &[PieceDrawing])| {
        let new = pieces.iter().filter(|piece| !drawn.contains(piece.kind));
        let new: Vec<PieceDrawing> = new.copied().collect();
        Ok(DrawnSet {
            key,
            symbols: symbols(SYMBOL, pieces)?,
            beside_others: symbols(SYMBOL, &new)?,
        })
    };
    all.map(drawn_set).collect()
}

impl RulesParts {
    fn new(words: &Words, kind: &'static dyn GameType) -> Result<Self, Error> {
        let has_diagrams = !kind.sheet().diagrams.is_empty();
        let (sections, before) = section::sections(words, kind)?;
        let (before, after) = sections.split_at(before);
        let exercise = section::exercise_of(kind).map(|diagram| {
            let exercise = Exercise::new(words, kind, diagram, "")?;
            html(&exercise)
        });
        let ground = match has_diagrams {
            true => Some(section::ground(kind)?),
            false => None,
        };
        Ok(RulesParts {
            before: html(&RulesSections {
                sections: before,
                ground,
            })?,
            exercise: exercise.transpose()?,
            after: html(&RulesSections {
                sections: after,
                ground: None,
            })?,
            has_diagrams,
        })
    }
}

/// The symbols `PREFIX-KIND` of drawings.
///
/// # Errors
/// A defect of the template.
pub fn symbols(prefix: &str, drawings: &[PieceDrawing]) -> Result<Html, Error> {
    let drawn = |drawing: &PieceDrawing| Drawn {
        kind: drawing.kind,
        svg: Html(drawing.svg.trim().to_owned()),
    };
    html(&Symbols {
        prefix,
        pieces: drawings.iter().map(drawn).collect(),
    })
}

/// Renders a part of a page.
///
/// # Errors
/// A defect of the template.
pub fn html(template: &impl Template) -> Result<Html, Error> {
    let rendered = template.render().map(Html);
    rendered.map_err(|error| Error::Internal(format!("a template failed: {error}")))
}

/// A board alone, as HTML.
///
/// # Errors
/// A defect of the template.
pub fn picture_html(art: Art) -> Result<Html, Error> {
    html(&Picture { art })
}

/// The position after the game's showcase, on a board of this material.
///
/// # Errors
/// A defect of the game: its showcase is not legal.
pub fn picture(kind: &dyn GameType, material: Material) -> Result<Art, Error> {
    let setup = Setup::default();
    let failed = |e: rookery_games::Error| Error::Internal(format!("{}: {e}", kind.name()));
    let line = kind.sheet().showcase;
    let (game, _) = kind.start_after(&setup, line).map_err(failed)?;
    let board = game.board();
    let frame = Frame::new(&board, false);
    Ok(Art::new(
        material,
        &board,
        &game.pieces(),
        &kind.sides(&setup),
        frame,
    ))
}

/// A position that shows what a variant is about: its first one, or that after its showcase.
fn typical_position(kind: &dyn GameType, variant: &str) -> Result<Art, Error> {
    /// The seed of all that chance decides, so that the picture stays the same.
    const CHANCE: u64 = 7;
    let failed = |e: rookery_games::Error| Error::Internal(format!("{}: {e}", kind.name()));
    let setup = Setup {
        variant: variant.to_owned(),
        ..Setup::default()
    };
    let setup = kind.decide(setup, CHANCE).map_err(failed)?;
    let mut showcases = kind.sheet().variant_showcases.iter();
    let line = showcases.find(|(key, _)| *key == variant);
    let (game, _) = kind
        .start_after(&setup, line.map_or(&[][..], |(_, line)| line))
        .map_err(failed)?;
    let board = game.board();
    let material = Material::new(kind.name(), &kind.sheet().world).with_tiles(variant);
    let (sides, frame) = (kind.sides(&setup), Frame::new(&board, false));
    Ok(Art::new(material, &board, &game.pieces(), &sides, frame))
}

/// The board of the home page: the first match that a game has begun; where none has, the first game that is answered from a
/// table, at its start.
fn home_board(words: &Words, games: &Registry) -> Result<HomeBoard, Error> {
    let mut kinds = games.all().iter().copied();
    let begun = kinds.find_map(|kind| Some((kind, kind.sheet().begun?)));
    if let Some((kind, begun)) = begun {
        return live_board(words, kind, begun, true);
    }
    let mut kinds = games.all().iter().copied();
    let solved = kinds.find(|kind| kind.sheet().is_solved);
    let kind = solved.ok_or_else(|| Error::Internal("no game answers from a table".to_owned()))?;
    let fresh = BegunMatch {
        variant: kind.variants().first().map_or("", |v| v.key),
        level: LEVEL_COUNT,
        line: &[],
    };
    live_board(words, kind, fresh, false)
}

fn live_board(
    words: &Words,
    kind: &'static dyn GameType,
    begun: BegunMatch,
    is_begun: bool,
) -> Result<HomeBoard, Error> {
    let failed = |e: rookery_games::Error| Error::Internal(format!("{}: {e}", kind.name()));
    let setup = Setup {
        variant: begun.variant.to_owned(),
        ..Setup::default()
    };
    let (game, last) = kind.start_after(&setup, begun.line).map_err(failed)?;
    let players = [
        words.t("player-you"),
        words.t1("player-engine", "level", begun.level),
    ];
    let scene = Scene {
        variant: begun.variant,
        sides: kind.sides(&setup),
        notation: begun.line.to_vec(),
        ..Scene::of_position(kind, &*game, players, last, Some(0))
    };
    let target = Target::first_move(kind.name(), is_begun);
    let board = BoardPart::new(&scene, &[], target, &|m| words.say(m))
        .map_err(|e| Error::Internal(e.to_string()))?;
    let caption = Message::new("home-match")
        .with("game", words.say(&kind.title()))
        .with("level", words.say(&level_name(begun.level)));
    Ok(HomeBoard {
        html: html(&HomeBoardPart { page: words, board })?,
        caption: words.say(&caption),
        is_begun,
    })
}

#[cfg(test)]
mod tests;
