//! Rows created by unknown visitors: how many a flood leaves behind, and how long an anonymous session lives.

use std::path::Path;

use axum::http::Method;
use rookery::clock::Stopwatch;
use rookery::store::SQLITE_FILE;
use rookery::web::routes;
use serde_json::json;
use sqlx::{Connection, Row, SqliteConnection};

use crate::support::browser::{Answer, Browser};
use crate::support::databases;
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};

/// The number of rows of all tables together, and that of each table that has any.
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

/// The most rows that a minute of flood from one address may leave: pass mark 34.
const ROWS_AT_MOST: i64 = 200;

/// New sessions and challenges that a minute lets through: twice what the configuration says.
const SESSIONS: i64 = 60;
const CHALLENGES: i64 = 90;

/// The address from which a flood comes.
const HERE: &str = "203.0.113.7";

/// A site that counts the rows of a minute's flood.
struct Flooded {
    site: Site,
    folder: tempfile::TempDir,
    before: i64,
    asked: i64,
    since: Stopwatch,
}

impl Flooded {
    /// The flood begins half a minute before the windows of a minute and of ten minutes turn, so that it meets two of each. A
    /// test is faster than the minute, so the limits that are counted in memory, where what was used comes back bit by bit, are
    /// doubled: that is what a minute lets through, its allowance and as much again while it passes. They follow the real clock,
    /// so each second that a busy machine takes for the test lets a little more in, which does not count.
    async fn site() -> Self {
        let databases::Fresh { store, folder } = databases::sqlite().await;
        let (sessions, challenges) = (SESSIONS.to_string(), CHALLENGES.to_string());
        let settings = [
            ("limits.requests_per_second", "5000"),
            ("limits.sessions_per_minute", &*sessions),
            (
                "limits.captcha_challenges_per_minute_and_address",
                &*challenges,
            ),
        ];
        let site = Site::on(store, &settings).await;
        site.user("Thandi").await;
        site.clock.advance(10 * MINUTE_MS - MINUTE_MS / 2);
        let (before, _) = rows(folder.path()).await;
        Flooded {
            site,
            folder,
            before,
            asked: 0,
            since: Stopwatch::start(),
        }
    }

    /// The minute passes with its three thousand requests; whether it has passed.
    async fn ask(&mut self, browser: &mut Browser, method: &str, path: &str) -> Answer {
        self.asked += 1;
        self.site.clock.advance(MINUTE_MS / 3_000);
        if self.asked % 50 == 0 {
            self.site.app.matches.heartbeat().beat().await.unwrap();
        }
        let answer = match method {
            "GET" => browser.get(path).await,
            _ => {
                let name = format!("Thandi{}", self.asked);
                let fields = [
                    ("name", &*name),
                    ("password", PASSWORD),
                    ("token", "none"),
                    ("challenge", "aaaaaaaaaaaaaaaaaaaaaaaaaa"),
                    ("answer", "guess"),
                    ("game", "tic-tac-toe"),
                    ("tap", "b2"),
                ];
                browser.post(path, &fields).await
            }
        };
        assert!(answer.status < 500, "{method} {path}: {}", answer.status);
        answer
    }

    fn is_over(&self) -> bool {
        self.asked >= 3_000
    }

    /// The rows of all tables are few.
    async fn ends(self, what: &str) {
        let (after, list) = rows(self.folder.path()).await;
        let new = after - self.before;
        let late = i64::try_from(self.since.elapsed().as_secs()).unwrap();
        let late = late * (SESSIONS + CHALLENGES) / 60;
        println!(
            "{what}: {} requests left {new} rows, {late} of them late at most:{list}",
            self.asked
        );
        assert!(
            new - late <= ROWS_AT_MOST,
            "{what}: {new} new rows, {late} late:{list}"
        );
        self.site.app.shutdown().await;
    }
}

