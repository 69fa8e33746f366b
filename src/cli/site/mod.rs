//! Commands of the site's owner.

pub mod admin;
pub mod args;
pub mod backup;
pub mod config;
pub mod doubts;
pub mod healthcheck;
pub mod listener;
pub mod log;
pub mod manual;
pub mod serve;
