//! Comparison of search techniques, added one by one: the savings of each on one position, between the full tree and the best
//! case of cut-offs.

use crate::Game;
use rookery_engine::{Control, Request, SearchReport, Technique, Techniques};

/// The order in which techniques are added: first those that lectures begin with, each after those that it builds on.
const FIRST: [Technique; 5] = [
    Technique::AlphaBeta,
    Technique::Order,
    Technique::Tt,
    Technique::Deepening,
    Technique::Pvs,
];

/// The most leaves, as estimated, of a tree that is counted for the mean number of branches; one of two plies is always counted.
const LEAVES_MAX: u64 = 20_000_000;

/// A set of techniques, with the result of a search that uses it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The technique that the row before did not have; none in the row of full minimax.
    pub added: Option<Technique>,
    /// All techniques of the row.
    pub techniques: Techniques,
    /// The search.
    pub report: SearchReport,
    /// Whether it reached its depth: false where the limit of nodes or a stop ended it.
    pub is_complete: bool,
}

/// The techniques to compare in a game, in the order in which they are added: those that its searches use.
pub fn ladder(game: &dyn Game) -> Vec<Option<Technique>> {
    let looked_up = Techniques::LOOKED_UP;
    let usual = game.repertoire().usual.without(looked_up);
    let first = FIRST.into_iter().filter(|&t| usual.has(t));
    let rest = usual.without(Techniques::of(&FIRST));
    let all = first.chain(rest.iter()).map(Some);
    std::iter::once(None).chain(all).collect()
}

/// Searches with `techniques` alone, within the limits of `request`.
pub fn row(
    game: &dyn Game,
    added: Option<Technique>,
    techniques: Techniques,
    request: &Request,
    control: &Control,
) -> Row {
    let request = Request {
        off: Techniques::of(&Technique::ALL).without(techniques),
        ..*request
    };
    let report = game.search(&request, control);
    let is_cut = control.is_stopped() || request.nodes != 0 && report.nodes >= request.nodes;
    Row {
        added,
        techniques,
        report,
        is_complete: !is_cut,
    }
}

/// The mean number of branches of the tree below a game, as the root of its number of leaves: of `depth` plies, or of fewer
/// where those would take too long to count.
pub fn branching(game: &dyn Game, depth: u32) -> f64 {
    let mut mean = 1.0;
    let mut leaves = 1;
    for plies in 1..=depth {
        let next = (leaves as f64 * f64::max(mean, 2.0)) as u64;
        if plies > 2 && next > LEAVES_MAX {
            break;
        }
        leaves = game.study().perft(plies, false);
        if leaves == 0 {
            break;
        }
        mean = (leaves as f64).powf(1.0 / f64::from(plies));
    }
    mean
}

/// The leaves of a full tree: branches to the power of plies.
pub fn full_tree(branching: f64, depth: u32) -> f64 {
    branching.powi(depth.cast_signed())
}

/// The fewest leaves that prove the value of such a tree: `b^⌈d/2⌉ + b^⌊d/2⌋ − 1` (Knuth and Moore, 1975).
pub fn best_case(branching: f64, depth: u32) -> f64 {
    full_tree(branching, depth.div_ceil(2)) + full_tree(branching, depth / 2) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Registry, Setup};

    fn example_tree(tree: &str) -> Box<dyn Game> {
        let setup = Setup::at(tree);
        let game_type = Registry::shipped().find_any("example-tree").unwrap();
        game_type.start(&setup).unwrap()
    }

    #[test]
    fn every_technique_in_use_is_added_once() {
        for game_type in Registry::shipped().all() {
            let game = game_type.start(&Setup::default()).unwrap();
            let ladder = ladder(&*game);
            assert_eq!(ladder[..2], [None, Some(Technique::AlphaBeta)]);
            let all: Vec<_> = ladder.into_iter().flatten().collect();
            let usual = game.repertoire().usual;
            assert_eq!(Techniques::of(&all), usual.without(Techniques::LOOKED_UP));
            assert_eq!(
                all.len(),
                usual.without(Techniques::LOOKED_UP).iter().count()
            );
        }
    }

    #[test]
    fn the_example_trees_have_the_published_figures() {
        let game = example_tree("best 3 3");
        let limits = Request {
            depth: 3,
            ..Request::default()
        };
        let control = Control::unlimited();
        let full = row(&*game, None, Techniques::NONE, &limits, &control);
        let techniques = Techniques::of(&[Technique::AlphaBeta]);
        let cut = row(&*game, None, techniques, &limits, &control);
        assert_eq!((full.report.leaves, cut.report.leaves), (27, 11));
        assert!(full.is_complete && cut.is_complete);
        let mean = branching(&*game, 3);
        assert!((mean - 3.0).abs() < 1e-9, "{mean}");
        assert!((full_tree(mean, 3) - 27.0).abs() < 1e-6);
        assert!((best_case(mean, 3) - 11.0).abs() < 1e-6);
        assert!((best_case(10.0, 4) - 199.0).abs() < 1e-9);
        assert!((best_case(1.0, 7) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_row_that_is_cut_short_says_so() {
        let game = example_tree("best 5 4");
        let row = row(
            &*game,
            None,
            Techniques::NONE,
            &Request {
                depth: 4,
                nodes: 100,
                ..Request::default()
            },
            &Control::unlimited(),
        );
        assert!(!row.is_complete);
        assert_eq!(row.report.nodes, 100);
    }
}
