//! Clocks of both sides: main time, and Canadian byo-yomi, in which a number of stones has a time of its own.

use std::time::Duration;

use rookery_engine::{Request, TimeLeft};

/// Time that is kept back for the way of the answer.
const OVERHEAD: Duration = Duration::from_millis(100);
/// Nodes of a move for which no time is left.
const FAST_NODES: u64 = 300;

/// The times of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoClock {
    /// The time of a byo-yomi and its stones; no stones = no limit.
    byo_yomi: (Duration, u32),
    /// Time left of each side, and the stones that it is for; no stones = for all of main time. None where there is no limit.
    left: Option<[(Duration, u32); 2]>,
}

impl GoClock {
    /// A new game: seconds of main time, seconds of byo-yomi and its stones.
    pub fn set(&mut self, main_s: u32, byo_yomi_s: u32, stones: u32) {
        let seconds = |n: u32| Duration::from_secs(n.into());
        self.byo_yomi = (seconds(byo_yomi_s), stones);
        let first = match main_s {
            0 => self.byo_yomi,
            main => (seconds(main), 0),
        };
        let is_unlimited = byo_yomi_s > 0 && stones == 0;
        self.left = (!is_unlimited).then_some([first; 2]);
    }

    /// What the controller's clock says.
    pub fn tell(&mut self, side: usize, left_s: u32, stones: u32) {
        let told = (Duration::from_secs(left_s.into()), stones);
        self.left.get_or_insert([told; 2])[side] = told;
    }

    /// A move of a side took this long.
    pub fn spend(&mut self, side: usize, time: Duration) {
        let byo_yomi = self.byo_yomi;
        let Some(left) = &mut self.left else {
            return;
        };
        let (time_left, stones) = left[side];
        let rest = time_left.saturating_sub(time);
        let over = time.saturating_sub(time_left);
        left[side] = match (stones, byo_yomi) {
            (0, (_, 0)) => (rest, 0),
            (0, _) if time < time_left => (rest, 0),
            // The stone for which main time was too short is the first of byo-yomi.
            (0, (period, several)) if several > 1 && !over.is_zero() => {
                (period.saturating_sub(over), several - 1)
            }
            (0 | 1, _) => byo_yomi,
            _ => (rest, stones - 1),
        };
    }

    /// The limits of the next move of a side.
    pub fn limit(&self, side: usize, usual: Request) -> Request {
        let Some(left) = &self.left else {
            return usual;
        };
        let (remaining, moves_to_go) = left[side];
        // What main time leaves over, byo-yomi adds.
        let increment = match (moves_to_go, self.byo_yomi) {
            (0, (time, stones)) if stones > 0 => time / stones,
            _ => Duration::ZERO,
        };
        if remaining + increment <= 2 * OVERHEAD {
            return Request {
                nodes: FAST_NODES,
                ..usual
            };
        }
        let budget = TimeLeft {
            remaining: remaining + increment,
            increment: Duration::ZERO,
            moves_to_go,
            overhead: OVERHEAD,
        }
        .budget();
        // A stone of byo-yomi will always have its share, so a stone of main time has no less.
        let most = (remaining + increment).saturating_sub(OVERHEAD);
        let hard = budget.hard.max(increment.min(most));
        let soft = budget.soft.max(increment * 3 / 4);
        Request {
            nodes: 0,
            time: Some(hard),
            soft_time: Some(soft.min(hard)),
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn game(main_s: u32, byo_yomi_s: u32, stones: u32) -> GoClock {
        let mut clock = GoClock::default();
        clock.set(main_s, byo_yomi_s, stones);
        clock
    }

    /// The times of the next move: the soft limit and the hard one.
    fn times(clock: &GoClock, side: usize) -> (Duration, Duration) {
        let request = clock.limit(side, Request::default());
        (request.soft_time.unwrap(), request.time.unwrap())
    }

    /// A twentieth of what is left, for the side whose clock it is.
    #[test]
    fn a_move_has_its_part_of_main_time() {
        let mut clock = game(300, 0, 0);
        let (soft, hard) = times(&clock, 0);
        assert!(soft > seconds(14) && soft <= seconds(15), "{soft:?}");
        assert!(hard > soft && hard <= seconds(150), "{hard:?}");
        clock.spend(0, seconds(100));
        let later = times(&clock, 0).0;
        assert!(later > seconds(9) && later <= seconds(10), "{later:?}");
        assert_eq!(times(&clock, 1).0, soft);
        clock.spend(0, seconds(200));
        let late = clock.limit(0, Request::default());
        assert_eq!((late.nodes, late.time), (FAST_NODES, None));
    }

    /// Thirty seconds for five stones: six for each, and as many again after the fifth.
    #[test]
    fn byo_yomi_comes_again_after_its_stones() {
        let mut clock = game(0, 30, 5);
        let fresh = times(&clock, 0);
        assert!(fresh.0 > seconds(4) && fresh.0 < seconds(6), "{fresh:?}");
        for stone in 1..=4 {
            clock.spend(0, seconds(7));
            assert!(times(&clock, 0).0 < fresh.0, "{stone}");
        }
        assert_eq!(times(&clock, 1), fresh);
        clock.spend(0, seconds(1));
        assert_eq!(times(&clock, 0), fresh);
    }

    /// With six seconds to come for every stone, the last five of main time are no reason to hurry.
    #[test]
    fn the_end_of_main_time_is_no_shorter_than_byo_yomi() {
        let mut clock = game(60, 30, 5);
        clock.spend(0, seconds(55));
        let (soft, hard) = times(&clock, 0);
        assert!(soft >= seconds(4) && soft < seconds(6), "{soft:?}");
        assert!(hard >= soft && hard < seconds(11), "{hard:?}");
    }

    /// The stone that overruns main time by two seconds is the first of five: four have 28 left. One stone alone has them all each time,
    /// and so has the first one after main time that was used to the second.
    #[test]
    fn main_time_leads_into_byo_yomi() {
        let after = |byo_yomi_s, stones, spent_s| {
            let mut clock = game(60, byo_yomi_s, stones);
            clock.spend(1, seconds(spent_s));
            clock
        };
        let told = |byo_yomi_s, stones, left_s, left_stones| {
            let mut clock = game(60, byo_yomi_s, stones);
            clock.tell(1, left_s, left_stones);
            clock
        };
        assert_eq!(after(30, 5, 59), told(30, 5, 1, 0));
        assert_eq!(after(30, 5, 60), told(30, 5, 30, 5));
        assert_eq!(after(30, 5, 62), told(30, 5, 28, 4));
        assert_eq!(after(30, 5, 95), told(30, 5, 0, 4));
        assert_eq!(after(30, 1, 62), told(30, 1, 30, 1));
        assert_eq!(after(0, 0, 62), told(0, 0, 0, 0));
    }

    /// No stones and a time for them is the protocol's word for no limit.
    #[test]
    fn without_a_limit_a_move_is_as_usual() {
        let usual = Request {
            nodes: 77,
            ..Request::default()
        };
        for mut clock in [GoClock::default(), game(0, 10, 0)] {
            clock.spend(0, seconds(1_000));
            let request = clock.limit(0, usual);
            assert_eq!((request.nodes, request.time), (77, None));
        }
    }

    #[test]
    fn a_side_is_told_its_own_time() {
        let mut clock = game(300, 0, 0);
        clock.tell(1, 0, 0);
        assert_eq!(clock.limit(1, Request::default()).nodes, FAST_NODES);
        assert_eq!(times(&clock, 0), times(&game(300, 0, 0), 0));
    }
}
