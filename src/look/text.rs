//! Texts of the owner: characters that they may have, addresses, and the paragraphs and links of a page of plain text.

use crate::look::field_problem::FieldProblem;

/// A part of a text between two blank lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Its lines, each of pieces.
    pub lines: Vec<Vec<Piece>>,
}

/// A part of a line: text, or an address to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub is_link: bool,
}

const SCHEME: &str = "https://";
/// Signs that end a sentence or a bracket, not an address.
const ENDS: [char; 12] = ['.', ',', ';', ':', '!', '?', '\'', '"', '’', '”', ']', '}'];

/// The paragraphs of a text, separated by blank lines; an address that begins with `https://` is a link.
pub fn paragraphs(text: &str) -> Vec<Paragraph> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines
        .split(|line| line.trim().is_empty())
        .filter(|lines| !lines.is_empty())
        .map(|lines| Paragraph {
            lines: lines.iter().map(|line| pieces(line)).collect(),
        })
        .collect()
}

fn pieces(line: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut note = |text: &str, is_link| {
        if !text.is_empty() {
            let text = text.to_owned();
            found.push(Piece { text, is_link });
        }
    };
    // `rest` begins at `from` with what is not looked at yet; the text before it is not noted.
    let (mut rest, mut from) = (line, 0);
    while let Some(at) = rest[from..].find(SCHEME).map(|at| at + from) {
        let is_new_word = !rest[..at].ends_with(char::is_alphanumeric);
        let link = link(&rest[at..]);
        if !is_new_word || link.len() == SCHEME.len() {
            from = at + SCHEME.len();
            continue;
        }
        note(&rest[..at], false);
        note(link, true);
        (rest, from) = (&rest[at + link.len()..], 0);
    }
    note(rest, false);
    found
}

/// The address at the beginning of a text.
fn link(text: &str) -> &str {
    let is_end = |c: char| c.is_whitespace() || "<>\"".contains(c);
    let mut link = &text[..text.find(is_end).unwrap_or(text.len())];
    loop {
        let shorter = match link.strip_suffix(')') {
            // A bracket that was opened in the address belongs to it.
            Some(before) if !before.contains('(') => before,
            _ => link.trim_end_matches(ENDS),
        };
        if shorter.len() == link.len() || shorter.len() < SCHEME.len() {
            return &link[..shorter.len().max(SCHEME.len())];
        }
        link = shorter;
    }
}

/// The beginning of a text, with an ellipsis where it goes on.
pub fn beginning(text: &str, max_characters: usize) -> String {
    match text.char_indices().nth(max_characters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The first invisible character: a control character (except line breaks and tabs if `lines` is set), or one that reorders
/// or hides the text around it.
pub fn unseen(text: &str, lines: bool) -> Option<char> {
    text.chars().find(|c| match c {
        '\n' | '\t' => !lines,
        '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' => true,
        '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => true,
        c => c.is_control(),
    })
}

/// Whether a text is an address that a link may lead to: whole, with `https` or `http`, or a path of this site.
///
/// # Errors
/// [`FieldProblem::NotAnAddress`].
pub fn check_address(text: &str) -> Result<(), FieldProblem> {
    let is_clean = text
        .chars()
        .all(|c| !c.is_whitespace() && !c.is_control() && !"\"'<>\\`{}".contains(c));
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme))
        .map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    let is_address = match host {
        // The text before an @ looks like the host, and is not.
        Some(host) => {
            host.starts_with(|c: char| c.is_alphanumeric() || c == '[') && !host.contains('@')
        }
        None => text.starts_with('/') && !text.starts_with("//"),
    };
    match is_clean && is_address {
        true => Ok(()),
        false => Err(FieldProblem::NotAnAddress),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links in square brackets, lines by `/`, paragraphs by `|`.
    fn drawn(text: &str) -> String {
        let piece = |piece: &Piece| match piece.is_link {
            true => format!("[{}]", piece.text),
            false => piece.text.clone(),
        };
        let line = |line: &Vec<Piece>| line.iter().map(piece).collect::<String>();
        let paragraph = |p: &Paragraph| p.lines.iter().map(line).collect::<Vec<_>>().join("/");
        let all: Vec<String> = paragraphs(text).iter().map(paragraph).collect();
        all.join("|")
    }

    #[test]
    fn blank_lines_part_paragraphs_and_single_ones_lines() {
        assert_eq!(drawn(""), "");
        assert_eq!(drawn("\n \n\n"), "");
        assert_eq!(drawn("a\nb\n\n\n \nc\n"), "a/b|c");
        assert_eq!(drawn("a\r\nb\r\n\r\nc"), "a/b|c");
    }

    #[test]
    fn addresses_become_links_without_the_signs_that_end_a_sentence() {
        for (text, expected) in [
            ("See https://a.example/x.", "See [https://a.example/x]."),
            ("(https://a.example)", "([https://a.example])"),
            ("https://a.example/b_(c)", "[https://a.example/b_(c)]"),
            (
                "<https://a.example>, \"https://b.example\"",
                "<[https://a.example]>, \"[https://b.example]\"",
            ),
            (
                "https://a.example?x=1&y=2#z!",
                "[https://a.example?x=1&y=2#z]!",
            ),
            (
                "https:// and xhttps://a.example",
                "https:// and xhttps://a.example",
            ),
            ("https://. https://...", "https://. https://..."),
            ("https://a.example)).,", "[https://a.example])).,"),
            (
                "http://a.example javascript:alert(1)",
                "http://a.example javascript:alert(1)",
            ),
            ("é https://ü.example/é", "é [https://ü.example/é]"),
        ] {
            assert_eq!(drawn(text), expected);
        }
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        for (text, max, cut) in [
            ("Süd", 3, "Süd"),
            ("Süd", 2, "Sü…"),
            ("", 0, ""),
            ("é", 0, "…"),
        ] {
            assert_eq!(beginning(text, max), cut);
        }
    }

    #[test]
    fn what_nobody_sees_is_found() {
        for (text, lines, found) in [
            ("Schach & Go – für alle ♞ 👩‍🏫", false, None),
            ("a\u{202e}b", true, Some('\u{202e}')),
            ("a\u{2067}b", false, Some('\u{2067}')),
            ("a\nb\tc", true, None),
            ("a\nb", false, Some('\n')),
            ("a\u{0}", true, Some('\u{0}')),
            ("\u{85}", true, Some('\u{85}')),
            ("\u{200b}", false, Some('\u{200b}')),
            // An Arabic and a Hebrew name, with the mark that many keyboards write.
            ("شطرنج \u{200f}שחמט", false, None),
        ] {
            assert_eq!(unseen(text, lines), found, "{text:?}");
        }
    }

    #[test]
    fn links_lead_to_whole_addresses_or_to_this_site() {
        for good in [
            "https://a.example",
            "http://localhost:8080/x?y#z",
            "/play",
            "/",
            "https://[::1]/",
            "https://ü.example/é",
        ] {
            assert_eq!(check_address(good), Ok(()), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//evil.example",
            "/\\evil.example",
            "https://",
            "https:///x",
            "https://\u{202e}x",
            "https://you@evil.example",
            "https://a.example/\"onclick=",
            "https://a b",
            "play",
            "HTTPS://a.example",
            "ftp://a.example",
            "",
        ] {
            assert_eq!(check_address(bad), Err(FieldProblem::NotAnAddress), "{bad}");
        }
    }
}
