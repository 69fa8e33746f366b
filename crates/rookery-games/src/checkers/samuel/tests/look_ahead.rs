//! The look-ahead against minimax without cuts, by the ply rules as Samuel wrote them down.

use crate::checkers::position_text;
use crate::checkers::rules::position::Checkers;
use crate::checkers::samuel::play::look_ahead::LookAhead;
use crate::checkers::samuel::play::polynomial::Polynomial;
use crate::checkers::samuel::play::scoring::{Scoring, WON};
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use crate::checkers::samuel::terms::rating::Rating;
use crate::checkers::samuel::tests::rated;
use crate::checkers::tests::random_positions;
use rookery_engine::{Outcome, Position};

fn ends_here(now: &RatedPosition, ply: u32, fixed: u32, was_jump: bool) -> bool {
    let must_jump = now.position.must_jump();
    let offers = now.ratings().get(Rating::Exch) > 0;
    let material = |side: usize| {
        let kings = (now.position.pieces(side) & now.position.kings()).count_ones() as i32;
        2 * now.position.men(side).count_ones() as i32 + 3 * kings
    };
    let lead = (material(0) - material(1)).abs();
    match ply + 3 - fixed {
        0..3 => false,
        3 => !must_jump && !was_jump && !offers,
        4 => !must_jump && !offers,
        5..11 => !must_jump,
        11..20 => !must_jump || lead > 6,
        _ => true,
    }
}

fn minimax(before: &Checkers, position: &Checkers, ply: u32, fixed: u32, was_jump: bool) -> i32 {
    match position.outcome() {
        Some(Outcome::Loss) => return -WON,
        Some(_) => return 0,
        None if position.count_moves() == 0 => return -WON,
        None => (),
    }
    let now = RatedPosition::new(position.clone());
    if ends_here(&now, ply, fixed, was_jump) {
        return -Polynomial::fixed().score(&RatedPosition::new(before.clone()), &now);
    }
    let values = position.moves().into_iter().map(|m| {
        let value = -minimax(position, &position.after(m), ply + 1, fixed, m.is_jump());
        value - value.signum()
    });
    values.max().unwrap_or(-WON)
}

#[test]
fn values_are_those_of_minimax() {
    let polynomial = Polynomial::fixed();
    let mut number = 0;
    random_positions(8, 12, |position| {
        number += 1;
        for plies in 1..=3 {
            // Three plies in a part of the positions: minimax looks at every line.
            if plies == 3 && number % 4 != 0 {
                continue;
            }
            let now = RatedPosition::new(position.clone());
            let choice = LookAhead::new(&polynomial, plies)
                .choose(&now, None)
                .unwrap();
            let slow = minimax(position, position, 0, plies, false);
            assert_eq!(choice.backed_up.value, slow, "{plies} plies: {position:?}");
            let next = position.after(choice.best);
            let reached = -minimax(position, &next, 1, plies, choice.best.is_jump());
            assert_eq!(
                reached - reached.signum(),
                slow,
                "{plies} plies: {position:?}"
            );
        }
    });
    assert!(number > 400, "{number}");
}

/// The shorter way to a win is worth more, and a lost game is worth more the longer it lasts.
#[test]
fn values_shrink_with_each_ply() {
    let polynomial = Polynomial::fixed();
    let value = |text| {
        let choice = LookAhead::new(&polynomial, 3).choose(&rated(text), None);
        choice.unwrap().backed_up.value
    };
    // Black takes the last piece; White, whose man must step before that one, is a ply further away.
    assert_eq!(value("B:W18:B15"), WON - 1);
    assert_eq!(value("W:W22:B14"), -(WON - 2));
}

#[test]
fn more_nodes_look_further_and_no_limit_is_passed_by_much() {
    let polynomial = Polynomial::fixed();
    let start = rated("B:W21-32:B1-12");
    let nodes = |most| {
        let choice = LookAhead::new(&polynomial, 1).choose_within(&start, most);
        choice.unwrap().nodes
    };
    let (few, many) = (nodes(1_000), nodes(5_000));
    assert!(
        few <= 1_020 && many <= 5_020 && many > 2 * few,
        "{few} {many}"
    );
}

/// 22-18 loses the man to 15x22, and 25x18 takes back: the line of jumps ends with pieces as they were.
#[test]
fn a_position_is_settled_where_nothing_can_be_jumped() {
    let polynomial = Polynomial::fixed();
    let (before, now) = (rated("W:W22,25,29:B15,1"), rated("B:W18,25,29:B15,1"));
    let (_, quiet) = LookAhead::new(&polynomial, 3).settle(&before, &now);
    assert!(!quiet.position.must_jump());
    assert_eq!(position_text::print(&quiet.position), "B:W18,29:B1");
}
