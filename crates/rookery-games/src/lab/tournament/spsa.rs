//! SPSA, simultaneous perturbation stochastic approximation (Spall 1992): tunes the numbers of the selective search by pairs of games
//! of the engine against itself.
//!
//! Each pair is played by the present numbers, all shifted at random up or down by their step, against the same numbers shifted the other
//! way. The winner's shift is followed a little: along each number the result says the same, and over many pairs what is due to the
//! others cancels out. Steps and gains shrink by the exponents that Spall recommends (IEEE Transactions on Aerospace and Electronic
//! Systems 34, 1998).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::lab::tournament::openings::Openings;
use crate::lab::tournament::{EngineConfig, Series};
use crate::{Error, GameType, Setup};
use rookery_engine::{Control, Iteration, Params, Request, SplitMix};

/// The exponent by which the gain shrinks.
const GAIN_EXPONENT: f64 = 0.602;
/// The exponent by which the steps shrink.
const STEP_EXPONENT: f64 = 0.101;
/// The part of all pairs by which the gain is delayed, so that the first pairs do not decide everything.
const DELAY: f64 = 0.1;
/// Pairs whose results are followed together. They can be played at the same time, and the numbers do not depend on how many are.
const PAIRS_TOGETHER: usize = 16;
/// Openings in which it is looked for what acts.
const PROBES: usize = 6;
/// Values are kept to this many parts of one: a decimal fraction of so few digits is the same number after it has been written and read.
const PARTS: f64 = 1e6;

/// A number that is tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunedParam {
    /// Its name in [`Params::FIELDS`].
    pub name: &'static str,
    /// Its value so far. Games are played with whole numbers next to it.
    pub value: f64,
    /// The shift either way in the last pair. In the first one it is larger: 2.4 times of 5,000 pairs.
    pub step: f64,
    least: i32,
    greatest: i32,
}

impl TunedParam {
    /// The number of this name in `params`, with a step of a twentieth of its range or a quarter of its value, whichever is less, but at least
    /// a half (of 0, a twentieth of the range); `None` if there is none of this name.
    ///
    /// A number above 0 stays above 0, where many are a switch: the two sides of a switch are no neighbours.
    pub fn new(name: &str, params: &Params) -> Option<Self> {
        let &(name, least, greatest) = Params::FIELDS.iter().find(|field| field.0 == name)?;
        let value = params.get(name)?;
        let by_range = f64::from(greatest - least) / 20.0;
        let by_value = if value > 0 {
            f64::from(value) / 4.0
        } else {
            by_range
        };
        Some(TunedParam {
            name,
            value: f64::from(value),
            step: by_range.min(by_value).max(0.5),
            least: if value > 0 { least.max(1) } else { least },
            greatest,
        })
    }

    /// The whole number that is played with at this distance from the value: the next one below or above, as `chance` (0 to 1) has it, so that
    /// fractions count on average.
    fn shifted(&self, by: f64, chance: f64) -> i32 {
        let value = (self.value + by + chance).floor();
        value.clamp(f64::from(self.least), f64::from(self.greatest)) as i32
    }

    /// The whole number nearest to the value.
    pub fn rounded(&self) -> i32 {
        self.shifted(0.0, 0.5)
    }

    fn follow(&mut self, by: f64) {
        let range = f64::from(self.least)..=f64::from(self.greatest);
        let value = (self.value + by).clamp(*range.start(), *range.end());
        self.value = rounded_to_parts(value);
    }
}

/// A random number from 0 up to 1.
fn fraction(rng: &mut SplitMix) -> f64 {
    rng.below(1 << 20) as f64 / f64::from(1 << 20)
}

fn rounded_to_parts(value: f64) -> f64 {
    (value * PARTS).round() / PARTS
}

/// The conditions of a tuning.
#[derive(Clone)]
pub struct SpsaPlan<'a> {
    /// The game whose search is tuned.
    pub game_type: &'a dyn GameType,
    /// Its variant and options.
    pub setup: Setup,
    /// The evaluation, by its name; empty = the usual one.
    pub evaluation: &'static str,
    /// Nodes a move.
    pub nodes: u64,
    /// Pairs of games in all.
    pub pairs: usize,
    /// The part of its step by which a number follows one won game in the last pairs. A larger one learns faster, and chance carries the
    /// numbers farther.
    pub rate: f64,
    /// Decides shifts and openings.
    pub seed: u64,
}

