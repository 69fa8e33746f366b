//! Arrivals: new accounts and passes, and captchas passed for other sites, by the minute, for the whole site and by address range. A challenge ends and its arrival is
//! counted in one transaction, so that a limit holds exactly however many arrive at once.

use crate::ids::{ChallengeId, SiteKey};
use crate::store::sweep::{ARRIVALS, ARRIVALS_OF_NETWORKS};
use crate::store::{Ended, Error, Store};

const MINUTE_MS: i64 = 60_000;
const HOUR_MINUTES: i64 = 60;
/// The network of the row for the whole site.
const SITE: &str = "";

/// A kind of arrival, as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalKind {
    /// An account that is let in.
    Account,
    /// Those of them that came from a browser without scripts.
    AccountWithoutScripts,
    /// An account that has to wait for the owner because too many arrived.
    HeldAccount,
    /// Those of them that came from a browser without scripts.
    HeldWithoutScripts,
    /// A guest's pass.
    Pass,
    /// Those of them that came from a browser without scripts.
    PassWithoutScripts,
    /// A captcha passed for another site.
    OtherSite(SiteKey),
    /// Those of them that came from a browser without scripts.
    OtherSiteWithoutScripts(SiteKey),
}

impl ArrivalKind {
    /// The word in the database.
    pub fn word(self) -> String {
        let word = match self {
            ArrivalKind::Account => "account",
            ArrivalKind::AccountWithoutScripts => "account-without-scripts",
            ArrivalKind::HeldAccount => "held-account",
            ArrivalKind::HeldWithoutScripts => "held-without-scripts",
            ArrivalKind::Pass => "pass",
            ArrivalKind::PassWithoutScripts => "pass-without-scripts",
            ArrivalKind::OtherSite(key) => return format!("site:{key}"),
            ArrivalKind::OtherSiteWithoutScripts(key) => {
                return format!("site-without-scripts:{key}");
            }
        };
        word.to_owned()
    }
}

/// Arrivals of the last hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastHour {
    /// Of the whole site.
    pub site: u64,
    /// Of the address range.
    pub network: u64,
}

/// A challenge that is about to let somebody in.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// The challenge that ends as right.
    pub challenge: ChallengeId,
    pub session_hash: &'a str,
    /// The kind that is counted.
    pub kind: ArrivalKind,
    /// The kind that is counted of those without scripts.
    pub without_scripts: ArrivalKind,
    /// The address range.
    pub network: &'a str,
    /// Now, unix milliseconds.
    pub now_ms: i64,
}

/// The outcome of an arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission<R> {
    /// The challenge ended as right, and the arrival is counted as these.
    Admitted(Vec<ArrivalKind>),
    /// The challenge had ended before.
    Ended,
    /// It was refused: the challenge stays open, nothing is counted.
    Refused(R),
}

/// Adds to the counter of a kind, a network and a minute.
macro_rules! count {
    ($db:expr, $kind:expr, $network:expr, $minute:expr) => {
        execute!(
            $db,
            "INSERT INTO arrivals (kind, network, minute, n) VALUES ($1, $2, $3, 1)
             ON CONFLICT (kind, network, minute) DO UPDATE SET n = arrivals.n + 1",
            $kind.word(),
            $network,
            $minute,
        )
    };
}

/// The arrivals of a kind in the last hour, over `$db`.
macro_rules! last_hour {
    ($db:expr, $kind:expr, $network:expr, $now_ms:expr) => {{
        let counted: Vec<(String, i64)> = sqlx::query_as(
            "SELECT network, CAST(SUM(n) AS BIGINT) FROM arrivals
             WHERE kind = $1 AND network IN ('', $2) AND minute BETWEEN $3 AND $4 GROUP BY network",
        )
        .bind($kind.word())
        .bind($network)
        .bind(minute($now_ms) - HOUR_MINUTES)
        // Another node's clock may be up to an hour ahead; rows from further in the future were counted by a wrong clock and are ignored.
        .bind(minute($now_ms) + HOUR_MINUTES)
        .fetch_all($db)
        .await?;
        let of = |network: &str| {
            let found = counted.iter().find(|(counted, _)| counted == network);
            found.map_or(0, |(_, n)| n.unsigned_abs())
        };
        LastHour {
            site: of(SITE),
            network: of($network),
        }
    }};
}

