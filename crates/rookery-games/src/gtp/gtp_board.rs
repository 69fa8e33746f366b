//! The board of a session: the positions of the game so far, komi and handicap.

use crate::go::board_game::PASS_NAME;
use crate::go::rules::go_rules::{GoRules, halves_in_words};
use crate::go::rules::goban::points;
use crate::go::rules::position::{GoPosition, PASS};
use rookery_engine::Position;

/// Sides of a board that are known.
const SIZES: [u8; 4] = [5, 6, 7, 9];
/// The most stones of a handicap that the engine puts down where it may choose.
const MOST_HANDICAP: u8 = 5;
/// The points in the middle of the sides, left and right and then above and below, which are the protocol's for more stones on nine
/// points a side.
const SIDE_POINTS: [&str; 4] = ["c5", "g5", "e7", "e3"];
/// The greatest komi either way, in points: with the points of the board it stays within what the search tells apart, 104.
fn most_komi(size: u8) -> f64 {
    match size {
        9.. => 20.0,
        _ => 30.0,
    }
}

/// A game, whoever moves.
pub(super) struct GtpBoard {
    /// The positions from the first one on.
    positions: Vec<GoPosition>,
    /// The komi that was set, by a command or by a file.
    komi_halves: i16,
    /// The usual komi, which a game from a file without one has instead.
    usual_halves: Option<i16>,
}

impl GtpBoard {
    /// An empty board.
    pub fn new(rules: GoRules) -> Self {
        GtpBoard {
            positions: vec![GoPosition::new(rules)],
            komi_halves: rules.komi_halves,
            usual_halves: None,
        }
    }

    /// An empty board of another size; the komi that was set stays, as far as this board allows.
    ///
    /// # Errors
    /// `unacceptable size`, the words of the protocol.
    pub fn resize(&mut self, size: u32) -> Result<(), String> {
        let found = SIZES.into_iter().find(|known| u32::from(*known) == size);
        self.begin(found.ok_or("unacceptable size")?);
        Ok(())
    }

    /// The same board without stones.
    pub fn clear(&mut self) {
        self.begin(self.position().goban().size);
    }

    fn begin(&mut self, size: u8) {
        self.positions = vec![GoPosition::new(GoRules::usual(size))];
        self.usual_halves = None;
        let most_halves = (2.0 * most_komi(size)) as i16;
        self.komi_halves = self.komi_halves.clamp(-most_halves, most_halves);
    }

    /// Sets komi.
    ///
    /// # Errors
    /// `syntax error`: it is no number of points and halves, or more than a board of this size has use for.
    pub fn set_komi(&mut self, text: &str) -> Result<(), String> {
        let komi = text.parse().ok();
        let halves = komi.and_then(|komi| self.komi_of(komi));
        self.komi_halves = halves.ok_or_else(crate::gtp::gtp_command::syntax)?;
        self.usual_halves = None;
        Ok(())
    }

    /// Sets komi as files have it: with a decimal point or comma, in points, in stones (as Chinese rules count, each worth two points), or
    /// in hundredths of either. Where none of this can be komi here, this game has the usual one of the board, or of a handicap of this many
    /// stones.
    pub fn set_file_komi(&mut self, text: &str, handicap: u8) {
        let usual = GoRules::usual(self.position().goban().size).with_handicap(handicap);
        let number: Option<f64> = text.trim().replace(',', ".").parse().ok();
        let halves = number.and_then(|number| {
            let stones = 2.0 * number;
            let meant = [number, stones, number / 100.0, stones / 100.0];
            meant.into_iter().find_map(|points| self.komi_of(points))
        });
        match halves {
            Some(halves) => (self.komi_halves, self.usual_halves) = (halves, None),
            None => self.usual_halves = Some(usual.komi_halves),
        }
    }

    /// Takes over the komi that was set before a game from a file, for the games after it, unless the file has set one.
    pub fn keep_komi(&mut self, before: &GtpBoard) {
        if self.usual_halves.is_some() {
            self.komi_halves = before.komi_halves;
        }
    }

    /// Komi in halves of a point; none if it has other parts of one, or is more than a board of this size has use for.
    fn komi_of(&self, points: f64) -> Option<i16> {
        let most = most_komi(self.position().goban().size);
        let halves = 2.0 * points;
        (points.abs() <= most && halves.fract() == 0.0).then_some(halves as i16)
    }

    /// The position now, with its komi.
    pub fn position(&self) -> GoPosition {
        let last = self.positions.last().cloned();
        let last = last.unwrap_or_else(|| GoPosition::new(GoRules::default()));
        last.with_komi(self.usual_halves.unwrap_or(self.komi_halves))
    }

    /// A stone of this side on a point, or its pass.
    ///
    /// # Errors
    /// `illegal move`, the words of the protocol.
    pub fn play(&mut self, side: usize, m: u8) -> Result<(), String> {
        let position = self.position().turned_to(side);
        if !position.is_legal(m) {
            return Err("illegal move".to_owned());
        }
        self.positions.push(position.after(m));
        Ok(())
    }

    /// Takes the last move back.
    ///
    /// # Errors
    /// `cannot undo`: there is none.
    pub fn undo(&mut self) -> Result<(), String> {
        if self.positions.len() < 2 {
            return Err("cannot undo".to_owned());
        }
        self.positions.pop();
        Ok(())
    }

