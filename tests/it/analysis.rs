//! The analysis of ended matches, end to end: who may ask for it, what it finds, its limits, and what becomes of it.

use std::time::Duration;

use rookery::ids::{GameId, GuestId};
use rookery::matches::{Holder, MoveRecord, Record, Status};
use rookery::store::Store;
use rookery_games::{Game, Registry, Setup};
use serde_json::{Value, json};

use crate::store::records::{NOW, game, seat};
use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::site::{FAST, MINUTE_MS, Site};

on_both_databases!(
    a_lost_match_is_analysed_and_its_blunder_marked,
    only_players_and_admins_may_have_a_match_analysed,
    an_analysis_goes_with_its_match_and_with_its_end,
    a_job_that_is_lost_can_be_asked_for_again,
    variations_are_tried_and_searched,
);

/// The fool's mate.
const FOOLS_MATE: &[&str] = &["f2,f3", "e7,e5", "g2,g4", "d8,h4"];
/// More than enough for any analysis here.
const LOOKS: usize = 600;

/// A match of this user, on side 0, against the engine, which the other side has won.
fn lost(name: &str, variant: &str, holder: Holder, moves: &[&str]) -> Record {
    let made = moves.iter().map(|path| MoveRecord {
        path: path.split(',').map(str::to_owned).collect(),
        notation: None,
        at_ms: NOW,
        spent: None,
    });
    let mut record = game(GuestId::random());
    record.game = name.to_owned();
    record.variant = variant.to_owned();
    record.options = Vec::new();
    record.seats = [seat(holder), seat(Holder::Engine(4))];
    record.moves = made.collect();
    (record.status, record.winner) = (Status::Won, Some(1));
    record.reason = Some("resigned".to_owned());
    record
}

/// Keeps a lost match of this user; its address.
async fn keep(
    site: &Site,
    user: &str,
    name: &str,
    variant: &str,
    moves: &[&str],
) -> (GameId, String) {
    let id = site.user_named(user).await.id;
    let record = lost(name, variant, Holder::User(id), moves);
    site.store().create_game(&record).await.unwrap();
    (record.id, format!("/games/{}", record.id))
}

