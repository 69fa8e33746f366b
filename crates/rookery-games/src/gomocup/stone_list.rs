//! The stones on the board in the order in which they came, and the game that they make.

use crate::gomocup::coordinates::Coordinates;
use crate::gomocup::rule::Rule;
use crate::{Game, GameType, Setup};

/// The signs of the two sides in the game's positions.
const SIGNS: [char; 2] = ['x', 'o'];

/// Stones, each with its side: 0 moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoneList {
    /// Points of a side of the board.
    size: u8,
    stones: Vec<(Coordinates, usize)>,
}

impl StoneList {
    /// An empty board.
    pub fn new(size: u8) -> Self {
        StoneList {
            size,
            stones: Vec::new(),
        }
    }

    /// Points of a side of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whether there are no stones.
    pub fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }

    /// The number of stones.
    pub fn count(&self) -> usize {
        self.stones.len()
    }

    /// The number of stones of a side.
    pub fn count_of(&self, side: usize) -> usize {
        self.stones.iter().filter(|(_, of)| *of == side).count()
    }

    /// The same stones, those of side 0 as those of side 1.
    pub fn with_sides_exchanged(mut self) -> Self {
        for (_, side) in &mut self.stones {
            *side = 1 - *side;
        }
        self
    }

    /// The side to move, where both sides have moved in turn.
    pub fn side(&self) -> usize {
        self.stones.len() % 2
    }

    /// Adds a stone of a side.
    ///
    /// # Errors
    /// The point is not on the board, or taken.
    pub fn put(&mut self, point: Coordinates, side: usize) -> Result<(), String> {
        let last = self.size - 1;
        if point.x > last || point.y > last {
            return Err(format!(
                "{point} is not on the board: both numbers are from 0 to {last}"
            ));
        }
        if self.stones.iter().any(|(taken, _)| *taken == point) {
            return Err(format!("a stone stands on {point}: name a free point"));
        }
        self.stones.push((point, side));
        Ok(())
    }

    /// Takes a stone off again, one of the side that has moved last.
    ///
    /// # Errors
    /// There is no such stone.
    pub fn take_back(&mut self, point: Coordinates) -> Result<(), String> {
        let found = self.stones.iter().position(|(taken, _)| *taken == point);
        let Some(found) = found else {
            return Err(format!("no stone stands on {point}"));
        };
        if self.stones[found].1 == self.side() {
            return Err(format!(
                "the stone on {point} belongs to the side that is to move: take the last stone back first"
            ));
        }
        self.stones.remove(found);
        Ok(())
    }

    /// The game with these stones.
    ///
    /// # Errors
    /// No game leads to them: under a rule that forbids points (renju), none in this order.
    pub fn game(&self, game_type: &dyn GameType, rule: Rule) -> Result<Box<dyn Game>, String> {
        let start = match rule.forbids() {
            true => String::new(),
            false => self.position(),
        };
        let setup = Setup {
            variant: rule.variant()?.to_owned(),
            options: vec![("size".to_owned(), self.size.to_string())],
            start,
        };
        let mut game = game_type.start(&setup).map_err(|why| why.to_string())?;
        if rule.forbids() {
            for &(point, side) in &self.stones {
                if game.side() != side {
                    return Err(format!(
                        "the stone on {point} is not that of the side to move: under renju, stones come in the order in which they were put down"
                    ));
                }
                self.play(game.as_mut(), point)?;
            }
        }
        Ok(game)
    }

    /// Makes a move in the game.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn play(&self, game: &mut dyn Game, point: Coordinates) -> Result<(), String> {
        if game.ending().is_some() {
            return Err(OVER.to_owned());
        }
        let name = point.name(self.size);
        game.play_coordinates(&name).map_err(|_| {
            let why = game.why_not(std::slice::from_ref(&name)).id;
            let rule = why.strip_prefix("gomoku-illegal-").unwrap_or("not a move");
            format!("{point} is forbidden ({rule}): name another point")
        })
    }

    /// The position as the game reads it: rows from the top, and the side to move.
    fn position(&self) -> String {
        let size = usize::from(self.size);
        let mut signs = vec!['.'; size * size];
        for (point, side) in &self.stones {
            signs[usize::from(point.y) * size + usize::from(point.x)] = SIGNS[*side];
        }
        let rows: Vec<String> = signs.chunks(size).map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), SIGNS[self.side()])
    }
}

/// The sentence for a move after the end.
pub(super) const OVER: &str = "the game is over: RESTART begins another";
