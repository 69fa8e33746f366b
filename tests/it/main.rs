//! Integration tests: one binary, one module per feature, with shared code in `support`.

#![allow(
    clippy::unwrap_used,
    reason = "where a test's own ground gives way, the test fails"
)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "figures for who asks with --nocapture"
)]

mod admin;
mod analysis;
mod api;
mod api_document;
mod approval;
mod audio;
mod audit;
mod backup;
mod best_levels;
mod binary;
mod bombs;
mod bytes;
mod captcha;
mod captcha_api;
mod captcha_directories;
mod captcha_frames;
mod captcha_sample;
mod captcha_weight;
mod circles;
mod cli;
mod clients_that_leave;
mod config_keys;
mod connections;
mod csrf;
mod cut_line;
mod deletion;
mod deploy;
mod disk_full;
mod draws;
mod engine_matches;
mod export;
mod external_engines;
mod figures;
mod folder;
mod forms;
mod guests;
mod handed_over;
mod headers;
mod headings;
mod home;
mod kill;
mod lab;
mod limits;
mod locked;
mod log;
mod login;
mod look;
mod maintenance;
mod manifest;
mod manual;
mod many_rows;
mod match_page;
mod memory;
mod monitoring;
mod nodes;
mod notation;
mod outside;
mod parallel_guesses;
mod paths;
mod pictures;
mod pipes;
mod play;
mod preferences;
mod reading_test;
mod refusals;
mod requested_match;
mod rooms;
mod routes;
mod rules;
mod sent_twice;
mod signup;
mod slow_clients;
mod start;
mod stop;
mod store;
mod strangers;
mod streams;
mod structure;
mod support;
mod swap2;
mod techniques;
mod uci;
mod uploads;
mod user_list;
mod vendor;
mod words;
