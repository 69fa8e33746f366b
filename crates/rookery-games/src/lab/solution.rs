//! Exact values from a game's table or solver: of positions as text, for the command line, and of the moves of a game in
//! progress.

use crate::api::adapter::game_adapter::GameAdapter;
use crate::api::adapter::solver_result::{best_move, every_move};
use crate::{Error, Game, LabGame, Problem};
use rookery_engine::{Control, Position, PvLine, Solver, Value};

/// The exact value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value for the side to move.
    pub value: Value,
    /// A best line, or one for every move where all were asked for, best first; none where the game is over.
    pub lines: Vec<PvLine>,
    /// Entries into the search.
    pub nodes: u64,
}

/// Solves positions of one game, one after another; object-safe.
pub trait SolvePositions: Send {
    /// Reads a line of a file that carries values.
    ///
    /// # Errors
    /// The part of the line that cannot be read.
    fn problem(&self, line: &str) -> Result<Problem, String>;

    /// Opens the position of a line and reads its moves, before anything is solved.
    ///
    /// # Errors
    /// [`Error::Position`], or [`Error::Move`] or [`Error::Ambiguous`] where the line names a move that cannot be read.
    fn check(&self, problem: &Problem) -> Result<(), Error>;

    /// Empties the solver's table, so that the next position costs as much as it does alone.
    fn forget(&mut self);

    /// The value of a position and a best line, or with `all_moves` the value of every move. `None` where `control` or a limit
    /// stopped the work, or where the position is beyond the game's solver.
    ///
    /// # Errors
    /// [`Error::Position`]: the position cannot be read.
    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        control: &Control,
    ) -> Result<Option<Answer>, Error>;

    /// Whether an answer agrees with the file: the best value is right and the move found has it; where `all_moves` were
    /// solved, each has the value that the file gives it. `None` where the file gives no value.
    ///
    /// # Errors
    /// [`Error::Position`], or [`Error::Illegal`] where the file names a move that is not legal.
    fn is_right(
        &self,
        problem: &Problem,
        answer: &Answer,
        all_moves: bool,
    ) -> Result<Option<bool>, Error>;
}

/// The solver of the game `G`.
pub(crate) struct Solving<G: LabGame> {
    pub game: G,
    pub solver: Box<dyn Solver<G::Position>>,
}

impl<G: LabGame> Solving<G> {
    fn open(&self, position: &str) -> Result<GameAdapter<G>, Error> {
        GameAdapter::open(self.game.clone(), position)
    }
}

impl<G: LabGame> SolvePositions for Solving<G> {
    fn problem(&self, line: &str) -> Result<Problem, String> {
        self.game.problem(line)
    }

    fn check(&self, problem: &Problem) -> Result<(), Error> {
        let game = self.open(&problem.position)?;
        let mut moves = problem.moves.iter();
        moves.try_for_each(|(text, _)| match game.read(text) {
            Ok(_) => Ok(()),
            Err(_) => Err(Error::unread(&game, text)),
        })
    }

    fn forget(&mut self) {
        self.solver.forget();
    }

    fn solve(
        &mut self,
        position: &str,
        all_moves: bool,
        control: &Control,
    ) -> Result<Option<Answer>, Error> {
        let game = self.open(position)?;
        let position = game.position();
        if let Some(outcome) = position.ended() {
            return Ok(Some(Answer {
                value: self.solver.end(position, outcome),
                lines: Vec::new(),
                nodes: 0,
            }));
        }
        let solver = self.solver.as_mut();
        let found = if all_moves {
            every_move(solver, position, position.moves(), control)
        } else {
            best_move(solver, position, control)
        };
        Ok(found.map(|found| Answer {
            value: found.lines[0].value,
            lines: found.lines.iter().map(|line| game.line(line)).collect(),
            nodes: found.nodes,
        }))
    }

    fn is_right(
        &self,
        problem: &Problem,
        answer: &Answer,
        all_moves: bool,
    ) -> Result<Option<bool>, Error> {
        let Some(best) = problem.best() else {
            return Ok(None);
        };
        let game = self.open(&problem.position)?;
        let expected = |line: &PvLine| {
            let mut known = problem.moves.iter().map(|(text, value)| {
                let path = game.read(text)?;
                Ok((Some(&path) == line.pv.first()).then_some(*value))
            });
            known.find_map(Result::transpose).transpose()
        };
        let mut is_right = best.is(answer.value);
        if let Some(found) = answer.lines.first()
            && !problem.moves.is_empty()
        {
            let value = expected(found)?;
            is_right &= value.is_some_and(|value| value.rank() == best.rank());
        }
        if all_moves {
            for line in &answer.lines {
                is_right &= expected(line)?.is_none_or(|value| value.is(line.value));
            }
        }
        Ok(Some(is_right))
    }
}
