//! Headings of pages: one of the first level, before all others, and none skips a level on the way down.

use crate::support::browser::{Answer, Browser};
use crate::support::site::{FAST, PASSWORD, Site};

/// An address without a page.
const NOWHERE: &str = "/nowhere";

/// The levels of a page's headings, in its order.
fn levels(page: &str) -> Vec<u32> {
    let level = |rest: &str| {
        let mut rest = rest.chars();
        let level = rest.next()?.to_digit(10)?;
        matches!(rest.next(), Some(' ' | '>')).then_some(level)
    };
    page.split("<h").skip(1).filter_map(level).collect()
}

fn assert_in_order(what: &str, page: &Answer) {
    let levels = levels(&page.text());
    assert_eq!(levels.first(), Some(&1), "{what}: {levels:?}");
    assert!(!levels[1..].contains(&1), "{what}: {levels:?}");
    let skips = levels.windows(2).any(|pair| pair[1] > pair[0] + 1);
    assert!(!skips, "{what}: {levels:?}");
}

async fn look_at(browser: &mut Browser, paths: &[&str]) {
    for path in paths {
        let page = browser.get(path).await;
        let expected = if *path == NOWHERE { 404 } else { 200 };
        assert_eq!(page.status, expected, "{path}");
        assert_in_order(path, &page);
    }
}

#[tokio::test]
async fn no_page_skips_a_level_of_headings() {
    let site = Site::with(&[FAST]).await;
    let mut owner = site.admin("Owner").await;
    let chess = [("game", "chess"), ("level", "1"), ("side", "0")];
    let place = owner.start(&chess).await;
    let texts = [
        ("imprint", "Main Street 1"),
        ("privacy", "We keep nothing."),
    ];
    assert_eq!(owner.post("/admin/look", &texts).await.status, 303);
    let home = owner.get("/").await;
    assert!(home.text().contains("class=\"unfinished\""));
    let pages = [
        "/",
        "/play",
        "/play/chess",
        place.as_str(),
        "/rules/chess",
        "/imprint",
        "/privacy",
        "/account",
        "/preferences",
        "/reading-test",
        "/admin",
        "/admin/captcha",
        "/admin/captcha/assets",
        "/admin/captcha/bench",
        "/admin/captcha/history",
        "/admin/captcha/metrics",
        "/admin/captcha/sites",
        "/admin/look",
        "/admin/look/history",
        "/admin/users",
        NOWHERE,
    ];
    look_at(&mut owner, &pages).await;
    let pages = [
        "/",
        "/play",
        "/play/chess",
        "/login",
        "/signup",
        "/verify",
        "/setup",
        "/account/reset",
    ];
    look_at(&mut site.visitor(), &pages).await;
    // Forms that came back list their errors under a heading.
    let refused = owner
        .post("/account/password", &[("old", PASSWORD), ("new", "short")])
        .await;
    assert_eq!(refused.status, 422);
    assert_in_order("a password that is too short", &refused);
    let refused = owner
        .post("/games", &[("game", "chess"), ("level", "99")])
        .await;
    assert_eq!(refused.status, 422);
    assert_in_order("a level that is none", &refused);
    site.app.shutdown().await;
}
