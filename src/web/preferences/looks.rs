//! Looks of a game's board that a visitor can choose among, each with a picture drawn by the component of all boards.

use crate::web::Error;
use crate::web::board::{Art, Frame, Material};
use crate::web::gallery::{self, Html};
use crate::web::preferences::choices::field_of;
use crate::web::words::Words;
use rookery_games::api::view::{Board, BoardKind, Coords, Piece, Side, Space};
use rookery_games::{GameType, Message, PieceDrawing, Registry, Setup};

/// The looks of all games. They depend on the language alone, and are drawn once.
pub struct BoardLooks {
    /// The games that have more than one look, in the order of the registry.
    pub games: Vec<GameLooks>,
    /// The drawings of all sets of pieces that they show.
    pub drawings: Vec<Html>,
}

/// A game with its choices.
pub struct GameLooks {
    pub title: String,
    pub choices: Vec<LookChoice>,
}

/// Radio buttons with a picture each.
pub struct LookChoice {
    /// `GAME-theme` or `GAME-set`.
    pub field: &'static str,
    /// Whether the pictures show sets of pieces: two rows of them, and no game.
    pub shows_pieces: bool,
    pub samples: Vec<LookSample>,
}

/// A look that can be chosen.
pub struct LookSample {
    pub key: &'static str,
    pub label: String,
    pub picture: Html,
}

impl BoardLooks {
    /// Draws them.
    ///
    /// # Errors
    /// A defect of a game: its showcase is not legal.
    pub fn new(words: &Words, registry: &Registry) -> Result<Self, Error> {
        let (mut games, mut drawings) = (Vec::new(), Vec::new());
        for kind in registry.all() {
            let choices: Vec<_> = [themes(words, *kind)?, sets(words, *kind, &mut drawings)?]
                .into_iter()
                .filter(|choice| !choice.samples.is_empty())
                .collect();
            if !choices.is_empty() {
                let title = words.say(&kind.title());
                games.push(GameLooks { title, choices });
            }
        }
        Ok(BoardLooks { games, drawings })
    }
}

/// The class of a theme's colours, wherever it stands, is `world-GAME--KEY`.
fn themes(words: &Words, kind: &dyn GameType) -> Result<LookChoice, Error> {
    let sample = |(key, label, world): (_, Message, _)| {
        let material = Material::new(&format!("{}--{key}", kind.name()), world);
        Ok(LookSample {
            key,
            label: words.say(&label),
            picture: gallery::picture_html(gallery::picture(kind, material)?)?,
        })
    };
    let themes = kind.themes().into_iter();
    Ok(LookChoice {
        field: field_of(kind.name(), "theme"),
        shows_pieces: false,
        samples: themes.map(sample).collect::<Result<_, Error>>()?,
    })
}

/// The drawings of a set have a prefix of their own, so that all sets can stand on one page.
fn sets(words: &Words, kind: &dyn GameType, drawings: &mut Vec<Html>) -> Result<LookChoice, Error> {
    let sides = kind.sides(&Setup::default());
    let sample = |(key, label, pieces): (_, Message, _)| {
        let prefix = format!("{}-{key}", kind.name());
        drawings.push(gallery::symbols(&prefix, pieces)?);
        let material = Material::new(kind.name(), &kind.sheet().world).drawn_by(prefix);
        Ok(LookSample {
            key,
            label: words.say(&label),
            picture: gallery::picture_html(in_two_rows(material, pieces, &sides))?,
        })
    };
    let sets = kind.piece_sets().into_iter();
    Ok(LookChoice {
        field: field_of(kind.name(), "set"),
        shows_pieces: true,
        samples: sets.map(sample).collect::<Result<_, Error>>()?,
    })
}

/// A board of two rows: each kind of piece, once of the second side and once of the first.
fn in_two_rows(material: Material, drawings: &[PieceDrawing], sides: &[Side; 2]) -> Art {
    let kinds = || (0u8..).zip(drawings);
    let places = [(0u8, 1usize), (1, 0)];
    let spaces = places.into_iter().flat_map(|(r, _)| {
        kinds().map(move |(c, _)| Space {
            id: format!("{c}-{r}"),
            c,
            r,
            shade: (c + r) % 2,
            tap: None,
            label: None,
        })
    });
    let pieces = places.into_iter().flat_map(|(r, side)| {
        kinds().map(move |(c, drawing)| Piece {
            id: u16::from(c) + 100 * u16::from(r),
            at: format!("{c}-{r}"),
            side,
            kind: drawing.kind,
            name: sides[side].name.clone(),
        })
    });
    let (files, ranks) = ("", "");
    let board = Board {
        kind: BoardKind::Cells,
        cols: u8::try_from(drawings.len()).unwrap_or(u8::MAX),
        rows: 2,
        spaces: spaces.collect(),
        lines: Vec::new(),
        dots: Vec::new(),
        coords: Coords { files, ranks },
        rotates: false,
    };
    let pieces: Vec<_> = pieces.collect();
    let frame = Frame::new(&board, false);
    Art::new(material, &board, &pieces, sides, frame)
}
