//! Template data of `partials/analysis.html`: how far the analysis is, or what it found.

use crate::ids::GameId;
use crate::matches::{Mark, Match, MatchAnalysis};
use crate::service::AnalysisState;
use crate::web::analysis::graph::Graph;
use crate::web::analysis::position::{AnalysedPage, BetterMove, PositionPart};
use crate::web::analysis::values::{self, Viewpoint};
use crate::web::analysis::viewer::Viewer;
use crate::web::board::position_address;
use crate::web::page::Page;
use rookery_games::shown_colour;

/// The level of a match that begins in a position of one between people.
const USUAL_LEVEL: u8 = 3;

/// The part of the page.
pub enum AnalysisPart {
    Running { done: usize, of: usize },
    Lost { done: usize, of: usize },
    Done(Box<AnalysedMatch>),
}

/// The analysis of a whole match, at one of its positions.
pub struct AnalysedMatch {
    pub graph: Graph,
    /// The position on the board.
    pub shown: Option<PositionPart>,
    /// The colour that stands below in the shown position.
    pub below: usize,
    /// What both players gave away.
    pub tally: [Tally; 2],
    /// All positions as a table.
    pub rows: Vec<TableRow>,
    /// The colour of the first player, whose chances the graph shows, at the end of the match.
    pub first: String,
    /// The fields of a match that begins here, without position and side.
    pub fields: Vec<(String, String)>,
    /// The side that the viewer would play; `None`: the side to move.
    pub side: Option<usize>,
    /// The last ply, whose address has no query.
    last: usize,
    id: GameId,
}

/// A player with the number of inaccuracies, mistakes and blunders.
pub struct Tally {
    pub player: String,
    pub counts: [usize; 3],
}

/// A line of the table.
pub struct TableRow {
    pub ply: usize,
    pub notation: String,
    pub say: String,
    pub percent: u32,
    pub is_exact: bool,
    pub mark: Option<String>,
}

impl AnalysisPart {
    /// The part for the position after `ply` moves; `None` if nobody has asked for an analysis.
    pub fn of(
        page: &Page,
        game_match: &Match,
        state: &AnalysisState,
        ply: usize,
        viewer: &Viewer<'_>,
    ) -> Option<Self> {
        Some(match state {
            AnalysisState::None => return None,
            &AnalysisState::Running { done, of } => AnalysisPart::Running { done, of },
            &AnalysisState::Lost { done, of } => AnalysisPart::Lost { done, of },
            AnalysisState::Done(analysis) => {
                let analysed = AnalysedMatch::of(page, game_match, analysis, ply, viewer);
                AnalysisPart::Done(Box::new(analysed))
            }
        })
    }

    pub fn is_running(&self) -> bool {
        matches!(self, AnalysisPart::Running { .. })
    }

    pub fn is_done(&self) -> bool {
        matches!(self, AnalysisPart::Done(_))
    }

    /// The bar beside the board.
    pub fn done(&self) -> Option<&AnalysedMatch> {
        match self {
            AnalysisPart::Done(done) => Some(done),
            AnalysisPart::Running { .. } | AnalysisPart::Lost { .. } => None,
        }
    }
}

