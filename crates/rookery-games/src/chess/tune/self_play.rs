//! Training games: a random opening, then short searches until the result is clear.

use crate::History;
use crate::chess::knowledge::ChessKnowledge;
use crate::chess::rules::generate;
use crate::chess::tune::training_position::TrainingPosition;
use crate::chess::{Chess, ChessMove};
use rookery_engine::learning::{random_move, search_line};
use rookery_engine::{Control, Knowledge, Position, Request, Score, SplitMix, Value};

/// The least and the greatest number of random moves at the beginning.
const OPENING_PLIES: (usize, usize) = (7, 10);
/// An opening that is further from even than this is not played on.
const UNEVEN_CP: Score = 350;
/// Nodes of each search: few, so that there are many games.
const NODES: u64 = 250;
/// The advantage, centipawns, from which the value of a search counts as a win.
const WON_CP: Score = 900;
/// The plies in a row with such an advantage after which a game is won.
const WON_PLIES: u32 = 5;
/// The greatest advantage, centipawns, at which the value of a search counts as a draw.
const DRAWN_CP: Score = 8;
/// The plies in a row with such a value after which a game is drawn.
const DRAWN_PLIES: u32 = 12;
/// The first ply that counts for such a draw: after the opening and the middlegame.
const DRAWN_FROM_PLY: usize = 80;
/// The plies without progress after which a game is drawn.
const QUIET_PLIES: u16 = 100;
/// The length of a game, in plies, at which it is drawn.
const PLIES_MAX: usize = 300;
/// Values beyond this teach nothing.
const TAUGHT_CP: Score = 2_000;

/// Plays games against itself.
pub struct SelfPlay {
    /// The knowledge that it plays by.
    pub knowledge: ChessKnowledge,
}

impl SelfPlay {
    /// Plays by this knowledge.
    pub fn new(knowledge: ChessKnowledge) -> Self {
        SelfPlay { knowledge }
    }

    /// The training positions of the game of this seed; `None` where `control` stopped it.
    pub fn game(
        &self,
        seed: u64,
        start: &Chess,
        control: &Control,
    ) -> Option<Vec<TrainingPosition>> {
        let mut random = SplitMix::new(seed);
        loop {
            let mut history = History::new(*start);
            let (least, greatest) = OPENING_PLIES;
            let plies = least + random.below(greatest - least + 1);
            // The last random move may have ended the game.
            let goes_on = (0..plies).all(|_| play_random(&mut history, &mut random));
            if goes_on && ended(&history).is_none() {
                let (_, value) = self.think(&history, control)?;
                if value.abs() <= UNEVEN_CP {
                    return self.play(history, control);
                }
            }
        }
    }

    /// Plays a game to its end.
    fn play(
        &self,
        mut history: History<Chess>,
        control: &Control,
    ) -> Option<Vec<TrainingPosition>> {
        // Positions worth learning from, each with its value as White sees it.
        let mut seen = Vec::new();
        let (mut won, mut drawn) = ([0; 2], 0);
        let halves = loop {
            let position = *history.position();
            if let Some(halves) = ended(&history) {
                break halves;
            }
            let (best, value) = self.think(&history, control)?;
            let is_quiet = !position.is_check() && !self.knowledge.is_noisy(&position, best);
            if is_quiet && value.abs() < TAUGHT_CP {
                seen.push((position, i16::try_from(value).ok()?));
            }
            for (side, count) in won.iter_mut().enumerate() {
                let own = if side == 0 { value } else { -value };
                *count = if own >= WON_CP { *count + 1 } else { 0 };
            }
            let is_late = history.moves().len() >= DRAWN_FROM_PLY;
            let is_even = is_late && value.abs() <= DRAWN_CP;
            drawn = if is_even { drawn + 1 } else { 0 };
            if won[0] >= WON_PLIES {
                break 2;
            }
            if won[1] >= WON_PLIES {
                break 0;
            }
            if drawn >= DRAWN_PLIES {
                break 1;
            }
            history.play(best);
        };
        let sample = |(position, score_cp)| TrainingPosition::new(&position, score_cp, halves);
        Some(seen.into_iter().map(sample).collect())
    }

    /// The best move and its value, centipawns, as White sees it.
    fn think(&self, history: &History<Chess>, control: &Control) -> Option<(ChessMove, Score)> {
        let position = history.position();
        let request = Request {
            nodes: NODES,
            ..Request::default()
        };
        let earlier = history.earlier();
        let line = search_line(position, earlier, &self.knowledge, &request, control)?;
        let value = match line.value {
            Value::Cp(value) | Value::Exact(value) => value,
            Value::Win(_) => TAUGHT_CP,
            Value::Loss(_) => -TAUGHT_CP,
        };
        let value = if position.side() == 0 { value } else { -value };
        Some((*line.moves.first()?, value))
    }
}

/// Half points of White where the game is over.
fn ended(history: &History<Chess>) -> Option<u8> {
    let position = history.position();
    if !generate::has_moves(position) {
        return Some(match (position.is_check(), position.side()) {
            (false, _) => 1,
            (true, 0) => 0,
            (true, _) => 2,
        });
    }
    let is_drawn = position.outcome().is_some()
        || history.occurrences() >= 3
        || position.quiet_plies() >= QUIET_PLIES
        || history.moves().len() >= PLIES_MAX;
    is_drawn.then_some(1)
}

/// Makes a random move; false where the game is over.
fn play_random(history: &mut History<Chess>, random: &mut SplitMix) -> bool {
    let chosen = random_move(history.position(), random);
    chosen.map(|m| history.play(m)).is_some()
}
