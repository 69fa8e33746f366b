//! Whole games over HTTP, as a script plays them and as a browser without scripts does; refusals, and the other actions.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rookery::ids::GameId;
use rookery::store::Store;
use serde_json::{Value, json};

use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{FAST, Site};

on_both_databases!(
    a_whole_game_of_tic_tac_toe,
    a_random_game_of_morabaraba_ends
);

/// A move takes at most three tokens; a tap may also begin it anew with another piece.
const TAPS: usize = 30;
const WEAK: &[(&str, &str)] = &[("game", "morabaraba"), ("level", "1"), ("side", "0")];

async fn a_whole_game_of_tic_tac_toe(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.visitor();
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "a1")])
        .await;
    let mut rng = StdRng::seed_from_u64(1);
    let view = play_on(&mut browser, &game, &mut rng).await;
    // The engine's table is perfect: a random player never wins (the value of the game is a draw).
    assert_ne!(view["result"]["winner"], 0, "{view}");
    assert!(
        view["result"]["say"]
            .as_str()
            .is_some_and(|words| !words.is_empty())
    );
    assert!(view["ply"].as_u64().unwrap() >= 5);
    site.app.shutdown().await;
}

async fn a_random_game_of_morabaraba_ends(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.guest().await;
    let game = browser.start(WEAK).await;
    let view = play_on(&mut browser, &game, &mut StdRng::seed_from_u64(2)).await;
    assert!(
        view["result"]["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    );
    assert!(view["ply"].as_u64().unwrap() > 12);
    site.app.shutdown().await;
}

/// Plays random legal moves to the end, as the page's script does.
pub async fn play_on(browser: &mut Browser, game: &str, rng: &mut StdRng) -> Value {
    loop {
        let view = browser.my_turn(game).await;
        if view["status"] != "playing" {
            assert_eq!(view["moves"].as_array().map(Vec::len), Some(0));
            return view;
        }
        let moves = view["moves"].as_array().unwrap();
        let path = &moves[rng.random_range(0..moves.len())]["path"];
        let answer = send(browser, game, &view, path).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json()["id"], view["id"]);
    }
}

async fn send(
    browser: &mut Browser,
    game: &str,
    view: &Value,
    path: &Value,
) -> crate::support::browser::Answer {
    let body = json!({"ply": view["ply"], "hash": view["hash"], "path": path});
    browser.post_json(&format!("{game}/moves"), &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn both_games_are_played_to_their_end_by_taps_alone() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    for (fields, seed) in [
        (
            &[("game", "tic-tac-toe"), ("level", "1"), ("side", "1")][..],
            3,
        ),
        (WEAK, 4),
    ] {
        let game = browser.start(fields).await;
        let mut rng = StdRng::seed_from_u64(seed);
        let mut taps = 0;
        loop {
            if browser.my_turn(&game).await["status"] != "playing" {
                break;
            }
            tap_a_move(&mut browser, &game, &mut rng).await;
            taps += 1;
            assert!(taps < 400, "{game} does not end");
        }
        // Whoever moves second at noughts and crosses may lose after two.
        assert!(taps >= 2);
        let page = browser.get(&game).await;
        assert!(
            page.says("/rematch"),
            "a game that is over can be played again"
        );
    }
    site.app.shutdown().await;
}

/// Presses playable buttons of the page until a move is made; a half-made move travels in the address.
async fn tap_a_move(browser: &mut Browser, game: &str, rng: &mut StdRng) {
    let mut page = browser.get(game).await;
    for _ in 0..TAPS {
        let text = page.text();
        let board = &text[text.find("id=\"board-form\"").unwrap()..];
        let hidden = |name| html::field(board, name).unwrap();
        let playable: Vec<String> = html::tags(&board[..board.find("</form>").unwrap()], "button")
            .into_iter()
            .filter(|tag| {
                tag.contains("name=\"tap\"")
                    && !tag.contains("aria-disabled")
                    && !tag.contains("aria-pressed")
            })
            .filter_map(|tag| html::attribute(tag, "value"))
            .collect();
        assert!(!playable.is_empty(), "{game} offers nothing to tap");
        let tap = &playable[rng.random_range(0..playable.len())];
        let (ply, hash, prefix) = (hidden("ply"), hidden("hash"), hidden("prefix"));
        let fields = [
            ("tap", tap.as_str()),
            ("ply", &ply),
            ("hash", &hash),
            ("prefix", &prefix),
        ];
        let answer = browser.post(&format!("{game}/moves"), &fields).await;
        assert_eq!(
            answer.status,
            303,
            "{}",
            answer.problem("tap").unwrap_or_default()
        );
        if !answer.location().contains("prefix=") {
            assert_eq!(answer.location(), game);
            return;
        }
        page = browser.get(&answer.location()).await;
    }
    panic!("{game}: {TAPS} taps and no move");
}

#[tokio::test]
async fn a_stale_move_gets_409_with_the_board_as_it_is() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    let before = browser.get_json(&game).await;
    let path = before["moves"][0]["path"].clone();
    assert_eq!(send(&mut browser, &game, &before, &path).await.status, 200);
    let stale = send(&mut browser, &game, &before, &path).await;
    assert_eq!(stale.status, 409);
    let now = browser.get_json(&game).await;
    assert_eq!(stale.json()["version"], now["version"]);
    assert_eq!(stale.json()["ply"], now["ply"]);

    let fields = [("tap", "a1"), ("ply", "0"), ("hash", "0"), ("prefix", "")];
    let page = browser.post(&format!("{game}/moves"), &fields).await;
    assert_eq!(page.status, 409);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(
        page.says("id=\"board-form\""),
        "the page has the board again"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_double_click_one_wins() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    let view = browser.get_json(&game).await;
    let racing: Vec<_> = (0..8)
        .map(|_| {
            let (mut browser, game, view) = (browser.clone(), game.clone(), view.clone());
            tokio::spawn(async move {
                let path = view["moves"][0]["path"].clone();
                send(&mut browser, &game, &view, &path).await.status
            })
        })
        .collect();
    let mut counts = std::collections::BTreeMap::new();
    for one in racing {
        *counts.entry(one.await.unwrap()).or_insert(0) += 1;
    }
    assert_eq!(counts, [(200, 1), (409, 7)].into());
}

#[tokio::test]
async fn an_illegal_move_gets_422_and_the_rule() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    let view = browser.get_json(&game).await;
    let taken = send(&mut browser, &game, &view, &json!(["b2"])).await;
    let nowhere = send(&mut browser, &game, &view, &json!(["z9"])).await;
    for answer in [&taken, &nowhere] {
        assert_eq!(answer.status, 422);
        assert_eq!(
            answer.json()["ply"],
            view["ply"],
            "the board comes along, unchanged"
        );
    }
    let said = |answer: &crate::support::browser::Answer| {
        answer.json()["error"]["say"].as_str().map(str::to_owned)
    };
    assert!(
        said(&taken).is_some_and(|words| words.len() > 8),
        "{}",
        taken.text()
    );
    assert_ne!(said(&taken), said(&nowhere));
    let (ply, hash) = guard(&view);
    let page = browser
        .post(
            &format!("{game}/moves"),
            &[("path", "b2"), ("ply", &ply), ("hash", &hash)],
        )
        .await;
    assert_eq!(page.status, 422);
    assert!(
        page.says(&said(&taken).unwrap()),
        "the page names the rule too"
    );
    let start = browser
        .post("/games", &[("game", "tic-tac-toe"), ("tap", "z9")])
        .await;
    assert_eq!(start.status, 422);
}

/// The fields that say which position a move is meant for.
fn guard(view: &Value) -> (String, String) {
    let hash = view["hash"].as_str().unwrap();
    (view["ply"].to_string(), hash.to_owned())
}

#[tokio::test]
async fn a_move_may_be_typed() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let game = browser.start(WEAK).await;
    let view = browser.get_json(&game).await;
    let (ply, hash) = guard(&view);
    let fields = [("path", "d6"), ("ply", ply.as_str()), ("hash", &hash)];
    assert_eq!(
        browser.post(&format!("{game}/moves"), &fields).await.status,
        303
    );
    let record = record(&site, &game).await;
    assert_eq!(record.moves[0].path, ["d6"]);
    site.app.shutdown().await;
}

