//! The fields of the look: what the owner sets, and what they may hold.

use serde::{Deserialize, Serialize};

use crate::look::accent::Accent;
use crate::look::colour::Colour;
use crate::look::field_problem::FieldProblem;
use crate::look::logo::Logo;
use crate::look::text;

/// The owner's settings of the look. An empty text means that there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    /// The name in the header and the titles.
    pub name: String,
    /// The picture beside the name; without one it is that of the program.
    pub logo: Option<Logo>,
    /// The colour of buttons and links, `#rrggbb`.
    pub accent: String,
    /// The first words of the home page.
    pub welcome: String,
    /// A line on every page.
    pub notice: String,
    /// The words behind the notice that lead to [`Look::notice_link_url`].
    pub notice_link_text: String,
    /// An address that begins with `https://` or `http://`, or a path of this site.
    pub notice_link_url: String,
    /// The page about the person who runs the site.
    pub imprint: String,
    /// The page of what the site knows about its visitors.
    pub privacy: String,
}

/// A field that is typed, and what it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// Its name in forms and in the saved text.
    pub key: &'static str,
    /// The greatest length, characters.
    pub max: usize,
    /// Whether it has more than one line.
    pub has_lines: bool,
}

const fn line(key: &'static str, max: usize) -> FieldSpec {
    let has_lines = false;
    FieldSpec {
        key,
        max,
        has_lines,
    }
}

const fn lines(key: &'static str, max: usize) -> FieldSpec {
    let has_lines = true;
    FieldSpec {
        key,
        max,
        has_lines,
    }
}

/// The fields that are typed, in the order of the form.
pub const FIELDS: [FieldSpec; 8] = [
    line("name", 40),
    line("accent", 7),
    lines("welcome", 400),
    line("notice", 300),
    line("notice_link_text", 60),
    line("notice_link_url", 500),
    lines("imprint", 20_000),
    lines("privacy", 20_000),
];

impl Look {
    /// The text of a field of [`FIELDS`]; empty for any other.
    pub fn get(&self, key: &str) -> &str {
        match key {
            "name" => &self.name,
            "accent" => &self.accent,
            "welcome" => &self.welcome,
            "notice" => &self.notice,
            "notice_link_text" => &self.notice_link_text,
            "notice_link_url" => &self.notice_link_url,
            "imprint" => &self.imprint,
            "privacy" => &self.privacy,
            _ => "",
        }
    }

    /// Sets a field of [`FIELDS`] to what was typed: white space at its ends is dropped, and line ends become `\n`. Any
    /// other key changes nothing.
    pub fn set(&mut self, key: &str, typed: &str) {
        let field = match key {
            "name" => &mut self.name,
            "accent" => &mut self.accent,
            "welcome" => &mut self.welcome,
            "notice" => &mut self.notice,
            "notice_link_text" => &mut self.notice_link_text,
            "notice_link_url" => &mut self.notice_link_url,
            "imprint" => &mut self.imprint,
            "privacy" => &mut self.privacy,
            _ => return,
        };
        *field = typed
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .trim()
            .to_owned();
    }

    /// Everything that is wrong, by field.
    pub fn problems(&self) -> Vec<(&'static str, FieldProblem)> {
        let mut problems = Vec::new();
        for spec in FIELDS {
            problems.extend(self.problem(&spec).map(|problem| (spec.key, problem)));
        }
        let is_clean = |key: &str| !problems.iter().any(|(known, _)| *known == key);
        let (words, url) = (
            !self.notice_link_text.is_empty(),
            !self.notice_link_url.is_empty(),
        );
        let link = match (words, url) {
            (true, false) => Some(("notice_link_url", FieldProblem::LinkWithoutAddress)),
            (false, true) => Some(("notice_link_text", FieldProblem::LinkWithoutText)),
            (true, true) if self.notice.is_empty() => {
                Some(("notice", FieldProblem::LinkWithoutNotice))
            }
            _ => None,
        };
        let link = link.filter(|(key, _)| is_clean(key));
        problems.extend(link);
        problems
    }

    fn problem(&self, spec: &FieldSpec) -> Option<FieldProblem> {
        let (text, length) = (self.get(spec.key), self.get(spec.key).chars().count());
        if let Some(unseen) = text::unseen(text, spec.has_lines) {
            return Some(FieldProblem::Unseen(unseen));
        }
        match (spec.key, text) {
            ("name", "") => return Some(FieldProblem::Missing),
            (_, "") => return None,
            ("accent", colour) => return accent(colour).err(),
            _ => {}
        }
        if length > spec.max {
            return Some(FieldProblem::TooLong {
                max: spec.max,
                length,
            });
        }
        match spec.key {
            "notice_link_url" => text::check_address(text).err(),
            _ => None,
        }
    }

