//! Client address of a request: the socket's or, behind trusted proxies, the last hop that is not one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it: read from the right,
/// the first address that is not a trusted proxy is the client.
pub fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |ip: IpAddr| is_within(ip, trusted);
    let peer = peer.to_canonical();
    if !is_trusted(peer) {
        return peer;
    }
    // A proxy writes its hop behind whatever the client sent, which may be any bytes.
    let hops: Vec<&[u8]> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .flat_map(|line| line.as_bytes().split(|byte| *byte == b','))
        .collect();
    let mut client = peer;
    for hop in hops.iter().rev() {
        let hop = std::str::from_utf8(hop).ok();
        let Some(ip) = hop.and_then(|hop| hop_address(hop.trim())) else {
            break;
        };
        client = ip.to_canonical();
        if !is_trusted(client) {
            break;
        }
    }
    client
}

/// The address of a hop, which some proxies write with its port: `203.0.113.9:4711`, `[2001:db8::1]:443`.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let with_port = || hop.parse().map(|socket: SocketAddr| socket.ip());
    let in_brackets = || {
        let inner = hop.strip_prefix('[')?.strip_suffix(']')?;
        inner.parse().map(IpAddr::V6).ok()
    };
    let plain: Option<IpAddr> = hop.parse().ok();
    plain.or_else(|| with_port().ok()).or_else(in_brackets)
}

/// The key of limits: an IPv4 address, or an IPv6 network of 64 bits, which is what one customer has.
pub fn bucket(ip: IpAddr) -> String {
    match network(ip) {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => format!("{v6}/64"),
    }
}

/// The same as an address: the first one of the network.
pub fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    }
}

/// The network whose captchas, new sessions and first matches are counted together: IPv4 by 24 bits, IPv6 by 48, which is what one site
/// or farm has.
pub fn range(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(v4) => format!("{}/24", Ipv4Addr::from_bits(v4.to_bits() & !0xff)),
        IpAddr::V6(v6) => {
            let network = Ipv6Addr::from_bits(v6.to_bits() & !(u128::MAX >> 48));
            format!("{network}/48")
        }
    }
}

/// Whether limits do not apply to this address.
pub fn is_exempt(ip: IpAddr, exempt: &[IpNet]) -> bool {
    is_within(ip, exempt)
}

/// Whether the address is in one of the networks.
pub fn is_within(ip: IpAddr, networks: &[IpNet]) -> bool {
    let ip = ip.to_canonical();
    networks.iter().any(|net| net.contains(&ip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn ask(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|n| n.parse().unwrap()).collect();
        client(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_stranger_cannot_claim_another_address() {
        assert_eq!(ask("203.0.113.9", &["1.2.3.4"], &[]), "203.0.113.9");
        assert_eq!(
            ask("203.0.113.9", &["1.2.3.4"], &["10.0.0.0/8"]),
            "203.0.113.9"
        );
    }

    #[test]
    fn behind_proxies_the_last_untrusted_hop_counts() {
        let trusted = ["10.0.0.0/8"];
        assert_eq!(
            ask("10.0.0.1", &["6.6.6.6, 203.0.113.9"], &trusted),
            "203.0.113.9"
        );
        assert_eq!(
            ask("10.0.0.1", &["203.0.113.9", "10.0.0.7"], &trusted),
            "203.0.113.9"
        );
        assert_eq!(
            ask("::ffff:10.0.0.1", &["203.0.113.9"], &trusted),
            "203.0.113.9"
        );
        for (hop, expected) in [
            ("203.0.113.9:4711", "203.0.113.9"),
            ("[2001:db8::9]:80", "2001:db8::9"),
            ("[2001:db8::9]", "2001:db8::9"),
            ("203.0.113.9, 10.0.0.7:80", "203.0.113.9"),
            ("203.0.113.9:junk", "10.0.0.1"),
            ("[203.0.113.9]", "10.0.0.1"),
        ] {
            assert_eq!(ask("10.0.0.1", &[hop], &trusted), expected, "{hop}");
        }
        assert_eq!(ask("10.0.0.1", &["junk"], &trusted), "10.0.0.1");
        let bytes = HeaderValue::from_bytes(b"\xff, 203.0.113.9").unwrap();
        let headers = HeaderMap::from_iter([(HeaderName::from_static(FORWARDED_FOR), bytes)]);
        let trusted_networks = ["10.0.0.0/8".parse().unwrap()];
        let found = client("10.0.0.1".parse().unwrap(), &headers, &trusted_networks);
        assert_eq!(found.to_string(), "203.0.113.9");
        assert_eq!(ask("10.0.0.1", &[], &trusted), "10.0.0.1");
    }

    #[test]
    fn ranges_are_wider() {
        for (ip, expected) in [
            ("198.51.100.7", "198.51.100.0/24"),
            ("::ffff:198.51.100.7", "198.51.100.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ] {
            assert_eq!(range(ip.parse().unwrap()), expected);
        }
    }

    #[test]
    fn ipv6_counts_by_64_bits() {
        assert_eq!(
            bucket("2001:db8:1:2:3:4:5:6".parse().unwrap()),
            "2001:db8:1:2::/64"
        );
        assert_eq!(
            bucket("::ffff:198.51.100.7".parse().unwrap()),
            "198.51.100.7"
        );
    }
}
