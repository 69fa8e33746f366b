//! Proofs against the value by definition: graphs with cycles, won where the attacker's attractor is, and heaps that are solved by hand.

use crate::nim::Heap;
use crate::tests::tree::{Child, mix};
use crate::{Control, MoveList, Outcome, Position, Proof, ProofNumberSearch, Repetition};
use crate::{Solver, SolverSpec, Value};

/// The nodes of a graph.
const NODES: u64 = 60;

/// A piece on a random graph, whose nodes belong to one of the sides, which moves the piece on; some are ends, in every fourth graph also with a margin of
/// points. Paths meet, and come back.
#[derive(Clone, Copy, Debug)]
struct Graph {
    seed: u64,
    node: u64,
}

impl Graph {
    fn noise(self, salt: u64) -> u64 {
        mix(self.seed ^ mix(self.node << 8 | salt))
    }
}

impl Position for Graph {
    type Move = Child;
    const NAME: &'static str = "graph";
    const MAX_MOVES: usize = 3;
    const HISTORY: usize = 3;
    const ALTERNATING: bool = false;
    const REPETITION: Repetition = Repetition::Draw;

    fn side(&self) -> usize {
        (self.noise(0) % 2) as usize
    }

    fn key(&self) -> u64 {
        self.noise(1)
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        let count = match self.noise(2) % 12 {
            0 => 0,
            n => 1 + n % 3,
        };
        out.extend((0..count as u8).map(Child));
    }

