//! Equality of positions and resets of the move count: the Laws of FIDE, articles 9.2 and 9.3, case by case.

use crate::chess::notation::fen;
use crate::chess::rules::chess960;
use crate::{Game, History, Registry, Setup};
use rookery_engine::{Control, Position, Request, SearchReport, Technique, Techniques, Value};

fn after(start: &str, moves: &[&str]) -> Box<dyn Game> {
    let setup = Setup {
        start: start.to_owned(),
        ..Setup::default()
    };
    let mut game = Registry::shipped()
        .find("chess")
        .unwrap()
        .start(&setup)
        .unwrap();
    for text in moves.iter().flat_map(|part| part.split_whitespace()) {
        let path = game.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        game.play(&path).unwrap();
    }
    game
}

/// The reason for a draw that may be claimed after the move `first` and `rounds` repetitions of `round`, whose moves lead back to
/// the position where they began.
fn claim(start: &str, first: &str, round: &str, rounds: usize) -> Option<&'static str> {
    let mut moves = vec![first];
    moves.extend(std::iter::repeat_n(round, rounds));
    after(start, &moves).claim().map(|claim| claim.reason)
}

/// 9.2.3.2: a position in which the king may still castle is not the one in which it may not.
#[test]
fn a_lost_right_to_castle_makes_another_position() {
    const ROUND: &str = "Rb1 Kd8 Ra1 Ke8";
    let with = "4k3/p7/8/8/8/8/P7/R3K3 w Q - 0 1";
    let without = "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1";
    assert_eq!(claim(without, "", ROUND, 1), None);
    assert_eq!(claim(without, "", ROUND, 2), Some("threefold-repetition"));
    assert_eq!(claim(with, "", ROUND, 2), None);
    assert_eq!(claim(with, "", ROUND, 3), Some("threefold-repetition"));
}

