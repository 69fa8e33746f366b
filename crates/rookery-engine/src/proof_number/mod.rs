//! Proof-number search: the proof that a side can force a win, in any game, without an evaluation.
//!
//! Each position has two numbers: the least number of leaves that must be proven won for it to be won, and the least number that must be
//! proven not won for it to be held (Allis, van der Meulen and van den Herik, "Proof-Number Search", Artificial Intelligence 66, 1994). The
//! search goes where the fewest are left, and so follows forcing lines far deeper than alpha-beta. It is run depth first, with a threshold
//! for each number and a table (df-pn: Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002), and looks at a
//! sibling a little later than the numbers say (the 1 + ε trick: Pawlewicz and Lew, "Improving depth-first PN-search", 2006).

mod solver;
mod table;
mod tally;
#[cfg(test)]
mod tests;

use crate::position::kept_under;
use crate::{Control, Outcome, Position, Repetition, SolverSpec};
use table::{INFINITE, MOST, Numbers, ProofTable};
use tally::Tally;

/// Lines are followed no further than this, plies: what is longer counts as not won.
const PLIES_MAX: usize = 256;
/// The inverse of ε: the search leaves a move only when its number exceeds that of the next best one by more than a quarter.
const EPSILON: u32 = 4;
/// Nodes between two looks at the clock and the stop flag.
const LOOK_NODES: u64 = 1_024;
/// Nodes that may be spent on reading the line of a proof from the table, and on proving again what the table has lost.
const LINE_NODES: u64 = 20_000;
/// Mixes the attacker into the keys.
const ATTACKER_KEYS: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];
/// The answer to the question whether a side can force a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof<M> {
    /// It can.
    Win {
        /// Plies to the end at most, if it plays by the proof; there may be a shorter way.
        plies: u32,
        /// A line of the proof in which the other side holds out long, its first move at least; empty only where the game is over.
        line: Vec<M>,
    },
    /// It cannot.
    NoWin,
    /// A limit stopped the search, or a repetition or the length of a line left it open.
    Unknown,
}

/// A proof-number search with its table, which it keeps from position to position.
///
/// A win is what the rules call so: games whose ends are margins of points have none to prove. Draws, repeated positions and lines of
/// more than 256 plies are not won. Like the transposition table of the main search, a proof relies on [`Position::table_key`]: a counter
/// that the key leaves out, such as that of quiet moves in chess, is the one at which the position was first met.
///
/// ```
/// use rookery_engine::nim::Heap;
/// use rookery_engine::{Control, Proof, ProofNumberSearch, SolverSpec};
///
/// let mut search = ProofNumberSearch::new(&SolverSpec::default());
/// let heap = Heap { matches: 10, side: 0 };
/// let proof = search.prove(&heap, heap.side, &[], &Control::unlimited());
/// assert!(matches!(proof, Proof::Win { line, .. } if line[0] == 2), "a multiple of four is left");
/// let heap = Heap { matches: 12, side: 0 };
/// assert_eq!(search.prove(&heap, heap.side, &[], &Control::unlimited()), Proof::NoWin);
/// ```
pub struct ProofNumberSearch {
    table: ProofTable,
    spec: SolverSpec,
    /// Nodes of this search.
    nodes: u64,
    /// The nodes after which the search in progress ends; 0 = never.
    limit: u64,
    /// The nodes after which the search looks at the clock again.
    next_look: u64,
    is_over: bool,
    /// Whether an end with a margin of points has been met since the table was last empty. Entries of the table may depend on it, and a
    /// margin is neither a win nor a draw that a proof can report.
    has_margins: bool,
    /// The keys of the positions before the root, as the previous question gave them.
    earlier: Vec<u64>,
}

/// The question that a search answers, and the line that is being looked at.
struct Task<'a> {
    attacker: usize,
    control: &'a Control,
    /// Keys of the positions before the one that is looked at, those of the game before the root first.
    path: Vec<u64>,
    /// The number of these that lie before the root.
    before: usize,
}

/// A move of a position that is looked at, and what is known of the position after it.
struct Branch<M> {
    m: M,
    numbers: Numbers,
}

