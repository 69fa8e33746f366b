//! Values that are refused: each with its reason at its field, nothing lost, nothing in force.

use crate::look::{HERE, LOOK, assert_typed, look_with, save, send};
use crate::signup::first_admin;
use crate::support::site::{FAST, Site};

#[tokio::test]
async fn what_is_wrong_comes_back_with_everything_that_was_typed() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let long = "é".repeat(20_001);
    let cases: &[(&str, &str, &str)] = &[
        ("name", "", "needs a name"),
        ("name", " \t ", "needs a name"),
        ("name", &long[..2 * 41], "at most 40"),
        ("name", "Club\u{202e}bulC", "U+202E"),
        ("name", "Club\u{7}", "U+0007"),
        ("accent", "teal", "six digits"),
        ("accent", "#fff", "six digits"),
        ("accent", "#12345g", "six digits"),
        ("accent", "#ffff00", "1.0 : 1, and it needs 4.5 : 1"),
        ("accent", "#777777", "4.1 : 1, and it needs 4.5 : 1"),
        ("accent", "\"><script>", "six digits"),
        ("welcome", &long[..2 * 401], "at most 400"),
        ("welcome", "a\u{0}b", "U+0000"),
        ("notice", &long[..2 * 301], "at most 300"),
        ("notice", "\u{2067}x", "U+2067"),
        ("notice_link_text", "", "words to click on"),
        ("notice_link_text", &long[..2 * 61], "at most 60"),
        ("notice_link_url", "", "where the link leads"),
        ("notice_link_url", "javascript:alert(1)", "https://"),
        ("notice_link_url", "//evil.example", "https://"),
        ("notice_link_url", "/\\evil.example", "https://"),
        ("notice_link_url", "data:text/html,<script>", "https://"),
        ("imprint", &long, "at most 20000"),
        ("imprint", "a\n\u{202a}b", "U+202A"),
        ("privacy", &long, "at most 20000"),
        ("privacy", "\u{1b}[31m", "U+001B"),
    ];
    for (key, typed, reason) in cases {
        let fields = look_with(&[(key, typed)]);
        let refused = send(&mut admin, &fields, None).await;
        let what = format!("{key}={:?}", typed.chars().take(30).collect::<String>());
        assert_eq!(refused.status, 422, "{what}");
        let problem = refused
            .problem(key)
            .unwrap_or_else(|| panic!("{what}: no reason"));
        assert!(problem.contains(reason), "{what}: {problem}");
        assert_typed(&refused, &fields);
        assert!(!refused.text().contains("<script>"), "{what}");
    }
    assert_eq!(site.app.look.current().version, 0, "nothing is in force");
    assert!(site.visitor().get("/").await.says("Rookery"));
    // All that is wrong is said at once.
    let all = [("name", ""), ("accent", "x"), ("notice_link_url", "x")];
    let refused = send(&mut admin, &look_with(&all), None).await;
    assert!(all.iter().all(|(key, _)| refused.problem(key).is_some()));
    // A link belongs to a notice.
    let refused = send(&mut admin, &look_with(&[("notice", "")]), None).await;
    assert!(refused.problem("notice").is_some());
}

#[tokio::test]
async fn bodies_that_cannot_be_read_change_nothing() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let huge = "x".repeat(3 << 20);
    for (key, status) in [("imprint", 413), ("unknown", 303)] {
        let sent = send(&mut admin, &look_with(&[(key, &huge)]), None).await;
        assert_eq!(sent.status, status, "{key}");
    }
    assert_eq!(admin.post(HERE, &[("imprint", &huge)]).await.status, 413);
    let post = axum::http::Method::POST;
    for (kind, body, status) in [
        ("multipart/form-data", &b"x"[..], 400),
        (
            "multipart/form-data; boundary=a",
            b"--a\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nhalf",
            400,
        ),
        (
            "multipart/form-data; boundary=a",
            b"--a\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n\xff\r\n--a--\r\n",
            400,
        ),
        ("text/plain", b"name=x", 415),
        ("application/json", b"{\"nmae\": \"x\"}", 422),
        ("application/json", b"[", 400),
    ] {
        let headers = [("content-type", kind), ("sec-fetch-site", "same-origin")];
        let answer = admin
            .send(post.clone(), HERE, &headers, body.to_vec())
            .await;
        assert_eq!(answer.status, status, "{kind} {}", answer.text());
    }
    assert_eq!(admin.post(HERE, &[("act", "explode")]).await.status, 400);
    assert_eq!(
        site.app.look.current().version,
        1,
        "only the readable one was saved"
    );
}

#[tokio::test]
async fn what_the_environment_fixes_cannot_be_changed_here() {
    let site = Site::with(&[FAST, ("site.name", "Fixed"), ("site.notice", "Always")]).await;
    let mut admin = first_admin(&site).await;
    let page = admin.get(HERE).await;
    assert_eq!(page.field("name"), None);
    assert!(page.says("Fixed") && page.says("Always"));
    save(&mut admin, &[]).await;
    let home = site.visitor().get("/").await;
    assert!(home.says("<span>Fixed</span>") && home.says("Always"));
    assert!(!home.says("Schachklub Süd</span>") && !home.says("Closed in July"));
    assert!(home.says("Tuesdays"), "the rest is saved");
}

#[tokio::test]
async fn a_preview_shows_what_was_typed_and_saves_nothing() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let fields = look_with(&[("act", "preview")]);
    let page = send(&mut admin, &fields, None).await;
    assert_eq!(page.status, 200);
    assert_typed(&page, LOOK);
    assert!(
        page.text().contains("fill=\"#8a1c5b\""),
        "the sample has the accent"
    );
    assert_eq!(site.app.look.current().version, 0);
}
