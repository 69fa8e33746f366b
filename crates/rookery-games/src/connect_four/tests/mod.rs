//! Connect Four against published counts and values, and against slow programs without bitboards.

mod book;
mod data;
mod patterns;
mod play;
mod rules;
mod slow;
mod solver;
