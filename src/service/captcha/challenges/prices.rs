//! The price of a check for a visitor: by how captchas went lately, and by how many accounts and passes were made.

use crate::clock::Clock;
use crate::service::Error;
use crate::service::captcha::challenges::client::Client;
use crate::service::captcha::statistics::arrivals::{Arrivals, UsualHour};
use crate::service::captcha::statistics::failure_rates::FailureRates;
use crate::store::Store;
use rookery_captcha::defence::{Price, Purpose, Settings, Step, Volume};

/// The price at this moment, with the reasons for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The work and the wait that a check asks for.
    pub price: Price,
    /// Whether it is raised, because captchas failed or because of the volume.
    pub is_raised: bool,
    /// By the failures.
    pub(in crate::service) step: Step,
    /// By the arrivals of the last hour.
    pub(in crate::service) volume: Volume,
}

/// The prices of the site. A clone is the same.
#[derive(Clone)]
pub(in crate::service) struct Prices {
    rates: FailureRates,
    arrivals: Arrivals,
}

impl Prices {
    pub(in crate::service) fn new(store: Store, clock: Clock) -> Self {
        Prices {
            rates: FailureRates::new(store.clone(), clock.clone()),
            arrivals: Arrivals::new(store, clock),
        }
    }

    /// The price for a client. A client from an exempt range (empty) always pays the usual price: no failures raise it,
    /// not even its own.
    pub(in crate::service) async fn quote(
        &self,
        defence: &Settings,
        client: &Client,
    ) -> Result<Quote, Error> {
        let range = client.range.as_str();
        let (step, volume) = match range.is_empty() || !defence.adaptive {
            true => (Step::Usual, Volume::Usual),
            false => (
                self.step(defence, range).await?,
                self.arrivals.volume(client, defence).await?,
            ),
        };
        Ok(Quote {
            price: Price::new(defence, client.purpose, step, volume),
            is_raised: (step, volume) != (Step::Usual, Volume::Usual),
            step,
            volume,
        })
    }

    async fn step(&self, defence: &Settings, range: &str) -> Result<Step, Error> {
        let rates = self.rates.of(range, defence.window_s).await?;
        Ok(Step::choose(defence, rates.range, rates.site))
    }

    /// The usual hour for the purpose of a client.
    pub(in crate::service) async fn usual(
        &self,
        defence: &Settings,
        client: &Client,
    ) -> Result<UsualHour, Error> {
        self.arrivals.usual(client, defence).await
    }
}

/// The price of an account in a quiet hour, and the number of accounts admitted per hour without the owner's approval: these
/// protect the site however well programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Tries of work for an account; 0 where nobody works.
    pub tries: u32,
    /// The most accounts of an hour, of the whole site; `None` where the price does not rise with the volume.
    pub site: Option<u32>,
    /// The most from one address range.
    pub network: Option<u32>,
    /// The most from browsers without scripts, of the whole site.
    pub site_without_scripts: u32,
    /// The most of those from one address range.
    pub network_without_scripts: u32,
}

impl Prices {
    /// The protection of accounts by the settings in force.
    pub(in crate::service) async fn protection(
        &self,
        defence: &Settings,
    ) -> Result<Protection, Error> {
        let nobody = Client {
            session: String::new(),
            is_new: true,
            range: String::new(),
            purpose: Purpose::Account,
            waits_anyway: false,
            may_view: true,
        };
        let usual = self.usual(defence, &nobody).await?;
        let most = |usual: u32| defence.adaptive.then(|| usual.saturating_mul(2));
        Ok(Protection {
            tries: Price::new(defence, Purpose::Account, Step::Usual, Volume::Usual).tries,
            site: most(usual.site),
            network: most(usual.network),
            site_without_scripts: defence.site_without_scripts,
            network_without_scripts: defence.range_without_scripts,
        })
    }
}
