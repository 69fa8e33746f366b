//! Persistence: SQL and nothing else. The same SQL text serves SQLite and PostgreSQL; times are Unix milliseconds supplied by
//! the caller, ids are newtypes, and results are domain types, never rows.
//!
//! A file per noun adds its methods to [`Store`]; each says which of them are one statement or one transaction, because
//! races are decided there and nowhere else.

#[macro_use]
mod dialect;
#[macro_use]
mod accounts;
#[macro_use]
mod matches;
mod assets;
mod audit;
mod captcha;
mod database;
mod error;
mod limits;
mod load;
mod nodes;
mod page_cursor;
mod secrets;
mod sessions;
mod settings;
mod sweep;

pub use accounts::{
    Credentials, Invitation, IssuedToken, NewToken, NewUser, TokenKind, User, UserFilter, UserState,
};
pub use assets::{Asset, AssetInfo, AssetKind, NewAsset, asset_hash};
pub use audit::{Actor, ActorKind, AuditEntry, AuditFilter, AuditRow};
pub use captcha::{
    Admission, Arrival, ArrivalKind, CaptchaCount, CaptchaEvent, CaptchaSite, CaptchaTime,
    Challenge, Ended, FirstTries, Issued, KeptChallenge, LastHour, NewCaptchaPass, NewCaptchaSite,
    OPEN_CHALLENGES, ReadingTest, ReadingTotals, Redeemed, site_of_session, site_session,
};
pub use database::list_statements::{LIST_STATEMENTS, POSTGRES_LIST_STATEMENTS};
pub use database::{BackupProgress, Occupied, OpenOptions, SQLITE_FILE, Store, back_up, restore};
pub use error::{Error, GIVEN_UP_AFTER, in_a_minute, in_time};
pub use limits::{Charge, seconds_left};
pub use load::{Connections, Load};
pub use matches::{
    BestLevel, COUNTED_AT_MOST, GAMES_AT_ONCE, GameResults, GameSummary, Owner, StoredAnalysis,
    Totals,
};
pub use page_cursor::{InvalidPageCursor, Listed, PageCursor};
pub use sessions::{
    SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, STRANGER_MS, Session, SessionRecords, session_hash,
};
pub use settings::Setting;
pub use sweep::{GameBatches, SWEPT_AT_ONCE};
