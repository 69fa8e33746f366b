//! Searches of an analysis: full strength, with few nodes, so that a whole match costs seconds.

use std::time::Duration;

use rookery_engine::{Request, Technique, Techniques, Value};
use rookery_games::Game;

/// How many lines there are of a position that somebody asks about.
pub const LINES_MOST: usize = 3;

/// The nodes of one position, and of a whole match: in a long one each position has fewer.
const POSITION_NODES: u64 = 40_000;
const MATCH_NODES: u64 = 4_000_000;
/// The nodes of three lines.
const LINES_NODES: u64 = 80_000;

/// What ends a search where a solver takes long or the machine is overloaded; half of it is the solver's.
const DEADLINE: Duration = Duration::from_secs(4);
/// The table, MiB: a search of so few nodes would do with a quarter, a solver would not.
const HASH_MB: usize = 16;

/// The search request for each position of a match with `positions` positions.
pub fn position_request(positions: usize) -> Request {
    let share = MATCH_NODES / u64::try_from(positions).unwrap_or(MATCH_NODES).max(1);
    request(share.min(POSITION_NODES), 1)
}

/// The search for the best lines of one position.
pub fn lines_request() -> Request {
    request(LINES_NODES, LINES_MOST)
}

fn request(nodes: u64, multipv: usize) -> Request {
    Request {
        nodes,
        time: Some(DEADLINE),
        hash_mb: HASH_MB,
        multipv,
        on: Techniques::of(&[Technique::Tables, Technique::Book]),
        ..Request::default()
    }
}

/// The value of a game that is over for the side to move; `None` while it goes on.
pub fn end_value(game: &dyn Game) -> Option<Value> {
    let ending = game.ending()?;
    Some(match ending.winner {
        None => Value::Exact(0),
        Some(side) if side == game.side() => Value::Win(0),
        Some(_) => Value::Loss(0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_match_costs_no_more_than_a_hundred_positions() {
        for (positions, nodes) in [(1, 40_000), (100, 40_000), (400, 10_000), (4_000, 1_000)] {
            assert_eq!(position_request(positions).nodes, nodes);
        }
    }
}
