//! Tests of the reasons that chess gives for refused moves.

use std::collections::BTreeSet;

use crate::Error;
use crate::chess::tests::ui::{at, from, short, tokens};
use rookery_engine::SplitMix;

#[test]
fn a_refusal_names_the_rule() {
    const TWO_ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (fen, path, words) in [
        ("", "e4", "illegal-no-piece(e4)"),
        ("", "e4,e5", "illegal-no-piece(e4)"),
        ("", "e7", "illegal-not-yours(e7 pawn)"),
        ("", "e7e5", "illegal-not-yours(e7 pawn)"),
        ("", "a1", "illegal-blocked(a1 rook)"),
        ("", "a1,a4", "illegal-in-the-way(a1 a4 a2)"),
        ("", "a1,a2", "illegal-own-piece(a2 pawn)"),
        ("", "a1,b3", "illegal-rook-way(a1 b3)"),
        ("", "c1,c3", "illegal-bishop-way(c1 c3)"),
        ("", "b1,b3", "illegal-knight-way(b1 b3)"),
        ("", "d1,e3", "illegal-queen-way(d1 e3)"),
        ("", "e1,e3", "illegal-king-way(e1 e3)"),
        ("", "e2,e5", "illegal-pawn-far(e2 e5)"),
        ("", "1. e2e5", "illegal-pawn-far(e2 e5)"),
        ("", "e2,e1", "illegal-own-piece(e1 king)"),
        ("", "e2,f4", "illegal-pawn-way(e2 f4)"),
        ("", "1...♘f6", "illegal-no-such(f6 knight)"),
        ("", "e2,d3", "illegal-nothing-to-take(d3)"),
        ("", "Nf6", "illegal-no-such(f6 knight)"),
        ("", "d5", "illegal-nobody(d5)"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "illegal-promotion"),
        ("", "", "illegal-empty"),
        ("", "O-O", "illegal-castling-blocked(f1 bishop)"),
        ("", "e2,e4,=Q", "illegal-too-long(e2 e4)"),
        ("", "e2,e5,=Q", "illegal-pawn-far(e2 e5)"),
        (
            "4k3/8/8/8/8/3P4/8/4K3 w - - 0 1",
            "d3,d5",
            "illegal-two-steps(d3)",
        ),
        (
            "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
            "e3,e4",
            "illegal-straight-ahead(e4)",
        ),
        (
            "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
            "e2,e4",
            "illegal-in-the-way(e2 e4 e3)",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "e5,d6",
            "illegal-in-passing(d6)",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7,a8",
            "illegal-unfinished(a7 a8)",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7,a8,=K",
            "illegal-promotion",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8p",
            "illegal-promotion",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "e1,e3,=Q",
            "illegal-king-way(e1 e3)",
        ),
        (
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
            "e1,f2",
            "illegal-king-into-check(e2 rook f2)",
        ),
        (
            "4k3/8/8/8/4r3/8/8/B3K3 w - - 0 1",
            "a1,b2",
            "illegal-stays-in-check(e4 rook b2)",
        ),
        (
            "4k3/8/8/8/4r3/8/N7/4K3 w - - 0 1",
            "a2",
            "illegal-cannot-help(a2 knight)",
        ),
        (
            "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
            "e2",
            "illegal-pinned(e2 knight)",
        ),
        (
            "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
            "e2,g3",
            "illegal-opens-check(e4 rook g3)",
        ),
        (
            "4k3/8/8/8/4r3/2n5/8/Q3K3 w - - 0 1",
            "a1,c3",
            "illegal-stays-in-check(e4 rook c3)",
        ),
        (
            "4k3/8/8/8/4r3/5n2/6P1/Q3K3 w - - 0 1",
            "g2",
            "illegal-double-check",
        ),
        (
            "7k/5Q2/8/8/8/8/p7/4K3 b - - 0 1",
            "h8",
            "illegal-king-stuck",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
            "e1,g1",
            "illegal-castling-lost",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1",
            "e1,h1",
            "illegal-castling-lost",
        ),
        (
            "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1",
            "0-0",
            "illegal-castling-in-check",
        ),
        (
            "r3k2r/8/8/8/3r4/8/8/R3K2R w KQkq - 0 1",
            "O-O-O",
            "illegal-castling-through(d4 rook d1)",
        ),
        (
            "r3k2r/8/8/8/6r1/8/8/R3K2R w KQkq - 0 1",
            "e1,g1",
            "illegal-castling-through(g4 rook g1)",
        ),
        (
            "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1",
            "e1,a1",
            "illegal-castling-blocked(b1 knight)",
        ),
        (TWO_ROOKS, "e1,c3", "illegal-king-way(e1 c3)"),
        (
            "4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1",
            "Nh8",
            "illegal-no-such(h8 knight)",
        ),
        (
            "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1",
            "Ne4",
            "illegal-which(e4 knight c3, g3)",
        ),
        (
            "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1",
            "Nee4",
            "illegal-no-such-file(e4 knight e)",
        ),
        (
            "4k3/7p/8/8/8/5N2/8/4K3 w - - 0 1",
            "Nbd2",
            "illegal-no-such-file(d2 knight b)",
        ),
        (
            "4k3/7p/8/8/8/5N2/8/4K3 w - - 0 1",
            "N1d2",
            "illegal-no-such-rank(d2 knight 1)",
        ),
        (
            "4k3/7p/8/8/8/5N2/8/4K3 w - - 0 1",
            "Nb1d2",
            "illegal-no-such-square(d2 knight b1)",
        ),
        ("", "Nxf3", "illegal-takes-nothing(f3)"),
        (
            "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2",
            "exd5",
            "illegal-nothing-to-take(d5)",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "exd6",
            "illegal-in-passing(d6)",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "exd6 e.p.",
            "illegal-in-passing(d6)",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "exd6+ e.p.!",
            "illegal-in-passing(d6)",
        ),
        // The piece that is meant is pinned, goes into check or leaves one, or has something in its way.
        (
            "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
            "Ng3",
            "illegal-opens-check(e4 rook g3)",
        ),
        (
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
            "Kf2",
            "illegal-king-into-check(e2 rook f2)",
        ),
        (
            "4k3/8/8/8/4r3/8/8/BB2K3 w - - 0 1",
            "Bd4",
            "illegal-stays-in-check(e4 rook d4)",
        ),
        ("", "Ra4", "illegal-in-the-way(a1 a4 a2)"),
        ("", "Nd2", "illegal-own-piece(d2 pawn)"),
        ("", "Kf3", "illegal-king-way(e1 f3)"),
        (
            "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1",
            "exd8",
            "illegal-promotion",
        ),
        (
            "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1",
            "exd8=K",
            "illegal-promotion",
        ),
        ("", "Nf3=Q", "illegal-no-promotion(f3)"),
        ("", "zz9", "illegal-no-such-space(zz9)"),
    ] {
        let Err(Error::Illegal(why)) = at(fen).play(&tokens(path)) else {
            panic!("{path} is refused in {fen}");
        };
        assert_eq!(short(&why), words, "{path} in {fen}");
    }
    // Castling is legal if only the rook crosses an attacked square.
    assert!(
        at("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
            .read("O-O-O")
            .is_ok()
    );
}

/// Every move of a piece of the side to move from square to square is legal, the beginning of a legal move, or refused with a
/// reason from chess: nothing is "just not legal".
#[test]
fn every_refusal_has_its_reason() {
    let names: Vec<_> = at("").board().spaces.into_iter().map(|s| s.id).collect();
    let mut refused = 0;
    for seed in 0..6 {
        let mut random = SplitMix::new(seed);
        let mut game = from("chess960", &random.below(960).to_string());
        for _ in 0..60 {
            let legal = game.legal();
            if legal.is_empty() {
                break;
            }
            let begun: BTreeSet<_> = legal
                .iter()
                .flat_map(|l| l.paths().map(|p| p[..2].to_vec()))
                .collect();
            let side = game.side();
            let pieces = game.pieces().into_iter().filter(|p| p.side == side);
            let squares = random.below(names.len());
            for (piece, to) in pieces.flat_map(|m| {
                names
                    .iter()
                    .skip(squares % 8)
                    .step_by(8)
                    .map(move |to| (m.at.clone(), to))
            }) {
                let path = vec![piece, to.clone()];
                if path[0] == path[1] || begun.contains(&path) {
                    continue;
                }
                let why = game.why_not(&path);
                assert!(
                    why.id.starts_with("chess-illegal-"),
                    "{path:?} {} {}",
                    why.id,
                    game.position()
                );
                refused += 1;
            }
            game.play(&legal[random.below(legal.len())].path).unwrap();
        }
    }
    assert!(refused > 10_000, "{refused}");
}
