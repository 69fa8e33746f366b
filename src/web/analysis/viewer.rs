//! The viewer of an analysed match.

use crate::web::page::Page;

/// Who looks at a match, as its page knows it.
pub struct Viewer {
    pub me: Option<usize>,
    /// The side that stands below.
    pub below: usize,
    /// Who sits on each side, in words.
    pub players: [String; 2],
}

/// Whether the visitor of a page may have the engine work on a match, given his or her side in it: players and admins may.
pub fn may_analyse(page: &Page, side: Option<usize>) -> bool {
    side.is_some() || page.user.as_ref().is_some_and(|user| user.is_admin)
}
