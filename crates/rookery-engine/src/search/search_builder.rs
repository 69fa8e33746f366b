//! Builder of a search: a position, what is known of its game, and limits, named one by one.

use std::time::Duration;

use crate::knowledge::RulesOnly;
use crate::search::iterative_deepening::search;
use crate::search::limits::{Control, Driver, Request};
use crate::search::search_result::SearchResult;
use crate::{Knowledge, Position, Techniques};

/// A search of one position. Without a limit it goes on until it has seen every line to its end.
///
/// ```
/// use rookery_engine::nim::Heap;
/// use rookery_engine::prelude::*;
///
/// let heap = Heap { matches: 10, side: 0 };
/// let found = Search::new(&heap).depth(8).run();
/// assert_eq!(found.best(), Some(2), "a multiple of four is left");
/// assert_eq!(found.value(), Some(Value::Win(5)));
/// ```
#[derive(Clone, Debug)]
#[must_use = "a search begins with `run`"]
pub struct Search<'a, P, K = RulesOnly> {
    position: &'a P,
    earlier: &'a [u64],
    knowledge: K,
    request: Request,
    control: Option<Control>,
}

impl<'a, P: Position> Search<'a, P> {
    /// A search of `position`, which is not over, by its rules alone.
    pub fn new(position: &'a P) -> Self {
        Search {
            position,
            earlier: &[],
            knowledge: RulesOnly,
            request: Request::default(),
            control: None,
        }
    }
}

