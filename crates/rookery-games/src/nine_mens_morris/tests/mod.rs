//! Nine Men's Morris against published counts, a slow second implementation, and hand-made positions.

mod counts;
mod play;
mod rule_options;
mod tables;
mod text;
mod three_men;

use crate::mills::tests::table;
use crate::nine_mens_morris::{NineMensMorris, NineMensMorrisGame};

/// A match in progress.
type Table = table::Table<NineMensMorris>;

/// The game with these options.
fn game(options: &[(&str, &str)]) -> NineMensMorrisGame {
    table::game(options)
}
