//! Rows created by unknown visitors: how many a flood leaves behind, and how long an anonymous session lives.

use std::path::Path;

use rookery::store::SQLITE_FILE;
use rookery::web::routes;
use sqlx::{Connection, Row, SqliteConnection};

use crate::support::databases;
use crate::support::site::{MINUTE_MS, PASSWORD, Site};

/// How many rows all tables have together, and each that has any.
async fn rows(folder: &Path) -> (i64, String) {
    let url = format!("sqlite://{}?mode=ro", folder.join(SQLITE_FILE).display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let tables = sqlx::query(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut sum = 0;
    let mut list = String::new();
    for table in tables {
        let name: String = table.get(0);
        let count = format!("SELECT COUNT(*) FROM {name}");
        let n: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(count))
            .fetch_one(&mut connection)
            .await
            .unwrap();
        sum += n;
        if n > 0 {
            list.push_str(&format!(" {name} {n}"));
        }
    }
    (sum, list)
}

/// Pass mark 34. A minute of fifty requests a second at every page and every form that a visitor sees, from one address and
/// without cookies, each of them past the limit of requests. The test is faster than the minute, so the limits of a minute
/// are doubled: that is what a minute lets through, its allowance and as much again while it passes.
#[tokio::test(flavor = "multi_thread")]
async fn a_minute_of_flood_leaves_no_more_than_two_hundred_rows() {
    let databases::Fresh { store, folder } = databases::sqlite().await;
    let site = Site::on(
        store,
        &[
            ("limits.requests_per_second", "5000"),
            ("limits.sessions_per_minute", "60"),
            ("limits.captcha_challenges_per_minute_and_address", "90"),
        ],
    )
    .await;
    let (before, _) = rows(folder.path()).await;
    const FORMS: [&str; 4] = ["/login", "/signup", "/verify", "/setup"];
    let mut targets: Vec<(&str, String)> = FORMS.map(|path| ("POST", path.to_owned())).to_vec();
    for (path, methods) in routes() {
        if methods.contains(&"GET") && !path.contains("/static/") {
            let path = path.replace("{game}", "tic-tac-toe").replace("{n}", "1");
            targets.push(("GET", path.replace(['{', '}', '*'], "a")));
        }
    }
    let mut asked = 0;
    while asked < 3_000 {
        site.app.matches.heartbeat().beat().await.unwrap();
        for (method, path) in &targets {
            let mut browser = site.visitor().at("203.0.113.7");
            let answer = match *method {
                "GET" => browser.get(path).await,
                _ => {
                    let fields = [
                        ("name", "Thandi"),
                        ("password", PASSWORD),
                        ("token", "none"),
                        ("challenge", "aaaaaaaaaaaaaaaaaaaaaaaaaa"),
                        ("answer", "guess"),
                    ];
                    browser.post(path, &fields).await
                }
            };
            assert!(answer.status < 500, "{method} {path}: {}", answer.status);
            asked += 1;
        }
        // The minute passes while the flood goes on.
        site.clock.advance(MINUTE_MS * targets.len() as i64 / 3_000);
    }
    let (after, list) = rows(folder.path()).await;
    println!("{asked} requests left {} rows:{list}", after - before);
    assert!(after - before <= 200, "{} new rows:{list}", after - before);
}

#[tokio::test]
async fn new_sessions_are_limited_by_address() {
    let site = Site::with(&[("limits.sessions_per_minute", "3")]).await;
    let mut open = site.visitor().at("203.0.113.7");
    assert_eq!(open.get("/verify").await.status, 200);
    for status in [200, 200, 429] {
        let page = site.visitor().at("203.0.113.7").get("/verify").await;
        assert_eq!(page.status, status);
        assert_eq!(page.header("retry-after").is_empty(), status == 200);
        assert_eq!(page.header("set-cookie").is_empty(), status == 429);
    }
    // Who has a session goes on, and so does the neighbour.
    assert_eq!(open.get("/verify").await.status, 200);
    assert_eq!(
        site.visitor().at("203.0.113.8").get("/verify").await.status,
        200
    );
    // A log-in is not a stranger's session.
    site.user("Thandi").await;
    let mut user = site.visitor().at("203.0.113.7");
    assert_eq!(user.log_in("Thandi", PASSWORD).await.status, 303);
}

#[tokio::test]
async fn refusals_of_a_minute_are_one_row_that_counts() {
    let site = Site::new().await;
    let mut thandi = site.user("Thandi").await;
    for (name, address) in [
        ("Thandi", "203.0.113.7"),
        ("Lerato", "203.0.113.7"),
        ("Thandi", "203.0.113.200"),
        ("Thandi", "198.51.100.7"),
    ] {
        let page = site.visitor().at(address).log_in(name, "not this").await;
        assert_eq!(page.status, 422);
    }
    for path in ["/admin", "/admin/users", "/admin/captcha"] {
        assert_eq!(thandi.get(path).await.status, 404);
    }
    site.clock.advance(MINUTE_MS);
    site.visitor()
        .at("203.0.113.7")
        .log_in("Thandi", "not this")
        .await;
    let log = site.store().audit_log(50, None).await.unwrap();
    let mut refused: Vec<_> = log
        .rows
        .iter()
        .filter(|row| row.entry.action.ends_with("-refused"))
        .map(|row| {
            let actor = row.actor_name.clone();
            let actor = actor.unwrap_or_else(|| row.entry.actor.to_string());
            (
                actor,
                row.entry.action.as_str(),
                row.entry.subject.as_str(),
                row.n,
            )
        })
        .collect();
    refused.sort();
    let visitor = |network: &str| format!("visitor {network}");
    assert_eq!(
        refused,
        [
            ("Thandi".to_owned(), "admin-refused", "/admin", 3),
            (visitor("198.51.100.0/24"), "log-in-refused", "thandi", 1),
            (visitor("203.0.113.0/24"), "log-in-refused", "thandi", 1),
            (visitor("203.0.113.0/24"), "log-in-refused", "thandi", 3),
        ]
    );
    // The log says how often.
    site.grant("Thandi").await;
    let page = thandi.get("/admin").await;
    assert!(page.says("log-in-refused (3 times)"), "{}", page.text());
    assert!(!page.says("(1 times)"));
}

#[tokio::test]
async fn a_session_of_nobody_in_particular_lives_an_hour() {
    let site = Site::new().await;
    let challenge_page = "/verify";
    let mut stranger = site.visitor();
    let mut guest = site.guest().await;
    let challenge = stranger.challenge(challenge_page).await;
    let image = format!("/captcha/{challenge}/image");
    assert_eq!(stranger.get(&image).await.status, 200);
    let first = stranger.cookie("rookery").unwrap().to_owned();
    // Used within the hour it lives on.
    for _ in 0..3 {
        site.clock.advance(50 * MINUTE_MS);
        stranger.get(challenge_page).await;
        assert_eq!(stranger.cookie("rookery"), Some(&*first));
    }
    site.clock.advance(61 * MINUTE_MS);
    stranger.get(challenge_page).await;
    assert_ne!(stranger.cookie("rookery"), Some(&*first));
    // Who has passed a captcha stays.
    let game = [("game", "morabaraba"), ("level", "1"), ("side", "0")];
    guest.start(&game).await;
    site.app.shutdown().await;
}