/// A tuning, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The numbers that are tuned.
    pub tuned: Vec<TunedParam>,
    /// Pairs of games that they have learned from.
    pub pairs: usize,
    /// The distance, in steps, to which chance alone would have carried a number that does not matter (the standard deviation).
    pub by_chance: f64,
}

/// The two players of a pair of games.
struct Shift {
    players: [Params; 2],
    /// The distance of each tuned number from the middle between the players, up for the first of them; whole numbers and limits make it
    /// differ from the step.
    by: Vec<f64>,
    seed: u64,
}

impl SpsaPlan<'_> {
    /// The numbers that the game starts from.
    pub fn params(&self) -> Params {
        self.game_type.lab().params(self.evaluation)
    }

    fn request(&self, params: Params) -> Request {
        Request {
            nodes: self.nodes,
            evaluation: self.evaluation,
            params: Some(params),
            ..Request::default()
        }
    }

    /// The numbers, of those named, that change the search of a few openings if they are set to one of their limits. The others belong to
    /// techniques that the game does not use, or act deeper.
    ///
    /// # Errors
    /// A set-up that the game refuses.
    pub fn acting(
        &self,
        names: &[&'static str],
        control: &Control,
    ) -> Result<Vec<&'static str>, Error> {
        let plies = self.game_type.sheet().opening_plies;
        let mut openings = Openings::new(self.game_type, &self.setup, plies, self.seed);
        let openings = (0..PROBES).map(|_| openings.next());
        let openings = openings.collect::<Result<Vec<_>, _>>()?;
        let searches = |params: Params| -> Vec<(Vec<Iteration>, u64)> {
            let request = self.request(params);
            let reports = openings
                .iter()
                .map(|opening| opening.game.search(&request, control));
            reports.map(|r| (r.iterations, r.leaves)).collect()
        };
        let present = searches(self.params());
        let acts = |name: &&str| {
            let field = Params::FIELDS.iter().find(|field| field.0 == *name);
            field.is_some_and(|&(name, least, greatest)| {
                [least, greatest].into_iter().any(|value| {
                    let mut params = self.params();
                    params.set(name, value);
                    !control.is_stopped() && searches(params) != present
                })
            })
        };
        Ok(names.iter().copied().filter(|name| acts(name)).collect())
    }

    /// The shift by which each number follows a won game, and the size of the steps, in this pair: parts of those of the last pair.
    fn gain(&self, pair: usize) -> (f64, f64) {
        let (pair, pairs) = ((pair + 1) as f64, self.pairs as f64);
        let step = (pairs / pair).powf(STEP_EXPONENT);
        let delay = DELAY * pairs;
        let gain = ((delay + pairs) / (delay + pair)).powf(GAIN_EXPONENT);
        (self.rate * gain / step, step)
    }

    fn shift(&self, spsa: &Spsa, pair: usize) -> Shift {
        let mut rng = SplitMix::new(self.seed ^ (pair as u64 + 1).rotate_left(40));
        let mut players = [self.params(); 2];
        let (_, size) = self.gain(pair);
        let mut by = Vec::with_capacity(spsa.tuned.len());
        for param in &spsa.tuned {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let chance = fraction(&mut rng);
            let shift = sign * size * param.step;
            let [up, down] = [shift, -shift].map(|shift| param.shifted(shift, chance));
            players[0].set(param.name, up);
            players[1].set(param.name, down);
            by.push(f64::from(up - down) / 2.0);
        }
        Shift {
            players,
            by,
            seed: rng.next(),
        }
    }

    /// Games won by the first player less games lost, in a pair.
    fn play(&self, shift: &Shift, control: &Control) -> Result<f64, Error> {
        let player = |params| EngineConfig::asking(self.request(params)).into();
        let series = Series {
            game_type: self.game_type,
            setup: self.setup.clone(),
            players: shift.players.map(player),
            opening_plies: self.game_type.sheet().opening_plies,
            pairs: 1,
            threads: 1,
            seed: shift.seed,
        };
        let score = series.play(control, |_| ControlFlow::Continue(()))?;
        Ok(score.wins as f64 - score.losses as f64)
    }
}

impl Spsa {
    /// A tuning of these numbers, from its beginning.
    pub fn new(tuned: Vec<TunedParam>) -> Self {
        Spsa {
            tuned,
            pairs: 0,
            by_chance: 0.0,
        }
    }

