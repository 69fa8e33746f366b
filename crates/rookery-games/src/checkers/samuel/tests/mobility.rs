//! Mobility, denial and exchanges against the rules themselves: every step is played, and every answer to it.

use std::collections::BTreeMap;

use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use crate::checkers::samuel::terms::rating::Rating;
use crate::checkers::tests::random_positions;
use rookery_engine::Position;

/// The answers to a step.
#[derive(Clone, Copy)]
struct Answers {
    /// Some capture of the piece that made it.
    is_taken: bool,
    /// Such a capture that is not answered in turn.
    is_lost: bool,
}

fn answers(position: &Checkers, step: CheckersMove) -> Answers {
    let after = position.after(step);
    let replies = after.moves().into_iter();
    let takers = replies.filter(|m| {
        m.hops()
            .next()
            .is_some_and(|hop| hop.over == Some(step.to()))
    });
    let (mut is_taken, mut is_lost) = (false, false);
    for taker in takers {
        is_taken = true;
        let goes_on = taker.hops().count() > 1;
        is_lost |= goes_on || !after.after(taker).must_jump();
    }
    Answers { is_taken, is_lost }
}

#[test]
fn steps_are_judged_as_the_rules_play_them() {
    let mut seen = [0; 2];
    random_positions(12, 60, |position| {
        if position.must_jump() {
            return;
        }
        let mut squares: BTreeMap<u8, Vec<Answers>> = BTreeMap::new();
        for step in position.moves() {
            let to = squares.entry(step.to()).or_default();
            to.push(answers(position, step));
        }
        let count = |holds: &dyn Fn(&[Answers]) -> bool| {
            squares.values().filter(|steps| holds(steps)).count() as i32
        };
        let denied = count(&|steps| steps.iter().all(|step| step.is_lost));
        let exchanges = count(&|steps| steps.iter().any(|step| step.is_taken && !step.is_lost));
        let rated = RatedPosition::new(position.clone());
        let found = [Rating::Mob, Rating::Deny, Rating::Exch].map(|r| rated.ratings().get(r));
        assert_eq!(
            found,
            [squares.len() as i32, denied, exchanges],
            "{position:?}"
        );
        seen[0] += denied;
        seen[1] += exchanges;
    });
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}
