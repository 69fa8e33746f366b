//! Byte ranges: `Range` and `If-Range` (RFC 9110, sections 13.1.5 and 14). Players request the first two bytes to find out
//! whether ranges are supported, and some play nothing if they are not.

use std::ops::Range;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_range_header::{RangeUnsatisfiableError, parse_range_header};

/// The requested part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyPart {
    /// All of it: no range was requested, or none that this site supports (several parts at once, another unit).
    All,
    /// A part: the half-open range of its bytes.
    Bytes(Range<usize>),
    /// A range beyond the end.
    Beyond,
}

/// The requested part of a body of `length` bytes. A `Range` counts only for GET, and together with `If-Range` only if that
/// equals `etag`.
pub fn part(method: &Method, headers: &HeaderMap, etag: &str, length: usize) -> BodyPart {
    let Some(range) = headers.get(header::RANGE).filter(|_| method == Method::GET) else {
        return BodyPart::All;
    };
    let is_other = headers
        .get(header::IF_RANGE)
        .is_some_and(|known| known != etag);
    match range.to_str() {
        Ok(text) if !is_other => read(text, length),
        _ => BodyPart::All,
    }
}

fn read(text: &str, length: usize) -> BodyPart {
    let ranges = parse_range_header(text).and_then(|ranges| ranges.validate(length as u64));
    match ranges.as_deref() {
        Ok([range]) => BodyPart::Bytes(*range.start() as usize..*range.end() as usize + 1),
        Err(RangeUnsatisfiableError::Unsatisfiable) => BodyPart::Beyond,
        Ok(_) | Err(_) => BodyPart::All,
    }
}

/// The answer that gives a part of a body: 200, 206 or 416.
pub fn respond(part: BodyPart, mut body: Vec<u8>, etag: &HeaderValue) -> Response {
    let length = body.len();
    let (status, of) = match part {
        BodyPart::All => (StatusCode::OK, None),
        BodyPart::Bytes(bytes) => {
            let of = format!("bytes {}-{}/{length}", bytes.start, bytes.end - 1);
            body.truncate(bytes.end);
            body.drain(..bytes.start);
            (StatusCode::PARTIAL_CONTENT, Some(of))
        }
        BodyPart::Beyond => {
            body.clear();
            let of = format!("bytes */{length}");
            (StatusCode::RANGE_NOT_SATISFIABLE, Some(of))
        }
    };
    let mut response = (status, Body::from(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::ETAG, etag.clone());
    if let Some(of) = of.and_then(|of| HeaderValue::try_from(of).ok()) {
        headers.insert(header::CONTENT_RANGE, of);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    const ETAG: &str = "\"a\"";

    fn ask(range: &str, if_range: Option<&str>, length: usize) -> BodyPart {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, range.parse().unwrap());
        if let Some(known) = if_range {
            headers.insert(header::IF_RANGE, known.parse().unwrap());
        }
        part(&Method::GET, &headers, ETAG, length)
    }

    /// The examples of RFC 9110, section 14.1.2, for a body of 10,000 bytes.
    #[test]
    fn reads_the_examples_of_the_standard() {
        for (range, bytes) in [
            ("bytes=0-499", 0..500),
            ("bytes=500-999", 500..1000),
            ("bytes=-500", 9500..10_000),
            ("bytes=9500-", 9500..10_000),
            ("bytes=0-0", 0..1),
            // Longer than the body: what there is.
            ("bytes=9500-20000", 9500..10_000),
            ("bytes=-20000", 0..10_000),
            ("BYTES=0-", 0..10_000),
            ("bytes=0-99999999999999999999999999", 0..10_000),
        ] {
            assert_eq!(ask(range, None, 10_000), BodyPart::Bytes(bytes), "{range}");
        }
    }

    #[test]
    fn what_is_not_there_is_refused_and_what_cannot_be_read_passed_over() {
        for range in [
            "bytes=10000-",
            "bytes=10000-10001",
            "bytes=-0",
            "bytes=99999999999999999999999999-",
        ] {
            assert_eq!(ask(range, None, 10_000), BodyPart::Beyond, "{range}");
        }
        assert_eq!(ask("bytes=0-", None, 0), BodyPart::Beyond);
        for range in [
            "bytes=5-4",
            "bytes=0-1,4-5",
            "bytes=a-b",
            "bytes=+1-2",
            "bytes=-",
            "bytes=",
            "bytes",
            "lines=0-1",
            "",
        ] {
            assert_eq!(ask(range, None, 10_000), BodyPart::All, "{range}");
        }
    }

    #[test]
    fn counts_only_where_the_body_is_the_one_that_is_known_and_for_get_alone() {
        assert_eq!(ask("bytes=0-1", Some(ETAG), 9), BodyPart::Bytes(0..2));
        // Another body, a weak tag, a date: all of it.
        for known in ["\"b\"", "W/\"a\"", "Sat, 01 Jan 2000 00:00:00 GMT"] {
            assert_eq!(ask("bytes=0-1", Some(known), 9), BodyPart::All, "{known}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(part(&Method::GET, &headers, ETAG, 9), BodyPart::All);
        headers.insert(header::RANGE, HeaderValue::from_static("bytes=0-1"));
        assert_eq!(part(&Method::HEAD, &headers, ETAG, 9), BodyPart::All);
    }
}
