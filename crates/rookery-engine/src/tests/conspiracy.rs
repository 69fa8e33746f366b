//! Conspiracy numbers against brute force: change every set of that many leaves to anything, and see whether the choice
//! changes.

use crate::tests::tree::{Child, mix};
use crate::{Knowledge, MoveList, Outcome, Position, Score, Techniques, conspiracy};

/// A full tree of two moves a node whose leaves are given.
#[derive(Clone, Debug)]
struct FixedTree {
    ply: u32,
    path: usize,
}

impl Position for FixedTree {
    type Move = Child;
    const NAME: &'static str = "given-tree";
    const MAX_MOVES: usize = 2;
    const HISTORY: usize = 2;

    fn side(&self) -> usize {
        self.ply as usize % 2
    }
    fn key(&self) -> u64 {
        mix(self.path as u64 * 8 + u64::from(self.ply))
    }
    fn generate(&self, out: &mut MoveList<Child>) {
        out.extend([Child(0), Child(1)]);
    }
    fn play(&mut self, m: Child) {
        self.path = 2 * self.path + usize::from(m.0);
        self.ply += 1;
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }
    fn history_index(m: Child) -> usize {
        m.0.into()
    }
}

/// The leaves' values for side 0.
#[derive(Clone)]
struct Leaves(Vec<Score>);

impl Knowledge<FixedTree> for Leaves {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;
    fn eval(&self, position: &FixedTree, _acc: &()) -> Score {
        match position.side() {
            0 => self.0[position.path],
            _ => -self.0[position.path],
        }
    }
}

/// The values of the two moves at the root.
fn values(leaves: &[Score]) -> [Score; 2] {
    let mut level = leaves.to_vec();
    let mut ply = leaves.len().ilog2();
    while ply > 1 {
        ply -= 1;
        level = level
            .chunks(2)
            .map(|pair| match ply % 2 {
                0 => pair[0].max(pair[1]),
                _ => pair[0].min(pair[1]),
            })
            .collect();
    }
    [level[0], level[1]]
}

/// The least number of leaves that, changed to any value, make the other move strictly better.
fn brute_force(leaves: &[Score]) -> u32 {
    let [a, b] = values(leaves);
    let best = usize::from(b > a);
    (0..1_u32 << leaves.len())
        .filter(|set| {
            // For the best move to fall and the other to rise, a leaf that conspires takes the extreme that helps.
            let mut changed = leaves.to_vec();
            for (i, leaf) in changed.iter_mut().enumerate() {
                if set >> i & 1 == 1 {
                    let is_below_best = i / (leaves.len() / 2) == best;
                    *leaf = if is_below_best { -1_000 } else { 1_000 };
                }
            }
            let new = values(&changed);
            new[1 - best] > new[best]
        })
        .map(u32::count_ones)
        .min()
        .unwrap()
}

#[test]
fn agrees_with_brute_force() {
    for seed in 0..60 {
        for depth in [2, 3] {
            let leaves: Vec<_> = (0..1_u64 << depth)
                .map(|i| (mix(seed << 8 | i) % 15) as Score)
                .collect();
            let [a, b] = values(&leaves);
            if a == b {
                continue;
            }
            let root = FixedTree { ply: 0, path: 0 };
            let found = conspiracy(&root, &Leaves(leaves.clone()), depth, 1_000).unwrap();
            assert_eq!(found.leaves, Some(brute_force(&leaves)), "{leaves:?}");
            assert_eq!(found.best.0, Child(u8::from(b > a)));
        }
    }
}

/// The lecture's tree: static values 2 7 1 8. The first move is worth 2, the second 1: one leaf decides between them.
#[test]
fn one_leaf_changes_the_lectures_choice() {
    let root = FixedTree { ply: 0, path: 0 };
    let found = conspiracy(&root, &Leaves(vec![2, 7, 1, 8]), 2, 100).unwrap();
    assert_eq!((found.leaves, found.nodes), (Some(1), 6));
}

#[test]
fn too_large_a_tree_is_refused() {
    let root = FixedTree { ply: 0, path: 0 };
    assert_eq!(conspiracy(&root, &Leaves(vec![0; 64]), 6, 50), None);
}
