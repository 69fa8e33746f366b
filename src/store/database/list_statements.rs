//! Statements of the lists and the sweep, for tests of their query plans.

use crate::store::accounts::users::{LIST_APPROVED, LIST_WAITING};
use crate::store::audit::LIST_AUDIT;
use crate::store::matches::best_levels::LIST_BEST_LEVELS;
use crate::store::matches::game_lists::{
    FINISHED_OF_GUEST, FINISHED_OF_USER, LIST_OF_GUEST, LIST_OF_USER, LIST_OF_USER_IN_GAME,
};
use crate::store::sweep::{
    AUDIT, CAPTCHAS, DELETE_UNOWNED, FIND_UNOWNED, HITS, KNOWN_NETWORKS, PASSES, SESSIONS, TOKENS,
};

/// The statements of the lists and the sweep, by name; `EXPLAIN` shows that each uses an index.
pub const LIST_STATEMENTS: &[(&str, &str)] = &[
    ("games of a user", LIST_OF_USER),
    ("games of a guest", LIST_OF_GUEST),
    ("matches of a user in one game", LIST_OF_USER_IN_GAME),
    ("first match of a user", FINISHED_OF_USER),
    ("first match of a guest", FINISHED_OF_GUEST),
    ("best levels of a user", LIST_BEST_LEVELS),
    ("users who wait", LIST_WAITING),
    ("users", LIST_APPROVED),
    ("audit log", LIST_AUDIT),
    ("games that nobody owns", FIND_UNOWNED),
    ("removal of games", DELETE_UNOWNED),
    ("old sessions", SESSIONS),
    ("old challenges", CAPTCHAS),
    ("old passes", PASSES),
    ("old tokens", TOKENS),
    ("old audit log", AUDIT),
    ("old counters", HITS),
    ("old networks", KNOWN_NETWORKS),
];
