//! Doubts about a configuration: values that are allowed and seldom meant, in words for the owner.

use ipnet::IpNet;

use crate::config::Config;
use crate::store::SQLITE_FILE;

/// The doubts about this configuration, a line each.
pub fn about(config: &Config) -> Vec<String> {
    let of_data = about_data(config);
    let of_answer = about_answer(config).map(str::to_owned);
    let wide = config.trusted_proxies.iter().find_map(about_proxies);
    of_data.into_iter().chain(of_answer).chain(wide).collect()
}

/// A folder whose site is not the one that is served.
fn about_data(config: &Config) -> Option<String> {
    let file = config.data.join(SQLITE_FILE);
    let found = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let file = file.display();
    match (config.database.is_empty(), found.len()) {
        (true, 0) => Some(format!(
            "{file} is empty: a new site begins in it; if there was another one, stop this one and restore a backup"
        )),
        (false, 1..) => Some(format!(
            "{file} holds a site that is not used, because `database` is set; if that is meant, move the file away"
        )),
        _ => None,
    }
}

fn about_answer(config: &Config) -> Option<&'static str> {
    let is_for_others = !config.public_url.is_empty() || !config.trusted_proxies.is_empty();
    (is_for_others && !config.captcha.test_answer.is_empty()).then_some(
        "captcha.test_answer is set: anybody who knows this answer passes every captcha; remove it before people use the site",
    )
}

/// A network of proxies that has room for visitors, too.
fn about_proxies(network: &IpNet) -> Option<String> {
    let usual = match network {
        IpNet::V4(_) => 8,
        IpNet::V6(_) => 16,
    };
    let whom = match network.prefix_len() {
        0 => "every address".to_owned(),
        length if length < usual => format!("all of {network}"),
        _ => return None,
    };
    Some(format!(
        "trusted_proxies trusts {whom}: anybody there can choose the address that limits and logs go by; name the proxy's own address"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_networks_wider_than_any_proxy_needs_are_doubted() {
        for (network, is_doubted) in [
            ("0.0.0.0/0", true),
            ("8.0.0.0/7", true),
            ("10.0.0.0/8", false),
            ("127.0.0.1/32", false),
            ("::/0", true),
            ("fc00::/7", true),
            ("fd00::/16", false),
        ] {
            let doubt = about_proxies(&network.parse().unwrap());
            assert_eq!(doubt.is_some(), is_doubted, "{network}: {doubt:?}");
        }
    }

    #[test]
    fn a_site_that_is_not_used_and_one_that_is_gone_are_doubted() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            data: folder.path().to_owned(),
            ..Config::default()
        };
        let file = folder.path().join(SQLITE_FILE);
        let says = |config: &Config, words: &str| about(config).concat().contains(words);
        assert!(about(&config).is_empty());
        std::fs::write(&file, "").unwrap();
        assert!(says(&config, "a new site begins"));
        std::fs::write(&file, "a site").unwrap();
        assert!(about(&config).is_empty());
        config.database = "postgres://db/site".to_owned().into();
        assert!(says(&config, "holds a site that is not used"));
        std::fs::write(&file, "").unwrap();
        assert!(about(&config).is_empty());
    }
}
