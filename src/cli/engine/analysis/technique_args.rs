//! Arguments that switch techniques of a search on and off.

use clap::Args;

use crate::cli::failure::Failure;
use rookery_engine::Techniques;
use rookery_games::GameType;
use rookery_games::lab::named_techniques::sound_techniques;

/// Changes to the techniques that the game uses.
#[derive(Debug, Default, Args)]
pub struct TechniqueArgs {
    /// Techniques to switch on besides those that the game uses, separated by commas
    #[arg(long, default_value = "", value_name = "T,…")]
    on: String,
    /// Techniques to switch off, separated by commas
    #[arg(long, default_value = "", value_name = "T,…")]
    off: String,
}

impl TechniqueArgs {
    /// The techniques to switch on, and those to switch off.
    ///
    /// # Errors
    /// A name is unknown, or one of those to switch on is not sound for the game.
    pub fn read(&self, game_type: &dyn GameType) -> Result<(Techniques, Techniques), Failure> {
        let on = sound_techniques("--on ", &self.on, game_type).map_err(Failure::input)?;
        let off = Techniques::parse(&self.off).map_err(|e| Failure::input(e.to_string()))?;
        Ok((on, off))
    }
}
