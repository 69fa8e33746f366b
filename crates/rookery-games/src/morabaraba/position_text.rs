//! A position as one line of text, in Sanmill's fields with our own after them.
//!
//! ```text
//! ********/********/******** b p p 0 12 0 12 board:12d
//! O*@*****/*@**O*O*/@@*****O w m s 4 0 4 0 board:12d last:d2-d1,formed,broke quiet:7
//! ```
//!
//! 1. Three rings from the inside, each clockwise from the top: `d5 e5 e4 e3 d3 c3 c4 c5`, `d6 f6 f4 f2 d2 b2 b4 b6`,
//!    `d7 g7 g4 g1 d1 a1 a4 a7`; `O` a light cow, `@` a dark one, `*` nothing.
//! 2. The side to move, `w` (light) or `b` (dark).
//! 3. The phase: `p` while that side has cows in hand, then `m`.
//! 4. What the side does first: `p` places a cow (phase `p`), `s` selects one (phase `m`). A turn is never cut in two.
//! 5. Four numbers: light on the board, light in hand, dark on the board, dark in hand.
//! 6. `board:12d`: twelve cows, with diagonals.
//! 7. `last:FROM-TO,formed,broke`, at most one a side: the last move of the side that owns the cow on TO, if it broke a
//!    line to close another, so that the cow may not go straight back (see-saw ban). Written only where it matters.
//! 8. `quiet:N`: plies of the moving phase since the last shot; written unless 0.

use std::fmt::Write;

use crate::morabaraba::rules::points;
use crate::morabaraba::rules::position::{COWS, Morabaraba, Parts, SeeSaw};
use crate::morabaraba::rules::rule_options::{FirstMover, Rules};
use rookery_engine::Position;

const BOARD: &str = "board:12d";

/// Writes a position; [`parse`] reads it back.
pub fn print(position: &Morabaraba) -> String {
    let light = light_side(position.rules());
    let dark = 1 - light;
    let mut text = String::with_capacity(64);
    for point in 0..points::COUNT as u8 {
        if point % 8 == 0 && point > 0 {
            text.push('/');
        }
        let cow = |side: usize| position.cows(side) & points::bit(point) != 0;
        text.push(match (cow(light), cow(dark)) {
            (true, _) => 'O',
            (_, true) => '@',
            _ => '*',
        });
    }
    let side = position.side();
    text.push_str(if side == light { " w" } else { " b" });
    text.push_str(if position.hand(side) > 0 {
        " p p"
    } else {
        " m s"
    });
    for side in [light, dark] {
        let on_board = position.cows(side).count_ones();
        let _ = write!(text, " {on_board} {}", position.hand(side));
    }
    let _ = write!(text, " {BOARD}");
    for ban in [position.ban(0), position.ban(1)].into_iter().flatten() {
        let (from, to) = (points::name(ban.from), points::name(ban.to));
        let _ = write!(text, " last:{from}-{to},formed,broke");
    }
    if position.quiet() > 0 {
        let _ = write!(text, " quiet:{}", position.quiet());
    }
    text
}

/// Reads a position.
///
/// # Errors
/// One sentence: what is wrong, and what is expected.
pub fn parse(text: &str, rules: Rules) -> Result<Morabaraba, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let Some((head, rest)) = fields.split_first_chunk::<8>() else {
        return Err(format!(
            "there are {} fields; expected the board, the side to move, the phase, the action, four numbers of cows and \
             {BOARD}, for example ********/********/******** b p p 0 12 0 12 {BOARD}",
            fields.len()
        ));
    };
    let [rings, side, phase, action, counts @ ..] = head;
    let light = light_side(rules);
    let mut parts = Parts {
        cows: read_rings(rings, light)?,
        hand: [0; 2],
        side: read_side(side, light)?,
        bans: [None; 2],
        quiet: 0,
    };
    parts.hand = read_counts(counts, &parts, light)?;
    check_hands(&parts, light)?;
    check_phase(phase, action, &parts)?;
    read_tail(rest, &mut parts, light)?;
    Ok(Morabaraba::from_parts(parts, rules))
}

/// The side that has the light cows.
fn light_side(rules: Rules) -> usize {
    match rules.first {
        FirstMover::Dark => 1,
        FirstMover::Light => 0,
    }
}

fn colour(side: usize, light: usize) -> &'static str {
    if side == light { "light" } else { "dark" }
}

fn read_rings(text: &str, light: usize) -> Result<[points::Points; 2], String> {
    let rings: Vec<&str> = text.split('/').collect();
    if rings.len() != 3 || rings.iter().any(|r| r.chars().count() != 8) {
        return Err(format!(
            "the board '{text}' must be three rings of eight points, with '/' between them"
        ));
    }
    let mut cows = [0; 2];
    for (point, sign) in (0..).zip(rings.iter().flat_map(|r| r.chars())) {
        match sign {
            'O' => cows[light] |= points::bit(point),
            '@' => cows[1 - light] |= points::bit(point),
            '*' => {}
            _ => {
                return Err(format!(
                    "'{sign}' on {} is not known; write O for a light cow, @ for a dark cow, * for an empty point",
                    points::name(point)
                ));
            }
        }
    }
    Ok(cows)
}

fn read_side(text: &str, light: usize) -> Result<u8, String> {
    match text {
        "w" => Ok(light as u8),
        "b" => Ok(1 - light as u8),
        _ => Err(format!(
            "the side to move must be w (light) or b (dark), not '{text}'"
        )),
    }
}

