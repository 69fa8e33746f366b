//! Reader of the Smart Game Format: the main line of the first game in a file.

use std::iter::Peekable;
use std::str::Chars;

use crate::text::quoted;

/// The most nodes of a line: far more than any game has.
const NODES_MOST: usize = 10_000;
/// The most properties of a node, which are looked through for each further one: the standard knows some seventy.
const PROPERTIES_MOST: usize = 200;

/// A node: its properties by name, with their values; escapes are resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNode {
    properties: Vec<(String, Vec<String>)>,
}

impl SgfNode {
    /// The values of a property; none where the node does not have it.
    pub fn values(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|(known, _)| known == name);
        found.map_or(&[], |(_, values)| values)
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }
}

/// The nodes of the main line, the first variation at each branch, of the first game in a file.
///
/// # Errors
/// The fault, with its line.
pub fn main_line(text: &str) -> Result<Vec<SgfNode>, String> {
    let mut reader = Reader {
        chars: text.chars().peekable(),
        line: 1,
    };
    let found = reader.main_line();
    found.map_err(|fault| format!("line {}: {fault}", reader.line))
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    /// The line of the next character, from 1.
    line: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.chars.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    /// The next character that is not blank.
    fn next_sign(&mut self) -> Option<char> {
        loop {
            match self.next() {
                Some(c) if c.is_whitespace() || c == '\u{feff}' => {}
                other => return other,
            }
        }
    }

    fn main_line(&mut self) -> Result<Vec<SgfNode>, String> {
        self.skip_to_game()?;
        let mut nodes: Vec<SgfNode> = Vec::new();
        let mut node = SgfNode::default();
        loop {
            match self.next_sign() {
                // The first of several variations goes on with the line, and its end is that of the line.
                Some('(') => {}
                Some(')') => {
                    nodes.push(node);
                    return Ok(nodes);
                }
                Some(';') if nodes.len() + 1 == NODES_MOST => {
                    return Err(format!("the game has more than {NODES_MOST} nodes"));
                }
                Some(';') => nodes.push(std::mem::take(&mut node)),
                Some(c) if c.is_ascii_alphabetic() => {
                    let (name, values) = self.property(c)?;
                    // Older programs write a property with several values several times.
                    let properties = &mut node.properties;
                    let is_full = properties.len() == PROPERTIES_MOST;
                    match properties.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, known)) => known.extend(values),
                        None if is_full => {
                            return Err(format!(
                                "a node has more than {PROPERTIES_MOST} properties"
                            ));
                        }
                        None => properties.push((name, values)),
                    }
                }
                Some(c) => {
                    let c = quoted(c);
                    return Err(format!("{c} begins neither a node nor a property"));
                }
                None => return Err("the game has no end".to_owned()),
            }
        }
    }

    /// Goes on behind the sign of the first node. By the standard a file may have a text before its games, such as the head of a mail.
    fn skip_to_game(&mut self) -> Result<(), String> {
        let mut is_open = false;
        loop {
            match self.next_sign() {
                Some(';') if is_open => return Ok(()),
                Some(sign) => is_open = sign == '(',
                None => return Err("a game begins with (;".to_owned()),
            }
        }
    }

    /// A property whose name begins with this letter.
    fn property(&mut self, first: char) -> Result<(String, Vec<String>), String> {
        let mut name = String::new();
        let mut letter = Some(first);
        loop {
            match letter {
                // Small letters in names, such as those of "White", are from older versions and mean nothing.
                Some(c) if c.is_ascii_alphabetic() => {
                    name.extend(c.is_ascii_uppercase().then_some(c))
                }
                Some('[') => break,
                _ => return Err(format!("the property {name} has no value")),
            }
            letter = self.next_sign();
        }
        let mut values = vec![self.text()?];
        loop {
            match self.chars.peek() {
                Some('[') => {
                    self.next();
                    values.push(self.text()?);
                }
                Some(c) if c.is_whitespace() => {
                    self.next();
                }
                _ => return Ok((name, values)),
            }
        }
    }

    /// A value up to its bracket. A backslash takes the next character as it is.
    fn text(&mut self) -> Result<String, String> {
        let mut text = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(text),
                Some('\\') => text.extend(self.next()),
                Some(c) => text.push(c),
                None => return Err("a value has no ]".to_owned()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        let nodes = main_line(text).unwrap();
        let of = |node: &SgfNode| {
            let of_side = |name: &str| Some(format!("{name}{}", node.value(name)?));
            of_side("B").or_else(|| of_side("W"))
        };
        nodes.iter().filter_map(of).collect()
    }

    /// The example of the standard's page on its grammar: a tree whose main line is the first branch everywhere.
    #[test]
    fn the_main_line_is_the_first_branch_everywhere() {
        let tree = "(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))";
        let comments: Vec<_> = main_line(tree).unwrap();
        let comments: Vec<_> = comments.iter().filter_map(|node| node.value("C")).collect();
        assert_eq!(comments, ["root", "a", "b", "c"]);
    }

    #[test]
    fn blanks_escapes_and_old_names_are_read() {
        let text = "\u{feff}\n( ;GaMe[1] AB [aa]\n[bb]C[a \\] b \\\\ c: d\ne]\n;Black[cc] ; W[]\t)(;B[zz])";
        let nodes = main_line(text).unwrap();
        assert_eq!(nodes[0].value("GM"), Some("1"));
        assert_eq!(nodes[0].values("AB"), ["aa", "bb"]);
        assert_eq!(nodes[0].value("C"), Some("a ] b \\ c: d\ne"));
        assert_eq!(moves(text), ["Bcc", "W"]);
    }

    #[test]
    fn text_before_the_game_is_passed_over() {
        let text = "From: Ann (a friend)\nSee you; here it is:\n(\n;B[aa];W[bb])";
        assert_eq!(moves(text), ["Baa", "Wbb"]);
        assert_eq!(moves("((;B[aa])"), ["Baa"]);
    }

    /// Two letters make enough names; a name that comes again is no further property.
    #[test]
    fn a_node_has_a_limit_of_properties() {
        let letters = || 'A'..='Z';
        let names = letters().flat_map(|a| letters().map(move |b| format!("{a}{b}[]")));
        let names: Vec<String> = names.take(PROPERTIES_MOST + 1).collect();
        let all = names[..PROPERTIES_MOST].concat();
        let most = format!("(;{all}{all};{all})");
        assert_eq!(main_line(&most).unwrap().len(), 2);
        let fault = main_line(&format!("(;{})", names.concat())).unwrap_err();
        assert_eq!(fault, "line 1: a node has more than 200 properties");
    }

    #[test]
    fn a_fault_is_named_with_its_line() {
        for (text, fault) in [
            ("", "line 1: a game begins with (;"),
            ("\n;B[aa]", "line 2: a game begins with (;"),
            ("()", "line 1: a game begins with (;"),
            ("(B[aa])\n", "line 2: a game begins with (;"),
            ("(;B[aa]", "line 1: the game has no end"),
            ("(;\nB[aa", "line 2: a value has no ]"),
            ("(;\n\nB)", "line 3: the property B has no value"),
            (
                "(;[aa])",
                "line 1: '[' begins neither a node nor a property",
            ),
        ] {
            assert_eq!(main_line(text), Err(fault.to_owned()), "{text:?}");
        }
        let long = format!("({})", ";B[aa]".repeat(NODES_MOST + 1));
        assert!(
            main_line(&long)
                .unwrap_err()
                .contains("more than 10000 nodes")
        );
    }
}
