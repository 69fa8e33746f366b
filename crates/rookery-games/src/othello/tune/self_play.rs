//! Training games: a random opening, shallow searches with now and then a random move, and an exact end.

use crate::othello::disc_move::DiscMove;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::position::Othello;
use crate::othello::solver::EndgameSolver;
use crate::othello::tune::training_position::TrainingPosition;
use rookery_engine::learning::{random_move, search_line};
use rookery_engine::{Control, Position, Request, Solver, SolverSpec, SplitMix, Value};

/// The number of empty squares from which every result is exact.
const SOLVED_EMPTY: u32 = 14;
/// The least and the greatest number of random moves at the beginning.
const OPENING_PLIES: (usize, usize) = (6, 24);
/// A move after the opening is random with a probability of one in this number.
const RANDOM_IN: usize = 24;
/// Where results are exact, a move is random with a probability of one in this number.
const RANDOM_IN_SOLVED: usize = 3;
/// The depth of the searches, plies.
const DEPTH: u32 = 3;
/// Slots of the solver's table.
const SOLVER_ENTRIES: usize = 1 << 16;

/// Plays games against itself.
pub struct SelfPlay {
    knowledge: OthelloKnowledge,
    solver: EndgameSolver,
}

impl SelfPlay {
    /// Plays by this knowledge.
    pub fn new(knowledge: OthelloKnowledge) -> Self {
        let spec = SolverSpec {
            entries: SOLVER_ENTRIES,
            ..SolverSpec::default()
        };
        SelfPlay {
            solver: EndgameSolver::new(&spec, knowledge.clone()),
            knowledge,
        }
    }

    /// The training positions of the game of this seed. Positions before a random move are left out, because the result does not
    /// follow from them.
    pub fn game(&mut self, seed: u64, control: &Control) -> Option<Vec<TrainingPosition>> {
        let mut random = SplitMix::new(seed);
        let (least, greatest) = OPENING_PLIES;
        let opening_plies = least + random.below(greatest - least + 1);
        let mut position = Othello::default();
        let mut seen = Vec::new();
        let mut ply = 0;
        while position.outcome().is_none() && position.empty().count_ones() > SOLVED_EMPTY {
            let is_random = ply < opening_plies || random.below(RANDOM_IN) == 0;
            let m = if is_random {
                seen.clear();
                random_move(&position, &mut random)?
            } else {
                seen.push(position);
                self.searched_move(&position, random.next(), control)?
            };
            position.play(m);
            ply += 1;
        }
        let result = match position.outcome() {
            Some(_) => position.margin().into(),
            None => self.solve(&position, control)?.0,
        };
        let result_of = |p: &Othello| {
            if p.side == position.side {
                result
            } else {
                -result
            }
        };
        let mut samples: Vec<_> = seen.iter().map(|p| sample(p, result_of(p))).collect();
        self.end(position, &mut random, &mut samples, control)?;
        Some(samples)
    }

    /// Plays to the end from a position that can be solved; every position on the way is a training position.
    fn end(
        &mut self,
        mut position: Othello,
        random: &mut SplitMix,
        samples: &mut Vec<TrainingPosition>,
        control: &Control,
    ) -> Option<()> {
        while position.outcome().is_none() {
            let (value, best) = self.solve(&position, control)?;
            samples.push(sample(&position, value));
            let m = if random.below(RANDOM_IN_SOLVED) == 0 {
                random_move(&position, random)?
            } else {
                best
            };
            position.play(m);
        }
        Some(())
    }

    fn searched_move(&self, position: &Othello, seed: u64, control: &Control) -> Option<DiscMove> {
        let request = Request {
            depth: DEPTH,
            hash_mb: 0,
            seed: seed | 1,
            ..Request::default()
        };
        let line = search_line(position, &[], &self.knowledge, &request, control)?;
        line.moves.first().copied()
    }

    /// The value and a best move. Everything that the solver learned in earlier games is forgotten, so that a game depends on its
    /// seed alone.
    fn solve(&mut self, position: &Othello, control: &Control) -> Option<(i32, DiscMove)> {
        self.solver.forget();
        let solved = self.solver.solve(position, control)?;
        let Value::Exact(value) = solved.value else {
            return None;
        };
        Some((value, *solved.line.first()?))
    }
}

fn sample(position: &Othello, result: i32) -> TrainingPosition {
    TrainingPosition {
        own: position.own,
        other: position.other,
        result: result as i8,
    }
}
