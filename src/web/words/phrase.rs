//! Phrase: a text of the catalogue that consists only of words and arguments, in order.
//!
//! Fluent resolves every text anew, with plural forms, terms and functions in mind; most texts have none of these, and a page
//! has hundreds of texts.

use std::borrow::Cow;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhrasePart {
    /// Words.
    Text(String),
    /// The place of the argument with this name.
    Argument(String),
}

/// The pieces of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase(Vec<PhrasePart>);

impl Phrase {
    /// The texts of a file that are phrases, by id; the others need Fluent.
    pub fn all_of(resource: &FluentResource) -> impl Iterator<Item = (String, Phrase)> {
        resource.entries().filter_map(|entry| {
            let Entry::Message(message) = entry else {
                return None;
            };
            let phrase = Phrase::of(message.value.as_ref()?)?;
            Some((message.id.name.to_owned(), phrase))
        })
    }

    fn of(pattern: &Pattern<&str>) -> Option<Self> {
        let mut parts: Vec<PhrasePart> = Vec::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => match parts.last_mut() {
                    Some(PhrasePart::Text(text)) => text.push_str(value),
                    _ => parts.push(PhrasePart::Text((*value).to_owned())),
                },
                PatternElement::Placeable {
                    expression: Expression::Inline(InlineExpression::VariableReference { id }),
                } => parts.push(PhrasePart::Argument(id.name.to_owned())),
                PatternElement::Placeable { .. } => return None,
            }
        }
        Some(Phrase(parts))
    }

    /// The whole text, where it has no arguments.
    pub fn as_text(&self) -> Option<&str> {
        match self.0.as_slice() {
            [PhrasePart::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The text with its arguments; `None` where one of them has no value.
    pub fn fill<'a>(&self, value: impl Fn(&str) -> Option<Cow<'a, str>>) -> Option<String> {
        let mut text = String::new();
        for part in &self.0 {
            match part {
                PhrasePart::Text(words) => text.push_str(words),
                PhrasePart::Argument(name) => text.push_str(&value(name)?),
            }
        }
        Some(text)
    }

    /// The pieces.
    #[cfg(test)]
    pub fn parts(&self) -> &[PhrasePart] {
        &self.0
    }
}
