//! A game between the two engines: matches in pairs with swapped sides, and searches of the same positions to the same depth.

use std::time::Duration;

use rookery_games::engine::{
    Control, Knowledge, Outcome, Position, Request, SearchContext, SearchResult, SplitMix, Table,
    Technique, Techniques, search_with,
};

use crate::cpu::timed;
use crate::theirs::Player;

/// The table of a search to a fixed depth, and the largest of ours in a match, MiB.
const TABLE_MB: usize = 16;

/// Pairs of games before a match that do not count.
const CALIBRATING: u64 = 4;

/// The part of the CPU time granted to our player that it aims at.
const AIM: f64 = 0.97;

/// A game, and how it is played. `Q` and `L` are the game and the evaluation with sides that alternate: the same where they do anyway.
pub struct Contest<P, K, Q, L> {
    pub start: P,
    pub knowledge: K,
    pub alternating: fn(P) -> Q,
    pub alternating_knowledge: L,
    pub setting: Setting,
}

/// The numbers of a contest.
#[derive(Clone, Copy)]
pub struct Setting {
    pub name: &'static str,
    /// Random plies before a game begins.
    pub opening: usize,
    /// The crate's depth in matches, plies.
    pub depth: u8,
    /// The depth of both in searches of the same positions, plies.
    pub exact: u8,
    /// Whether sides alternate by the rules.
    pub is_plain: bool,
}

/// The size of a run.
#[derive(Clone, Copy)]
pub struct Run {
    /// Games of the match: an even number.
    pub games: usize,
    /// Positions that both search to the same depth.
    pub positions: usize,
    /// Of our player in matches.
    pub request: Request,
    /// Our CPU time in matches as a multiple of the crate's.
    pub times: f64,
}

/// The figures of a contest.
pub struct Figures {
    pub name: &'static str,
    /// Our wins, draws and losses.
    pub score: [usize; 3],
    /// CPU time in matches: ours and theirs.
    pub match_cpu: [Duration; 2],
    /// Our node limit at the end of the match.
    pub nodes: u64,
    pub exact_depth: u8,
    /// CPU time to the same depth: ours and theirs.
    pub exact_cpu: [Duration; 2],
    /// Nodes of these searches.
    pub exact_nodes: [u64; 2],
}

impl Figures {
    /// Our points, percent.
    pub fn percent(&self) -> f64 {
        let [won, drawn, lost] = self.score.map(|count| count as f64);
        100.0 * (won + drawn / 2.0) / (won + drawn + lost).max(1.0)
    }
}

/// Our CPU time over theirs.
pub fn ratio([ours, theirs]: [Duration; 2]) -> f64 {
    ours.as_secs_f64() / theirs.as_secs_f64().max(1e-9)
}

