//! Unconditional life: chains that cannot be taken even where their side always passes.
//!
//! Source: Benson, "Life in the game of Go", Information Sciences 10 (1976). A region is a connected part of the board without stones of
//! the side; it is vital to a chain if all of its free points are liberties of that chain. Chains with fewer than two vital regions
//! are struck off, then regions that touch a chain that was struck off, until nothing changes.

use crate::go::rules::goban::Goban;

/// The parts of a board that are settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettledLife {
    /// The stones that cannot be taken.
    pub stones: u128,
    /// The points of the regions vital to them, enemy stones included: the enemy cannot live there.
    pub regions: u128,
}

/// The stones of a side that live unconditionally, and their regions.
pub fn unconditional(goban: &Goban, own: u128, other: u128) -> SettledLife {
    let free = goban.all & !(own | other);
    let mut chains: Vec<u128> = goban.parts(own).collect();
    let mut regions: Vec<u128> = goban.parts(goban.all & !own).collect();
    let is_vital = |region: u128, chain: u128| region & free & !goban.beside(chain) == 0;
    loop {
        let before = chains.len();
        chains.retain(|&chain| {
            let touches = |region: &&u128| goban.beside(chain) & **region != 0;
            let touching = regions.iter().filter(touches);
            touching.filter(|&&region| is_vital(region, chain)).count() > 1
        });
        let alive = chains.iter().fold(0, |all, chain| all | chain);
        if chains.len() == before {
            let vital = |region: &&u128| {
                let touches = |chain: &&u128| goban.beside(**chain) & **region != 0;
                let mut touching = chains.iter().filter(touches);
                touching.any(|&chain| is_vital(**region, chain))
            };
            let regions = regions.iter().filter(vital);
            return SettledLife {
                stones: alive,
                regions: regions.fold(0, |all, region| all | region),
            };
        }
        regions.retain(|&region| goban.beside(region) & own & !alive == 0);
    }
}