/// Fifty requests a second at every page and every form that a visitor sees, without cookies and with a new name in each log-in,
/// each of them past the limit of requests.
#[tokio::test(flavor = "multi_thread")]
async fn a_minute_of_flood_leaves_no_more_than_two_hundred_rows() {
    let mut flooded = Flooded::site().await;
    const FORMS: [&str; 6] = [
        "/login",
        "/games",
        "/signup",
        "/verify",
        "/setup",
        "/api/v1/games",
    ];
    let mut targets: Vec<(&str, String)> = FORMS.map(|path| ("POST", path.to_owned())).to_vec();
    for (path, methods) in routes() {
        if methods.contains(&"GET") && !path.contains("/static/") {
            let path = path.replace("{game}", "tic-tac-toe").replace("{n}", "1");
            targets.push(("GET", path.replace(['{', '}', '*'], "a")));
        }
    }
    while !flooded.is_over() {
        for (method, path) in &targets {
            let mut browser = flooded.site.visitor().at(HERE);
            flooded.ask(&mut browser, method, path).await;
        }
    }
    flooded.ends("every page and form").await;
}

/// A minute of log-ins alone, each with a name of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_minute_of_names_at_the_log_in_leaves_few_rows() {
    let mut flooded = Flooded::site().await;
    let mut refused = 0;
    while !flooded.is_over() {
        let mut browser = flooded.site.visitor().at(HERE);
        let answer = flooded.ask(&mut browser, "POST", "/login").await;
        refused += i64::from(answer.status == 422);
    }
    assert_eq!(refused, 2 * 60, "both windows are used up");
    flooded.ends("log-ins").await;
}

/// A minute at the home board: a match begins, is given up, is begun again, and is played on, with a session and without.
#[tokio::test(flavor = "multi_thread")]
async fn a_minute_at_the_home_board_leaves_few_rows() {
    let mut flooded = Flooded::site().await;
    let mut player = flooded.site.visitor().at(HERE);
    let mut game = None;
    let mut begun = 0;
    while !flooded.is_over() {
        let mut stranger = flooded.site.visitor().at(HERE);
        flooded.ask(&mut stranger, "POST", "/games").await;
        let path = match &game {
            None => "/games".to_owned(),
            Some(game) => {
                let resign = format!("{game}/resign");
                flooded.ask(&mut player, "POST", &resign).await;
                format!("{game}/rematch")
            }
        };
        let answer = flooded.ask(&mut player, "POST", &path).await;
        let location = answer.header("location");
        if location.starts_with("/games/") && game.as_deref() != Some(location) {
            begun += 1;
            game = Some(location.to_owned());
        }
        if let Some(game) = &game {
            for space in ["a1", "c3", "a3", "c1"] {
                let view = player.get_json(game).await;
                let (ply, hash) = (view["ply"].to_string(), view["hash"].as_str().unwrap());
                let fields = [("ply", &*ply), ("hash", hash), ("tap", space)];
                player.post(&format!("{game}/moves"), &fields).await;
            }
        }
    }
    assert!(begun > 1, "a match is begun again");
    flooded.ends("matches").await;
}

