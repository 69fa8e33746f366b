//! Codes of the API's refusals: those of `docs/api.md`, those of the source, and those of real answers.

use std::collections::BTreeSet;

use axum::http::Method;
use regex::Regex;
use rookery::store::SQLITE_FILE;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};

use crate::api::{GAMES, JSON, refusal};
use crate::support::browser::{Answer, Browser};
use crate::support::databases;
use crate::support::site::{PASSWORD, Site};
use crate::support::tree;

/// A status with one of its codes.
type Pair = (u16, String);

/// The rows of the document's table.
fn documented() -> BTreeSet<Pair> {
    let text = std::fs::read_to_string(tree::root().join("docs/api.md")).unwrap();
    let section = text.split("\n## ").find(|s| s.starts_with("Refusals"));
    let code = Regex::new("`([a-z-]+)`").unwrap();
    let rows = section.unwrap().lines().filter_map(|line| {
        let (status, codes) = line.strip_prefix("| ")?.split_once(" | ")?;
        Some((status.parse::<u16>().ok()?, codes.to_owned()))
    });
    let pairs = rows.flat_map(|(status, codes)| {
        let found: Vec<String> = code
            .captures_iter(&codes)
            .map(|c| c[1].to_owned())
            .collect();
        assert!(!found.is_empty(), "{status} has no code");
        found.into_iter().map(move |code| (status, code))
    });
    pairs.collect()
}

/// The codes that the site's source writes, those of the captcha for other sites aside.
fn written() -> BTreeSet<String> {
    let patterns = [
        // A problem with its message, in `web/error.rs` and `web/site/error.rs`.
        r#"\(\s*"([a-z-]+)",\s*(?:Message::new|message\.clone|"error-)"#,
        // A field, and a refusal that comes with the board.
        r#"code: "([a-z-]+)""#,
        r#"\(StatusCode::[A-Z_]+, "([a-z-]+)"\)"#,
    ];
    let patterns = patterns.map(|pattern| Regex::new(pattern).unwrap());
    let files = tree::files("src/web", "rs").into_iter();
    // The board's words for its script are pairs, too.
    let others = ["src/web/captcha/", "src/web/board/words.rs"];
    let files = files.filter(|f| !others.iter().any(|other| f.path.starts_with(other)));
    let mut codes = BTreeSet::new();
    for file in files {
        let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for pattern in &patterns {
            codes.extend(pattern.captures_iter(code).map(|c| c[1].to_owned()));
        }
    }
    codes
}

#[test]
fn the_document_has_the_codes_of_the_source_and_no_others() {
    let documented: BTreeSet<String> = documented().into_iter().map(|(_, code)| code).collect();
    assert_eq!(documented, written());
}

