//! The ladder of levels: whether each is clearly stronger than the one below, in as many games as that needs.

use std::ops::ControlFlow;

use crate::lab::tournament::{EngineConfig, Interval, MatchScore, Series};
use crate::{Error, GameType, LEVEL_COUNT, Opponent, Setup};
use rookery_engine::Control;

/// A level scores more than this against the one below.
const STEP: f64 = 0.60;
/// The first level scores no more than this against a plain search of one ply.
const ONE_PLY_MOST: f64 = 0.40;
/// The first level scores at least this against random moves.
const RANDOM_LEAST: f64 = 0.90;
/// Games in which the first level is held against those two.
const FIRST_GAMES: usize = 200;

/// The percentages of its most games after which a match of two levels looks at its results, and ends where they are clear.
const LOOKS: [usize; 4] = [5, 15, 40, 100];
/// The confidence at each look, in standard errors: one-sided 0.62 %, so that four looks together err in fewer than 2.5 %,
/// as the lower bound of a 95 % interval does.
const LOOK_ERRORS: f64 = 2.5;

/// A level and the opponent that it is measured against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelTest {
    /// The level, 1 to 8.
    pub level: u8,
    /// The opponent that it plays.
    pub against: Opponent,
}

impl LevelTest {
    /// All tests of a game's levels, the weakest level first.
    pub fn all() -> Vec<LevelTest> {
        let first = [Opponent::OnePly, Opponent::Random];
        let first = first
            .into_iter()
            .map(|against| LevelTest { level: 1, against });
        let steps = (2..=LEVEL_COUNT).map(|level| LevelTest {
            level,
            against: Opponent::Level(level - 1),
        });
        first.chain(steps).collect()
    }

    /// Plays as many games as the test takes, at most `games` of them, or until `control` stops it.
    ///
    /// # Errors
    /// As [`Series::play`], at any time.
    pub fn measure(
        self,
        game_type: &dyn GameType,
        plan: &LadderPlan,
        control: &Control,
        mut progress: impl FnMut(&MatchScore),
    ) -> Result<MatchScore, Error> {
        let player =
            |level| EngineConfig::level(game_type, level).expect("there are levels 1 to 8");
        let opponent = match self.against {
            Opponent::Level(level) => player(level),
            Opponent::OnePly => EngineConfig::one_ply(),
            Opponent::Random => EngineConfig::random(),
        };
        let games = match self.against {
            Opponent::Level(_) => plan.games,
            Opponent::OnePly | Opponent::Random => FIRST_GAMES,
        };
        let series = Series {
            game_type,
            setup: Setup::default(),
            players: [player(self.level).into(), opponent.into()],
            opening_plies: game_type.sheet().opening_plies,
            pairs: games.div_ceil(2),
            threads: plan.threads,
            seed: plan.seed,
        };
        let score = series.play(control, |score| {
            progress(score);
            match self.is_clear(score, games) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        match score.ended_by {
            Some(error) => Err(error),
            None => Ok(score),
        }
    }

    /// Whether a look at the results is due, and they leave no doubt.
    fn is_clear(self, score: &MatchScore, games: usize) -> bool {
        let is_due = LOOKS
            .iter()
            .any(|percent| score.games() == (games * percent / 100).next_multiple_of(2) as u64);
        let range = LevelTest::range(score);
        is_due
            && matches!(self.against, Opponent::Level(_))
            && (range.low > STEP || range.high < STEP)
    }

    /// The range of the true score, with the confidence that this test asks for.
    pub fn range(score: &MatchScore) -> Interval {
        score.interval(LOOK_ERRORS)
    }

    /// Whether the results show the strength that is required of the level.
    pub fn holds(self, score: &MatchScore) -> bool {
        match self.against {
            Opponent::Level(_) => LevelTest::range(score).low > STEP,
            Opponent::OnePly => score.score() <= ONE_PLY_MOST,
            Opponent::Random => score.score() >= RANDOM_LEAST,
        }
    }
}

/// The extent of a measurement of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderPlan {
    /// The most games of a level against the one below.
    pub games: usize,
    /// Games played at the same time.
    pub threads: usize,
    /// Decides the openings and all that the players leave to chance.
    pub seed: u64,
}
