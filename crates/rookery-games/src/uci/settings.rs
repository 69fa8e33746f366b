//! UCI options and their values.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::GameType;
use crate::text::quoted;
use crate::uci::strength;
use crate::uci::uci_rules::{self, UciRules};

/// The values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    /// The transposition table, MiB.
    pub hash_mb: usize,
    /// Threads that search together.
    pub threads: usize,
    /// The number of lines to report.
    pub multipv: usize,
    /// The time that passes on the clock before a move reaches the program that keeps the time.
    pub overhead: Duration,
    /// Whether the position is only analysed, not played; the search is then at full strength.
    pub is_analysis: bool,
    /// Whether [`Settings::elo`] counts.
    pub is_limited: bool,
    /// The strength to play at; none = as well as the levels can.
    pub elo: Option<u32>,
    /// The rules of the games.
    pub rules: UciRules,
    /// The evaluation, by the game's name for it.
    pub evaluation: &'static str,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash_mb: 16,
            threads: 1,
            multipv: 1,
            overhead: Duration::from_millis(10),
            is_analysis: false,
            is_limited: false,
            elo: None,
            rules: UciRules::default(),
            evaluation: "",
        }
    }
}

const HASH_MB: RangeInclusive<u64> = 1..=4_096;
const THREADS: RangeInclusive<u64> = 1..=256;
const MULTIPV: RangeInclusive<u64> = 1..=256;
const OVERHEAD_MS: RangeInclusive<u64> = 0..=5_000;

/// The action that a setting calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The table of positions is to be forgotten.
    Forget,
}

impl Settings {
    /// The lines that describe the options.
    pub fn describe(&self, game_type: &dyn GameType) -> Vec<String> {
        let spin = |name: &str, value: u64, range: RangeInclusive<u64>| {
            let (least, most) = range.into_inner();
            format!("option name {name} type spin default {value} min {least} max {most}")
        };
        let check = |name: &str| format!("option name {name} type check default false");
        let mut lines = vec![
            spin("Hash", self.hash_mb as u64, HASH_MB),
            "option name Clear Hash type button".to_owned(),
            spin("Threads", self.threads as u64, THREADS),
            spin("MultiPV", self.multipv as u64, MULTIPV),
            check("Ponder"),
            spin(
                "Move Overhead",
                self.overhead.as_millis() as u64,
                OVERHEAD_MS,
            ),
            check("UCI_AnalyseMode"),
            check("UCI_LimitStrength"),
            spin(
                "UCI_Elo",
                self.elo.map_or(*elo_range(game_type).end(), u64::from),
                elo_range(game_type),
            ),
        ];
        lines.extend(UciRules::describe(game_type.sheet()));
        let evaluations = game_type.sheet().evaluations;
        if evaluations.len() > 1 {
            lines.push(uci_rules::combo("Evaluation", evaluations));
        }
        lines
    }

    /// Sets an option; upper and lower case of its name and of a value that is a word do not matter.
    ///
    /// # Errors
    /// The fault of the name or the value, and what is expected.
    pub fn set(
        &mut self,
        game_type: &dyn GameType,
        name: &str,
        value: &str,
    ) -> Result<Effect, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash_mb = whole(name, value, HASH_MB)? as usize,
            "clear hash" => return Ok(Effect::Forget),
            "threads" => self.threads = whole(name, value, THREADS)? as usize,
            "multipv" => self.multipv = whole(name, value, MULTIPV)? as usize,
            "move overhead" => {
                self.overhead = Duration::from_millis(whole(name, value, OVERHEAD_MS)?);
            }
            // Nothing to keep: each `go` says for itself whether to ponder.
            "ponder" => {
                yes(name, value)?;
            }
            "uci_analysemode" => self.is_analysis = yes(name, value)?,
            "uci_limitstrength" => self.is_limited = yes(name, value)?,
            "uci_elo" => self.elo = Some(whole(name, value, elo_range(game_type))? as u32),
            "uci_chess960" if uci_rules::knows_chess960(game_type.sheet()) => {
                self.rules.set_chess960(yes(name, value)?);
                return Ok(Effect::Forget);
            }
            "evaluation" => {
                let known = game_type.sheet().evaluations;
                let named = known.iter().find(|known| known.eq_ignore_ascii_case(value));
                self.evaluation = named.ok_or_else(|| {
                    format!(
                        "setoption Evaluation: {} is not one of {}",
                        quoted(value),
                        known.join(", ")
                    )
                })?;
                return Ok(Effect::Forget);
            }
            _ => {
                let set = self.rules.set(game_type.sheet(), name, value);
                set.unwrap_or_else(|| {
                    Err(format!(
                        "setoption: there is no option {}; 'uci' lists them",
                        quoted(name)
                    ))
                })?;
                return Ok(Effect::Forget);
            }
        }
        Ok(Effect::None)
    }

    /// Whether to play below full strength.
    pub fn is_playing_down(&self) -> bool {
        self.is_limited && !self.is_analysis
    }
}

