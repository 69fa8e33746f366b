//! The rules of gomoku on boards of 15 and 19 points a side, with the threats of a stone on each point kept up to date.

use crate::gomoku::rules::forbidden;
use crate::gomoku::rules::line_patterns::{Patterns, Threat};
use crate::gomoku::rules::opening::{ColourState, OpeningChoice};
use crate::gomoku::rules::points::{Lattice, MOST_LINES, MOST_POINTS, Point, PointSet, REACH};
use crate::gomoku::rules::row_rules::{FirstStones, RowRule, TableRules};
use crate::gomoku::rules::threats::PointThreats;
use rookery_engine::{MoveList, Outcome, Position, SplitMix};

/// The stones of both colours, and what a further stone of each would threaten on each free point.
///
/// Colours (0 is Black) take turns stone by stone, and all but [`Position`] speaks of them. The sides of [`Position`] are players, who
/// have the colours of the same numbers unless an opening lets them choose.
#[derive(Clone, Debug)]
pub struct GomokuPosition {
    rules: TableRules,
    lattice: &'static Lattice,
    /// The patterns of each side.
    patterns: [&'static Patterns; 2],
    count: u16,
    /// Which player has which colour.
    colours: ColourState,
    /// The colour that has won.
    winner: Option<u8>,
    key: u64,
    stones: [PointSet; 2],
    /// The stones of a side on each line: point `n` of the line is bit `n + REACH`.
    lines: [[u32; MOST_LINES]; 2],
    threats: [[PointThreats; MOST_POINTS]; 2],
    /// The sum of the worth of all free points.
    sums: [i32; 2],
    /// Free points where a side may make five: in caro some of them turn out not to.
    fives: [PointSet; 2],
    /// Free points where a side makes a four or more.
    fours: [PointSet; 2],
    /// Free points where a side makes an open three.
    threes: [PointSet; 2],
    /// Free points that may be forbidden to Black.
    suspects: PointSet,
}

impl GomokuPosition {
    /// The empty board.
    pub fn new(rules: TableRules) -> Self {
        let colours = ColourState::at_start(rules.first_stones);
        GomokuPosition {
            rules,
            lattice: Lattice::of(rules.size),
            patterns: [0, 1].map(|side| Patterns::of(rules.rows.counts_exactly(side))),
            count: 0,
            colours,
            winner: None,
            key: colours.key(),
            stones: [PointSet::default(); 2],
            lines: [[0; MOST_LINES]; 2],
            threats: [[PointThreats::default(); MOST_POINTS]; 2],
            sums: [0; 2],
            fives: [PointSet::default(); 2],
            fours: [PointSet::default(); 2],
            threes: [PointSet::default(); 2],
            suspects: PointSet::default(),
        }
    }

    /// The rules of the table.
    pub fn rules(&self) -> TableRules {
        self.rules
    }

    /// The board.
    pub fn lattice(&self) -> &'static Lattice {
        self.lattice
    }

    /// The number of stones on the board.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// The colour of the stone that is put down next.
    #[inline]
    pub fn colour(&self) -> usize {
        usize::from(self.count % 2)
    }

    /// Which player has which colour.
    pub fn colours(&self) -> ColourState {
        self.colours
    }

    /// Sets which player has which colour.
    pub fn set_colours(&mut self, colours: ColourState) {
        self.key ^= self.colours.key() ^ colours.key();
        self.colours = colours;
    }

    /// Whether the next move is a choice of the opening.
    pub fn is_choosing(&self) -> bool {
        self.colours.is_choosing(self.count())
    }

