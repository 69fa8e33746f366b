//! Rules page of a game: the positions of its diagrams, the judgement of its exercise, and its texts.

use crate::api::metadata::diagram::{Diagram, Goal};
use crate::api::view::{Fx, LegalMove, Played};
use crate::{Error, Game, GameType, Message, Setup};

impl Diagram {
    /// The game at the position that is shown, and the last of the moves played to it.
    ///
    /// # Errors
    /// A defect of the game: the position cannot be read, or a move to it is not legal.
    pub fn game(&self, kind: &dyn GameType) -> Result<(Box<dyn Game>, Option<Played>), Error> {
        let setup = Setup {
            start: self.position.to_owned(),
            ..Setup::default()
        };
        kind.start_after(&setup, self.played)
    }
}

impl Goal {
    /// Whether a legal move of a position achieves this goal.
    ///
    /// # Errors
    /// [`Error::Illegal`]: the move is not one of this position.
    pub fn is_met(self, game: &dyn Game, legal: &LegalMove) -> Result<bool, Error> {
        let mut after = game.boxed_clone();
        after.play(&legal.path)?;
        Ok(match self {
            Goal::Win => after
                .ending()
                .is_some_and(|ending| ending.winner == Some(game.side())),
            Goal::Turn(least) => {
                let changes = legal.fx.iter().flatten();
                changes.filter(|fx| matches!(fx, Fx::Turn { .. })).count() >= least
            }
            Goal::Take(least) => {
                let changes = legal.fx.iter().flatten();
                changes.filter(|fx| matches!(fx, Fx::Remove { .. })).count() >= least
            }
            Goal::Mark(kind) => after.marks(&[]).iter().any(|mark| mark.kind == kind),
        })
    }
}

/// The texts of the rules page and of a first match, by ids that follow from the game's name.
impl<'a> dyn GameType + 'a {
    /// The heading above the paragraph with this key, if a section begins there.
    pub fn heading(&self, paragraph: &str) -> Option<Message> {
        let is_first = self.sheet().headings.contains(&paragraph);
        is_first.then(|| Message::new(format!("{}-heading-{paragraph}", self.name())))
    }

    /// The caption of a diagram, which is the task of an exercise.
    pub fn caption(&self, diagram: &Diagram) -> Message {
        Message::new(format!("{}-diagram-{}", self.name(), diagram.key))
    }

    /// The comment on a right or a wrong move of an exercise.
    pub fn comment(&self, diagram: &Diagram, is_right: bool) -> Message {
        let end = if is_right { "right" } else { "hint" };
        Message::new(format!("{}-diagram-{}-{end}", self.name(), diagram.key))
    }

    /// The text in place of a task ([`Game::task`]) in a visitor's first match of this game, if the game has more to say. It has the
    /// arguments of the task, such as one that names the rules of the match.
    pub fn coach(&self, task: &Message) -> Option<Message> {
        let key = task.id.strip_prefix(self.name())?.strip_prefix("-task-")?;
        let is_known = self.sheet().coach.contains(&key);
        is_known.then(|| Message {
            id: format!("{}-coach-{key}", self.name()).into(),
            args: task.args.clone(),
        })
    }
}
