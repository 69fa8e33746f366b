//! Presentation attributes of drawings: the rules of `static/board.css` for their classes, with the colours written out.
//!
//! Attributes and not a `<style>`: a browser that opens the file itself obeys the content security policy, which allows none.

use std::fmt::Write as _;

use rookery_games::{PieceTints, Tint, World};

/// Declarations of a class, `(property, value)`.
type Declarations = &'static [(&'static str, &'static str)];

/// The classes of drawings with their declarations in `static/board.css`; a test compares the two.
pub(super) const CLASSES: &[(&str, Declarations)] = &[
    ("pf", &[("fill", "var(--fill)")]),
    (
        "pl",
        &[
            ("stroke", "var(--edge-of-piece)"),
            ("stroke-width", "4"),
            ("stroke-linejoin", "round"),
        ],
    ),
    ("pm", &[("fill", "var(--mark)")]),
    (
        "pe",
        &[
            ("fill", "none"),
            ("stroke", "var(--fill)"),
            ("stroke-width", "4"),
            ("stroke-linecap", "round"),
        ],
    ),
    (
        "pd",
        &[
            ("fill", "none"),
            ("stroke", "var(--mark)"),
            ("stroke-width", "3.5"),
            ("stroke-linecap", "round"),
            ("stroke-linejoin", "round"),
        ],
    ),
    (
        "stroke",
        &[
            ("fill", "none"),
            ("stroke", "var(--fill)"),
            ("stroke-width", "9"),
            ("stroke-linecap", "round"),
        ],
    ),
    ("shine", &[("fill", "url(#shine)")]),
    ("shade", &[("opacity", ".28")]),
    ("second", &[("fill", "var(--board-2)")]),
    (
        "line",
        &[
            ("fill", "none"),
            ("stroke", "var(--board-line)"),
            ("stroke-width", "3"),
        ],
    ),
];

/// The colours that stand for the custom properties of the style sheet.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    fill: &'static str,
    edge: &'static str,
    mark: &'static str,
    second: &'static str,
    line: &'static str,
}

impl Palette {
    /// The colours of a world with those of one side's pieces, as on a light page.
    pub fn light(world: &World, pieces: &PieceTints) -> Self {
        Palette::of(world, pieces, |tint| tint.light)
    }

    /// The same as on a dark page.
    pub fn dark(world: &World, pieces: &PieceTints) -> Self {
        Palette::of(world, pieces, |tint| tint.dark)
    }

    fn of(world: &World, pieces: &PieceTints, colour: fn(&Tint) -> &'static str) -> Self {
        Palette {
            fill: colour(&pieces.fill),
            edge: colour(&pieces.edge),
            mark: colour(&pieces.mark),
            second: colour(&world.second),
            line: colour(&world.line),
        }
    }

    fn value(&self, declared: &'static str) -> &'static str {
        match declared {
            "var(--fill)" => self.fill,
            "var(--edge-of-piece)" => self.edge,
            "var(--mark)" => self.mark,
            "var(--board-2)" => self.second,
            "var(--board-line)" => self.line,
            plain => plain,
        }
    }

    /// The attributes of an element with these classes; of two declarations of a property the later one counts.
    fn attributes(&self, classes: &str) -> Vec<(&'static str, &'static str)> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        // As in a style sheet, the order of the classes in the table decides, not that in the drawing.
        let has = |name: &str| classes.split_ascii_whitespace().any(|class| class == name);
        for (_, declarations) in CLASSES.iter().filter(|(class, _)| has(class)) {
            for (property, declared) in *declarations {
                found.retain(|(known, _)| known != property);
                found.push((property, self.value(declared)));
            }
        }
        found
    }
}

