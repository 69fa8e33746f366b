//! Trees as text: `((2 7)(1 8)) max`, or `best 3 3` for a perfectly ordered tree of three branches and three plies.

use std::fmt::Write;
use std::sync::Arc;

use crate::lab::example_tree::position::{BRANCHES_MAX, POINTS_MAX, PlaceInTree, TreeNode};
use rookery_engine::Score;

/// The tree that lectures begin with.
pub(crate) const FIRST: &str = "((2 7)(1 8)) max";

/// The most leaves of a tree.
const LEAVES_MAX: usize = 100_000;

/// The most plies of a tree.
const HEIGHT_MAX: usize = 16;

/// Reads a tree.
///
/// # Errors
/// The fault of the text, and what is expected.
pub(crate) fn parse(text: &str) -> Result<PlaceInTree, String> {
    let text = text.trim();
    if let Some(size) = text.strip_prefix("best ") {
        return best(size);
    }
    let (tree, side) = match text.rsplit_once(char::is_whitespace) {
        Some((tree, word)) if word.eq_ignore_ascii_case("max") => (tree, 0),
        Some((tree, word)) if word.eq_ignore_ascii_case("min") => (tree, 1),
        _ => (text, 0),
    };
    let mut reader = Reader {
        rest: tree,
        nodes: Vec::new(),
        leaf_ply: None,
    };
    let at = reader.node(0)?;
    if !reader.rest.trim().is_empty() {
        return Err(format!(
            "'{}' follows after the tree is closed; after it comes max or min, the side to move",
            reader.rest.trim()
        ));
    }
    Ok(PlaceInTree {
        at,
        height: reader.leaf_ply.unwrap_or(0),
        nodes: Arc::new(reader.nodes),
        side,
    })
}

/// Writes the tree below a place so that [`parse`] reads it back.
pub(crate) fn print(place: &PlaceInTree) -> String {
    let mut text = String::new();
    write_node(&place.nodes, place.at, &mut text);
    let side = ["max", "min"][place.side];
    format!("{text} {side}")
}

fn write_node(nodes: &[TreeNode], at: usize, text: &mut String) {
    match &nodes[at] {
        TreeNode::Leaf(points) => {
            if text.ends_with(|c: char| c.is_ascii_digit()) {
                text.push(' ');
            }
            write!(text, "{points}").expect("a string takes what is written");
        }
        TreeNode::Inner(branches) => {
            text.push('(');
            for &branch in branches {
                write_node(nodes, branch, text);
            }
            text.push(')');
        }
    }
}

/// Reads nested brackets from left to right.
struct Reader<'a> {
    rest: &'a str,
    nodes: Vec<TreeNode>,
    /// The depth of the first leaf, which all others must have.
    leaf_ply: Option<usize>,
}

impl Reader<'_> {
    /// Reads a node `ply` plies below the root; its index.
    fn node(&mut self, ply: usize) -> Result<usize, String> {
        self.rest = self.rest.trim_start();
        let Some(inside) = self.rest.strip_prefix('(') else {
            return self.leaf(ply);
        };
        if ply >= HEIGHT_MAX {
            return Err(format!("the tree is deeper than {HEIGHT_MAX} plies"));
        }
        self.rest = inside;
        let mut branches = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            if let Some(after) = self.rest.strip_prefix(')') {
                self.rest = after;
                break;
            }
            branches.push(self.node(ply + 1)?);
        }
        if !(1..=BRANCHES_MAX).contains(&branches.len()) {
            return Err(format!(
                "a node has 1 to {BRANCHES_MAX} branches between its brackets"
            ));
        }
        self.add(TreeNode::Inner(branches))
    }

    fn leaf(&mut self, ply: usize) -> Result<usize, String> {
        let end = self.rest.find(|c: char| c != '-' && !c.is_ascii_digit());
        let (number, after) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let points: Score = number.parse().map_err(|_| {
            let found = self
                .rest
                .chars()
                .next()
                .map_or_else(|| "the end".to_owned(), |c| format!("'{c}'"));
            format!("a number or a bracket is expected instead of {found}, as in {FIRST}")
        })?;
        if !(-POINTS_MAX..=POINTS_MAX).contains(&points) {
            return Err(format!("{points} is beyond {POINTS_MAX} points"));
        }
        if ply == 0 {
            return Err(format!("a tree has at least one branch, as in {FIRST}"));
        }
        if *self.leaf_ply.get_or_insert(ply) != ply {
            return Err(format!(
                "all leaves must have the same depth; {points} has another"
            ));
        }
        self.rest = after;
        self.add(TreeNode::Leaf(points))
    }

    fn add(&mut self, node: TreeNode) -> Result<usize, String> {
        if self.nodes.len() >= 2 * LEAVES_MAX {
            return Err(format!("the tree has more than {LEAVES_MAX} leaves"));
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }
}

/// The tree of `branches` and `plies` in which the first branch is always the best.
fn best(size: &str) -> Result<PlaceInTree, String> {
    let numbers: Option<Vec<usize>> = size.split_whitespace().map(|n| n.parse().ok()).collect();
    let wrong = || {
        format!(
            "best is followed by branches (2 to {BRANCHES_MAX}) and plies (1 to {HEIGHT_MAX}) with no more than {LEAVES_MAX} leaves, as in best 3 3"
        )
    };
    let Some(&[branches, height]) = numbers.as_deref() else {
        return Err(wrong());
    };
    let is_usable = (2..=BRANCHES_MAX).contains(&branches) && (1..=HEIGHT_MAX).contains(&height);
    let leaves = branches.checked_pow(height as u32);
    if !is_usable || leaves.is_none_or(|leaves| leaves > LEAVES_MAX) {
        return Err(wrong());
    }
    let mut nodes = Vec::new();
    let at = grow(&mut nodes, branches, height, 0, 0);
    Ok(PlaceInTree {
        nodes: Arc::new(nodes),
        at,
        height,
        side: 0,
    })
}

/// Grows a node worth `points` for Max: the first branch is worth as much, each other one point less for the side to move.
fn grow(
    nodes: &mut Vec<TreeNode>,
    branches: usize,
    height: usize,
    side: usize,
    points: Score,
) -> usize {
    if height == 0 {
        nodes.push(TreeNode::Leaf(points));
        return nodes.len() - 1;
    }
    let worse = if side == 0 { -1 } else { 1 };
    let children = (0..branches)
        .map(|n| {
            let points = if n == 0 { points } else { points + worse };
            grow(nodes, branches, height - 1, 1 - side, points)
        })
        .collect();
    nodes.push(TreeNode::Inner(children));
    nodes.len() - 1
}
