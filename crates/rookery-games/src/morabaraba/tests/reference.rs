//! A second implementation of the rules: names and plain lists, no bits, no tables, the whole game kept move by move. Slow,
//! and close to the wording of the rules.

use std::collections::HashMap;

use crate::morabaraba::rules::rule_options::{Rules, ThreeCowDraw};

/// The twenty lines as one reads them off the board.
const LINES: [[&str; 3]; 20] = [
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
    ["a7", "a4", "a1"],
    ["b6", "b4", "b2"],
    ["c5", "c4", "c3"],
    ["d7", "d6", "d5"],
    ["d3", "d2", "d1"],
    ["e5", "e4", "e3"],
    ["f6", "f4", "f2"],
    ["g7", "g4", "g1"],
    ["a7", "b6", "c5"],
    ["g7", "f6", "e5"],
    ["a1", "b2", "c3"],
    ["g1", "f2", "e3"],
];

/// A move as it is written, taken apart.
#[derive(Clone, Debug)]
pub struct Turn {
    pub from: Option<String>,
    pub to: String,
    pub shot: Option<String>,
}

impl Turn {
    pub fn read(text: &str) -> Turn {
        let (walk, shot) = match text.split_once('x') {
            Some((walk, shot)) => (walk, Some(shot.to_owned())),
            None => (text, None),
        };
        let (from, to) = match walk.split_once('-') {
            Some((from, to)) => (Some(from.to_owned()), to),
            None => (None, walk),
        };
        Turn {
            from,
            to: to.to_owned(),
            shot,
        }
    }

    pub fn write(&self) -> String {
        let from = self
            .from
            .as_ref()
            .map_or(String::new(), |f| format!("{f}-"));
        let shot = self
            .shot
            .as_ref()
            .map_or(String::new(), |s| format!("x{s}"));
        format!("{from}{}{shot}", self.to)
    }
}

/// A player's own last move, as far as the see-saw ban needs it.
#[derive(Clone, Debug)]
struct Last {
    from: String,
    to: String,
    formed: bool,
    broke: bool,
}

#[derive(Clone)]
pub struct Reference {
    pub board: HashMap<String, usize>,
    pub hand: [usize; 2],
    pub side: usize,
    last: [Option<Last>; 2],
    /// Plies of the moving phase since the last shot.
    pub quiet: usize,
    /// Every position since the start, written out.
    seen: Vec<String>,
    rules: Rules,
    /// The number of moves that the see-saw ban has removed from the list.
    pub bans_felt: usize,
}

pub fn junctions() -> Vec<String> {
    let mut all: Vec<String> = LINES.iter().flatten().map(|p| (*p).to_owned()).collect();
    all.sort();
    all.dedup();
    all
}

impl Reference {
    pub fn new(board: HashMap<String, usize>, hand: [usize; 2], side: usize, rules: Rules) -> Self {
        let mut game = Reference {
            board,
            hand,
            side,
            last: [None, None],
            quiet: 0,
            seen: Vec::new(),
            rules,
            bans_felt: 0,
        };
        game.seen.push(game.picture());
        game
    }

    fn in_line(board: &HashMap<String, usize>, at: &str) -> bool {
        LINES
            .iter()
            .any(|line| line.contains(&at) && line.iter().all(|p| board.get(*p) == board.get(at)))
    }

    fn adjacent(a: &str, b: &str) -> bool {
        LINES.iter().any(|line| {
            line.windows(2)
                .any(|w| (w[0] == a && w[1] == b) || (w[0] == b && w[1] == a))
        })
    }

    fn cows(&self, side: usize) -> Vec<String> {
        let mut cows: Vec<String> = self
            .board
            .iter()
            .filter(|(_, s)| **s == side)
            .map(|(p, _)| p.clone())
            .collect();
        cows.sort();
        cows
    }

    fn flying(&self, side: usize) -> bool {
        self.hand[side] == 0 && self.cows(side).len() == 3
    }

    fn targets(&self) -> Vec<String> {
        let enemy = self.cows(1 - self.side);
        let loose: Vec<String> = enemy
            .iter()
            .filter(|p| !Self::in_line(&self.board, p))
            .cloned()
            .collect();
        if loose.is_empty() { enemy } else { loose }
    }

    fn is_banned(&self, from: &str, to: &str) -> bool {
        self.last[self.side]
            .as_ref()
            .is_some_and(|last| last.formed && last.broke && last.from == to && last.to == from)
    }

