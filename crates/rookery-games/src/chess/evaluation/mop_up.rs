//! Mop-up evaluation of a lone king against pieces that can mate it: driven to the edge, or with knight and bishop into a
//! corner of the bishop's colour, with the other king close by (Slate and Atkin, Chess 4.5, 1977). Few of the training games
//! reach such endings.

use crate::chess::board::bits::{DARK, file, rank};
use crate::chess::exchange;
use crate::chess::{Chess, Role};
use rookery_engine::{Position, Score};

/// The value of such a win in addition to the pieces: more than the learned terms give for being a piece ahead, so that the last
/// piece is taken.
const WIN_CP: Score = 1_000;
/// For each step of the lone king away from the centre.
const EDGE_CP: Score = 12;
/// For each step of the lone king towards the corner where knight and bishop mate.
const CORNER_CP: Score = 24;
/// For each step of the kings towards one another.
const CLOSE_CP: Score = 4;

/// The value for the side to move, centipawns; `None` if neither side has a lone king, or if the other side has a pawn to bring
/// forward or pieces that cannot mate.
#[inline]
pub fn mop_up(position: &Chess) -> Option<Score> {
    let is_alone = |side: usize| position.of(side).is_power_of_two();
    if !is_alone(0) && !is_alone(1) {
        return None;
    }
    let winner = usize::from(is_alone(0));
    let value = win(position, winner)?;
    Some(if position.side() == winner {
        value
    } else {
        -value
    })
}

/// The value for the side with more than a king.
fn win(position: &Chess, winner: usize) -> Option<Score> {
    let count = |role| position.pieces_of(winner, role).count_ones();
    let bishops = position.pieces_of(winner, Role::Bishop);
    let (is_dark, is_light) = (bishops & DARK != 0, bishops & !DARK != 0);
    let knights = count(Role::Knight);
    let has_major = count(Role::Rook) + count(Role::Queen) > 0;
    let has_pair = is_dark && is_light;
    let can_mate = has_major || has_pair || bishops != 0 && knights > 0 || knights > 2;
    if !can_mate || count(Role::Pawn) > 0 {
        return None;
    }
    let (king, alone) = (position.king(winner), position.king(1 - winner));
    let place = if !has_major && !has_pair && bishops != 0 {
        CORNER_CP * steps_to_a_corner(alone, is_dark)
    } else {
        EDGE_CP * steps_from_the_centre(alone)
    };
    let pieces = exchange::non_pawns(position, winner);
    Some(WIN_CP + pieces + place + CLOSE_CP * (14 - steps_between(king, alone)))
}

/// From 0 on the four squares in the middle to 6 in a corner.
fn steps_from_the_centre(square: u8) -> Score {
    let away = |line: u8| Score::from(if line > 3 { line - 4 } else { 3 - line });
    away(file(square)) + away(rank(square))
}

/// From 0 on the diagonal between the other two corners to 7 in a corner of this colour.
fn steps_to_a_corner(square: u8, is_dark: bool) -> Score {
    // The corners a1 and h8 are dark; for the light ones, h1 and a8, the board is mirrored.
    let column = if is_dark {
        file(square)
    } else {
        7 - file(square)
    };
    (7 - Score::from(column) - Score::from(rank(square))).abs()
}

/// Steps along files and ranks.
fn steps_between(a: u8, b: u8) -> Score {
    Score::from(file(a).abs_diff(file(b)) + rank(a).abs_diff(rank(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::fen;
    use crate::{Registry, Setup};
    use rookery_engine::{Control, Request};

    fn value(text: &str) -> Option<Score> {
        mop_up(&fen::parse(text).unwrap())
    }

    #[test]
    fn only_pieces_that_can_mate_drive_a_king() {
        for text in [
            "8/8/8/4k3/8/8/8/KNN5 w - - 0 1",
            "8/8/8/4k3/8/8/8/KB1B4 w - - 0 1",
            "8/8/8/4k3/8/8/P7/KN6 w - - 0 1",
            "8/8/4p3/4k3/8/8/8/KBB5 w - - 0 1",
            "8/8/8/4k3/8/8/P7/KQ6 w - - 0 1",
            fen::START,
        ] {
            assert_eq!(value(text), None, "{text}");
        }
        // By hand: 1,000, the pieces, 12 a step from the centre, 4 a step that the kings are closer than from corner to corner.
        let bishops = 2 * exchange::value(Role::Bishop);
        let white = value("7k/8/8/8/8/8/8/KBB5 w - - 0 1");
        assert_eq!(white, Some(1_000 + bishops + 72));
        let black = value("7K/8/8/8/8/8/8/kbb5 w - - 0 1");
        assert_eq!(black, Some(-(1_000 + bishops + 72)));
    }

    #[test]
    fn knight_and_bishop_need_the_right_corner() {
        let right = value("k7/8/1K6/8/8/8/8/5NB1 w - - 0 1");
        let light = value("k7/8/1K6/8/8/8/8/5BN1 w - - 0 1");
        assert!(
            light > right,
            "the bishop on f1 runs on light squares, as a8 is"
        );
        let corner = value("7k/8/6K1/8/8/8/8/5NB1 w - - 0 1");
        assert_eq!(corner, light);
    }

    /// From the middle of the board, both sides by the same search: mate comes before the draw by fifty moves.
    #[test]
    fn won_endings_are_played_to_mate() {
        let chess = Registry::shipped().find("chess").unwrap();
        for pieces in ["BB", "BN", "R1", "Q1"] {
            let setup = Setup::at(format!("8/8/8/3k4/8/8/8/2{pieces}K3 w - - 0 1"));
            let mut game = chess.start(&setup).unwrap();
            let request = Request {
                nodes: 20_000,
                ..Request::default()
            };
            while game.ending().is_none() {
                let report = game.search(&request, &Control::unlimited());
                let path = game.read(&report.lines[0].notation[0]).unwrap();
                game.play(&path).unwrap();
            }
            let ending = game.ending().unwrap();
            assert_eq!(ending.winner, Some(0), "{pieces}: {ending:?}");
        }
    }
}
