//! The origin of a page (RFC 6454): scheme, host and port, as browsers put it into `Origin`.

use axum::http::{HeaderMap, Uri, header};

/// Reads an origin as an owner types it, `https://Forum.example.org/`, and writes it as browsers do,
/// `https://forum.example.org`. `None` if it is not one: neither http nor https, or with a path, a user or a star.
pub fn normal(text: &str) -> Option<String> {
    let text = text.trim();
    let uri: Uri = text.parse().ok()?;
    let scheme = uri.scheme_str()?;
    let default_port = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    let authority = uri.authority()?;
    let has_more = uri.path().len() > 1 || uri.query().is_some() || text.contains('#');
    let host = authority.host().to_ascii_lowercase();
    let is_host = !host.is_empty()
        && host
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-._[]:".contains(&b));
    if has_more || authority.as_str().contains('@') || !is_host {
        return None;
    }
    // `host:` and `host:x` have a colon but no valid port.
    let port = authority.as_str()[host.len()..].strip_prefix(':');
    match port.map(str::parse::<u16>) {
        None => Some(format!("{scheme}://{host}")),
        Some(Ok(port)) if port == default_port => Some(format!("{scheme}://{host}")),
        Some(Ok(port)) if port != 0 => Some(format!("{scheme}://{host}:{port}")),
        Some(_) => None,
    }
}

/// The name and port by which this server was asked: HTTP/2 has them in the address, HTTP/1 in `Host`.
pub fn asked_host(address: &Uri, headers: &HeaderMap) -> Option<String> {
    match address.authority() {
        Some(authority) => Some(authority.to_string()),
        None => Some(headers.get(header::HOST)?.to_str().ok()?.to_owned()),
    }
}

/// The host of an origin as browsers write it, without scheme and port.
pub fn host(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    match authority.rsplit_once(':') {
        // A colon in brackets is of an IPv6 address.
        Some((host, port)) if !port.contains(']') => host,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_as_browsers_do() {
        for (typed, sent) in [
            ("https://forum.example.org", "https://forum.example.org"),
            (" https://Forum.Example.org/ ", "https://forum.example.org"),
            ("https://forum.example.org:443", "https://forum.example.org"),
            (
                "http://forum.example.org:443",
                "http://forum.example.org:443",
            ),
            ("http://localhost:80/", "http://localhost"),
            ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("http://[::1]:3000", "http://[::1]:3000"),
            (
                "https://xn--mnchen-3ya.example",
                "https://xn--mnchen-3ya.example",
            ),
        ] {
            assert_eq!(normal(typed).as_deref(), Some(sent), "{typed}");
        }
    }

    #[test]
    fn has_a_host() {
        for (origin, expected) in [
            ("https://forum.example.org", "forum.example.org"),
            ("http://localhost:8080", "localhost"),
            ("http://[::1]:3000", "[::1]"),
            ("http://[::1]", "[::1]"),
        ] {
            assert_eq!(host(origin), expected);
        }
    }

    #[test]
    fn is_no_origin() {
        for typed in [
            "",
            "null",
            "*",
            "https://*",
            "https://*.example.org",
            "forum.example.org",
            "//forum.example.org",
            "ftp://forum.example.org",
            "file:///etc",
            "javascript:alert(1)",
            "https://",
            "https://forum.example.org/path",
            "https://forum.example.org//",
            "https://forum.example.org?x",
            "https://forum.example.org#x",
            "https://me@forum.example.org",
            "https://forum.example.org:",
            "https://forum.example.org:0",
            "https://forum.example.org:99999",
            "https://münchen.example",
            "https://a b",
        ] {
            assert_eq!(normal(typed), None, "{typed}");
        }
    }
}
