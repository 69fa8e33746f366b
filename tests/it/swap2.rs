//! Matches of gomoku with the opening Swap2: colours follow the choice, while seats stay with the players.

use serde_json::{Value, json};

use crate::support::browser::Browser;
use crate::support::html;
use crate::support::site::{FAST, Site};

const PERSON_BEGINS: &[(&str, &str)] = &[
    ("game", "gomoku"),
    ("opening", "swap2"),
    ("level", "1"),
    ("side", "0"),
];
const ENGINE_BEGINS: &[(&str, &str)] = &[
    ("game", "gomoku"),
    ("opening", "swap2"),
    ("level", "1"),
    ("side", "1"),
];
const NAMES: [&str; 2] = ["Black", "White"];

/// Makes a move in the position of a view; the view after it.
async fn play(browser: &mut Browser, game: &str, view: &Value, token: &str) -> Value {
    let body = json!({"ply": view["ply"], "hash": view["hash"], "path": [token]});
    let answer = browser.post_json(&format!("{game}/moves"), &body).await;
    assert_eq!(answer.status, 200, "{token}: {}", answer.text());
    answer.json()
}

/// The first point that is free, for a stone that matters little.
async fn any_stone(browser: &mut Browser, game: &str) -> Value {
    let view = browser.my_turn(game).await;
    let token = view["moves"][0]["path"][0].as_str().unwrap().to_owned();
    play(browser, game, &view, &token).await
}

fn played(view: &Value) -> Vec<&str> {
    let all = view["played"].as_array().unwrap().iter();
    all.map(|notation| notation.as_str().unwrap()).collect()
}

/// The stones of a colour in a view.
fn stones(view: &Value, colour: u64) -> usize {
    let pieces = view["pieces"].as_array().unwrap().iter();
    pieces.filter(|piece| piece["side"] == colour).count()
}

/// The status at the viewer's first turn after the engine has chosen: the viewer has `own`, the engine the other colour.
fn chosen_by_engine(own: usize) -> String {
    let (theirs, own) = (NAMES[1 - own], NAMES[own]);
    format!("Your opponent chose {theirs}: you are {own}. Your turn.")
}

/// Whether the view says everywhere that the viewer has this colour.
fn assert_colour(view: &Value, own: usize) {
    assert_eq!(view["me"], own, "{view}");
    assert_eq!(view["sides"][own]["player"], "You", "{view}");
    let other = view["sides"][1 - own]["player"].as_str().unwrap();
    assert!(other.contains("level 1"), "{other}");
    for (colour, name) in NAMES.into_iter().enumerate() {
        assert_eq!(view["sides"][colour]["name"], name);
    }
}

/// Whether the page's strip of the viewer has this colour, and the other one the other.
async fn assert_strips(browser: &mut Browser, game: &str, own: usize) {
    let page = browser.get(game).await.text();
    let list = &page[page.find("id=\"board-players\"").unwrap()..];
    let list = &list[..list.find("</ul>").unwrap()];
    let strips: Vec<&str> = list.split("<li").skip(1).collect();
    for (colour, strip) in strips.into_iter().enumerate() {
        assert_eq!(strip.contains("You</strong>"), colour == own, "{strip}");
        assert!(strip.contains(NAMES[colour]), "{strip}");
        let tone = ["dark", "light"][colour];
        assert!(
            strip.contains(&format!("\"{tone} side{colour}\"")),
            "{strip}"
        );
    }
}

/// The class and the number of each line in the page's list of moves.
async fn lines(browser: &mut Browser, game: &str) -> Vec<[String; 2]> {
    let page = browser.get(game).await.text();
    let list = &page[page.find("id=\"board-played\"").unwrap()..];
    let list = &list[..list.find("</ol>").unwrap()];
    list.split("<li")
        .skip(1)
        .map(|item| {
            let tag = item.split('>').next().unwrap();
            ["class", "data-n"].map(|name| html::attribute(tag, name).unwrap_or_default())
        })
        .collect()
}

