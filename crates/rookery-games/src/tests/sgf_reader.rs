//! Reader of files in the Smart Game Format with one line of play, for tests of what is written.

/// A node: names of properties with their values.
pub(crate) type Node = Vec<(String, Vec<String>)>;

/// The nodes of a file with one line of play: names with their values.
pub(crate) fn nodes(text: &str) -> Vec<Node> {
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
