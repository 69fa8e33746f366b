//! Comparison of search techniques: the savings of each on one position, the cost of those that do not pay, and the reasons of
//! those that cannot act.

mod costs;
mod difference;
mod inaction;
mod tree_size;

use std::vec;

use crate::Game;
use rookery_engine::{Control, Driver, Request, SearchReport, Technique, Techniques};

pub use difference::Difference;
pub use inaction::Inaction;
pub use tree_size::{Branching, best_case, branching, full_tree};

/// The order in which techniques are added: first those that lectures begin with, each after those that it builds on.
const FIRST: [Technique; 5] = [
    Technique::AlphaBeta,
    Technique::Order,
    Technique::Tt,
    Technique::Deepening,
    Technique::Pvs,
];

/// A search of a comparison.
#[derive(Clone, Debug)]
pub struct Row {
    /// The difference from the search that it is compared with.
    pub difference: Difference,
    /// All techniques of the row.
    pub techniques: Techniques,
    /// The search.
    pub report: SearchReport,
    /// Whether it reached its depth: false where the limit of nodes or a stop ended it.
    pub is_complete: bool,
    /// The share of the nodes that the difference saves, below zero where it costs some; `None` where one of the two searches was ended.
    pub saved: Option<f64>,
    /// The explanation of what the difference costs, where it costs nodes.
    pub cost: Option<&'static str>,
}

/// A finding of a comparison.
#[derive(Clone, Debug)]
pub enum Finding {
    /// A search.
    Row(Box<Row>),
    /// A technique that cannot act here, and the reason.
    LeftOut(Technique, Inaction),
}

/// The tree of a search, as far as another one can be told from it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tree {
    nodes: u64,
    leaves: u64,
    line: Vec<String>,
}

/// A comparison on the present position of a game, one [`Finding`] after the other: full minimax, each technique of the game's searches
/// added to those before it, and then, each beside all of them, MTD(f) and the other sound techniques.
pub struct Comparison<'a> {
    game: &'a dyn Game,
    request: &'a Request,
    control: &'a Control,
    /// What else is known of the game: the reasons why a technique cannot act.
    grounds: inaction::Grounds,
    differences: vec::IntoIter<Difference>,
    /// The techniques of the last row that added one.
    techniques: Techniques,
    /// The tree of that row; `None` where it was ended.
    tree: Option<Tree>,
}

impl<'a> Comparison<'a> {
    /// The comparison of searches within the limits of `request`.
    pub fn new(game: &'a dyn Game, request: &'a Request, control: &'a Control) -> Self {
        Comparison {
            game,
            request,
            control,
            grounds: inaction::Grounds::of(game, request),
            differences: differences(game).into_iter(),
            techniques: Techniques::NONE,
            tree: None,
        }
    }

    fn row(&self, difference: Difference) -> (Row, Option<Tree>) {
        let techniques = match difference {
            Difference::Added(technique) | Difference::Beside(technique) => {
                self.techniques.with(technique)
            }
            Difference::Minimax | Difference::Driver(_) => self.techniques,
        };
        let driver = match difference {
            Difference::Driver(driver) => driver,
            _ => self.request.driver,
        };
        let request = Request {
            on: techniques,
            off: Techniques::of(&Technique::ALL).without(techniques),
            driver,
            ..*self.request
        };
        let report = self.game.search(&request, self.control);
        let is_cut =
            self.control.is_stopped() || request.nodes != 0 && report.nodes >= request.nodes;
        let tree = (!is_cut).then(|| Tree {
            nodes: report.nodes,
            leaves: report.leaves,
            line: (report.lines.first()).map_or_else(Vec::new, |line| line.notation.clone()),
        });
        let saved = match (&self.tree, &tree) {
            (Some(before), Some(now)) => Some(1.0 - now.nodes as f64 / before.nodes as f64),
            _ => None,
        };
        let row = Row {
            difference,
            techniques,
            report,
            is_complete: !is_cut,
            saved,
            cost: saved
                .filter(|&share| share < 0.0)
                .and_then(|_| costs::of(difference)),
        };
        (row, tree)
    }
}

impl Iterator for Comparison<'_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        let difference = self.differences.next()?;
        if let Difference::Beside(technique) = difference
            && let Some(reason) = self.grounds.unsound(technique)
        {
            return Some(Finding::LeftOut(technique, reason));
        }
        let (row, tree) = self.row(difference);
        let is_same = tree.is_some() && tree == self.tree;
        // Also where it is left out: it may act beside a later one.
        if let Difference::Minimax | Difference::Added(_) = difference {
            self.techniques = row.techniques;
            self.tree = tree;
        }
        // A reason explains a tree that is the same; it is no ground for expecting one.
        if let Difference::Added(technique) | Difference::Beside(technique) = difference
            && is_same
            && let Some(reason) = self.grounds.reason(technique)
        {
            return Some(Finding::LeftOut(technique, reason));
        }
        Some(Finding::Row(Box::new(row)))
    }
}

