//! The techniques of the search, by name: each can be switched off to see its effect, and on wherever it is sound.

use std::fmt;

named! {
    /// One technique. The search documents the effect, reason and source of each.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    #[non_exhaustive]
    pub enum Technique {
        /// Cut-offs; without them every driver is a full minimax.
        AlphaBeta = "ALPHABETA",
        /// The transposition table: values and best moves of positions seen before.
        Tt = "TT",
        /// One entry of the table for all images of a position under the symmetries of the board.
        CanonTt = "CANON_TT",
        /// Enhanced transposition cut-off: a child in the table may refute the node before any move is searched.
        Etc = "ETC",
        /// Null windows around the principal variation.
        Pvs = "PVS",
        /// A narrow window around the value of the iteration before.
        Aspiration = "ASPIRATION",
        /// The game's own guess at how good a move is.
        Order = "ORDER",
        /// Trial: where the game has no guess of its own, each move is made, and the evaluation after it orders the moves.
        Trial = "TRIAL",
        /// Forced replies: moves after which the opponent wins on the next move are left out if there is another move.
        Forced = "FORCED",
        /// Moves that win material at once go first.
        Gain = "GAIN",
        /// Moves that cut off at the same ply are tried early.
        Killers = "KILLERS",
        /// The move that refuted the same move before is tried early.
        Counters = "COUNTERS",
        /// Moves that cut off elsewhere in the tree are tried earlier.
        History = "HISTORY",
        /// History by the move and a move before it.
        ContHist = "CONTHIST",
        /// History by the move and the structure of the position.
        StructHist = "STRUCTHIST",
        /// Depth 1, 2, 3, … up to the limit, each helped by the one before.
        Deepening = "DEEPENING",
        /// The game's own table or solver answers in place of a search.
        Tables = "TABLES",
        /// The game's book answers in place of a search: in the games of `rookery-games`, for a search of this crate has none.
        Book = "BOOK",
        /// Proof-number search: where it proves a win of the side to move, that answers in place of a search. So it is in the games of
        /// `rookery-games`; with this crate alone, call [`crate::ProofNumberSearch`] before the search.
        Proof = "PROOF",
        /// Correction: the error that searches have found in the evaluation of positions alike in structure is added to it.
        Correction = "CORRECTION",
        /// Null move: a side that stands well even after passing need not look further.
        Null = "NULL",
        /// Quiescence: at the horizon, noisy moves are played out before the evaluation is believed.
        Qsearch = "QSEARCH",
        /// Static exchange evaluation: exchanges that lose material are put off, and left out near the horizon.
        See = "SEE",
        /// Candidates: moves that the game considers pointless are left out, unless all others lose.
        Candidates = "CANDIDATES",
        /// Late move reductions: moves late in the order are searched less deep first.
        Lmr = "LMR",
        /// Late move pruning: near the horizon, moves late in the order are left out.
        Lmp = "LMP",
        /// Reverse futility: near the horizon, an evaluation far above the window is believed.
        Rfp = "RFP",
        /// Razoring: near the horizon, an evaluation far below the window is checked by quiescence alone.
        Razor = "RAZOR",
        /// Futility: near the horizon, quiet moves that cannot reach the window are left out.
        Futility = "FUTILITY",
        /// ProbCut: a shallow search far above the window stands for the deep one.
        ProbCut = "PROBCUT",
        /// Multi-ProbCut: the same on both sides of the window, at several depths, with margins from measured errors.
        Mpc = "MPC",
        /// Internal iterative reduction: a node without a table move is searched less deep.
        Iir = "IIR",
        /// Extensions: forcing moves are searched deeper, by fractions of a ply.
        Extensions = "EXTENSIONS",
        /// Singular extension: a move that is far better than all others is searched deeper; with multi-cut.
        Singular = "SINGULAR",
        /// The evaluation itself asks to go on at the horizon.
        GoOn = "GO_ON",
        /// Tapered search: the later a move is in the order, the fewer moves are looked at after it.
        Tapered = "TAPERED",
        /// Shannon's type B: only the most plausible moves of each node.
        TypeB = "TYPE_B",
        /// Turing's search: every move for two plies, then captures only.
        Turing = "TURING",
    }
}

impl Technique {
    #[inline]
    const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Techniques(u64);

/// The number of characters of an unknown name that the message repeats.
const NAME_CHARS: usize = 40;

/// A name that is not a technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no technique '{name}'; this build has {known}")]
pub struct UnknownTechnique {
    /// The name that was asked for.
    pub name: String,
    /// All names, comma-separated.
    pub known: String,
}

impl Techniques {
    /// No technique.
    pub const NONE: Techniques = Techniques(0);

    /// Those that save nodes and estimate nothing, sound in every game. The value is that of a full search to the same depth; with
    /// [`Technique::Tt`], only where every path to a position has the same number of moves (elsewhere, the table may know it by a deeper
    /// search or by another path).
    pub const EXACT: Techniques = Techniques::of(&[
        Technique::AlphaBeta,
        Technique::Tt,
        Technique::CanonTt,
        Technique::Etc,
        Technique::Pvs,
        Technique::Aspiration,
        Technique::Order,
        Technique::Forced,
        Technique::Gain,
        Technique::Killers,
        Technique::Counters,
        Technique::History,
        Technique::ContHist,
        Technique::StructHist,
        Technique::Deepening,
    ]);