/// A drawing with attributes in place of its classes. What is not a well-formed tag stays as it is.
pub fn resolved(svg: &str, palette: &Palette) -> String {
    let mut out = String::with_capacity(svg.len() * 2);
    let mut rest = svg.trim();
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        if let Some((tag, after)) = Tag::read(rest) {
            tag.write(palette, &mut out);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// An opening tag, without its brackets.
struct Tag<'a> {
    name: &'a str,
    /// `(name, value, quotation mark)`
    attributes: Vec<(&'a str, &'a str, char)>,
    /// The text before the closing bracket: nothing or a slash.
    end: &'a str,
}

impl<'a> Tag<'a> {
    /// Reads a tag up to its closing bracket; the rest of the text comes with it.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
        let length = text.find(|c| !is_name(c))?;
        let (name, mut rest) = text.split_at(length);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start();
            for end in ["/>", ">"] {
                if let Some(after) = rest.strip_prefix(end) {
                    let end = end.trim_end_matches('>');
                    let tag = Tag {
                        name,
                        attributes,
                        end,
                    };
                    return Some((tag, after));
                }
            }
            let (key, value) = rest.split_once('=')?;
            let quote = value.trim_start().chars().next()?;
            let value = value.trim_start().strip_prefix(['"', '\''])?;
            let (value, after) = value.split_once(quote)?;
            attributes.push((key.trim_end(), value, quote));
            rest = after;
        }
    }

    fn write(&self, palette: &Palette, out: &mut String) {
        let classes = self.attributes.iter().find(|(name, ..)| *name == "class");
        let resolved = classes.map_or_else(Vec::new, |(_, value, _)| palette.attributes(value));
        out.push_str(self.name);
        // Writing to memory does not fail. A style sheet wins over attributes.
        for (name, value, quote) in &self.attributes {
            if *name != "class" && resolved.iter().all(|(known, _)| known != name) {
                let _ = write!(out, " {name}={quote}{value}{quote}");
            }
        }
        for (name, value) in resolved {
            let _ = write!(out, " {name}=\"{value}\"");
        }
        out.push_str(self.end);
        out.push('>');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PALETTE: Palette = Palette {
        fill: "#111111",
        edge: "#222222",
        mark: "#333333",
        second: "#444444",
        line: "#555555",
    };

    #[test]
    fn classes_become_attributes_and_win_over_those_that_are_there() {
        for (drawn, expected) in [
            (
                r#"<path class="pf" d="M0 0"/>"#,
                r##"<path d="M0 0" fill="#111111"/>"##,
            ),
            (
                "<g fill='red' class='pm other'><circle r=\"3\"/></g>",
                r##"<g fill="#333333"><circle r="3"/></g>"##,
            ),
            (r#"<a b='x"y' />"#, r#"<a b='x"y'/>"#),
            (
                "<!-- <b class=\"pf\"/> -->",
                "<!-- <b fill=\"#111111\"/> -->",
            ),
        ] {
            assert_eq!(resolved(drawn, &PALETTE), expected);
        }
        let outlined = resolved(r#"<path class="pl pf"/>"#, &PALETTE);
        assert_eq!(
            outlined,
            r##"<path fill="#111111" stroke="#222222" stroke-width="4" stroke-linejoin="round"/>"##
        );
    }

    #[test]
    fn what_is_no_tag_is_left_alone() {
        for text in [
            "",
            "a < b",
            "<",
            "<1 class=\"pf\">",
            "<path class=pf>",
            "<path d=\"M0",
            "<é>",
        ] {
            assert_eq!(resolved(text, &PALETTE), text);
        }
    }

    /// The declarations of a selector in a style sheet, from all rules that have it alone.
    fn declared(css: &str, selector: &str) -> Vec<(String, String)> {
        let rules = css.split('}').filter_map(|rule| rule.split_once('{'));
        let own = rules.filter(|(of, _)| {
            let of = of.rsplit_once("*/").map_or(*of, |(_, of)| of).trim();
            of == selector || of == format!(".art {selector}")
        });
        own.flat_map(|(_, body)| body.split(';'))
            .filter_map(|line| line.split_once(':'))
            .map(|(property, value)| (property.trim().to_owned(), value.trim().to_owned()))
            .collect()
    }

    /// The dashes are those of the stroke that draws itself, which a picture does not do.
    #[test]
    fn the_table_is_what_the_style_sheet_says() {
        let css = include_str!("../../../static/board.css");
        let (css, _) = css.split_once("@media (forced-colors").unwrap();
        for (class, declarations) in CLASSES {
            let mut expected = declared(css, &format!(".{class}"));
            expected.retain(|(property, _)| property != "stroke-dasharray");
            let table: Vec<(String, String)> = declarations
                .iter()
                .map(|(property, value)| ((*property).to_owned(), (*value).to_owned()))
                .collect();
            assert_eq!(table, expected, ".{class}");
        }
    }
}