/// Moves of no colour, each on a row of its own.
const ALONE: [&str; 2] = ["alone", ""];

/// The players of the match's file, Black first, and its result.
async fn file(browser: &mut Browser, game: &str) -> [String; 3] {
    let text = browser.get(&format!("{game}/record")).await.text();
    ["PB[", "PW[", "RE["].map(|name| {
        let (_, rest) = text.split_once(name).unwrap();
        rest.split(']').next().unwrap().to_owned()
    })
}

/// Gives up, and looks at what the site says of the end.
async fn resign(browser: &mut Browser, game: &str, own: usize) {
    let answer = browser
        .post_json(&format!("{game}/resign"), &json!({}))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let view = answer.json();
    assert_eq!(view["result"]["winner"], 1 - own, "{view}");
    assert_eq!(view["end"], "lost");
    let said = view["result"]["say"].as_str().unwrap();
    assert_eq!(
        said,
        format!("{} resigned: {} won.", NAMES[own], NAMES[1 - own])
    );
    let [black, white, result] = file(browser, game).await;
    let people = [black, white].map(|name| name.contains("level 1"));
    assert_eq!((people[own], people[1 - own]), (false, true));
    assert_eq!(result, ["W+R", "B+R"][own]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_lays_the_stones_and_the_engine_chooses() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    let game = browser.start(PERSON_BEGINS).await;
    let mut view = browser.my_turn(&game).await;
    for (ply, token) in ["a1", "h8", "j7"].into_iter().enumerate() {
        assert_eq!(
            (view["ply"].as_u64(), view["turn"].as_u64()),
            (Some(ply as u64), Some(0))
        );
        assert_colour(&view, 0);
        assert!(view["choices"].as_object().unwrap().is_empty());
        view = play(&mut browser, &game, &view, token).await;
    }
    assert_eq!((stones(&view, 0), stones(&view, 1)), (2, 1));
    let mut view = browser.my_turn(&game).await;
    assert_eq!(played(&view)[..3], ["a1", "h8", "j7"]);
    // A level that errs may choose anything.
    let own = match played(&view)[3] {
        "Black" => 1,
        "White" => 0,
        "Two-more" => {
            assert_colour(&view, 0);
            assert_eq!((stones(&view, 0), stones(&view, 1)), (3, 2));
            let choices: Vec<_> = view["choices"].as_object().unwrap().keys().collect();
            assert_eq!(choices, ["#black", "#white"]);
            view = play(&mut browser, &game, &view, "#white").await;
            1
        }
        other => panic!("the engine chose {other}"),
    };
    assert_colour(&view, own);
    assert_eq!(view["turn"], own);
    if played(&view)[3] == "Two-more" {
        assert_eq!(view["say"], "Your turn.");
    } else {
        assert_eq!(view["say"], chosen_by_engine(own));
    }
    assert_strips(&mut browser, &game, own).await;
    let before = stones(&view, own as u64);
    let view = any_stone(&mut browser, &game).await;
    assert_eq!(stones(&view, own as u64), before + 1);
    // The position before the choice shows the colours of the beginning.
    let before = browser.get_json(&format!("{game}?ply=2")).await;
    assert_colour(&before, 0);
    // After a move of the viewer it is news no more.
    let view = browser.my_turn(&game).await;
    assert_eq!(view["say"], "Your turn.");
    // Without that move it is news again.
    if played(&view)[3] != "Two-more" {
        let takeback = format!("{game}/takeback");
        let back = browser.post_json(&takeback, &json!({})).await;
        assert_eq!(back.status, 200, "{}", back.text());
        let view = browser.my_turn(&game).await;
        assert_eq!(view["say"], chosen_by_engine(own));
    }
    resign(&mut browser, &game, own).await;
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_lays_the_stones_and_a_person_takes_black() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    let game = browser.start(ENGINE_BEGINS).await;
    let view = browser.my_turn(&game).await;
    assert_eq!((stones(&view, 0), stones(&view, 1)), (2, 1));
    assert_colour(&view, 1);
    assert_eq!(view["turn"], 1);
    let choices: Vec<_> = view["choices"].as_object().unwrap().keys().collect();
    assert_eq!(choices, ["#black", "#two", "#white"]);
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(3));
    let page = browser.get(&game).await.text();
    for token in ["#black", "#white", "#two"] {
        let buttons = html::tags(&page, "button").into_iter();
        let found = buttons.filter(|tag| html::attribute(tag, "value").as_deref() == Some(token));
        assert_eq!(found.count(), 1, "{token}");
    }
    let refused = browser
        .post_json(
            &format!("{game}/moves"),
            &json!({"ply": view["ply"], "hash": view["hash"], "path": ["h8"]}),
        )
        .await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("Choose a colour or “Two more”"),
        "{}",
        refused.text()
    );

    let view = play(&mut browser, &game, &view, "#black").await;
    assert_eq!(view["last"]["say"], "The second player takes Black");
    assert_colour(&view, 0);
    let view = browser.my_turn(&game).await;
    assert_eq!(view["say"], "Your turn.");
    assert_eq!((stones(&view, 0), stones(&view, 1)), (2, 2));
    assert_eq!(
        (view["turn"].as_u64(), view["ply"].as_u64()),
        (Some(0), Some(5))
    );
    assert_strips(&mut browser, &game, 0).await;
    let said = view["last"]["say"].as_str().unwrap();
    assert!(said.starts_with("White: "), "{said}");
    // Three stones and the choice have no numbers; White has the first one, in its own column.
    assert_eq!((&view["asides"], &view["vacant"]), (&json!(4), &json!(1)));
    let listed = lines(&mut browser, &game).await;
    assert_eq!(listed, [ALONE, ALONE, ALONE, ALONE, ["second", "1"]]);
    // Whoever takes the choice back has the colour of the beginning, and chooses again.
    let back = browser
        .post_json(&format!("{game}/takeback"), &json!({}))
        .await;
    assert_eq!(back.status, 200, "{}", back.text());
    let view = browser.my_turn(&game).await;
    assert_eq!(
        (view["ply"].as_u64(), view["mover"].as_u64()),
        (Some(3), None)
    );
    assert_colour(&view, 1);
    assert_strips(&mut browser, &game, 1).await;
    play(&mut browser, &game, &view, "#black").await;
    let view = browser.my_turn(&game).await;
    assert_eq!(
        (view["turn"].as_u64(), view["mover"].as_u64()),
        (Some(0), Some(1))
    );
    any_stone(&mut browser, &game).await;
    let view = browser.my_turn(&game).await;
    assert_eq!(stones(&view, 0), 3);
    let listed = lines(&mut browser, &game).await;
    assert_eq!(listed[4..], [["second", "1"], ["", "2"], ["second", ""]]);
    resign(&mut browser, &game, 0).await;
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_puts_down_two_more_stones() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    let game = browser.start(ENGINE_BEGINS).await;
    let view = browser.my_turn(&game).await;
    play(&mut browser, &game, &view, "#two").await;
    for colour in [1, 0] {
        let before = browser.my_turn(&game).await;
        // The player counts as White until the choice, also while a black stone is due.
        assert_colour(&before, 1);
        let after = any_stone(&mut browser, &game).await;
        assert_eq!(stones(&after, colour), stones(&before, colour) + 1);
    }
    let view = browser.my_turn(&game).await;
    let all = played(&view);
    assert_eq!(all[3], "Two-more");
    let own = usize::from(all[6] == "Black");
    assert_colour(&view, own);
    assert_eq!(view["say"], chosen_by_engine(own));
    // Read out once: with the choice where that is the last move, or else with the turn.
    let [said, turn] = [&view["last"]["say"], &view["aloud"]].map(|text| text.as_str().unwrap());
    let heard = format!("{said} {turn}");
    assert_eq!(heard.matches("Your opponent chose").count(), 1, "{heard}");
    assert!(!heard.contains("player takes"), "{heard}");
    assert_strips(&mut browser, &game, own).await;
    // Taking back leads to the last own stone.
    let back = browser
        .post_json(&format!("{game}/takeback"), &json!({}))
        .await;
    assert_eq!(back.status, 200, "{}", back.text());
    let view = browser.my_turn(&game).await;
    assert!(played(&view).len() < all.len());
    site.app.shutdown().await;
}

