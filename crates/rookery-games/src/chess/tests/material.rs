//! Tests of mating material: against every position of a few pieces, and case by case.

use crate::chess::board::attacks;
use crate::chess::board::bits::{DARK, bit};
use crate::chess::board::role::Role;
use crate::chess::notation::fen;
use crate::chess::rules::generate;
use crate::chess::rules::material::{can_mate, is_dead, worth};
use crate::chess::rules::position::{Chess, Setting};

/// The squares of the triangle a1-d1-d4: without pawns, every position is the image of one with the king there, or on the mirror
/// image of these squares, where dark and light are exchanged.
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// A piece beside the two kings: its side (0 is the one that wants to mate), its role, and the squares on which it may stand.
type ListedPiece = (usize, Role, u64);

/// Whether Black is mated in some position of the two kings and these pieces, with White's pieces before Black's.
fn is_mate_possible(pieces: &[ListedPiece]) -> bool {
    let has_pawns = pieces.iter().any(|(_, role, _)| *role == Role::Pawn);
    let kings: Vec<u8> = match has_pawns {
        true => (0..64).collect(),
        false => TRIANGLE.iter().flat_map(|&at| [at, at ^ 7]).collect(),
    };
    kings.into_iter().any(|king| {
        let mut setting = Setting {
            side: 1,
            ..Setting::default()
        };
        put(&mut setting, (1, Role::King, 0), king);
        let near = attacks::king(king) | bit(king);
        place(
            &mut setting,
            king,
            &[&[(0, Role::King, !near)], pieces].concat(),
        )
    })
}

fn put(setting: &mut Setting, (side, role, _): ListedPiece, square: u8) {
    setting.sides[side] ^= bit(square);
    setting.roles[role as usize] ^= bit(square);
}

/// Places the pieces one after the other; `king` is Black's.
fn place(setting: &mut Setting, king: u8, pieces: &[ListedPiece]) -> bool {
    let taken = setting.sides[0] | setting.sides[1];
    let Some((&piece, rest)) = pieces.split_first() else {
        let position = Chess::from_setting(setting);
        return position.is_check() && !is_attacked(&position) && !generate::has_moves(&position);
    };
    if piece.0 == 1 && !gives_check(setting, king) {
        // Black's own pieces can only stand between.
        return false;
    }
    (0..64)
        .filter(|square| piece.2 & !taken & bit(*square) != 0)
        .any(|square| {
            put(setting, piece, square);
            let found = place(setting, king, rest);
            put(setting, piece, square);
            found
        })
}

fn gives_check(setting: &Setting, king: u8) -> bool {
    Chess::from_setting(setting).is_attacked(king, 0, setting.sides[0] | setting.sides[1])
}

/// Whether the king of White, who has just moved, is in check: then the position is not legal.
fn is_attacked(position: &Chess) -> bool {
    position.is_attacked(position.king(0), 1, position.occupied())
}

/// A position with these pieces somewhere, to ask the rule.
fn example(pieces: &[ListedPiece]) -> Chess {
    let mut setting = Setting::default();
    put(&mut setting, (0, Role::King, 0), 0);
    put(&mut setting, (1, Role::King, 0), 63);
    for piece in pieces {
        let taken = setting.sides[0] | setting.sides[1];
        let free = piece.2 & !taken & !0xff00_0000_0000_00ff;
        put(&mut setting, *piece, free.trailing_zeros() as u8);
    }
    Chess::from_setting(&setting)
}

