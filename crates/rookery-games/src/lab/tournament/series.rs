//! A match: pairs of games from random openings, on one or more threads. With limits in nodes or depth, the results do not depend on the
//! number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::lab::tournament::openings::{Openings, RandomOpening};
use crate::lab::tournament::player::{Seat, Turn};
use crate::lab::tournament::{MatchScore, Player, PlayerTotals};
use crate::protocol::client::{GameRecord, MadeMove};
use crate::{Error, GameType, Setup};
use rookery_engine::{Control, SplitMix};

/// A game that goes on for longer is counted as drawn.
const PLIES_MAX: usize = 1_000;

/// The interval at which a match looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// A match between two players.
#[derive(Clone)]
pub struct Series<'a> {
    /// The game that both sides play.
    pub game_type: &'a dyn GameType,
    /// Its variant, options and first position.
    pub setup: Setup,
    /// The players; results are the first one's.
    pub players: [Player; 2],
    /// Plies left to chance at the beginning of each pair.
    pub opening_plies: usize,
    /// The most pairs of games that are played.
    pub pairs: usize,
    /// Pairs played at the same time, at least 1.
    pub threads: usize,
    /// Decides the openings and whatever the players leave to chance.
    pub seed: u64,
}

/// One pair of games.
#[derive(Default)]
struct Pair {
    halves: [u8; 2],
    players: [PlayerTotals; 2],
    unfinished: u64,
}

/// The message of a thread to the match: the number of a pair, and its results or the fault that it ended with.
type PairResult = (usize, Result<Pair, Error>);

