//! The solver of Connect Four: exact scores with their best moves.

use crate::connect_four::bits::Bits;
use crate::connect_four::perfect::search::{INFINITY, PerfectSearch, SolverNode};
use crate::connect_four::position::{BoardSize, ConnectFourPosition, Drop};
use rookery_engine::{Control, Outcome, Position, Solved, Solver, SolverSpec, Value};

/// A solver for boards of one size, chosen when the program runs.
pub(in crate::connect_four) trait Perfect: Send {
    /// The score of a position that is not over as far as it lies between `alpha` and `beta`, the bit of a move that reaches it,
    /// and the nodes it took; `None` where a limit or `control` stopped it.
    fn score_between(
        &mut self,
        own: u64,
        all: u64,
        window: (i32, i32),
        control: &Control,
    ) -> Option<(i32, u64, u64)>;

    /// Sets the nodes after which it gives a position up; 0 = never.
    fn limit(&mut self, nodes: u64);

    /// Empties the table.
    fn forget(&mut self);
}

/// The window of every score there is.
pub(in crate::connect_four) const ANY: (i32, i32) = (-INFINITY, INFINITY);

/// The window that tells the winner and no more.
pub(in crate::connect_four) const WHO_WINS: (i32, i32) = (-1, 1);

/// The node limit for an early position, of which only the winner is sought: some seconds. The node limit of a search does not
/// apply to it.
const WINNER_NODES: u64 = 16_000_000;

pub(in crate::connect_four) fn perfect(shape: BoardSize, spec: &SolverSpec) -> Box<dyn Perfect> {
    match (shape.columns(), shape.rows()) {
        (4, 4) => Box::new(PerfectSearch::<4, 4>::new(spec)),
        (5, 4) => Box::new(PerfectSearch::<5, 4>::new(spec)),
        (6, 4) => Box::new(PerfectSearch::<6, 4>::new(spec)),
        (6, 5) => Box::new(PerfectSearch::<6, 5>::new(spec)),
        (8, 7) => Box::new(PerfectSearch::<8, 7>::new(spec)),
        (9, 6) => Box::new(PerfectSearch::<9, 6>::new(spec)),
        _ => Box::new(PerfectSearch::<7, 6>::new(spec)),
    }
}

impl<const W: usize, const H: u32> PerfectSearch<W, H> {
    /// Narrows down the score by null windows, or takes one open window; the move is the one that gave the last lower bound.
    fn close_in(&mut self, node: SolverNode, (alpha, beta): (i32, i32)) -> (i32, u64) {
        let mut low = alpha.max(-Self::win_with(node.stones + 4));
        let mut high = beta.min(Self::win_with(node.stones + 3));
        let mut best = node.moves & node.moves.wrapping_neg();
        if !self.steps.deepening {
            return self.root(node, low - 1, high + 1);
        }
        while low < high && !self.is_over {
            let middle = low + (high - low) / 2;
            // The winner is found out first, then the distance (Pons).
            let middle = if middle <= 0 && low / 2 < middle {
                low / 2
            } else if middle >= 0 && high / 2 > middle {
                high / 2
            } else {
                middle
            };
            let (score, cell) = self.root(node, middle, middle + 1);
            if score <= middle {
                high = score;
            } else {
                (low, best) = (score, cell);
            }
        }
        (low, best)
    }

    /// The best score over all moves within a window, and the move that has it.
    fn root(&mut self, node: SolverNode, mut alpha: i32, beta: i32) -> (i32, u64) {
        self.enter();
        let mut best = (-INFINITY, 0);
        for column in Bits::<W, H>::OUTWARDS {
            let cell = node.moves & Bits::<W, H>::column(column);
            if cell == 0 {
                continue;
            }
            let (own, all) = (node.own ^ node.all, node.all | cell);
            let score = if self.steps.forced {
                let child = SolverNode {
                    own,
                    all,
                    moves: Bits::<W, H>::safe(all, Bits::<W, H>::wins(node.own | cell, all)),
                    stones: node.stones + 1,
                };
                -self.score(child, -beta, -alpha)
            } else {
                -self.plain(own, all, node.stones + 1, -beta, -alpha)
            };
            if score > best.0 {
                best = (score, cell);
            }
            alpha = alpha.max(score);
            if alpha >= beta || self.is_over {
                break;
            }
        }
        best
    }
}

