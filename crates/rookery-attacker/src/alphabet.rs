//! Alphabet: the letters of the training words.

/// The letters that the training words have, in order. A class of the network is a place among them; one more class stands
/// for "no letter".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alphabet(Vec<char>);

impl Alphabet {
    /// The letters of `words`, without case.
    pub(super) fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut letters: Vec<char> = words
            .flat_map(str::chars)
            .flat_map(char::to_lowercase)
            .collect();
        letters.sort_unstable();
        letters.dedup();
        Alphabet(letters)
    }

    /// Classes, "no letter" included, which is the last.
    pub(super) fn classes(&self) -> usize {
        self.0.len() + 1
    }

    /// The classes of a word; letters that training never saw are left out.
    pub(super) fn encode(&self, word: &str) -> Vec<usize> {
        word.chars()
            .flat_map(char::to_lowercase)
            .filter_map(|letter| self.0.binary_search(&letter).ok())
            .collect()
    }

    /// The word that classes spell; "no letter" spells nothing.
    pub(super) fn decode(&self, classes: &[usize]) -> String {
        classes
            .iter()
            .filter_map(|class| self.0.get(*class))
            .collect()
    }
}
