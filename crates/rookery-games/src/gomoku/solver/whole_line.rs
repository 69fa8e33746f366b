//! The line of a win to its five: where every answer to the last threat loses, an answer that holds out longest, and the moves after it.

use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::solver::forced_win::ForcedWin;
use crate::gomoku::solver::fours::FourSearch;
use rookery_engine::Position;

/// Stones of the search for the fours after an answer; the threatened win was found within half as many.
const FOUR_STONES: u64 = 400;

/// The moves of a win of the side to move up to the five; its own line may end where any answer loses.
pub fn whole_line(position: &GomokuPosition, win: &ForcedWin) -> Vec<Point> {
    let mut line = win.line.clone();
    let mut here = position.clone();
    for &m in &line {
        here.play(m);
    }
    let left = (win.plies as usize).saturating_sub(line.len());
    if left == 0 {
        return line;
    }
    let mut answers = here.moves();
    // What an attentive player would try comes first.
    answers.sort_by_key(|&m| std::cmp::Reverse(here.worth(0, m) + here.worth(1, m)));
    for answer in answers {
        let after = here.after(answer);
        let mut search = FourSearch::new(position.colour(), FOUR_STONES, &|_| false);
        let rest = search.deepen(&after);
        if let Some(rest) = rest.filter(|rest| rest.plies as usize + 1 == left) {
            line.push(answer);
            line.extend(whole_line(&after, &rest));
            break;
        }
    }
    line
}
