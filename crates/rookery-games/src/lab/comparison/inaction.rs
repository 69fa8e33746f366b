//! Reasons for which a search technique cannot act on a position: the game gives it nothing, it begins deeper, or it is not sound.

use std::fmt;

use crate::Game;
use rookery_engine::{Params, Request, Technique, Techniques};

/// The reason why a technique cannot act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inaction {
    /// It is not sound in this game, whose search is compiled without it.
    Unsound,
    /// It begins at nodes with this number of plies to go, which no node of the tree has.
    Depth(i32),
    /// The game gives it nothing to act on, in these words.
    Nothing(&'static str),
}

impl fmt::Display for Inaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inaction::Unsound => {
                f.write_str("not sound in this game: its search is compiled without it")
            }
            Inaction::Depth(1) => f.write_str("begins with one ply to go below the root"),
            Inaction::Depth(plies) => write!(f, "begins with {plies} plies to go below the root"),
            Inaction::Nothing(words) => f.write_str(words),
        }
    }
}

/// The facts from which reasons follow.
pub(super) struct Grounds {
    sound: Techniques,
    usable: Techniques,
    params: Params,
    /// The greatest number of plies to go below the root.
    plies: i32,
}

impl Grounds {
    pub fn of(game: &dyn Game, request: &Request) -> Self {
        let (usable, params) = game.study().grounds(request);
        Grounds {
            sound: game.repertoire().sound,
            usable,
            params,
            plies: i32::try_from(request.depth).unwrap_or(i32::MAX) - 1,
        }
    }

    /// [`Inaction::Unsound`], where the technique is.
    pub fn unsound(&self, technique: Technique) -> Option<Inaction> {
        (!self.sound.has(technique)).then_some(Inaction::Unsound)
    }

    /// The reason why a technique does nothing, where one is known.
    pub fn reason(&self, technique: Technique) -> Option<Inaction> {
        if !self.usable.has(technique) {
            return nothing(technique).map(Inaction::Nothing);
        }
        let plies = least_plies(technique, &self.params)?;
        (plies > self.plies).then_some(Inaction::Depth(plies))
    }
}

/// The least number of plies to go at which the technique acts, where there is one.
fn least_plies(technique: Technique, params: &Params) -> Option<i32> {
    Some(match technique {
        // The first iteration has one ply, and no other to learn from.
        Technique::Deepening => 1,
        // At the root itself.
        Technique::Aspiration => params.aspiration_depth - 1,
        Technique::Etc | Technique::Forced => 2,
        Technique::Trial => params.trial_depth,
        Technique::Null => params.null_depth,
        Technique::Lmr => params.reduction_depth,
        Technique::ProbCut => params.probcut_depth,
        Technique::Iir => params.iir_depth,
        Technique::Singular => params.singular_depth,
        Technique::Turing => params.turing_plies,
        _ => return None,
    })
}

/// What a technique that asks something of the game did not find.
fn nothing(technique: Technique) -> Option<&'static str> {
    Some(match technique {
        Technique::CanonTt => "the board has no symmetry that a search would meet",
        Technique::Order => "the game has no guess at how good a move is",
        Technique::Trial => "the game has a guess of its own at how good a move is",
        Technique::Forced => "the game leaves out no move that loses at once",
        Technique::Gain => "no move wins material at once",
        Technique::StructHist | Technique::Correction => "the game names no structures",
        Technique::Null => "a pass is never allowed",
        Technique::Candidates => "the game holds every move for worth a look",
        Technique::Qsearch => "no move is noisy: there is nothing to play out at the horizon",
        Technique::See => "no exchange loses material",
        Technique::Mpc => "the game has no measured margins for these depths and this evaluation",
        Technique::Extensions => "no move is extended",
        Technique::GoOn => "the evaluation never asks to go on",
        _ => return None,
    })
}
