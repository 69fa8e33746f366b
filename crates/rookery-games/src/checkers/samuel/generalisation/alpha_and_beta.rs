//! Generalisation learning (Samuel 1959): Alpha, which learns during games, against Beta, which plays with the polynomial that
//! Alpha had when it was last ahead.

use crate::checkers::samuel::generalisation::term_selection::{Delta, Judged, TermSelection};
use crate::checkers::samuel::play::look_ahead::LookAhead;
use crate::checkers::samuel::play::played_game::{PlayedGame, ballots};
use crate::checkers::samuel::play::polynomial::Polynomial;
use crate::checkers::samuel::play::scoring::{self, CREDIT, NEARLY_WON};
use crate::checkers::samuel::terms::sides::Sides;
use rookery_engine::{Control, Position, SplitMix};

/// The games that Alpha must win before Beta takes over its polynomial; it must also have won more than it has lost.
const WINS: u32 = 2;
/// Games that Alpha loses before its leading term is unseated.
const BLACK_MARKS: u32 = 3;

/// The position at the beginning of the span of moves that Alpha remembers.
struct Recalled {
    sides: Sides,
    judged: Judged,
}

impl Recalled {
    /// Its value for Alpha by this polynomial.
    fn value(&self, polynomial: &Polynomial) -> i64 {
        let terms = polynomial.sum(&self.judged.terms);
        let value = i64::from(scoring::with_terms(&self.sides, terms));
        if self.judged.is_passive {
            value
        } else {
            -value
        }
    }
}

/// The player that learns after each of its moves.
struct Alpha {
    selection: TermSelection,
    recalled: Option<Recalled>,
}

impl Alpha {
    /// Compares the value that is now backed up to a position with the value that the recalled one was thought to have. While the
    /// difference is small, the span of remembered moves grows; otherwise Alpha learns, and a new span begins.
    fn learn(&mut self, game: &PlayedGame, backed_up: i32, plies: u32) {
        let polynomial = self.selection.polynomial();
        if let Some(recalled) = &self.recalled {
            let delta = i64::from(backed_up) - recalled.value(&polynomial);
            if delta.abs() < self.selection.least_delta() {
                return;
            }
            let times = match delta.abs() {
                huge if huge >= i64::from(NEARLY_WON) / 2 => 4,
                large if large >= i64::from(CREDIT) => 2,
                _ => 1,
            };
            let is_positive = delta > 0;
            self.selection
                .correct(&recalled.judged, Delta { is_positive, times });
        }
        let polynomial = self.selection.polynomial();
        let mut look_ahead = LookAhead::new(&polynomial, plies);
        let (before, quiet) = look_ahead.settle(&game.before, &game.now);
        self.recalled = Some(Recalled {
            judged: Judged {
                terms: quiet.terms(&before),
                is_passive: quiet.position.side() != game.side(),
            },
            sides: quiet.sides,
        });
    }
}

/// The outcome of a course of games.
#[derive(Clone, Debug)]
pub struct Generalised {
    /// The polynomial of Beta, which Alpha had when it was last ahead.
    pub polynomial: Polynomial,
    /// Corrections of correlations.
    pub corrections: u64,
    /// The number of times that Beta took over Alpha's polynomial.
    pub adoptions: u32,
}

/// Learns from games between Alpha and Beta with sides in turn, from openings that the seed decides; `None` where `control` stopped them.
pub fn learn(
    plies: u32,
    games: u64,
    seed: u64,
    control: &Control,
    progress: &mut dyn FnMut(u64),
) -> Option<Generalised> {
    let mut random = SplitMix::new(seed);
    let openings = ballots(&mut random);
    let mut alpha = Alpha {
        selection: TermSelection::by_chance(&mut random),
        recalled: None,
    };
    let mut beta = alpha.selection.polynomial();
    let (mut wins, mut losses, mut adoptions) = (0, 0, 0);
    for (number, opening) in (1..=games).zip(openings.iter().cycle()) {
        let side = (number % 2) as usize;
        let game = PlayedGame::from(opening.clone());
        match play(game, side, &mut alpha, &beta, plies, &mut random) {
            2 => wins += 1,
            0 => losses += 1,
            _ => (),
        }
        if wins >= WINS && wins > losses {
            beta = alpha.selection.polynomial();
            adoptions += 1;
            (wins, losses) = (0, 0);
        } else if losses >= BLACK_MARKS {
            alpha.selection.unseat_leader();
            (wins, losses) = (0, 0);
        }
        progress(number);
        if control.is_stopped() {
            return None;
        }
    }
    Some(Generalised {
        polynomial: beta,
        corrections: alpha.selection.corrections(),
        adoptions,
    })
}

/// Half points of Alpha, which has this side.
fn play(
    mut game: PlayedGame,
    side: usize,
    alpha: &mut Alpha,
    beta: &Polynomial,
    plies: u32,
    random: &mut SplitMix,
) -> u8 {
    alpha.recalled = None;
    loop {
        if let Some(halves) = game.halves() {
            return if side == 0 { halves } else { 2 - halves };
        }
        let is_alpha = game.side() == side;
        let own = is_alpha.then(|| alpha.selection.polynomial());
        let polynomial = own.as_ref().unwrap_or(beta);
        let choice = LookAhead::new(polynomial, plies).choose(&game.now, Some(random));
        let Some(choice) = choice else { return 1 };
        if is_alpha {
            alpha.learn(&game, choice.backed_up.value, plies);
        }
        game.play(choice.best);
    }
}
