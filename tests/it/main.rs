//! The integration tests: one binary, one module a feature. `support` is what they share.

#![allow(
    clippy::unwrap_used,
    reason = "where a test's own ground gives way, the test fails"
)]
#![allow(clippy::print_stdout, reason = "figures for who asks with --nocapture")]

mod admin;
mod api;
mod api_document;
mod asked_match;
mod audio;
mod audit;
mod binary;
mod bombs;
mod bytes;
mod captcha;
mod captcha_api;
mod cli;
mod config_keys;
mod csrf;
mod deploy;
mod draws;
mod figures;
mod forms;
mod guests;
mod handed_over;
mod headers;
mod lab;
mod limits;
mod login;
mod manual;
mod monitoring;
mod nodes;
mod outside;
mod parallel_guesses;
mod paths;
mod pipes;
mod play;
mod rooms;
mod routes;
mod signup;
mod store;
mod strangers;
mod support;
mod uci;
mod words;