impl ProofNumberSearch {
    /// A search with a table of `spec.entries` slots, within the limits of `spec`, which count for each position anew.
    pub fn new(spec: &SolverSpec) -> Self {
        ProofNumberSearch {
            table: ProofTable::new(spec.entries),
            spec: spec.clone(),
            nodes: 0,
            limit: spec.nodes,
            next_look: 0,
            is_over: false,
            has_margins: false,
            earlier: Vec::new(),
        }
    }

    /// Nodes of the last search: positions after a move that were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether side `attacker` can force a win from `position`. `earlier` are the keys of the positions before it, the first of the game first,
    /// to which a proof does not go back.
    pub fn prove<P: Position>(
        &mut self,
        position: &P,
        attacker: usize,
        earlier: &[u64],
        control: &Control,
    ) -> Proof<P::Move> {
        self.begin_question(earlier);
        let limits = (self.spec.nodes, control);
        self.go_on(position, attacker, earlier, limits).0
    }

    /// Begins a new question. The table is emptied if the game before the root has changed, since a proof must not go through one of its
    /// positions.
    fn begin_question(&mut self, earlier: &[u64]) {
        (self.nodes, self.next_look) = (0, 0);
        if self.earlier != earlier {
            self.clear();
            self.earlier = earlier.to_vec();
        }
        self.table.begin_question();
    }

    /// Empties the table, and with it all that is known of the game.
    fn clear(&mut self) {
        self.table.clear();
        self.has_margins = false;
    }

    /// Answers as [`Self::prove`] does, but goes on with the count of nodes, up to `limit` (0 = no limit). Returns the answer and, where
    /// the defender is to move and can hold the position, a move that does.
    fn go_on<P: Position>(
        &mut self,
        position: &P,
        attacker: usize,
        earlier: &[u64],
        (limit, control): (u64, &Control),
    ) -> (Proof<P::Move>, Option<P::Move>) {
        self.is_over = false;
        self.limit = limit;
        let mut task = Task {
            attacker,
            control,
            path: match P::REPETITION {
                Repetition::Impossible => Vec::new(),
                Repetition::Draw => earlier.to_vec(),
            },
            before: 0,
        };
        task.before = task.path.len();
        let (numbers, branches) = match ended(position, attacker) {
            Some(numbers) => (numbers, Vec::new()),
            None => self.look(position, &mut task, (INFINITE, INFINITE)),
        };
        let is_attacking = position.side() == attacker;
        let proof = match (numbers.proof, numbers.disproof) {
            (0, _) => {
                let first = winning(is_attacking, &branches);
                let line = self.line(position, &mut task, first);
                Proof::Win {
                    plies: numbers.plies.max(line.len() as u32),
                    line,
                }
            }
            (_, 0) if !numbers.by_repetition => Proof::NoWin,
            _ => Proof::Unknown,
        };
        (proof, holding(is_attacking, &branches))
    }

    /// Looks below a position that is not over until its proof or disproof number reaches the threshold.
    fn search<P: Position>(
        &mut self,
        position: &P,
        task: &mut Task<'_>,
        limits: (u32, u32),
    ) -> Numbers {
        // It may have been settled elsewhere since its numbers were read. A proof stays as it is, so that each position of a line is won sooner
        // than the one before, and none comes twice.
        let known = self.table.get(table_key(position, task.attacker));
        match known.filter(|known| known.is_settled() && !known.by_repetition) {
            Some(known) => known,
            None => self.look(position, task, limits).0,
        }
    }