/// The differences to compare in a game, in their order.
fn differences(game: &dyn Game) -> Vec<Difference> {
    let usual = game.repertoire().usual.without(Techniques::INSTEAD);
    let first = FIRST.into_iter().filter(|&t| usual.has(t));
    let rest = usual.without(Techniques::of(&FIRST));
    let others = Techniques::of(&Technique::ALL)
        .without(usual)
        .without(Techniques::INSTEAD);
    let added = first.chain(rest.iter()).map(Difference::Added);
    std::iter::once(Difference::Minimax)
        .chain(added)
        .chain(std::iter::once(Difference::Driver(Driver::Mtdf)))
        .chain(others.iter().map(Difference::Beside))
        .collect()
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

    /// All findings of a comparison to this depth.
    fn compared(game: &dyn Game, depth: u32, nodes: u64) -> Vec<Finding> {
        let request = Request {
            depth,
            nodes,
            ..Request::default()
        };
        Comparison::new(game, &request, &Control::unlimited()).collect()
    }

    fn row(finding: &Finding) -> Option<&Row> {
        match finding {
            Finding::Row(row) => Some(row),
            Finding::LeftOut(..) => None,
        }
    }

    fn rows(findings: &[Finding]) -> Vec<&Row> {
        findings.iter().filter_map(row).collect()
    }

    #[test]
    fn every_technique_is_a_row_or_left_out_once() {
        for game_type in Registry::shipped().all() {
            let game = game_type.start(&Setup::default()).unwrap();
            let findings = compared(&*game, 3, 30_000);
            let mut all: Vec<Technique> = (findings.iter())
                .filter_map(|step| match step {
                    Finding::LeftOut(technique, _) => Some(*technique),
                    Finding::Row(row) => match row.difference {
                        Difference::Added(technique) | Difference::Beside(technique) => {
                            Some(technique)
                        }
                        Difference::Minimax | Difference::Driver(_) => None,
                    },
                })
                .collect();
            all.sort_by_key(|technique| *technique as u8);
            let expected = Techniques::of(&Technique::ALL).without(Techniques::INSTEAD);
            assert_eq!(all, expected.iter().collect::<Vec<_>>());
            let rows = rows(&findings);
            assert_eq!(rows[0].difference, Difference::Minimax);
            assert_eq!(rows[1].difference, Difference::Added(Technique::AlphaBeta));
            let drivers = rows
                .iter()
                .filter(|r| r.difference == Difference::Driver(Driver::Mtdf));
            assert_eq!(drivers.count(), 1);
        }
    }

    fn reason(findings: &[Finding], technique: Technique) -> Option<Inaction> {
        findings.iter().find_map(|step| match step {
            &Finding::LeftOut(of, reason) if of == technique => Some(reason),
            _ => None,
        })
    }

    /// Noughts and crosses has symmetries, and no captures, structures or passes.
    #[test]
    fn what_cannot_act_is_left_out_with_its_reason() {
        let game = Registry::shipped().find_any("tic-tac-toe").unwrap();
        let findings = compared(&*game.start(&Setup::default()).unwrap(), 5, 0);
        let nothing =
            |technique| matches!(reason(&findings, technique), Some(Inaction::Nothing(_)));
        assert!(nothing(Technique::Gain) && nothing(Technique::StructHist));
        assert_eq!(reason(&findings, Technique::CanonTt), None);
        assert_eq!(reason(&findings, Technique::Null), Some(Inaction::Unsound));
        let game = Registry::shipped().find_any("chess").unwrap();
        let findings = compared(&*game.start(&Setup::default()).unwrap(), 2, 0);
        assert!(matches!(
            reason(&findings, Technique::Lmr),
            Some(Inaction::Depth(_))
        ));
        assert!(matches!(
            reason(&findings, Technique::CanonTt),
            Some(Inaction::Nothing(_))
        ));
    }

    #[test]
    fn what_costs_nodes_is_explained_and_nothing_else() {
        let game = Registry::shipped().find_any("tic-tac-toe").unwrap();
        let findings = compared(&*game.start(&Setup::default()).unwrap(), 5, 0);
        let (mut before, mut costs) = (0, 0);
        for row in rows(&findings) {
            if let Difference::Added(_) = row.difference {
                assert_eq!(row.cost.is_some(), row.report.nodes > before, "{row:?}");
                costs += u32::from(row.cost.is_some());
            }
            before = row.report.nodes;
        }
        assert!(
            costs > 0,
            "iterative deepening costs nodes in so small a tree"
        );
    }

    #[test]
    fn the_example_trees_have_the_published_figures() {
        let game = example_tree("best 3 3");
        let findings = compared(&*game, 3, 0);
        let rows = rows(&findings);
        assert_eq!((rows[0].report.leaves, rows[1].report.leaves), (27, 11));
        assert!(rows.iter().all(|row| row.is_complete));
        let mean = branching(&*game, 3).mean;
        assert!((mean - 3.0).abs() < 1e-9, "{mean}");
        assert!((full_tree(mean, 3) - 27.0).abs() < 1e-6);
        assert!((best_case(mean, 3) - 11.0).abs() < 1e-6);
        assert!((best_case(10.0, 4) - 199.0).abs() < 1e-9);
        assert!((best_case(1.0, 7) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_row_that_is_cut_short_says_so() {
        let findings = compared(&*example_tree("best 5 4"), 4, 100);
        let first = rows(&findings)[0];
        assert!(!first.is_complete && first.saved.is_none());
        assert_eq!(first.report.nodes, 100);
    }
}
