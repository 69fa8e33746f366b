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
        let (time_left, stones) = &mut left[side];
        let is_spent = *time_left <= time;
        *time_left = time_left.saturating_sub(time);
        match *stones {
            0 if is_spent && byo_yomi.1 > 0 => left[side] = byo_yomi,
            1 => left[side] = byo_yomi,
            0 => {}
            _ => *stones -= 1,
        }
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
        Request {
            nodes: 0,
            time: Some(budget.hard),
            soft_time: Some(budget.soft.min(budget.hard)),
            ..usual
        }
    }
}
