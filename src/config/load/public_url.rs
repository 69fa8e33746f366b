//! The site's public address in the form in which browsers send it as an origin.

use std::net::Ipv6Addr;

const LIKE: &str =
    "must be like https://games.example.org, without a path and without a slash at the end";

/// The address without the port that its scheme implies; an empty one stays empty.
///
/// # Errors
/// No browser could send it as an origin: what it must be.
pub fn normal(url: &str) -> Result<String, String> {
    if url.is_empty() {
        return Ok(String::new());
    }
    let (scheme, own_port, rest) = if let Some(rest) = url.strip_prefix("https://") {
        ("https", 443, rest)
    } else if let Some(rest) = url.strip_prefix("http://") {
        ("http", 80, rest)
    } else {
        return Err("must begin with https:// or http://".to_owned());
    };
    if rest.is_empty() || rest.contains(['/', '\\', '?', '#', '@', ' ']) {
        return Err(LIKE.to_owned());
    }
    if !rest.is_ascii() {
        return Err(
            "must be in ASCII, as browsers send it: write a name with other letters in its xn-- form"
                .to_owned(),
        );
    }
    if rest.chars().any(|c| c.is_ascii_uppercase()) {
        return Err("must be in lower case, as browsers send it".to_owned());
    }
    let (host, port) = split(rest);
    let host = match host.strip_prefix('[').and_then(|h| h.strip_suffix(']')) {
        Some(inner) => {
            let address: Ipv6Addr = inner
                .parse()
                .map_err(|_| "must have an IPv6 address in the brackets".to_owned())?;
            if let Some(v4) = address.to_ipv4_mapped() {
                return Err(format!("must name the IPv4 address itself, {v4}"));
            }
            format!("[{address}]")
        }
        None if is_name(host) => host.to_owned(),
        None => return Err(LIKE.to_owned()),
    };
    match port {
        None => Ok(format!("{scheme}://{host}")),
        Some(digits) => {
            let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
            let port: Option<u16> = digits.parse().ok().filter(|&port| is_number && port > 0);
            match port {
                Some(port) if port == own_port => Ok(format!("{scheme}://{host}")),
                Some(port) => Ok(format!("{scheme}://{host}:{port}")),
                None => Err("must have a number from 1 to 65535 as its port, or none".to_owned()),
            }
        }
    }
}

/// The host, and what follows the colon behind it.
fn split(rest: &str) -> (&str, Option<&str>) {
    let from = rest.rfind(']').unwrap_or(0);
    match rest[from..].find(':') {
        Some(at) => (&rest[..from + at], Some(&rest[from + at + 1..])),
        None => (rest, None),
    }
}

fn is_name(host: &str) -> bool {
    !host.is_empty()
        && host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-._".contains(c))
}
