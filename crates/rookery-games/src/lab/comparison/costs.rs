//! Explanations of the nodes that a search technique may cost.

use crate::lab::comparison::difference::Difference;
use rookery_engine::Technique;

/// The reason for which a difference that saves nodes elsewhere costs some here.
pub(super) fn of(difference: Difference) -> Option<&'static str> {
    Some(match difference {
        Difference::Minimax => return None,
        Difference::Driver(_) => {
            "each null window is a search of its own: it pays where the first guess is near the value, and the table holds the tree"
        }
        Difference::Added(technique) | Difference::Beside(technique) => of_technique(technique),
    })
}

fn of_technique(technique: Technique) -> &'static str {
    match technique {
        Technique::Deepening => {
            "the shallower iterations count too; what they teach the order pays at greater depth, and on a clock"
        }
        Technique::Tt | Technique::CanonTt => {
            "a move from the table is tried before the game's own first guess, and may be the worse of the two"
        }
        Technique::Etc => {
            "its cut-offs come from other moves, from which killers and history learn other things"
        }
        Technique::Pvs => "a move that exceeds its null window is searched once more",
        Technique::Aspiration => {
            "the value left the window, and that iteration was searched once more"
        }
        Technique::Order | Technique::Trial | Technique::Gain => {
            "its first guess is often not the move that cuts off here"
        }
        Technique::Killers => {
            "the move that cut off at this ply elsewhere goes before the game's own guess; where moves are few and the guess is good, \
             that is seldom better"
        }
        Technique::Counters | Technique::History | Technique::ContHist | Technique::StructHist => {
            "it has learned from few cut-offs yet, and its order is no better than the one without it: in small trees it seldom pays"
        }
        Technique::Correction => {
            "corrected evaluations lie elsewhere in the window, and other moves are cut off"
        }
        Technique::Null | Technique::ProbCut | Technique::Mpc => {
            "where its shallow search does not cut off, that search was for nothing"
        }
        Technique::Qsearch | Technique::Turing => {
            "it goes on beyond the horizon until the position is quiet: nodes for a value that can be believed"
        }
        Technique::See => "an exchange that it puts off was the best move in some nodes",
        Technique::Lmr => "a move that does well at the reduced depth is searched again in full",
        Technique::Extensions | Technique::Singular | Technique::GoOn => {
            "it searches some lines deeper: nodes for seeing more"
        }
        Technique::Forced => "a node with fewer moves teaches the order less",
        Technique::Iir => "the shallower search finds a worse move for the table",
        _ => "what is left out changes values, and with them the cut-offs of other moves",
    }
}
