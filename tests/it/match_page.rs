//! The page of a match as the server writes it: players' strips, moves with drawn pieces, and the piece that a mate lays down.

use rookery::store::Store;
use serde_json::json;

use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{FAST, Site};

on_both_databases!(
    strips_and_moves_are_drawn,
    numbers_go_on_from_that_of_the_first_position,
    a_mated_king_lies_on_its_square,
    counts_stand_in_the_strips,
    the_answer_to_a_form_leads_back_to_the_match,
    what_is_given_up_before_the_first_own_move_is_gone,
);

/// The public address of a site in these tests.
const PUBLIC: &str = "http://rookery.test";

/// The HTML from the element with this id to a closing tag.
fn inside<'a>(page: &'a str, id: &str, end: &str) -> &'a str {
    let from = page.find(&format!("id=\"{id}\"")).unwrap();
    let to = page[from..].find(end).unwrap();
    &page[from..from + to]
}

/// Starts chess from a position and makes a move. Returns the address of the match.
async fn moved(browser: &mut Browser, level: &str, start: &str, path: &str) -> String {
    let fields = [
        ("game", "chess"),
        ("level", level),
        ("side", "0"),
        ("start", start),
    ];
    let game = browser.start(&fields).await;
    let view = browser.my_turn(&game).await;
    let body = json!({"ply": view["ply"], "hash": view["hash"], "path": path});
    let answer = browser.post_json(&format!("{game}/moves"), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    game
}

/// While the engine thinks, the page leads to itself: a browser may run scripts and not have got that of the board.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_waits_for_a_reply_links_to_itself() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let slow = [("game", "morabaraba"), ("level", "8"), ("side", "1")];
    let game = browser.start(&slow).await;
    let page = browser.get(&game).await.text();
    let task = inside(&page, "board-task", "</p>");
    // The address is not that of the page with a fragment, which browsers would not load again.
    let again = format!("{game}?prefix=#board-box");
    let link = format!("<a href=\"{again}\">Look for the reply</a>");
    assert!(task.contains(&link), "{task}");
    assert!(page.contains(&format!("content=\"1; url={again}\"")));
    site.app.shutdown().await;
}

