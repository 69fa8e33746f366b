//! Links for the console: the site's address, the first admin's link, a password reset link.

use std::net::{IpAddr, SocketAddr};

use crate::clock::Clock;
use crate::config::Config;
use crate::ids::UserId;
use crate::service::{self, NewLink};
use crate::store;
use crate::store::{Actor, AuditEntry, Store, TokenKind};

/// The site's own address, without a slash at the end: `public_url`, or where it listens.
pub fn base_url(config: &Config, address: SocketAddr) -> String {
    if !config.public_url.is_empty() {
        return config.public_url.clone();
    }
    // Nobody can open http://0.0.0.0; the owner is at this machine.
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, address.port()))
}

/// The fate of earlier set-up links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierLinks {
    /// They stop working.
    End,
    /// They work until there is an admin: another node may have printed one a moment ago.
    StayGood,
}

/// A fresh one-time link for the first admin; `None` once there is one.
///
/// # Errors
/// The database does not answer.
pub async fn setup_link(
    store: &Store,
    clock: &Clock,
    base_url: &str,
    earlier: EarlierLinks,
) -> Result<Option<String>, store::Error> {
    if store.count_admins().await? > 0 {
        return Ok(None);
    }
    if earlier == EarlierLinks::End {
        store.delete_tokens(TokenKind::Setup).await?;
    }
    let now_ms = clock.now_ms();
    let token = service::make_token(store, NewLink::setup(now_ms), now_ms).await?;
    Ok(Some(format!("{base_url}/setup?token={token}")))
}

/// A one-time link with which a user chooses a new password.
///
/// # Errors
/// The database does not answer.
pub async fn reset_link(
    store: &Store,
    clock: &Clock,
    base_url: &str,
    user: UserId,
    by: Option<UserId>,
) -> Result<String, store::Error> {
    let now_ms = clock.now_ms();
    let token = service::make_token(store, NewLink::reset(user, by, now_ms), now_ms).await?;
    Ok(format!("{base_url}/account/reset?token={token}"))
}

/// A line of the audit log for an action of the owner on the console.
pub fn console_entry(at_ms: i64, action: &str, subject: &str, after: Option<&str>) -> AuditEntry {
    AuditEntry {
        at_ms,
        actor: Actor::Other("console".to_owned()),
        action: action.to_owned(),
        subject: subject.to_owned(),
        before: None,
        after: after.map(ToOwned::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_where_the_owner_can_open_it() {
        let mut config = Config::default();
        for (listen, opens) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("192.168.1.7:80", "http://192.168.1.7:80"),
            ("0.0.0.0:8080", "http://127.0.0.1:8080"),
            ("[::]:8080", "http://[::1]:8080"),
            ("[fd00::7]:8080", "http://[fd00::7]:8080"),
        ] {
            assert_eq!(base_url(&config, listen.parse().unwrap()), opens);
        }
        config.public_url = "https://games.example.org".to_owned();
        let address = "0.0.0.0:8080".parse().unwrap();
        assert_eq!(base_url(&config, address), "https://games.example.org");
    }
}
