//! Protection beside the picture, in words for the owner: the work for an account, and the ceilings of an hour.

use crate::service::Protection;
use crate::web::page::Page;
use crate::web::words::duration::duration;
use crate::web::{App, Error};
use rookery_captcha::defence::{Price, Purpose, Settings, Step, Volume};
use rookery_games::Message;

/// Tries of work that two cores of an ordinary computer make in a second, at 3.2 ms each (docs/captcha-defence.md).
const TRIES_PER_SECOND: u32 = 625;

/// Sentences for the settings page.
///
/// # Errors
/// The database does not answer.
pub async fn sentences(app: &App, page: &Page) -> Result<Vec<String>, Error> {
    let protection = app.captchas.challenges.protection().await?;
    Ok(told(&protection).iter().map(|m| page.say(m)).collect())
}

/// Sentences about settings that are allowed and do not do what they seem to. A challenge lasts `life_s`.
pub fn doubts(page: &Page, settings: &Settings, life_s: u32) -> Vec<String> {
    let doubted = doubted(settings, life_s);
    doubted.iter().map(|message| page.say(message)).collect()
}

fn doubted(settings: &Settings, life_s: u32) -> Vec<Message> {
    let mut doubted = Vec::new();
    if !settings.reading && !settings.work {
        doubted.push(Message::new("captcha-reading-stays"));
    }
    // The most that is asked of an account: raised, and without reading.
    let price = Price::new(settings, Purpose::Account, Step::Raised, Volume::Usual);
    let work_s = price.tries_without_reading() / TRIES_PER_SECOND;
    if work_s > life_s {
        doubted.push(
            Message::new("captcha-work-too-long")
                .with("work", duration(work_s))
                .with("life", duration(life_s)),
        );
    }
    doubted
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

    /// 65,536 tries, four times as many at the raised price and four times that without reading: 1,048,576 at 625 a second take 28 minutes.
    #[test]
    fn work_that_outlasts_its_challenge_is_doubted() {
        let settings = |work_tries: u32| Settings {
            work_tries,
            ..Settings::default()
        };
        assert!(doubted(&settings(1_024), 600).is_empty());
        let long = Message::new("captcha-work-too-long")
            .with("work", duration(1_677))
            .with("life", duration(600));
        assert_eq!(doubted(&settings(65_536), 600), [long]);
        assert!(doubted(&settings(65_536), 1_800).is_empty());
        let off = Settings {
            reading: false,
            work: false,
            ..Settings::default()
        };
        assert_eq!(doubted(&off, 600), [Message::new("captcha-reading-stays")]);
    }

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
