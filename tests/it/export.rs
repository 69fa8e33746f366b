//! All matches of a user as one file: each once and nobody else's, those of one game, and the files for other programs put together.

use std::collections::BTreeSet;

use axum::http::Method;
use rookery::ids::GuestId;
use rookery::matches::{Holder, MoveRecord, Record, SavedState, Status};
use rookery::service::OwnMatches;
use rookery::store::Store;
use rookery_games::chess::pgn;
use serde_json::{Value, json};

use crate::store::records::{NOW, game, person_move, seat};
use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{MINUTE_MS, Site};

on_both_databases!(
    every_own_match_comes_once_and_nobody_elses,
    hundreds_come_over_several_pages,
    what_changes_meanwhile_comes_once,
);

const FOOLS_MATE: &[&str] = &["f2,f3", "e7,e5", "g2,g4", "d8,h4"];
const ENGINE: Holder = Holder::Engine(3);

/// Moves whose notation is not stored.
fn moves(paths: &[&str]) -> Vec<MoveRecord> {
    let made = paths.iter().map(|path| MoveRecord {
        notation: None,
        ..person_move(&path.split(',').collect::<Vec<_>>(), NOW)
    });
    made.collect()
}

/// A match in progress that changed so many milliseconds after it began.
fn played(holders: [Holder; 2], name: &str, paths: &[&str], after_ms: i64) -> Record {
    Record {
        game: name.to_owned(),
        options: Vec::new(),
        seats: holders.map(seat),
        moves: moves(paths),
        updated_ms: NOW + after_ms,
        ..game(GuestId::random())
    }
}

/// A match of chess in which the second side has mated.
fn mated(holders: [Holder; 2], after_ms: i64) -> Record {
    Record {
        status: Status::Won,
        winner: Some(1),
        reason: Some("checkmate".to_owned()),
        ..played(holders, "chess", FOOLS_MATE, after_ms)
    }
}

async fn keep(site: &Site, records: &[&Record]) {
    for record in records {
        site.store().create_game(record).await.unwrap();
    }
}

async fn holder(site: &Site, name: &str) -> Holder {
    Holder::User(site.user_named(name).await.id)
}

