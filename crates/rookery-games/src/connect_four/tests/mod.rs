//! Connect Four against published counts and values, and against slow programs that know no bits.

mod book;
mod data;
mod play;
mod rules;
mod slow;
mod solver;