impl Store {
    /// The arrivals of the last hour.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn arrivals(
        &self,
        kind: ArrivalKind,
        network: &str,
        now_ms: i64,
    ) -> Result<LastHour, Error> {
        Ok(reading!(self, db => last_hour!(db, kind, network, now_ms)))
    }

    /// The arrivals of the whole site in each full clock hour that had any, from `from_ms` up to and including the hour
    /// before that of `now_ms`.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn arrivals_by_hour(
        &self,
        kind: ArrivalKind,
        from_ms: i64,
        now_ms: i64,
    ) -> Result<Vec<u64>, Error> {
        let this_hour = minute(now_ms) / HOUR_MINUTES * HOUR_MINUTES;
        let counted: Vec<i64> = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT CAST(SUM(n) AS BIGINT) FROM arrivals
                 WHERE kind = $1 AND network = '' AND minute >= $2 AND minute < $3 GROUP BY minute / 60",
            )
            .bind(kind.word())
            .bind(minute(from_ms).max(1))
            .bind(this_hour)
            .fetch_all(db)
            .await?
        });
        Ok(counted.into_iter().map(i64::unsigned_abs).collect())
    }

    /// Ends a challenge as right and counts the arrival, unless `decide` refuses it. `decide` gets the arrivals of the last hour (all,
    /// those without scripts and, for an account, those held without scripts) and returns the kinds that the arrival counts as.
    /// Arrivals of a kind wait for each other, over all nodes, so that each sees those before it.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn admit<R>(
        &self,
        arrival: Arrival<'_>,
        decide: impl FnOnce([LastHour; 3]) -> Result<Vec<ArrivalKind>, R>,
    ) -> Result<Admission<R>, Error> {
        let now_ms = arrival.now_ms;
        let counted = transaction!(self, tx => {
            let ended = execute!(
                &mut *tx,
                "UPDATE captchas SET ended = $3, ended_ms = $4
                 WHERE id = $1 AND session_hash = $2 AND ended IS NULL",
                arrival.challenge.to_string(), arrival.session_hash, Ended::Right.as_str(), now_ms,
            );
            if ended == 0 {
                return Ok(Admission::Ended);
            }
            count!(&mut *tx, arrival.kind, SITE, 0_i64);
            let all = last_hour!(&mut *tx, arrival.kind, arrival.network, now_ms);
            let without_scripts = last_hour!(&mut *tx, arrival.without_scripts, arrival.network, now_ms);
            let held = match arrival.kind {
                ArrivalKind::Account => {
                    last_hour!(&mut *tx, ArrivalKind::HeldWithoutScripts, arrival.network, now_ms)
                }
                _ => LastHour::default(),
            };
            match decide([all, without_scripts, held]) {
                Err(refused) => return Ok(Admission::Refused(refused)),
                Ok(kinds) => {
                    for kind in &kinds {
                        count!(&mut *tx, kind, SITE, minute(now_ms));
                        count!(&mut *tx, kind, arrival.network, minute(now_ms));
                    }
                    kinds
                }
            }
        });
        Ok(Admission::Admitted(counted))
    }

    /// Removes a batch of the arrivals that nobody asks for any more: of address ranges from before `networks_ms`, and all from before
    /// `site_ms`; returns their number.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_arrivals(&self, networks_ms: i64, site_ms: i64) -> Result<u64, Error> {
        let of_networks = self
            .delete_batch(ARRIVALS_OF_NETWORKS, minute(networks_ms))
            .await?;
        let of_site = self.delete_batch(ARRIVALS, minute(site_ms)).await?;
        Ok(of_networks + of_site)
    }
}

/// The minutes since 1970.
fn minute(ms: i64) -> i64 {
    ms.div_euclid(MINUTE_MS)
}
