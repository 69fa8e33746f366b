//! A node of an example tree, and the value of a leaf.

use std::sync::Arc;

use rookery_engine::{
    EVAL_MAX, Knowledge, MoveList, Outcome, Position, Score, SplitMix, Techniques,
};

/// No node has more branches than there are letters to name them.
pub(crate) const BRANCHES_MAX: usize = 26;

/// A point in the scale of the search.
const POINT_CP: Score = 100;

/// The largest value of a leaf, either way, points.
pub(crate) const POINTS_MAX: Score = EVAL_MAX / POINT_CP;

/// The number of a branch, from 0.
pub type Branch = u8;

/// A node: its branches, or as a leaf the points that Max gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TreeNode {
    /// The nodes that the branches lead to, by index.
    Inner(Vec<usize>),
    /// Points for Max.
    Leaf(Score),
}

/// A place in a tree of which all leaves are equally deep.
#[derive(Clone, Debug)]
pub struct PlaceInTree {
    pub(crate) nodes: Arc<Vec<TreeNode>>,
    pub(crate) at: usize,
    /// Plies down to the leaves.
    pub(crate) height: usize,
    /// The side to move: 0 is Max.
    pub(crate) side: usize,
}

impl PlaceInTree {
    pub(crate) fn branches(&self) -> &[usize] {
        match &self.nodes[self.at] {
            TreeNode::Inner(branches) => branches,
            TreeNode::Leaf(_) => &[],
        }
    }

    /// Points for the side to move; 0 inside the tree.
    fn points(&self) -> Score {
        match (&self.nodes[self.at], self.side) {
            (TreeNode::Inner(_), _) => 0,
            (TreeNode::Leaf(points), 0) => *points,
            (TreeNode::Leaf(points), _) => -points,
        }
    }
}

impl Position for PlaceInTree {
    type Move = Branch;
    const NAME: &'static str = "example-tree";
    const MAX_MOVES: usize = BRANCHES_MAX;
    const HISTORY: usize = BRANCHES_MAX;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        SplitMix::new((self.at as u64) << 1 | self.side as u64).next()
    }

    fn generate(&self, out: &mut MoveList<Branch>) {
        out.extend(0..self.branches().len() as u8);
    }

    fn play(&mut self, m: Branch) {
        self.at = self.branches()[usize::from(m)];
        self.height -= 1;
        self.side = 1 - self.side;
    }

    /// A leaf within the depth of a search ends the game because nobody can move there; a leaf at its horizon is evaluated.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn no_moves(&self) -> Outcome {
        // Points were read within their limit.
        Outcome::Margin(self.points() as i16)
    }

    fn plies_left(&self) -> usize {
        self.height
    }
}

/// Reads the value of a leaf; inside the tree it knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeafValues;

impl Knowledge<PlaceInTree> for LeafValues {
    type Acc = ();

    const SOUND: Techniques = Techniques::EXACT.or(Techniques::HISTORICAL);
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &PlaceInTree, _acc: &()) -> Score {
        POINT_CP * position.points()
    }
}