impl<const W: usize, const H: u32> Perfect for PerfectSearch<W, H> {
    fn score_between(
        &mut self,
        own: u64,
        all: u64,
        window: (i32, i32),
        control: &Control,
    ) -> Option<(i32, u64, u64)> {
        self.begin(control);
        let stones = all.count_ones() as i32;
        let open = Bits::<W, H>::open(all);
        let wins = Bits::<W, H>::wins(own, all) & open;
        let moves = Bits::<W, H>::safe(all, Bits::<W, H>::wins(own ^ all, all));
        let (score, cell) = if wins != 0 {
            self.enter();
            (Self::win_with(stones + 1), wins & wins.wrapping_neg())
        } else if moves == 0 {
            self.enter();
            (-Self::win_with(stones + 2), open & open.wrapping_neg())
        } else {
            let node = SolverNode {
                own,
                all,
                moves,
                stones,
            };
            self.close_in(node, window)
        };
        (!self.is_over).then_some((score, cell, self.nodes))
    }

    fn limit(&mut self, nodes: u64) {
        self.spec.nodes = nodes;
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// The solver as the game uses it.
pub(in crate::connect_four) struct FourSolver {
    shape: BoardSize,
    perfect: Box<dyn Perfect>,
    /// The node limit for a position whose exact score is sought; 0 = no limit.
    nodes: u64,
    /// In positions with fewer stones it finds only the winner, not the distance, and only on the usual board.
    scored_from: u32,
}

impl FourSolver {
    pub fn new(shape: BoardSize, spec: &SolverSpec) -> Self {
        FourSolver {
            shape,
            perfect: perfect(shape, spec),
            nodes: spec.nodes,
            scored_from: if spec.time.is_some() {
                shape.solved_from()
            } else {
                0
            },
        }
    }

    /// The winner of a position, with a move that keeps the result; the value is only a sign.
    fn winner(
        &mut self,
        position: &ConnectFourPosition,
        control: &Control,
    ) -> Option<Solved<Drop>> {
        if self.shape != BoardSize::STANDARD {
            return None;
        }
        self.perfect.limit(WINNER_NODES);
        let (own, all) = (position.own(), position.all());
        let (score, cell, nodes) = self.perfect.score_between(own, all, WHO_WINS, control)?;
        let kept = self.shape.drop_on(cell.trailing_zeros());
        // If every move loses, choose one that does not lose at once, as near the centre as possible.
        let safe = position.safe(position.wins(own ^ all));
        let moves = position.moves().into_iter();
        let best = moves
            .filter(|m| score < 0 && safe >> m.at & 1 == 1)
            .max_by_key(|m| m.centrality());
        Some(Solved {
            value: Value::Exact(score.signum()),
            line: vec![best.unwrap_or(kept)],
            nodes,
        })
    }
}

impl Solver<ConnectFourPosition> for FourSolver {
    fn solve(&mut self, position: &ConnectFourPosition, control: &Control) -> Option<Solved<Drop>> {
        if position.stones() < self.scored_from {
            return self.winner(position, control);
        }
        self.perfect.limit(self.nodes);
        let (score, cell, nodes) =
            self.perfect
                .score_between(position.own(), position.all(), ANY, control)?;
        Some(Solved {
            value: Value::Exact(score),
            line: vec![self.shape.drop_on(cell.trailing_zeros())],
            nodes,
        })
    }

    fn forget(&mut self) {
        self.perfect.forget();
    }

    /// The score of a finished game: the stones that the winner has left, counting the last one set.
    fn end(&self, position: &ConnectFourPosition, outcome: Outcome) -> Value {
        let used = position.stones() as i32;
        let score = (self.shape.cells() as i32 + 2 - used) / 2;
        Value::Exact(match outcome {
            Outcome::Win => score,
            Outcome::Loss => -score,
            Outcome::Draw | Outcome::Margin(_) => 0,
        })
    }
}
