//! Request head: the rules of HTTP/1 that hyper leaves to the server (RFC 9112, sections 3.2 and 6.1).
//!
//! A proxy in front that reads `Host` or the length of a body in another way than the site would pass on requests that mean something else
//! to each of the two.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header};

/// The status with which a head is refused, and why; `None` if nothing is wrong with it. In HTTP/2, `:authority` and frames take the places of
/// the two headers.
pub fn fault(version: Version, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    if version == Version::HTTP_2 {
        return None;
    }
    if !has_right_host(version, headers) {
        let why = "HTTP/1.1 requires one Host header that names a host.\n";
        return Some((StatusCode::BAD_REQUEST, why));
    }
    let why = "The only transfer coding is chunked.\n";
    (!is_plain_or_chunked(headers)).then_some((StatusCode::NOT_IMPLEMENTED, why))
}

/// Whether there is one `Host`, which names a host. HTTP/1.0 does not require it.
fn has_right_host(version: Version, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => version == Version::HTTP_10,
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
    }
}

/// Whether this is a host, with or without a port (RFC 3986, section 3.2), or empty, which the grammar allows and some health checks send.
fn is_host(value: &HeaderValue) -> bool {
    let Ok(text) = value.to_str() else {
        return false;
    };
    if text.is_empty() {
        return true;
    }
    let Ok(authority) = text.parse::<Authority>() else {
        return false;
    };
    // The name of a user before the host is no part of it.
    let Some(rest) = text.strip_prefix(authority.host()) else {
        return false;
    };
    match rest.strip_prefix(':') {
        Some(port) => port.bytes().all(|b| b.is_ascii_digit()),
        None => rest.is_empty(),
    }
}

/// Whether the body has no transfer coding but `chunked`, once: no other can be decoded here.
fn is_plain_or_chunked(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => true,
        (Some(only), None) => only
            .as_bytes()
            .trim_ascii()
            .eq_ignore_ascii_case(b"chunked"),
        (Some(_), Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn of(version: Version, sent: &[(HeaderName, &'static str)]) -> Option<u16> {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(name.clone(), value.parse().unwrap());
        }
        fault(version, &headers).map(|(status, _)| status.as_u16())
    }

    #[test]
    fn a_host_is_a_name_or_an_address_with_or_without_a_port() {
        for host in [
            "games.example.org",
            "Games.Example.org:8080",
            "rookery_site:80",
            "127.0.0.1:8080",
            "[::1]",
            "[2001:db8::1]:443",
            "localhost:",
            "",
        ] {
            assert_eq!(
                of(Version::HTTP_11, &[(header::HOST, host)]),
                None,
                "{host}"
            );
        }
        for host in [
            "a b<script>",
            "me@games.example.org",
            "games.example.org:http",
            "games.example.org/play",
            "http://games.example.org",
            "games.example.org:80@games.example.org",
            "[::1",
            "[::1]x",
        ] {
            let refused = of(Version::HTTP_11, &[(header::HOST, host)]);
            assert_eq!(refused, Some(400), "{host}");
        }
        let latin = HeaderValue::from_bytes(b"caf\xe9.example").unwrap();
        assert!(!is_host(&latin));
    }

    #[test]
    fn http_1_1_has_one_host_and_1_0_one_at_most() {
        let host = (header::HOST, "games.example.org");
        for (version, expected) in [
            (Version::HTTP_11, [Some(400), None, Some(400)]),
            (Version::HTTP_10, [None, None, Some(400)]),
            (Version::HTTP_2, [None; 3]),
        ] {
            let sent = [vec![], vec![host.clone()], vec![host.clone(), host.clone()]];
            let found = sent.map(|sent| of(version, &sent));
            assert_eq!(found, expected, "{version:?}");
        }
    }

    #[test]
    fn a_body_is_chunked_or_has_no_transfer_coding() {
        let coded = |codings: &[&'static str]| {
            let codings = codings
                .iter()
                .map(|coding| (header::TRANSFER_ENCODING, *coding));
            let sent: Vec<_> = [(header::HOST, "games.example.org")]
                .into_iter()
                .chain(codings)
                .collect();
            of(Version::HTTP_11, &sent)
        };
        for codings in [&["chunked"][..], &["Chunked"], &[]] {
            assert_eq!(coded(codings), None, "{codings:?}");
        }
        for codings in [
            &["gzip, chunked"][..],
            &["chunked, chunked"],
            &["gzip", "chunked"],
            &["identity"],
        ] {
            assert_eq!(coded(codings), Some(501), "{codings:?}");
        }
    }
}