impl<'a, P: Position, K: Knowledge<P>> Search<'a, P, K> {
    /// With the evaluation, the order of moves and the techniques of a game.
    pub fn knowledge<L: Knowledge<P>>(self, knowledge: L) -> Search<'a, P, L> {
        Search {
            position: self.position,
            earlier: self.earlier,
            knowledge,
            request: self.request,
            control: self.control,
        }
    }

    /// After positions with these keys, the first of the game first: they matter where a repetition is a draw.
    pub fn after(mut self, earlier: &'a [u64]) -> Self {
        self.earlier = earlier;
        self
    }

    /// To this depth, plies.
    pub fn depth(mut self, plies: u32) -> Self {
        self.request.depth = plies;
        self
    }

    /// Of this number of nodes.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.request.nodes = nodes;
        self
    }

    /// For this long, by the clock of the control: there is an answer at any time, and a longer search has a better one.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use rookery_engine::nim::Heap;
    /// use rookery_engine::prelude::*;
    ///
    /// let heap = Heap { matches: 203, side: 0 };
    /// let found = Search::new(&heap).time(Duration::from_millis(10)).run();
    /// assert!(found.best().is_some());
    /// ```
    pub fn time(mut self, time: Duration) -> Self {
        self.request.time = Some(time);
        self
    }

    /// With no new depth begun after about this long: after half to five times this, depending on how sure the search is of its answer.
    pub fn soft_time(mut self, time: Duration) -> Self {
        self.request.soft_time = Some(time);
        self
    }

    /// With these techniques besides the usual ones, where they are sound for the game.
    pub fn with(mut self, techniques: Techniques) -> Self {
        self.request.on = self.request.on.or(techniques);
        self
    }

    /// Without these techniques; this outweighs [`Search::with`].
    pub fn without(mut self, techniques: Techniques) -> Self {
        self.request.off = self.request.off.or(techniques);
        self
    }

    /// With only the techniques that save nodes and estimate nothing. Selective techniques cannot be added afterwards.
    ///
    /// The value is that of a full search to the depth, in any game without [`Technique::Tt`](crate::Technique::Tt), and with it where all
    /// paths to a position have the same number of moves, as where each move puts a piece on the board for good. Where it recurs after
    /// fewer moves, the transposition table may give its value of a deeper search; and where repetitions are draws, one that was found on
    /// another path.
    pub fn exact(self) -> Self {
        let selective = Techniques::of(&crate::Technique::ALL).without(Techniques::EXACT);
        self.with(Techniques::EXACT).without(selective)
    }

    /// With another driver at the root.
    pub fn driver(mut self, driver: Driver) -> Self {
        self.request.driver = driver;
        self
    }

    /// For this number of best lines; at least one.
    pub fn lines(mut self, lines: usize) -> Self {
        self.request.multipv = lines.max(1);
        self
    }

    /// On several threads; at least one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.request.threads = threads.max(1);
        self
    }

    /// With a transposition table of this size, MiB.
    pub fn hash_mb(mut self, mb: usize) -> Self {
        self.request.hash_mb = mb;
        self
    }

    /// With this request in place of all limits, techniques and options named so far. The position, the keys of [`Search::after`], the
    /// knowledge and the control stay.
    pub fn request(mut self, request: Request) -> Self {
        self.request = request;
        self
    }

    /// Under a control, which may stop it and tells it the time; [`Control::start`] where there is none.
    pub fn control(mut self, control: Control) -> Self {
        self.control = Some(control);
        self
    }

    /// Searches.
    pub fn run(self) -> SearchResult<P::Move> {
        let control = self.control.unwrap_or_else(Control::start);
        let (position, earlier) = (self.position, self.earlier);
        search(position, earlier, &self.knowledge, &self.request, &control)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Heap;
    use crate::{Bound, Value};

    const HEAP: Heap = Heap {
        matches: 30,
        side: 0,
    };

    #[test]
    fn limits_are_kept() {
        assert_eq!(Search::new(&HEAP).depth(5).run().depth, 5);
        assert!(Search::new(&HEAP).nodes(100).run().nodes <= 100);
        let late = Search::new(&HEAP).time(Duration::ZERO).run();
        assert!(late.deadline_hit && late.best().is_some());
        let early = Search::new(&HEAP).soft_time(Duration::ZERO).run();
        assert_eq!((early.depth, early.deadline_hit), (1, false));
    }

    #[test]
    fn a_request_replaces_what_was_named_before_it() {
        let request = Request {
            depth: 3,
            ..Request::default()
        };
        let found = Search::new(&HEAP).lines(2).request(request).run();
        assert_eq!((found.depth, found.lines.len()), (3, 1));
        let found = Search::new(&HEAP).request(request).lines(2).run();
        assert_eq!((found.depth, found.lines.len()), (3, 2));
    }

    #[test]
    fn without_a_limit_the_game_is_solved() {
        let found = Search::new(&HEAP).run();
        // Two are taken, and a multiple of four is left: seven rounds of four, and the last two.
        assert_eq!((found.best(), found.bound), (Some(2), Bound::Exact));
        assert!(matches!(found.value(), Some(Value::Win(_))));
    }

    #[test]
    fn several_lines_are_found_the_best_first() {
        let heap = Heap {
            matches: 6,
            side: 0,
        };
        let found = Search::new(&heap).depth(4).lines(3).run();
        let lines: Vec<_> = found
            .lines
            .iter()
            .map(|line| (line.moves[0], line.value))
            .collect();
        // Two leave four, of which the last is won; one leaves five, of which the other side leaves four; three are taken at once.
        let expected: [(u8, Value); 3] =
            [(2, Value::Win(3)), (1, Value::Loss(4)), (3, Value::Loss(2))];
        assert_eq!(lines, expected);
        assert!(lines.is_sorted_by(|(_, a), (_, b)| a.rank() > b.rank()));
    }

    #[test]
    fn an_exact_search_finds_the_value_of_a_full_minimax() {
        for depth in 1..9 {
            let exact = Search::new(&HEAP).depth(depth).exact().run();
            let full = Search::new(&HEAP).depth(depth).driver(Driver::Minimax);
            assert_eq!(exact.value(), full.run().value());
        }
        let small = Heap {
            matches: 7,
            side: 0,
        };
        let exact = Search::new(&small).depth(9).exact().run();
        let full = Search::new(&small).depth(9).driver(Driver::Minimax).run();
        assert_eq!((exact.value(), exact.best()), (full.value(), Some(3)));
    }
}
