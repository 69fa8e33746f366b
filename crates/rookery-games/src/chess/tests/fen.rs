//! Tests of positions as text: the values of every field, refusals with their place, and the three castling notations.

use proptest::prelude::*;

use crate::chess::notation::fen::{self, Rights};
use rookery_engine::{MoveList, Position};

fn refused(text: &str) -> String {
    fen::parse(text).unwrap_err()
}

#[test]
fn missing_fields_have_their_defaults() {
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        (
            "  4k3/8/8/8/8/8/8/4K3   b - -  7 ",
            "4k3/8/8/8/8/8/8/4K3 b - - 7 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 7 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 7 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - - 150 9999",
            "4k3/8/8/8/8/8/8/4K3 b - - 150 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - - 65535 9999",
            "4k3/8/8/8/8/8/8/4K3 b - - 65535 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3\tb\u{a0} -\t\t- 7\t 12\n",
            "4k3/8/8/8/8/8/8/4K3 b - - 7 12",
        ),
    ] {
        let position = fen::parse(text).unwrap();
        assert_eq!(fen::print(&position, Rights::Wings), expected);
    }
}

#[test]
fn castling_is_read_in_three_ways_and_written_in_two() {
    // The third is the example of the X-FEN proposal: White's rook on g1 may castle, the one on h1 may not.
    for (texts, wings, files) in [
        (&["KQkq", "HAha", "KAkq"][..], "KQkq", "HAha"),
        (&["Kq", "Ha"], "Kq", "Ha"),
    ] {
        for castling in texts {
            let text = format!("r3k2r/8/8/8/8/8/8/R3K2R w {castling} - 0 1");
            let position = fen::parse(&text).unwrap();
            for (rights, expected) in [(Rights::Wings, wings), (Rights::Files, files)] {
                let written = fen::print(&position, rights);
                assert_eq!(written.split(' ').nth(2), Some(expected), "{castling}");
            }
        }
    }
    let example = "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11";
    let position = fen::parse(example).unwrap();
    assert_eq!(fen::print(&position, Rights::Wings), example);
    let files = fen::print(&position, Rights::Files);
    assert_eq!(files.split(' ').nth(2), Some("Gga"));
    assert_eq!(fen::parse(&files), Ok(position));
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    let rooks: Vec<_> = moves
        .iter()
        .filter(|m| m.is_castling())
        .map(|m| m.to())
        .collect();
    assert_eq!(rooks, [6], "the rook on g1, and no other");
}

/// A rook stands further out than the one on b1, and none further out than the one on b8.
#[test]
fn a_letter_is_written_on_the_queens_side_where_a_rook_stands_further_out() {
    for (castling, wings, files) in [("Bb", "Bq", "Bb"), ("Bq", "Bq", "Bb"), ("Q", "Q", "A")] {
        let text = format!("1r2k2r/8/8/8/8/8/8/RR2K3 w {castling} - 0 1");
        let position = fen::parse(&text).unwrap();
        for (rights, expected) in [(Rights::Wings, wings), (Rights::Files, files)] {
            let written = fen::print(&position, rights);
            assert_eq!(written.split(' ').nth(2), Some(expected), "{castling}");
            assert_eq!(fen::parse(&written), Ok(position));
        }
    }
}

#[test]
fn a_pawn_is_taken_in_passing_only_where_it_can_be() {
    // No pawn stands beside it; one does; one does but is pinned to its king along the rank.
    for (text, expected) in [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "-"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "-"),
    ] {
        let written = fen::print(&fen::parse(text).unwrap(), Rights::Wings);
        assert_eq!(written.split(' ').nth(3), Some(expected), "{text}");
    }
}

