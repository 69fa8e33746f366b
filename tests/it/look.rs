//! The owner's look of the site: its effect on every page, its versions, and everything that is refused.

mod faults;
mod logos;
mod versions;

use rookery::look::{Accent, CARD, INK, PAPER, SOFT_INK, Themed};
use rookery::store::Store;

use crate::signup::first_admin;
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{FAST, MINUTE_MS, Site};
use crate::support::tree;

const HERE: &str = "/admin/look";

/// A look with every field.
const LOOK: &[(&str, &str)] = &[
    ("name", "Schachklub Süd"),
    ("accent", "#8a1c5b"),
    ("welcome", "We play on Tuesdays. Come by!"),
    ("notice", "Closed in July."),
    ("notice_link_text", "When we open"),
    ("notice_link_url", "https://club.example/open?x=1&y=2"),
    (
        "imprint",
        "Schachklub Süd\nMain Street 1\n\nMore: https://club.example.",
    ),
    ("privacy", "We keep nothing."),
];

/// [`LOOK`] with some fields changed.
fn look_with<'a>(changed: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut fields = LOOK.to_vec();
    for (key, value) in changed {
        fields.retain(|(known, _)| known != key);
        fields.push((key, value));
    }
    fields
}

/// Sends the form as a browser does, with a file or without.
async fn send(admin: &mut Browser, fields: &[(&str, &str)], file: Option<&[u8]>) -> Answer {
    let file = ("logo_file", "logo", file.unwrap_or_default());
    admin.post_parts(HERE, fields, &[file]).await
}

async fn save(admin: &mut Browser, changed: &[(&str, &str)]) {
    let saved = send(admin, &look_with(changed), None).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    assert_eq!(saved.location(), "/admin/look?saved=1");
}

/// The text of a field, typed in one line or in several.
fn value(page: &Answer, key: &str) -> Option<String> {
    page.field(key).or_else(|| {
        html::by_id(&page.text(), &format!("f-{key}")).map(|text| {
            // A browser drops the line break after the tag.
            text.strip_prefix('\n').unwrap_or(&text).to_owned()
        })
    })
}

fn assert_typed(page: &Answer, fields: &[(&str, &str)]) {
    for (key, typed) in fields {
        assert_eq!(value(page, key).as_deref(), Some(*typed), "{key}");
    }
}

on_both_databases!(
    what_is_saved_is_on_every_page,
    texts_are_never_markup,
    another_node_and_a_restart_have_the_look,
);

async fn what_is_saved_is_on_every_page(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut admin = first_admin(&site).await;
    save(&mut admin, &[]).await;
    let mut visitor = site.visitor();
    for path in [
        "/",
        "/play",
        "/login",
        "/rules/chess",
        "/imprint",
        "/privacy",
        "/no-such-page",
    ] {
        let page = visitor.get(path).await;
        assert!(page.says("Schachklub Süd</title>"), "{path}");
        // The opponent keeps the program's name.
        let text = page.text().replace("Rookery, level", "");
        assert!(!text.contains("Rookery"), "{path}");
        assert!(page.says("<span>Schachklub Süd</span>"), "{path}");
        assert!(
            page.says(
                "Closed in July. <a href=\"https://club.example/open?x=1&y=2\">When we open</a>"
            ),
            "{path}"
        );
        assert!(
            page.text().contains("<a href=\"/imprint\"")
                && page.text().contains("<a href=\"/privacy\""),
            "{path}"
        );
        assert!(page.text().contains("/site/look.css?v="), "{path}");
    }
    assert!(visitor.get("/").await.says("We play on Tuesdays. Come by!"));
    let imprint = visitor.get("/imprint").await;
    assert_eq!(imprint.status, 200);
    assert!(imprint.says("<p dir=\"auto\">Schachklub Süd<br>Main Street 1</p>"));
    assert!(imprint.says(
        "More: <a href=\"https://club.example\" rel=\"noopener\">https://club.example</a>.</p>"
    ));
    assert!(
        visitor
            .get("/privacy")
            .await
            .says("<p dir=\"auto\">We keep nothing.</p>")
    );

    // A value that is taken back is gone.
    site.clock.advance(MINUTE_MS);
    let nothing: Vec<_> = LOOK.iter().skip(1).map(|(key, _)| (*key, "")).collect();
    save(&mut admin, &nothing).await;
    let home = visitor.get("/").await;
    for gone in [
        "/imprint",
        "/privacy",
        "look.css",
        "Closed in July",
        "When we open",
        "Tuesdays",
    ] {
        assert!(!home.text().contains(gone), "{gone}");
    }
    for path in ["/imprint", "/privacy", "/site/look.css"] {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
    let audit = site.store().audit_log(10, None).await.unwrap().rows;
    let rows: Vec<_> = audit
        .iter()
        .filter(|row| row.entry.action == "site-look")
        .collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].actor_name.as_deref(), Some("Owner"));
    let before = rows[0].entry.before.as_deref().unwrap();
    assert!(before.contains("Closed in July"), "{before}");
    assert!(
        !rows[0]
            .entry
            .after
            .as_deref()
            .unwrap()
            .contains("Closed in July")
    );
    site.app.shutdown().await;
}

