//! `rookery captcha price`: what accounts cost a program by each way in, and how many it gets in an hour.

mod script;
mod throwaway_site;
mod way;

use clap::Args;
use serde::Serialize;

use crate::cli::captcha::price::script::{Outcome, sign_up};
use crate::cli::captcha::price::throwaway_site::ThrowawaySite;
use crate::cli::captcha::price::way::Way;
use crate::cli::failure::Failure;
use crate::cli::output::{json_line, line};
use crate::cli::site::args::block_on;

/// Accounts of a cost measurement, and in its short form.
const ACCOUNTS: usize = 20;
const ACCOUNTS_IN_SHORT: usize = 1;
/// An attacker gives up after as many sign-ups in a row that bring no account.
const IN_VAIN: usize = 8;
/// The smallest work, for counting accounts: what is asked for rises from it as from the shipped size.
const SMALL_WORK: u64 = 8;
/// The goals: the tries of an account at calm, those of the 30th of an hour, and how many accounts an hour a site of usual size makes
/// without its owner: of all ways, and without scripts.
const TRIES: u64 = 1024;
const RAISED_TRIES: u64 = 4096;
const RAISED_FROM: usize = 30;
const SITE_CEILING: usize = 40;
const CEILING_WITHOUT_SCRIPTS: usize = 30;

/// Measure what accounts cost a program: scripts with a perfect reader sign up at a throwaway site.
///
/// The site has the shipped settings and a clock that the scripts advance, so that an hour takes a minute. Prints a table: accounts in an
/// hour without the owner's approval, scrypt tries asked for and taken for each of them, the account from which the work is fourfold, and
/// CPU seconds for 1,000 accounts. Exits with code 1 if a way in costs less than its goal or lets more in.
///
/// Example: rookery captcha price --short
#[derive(Debug, Args)]
pub struct PriceArgs {
    /// One account for each way in instead of twenty, and fewer addresses.
    #[arg(long)]
    short: bool,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// Where the scripts sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addresses {
    One,
    RangeV4,
    RangeV6,
    Networks,
}

impl Addresses {
    const ALL: [Addresses; 4] = [
        Addresses::One,
        Addresses::RangeV4,
        Addresses::RangeV6,
        Addresses::Networks,
    ];
    const IN_SHORT: [Addresses; 2] = [Addresses::One, Addresses::Networks];

    fn name(self) -> &'static str {
        match self {
            Addresses::One => "one address",
            Addresses::RangeV4 => "100 of a /24",
            Addresses::RangeV6 => "100 of a /48",
            Addresses::Networks => "100 networks",
        }
    }

    fn nth(self, n: usize) -> String {
        let n = n % 100;
        match self {
            Addresses::One => "203.0.113.1".to_owned(),
            Addresses::RangeV4 => format!("203.0.113.{n}"),
            Addresses::RangeV6 => format!("2001:db8:0:{n:x}::1"),
            Addresses::Networks => format!("198.18.{n}.1"),
        }
    }
}

/// A line of the table.
#[derive(Serialize)]
struct Priced {
    way: &'static str,
    addresses: &'static str,
    /// Let in within an hour without the owner.
    accounts_per_hour: usize,
    /// Tries on average that are asked for at first, and at the end.
    tries: u64,
    raised_tries: u64,
    /// The first account of the hour for which more is asked.
    raised_at: Option<usize>,
    /// Tries and CPU seconds that accounts at calm took.
    tries_per_account: f64,
    cpu_s_per_1000: f64,
}

/// Runs the command.
///
/// # Errors
/// The site does not start or answer, or a goal is missed.
pub fn run(args: &PriceArgs) -> Result<(), Failure> {
    block_on(measure(args.short, args.json))
}

async fn measure(is_short: bool, is_json: bool) -> Result<(), Failure> {
    let (accounts, places): (usize, &[Addresses]) = match is_short {
        true => (ACCOUNTS_IN_SHORT, &Addresses::IN_SHORT),
        false => (ACCOUNTS, &Addresses::ALL),
    };
    if !is_json {
        line(
            "| way | from | accounts an hour | tries asked for | more from number | CPU s for 1,000 (tries each) |",
        )?;
        line("|---|---|---|---|---|---|")?;
    }
    let mut missed = Vec::new();
    for way in Way::ALL {
        let cost = cost(way, accounts).await?;
        for addresses in places {
            let hour = hour(way, *addresses).await?;
            let priced = Priced {
                way: way.name(),
                addresses: addresses.name(),
                accounts_per_hour: hour.let_in,
                tries: cost.asked,
                raised_tries: hour.raise_percent * cost.asked / 100,
                raised_at: hour.raised_at,
                tries_per_account: cost.tries,
                cpu_s_per_1000: cost.cpu_s * 1000.0,
            };
            missed.extend(priced.missed());
            match is_json {
                true => json_line(&priced)?,
                false => line(&priced.row())?,
            }
        }
    }
    match missed.is_empty() {
        true => Ok(()),
        false => Err(Failure::work(missed.join("; "))),
    }
}

