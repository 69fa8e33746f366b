//! Output of example trees on the command line.

use crate::api::view::{Board, BoardKind, Coords, Side, Space, Tone};
use crate::lab::example_tree::position::{BRANCHES_MAX, Branch, LeafValues, PlaceInTree};
use crate::lab::example_tree::text;
use crate::{Bench, BoardGame, LabGame, Level, Message, PlacedPiece, Reason, Sheet, Step};

/// The trees of lectures.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExampleTree;

/// The names of the branches, from the left.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

fn letter(branch: Branch) -> String {
    let at = usize::from(branch);
    LETTERS[at..=at].to_owned()
}

static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    levels: [Level::plain(1_000, 1); Level::COUNT as usize],
    showcase: &["a", "a"],
    bench: Bench {
        positions: &[text::FIRST, "best 3 3"],
        depth: 3,
    },
    opening_plies: 0,
    evaluations: &["leaves"],
    ..Sheet::DEFAULT
};

impl BoardGame for ExampleTree {
    type Position = PlaceInTree;
    type Knowledge = LeafValues;
    const SHEET: &'static Sheet = &SHEET;

    fn start(&self) -> PlaceInTree {
        text::parse(text::FIRST).expect("the first tree is a tree")
    }

    fn parse(&self, text: &str) -> Result<PlaceInTree, String> {
        text::parse(text)
    }

    fn print(&self, position: &PlaceInTree) -> String {
        text::print(position)
    }

    fn sides(&self) -> [Side; 2] {
        [
            Side::new(Message::new("example-tree-max"), Tone::Light, "△"),
            Side::new(Message::new("example-tree-min"), Tone::Dark, "▽"),
        ]
    }

    /// A row of the letters that name branches.
    fn board(&self) -> Board {
        let space = |n: u8| Space {
            id: letter(n),
            c: n,
            r: 0,
            shade: 0,
            tap: None,
            label: None,
        };
        Board {
            kind: BoardKind::Cells,
            cols: BRANCHES_MAX as u8,
            rows: 1,
            spaces: (0..BRANCHES_MAX as u8).map(space).collect(),
            lines: Vec::new(),
            dots: Vec::new(),
            coords: Coords {
                files: LETTERS,
                ranks: "1",
            },
            rotates: false,
        }
    }

    fn pieces(&self, _position: &PlaceInTree) -> Vec<PlacedPiece> {
        Vec::new()
    }

    fn piece_name(&self, _side: usize, _kind: &'static str) -> Message {
        Message::new("example-tree-branch")
    }

    fn steps(&self, _position: &PlaceInTree, m: Branch) -> Vec<Step> {
        vec![Step::select(letter(m))]
    }

    fn reason(&self, _position: &PlaceInTree, _winner: Option<usize>) -> Reason {
        Reason::new("leaf", Message::new("example-tree-leaf"))
    }
}

impl LabGame for ExampleTree {}
