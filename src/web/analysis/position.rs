//! One analysed position for the page and for its script: the value, the better move, the lines.

use serde::Serialize;

use crate::matches::{Assessment, Match, MatchAnalysis, Variation, end_value};
use crate::web::analysis::values::{self, Viewpoint};
use crate::web::board::variation_address;
use crate::web::page::Page;
use rookery_games::api::view::{Fx, Side};

/// A position as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionPart {
    /// The ply of the match, or that at which a variation leaves it.
    pub ply: usize,
    /// The moves of the variation: tokens joined by commas, moves by spaces; empty for a position of the match.
    pub line: String,
    /// The same in the usual notation.
    pub tried: String,
    /// The chances of the side below to win, in percent; `None` until the engine has looked at the position of a variation.
    pub share: Option<f64>,
    /// The value in words; empty until it is known.
    pub say: String,
    /// The evaluation as a number for colour 0, if it is one.
    pub number: Option<String>,
    /// Whether the value is proven.
    pub exact: bool,
    /// `inaccuracy`, `mistake` or `blunder`: what the move that led here is.
    pub mark: Option<&'static str>,
    /// The move that would have been better.
    pub better: Option<BetterMove>,
    /// The lines that somebody asked for, or the best one.
    pub lines: Vec<LinePart>,
    /// Whether more lines may be asked for.
    pub more: bool,
    /// The position as a new match takes it, where the game is not over, and the side to move.
    pub start: Option<(String, usize)>,
}

/// The better move in place of a marked one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BetterMove {
    pub say: String,
    /// The engine's line in the usual notation, that move first.
    pub line: String,
    /// The same, move by move.
    pub moves: Vec<LineMove>,
    pub path: Vec<String>,
    /// What it does on the board, for an arrow.
    pub fx: Vec<Vec<Fx>>,
    /// The piece on its first space.
    pub mover: Option<u16>,
}

/// A line of the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinePart {
    /// Its value: a number, or words.
    pub value: String,
    pub exact: bool,
    /// Its moves in the usual notation.
    pub line: String,
    /// The same, move by move.
    pub moves: Vec<LineMove>,
}

/// A move of a line, with the page of the position after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineMove {
    /// In the usual notation.
    pub say: String,
    /// The address of the variation that the line is up to here.
    pub href: String,
}

/// The page of a match, with the names of its sides.
#[derive(Clone, Copy)]
pub struct AnalysedPage<'a> {
    pub page: &'a Page,
    pub game_match: &'a Match,
    pub sides: &'a [Side; 2],
    /// The side that stands below for the viewer.
    pub below: usize,
}

impl AnalysedPage<'_> {
    /// The chances of the side below in percent with one decimal, from those of side 0.
    fn share(&self, chance: f64) -> f64 {
        let share = if self.below == 0 {
            chance
        } else {
            1.0 - chance
        };
        (share * 1000.0).round() / 10.0
    }
}

impl PositionPart {
    /// The position after so many moves; `None` if it has not been analysed.
    pub fn of(named: AnalysedPage<'_>, analysis: &MatchAnalysis, ply: usize) -> Option<Self> {
        let AnalysedPage {
            page,
            game_match,
            sides,
            ..
        } = named;
        let position = analysis.at(ply)?;
        let (side, best) = (position.side, &position.best);
        let view = Viewpoint::new(sides, side, game_match.colour_at(ply, side));
        let lines = match position.lines.as_slice() {
            [] if best.notation.is_empty() => &[][..],
            [] => std::slice::from_ref(best),
            lines => lines,
        };
        let is_over = best.notation.is_empty();
        let start = (!is_over)
            .then(|| game_match.at(ply))
            .flatten()
            .map(|moment| (moment.game.position(), side));
        Some(PositionPart {
            ply,
            line: String::new(),
            tried: String::new(),
            share: Some(named.share(position.chance)),
            say: values::say(page, &view, best),
            number: values::number(best, &view),
            exact: best.is_exact(),
            mark: position.mark.map(|mark| mark.as_str()),
            better: better(named, analysis, ply),
            lines: lines
                .iter()
                .map(|line| LinePart::of(named, &view, (ply, ""), line))
                .collect(),
            more: position.lines.is_empty() && !is_over,
            start,
        })
    }