/// The lines of an export.
async fn lines(browser: &mut Browser, path: &str) -> Vec<Value> {
    let answer = browser.get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    let name = "attachment; filename=\"games.jsonl\"";
    assert_eq!(answer.header("content-disposition"), name);
    let text = answer.text();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

fn ids(lines: &[Value]) -> Vec<&str> {
    lines
        .iter()
        .map(|line| line["id"].as_str().unwrap())
        .collect()
}

async fn every_own_match_comes_once_and_nobody_elses(store: Store) {
    let site = Site::on(store, &[]).await;
    let (mut anna, mut bert) = (site.user("Anna").await, site.user("Bert").await);
    let (own, other) = (holder(&site, "Anna").await, holder(&site, "Bert").await);
    let guest = Holder::Guest(GuestId::random());
    let won = mated([ENGINE, own], 61_000);
    let with_bert = played([other, own], "tic-tac-toe", &["b2"], 1);
    let alone = played([own, own], "tic-tac-toe", &["b2"], 2);
    // No game is set up by these options.
    let unreadable = Record {
        options: vec![("z".to_owned(), "1".to_owned())],
        ..played([own, ENGINE], "chess", &[], 3)
    };
    let berts = played([other, ENGINE], "chess", &[], 0);
    let guests = played([guest, ENGINE], "chess", &[], 4);
    let deleted = played([own, ENGINE], "chess", &[], 5);
    let all = [
        &won,
        &with_bert,
        &alone,
        &unreadable,
        &berts,
        &guests,
        &deleted,
    ];
    keep(&site, &all).await;
    assert!(site.store().delete_game(deleted.id).await.unwrap());

    let found = lines(&mut anna, "/account/games").await;
    let expected = [with_bert.id, alone.id, won.id].map(|id| id.to_string());
    assert_eq!(ids(&found), expected);
    let file = anna.get(&format!("/games/{}/record", won.id)).await;
    assert_eq!(
        found[2],
        json!({
            "id": expected[2], "game": "chess", "variant": "standard", "options": {}, "start": null,
            "places": [1], "opponent": {"kind": "engine", "level": 3, "name": null},
            "began": "2027-01-15T08:00:00Z", "ended": "2027-01-15T08:01:01Z",
            "status": "won", "result": {"winner": 1, "reason": "checkmate"},
            "moves": ["f3", "e5", "g4", "Qh4#"], "record": file.text(),
        })
    );
    assert_eq!(
        found[0],
        json!({
            "id": expected[0], "game": "tic-tac-toe", "variant": "standard", "options": {}, "start": null,
            "places": [1], "opponent": {"kind": "person", "level": null, "name": "Bert"},
            "began": "2027-01-15T08:00:00Z", "ended": null,
            "status": "playing", "result": null, "moves": ["b2"], "record": null,
        })
    );
    assert_eq!(found[1]["places"], json!([0, 1]));

    let of_bert = lines(&mut bert, "/account/games").await;
    let expected = [berts.id, with_bert.id].map(|id| id.to_string());
    assert_eq!(ids(&of_bert), expected);
    assert_eq!(of_bert[1]["opponent"]["name"], "Anna");
    // Somebody who has not played has a file all the same.
    let mut thandi = site.user("Thandi").await;
    assert!(lines(&mut thandi, "/account/games").await.is_empty());
    site.app.shutdown().await;
}

async fn hundreds_come_over_several_pages(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut anna = site.user("Anna").await;
    let own = holder(&site, "Anna").await;
    let mut kept = BTreeSet::new();
    for n in 0..300 {
        let name = ["chess", "tic-tac-toe"][usize::from(n % 2 == 1)];
        let record = played([own, ENGINE], name, &[], n % 7);
        keep(&site, &[&record]).await;
        kept.insert(record.id.to_string());
    }
    let found = lines(&mut anna, "/account/games").await;
    assert_eq!(found.len(), 300);
    let found: BTreeSet<String> = ids(&found).into_iter().map(str::to_owned).collect();
    assert_eq!(found, kept);

    let found = lines(&mut anna, "/account/games?game=chess").await;
    assert_eq!(found.len(), 150);
    assert!(found.iter().all(|line| line["game"] == "chess"));
    assert_eq!(ids(&found).iter().collect::<BTreeSet<_>>().len(), 150);
    let none = lines(&mut anna, "/account/games?game=othello").await;
    assert!(none.is_empty());
    site.app.shutdown().await;
}

/// A match that is played on goes to the end of the list, from whichever of its pages.
async fn what_changes_meanwhile_comes_once(store: Store) {
    let site = Site::on(store, &[]).await;
    site.user("Anna").await;
    let anna = site.user_named("Anna").await.id;
    let mut kept = Vec::new();
    for n in 0..120 {
        let record = played([Holder::User(anna), ENGINE], "tic-tac-toe", &["b2"], n);
        keep(&site, &[&record]).await;
        kept.push(record);
    }
    let mut own = OwnMatches::new(&site.app.matches, anna, None);
    let mut seen = Vec::new();
    for _ in 0..10 {
        seen.push(own.next_match().await.unwrap().unwrap().id());
    }
    // One that has come, one of the page that has been read, one of a later page.
    for n in [5, 20, 100] {
        let changed = Record {
            version: 2,
            updated_ms: NOW + 1_000,
            moves: moves(&["b2", "a1"]),
            ..kept[n].clone()
        };
        let before = SavedState::of(&kept[n]);
        site.store().save_game(before, &changed).await.unwrap();
    }
    while let Some(game) = own.next_match().await.unwrap() {
        let is_changed = [kept[20].id, kept[100].id].contains(&game.id());
        assert_eq!(game.played().len(), 1 + usize::from(is_changed));
        seen.push(game.id());
    }
    assert_eq!(seen.len(), 120);
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 120);
    site.app.shutdown().await;
}

/// The reader of chess takes them for what they were.
#[tokio::test]
async fn records_of_one_game_come_as_one_file() {
    const SITE: &str = "The \"Rook\"";
    let site = Site::with(&[("site.name", SITE)]).await;
    let mut anna = site.user("Anna").await;
    let own = holder(&site, "Anna").await;
    let all = [
        &played([own, ENGINE], "chess", &["e2,e4"], 0),
        &mated([ENGINE, own], 1),
        &played([own, ENGINE], "tic-tac-toe", &["b2"], 2),
        &played([own, ENGINE], "gomoku", &["h8"], 3),
        &played([own, ENGINE], "gomoku", &["h8"], 4),
    ];
    keep(&site, &all).await;
    let answer = anna.get("/account/games?game=chess&format=record").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let name = "attachment; filename=\"chess.pgn\"";
    assert_eq!(answer.header("content-disposition"), name);
    let text = answer.text();
    let games: Result<Vec<pgn::Record>, _> = pgn::Games::new(&text).collect();
    let games = games.unwrap();
    let plies: Vec<usize> = games.iter().map(|game| game.moves.nodes.len()).collect();
    assert_eq!(plies, [1, 4]);
    let verdicts: Vec<pgn::GameResult> = games.iter().map(|game| game.verdict).collect();
    assert_eq!(verdicts, [pgn::GameResult::Open, pgn::GameResult::Black]);
    let players = ["White", "Black"].map(|side| games[1].tag(side).unwrap());
    assert_eq!(players, ["Rookery, level 3", "Anna"]);
    assert!(games.iter().all(|game| game.tag("Site") == Some(SITE)));

    let answer = anna.get("/account/games?game=gomoku&format=record").await;
    let name = "attachment; filename=\"gomoku.sgf\"";
    assert_eq!(answer.header("content-disposition"), name);
    assert_eq!(answer.text().matches("(;").count(), 2);
    assert_eq!(answer.text().matches("PC[The \"Rook\"]").count(), 2);
    let empty = anna.get("/account/games?game=checkers&format=record").await;
    let name = "attachment; filename=\"checkers.pdn\"";
    assert_eq!(empty.header("content-disposition"), name);
    assert_eq!((empty.status, empty.text().as_str()), (200, ""));
    for (query, words) in [
        ("format=record", "Choose one game"),
        ("format=record&game=othello", "for Othello"),
        ("format=pgn&game=chess", "“record”"),
        ("game=ches", "Did you mean “chess”?"),
    ] {
        let refused = anna.get(&format!("/account/games?{query}")).await;
        assert_eq!(refused.status, 422, "{query}");
        assert!(refused.says(words), "{query}: {}", refused.text());
    }
    site.app.shutdown().await;
}

