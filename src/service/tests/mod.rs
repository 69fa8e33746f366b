//! The service on a SQLite of its own, with noughts and crosses whose engine the tests can hold up or break.

mod acts;
mod captcha_bench;
mod captcha_proofs;
mod engine_moves;
mod kinds;
mod nodes;
mod site;