/// Checks the numbers on the board against the rings and returns the hands by side.
fn read_counts(texts: &[&str], parts: &Parts, light: usize) -> Result<[u8; 2], String> {
    let mut hand = [0; 2];
    for (pair, side) in texts.chunks(2).zip([light, 1 - light]) {
        let name = colour(side, light);
        let [on_board, in_hand] = [0, 1].map(|i| pair[i].parse::<u8>().ok().filter(|&n| n <= COWS));
        let (Some(on_board), Some(in_hand)) = (on_board, in_hand) else {
            return Err(format!(
                "'{} {}' are not numbers of {name} cows on the board and in hand; each is 0 to {COWS}",
                pair[0], pair[1]
            ));
        };
        let drawn = parts.cows[side].count_ones();
        if u32::from(on_board) != drawn {
            return Err(format!(
                "the text says {on_board} {name} cows on the board, but the rings show {drawn}"
            ));
        }
        match on_board + in_hand {
            0..2 => {
                return Err(format!(
                    "{name} has {} cows in all; a game is over at two, so there are never fewer",
                    on_board + in_hand
                ));
            }
            n if n > COWS => {
                return Err(format!("{name} has {n} cows in all; a side has {COWS}"));
            }
            _ => hand[side] = in_hand,
        }
    }
    Ok(hand)
}

/// The sides place in turn, so the hands fit the side to move; and only one side can have lost.
fn check_hands(parts: &Parts, light: usize) -> Result<(), String> {
    let [first, second] = parts.hand;
    if parts.hand != [0; 2] && second != first + parts.side {
        return Err(format!(
            "{} places first and {} is to move, so the hands must hold {}, not {first} ({}) and {second} ({})",
            colour(0, light),
            colour(usize::from(parts.side), light),
            match parts.side {
                0 => "equally many cows".to_owned(),
                _ => format!("one {} cow more", colour(1, light)),
            },
            colour(0, light),
            colour(1, light),
        ));
    }
    let lost = |side: usize| parts.cows[side].count_ones() + u32::from(parts.hand[side]) < 3;
    if lost(0) && lost(1) {
        return Err(
            "both sides have two cows, but the game is over when the first one has".to_owned(),
        );
    }
    Ok(())
}

fn check_phase(phase: &str, action: &str, parts: &Parts) -> Result<(), String> {
    let in_hand = parts.hand[usize::from(parts.side)];
    match (phase, action) {
        ("p" | "m", "r") => Err(
            "action r stops in the middle of a turn; give the position before the move or after the shot".to_owned(),
        ),
        ("p", "p") if in_hand > 0 => Ok(()),
        ("m", "s") if in_hand == 0 => Ok(()),
        _ => Err(format!(
            "the side to move has {in_hand} cows in hand, so phase and action must be '{}', not '{phase} {action}'",
            if in_hand > 0 { "p p" } else { "m s" }
        )),
    }
}

fn read_tail(fields: &[&str], parts: &mut Parts, light: usize) -> Result<(), String> {
    let Some((board, rest)) = fields.split_first() else {
        return Err(format!(
            "the kind of board is missing: add {BOARD} (twelve cows, with diagonals)"
        ));
    };
    if *board != BOARD {
        return Err(format!(
            "the field after the numbers must be {BOARD} (twelve cows, with diagonals), not '{board}'"
        ));
    }
    for field in rest {
        match field.split_once(':') {
            Some(("last", text)) => read_last(text, parts, light)?,
            Some(("quiet", text)) => parts.quiet = read_quiet(text)?,
            _ => {
                return Err(format!(
                    "'{field}' is not understood; after {BOARD} come last:FROM-TO,formed,broke and quiet:N"
                ));
            }
        }
    }
    if parts.hand != [0; 2] && (parts.quiet > 0 || parts.bans != [None; 2]) {
        return Err(
            "last: and quiet: belong to the moving phase, but there are cows in hand".to_owned(),
        );
    }
    Ok(())
}

fn read_quiet(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| {
        format!("'quiet:{text}' must be the number of plies since the last shot, 0 to 65535")
    })
}

fn read_last(text: &str, parts: &mut Parts, light: usize) -> Result<(), String> {
    let wrong = || format!("'last:{text}' must look like last:d2-d1,formed,broke");
    let mut words = text.split(',');
    let (from, to) = words
        .next()
        .and_then(|m| m.split_once('-'))
        .ok_or_else(wrong)?;
    let (from, to) = (points::by_name(from), points::by_name(to));
    let (Some(from), Some(to)) = (from, to) else {
        return Err(wrong());
    };
    let (mut formed, mut broke) = (false, false);
    for word in words {
        match word {
            "formed" => formed = true,
            "broke" => broke = true,
            _ => return Err(wrong()),
        }
    }
    let Some(side) = [0, 1]
        .into_iter()
        .find(|&s| parts.cows[s] & points::bit(to) != 0)
    else {
        return Err(format!(
            "'last:{text}': there is no cow on {}",
            points::name(to)
        ));
    };
    if parts.bans[side].is_some() {
        return Err(format!(
            "there are two last moves of the {} side; give one",
            colour(side, light)
        ));
    }
    // A move that did not do both forbids nothing.
    parts.bans[side] = (formed && broke).then_some(SeeSaw { from, to });
    Ok(())
}
