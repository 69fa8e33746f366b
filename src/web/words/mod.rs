//! The message catalogue: every text that a visitor sees, by id, from `locales/<language>/*.ftl` and the sheets of the games
//! (Fluent).

pub(in crate::web) mod chosen_rules;
pub(in crate::web) mod duration;
pub(in crate::web) mod error_texts;
pub(in crate::web) mod notation;
pub(in crate::web) mod phrase;
pub(in crate::web) mod time_ago;

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rust_embed::RustEmbed;
use unic_langid::LanguageIdentifier;

use crate::web::words::phrase::Phrase;
use rookery_games::Arg;
use rookery_games::{Message, Registry};

#[derive(RustEmbed)]
#[folder = "locales/"]
struct Locales;

/// A missing or broken catalogue.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no folder for the language.
    #[error("there is no language '{wanted}' in locales/; this build has {known}")]
    UnknownLanguage {
        /// The value of `site.language`.
        wanted: String,
        /// The folders that there are.
        known: String,
    },
    /// A file of the catalogue cannot be read.
    #[error("the texts of {file}: {what}")]
    Broken {
        file: String,
        /// The fault of the file, in words.
        what: String,
    },
}

/// The catalogue in one language.
pub struct Words {
    language: String,
    bundle: FluentBundle<FluentResource>,
    /// The texts that can be assembled without Fluent, by id: nearly all of them.
    phrases: HashMap<String, Phrase>,
}

impl Words {
    /// Reads the catalogue of a language.
    ///
    /// # Errors
    /// An unknown language, or a file that is not valid Fluent or defines an id twice.
    pub fn read(language: &str, games: &Registry) -> Result<Self, Error> {
        let files: Vec<String> = Locales::iter()
            .filter(|f| {
                f.strip_prefix(language)
                    .is_some_and(|rest| rest.starts_with('/'))
            })
            .map(Cow::into_owned)
            .collect();
        let id: Option<LanguageIdentifier> = language.parse().ok();
        let (Some(id), false) = (id, files.is_empty()) else {
            return Err(Error::UnknownLanguage {
                wanted: language.to_owned(),
                known: known(),
            });
        };
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Isolation marks are for mixed-direction text; they would end up in names and notation.
        bundle.set_use_isolating(false);
        let mut phrases = HashMap::new();
        let mut texts = Vec::new();
        for file in files {
            let broken = |what: String| Error::Broken {
                file: file.clone(),
                what,
            };
            let text = Locales::get(&file).ok_or_else(|| broken("is gone".to_owned()))?;
            let text = String::from_utf8(text.data.into_owned());
            let text = text.map_err(|e| broken(e.to_string()))?;
            texts.push((file, text));
        }
        let of_games = games.texts(language);
        texts.extend(of_games.map(|(name, text)| (format!("{name}.ftl"), text.to_owned())));
        for (file, text) in texts {
            let broken = |what: String| Error::Broken {
                file: file.clone(),
                what,
            };
            let resource = FluentResource::try_new(text)
                .map_err(|(_, errors)| broken(format!("{errors:?}")))?;
            phrases.extend(Phrase::all_of(&resource));
            bundle
                .add_resource(resource)
                .map_err(|errors| broken(format!("{errors:?}")))?;
        }
        Ok(Words {
            language: language.to_owned(),
            bundle,
            phrases,
        })
    }

    /// The language's tag, for `<html lang>`.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// A text without arguments.
    pub fn t(&self, id: &str) -> String {
        let plain = self.phrases.get(id).and_then(Phrase::as_text);
        plain.map_or_else(|| self.format(id, None), str::to_owned)
    }

    /// A text with one argument, which is inserted verbatim. For plural forms, which need a number, use [`Words::with`].
    pub fn t1(&self, id: &str, name: &str, value: impl std::fmt::Display) -> String {
        self.with(id, &[(name, argument(&value))])
    }

