//! Contrast of the games' worlds, by the formula of WCAG 2.2 (relative luminance; success criteria 1.4.3 and 1.4.11).

use std::collections::BTreeSet;

use rookery_captcha::{contrast_ratio, luminance};

use crate::{Division, GameType, PieceDrawing, Registry, Tint, USUAL_LOOK, World};

/// The contrast ratio of two colours, `#rrggbb`.
fn contrast(one: &str, other: &str) -> f32 {
    let of = |colour: &str| {
        assert!(colour.starts_with('#') && colour.len() == 7, "{colour}");
        let channel = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
        luminance([channel(1), channel(3), channel(5)])
    };
    contrast_ratio(of(one), of(other))
}

/// The colours under pieces, marks and names.
fn surfaces(world: &World) -> (Vec<Tint>, Vec<Tint>) {
    let stand = match world.division {
        Division::Shades => vec![world.ground, world.second],
        _ => vec![world.ground],
    };
    let names = match world.over.is_empty() {
        true => stand.clone(),
        false => vec![world.second],
    };
    (stand, names)
}

/// A page, light or dark, and how a tint is read on it.
type Shade = (&'static str, fn(Tint) -> &'static str);

const PAGES: [Shade; 2] = [("light", |tint| tint.light), ("dark", |tint| tint.dark)];

/// Every game's own world and its further ones, by name.
fn worlds() -> Vec<(String, World)> {
    let games = Registry::shipped();
    let of_game = |kind: &&'static dyn GameType| {
        let (name, sheet) = (kind.name(), kind.sheet());
        let themes = sheet.themes.iter();
        let further = themes.map(move |theme| (format!("{name} {}", theme.key), theme.world));
        std::iter::once((name.to_owned(), sheet.world)).chain(further)
    };
    games.all().iter().flat_map(of_game).collect()
}

#[test]
fn pieces_marks_and_names_stand_out_on_every_board_on_both_pages() {
    let mut faint = Vec::new();
    for (name, world) in worlds() {
        let (stand, names) = surfaces(&world);
        for (page, of) in PAGES {
            let mut check = |what: &str, found: f32, least: f32| {
                if found < least {
                    faint.push(format!("{name} {page}: {what} {found:.2} < {least}"));
                }
            };
            for ground in &stand {
                for (side, tints) in [("dark", world.dark), ("light", world.light)] {
                    let by_fill = contrast(of(tints.fill), of(*ground));
                    let by_edge = contrast(of(tints.edge), of(*ground));
                    check(
                        &format!("{side} piece on {}", of(*ground)),
                        by_fill.max(by_edge),
                        3.0,
                    );
                }
                for (mark, tint) in [
                    ("target", world.target),
                    ("take", world.take),
                    ("last", world.last),
                ] {
                    check(
                        &format!("{mark} on {}", of(*ground)),
                        contrast(of(tint), of(*ground)),
                        3.0,
                    );
                }
            }
            for ground in &names {
                check(
                    &format!("names on {}", of(*ground)),
                    contrast(of(world.text), of(*ground)),
                    4.5,
                );
            }
            for (side, tints) in [("dark", world.dark), ("light", world.light)] {
                check(
                    &format!("mark of {side}"),
                    contrast(of(tints.mark), of(tints.fill)),
                    3.0,
                );
            }
        }
    }
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}

/// Pages of all visitors share one drawing of a board: a theme may differ in nothing but colours.
#[test]
fn themes_differ_in_colours_alone() {
    for kind in Registry::shipped().all() {
        let own = &kind.sheet().world;
        for theme in kind.sheet().themes {
            let shape = |world: &World| (world.division, world.under, world.over, world.arrival);
            assert_eq!(shape(&theme.world), shape(own), "{}", theme.key);
            assert_ne!(&theme.world, own, "{}", theme.key);
        }
    }
}

/// WCAG 2.2 asks for 7 to 1 where contrast is to be enhanced (1.4.6).
#[test]
fn chess_has_five_themes_and_one_of_them_has_high_contrast() {
    let games = Registry::shipped();
    let chess = games.find("chess").unwrap();
    let keys: Vec<_> = chess.themes().iter().map(|(key, ..)| *key).collect();
    assert_eq!(keys, [USUAL_LOOK, "green", "blue", "grey", "contrast"]);
    let (.., world) = chess.themes()[4];
    for (page, of) in PAGES {
        for ground in [world.ground, world.second] {
            for tints in [world.dark, world.light] {
                let outline = contrast(of(tints.edge), of(ground));
                let surface = contrast(of(tints.fill), of(ground));
                assert!(outline.max(surface) >= 7.0, "{page} {}", of(ground));
            }
            assert!(contrast(of(world.text), of(ground)) >= 7.0, "{page}");
        }
    }
}

#[test]
fn every_set_draws_each_kind_in_its_own_way_with_an_outline() {
    let mut sets = 0;
    for kind in Registry::shipped().all() {
        let own = kind.sheet().pieces;
        for set in kind.sheet().sets {
            sets += 1;
            let kinds = |pieces: &[PieceDrawing]| pieces.iter().map(|p| p.kind).collect::<Vec<_>>();
            assert_eq!(kinds(set.pieces), kinds(own), "{}", set.key);
            for (drawing, usual) in set.pieces.iter().zip(own) {
                assert_ne!(drawing.svg, usual.svg, "{}", drawing.kind);
                assert!(drawing.svg.contains("pf pl"), "{}", drawing.kind);
            }
        }
    }
    assert!(sets > 0, "chess has two sets");
}

/// Keys become classes and the values of a form.
#[test]
fn keys_of_looks_are_plain_and_stand_once() {
    for kind in Registry::shipped().all() {
        let themes: Vec<_> = kind.themes().into_iter().map(|(key, ..)| key).collect();
        let sets: Vec<_> = kind.piece_sets().into_iter().map(|(key, ..)| key).collect();
        for keys in [themes, sets] {
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(keys.iter().all(|key| key.chars().all(is_plain)), "{keys:?}");
            assert_eq!(BTreeSet::from_iter(&keys).len(), keys.len(), "{keys:?}");
        }
    }
}
