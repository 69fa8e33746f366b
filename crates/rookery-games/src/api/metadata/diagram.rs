//! Diagrams of the rules: small boards beside the paragraphs that they illustrate, and exercises, on which a visitor makes the move.

/// A small board beside a paragraph of the rules, by the usual rules of its game. Its caption is the text `NAME-diagram-KEY`. A
/// test of every game in the registry holds it to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The key, from which the ids of its texts follow.
    pub key: &'static str,
    /// The key of the paragraph that it illustrates.
    pub beside: &'static str,
    /// The position as the command line reads it; empty is the usual start.
    pub position: &'static str,
    /// Moves from there to the position that is shown, as a person may type them. The last one is framed.
    pub played: &'static [&'static str],
    /// Legal moves that are drawn: an arrow for a piece that moves, a pale piece for one that is put, rings for those that leave
    /// or turn over.
    pub moves: &'static [&'static str],
    /// Taps, joined by commas, that begin no legal move although they might look so: the last one's space is crossed out.
    pub forbidden: &'static [&'static str],
    /// Spaces that the caption talks about.
    pub spaces: &'static [&'static str],
    /// The goal of the visitor's move, if the diagram is an exercise. Its caption is the task; the texts
    /// `NAME-diagram-KEY-right` and `NAME-diagram-KEY-hint` follow a right and a wrong move.
    pub goal: Option<Goal>,
}

/// The goal that the move of an exercise has to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The move wins the game.
    Win,
    /// The move turns over at least this number of pieces.
    Turn(usize),
    /// The move takes at least this number of pieces.
    Take(usize),
    /// The position after the move singles out spaces by a mark of this kind, such as the `mill` just closed.
    Mark(&'static str),
}

impl Diagram {
    /// The usual first position with nothing drawn: `Diagram { key, beside, ..Diagram::START }`.
    pub const START: Diagram = Diagram {
        key: "",
        beside: "",
        position: "",
        played: &[],
        moves: &[],
        forbidden: &[],
        spaces: &[],
        goal: None,
    };
}