/// 9.2.3.1: nor is one in which a pawn could have been taken en passant, if that was legal.
#[test]
fn a_right_to_take_in_passing_makes_another_position() {
    const ROUND: &str = "Kd7 Kf2 Kd8 Ke1";
    for (start, rounds) in [
        // Nobody can take.
        ("3k4/8/8/8/8/8/4P3/4K3 w - - 0 1", 2),
        // The pawn on d4 can.
        ("3k4/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 3),
        // It is pinned, and cannot.
        ("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", 2),
    ] {
        assert_eq!(claim(start, "e4", ROUND, rounds - 1), None, "{start}");
        assert_eq!(
            claim(start, "e4", ROUND, rounds),
            Some("threefold-repetition"),
            "{start}"
        );
    }
}

/// 9.2: the positions need not follow one another, and the same pieces may have changed places.
#[test]
fn the_three_times_may_lie_apart() {
    let moves = ["Nf3 Nf6 Ng1 Ng8", "Nc3 Nc6 Nb1 Nb8"];
    let game = after("", &moves);
    assert_eq!(game.claim().unwrap().reason, "threefold-repetition");
    // The knights of White stand on each other's squares.
    let start = "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1";
    let there = "Nc3 Kd8 Nf3 Ke8 Nd4 Kd8 Nd5 Ke8 Nf4 Kd8 Nb3 Ke8 Nd2 Kd8 Nh3 Ke8";
    let home = "Nb1 Kd8 Ng1 Ke8";
    let game = after(start, &[there, home, "Nc3 Kd8 Nb1 Ke8"]);
    assert_eq!(game.claim().unwrap().reason, "threefold-repetition");
}

/// 9.3: a pawn's move and a capture begin the count anew; castling does not.
#[test]
fn what_begins_the_fifty_moves_anew() {
    let claim = |start: &str, moves: &str| after(start, &[moves]).claim().map(|c| c.reason);
    let start = "4k3/8/8/8/8/p7/4P3/R3K3 w Q - 98 80";
    assert_eq!(claim(start, "O-O-O Ke7"), Some("fifty-moves"));
    assert_eq!(claim(start, "Kd1 Ke7"), Some("fifty-moves"));
    assert_eq!(claim(start, "e3 Ke7"), None);
    assert_eq!(claim(start, "Rxa3 Ke7"), None);
    assert_eq!(claim(start, "Kd1 a2"), None);
    // Nothing is left to claim after mate with the last of the moves.
    let mate = after("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", &["Ra8"]);
    assert_eq!(mate.claim(), None);
    assert_eq!(mate.ending().unwrap().reason, "checkmate");
}

/// 9.6: five times, and seventy-five moves, end the game without a claim; one less does not.
#[test]
fn what_ends_the_game_without_a_claim() {
    const ROUND: &str = "Nf3 Nf6 Ng1 Ng8";
    assert_eq!(after("", &[ROUND; 3]).ending(), None);
    assert_eq!(
        after("", &[ROUND; 3]).claim().unwrap().reason,
        "threefold-repetition"
    );
    let five = after("", &[ROUND; 4]);
    assert_eq!(five.ending().unwrap().reason, "fivefold-repetition");
    let start = "4k3/8/8/8/8/8/8/R3K3 w - - 148 90";
    assert_eq!(after(start, &["Ra2"]).ending(), None);
    let late = after(start, &["Ra2", "Ke7"]);
    assert_eq!(late.ending().unwrap().reason, "seventy-five-moves");
    assert!(late.legal().is_empty());
}

/// 9.6.2: only mate takes precedence, and a mere check does not.
#[test]
fn a_check_does_not_put_off_the_end_by_seventy_five_moves() {
    let checked = after("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", &["Ra8+"]);
    assert_eq!(checked.ending().unwrap().reason, "seventy-five-moves");
}

/// 9.3, as the search sees it: a check may be answered by a claim, mate may not.
#[test]
fn a_draw_may_be_claimed_in_check_and_not_in_mate() {
    for (text, may_claim) in [
        ("4k3/8/8/8/8/8/8/R3K3 b - - 99 90", false),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 100 90", true),
        ("R3k3/8/8/8/8/8/8/4K3 b - - 99 90", false),
        ("R3k3/8/8/8/8/8/8/4K3 b - - 100 90", true),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90", false),
    ] {
        let position = fen::parse(text).unwrap();
        assert_eq!(position.may_claim_draw(), may_claim, "{text}");
    }
}

fn searched(start: &str, request: &Request) -> SearchReport {
    after(start, &[]).search(request, &Control::unlimited())
}

/// Being a rook ahead is worth nothing if every move completes the hundred plies.
#[test]
fn the_search_counts_a_draw_that_may_be_claimed() {
    for depth in 1..=3 {
        let request = Request {
            depth,
            ..Request::default()
        };
        let value = |start| searched(start, &request).lines[0].value;
        let late = value("4k3/8/8/8/8/8/8/R3K3 w - - 99 90");
        assert!(
            matches!(late, Value::Cp(0) | Value::Exact(0)),
            "to depth {depth}: {late:?}"
        );
        let early = value("4k3/8/8/8/8/8/8/R3K3 w - - 0 90");
        assert!(
            matches!(early, Value::Cp(1_001..)),
            "to depth {depth}: {early:?}"
        );
    }
    let proof = Request {
        nodes: 8_000,
        on: Techniques::of(&[Technique::Proof]),
        ..Request::default()
    };
    let mate = searched("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", &proof);
    assert_eq!(mate.lines[0].value, Value::Win(1));
    assert_eq!(mate.lines[0].notation, ["Ra8#"]);
}

/// A step of eight plies begins after twelve, and one with the hundredth.
#[test]
fn the_table_tells_positions_apart_by_their_plies_without_progress() {
    let at = |plies: u16| fen::parse(&format!("4k3/8/8/8/8/8/4P3/R3K3 w - - {plies} 90")).unwrap();
    let steps = [0, 11, 12, 19, 20, 99, 100].map(|plies| at(plies).quiet_steps());
    assert_eq!(steps, [0, 0, 1, 1, 2, 11, 12]);
    let keys = |plies| (at(plies).key(), at(plies).table_key());
    let (key, fresh) = keys(0);
    assert_eq!(keys(11), (key, fresh));
    assert_eq!(keys(12), keys(19));
    for [before, after] in [[11, 12], [19, 20], [99, 100]] {
        assert_ne!(keys(before).1, keys(after).1, "{before} and {after}");
    }
    // A position from another program may have a count far beyond the end of the game.
    for plies in [12, 100, 132, 140, 65_535] {
        assert_eq!(keys(plies).0, key, "{plies}");
        assert_ne!(keys(plies).1, fresh, "{plies}");
    }
}

/// The occurrences of the position after a move are known before it is made, so that a table's move that repeats it for the third
/// time can be avoided on the way to a win.
#[test]
fn a_position_that_has_been_there_is_known_before_the_move() {
    // 518 is the usual array.
    let mut history = History::new(chess960::start(518));
    let mut counts = Vec::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(9) {
        let moves = history.position().moves();
        let m = moves.iter().find(|m| format!("{m:?}") == text);
        let m = *m.unwrap_or_else(|| panic!("{text}"));
        counts.push(history.occurrences_after(m));
        history.play(m);
        assert_eq!(history.occurrences(), 1 + counts[counts.len() - 1]);
    }
    assert_eq!(counts, [0, 0, 0, 1, 1, 1, 1, 2, 2]);
}
