//! Rookery: one binary that a club, school or company runs to have its own games site.
//!
//! The rooms, and who may import whom (arrows only downward; `tests/it/rooms.rs` holds the code to it):
//!
//! ```text
//! web     → service store work matches games accounts captcha config meters clock ids
//! service → store bus work matches games engine accounts captcha solver meters clock ids
//! store   → matches games accounts captcha ids clock
//! bus     → matches ids
//! work    → clock
//! matches → games engine ids clock
//! uci     → games engine
//! games   → engine
//! solver  → captcha clock
//! config  → captcha accounts
//! engine, captcha, accounts, meters, ids, clock → nothing of ours
//! ```

#[cfg(feature = "site")]
pub mod accounts;
#[cfg(feature = "site")]
pub mod bus;
#[cfg(feature = "captcha")]
pub mod captcha;
#[cfg(feature = "site")]
pub mod clock;
#[cfg(feature = "site")]
pub mod config;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "engine")]
pub mod games;
#[cfg(feature = "site")]
pub mod ids;
#[cfg(feature = "site")]
pub mod matches;
#[cfg(feature = "site")]
pub mod meters;
#[cfg(feature = "site")]
pub mod service;
#[cfg(feature = "site")]
pub mod solver;
#[cfg(feature = "site")]
pub mod store;
#[cfg(feature = "engine")]
pub mod uci;
#[cfg(feature = "site")]
pub mod web;
#[cfg(feature = "site")]
pub mod work;