    /// The choices among which the side to move has; none where it puts a stone down.
    pub fn choices(&self) -> &'static [OpeningChoice] {
        let may_put_two =
            self.rules.first_stones == FirstStones::Swap2 && self.colours == ColourState::Open;
        match self.is_choosing() {
            false => &[],
            true if may_put_two => &OpeningChoice::ALL,
            true => &OpeningChoice::ALL[..2],
        }
    }

    /// The stones of a side.
    pub fn stones(&self, side: usize) -> &PointSet {
        &self.stones[side]
    }

    /// The side whose stone stands on a point.
    pub fn owner(&self, point: Point) -> Option<usize> {
        (0..2).find(|&side| self.stones[side].has(point))
    }

    /// Whether no stone stands on a point.
    #[inline]
    pub fn is_free(&self, point: Point) -> bool {
        !self.stones[0].has(point) && !self.stones[1].has(point)
    }

    /// The threats of a stone of this side on a free point.
    #[inline]
    pub fn threats(&self, side: usize, point: Point) -> PointThreats {
        self.threats[side][usize::from(point)]
    }

    /// The worth of those threats.
    #[inline]
    pub fn worth(&self, side: usize, point: Point) -> i32 {
        self.threats(side, point).worth()
    }

    /// The sum of the worth of all free points for a side.
    pub fn sum(&self, side: usize) -> i32 {
        self.sums[side]
    }

    /// Free points where a side makes a four, or five.
    pub fn fours(&self, side: usize) -> PointSet {
        self.fours[side]
    }

    /// Free points where a side makes an open three.
    pub fn threes(&self, side: usize) -> PointSet {
        self.threes[side]
    }

    /// Whether a side has a point where it makes two open threes.
    pub fn has_double_three(&self, side: usize) -> bool {
        let is_double = |point| self.threats(side, point).count(Threat::Three) > 1;
        self.threes[side].iter().any(is_double)
    }

    /// Whether a side may have a point where it wins.
    #[inline]
    pub fn may_win(&self, side: usize) -> bool {
        !self.fives[side].is_empty()
    }

    /// The points where a side wins at once.
    pub fn wins(&self, side: usize) -> PointSet {
        let mut wins = self.fives[side];
        if self.rules.rows == RowRule::Caro {
            for point in self.fives[side].iter() {
                wins.set(point, self.makes_five(side, point));
            }
        }
        wins
    }

    /// The stones of a side in a row through a point, on which one of its stones stands or is about to: how many lie before and
    /// after it in a direction.
    fn run(&self, side: usize, point: Point, way: usize) -> (u32, u32) {
        let spot = self.lattice.spots(point)[way];
        let line = self.lines[side][usize::from(spot.line)];
        let at = u32::from(spot.at + REACH);
        let before = (line << (32 - at)).leading_ones();
        (before, (line >> (at + 1)).trailing_ones())
    }

    /// The stones of a row of a side through one of its points, if it wins.
    pub fn row(&self, side: usize, point: Point, way: usize) -> Option<Vec<Point>> {
        let (before, after) = self.run(side, point, way);
        let length = before + after + 1;
        let counts = match self.rules.rows.counts_exactly(side) {
            true => length == 5,
            false => length >= 5,
        };
        let is_shut = self.rules.rows == RowRule::Caro && length == 5 && {
            let spot = self.lattice.spots(point)[way];
            let enemy = self.lines[1 - side][usize::from(spot.line)];
            let at = u32::from(spot.at + REACH);
            enemy >> (at - before - 1) & enemy >> (at + after + 1) & 1 == 1
        };
        let first = i32::from(point) - before as i32 * self.lattice.stride(way);
        let stone = |n| (first + n * self.lattice.stride(way)) as Point;
        (counts && !is_shut).then(|| (0..length as i32).map(stone).collect())
    }

    /// Whether a stone of this side on this point makes a row that wins.
    fn makes_five(&self, side: usize, point: Point) -> bool {
        (0..4).any(|way| self.row(side, point, way).is_some())
    }

    /// The colour that has made five.
    pub fn winner(&self) -> Option<usize> {
        self.winner.map(usize::from)
    }

    /// The rule by which the side to move may not put a stone on a free point.
    pub fn foul(&self, point: Point) -> Option<forbidden::Foul> {
        self.foul_of(self.colour(), point)
    }

    /// The rule by which a side may not put a stone on a free point, whoever is to move.
    pub fn foul_of(&self, side: usize, point: Point) -> Option<forbidden::Foul> {
        if self.rules.rows.forbids(side) && self.suspects.has(point) {
            return forbidden::foul(self, point);
        }
        None
    }

    /// Whether the rule for the first stones allows a stone on this point.
    pub fn opens(&self, point: Point) -> bool {
        match (self.rules.first_stones, self.count) {
            (FirstStones::Pro, 0) => point == self.lattice.centre(),
            (FirstStones::Pro, 2) => self.lattice.centre_distance(point) > 2,
            _ => true,
        }
    }

    /// Puts a stone of a side on a free point, whoever is to move.
    pub fn put(&mut self, side: usize, point: Point) {
        self.stones[side].set(point, true);
        self.count += 1;
        self.key ^= stone_key(side, point);
        self.vacate(point);
        for way in 0..4 {
            self.review(side, point, way);
        }
    }

    /// Whether a side has a row that wins.
    pub fn has_row(&self, side: usize) -> bool {
        let mut stones = self.stones[side].iter();
        stones.any(|point| self.makes_five(side, point))
    }

    /// Reckons the winner of a position that was put together stone by stone.
    pub fn find_winner(&mut self) {
        self.winner = (0..2).find(|&side| self.has_row(side.into()));
    }

    /// Forgets the threats of stones on a point that is taken.
    fn vacate(&mut self, point: Point) {
        for side in 0..2 {
            self.sums[side] -= self.worth(side, point);
            self.threats[side][usize::from(point)] = PointThreats::default();
            self.fives[side].set(point, false);
            self.fours[side].set(point, false);
            self.threes[side].set(point, false);
        }
        self.suspects.set(point, false);
    }

    /// Puts a stone on one of its lines, and looks the threats of the free points beside it up again.
    fn review(&mut self, side: usize, point: Point, way: usize) {
        let spot = self.lattice.spots(point)[way];
        let line = usize::from(spot.line);
        self.lines[side][line] |= 1 << (spot.at + REACH);
        let walls = self.lattice.walls(spot.line);
        let stones = [self.lines[0][line], self.lines[1][line]];
        let barred = [stones[1] | walls, stones[0] | walls];
        let taken = stones[0] | stones[1] | walls;
        let stride = self.lattice.stride(way);
        let at = u32::from(spot.at + REACH);
        for side in 0..2 {
            let patterns = self.patterns[side];
            let mut near = in_sight(barred[side], at) & !taken;
            while near != 0 {
                let bit = near.trailing_zeros();
                near &= near - 1;
                let window = |bits: u32| bits >> (bit - u32::from(REACH)) & 0x7ff;
                let threat = patterns.threat(window(stones[side]), window(barred[side]));
                let beside = i32::from(point) + (bit as i32 - at as i32) * stride;
                let threats = self.threats(side, beside as Point);
                if threats.of(way) != threat {
                    self.weigh(side, beside as Point, threats.with(way, threat));
                }
            }
        }
    }

    fn weigh(&mut self, side: usize, point: Point, threats: PointThreats) {
        self.sums[side] += threats.worth() - self.worth(side, point);
        self.threats[side][usize::from(point)] = threats;
        self.fives[side].set(point, threats.has_five());
        self.fours[side].set(point, threats.has_four());
        self.threes[side].set(point, threats.has_three());
        if self.rules.rows.forbids(side) {
            self.suspects.set(point, threats.is_suspect());
        }
    }
}

