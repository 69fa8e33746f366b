//! The owner's look of the site: its fields and their limits, the colours that follow from the accent, and uploaded logos.
//! Pure.

mod accent;
mod colour;
mod field_problem;
mod logo;
mod settings;
mod svg;
mod text;

pub use accent::Accent;
pub use colour::{CARD, Colour, INK, PAPER, SOFT_INK, Themed};
pub use field_problem::FieldProblem;
pub use logo::{ExaminedLogo, Logo, LogoProblem, MAX_LOGO_BYTES, examine};
pub use settings::{FIELDS, Look};
pub use svg::Forbidden;
pub use text::{Paragraph, Piece, beginning, paragraphs};
