//! Pictures of positions as files of their own: `/games/{id}.svg` and `/games/{id}.png`.
//!
//! A page draws a board with classes, and `static/board.css` colours them. A file that stands alone in a link preview, a forum or
//! an `<img>` has no style sheet, so here every colour is written out, from the same data: the sheet of the game.

pub(in crate::web) mod drawing;
pub(in crate::web) mod picture_cache;
pub(in crate::web) mod picture_file;
pub(in crate::web) mod picture_pool;
pub(in crate::web) mod presentation;
pub(in crate::web) mod raster;

#[cfg(test)]
mod tests;