    /// The same whatever is known of the position, with its moves.
    fn look<P: Position>(
        &mut self,
        position: &P,
        task: &mut Task<'_>,
        (proof_limit, disproof_limit): (u32, u32),
    ) -> (Numbers, Vec<Branch<P::Move>>) {
        let start = self.nodes;
        let is_attacking = position.side() == task.attacker;
        task.path.push(position.key());
        let mut branches = self.expand(position, task);
        let numbers = loop {
            let numbers = combined(is_attacking, &branches);
            if numbers.is_settled()
                || numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
                || self.is_stopped(task)
            {
                break numbers;
            }
            let (best, second) = most_promising(is_attacking, &branches);
            let of = branches[best].numbers;
            // The search stays below this move until the next best sibling is better by the factor 1 + ε, or until the move's other number
            // uses up what the threshold of this position leaves for it.
            let own = second.saturating_add(second / EPSILON + 1);
            let limits = match is_attacking {
                true => (
                    own.min(proof_limit),
                    rest(disproof_limit, numbers.disproof, of.disproof),
                ),
                false => (
                    rest(proof_limit, numbers.proof, of.proof),
                    own.min(disproof_limit),
                ),
            };
            let child = position.after(branches[best].m);
            branches[best].numbers = self.search(&child, task, limits);
        };
        task.path.pop();
        let key = table_key(position, task.attacker);
        self.table.put(key, numbers, self.nodes - start);
        (numbers, branches)
    }

    /// The moves of a position, with what is known of the positions after them.
    fn expand<P: Position>(&mut self, position: &P, task: &Task<'_>) -> Vec<Branch<P::Move>> {
        let moves = position.moves();
        self.nodes += moves.len() as u64;
        let branch = |m| {
            let child = position.after(m);
            let numbers = match task.repeats(&child) {
                true => Numbers::not_won(true),
                false => match self.table.get(table_key(&child, task.attacker)) {
                    Some(known) => known,
                    None => {
                        let (numbers, is_margin) = first_look(&child, task.attacker);
                        self.has_margins |= is_margin;
                        numbers
                    }
                },
            };
            Branch { m, numbers }
        };
        moves.into_iter().map(branch).collect()
    }

    fn is_stopped(&mut self, task: &Task<'_>) -> bool {
        self.is_over |= self.limit != 0 && self.nodes >= self.limit;
        if !self.is_over && self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK_NODES;
            self.is_over = self.spec.is_over(0, task.control);
        }
        self.is_over
    }

    /// A line of the proof of a won position, from its first move on: the attacker ends it soon, the defender late. It breaks off where the proof
    /// of a position is lost and not found again at once.
    fn line<P: Position>(
        &mut self,
        root: &P,
        task: &mut Task<'_>,
        mut first: Option<P::Move>,
    ) -> Vec<P::Move> {
        let end = self.nodes.saturating_add(LINE_NODES);
        self.limit = match self.limit {
            0 => end,
            limit => end.min(limit.max(self.nodes + 1)),
        };
        let mut line = Vec::new();
        let mut position = root.clone();
        while line.len() < PLIES_MAX && position.ended().is_none() {
            let Some(m) = first
                .take()
                .or_else(|| self.proven_move(&position, task))
                .or_else(|| self.found_again(&position, task))
            else {
                break;
            };
            task.path.push(position.key());
            position.play(m);
            line.push(m);
        }
        task.path.truncate(task.before);
        line
    }

    /// A move of a won position by which it stays won, by the table.
    fn proven_move<P: Position>(&mut self, position: &P, task: &Task<'_>) -> Option<P::Move> {
        let branches = self.expand(position, task);
        winning(position.side() == task.attacker, &branches)
    }

    /// The same after another search: a small table may have lost the proof, and a position may be reached at another count of quiet moves than
    /// that at which it was proven.
    fn found_again<P: Position>(&mut self, position: &P, task: &mut Task<'_>) -> Option<P::Move> {
        self.is_over = false;
        if self.nodes >= self.limit {
            return None;
        }
        let (_, branches) = self.look(position, task, (INFINITE, INFINITE));
        winning(position.side() == task.attacker, &branches)
    }
}

impl Task<'_> {
    /// Whether a position has occurred before, in the game or on the line to it, or lies at the end of a line that is too long.
    fn repeats<P: Position>(&self, position: &P) -> bool {
        if self.path.len() - self.before >= PLIES_MAX {
            return true;
        }
        if P::REPETITION == Repetition::Impossible {
            return false;
        }
        let back = position.reversible().min(self.path.len());
        let key = position.key();
        self.path[self.path.len() - back..].contains(&key)
    }
}

