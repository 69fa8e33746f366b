//! Protection beside the picture, in words for the owner: the work for an account, and the ceilings of an hour.

use crate::service::Protection;
use crate::web::page::Page;
use crate::web::{App, Error};
use rookery_games::Message;

/// Sentences for the settings page.
///
/// # Errors
/// The database does not answer.
pub async fn sentences(app: &App, page: &Page) -> Result<Vec<String>, Error> {
    let protection = app.captchas.challenges.protection().await?;
    Ok(told(&protection).iter().map(|m| page.say(m)).collect())
}

fn told(protection: &Protection) -> Vec<Message> {
    let number = |n: u32| i64::from(n);
    let price = match protection.tries {
        0 => Message::new("protection-no-work"),
        tries => Message::new("protection-work").with("tries", number(tries)),
    };
    let volume = match (protection.site, protection.network) {
        (Some(site), Some(network)) => Message::new("protection-ceiling")
            .with("site", number(site))
            .with("network", number(network)),
        _ => Message::new("protection-no-ceiling"),
    };
    let without_scripts = Message::new("protection-without-scripts")
        .with("site", number(protection.site_without_scripts))
        .with("network", number(protection.network_without_scripts));
    vec![price, volume, without_scripts]
}
