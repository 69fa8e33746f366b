//! The walk along the tree of legal moves: a person taps spaces, and each tap leads one step further.
//!
//! `static/walk.js` walks the same way in the browser; `tests/browser/walk-cases.json` holds both to one table.

use std::collections::BTreeMap;

use rookery_games::api::view::LegalMove;

/// The result of a tap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The move is incomplete, or may stop here or go on: these are its tokens so far.
    Extended(Vec<String>),
    /// A whole move: play it.
    Complete(Vec<String>),
    /// The tap began another move: these are its tokens so far.
    Restarted(Vec<String>),
    /// The selection was tapped again and is dropped.
    Cleared,
    /// The tap alone would be another whole move: nothing is played, and these tokens stay.
    Kept(Vec<String>),
    /// No legal move has this tap here; the selection is dropped. The tokens are those that were tried.
    NotLegal(Vec<String>),
}

/// The tree of legal moves, as the list of its paths.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    paths: Vec<&'a [String]>,
}

impl<'a> Walk<'a> {
    /// The walk along these moves.
    pub fn new(moves: &'a [LegalMove]) -> Self {
        Walk {
            paths: moves
                .iter()
                .flat_map(|m| m.paths().map(Vec::as_slice))
                .collect(),
        }
    }

    /// The walk along the moves that go on after `prefix`.
    pub fn under(&self, prefix: &[String]) -> Self {
        Walk {
            paths: self.below(prefix).collect(),
        }
    }

    /// The legal next tokens after `prefix`, each once, in the order of the moves.
    pub fn next(&self, prefix: &[String]) -> Vec<&'a str> {
        let mut tokens = Vec::new();
        for path in self.below(prefix) {
            let token = path[prefix.len()].as_str();
            if !tokens.contains(&token) {
                tokens.push(token);
            }
        }
        tokens
    }

    /// The tokens that lead somewhere after `prefix` although they are not next tokens: those that end exactly one continuation of a begun
    /// move and, while `prefix` is a single token, the first tokens of other moves with more than one token. Consistent with [`Walk::tap`],
    /// which decides this for one token.
    pub fn short_cuts(&self, prefix: &[String]) -> Vec<&'a str> {
        if prefix.is_empty() {
            return Vec::new();
        }
        let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
        for last in self.below(prefix).filter_map(|path| path.last()) {
            *endings.entry(last).or_default() += 1;
        }
        let once = endings.into_iter().filter(|(_, count)| *count == 1);
        let anew = self.next(&[]).into_iter().filter(|token| {
            let is_selected = matches!(prefix, [selected] if token == selected);
            prefix.len() == 1 && !is_selected && !self.ends_with(&with(&[], token))
        });
        once.map(|(token, _)| token).chain(anew).collect()
    }

    /// Whether `prefix` begins a legal move (or is one).
    pub fn is_begun(&self, prefix: &[String]) -> bool {
        self.paths.iter().any(|path| path.starts_with(prefix))
    }

    /// Whether the move may stop at `prefix` although it could go on, so that a "Finish move" button is needed.
    pub fn can_finish(&self, prefix: &[String]) -> bool {
        self.is_whole(prefix) && self.below(prefix).next().is_some()
    }

    /// The result of a tap on `token` after `prefix`.
    ///
    /// In this order: a legal next token; in a begun move, the last token of exactly one continuation, which takes that whole
    /// path (a forced chain costs one tap); the selected token again, which drops it; the first token of another move. A tap on a space
    /// never plays a whole move that the player might not have meant, whether before a piece is chosen or during another move; nor does
    /// it discard a begun move of more than one token.
    pub fn tap(&self, prefix: &[String], token: &str) -> Step {
        let tried = with(prefix, token);
        if self.is_begun(&tried) {
            return self.at(tried, Step::Extended);
        }
        if let Some(path) = self.only_one_ending_in(prefix, token) {
            return Step::Complete(path.to_vec());
        }
        if prefix.len() == 1 && prefix[0] == token {
            return Step::Cleared;
        }
        let anew = with(&[], token);
        if !self.is_begun(&anew) {
            return Step::NotLegal(tried);
        }
        match prefix.len() > 1 || self.ends_with(&anew) {
            true => Step::Kept(prefix.to_vec()),
            false => Step::Restarted(anew),
        }
    }

    fn at(&self, tokens: Vec<String>, step: fn(Vec<String>) -> Step) -> Step {
        match self.ends_with(&tokens) {
            true => Step::Complete(tokens),
            false => step(tokens),
        }
    }

    /// Whether these tokens are a move that cannot go on.
    fn ends_with(&self, tokens: &[String]) -> bool {
        self.is_whole(tokens) && !self.can_finish(tokens)
    }

    fn is_whole(&self, tokens: &[String]) -> bool {
        self.paths.contains(&tokens)
    }

    fn below(&self, prefix: &[String]) -> impl Iterator<Item = &'a [String]> {
        self.paths
            .iter()
            .copied()
            .filter(move |path| path.len() > prefix.len() && path.starts_with(prefix))
    }

    fn only_one_ending_in(&self, prefix: &[String], token: &str) -> Option<&'a [String]> {
        if prefix.is_empty() {
            return None;
        }
        let mut ending = self
            .below(prefix)
            .filter(|path| path.last().is_some_and(|last| last == token));
        let first = ending.next()?;
        ending.next().is_none().then_some(first)
    }
}

