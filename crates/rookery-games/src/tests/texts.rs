//! Catalogue of the games' English texts, and the check of a message against it: the text exists and gets its arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::{Arg, Message, Registry};

/// A text of the catalogue.
#[derive(Debug, Default)]
struct Text {
    arguments: BTreeSet<String>,
    /// The number arguments that select a plural form.
    numbers: BTreeSet<String>,
    /// Other texts that it quotes.
    quotes: BTreeSet<String>,
}

static CATALOGUE: LazyLock<BTreeMap<String, Text>> = LazyLock::new(|| {
    let mut texts: BTreeMap<String, Text> = BTreeMap::new();
    let mut id = String::new();
    let games = Registry::shipped();
    for line in games.texts("en").flat_map(|(_, text)| text.lines()) {
        let begins = line.starts_with(|c: char| c.is_ascii_lowercase());
        if line.starts_with('#') {
            id.clear();
        } else if begins && let Some((name, _)) = line.split_once('=') {
            name.trim().clone_into(&mut id);
            texts.insert(id.clone(), Text::default());
        }
        if let Some(text) = texts.get_mut(&id) {
            text.read(line);
        }
    }
    texts
});

impl Text {
    /// Notes `{ $argument }`, `{ $number ->` and `{ other-text }` of a line.
    fn read(&mut self, line: &str) {
        for part in line.split('{').skip(1) {
            let inside = part.split('}').next().unwrap_or(part).trim();
            let name: String = inside
                .trim_start_matches('$')
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
                .collect();
            let is_argument = inside.starts_with('$');
            if is_argument && inside.ends_with("->") {
                self.numbers.insert(name.clone());
            }
            let names = if is_argument {
                &mut self.arguments
            } else {
                &mut self.quotes
            };
            names.insert(name);
        }
    }
}

/// The ids of all texts.
pub(crate) fn ids() -> BTreeSet<String> {
    CATALOGUE.keys().cloned().collect()
}

/// Panics unless the message and those among its arguments are texts of the catalogue that get all that they ask for.
pub(crate) fn assert_is_said(message: &Message) {
    assert_gets_arguments(&message.id, message);
    for (_, arg) in &message.args {
        if let Arg::Message(inner) = arg {
            assert_is_said(inner);
        }
    }
}

fn assert_gets_arguments(id: &str, message: &Message) {
    let text = CATALOGUE.get(id);
    let text = text.unwrap_or_else(|| panic!("the games have no text `{id}`"));
    let given = |name: &str| {
        let found = message.args.iter().find(|(given, _)| *given == name);
        found.map(|(_, arg)| arg)
    };
    for name in &text.arguments {
        assert!(given(name).is_some(), "`{id}` wants ${name}: {message:?}");
    }
    for name in &text.numbers {
        let is_number = matches!(given(name), Some(Arg::Number(_)));
        assert!(is_number, "`{id}` wants a number ${name}: {message:?}");
    }
    for quoted in &text.quotes {
        assert_gets_arguments(quoted, message);
    }
}

#[test]
#[should_panic(expected = "wants $side")]
fn a_text_without_its_arguments_is_found() {
    assert_is_said(&Message::new("move-place").with("square", "a1"));
}

#[test]
#[should_panic(expected = "have no text `move-nowhere`")]
fn a_text_that_is_not_there_is_found() {
    assert_is_said(&Message::new("move-nowhere"));
}