    /// Puts the stones of a handicap on the protocol's points, and tells which.
    ///
    /// # Errors
    /// `board not empty`, or `invalid number of stones`: the protocol has no points for them on this board.
    pub fn fixed_handicap(&mut self, stones: u32) -> Result<String, String> {
        let points = match (self.position().goban().size, stones) {
            (7, 2..=4) | (9, 2..=5) => self.usual_points(stones as u8),
            (9, 6..=9) => {
                let sides = SIDE_POINTS.iter().take((stones / 2 * 2 - 4) as usize);
                let middle = (stones % 2 == 1).then_some(&"e5");
                let more = sides.chain(middle).filter_map(|name| self.find(name));
                more.fold(self.usual_points(4), |all, point| all | 1_u128 << point)
            }
            _ => return Err("invalid number of stones".to_owned()),
        };
        self.begin_with(points)
    }

    /// Puts the stones of a handicap on points of the engine's choice, and tells which. They may be fewer than were asked for, as the
    /// protocol allows.
    ///
    /// # Errors
    /// `board not empty`, or `invalid number of stones`: fewer than two.
    pub fn free_handicap(&mut self, stones: u32) -> Result<String, String> {
        let placed = u8::try_from(stones).map_or(MOST_HANDICAP, |n| n.min(MOST_HANDICAP));
        if placed < 2 {
            return Err("invalid number of stones".to_owned());
        }
        self.begin_with(self.usual_points(placed))
    }

    /// The points of a handicap as the game has them.
    fn usual_points(&self, stones: u8) -> u128 {
        let size = self.position().goban().size;
        GoRules::usual(size).with_handicap(stones).handicap_stones()
    }

    /// Begins with these black stones, and tells which.
    ///
    /// # Errors
    /// `board not empty`.
    pub fn begin_with(&mut self, stones: u128) -> Result<String, String> {
        let position = self.position();
        if position.free() != position.goban().all {
            return Err("board not empty".to_owned());
        }
        self.set_up([stones, 0])?;
        Ok(self.names(stones))
    }

    /// Goes on with these stones alone, which both sides may have; the moves before cannot be taken back. Whose turn it is does not matter:
    /// every command that moves names its side.
    ///
    /// # Errors
    /// Two stones are on one point, or a chain has no liberty.
    pub fn set_up(&mut self, stones: [u128; 2]) -> Result<(), String> {
        let position = self.position();
        let goban = position.goban();
        let is_free = stones[0] & stones[1] == 0;
        let mut chains = stones.iter().flat_map(|stones| goban.parts(*stones));
        let free = goban.all & !(stones[0] | stones[1]);
        if !is_free || !chains.all(|chain| goban.beside(chain) & free != 0) {
            return Err("the stones that are set up cannot stand so".to_owned());
        }
        self.positions = vec![GoPosition::of(position.rules(), stones, 0, 0)];
        Ok(())
    }

    /// The points of a list of names.
    ///
    /// # Errors
    /// `bad vertex list`: one is no point, or there twice, or there are none or all of them.
    pub fn vertices(&self, names: &[String]) -> Result<u128, String> {
        let bad = || "bad vertex list".to_owned();
        let mut all = 0_u128;
        for name in names {
            let point = self.find(name).filter(|m| *m != PASS).ok_or_else(bad)?;
            if all >> point & 1 == 1 {
                return Err(bad());
            }
            all |= 1 << point;
        }
        let most = usize::from(self.position().goban().count());
        let is_right = names.len() > 1 && names.len() < most;
        is_right.then_some(all).ok_or_else(bad)
    }

    /// The move of a name in either case.
    pub fn find(&self, name: &str) -> Option<u8> {
        match name.to_ascii_lowercase().as_str() {
            PASS_NAME => Some(PASS),
            name => self.position().goban().grid().find(name),
        }
    }

    /// The name of a move, in capitals.
    pub fn name(&self, m: u8) -> String {
        match m {
            PASS => PASS_NAME.to_ascii_uppercase(),
            point => self.position().goban().grid().name(point).to_uppercase(),
        }
    }

    /// The names of these points, with spaces between them.
    pub fn names(&self, stones: u128) -> String {
        let names: Vec<_> = points(stones).map(|point| self.name(point)).collect();
        names.join(" ")
    }

    /// The result as the stones stand.
    pub fn score(&self) -> String {
        let lead = self.position().lead_halves();
        match lead {
            0 => "0".to_owned(),
            1.. => format!("B+{}", halves_in_words(lead)),
            _ => format!("W+{}", halves_in_words(-lead)),
        }
    }

    /// The stones, a chain a line: all of them count as they stand.
    pub fn chains(&self) -> String {
        let position = self.position();
        let sides = (0..2).flat_map(|side| position.goban().parts(position.stones(side)));
        let lines: Vec<_> = sides.map(|chain| self.names(chain)).collect();
        lines.join("\n")
    }

    /// The board as text, a row a line.
    pub fn drawing(&self) -> String {
        let position = self.position();
        let size = position.goban().size;
        let letters: Vec<String> = (0..size)
            .map(|column| self.name(column)[..1].to_owned())
            .collect();
        let mut text = format!("\n   {}", letters.join(" "));
        for row in 0..size {
            let signs: Vec<&str> = (0..size)
                .map(|column| match position.owner(row * size + column) {
                    Some(0) => "X",
                    Some(_) => "O",
                    None => ".",
                })
                .collect();
            text.push_str(&format!("\n {} {}", size - row, signs.join(" ")));
        }
        text
    }
}