/// The key of a position in the table of an attacker: the same for all images under the symmetries of the board.
fn table_key<P: Position>(position: &P, attacker: usize) -> u64 {
    kept_under(position, true).0 ^ ATTACKER_KEYS[attacker & 1]
}

/// The answer where the game is over.
fn ended<P: Position>(position: &P, attacker: usize) -> Option<Numbers> {
    let outcome = position.ended()?;
    Some(of_end(outcome, position.side() == attacker))
}

fn of_end(outcome: Outcome, is_attacking: bool) -> Numbers {
    match outcome {
        Outcome::Win if is_attacking => Numbers::won(0),
        Outcome::Loss if !is_attacking => Numbers::won(0),
        Outcome::Win | Outcome::Loss | Outcome::Draw | Outcome::Margin(_) => {
            Numbers::not_won(false)
        }
    }
}

/// The first numbers of a position that has not been expanded, and whether it is an end with a margin of points. The more moves the side to
/// move has, the more replies its opponent has to find.
fn first_look<P: Position>(position: &P, attacker: usize) -> (Numbers, bool) {
    let is_attacking = position.side() == attacker;
    let end = |outcome: Outcome| {
        let is_margin = matches!(outcome, Outcome::Margin(_));
        (of_end(outcome, is_attacking), is_margin)
    };
    if let Some(outcome) = position.outcome() {
        return end(outcome);
    }
    let count = position.count_moves();
    if count == 0 {
        return end(position.no_moves());
    }
    if position.may_claim_draw() {
        return (Numbers::not_won(false), false);
    }
    let count = u32::try_from(count).unwrap_or(MOST);
    let numbers = match is_attacking {
        true => Numbers::open(1, count),
        false => Numbers::open(count, 1),
    };
    (numbers, false)
}

/// The numbers of a position from those of the positions after it.
fn combined<M>(is_attacking: bool, branches: &[Branch<M>]) -> Numbers {
    let numbers = branches.iter().map(|branch| branch.numbers);
    Tally::of(numbers).numbers(is_attacking)
}

/// The move by which a won position stays won: the attacker's shortest way, or the defender's longest, if each of theirs loses.
fn winning<M: Copy>(is_attacking: bool, branches: &[Branch<M>]) -> Option<M> {
    let won = branches.iter().filter(|branch| branch.numbers.proof == 0);
    let next = match is_attacking {
        true => won.min_by_key(|branch| branch.numbers.plies),
        false if won.clone().count() < branches.len() => None,
        false => won.max_by_key(|branch| branch.numbers.plies),
    };
    next.map(|branch| branch.m)
}

/// The move after which the attacker does not win, where the defender is to move and no repetition has to do with it.
fn holding<M: Copy>(is_attacking: bool, branches: &[Branch<M>]) -> Option<M> {
    let is_held = |numbers: Numbers| numbers.disproof == 0 && !numbers.by_repetition;
    let held = branches.iter().find(|branch| is_held(branch.numbers));
    held.filter(|_| !is_attacking).map(|branch| branch.m)
}

/// The move after which the fewest leaves are left to settle the position as the side to move wants it, and the number of the next best one.
fn most_promising<M>(is_attacking: bool, branches: &[Branch<M>]) -> (usize, u32) {
    let left = |numbers: Numbers| match is_attacking {
        true => (numbers.proof, numbers.disproof),
        false => (numbers.disproof, numbers.proof),
    };
    let (mut best, mut second) = (0, (INFINITE, INFINITE));
    for (i, branch) in branches.iter().enumerate().skip(1) {
        let this = left(branch.numbers);
        if this < left(branches[best].numbers) {
            second = left(branches[best].numbers);
            best = i;
        } else {
            second = second.min(this);
        }
    }
    (best, second.0)
}

/// The threshold of a child for a number that is the sum over the children: the position's own threshold less the numbers of the siblings.
fn rest(limit: u32, total: u32, own: u32) -> u32 {
    match limit {
        INFINITE => INFINITE,
        limit => limit.saturating_sub(total).saturating_add(own),
    }
}

impl std::fmt::Debug for ProofNumberSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofNumberSearch")
            .field("spec", &self.spec)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
