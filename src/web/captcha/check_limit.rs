//! The limit of failed checks, by session and address: an attempt is charged to it before it is looked at, and the charge is given back
//! where nothing was failed. So the limit holds however many guesses come at once, from whatever addresses and on whatever nodes.

use crate::service::{self, Attempt, Client, Limited, LimitedAction, Verdict};
use crate::web::App;

/// The keys of an attempt's counters; an empty one is not counted.
pub struct Counters<'a> {
    /// The session's; empty where visitors share one.
    pub session: &'a str,
    /// The address's; if that is exempt (empty), so is the session.
    pub address: &'a str,
}

/// Checks an attempt, unless a counter is full. A failure stays charged; an attempt that the site could not look at does not.
///
/// # Errors
/// The database does not answer, or too many proofs of work wait to be checked.
pub async fn check(
    app: &App,
    counters: Counters<'_>,
    client: &Client,
    attempt: Attempt<'_>,
) -> Result<Result<Verdict, Limited>, service::Error> {
    // It is no guess, for nothing of it is looked at: there is nothing to charge and to give back.
    if let Some(early) = app.captchas.checks.too_early(client, attempt).await? {
        return Ok(Ok(early));
    }
    let keys = match counters.address {
        "" => ["", ""],
        // Who was given no challenge, for there had been too many, cannot guess.
        _ if attempt.challenge.is_empty() => ["", ""],
        address => [counters.session, address],
    };
    // Right answers that come at once from one address do not fill its counter for each other.
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
