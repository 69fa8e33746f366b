//! Limits of pictures and recordings that are fetched, for this site's pages and for those of others.

use std::net::IpAddr;

use crate::service::{Limited, LimitedAction};
use crate::web::App;

/// A kind of content that is fetched. Each has a count of its own: a visitor who may see no more pictures for now can still listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// The picture of a challenge.
    Picture,
    Recording,
}

impl Fetched {
    fn key(self, by: &str) -> String {
        match self {
            Fetched::Picture => by.to_owned(),
            Fetched::Recording => format!("recording:{by}"),
        }
    }
}

/// Counts a fetch by address and, if there is one, by session.
///
/// # Errors
/// Too many of them.
pub fn count(
    app: &App,
    ip: IpAddr,
    session: Option<&str>,
    fetched: Fetched,
) -> Result<(), Limited> {
    let address = app.limit_key(ip);
    if address.is_empty() {
        return Ok(());
    }
    let count = |action, by: &str| app.limits.count(action, &fetched.key(by));
    let by_address = count(LimitedAction::CaptchaFetch, &address);
    let by_session = session.map_or(Ok(()), |row| {
        count(LimitedAction::CaptchaFetchOfSession, row)
    });
    by_address.and(by_session)
}
