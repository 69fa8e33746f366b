//! Test support: a game in progress with its moves in notation, and reproducible random numbers.

use crate::morabaraba::MorabarabaGame;
use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::position::Morabaraba;
use crate::{BoardGame, History, Reason, RuleOptions, Setup};
use rookery_engine::{Outcome, Position};

/// A game in progress.
pub struct Table {
    pub game: MorabarabaGame,
    pub history: History<Morabaraba>,
}

/// The game with these options.
pub fn game(options: &[(&str, &str)]) -> MorabarabaGame {
    let own = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let setup = Setup {
        options: options.iter().map(own).collect(),
        ..Setup::default()
    };
    MorabarabaGame::new(&RuleOptions::new(&setup, MorabarabaGame::SHEET).unwrap())
}

impl Table {
    /// A game with these options from a position; an empty text is the usual start.
    pub fn new(options: &[(&str, &str)], start: &str) -> Self {
        let game = game(options);
        let position = match start {
            "" => game.start(),
            text => game.parse(text).unwrap(),
        };
        Table {
            game,
            history: History::new(position),
        }
    }

    pub fn position(&self) -> &Morabaraba {
        self.history.position()
    }

    /// The legal moves with their notation, sorted by it.
    pub fn moves(&self) -> Vec<(String, CowMove)> {
        let mut list = Vec::new();
        self.position().generate(&mut list);
        let written = |m| (self.game.notation(self.position(), m), m);
        let mut moves: Vec<_> = list.into_iter().map(written).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves
    }

    /// Whether a move, in notation, is legal.
    pub fn allows(&self, text: &str) -> bool {
        self.moves().iter().any(|(t, _)| t == text)
    }

    pub fn play(&mut self, text: &str) {
        let found = self.moves().into_iter().find(|(t, _)| t == text);
        let (_, m) = found.unwrap_or_else(|| panic!("{text} is not legal"));
        self.history.play(m);
    }

    pub fn play_all(&mut self, moves: &str) {
        for text in moves.split(' ') {
            self.play(text);
        }
    }

    /// Winner and reason, if the game is over: first by the board, then by the history.
    pub fn end(&self) -> Option<(Option<usize>, Reason)> {
        let position = self.position();
        let outcome = position.outcome();
        let outcome = outcome.or_else(|| self.moves().is_empty().then(|| position.no_moves()));
        let winner = match outcome {
            Some(Outcome::Win) => Some(position.side()),
            Some(Outcome::Loss) => Some(1 - position.side()),
            Some(Outcome::Draw) => None,
            Some(Outcome::Margin(_)) => panic!("cows are not counted"),
            None => return self.game.draw(&self.history).map(|reason| (None, reason)),
        };
        Some((winner, self.game.reason(position, winner)))
    }

    /// The short name of the reason, with the winner.
    pub fn verdict(&self) -> Option<(Option<usize>, &'static str)> {
        self.end().map(|(winner, reason)| (winner, reason.key))
    }
}

/// Xorshift (Marsaglia 2003), the same numbers in every run.
pub struct TestRng(pub u64);

impl TestRng {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
