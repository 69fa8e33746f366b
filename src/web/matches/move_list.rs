//! Move list beside the board: each move in the usual notation, with a drawn piece in place of the letter for it.

use rookery_games::api::view::BoardKind;
use rookery_games::{Credits, Letter, shown_colour};

use crate::matches::{Match, MatchAnalysis};
use crate::web::analysis::mark_name;
use crate::web::page::Page;

/// A move in the list.
pub struct MoveLine<'a> {
    /// The ply that the move leads to.
    pub ply: usize,
    /// The notation, without the letter that a piece is drawn for.
    pub rest: &'a str,
    pub piece: Option<Figurine>,
    pub is_shown: bool,
    /// The column of the second colour, or a row of its own (`alone`) where the move belongs to no colour yet.
    pub class: Option<&'static str>,
    /// The number of the row that it begins.
    pub number: Option<usize>,
    /// What the move gave away, by the analysis.
    pub mark: Option<MoveMark>,
}

/// The mark of a move: the sign, its class, and what is read out.
pub struct MoveMark {
    pub sign: &'static str,
    pub class: &'static str,
    pub name: String,
}

/// A piece in place of its letter. The letter stays in the text, for those who copy it.
pub struct Figurine {
    pub letter: &'static str,
    /// The drawing.
    pub kind: &'static str,
    pub side: usize,
    /// `dark` or `light`.
    pub tone: &'static str,
    /// The name that is read out.
    pub name: String,
}

/// The moves of a match; `shown` is the ply of the position on the board.
pub fn lines<'a>(
    page: &Page,
    game_match: &'a Match,
    shown: usize,
    analysis: Option<&MatchAnalysis>,
) -> Vec<MoveLine<'a>> {
    let letters = game_match.game_type().sheet().letters;
    let sides = game_match.sides();
    let numbering = game_match.numbering();
    let line = |(ply, notation): (usize, &'a str)| {
        let (found, rest) = split(letters, notation);
        let mover = game_match.side_at(ply - 1);
        let side = game_match.colour_at(ply - 1, mover).unwrap_or(mover);
        MoveLine {
            ply,
            rest,
            piece: found.map(|letter| Figurine {
                letter: letter.letter,
                kind: letter.kind,
                side,
                tone: sides[side].tone.as_str(),
                name: page.t(letter.name),
            }),
            is_shown: ply == shown,
            class: match numbering.at(ply) {
                None => Some("alone"),
                Some((_, colour)) => (colour == 1).then_some("second"),
            },
            number: numbering.of_row(ply),
            mark: analysis
                .and_then(|analysis| analysis.at(ply)?.mark)
                .map(|mark| MoveMark {
                    sign: mark.sign(),
                    class: mark.as_str(),
                    name: mark_name(page, mark),
                }),
        }
    };
    let played = game_match.played().iter();
    let notation = played.map(|played| played.notation.as_deref().unwrap_or_default());
    (1..).zip(notation).map(line).collect()
}

/// The words in the place of the list before the first move: who begins, and how to move.
pub struct BeforeFirst {
    pub begins: String,
    /// What a player does; none for spectators.
    pub how: Option<String>,
}

impl BeforeFirst {
    /// `None` once a move has been made. An opening that was drawn by lot is told.
    pub fn of(
        page: &Page,
        game_match: &Match,
        opening: Option<&str>,
        is_player: bool,
    ) -> Option<Self> {
        if !game_match.played().is_empty() {
            return None;
        }
        let game = game_match.game();
        let side = &game_match.sides()[shown_colour(game, game.side())].name;
        let board = game.board();
        let has_steps = || game.legal().iter().any(|legal| legal.path.len() > 1);
        // A tap on a space that stands for another: any of a column.
        let how = || {
            if board.spaces.iter().any(|space| space.tap.is_some()) {
                "game-how-column"
            } else if has_steps() {
                "game-how-piece"
            } else if board.kind == BoardKind::Points {
                "game-how-point"
            } else {
                "game-how-square"
            }
        };
        Some(BeforeFirst {
            begins: match opening {
                Some(moves) => page.t2(
                    "game-begins-drawn",
                    "opening",
                    moves,
                    "side",
                    page.say(side),
                ),
                None => page.t1("game-begins", "side", page.say(side)),
            },
            // The place is small.
            how: (is_player && opening.is_none()).then(|| page.t(how())),
        })
    }
}

/// The moves that led to a first position which was drawn by lot, as the file of the match has them: with their numbers. `None` where
/// it was not reached by moves.
pub fn drawn_opening(game_match: &Match) -> Option<String> {
    let record = game_match.record();
    if record.start.is_empty() || record.is_custom {
        return None;
    }
    let file = game_match.at(0)?.game.export(&Credits::default())?;
    // The moves are the last part of the file, and end with the sign of a game that goes on.
    let (_, moves) = file.text.trim_end().rsplit_once("\n\n")?;
    let moves = moves.strip_suffix('*')?.trim_end();
    (!moves.is_empty()).then(|| moves.replace('\n', " "))
}

/// The letter that a notation begins with, and the rest.
fn split<'a>(letters: &'static [Letter], notation: &'a str) -> (Option<&'static Letter>, &'a str) {
    letters
        .iter()
        .find_map(|letter| Some((Some(letter), notation.strip_prefix(letter.letter)?)))
        .unwrap_or((None, notation))
}

#[cfg(test)]
mod tests {
    use rookery_games::Registry;

    use super::*;

    #[test]
    fn only_a_leading_letter_of_a_piece_is_drawn() {
        let chess = Registry::shipped().find("chess").unwrap().sheet().letters;
        for (notation, kind, rest) in [
            ("Nf3", Some("knight"), "f3"),
            ("Bxf7+", Some("bishop"), "xf7+"),
            ("Qh4#", Some("queen"), "h4#"),
            ("bxc3", None, "bxc3"),
            ("a8=N", None, "a8=N"),
            ("O-O", None, "O-O"),
        ] {
            let (letter, after) = split(chess, notation);
            assert_eq!(letter.map(|l| l.kind), kind, "{notation}");
            assert_eq!(after, rest, "{notation}");
        }
        assert!(split(&[], "Nf3").0.is_none());
    }
}
