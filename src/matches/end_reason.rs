//! The stable names of ends that are not the rules of a game.

/// A side gave up.
pub(super) const RESIGNED: &str = "resigned";
/// The engine accepted a draw.
pub(super) const AGREED: &str = "agreed";
/// The engine could not go on.
pub(super) const ENGINE_FAILED: &str = "engine-failed";