/// The analysis of a match that is over.
async fn analysed(browser: &mut Browser, game: &str) -> Value {
    let asked = browser
        .post_json(&format!("{game}/analysis"), &json!({}))
        .await;
    assert_eq!(asked.status, 200, "{}", asked.text());
    let mut found = Value::Null;
    for _ in 0..600 {
        found = browser.get_json(&format!("{game}/analysis")).await;
        if found["state"] == "done" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    found
}

/// Until the colours are chosen a value belongs to a player.
#[tokio::test(flavor = "multi_thread")]
async fn before_the_choice_an_analysis_speaks_of_players() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    // Black has two stones side by side in the middle, and White one in a corner.
    let start = "15/15/15/15/15/15/15/7xx6/15/15/15/15/15/15/o14 o open";
    let fields = [ENGINE_BEGINS, &[("start", start)]].concat();
    let game = browser.start(&fields).await;
    let view = browser.my_turn(&game).await;
    play(&mut browser, &game, &view, "#black").await;
    browser.my_turn(&game).await;
    resign(&mut browser, &game, 0).await;
    let found = analysed(&mut browser, &game).await;
    assert_eq!(found["state"], "done");
    let at = async |browser: &mut Browser, ply: usize| {
        let found = browser
            .get_json(&format!("{game}/analysis?ply={ply}"))
            .await;
        found["position"].clone()
    };
    let before = at(&mut browser, 0).await;
    let said = before["say"].as_str().unwrap();
    assert!(said.ends_with("for the second player"), "{said}");
    assert_eq!(before["number"], Value::Null);
    let after = at(&mut browser, 1).await;
    let said = after["say"].as_str().unwrap();
    assert!(said.ends_with("for Black"), "{said}");
    site.app.shutdown().await;
}

