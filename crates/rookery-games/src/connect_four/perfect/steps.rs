//! Steps of the perfect solver, each of which can be switched off to see its effect.

/// The names of the steps, each built on those before it.
pub(in crate::connect_four) const NAMES: [&str; 8] = [
    "ORDER",
    "TABLE",
    "DEEPENING",
    "THREATS",
    "FORCED",
    "MIRROR",
    "BOUNDS",
    "ETC",
];

/// The steps that a solver takes; without any of them it is plain alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::connect_four) struct Steps {
    /// Columns from the centre outwards.
    pub order: bool,
    /// The transposition table.
    pub table: bool,
    /// Null windows that close in on the score, in place of one open window.
    pub deepening: bool,
    /// Moves that leave more cells to win on go first.
    pub threats: bool,
    /// Moves that lose at once are never made, forced replies are played out on the spot, and double threats are seen before
    /// they are made.
    pub forced: bool,
    /// One table entry for a position and its mirror image.
    pub mirror: bool,
    /// A side that cannot get four in a row any more, or not against a follower who answers in the same column, does not win.
    pub bounds: bool,
    /// Enhanced transposition cut-off: children in the table may decide their parent.
    pub etc: bool,
}

impl Steps {
    /// All steps but these.
    pub fn without(names: &[&str]) -> Self {
        let [
            order,
            table,
            deepening,
            threats,
            forced,
            mirror,
            bounds,
            etc,
        ] = NAMES.map(|name| !names.contains(&name));
        Steps {
            order,
            table,
            deepening,
            threats,
            forced,
            mirror,
            bounds,
            etc,
        }
    }
}
