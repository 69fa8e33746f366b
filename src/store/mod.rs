//! Everything that is kept: SQL and nothing else. One SQL text for SQLite and PostgreSQL; times are unix milliseconds
//! that the caller brings, ids are the house's newtypes, and what comes back are domain types, never rows.
//!
//! A file per noun adds its methods to [`Store`]; each says which of them are one statement or one transaction, because
//! races are decided there and nowhere else.

#[macro_use]
mod dialect;
#[macro_use]
mod user_rows;
#[macro_use]
mod game_rows;
mod asked_matches;
mod assets;
mod audit;
mod backup;
mod captcha_audio;
mod captcha_counts;
mod captcha_sites;
mod captcha_times;
mod captchas;
mod contact;
mod error;
mod game_lists;
mod games;
mod known_networks;
mod limits;
mod load;
mod nodes;
mod occupied;
mod open;
mod place;
mod seal;
mod secrets;
mod session_store;
mod sessions;
mod settings;
mod sqlite;
mod sweep;
mod tokens;
mod totals;
mod users;

pub use assets::{Asset, AssetInfo, AssetKind, NewAsset, asset_hash};
pub use audit::{Actor, AuditEntry, AuditRow};
pub use backup::{Told, back_up, restore};
pub use captcha_counts::{CaptchaCount, Event};
pub use captcha_sites::{CaptchaSite, NewCaptchaSite, Redeemed, site_of_session, site_session};
pub use captcha_times::CaptchaTime;
pub use captchas::{Challenge, Ended, Issued, OPEN_CHALLENGES};
pub use error::Error;
pub use game_lists::{GameSummary, Owner};
pub use limits::{Charge, seconds_left};
pub use load::{Connections, Load};
pub use occupied::Occupied;
pub use open::{OpenOptions, SQLITE_FILE, Store};
pub use place::{InvalidPlace, LIST_STATEMENTS, Listed, Place};
pub use session_store::{SessionRecords, session_hash};
pub use sessions::{SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, STRANGER_MS, Session};
pub use settings::Setting;
pub use sweep::{SWEPT_AT_ONCE, SWEPT_ROWS};
pub use tokens::{IssuedToken, NewToken, TokenKind};
pub use totals::{COUNTED_AT_MOST, Totals};
pub use user_rows::User;
pub use users::{Credentials, NewUser};
