//! Answers to a request for the best move: from the book, a table or a solver where they have one, otherwise by a search.

use crate::api::adapter::game_adapter::GameAdapter;
use crate::api::adapter::{search_words, solver_result};
use crate::{Game, LabGame, MoveOf};
use rookery_engine::{
    Bound, Control, EVAL_MAX, Knowledge, MoveList, Position, Proof, ProofNumberSearch, Request,
    SearchContext, SearchReport, SearchResult, Solver, SolverSpec, Technique, Value, Variation,
};

/// The nodes that a solver may enter for each node of a search: its own are cheaper, and a proof is worth more than an estimate.
const SOLVER_NODES: u64 = 32;

/// The node limit of a proof-number search if the search itself has none.
const PROOF_NODES: u64 = 1_000_000;

impl<G: LabGame> GameAdapter<G> {
    /// The best moves of the present position: by the book, by a table or solver, or else by a search.
    pub(super) fn answer(&self, request: &Request, control: &Control) -> SearchReport {
        if self.ending().is_some() {
            return self.report(&SearchResult::proven(Vec::new()));
        }
        let techniques = request.techniques(self.repertoire());
        if techniques.has(Technique::Book)
            && request.multipv <= 1
            && let Some(found) = self.book_answer(request.seed)
        {
            return self.report(&found);
        }
        let mut only = MoveList::new();
        if techniques.has(Technique::Tables)
            && let Some(mut solver) = self.solver(request)
        {
            if let Some(found) = self.solution(solver.as_mut(), request, control)
                && !self.repeats(&found)
            {
                return self.report(&found);
            }
            if request.multipv <= 1 {
                only = solver.unrefuted(self.position(), control);
                if techniques.has(Technique::Candidates) {
                    self.leave_candidates(&mut only, request.evaluation);
                }
            }
        }
        let mut request = *request;
        let mut spent = 0;
        if techniques.has(Technique::Proof) && request.multipv <= 1 {
            match self.proven(&request, control) {
                Ok(found) => return self.report(&found),
                Err(nodes) => spent = nodes,
            }
            if request.nodes > 0 {
                request.nodes = request.nodes.saturating_sub(spent).max(1);
            }
        }
        let request = &request;
        let mut found = self.searched(request, &only, control);
        let is_lost = matches!(found.value(), Some(Value::Loss(_)));
        // One of the moves that were left out may avoid the loss. A second search over all moves is worthwhile only with enough
        // time: a shorter one would know less than the first.
        let has_time = request.time.is_none_or(|time| control.elapsed() < time / 2);
        if is_lost && !only.is_empty() {
            match has_time && !control.is_stopped() {
                true => {
                    let (nodes, leaves) = (found.nodes, found.leaves);
                    found = self.searched(request, &MoveList::new(), control);
                    found.nodes += nodes;
                    found.leaves += leaves;
                }
                false => unprove(&mut found),
            }
        }
        found.nodes += spent;
        self.report(&found)
    }

    /// A win of the side to move that proof-number search finds within half of the nodes and half of the time; otherwise `Err`
    /// with the nodes that it used.
    fn proven(&self, request: &Request, control: &Control) -> Result<SearchResult<MoveOf<G>>, u64> {
        let nodes = match request.nodes {
            0 => PROOF_NODES,
            nodes => nodes.div_ceil(2),
        };
        let mut search = ProofNumberSearch::new(&SolverSpec {
            entries: (request.hash_mb << 16).min(usize::try_from(nodes).unwrap_or(usize::MAX)),
            nodes,
            time: request.time.map(|time| time / 2),
            without: Vec::new(),
        });
        let (position, earlier) = (self.position(), self.history.earlier());
        match search.prove(position, position.side(), earlier, control) {
            Proof::Win { plies, line } => {
                let best = Variation {
                    value: Value::Win(plies),
                    moves: line,
                };
                let mut found = SearchResult::proven(vec![best]);
                // There may be a shorter way.
                found.bound = Bound::Lower;
                found.nodes = search.nodes();
                Ok(found)
            }
            Proof::NoWin | Proof::Unknown => Err(search.nodes()),
        }
    }

    /// Whether the best move leads to a position that has already occurred twice: a table does not know about repetitions, a
    /// search does.
    fn repeats(&self, found: &SearchResult<MoveOf<G>>) -> bool {
        let best = found.lines.first().and_then(|line| line.moves.first());
        best.is_some_and(|&m| self.history.occurrences_after(m) >= 2)
    }

    pub(super) fn report(&self, found: &SearchResult<MoveOf<G>>) -> SearchReport {
        search_words::report(&self.game, self.position(), found)
    }

    /// A search of the present position over the moves in `only`, or over all moves if `only` is empty.
    fn searched(
        &self,
        request: &Request,
        only: &MoveList<MoveOf<G>>,
        control: &Control,
    ) -> SearchResult<MoveOf<G>> {
        rookery_engine::search_with(
            (self.position(), self.history.earlier()),
            &self.knowledge(request.evaluation),
            request,
            control,
            SearchContext {
                table: None,
                only,
                tell: &mut |_| (),
            },
        )
    }

    /// Removes the moves that the game considers pointless, as long as others are left. Unlike the moves that a person asks for,
    /// those that a solver leaves over need not all be searched.
    fn leave_candidates(&self, moves: &mut MoveList<MoveOf<G>>, evaluation: &str) {
        let (position, knowledge) = (self.position(), self.knowledge(evaluation));
        let is_candidate = |m: &MoveOf<G>| knowledge.is_candidate(position, *m);
        if moves.iter().any(is_candidate) {
            moves.retain(is_candidate);
        }
    }

    /// The answer of the book, where it has one.
    fn book_answer(&self, seed: u64) -> Option<SearchResult<MoveOf<G>>> {
        let line = self.game.book(self.position(), seed)?;
        Some(SearchResult::proven(vec![line]))
    }

    /// The game's table or solver within the limits of the request.
    fn solver(&self, request: &Request) -> Option<Box<dyn Solver<G::Position>>> {
        let spec = SolverSpec {
            entries: request.hash_mb << 16,
            nodes: request.nodes.saturating_mul(SOLVER_NODES),
            // A position that it cannot solve in half the time is searched in the other half.
            time: request.time.map(|time| time / 2),
            without: Vec::new(),
        };
        self.game.solver(&spec)
    }

    /// The answer of the table or solver, if it has one. A table gives the value of every move; moves of equal value stay in the
    /// order of generation, or with a seed come in a random order.
    fn solution(
        &self,
        solver: &mut dyn Solver<G::Position>,
        request: &Request,
        control: &Control,
    ) -> Option<SearchResult<MoveOf<G>>> {
        let is_one_enough = !G::SHEET.is_solved && request.multipv <= 1;
        if is_one_enough || !solver.answers_every_move() {
            return solver_result::best_move(solver, self.position(), control);
        }
        let mut moves = self.moves();
        if request.seed != 0 {
            rookery_engine::SplitMix::new(request.seed ^ self.hash()).shuffle(&mut moves);
        }
        let mut found = solver_result::every_move(solver, self.position(), moves, control)?;
        found.lines.truncate(request.multipv.max(1));
        Some(found)
    }
}

/// Turns losses that were found by searching only some of the moves into values of bad positions: a move that was left out may
/// avoid the loss.
fn unprove<M: Copy>(found: &mut SearchResult<M>) {
    for line in &mut found.lines {
        if matches!(line.value, Value::Loss(_)) {
            line.value = Value::Cp(-EVAL_MAX);
        }
    }
}
