//! Settings of the manager (`INFO`), and the search that they allow.

use std::time::Duration;

use crate::GameType;
use crate::gomocup::rule::Rule;
use crate::text::quoted;
use rookery_engine::{Request, TimeLeft};

/// The time of a move where the manager names none.
const USUAL_TURN: Duration = Duration::from_secs(5);
/// The least time between the limit of a turn and the answer, for its way to the manager and for a search that is slow to end: it looks at
/// the clock once in 1,024 nodes.
const LEAST_MARGIN: Duration = Duration::from_millis(150);
/// The same under caro, where those nodes take several times as long.
const CARO_MARGIN: Duration = Duration::from_millis(400);
/// The margin is one part of the turn in so many.
const MARGIN_SHARE: u32 = 20;
/// The time of a match that stands for no limit: the greatest number of 32 bits.
const UNLIMITED_MS: u64 = 2_147_483_647;
/// Nodes of a move that is to be as fast as possible.
pub(super) const FAST_NODES: u64 = 300;

/// The transposition table, MiB, where memory is not limited. Solver and program take about as much again.
const USUAL_HASH_MB: usize = 32;
/// The table is one part of the memory in so many.
const HASH_SHARE: u64 = 8;

/// The manager's values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ManagerInfo {
    /// Time for a move; zero = as fast as possible; none where it was not named.
    turn: Option<Duration>,
    /// Time for a match; none where there is no limit.
    whole: Option<Duration>,
    /// Time that is left of it.
    left: Option<Duration>,
    /// Whether the manager has named that since the last search began.
    is_left_named: bool,
    /// Memory of the process, bytes; 0 = no limit.
    max_memory: u64,
    /// The rows that win.
    pub rule: Rule,
}

impl ManagerInfo {
    /// Takes note of a value; keys that mean nothing here are passed over.
    ///
    /// # Errors
    /// The value is none for this key; the one before it holds.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "timeout_turn" => self.turn = Some(Duration::from_millis(whole(key, value)?)),
            "timeout_match" => {
                let ms = whole(key, value)?;
                let is_limit = (1..UNLIMITED_MS).contains(&ms);
                self.whole = is_limit.then(|| Duration::from_millis(ms));
                self.left = self.whole;
            }
            "time_left" => {
                let ms = whole(key, value)?;
                self.left = (ms < UNLIMITED_MS).then(|| Duration::from_millis(ms));
                self.is_left_named = true;
            }
            "max_memory" => self.max_memory = whole(key, value)?,
            "rule" => {
                let bits = whole(key, value)?;
                self.rule = Rule(u32::try_from(bits).unwrap_or(u32::MAX));
            }
            _ => {}
        }
        Ok(())
    }

    /// A new match begins: all of its time is left.
    pub fn begin_match(&mut self) {
        self.left = self.whole;
    }

    /// A search begins: what the manager names from now on is what is left after it.
    pub fn begin_search(&mut self) {
        self.is_left_named = false;
    }

    /// The search took this long.
    pub fn spend(&mut self, time: Duration) {
        if !self.is_left_named {
            self.left = self.left.map(|left| left.saturating_sub(time));
        }
    }

    /// The search for a move: as the best level searches, but for as long as the clock allows.
    pub fn request(&self, game_type: &dyn GameType) -> Request {
        let [.., best] = game_type.sheet().levels;
        let mut request = Request {
            nodes: 0,
            hash_mb: self.hash_mb(),
            ..best.request(0)
        };
        let turn = self.turn.unwrap_or(USUAL_TURN);
        let least = match self.rule {
            Rule::CARO => CARO_MARGIN,
            _ => LEAST_MARGIN,
        };
        let margin = least.max(turn / MARGIN_SHARE);
        let clock = self.left.map(|remaining| {
            TimeLeft {
                remaining,
                increment: Duration::ZERO,
                moves_to_go: 0,
                overhead: least,
            }
            .budget()
        });
        let hard = turn.saturating_sub(margin);
        let hard = clock.map_or(hard, |clock| hard.min(clock.hard));
        if hard < Duration::from_millis(10) {
            request.nodes = FAST_NODES;
            request.hash_mb = 1;
            return request;
        }
        request.time = Some(hard);
        request.soft_time = clock.map(|clock| clock.soft.min(hard));
        request
    }

    fn hash_mb(&self) -> usize {
        let share_mb = (self.max_memory / HASH_SHARE) >> 20;
        match self.max_memory {
            0 => USUAL_HASH_MB,
            _ => usize::try_from(share_mb).map_or(USUAL_HASH_MB, |mb| mb.clamp(1, USUAL_HASH_MB)),
        }
    }
}

