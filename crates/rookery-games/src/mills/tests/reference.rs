//! A second implementation of the rules: names and plain lists, no bits, no tables, the whole game kept move by move. Slow,
//! and close to the wording of the rules.

use std::collections::HashMap;

use crate::mills::rules::rule_options::{Removable, Rules, ThreeMenDraw};

/// A line, point by point.
pub type Line = [&'static str; 3];

/// The lines of Nine Men's Morris as one reads them off the board.
pub const SIXTEEN: [Line; 16] = [
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
];

/// Those that Morabaraba adds.
pub const DIAGONALS: [Line; 4] = [
    ["a7", "b6", "c5"],
    ["g7", "f6", "e5"],
    ["a1", "b2", "c3"],
    ["g1", "f2", "e3"],
];

/// The lines of the board of six men, those of its outer and its inner square.
pub const EIGHT: [Line; 8] = [
    ["a7", "d7", "g7"],
    ["c5", "d5", "e5"],
    ["c3", "d3", "e3"],
    ["a1", "d1", "g1"],
    ["a7", "a4", "a1"],
    ["c5", "c4", "c3"],
    ["e5", "e4", "e3"],
    ["g7", "g4", "g1"],
];

/// The lines of the board of three men.
pub const THREE_MEN: [Line; 8] = [
    ["b6", "d6", "f6"],
    ["b4", "d4", "f4"],
    ["b2", "d2", "f2"],
    ["b6", "b4", "b2"],
    ["d6", "d4", "d2"],
    ["f6", "f4", "f2"],
    ["b6", "d4", "f2"],
    ["f6", "d4", "b2"],
];

/// The lines between the squares of the board of six men, which make no mill.
const LINKS: [[&str; 2]; 4] = [["d5", "d7"], ["e4", "g4"], ["d3", "d1"], ["c4", "a4"]];

/// A move as it is written, taken apart.
#[derive(Clone, Debug)]
pub struct Turn {
    pub from: Option<String>,
    pub to: String,
    pub removed: Vec<String>,
}

impl Turn {
    pub fn read(text: &str) -> Turn {
        let mut parts = text.split('x');
        let walk = parts.next().unwrap();
        let (from, to) = match walk.split_once('-') {
            Some((from, to)) => (Some(from.to_owned()), to),
            None => (None, walk),
        };
        Turn {
            from,
            to: to.to_owned(),
            removed: parts.map(str::to_owned).collect(),
        }
    }

    pub fn write(&self) -> String {
        let from = self
            .from
            .as_ref()
            .map_or(String::new(), |f| format!("{f}-"));
        let removed = self.removed.iter().map(|point| format!("x{point}"));
        format!("{from}{}{}", self.to, removed.collect::<String>())
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
    lines: Vec<Line>,
    pub board: HashMap<String, usize>,
    pub hand: [usize; 2],
    pub side: usize,
    last: [Option<Last>; 2],
    /// Plies since a man was last placed or removed.
    pub quiet: usize,
    /// Every position since the start, written out.
    seen: Vec<String>,
    rules: Rules,
    /// The number of moves that the see-saw ban has removed from the list.
    pub bans_felt: usize,
}

pub fn point_names(lines: &[Line]) -> Vec<String> {
    let mut all: Vec<String> = lines.iter().flatten().map(|p| (*p).to_owned()).collect();
    all.sort();
    all.dedup();
    all
}

impl Reference {
    pub fn new(
        lines: &[Line],
        board: HashMap<String, usize>,
        hand: [usize; 2],
        side: usize,
        rules: Rules,
    ) -> Self {
        let mut game = Reference {
            lines: lines.to_vec(),
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

    /// The number of full lines in which the man on `at` stands.
    fn lines_at(&self, board: &HashMap<String, usize>, at: &str) -> usize {
        let is_full = |line: &&Line| {
            line.contains(&at) && line.iter().all(|p| board.get(*p) == board.get(at))
        };
        self.lines.iter().filter(is_full).count()
    }

    fn in_line(&self, board: &HashMap<String, usize>, at: &str) -> bool {
        self.lines_at(board, at) > 0
    }

    fn adjacent(&self, a: &str, b: &str) -> bool {
        let joins = |w: &[&str]| (w[0] == a && w[1] == b) || (w[0] == b && w[1] == a);
        let has_two_squares = self.lines == EIGHT;
        (has_two_squares && LINKS.iter().any(|link| joins(link)))
            || self.lines.iter().any(|line| line.windows(2).any(joins))
    }

    fn men(&self, side: usize) -> Vec<String> {
        let mut men: Vec<String> = self
            .board
            .iter()
            .filter(|(_, s)| **s == side)
            .map(|(p, _)| p.clone())
            .collect();
        men.sort();
        men
    }

    fn has_three(&self, side: usize) -> bool {
        self.hand[side] == 0 && self.men(side).len() == 3
    }

    fn flying(&self, side: usize) -> bool {
        self.rules.flying && self.has_three(side)
    }

    /// The enemy's men that may be removed from `board`.
    fn targets(&self, board: &HashMap<String, usize>) -> Vec<String> {
        let enemy: Vec<String> = point_names(&self.lines)
            .into_iter()
            .filter(|p| board.get(p) == Some(&(1 - self.side)))
            .collect();
        let is_loose = |p: &&String| !self.in_line(board, p);
        let loose: Vec<String> = enemy.iter().filter(is_loose).cloned().collect();
        if loose.is_empty() || self.rules.removable == Removable::Any {
            enemy
        } else {
            loose
        }
    }

    /// Every way to remove `count` men, or as many as there are, one after the other.
    fn removals(&self, count: usize) -> Vec<Vec<String>> {
        let mut ways = vec![Vec::new()];
        for _ in 0..count {
            ways = ways
                .into_iter()
                .flat_map(|way: Vec<String>| {
                    let mut board = self.board.clone();
                    board.retain(|p, _| !way.contains(p));
                    let next = self.targets(&board);
                    if next.is_empty() {
                        return vec![way];
                    }
                    let longer = next.into_iter().map(|p| [way.clone(), vec![p]].concat());
                    longer.collect()
                })
                .collect();
        }
        ways
    }

    fn is_banned(&self, from: &str, to: &str) -> bool {
        self.last[self.side]
            .as_ref()
            .is_some_and(|last| last.formed && last.broke && last.from == to && last.to == from)
            && self.rules.see_saw_ban
    }

    /// The legal moves in notation, sorted.
    pub fn moves(&mut self) -> Vec<String> {
        let free: Vec<String> = point_names(&self.lines)
            .into_iter()
            .filter(|p| !self.board.contains_key(p))
            .collect();
        let mut walks: Vec<(Option<String>, String)> = Vec::new();
        if self.hand[self.side] > 0 {
            walks.extend(free.iter().map(|to| (None, to.clone())));
        }
        if self.hand[self.side] == 0 || self.rules.moves_while_placing {
            for from in self.men(self.side) {
                for to in &free {
                    if self.flying(self.side) || self.adjacent(&from, to) {
                        walks.push((Some(from.clone()), to.clone()));
                    }
                }
            }
        }
        let mut moves = Vec::new();
        for (from, to) in walks {
            let mut after = self.board.clone();
            if let Some(from) = &from {
                after.remove(from);
            }
            after.insert(to.clone(), self.side);
            let closed = self.lines_at(&after, &to);
            if closed > 0 && from.as_ref().is_some_and(|f| self.is_banned(f, &to)) {
                self.bans_felt += 1;
                continue;
            }
            let most = match self.rules.double_removal {
                _ if self.has_three_men() => 0,
                true => 2,
                false => 1,
            };
            for removed in self.removals(closed.min(most)) {
                let (from, to) = (from.clone(), to.clone());
                moves.push(Turn { from, to, removed }.write());
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
                let broke = self.in_line(&self.board, from);
                self.board.remove(from);
                self.board.insert(turn.to.clone(), self.side);
                let formed = self.in_line(&self.board, &turn.to);
                self.last[self.side] = Some(Last {
                    from: from.clone(),
                    to: turn.to.clone(),
                    formed,
                    broke,
                });
                self.quiet += 1;
            }
        }
        for removed in &turn.removed {
            self.board.remove(removed);
            self.quiet = 0;
        }
        self.side = 1 - self.side;
        self.seen.push(self.picture());
    }

    /// Whether each side has three men from the start: then nothing is removed, and the first mill wins.
    fn has_three_men(&self) -> bool {
        self.lines == THREE_MEN
    }

    /// Winner and reason, if the game is over.
    pub fn end(&mut self) -> Option<(Option<usize>, &'static str)> {
        for side in 0..2 {
            let has_mill = |man: &String| self.in_line(&self.board, man);
            if self.has_three_men() && self.men(side).iter().any(has_mill) {
                return Some((Some(side), "mill"));
            }
            if self.men(side).len() + self.hand[side] < 3 {
                return Some((Some(1 - side), "too-few"));
            }
        }
        if self.board.len() == point_names(&self.lines).len() {
            return Some((None, "full-board"));
        }
        if self.moves().is_empty() {
            return Some((Some(1 - self.side), "blocked"));
        }
        let three = match self.rules.three_men_draw {
            ThreeMenDraw::Both => self.has_three(0) && self.has_three(1),
            ThreeMenDraw::Either => self.has_three(0) || self.has_three(1),
            ThreeMenDraw::Off => false,
        };
        if three && self.quiet >= 20 {
            return Some((None, "ten-moves"));
        }
        match self.rules.quiet_limit {
            Some(40) if self.quiet >= 40 => return Some((None, "forty-plies")),
            Some(100) if self.quiet >= 100 => return Some((None, "hundred-plies")),
            _ => {}
        }
        let now = self.picture();
        if self.rules.threefold && self.seen.iter().filter(|p| **p == now).count() >= 3 {
            return Some((None, "repetition"));
        }
        None
    }

    /// All that decides about the legal moves: men, hands, side, and the bans that forbid something or still may.
    pub fn picture(&self) -> String {
        let mut text = format!(
            "{:?} {:?} {:?} {}",
            self.men(0),
            self.men(1),
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
            let broke = self.rules.see_saw_ban && last.broke;
            if last.formed && broke && open && self.in_line(&back, &last.from) {
                text.push_str(&format!(" {side}:{}-{}", last.from, last.to));
            }
        }
        text
    }
}
