//! The reason for which another program gave no answer.

/// The reason for which a program gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Whoever asked has been told to stop.
    Stopped,
    /// The fault of the program, in words that follow its name: `ended when told 'go'`.
    Failed(String),
}