/// The bits within reach of a bit of a line with nothing barred between: no row goes through what is barred.
#[inline]
fn in_sight(barred: u32, at: u32) -> u32 {
    let reach = u32::from(REACH);
    let (before, after) = ((1 << at) - 1, !1 << at);
    let first = (barred & before).checked_ilog2().map_or(0, |bit| bit + 1);
    let last = (barred & after).trailing_zeros();
    let window = 0x7ff_u32 << (at - reach);
    let open = ((1_u64 << last) - 1) as u32 & !((1 << first) - 1);
    window & open
}

fn stone_key(side: usize, point: Point) -> u64 {
    SplitMix::new(u64::from(point) << 1 | side as u64).next()
}

impl Position for GomokuPosition {
    type Move = Point;
    const NAME: &'static str = "gomoku";
    const MAX_MOVES: usize = MOST_POINTS;
    const HISTORY: usize = MOST_POINTS + OpeningChoice::COUNT;
    const ALTERNATING: bool = false;

    fn side(&self) -> usize {
        self.colours.player_to_move(self.count.into())
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn generate(&self, out: &mut MoveList<Point>) {
        if self.is_choosing() {
            out.extend(self.choices().iter().map(|choice| choice.as_move()));
            return;
        }
        let forbids = self.rules.rows.forbids(self.colour());
        let may = |&point: &Point| {
            self.is_free(point)
                && (self.count > 2 || self.opens(point))
                && !(forbids && self.foul(point).is_some())
        };
        out.extend(self.lattice.points().filter(may));
    }

    fn play(&mut self, point: Point) {
        if let Some(choice) = OpeningChoice::of(point) {
            self.set_colours(self.colours.after(choice));
            return;
        }
        let side = self.colour();
        if self.fives[side].has(point) && self.makes_five(side, point) {
            self.winner = Some(side as u8);
        }
        self.put(side, point);
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(winner) if winner == self.colour() => Some(Outcome::Win),
            Some(_) => Some(Outcome::Loss),
            None => (self.count() == self.lattice.count()).then_some(Outcome::Draw),
        }
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }

    fn is_legal(&self, point: Point) -> bool {
        if let Some(choice) = OpeningChoice::of(point) {
            return self.choices().contains(&choice);
        }
        !self.is_choosing()
            && point < self.lattice.count() as Point
            && self.is_free(point)
            && self.opens(point)
            && self.foul(point).is_none()
    }

    fn plies_left(&self) -> usize {
        let choices = self.colours.choices_left(self.rules.first_stones);
        self.lattice.count() - self.count() + choices
    }
}