    /// Those of a game that says nothing: the exact ones that are worth their time with rules and an evaluation alone, and reverse
    /// futility, whose margin the search takes from the evaluation itself.
    pub const GENERAL: Techniques = Techniques::EXACT
        .without(Techniques::of(&[Technique::Etc, Technique::ContHist]))
        .with(Technique::Rfp);

    /// Answers that are looked up: used only where they are asked for.
    pub const LOOKED_UP: Techniques = Techniques::of(&[Technique::Tables, Technique::Book]);

    /// Answers in place of a search, looked up or proven: used only where they are asked for.
    pub const INSTEAD: Techniques = Techniques::LOOKED_UP.with(Technique::Proof);

    /// Historical ways to narrow a search, kept to compare with: used where they are asked for, or where a game has too many moves for a whole tree.
    pub const HISTORICAL: Techniques =
        Techniques::of(&[Technique::Tapered, Technique::TypeB, Technique::Turing]);

    /// The set of these.
    pub const fn of(techniques: &[Technique]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < techniques.len() {
            bits |= techniques[i].bit();
            i += 1;
        }
        Techniques(bits)
    }

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

    /// Those of this set that are also in `other`.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Techniques) -> Self {
        Techniques(self.0 & other.0)
    }

    /// Those of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Techniques) -> Self {
        Techniques(self.0 & !other.0)
    }

    /// Whether the technique is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & technique.bit() != 0
    }

    /// The techniques of the set, in the order of [`Technique::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.into_iter().filter(move |&t| self.has(t))
    }

    /// Reads names between commas, in upper or lower case; an empty text is the empty set.
    ///
    /// # Errors
    /// A name that is not a technique, with the list of those there are.
    pub fn parse(text: &str) -> Result<Self, UnknownTechnique> {
        let mut set = Techniques::NONE;
        for name in text.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            let technique = Technique::ALL
                .into_iter()
                .find(|t| t.name().eq_ignore_ascii_case(name))
                .ok_or_else(|| UnknownTechnique {
                    name: name.chars().take(NAME_CHARS).collect(),
                    known: Technique::ALL.map(Technique::name).join(", "),
                })?;
            set = set.with(technique);
        }
        Ok(set)
    }
}

/// The names, with commas between.
impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Technique::name).collect();
        f.write_str(&names.join(","))
    }
}

impl fmt::Debug for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Technique::name))
            .finish()
    }
}

/// The techniques that a game allows, and those that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repertoire {
    /// The techniques that may be switched on.
    pub sound: Techniques,
    /// Those that a search uses unless it is told otherwise.
    pub usual: Techniques,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_in_any_case() {
        let set = Techniques::parse("tt, Pvs").unwrap();
        assert_eq!(set, Techniques::of(&[Technique::Tt, Technique::Pvs]));
        assert_eq!(Techniques::parse(""), Ok(Techniques::NONE));
    }

    #[test]
    fn an_unknown_name_lists_the_known() {
        let error = Techniques::parse("TT,MAGIC").unwrap_err().to_string();
        assert!(
            error.starts_with("there is no technique 'MAGIC'; this build has ALPHABETA, TT, "),
            "{error}"
        );
        assert!(error.ends_with(", TURING"), "{error}");
    }

    #[test]
    fn every_name_is_read_back() {
        let all = Techniques::of(&Technique::ALL);
        assert_eq!(Techniques::parse(&all.to_string()), Ok(all));
        assert_eq!(all.iter().count(), Technique::ALL.len());
    }

    #[test]
    fn the_enumeration_has_the_names_that_people_write() {
        for technique in Technique::ALL {
            let written = technique.name().replace('_', "");
            assert_eq!(format!("{technique:?}").to_uppercase(), written);
        }
    }

    /// The table of the guide: every name once, in this order, with its kind.
    #[test]
    fn the_guide_has_every_technique_with_its_kind() {
        let table = include_str!("../../guide/techniques.md");
        let rows = table.lines().filter(|line| line.starts_with("| `"));
        let found: Vec<(&str, &str)> = rows
            .map(|row| {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                (cells[1].trim_matches('`'), cells[3])
            })
            .collect();
        let kind = |technique: Technique| match technique {
            // It orders moves alone, and is not in the set because it costs more than it saves in most games.
            Technique::Trial => "exact",
            _ if Techniques::EXACT.has(technique) => "exact",
            _ if Techniques::LOOKED_UP.has(technique) => "looked up",
            Technique::Proof => "proof",
            _ if Techniques::HISTORICAL.has(technique) => "historical",
            _ => "selective",
        };
        let known: Vec<_> = Technique::ALL.map(|t| (t.name(), kind(t))).into();
        assert_eq!(found, known);
    }
}
