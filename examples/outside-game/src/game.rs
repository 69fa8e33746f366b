//! Breakthrough as people see it, and what the engine thinks of a position.

use rookery_games::api::view::Board;
use rookery_games::engine::{Knowledge, Position, Score};
use rookery_games::{BoardGame, LabGame, PieceDrawing, PlacedPiece, RuleOptions, Sheet, Step};

use crate::rules::{BOARD, Breakthrough, Go, squares};

static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    pieces: &[PieceDrawing::DISC],
    rules: &["aim", "moves", "end"],
    showcase: &["c2-c3", "d5-d4", "c3-d4", "e5-d4", "b2-c3"],
    ..Sheet::DEFAULT
};

#[derive(Clone)]
pub struct BreakthroughGame;

impl BoardGame for BreakthroughGame {
    type Position = Breakthrough;
    type Knowledge = Advance;
    const SHEET: &'static Sheet = &SHEET;

    fn new(_: &RuleOptions) -> Self {
        BreakthroughGame
    }

    fn start(&self) -> Breakthrough {
        Breakthrough::start()
    }

    fn parse(&self, text: &str) -> Result<Breakthrough, String> {
        let example = "for example 'oooooo/oooooo/....../....../xxxxxx/xxxxxx x'";
        let (board, side) = text
            .split_once(' ')
            .ok_or_else(|| format!("write the board, a space and the side to move, {example}"))?;
        let mut position = Breakthrough {
            men: [0; 2],
            side: match side {
                "x" => 0,
                "o" => 1,
                _ => return Err(format!("'{side}' is not a side to move: write x or o")),
            },
        };
        for (square, sign) in BOARD.read(board)?.into_iter().enumerate() {
            match sign {
                'x' => position.men[0] |= 1 << square,
                'o' => position.men[1] |= 1 << square,
                '.' => {}
                _ => return Err(format!("'{sign}' is not a square: write x, o or a dot")),
            }
        }
        Ok(position)
    }

    fn print(&self, position: &Breakthrough) -> String {
        let board = BOARD.print(|square| match position.owner(square) {
            Some(0) => 'x',
            Some(_) => 'o',
            None => '.',
        });
        format!("{board} {}", ['x', 'o'][position.side])
    }

    fn knowledge(&self) -> Advance {
        Advance
    }

    fn board(&self) -> Board {
        BOARD.board()
    }

    fn pieces(&self, position: &Breakthrough) -> Vec<PlacedPiece> {
        BOARD.pieces(|square| Some((position.owner(square)?, "disc")))
    }

    fn steps(&self, position: &Breakthrough, go: Go) -> Vec<Step> {
        let (from, to) = squares(go);
        let takes = position.owner(to).is_some();
        Step::carry(BOARD.name(from), BOARD.name(to), takes)
    }
}

impl LabGame for BreakthroughGame {}

/// A man is worth the more the further it has come.
#[derive(Clone)]
pub struct Advance;

impl Knowledge<Breakthrough> for Advance {
    type Acc = ();

    fn eval(&self, position: &Breakthrough, _: &()) -> Score {
        let worth = |side: usize| -> Score {
            let rows = [0x3f_u64 << 24, 0x3f << 18, 0x3f << 12, 0x3f << 6];
            let steps = (1..).zip(rows).map(|(steps, row)| {
                let row = if side == 0 {
                    row
                } else {
                    row.reverse_bits() >> 28
                };
                20 * steps * (position.men[side] & row).count_ones() as Score
            });
            100 * position.men[side].count_ones() as Score + steps.sum::<Score>()
        };
        worth(position.side()) - worth(1 - position.side())
    }

    fn is_noisy(&self, position: &Breakthrough, go: Go) -> bool {
        position.owner(squares(go).1).is_some()
    }
}
