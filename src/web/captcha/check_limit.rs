//! The limit of failed checks, by session and address: an attempt is charged before it is checked, and the charge is refunded unless it
//! failed. So the limit holds however many guesses come at once, from any addresses and on any nodes.

use crate::service::{self, Attempt, Client, Limited, LimitedAction, Verdict};
use crate::web::App;

/// The keys of an attempt's counters; an empty one is not counted.
pub struct Counters<'a> {
    /// The session's; empty where visitors share one.
    pub session: &'a str,
    /// The address's; if that is exempt (empty), so is the session.
    pub address: &'a str,
}

/// Checks an attempt, unless a counter is full. A failure stays charged; an attempt that the site could not check does not.
///
/// # Errors
/// The database does not answer, or too many proofs of work wait to be checked.
pub async fn check(
    app: &App,
    counters: Counters<'_>,
    client: &Client,
    attempt: Attempt<'_>,
) -> Result<Result<Verdict, Limited>, service::Error> {
    // An early attempt is not a guess, because its answer is not checked: there is nothing to charge or refund.
    if let Some(early) = app.captchas.checks.too_early(client, attempt).await? {
        return Ok(Ok(early));
    }
    let keys = match counters.address {
        "" => ["", ""],
        // A visitor who got no challenge, because there had been too many, has nothing to guess.
        _ if attempt.challenge.is_empty() => ["", ""],
        address => [counters.session, address],
    };
    // One check per address at a time: otherwise right answers that come at once would fill the counter before their refunds.
    let _turn = app.captcha_turn(counters.address).await;
    let charges = keys.map(|key| (LimitedAction::FailedCaptchaCheck, key));
    let charged = match app.limits.charge(&charges).await? {
        Ok(charged) => charged,
        Err((_, limited)) => return Ok(Err(limited)),
    };
    let checked = app.captchas.checks.check(client, attempt).await;
    if !checked.as_ref().is_ok_and(Verdict::is_failure)
        && let Err(error) = app.limits.refund(&charged).await
    {
        // It is decided: a visitor who has passed is not sent away because of that.
        tracing::warn!(%error, "a check of a captcha that was not failed stays counted");
    }
    checked.map(Ok)
}
