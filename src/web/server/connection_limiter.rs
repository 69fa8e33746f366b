//! Limit of connections per socket peer, from which proxies and exempt networks are excluded.

use std::collections::HashSet;
use std::net::IpAddr;

use ipnet::IpNet;

use crate::web::layers::address;
use crate::web::server::activity::Timeouts;
use crate::web::server::open_counter::{OpenCounter, OpenPermit};

/// Networks whose connections are not counted.
#[derive(Clone, Debug, Default)]
pub struct PeerNetworks {
    /// Networks of reverse proxies.
    pub proxies: Vec<IpNet>,
    /// Networks without limits.
    pub exempt: Vec<IpNet>,
}

/// Connections of one address at the same time.
const PER_PEER: usize = 256;
/// Maximum number of address ranges whose first refusal is logged.
const RANGES_LOGGED: usize = 100;

/// Counts connections by the address at their other end.
pub(super) struct ConnectionLimiter {
    networks: PeerNetworks,
    counter: OpenCounter,
    logged: HashSet<String>,
}

/// A place, or `None` if the address is not counted.
pub(super) type MaybePermit = Option<OpenPermit>;

impl ConnectionLimiter {
    pub(super) fn new(networks: PeerNetworks) -> Self {
        ConnectionLimiter {
            networks,
            counter: OpenCounter::new(PER_PEER),
            logged: HashSet::new(),
        }
    }

    /// Lets a connection in, or refuses it; the first refusal of an address range is logged.
    pub(super) fn enter(&mut self, peer: IpAddr) -> Option<MaybePermit> {
        let PeerNetworks { proxies, exempt } = &self.networks;
        if address::is_within(peer, proxies) || address::is_within(peer, exempt) {
            return Some(None);
        }
        if let Some(place) = self.counter.enter(peer) {
            return Some(Some(place));
        }
        if self.logged.len() < RANGES_LOGGED {
            let range = address::range(peer);
            if self.logged.insert(range.clone()) {
                tracing::warn!(
                    range,
                    limit = PER_PEER,
                    "too many connections from one address, further ones are refused; \
                     if this is your proxy, set trusted_proxies"
                );
            }
        }
        None
    }

    pub(super) fn timeouts(&self, peer: IpAddr) -> Timeouts {
        if address::is_within(peer, &self.networks.proxies) {
            Timeouts::WITH_PROXIES
        } else {
            Timeouts::WITH_CLIENTS
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_crowd_from_one_address_is_stopped_and_a_proxy_is_not() {
        let mut limiter = ConnectionLimiter::new(PeerNetworks {
            proxies: vec!["10.0.0.0/8".parse().unwrap()],
            exempt: vec!["192.0.2.0/24".parse().unwrap()],
        });
        let places: Vec<_> = (0..PER_PEER)
            .map(|_| limiter.enter(ip("203.0.113.9")).unwrap())
            .collect();
        assert!(limiter.enter(ip("203.0.113.9")).is_none());
        assert!(limiter.enter(ip("203.0.113.9")).is_none());
        assert_eq!(limiter.logged.len(), 1, "one line a range");
        assert!(limiter.enter(ip("203.0.113.10")).is_some());
        drop(places);
        assert!(limiter.enter(ip("203.0.113.9")).is_some());
        for free in ["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.1"] {
            assert!(
                (0..=PER_PEER).all(|_| matches!(limiter.enter(ip(free)), Some(None))),
                "{free}"
            );
        }
    }

    #[test]
    fn proxies_may_keep_connections() {
        let limiter = ConnectionLimiter::new(PeerNetworks {
            proxies: vec!["10.0.0.0/8".parse().unwrap()],
            exempt: Vec::new(),
        });
        assert!(limiter.timeouts(ip("10.0.0.1")).idle > Duration::from_secs(120));
        assert!(limiter.timeouts(ip("203.0.113.9")).idle < Duration::from_secs(30));
    }

    /// Ten seconds to ask, thirty to read, and less between two requests than a proxy keeps a connection.
    #[test]
    fn strangers_have_the_documented_time() {
        let Timeouts { head, write, idle } = Timeouts::WITH_CLIENTS;
        assert_eq!(
            [head, write, idle].map(|limit| limit.as_secs()),
            [10, 30, 25]
        );
    }
}
