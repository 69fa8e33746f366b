//! Training games of any game: a random opening, then short searches until the result is clear.

use crate::learning::self_play::{random_move, search_line};
use crate::learning::sparse::inputs::SparseInputs;
use crate::learning::sparse::sparse_sample::SparseSample;
use crate::{
    Control, Knowledge, Outcome, Position, Repetition, Request, Score, SplitMix, Technique, Value,
};

/// The rules by which training games are played.
#[derive(Clone, Copy, Debug)]
pub struct TrainingGames {
    /// The least and the greatest number of random moves at the beginning; fewer in a game that is over by then.
    pub opening_plies: (usize, usize),
    /// An opening that is further from even than this, centipawns, is not played on.
    pub uneven_cp: Score,
    /// Nodes of each search: few, so that there are many games.
    pub nodes: u64,
    /// The advantage, centipawns, with which a game is won if it lasts for [`TrainingGames::WON_PLIES`].
    pub won_cp: Score,
    /// The length of a game, in plies, at which it is drawn.
    pub plies_max: usize,
}

impl TrainingGames {
    /// The plies in a row with a winning advantage after which a game is won.
    pub const WON_PLIES: u32 = 6;

    /// Number of openings tried before the demands are lowered: after that many uneven ones, twice as uneven ones are accepted (a game may
    /// have no even opening); after that many in a row that end the game, the next ones are a ply shorter.
    const OPENINGS: u32 = 1_000;

    /// What suits most games.
    pub const USUAL: TrainingGames = TrainingGames {
        opening_plies: (4, 10),
        uneven_cp: 120,
        nodes: 400,
        won_cp: 600,
        plies_max: 160,
    };

    /// The training samples of the game of this seed from `start`, none where that is the end of a game; `None` where `control` stopped it.
    /// Positions whose value is that of a win or a loss are left out; in games that are searched with quiescence, so are those that are not
    /// quiet.
    pub(super) fn play<I: SparseInputs, K: Knowledge<I::Position>>(
        &self,
        start: &I::Position,
        knowledge: &K,
        seed: u64,
        control: &Control,
    ) -> Option<Vec<SparseSample<I>>> {
        let mut random = SplitMix::new(seed);
        let mut uneven_cp = self.uneven_cp;
        let (mut least, mut greatest) = self.opening_plies;
        let (mut uneven, mut ended_early) = (0_u32, 0_u32);
        if ended(start, &[]).is_some() {
            return (!control.is_stopped()).then(Vec::new);
        }
        while !control.is_stopped() {
            let mut position = start.clone();
            let mut earlier = Vec::new();
            let plies = least + random.below(greatest - least + 1);
            let goes_on = (0..plies).all(|_| {
                let chosen = opening_move(&position, knowledge, &mut random);
                chosen.is_some_and(|m| {
                    earlier.push(position.key());
                    position.play(m);
                    true
                })
            });
            if !goes_on || ended(&position, &earlier).is_some() {
                ended_early += 1;
                if ended_early == Self::OPENINGS {
                    (least, greatest) = (least.saturating_sub(1), greatest.saturating_sub(1));
                    ended_early = 0;
                }
                continue;
            }
            ended_early = 0;
            let (_, value) = self.think(&position, &earlier, knowledge, control)?;
            if value.abs() <= uneven_cp {
                return self.play_on(position, earlier, knowledge, control);
            }
            uneven += 1;
            if uneven.is_multiple_of(Self::OPENINGS) {
                uneven_cp = uneven_cp.max(1).saturating_mul(2);
            }
        }
        None
    }

    /// Plays a game to its end.
    fn play_on<I: SparseInputs, K: Knowledge<I::Position>>(
        &self,
        mut position: I::Position,
        mut earlier: Vec<u64>,
        knowledge: &K,
        control: &Control,
    ) -> Option<Vec<SparseSample<I>>> {
        let mut seen = Vec::new();
        let mut won = [0; 2];
        // Half points of the first side.
        let halves = loop {
            if let Some(halves) = ended(&position, &earlier) {
                break halves;
            }
            if earlier.len() >= self.plies_max {
                break 1;
            }
            let (best, value) = self.think(&position, &earlier, knowledge, control)?;
            let is_quiet = !K::USUAL.has(Technique::Qsearch)
                || knowledge.stand_pat_ok(&position) && !knowledge.is_noisy(&position, best);
            if is_quiet && value.abs() < self.won_cp {
                seen.push((position.clone(), i16::try_from(value).ok()?));
            }
            let side = position.side();
            for (of, count) in won.iter_mut().enumerate() {
                let own = if of == side { value } else { -value };
                *count = if own >= self.won_cp { *count + 1 } else { 0 };
            }
            if let Some(winner) = won.iter().position(|&count| count >= Self::WON_PLIES) {
                break if winner == 0 { 2 } else { 0 };
            }
            earlier.push(position.key());
            position.play(best);
        };
        let sample = |(position, score_cp): (I::Position, i16)| SparseSample {
            halves: if position.side() == 0 {
                halves
            } else {
                2 - halves
            },
            position,
            score_cp,
        };
        Some(seen.into_iter().map(sample).collect())
    }

    /// The best move and its value for the side to move, centipawns.
    fn think<P: Position, K: Knowledge<P>>(
        &self,
        position: &P,
        earlier: &[u64],
        knowledge: &K,
        control: &Control,
    ) -> Option<(P::Move, Score)> {
        let request = Request {
            nodes: self.nodes,
            ..Request::default()
        };
        let line = search_line(position, earlier, knowledge, &request, control)?;
        let value = match line.value {
            Value::Cp(value) => value.clamp(-self.won_cp, self.won_cp),
            Value::Exact(value) => value.signum() * self.won_cp,
            Value::Win(_) => self.won_cp,
            Value::Loss(_) => -self.won_cp,
        };
        Some((*line.moves.first()?, value))
    }
}

/// A random move for an opening; in games that are searched with [`Technique::Candidates`], one of the candidates. `None` where there is
/// none.
fn opening_move<P: Position, K: Knowledge<P>>(
    position: &P,
    knowledge: &K,
    random: &mut SplitMix,
) -> Option<P::Move> {
    if !K::USUAL.has(Technique::Candidates) {
        return random_move(position, random);
    }
    let is_over = position.outcome().is_some();
    let mut moves = position.moves();
    moves.retain(|&m| knowledge.is_candidate(position, m));
    (!is_over && !moves.is_empty()).then(|| moves[random.below(moves.len())])
}

/// Half points of the first side where the game is over: by its rules, or because a position has come for the third time in a game
/// in which that is a draw.
fn ended<P: Position>(position: &P, earlier: &[u64]) -> Option<u8> {
    let halves = |outcome: Outcome| {
        let own = match outcome {
            Outcome::Win => 2,
            Outcome::Draw | Outcome::Margin(0) => 1,
            Outcome::Margin(margin) if margin > 0 => 2,
            Outcome::Loss | Outcome::Margin(_) => 0,
        };
        if position.side() == 0 { own } else { 2 - own }
    };
    if let Some(outcome) = position.ended() {
        return Some(halves(outcome));
    }
    let key = position.key();
    let came = earlier.iter().filter(|earlier| **earlier == key).count();
    (P::REPETITION == Repetition::Draw && came >= 2).then_some(1)
}
