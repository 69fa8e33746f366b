//! Cross-site posts: refused on every route, before session, routing and validation.

use std::io::{Read, Write};

use axum::http::Method;
use rookery::web::routes;

use crate::routes::fill;
use crate::support::program::Place;
use crate::support::site::{HOST, MINUTE_MS, Site};

/// Fewer than the site lets in within an hour before the owner has to approve.
const ACCOUNTS_AN_HOUR: usize = 30;

type Headers = &'static [(&'static str, &'static str)];

/// Eight ways a browser may come: the headers that it sends, and whether its page is one of ours.
const CASES: &[(Headers, bool)] = &[
    (&[("sec-fetch-site", "cross-site")], false),
    (&[("sec-fetch-site", "same-site")], false),
    (
        &[
            ("sec-fetch-site", "cross-site"),
            ("origin", "http://rookery.test"),
        ],
        false,
    ),
    (&[("origin", "https://evil.example")], false),
    (&[("origin", "null")], false),
    (
        &[
            ("sec-fetch-site", "same-origin"),
            ("origin", "http://rookery.test"),
        ],
        true,
    ),
    (&[("origin", "http://rookery.test")], true),
    // No browser: a program that has no cookie to abuse.
    (&[], true),
];

#[tokio::test]
async fn a_foreign_post_is_refused_on_every_route() {
    assert_eq!(HOST, "rookery.test");
    let site = Site::new().await;
    let posts = routes()
        .filter(|(_, methods)| methods.contains(&"POST"))
        // The one exemption: no cookie counts there, see `captcha_api`.
        .filter(|(route, _)| !route.starts_with("/api/v1/captcha/"))
        .map(|(route, _)| route);
    let mut count = 0;
    for route in posts.chain(["/nothing"]) {
        // Here nobody gets a 403 but for the headers: an API game needs no captcha with an account.
        let mut user = site.user(&format!("user{count}")).await;
        count += 1;
        if count % ACCOUNTS_AN_HOUR == 0 {
            site.clock.advance(60 * MINUTE_MS);
        }
        let path = fill(route, "aaaaaaaaaaaaaaaaaaaaaaaaaa");
        for (headers, is_ours) in CASES {
            let answer = user.send(Method::POST, &path, headers, Vec::new()).await;
            assert_eq!(
                answer.status != 403,
                *is_ours,
                "POST {path} with {headers:?}: {}",
                answer.status
            );
            if !is_ours {
                assert!(
                    !answer.headers.contains_key("set-cookie"),
                    "POST {path}: a refused post touches no session"
                );
            }
        }
    }
    assert!(count > 20, "{count} routes take posts");
    site.app.shutdown().await;
}

#[tokio::test]
async fn the_public_address_is_trusted_behind_a_proxy() {
    // Browsers leave out the port that https implies, however the owner wrote it.
    for public_url in ["https://games.example.org", "https://games.example.org:443"] {
        let site = Site::with(&[("public_url", public_url)]).await;
        for (origin, is_ours) in [
            ("https://games.example.org", true),
            ("http://games.example.org", false),
        ] {
            let answer = site
                .visitor()
                .send(Method::POST, "/logout", &[("origin", origin)], Vec::new())
                .await;
            assert_eq!(
                answer.status != 403,
                is_ours,
                "{public_url}, {origin}: {}",
                answer.status
            );
        }
    }
}

#[tokio::test]
async fn plain_http_is_foreign_to_an_https_site_although_the_host_is_the_same() {
    let site = Site::with(&[("public_url", &format!("https://{HOST}"))]).await;
    let mut count = 0;
    for (route, _) in routes()
        .filter(|(_, methods)| methods.contains(&"POST"))
        .filter(|(route, _)| !route.starts_with("/api/v1/captcha/"))
    {
        let path = fill(route, "aaaaaaaaaaaaaaaaaaaaaaaaaa");
        for (origin, is_ours) in [
            (format!("http://{HOST}"), false),
            (format!("http://{HOST}:80"), false),
            (format!("https://{HOST}"), true),
        ] {
            let answer = site
                .visitor()
                .send(Method::POST, &path, &[("origin", &origin)], Vec::new())
                .await;
            // Without an account some answer 403 for another reason; the words tell them apart.
            let refused = answer.status == 403 && answer.text().contains("without https");
            assert_eq!(
                refused, !is_ours,
                "POST {path} from {origin}: {}",
                answer.status
            );
        }
        count += 1;
    }
    assert!(count > 20, "{count} routes take posts");
    // To read is no act, and other sites' pages, which say with a key who they are, need no https.
    let posts = routes().filter(|(_, methods)| methods.contains(&"POST"));
    let others = posts.filter(|(route, _)| route.starts_with("/api/v1/captcha/"));
    let asked: Vec<_> = others
        .map(|(route, _)| (Method::POST, fill(route, "aaaaaaaaaaaaaaaaaaaaaaaaaa")))
        .chain(["/", "/play", "/login"].map(|path| (Method::GET, path.to_owned())))
        .collect();
    assert!(asked.len() > 4, "{asked:?}");
    for (method, path) in asked {
        let plain = format!("http://{HOST}");
        let origin = [("origin", &*plain)];
        let mut visitor = site.visitor();
        let answer = visitor.send(method, &path, &origin, Vec::new()).await;
        assert!(!answer.text().contains("without https"), "{path}");
    }
}

#[tokio::test]
async fn a_proxy_that_rewrites_the_host_is_explained() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let from = |origin: &'static str| [("origin", origin)];
    let answer = visitor
        .send(
            Method::POST,
            "/login",
            &from("http://games.example.org:8000"),
            Vec::new(),
        )
        .await;
    assert_eq!(answer.status, 403);
    assert!(
        answer.says("public_url = \"http://games.example.org:8000\"") && answer.says(HOST),
        "{}",
        answer.text()
    );
    let json = [
        ("origin", "http://games.example.org"),
        ("accept", "application/json"),
    ];
    let answer = visitor
        .send(Method::POST, "/login", &json, Vec::new())
        .await;
    let say = answer.json()["error"]["say"].as_str().unwrap().to_owned();
    assert!(
        say.contains("public_url = \"http://games.example.org\""),
        "{say}"
    );
    // A text that is not an origin, or an origin that the browser itself calls foreign, gets no advice.
    for headers in [
        &[("origin", "null")][..],
        &[
            ("origin", "https://evil.example"),
            ("sec-fetch-site", "cross-site"),
        ],
    ] {
        let answer = visitor
            .send(Method::POST, "/login", headers, Vec::new())
            .await;
        assert_eq!(answer.status, 403);
        assert!(!answer.says("public_url"), "{}", answer.text());
    }
    // Once it is set, the same request is the site's own.
    let site = Site::with(&[("public_url", "http://games.example.org:8000")]).await;
    let answer = site
        .visitor()
        .send(
            Method::POST,
            "/logout",
            &from("http://games.example.org:8000"),
            Vec::new(),
        )
        .await;
    assert_ne!(answer.status, 403);
}

#[test]
fn the_log_says_once_what_to_set_behind_a_proxy() {
    let place = Place::new();
    let server = place.serve_logged(4096, &[]);
    for _ in 0..3 {
        let mut stream = server.connect();
        write!(
            stream,
            "POST /login HTTP/1.0\r\nHost: {}\r\nOrigin: http://games.example.org\r\nContent-Length: 0\r\n\r\n",
            server.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.0 403"), "{answer}");
    }
    assert_eq!(server.terminate().0, Some(0));
    let log = place.log();
    let advice = "set public_url = \"http://games.example.org\"";
    assert_eq!(log.matches(advice).count(), 1, "{log}");
}
