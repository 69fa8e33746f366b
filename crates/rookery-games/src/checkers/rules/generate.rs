//! Legal moves: listed, and counted without listing.

use crate::checkers::rules::checkers_move::{Chain, CheckersMove};
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares::{self, Direction, SquareSet};
use rookery_engine::{MoveList, Position};

/// The sets that decide about the moves of one side.
pub(in crate::checkers) struct Movers {
    side: usize,
    own: SquareSet,
    kings: SquareSet,
    enemy: SquareSet,
    empty: SquareSet,
}

/// The chains of jumps of one piece.
struct Jumper {
    side: usize,
    is_king: bool,
    /// The squares without a piece; the one that it leaves is among them.
    empty: SquareSet,
}

impl Movers {
    /// The pieces of `side`, as if it were to move.
    #[inline]
    pub fn new(position: &Checkers, side: usize) -> Self {
        let own = position.pieces(side);
        let enemy = position.pieces(1 - side);
        Movers {
            side,
            own,
            kings: own & position.kings(),
            enemy,
            empty: !(own | enemy),
        }
    }

    /// The pieces that may go in a direction at all.
    #[inline]
    fn may_go(&self, direction: Direction) -> SquareSet {
        if direction.is_forward(self.side) {
            self.own
        } else {
            self.kings
        }
    }

    /// The pieces that can step in a direction.
    #[inline]
    pub fn steppers(&self, direction: Direction) -> SquareSet {
        self.may_go(direction) & direction.back().shift(self.empty)
    }

    /// The pieces that can jump.
    #[inline]
    pub fn jumpers(&self) -> SquareSet {
        let mut jumpers = 0;
        for direction in Direction::ALL {
            let back = direction.back();
            let over = self.enemy & back.shift(self.empty);
            jumpers |= self.may_go(direction) & back.shift(over);
        }
        jumpers
    }

    /// Calls `found` with each chain of jumps of the piece on `from`, which is one of the [`Movers::jumpers`].
    #[inline]
    fn each_chain(&self, from: u8, found: &mut impl FnMut(Chain)) {
        let jumper = Jumper {
            side: self.side,
            is_king: self.kings & squares::bit(from) != 0,
            empty: self.empty | squares::bit(from),
        };
        jumper.go_on(from, self.enemy, Chain::default(), found);
    }
}

impl Jumper {
    /// Every way to complete a chain that has come to `square`, where `enemy` are the pieces not jumped yet. A piece is jumped only
    /// once, and whether it leaves the board at once or at the end makes no difference: no jump lands in its row of squares. A man
    /// that is crowned stops: no row lies ahead of it.
    fn go_on(&self, square: u8, enemy: SquareSet, chain: Chain, found: &mut impl FnMut(Chain)) {
        let mut is_complete = true;
        for direction in Direction::ALL {
            if !self.is_king && !direction.is_forward(self.side) {
                continue;
            }
            let over = direction.step(square) & enemy;
            let landing = direction.landing(square) & self.empty;
            if over != 0 && landing != 0 {
                is_complete = false;
                let to = squares::only(landing);
                self.go_on(to, enemy ^ over, chain.and(direction), found);
            }
        }
        if is_complete {
            found(chain);
        }
    }
}

impl Checkers {
    /// The pieces of `side` that could jump if it were to move.
    #[inline]
    pub fn jumpers(&self, side: usize) -> SquareSet {
        Movers::new(self, side).jumpers()
    }

    /// Whether the side to move has to capture.
    #[inline]
    pub fn must_jump(&self) -> bool {
        self.jumpers(self.side()) != 0
    }

    /// Whether some piece of the side to move can step to a neighbouring square.
    pub(in crate::checkers) fn can_step(&self) -> bool {
        let movers = Movers::new(self, self.side());
        let can_go = |direction: Direction| movers.steppers(direction) != 0;
        Direction::ALL.into_iter().any(can_go)
    }

    /// Appends the captures.
    pub(in crate::checkers) fn list_jumps(&self, out: &mut MoveList<CheckersMove>) {
        let movers = Movers::new(self, self.side());
        for from in squares::each(movers.jumpers()) {
            movers.each_chain(from, &mut |chain| {
                out.push(CheckersMove::jumps(from, chain))
            });
        }
    }

    /// Appends the legal moves: captures, or steps where nothing can be captured.
    pub(in crate::checkers) fn list_moves(&self, out: &mut MoveList<CheckersMove>) {
        let first = out.len();
        self.list_jumps(out);
        if out.len() > first {
            return;
        }
        let movers = Movers::new(self, self.side());
        for direction in Direction::ALL {
            let steppers = squares::each(movers.steppers(direction));
            out.extend(steppers.map(|from| CheckersMove::step(from, direction)));
        }
    }

    /// The number of legal moves.
    pub(in crate::checkers) fn count_legal(&self) -> usize {
        let movers = Movers::new(self, self.side());
        let jumpers = movers.jumpers();
        if jumpers == 0 {
            let steps = Direction::ALL.map(|direction| movers.steppers(direction).count_ones());
            return steps.iter().sum::<u32>() as usize;
        }
        let mut count = 0;
        for from in squares::each(jumpers) {
            movers.each_chain(from, &mut |_| count += 1);
        }
        count
    }
}