    /// The legal moves in notation, sorted.
    pub fn moves(&mut self) -> Vec<String> {
        let free: Vec<String> = junctions()
            .into_iter()
            .filter(|p| !self.board.contains_key(p))
            .collect();
        let mut walks: Vec<(Option<String>, String)> = Vec::new();
        if self.hand[self.side] > 0 {
            walks.extend(free.iter().map(|to| (None, to.clone())));
        } else {
            for from in self.cows(self.side) {
                for to in &free {
                    if self.flying(self.side) || Self::adjacent(&from, to) {
                        walks.push((Some(from.clone()), to.clone()));
                    }
                }
            }
        }
        let targets = self.targets();
        let mut moves = Vec::new();
        for (from, to) in walks {
            if let Some(from) = &from {
                self.board.remove(from);
            }
            self.board.insert(to.clone(), self.side);
            let closes = Self::in_line(&self.board, &to);
            self.board.remove(&to);
            if let Some(from) = &from {
                self.board.insert(from.clone(), self.side);
            }
            if closes && from.as_ref().is_some_and(|f| self.is_banned(f, &to)) {
                self.bans_felt += 1;
                continue;
            }
            if closes && !targets.is_empty() {
                moves.extend(targets.iter().map(|shot| {
                    Turn {
                        from: from.clone(),
                        to: to.clone(),
                        shot: Some(shot.clone()),
                    }
                    .write()
                }));
            } else {
                moves.push(
                    Turn {
                        from,
                        to,
                        shot: None,
                    }
                    .write(),
                );
            }
        }
        moves.sort();
        moves
    }

    pub fn play(&mut self, text: &str) {
        let turn = Turn::read(text);
        match &turn.from {
            None => {
                self.hand[self.side] -= 1;
                self.quiet = 0;
                self.last[self.side] = None;
                self.board.insert(turn.to.clone(), self.side);
            }
            Some(from) => {
                let broke = Self::in_line(&self.board, from);
                self.board.remove(from);
                self.board.insert(turn.to.clone(), self.side);
                let formed = Self::in_line(&self.board, &turn.to);
                self.last[self.side] = Some(Last {
                    from: from.clone(),
                    to: turn.to.clone(),
                    formed,
                    broke,
                });
                self.quiet += 1;
            }
        }
        if let Some(shot) = &turn.shot {
            self.board.remove(shot);
            self.quiet = 0;
        }
        self.side = 1 - self.side;
        self.seen.push(self.picture());
    }

    /// Winner and reason, if the game is over.
    pub fn end(&mut self) -> Option<(Option<usize>, &'static str)> {
        for side in 0..2 {
            if self.cows(side).len() + self.hand[side] < 3 {
                return Some((Some(1 - side), "two-cows"));
            }
        }
        if self.board.len() == 24 {
            return Some((None, "full-board"));
        }
        if self.moves().is_empty() {
            return Some((Some(1 - self.side), "blocked"));
        }
        let three = match self.rules.three_cow_draw {
            ThreeCowDraw::Both => self.flying(0) && self.flying(1),
            ThreeCowDraw::Either => self.flying(0) || self.flying(1),
            ThreeCowDraw::Off => false,
        };
        if three && self.quiet >= 20 {
            return Some((None, "ten-moves"));
        }
        if self.rules.hundred_plies && self.quiet >= 100 {
            return Some((None, "hundred-plies"));
        }
        let now = self.picture();
        if self.rules.threefold && self.seen.iter().filter(|p| **p == now).count() >= 3 {
            return Some((None, "repetition"));
        }
        None
    }

    /// All that decides about the legal moves: cows, hands, side, and the bans that forbid something or still may.
    fn picture(&self) -> String {
        let mut text = format!(
            "{:?} {:?} {:?} {}",
            self.cows(0),
            self.cows(1),
            self.hand,
            self.side
        );
        for side in 0..2 {
            let Some(last) = &self.last[side] else {
                continue;
            };
            let mut back = self.board.clone();
            let open = !back.contains_key(&last.from) && back.get(&last.to) == Some(&side);
            back.remove(&last.to);
            back.insert(last.from.clone(), side);
            if last.formed && last.broke && open && Self::in_line(&back, &last.from) {
                text.push_str(&format!(" {side}:{}-{}", last.from, last.to));
            }
        }
        text
    }
}
