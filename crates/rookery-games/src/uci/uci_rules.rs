//! UCI options for the rules of a game: one for its variant, and one for each of its rule options.

use crate::text::quoted;
use crate::{Setup, Sheet};

/// The variant that the option `UCI_Chess960` stands for.
const CHESS960: &str = "chess960";

/// The rules that the options have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UciRules {
    /// The variant; empty for the usual one.
    variant: &'static str,
    /// The rule options that do not have their usual values.
    options: Vec<(&'static str, &'static str)>,
}

impl UciRules {
    /// The lines that describe a game's options.
    pub fn describe(sheet: &Sheet) -> Vec<String> {
        let chess960 = "option name UCI_Chess960 type check default false";
        let check = knows_chess960(sheet).then(|| chess960.to_owned());
        let combos = choices(sheet).into_iter();
        let combos = combos.map(|choice| combo(&choice.name, &choice.values));
        check.into_iter().chain(combos).collect()
    }

    /// Sets the option of this name; `None` if the rules have none of this name.
    pub fn set(&mut self, sheet: &Sheet, name: &str, value: &str) -> Option<Result<(), String>> {
        let mut choices = choices(sheet).into_iter();
        let choice = choices.find(|choice| choice.name.eq_ignore_ascii_case(name))?;
        let mut values = choice.values.iter();
        let Some(&named) = values.find(|known| known.eq_ignore_ascii_case(value)) else {
            return Some(Err(format!(
                "setoption {}: {} is not one of {}",
                choice.name,
                quoted(value),
                choice.values.join(", ")
            )));
        };
        let is_usual = choice.values.first() == Some(&named);
        match choice.key {
            None => self.variant = if is_usual { "" } else { named },
            Some(key) => {
                self.options.retain(|(known, _)| *known != key);
                if !is_usual {
                    self.options.push((key, named));
                }
            }
        }
        Some(Ok(()))
    }

    /// Sets the option `UCI_Chess960`.
    pub fn set_chess960(&mut self, is_chess960: bool) {
        self.variant = if is_chess960 { CHESS960 } else { "" };
    }

    /// A game by these rules from this position on; an empty one is the start.
    pub fn setup(&self, start: &str) -> Setup {
        let options = self.options.iter();
        let options = options.map(|&(key, value)| (key.to_owned(), value.to_owned()));
        Setup {
            variant: self.variant.to_owned(),
            options: options.collect(),
            start: start.to_owned(),
        }
    }
}

/// The names and values of the options by which another program is told the rules of a set-up; none for those that are usual.
pub(super) fn told(setup: &Setup, sheet: &Sheet) -> Vec<(String, String)> {
    let mut told = Vec::new();
    if setup.variant == CHESS960 {
        told.push(("UCI_Chess960".to_owned(), "true".to_owned()));
    }
    for choice in choices(sheet) {
        let asked = match choice.key {
            None => setup.variant.as_str(),
            Some(key) => {
                let found = setup.options.iter().find(|(known, _)| known == key);
                found.map_or("", |(_, value)| value.as_str())
            }
        };
        if choice.values.iter().skip(1).any(|value| *value == asked) {
            told.push((choice.name, asked.to_owned()));
        }
    }
    told
}

/// Whether a game has the variant of `UCI_Chess960`.
pub(super) fn knows_chess960(sheet: &Sheet) -> bool {
    sheet.variants.contains(&CHESS960)
}

/// The line that describes an option with these values, the first of which is the default.
pub(super) fn combo(name: &str, values: &[&str]) -> String {
    let usual = values.first().copied().unwrap_or_default();
    let all = values.join(" var ");
    format!("option name {name} type combo default {usual} var {all}")
}

/// A choice about the rules as an option of the protocol.
struct Choice {
    /// The name of the option.
    name: String,
    /// The rule option that it sets; none if it sets the variant.
    key: Option<&'static str>,
    /// The values, the usual one first.
    values: Vec<&'static str>,
}

/// The choices of a game. Chess960 is told as chess programs expect it.
fn choices(sheet: &Sheet) -> Vec<Choice> {
    let variants = sheet.variants.iter().copied();
    let variant = Choice {
        name: "UCI_Variant".to_owned(),
        key: None,
        values: variants.filter(|&key| key != CHESS960).collect(),
    };
    let options = sheet.options.iter().map(|option| Choice {
        name: format!("Rule {}", option.key),
        key: Some(option.key),
        values: option.values.to_vec(),
    });
    let all = std::iter::once(variant).chain(options);
    all.filter(|choice| choice.values.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    fn sheet(game: &str) -> &'static Sheet {
        Registry::shipped().find_any(game).unwrap().sheet()
    }

    /// The boards and the handicaps that docs/games.md lists.
    #[test]
    fn each_choice_is_described_with_its_values() {
        assert_eq!(
            UciRules::describe(sheet("go")),
            [
                "option name UCI_Variant type combo default 9x9 var 9x9 var 7x7 var 6x6 var 5x5",
                "option name Rule komi type combo default usual var usual var 0 var 0-5 var 3-5 var 5-5 var 6-5 var 7 var 7-5",
                "option name Rule handicap type combo default 0 var 0 var 2 var 3 var 4 var 5",
            ]
        );
        let chess = UciRules::describe(sheet("chess"));
        assert_eq!(chess, ["option name UCI_Chess960 type check default false"]);
        assert_eq!(UciRules::describe(sheet("tic-tac-toe")), [""; 0]);
    }

    #[test]
    fn what_another_program_is_told_sets_the_same_rules() {
        for game_type in Registry::shipped().all() {
            let sheet = game_type.sheet();
            for choice in choices(sheet) {
                for (number, value) in choice.values.iter().enumerate() {
                    let mut setup = Setup::at("x");
                    match choice.key {
                        None => setup.variant = (*value).to_owned(),
                        Some(key) => setup.options = vec![(key.to_owned(), (*value).to_owned())],
                    }
                    let told = told(&setup, sheet);
                    assert_eq!(told.len(), usize::from(number > 0), "{setup:?}");
                    let mut rules = UciRules::default();
                    for (name, value) in &told {
                        let value = value.to_ascii_uppercase();
                        assert_eq!(rules.set(sheet, name, &value), Some(Ok(())));
                    }
                    match number {
                        0 => assert_eq!(rules, UciRules::default()),
                        _ => assert_eq!(rules.setup("x"), setup),
                    }
                    let usual = choice.values[0];
                    rules.set(sheet, &choice.name, usual).unwrap().unwrap();
                    assert_eq!(rules, UciRules::default());
                }
            }
        }
    }

    #[test]
    fn an_unknown_value_is_refused_with_the_known_ones() {
        let mut rules = UciRules::default();
        let error = rules.set(sheet("gomoku"), "rule size", "13").unwrap();
        let expected = "setoption Rule size: '13' is not one of 15, 19".to_owned();
        assert_eq!(error, Err(expected));
        assert_eq!(rules.set(sheet("gomoku"), "Rule komi", "7"), None);
        assert_eq!(rules.set(sheet("chess"), "UCI_Variant", "standard"), None);
        assert_eq!(rules, UciRules::default());
    }
}