/// Each code of the document is that of a real answer with its status. `streams` is that of `tests/it/streams.rs`, which holds
/// streams open; `conflict` takes two writers at the same moment, and no address answers so by itself.
#[tokio::test(flavor = "multi_thread")]
async fn each_code_of_the_document_is_that_of_an_answer() {
    let mut seen: BTreeSet<Pair> = of_requests().await.into_iter().collect();
    seen.extend(of_a_match().await);
    seen.insert(of_a_full_engine().await);
    seen.extend(of_a_broken_database().await);
    let documented = documented();
    let without: BTreeSet<&Pair> = documented.difference(&seen).collect();
    let elsewhere = [(409, "conflict".to_owned()), (429, "streams".to_owned())];
    assert_eq!(without, elsewhere.iter().collect());
    let unknown: BTreeSet<&Pair> = seen.difference(&documented).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

async fn get(browser: &mut Browser, path: &str) -> Answer {
    let headers = [("accept", "application/json")];
    browser.send(Method::GET, path, &headers, Vec::new()).await
}

async fn of_requests() -> Vec<Pair> {
    let settings = [
        ("limits.home_games_per_minute", "1"),
        ("limits.games_per_minute", "2"),
    ];
    let site = Site::with(&settings).await;
    let mut admin = site.admin("Owner").await;
    let mut stranger = site.visitor();
    let mut seen = Vec::new();
    for path in ["/account", "/api/v1/nothing"] {
        seen.push(refusal(&get(&mut stranger, path).await));
    }
    let myself = site.user_named("Owner").await.id.to_string();
    let home = json!({"game": "tic-tac-toe", "level": 8});
    assert_eq!(stranger.post_json(GAMES, &home).await.status, 200);
    // Over the limit of matches without a captcha.
    seen.push(refusal(&stranger.post_json(GAMES, &home).await));
    for (path, body) in [
        (GAMES, json!({"game": "chess", "levl": 1})),
        (GAMES, json!({"level": 1})),
        (GAMES, json!({"game": "chess", "level": 9})),
        ("/admin/users", json!({"act": "disable", "user": myself})),
    ] {
        seen.push(refusal(&admin.post_json(path, &body).await));
    }
    for _ in 0..2 {
        assert_eq!(admin.post_json(GAMES, &home).await.status, 200);
    }
    seen.push(refusal(&admin.post_json(GAMES, &home).await));
    let foreign = ("sec-fetch-site", "cross-site");
    for (method, headers, body) in [
        (Method::DELETE, vec![], String::new()),
        (Method::POST, vec![JSON], "{".to_owned()),
        (Method::POST, vec![JSON], "x".repeat(70_000)),
        (
            Method::POST,
            vec![("content-type", "text/plain")],
            "x".to_owned(),
        ),
        (Method::POST, vec![JSON, foreign], "{}".to_owned()),
    ] {
        let answer = admin.send(method, GAMES, &headers, body.into_bytes()).await;
        seen.push(refusal(&answer));
    }
    site.app.shutdown().await;
    seen
}

/// A move that comes too late, one that is not legal, and a draw that the game does not know: with the board, and the code in it.
async fn of_a_match() -> Vec<Pair> {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let fields = [("game", "tic-tac-toe"), ("tap", "b2")];
    let game = format!("/api/v1{}", browser.start(&fields).await);
    let view = browser.get_json(&game).await;
    let (ply, hash) = (view["ply"].clone(), view["hash"].clone());
    let play = |ply: Value, path: &str| json!({"ply": ply, "hash": hash, "path": [path]});
    let mut seen = Vec::new();
    for (act, body) in [
        ("moves", play(json!(0), "a1")),
        ("moves", play(ply, "b2")),
        ("draw", json!({})),
    ] {
        let refused = browser.post_json(&format!("{game}/{act}"), &body).await;
        assert_eq!(refused.json()["ply"], view["ply"], "the board comes along");
        seen.push(refusal(&refused));
    }
    assert_eq!(seen[0], (409, "stale".to_owned()));
    assert_eq!(seen[1], (422, "illegal".to_owned()));
    site.app.shutdown().await;
    seen
}

/// Matches in which the engine begins, until one more would wait behind the one that waits.
async fn of_a_full_engine() -> Pair {
    let site = Site::with(&[("engine.threads", "1"), ("engine.queue", "1")]).await;
    let mut guest = site.guest().await;
    let new = json!({"game": "morabaraba", "level": 8, "side": 1});
    let mut refused = guest.post_json(GAMES, &new).await;
    for _ in 0..10 {
        if refused.status != 200 {
            break;
        }
        refused = guest.post_json(GAMES, &new).await;
    }
    assert!(refused.header("retry-after").parse::<u32>().is_ok());
    // It is ready all the same: it serves pages and moves.
    assert_eq!(guest.get("/readyz").await.status, 200);
    let pair = refusal(&refused);
    site.app.shutdown().await;
    pair
}

/// A database that another process has locked, and one that has lost a table.
async fn of_a_broken_database() -> [Pair; 2] {
    let databases::Fresh { store, folder } = databases::sqlite().await;
    let site = Site::on(store, &[]).await;
    let mut browser = site.visitor();
    let url = format!("sqlite://{}", folder.path().join(SQLITE_FILE).display());
    let mut other = SqliteConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE")
        .execute(&mut other)
        .await
        .unwrap();
    let home = json!({"game": "tic-tac-toe", "level": 8});
    let locked = browser.post_json(GAMES, &home).await;
    assert!(locked.header("retry-after").parse::<u32>().is_ok());
    sqlx::raw_sql("ROLLBACK; ALTER TABLE games RENAME TO lost")
        .execute(&mut other)
        .await
        .unwrap();
    let failed = get(&mut browser, "/api/v1/games/aaaaaaaaaaaaaaaaaaaaaaaaaa").await;
    // The reference leads to further details in the log.
    assert!(failed.json()["error"]["reference"].is_string());
    site.app.shutdown().await;
    [refusal(&locked), refusal(&failed)]
}

/// A form that is refused: the address, its fields as JSON, the refusal, and the field that is wrong.
type RefusedPost = (&'static str, Value, Pair, Value);

/// What a page says of the form that it shows again.
#[tokio::test]
async fn a_refused_form_is_told_to_programs_as_json() {
    let site = Site::with(&[("limits.logins_per_10_minutes", "2")]).await;
    let mut admin = site.admin("Owner").await;
    site.user("Thandi").await;
    let invalid = || (422, "invalid".to_owned());
    let field = || (422, "field".to_owned());
    let log_in = json!({"name": "Thandi", "password": "not this"});
    let mut visitor = site.visitor();
    let of_visitors: [RefusedPost; 8] = [
        ("/login", log_in.clone(), invalid(), json!(null)),
        ("/login", log_in.clone(), invalid(), json!(null)),
        ("/login", log_in, (429, "limited".to_owned()), json!(null)),
        (
            "/signup",
            json!({"name": "x", "password": PASSWORD}),
            field(),
            json!("name"),
        ),
        ("/verify", json!({"answer": "x"}), field(), json!("answer")),
        (
            "/setup",
            json!({"token": "none", "name": "Lerato", "password": PASSWORD}),
            invalid(),
            json!(null),
        ),
        (
            "/account/reset",
            json!({"token": "none", "password": PASSWORD}),
            invalid(),
            json!(null),
        ),
        (
            "/preferences",
            json!({"speed": "warp"}),
            field(),
            json!("speed"),
        ),
    ];
    for (path, body, expected, field) in of_visitors {
        let refused = visitor.post_json(path, &body).await;
        assert_eq!(refusal(&refused), expected, "{path}");
        let error = refused.json()["error"].clone();
        assert_eq!(error["field"], field, "{path}: {error}");
        // What has to be answered next comes along.
        let has_captcha = ["/signup", "/verify"].contains(&path);
        let challenge = error["challenge"].as_str().map(str::len);
        assert_eq!(challenge, has_captcha.then_some(26), "{path}: {error}");
        let waits = refused.header("retry-after").parse::<u32>().is_ok();
        assert_eq!(waits, refused.status == 429, "{path}");
    }
    let of_admins: [RefusedPost; 5] = [
        (
            "/account/password",
            json!({"old": "not this", "new": "seven herons at dawn"}),
            field(),
            json!("old"),
        ),
        (
            "/account/delete",
            json!({"password": "not this"}),
            field(),
            json!("password"),
        ),
        (
            "/admin/users",
            json!({"act": "invite", "note": "x".repeat(61)}),
            field(),
            json!("note"),
        ),
        (
            "/admin/look",
            json!({"accent": "red"}),
            field(),
            json!("accent"),
        ),
        (
            "/admin/captcha/sites",
            json!({"act": "add", "name": "", "origins": "nowhere"}),
            field(),
            json!("name"),
        ),
    ];
    for (path, body, expected, field) in of_admins {
        let refused = admin.post_json(path, &body).await;
        assert_eq!(refusal(&refused), expected, "{path}");
        assert_eq!(refused.json()["error"]["field"], field, "{path}");
    }
    // A browser gets the page.
    let form = [("act", "add"), ("name", ""), ("origins", "nowhere")];
    let page = admin.post("/admin/captcha/sites", &form).await;
    assert_eq!(page.status, 422);
    assert!(page.header("content-type").starts_with("text/html"));
    site.app.shutdown().await;
}
