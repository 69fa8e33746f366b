//! Statements of the lists, the sweep, the monitoring, the gift of matches and the end of an account, for tests of their query plans.

use crate::store::accounts::access::{HAS_MORE_SEATS, LEAVE_SEATS};
use crate::store::accounts::user_lists::{
    LIST_ADMINS, LIST_APPROVED, LIST_ASKING, LIST_DISABLED, LIST_WAITING,
};
use crate::store::audit::{
    LIST_AUDIT, LIST_AUDIT_OF_ACTION, LIST_AUDIT_OF_ACTOR, LIST_AUDIT_OF_BOTH,
};
use crate::store::captcha::challenges::EXPIRE;
use crate::store::load::{DUE, LIVING};
use crate::store::matches::analyses::LINES;
use crate::store::matches::best_levels::{LIST_BEST_LEVELS, LOCK_SEATS_OF_GUEST, MOVE_SEATS};
use crate::store::matches::game_lists::{
    EXPORT_OF_USER, EXPORT_OF_USER_IN_GAME, FINISHED_OF_GUEST, FINISHED_OF_USER, LIST_OF_GUEST,
    LIST_OF_USER, LIST_OF_USER_IN_GAME,
};
use crate::store::matches::games::{
    CLAIM_DUE, DUE_LATER_OF_NODE, DUE_OF_NODE, SELECT_MOVES_OF_SEVERAL,
};
use crate::store::matches::results::LIST_RESULTS;
use crate::store::sessions::requested_matches::FORGET_REQUESTED;
use crate::store::sweep::{
    ARRIVALS, ARRIVALS_OF_NETWORKS, AUDIT, CAPTCHA_COUNTS, CAPTCHA_TIMES, CAPTCHAS,
    DELETE_OF_DELETED, DELETE_UNOWNED, DELETE_UNOWNED_AT_REST, FIND_OF_DELETED, FIND_UNOWNED,
    FIRST_TRIES, HITS, KNOWN_NETWORKS, PASSES, SESSIONS, TOKENS,
};

/// The statements of the lists, the sweep, the monitoring, the gift of a guest's matches to a user, and the end of a user's seats, by
/// name; `EXPLAIN` shows that each uses an index.
pub const LIST_STATEMENTS: &[(&str, &str)] = &[
    ("games of a user", LIST_OF_USER),
    ("games of a guest", LIST_OF_GUEST),
    ("matches of a user in one game", LIST_OF_USER_IN_GAME),
    ("export of the matches of a user", EXPORT_OF_USER),
    (
        "export of the matches of a user in one game",
        EXPORT_OF_USER_IN_GAME,
    ),
    ("first match of a user", FINISHED_OF_USER),
    ("first match of a guest", FINISHED_OF_GUEST),
    ("moves of several matches", SELECT_MOVES_OF_SEVERAL),
    ("lines of an analysis", LINES),
    ("best levels of a user", LIST_BEST_LEVELS),
    ("results of a user", LIST_RESULTS),
    ("users who wait", LIST_WAITING),
    ("users who wait and are not disabled", LIST_ASKING),
    ("users", LIST_APPROVED),
    ("admins", LIST_ADMINS),
    ("disabled users", LIST_DISABLED),
    ("audit log", LIST_AUDIT),
    ("audit log of an action", LIST_AUDIT_OF_ACTION),
    ("audit log of an actor", LIST_AUDIT_OF_ACTOR),
    ("audit log of an action of an actor", LIST_AUDIT_OF_BOTH),
    ("games that nobody owns", FIND_UNOWNED),
    ("removal of games", DELETE_UNOWNED),
    ("matches of deleted accounts", FIND_OF_DELETED),
    ("removal of matches of deleted accounts", DELETE_OF_DELETED),
    ("old sessions", SESSIONS),
    ("old challenges", CAPTCHAS),
    ("old passes", PASSES),
    ("old tokens", TOKENS),
    ("old audit log", AUDIT),
    ("old counters", HITS),
    ("old networks", KNOWN_NETWORKS),
    ("old arrivals of networks", ARRIVALS_OF_NETWORKS),
    ("old arrivals", ARRIVALS),
    ("old counts of captchas", CAPTCHA_COUNTS),
    ("old times of captchas", CAPTCHA_TIMES),
    ("old first tries", FIRST_TRIES),
    ("requested matches", FORGET_REQUESTED),
    ("expired challenges", EXPIRE),
    ("matches that are due", DUE),
    ("matches that are due on a node", DUE_OF_NODE),
    ("matches that are due later on a node", DUE_LATER_OF_NODE),
    ("claim of matches that are due", CLAIM_DUE),
    ("living sessions", LIVING),
    ("lock of a guest's seats", LOCK_SEATS_OF_GUEST),
    ("gift of a guest's seats", MOVE_SEATS),
    ("many seats of a user", HAS_MORE_SEATS),
    ("seats of a user who is deleted", LEAVE_SEATS),
];

/// Those that only PostgreSQL understands.
pub const POSTGRES_LIST_STATEMENTS: &[(&str, &str)] =
    &[("removal of games at rest", DELETE_UNOWNED_AT_REST)];
