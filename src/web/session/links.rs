//! Links for the console and for admins: the site's address, the first admin's link, a password reset link.

use std::net::{IpAddr, SocketAddr};

use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};

use crate::accounts::Token;
use crate::clock::Clock;
use crate::config::Config;
use crate::ids::UserId;
use crate::store;
use crate::store::{Actor, AuditEntry, NewToken, Store, TokenKind, User};
use crate::web::App;
use crate::web::layers::origin;

/// The set-up link is good for this long; every start makes a new one, which replaces it on SQLite.
const SETUP_HOURS: i64 = 7 * 24;
/// A link for a new password is good for this long.
pub const RESET_HOURS: i64 = 24;
const HOUR_MS: i64 = 60 * 60 * 1000;

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

/// The beginning of links that are passed on: `public_url`, or else the address that the visitor's browser used. If the site listens on
/// all addresses, the address it knows itself is a local one that nobody else can open.
#[derive(Clone, Debug)]
pub struct LinkBase {
    /// The address that the site knows itself.
    own: String,
    /// The host that was asked, and the origin or the page that the request came from; only without `public_url`.
    asked: Option<(String, Option<String>)>,
}

impl LinkBase {
    pub fn of(app: &App, parts: &Parts) -> Self {
        let asked = match app.config.public_url.is_empty() {
            true => asked(&parts.uri, &parts.headers),
            false => None,
        };
        LinkBase {
            own: app.base_url().to_owned(),
            asked,
        }
    }

    /// The address, read only now: few pages have such a link.
    pub fn address(&self) -> String {
        let asked = self
            .asked
            .as_ref()
            .and_then(|(host, sent)| asked_address(host, sent.as_deref()));
        asked.unwrap_or_else(|| self.own.clone())
    }
}

fn asked(uri: &Uri, headers: &HeaderMap) -> Option<(String, Option<String>)> {
    let text = |name| headers.get(name).and_then(|v| v.to_str().ok());
    // Browsers send no origin with a GET.
    let sent = text(header::ORIGIN).or_else(|| text(header::REFERER).map(beginning_of));
    Some((origin::asked_host(uri, headers)?, sent.map(str::to_owned)))
}

/// The origin that a request was addressed to. It is https if the page that the request came from was: a proxy may have terminated TLS.
fn asked_address(host: &str, sent: Option<&str>) -> Option<String> {
    let secure = origin::normal(&format!("https://{host}"))?;
    match sent.and_then(origin::normal) {
        Some(sent) if sent == secure => Some(secure),
        _ => origin::normal(&format!("http://{host}")),
    }
}

/// Scheme, host and port of an address, as it has them.
fn beginning_of(address: &str) -> &str {
    let host = address.find("://").map_or(0, |at| at + "://".len());
    let end = address[host..].find(['/', '?', '#']);
    end.map_or(address, |end| &address[..host + end])
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
    let now_ms = clock.now_ms();
    if earlier == EarlierLinks::End {
        store.replace_tokens(TokenKind::Setup, now_ms).await?;
    }
    let token = Token::random();
    let (hash, expires_ms) = (token.hash(), now_ms + SETUP_HOURS * HOUR_MS);
    let new = NewToken::new(TokenKind::Setup, &hash, now_ms, expires_ms);
    store.create_token(&new).await?;
    Ok(Some(format!("{base_url}/setup?token={}", token.as_str())))
}

/// A one-time link with which a user chooses a new password; the audit log has it, by an admin or on the console, in the same transaction.
///
/// # Errors
/// The account is gone, or the database does not answer.
pub async fn reset_link(
    store: &Store,
    clock: &Clock,
    base_url: &str,
    user: &User,
    by: Option<UserId>,
) -> Result<String, store::Error> {
    let now_ms = clock.now_ms();
    let entry = console_entry(now_ms, "reset-link", user.name.as_str(), None);
    let entry = AuditEntry {
        actor: by.map_or(entry.actor, Actor::User),
        ..entry
    };
    let token = Token::random();
    let (hash, expires_ms) = (token.hash(), now_ms + RESET_HOURS * HOUR_MS);
    let new = NewToken {
        subject: Some(user.id),
        created_by: by,
        ..NewToken::new(TokenKind::Reset, &hash, now_ms, expires_ms)
    };
    store.create_noted_token(&new, "", &entry).await?;
    Ok(format!("{base_url}/account/reset?token={}", token.as_str()))
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

    fn opened_at(uri: &Uri, headers: &HeaderMap) -> Option<String> {
        let (host, sent) = asked(uri, headers)?;
        asked_address(&host, sent.as_deref())
    }

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

    #[test]
    fn an_admin_passes_on_the_address_that_was_opened() {
        let lan = "192.168.1.7:8080";
        for (host, from, opened) in [
            (lan, None, Some("http://192.168.1.7:8080")),
            (
                lan,
                Some("http://192.168.1.7:8080"),
                Some("http://192.168.1.7:8080"),
            ),
            (
                "Games.example",
                Some("https://games.example"),
                Some("https://games.example"),
            ),
            (
                "games.example:8443",
                Some("https://games.example:8443"),
                Some("https://games.example:8443"),
            ),
            // A page elsewhere says nothing about this site.
            (
                "games.example",
                Some("https://other.example"),
                Some("http://games.example"),
            ),
            ("games.example", Some("null"), Some("http://games.example")),
            ("[fd00::7]:8080", None, Some("http://[fd00::7]:8080")),
            ("evil/path", None, None),
            ("", None, None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(from) = from {
                headers.insert(header::ORIGIN, from.parse().unwrap());
            }
            let found = opened_at(&Uri::from_static("/admin/users"), &headers);
            assert_eq!(found.as_deref(), opened, "{host} from {from:?}");
        }
    }

    #[test]
    fn a_link_says_by_its_page_that_the_site_is_https() {
        for (from, opened) in [
            ("https://games.example/admin?x=1", "https://games.example"),
            ("https://games.example", "https://games.example"),
            ("http://games.example/admin", "http://games.example"),
            (
                "https://other.example/games.example",
                "http://games.example",
            ),
            ("/admin", "http://games.example"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "games.example".parse().unwrap());
            headers.insert(header::REFERER, from.parse().unwrap());
            let uri = Uri::from_static("/admin/captcha");
            let found = opened_at(&uri, &headers);
            assert_eq!(found.as_deref(), Some(opened), "{from}");
        }
    }
}
