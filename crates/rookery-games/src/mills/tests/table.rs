//! Test support: a game in progress with its moves in notation, and reproducible random numbers.

use std::collections::BTreeSet;

use crate::mills::board_game::{MillBoardGame, MillGame};
use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::position::MillPosition;
use crate::tests::texts::assert_is_said;
use crate::{Arg, BoardGame, History, Reason, RuleOptions, Setup};
use rookery_engine::{Outcome, Position};

/// A game in progress.
pub struct Table<K: MillGame> {
    pub game: MillBoardGame<K>,
    pub history: History<MillPosition<K>>,
}

/// The game with these options; `variant` is one of the keys.
pub fn game<K: MillGame>(options: &[(&str, &str)]) -> MillBoardGame<K> {
    let own = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let (variants, options): (Vec<_>, Vec<_>) =
        options.iter().partition(|(key, _)| *key == "variant");
    let setup = Setup {
        variant: variants.first().map_or("", |(_, value)| value).to_owned(),
        options: options.iter().map(own).collect(),
        ..Setup::default()
    };
    MillBoardGame::new(&RuleOptions::new(&setup, K::SHEET).unwrap())
}

impl<K: MillGame> Table<K> {
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

    pub fn position(&self) -> &MillPosition<K> {
        self.history.position()
    }

    /// The legal moves with their notation, sorted by it.
    pub fn moves(&self) -> Vec<(String, MillMove)> {
        let mut list = Vec::new();
        self.position().generate(&mut list);
        let written = |m| (self.game.notation(self.position(), m), m);
        let mut moves: Vec<_> = list.into_iter().map(written).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves
    }

    /// The men that `walk`, which closes a mill, may remove.
    pub fn removals(&self, walk: &str) -> Vec<String> {
        let prefix = format!("{walk}x");
        let moves = self.moves();
        let removals = moves
            .iter()
            .filter_map(|(text, _)| text.strip_prefix(&prefix));
        removals.map(str::to_owned).collect()
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
            Some(Outcome::Margin(_)) => panic!("men are not counted"),
            None => return self.game.draw(&self.history).map(|reason| (None, reason)),
        };
        let reason = self.game.reason(position, winner);
        assert_is_said(&reason.say);
        assert_is_said(reason.brief.as_ref().unwrap());
        Some((winner, reason))
    }

    /// The short name of the reason, with the winner.
    pub fn verdict(&self) -> Option<(Option<usize>, &'static str)> {
        self.end().map(|(winner, reason)| (winner, reason.key))
    }
}

/// The key of the reason why a path of taps is refused, without the game's name, followed by the points in its text.
pub fn refusal<K: MillGame>(table: &Table<K>, path: &str) -> Option<String> {
    let path: Vec<String> = path.split(',').map(str::to_owned).collect();
    let message = table.game.why_not(table.position(), &path)?;
    assert_is_said(&message);
    let points = message.args.iter().map(|(_, arg)| match arg {
        Arg::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    });
    let key = message.id.strip_prefix(K::NAME).unwrap()[1..].to_owned();
    Some(
        std::iter::once(key)
            .chain(points)
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// Holds every path of up to three taps to the rules: those that are refused are those that begin no legal move, and those that lack
/// a removal.
pub fn assert_paths_are_legal_or_refused<K: MillGame>(table: &Table<K>) {
    let names: Vec<String> = table
        .game
        .board()
        .spaces
        .into_iter()
        .map(|s| s.id)
        .collect();
    let taps = |text: &str| text.replace(['-', 'x'], ",");
    let legal: BTreeSet<String> = table.moves().iter().map(|(text, _)| taps(text)).collect();
    let begins = |path: &str| legal.iter().any(|l| l.starts_with(&format!("{path},")));
    let position = table.position();
    let taps_to_stand = match position.hand(position.side()) {
        0 => 2,
        _ => 1,
    };
    let check = |path: String| {
        let is_refused = refusal(table, &path).is_some();
        let has_arrived = path.split(',').count() >= taps_to_stand;
        let text = table.game.print(position);
        assert_eq!(
            is_refused,
            !legal.contains(&path) && (has_arrived || !begins(&path)),
            "{path} in {text}"
        );
    };
    for a in &names {
        check(a.clone());
        for b in &names {
            check(format!("{a},{b}"));
            for c in &names {
                check(format!("{a},{b},{c}"));
            }
        }
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
