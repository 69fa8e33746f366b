//! Unconditional life by hand-made positions, and against all ways to play on while the side passes.

use std::collections::HashSet;

use crate::go::life::unconditional;
use crate::go::rules::goban::{Goban, points};
use crate::go::tests::{read, set};
use rookery_engine::SplitMix;

#[test]
fn two_eyes_live_and_one_does_not() {
    for (text, alive, regions) in [
        // Two eyes in a corner.
        ("5/5/5/xxxx1/1x1x1 x", "a2 b2 c2 d2 b1 d1", "a1 c1"),
        // One large eye: White may play into it.
        ("5/5/5/xxxx1/3x1 x", "", ""),
        // The two points of a bent chain.
        ("5/5/xxx2/x1x2/1xx2 x", "a3 b3 c3 a2 c2 b1 c1", "a1 b2"),
        ("1x1x1/xxxx1/5/5/5 x", "b5 d5 a4 b4 c4 d4", "a5 c5"),
        // An eye that holds a white stone is one, too.
        ("5/5/5/xxxxx/1xo1x x", "a2 b2 c2 d2 e2 b1 e1", "a1 c1 d1"),
        ("5/5/5/5/5 x", "", ""),
    ] {
        let position = read(5, text);
        let life = unconditional(position.goban(), position.stones(0), position.stones(1));
        assert_eq!(life.stones, set(&position, alive), "{text}");
        assert_eq!(life.regions, set(&position, regions), "{text}");
    }
}

/// Whether the other side can take a stone of `target` while the side passes, tried move by move. It may not kill itself.
fn can_be_taken(
    goban: &Goban,
    own: u128,
    other: u128,
    target: u128,
    seen: &mut HashSet<(u128, u128)>,
) -> bool {
    if own & target != target {
        return true;
    }
    if !seen.insert((own, other)) {
        return false;
    }
    points(goban.all & !(own | other)).any(|point| {
        let other = other | 1 << point;
        let dead = |stones: u128, enemies: u128| {
            let free = goban.all & !(stones | enemies);
            let chains = goban.parts(stones);
            chains
                .filter(|&chain| goban.beside(chain) & free == 0)
                .fold(0, |all, chain| all | chain)
        };
        let own = own & !dead(own, other);
        dead(other, own) == 0 && can_be_taken(goban, own, other, target, seen)
    })
}

/// Every chain by itself: it is unconditionally alive exactly where no sequence of enemy moves takes it.
#[test]
fn chains_that_live_are_those_that_nobody_takes() {
    let mut random = SplitMix::new(11);
    let goban = Goban::of(4);
    let (mut alive, mut dead) = (0, 0);
    for _ in 0..400 {
        let (mut own, mut other) = (0_u128, 0_u128);
        for point in 0..goban.count() {
            match random.below(9) {
                0..=4 => own |= 1 << point,
                5 => other |= 1 << point,
                _ => {}
            }
        }
        let free = goban.all & !(own | other);
        let mut chains = goban.parts(own).chain(goban.parts(other));
        if !chains.all(|chain| goban.beside(chain) & free != 0) {
            continue;
        }
        let life = unconditional(goban, own, other);
        for chain in goban.parts(own) {
            let is_taken = can_be_taken(goban, own, other, chain, &mut HashSet::new());
            assert_eq!(life.stones & chain == chain, !is_taken, "{own:b} {other:b}");
            alive += usize::from(!is_taken);
            dead += usize::from(is_taken);
        }
    }
    assert!(alive > 10 && dead > 100, "{alive} {dead}");
}
