//! The cards of the games, which differ between visitors only in the best level beaten.

use crate::web::gallery::GameProfile;
use crate::web::matches::best_levels;
use crate::web::page::Page;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};

/// The card of a game.
pub struct Card<'a> {
    pub profile: &'a GameProfile,
    /// The best level that the visitor has beaten, in words; `None` if there is none or nobody is logged in.
    pub best: Option<String>,
}

/// The cards of all games for a visitor: one query for a user, none for everybody else.
///
/// # Errors
/// The database does not answer.
pub async fn cards<'a>(
    app: &'a App,
    page: &Page,
    visitor: &Visitor,
) -> Result<Vec<Card<'a>>, Error> {
    let found = match visitor.user_id() {
        Some(user) => app.store().best_levels(user).await?,
        None => Vec::new(),
    };
    let best = |name: &str| {
        let best = found.iter().find(|best| best.game == name)?;
        Some(best_levels::beaten(page, best.level))
    };
    let profiles = app.gallery()?.profiles().iter();
    let cards = profiles.map(|profile| Card {
        best: best(profile.name),
        profile,
    });
    Ok(cards.collect())
}
