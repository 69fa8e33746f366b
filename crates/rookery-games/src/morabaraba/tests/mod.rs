//! Morabaraba against published counts, a slow second implementation, and hand-made positions.

mod counts;
mod endgame;
mod play;
mod rule_options;
mod tables;
mod text;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::rule_options::Rules;
use crate::mills::tests::table;
use crate::morabaraba::{Morabaraba, MorabarabaGame};

/// A match in progress.
type Table = table::Table<Morabaraba>;

/// The rules of the published tables: no draw by counting, no draw by repetition.
const UNCOUNTED: Rules = Morabaraba::RULES.uncounted();

/// The game with these options.
fn game(options: &[(&str, &str)]) -> MorabarabaGame {
    table::game(options)
}
