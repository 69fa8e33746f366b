//! Contrast of the games' worlds, by the formula of WCAG 2.2 (relative luminance; success criteria 1.4.3 and 1.4.11).

use rookery_captcha::{contrast_ratio, luminance};

use crate::{Division, Registry, Tint, World};

/// The contrast ratio of two colours, `#rrggbb`.
fn contrast(one: &str, other: &str) -> f32 {
    let of = |colour: &str| {
        assert!(colour.starts_with('#') && colour.len() == 7, "{colour}");
        let channel = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
        luminance([channel(1), channel(3), channel(5)])
    };
    contrast_ratio(of(one), of(other))
}

/// What pieces, marks and names stand on.
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

/// A theme, and how a tint is read in it.
type Theme = (&'static str, fn(Tint) -> &'static str);

const THEMES: [Theme; 2] = [("light", |tint| tint.light), ("dark", |tint| tint.dark)];

#[test]
fn pieces_marks_and_names_stand_out_on_every_board_in_both_themes() {
    let mut faint = Vec::new();
    for game_type in Registry::shipped().all() {
        let world = &game_type.sheet().world;
        let (stand, names) = surfaces(world);
        for (theme, of) in THEMES {
            let mut check = |what: &str, found: f32, least: f32| {
                if found < least {
                    faint.push(format!(
                        "{} {theme}: {what} {found:.2} < {least}",
                        game_type.name()
                    ));
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
