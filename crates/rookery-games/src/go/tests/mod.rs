//! Tests of Go.

mod counts;
mod differential;
mod life;
mod patterns;
mod reference;
mod rules;
mod sgf;
mod text;

use crate::go::rules::go_rules::GoRules;
use crate::go::rules::position::{GoPosition, PASS};
use crate::{Game, Registry, Setup};
use rookery_engine::Position;

/// The point of a name, or the pass.
fn named(position: &GoPosition, name: &str) -> u8 {
    match name {
        "pass" => PASS,
        name => position.goban().grid().find(name).unwrap(),
    }
}

/// The set of points with these names.
fn set(position: &GoPosition, names: &str) -> u128 {
    let names = names.split_whitespace();
    names.fold(0, |all, name| all | 1 << named(position, name))
}

/// Makes these moves, all of which are legal.
fn play(position: &mut GoPosition, moves: &str) {
    for name in moves.split_whitespace() {
        let m = named(position, name);
        assert!(position.is_legal(m), "{name}");
        position.play(m);
    }
}

/// A position from text on a board of this size, with the usual rules.
fn read(size: u8, text: &str) -> GoPosition {
    crate::go::position_text::parse(text, GoRules::usual(size)).unwrap()
}

/// The game with these options.
fn game(variant: &str, options: &[(&str, &str)], start: &str) -> Box<dyn Game> {
    let own = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let setup = Setup {
        variant: variant.to_owned(),
        options: options.iter().map(own).collect(),
        start: start.to_owned(),
    };
    let go = Registry::shipped().find("go").unwrap();
    go.start(&setup).unwrap()
}
