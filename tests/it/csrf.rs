//! Posts from other sites: refused on every route, before session, routing and validation.

use axum::http::Method;
use rookery::web::ROUTES;

use crate::routes::fill;
use crate::support::site::{HOST, Site};

type Headers = &'static [(&'static str, &'static str)];

/// Eight ways a browser may come: what it sends, and whether it is one of ours.
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
    let posts = ROUTES
        .iter()
        .filter(|(_, methods)| methods.contains(&"POST"))
        // The one exemption: no cookie counts there, see `captcha_api`.
        .filter(|(route, _)| !route.starts_with("/api/v1/captcha/"))
        .map(|(route, _)| *route);
    let mut count = 0;
    for route in posts.chain(["/nothing"]) {
        // Here nobody gets a 403 but for the headers: an API game needs no captcha with an account.
        let mut user = site.user(&format!("user{count}")).await;
        count += 1;
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
    let site = Site::with(&[("public_url", "https://games.example.org")]).await;
    for (origin, is_ours) in [
        ("https://games.example.org", true),
        ("http://games.example.org", false),
    ] {
        let answer = site
            .visitor()
            .send(Method::POST, "/logout", &[("origin", origin)], Vec::new())
            .await;
        assert_eq!(answer.status != 403, is_ours, "{origin}: {}", answer.status);
    }
}