/// It stays in its box, in the open menu, for whoever has no scripts; out of turn the turn is the reason, not the move.
#[tokio::test]
async fn a_typed_move_that_is_refused_can_be_changed() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let game = browser.start(WEAK).await;
    let view = browser.get_json(&game).await;
    let (ply, hash) = guard(&view);
    let fields = [
        ("path", "z\"9"),
        ("ply", ply.as_str()),
        ("hash", hash.as_str()),
    ];
    let moves = format!("{game}/moves");
    let refused = browser.post(&moves, &fields).await;
    assert_eq!(refused.status, 422);
    let page = refused.text();
    let menu = page.split_once("id=\"board-menu\"").unwrap().1;
    assert!(menu.starts_with(" open>"), "{menu}");
    assert!(menu.contains("value=\"z&#34;9\""), "{menu}");
    browser.post(&format!("{game}/resign"), &[]).await;
    let over = json!({"ply": view["ply"], "hash": hash, "path": "z9"});
    let answer = browser.post_json(&moves, &over).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json()["error"]["code"], "refused");
    site.app.shutdown().await;
}

#[tokio::test]
async fn strangers_may_watch_but_not_touch_and_private_games_are_not_there() {
    let site = Site::new().await;
    let mut owner = site.user("Thandi").await;
    let game = owner.start(&[("game", "tic-tac-toe"), ("tap", "b2")]).await;
    let view = owner.get_json(&game).await;
    let mut stranger = site.user("Other").await;
    assert_eq!(stranger.get_json(&game).await["me"], Value::Null);
    // Who watches is told so, and offered a match of the same game.
    for (browser, is_told) in [(&mut stranger, true), (&mut owner, false)] {
        let page = browser.get(&game).await;
        assert_eq!(page.says("You are watching this game."), is_told);
        assert_eq!(page.says("<a href=\"/play/tic-tac-toe?"), is_told);
    }
    let path = view["moves"][0]["path"].clone();
    assert_eq!(send(&mut stranger, &game, &view, &path).await.status, 403);
    for act in ["resign", "takeback", "hint", "draw", "rematch"] {
        assert_eq!(
            stranger.post(&format!("{game}/{act}"), &[]).await.status,
            403,
            "{act}"
        );
    }
    for unknown in ["/games/aaaaaaaaaaaaaaaaaaaaaaaaaa", "/games/nonsense"] {
        assert_eq!(stranger.get(unknown).await.status, 404);
    }
    let mut private = record(&site, &game).await;
    let kept = rookery::matches::SavedState::of(&private);
    private.visibility = rookery::matches::Visibility::Private;
    private.version += 1;
    site.store().save_game(kept, &private).await.unwrap();
    assert_eq!(stranger.get(&game).await.status, 404);
    assert_eq!(site.visitor().get(&game).await.status, 404);
    assert_eq!(owner.get(&game).await.status, 200);
}

