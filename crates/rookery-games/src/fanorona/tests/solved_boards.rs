//! Solutions of the two smallest boards: the value of every position by retrograde analysis, against the counts of another program.
//!
//! Captures lead to fewer stones, so positions are valued in order of their number of stones. A side that can capture must, and its
//! value follows at once from those before. Paikas keep the number of stones: positions without a capture are gone over until none
//! of them gets a value any more, and the rest are draws.

use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, FanoronaBoard, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use rookery_engine::{MoveList, Position};

/// The mirrors of a board, left and right and below and above; a position and its images have one value.
const MIRRORS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// The stones of the side to move and of the other, as numbers of sets.
type Seen = [usize; 2];

/// What a position is to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Neither won nor lost as far as is known; in the end, a draw.
    Open,
    Won,
    Lost,
}

/// The values of all positions of a board.
struct Solution {
    rules: FanoronaRules,
    /// All sets of points. The number of a set has a bit for each point of the board, row after row.
    sets: Vec<StoneSet>,
    /// For each set its images under the mirrors, as numbers in base three with a 1 for each point.
    ternary: Vec<[u32; 4]>,
    /// By the base-three number of the mover's stones plus twice that of the other's.
    standings: Vec<Standing>,
}

/// The base-three number of a set.
fn ternary(set: StoneSet, board: FanoronaBoard) -> u32 {
    let places = points::each(board.points()).zip(0..);
    let taken = places.filter(|(point, _)| set & points::bit(*point) != 0);
    taken.map(|(_, place)| 3_u32.pow(place)).sum()
}

impl Solution {
    /// Nothing is known yet.
    fn new(board: FanoronaBoard) -> Self {
        let size = board.points().count_ones();
        let set_of = |number: usize| {
            let places = points::each(board.points()).enumerate();
            let chosen = places.filter(|(place, _)| number >> place & 1 == 1);
            chosen.fold(0, |set, (_, point)| set | points::bit(point))
        };
        let sets: Vec<StoneSet> = (0..1_usize << size).map(set_of).collect();
        let images = |set: &StoneSet| {
            MIRRORS
                .map(|(columns, rows)| ternary(points::mirrored(*set, board, columns, rows), board))
        };
        Solution {
            rules: FanoronaRules {
                board,
                threefold: false,
                quiet_limit_plies: None,
            },
            ternary: sets.iter().map(images).collect(),
            sets,
            standings: vec![Standing::Open; 3_usize.pow(size)],
        }
    }

    fn position(&self, seen: Seen) -> Fanorona {
        Fanorona::placed(seen.map(|number| self.sets[number]), 0, 0, self.rules)
    }

    /// The number of a set: rows of bits moved together over the spare columns.
    fn number(&self, set: StoneSet) -> usize {
        let board = self.rules.board;
        let row = |row: u8| (set >> (10 * row) & 0x3ff) << (board.columns() * row);
        (0..board.rows()).fold(0, |all, at| all | row(at)) as usize
    }

    /// Where the values of a position and its images are kept.
    fn places(&self, [own, other]: Seen) -> [usize; 4] {
        let [own, other] = [own, other].map(|number| self.ternary[number]);
        std::array::from_fn(|image| (own[image] + 2 * other[image]) as usize)
    }

    fn standing(&self, position: &Fanorona) -> Standing {
        let me = position.side();
        let seen = [me, 1 - me].map(|side| self.number(position.stones(side)));
        self.standings[self.places(seen)[0]]
    }

    /// The value as far as it follows from those after each move. A side without a stone has lost, and a side whose opponent has none
    /// has won.
    fn judged(&self, position: &Fanorona, moves: &mut MoveList<FanoronaMove>) -> Standing {
        if position.stones(0) == 0 {
            return Standing::Lost;
        }
        if position.stones(1) == 0 {
            return Standing::Won;
        }
        moves.clear();
        position.generate(moves);
        assert!(moves.len() < Fanorona::MAX_MOVES, "moves are left out");
        let mut standing = Standing::Lost;
        for &m in moves.iter() {
            match self.standing(&position.after(m)) {
                Standing::Lost => return Standing::Won,
                Standing::Won => {}
                Standing::Open => standing = Standing::Open,
            }
        }
        standing
    }

    /// Values a position and its images, if that is possible by now.
    fn settle(&mut self, seen: Seen, moves: &mut MoveList<FanoronaMove>) -> Standing {
        let standing = self.judged(&self.position(seen), moves);
        if standing != Standing::Open {
            for place in self.places(seen) {
                self.standings[place] = standing;
            }
        }
        standing
    }

    /// The positions with so many stones, one of each set of images.
    fn one_of_each(&self, stones: u32) -> impl Iterator<Item = Seen> {
        let occupied = (0..self.sets.len()).filter(move |all| all.count_ones() == stones);
        let divided = |all: usize| {
            let next = move |own: &usize| (*own != 0).then(|| (*own - 1) & all);
            let own = std::iter::successors(Some(all), next);
            own.map(move |own| [own, all ^ own])
        };
        let is_first = move |seen: &Seen| {
            let places = self.places(*seen);
            places.iter().all(|image| places[0] <= *image)
        };
        occupied.flat_map(divided).filter(is_first)
    }

    fn solved(board: FanoronaBoard) -> Self {
        let mut solution = Solution::new(board);
        let mut moves = MoveList::new();
        for stones in 0..=board.points().count_ones() {
            let class: Vec<Seen> = solution.one_of_each(stones).collect();
            let mut open = Vec::new();
            for seen in class {
                if solution.settle(seen, &mut moves) == Standing::Open
                    && !solution.position(seen).must_capture()
                {
                    open.push(seen);
                }
            }
            loop {
                let before = open.len();
                open.retain(|seen| solution.settle(*seen, &mut moves) == Standing::Open);
                if open.len() == before {
                    break;
                }
            }
        }
        solution
    }

    /// The numbers of positions that are won, lost and drawn.
    fn counts(&self) -> [usize; 3] {
        [Standing::Won, Standing::Lost, Standing::Open].map(|which| {
            let alike = self.standings.iter().filter(|found| **found == which);
            alike.count()
        })
    }

    fn first(&self) -> Standing {
        self.standing(&Fanorona::new(self.rules))
    }
}

#[test]
fn the_first_player_wins_on_three_by_three_points() {
    let solution = Solution::solved(FanoronaBoard::ThreeByThree);
    assert_eq!(solution.counts(), [11_624, 7_693, 366]);
    assert_eq!(solution.first(), Standing::Won);
}

/// Three columns and five rows have the same counts: it is this board, on its side.
#[test]
fn the_first_player_wins_on_five_by_three_points() {
    let solution = Solution::solved(FanoronaBoard::FiveByThree);
    assert_eq!(solution.counts(), [9_571_692, 4_436_644, 340_571]);
    assert_eq!(solution.first(), Standing::Won);
}
