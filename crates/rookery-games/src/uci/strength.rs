//! Playing strength as an Elo number: the game's levels, and steps between them.

use std::ops::RangeInclusive;

use crate::{GameType, LEVEL_COUNT, Level};
use rookery_engine::{Handicap, Techniques};

/// One value for each of the eight levels, the weakest first.
type Each<T> = [T; LEVEL_COUNT as usize];

/// The assumed ratings of the levels in games where they were not measured.
const USUAL: Each<u32> = [800, 1_000, 1_200, 1_400, 1_600, 1_850, 2_150, 2_500];

/// The ratings of the levels of a game.
pub(super) fn ladder(game_type: &dyn GameType) -> Each<u32> {
    game_type.sheet().elo.unwrap_or(USUAL)
}

/// The range of ratings that can be asked for in a game.
pub(super) fn range(game_type: &dyn GameType) -> RangeInclusive<u32> {
    let [least, .., most] = ladder(game_type);
    least..=most
}

/// The level for this rating. Between two levels of the game, limits and errors are interpolated. It never looks anything up: if
/// the upper level answers from a table, the search has the node limit of the lower one, and no limit at the rating of the upper
/// one itself.
pub(super) fn level(levels: &Each<Level>, ladder: &Each<u32>, elo: u32) -> Level {
    let elo = elo.clamp(ladder[0], ladder[ladder.len() - 1]);
    let above = ladder.iter().position(|&known| known > elo);
    let above = above.unwrap_or(ladder.len() - 1);
    let (from, to) = (ladder[above - 1], ladder[above]);
    let share = f64::from(elo - from) / f64::from(to - from);
    let (low, high) = (levels[above - 1], levels[above]);
    let between = |low: f64, high: f64| low + share * (high - low);
    let errors = |low: u16, high: u16| between(low.into(), high.into()).round() as u16;
    // Strength goes with the logarithm of the nodes.
    let logarithm = |nodes: u64| (nodes.max(1) as f64).ln();
    let nodes = match high.nodes {
        0 if share < 1.0 => low.nodes,
        0 => 0,
        nodes => between(logarithm(low.nodes), logarithm(nodes))
            .exp()
            .round() as u64,
    };
    let depth = match (low.depth, high.depth) {
        (0, _) | (_, 0) if share < 0.5 => low.depth,
        (0, _) | (_, 0) => high.depth,
        (low, high) => between(low.into(), high.into()).round() as u32,
    };
    Level {
        nodes,
        depth,
        looks_up: Techniques::NONE,
        handicap: Handicap {
            sigma_cp: errors(low.handicap.sigma_cp, high.handicap.sigma_cp),
            oversight_permille: errors(
                low.handicap.oversight_permille,
                high.handicap.oversight_permille,
            ),
            margin_cp: errors(low.handicap.margin_cp, high.handicap.margin_cp),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    const LEVELS: [Level; 8] = [
        Level::weak(100, 2, [150, 350, 120]),
        Level::weak(400, 4, [110, 250, 80]),
        Level::weak(1_000, 4, [80, 180, 60]),
        Level::weak(3_000, 5, [60, 120, 45]),
        Level::weak(10_000, 7, [40, 70, 30]),
        Level::weak(40_000, 9, [25, 30, 20]),
        Level::weak(150_000, 12, [10, 0, 10]),
        Level::knowing(600_000, 0),
    ];

    #[test]
    fn a_level_has_its_own_number() {
        for (known, expected) in USUAL.into_iter().zip(LEVELS) {
            let expected = Level {
                looks_up: Techniques::NONE,
                ..expected
            };
            assert_eq!(level(&LEVELS, &USUAL, known), expected, "{known}");
        }
    }

    #[test]
    fn between_two_levels_everything_is_in_between() {
        // Half way: the geometric mean of the nodes, the mean of the rest.
        let expected = Level::weak(200, 3, [130, 300, 100]);
        assert_eq!(level(&LEVELS, &USUAL, 900), expected);
    }

    #[test]
    fn numbers_beyond_the_levels_are_the_last_levels() {
        let of = |elo| level(&LEVELS, &USUAL, elo);
        assert_eq!(of(0), of(800));
        assert_eq!(of(9_999), of(2_500));
    }

    /// A last level that answers from its table has no nodes to be in proportion to.
    #[test]
    fn the_highest_numbers_search_no_less_than_the_level_below_the_last() {
        for game_type in Registry::shipped().all() {
            let (levels, ladder) = (&game_type.sheet().levels, ladder(*game_type));
            for elo in [ladder[7] - 1, ladder[7], u32::MAX] {
                let nodes = level(levels, &ladder, elo).nodes;
                let is_enough = nodes == 0 || nodes >= levels[6].nodes;
                assert!(is_enough, "{} at {elo}: {nodes}", game_type.name());
            }
        }
        let solved = LEVELS.map(|level| match level.nodes {
            600_000 => Level::plain(0, 0),
            _ => level,
        });
        let nodes = |elo| level(&solved, &USUAL, elo).nodes;
        assert_eq!([2_150, 2_499, 2_500].map(nodes), [150_000, 150_000, 0]);
    }

    /// UCI offers the ratings that a game gives its levels, and stronger levels have higher numbers.
    #[test]
    fn measured_numbers_go_before_the_usual_ones() {
        for game_type in Registry::shipped().all() {
            let ladder = ladder(*game_type);
            assert!(ladder.is_sorted_by(|a, b| a < b), "{}", game_type.name());
            assert_eq!(ladder, game_type.sheet().elo.unwrap_or(USUAL));
            assert_eq!(range(*game_type), ladder[0]..=ladder[7]);
        }
    }
}
