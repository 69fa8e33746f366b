//! The home page's match and the links to matches that were left: the match that a first tap begins, its limits, and each visitor's view.

use rookery::store::Store;
use serde_json::{Value, json};

use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::site::{PASSWORD, Site};

on_both_databases!(
    the_first_tap_goes_on_with_the_match_after_six_plies,
    what_was_left_is_linked_above_the_lead,
    what_was_left_is_drawn_as_it_stands
);

const TAP: &[(&str, &str)] = &[("game", "connect-four"), ("begun", "true"), ("tap", "d")];
/// As the page shows it.
const BEGUN: [&str; 6] = ["d", "c", "d", "e", "e", "d"];

/// The fields of the board's form.
async fn form(browser: &mut Browser) -> Vec<(String, String)> {
    let page = browser.get("/").await;
    let names = ["game", "begun", "ply", "hash", "prefix"];
    names
        .map(|name| (name.to_owned(), page.field(name).unwrap()))
        .into()
}

async fn the_first_tap_goes_on_with_the_match_after_six_plies(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut browser = site.visitor();
    let mut fields = form(&mut browser).await;
    assert_eq!(browser.cookie("rookery"), None, "looking creates nothing");
    assert_eq!(fields[2].1, "6");
    fields.push(("tap".to_owned(), "d".to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
    let game = browser.start(&fields).await;
    let view = browser.my_turn(&game).await;
    let played: Vec<&str> = view["played"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(played.len(), 8, "{view}");
    assert_eq!((&played[..6], played[6]), (&BEGUN[..], "d"));
    assert_eq!(view["me"], 0);
    let names = [0, 1].map(|side| view["sides"][side]["player"].clone());
    assert_eq!(names[1], "Rookery, level 3");
    // Looking back shows the moves that were made before.
    let page = browser.get(&format!("{game}?ply=2")).await;
    assert!(page.says("?ply=1"), "{}", page.text());
    // Taken back, the match is as it was on the home page.
    let back = browser
        .post_json(&format!("{game}/takeback"), &json!({}))
        .await
        .json();
    assert_eq!(back["ply"], 6);
    site.app.shutdown().await;
}

#[tokio::test]
async fn no_other_match_is_free_nor_is_a_hint_in_this_one() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    for (game, level) in [("connect-four", 2), ("connect-four", 4), ("chess", 3)] {
        let new = json!({"game": game, "level": level});
        let refused = browser.post_json("/games", &new).await;
        assert_eq!(refused.status, 403, "{game} {level}");
    }
    let wide = json!({"game": "connect-four", "level": 3, "variant": "8x7"});
    assert_eq!(browser.post_json("/games", &wide).await.status, 403);
    let game = browser.start(TAP).await;
    browser.my_turn(&game).await;
    let hint = browser.post_json(&format!("{game}/hint"), &json!({})).await;
    assert_eq!(
        (hint.status, &hint.json()["error"]["code"]),
        (403, &json!("verify"))
    );
    site.app.shutdown().await;
}

/// The match is free; searches of its positions are not.
#[tokio::test]
async fn the_free_match_is_not_analysed_without_a_captcha() {
    let site = Site::new().await;
    let mut guest = site.visitor();
    let game = guest.start(TAP).await;
    guest.my_turn(&game).await;
    let resign = format!("{game}/resign");
    let over = guest.post_json(&resign, &json!({})).await;
    assert_eq!(over.status, 200, "{}", over.text());
    // The same guest where only accounts may play, too.
    let off = Site::on(site.store().clone(), &[("access.guests", "off")]).await;
    let mut late = off.visitor();
    late.set_cookie("rookery", guest.cookie("rookery").unwrap());
    for (browser, status, code) in [(&mut guest, 403, "verify"), (&mut late, 401, "log-in")] {
        for search in ["analysis", "lines"] {
            let refused = browser
                .post_json(&format!("{game}/{search}"), &json!({"ply": 0}))
                .await;
            assert_eq!(
                (refused.status, &refused.json()["error"]["code"]),
                (status, &json!(code)),
                "{search}"
            );
        }
    }
    off.app.shutdown().await;
}

#[tokio::test]
async fn a_begun_match_takes_no_choices_and_no_move_that_is_not_legal() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    for (name, value) in [
        ("level", "3"),
        ("side", "1"),
        ("variant", "7x6"),
        ("start", "4"),
    ] {
        let fields = [TAP, &[(name, value)]].concat();
        let page = browser.post("/games", &fields).await;
        assert_eq!(page.status, 422, "{name}");
        assert!(page.says("already begun"), "{}", page.text());
    }
    for game in ["chess", "tic-tac-toe"] {
        let new = json!({"game": game, "begun": true});
        let refused = browser.post_json("/games", &new).await;
        assert_eq!(
            (refused.status, &refused.json()["error"]["field"]),
            (422, &json!("begun"))
        );
    }
    let garbled = [("game", "connect-four"), ("begun", "maybe")];
    assert_eq!(browser.post("/games", &garbled).await.status, 422);
    // No such column, and one that is full.
    let none = json!({"game": "connect-four", "begun": true, "tap": "z"});
    assert_eq!(browser.post_json("/games", &none).await.status, 422);
    let full = json!({"game": "connect-four", "level": 3, "start": "444444", "tap": "d"});
    let full = browser.post_json("/games", &full).await;
    assert_eq!(full.status, 422);
    let say = full.json()["error"]["say"].as_str().unwrap().to_owned();
    assert!(say.contains("full"), "{say}");
    site.app.shutdown().await;
}

/// The cards above the lead, `(address, words)`.
async fn left(browser: &mut Browser, path: &str) -> Vec<(String, String)> {
    let page = browser.get(path).await.text();
    let Some((_, after)) = page.split_once("<nav class=\"unfinished\"") else {
        return Vec::new();
    };
    let list = after.split_once("</nav>").unwrap().0;
    let items = list.split("<li>").skip(1);
    items
        .map(|item| {
            let link = item.split_once("<a href=\"").unwrap().1;
            let words = text(item.split_once("</svg>").unwrap().1);
            let words: Vec<&str> = words.split_whitespace().collect();
            (link.split('"').next().unwrap().to_owned(), words.join(" "))
        })
        .collect()
}

/// The drawings of the boards of the matches that were left.
async fn boards(browser: &mut Browser, path: &str) -> Vec<String> {
    let page = browser.get(path).await.text();
    let list = page.split_once("<nav class=\"unfinished\"").unwrap().1;
    let list = list.split_once("</nav>").unwrap().0;
    let boards = list.split("<svg class=\"art ").skip(1);
    boards
        .map(|board| board.split_once("</svg>").unwrap().0.to_owned())
        .collect()
}

/// HTML without its tags.
fn text(html: &str) -> String {
    let pieces = html
        .split('<')
        .map(|piece| piece.split_once('>').map_or(piece, |p| p.1));
    pieces.collect()
}

async fn what_was_left_is_linked_above_the_lead(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut stranger = site.visitor();
    assert!(left(&mut stranger, "/").await.is_empty());
    let mut guest = site.guest().await;
    assert!(left(&mut guest, "/").await.is_empty());
    let four = guest.start(TAP).await;
    guest.my_turn(&four).await;
    let line = (
        four.clone(),
        "Connect Four against Casual Your turn. just now".to_owned(),
    );
    for path in ["/", "/play"] {
        assert_eq!(
            left(&mut guest, path).await,
            std::slice::from_ref(&line),
            "{path}"
        );
    }
    assert_eq!(
        left(&mut guest, "/play/connect-four").await,
        std::slice::from_ref(&line)
    );
    assert!(left(&mut guest, "/play/chess").await.is_empty());
    // A match that is over is not among them; it is still in the list below.
    guest.post(&format!("{four}/resign"), &[]).await;
    assert!(left(&mut guest, "/").await.is_empty());
    assert!(left(&mut guest, "/play").await.is_empty());
    // The newest first, three at most, and nobody else's.
    let mut user = site.user("Thandi").await;
    let mut games = Vec::new();
    let three = [("game", "tic-tac-toe"), ("level", "8"), ("side", "0")];
    for _ in 0..4 {
        games.push(user.start(&three).await);
        site.clock.advance(1000);
    }
    let chess = [("game", "chess"), ("level", "3"), ("side", "0")];
    games.push(user.start(&chess).await);
    let links = left(&mut user, "/").await;
    let found: Vec<&String> = links.iter().map(|(href, _)| href).collect();
    assert_eq!(found, [&games[4], &games[3], &games[2]]);
    assert_eq!(links[0].1, "Chess against Casual Your turn. just now");
    assert_eq!(left(&mut user, "/account").await, links);
    let narrowed = left(&mut user, "/play/tic-tac-toe").await;
    let found: Vec<&String> = narrowed.iter().map(|(href, _)| href).collect();
    assert_eq!(found, [&games[3], &games[2], &games[1]]);
    // An older one is there, however many of other games came later: of a user, and of a guest.
    for player in [&mut user, &mut site.guest().await] {
        let left_first = player.start(&chess).await;
        for _ in 0..11 {
            player.start(&three).await;
            site.clock.advance(1000);
        }
        let older = left(player, "/play/chess").await;
        assert!(
            older.iter().any(|(href, _)| *href == left_first),
            "{older:?}"
        );
    }
    // Each face is in the page once.
    for path in ["/", "/play", "/play/tic-tac-toe", "/account"] {
        let page = user.get(path).await.text();
        assert_eq!(page.matches("id=\"face-8\"").count(), 1, "{path}");
    }
    assert!(left(&mut stranger, "/").await.is_empty());
    site.app.shutdown().await;
}

async fn what_was_left_is_drawn_as_it_stands(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut user = site.user("Thandi").await;
    let black = [("game", "chess"), ("level", "1"), ("side", "1")];
    let chess = user.start(&black).await;
    user.my_turn(&chess).await;
    site.clock.advance(1000);
    let four = user.start(TAP).await;
    let view = user.my_turn(&four).await;
    let drawn = boards(&mut user, "/").await;
    let pieces = |board: &str| board.matches("data-p=").count();
    assert_eq!((pieces(&drawn[0]), pieces(&drawn[1])), (8, 32));
    // Each piece is where the view has it; a player of Black sees the board turned, with the king of side 1 at the lower edge.
    for piece in view["pieces"].as_array().unwrap() {
        let at = piece["at"].as_str().unwrap().as_bytes();
        let (x, y) = (u32::from(at[0] - b'a') * 100, u32::from(b'6' - at[1]) * 100);
        assert!(
            drawn[0].contains(&format!("x=\"{x}\" y=\"{y}\"")),
            "{piece}"
        );
    }
    let king = drawn[1]
        .split("<use ")
        .find(|part| part.contains("side1") && part.contains("-king"));
    assert!(king.unwrap().contains("x=\"300\" y=\"700\""), "{king:?}");
    // A site that has just started reads the moves from the database.
    let site = site.restarted().await;
    let mut again = site.visitor();
    again.log_in("Thandi", PASSWORD).await;
    assert_eq!(boards(&mut again, "/play").await, drawn);
    site.app.shutdown().await;
}

#[tokio::test]
async fn each_card_says_how_long_its_game_takes() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for path in ["/", "/play", "/play/chess"] {
        let page = visitor.get(path).await;
        assert!(page.says("<span>30 minutes</span>"), "{path}");
    }
    site.app.shutdown().await;
}

#[tokio::test]
async fn what_is_not_there_is_a_page_with_the_bird_in_flight() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let page = visitor.get("/nothing-here").await;
    assert_eq!(page.status, 404);
    assert!(page.says("<svg class=\"bird\"") && page.says("The bird has flown"));
    site.app.shutdown().await;
}