/// The second player is Black, to move, and has four in a row.
const SWAPPED: &str = "15/15/15/15/15/15/15/4xxxx7/15/15/4oooo7/15/15/15/15 x swapped";

#[tokio::test(flavor = "multi_thread")]
async fn the_end_and_the_analysis_name_the_colours_of_the_players() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    let fields = [ENGINE_BEGINS, &[("start", SWAPPED)]].concat();
    let game = browser.start(&fields).await;
    let view = browser.my_turn(&game).await;
    assert_eq!(
        (view["turn"].as_u64(), view["position"].as_str()),
        (Some(0), Some(SWAPPED))
    );
    assert_colour(&view, 0);
    let view = play(&mut browser, &game, &view, "i8").await;
    assert_eq!(
        (&view["end"], &view["result"]["winner"]),
        (&json!("won"), &json!(0))
    );
    let said = view["result"]["say"].as_str().unwrap();
    assert!(said.starts_with("Black wins"), "{said}");
    assert_eq!(file(&mut browser, &game).await[2], "B+");
    // The second player is Black from the first move on, which stands in Black's column.
    assert_eq!(lines(&mut browser, &game).await, [["", "1"]]);
    assert_eq!(
        (&view["asides"], &view["vacant"]),
        (&Value::Null, &Value::Null)
    );

    let found = analysed(&mut browser, &game).await;
    // The first player, who is White here, has lost.
    assert_eq!(found["positions"][0]["chance"], 0.0, "{found}");
    let position = browser.get_json(&format!("{game}/analysis?ply=0")).await;
    let said = position["position"]["say"].as_str().unwrap();
    assert!(said.contains("A win for Black in one move"), "{said}");
    let page = browser.get(&game).await;
    assert!(page.says("Winning chances: White"));
    site.app.shutdown().await;
}