    fn play(&mut self, m: Child) {
        self.node = self.noise(8 + u64::from(m.0)) % NODES;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.noise(3) % 16 {
            0 => Some(Outcome::Win),
            1 => Some(Outcome::Loss),
            3 if self.seed.is_multiple_of(4) => Some(Outcome::Margin(5)),
            2 | 3 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn reversible(&self) -> usize {
        usize::MAX
    }
}

/// The nodes from which `attacker` wins, with the plies of the shortest way.
fn attractor(seed: u64, attacker: usize) -> Vec<Option<u32>> {
    reached(seed, attacker, false)
}

/// The same; `takes_points` counts a margin of points in its favour for a win. Each round adds the nodes that are won a ply later.
fn reached(seed: u64, attacker: usize, takes_points: bool) -> Vec<Option<u32>> {
    let mut won = vec![None; NODES as usize];
    for plies in 0..=NODES as u32 {
        let before = won.clone();
        for node in 0..NODES {
            let at = Graph { seed, node };
            if before[node as usize].is_some() {
                continue;
            }
            let is_won = match at.ended() {
                Some(Outcome::Win) => at.side() == attacker,
                Some(Outcome::Loss) => at.side() != attacker,
                Some(Outcome::Margin(_)) => takes_points && at.side() == attacker,
                Some(Outcome::Draw) => false,
                None => {
                    let mut after = at.moves().into_iter().map(|m| at.after(m).node as usize);
                    match at.side() == attacker {
                        true => after.any(|to| before[to].is_some()),
                        false => after.all(|to| before[to].is_some()),
                    }
                }
            };
            if is_won {
                won[node as usize] = Some(plies);
            }
        }
    }
    won
}

fn search(entries: usize, nodes: u64) -> ProofNumberSearch {
    ProofNumberSearch::new(&SolverSpec {
        entries,
        nodes,
        ..SolverSpec::default()
    })
}

/// Follows a line, which has to end in a win of `attacker`.
fn follow<P: Position>(from: &P, attacker: usize, line: &[P::Move]) {
    let mut position = from.clone();
    for &m in line {
        assert!(position.ended().is_none() && position.is_legal(m));
        position.play(m);
    }
    let winner = match position.ended() {
        Some(Outcome::Win) => position.side(),
        Some(Outcome::Loss) => 1 - position.side(),
        other => panic!("the line ends with {other:?}"),
    };
    assert_eq!(winner, attacker);
}

#[test]
fn what_is_proven_is_the_attractor() {
    let (mut won, mut held, mut open) = (0, 0, 0);
    for (seed, attacker) in (0..60).flat_map(|seed| [(seed, 0), (seed, 1)]) {
        let truth = attractor(seed, attacker);
        // A small table, too, in which entries replace one another.
        let mut searches = [search(1 << 12, 0), search(16, 20_000)];
        for node in 0..NODES {
            let at = Graph { seed, node };
            for prover in &mut searches {
                match prover.prove(&at, attacker, &[], &Control::unlimited()) {
                    Proof::Win { plies, line } => {
                        let shortest = truth[node as usize].expect("won by definition");
                        assert!(plies >= shortest, "{plies} {shortest}");
                        assert!(
                            line.len() <= plies as usize && !line.is_empty()
                                || at.ended().is_some()
                        );
                        won += 1;
                        if prover.spec.entries > 16 {
                            follow(&at, attacker, &line);
                        }
                    }
                    Proof::NoWin => {
                        assert_eq!(truth[node as usize], None, "{seed} {node} {attacker}");
                        held += 1;
                    }
                    Proof::Unknown => open += 1,
                }
            }
        }
    }
    // Few stay open: where a repetition has to do with it.
    assert!(won > 4_000 && held > 4_000, "{won} {held} {open}");
    assert!(open < (won + held) / 4, "{won} {held} {open}");
}

#[test]
fn a_solver_finds_wins_losses_and_draws() {
    let (mut values, mut found, mut there) = ([0; 3], [0; 2], [0; 2]);
    for seed in 0..60 {
        let truth = [attractor(seed, 0), attractor(seed, 1)];
        let points = [reached(seed, 0, true), reached(seed, 1, true)];
        let mut prover = search(1 << 12, 50_000);
        for node in 0..NODES {
            let at = Graph { seed, node };
            if at.ended().is_some() {
                continue;
            }
            for side in 0..2 {
                there[side] += usize::from(truth[side][node as usize].is_some());
            }
            let Some(solved) = prover.solve(&at, &Control::unlimited()) else {
                continue;
            };
            let [mine, theirs] = [at.side(), 1 - at.side()];
            let wins = |side: usize| truth[side][node as usize].is_some();
            let number = match solved.value {
                Value::Win(_) => 0,
                Value::Loss(_) => 1,
                _ => 2,
            };
            values[number] += 1;
            let is_for_points = points.iter().any(|side| side[node as usize].is_some());
            assert!(number < 2 || !is_for_points, "{seed} {node}: no draw");
            if number < 2 {
                found[[mine, theirs][number]] += 1;
            }
            assert_eq!((wins(mine), wins(theirs)), (number == 0, number == 1));
            let child = at.after(solved.line[0]);
            assert_eq!(truth[mine][child.node as usize].is_some(), number == 0);
            assert!(number == 1 || truth[theirs][child.node as usize].is_none());
        }
    }
    assert!(values.iter().all(|&n| n > 200), "{values:?}");
    // A win of one side is asked for whatever the question about the other comes to.
    for side in 0..2 {
        let most = there[side] - there[side] / 50;
        assert!(found[side] >= most, "{found:?} of {there:?}");
    }
}

/// A heap whose last match is worth points.
#[derive(Clone, Debug)]
struct Points(Heap);

impl Position for Points {
    type Move = u8;
    const NAME: &'static str = "points";
    const MAX_MOVES: usize = 3;
    const HISTORY: usize = 4;

    fn side(&self) -> usize {
        self.0.side()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        self.0.generate(out);
    }

    fn play(&mut self, m: u8) {
        self.0.play(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0.matches == 0).then_some(Outcome::Margin(-7))
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Margin(-7)
    }
}

#[test]
fn a_game_for_points_is_no_draw() {
    let heap = Points(Heap {
        matches: 6,
        side: 0,
    });
    let mut prover = search(1 << 12, 0);
    let control = Control::unlimited();
    assert_eq!(prover.prove(&heap, 0, &[], &control), Proof::NoWin);
    assert_eq!(prover.solve(&heap, &control), None);
    // What the table keeps from one question to the next still rests on points.
    assert_eq!(prover.solve(&heap, &control), None);
    for attacker in [0, 1, 0] {
        assert_eq!(prover.prove(&heap, attacker, &[], &control), Proof::NoWin);
    }
    assert_eq!(prover.solve(&heap, &control), None);
}

/// After the first move the other side has won. After the second one it loses if it goes on, and may claim a draw instead.
#[derive(Clone, Debug)]
struct Claim {
    moves: Vec<Child>,
}

impl Position for Claim {
    type Move = Child;
    const NAME: &'static str = "claim";
    const MAX_MOVES: usize = 2;
    const HISTORY: usize = 2;

    fn side(&self) -> usize {
        self.moves.len() % 2
    }

    fn key(&self) -> u64 {
        let append = |path: u64, m: &Child| path << 1 | u64::from(m.0);
        mix(self.moves.iter().fold(1, append))
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        out.extend([Child(0), Child(1)]);
    }

    fn play(&mut self, m: Child) {
        self.moves.push(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_won = self.moves == [Child(0)] || self.moves.len() == 2;
        has_won.then_some(Outcome::Win)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }

    fn may_claim_draw(&self) -> bool {
        self.moves == [Child(1)]
    }
}

/// Nobody looks below a position in which a draw may be claimed, so no table has it.
#[test]
fn a_draw_that_is_claimed_is_a_draw() {
    let start = Claim { moves: Vec::new() };
    let solved = search(1 << 12, 0).solve(&start, &Control::unlimited());
    let solved = solved.map(|solved| (solved.value, solved.line));
    assert_eq!(solved, Some((Value::Exact(0), vec![Child(1)])));
}

/// A table that is kept hides nothing that a fresh one finds: what a repetition has taken away belongs to its own question.
#[test]
fn a_kept_table_knows_no_less() {
    let (mut kept_open, mut fresh_open) = (0, 0);
    for seed in 0..60 {
        let mut kept = search(1 << 12, 0);
        for node in 0..NODES {
            let at = Graph { seed, node };
            let is_open = |prover: &mut ProofNumberSearch| {
                prover.prove(&at, 0, &[], &Control::unlimited()) == Proof::Unknown
            };
            kept_open += usize::from(is_open(&mut kept));
            fresh_open += usize::from(is_open(&mut search(1 << 12, 0)));
        }
    }
    assert!(kept_open <= fresh_open, "{kept_open} {fresh_open}");
}

/// Whoever is to move wins unless the matches are a multiple of four.
#[test]
fn heaps_are_solved() {
    for matches in 1..=40_u8 {
        let heap = Heap { matches, side: 1 };
        let mut prover = search(1 << 12, 0);
        let solved = prover.solve(&heap, &Control::unlimited()).unwrap();
        let is_lost = matches.is_multiple_of(4);
        let plies = match solved.value {
            Value::Win(plies) if !is_lost => plies,
            Value::Loss(plies) if is_lost => plies,
            other => panic!("{matches}: {other:?}"),
        };
        assert_eq!(solved.line.len(), plies as usize);
        follow(&heap, usize::from(!is_lost), &solved.line);
    }
}

#[test]
fn limits_stop_it() {
    let heap = Heap {
        matches: 200,
        side: 0,
    };
    let control = Control::unlimited();
    let mut few = search(1 << 12, 100);
    assert_eq!(few.prove(&heap, 0, &[], &control), Proof::Unknown);
    assert!(few.nodes() <= 103, "{}", few.nodes());
    assert_eq!(few.solve(&heap, &control), None);
    control.stop();
    let mut stopped = search(1 << 12, 0);
    assert_eq!(stopped.prove(&heap, 0, &[], &control), Proof::Unknown);
}

/// A walk back to where the game has been is no way to win.
#[test]
fn a_proof_does_not_go_back_into_the_game() {
    let mut seen = 0;
    for seed in 0..200 {
        let truth = attractor(seed, 0);
        let mut kept = search(1 << 12, 0);
        for node in 0..NODES {
            let at = Graph { seed, node };
            if at.side() != 0 || at.ended().is_some() || truth[node as usize].is_none() {
                continue;
            }
            let winning = |m: &Child| truth[at.after(*m).node as usize].is_some();
            let wins: Vec<Child> = at.moves().into_iter().filter(winning).collect();
            let keys: Vec<u64> = wins.iter().map(|&m| at.after(m).key()).collect();
            if wins.iter().any(|&m| at.after(m).ended().is_some()) {
                continue;
            }
            // The table of the same question without a game before it knows the way that is closed now.
            let control = Control::unlimited();
            assert!(matches!(
                kept.prove(&at, 0, &[], &control),
                Proof::Win { .. } | Proof::Unknown
            ));
            assert_eq!(
                kept.prove(&at, 0, &keys, &control),
                Proof::Unknown,
                "{seed} {node}"
            );
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}
