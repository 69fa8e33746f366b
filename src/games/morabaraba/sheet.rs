//! What is known of Morabaraba before a game starts: names, options, levels, examples.

use crate::games::{LEVEL_COUNT, Level, Message, OptionSpec};

/// The paragraphs of the rules page.
pub fn rules() -> Vec<Message> {
    [
        "morabaraba-rules-aim",
        "morabaraba-rules-board",
        "morabaraba-rules-placing",
        "morabaraba-rules-shooting",
        "morabaraba-rules-moving",
        "morabaraba-rules-see-saw",
        "morabaraba-rules-see-saw-example",
        "morabaraba-rules-flying",
        "morabaraba-rules-winning",
        "morabaraba-rules-draws",
        "morabaraba-rules-notation",
        "morabaraba-rules-source",
    ]
    .map(Message::new)
    .to_vec()
}

/// The keys of the options.
pub mod key {
    /// Who moves first.
    pub const FIRST: &str = "moves-first";
    /// Who must be down to three cows for the ten-move draw.
    pub const THREE_COW_DRAW: &str = "three-cow-draw";
    /// Whether a third repetition is a draw.
    pub const REPETITION_DRAW: &str = "repetition-draw";
    /// Whether 100 plies without a shot are a draw.
    pub const HUNDRED_PLY_DRAW: &str = "hundred-ply-draw";
}

/// The options, each with its default first.
pub fn options() -> Vec<OptionSpec> {
    let switch = || {
        vec![
            ("on", Message::new("morabaraba-option-on")),
            ("off", Message::new("morabaraba-option-off")),
        ]
    };
    vec![
        OptionSpec {
            key: key::FIRST,
            label: Message::new("morabaraba-option-first"),
            values: vec![
                ("dark", Message::new("morabaraba-dark")),
                ("light", Message::new("morabaraba-light")),
            ],
        },
        OptionSpec {
            key: key::THREE_COW_DRAW,
            label: Message::new("morabaraba-option-three-cow-draw"),
            values: vec![
                ("both", Message::new("morabaraba-option-both")),
                ("either", Message::new("morabaraba-option-either")),
                ("off", Message::new("morabaraba-option-off")),
            ],
        },
        OptionSpec {
            key: key::REPETITION_DRAW,
            label: Message::new("morabaraba-option-repetition-draw"),
            values: switch(),
        },
        OptionSpec {
            key: key::HUNDRED_PLY_DRAW,
            label: Message::new("morabaraba-option-hundred-ply-draw"),
            values: switch(),
        },
    ]
}

/// The eight levels. The first does not finish even one ply: it looks at the few moves that seem best at a glance.
pub fn levels() -> [Level; LEVEL_COUNT as usize] {
    [
        Level::plain(8, 1),
        Level::plain(200, 1),
        Level::plain(2_000, 2),
        Level::plain(6_000, 4),
        Level::plain(20_000, 6),
        Level::plain(60_000, 8),
        Level::plain(150_000, 12),
        Level::knowing(600_000, 0),
    ]
}

/// Positions of each phase for the bench, and the depth they are searched to.
pub fn bench() -> (&'static [&'static str], u32) {
    (
        &[
            "********/********/******** b p p 0 12 0 12 board:12d",
            "*****O**/********/**OO@*@* b p p 3 9 2 9 board:12d",
            "***O*O**/*@*O*O*@/@@****O@ b m s 5 0 5 0 board:12d",
            "****O***/**O****O/@*@*@@O* b m s 4 0 4 0 board:12d",
            "********/@****O**/*@*OOO*@ b m s 4 0 3 0 board:12d",
        ],
        7,
    )
}

/// A short game for the picture in the list: the placing of a game between two strong levels.
pub fn showcase() -> &'static [&'static str] {
    &[
        "b2", "b6", "f2", "d2", "f6", "f4", "g7", "e5", "e3", "g4", "c3", "e4xc3", "a1", "c3",
        "g1xc3", "c3", "d1xd2", "d2", "a7", "d7", "a4xd2", "d2", "c5", "b4",
    ]
}
