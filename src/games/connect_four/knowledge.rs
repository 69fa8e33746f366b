//! What the engine knows of Connect Four: the cells that win, and in which rows they are worth most.

use crate::engine::{Knowledge, Position, Score, Technique, Techniques};
use crate::games::connect_four::position::{Drop, Grid};

/// A free cell that would complete four.
const THREAT_CP: Score = 60;
/// What it is worth more in a row that falls to its side when all other cells are taken: the first player gets the rows 1, 3, 5,
/// the second 2, 4, 6 (Allis, 1988: odd and even threats).
const LASTING_CP: Score = 60;
/// A stone in the middle column; one less for each column away from it.
const CENTRE_CP: Score = 6;

/// The evaluation by threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl Threats {
    fn of_side(grid: &Grid, side: usize) -> Score {
        let stones = grid.of_side(side);
        let wins = grid.wins(stones);
        // What lies above a winning cell of one's own row is never reached.
        let lasting = wins & grid.shape().every_other_row(side as u8);
        let centre: u32 = grid
            .shape()
            .rings()
            .map(|columns| (stones & columns).count_ones())
            .sum();
        THREAT_CP * wins.count_ones() as Score
            + LASTING_CP * lasting.count_ones() as Score
            + CENTRE_CP * centre as Score
    }
}

impl Knowledge<Grid> for Threats {
    type Acc = ();

    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::LOOKED_UP)
        .or(Techniques::HISTORICAL)
        .with(Technique::Lmr)
        .with(Technique::Extensions);

    fn eval(&self, position: &Grid, _acc: &()) -> Score {
        let side = position.side();
        Self::of_side(position, side) - Self::of_side(position, 1 - side)
    }

    /// A win, then what prevents one, then the moves that leave the most cells to win on; what lets the other side win comes
    /// last.
    fn order(&self, position: &Grid, m: Drop) -> i32 {
        let cell = 1_u64 << m.at;
        let (own, other) = (position.own(), position.own() ^ position.all());
        if position.wins(own) & cell != 0 {
            return 20_000;
        }
        let theirs = position.wins(other);
        if theirs & cell != 0 {
            return 10_000;
        }
        let mut after = *position;
        after.play(m);
        let mine = after.wins(own | cell);
        let lasts = i32::from(mine & cell << 1 == 0);
        let gives = i32::from(theirs & cell << 1 != 0);
        4_000 * (mine.count_ones() as i32) + 2_000 * lasts - 20_000 * gives
            + 10 * position.shape().centrality(m)
    }

    /// A threat to win at once leaves one reply.
    fn extension(&self, parent: &Grid, m: Drop, child: &Grid) -> i32 {
        let mine = parent.own() | 1 << m.at;
        if child.wins(mine) & child.open() != 0 {
            15
        } else {
            0
        }
    }
}