/// The log-in leads to the page with the links: a download would leave the browser at the log-in.
#[tokio::test]
async fn visitors_are_sent_to_the_log_in() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let answer = visitor.get("/account/games?game=chess").await;
    assert_eq!(answer.status, 303);
    assert_eq!(answer.location(), "/login?next=/account");
    let headers = [("accept", "application/json")];
    let answer = visitor
        .send(Method::GET, "/account/games", &headers, Vec::new())
        .await;
    assert_eq!(answer.status, 401);
    assert_eq!(answer.json()["error"]["code"], "log-in");
}

#[tokio::test]
async fn exports_are_limited_by_account() {
    let settings = [
        ("limits.exports_per_hour", "2"),
        ("limits.exempt", "192.0.2.0/24"),
    ];
    let site = Site::with(&settings).await;
    let (anna, mut bert) = (site.user("Anna").await, site.user("Bert").await);
    let ask = async |address: &str, query: &str| {
        let mut browser = anna.clone().at(address);
        browser.get(&format!("/account/games{query}")).await
    };
    // One that asks for nothing but the head does not count, and neither does one that is refused for what it asks for.
    for _ in 0..3 {
        let mut browser = anna.clone().at("198.51.100.1");
        let head = browser.send(Method::HEAD, "/account/games", &[], Vec::new());
        assert_eq!(head.await.status, 200);
    }
    for (address, query, status) in [
        ("198.51.100.1", "", 200),
        ("198.51.100.1", "?format=record", 422),
        ("198.51.100.2", "?game=chess&format=record", 200),
        ("198.51.100.1", "", 429),
        ("198.51.100.3", "?game=chess", 429),
    ] {
        let answer = ask(address, query).await;
        assert_eq!(answer.status, status, "{address} {query}");
        assert_eq!(answer.header("retry-after").is_empty(), status != 429);
    }
    assert_eq!(bert.get("/account/games").await.status, 200);
    for _ in 0..4 {
        assert_eq!(ask("192.0.2.7", "").await.status, 200);
    }
    site.clock.advance(60 * MINUTE_MS);
    assert_eq!(ask("198.51.100.1", "").await.status, 200);
}

#[tokio::test]
async fn the_account_offers_its_matches_as_files() {
    let site = Site::new().await;
    let mut anna = site.user("Anna").await;
    let own = holder(&site, "Anna").await;
    for name in ["chess", "tic-tac-toe"] {
        keep(&site, &[&played([own, ENGINE], name, &[], 0)]).await;
    }
    let at_the_deletion = "/account/games".to_owned();
    for (query, of_list) in [
        ("", vec!["/account/games"]),
        ("?game=tic-tac-toe", vec!["/account/games?game=tic-tac-toe"]),
        (
            "?game=chess",
            vec![
                "/account/games?game=chess",
                "/account/games?game=chess&format=record",
            ],
        ),
    ] {
        let page = anna.get(&format!("/account{query}")).await.text();
        let tags = html::tags(&page, "a");
        // With `download` a browser keeps the page of a refusal to itself.
        let hides = |tag: &&str| tag.contains("/account/games") && tag.contains("download");
        assert_eq!(tags.iter().copied().find(hides), None, "{query}");
        let links = tags
            .into_iter()
            .filter_map(|tag| html::attribute(tag, "href"));
        let files: Vec<String> = links
            .filter(|to| to.starts_with("/account/games"))
            .collect();
        let (last, listed) = files.split_last().unwrap();
        assert_eq!(listed, of_list, "{query}");
        assert_eq!(*last, at_the_deletion, "{query}");
        for file in &files {
            assert_eq!(anna.get(file).await.status, 200, "{file}");
        }
        let before = page.split_once("Delete my account").unwrap().0;
        assert!(before.contains("download them first"));
    }
}