/// Waits until the analysis of a match is complete.
async fn done(browser: &mut Browser, game: &str) -> Value {
    for _ in 0..LOOKS {
        let found = browser.get_json(&format!("{game}/analysis")).await;
        if found["state"] == "done" {
            return found;
        }
        assert_eq!(found["state"], "running", "{found}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the analysis does not come to its end");
}

/// The moves of chess that mate at once after these.
fn mates_after(moves: &[&str]) -> Vec<String> {
    let chess = Registry::shipped().find("chess").unwrap();
    let (before, _) = chess.start_after(&Setup::default(), moves).unwrap();
    let mates = |m: &rookery_games::api::view::LegalMove| {
        let mut after: Box<dyn Game> = before.clone();
        after.play(&m.path).unwrap();
        after.ending().is_some_and(|ending| ending.winner.is_some())
    };
    let legal = before.legal();
    legal
        .iter()
        .filter(|m| mates(m))
        .map(|m| m.alt[0].clone())
        .collect()
}

async fn a_lost_match_is_analysed_and_its_blunder_marked(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut anna = site.user("Anna").await;
    let (_, game) = keep(&site, "Anna", "chess", "standard", FOOLS_MATE).await;
    let page = anna.get(&game).await;
    assert!(page.says("Analyse") && !page.text().contains("id=\"analysis\""));
    let from = [("ply", "1")];
    let asked = anna.post(&format!("{game}/analysis"), &from).await;
    assert_eq!(asked.status, 303);
    assert_eq!(asked.header("location"), format!("{game}?ply=1#analysis"));
    let found = done(&mut anna, &game).await;
    let positions = found["positions"].as_array().unwrap();
    let marks: Vec<&Value> = positions.iter().map(|p| &p["mark"]).collect();
    assert_eq!(marks.len(), 5);
    // White's second move allows a mate; Black's moves are good ones.
    assert_eq!(
        (marks[3], marks[2], marks[4]),
        (&json!("blunder"), &json!(null), &json!(null)),
        "{found}"
    );
    let exact: Vec<&Value> = positions.iter().map(|p| &p["exact"]).collect();
    assert_eq!(
        exact,
        [false, false, false, true, true]
            .map(|is| json!(is))
            .each_ref()
            .to_vec()
    );
    assert_eq!(positions[3]["best"][0], "Qh4#");
    assert_eq!(
        (&positions[3]["chance"], &positions[4]["chance"]),
        (&json!(0.0), &json!(0.0))
    );

    // What the move gave away is a fact of the rules: after it there is a mate in one, after the better move there is none.
    let better = positions[2]["best"][0].as_str().unwrap();
    assert_eq!(mates_after(&["f3", "e5", "g4"]), ["Qh4#"]);
    assert_eq!(mates_after(&["f3", "e5", better]), [] as [&str; 0]);

    let page = anna.get(&format!("{game}?ply=3")).await;
    for words in [
        format!("Blunder. Better was {better}."),
        "A win for Black in one move".to_owned(),
    ] {
        assert!(page.says(&words), "{words}: {}", page.text());
    }
    let page = page.text();
    assert!(page.contains("<span class=\"given blunder\"><span aria-hidden=\"true\">??</span><span class=\"sr\">blunder</span></span>"), "{page}");
    for part in [
        "id=\"analysis-graph\"",
        "id=\"analysis-bar\"",
        &format!("href=\"{game}?ply=1\""),
        "Play on from here",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // The page of the end links to itself without a ply; everybody who may see the match sees the same.
    let mut stranger = site.visitor();
    let seen = stranger.get(&game).await;
    assert!(seen.says("Won by Black") && seen.says("exact"));
    assert!(!seen.text().contains(&format!("{game}/lines")));

    // Three lines of the first position, searched once and kept.
    let lines = anna
        .post_json(&format!("{game}/lines"), &json!({"ply": 0}))
        .await;
    let position = lines.json()["position"].clone();
    assert_eq!(
        (lines.status, position["lines"].as_array().unwrap().len()),
        (200, 3),
        "{position}"
    );
    assert_eq!(position["more"], false);
    let again = stranger.get_json(&format!("{game}/analysis?ply=0")).await;
    assert_eq!(again["position"]["lines"], position["lines"]);
    let back = anna.post(&format!("{game}/lines"), &[("ply", "2")]).await;
    assert_eq!(
        (back.status, back.header("location")),
        (303, &*format!("{game}?ply=2#analysis"))
    );
    assert_eq!(
        stranger
            .get(&format!("{game}/analysis?ply=1"))
            .await
            .header("location"),
        format!("{game}?ply=1#analysis")
    );
    site.app.shutdown().await;
}

async fn only_players_and_admins_may_have_a_match_analysed(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut anna = site.user("Anna").await;
    let mut owner = site.admin("Owner").await;
    let (_, game) = keep(&site, "Anna", "chess", "standard", FOOLS_MATE).await;
    let path = format!("{game}/analysis");
    // Whoever is not logged in may be Anna, after a log-out in another window.
    for (mut other, status, code) in [
        (site.visitor(), 401, "log-in"),
        (site.guest().await, 401, "log-in"),
        (site.user("Bert").await, 403, "forbidden"),
    ] {
        assert!(!other.get(&game).await.says("Analyse"));
        let refused = other.post_json(&path, &json!({})).await;
        assert_eq!(refused.status, status);
        assert_eq!(refused.json()["error"]["code"], code);
        assert_eq!(other.get_json(&path).await, json!({"state": "none"}));
    }
    // Nothing to add to yet, and a match that goes on cannot be analysed.
    let early = anna
        .post_json(&format!("{game}/lines"), &json!({"ply": 0}))
        .await;
    assert_eq!(early.status, 422);
    let playing = anna
        .start(&[("game", "chess"), ("level", "1"), ("side", "0")])
        .await;
    let refused = anna.post(&format!("{playing}/analysis"), &[]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.says("still going on"), "{}", refused.text());
    assert!(owner.get(&game).await.says("Analyse"));
    let started = owner.post_json(&path, &json!({})).await;
    assert_eq!(started.status, 200, "{}", started.text());
    done(&mut anna, &game).await;
    // Somebody else's private match does not exist.
    let mut private = lost(
        "chess",
        "standard",
        Holder::Guest(GuestId::random()),
        FOOLS_MATE,
    );
    private.visibility = rookery::matches::Visibility::Private;
    site.store().create_game(&private).await.unwrap();
    for act in ["analysis", "lines"] {
        let path = format!("/games/{}/{act}", private.id);
        assert_eq!(owner.post(&path, &[("ply", "0")]).await.status, 404);
    }
    site.app.shutdown().await;
}

async fn an_analysis_goes_with_its_match_and_with_its_end(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut anna = site.user("Anna").await;
    // Three in a row for the engine; the last move can be taken back.
    let moves = ["b2", "a1", "c3", "a2", "c1", "a3"];
    let (id, game) = keep(&site, "Anna", "tic-tac-toe", "standard", &moves).await;
    anna.post(&format!("{game}/analysis"), &[]).await;
    let found = done(&mut anna, &game).await;
    let marks: Vec<&Value> = found["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| &p["mark"])
        .collect();
    // A table speaks: all is exact, and leaving a row of two open loses what was a draw at least.
    assert_eq!(marks[5], &json!("blunder"), "{found}");
    assert!(
        found["positions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|p| p["exact"] == true)
    );
    let stored = site.store().analysis(id).await.unwrap().unwrap();
    assert_eq!((stored.lines.len(), stored.done_ms.is_some()), (7, true));
    let back = anna.post(&format!("{game}/takeback"), &[]).await;
    assert_eq!(back.status, 303);
    assert_eq!(
        anna.get_json(&format!("{game}/analysis")).await,
        json!({"state": "none"})
    );
    anna.post(&format!("{game}/resign"), &[]).await;
    anna.post(&format!("{game}/analysis"), &[]).await;
    let found = done(&mut anna, &game).await;
    assert_eq!(found["positions"].as_array().unwrap().len(), 5);
    site.store().delete_game(id).await.unwrap();
    assert_eq!(site.store().analysis(id).await.unwrap(), None);
    site.app.shutdown().await;
}

/// A row that no node works on: its beat is old, or its process is gone.
async fn a_job_that_is_lost_can_be_asked_for_again(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut anna = site.user("Anna").await;
    let (id, game) = keep(&site, "Anna", "chess", "standard", FOOLS_MATE).await;
    let now_ms = site.app.clock().now_ms();
    assert!(
        site.store()
            .begin_analysis(id, (1, 5), now_ms, 1)
            .await
            .unwrap()
    );
    // Another node seems to be at work: nothing is begun, and the page says how far it is.
    anna.post(&format!("{game}/analysis"), &[]).await;
    let page = anna.get(&game).await;
    assert!(page.says("Analysing: 0 of 5 positions."), "{}", page.text());
    assert!(page.text().contains("http-equiv=\"refresh\""));
    site.clock.advance(MINUTE_MS);
    let page = anna.get(&game).await;
    assert!(
        page.says("interrupted after 0 of 5 positions") && page.says("Go on with the analysis")
    );
    assert!(
        !site
            .visitor()
            .get(&game)
            .await
            .says("Go on with the analysis")
    );
    anna.post(&format!("{game}/analysis"), &[]).await;
    done(&mut anna, &game).await;
    assert!(anna.get(&game).await.says("Won by Black"));
    site.app.shutdown().await;
}

/// Moves that the match did not take: tried by its players and admins, seen by everybody who has the link, and refused with the rule.
async fn variations_are_tried_and_searched(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut anna = site.user("Anna").await;
    let (_, game) = keep(&site, "Anna", "chess", "standard", FOOLS_MATE).await;
    anna.post(&format!("{game}/analysis"), &[]).await;
    done(&mut anna, &game).await;

    // White's second move again, but a good one; and the queen's check is none.
    let view = anna.get_json(&format!("{game}?from=2&line=")).await;
    assert_eq!(
        (&view["variation"], view["moves"].as_array().unwrap().len()),
        (&json!({"from": 2, "line": "", "moves": []}), 19),
        "{view}"
    );
    let tried =
        json!({"from": 2, "line": "", "ply": 2, "hash": view["hash"], "path": ["g1", "h3"]});
    let after = anna
        .post_json(&format!("{game}/variation"), &tried)
        .await
        .json();
    assert_eq!(
        after["variation"],
        json!({"from": 2, "line": "g1,h3", "moves": ["Nh3"]}),
        "{after}"
    );
    assert_eq!(
        (&after["ply"], &after["say"]),
        (&json!(3), &json!("Variation: Black to move."))
    );
    let lines = json!({"ply": 2, "line": "g1,h3 d8,h4"});
    let position = anna
        .post_json(&format!("{game}/lines"), &lines)
        .await
        .json()["position"]
        .clone();
    assert_eq!(
        (&position["tried"], &position["more"]),
        (&json!("Nh3 Qh4+"), &json!(false)),
        "{position}"
    );
    // Out of check there are two ways: the king cannot go, g3 and Nf2 are in between.
    let moves: Vec<&str> = position["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["line"].as_str().unwrap().split(' ').next().unwrap())
        .collect();
    assert_eq!(
        std::collections::BTreeSet::from_iter(moves),
        ["Nf2", "g3"].into(),
        "{position}"
    );
    // The mate itself as a variation: the rules say its value, and nothing is searched.
    let mated = anna
        .post_json(
            &format!("{game}/lines"),
            &json!({"ply": 0, "line": "f2,f3 e7,e5 g2,g4 d8,h4"}),
        )
        .await
        .json()["position"]
        .clone();
    assert_eq!(
        (&mated["say"], &mated["exact"], &mated["lines"]),
        (&json!("Won by Black"), &json!(true), &json!([])),
        "{mated}"
    );

    // By forms: a tap, another one, and the engine's lines on the page.
    let hash = view["hash"].as_str().unwrap();
    let tap = [
        ("from", "2"),
        ("line", ""),
        ("ply", "2"),
        ("hash", hash),
        ("prefix", ""),
        ("tap", "g1"),
    ];
    let half = anna.post(&format!("{game}/variation"), &tap).await;
    assert_eq!(
        (half.status, half.header("location")),
        (303, &*format!("{game}?from=2&line=&prefix=g1"))
    );
    let whole = tap.map(|field| match field.0 {
        "prefix" => ("prefix", "g1"),
        "tap" => ("tap", "h3"),
        _ => field,
    });
    let made = anna.post(&format!("{game}/variation"), &whole).await;
    let address = made.header("location").to_owned();
    assert_eq!(address, format!("{game}?from=2&line=g1%2Ch3"));
    assert!(anna.get(&address).await.says("Variation: Black to move."));
    let searched = anna
        .post(&format!("{game}/lines"), &[("ply", "2"), ("line", "g1,h3")])
        .await;
    assert_eq!(
        (searched.status, searched.text().matches("<li><b>").count()),
        (200, 3),
        "{}",
        searched.text()
    );

    // Others see it, without moves of their own.
    let mut stranger = site.visitor();
    let seen = stranger.get_json(&address).await;
    assert_eq!(
        (
            &seen["variation"]["moves"],
            seen["moves"].as_array().unwrap().len()
        ),
        (&json!(["Nh3"]), 0)
    );
    let refused = stranger
        .post_json(&format!("{game}/variation"), &tried)
        .await;
    assert_eq!(refused.status, 401);
    assert!(
        stranger
            .get(&address)
            .await
            .says("Variation: Black to move.")
    );

    // Refused, with the rule, and nothing lost.
    let illegal =
        json!({"from": 2, "line": "", "ply": 2, "hash": view["hash"], "path": ["g1", "g3"]});
    let refused = anna.post_json(&format!("{game}/variation"), &illegal).await;
    assert_eq!(
        (
            refused.status,
            &refused.json()["error"]["code"],
            &refused.json()["variation"]["from"]
        ),
        (422, &json!("illegal"), &json!(2))
    );
    let stale = json!({"from": 2, "line": "", "ply": 2, "hash": "0", "path": ["g1", "h3"]});
    assert_eq!(
        anna.post_json(&format!("{game}/variation"), &stale)
            .await
            .status,
        409
    );
    for (query, words) in [
        ("from=2&line=g1,g3", "knight"),
        ("from=2&line=%2C%2C+%2C", ""),
        ("from=9&line=g1,h3", ""),
    ] {
        let refused = anna.get(&format!("{game}?{query}")).await;
        assert_eq!(refused.status, 422, "{query}");
        assert!(refused.says(words), "{query}: {}", refused.text());
    }
    assert_eq!(anna.get(&format!("{game}?from=-1&line=")).await.status, 400);
    let long = ["g1,f3 g8,f6 f3,g1 f6,g8"; 51].join("+").replace(' ', "+");
    let refused = anna.get(&format!("{game}?from=0&line={long}")).await;
    assert_eq!(refused.status, 422);
    let playing = anna
        .start(&[("game", "chess"), ("level", "1"), ("side", "0")])
        .await;
    let asked = format!("{playing}?from=0&line=");
    assert_eq!(anna.get(&asked).await.status, 200);
    // Where the match has come to its end there is nothing to try.
    let mate = anna.get_json(&format!("{game}?from=4&line=")).await;
    assert_eq!((&mate["moves"], &mate["tasks"]), (&json!([]), &json!({})));
    let known = stranger
        .get_json(&format!("{game}/analysis?from=2&line=g1,h3"))
        .await;
    assert_eq!(
        (&known["position"]["tried"], &known["position"]["share"]),
        (&json!("Nh3"), &json!(null))
    );
    site.app.shutdown().await;
}

#[tokio::test]
async fn analyses_are_limited_by_address() {
    let site = Site::with(&[FAST, ("limits.analyses_per_hour", "2")]).await;
    let mut anna = site.user("Anna").await;
    for status in [303, 303, 429] {
        let (_, game) = keep(&site, "Anna", "tic-tac-toe", "standard", &["b2", "a1"]).await;
        let asked = anna.post(&format!("{game}/analysis"), &[]).await;
        assert_eq!(asked.status, status);
        assert_eq!(asked.says("Too many requests"), status == 429);
        if status == 303 {
            done(&mut anna, &game).await;
            // What is there already costs nothing.
            assert_eq!(
                anna.post(&format!("{game}/analysis"), &[]).await.status,
                303
            );
        }
    }
    site.clock.advance(60 * MINUTE_MS);
    let (_, game) = keep(&site, "Anna", "tic-tac-toe", "standard", &["b2", "a1"]).await;
    assert_eq!(
        anna.post(&format!("{game}/analysis"), &[]).await.status,
        303
    );
    site.app.shutdown().await;
}

#[tokio::test]
async fn lines_of_positions_are_limited_by_address() {
    let site = Site::with(&[FAST, ("limits.analysed_positions_per_minute", "2")]).await;
    let mut anna = site.user("Anna").await;
    let (_, game) = keep(&site, "Anna", "chess", "standard", FOOLS_MATE).await;
    anna.post(&format!("{game}/analysis"), &[]).await;
    done(&mut anna, &game).await;
    for (ply, status) in [("0", 303), ("1", 303), ("0", 303), ("2", 429)] {
        let asked = anna.post(&format!("{game}/lines"), &[("ply", ply)]).await;
        assert_eq!(asked.status, status, "{ply}");
    }
    site.app.shutdown().await;
}

/// Two matches of one person are analysed one after the other.
#[tokio::test]
async fn one_person_has_one_analysis_at_a_time() {
    let site = Site::with(&[FAST]).await;
    let mut anna = site.user("Anna").await;
    let long: Vec<&str> = ["g1,f3", "g8,f6", "f3,g1", "f6,g8"]
        .into_iter()
        .cycle()
        .take(15)
        .collect();
    let (_, first) = keep(&site, "Anna", "chess", "standard", &long).await;
    let (_, second) = keep(&site, "Anna", "chess", "standard", FOOLS_MATE).await;
    anna.post(&format!("{first}/analysis"), &[]).await;
    let refused = anna.post(&format!("{second}/analysis"), &[]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.says("Another game of yours is being analysed"));
    // A reply of the engine does not wait for the analysis.
    let playing = anna
        .start(&[("game", "chess"), ("level", "1"), ("side", "1")])
        .await;
    anna.my_turn(&playing).await;
    assert_eq!(
        anna.get_json(&format!("{first}/analysis")).await["state"],
        "running"
    );
    done(&mut anna, &first).await;
    for _ in 0..LOOKS {
        if anna.post(&format!("{second}/analysis"), &[]).await.status == 303 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    done(&mut anna, &second).await;
    site.app.shutdown().await;
}

/// Every game of the site has an analysis, and a match may go on from each of its positions.
#[tokio::test]
async fn every_game_can_be_analysed() {
    let site = Site::with(&[FAST, ("limits.analyses_per_hour", "0")]).await;
    let mut anna = site.user("Anna").await;
    for kind in Registry::shipped().all() {
        let name = kind.name();
        let playing = anna
            .start(&[("game", name), ("level", "1"), ("side", "0")])
            .await;
        let view = anna.my_turn(&playing).await;
        let body =
            json!({"ply": view["ply"], "hash": view["hash"], "path": view["moves"][0]["path"]});
        anna.post_json(&format!("{playing}/moves"), &body).await;
        let view = anna.my_turn(&playing).await;
        anna.post(&format!("{playing}/resign"), &[]).await;
        anna.post(&format!("{playing}/analysis"), &[]).await;
        let found = done(&mut anna, &playing).await;
        assert_eq!(found["positions"].as_array().unwrap().len(), 3, "{name}");
        let page = anna.get(&playing).await;
        assert!(
            page.says("As a table") && page.says("Play on from here"),
            "{name}"
        );
        let options = kind.options().into_iter().map(|option| option.key);
        let names = ["game", "variant", "level", "start", "side"]
            .into_iter()
            .chain(options);
        let fields: Vec<(&str, String)> = names
            .filter_map(|name| Some((name, page.field(name)?)))
            .collect();
        let fields: Vec<(&str, &str)> = fields
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        let again = anna.post("/games", &fields).await;
        assert_eq!(again.status, 303, "{name}: {fields:?}");
        let new = anna.my_turn(again.header("location")).await;
        assert_eq!(
            (&new["game"], &new["position"]),
            (&view["game"], &view["position"])
        );
    }
    site.app.shutdown().await;
}
