//! Concurrency limit by address: the number of connections or event streams that an address has open at the same time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::web::layers::address;

/// Counts open things by address (IPv6 by 64 bits), up to a limit. Clones share the counts.
#[derive(Clone, Debug)]
pub struct OpenCounter(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limit: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A place among those of an address, until it is dropped.
#[derive(Debug)]
pub struct OpenPermit {
    counter: OpenCounter,
    network: IpAddr,
}

impl OpenCounter {
    /// At most `limit` for each address.
    pub fn new(limit: usize) -> Self {
        OpenCounter(Arc::new(Inner {
            limit,
            open: Mutex::default(),
        }))
    }

    /// Takes a place, if the address has one left.
    pub fn enter(&self, ip: IpAddr) -> Option<OpenPermit> {
        let network = address::network(ip);
        let mut open = self.open();
        let count = open.entry(network).or_insert(0);
        if *count >= self.0.limit {
            return None;
        }
        *count += 1;
        drop(open);
        Some(OpenPermit {
            counter: self.clone(),
            network,
        })
    }

    /// No code panics while it holds the lock.
    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenPermit {
    fn drop(&mut self) {
        let mut open = self.counter.open();
        if let Some(count) = open.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn each_address_has_its_own_places_and_gets_them_back() {
        let counter = OpenCounter::new(2);
        let first = counter.enter(ip("198.51.100.7")).unwrap();
        let second = counter.enter(ip("::ffff:198.51.100.7")).unwrap();
        assert!(counter.enter(ip("198.51.100.7")).is_none());
        assert!(counter.enter(ip("198.51.100.8")).is_some());
        drop(first);
        let third = counter.enter(ip("198.51.100.7"));
        assert!(third.is_some() && counter.enter(ip("198.51.100.7")).is_none());
        drop((second, third));
        assert!(
            counter.open().is_empty(),
            "who has nothing open costs nothing"
        );
    }

    #[test]
    fn an_ipv6_customer_is_one_address() {
        let counter = OpenCounter::new(1);
        let _place = counter.enter(ip("2001:db8:1:2::3")).unwrap();
        assert!(counter.enter(ip("2001:db8:1:2:ffff::")).is_none());
        assert!(counter.enter(ip("2001:db8:1:3::3")).is_some());
    }
}
