//! Refusals of content codings (RFC 9110, section 12.5.3): whoever takes no coding that the site has gets the body without one.
//!
//! The compression layer would make a 406 of a response that is already there: after an act that has been done, and with the body.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::web::request::accept::weighted;

/// Drops what `Accept-Encoding` says against a body without a coding.
pub fn allow_none(headers: &mut HeaderMap) {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter();
    let asked: Vec<&str> = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .collect();
    if !asked.iter().any(|coding| refuses_none(coding)) {
        return;
    }
    let kept: Vec<&str> = asked
        .into_iter()
        .filter(|coding| !refuses_none(coding))
        .collect();
    match HeaderValue::try_from(kept.join(",")) {
        Ok(kept) => _ = headers.insert(header::ACCEPT_ENCODING, kept),
        Err(_) => _ = headers.remove(header::ACCEPT_ENCODING),
    }
}

/// Whether it is `identity` or `*` with the weight 0.
fn refuses_none(coding: &str) -> bool {
    let (name, weight) = weighted(coding);
    (name == "*" || name.eq_ignore_ascii_case("identity")) && weight == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_for_a_coding_stays() {
        for (sent, kept) in [
            (&["gzip, br"][..], "gzip, br"),
            (&["br;q=1.0, gzip;q=0"], "br;q=1.0, gzip;q=0"),
            (&["*;q=0.5, identity;q=0.1"], "*;q=0.5, identity;q=0.1"),
            (&["identity;q=0"], ""),
            (&["Identity; Q=0.000, *;q=0"], ""),
            (&["gzip;q=0,*;q=0"], "gzip;q=0"),
            (&["br", "identity;q=0, gzip"], "br, gzip"),
        ] {
            let mut headers = HeaderMap::new();
            for line in sent {
                headers.append(header::ACCEPT_ENCODING, line.parse().unwrap());
            }
            allow_none(&mut headers);
            let left: Vec<_> = headers.get_all(header::ACCEPT_ENCODING).iter().collect();
            assert_eq!(left, [kept], "{sent:?}");
        }
        let mut none = HeaderMap::new();
        allow_none(&mut none);
        assert!(none.is_empty());
    }
}
