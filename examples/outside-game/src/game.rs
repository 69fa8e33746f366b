//! Breakthrough for people and for the engine: board, pieces, positions as text, evaluation.

use rookery_games::api::view::Board;
use rookery_games::engine::{Knowledge, Position, Score};
use rookery_games::{BoardGame, Division, LabGame, PieceDrawing, PlacedPiece};
use rookery_games::{Sheet, Step, Stones, Tint, World};

use crate::rules::{BOARD, Breakthrough, Go, squares};

/// The drawing of a piece, which only this game has.
const CHEVRON: PieceDrawing = PieceDrawing {
    kind: "chevron",
    svg: include_str!("chevron.svg"),
};

/// A board of slate.
const SLATE: World = World {
    ground: Tint::new("#e2ebf2", "#66788a"),
    second: Tint::new("#a3b9cc", "#465767"),
    line: Tint::new("#3d5265", "#1f2b36"),
    text: Tint::new("#15212c", "#ffffff"),
    division: Division::Shades,
    ..World::WOOD
};

static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    pieces: &[CHEVRON],
    world: SLATE,
    rules: &["aim", "moves", "end"],
    showcase: &["c2-c3", "d5-d4", "c3-d4", "e5-d4", "b2-c3"],
    ..Sheet::DEFAULT
};

#[derive(Clone, Default)]
pub struct BreakthroughGame;

impl BoardGame for BreakthroughGame {
    type Position = Breakthrough;
    type Knowledge = Advance;
    const SHEET: &'static Sheet = &SHEET;

    fn start(&self) -> Breakthrough {
        let of = [0xfff << 24, 0xfff];
        Breakthrough {
            pieces: Stones { of },
            side: 0,
        }
    }

    fn parse(&self, text: &str) -> Result<Breakthrough, String> {
        let (pieces, side) = Stones::read_with_side(BOARD, text)?;
        Ok(Breakthrough { pieces, side })
    }

    fn print(&self, position: &Breakthrough) -> String {
        position.pieces.print_with_side(BOARD, position.side)
    }

    fn board(&self) -> Board {
        BOARD.board()
    }

    fn pieces(&self, position: &Breakthrough) -> Vec<PlacedPiece> {
        position.pieces.pieces(BOARD, CHEVRON.kind)
    }

    fn steps(&self, position: &Breakthrough, go: Go) -> Vec<Step> {
        let (from, to) = squares(go);
        let takes = position.pieces.owner(to).is_some();
        Step::carry(BOARD.name(from), BOARD.name(to), takes)
    }
}

impl LabGame for BreakthroughGame {}

/// A piece is worth the more the further it has come.
#[derive(Clone, Default)]
pub struct Advance;

impl Knowledge<Breakthrough> for Advance {
    type Acc = ();

    fn eval(&self, position: &Breakthrough, _: &()) -> Score {
        let worth = |side: usize| -> Score {
            let rows = [0x3f_u128 << 24, 0x3f << 18, 0x3f << 12, 0x3f << 6];
            let steps = (1..).zip(rows).map(|(steps, row)| {
                let row = if side == 0 {
                    row
                } else {
                    row.reverse_bits() >> 92
                };
                20 * steps * (position.pieces.of[side] & row).count_ones() as Score
            });
            100 * position.pieces.count(side) as Score + steps.sum::<Score>()
        };
        worth(position.side()) - worth(1 - position.side())
    }

    /// Weak levels never overlook a capture. Quiescence and late move reductions, which would ask too, showed no gain in games like this
    /// one (docs/engine.md), so that `USUAL` does not name them.
    fn is_noisy(&self, position: &Breakthrough, go: Go) -> bool {
        position.pieces.owner(squares(go).1).is_some()
    }
}