impl Series<'_> {
    /// Plays the match. After each pair, in the order of the openings, `after` sees the results so far and may end the match;
    /// a stop through `control` ends it too, without the pairs that are not over. So does a fault after the first pair, such as a
    /// program that cannot be started again: the score has it in [`MatchScore::ended_by`].
    ///
    /// # Errors
    /// Before the first pair is over: a set-up that the game refuses, openings that it cannot have, or [`Error::Program`].
    pub fn play(
        &self,
        control: &Control,
        mut after: impl FnMut(&MatchScore) -> ControlFlow<()>,
    ) -> Result<MatchScore, Error> {
        let openings = Openings::new(self.game_type, &self.setup, self.opening_plies, self.seed);
        let openings = Mutex::new((0, openings));
        let stop = Arc::new(AtomicBool::new(false));
        let clock = control.clone();
        let inner = Control::new(Arc::clone(&stop), Arc::new(move || clock.elapsed()));
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, self.pairs.max(1)) {
                let (sender, openings, inner) = (sender.clone(), &openings, &inner);
                scope.spawn(move || self.work(openings, inner, &sender));
            }
            drop(sender);
            let score = gather(&results, control, &mut after);
            stop.store(true, Ordering::Relaxed);
            score
        })
    }

    /// Plays pair after pair until there are enough, or until it is stopped.
    fn work(
        &self,
        openings: &Mutex<(usize, Openings<'_>)>,
        control: &Control,
        sender: &Sender<PairResult>,
    ) {
        let mut seats = self.players.each_ref().map(Player::seat);
        loop {
            let (number, opening) = {
                let mut openings = openings.lock().unwrap_or_else(PoisonError::into_inner);
                let number = openings.0;
                if number >= self.pairs {
                    return;
                }
                openings.0 += 1;
                (number, openings.1.next())
            };
            let result =
                opening.and_then(|opening| self.pair(number, &opening, &mut seats, control));
            if result.is_err() {
                // The match ends here: of the pairs, only those before it are still wanted, and they have all been begun.
                openings.lock().unwrap_or_else(PoisonError::into_inner).0 = self.pairs;
            }
            // Nobody listens to results after a stop.
            if control.is_stopped() || sender.send((number, result)).is_err() {
                return;
            }
        }
    }

    /// Both games from one opening: the first player moves first in the first of them.
    fn pair(
        &self,
        number: usize,
        opening: &RandomOpening,
        seats: &mut [Seat<'_>; 2],
        control: &Control,
    ) -> Result<Pair, Error> {
        let mut rng = SplitMix::new(self.seed ^ (number as u64).rotate_left(40));
        let mut pair = Pair::default();
        for game in 0..2 {
            // A seed of 0 would leave nothing to chance.
            let table = Table {
                first_side: opening.game.side() ^ game,
                seeds: [rng.next() | 1, rng.next() | 1],
                control,
            };
            pair.halves[game] = self.game(opening, &table, seats, &mut pair)?;
        }
        Ok(pair)
    }

    /// One game. Its half points for the first player.
    fn game(
        &self,
        opening: &RandomOpening,
        table: &Table<'_>,
        seats: &mut [Seat<'_>; 2],
        pair: &mut Pair,
    ) -> Result<u8, Error> {
        let &Table {
            first_side,
            seeds,
            control,
        } = table;
        let mut game = opening.game.boxed_clone();
        let mut record = GameRecord {
            game_type: self.game_type,
            setup: &opening.setup,
            moves: opening.moves.clone(),
            side: game.side(),
        };
        for seat in seats.iter_mut() {
            seat.begin(&record, control)?;
        }
        for ply in 0..=PLIES_MAX {
            if let Some(ending) = game.ending() {
                return Ok(match ending.winner {
                    Some(winner) if winner == first_side => 2,
                    Some(_) => 0,
                    None => 1,
                });
            }
            // The last ply is still looked at: it may have been the end.
            if ply == PLIES_MAX {
                break;
            }
            let player = game.side() ^ first_side;
            record.side = game.side();
            let since = control.elapsed();
            let turn = seats[player].play(&record, &*game, seeds[player], control);
            let totals = &mut pair.players[player];
            let lost = 2 * player as u8;
            match turn {
                Turn::Move(path, nodes) => {
                    totals.time += control.elapsed().saturating_sub(since);
                    totals.nodes += nodes;
                    totals.moves += 1;
                    record.moves.push(MadeMove::of(&*game, &path));
                    game.play(&path)?;
                }
                Turn::Resigns => return Ok(lost),
                Turn::Forfeits(why) => {
                    totals.forfeits += 1;
                    totals.first_fault.get_or_insert(why);
                    return Ok(lost);
                }
                // The pair is not counted.
                Turn::Stopped => return Ok(1),
            }
        }
        pair.unfinished += 1;
        Ok(1)
    }
}

/// The conditions of one game of a match.
struct Table<'a> {
    /// The side of the first player.
    first_side: usize,
    /// The seed of each player.
    seeds: [u64; 2],
    /// The clock and the stop of the match.
    control: &'a Control,
}

/// Adds up the pairs in the order of their numbers, whatever the order in which they end, up to the first with a fault.
fn gather(
    results: &Receiver<PairResult>,
    control: &Control,
    after: &mut impl FnMut(&MatchScore) -> ControlFlow<()>,
) -> Result<MatchScore, Error> {
    let mut score = MatchScore::default();
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        if control.is_stopped() {
            return Ok(score);
        }
        match results.recv_timeout(LOOK) {
            // Whatever a stop has broken off is no result.
            Ok(_) if control.is_stopped() => return Ok(score),
            Ok((number, result)) => {
                waiting.insert(number, result);
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(score),
        }
        while let Some(result) = waiting.remove(&next) {
            let pair = match result {
                Ok(pair) => pair,
                Err(error) if score.games() == 0 => return Err(error),
                Err(error) => {
                    score.ended_by = Some(error);
                    return Ok(score);
                }
            };
            next += 1;
            score.add_pair(pair.halves);
            score.unfinished += pair.unfinished;
            for (totals, later) in score.players.iter_mut().zip(pair.players) {
                totals.add(later);
            }
            if after(&score).is_break() {
                return Ok(score);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered(sent: Vec<PairResult>) -> Result<MatchScore, Error> {
        let (sender, results) = mpsc::channel();
        for result in sent {
            sender.send(result).unwrap();
        }
        drop(sender);
        let mut go_on = |_: &MatchScore| ControlFlow::Continue(());
        gather(&results, &Control::unlimited(), &mut go_on)
    }

    /// Several threads finish in any order: the pairs before the fault count, those after it do not.
    #[test]
    fn a_fault_ends_a_match_in_its_turn() {
        let pair = || Ok(Pair::default());
        let fault = || Err(Error::Opening(3));
        for sent in [
            vec![(0, pair()), (1, pair()), (2, fault()), (3, pair())],
            vec![(2, fault()), (3, pair()), (1, pair()), (0, pair())],
            vec![(0, pair()), (2, fault()), (3, fault()), (1, pair())],
        ] {
            let score = gathered(sent).unwrap();
            assert_eq!(score.games(), 4);
            assert_eq!(score.ended_by, Some(Error::Opening(3)));
        }
        let early = gathered(vec![(1, pair()), (0, fault())]);
        assert_eq!(early, Err(Error::Opening(3)));
    }
}