#[test]
fn every_refusal_names_the_field_and_the_character() {
    for (text, expected) in [
        ("", "field 1 (pieces), character 1: the pieces are missing"),
        (
            "8/8",
            "field 1 (pieces), character 4: the pieces end on rank 7 after 8",
        ),
        (
            " 4k3/8/8/8/8/8/8/4K3 ",
            "field 2 (side to move), character 21: 'w' or 'b' is missing",
        ),
        (
            "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (pieces), character 6: a digit after a digit",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2\u{7} w - - 0 1",
            "field 1 (pieces), character 20: '\\u{7}' is not a piece",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2X w - - 0 1",
            "field 1 (pieces), character 20: 'X' is not a piece",
        ),
        (
            "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (pieces), character 5: '9' is not a piece",
        ),
        (
            "4k3/8/8/8/8/8/8/4K w - - 0 1",
            "field 1 (pieces), character 19: the pieces end on rank 1 after 5",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
            "field 1 (pieces), character 20: there are only eight ranks",
        ),
        (
            "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (pieces), character 3: rank 8 has more than 8",
        ),
        (
            "4k2/8/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (pieces), character 4: rank 8 has 7 squares",
        ),
        (
            "é3/8/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (pieces), character 1: 'é' is not a piece",
        ),
        (
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (pieces), character 1: Black has no king",
        ),
        (
            "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
            "field 1 (pieces), character 19: White has 2 kings",
        ),
        (
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "field 1 (pieces), character 17: a pawn cannot stand on a1",
        ),
        (
            "p3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (pieces), character 1: a pawn cannot stand on a8",
        ),
        (
            "4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1",
            "field 1 (pieces), character 23: White has 9 pawns",
        ),
        (
            "4k3/8/8/8/RRRR4/RRRRRRRR/RRRRRRRR/4K3 w - - 0 1",
            "field 1 (pieces), character 30: White has 21 pieces",
        ),
        (
            "4k3/8/8/8/R7/RRRRRRRR/RRRRRRR1/4K3 w - - 0 1",
            "field 1 (pieces), character 33: White has 17 pieces",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "field 2 (side to move), character 21: 'w' or 'b'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2q b - - 0 1",
            "field 2 (side to move), character 22: White is in check",
        ),
        (
            "4k3/8/8/8/1b5q/8/8/r3K3 w - - 0 1",
            "field 1 (pieces), character 20: 3 pieces give check to White",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w x - 0 1",
            "field 3 (castling), character 23: ",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            "field 3 (castling), character 23: White cannot castle",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w Kk - 0 1",
            "field 3 (castling), character 25: Black cannot castle",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KH - 0 1",
            "field 3 (castling), character 25: 'H' names a second rook",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KB - 0 1",
            "field 3 (castling), character 25: White cannot castle ('B')",
        ),
        (
            "4k3/8/8/8/8/8/4K3/R7 w Q - 0 1",
            "field 3 (castling), character 24: White cannot castle ('Q'): the king is not between",
        ),
        (
            "4k3/8/8/8/8/8/8/K6R w K - 0 1",
            "field 3 (castling), character 23: White cannot castle ('K'): the king is not between",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e9 0 1",
            "field 4 (en passant), character 25: a square or '-'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
            "field 4 (en passant), character 25: no pawn",
        ),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
            "field 4 (en passant), character 29: a piece stands",
        ),
        (
            "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
            "field 4 (en passant), character 29: a piece stands",
        ),
        (
            "4k3/8/4P3/8/8/8/8/4K3 b - e5 0 1",
            "field 4 (en passant), character 27: no pawn",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "field 5 (plies without progress), character 27: a number from 0 to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - +5 1",
            "field 5 (plies without progress), character 27: a number from 0 to 65535 is expected, not '+5'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
            "field 5 (plies without progress), character 27: a number from 0 to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 one",
            "field 6 (move number), character 29: a number from 0 to 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
            "character 31: a position has six fields",
        ),
    ] {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
}

#[test]
fn a_field_that_goes_on_and_on_is_not_said_in_full() {
    let long = "9".repeat(10_000);
    for text in [
        format!("4k3/8/8/8/8/8/8/4K3 {long}"),
        format!("4k3/8/8/8/8/8/8/4K3 w - {long}"),
        format!("4k3/8/8/8/8/8/8/4K3 w - - {long}"),
        format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {long}"),
    ] {
        let said = refused(&text);
        assert!(said.contains("999…'") && said.len() < 200, "{said}");
    }
}

proptest! {
    #[test]
    fn no_text_is_fatal(text in "(?s).{0,90}") {
        if let Err(said) = fen::parse(&text) {
            prop_assert!(said.contains("character "), "{}", said);
            prop_assert!(!said.contains(char::is_control), "{}", said);
        }
    }

    /// Positions with changed characters: whatever is accepted as a position can be written and read back, and its moves can be
    /// made.
    #[test]
    fn what_is_read_can_be_played_and_written(
        base in prop::sample::select(vec![
            fen::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        ]),
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select("pnbrqkPNBRQK12345678/ -wbaehAEH369".chars().collect::<Vec<_>>())),
            0..5,
        ),
    ) {
        let mut letters: Vec<_> = base.chars().collect();
        for (at, letter) in changes {
            let at = at.index(letters.len());
            letters[at] = letter;
        }
        let text: String = letters.into_iter().collect();
        if let Ok(position) = fen::parse(&text) {
            for rights in [Rights::Wings, Rights::Files] {
                prop_assert_eq!(fen::parse(&fen::print(&position, rights)), Ok(position));
            }
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            for m in moves {
                let mut next = position;
                next.play(m);
                prop_assert_eq!(next.key(), next.key_from_scratch());
            }
        }
    }
}