impl AnalysedMatch {
    fn of(
        page: &Page,
        game_match: &Match,
        analysis: &MatchAnalysis,
        ply: usize,
        viewer: &Viewer<'_>,
    ) -> Self {
        let sides = game_match.sides();
        let named = AnalysedPage {
            page,
            game_match,
            sides: &sides,
            below: viewer.below,
        };
        let shown = match viewer.tried {
            Some(variation) => Some(PositionPart::of_variation(named, variation, viewer.lines)),
            None => PositionPart::of(named, analysis, ply),
        };
        let view_of = |ply, side| Viewpoint::new(&sides, side, game_match.colour_at(ply, side));
        let rows: Vec<TableRow> = analysis
            .positions()
            .map(|(ply, position)| TableRow {
                ply,
                notation: game_match
                    .numbered_move(ply)
                    .unwrap_or_else(|| page.t("board-start")),
                say: values::say(page, &view_of(ply, position.side), &position.best),
                percent: percent(position.chance),
                is_exact: position.best.is_exact(),
                mark: position.mark.map(|mark| values::mark_name(page, mark)),
            })
            .collect();
        let last = game_match.played().len();
        let graph = Graph::of(analysis, last, |ply| {
            let row = rows.iter().find(|row| row.ply == ply);
            row.map_or_else(String::new, |row| match &row.mark {
                Some(mark) => format!("{}, {mark}: {}", row.notation, row.say),
                None => format!("{}: {}", row.notation, row.say),
            })
        });
        let [first, second] = viewer.players.clone();
        let tally = |side: usize, player: String| Tally {
            player,
            counts: Mark::ALL.map(|mark| analysis.count(side, mark)),
        };
        AnalysedMatch {
            graph,
            shown,
            below: viewer.first_colour ^ viewer.below,
            tally: [tally(0, first), tally(1, second)],
            rows,
            first: page.say(&sides[shown_colour(game_match.game(), 0)].name),
            fields: fields(game_match),
            side: viewer.me,
            last,
            id: game_match.id(),
        }
    }
}

impl AnalysedMatch {
    /// The address of a position.
    pub fn link(&self, ply: usize) -> String {
        position_address(self.id, ply, self.last)
    }

    /// The address of the position at which the variation leaves the match.
    pub fn match_link(&self) -> String {
        self.link(self.asked().0)
    }

    /// Whether this position of the match is on the board.
    pub fn is_at(&self, ply: usize) -> bool {
        let is_here = |shown: &PositionPart| shown.ply == ply && shown.line.is_empty();
        self.shown.as_ref().is_some_and(is_here)
    }

    /// The chances of the side below in percent; even where they are not known yet.
    pub fn share(&self) -> f64 {
        let known = self.shown.as_ref().and_then(|shown| shown.share);
        known.unwrap_or(50.0)
    }

    /// The variation on the board in the usual notation; empty if there is none.
    pub fn tried(&self) -> &str {
        self.shown.as_ref().map_or("", |shown| &shown.tried)
    }

    /// The position on the board as the form for more lines names it: a ply, and the moves of a variation.
    pub fn asked(&self) -> (usize, &str) {
        let shown = self.shown.as_ref();
        shown.map_or((self.last, ""), |shown| (shown.ply, &shown.line))
    }

    pub fn is_exact(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.exact)
    }

    /// The better move in place of the one that led here.
    pub fn better(&self) -> Option<&BetterMove> {
        self.shown.as_ref()?.better.as_ref()
    }

    /// Whether more lines of this position may be asked for.
    pub fn has_more(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.more)
    }

    /// This position as a new match takes it.
    pub fn start(&self) -> Option<&(String, usize)> {
        self.shown.as_ref()?.start.as_ref()
    }

    /// The viewer's side in such a match.
    pub fn play_side(&self) -> usize {
        let to_move = self.start().map_or(0, |(_, side)| *side);
        self.side.unwrap_or(to_move)
    }
}

fn percent(chance: f64) -> u32 {
    // Between 0 and 100.
    (chance * 100.0).round() as u32
}

/// A new match by the same rules, against the same level.
fn fields(game_match: &Match) -> Vec<(String, String)> {
    let record = game_match.record();
    let level = record.seats.iter().find_map(|seat| seat.holder.level());
    let plain = [
        ("game", record.game.clone()),
        ("variant", record.variant.clone()),
        ("level", level.unwrap_or(USUAL_LEVEL).to_string()),
    ];
    let plain = plain.map(|(key, value)| (key.to_owned(), value));
    plain
        .into_iter()
        .chain(record.options.iter().cloned())
        .collect()
}
