//! Variations: lines of moves, tried out from a position of a finished match, that were not played in it.

use rookery_games::api::view::Played;
use rookery_games::{Error, Game};

use crate::matches::{Match, Moment, Refusal, Status};

/// The most moves of a variation.
const VARIATION_MOST: usize = 200;

/// A line of moves that leaves a match at one of its positions.
pub struct Variation {
    /// The ply at which it leaves the match.
    pub from: usize,
    /// The paths of its moves.
    pub line: Vec<Vec<String>>,
    /// Its moves in the usual notation.
    pub notation: Vec<String>,
    /// The game after them.
    pub game: Box<dyn Game>,
    /// The move that led there.
    pub last: Option<Played>,
}

impl Variation {
    /// The variation that leaves the match after `from` moves (beyond the last one: at its end) along `line`.
    ///
    /// # Errors
    /// [`Refusal::NotOver`] while the match goes on, [`Refusal::VariationTooLong`], and [`Refusal::Illegal`] for the first move
    /// that the rules forbid.
    pub fn of(game_match: &Match, from: usize, line: &[Vec<String>]) -> Result<Self, Refusal> {
        if game_match.record().status == Status::Playing {
            return Err(Refusal::NotOver);
        }
        let from = from.min(game_match.played().len());
        let Moment { game, last } = game_match.at(from).ok_or(Refusal::Stale)?;
        let mut variation = Variation {
            from,
            line: Vec::new(),
            notation: Vec::new(),
            game,
            last,
        };
        line.iter().try_for_each(|path| variation.play(path))?;
        Ok(variation)
    }

    /// Makes one more move.
    ///
    /// # Errors
    /// [`Refusal::VariationTooLong`] and [`Refusal::Illegal`], with the rule that forbids the move.
    pub fn play(&mut self, path: &[String]) -> Result<(), Refusal> {
        if self.line.len() == VARIATION_MOST {
            return Err(Refusal::VariationTooLong {
                most: VARIATION_MOST,
            });
        }
        let played = self.game.play(path).map_err(|error| match error {
            Error::Illegal(why) => Refusal::Illegal(why),
            _ => Refusal::Illegal(self.game.why_not(path)),
        })?;
        self.line.push(path.to_vec());
        self.notation.push(played.notation.clone());
        self.last = Some(played);
        Ok(())
    }

    /// Whether no move has been tried yet: the position is the match's own.
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// The first `moves` moves as text: tokens joined by commas, moves by spaces.
    pub fn text_of(&self, moves: usize) -> String {
        let paths = self.line.iter().take(moves).map(|path| path.join(","));
        paths.collect::<Vec<_>>().join(" ")
    }

    /// The whole line as text, as [`Variation::read`] takes it.
    pub fn text(&self) -> String {
        self.text_of(self.line.len())
    }

    /// The paths of a line that is written as text.
    pub fn read(text: &str) -> Vec<Vec<String>> {
        let tokens = |path: &str| path.split(',').map(str::to_owned).collect();
        text.split_ascii_whitespace().map(tokens).collect()
    }
}