    /// A text with arguments.
    pub fn with<'a>(&'a self, id: &str, args: &[(&'a str, FluentValue<'a>)]) -> String {
        let value = |name: &str| {
            let found = args.iter().find(|(own, _)| *own == name)?;
            match &found.1 {
                FluentValue::String(text) => Some(Cow::Borrowed(&**text)),
                FluentValue::Number(n) => Some(Cow::Owned(n.as_string().into_owned())),
                _ => None,
            }
        };
        if let Some(text) = self.phrases.get(id).and_then(|phrase| phrase.fill(value)) {
            return text;
        }
        let args: FluentArgs<'_> = args.iter().cloned().collect();
        self.format(id, Some(&args))
    }

    pub fn say(&self, message: &Message) -> String {
        if message.args.is_empty() {
            return self.t(&message.id);
        }
        let value = |name: &str| {
            let (_, arg) = message.args.iter().find(|(own, _)| *own == name)?;
            Some(match arg {
                Arg::Text(text) => Cow::Borrowed(text.as_str()),
                Arg::Number(n) => Cow::Owned(n.to_string()),
                Arg::Message(inner) => Cow::Owned(self.say(inner)),
            })
        };
        let phrase = self.phrases.get(&*message.id);
        if let Some(text) = phrase.and_then(|phrase| phrase.fill(value)) {
            return text;
        }
        let mut args = FluentArgs::new();
        for (name, arg) in &message.args {
            match arg {
                Arg::Text(text) => args.set(*name, text.clone()),
                Arg::Number(n) => args.set(*name, *n),
                Arg::Message(inner) => args.set(*name, self.say(inner)),
            }
        }
        self.format(&message.id, Some(&args))
    }

    pub fn has(&self, id: &str) -> bool {
        self.bundle
            .get_message(id)
            .is_some_and(|m| m.value().is_some())
    }

    fn format(&self, id: &str, args: Option<&FluentArgs<'_>>) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|m| m.value()) else {
            // A test prevents this; a visitor should rather see the id than an error page.
            tracing::error!(id, "the catalogue lacks a text");
            return id.to_owned();
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, args, &mut errors);
        if !errors.is_empty() {
            tracing::error!(id, ?errors, "a text of the catalogue lacks an argument");
        }
        text.into_owned()
    }
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words")
            .field("language", &self.language)
            .finish_non_exhaustive()
    }
}

/// A value as an argument of a text, letter by letter: what somebody typed may look like a number ("0044").
pub fn argument(value: &impl std::fmt::Display) -> FluentValue<'static> {
    FluentValue::from(value.to_string())
}

fn known() -> String {
    let mut languages: Vec<String> = Locales::iter()
        .filter_map(|f| f.split_once('/').map(|(language, _)| language.to_owned()))
        .collect();
    languages.sort();
    languages.dedup();
    languages.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::words::phrase::PhrasePart;

    #[test]
    fn an_unknown_language_names_the_known_ones() {
        let error = Words::read("tlh", &Registry::shipped())
            .unwrap_err()
            .to_string();
        assert!(error.contains("'tlh'") && error.contains("en"), "{error}");
    }

    #[test]
    fn phrases_say_what_fluent_says() {
        let words = Words::read("en", &Registry::shipped()).unwrap();
        let mut filled = 0;
        for (id, phrase) in &words.phrases {
            let names = phrase.parts().iter().filter_map(|part| match part {
                PhrasePart::Argument(name) => Some(name.as_str()),
                PhrasePart::Text(_) => None,
            });
            for value in [
                FluentValue::from("Anna <b>"),
                FluentValue::from(1_234_567_i64),
            ] {
                let args: Vec<_> = names.clone().map(|name| (name, value.clone())).collect();
                filled += usize::from(!args.is_empty());
                let fluent: FluentArgs<'_> = args.iter().cloned().collect();
                assert_eq!(
                    words.with(id, &args),
                    words.format(id, Some(&fluent)),
                    "{id}"
                );
            }
        }
        assert!(words.phrases.len() > 300 && filled > 100, "{filled}");
        // Texts with plural forms are left to Fluent.
        let one = words.with("board-your-turn-moves", &[("count", FluentValue::from(1))]);
        assert_eq!(
            one,
            words.say(&Message::new("board-your-turn-moves").with("count", 1_i64))
        );
    }

    #[test]
    fn what_looks_like_a_number_stays_as_it_is() {
        let words = Words::read("en", &Registry::shipped()).unwrap();
        for typed in ["0044", "+7", "-0", "9007199254740993", "12"] {
            let said = words.t1("board-hint", "move", typed);
            assert_eq!(said, format!("Hint – {typed}"));
        }
        assert_eq!(words.t1("board-hint", "move", 12), "Hint – 12");
    }

    #[test]
    fn english_can_be_read() {
        let words = Words::read("en", &Registry::shipped()).unwrap();
        assert!(words.has("level-1"));
        assert!(!words.has("no-such-text"));
        assert_eq!(words.t("no-such-text"), "no-such-text");
    }
}
