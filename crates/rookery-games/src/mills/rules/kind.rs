//! A mill game as its rules see it: the usual rules, and the terms of its texts.

use crate::mills::rules::rule_options::Rules;

/// One of the mill games. The implementing type is a name: it has no value of its own.
pub trait MillKind: Copy + std::fmt::Debug + Default + Eq + Send + Sync + 'static {
    /// The registry's name.
    const NAME: &'static str;
    /// No position has more legal moves than this.
    const MAX_MOVES: usize;
    /// The rules if nothing else is chosen. Endgame tables are built for them, without the draws by counting.
    const RULES: Rules;
    /// The terms of its texts.
    const TERMS: Terms;
}

/// The terms of a game in its position strings and keys.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// A single piece.
    pub man: &'static str,
    /// Several of them.
    pub men: &'static str,
    /// The side with the light men, and the side with the dark ones.
    pub colours: [&'static str; 2],
    /// The kind of piece that is drawn.
    pub piece: &'static str,
    /// The key of a loss by having too few men left.
    pub too_few: &'static str,
}