impl Priced {
    fn row(&self) -> String {
        let raised = match self.raised_at {
            Some(n) => format!("{}, then {} | {n}", self.tries, self.raised_tries),
            None => format!("{} | –", self.tries),
        };
        let cpu = match self.tries {
            0 => "0".to_owned(),
            _ => format!("{:.0} ({:.0})", self.cpu_s_per_1000, self.tries_per_account),
        };
        format!(
            "| {} | {} | {} | {raised} | {cpu} |",
            self.way, self.addresses, self.accounts_per_hour
        )
    }

    /// What is below its goal.
    fn missed(&self) -> Vec<String> {
        let place = format!("{} from {}", self.way, self.addresses);
        let has_scripts = self.way != Way::WithoutScripts.name();
        let ceiling = match has_scripts {
            true => SITE_CEILING,
            false => CEILING_WITHOUT_SCRIPTS,
        };
        let mut missed = Vec::new();
        if self.accounts_per_hour > ceiling {
            missed.push(format!(
                "{place}: {} accounts an hour; the goal is at most {ceiling}",
                self.accounts_per_hour
            ));
        }
        if has_scripts && self.tries < TRIES {
            missed.push(format!(
                "{place}: {} tries; the goal is at least {TRIES}",
                self.tries
            ));
        }
        // Where fewer get in there is no 30th.
        let is_cheap = match self.raised_at {
            Some(n) => n > RAISED_FROM || self.raised_tries < RAISED_TRIES,
            None => self.accounts_per_hour >= RAISED_FROM,
        };
        if has_scripts && is_cheap {
            missed.push(format!(
                "{place}: the {RAISED_FROM}th account takes less than {RAISED_TRIES} tries"
            ));
        }
        missed
    }
}

/// What accounts cost at calm.
struct Cost {
    asked: u64,
    tries: f64,
    cpu_s: f64,
}

/// Makes accounts with the shipped size of work, from a network each.
async fn cost(way: Way, accounts: usize) -> Result<Cost, Failure> {
    let site = ThrowawaySite::start(&[]).await?;
    let mut sum = Cost {
        asked: u64::MAX,
        tries: 0.0,
        cpu_s: 0.0,
    };
    for n in 0..accounts {
        let from = Addresses::Networks.nth(n);
        let made = sign_up(&site, way, &from, &format!("Script{n}")).await?;
        if made.outcome != Outcome::LetIn {
            let (way, n) = (way.name(), n + 1);
            return Err(Failure::work(format!("{way}: account {n} was not let in")));
        }
        sum.asked = sum.asked.min(made.asked);
        #[expect(clippy::cast_precision_loss, reason = "a few thousand tries")]
        let tries = made.tries as f64;
        sum.tries += tries;
        sum.cpu_s += made.cpu_s;
    }
    site.stop().await?;
    #[expect(clippy::cast_precision_loss, reason = "at most twenty")]
    let accounts = accounts as f64;
    Ok(Cost {
        asked: sum.asked,
        tries: sum.tries / accounts,
        cpu_s: sum.cpu_s / accounts,
    })
}

/// What an attacker gets in an hour.
struct Hour {
    let_in: usize,
    raised_at: Option<usize>,
    /// The last work asked for in per cent of the first.
    raise_percent: u64,
}

/// Makes as many accounts as there are in an hour, with the smallest work.
async fn hour(way: Way, addresses: Addresses) -> Result<Hour, Failure> {
    let work = ("captcha.defence.work_tries", SMALL_WORK.to_string());
    let site = ThrowawaySite::start(&[work]).await?;
    let mut hour = Hour {
        let_in: 0,
        raised_at: None,
        raise_percent: 100,
    };
    let (mut first, mut in_vain) = (None, 0);
    for n in 0.. {
        let made = sign_up(&site, way, &addresses.nth(n), &format!("Script{n}")).await?;
        let first = *first.get_or_insert(made.asked.max(1));
        if made.asked > first && hour.raised_at.is_none() {
            hour.raised_at = Some(hour.let_in + 1);
        }
        hour.raise_percent = hour.raise_percent.max(made.asked * 100 / first);
        match made.outcome {
            Outcome::LetIn => {
                hour.let_in += 1;
                in_vain = 0;
            }
            Outcome::Held | Outcome::Refused => in_vain += 1,
        }
        if in_vain == IN_VAIN {
            break;
        }
    }
    site.stop().await?;
    Ok(hour)
}