fn elo_range(game_type: &dyn GameType) -> RangeInclusive<u64> {
    let (least, most) = strength::range(game_type).into_inner();
    least.into()..=most.into()
}

fn whole(name: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.parse().ok().filter(|n| range.contains(n));
    number.ok_or_else(|| {
        let (least, most) = range.into_inner();
        let value = quoted(value);
        format!("setoption {name}: a number from {least} to {most} is expected, not {value}")
    })
}

fn yes(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!(
            "setoption {name}: 'true' or 'false' is expected, not {}",
            quoted(value)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn chess() -> &'static dyn GameType {
        Registry::shipped().find_any("chess").unwrap()
    }

    #[test]
    fn every_described_option_can_be_set_to_its_default() {
        let lines = Settings::default().describe(chess());
        let mut settings = Settings::default();
        for line in &lines {
            let rest = line.strip_prefix("option name ").unwrap();
            let (name, rest) = rest.split_once(" type ").unwrap();
            let words: Vec<_> = rest.split(' ').collect();
            let value = match words[0] {
                "button" => "",
                _ => words[2],
            };
            settings.set(chess(), name, value).unwrap();
        }
        let usual = chess().sheet().evaluations[0];
        settings.evaluation = if settings.evaluation == usual {
            ""
        } else {
            settings.evaluation
        };
        // The most that can be asked for is the strength of play without a number.
        settings.elo = settings
            .elo
            .filter(|elo| *elo != *strength::range(chess()).end());
        assert_eq!(settings, Settings::default());
        for name in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Elo"] {
            let start = format!("option name {name} type ");
            assert!(lines.iter().any(|line| line.starts_with(&start)), "{name}");
        }
    }

    #[test]
    fn values_outside_the_range_are_refused_with_the_range() {
        let mut settings = Settings::default();
        for (name, value, part) in [
            ("Hash", "0", "a number from 1 to 4096 is expected, not '0'"),
            ("threads", "many", "not 'many'"),
            ("Ponder", "yes", "'true' or 'false' is expected"),
            ("Strength", "9", "there is no option 'Strength'"),
        ] {
            let error = settings.set(chess(), name, value).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(settings, Settings::default());
        assert_eq!(settings.set(chess(), "HASH", "64"), Ok(Effect::None));
        assert_eq!(settings.hash_mb, 64);
        assert_eq!(settings.set(chess(), "Clear Hash", ""), Ok(Effect::Forget));
    }

    /// The protocol: neither the name nor the value of an option should be case-sensitive.
    #[test]
    fn an_evaluation_is_named_in_capitals_too() {
        let mut settings = Settings::default();
        for (value, known) in [
            ("Turing", "turing"),
            ("LEARNED", "learned"),
            ("shannon", "shannon"),
        ] {
            let set = settings.set(chess(), "evaluation", value);
            assert_eq!((set, settings.evaluation), (Ok(Effect::Forget), known));
        }
        let error = settings.set(chess(), "Evaluation", "Elo").unwrap_err();
        let expected = "'Elo' is not one of network, learned, shannon, turing";
        assert!(error.ends_with(expected), "{error}");
        assert_eq!(settings.evaluation, "shannon");
    }
}