    /// Plays the next few pairs, up to `threads` at a time, and follows their results. False once all pairs of the plan are played, or if `control`
    /// stopped it: then it is as it was before.
    ///
    /// # Errors
    /// As [`Series::play`], before the first pair.
    pub fn advance(
        &mut self,
        plan: &SpsaPlan<'_>,
        threads: usize,
        control: &Control,
    ) -> Result<bool, Error> {
        let count = PAIRS_TOGETHER.min(plan.pairs.saturating_sub(self.pairs));
        let shifts: Vec<Shift> = (0..count)
            .map(|n| plan.shift(self, self.pairs + n))
            .collect();
        let results = Mutex::new(vec![Ok(0.0); count]);
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, PAIRS_TOGETHER) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(shift) = shifts.get(at) else {
                            return;
                        };
                        let result = plan.play(shift, control);
                        results.lock().unwrap_or_else(PoisonError::into_inner)[at] = result;
                    }
                });
            }
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let results = results.into_iter().collect::<Result<Vec<f64>, _>>()?;
        if count == 0 || control.is_stopped() {
            return Ok(false);
        }
        for (shift, won) in shifts.iter().zip(results) {
            self.follow(plan, &shift.by, won);
        }
        Ok(true)
    }

    /// Follows the result of the next pair: the games that the first player won, less those that it lost.
    fn follow(&mut self, plan: &SpsaPlan<'_>, by: &[f64], won: f64) {
        let (gain, size) = plan.gain(self.pairs);
        for (param, by) in self.tuned.iter_mut().zip(by) {
            param.follow(gain * won * by / size);
        }
        self.by_chance = rounded_to_parts(self.by_chance.hypot(gain * won));
        self.pairs += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn plan(registry: &Registry, pairs: usize) -> SpsaPlan<'_> {
        SpsaPlan {
            game_type: registry.find("connect-four").unwrap(),
            setup: Setup::default(),
            evaluation: "",
            nodes: 300,
            pairs,
            rate: 0.02,
            seed: 7,
        }
    }

    /// A stand-in for games: the more likely winner is the one whose numbers are nearer to the best ones, as in a quadratic of Elo.
    fn won(players: &[Params; 2], best: &[(&str, f64)], rng: &mut SplitMix) -> f64 {
        let elo = |params: &Params| -> f64 {
            let loss = |&(name, best): &(&str, f64)| {
                let (low, high) = Params::FIELDS
                    .iter()
                    .find(|field| field.0 == name)
                    .map(|field| (field.1, field.2))
                    .unwrap();
                let off = f64::from(params.get(name).unwrap()) - best;
                -10.0 * (off / (f64::from(high - low) / 20.0)).powi(2)
            };
            best.iter().map(loss).sum()
        };
        let difference = elo(&players[0]) - elo(&players[1]);
        let chance = 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
        let game = |rng: &mut SplitMix| {
            if fraction(rng) < chance { 1.0 } else { -1.0 }
        };
        game(rng) + game(rng)
    }

    #[test]
    fn numbers_come_close_to_the_best_ones_through_the_noise_of_games() {
        let registry = Registry::shipped();
        let plan = plan(&registry, 10_000);
        let best = [
            ("razoring_cp", 400.0),
            ("futility_cp", 150.0),
            ("null_depth", 6.0),
        ];
        let start = plan.params();
        let tuned = best.map(|(name, _)| TunedParam::new(name, &start).unwrap());
        let mut spsa = Spsa::new(tuned.to_vec());
        let mut rng = SplitMix::new(3);
        for pair in 0..plan.pairs {
            let shift = plan.shift(&spsa, pair);
            let won = won(&shift.players, &best, &mut rng);
            spsa.follow(&plan, &shift.by, won);
        }
        for ((tuned, (name, best)), start) in spsa.tuned.iter().zip(best).zip(tuned) {
            let (before, after) = ((start.value - best).abs(), (tuned.value - best).abs());
            assert!(after < 0.4 * before, "{name}: {} for {best}", tuned.value);
        }
    }

    #[test]
    fn results_do_not_depend_on_threads_or_interruptions() {
        let registry = Registry::shipped();
        let mut plan = plan(&registry, 40);
        plan.rate = 0.5;
        let control = Control::unlimited();
        let names = ["aspiration_cp", "killer_order", "history_step"];
        let start = names.map(|name| TunedParam::new(name, &plan.params()).unwrap());
        let whole = |threads| {
            let mut spsa = Spsa::new(start.to_vec());
            while spsa.advance(&plan, threads, &control).unwrap() {}
            spsa
        };
        let one = whole(1);
        assert_eq!(one.pairs, 40);
        assert!(
            one.tuned
                .iter()
                .zip(start)
                .any(|(now, start)| now.value != start.value)
        );
        assert_eq!(one, whole(3));

        let mut first = Spsa::new(start.to_vec());
        assert!(first.advance(&plan, 1, &control).unwrap());
        let mut resumed = first.clone();
        let stopped = Control::unlimited();
        stopped.stop();
        assert!(!resumed.advance(&plan, 1, &stopped).unwrap());
        assert_eq!(resumed, first);
        while resumed.advance(&plan, 1, &control).unwrap() {}
        assert_eq!(resumed, one);
    }

    #[test]
    fn whole_numbers_lie_around_the_value_and_within_the_limits() {
        let params = Params::DEFAULT;
        let mut param = TunedParam::new("null_depth", &params).unwrap();
        param.value = 3.25;
        let played: Vec<i32> = (0..100)
            .map(|n| param.shifted(0.0, f64::from(n) / 100.0))
            .collect();
        assert_eq!(played.iter().filter(|&&n| n == 4).count(), 25);
        assert_eq!(played.iter().filter(|&&n| n == 3).count(), 75);
        assert_eq!(param.rounded(), 3);
        assert_eq!(param.shifted(-9.0, 0.0), 2);
        param.follow(90.0);
        assert_eq!((param.value, param.rounded()), (10.0, 10));
        assert!(TunedParam::new("nothing", &params).is_none());
    }

    /// Connect Four's own set is exact: no margin of pruning acts, but killers order its moves.
    #[test]
    fn numbers_of_techniques_that_are_off_do_not_act() {
        let registry = Registry::shipped();
        let mut plan = plan(&registry, 1);
        plan.nodes = 5_000;
        let names = ["killer_order", "razoring_cp", "null_depth", "type_b_moves"];
        let acting = plan.acting(&names, &Control::unlimited());
        assert_eq!(acting.unwrap(), ["killer_order"]);
    }

    /// In gomoku, a player that looks at one move of each position loses to one that looks at five.
    #[test]
    fn the_winner_is_followed_and_not_the_loser() {
        let registry = Registry::shipped();
        let mut plan = plan(&registry, 16);
        plan.game_type = registry.find("gomoku").unwrap();
        let mut param = TunedParam::new("type_b_moves", &plan.params()).unwrap();
        (param.value, param.step) = (3.0, 1.5);
        let mut spsa = Spsa::new(vec![param]);
        assert!(spsa.advance(&plan, 2, &Control::unlimited()).unwrap());
        assert!(spsa.tuned[0].value > 3.2, "{}", spsa.tuned[0].value);
    }

    #[test]
    fn a_number_that_is_on_is_never_switched_off() {
        let mut params = Params::DEFAULT;
        assert_eq!(
            TunedParam::new("null_eval_cp", &params)
                .unwrap()
                .shifted(-90.0, 0.0),
            0
        );
        params.set("null_eval_cp", 200);
        assert_eq!(
            TunedParam::new("null_eval_cp", &params)
                .unwrap()
                .shifted(-900.0, 0.0),
            1
        );
    }

    /// Spall's sequences, by hand: with 100 pairs the delay is 10, so the first gain is 0.02 · (110 / 11)^0.602 / 100^0.101 = 0.0502.
    #[test]
    fn gains_and_steps_shrink_as_spall_recommends() {
        let registry = Registry::shipped();
        let plan = plan(&registry, 100);
        let (gain, size) = plan.gain(0);
        assert!(
            (gain - 0.050_24).abs() < 1e-4 && (size - 1.592_2).abs() < 1e-3,
            "{gain} {size}"
        );
        let (gain, size) = plan.gain(99);
        assert!(
            (gain - 0.02).abs() < 1e-9 && (size - 1.0).abs() < 1e-9,
            "{gain} {size}"
        );
    }

    #[test]
    fn another_seed_shifts_otherwise() {
        let registry = Registry::shipped();
        let one = plan(&registry, 1);
        let other = SpsaPlan {
            seed: 8,
            ..one.clone()
        };
        let names = ["razoring_cp", "null_depth", "killer_order", "history_step"];
        let tuned = names.map(|name| TunedParam::new(name, &one.params()).unwrap());
        let spsa = Spsa::new(tuned.to_vec());
        let differs = (0..8).any(|pair| one.shift(&spsa, pair).by != other.shift(&spsa, pair).by);
        assert!(differs && one.shift(&spsa, 0).seed != other.shift(&spsa, 0).seed);
    }
}
