//! The analysis of a match that is over: what each position is worth, and how much a move gave away.

mod assessment;
mod chance;
mod match_analysis;
mod outlook;
mod requests;
mod variation;

pub use assessment::{Assessment, StoredLine};
pub use chance::Mark;
pub use match_analysis::{AnalysedPosition, MatchAnalysis};
pub use outlook::Outlook;
pub use requests::{LINES_MOST, end_value, lines_request, position_request};
pub use variation::Variation;