    /// The colours of the accent; `None` where there is none, or none that can be used.
    pub fn accent_colours(&self) -> Option<Accent> {
        accent(&self.accent).ok()
    }
}

fn accent(text: &str) -> Result<Accent, FieldProblem> {
    let colour: Colour = text.parse().map_err(|_| FieldProblem::NotAColour)?;
    Accent::new(colour).map_err(FieldProblem::Faint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(fields: &[(&str, &str)]) -> Look {
        let mut look = Look {
            name: "Club".to_owned(),
            ..Look::default()
        };
        for (key, text) in fields {
            look.set(key, text);
        }
        look
    }

    fn problems(fields: &[(&str, &str)]) -> Vec<(&'static str, FieldProblem)> {
        look(fields).problems()
    }

    #[test]
    fn fields_are_read_back_as_they_were_set() {
        for spec in FIELDS {
            let look = look(&[(spec.key, " a\r\nb\r \n")]);
            assert_eq!(look.get(spec.key), "a\nb", "{}", spec.key);
            let text = serde_json::to_string(&look).unwrap();
            assert_eq!(serde_json::from_str::<Look>(&text).unwrap(), look);
            assert!(text.contains(&format!("\"{}\"", spec.key)));
        }
    }

    /// A look that an earlier release saved lacks what came later.
    #[test]
    fn what_is_missing_is_empty() {
        let look: Look = serde_json::from_str(r#"{"name": "x", "later": 1}"#).unwrap();
        assert_eq!(
            look,
            Look {
                name: "x".to_owned(),
                ..Look::default()
            }
        );
    }

    #[test]
    fn each_field_has_its_length() {
        for spec in FIELDS
            .iter()
            .filter(|spec| !["accent", "notice_link_url"].contains(&spec.key))
        {
            // Other fields that this one needs.
            let beside = [
                ("notice", "n"),
                ("notice_link_text", "t"),
                ("notice_link_url", "/"),
            ];
            let of = |length| {
                let text = "é".repeat(length);
                let mut fields = beside.to_vec();
                fields.push((spec.key, &text));
                look(&fields).problems()
            };
            assert_eq!(of(spec.max), [], "{}", spec.key);
            let (max, length) = (spec.max, spec.max + 1);
            assert_eq!(
                of(length),
                [(spec.key, FieldProblem::TooLong { max, length })]
            );
        }
    }

    #[test]
    fn what_is_wrong_is_said_at_its_field() {
        assert_eq!(problems(&[]), []);
        assert_eq!(
            problems(&[("name", " \n ")]),
            [("name", FieldProblem::Missing)]
        );
        assert_eq!(
            problems(&[("name", "a\nb")]),
            [("name", FieldProblem::Unseen('\n'))]
        );
        assert_eq!(
            problems(&[("imprint", "a\n\u{202e}b")]),
            [("imprint", FieldProblem::Unseen('\u{202e}'))]
        );
        assert_eq!(
            problems(&[("accent", "teal")]),
            [("accent", FieldProblem::NotAColour)]
        );
        assert_eq!(problems(&[("accent", "#115e69")]), []);
        let faint = problems(&[("accent", "#ffff00")]);
        assert!(matches!(faint[..], [("accent", FieldProblem::Faint(contrast))] if contrast < 4.5));
        assert_eq!(
            problems(&[("notice", "n"), ("notice_link_text", "t")]),
            [("notice_link_url", FieldProblem::LinkWithoutAddress)]
        );
        assert_eq!(
            problems(&[("notice", "n"), ("notice_link_url", "/x")]),
            [("notice_link_text", FieldProblem::LinkWithoutText)]
        );
        assert_eq!(
            problems(&[("notice_link_text", "t"), ("notice_link_url", "/x")]),
            [("notice", FieldProblem::LinkWithoutNotice)]
        );
        assert_eq!(
            problems(&[
                ("notice", "n"),
                ("notice_link_text", "t"),
                ("notice_link_url", "//x")
            ]),
            [("notice_link_url", FieldProblem::NotAnAddress)]
        );
    }
}
