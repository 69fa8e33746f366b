//! A position as one line of text, in Sanmill's fields with our own after them.
//!
//! ```text
//! ********/********/******** w p p 0 9 0 9 board:9
//! O*@*****/*@**O*O*/@@*****O w m s 4 0 4 0 board:12d last:d2-d1,formed,broke quiet:7
//! ```
//!
//! 1. Three rings from the inside, each clockwise from the top: `d5 e5 e4 e3 d3 c3 c4 c5`, `d6 f6 f4 f2 d2 b2 b4 b6`,
//!    `d7 g7 g4 g1 d1 a1 a4 a7`; `O` a light man, `@` a dark one, `*` nothing.
//! 2. The side to move, `w` (light) or `b` (dark).
//! 3. The phase: `p` while that side has men in hand, then `m`.
//! 4. The side's first action: `p` places a man (phase `p`), `s` selects one (phase `m`). A turn is never cut in two.
//! 5. Four numbers: light on the board, light in hand, dark on the board, dark in hand.
//! 6. The board: `board:9`, `board:12d` for twelve men with diagonals, `board:10` for Lasker's ten men, `board:6` for six men without the middle ring,
//!    `board:3` for three men on the middle ring and the centre `d4`, which then follows the rings as a fourth group.
//! 7. `last:FROM-TO,formed,broke`, at most one a side, where see-saws are banned: the last move of the side that owns the man on
//!    TO, if it broke a mill to close another, so that the man may not go straight back. Written only where it matters.
//! 8. `quiet:N`: plies since the last removal and since a man was last placed; written unless 0.

use std::fmt::Write;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::points;
use crate::mills::rules::position::{MillPosition, Parts, SeeSaw};
use crate::mills::rules::rule_options::{FirstMover, LEAST_MEN, Rules};
use crate::text::quoted;
use rookery_engine::Position;