#[test]
fn a_side_can_mate_if_a_position_of_its_pieces_is_a_mate() {
    const ANY: u64 = !0;
    const INNER: u64 = !0xff00_0000_0000_00ff;
    const KNIGHT: ListedPiece = (0, Role::Knight, ANY);
    const ON_DARK: ListedPiece = (0, Role::Bishop, DARK);
    const ON_LIGHT: ListedPiece = (0, Role::Bishop, !DARK);
    let own: [&[ListedPiece]; 6] = [
        &[],
        &[KNIGHT],
        &[ON_DARK],
        &[ON_DARK, ON_DARK],
        &[KNIGHT, ON_DARK],
        &[ON_DARK, ON_LIGHT],
    ];
    let theirs: [&[ListedPiece]; 7] = [
        &[],
        &[(1, Role::Queen, ANY)],
        &[(1, Role::Rook, ANY)],
        &[(1, Role::Bishop, DARK)],
        &[(1, Role::Bishop, !DARK)],
        &[(1, Role::Knight, ANY)],
        &[(1, Role::Pawn, INNER)],
    ];
    let mut possible = Vec::new();
    for own in own {
        for theirs in theirs {
            let pieces = [own, theirs].concat();
            let is_possible = is_mate_possible(&pieces);
            assert_eq!(can_mate(&example(&pieces), 0), is_possible, "{pieces:?}");
            possible.push(is_possible);
        }
    }
    // Neither answer is rare.
    assert_eq!(possible.iter().filter(|is| **is).count(), 25);
}

/// Cases worked out by hand, each with the answer for either side.
#[test]
fn each_case_of_the_rule() {
    for (pieces, white, black) in [
        // Bare kings; one piece that is not enough; one that is.
        ("4k3/8/8/8/8/8/8/4K3", false, false),
        ("4k3/8/8/8/8/8/8/4KN2", false, false),
        ("4k3/8/8/8/8/8/8/4KB2", false, false),
        ("4k3/8/8/8/8/8/8/4KR2", true, false),
        ("4k3/8/8/8/8/8/4P3/4K3", true, false),
        // Two knights can mate a king that helps.
        ("4k3/8/8/8/8/8/8/3NKN2", true, false),
        // A knight: queens take it or come between, everything else may stand in its king's way.
        ("3qk3/8/8/8/8/8/8/4KN2", false, true),
        ("q2qk3/8/8/8/8/8/8/4KN2", false, true),
        ("3rk3/8/8/8/8/8/8/4KN2", true, true),
        ("r2qk3/8/8/8/8/8/8/4KN2", true, true),
        ("4k1n1/8/8/8/8/8/8/4KN2", true, true),
        ("4k3/4p3/8/8/8/8/8/4KN2", true, true),
        // Bishops of one colour, whoever has them; then one on the other.
        ("2b1k3/8/8/8/8/8/8/4KB2", false, false),
        ("2b1k3/8/8/8/8/3B4/8/4KB2", false, false),
        ("4kb2/8/8/8/8/8/8/4KB2", true, true),
        ("3rk3/8/8/8/8/8/8/4KB2", false, true),
        ("3qk3/8/8/8/8/8/8/4KB2", false, true),
        ("4k3/4p3/8/8/8/8/8/4KB2", true, true),
        ("4k1n1/8/8/8/8/8/8/4KB2", true, true),
    ] {
        let position = fen::parse(&format!("{pieces} w - - 0 1")).unwrap();
        let both = [can_mate(&position, 0), can_mate(&position, 1)];
        assert_eq!(both, [white, black], "{pieces}");
        assert_eq!(is_dead(&position), !white && !black, "{pieces}");
    }
}

/// Eight pawns, two knights and two bishops of 3, two rooks of 5, a queen of 9: 39 for each side, as players count.
#[test]
fn pieces_are_worth_what_players_count() {
    for (text, white, black) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            39,
            39,
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0),
        ("4k3/p7/8/8/8/8/8/Q3K3 w - - 0 1", 9, 1),
        ("4k2r/8/8/8/8/8/8/1NB1K3 w - - 0 1", 6, 5),
    ] {
        let position = fen::parse(text).unwrap();
        assert_eq!(
            (worth(&position, 0), worth(&position, 1)),
            (white, black),
            "{text}"
        );
    }
}
