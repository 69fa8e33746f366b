//! Shipped test suites, searched with a fixed number of nodes: mates, zugzwang, and the horizon effect. The lengths of the
//! mates are facts about the positions; a full search by another implementation proves those in two moves again.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Position as _};

use crate::lab::suite::Exercise;
use crate::{Registry, Setup};
use rookery_engine::{Control, Request, Technique, Techniques, Value};

const MATES: &str = include_str!("mates.epd");
const ZUGZWANG: &str = include_str!("zugzwang.epd");

fn exercises(text: &str) -> Vec<Exercise> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Exercise::parse(line).unwrap()).collect()
}

/// The names of the positions that a search of `nodes` nodes gets wrong.
fn wrong(text: &str, nodes: u64) -> Vec<String> {
    let chess = Registry::shipped().find("chess").unwrap();
    let request = Request {
        nodes,
        ..Request::default()
    };
    let is_wrong = |exercise: &Exercise| {
        let answered = exercise.answer(chess, &request, &Control::unlimited());
        !answered.unwrap().is_right
    };
    let found = exercises(text).into_iter().filter(is_wrong);
    found.map(|exercise| exercise.name).collect()
}

#[test]
fn mates_are_found_and_are_no_longer_than_they_need_to_be() {
    assert!(exercises(MATES).len() >= 20);
    assert_eq!(wrong(MATES, 80_000), [""; 0]);
}

#[test]
fn nobody_passes_in_zugzwang() {
    assert!(exercises(ZUGZWANG).len() >= 6);
    assert_eq!(wrong(ZUGZWANG, 600_000), [""; 0]);
}

/// Proof-number search follows checks and captures to the mate; its line is played out.
#[test]
fn every_mate_is_proven_in_few_nodes() {
    let chess = Registry::shipped().find("chess").unwrap();
    let request = Request {
        nodes: 8_000,
        on: Techniques::of(&[Technique::Proof]),
        ..Request::default()
    };
    let mut nodes = 0;
    for exercise in exercises(MATES) {
        let mut game = chess.start(&Setup::at(&*exercise.position)).unwrap();
        let report = game.search(&request, &Control::unlimited());
        let best = &report.lines[0];
        let Value::Win(plies) = best.value else {
            panic!("{}: {:?}", exercise.name, best.value);
        };
        assert!(plies as usize >= best.pv.len(), "{}", exercise.name);
        for path in &best.pv {
            game.play(path).unwrap();
        }
        let ending = game.ending().map(|ending| ending.reason);
        assert_eq!(ending, Some("checkmate"), "{}", exercise.name);
        nodes += report.nodes;
    }
    // The main search takes 114,809 up to the depths in which it finds them.
    assert!(nodes < 10_000, "{nodes}");
}

/// Whether the side to move mates within `moves` of its own moves, found by trying all moves.
fn mates_within(position: &shakmaty::Chess, moves: u32) -> bool {
    let after = |m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        next
    };
    let replies = |next: &shakmaty::Chess| {
        let all = next.legal_moves();
        let mut outcomes = all.into_iter().map(|reply| {
            let mut next = next.clone();
            next.play_unchecked(reply);
            mates_within(&next, moves - 1)
        });
        !next.is_stalemate() && outcomes.all(|is_mate| is_mate)
    };
    let mut tried = position.legal_moves().into_iter().map(after);
    tried.any(|next| next.is_checkmate() || moves > 1 && replies(&next))
}

#[test]
fn what_is_said_of_the_mates_in_two_is_true() {
    let in_two = exercises(MATES)
        .into_iter()
        .filter(|e| e.win_moves == Some(2));
    let mut proved = 0;
    for exercise in in_two {
        let text: Fen = exercise.position.parse().unwrap();
        let position = text.into_position(CastlingMode::Standard).unwrap();
        assert!(!mates_within(&position, 1), "{}", exercise.name);
        assert!(mates_within(&position, 2), "{}", exercise.name);
        proved += 1;
    }
    assert!(proved >= 10, "{proved}");
}

/// Black's bishop is caught on a2. Pawns that give check put its loss off beyond the horizon of a search to a fixed depth, so that it
/// gives them up for nothing; a search that goes on where pieces are taken, and as long as there is check, keeps them.
#[test]
fn checks_do_not_push_a_loss_over_the_horizon() {
    const CAUGHT: &str = "6k1/5ppp/8/3p4/4p3/1P3p2/b1PP3P/R3R1K1 b - - 0 1";
    let chess = Registry::shipped().find("chess").unwrap();
    let game = chess.start(&Setup::at(CAUGHT)).unwrap();
    let chosen = |evaluation, depth, seeing: Techniques| {
        let all = Techniques::of(&Technique::ALL);
        let request = Request {
            depth,
            evaluation,
            off: all.without(Techniques::EXACT.or(seeing)),
            ..Request::default()
        };
        let report = game.search(&request, &Control::unlimited());
        report.lines[0].notation[0].clone()
    };
    let going_on = Techniques::of(&[Technique::Qsearch, Technique::Extensions]);
    for evaluation in ["network", "learned", "turing"] {
        for depth in [4, 5] {
            let blind = chosen(evaluation, depth, Techniques::NONE);
            assert_eq!(blind, "f2+", "{evaluation} to depth {depth}");
            let seeing = chosen(evaluation, depth, going_on);
            assert!(
                !seeing.contains('+'),
                "{evaluation} to depth {depth}: {seeing}"
            );
        }
    }
}
