//! Reader of files in the Smart Game Format with one line of play, for tests of what is written.

use crate::{Credits, Game};

/// The nodes of the file written for a match; `number` is the number of its game in the standard.
pub(crate) fn exported(game: &dyn Game, credits: &Credits, number: u8) -> Vec<Node> {
    let export = game.export(credits).unwrap();
    let head = format!("(;FF[4]GM[{number}]");
    assert_eq!(export.extension, "sgf");
    assert!(export.text.starts_with(&head) && export.text.ends_with(")\n"));
    nodes(&export.text)
}

/// The moves of a file: the side with the value.
pub(crate) fn moves(nodes: &[Node]) -> Vec<String> {
    let of = |node: &Node| format!("{}{}", node[0].0, node[0].1[0]);
    nodes[1..].iter().map(of).collect()
}

/// A node: names of properties with their values.
pub(crate) type Node = Vec<(String, Vec<String>)>;

/// The nodes of a file with one line of play: names with their values.
fn nodes(text: &str) -> Vec<Node> {
    let mut chars = text.chars().peekable();
    let mut nodes: Vec<Node> = Vec::new();
    let mut name = String::new();
    while let Some(c) = chars.next() {
        match c {
            ';' => nodes.push(Vec::new()),
            '[' => {
                let mut value = String::new();
                loop {
                    match chars.next().unwrap() {
                        ']' => break,
                        '\\' => value.push(chars.next().unwrap()),
                        c => value.push(c),
                    }
                }
                let node = nodes.last_mut().unwrap();
                match name.is_empty() {
                    true => node.last_mut().unwrap().1.push(value),
                    false => node.push((std::mem::take(&mut name), vec![value])),
                }
            }
            c if c.is_ascii_uppercase() => name.push(c),
            c => assert!("()\n".contains(c), "{c}"),
        }
    }
    nodes
}

/// The values of a property of the first node, with blanks between.
pub(crate) fn value(nodes: &[Node], name: &str) -> Option<String> {
    let found = nodes[0].iter().find(|(known, _)| known == name);
    found.map(|(_, values)| values.join(" "))
}