#[tokio::test]
async fn earlier_positions_are_shown_and_cannot_be_played() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    let early = browser.get_json(&format!("{game}?ply=1")).await;
    assert_eq!(early["ply"], 1);
    assert_eq!(early["pieces"].as_array().map(Vec::len), Some(1));
    assert_eq!(early["moves"].as_array().map(Vec::len), Some(0));
    let page = browser.get(&format!("{game}?ply=1")).await.text();
    let board = &page[page.find("id=\"board-form\"").unwrap()..];
    let buttons = html::tags(&board[..board.find("</form>").unwrap()], "button");
    let (mut taps, mut disabled) = (0, 0);
    for tag in buttons.iter().filter(|t| t.contains("name=\"tap\"")) {
        taps += 1;
        disabled += usize::from(tag.contains("aria-disabled=\"true\""));
    }
    assert_eq!((taps, disabled), (9, 9));
    assert_eq!(browser.get(&format!("{game}?ply=99999")).await.status, 200);
    assert_eq!(browser.get_json(&game).await["ply"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn take_back_hint_resign_and_rematch() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let game = browser.start(WEAK).await;
    let first = browser.get_json(&game).await;
    let path = first["moves"][0]["path"].clone();
    send(&mut browser, &game, &first, &path).await;
    let view = browser.my_turn(&game).await;
    assert_eq!(view["ply"], 2);

    let hint = browser.post_json(&format!("{game}/hint"), &json!({})).await;
    assert_eq!(hint.status, 200, "{}", hint.text());
    let hinted = &hint.json()["hint"]["path"];
    assert!(
        view["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|m| &m["path"] == hinted),
        "a hint is a legal move"
    );

    assert_eq!(
        browser.post(&format!("{game}/takeback"), &[]).await.status,
        303
    );
    let back = browser.get_json(&game).await;
    assert_eq!(
        (&back["ply"], &back["hash"]),
        (&first["ply"], &first["hash"])
    );
    assert!(back["version"].as_i64() > view["version"].as_i64());
    assert_eq!(
        browser.post(&format!("{game}/rematch"), &[]).await.status,
        422
    );

    send(&mut browser, &game, &back, &path).await;
    browser.my_turn(&game).await;
    assert_eq!(turns(&mut browser, &game).await, 1);
    assert_eq!(
        browser.post(&format!("{game}/resign"), &[]).await.status,
        303
    );
    let over = browser.get_json(&game).await;
    assert_eq!(
        (over["status"].as_str(), &over["result"]["winner"]),
        (Some("won"), &json!(1))
    );
    assert_eq!(over["result"]["reason"], "resigned");
    assert_eq!(turns(&mut browser, &game).await, 0, "nobody is to move");
    assert_eq!(
        browser.post(&format!("{game}/resign"), &[]).await.status,
        422
    );
    let refused = send(&mut browser, &game, &over, &path).await;
    assert_eq!(refused.status, 422);

    assert!(browser.get(&game).await.says("Play again as Light"));
    let again = browser.post(&format!("{game}/rematch"), &[]).await;
    assert_eq!(again.status, 303);
    let fresh = browser.my_turn(&again.location()).await;
    assert_ne!(fresh["id"], over["id"]);
    assert_eq!(fresh["me"], 1, "the sides are swapped");
    assert_eq!(fresh["ply"], 1, "and the engine has opened");
    let offered = browser
        .post_json(&format!("{}/draw", again.location()), &json!({}))
        .await;
    assert_eq!(offered.status, 422, "{}", offered.text());
    site.app.shutdown().await;
}

/// The strips of a match's page that show their player to move.
async fn turns(browser: &mut Browser, game: &str) -> usize {
    let page = browser.get(game).await.text();
    let strips = page.split_once("id=\"board-players\"").unwrap().1;
    let strips = strips.split_once("</ul>").unwrap().0;
    let items = html::tags(strips, "li").into_iter();
    let classes = items.filter_map(|tag| html::attribute(tag, "class"));
    classes
        .filter(|class| class.split(' ').any(|name| name == "turn"))
        .count()
}

/// The second match is the second that counts: the rematch that came too early was none.
#[tokio::test]
async fn a_rematch_that_is_refused_does_not_count() {
    let site = Site::with(&[("limits.games_per_minute", "2")]).await;
    let mut browser = site.user("Thandi").await;
    let new = [("game", "tic-tac-toe"), ("tap", "b2")];
    let game = browser.start(&new).await;
    let rematch = format!("{game}/rematch");
    let early = browser.post_json(&rematch, &json!({})).await;
    assert_eq!(early.status, 422);
    assert_eq!(early.json()["error"]["code"], "refused");
    browser.start(&new).await;
    assert_eq!(browser.post("/games", &new).await.status, 429);
}

/// Nor do a match and a rematch for which the engine has no room.
#[tokio::test(flavor = "multi_thread")]
async fn what_finds_the_engine_full_does_not_count() {
    let site = Site::with(&[("limits.games_per_minute", "2"), ("engine.queue", "1")]).await;
    let mut browser = site.user("Thandi").await;
    let chess = [("game", "chess"), ("level", "1"), ("side", "0")];
    let game = browser.start(&chess).await;
    let resigned = browser.post(&format!("{game}/resign"), &[]).await;
    assert_eq!(resigned.status, 303);
    // The search that takes the longest, and one that waits for it. No address begins more than two.
    let slow = [("game", "morabaraba"), ("level", "8"), ("side", "1")];
    for _ in 0..20 {
        if site.app.matches.load_of_engine() != (1, 1) {
            site.guest().await.post("/games", &slow).await;
        }
    }
    assert_eq!(site.app.matches.load_of_engine(), (1, 1));
    for _ in 0..2 {
        let again = browser.post(&format!("{game}/rematch"), &[]).await;
        assert_eq!(again.status, 503, "{}", again.text());
        let new = browser.post("/games", &chess).await;
        assert_eq!(new.status, 503, "{}", new.text());
    }
    // What needs no search begins: it is the second that counts.
    let solved = [("game", "tic-tac-toe"), ("tap", "b2")];
    assert_eq!(browser.post("/games", &solved).await.status, 303);
    assert_eq!(browser.post("/games", &solved).await.status, 429);
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_a_restart_of_the_server() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let game = browser.start(WEAK).await;
    let view = browser.get_json(&game).await;
    let path = view["moves"][0]["path"].clone();
    send(&mut browser, &game, &view, &path).await;
    let before = browser.my_turn(&game).await;
    let cookie = browser.cookie("rookery").unwrap().to_owned();

    let site = site.restarted().await;
    let mut browser = site.visitor();
    browser.set_cookie("rookery", &cookie);
    let after = browser.get_json(&game).await;
    assert_eq!(after, before);
    let path = after["moves"][0]["path"].clone();
    assert_eq!(send(&mut browser, &game, &after, &path).await.status, 200);
    assert_eq!(browser.my_turn(&game).await["ply"], 4);
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_wrong_choice_shows_the_form_again() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    for (field, value) in [
        ("level", "9"),
        ("level", "x"),
        ("side", "2"),
        ("variant", "no-such"),
        ("start", "nonsense"),
    ] {
        let mut fields = vec![("game", "morabaraba"), ("level", "2"), ("side", "0")];
        fields.retain(|(name, _)| *name != field);
        fields.push((field, value));
        let answer = browser.post("/games", &fields).await;
        assert_eq!(answer.status, 422, "{field}={value}: {}", answer.text());
        assert!(answer.says("action=\"/games\""), "{field}={value}");
    }
    assert_eq!(
        browser.post("/games", &[("game", "no-such")]).await.status,
        404
    );
}

/// Two kings cannot mate (FIDE Laws of Chess, article 5.2.2).
#[tokio::test]
async fn a_position_that_is_over_is_refused_with_the_reason_of_the_game() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let fields = [
        ("game", "chess"),
        ("level", "1"),
        ("side", "0"),
        ("start", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"),
    ];
    let answer = browser.post("/games", &fields).await;
    assert_eq!(answer.status, 422);
    let why = "already over in this position. Draw: with the pieces that are left, nobody can be checkmated. Choose";
    assert!(answer.says(why), "{}", answer.text());
    site.app.shutdown().await;
}

/// The first move of the second side is the second half of move 1, in the list as on the page of the match.
#[tokio::test]
async fn a_list_counts_moves_as_the_match_does_where_the_second_side_began() {
    let site = Site::with(&[FAST]).await;
    for fields in [
        &[
            ("game", "chess"),
            ("level", "1"),
            ("side", "1"),
            ("start", "7k/8/8/8/8/8/6P1/K6R b - - 0 1"),
        ][..],
        &[
            ("game", "go"),
            ("level", "1"),
            ("side", "1"),
            ("variant", "7x7"),
            ("handicap", "2"),
        ],
    ] {
        let mut browser = site.guest().await;
        let game = browser.start(fields).await;
        let view = browser.my_turn(&game).await;
        assert_eq!((&view["ply"], &view["turn"]), (&json!(0), &json!(1)));
        send(&mut browser, &game, &view, &view["moves"][0]["path"]).await;
        assert_eq!(browser.my_turn(&game).await["ply"], 2);
        let list = browser.get("/play").await;
        assert!(list.says("class=\"made\">2</td>"), "{}", list.text());
    }
    site.app.shutdown().await;
}

async fn record(site: &Site, game: &str) -> rookery::matches::Record {
    let id: GameId = game.trim_start_matches("/games/").parse().unwrap();
    site.store().game(id).await.unwrap().unwrap()
}