/// Writes a position; [`parse`] reads it back.
pub fn print<K: MillKind>(position: &MillPosition<K>) -> String {
    let light = light_side(position.rules());
    let dark = 1 - light;
    let mut text = String::with_capacity(64);
    let hub = usize::from(position.board().has_hub());
    for point in 0..(points::ON_RINGS + hub) as u8 {
        if point % 8 == 0 && point > 0 {
            text.push('/');
        }
        let man = |side: usize| position.men(side) & points::bit(point) != 0;
        text.push(match (man(light), man(dark)) {
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
        let on_board = position.men(side).count_ones();
        let _ = write!(text, " {on_board} {}", position.hand(side));
    }
    let _ = write!(text, " {}", position.board().name);
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
pub fn parse<K: MillKind>(text: &str, rules: Rules) -> Result<MillPosition<K>, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let Some((head, rest)) = fields.split_first_chunk::<8>() else {
        return Err(format!(
            "there are {} fields; expected the board, the side to move, the phase, the action, four numbers of {} and \
             {}, for example {}",
            fields.len(),
            K::TERMS.men,
            rules.board.name,
            print(&MillPosition::<K>::new(rules)),
        ));
    };
    let [rings, side, phase, action, counts @ ..] = head;
    let light = light_side(rules);
    let mut parts = Parts {
        men: read_rings::<K>(rings, rules)?,
        hand: [0; 2],
        side: read_side::<K>(side, light)?,
        bans: [None; 2],
        quiet: 0,
    };
    parts.hand = read_counts::<K>(counts, &parts, rules)?;
    check_hands::<K>(&parts, rules)?;
    check_phase::<K>(phase, action, &parts)?;
    read_tail::<K>(rest, &mut parts, rules)?;
    let position = MillPosition::from_parts(parts, rules);
    if [0, 1].iter().all(|&side| position.has_won_by_mill(side)) {
        return Err("both sides have a mill, but the game is over at the first one".to_owned());
    }
    Ok(position)
}

/// The side that has the light men.
fn light_side(rules: Rules) -> usize {
    match rules.first {
        FirstMover::Dark => 1,
        FirstMover::Light => 0,
    }
}

fn colour<K: MillKind>(side: usize, light: usize) -> &'static str {
    K::TERMS.colours[usize::from(side != light)]
}

fn read_rings<K: MillKind>(text: &str, rules: Rules) -> Result<[points::Points; 2], String> {
    let light = light_side(rules);
    let rings: Vec<&str> = text.split('/').collect();
    let lengths: Vec<usize> = rings.iter().map(|r| r.chars().count()).collect();
    let (expected, in_words) = match rules.board.has_hub() {
        true => (
            &[8, 8, 8, 1][..],
            "three rings of eight points and the centre",
        ),
        false => (&[8, 8, 8][..], "three rings of eight points"),
    };
    if lengths != expected {
        return Err(format!(
            "the board {} must be {in_words}, with '/' between them",
            quoted(text)
        ));
    }
    let mut men = [0; 2];
    for (point, sign) in (0..).zip(rings.iter().flat_map(|r| r.chars())) {
        if sign != '*' && rules.board.points & points::bit(point) == 0 {
            return Err(format!(
                "{} is not a point of this board ({}); write *",
                points::name(point),
                rules.board.in_words
            ));
        }
        match sign {
            'O' => men[light] |= points::bit(point),
            '@' => men[1 - light] |= points::bit(point),
            '*' => {}
            _ => {
                let [light, dark] = K::TERMS.colours;
                return Err(format!(
                    "{} on {} is not known; write O for a {light} {man}, @ for a {dark} {man}, * for an empty point",
                    quoted(sign),
                    points::name(point),
                    man = K::TERMS.man,
                ));
            }
        }
    }
    Ok(men)
}

fn read_side<K: MillKind>(text: &str, light: usize) -> Result<u8, String> {
    match text {
        "w" => Ok(light as u8),
        "b" => Ok(1 - light as u8),
        _ => {
            let [light, dark] = K::TERMS.colours;
            Err(format!(
                "the side to move must be w ({light}) or b ({dark}), not {}",
                quoted(text)
            ))
        }
    }
}

/// Checks the numbers on the board against the rings and returns the hands by side.
fn read_counts<K: MillKind>(
    texts: &[&str],
    parts: &Parts,
    rules: Rules,
) -> Result<[u8; 2], String> {
    let (men, most, light) = (K::TERMS.men, rules.board.men, light_side(rules));
    let mut hand = [0; 2];
    for (pair, side) in texts.chunks(2).zip([light, 1 - light]) {
        let name = colour::<K>(side, light);
        let [on_board, in_hand] = [0, 1].map(|i| pair[i].parse::<u8>().ok().filter(|&n| n <= most));
        let (Some(on_board), Some(in_hand)) = (on_board, in_hand) else {
            return Err(format!(
                "{} are not numbers of {name} {men} on the board and in hand; each is 0 to {most}",
                quoted(pair.join(" "))
            ));
        };
        let drawn = parts.men[side].count_ones();
        if u32::from(on_board) != drawn {
            return Err(format!(
                "the text says {on_board} {name} {men} on the board, but the rings show {drawn}"
            ));
        }
        match on_board + in_hand {
            // If two men are removed at once, three can become one.
            n if n < 2 - u8::from(rules.double_removal) => {
                let why = match rules.double_removal {
                    true => "at two, or at one where two leave at once",
                    false => "at two",
                };
                let men = if n == 1 { K::TERMS.man } else { men };
                return Err(format!(
                    "{name} has {n} {men} in all; a game is over {why}, so there are never fewer"
                ));
            }
            n if n > most => {
                return Err(format!("{name} has {n} {men} in all; a side has {most}"));
            }
            _ => hand[side] = in_hand,
        }
    }
    Ok(hand)
}

/// Checks the hands against the side to move, because the sides place in turn (unless men may be moved instead), and that at most
/// one side has lost.
fn check_hands<K: MillKind>(parts: &Parts, rules: Rules) -> Result<(), String> {
    let light = light_side(rules);
    let [first, second] = parts.hand;
    if !rules.moves_while_placing && parts.hand != [0; 2] && second != first + parts.side {
        return Err(format!(
            "{} places first and {} is to move, so the hands must hold {}, not {first} ({}) and {second} ({})",
            colour::<K>(0, light),
            colour::<K>(usize::from(parts.side), light),
            match parts.side {
                0 => format!("equally many {}", K::TERMS.men),
                _ => format!("one {} {} more", colour::<K>(1, light), K::TERMS.man),
            },
            colour::<K>(0, light),
            colour::<K>(1, light),
        ));
    }
    let lost = |side: usize| parts.men[side].count_ones() + u32::from(parts.hand[side]) < LEAST_MEN;
    if lost(0) && lost(1) {
        let men = K::TERMS.men;
        return Err(format!(
            "both sides have two {men} or fewer, but the game is over as soon as one has"
        ));
    }
    Ok(())
}

fn check_phase<K: MillKind>(phase: &str, action: &str, parts: &Parts) -> Result<(), String> {
    let in_hand = parts.hand[usize::from(parts.side)];
    match (phase, action) {
        ("p" | "m", "r") => Err(
            "action r stops in the middle of a turn; give the position before the move or after it"
                .to_owned(),
        ),
        ("p", "p") if in_hand > 0 => Ok(()),
        ("m", "s") if in_hand == 0 => Ok(()),
        _ => Err(format!(
            "the side to move has {in_hand} {} in hand, so phase and action must be '{}', not {}",
            K::TERMS.men,
            if in_hand > 0 { "p p" } else { "m s" },
            quoted(format!("{phase} {action}"))
        )),
    }
}

fn read_tail<K: MillKind>(fields: &[&str], parts: &mut Parts, rules: Rules) -> Result<(), String> {
    let (known, in_words) = (rules.board.name, rules.board.in_words);
    let Some((board, rest)) = fields.split_first() else {
        return Err(format!(
            "the kind of board is missing: add {known} ({in_words})"
        ));
    };
    if *board != known {
        return Err(format!(
            "the field after the numbers must be {known} ({in_words}), not {}",
            quoted(board)
        ));
    }
    for field in rest {
        match field.split_once(':') {
            Some(("last", text)) if K::RULES.see_saw_ban => {
                read_last::<K>(text, parts, light_side(rules))?;
            }
            Some(("quiet", text)) => parts.quiet = read_quiet::<K>(text)?,
            _ => {
                let last = match K::RULES.see_saw_ban {
                    true => "come last:FROM-TO,formed,broke and",
                    false => "comes",
                };
                return Err(format!(
                    "{} is not understood; after {known} {last} quiet:N",
                    quoted(field)
                ));
            }
        }
    }
    if !rules.moves_while_placing
        && parts.hand != [0; 2]
        && (parts.quiet > 0 || parts.bans != [None; 2])
    {
        let men = K::TERMS.men;
        return Err(format!(
            "last: and quiet: belong to the moving phase, but there are {men} in hand"
        ));
    }
    Ok(())
}

fn read_quiet<K: MillKind>(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| {
        let man = K::TERMS.man;
        format!(
            "{} must be the number of plies since the last {man} left the board, 0 to 65535",
            quoted(format!("quiet:{text}"))
        )
    })
}

fn read_last<K: MillKind>(text: &str, parts: &mut Parts, light: usize) -> Result<(), String> {
    let said = || quoted(format!("last:{text}"));
    let wrong = || format!("{} must look like last:d2-d1,formed,broke", said());
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
        .find(|&s| parts.men[s] & points::bit(to) != 0)
    else {
        return Err(format!(
            "{}: there is no {} on {}",
            said(),
            K::TERMS.man,
            points::name(to)
        ));
    };
    if parts.bans[side].is_some() {
        return Err(format!(
            "there are two last moves of the {} side; give one",
            colour::<K>(side, light)
        ));
    }
    // A move that did not do both forbids nothing.
    parts.bans[side] = (formed && broke).then_some(SeeSaw { from, to });
    Ok(())
}