fn with(prefix: &[String], token: &str) -> Vec<String> {
    prefix.iter().cloned().chain([token.to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_games::Message;

    /// The table that the browser's walk is tested with too.
    const CASES: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/browser/walk-cases.json"
    ));

    #[derive(serde::Deserialize)]
    struct Tree {
        name: String,
        paths: Vec<String>,
        cases: Vec<Case>,
    }

    #[derive(serde::Deserialize)]
    struct Case {
        prefix: String,
        next: String,
        finish: bool,
        taps: Vec<(String, String, String)>,
    }

    fn tokens(text: &str) -> Vec<String> {
        text.split(',')
            .filter(|t| !t.is_empty())
            .map(str::to_owned)
            .collect()
    }

    fn name_of(step: Step) -> (&'static str, String) {
        match step {
            Step::Extended(t) => ("extended", t.join(",")),
            Step::Complete(t) => ("complete", t.join(",")),
            Step::Restarted(t) => ("restarted", t.join(",")),
            Step::Cleared => ("cleared", String::new()),
            Step::Kept(t) => ("kept", t.join(",")),
            Step::NotLegal(t) => ("not-legal", t.join(",")),
        }
    }

    #[test]
    fn agrees_with_the_table_that_it_shares_with_the_browser() {
        let trees: Vec<Tree> = serde_json::from_str(CASES).unwrap();
        let mut taps = 0;
        for tree in &trees {
            let moves: Vec<LegalMove> = tree
                .paths
                .iter()
                .map(|path| LegalMove {
                    path: tokens(path),
                    also: Vec::new(),
                    alt: Vec::new(),
                    say: Message::new("x"),
                    fx: Vec::new(),
                })
                .collect();
            let walk = Walk::new(&moves);
            for case in &tree.cases {
                let place = format!("{} after [{}]", tree.name, case.prefix);
                let prefix = tokens(&case.prefix);
                assert_eq!(walk.next(&prefix), tokens(&case.next), "next of {place}");
                assert_eq!(walk.can_finish(&prefix), case.finish, "finish of {place}");
                let (next, short_cuts) = (walk.next(&prefix), walk.short_cuts(&prefix));
                for token in moves.iter().flat_map(|m| &m.path) {
                    let leads =
                        next.contains(&token.as_str()) || short_cuts.contains(&token.as_str());
                    let step = walk.tap(&prefix, token);
                    let is_dead = matches!(step, Step::Cleared | Step::Kept(_) | Step::NotLegal(_));
                    assert_ne!(leads, is_dead, "{place}, a tap on {token}: {step:?}");
                }
                for (token, step, result) in &case.taps {
                    let (got, path) = name_of(walk.tap(&prefix, token));
                    assert_eq!(
                        (got, &path),
                        (step.as_str(), result),
                        "{place}, a tap on {token}"
                    );
                    taps += 1;
                }
            }
        }
        assert!(taps >= 30, "the table has only {taps} taps");
    }
}
