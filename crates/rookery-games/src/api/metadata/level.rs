//! The eight levels at which the engine plays.

use std::fmt;

use crate::Message;
use rookery_engine::{Handicap, Request, Technique, Techniques};

/// The limits and errors of one level. Limits are nodes first, so that strength does not depend on the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Nodes of one search; 0 = the answer comes from the game's table, without a search.
    pub nodes: u64,
    /// Depth in plies; 0 = no limit.
    pub depth: u32,
    /// The sources that it looks up before it searches: book, tables, solver.
    pub looks_up: Techniques,
    /// The errors that the level makes beyond that.
    pub handicap: Handicap,
}

impl Level {
    /// The number of levels of a game.
    pub const COUNT: u8 = 8;

    /// Levels for a game in which none were measured: each looks further than the one below and errs less.
    pub const LADDER: [Level; Level::COUNT as usize] = [
        Level::weak(60, 1, [400, 500, 300]),
        Level::weak(200, 2, [200, 380, 150]),
        Level::weak(600, 3, [130, 250, 95]),
        Level::weak(1_500, 4, [90, 150, 60]),
        Level::weak(5_000, 5, [50, 70, 35]),
        Level::weak(20_000, 7, [25, 25, 15]),
        Level::weak(80_000, 9, [8, 4, 5]),
        Level::knowing(300_000, 0),
    ];

    /// A level that errs in no other way than by looking less far.
    pub const fn plain(nodes: u64, depth: u32) -> Self {
        Level {
            nodes,
            depth,
            looks_up: if nodes == 0 {
                Techniques::of(&[Technique::Tables])
            } else {
                Techniques::NONE
            },
            handicap: Handicap::NONE,
        }
    }

    /// A level that errs: it misjudges positions by `sigma_cp` (standard deviation), overlooks `oversight_permille` in a thousand
    /// quiet replies, and may choose a move that is worse than the best by up to `margin_cp`.
    pub const fn weak(
        nodes: u64,
        depth: u32,
        [sigma_cp, oversight_permille, margin_cp]: [u16; 3],
    ) -> Self {
        Level {
            handicap: Handicap {
                sigma_cp,
                oversight_permille,
                margin_cp,
            },
            ..Level::plain(nodes, depth)
        }
    }

    /// A level that asks the game's book, tables and solver first, and searches if they have no answer.
    pub const fn knowing(nodes: u64, depth: u32) -> Self {
        Level {
            looks_up: Techniques::LOOKED_UP,
            ..Level::plain(nodes, depth)
        }
    }

    /// A level that asks the game's tables or solver first, but not its book, and searches if they have no answer.
    pub const fn asking_tables(nodes: u64, depth: u32) -> Self {
        Level {
            looks_up: Techniques::of(&[Technique::Tables]),
            ..Level::plain(nodes, depth)
        }
    }

    /// The sentence about its depth and its oversights, for a person who chooses an opponent. Depths count the moves of both
    /// sides.
    pub fn sight(&self) -> Message {
        let (nodes, depth) = (self.nodes, self.depth as usize);
        let missed = usize::from(self.handicap.oversight_permille);
        match (nodes, depth, missed) {
            (0, _, _) => Message::new("level-sight-table"),
            (_, 0, _) => {
                Message::new("level-sight-positions").with("thousands", (nodes / 1000) as usize)
            }
            // A level that does not look at replies has none to overlook.
            (_, 1, _) | (_, _, 0) => Message::new("level-sight").with("depth", depth),
            _ => Message::new("level-sight-gaps")
                .with("depth", depth)
                .with("one_in", (1000 + missed / 2) / missed),
        }
    }

    /// The request to [`Game::search`](crate::Game::search) at this level; `seed` decides among equally good moves.
    pub fn request(self, seed: u64) -> Request {
        Request {
            depth: self.depth,
            nodes: self.nodes,
            on: self.looks_up,
            seed,
            handicap: self.handicap,
            ..Request::default()
        }
    }
}

/// The parameters, in the form in which the players of a test match are described.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Handicap {
            sigma_cp,
            oversight_permille,
            margin_cp,
        } = self.handicap;
        write!(f, "nodes={},depth={}", self.nodes, self.depth)?;
        write!(
            f,
            ",sigma={sigma_cp},blind={oversight_permille},margin={margin_cp}"
        )?;
        for technique in self.looks_up.iter() {
            write!(f, ",on={}", technique.name())?;
        }
        Ok(())
    }
}

/// The eight levels have the same names in every game; level 1 is the weakest.
pub const LEVEL_COUNT: u8 = Level::COUNT;

/// The name of a level, 1 to 8, in words.
pub fn level_name(level: u8) -> Message {
    Message::new(match level {
        0 | 1 => "level-1",
        2 => "level-2",
        3 => "level-3",
        4 => "level-4",
        5 => "level-5",
        6 => "level-6",
        7 => "level-7",
        _ => "level-8",
    })
}

/// A line that describes a level as an opponent. A level out of range counts as the nearest one.
pub fn level_character(level: u8) -> Message {
    Message::new(match level {
        0 | 1 => "level-character-1",
        2 => "level-character-2",
        3 => "level-character-3",
        4 => "level-character-4",
        5 => "level-character-5",
        6 => "level-character-6",
        7 => "level-character-7",
        _ => "level-character-8",
    })
}
