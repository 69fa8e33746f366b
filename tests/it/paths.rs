//! Path traversal and open redirects.

use axum::http::Method;

use crate::support::html::form;
use crate::support::site::{ANSWER, Site};

const CLIMBS: &[&str] = &[
    "../Cargo.toml",
    "..%2fCargo.toml",
    "%2e%2e/Cargo.toml",
    "%2e%2e%2fCargo.toml",
    "..%5cCargo.toml",
    "..\\Cargo.toml",
    "....//Cargo.toml",
    "..;/Cargo.toml",
    "%252e%252e%252fCargo.toml",
    "..%c0%afCargo.toml",
    "..%00/Cargo.toml",
    "site.css%00",
    "site.css/../../Cargo.toml",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "//etc/passwd",
    "file:///etc/passwd",
    "~root/.profile",
    ".git/config",
    "%2egit/config",
    "site.css.map",
    "README.md",
    "",
    "%",
    "%zz",
    "%ff%fe",
    "con",
    "site.css::$DATA",
];

const ELSEWHERE: &[&str] = &[
    "https://evil.example",
    "http://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%0d%0aLocation:%20https://evil.example\r\n",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    " //evil.example",
    "\u{0}//evil.example",
    "https:evil.example",
];

#[tokio::test]
async fn static_addresses_lead_to_static_files_only() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for climb in CLIMBS {
        let path = format!("/static/today/{}", climb.replace('\\', "%5c"));
        if path.parse::<axum::http::Uri>().is_err() {
            continue;
        }
        let answer = visitor.get(&path).await;
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
        assert!(!answer.says("[package]") && !answer.says("root:"), "{path}");
    }
    assert_eq!(visitor.get("/static/today/site.css").await.status, 200);
}

#[tokio::test]
async fn next_never_leads_to_another_site() {
    let site = Site::new().await;
    for next in ELSEWHERE {
        let mut visitor = site.visitor();
        let challenge = visitor.challenge("/verify").await;
        let fields = [
            ("challenge", challenge.as_str()),
            ("answer", ANSWER),
            ("next", next),
        ];
        let answer = visitor.post("/verify", &fields).await;
        assert_eq!(answer.status, 303, "{next:?}");
        stays(&answer.location(), next);
        let theme = visitor
            .post("/account/theme", &[("theme", "light"), ("next", next)])
            .await;
        stays(&theme.location(), next);
        let query = format!("/verify?next={}", crate::support::html::escape(next));
        stays(&visitor.get(&query).await.location(), next);
    }
}

/// It stands at an address that may have no page of its own.
#[tokio::test]
async fn a_refused_form_leads_back_to_the_page_that_it_was_on() {
    let site = Site::new().await;
    let mut guest = site.guest().await;
    let fields = [
        ("game", "chess"),
        ("level", "1"),
        ("side", "0"),
        ("start", "hello"),
    ];
    for (from, back) in [
        ("http://rookery.test/play/chess", "/play/chess"),
        ("http://rookery.test/games", "/play"),
        ("http://rookery.test/account/password", "/account"),
        (
            "http://rookery.test/play/chess?level=3",
            "/play/chess?level=3",
        ),
        // A proxy that puts its own name for the site into `Host`.
        ("https://games.example/play/chess", "/play/chess"),
        (
            "http://rookery.test/games/8ssqrt2k/moves",
            "/games/8ssqrt2k",
        ),
        ("nonsense", "/"),
    ] {
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("sec-fetch-site", "same-origin"),
            ("referer", from),
        ];
        let body = form(&fields).into_bytes();
        let refused = guest.send(Method::POST, "/games", &headers, body).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.field("next").as_deref(), Some(back), "{from}");
    }
    site.app.shutdown().await;
}

fn stays(location: &str, next: &str) {
    let is_own =
        location.starts_with('/') && !location.starts_with("//") && !location.contains('\\');
    assert!(
        is_own && !location.contains(['\r', '\n', '\t']),
        "{next:?} led to {location:?}"
    );
}
