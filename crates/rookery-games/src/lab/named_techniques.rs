//! Techniques that are named on the command line and in the description of a player: those that the game allows.

use crate::{GameType, Setup};
use rookery_engine::Techniques;

/// The techniques of these names, separated by commas, each of which must be sound for the game. `option` is what stands before them,
/// such as `--on `.
///
/// # Errors
/// A name is unknown, or not sound for the game; the message lists those that are.
pub fn sound_techniques(
    option: &str,
    names: &str,
    game_type: &dyn GameType,
) -> Result<Techniques, String> {
    let named = Techniques::parse(names).map_err(|error| error.to_string())?;
    let game = game_type.start(&Setup::default());
    let sound = game.map_err(|error| error.to_string())?.repertoire().sound;
    let unsound = named.without(sound);
    if unsound == Techniques::NONE {
        return Ok(named);
    }
    let game = game_type.name();
    Err(format!(
        "{option}{unsound}: not sound for {game}; of the techniques, it allows {sound}"
    ))
}
