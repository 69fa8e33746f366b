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

/// The messages; the limit of one network is shown as at most the limit of the whole site.
fn told(protection: &Protection) -> Vec<Message> {
    let number = |n: u32| i64::from(n);
    let price = match protection.tries {
        0 => Message::new("protection-no-work"),
        tries => Message::new("protection-work").with("tries", number(tries)),
    };
    let volume = match (protection.site, protection.network) {
        (Some(site), Some(network)) => Message::new("protection-ceiling")
            .with("site", number(site))
            .with("network", number(network.min(site))),
        _ => Message::new("protection-no-ceiling"),
    };
    let (site, network) = (
        protection.site_without_scripts,
        protection.network_without_scripts,
    );
    let without_scripts = Message::new("protection-without-scripts")
        .with("site", number(site))
        .with("network", number(network.min(site)));
    vec![price, volume, without_scripts]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_network_gets_more_in_than_all_together() {
        let protection = |network: u32| Protection {
            tries: 1024,
            site: Some(40),
            network: Some(network),
            site_without_scripts: 30,
            network_without_scripts: network,
        };
        let expected = |network: [i64; 2]| {
            [
                Message::new("protection-work").with("tries", 1024_i64),
                Message::new("protection-ceiling")
                    .with("site", 40_i64)
                    .with("network", network[0]),
                Message::new("protection-without-scripts")
                    .with("site", 30_i64)
                    .with("network", network[1]),
            ]
        };
        assert_eq!(told(&protection(20)), expected([20, 20]));
        assert_eq!(told(&protection(2_000)), expected([40, 30]));
    }
}