    /// The position at the end of a variation, with the lines that the engine has found there. Where the game is over, the rules say
    /// its value.
    pub fn of_variation(
        named: AnalysedPage<'_>,
        variation: &Variation,
        lines: Option<&[Assessment]>,
    ) -> Self {
        let AnalysedPage { page, sides, .. } = named;
        let game = &*variation.game;
        let side = game.side();
        let view = Viewpoint::new(sides, side, game.colour(side));
        let line = variation.text();
        let end = end_value(game).map(Assessment::over);
        let best = end.as_ref().or_else(|| lines?.first());
        let number = best.and_then(|best| values::number(best, &view));
        PositionPart {
            ply: variation.from,
            tried: variation.notation.join(" "),
            share: best.map(|best| named.share(best.chance(side))),
            say: best.map_or_else(String::new, |best| values::say(page, &view, best)),
            number,
            exact: best.is_some_and(Assessment::is_exact),
            mark: None,
            better: None,
            lines: lines
                .unwrap_or_default()
                .iter()
                .map(|found| LinePart::of(named, &view, (variation.from, &line), found))
                .collect(),
            line,
            more: end.is_none() && lines.is_none(),
            start: end.is_none().then(|| (game.position(), side)),
        }
    }

    /// The moves and squares of the better move as JSON, for the script that draws them.
    pub fn arrow(&self) -> String {
        let better = self.better.as_ref();
        better
            .and_then(|better| serde_json::to_string(better).ok())
            .unwrap_or_default()
    }
}

impl LinePart {
    /// A line that begins in the position at `place`: a ply of the match, and the variation that leaves it there.
    fn of(
        named: AnalysedPage<'_>,
        view: &Viewpoint,
        place: (usize, &str),
        line: &Assessment,
    ) -> Self {
        LinePart {
            value: values::number(line, view)
                .unwrap_or_else(|| values::say(named.page, view, line)),
            exact: line.is_exact(),
            line: line.notation.join(" "),
            moves: line_moves(named, place, line),
        }
    }
}

/// The moves of a line that begins in the position at `place`.
fn line_moves(
    named: AnalysedPage<'_>,
    (ply, before): (usize, &str),
    line: &Assessment,
) -> Vec<LineMove> {
    let mut variation = before.to_owned();
    let moves = line.path.iter().zip(&line.notation);
    moves
        .map(|(path, say)| {
            if !variation.is_empty() {
                variation.push(' ');
            }
            variation.push_str(&path.join(","));
            LineMove {
                say: say.clone(),
                href: variation_address(named.game_match.id(), ply, variation.clone(), &[]),
            }
        })
        .collect()
}

fn better(named: AnalysedPage<'_>, analysis: &MatchAnalysis, ply: usize) -> Option<BetterMove> {
    let before = analysis.better_than(ply)?;
    let mark = analysis.at(ply)?.mark?;
    let (path, name) = (before.best.path.first()?, before.best.notation.first()?);
    let moment = named.game_match.at(ply.checked_sub(1)?)?;
    let legal = moment
        .game
        .legal()
        .into_iter()
        .find(|legal| legal.path == *path)?;
    let pieces = moment.game.pieces();
    let mover = pieces.iter().find(|piece| Some(&piece.at) == path.first());
    Some(BetterMove {
        say: values::remark(named.page, mark, name),
        line: before.best.notation.join(" "),
        moves: line_moves(named, (ply.checked_sub(1)?, ""), &before.best),
        path: path.clone(),
        fx: legal.fx,
        mover: mover.map(|piece| piece.id),
    })
}
