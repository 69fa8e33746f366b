//! The viewer of an analysed match.

use crate::matches::{Assessment, Variation};
use crate::web::page::Page;

/// The viewer of a match and what is on the board, as its page knows them.
pub struct Viewer<'a> {
    pub me: Option<usize>,
    /// The player who stands below.
    pub below: usize,
    /// The colour of the first player in the shown position.
    pub first_colour: usize,
    /// Both players in words; index 0 moves first.
    pub players: [String; 2],
    /// The variation on the board, if a move has been tried.
    pub tried: Option<&'a Variation>,
    /// The lines that the engine has just found in its position.
    pub lines: Option<&'a [Assessment]>,
}

/// The player who stands below for somebody who plays `me`, or looks on.
pub fn side_below(page: &Page, me: Option<usize>) -> usize {
    me.filter(|_| !page.boards.are_first_below()).unwrap_or(0)
}

/// Whether the visitor of a page may have the engine work on a match, given his or her side in it: players and admins may.
pub fn may_analyse(page: &Page, side: Option<usize>) -> bool {
    side.is_some() || page.user.as_ref().is_some_and(|user| user.is_admin)
}
