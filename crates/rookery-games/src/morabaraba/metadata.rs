//! Metadata of Morabaraba: names, options, levels, examples.

use crate::{LEVEL_COUNT, Level, Message, OptionSpec};

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

/// The eight levels; `levels.tsv` has how each fared against the one below. What a level overlooks and misjudges tells far more
/// than how much it searches: with 64,000 nodes a move the engine scored hardly more against itself than with 16,000.
pub fn levels() -> [Level; LEVEL_COUNT as usize] {
    [
        Level::weak(100, 1, [250, 500, 250]),
        Level::weak(200, 2, [160, 370, 125]),
        Level::weak(400, 3, [140, 300, 95]),
        Level::weak(700, 4, [120, 230, 75]),
        Level::weak(1_200, 5, [102, 175, 60]),
        Level::weak(2_500, 6, [72, 100, 40]),
        Level::weak(7_000, 7, [35, 35, 18]),
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
