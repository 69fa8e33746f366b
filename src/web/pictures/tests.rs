//! Tests of the pictures of every game of the registry: the elements of the SVG, and the pixels of the PNG.

use std::collections::{BTreeMap, BTreeSet};

use image::{GenericImageView, ImageFormat};

use crate::web::pictures::drawing::{CARD_HEIGHT_PX, CARD_WIDTH_PX, PicturedPosition};
use crate::web::pictures::raster;
use rookery_games::{Game, GameType, Registry, Setup};

/// The positions of a game's showcase, from the first to the last.
fn showcase(kind: &'static dyn GameType) -> Vec<Box<dyn Game>> {
    let moves = kind.sheet().showcase;
    (0..=moves.len())
        .map(|plies| {
            let mut game = kind.start(&Setup::default()).unwrap();
            for text in &moves[..plies] {
                let path = game.read(text).unwrap();
                game.play(&path).unwrap();
            }
            game
        })
        .collect()
}

fn position<'a>(kind: &'static dyn GameType, game: &'a dyn Game) -> PicturedPosition<'a> {
    PicturedPosition {
        kind,
        game,
        sides: kind.sides(&Setup::default()),
        last: None,
        lit: [0, 1].map(|side| side == game.side()),
    }
}

/// Every drawing of every game, with words for the messages.
fn drawings() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for kind in Registry::shipped().all() {
        for game in showcase(*kind) {
            let position = position(*kind, &*game);
            let place = format!("{} at ply {}", kind.name(), game.ply());
            all.push((format!("{place}, board"), position.svg("A < B").unwrap()));
            all.push((format!("{place}, card"), position.card().unwrap()));
        }
    }
    assert!(all.len() > 50);
    all
}

#[test]
fn a_drawing_stands_alone() {
    for (place, svg) in drawings() {
        for foreign in [
            "var(",
            "<script",
            "<style",
            "<image",
            "<foreignObject",
            "class=",
            "@import",
        ] {
            assert!(!svg.contains(foreign), "{place}: {foreign}");
        }
        let addresses = svg.matches("://").count();
        assert_eq!(
            addresses, 1,
            "{place}: only the name of SVG itself is an address"
        );
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{place}: {e}"));
        assert_eq!(
            document.root_element().tag_name().namespace(),
            Some("http://www.w3.org/2000/svg")
        );
        let ids: Vec<&str> = document
            .descendants()
            .filter_map(|n| n.attribute("id"))
            .collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{place}: an id stands twice");
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            for attribute in node.attributes() {
                assert!(
                    !attribute.name().starts_with("on"),
                    "{place}: {}",
                    attribute.name()
                );
                let value = attribute.value();
                let target = match attribute.name() {
                    "href" => Some(
                        value
                            .strip_prefix('#')
                            .unwrap_or_else(|| panic!("{place}: {value}")),
                    ),
                    _ => value
                        .strip_prefix("url(#")
                        .map(|rest| rest.trim_end_matches(')')),
                };
                if let Some(target) = target {
                    assert!(
                        unique.contains(target),
                        "{place}: nothing is called {target}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_title_is_a_text_and_a_card_has_none() {
    let kind = Registry::shipped().find("chess").unwrap();
    let game = kind.start(&Setup::default()).unwrap();
    let svg = position(kind, &*game).svg("<b> & \"c\"").unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let title = document
        .descendants()
        .find(|n| n.has_tag_name("title") || n.tag_name().name() == "title");
    assert_eq!(title.unwrap().text(), Some("<b> & \"c\""));
    let letters = document
        .descendants()
        .filter(|n| n.tag_name().name() == "text")
        .count();
    assert_eq!(letters, 16, "the names of files and ranks");
}

/// The number of uses of each drawing, by its name.
fn uses(svg: &str) -> BTreeMap<String, usize> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let mut counts = BTreeMap::new();
    for node in document
        .descendants()
        .filter(|n| n.tag_name().name() == "use")
    {
        let of = node.attribute("href").unwrap().trim_start_matches('#');
        *counts.entry(of.to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn every_piece_is_drawn_once_and_has_its_place() {
    for kind in Registry::shipped().all() {
        for game in showcase(*kind) {
            let sides = kind.sides(&Setup::default());
            let mut expected: BTreeMap<String, usize> = BTreeMap::new();
            for piece in game.pieces() {
                let id = format!("{}-{}", sides[piece.side].tone.as_str(), piece.kind);
                *expected.entry(id).or_default() += 1;
            }
            let svg = position(*kind, &*game).svg("").unwrap();
            let mut counts = uses(&svg);
            let board = game.board();
            let tiles = usize::from(board.cols) * usize::from(board.rows);
            for tile in ["under", "over"] {
                if let Some(count) = counts.remove(tile) {
                    assert_eq!(count, tiles, "{}: {tile}", kind.name());
                }
            }
            assert_eq!(counts, expected, "{} at ply {}", kind.name(), game.ply());
        }
    }
}

fn decoded(png: &[u8]) -> image::RgbImage {
    let picture = image::load_from_memory_with_format(png, ImageFormat::Png).unwrap();
    assert_eq!(picture.dimensions(), (CARD_WIDTH_PX, CARD_HEIGHT_PX));
    picture.to_rgb8()
}

#[test]
fn a_card_is_drawn_alike_each_time_and_differently_for_each_position() {
    assert_eq!((CARD_WIDTH_PX, CARD_HEIGHT_PX), (1200, 630));
    for kind in Registry::shipped().all() {
        let mut known: BTreeSet<Vec<u8>> = BTreeSet::new();
        let games = showcase(*kind);
        let ends = [&games[0], &games[games.len() / 2], &games[games.len() - 1]];
        for game in ends {
            let card = position(*kind, &**game).card().unwrap();
            let png = raster::png(&card).unwrap();
            assert_eq!(png, raster::png(&card).unwrap(), "{}", kind.name());
            assert!(png.len() < 300_000, "{}: {} bytes", kind.name(), png.len());
            let colours: BTreeSet<[u8; 3]> = decoded(&png).pixels().map(|pixel| pixel.0).collect();
            assert!(colours.len() > 100, "{}: an empty picture", kind.name());
            known.insert(png);
        }
        assert_eq!(known.len(), 3, "{}", kind.name());
    }
}

/// The middle of a white square and of a black stone has the colour of the game's sheet, under a little light and shadow.
#[test]
fn a_card_has_the_colours_of_the_game() {
    let kind = Registry::shipped().find("othello").unwrap();
    let game = kind.start(&Setup::default()).unwrap();
    let png = raster::png(&position(kind, &*game).card().unwrap()).unwrap();
    let picture = decoded(&png);
    // The board is 550 pixels high in the middle of the card; d4 is light at the start, e4 dark, a1 empty.
    let at = |column: u32, row: u32| {
        let cell = 550.0 / 8.0;
        let middle = |edge: f64, n: u32| (edge + cell * (f64::from(n) + 0.5)) as u32;
        picture
            .get_pixel(middle(325.0, column), middle(40.0, row))
            .0
    };
    let near = |found: [u8; 3], hex: &str| {
        let channel = |n: usize| u8::from_str_radix(&hex[1 + 2 * n..3 + 2 * n], 16).unwrap();
        (0..3).all(|n| found[n].abs_diff(channel(n)) < 40)
    };
    let world = &kind.sheet().world;
    for (found, tint) in [
        (at(0, 7), world.ground),
        (at(3, 3), world.light.fill),
        (at(4, 3), world.dark.fill),
    ] {
        assert!(near(found, tint.light), "{found:?} for {}", tint.light);
    }
}
