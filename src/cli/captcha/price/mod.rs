//! `rookery captcha price`: what accounts cost a program by each way in, and how many it gets in an hour.

mod addresses;
mod page;
mod priced;
mod script;
mod throwaway_site;
mod way;

use clap::Args;

use crate::cli::captcha::price::addresses::Addresses;
use crate::cli::captcha::price::page::{HEAD, PricePage};
use crate::cli::captcha::price::priced::{Priced, ceiling};
use crate::cli::captcha::price::script::{Outcome, sign_up, undercut};
use crate::cli::captcha::price::throwaway_site::ThrowawaySite;
use crate::cli::captcha::price::way::Way;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{json_line, line};
use crate::cli::site::args::block_on;

/// Accounts of a cost measurement, and in its short form.
const ACCOUNTS: usize = 20;
const ACCOUNTS_IN_SHORT: usize = 1;
/// An attacker gives up after this number of consecutive sign-ups without an account.
const IN_VAIN: usize = 8;
/// The end of the count where nothing refuses an attacker: the hour by the site's clock, or so many times the ceiling.
const HOUR_MS: i64 = 3_600_000;
const TIMES_THE_CEILING: usize = 10;
/// A small amount of work, used only for counting accounts: the work asked for rises from it in the same proportion as from the shipped
/// amount.
const SMALL_WORK: u64 = 8;

/// Measure what accounts cost a program: scripts with a perfect reader sign up at a throwaway site.
///
/// The site has the shipped settings and a clock that the scripts advance, so that an hour takes a minute. Prints a table: accounts per
/// hour without the owner's approval, scrypt tries asked for and taken for each, the number of the account from which the work is four
/// times as much, and CPU seconds for 1,000 accounts. Exits with code 1 if a way in costs less than its goal, lets more accounts in than
/// its limit, or accepts a proof of less work than it asks for. Run it with --write in the folder of the sources to put the table into
/// docs/captcha-price.md.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rookery captcha price --short")]
pub struct PriceArgs {
    /// One account for each way in instead of twenty, and fewer addresses.
    #[arg(long)]
    short: bool,
    /// Write the table into docs/captcha-price.md.
    #[arg(long, conflicts_with = "short")]
    write: bool,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// The site does not start or answer, a goal is missed, or a signal ended the measurement.
pub fn run(args: &PriceArgs) -> Result<(), Failure> {
    block_on(async {
        let signalled = interrupt::end_signal()?;
        // A site that is dropped takes its folder with it.
        tokio::select! {
            done = measure(args) => done,
            () = signalled => interrupt::check_whole(true),
        }
    })
}

async fn measure(args: &PriceArgs) -> Result<(), Failure> {
    let (accounts, places): (usize, &[Addresses]) = match args.short {
        true => (ACCOUNTS_IN_SHORT, &Addresses::IN_SHORT),
        false => (ACCOUNTS, &Addresses::ALL),
    };
    let page = args.write.then(PricePage::open).transpose()?;
    if !args.json {
        HEAD.into_iter().try_for_each(line)?;
    }
    let mut rows = Vec::new();
    for way in Way::ALL {
        let cost = cost(way, accounts).await?;
        for addresses in places {
            let hour = hour(way, *addresses).await?;
            let priced = Priced {
                way,
                addresses: *addresses,
                accounts_per_hour: hour.let_in,
                tries: cost.asked,
                raised_tries: hour.raise_percent * cost.asked / 100,
                raised_at: hour.raised_at,
                tries_per_account: cost.tries,
                cpu_s_per_1000: cost.cpu_s * 1000.0,
                refuses_less: cost.refuses_less,
            };
            match args.json {
                true => json_line(&priced)?,
                false => line(&priced.row())?,
            }
            rows.push(priced);
        }
    }
    let missed: Vec<String> = rows.iter().flat_map(Priced::missed).collect();
    if !missed.is_empty() {
        return Err(Failure::work(missed.join("; ")));
    }
    match page {
        Some(page) => page.write(&rows),
        None => Ok(()),
    }
}

/// The price of accounts at a calm hour.
struct Cost {
    asked: u64,
    tries: f64,
    cpu_s: f64,
    refuses_less: bool,
}

/// Makes accounts with the shipped size of work, from a network each.
async fn cost(way: Way, accounts: usize) -> Result<Cost, Failure> {
    let site = ThrowawaySite::start(&[]).await?;
    let mut sum = Cost {
        asked: u64::MAX,
        tries: 0.0,
        cpu_s: 0.0,
        refuses_less: true,
    };
    if way.has_scripts() {
        let from = Addresses::Networks.nth(accounts);
        let cheap = undercut(&site, way, &from, "Cheap").await?;
        sum.refuses_less = cheap == Outcome::Refused;
    }
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
        refuses_less: sum.refuses_less,
    })
}

/// The gains of an attacker in an hour.
struct Hour {
    let_in: usize,
    raised_at: Option<usize>,
    /// The last work asked for in per cent of the first.
    raise_percent: u64,
}

/// Makes as many accounts as an attacker can get in an hour, with the small amount of work.
async fn hour(way: Way, addresses: Addresses) -> Result<Hour, Failure> {
    let work = ("captcha.defence.work_tries", SMALL_WORK.to_string());
    let site = ThrowawaySite::start(&[work]).await?;
    let mut hour = Hour {
        let_in: 0,
        raised_at: None,
        raise_percent: 100,
    };
    let (mut first, mut in_vain) = (None, 0);
    let start_ms = site.clock.now_ms();
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
        let passed_ms = site.clock.now_ms() - start_ms;
        if in_vain == IN_VAIN || is_unchecked(passed_ms, hour.let_in, ceiling(way, addresses)) {
            break;
        }
    }
    site.stop().await?;
    Ok(hour)
}

/// Whether the attacker has gone on for so long that nothing checks them: counting further would not end.
fn is_unchecked(passed_ms: i64, let_in: usize, ceiling: usize) -> bool {
    passed_ms >= HOUR_MS || let_in >= TIMES_THE_CEILING * ceiling
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ends are far above what a place may have, so that the goal is missed when one of them is reached.
    #[test]
    fn a_count_that_nothing_checks_comes_to_an_end() {
        assert!(!is_unchecked(3_599_999, 399, 40));
        assert!(is_unchecked(3_600_000, 0, 40), "an hour");
        assert!(is_unchecked(0, 400, 40), "ten times forty");
        for way in Way::ALL {
            for addresses in Addresses::ALL {
                // The fewest that an hour lets in where nobody is refused.
                let most = ceiling(way, addresses);
                let in_an_hour = 3_600 / usize::try_from(way.wait_s()).unwrap();
                assert!(in_an_hour > most, "{way:?} {addresses:?}");
            }
        }
    }
}