async fn strips_and_moves_are_drawn(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.guest().await;
    let start = "4k1b1/7p/8/8/8/8/PP6/4K1NR w - - 0 1";
    let game = moved(&mut browser, "3", start, "g1,f3").await;
    let view = browser.my_turn(&game).await;
    assert_eq!(view["played"][0], "Nf3");
    // The level searched some of its nodes: the reply takes a while on the board.
    let pause_ms = view["pause_ms"].as_u64().unwrap();
    assert!((250..=1_200).contains(&pause_ms), "{pause_ms}");
    assert_eq!(
        view["letters"]["N"],
        json!({"kind": "knight", "name": "knight"})
    );
    let page = browser.get(&game).await.text();
    let list = inside(&page, "board-played", "</ol>");
    for part in [
        "role=\"img\" aria-label=\"knight\"",
        "href=\"#p-knight\"",
        "class=\"light side0\"",
        "<span aria-hidden=\"true\">N</span>f3</a>",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    // The face of this level, and no other.
    assert!(page.contains("<use href=\"#face-3\"/>"), "{page}");
    assert_eq!(page.matches("<symbol id=\"face-").count(), 1);
    let strips = inside(&page, "board-players", "</ul>");
    assert!(
        strips.contains("Black · Casual</span>") && strips.contains("· about"),
        "{strips}"
    );
    // The programs of the API still get letters.
    assert!(
        view["played"]
            .as_array()
            .unwrap()
            .iter()
            .all(|m| m.is_string())
    );
    site.app.shutdown().await;
}

async fn numbers_go_on_from_that_of_the_first_position(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.guest().await;
    let start = "4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 23";
    let fields = [
        ("game", "chess"),
        ("level", "1"),
        ("side", "1"),
        ("start", start),
    ];
    let game = browser.start(&fields).await;
    let view = browser.my_turn(&game).await;
    let body = json!({"ply": view["ply"], "hash": view["hash"], "path": "a7,a6"});
    let answer = browser.post_json(&format!("{game}/moves"), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let view = browser.my_turn(&game).await;
    assert_eq!((&view["ply"], &view["vacant"]), (&json!(2), &json!(45)));
    let page = browser.get(&game).await.text();
    let list = inside(&page, "board-played", "</ol>");
    for part in [
        "<li class=\"second\" data-n=\"23\">",
        ">a6</a></li>",
        "<li data-n=\"24\">",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    // The picture of the position has the same number.
    let picture = browser.get(&format!("{game}.svg?ply=1")).await.text();
    assert!(picture.contains("23… a6"), "{picture}");
    site.app.shutdown().await;
}

async fn a_mated_king_lies_on_its_square(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.guest().await;
    let start = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let game = moved(&mut browser, "1", start, "a1,a8").await;
    let view = browser.get_json(&game).await;
    assert_eq!(view["marks"][0]["at"], "g8");
    assert_eq!(view["marks"][0]["falls"], true);
    let page = browser.get(&game).await.text();
    let fallen: Vec<_> = html::tags(&page, "use")
        .into_iter()
        .filter(|tag| tag.contains("data-fallen"))
        .collect();
    assert_eq!(fallen.len(), 1, "{fallen:?}");
    // g8 is the seventh square of the upper row; it turns about its middle.
    for part in [
        "#p-king",
        "x=\"600\"",
        "y=\"0\"",
        "transform-origin=\"650 50\"",
    ] {
        assert!(fallen[0].contains(part), "{part}: {}", fallen[0]);
    }
    let before = browser.get(&format!("{game}?ply=0")).await.text();
    assert!(!before.contains("data-fallen"));
    site.app.shutdown().await;
}

async fn counts_stand_in_the_strips(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.guest().await;
    for (name, zone, count) in [("othello", "discs0", 2), ("morabaraba", "hand1", 12)] {
        let fields = [("game", name), ("level", "1"), ("side", "0")];
        let game = browser.start(&fields).await;
        let page = browser.get(&game).await.text();
        let strips = inside(&page, "board-players", "</ul>");
        let at = strips.find(&format!("data-zone=\"{zone}\"")).unwrap();
        assert!(
            strips[at..].contains(&format!("<b>{count}</b>")),
            "{strips}"
        );
    }
    site.app.shutdown().await;
}

/// Without scripts a hint or a refused move is a page with an address that takes forms alone.
async fn the_answer_to_a_form_leads_back_to_the_match(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.guest().await;
    let game = browser
        .start(&[("game", "othello"), ("level", "1"), ("side", "0")])
        .await;
    let view = browser.my_turn(&game).await;
    let path = view["moves"][0]["path"][0].as_str().unwrap();
    let body = json!({"ply": view["ply"], "hash": view["hash"], "path": path});
    let answer = browser.post_json(&format!("{game}/moves"), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let now = browser.my_turn(&game).await;
    let hash = now["hash"].as_str().unwrap();
    let stale = [("ply", "0"), ("hash", hash), ("path", path)];
    for (act, fields, status) in [("hint", &[][..], 200), ("moves", &stale[..], 409)] {
        let page = browser.post(&format!("{game}/{act}"), fields).await;
        assert_eq!(page.status, status, "{act}: {}", page.text());
        let page = page.text();
        // A browser shows it from the board on: there the refusal is read out.
        let is_refused = status == 409;
        assert_eq!(page.contains("<title>Error: "), is_refused);
        let board = inside(&page, "board-box", ">");
        let named = "tabindex=\"-1\" role=\"group\" aria-labelledby=\"board-refusal\"";
        assert_eq!(board.contains(named), is_refused, "{board}");
        for link in html::tags(&page, "a") {
            let to = html::attribute(link, "href");
            assert!(to.is_none_or(|to| !to.starts_with('?')), "{act}: {link}");
        }
        let links = format!("href=\"{game}?ply=");
        assert!(page.matches(&links).count() >= 3, "{act}: {page}");
    }
    site.app.shutdown().await;
}

/// The link by which others see a match: that of the public address, or else of the one under which the player has opened the page.
#[tokio::test]
async fn a_match_is_shared_under_an_address_that_others_reach() {
    let asked = "http://192.168.1.7:8080";
    for (settings, address) in [
        (&[FAST][..], asked),
        (&[FAST, ("public_url", PUBLIC)], PUBLIC),
    ] {
        let site = Site::with(settings).await;
        let mut guest = site.guest().await;
        let game = guest.start(&[("game", "chess"), ("level", "1")]).await;
        let page = guest.get(&format!("{asked}{game}")).await;
        let link = format!("value=\"{address}{game}\"");
        assert!(page.says(&link), "{link}: {}", page.text());
    }
}

/// Whoever plays by keyboard without scripts comes to the box for moves before the squares, and back to the board with each tap.
#[tokio::test]
async fn without_scripts_the_keyboard_has_short_ways() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    let fields = [("game", "gomoku"), ("level", "1"), ("side", "0")];
    let game = browser.start(&fields).await;
    let page = browser.get(&game).await.text();
    let board = inside(&page, "board-box", "role=\"grid\"");
    let way = "<noscript><a class=\"skip\" href=\"#board-menu-button\">Type a move</a></noscript>";
    assert!(board.contains(way), "{board}");
    // The box is in the menu, whose button is there while it is closed.
    let menu = inside(&page, "board-menu", "id=\"board-move\"");
    assert!(menu.contains("<summary class=\"button quiet tool\" id=\"board-menu-button\">"));
    let form = inside(&page, "board-form", ">");
    let action = format!("action=\"{game}/moves#board-box\"");
    assert!(form.contains(&action), "{form}");
    let resigns = inside(&page, "board-resign", "</form>");
    assert!(resigns.contains("<button class=\"danger\" aria-describedby=\"board-resign\">"));
    site.app.shutdown().await;
}

/// A spectator may try the same: by these rules, from this position, against this level.
#[tokio::test]
async fn a_spectator_is_offered_a_match_like_the_one_that_is_watched() {
    let site = Site::with(&[FAST]).await;
    let mut player = site.guest().await;
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (fields, wanted) in [
        (
            &[
                ("game", "chess"),
                ("level", "5"),
                ("side", "0"),
                ("start", start),
            ][..],
            &[("level", "5"), ("side", "0"), ("start", start)][..],
        ),
        (
            &[
                ("game", "gomoku"),
                ("variant", "renju"),
                ("size", "19"),
                ("level", "2"),
                ("side", "0"),
            ],
            &[("variant", "renju"), ("size", "19"), ("level", "2")],
        ),
    ] {
        let game = player.start(fields).await;
        let page = site.guest().await.get(&game).await.text();
        let links = html::tags(&page, "a").into_iter();
        let mut links = links.filter_map(|tag| html::attribute(tag, "href"));
        let link = links.find(|to| to.starts_with("/play/") && to.contains('?'));
        let offer = site.guest().await.get(&link.unwrap()).await.text();
        let fields: Vec<&str> = html::tags(&offer, "input");
        for (name, value) in wanted {
            let is_it = |tag: &&&str| {
                let has =
                    |key: &str, what: &str| html::attribute(tag, key).as_deref() == Some(what);
                let is_chosen = tag.contains(" checked") || has("type", "text");
                has("name", name) && has("value", value) && is_chosen
            };
            assert_eq!(fields.iter().filter(is_it).count(), 1, "{name}={value}");
        }
        // The button after the match offers the same.
        for (name, value) in wanted {
            let field = format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\">");
            assert!(page.contains(&field), "{field}");
        }
    }
    site.app.shutdown().await;
}

/// Whoever has not played a match is rid of it: it is no result, and no list has it any more.
async fn what_is_given_up_before_the_first_own_move_is_gone(store: Store) {
    let site = Site::on(store, &[FAST]).await;
    let mut browser = site.user("Thandi").await;
    let fields = [("game", "morabaraba"), ("level", "1"), ("side", "1")];
    let game = browser.start(&fields).await;
    // The engine has moved first.
    browser.my_turn(&game).await;
    let asked = ">Give up this game? You have not moved yet";
    assert!(browser.get(&game).await.says(asked));
    let listed = format!("href=\"{game}\"");
    assert!(browser.get("/account").await.says(&listed));
    let resign = format!("{game}/resign");
    let over = browser.post_json(&resign, &json!({})).await.json();
    assert_eq!(over["status"], "aborted");
    assert_eq!(
        (&over["result"]["winner"], &over["result"]["reason"]),
        (&json!(null), &json!("unplayed"))
    );
    let account = browser.get("/account").await;
    assert!(!account.says(&listed) && !account.says("1 lost"));
    // It is there for whoever has its address, and can be begun again.
    assert!(browser.get(&game).await.says("without a result"));
    let again = browser.post(&format!("{game}/rematch"), &[]).await;
    assert_eq!(again.status, 303);
    site.app.shutdown().await;
}

/// Whoever comes back to a match, or watches it, sees by which rules it is played.
#[tokio::test]
async fn the_menu_says_which_rules_were_chosen() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    for (fields, wanted) in [
        (&[("game", "othello")][..], &[][..]),
        (
            &[
                ("game", "gomoku"),
                ("variant", "renju"),
                ("opening", "swap2"),
            ],
            &[
                "<dt>Variant</dt><dd>Renju: some moves are forbidden to Black</dd>",
                "<dt>First stones</dt><dd>Swap2: ",
            ],
        ),
        (
            &[
                ("game", "checkers"),
                ("first-moves", "three-move"),
                ("forty-move-draw", "on"),
            ],
            &[
                "<dt>First three moves</dt><dd>Drawn by lot",
                // Two moves of Black and one of White, as in the file of the match.
                "<dt>Opening drawn by lot</dt><dd>1. ",
            ],
        ),
    ] {
        let fields = [fields, &[("level", "1"), ("side", "0")]].concat();
        let game = browser.start(&fields).await;
        let page = browser.get(&game).await.text();
        let menu = inside(&page, "board-menu", "class=\"files\"");
        assert_eq!(menu.contains("Rules of this match"), !wanted.is_empty());
        assert_eq!(menu.matches("<dt>").count(), wanted.len(), "{menu}");
        for words in wanted {
            assert!(menu.contains(*words), "{words}: {menu}");
        }
        // After an opening that was drawn, White's move is not the first.
        assert!(!page.contains("First move: White."), "{page}");
    }
    // White is to move: nothing has been moved yet.
    let fields = [
        ("game", "checkers"),
        ("first-moves", "three-move"),
        ("level", "1"),
        ("side", "1"),
    ];
    let game = browser.start(&fields).await;
    let page = browser.get(&game).await.text();
    let begins = &page[page.find("class=\"before-first\"").unwrap()..];
    let begins = &begins[..begins.find("</p>").unwrap()];
    for words in ["Opening drawn by lot: 1. ", "First move after it: White."] {
        assert!(begins.contains(words), "{words}: {begins}");
    }
    site.app.shutdown().await;
}
