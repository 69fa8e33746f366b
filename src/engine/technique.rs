//! The techniques of the search, by name: each can be switched off to see what it saves.

use std::fmt;

/// One technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Technique {
    /// Cut-offs; without them every driver is a full minimax.
    AlphaBeta,
    /// The transposition table: values and best moves of positions seen before.
    Tt,
    /// Null windows around the principal variation.
    Pvs,
    /// Moves that cut off at the same ply are tried early.
    Killers,
    /// Moves that cut off elsewhere in the tree are tried earlier.
    History,
    /// The game's own guess at how good a move is.
    Order,
    /// Depth 1, 2, 3, … up to the limit, each helped by the one before.
    Deepening,
    /// The game's own table or solver answers in place of a search.
    Tables,
}

impl Technique {
    /// All of them, in the order in which they are listed to people.
    pub const ALL: [Technique; 8] = [
        Technique::AlphaBeta,
        Technique::Tt,
        Technique::Pvs,
        Technique::Killers,
        Technique::History,
        Technique::Order,
        Technique::Deepening,
        Technique::Tables,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Technique::AlphaBeta => "ALPHABETA",
            Technique::Tt => "TT",
            Technique::Pvs => "PVS",
            Technique::Killers => "KILLERS",
            Technique::History => "HISTORY",
            Technique::Order => "ORDER",
            Technique::Deepening => "DEEPENING",
            Technique::Tables => "TABLES",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Techniques(u32);

/// A name that is no technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no technique '{name}'; this build has {known}")]
pub struct UnknownTechnique {
    /// What was asked for.
    pub name: String,
    /// All names, comma-separated.
    pub known: String,
}

impl Techniques {
    /// No technique.
    pub const NONE: Techniques = Techniques(0);

    /// What a search uses unless it is told otherwise: everything but tables.
    pub const STANDARD: Techniques = {
        let mut bits = 0;
        let mut i = 0;
        while i < Technique::ALL.len() {
            bits |= Technique::ALL[i].bit();
            i += 1;
        }
        Techniques(bits & !Technique::Tables.bit())
    };

    /// The set with one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Techniques(self.0 | technique.bit())
    }

    /// Those of this set or of `other`.
    #[must_use]
    pub const fn or(self, other: Techniques) -> Self {
        Techniques(self.0 | other.0)
    }

    /// Those of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Techniques) -> Self {
        Techniques(self.0 & !other.0)
    }

    /// Whether the technique is in the set.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// Reads names between commas, in upper or lower case; an empty text is the empty set.
    ///
    /// # Errors
    /// A name that is no technique, with the list of those there are.
    pub fn parse(text: &str) -> Result<Self, UnknownTechnique> {
        let mut set = Techniques::NONE;
        for name in text.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            let technique = Technique::ALL
                .into_iter()
                .find(|t| t.name().eq_ignore_ascii_case(name))
                .ok_or_else(|| UnknownTechnique {
                    name: name.to_owned(),
                    known: Technique::ALL.map(Technique::name).join(", "),
                })?;
            set = set.with(technique);
        }
        Ok(set)
    }
}

impl fmt::Debug for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Technique::ALL.into_iter().filter(|&t| self.has(t));
        f.debug_set().entries(names.map(Technique::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_in_any_case() {
        let set = Techniques::parse("tt, Pvs").unwrap();
        assert_eq!(
            set,
            Techniques::NONE.with(Technique::Tt).with(Technique::Pvs)
        );
        assert_eq!(Techniques::parse(""), Ok(Techniques::NONE));
    }

    #[test]
    fn an_unknown_name_lists_the_known() {
        let error = Techniques::parse("TT,MAGIC").unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no technique 'MAGIC'; this build has ALPHABETA, TT, PVS, KILLERS, HISTORY, ORDER, DEEPENING, TABLES"
        );
    }

    #[test]
    fn the_standard_set_has_all_but_tables() {
        for technique in Technique::ALL {
            let expected = technique != Technique::Tables;
            assert_eq!(
                Techniques::STANDARD.has(technique),
                expected,
                "{technique:?}"
            );
        }
    }
}
