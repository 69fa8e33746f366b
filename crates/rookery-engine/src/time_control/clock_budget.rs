//! Clock budget: the share of the clock that one move may take.

use std::time::Duration;

/// Assumed number of remaining moves without a number of moves to the next control.
const HORIZON_MOVES: u32 = 20;

/// Maximum time of a move as a multiple of its share.
const HARD_SHARES: u32 = 5;

/// The state of a player's clock when it is the player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time on the clock.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next control, this one included; 0 = the time is for the rest of the game.
    pub moves_to_go: u32,
    /// Time that passes on the clock without being available: the transmission of the move to the program that keeps the time.
    pub overhead: Duration,
}

/// Time limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time after which no new depth is begun; the search stretches or cuts it, depending on how sure it is of its answer.
    pub soft: Duration,
    /// After this the search is cut short.
    pub hard: Duration,
}

impl TimeLeft {
    /// The budget of the next move: a share of the clock and most of the increment, and never more than half of the remaining time
    /// (three quarters if the control comes with this move). Both limits are at least a millisecond; otherwise no move is found.
    pub fn budget(self) -> Budget {
        const LEAST: Duration = Duration::from_millis(1);
        let available = self.remaining.saturating_sub(self.overhead);
        let share = match self.moves_to_go {
            0 => available / HORIZON_MOVES,
            // The last iteration often runs beyond the soft limit: a fifth is reserved for that.
            moves => available * 4 / 5 / moves,
        };
        let most = match self.moves_to_go {
            1 => available * 3 / 4,
            _ => available / 2,
        };
        let share = share + self.increment * 3 / 4;
        Budget {
            soft: share.min(most).max(LEAST),
            hard: (share * HARD_SHARES).min(most).max(LEAST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn left(remaining_ms: u64, increment_ms: u64, moves_to_go: u32) -> TimeLeft {
        TimeLeft {
            remaining: ms(remaining_ms),
            increment: ms(increment_ms),
            moves_to_go,
            overhead: ms(10),
        }
    }

    #[test]
    fn a_share_of_the_clock_and_most_of_the_increment() {
        let budget = left(60_010, 1_000, 0).budget();
        assert_eq!(budget.soft, ms(3_000) + ms(750));
        assert_eq!(budget.hard, ms(18_750));
        let budget = left(4_010, 0, 40).budget();
        assert_eq!((budget.soft, budget.hard), (ms(80), ms(400)));
    }

    #[test]
    fn half_of_the_clock_stays_for_what_follows() {
        let budget = left(110, 5_000, 0).budget();
        assert_eq!((budget.soft, budget.hard), (ms(50), ms(50)));
        let budget = left(1_010, 0, 1).budget();
        assert_eq!((budget.soft, budget.hard), (ms(750), ms(750)));
    }

    #[test]
    fn an_empty_clock_still_allows_a_move() {
        for (remaining, increment, moves) in [(0, 0, 0), (5, 0, 1), (10, 10, 40)] {
            let budget = left(remaining, increment, moves).budget();
            assert_eq!((budget.soft, budget.hard), (ms(1), ms(1)));
        }
    }

    /// Games of any length, each move taking all that it may: a clock that is added to never falls, any other never by more than
    /// half.
    #[test]
    fn whoever_keeps_to_the_hard_limit_never_loses_on_time() {
        for (base, increment, control) in
            [(1_000, 10, 0), (60_000, 0, 0), (4_000, 0, 40), (100, 1, 0)]
        {
            let mut clock = ms(base);
            for played in 0..400 {
                let to_go = match control {
                    0 => 0,
                    moves => moves - played % moves,
                };
                let budget = TimeLeft {
                    remaining: clock,
                    ..left(0, increment, to_go)
                }
                .budget();
                assert!(budget.soft <= budget.hard);
                assert!(
                    budget.hard <= (clock * 3 / 4).max(ms(1)),
                    "{base}+{increment}, move {played}"
                );
                if clock < ms(1) {
                    assert_eq!(increment, 0);
                    break;
                }
                clock = clock - budget.hard + ms(increment);
                if to_go == 1 {
                    clock += ms(base);
                }
            }
        }
    }
}