/// The whole number that is the value of a key; less than none is none.
fn whole(key: &str, value: &str) -> Result<u64, String> {
    let number: Option<i64> = value.parse().ok();
    let number = number.ok_or_else(|| {
        let value = quoted(value);
        format!("INFO {key}: a whole number is expected, not {value}; the value before it holds")
    })?;
    Ok(number.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use rookery_engine::Techniques;

    fn request(lines: &[(&str, &str)]) -> Request {
        let mut settings = ManagerInfo::default();
        for (key, value) in lines {
            settings.set(key, value).unwrap();
        }
        settings.request(Registry::shipped().find_any("gomoku").unwrap())
    }

    #[test]
    fn a_move_is_shorter_than_every_limit() {
        let ms = Duration::from_millis;
        for (lines, most) in [
            (&[("timeout_turn", "30000")][..], ms(28_500)),
            (&[("timeout_turn", "1000")], ms(850)),
            (&[("timeout_turn", "1000"), ("time_left", "600")], ms(225)),
            (
                &[("timeout_turn", "1000"), ("time_left", "2147483647")],
                ms(850),
            ),
            (
                &[("timeout_turn", "9000"), ("timeout_match", "8000")],
                ms(4_000),
            ),
            (&[("timeout_match", "0")], USUAL_TURN),
            (&[("timeout_turn", "1000"), ("rule", "8")], ms(600)),
        ] {
            let request = request(lines);
            assert!(request.time.unwrap() <= most, "{lines:?}: {request:?}");
            assert!(request.time.unwrap() >= most / 5, "{lines:?}: {request:?}");
            assert_eq!((request.nodes, request.on), (0, Techniques::LOOKED_UP));
        }
    }

    #[test]
    fn without_time_there_are_few_nodes() {
        for lines in [
            &[("timeout_turn", "0")][..],
            &[("timeout_turn", "-5")],
            &[("timeout_turn", "40")],
            &[("timeout_turn", "5000"), ("time_left", "0")],
        ] {
            let request = request(lines);
            assert_eq!(
                (request.time, request.nodes),
                (None, FAST_NODES),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn a_match_uses_its_time_up_and_the_next_one_has_all_of_it() {
        let mut settings = ManagerInfo::default();
        settings.set("timeout_match", "60000").unwrap();
        let game_type = Registry::shipped().find_any("gomoku").unwrap();
        let fresh = settings.request(game_type);
        settings.spend(Duration::from_secs(50));
        assert!(settings.request(game_type).soft_time < fresh.soft_time);
        settings.begin_match();
        assert_eq!(settings.request(game_type), fresh);
    }

    /// A manager names the time before it sends a move: the last search is no part of it any more.
    #[test]
    fn the_time_that_a_manager_names_is_counted_once() {
        let game_type = Registry::shipped().find_any("gomoku").unwrap();
        let after = |named: &str, spent| {
            let mut settings = ManagerInfo::default();
            settings.set("timeout_turn", "600000").unwrap();
            settings.set("time_left", "300000").unwrap();
            settings.begin_search();
            if !named.is_empty() {
                settings.set("time_left", named).unwrap();
            }
            settings.spend(Duration::from_secs(spent));
            settings.request(game_type)
        };
        assert_eq!(after("225000", 75), after("225000", 0));
        assert_eq!(after("225000", 75), after("", 75));
        assert!(after("", 75).time < after("", 0).time);
    }

    #[test]
    fn the_greatest_number_of_32_bits_is_no_limit() {
        let free = request(&[("timeout_turn", "1000")]);
        for key in ["timeout_match", "time_left"] {
            assert_eq!(
                request(&[("timeout_turn", "1000"), (key, "2147483647")]),
                free
            );
        }
    }

    /// The example of the protocol: 83886080 bytes are 80 MiB.
    #[test]
    fn the_table_is_a_part_of_the_memory() {
        assert_eq!(request(&[("max_memory", "83886080")]).hash_mb, 10);
        assert_eq!(request(&[("max_memory", "1")]).hash_mb, 1);
        assert_eq!(request(&[("max_memory", "99999999999999")]).hash_mb, 32);
        assert_eq!(request(&[]).hash_mb, 32);
    }

    #[test]
    fn unknown_keys_are_passed_over_and_bad_values_change_nothing() {
        let mut settings = ManagerInfo::default();
        settings.set("evaluate", "7,7").unwrap();
        settings.set("thread_num", "many").unwrap();
        for key in [
            "timeout_turn",
            "timeout_match",
            "time_left",
            "max_memory",
            "rule",
        ] {
            let why = settings.set(key, "soon").unwrap_err();
            assert!(why.contains("'soon'") && why.contains(key), "{why}");
        }
        assert_eq!(settings, ManagerInfo::default());
    }
}