async fn texts_are_never_markup(store: Store) {
    const TYPED: &str = "<script>alert(1)</script>\"'&lt;";
    let site = Site::on(store, &[FAST]).await;
    let mut admin = first_admin(&site).await;
    let link = format!("https://a.example/{TYPED}");
    let fields = [
        ("name", TYPED),
        ("welcome", TYPED),
        ("notice", TYPED),
        ("notice_link_text", TYPED),
        ("imprint", &link),
        ("privacy", TYPED),
    ];
    save(&mut admin, &fields).await;
    for path in [
        "/",
        "/imprint",
        "/privacy",
        "/admin/look",
        "/admin/look/history",
        "/no-such-page",
    ] {
        let page = admin.get(path).await;
        let text = page.text();
        assert!(html::unescape(&text).contains(TYPED), "{path}");
        for live in ["<script>alert", "\"'&lt;", "\"'&amp;"] {
            assert!(!text.contains(live), "{path}: {live}");
        }
    }
    // The address ends where a browser could take it for markup.
    let imprint = admin.get("/imprint").await;
    let link = imprint
        .text()
        .split("rel=\"noopener\"")
        .next()
        .unwrap()
        .to_owned();
    assert!(link.ends_with("<a href=\"https://a.example/\" "), "{link}");
    site.app.shutdown().await;
}

async fn another_node_and_a_restart_have_the_look(store: Store) {
    let (here, there) = (
        Site::on(store.clone(), &[]).await,
        Site::on(store.clone(), &[]).await,
    );
    let following = tokio::spawn(there.app.look.clone().follow());
    let mut admin = first_admin(&here).await;
    save(&mut admin, &[]).await;
    // Nodes that share a database hear of it; on SQLite there is one process, and the half minute is not waited for.
    if here.store().kind() == "sqlite" {
        there.app.look.refresh_if_old().await.unwrap();
    }
    let mut waited_ms = 0;
    while there.app.look.current().version == 0 {
        assert!(waited_ms < 10_000, "the other node has not heard of it");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        waited_ms += 20;
    }
    following.abort();
    let later = Site::on(store, &[]).await;
    for site in [&there, &later] {
        assert!(
            site.visitor()
                .get("/")
                .await
                .says("<span>Schachklub Süd</span>")
        );
    }
}

#[tokio::test]
async fn the_accent_is_a_stylesheet_of_its_own() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let plain = admin.get("/").await;
    assert!(!plain.text().contains("look.css"));
    save(&mut admin, &[("accent", "#8A1C5B")]).await;
    let mut visitor = site.visitor();
    let page = visitor.get("/").await.text();
    let at = page.find("/site/look.css?v=").unwrap();
    let address = page[at..].split('"').next().unwrap().to_owned();
    let sheet = visitor.get(&address).await;
    assert_eq!(
        (sheet.status, sheet.header("content-type")),
        (200, "text/css; charset=utf-8")
    );
    assert!(sheet.header("cache-control").contains("immutable"));
    assert!(
        sheet.text().contains("--accent: light-dark(#8a1c5b, #"),
        "{}",
        sheet.text()
    );
    let etag = sheet.header("etag").to_owned();
    assert!(!etag.is_empty());
    let known = [("if-none-match", etag.as_str())];
    let again = visitor
        .send(axum::http::Method::GET, &address, &known, Vec::new())
        .await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    for old in ["/site/look.css", "/site/look.css?v=yesterday"] {
        assert_eq!(
            visitor.get(old).await.header("cache-control"),
            "no-cache",
            "{old}"
        );
    }
    // Another accent has another address.
    save(&mut admin, &[("accent", "#115e69")]).await;
    assert!(!visitor.get("/").await.text().contains(&address));
}

/// The colours that the contrast is measured against are those of the pages.
#[test]
fn the_grounds_are_those_of_the_stylesheet() {
    let css = std::fs::read_to_string(tree::root().join("static/site.css")).unwrap();
    let built_in = Accent::BUILT_IN;
    for (token, pair) in [
        ("paper", PAPER),
        ("card", CARD),
        ("ink", INK),
        ("soft", SOFT_INK),
        ("accent", built_in.accent),
        ("on-accent", built_in.ink),
        ("accent-soft", built_in.soft),
    ] {
        let Themed { light, dark } = pair;
        for line in [
            format!("--{token}: {light};"),
            format!("--{token}: light-dark({light}, {dark});"),
        ] {
            assert!(css.contains(&line), "{line}");
        }
    }
}
