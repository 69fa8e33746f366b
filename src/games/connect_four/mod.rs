//! Connect Four: stones drop to the lowest free cell of a column, and four in a line win. Boards of several sizes.

mod bits;
mod book;
mod book_builder;
mod notation;
mod plain;
mod position;
mod search;
mod solver;
mod steps;
mod table;
pub mod trial {
    use super::book_builder::Builder as B;
    pub fn builder(n: usize) -> Box<dyn crate::games::BuildBook> { Box::new(B::new(n)) }
    use super::position::{Grid, Shape};
    use super::solver::FourSolver;
    use crate::engine::{Control, GameMove, Position, Solver, SolverSpec, Value};
    pub struct Trial(FourSolver);
    impl Trial {
        pub fn new(without: Vec<&'static str>) -> Self {
            Trial(FourSolver::new(Shape::STANDARD, &SolverSpec { without, ..SolverSpec::default() }))
        }
        pub fn forget(&mut self) {
            self.0.forget()
        }
        pub fn solve(&mut self, text: &str) -> (i32, u64) {
            let mut grid = Grid::new(Shape::STANDARD);
            for c in text.bytes() {
                let cell = grid.open() & grid.shape().column(c - b'1');
                grid.play(grid.shape().drop_on(cell.trailing_zeros()));
            }
            let s = self.0.solve(&grid, &Control::unlimited()).unwrap();
            let Value::Exact(n) = s.value else { panic!() };
            let _ = s.line[0].to_bits();
            (n, s.nodes)
        }
    }
}
