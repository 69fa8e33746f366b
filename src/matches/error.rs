//! Refusals of a match, and errors of records that do not form a match.

use rookery_games::Message;

/// The reason why an action was refused; the match is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The position has changed since the player saw it.
    #[error("the position has changed since it was shown")]
    Stale,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The match is not over yet.
    #[error("the match is not over yet")]
    NotOver,
    /// The engine analyses another match of this player.
    #[error("another match of this player is being analysed")]
    AlreadyAnalysing,
    /// The match has not been analysed, so that there is nothing to add to.
    #[error("the match has not been analysed yet")]
    NotAnalysed,
    /// A variation has as many moves as one may have.
    #[error("a variation has at most {most} moves")]
    VariationTooLong { most: usize },
    /// The other side is to move.
    #[error("the other side is to move")]
    NotYourTurn,
    /// The requester is not a player.
    #[error("only a player of this match may do that")]
    NotAPlayer,
    /// The move is not legal, with the rule that forbids it.
    #[error("the move is not legal ({})", .0.id)]
    Illegal(Message),
    /// The player has made no move yet.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Draws cannot be agreed in this game, and there is none to claim.
    #[error("a draw cannot be agreed in this game")]
    NoAgreement,
    /// The engine sees no reason to agree: neither its own values nor a table say that it is a draw.
    #[error("the engine declines a draw")]
    DrawDeclined,
    /// Only the engine can do this; the other side is a person.
    #[error("this needs the engine on the other side")]
    NotAgainstPeople,
}

impl Refusal {
    /// The refusal in words for the player.
    pub fn say(&self) -> Message {
        match self {
            Refusal::Stale => Message::new("refusal-stale"),
            Refusal::Over => Message::new("refusal-over"),
            Refusal::NotOver => Message::new("refusal-not-over"),
            Refusal::AlreadyAnalysing => Message::new("refusal-already-analysing"),
            Refusal::NotAnalysed => Message::new("refusal-not-analysed"),
            Refusal::VariationTooLong { most } => {
                Message::new("refusal-variation-too-long").with("most", *most)
            }
            Refusal::NotYourTurn => Message::new("refusal-not-your-turn"),
            Refusal::NotAPlayer => Message::new("refusal-not-a-player"),
            Refusal::Illegal(why) => why.clone(),
            Refusal::NothingToTakeBack => Message::new("refusal-nothing-to-take-back"),
            Refusal::NoAgreement => Message::new("refusal-no-agreement"),
            Refusal::DrawDeclined => Message::new("refusal-draw-declined"),
            Refusal::NotAgainstPeople => Message::new("refusal-not-against-people"),
        }
    }
}

/// The reason why a set-up or a record does not form a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The game does not know the variant, an option or the position.
    #[error(transparent)]
    Setup(#[from] rookery_games::Error),
    /// The game is over in the starting position.
    #[error("the game is already over in this position ({reason})")]
    Finished {
        /// The short stable name of the game's reason.
        reason: &'static str,
        /// The reason in words.
        say: Message,
    },
    /// No such level.
    #[error("there is no level {0}; choose 1 to 8")]
    Level(u8),
    /// A recorded move is not legal where it stands.
    #[error("the record cannot be replayed: move {ply}: {source}")]
    Damaged {
        /// Counted from 0.
        ply: usize,
        /// The error of the game.
        source: rookery_games::Error,
    },
}