/// Six matches a minute begin without a captcha; the next one begins with it. Rematches are matches.
#[tokio::test]
async fn matches_without_a_captcha_are_limited_by_address() {
    let settings = [
        ("limits.home_games_per_minute", "3"),
        ("limits.exempt", "192.0.2.0/24"),
    ];
    let site = Site::with(&settings).await;
    const FIRST_TAP: &[(&str, &str)] = &[("game", "tic-tac-toe"), ("tap", "b2")];
    let mut browser = site.visitor().at(HERE);
    let game = browser.start(FIRST_TAP).await;
    let rematch = format!("{game}/rematch");
    browser.post(&format!("{game}/resign"), &[]).await;
    let again = browser.post(&rematch, &[]).await;
    assert_eq!(again.status, 303);
    assert!(again.header("location").starts_with("/games/"));
    browser.start(FIRST_TAP).await;
    // The fourth asks for a captcha, whoever comes from there, and the match begins when it is passed.
    let mut neighbour = site.visitor().at(HERE);
    for (browser, path) in [(&mut browser, &*rematch), (&mut neighbour, "/games")] {
        let answer = browser.post(path, FIRST_TAP).await;
        assert_eq!(answer.status, 303);
        let location = answer.header("location").to_owned();
        assert!(location.starts_with("/verify?next="), "{location}");
    }
    let json = json!({"game": "tic-tac-toe", "level": 8});
    let refused = site.visitor().at(HERE).post_json("/games", &json).await;
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (403, &json!("verify"))
    );
    let asked = neighbour.post("/games", FIRST_TAP).await;
    let page = neighbour.get(asked.header("location")).await;
    let fields = [
        ("challenge", page.field("challenge").unwrap()),
        ("next", page.field("next").unwrap()),
        ("answer", ANSWER.to_owned()),
    ];
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let passed = neighbour.post("/verify", &fields).await;
    assert!(
        passed.header("location").starts_with("/games/"),
        "{}",
        passed.text()
    );
    // A visitor who has passed it, has an account, or comes from elsewhere goes on; so does everybody when the minute is over.
    assert_eq!(neighbour.post("/games", FIRST_TAP).await.status, 303);
    let mut others = [
        neighbour,
        site.user("Thandi").await.at(HERE),
        site.visitor().at("203.0.113.8"),
    ];
    for other in &mut others {
        other.start(FIRST_TAP).await;
    }
    for _ in 0..5 {
        site.visitor().at("192.0.2.7").start(FIRST_TAP).await;
    }
    site.clock.advance(MINUTE_MS);
    browser.start(FIRST_TAP).await;
    site.app.shutdown().await;
}

/// Sixteen times as many as an address: one customer may have all networks of a /48.
#[tokio::test]
async fn a_range_of_addresses_is_limited_as_a_whole() {
    let settings = [
        ("limits.home_games_per_minute", "1"),
        ("limits.sessions_per_minute", "2"),
    ];
    let site = Site::with(&settings).await;
    const FIRST_TAP: &[(&str, &str)] = &[("game", "tic-tac-toe"), ("tap", "b2")];
    let from = |n: u32| site.visitor().at(&format!("2001:db8:1:{n:x}::7"));
    for n in 0..16 {
        from(n).start(FIRST_TAP).await;
    }
    let asked = from(16).post("/games", FIRST_TAP).await;
    assert_eq!(asked.status, 303);
    assert!(asked.location().starts_with("/verify?next="));
    let mut elsewhere = site.visitor().at("2001:db8:2::7");
    elsewhere.start(FIRST_TAP).await;
    // The limit of sessions follows the real clock, which lets in a few more meanwhile.
    let mut pages = 0;
    for n in 100..200 {
        pages += u32::from(from(n).get("/verify").await.status == 200);
    }
    assert!((1..64).contains(&pages), "{pages}");
    assert_eq!(elsewhere.get("/verify").await.status, 200);
    site.app.shutdown().await;
}

/// A rematch is a match that is started.
#[tokio::test]
async fn rematches_count_as_matches_that_are_started() {
    let site = Site::with(&[("limits.games_per_minute", "2")]).await;
    let mut user = site.user("Thandi").await;
    let mut game = user
        .start(&[("game", "tic-tac-toe"), ("level", "8"), ("side", "0")])
        .await;
    for status in [303, 429] {
        user.post(&format!("{game}/resign"), &[]).await;
        let again = user.post(&format!("{game}/rematch"), &[]).await;
        assert_eq!(again.status, status);
        if status == 303 {
            game = again.header("location").to_owned();
        }
    }
    // The page of the refusal leads back to the match: loading it again would ask for the rematch again.
    let from = format!("http://rookery.test{game}");
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("sec-fetch-site", "same-origin"),
        ("referer", from.as_str()),
    ];
    let again = user
        .send(Method::POST, &format!("{game}/rematch"), &headers, vec![])
        .await;
    assert_eq!(again.status, 429);
    let link = format!("class=\"button\" href=\"{game}\"");
    assert!(again.text().contains(&link), "{}", again.text());
    site.app.shutdown().await;
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
    // A visitor with a session goes on, and so does the neighbour.
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
    // A visitor who has passed a captcha stays.
    let game = [("game", "morabaraba"), ("level", "1"), ("side", "0")];
    guest.start(&game).await;
    site.app.shutdown().await;
}