impl<P, K, Q, L> Contest<P, K, Q, L>
where
    P: Position,
    K: Knowledge<P, Acc = ()>,
    Q: Position<Move = P::Move>,
    L: Knowledge<Q, Acc = ()>,
{
    /// Plays the match, and searches the positions.
    pub fn run(&self, run: &Run) -> Figures {
        let mut figures = Figures {
            name: self.setting.name,
            score: [0; 3],
            match_cpu: [Duration::ZERO; 2],
            nodes: run.request.nodes,
            exact_depth: self.setting.exact,
            exact_cpu: [Duration::ZERO; 2],
            exact_nodes: [0; 2],
        };
        self.calibrate(&mut figures, run);
        for seed in 0..run.games as u64 / 2 {
            self.play_pair(seed, run, &mut figures);
        }
        for seed in 0..run.positions as u64 {
            self.measure(self.opening(seed), &run.request, &mut figures);
        }
        figures
    }

    /// Finds a node limit of ours that takes the crate's CPU time or a multiple of it, by games that do not count.
    fn calibrate(&self, figures: &mut Figures, run: &Run) {
        figures.nodes = (figures.nodes as f64 * run.times) as u64;
        for seed in 0..CALIBRATING {
            self.play_pair(u64::MAX / 2 + seed, run, figures);
        }
        figures.score = [0; 3];
        figures.match_cpu = [Duration::ZERO; 2];
    }

    /// Two games from an opening, one from each side.
    fn play_pair(&self, seed: u64, run: &Run, figures: &mut Figures) {
        let opening = self.opening(seed);
        for side in 0..2 {
            let request = Request {
                nodes: figures.nodes,
                ..run.request
            };
            let points = self.play(&opening, side, &request, &mut figures.match_cpu);
            figures.score[points] += 1;
        }
        // Our player may take no more CPU time than it is granted: its node limit is adjusted, by half at most each time.
        let factor = (AIM * run.times / ratio(figures.match_cpu)).clamp(0.5, 1.5);
        figures.nodes = ((figures.nodes as f64 * factor) as u64).max(100);
    }

    /// A position after random moves, in which the game goes on.
    fn opening(&self, seed: u64) -> P {
        let mut random = SplitMix::new(seed);
        loop {
            let mut position = self.start.clone();
            for _ in 0..self.setting.opening {
                if position.ended().is_some() {
                    break;
                }
                let moves = position.moves();
                position.play(moves[random.below(moves.len())]);
            }
            if position.ended().is_none() {
                return position;
            }
        }
    }

    /// A game in which we are this side: 0 for a win, 1 for a draw, 2 for a loss.
    fn play(&self, opening: &P, side: usize, request: &Request, cpu: &mut [Duration; 2]) -> usize {
        // As large as a search can fill, and kept from move to move, as the crate keeps its own.
        let table = Table::new(TABLE_MB, request.nodes);
        let knowledge = self.alternating_knowledge.clone();
        let is_plain = self.setting.is_plain;
        let mut theirs = Player::new(knowledge, self.setting.depth, is_plain, None);
        let mut position = opening.clone();
        loop {
            if let Some(outcome) = position.ended() {
                let is_ours = position.side() == side;
                return match outcome {
                    Outcome::Draw | Outcome::Margin(_) => 1,
                    Outcome::Win if is_ours => 0,
                    Outcome::Loss if !is_ours => 0,
                    Outcome::Win | Outcome::Loss => 2,
                };
            }
            let m = if position.side() == side {
                let found = timed(&mut cpu[0], || {
                    searched(&position, &self.knowledge, request, &table)
                });
                found.lines[0].moves[0]
            } else {
                let seen = (self.alternating)(position.clone());
                timed(&mut cpu[1], || theirs.choose(&seen)).expect("the game goes on")
            };
            position.play(m);
        }
    }

    /// Searches a position to the same depth with both, all of ours that may change a value left off.
    fn measure(&self, position: P, request: &Request, figures: &mut Figures) {
        let seen = (self.alternating)(position);
        let depth = self.setting.exact;
        let request = Request {
            depth: depth.into(),
            nodes: 0,
            off: Techniques::of(&Technique::ALL)
                .without(Techniques::EXACT)
                .or(request.off),
            ..*request
        };
        let knowledge = &self.alternating_knowledge;
        let table = Table::new(TABLE_MB, 0);
        let found = timed(&mut figures.exact_cpu[0], || {
            searched(&seen, knowledge, &request, &table)
        });
        let mut theirs = Player::new(knowledge.clone(), depth, true, Some(TABLE_MB << 20));
        timed(&mut figures.exact_cpu[1], || theirs.choose(&seen));
        figures.exact_nodes[0] += found.nodes;
        figures.exact_nodes[1] += theirs.nodes(&seen);
    }
}

/// Our search with a table of its caller.
fn searched<P: Position, K: Knowledge<P>>(
    position: &P,
    knowledge: &K,
    request: &Request,
    table: &Table,
) -> SearchResult<P::Move> {
    let context = SearchContext {
        table: Some(table),
        only: &[],
        tell: &mut |_| (),
    };
    let control = Control::unlimited();
    search_with((position, &[]), knowledge, request, &control, context)
}
