//! The JSON of the API: fields and their types, refusals with texts and codes, and the actions of each game.

use axum::http::Method;
use rookery::web::{self, Shape};
use serde_json::{Value, json};

use crate::support::browser::Answer;
use crate::support::html;
use crate::support::site::Site;

/// The address at which matches begin.
pub const GAMES: &str = "/api/v1/games";
/// The header of a JSON body.
pub const JSON: (&str, &str) = ("content-type", "application/json");

/// Status and code of a refusal; its words are there.
pub fn refusal(answer: &Answer) -> (u16, String) {
    assert!(
        answer
            .header("content-type")
            .starts_with("application/json"),
        "{}",
        answer.text()
    );
    let json = answer.json();
    let error = &json["error"];
    assert!(
        error["say"].as_str().is_some_and(|say| !say.is_empty()),
        "{json}"
    );
    (answer.status, error["code"].as_str().unwrap().to_owned())
}

fn is(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_numbers() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let new =
        json!({"game": "morabaraba", "level": 1, "side": 0, "moves-first": "light", "tap": null});
    let made = browser.post_json(GAMES, &new).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let view = made.json();
    assert_eq!(
        (&view["me"], &view["sides"][0]["tone"]),
        (&json!(0), &json!("light"))
    );
    let moves = format!("{GAMES}/{}/moves", view["id"].as_str().unwrap());
    let made = browser
        .post_json(
            &moves,
            &json!({"ply": 0, "hash": view["hash"], "path": ["d6"]}),
        )
        .await;
    assert_eq!((made.status, &made.json()["played"]), (200, &json!(["d6"])));
    for (field, value) in [
        ("level", json!("one")),
        ("level", json!(9)),
        ("level", json!(1.5)),
        ("side", json!(2)),
        ("side", json!([0])),
        ("game", json!(7)),
        ("start", json!({})),
        ("moves-first", json!("nobody")),
        ("variant", json!("moon")),
    ] {
        let mut body = new.clone();
        body[field] = value;
        let refused = browser.post_json(GAMES, &body).await;
        assert_eq!(refusal(&refused), is(422, "field"), "{body}");
        assert_eq!(refused.json()["error"]["field"], field, "{body}");
    }
    let garbled = json!({"game": "chess", "level": 1, "side": 0, "start": "nonsense"});
    let refused = browser.post_json(GAMES, &garbled).await;
    assert_eq!(refusal(&refused), is(422, "field"));
    assert_eq!(refused.json()["error"]["field"], "start");
    let illegal = json!({"game": "tic-tac-toe", "level": 8, "tap": "z9"});
    let refused = browser.post_json(GAMES, &illegal).await;
    assert_eq!(refusal(&refused), is(422, "illegal"));
    assert_eq!(refused.json()["error"]["field"], "tap");
    let text = json!({"game": "tic-tac-toe", "level": "8", "side": "random"});
    assert_eq!(
        browser.post_json(GAMES, &text).await.status,
        200,
        "texts of numbers are read"
    );
    site.app.shutdown().await;
}

/// Numbers of the other posts: an invitation's accounts, and the picture of a reading test.
#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_numbers_in_forms_of_members_and_admins() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let invite = |uses: Value| json!({"act": "invite", "uses": uses});
    for uses in [json!(30), json!("31")] {
        let made = owner.post_json("/admin/users", &invite(uses.clone())).await;
        assert_eq!(made.status, 200, "{}", made.text());
        let accounts: u32 = uses.to_string().trim_matches('"').parse().unwrap();
        assert_eq!(made.json()["uses"], accounts);
        let page = owner.get("/admin/users").await;
        let share = format!("0 of {accounts}");
        assert!(page.says(&share), "{share}: {}", page.text());
    }
    for uses in [json!("thirty"), json!(0), json!(501), json!(1.5), json!([])] {
        let refused = owner.post_json("/admin/users", &invite(uses.clone())).await;
        assert_eq!(refusal(&refused), is(422, "field"), "{uses}");
        assert_eq!(refused.json()["error"]["field"], "uses");
    }
    let test = owner.get("/reading-test").await.field("test").unwrap();
    let answer = |n: Value| json!({"test": test, "n": n, "answer": "nonsense"});
    for n in [json!(20), json!(-1), json!("first")] {
        let refused = owner.post_json("/reading-test", &answer(n.clone())).await;
        assert_eq!(refusal(&refused), is(422, "field"), "{n}");
    }
    let read = owner.post_json("/reading-test", &answer(json!(0))).await;
    assert_eq!(
        (read.status, read.field("n").as_deref()),
        (200, Some("1")),
        "{}",
        read.text()
    );
}

/// An input of type `number`, and a hidden one whose value is a number, is a number in JSON, in the same bounds.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_page_sends_as_a_number_is_a_number_in_json() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let fields = [("game", "tic-tac-toe"), ("level", "8"), ("side", "0")];
    let game = owner.start(&fields).await;
    let mut seen = Vec::new();
    for path in ["/admin/users", "/admin/captcha", "/reading-test", &game] {
        let page = owner.get(path).await.text();
        for form in page.split("<form ").skip(1) {
            let form = format!("<form {}", form.split("</form>").next().unwrap());
            let action = html::attribute(html::tags(&form, "form")[0], "action").unwrap();
            let route = action.replace(&game, "/games/{id}");
            let route = route.split('#').next().unwrap();
            let Some(fields) = web::fields_of(route) else {
                continue;
            };
            for tag in html::tags(&form, "input") {
                let attribute = |name| html::attribute(tag, name);
                let bound = |name| attribute(name).and_then(|text| text.parse::<i64>().ok());
                let is_number = match attribute("type").as_deref() {
                    Some("number") => true,
                    Some("hidden") => bound("value").is_some(),
                    _ => false,
                };
                let name = attribute("name").unwrap_or_default();
                let Some(field) = fields.iter().find(|f| is_number && f.name == name) else {
                    continue;
                };
                let Shape::Number { least, most } = field.shape else {
                    panic!("{name} of {action} is a number in its form: {field:?}");
                };
                if let (Some(min), Some(max)) = (bound("min"), bound("max")) {
                    assert_eq!((least, most), (min, max), "{name} of {action}");
                }
                seen.push(name);
            }
        }
    }
    for name in ["uses", "n", "ply", "version", "seed"] {
        assert!(seen.iter().any(|seen| seen == name), "{name}: {seen:?}");
    }
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_field_that_is_not_known_is_refused_by_name() {
    let site = Site::new().await;
    let mut browser = site.user("Thandi").await;
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    for (path, body, field, nearest) in [
        (
            GAMES.to_owned(),
            json!({"game": "chess", "levl": 3}),
            "levl",
            json!("level"),
        ),
        (
            GAMES.to_owned(),
            json!({"game": "morabaraba", "moves-frist": "dark"}),
            "moves-frist",
            json!("moves-first"),
        ),
        (
            "/games".to_owned(),
            json!({"game": "chess", "moves-first": "dark"}),
            "moves-first",
            json!(null),
        ),
        (
            format!("/api/v1{game}/moves"),
            json!({"ply": 2, "hash": "0", "pat": "a1"}),
            "pat",
            json!("path"),
        ),
        (
            format!("/api/v1{game}/resign"),
            json!({"sure": true}),
            "sure",
            json!(null),
        ),
        (
            "/login".to_owned(),
            json!({"nam": "Thandi"}),
            "nam",
            json!("name"),
        ),
        (
            "/api/v1/captcha/verify".to_owned(),
            json!({"token": "x", "secrets": "y"}),
            "secrets",
            json!("secret"),
        ),
    ] {
        let refused = browser.post_json(&path, &body).await;
        assert_eq!(refusal(&refused), is(422, "unknown-field"), "{path} {body}");
        let error = refused.json()["error"].clone();
        assert_eq!(
            (&error["field"], &error["nearest"]),
            (&json!(field), &nearest),
            "{path}"
        );
        assert!(error["say"].as_str().unwrap().contains(field), "{error}");
    }
    assert_eq!(
        browser.get_json(&game).await["status"],
        "playing",
        "nothing was done"
    );
    let missing = browser.post_json(GAMES, &json!({"level": 1})).await;
    assert_eq!(refusal(&missing), is(422, "missing-field"));
    assert_eq!(missing.json()["error"]["field"], "game");
    let unknown = browser
        .post_json(GAMES, &json!({"game": "ches", "level": 1}))
        .await;
    assert_eq!(refusal(&unknown), is(422, "field"));
    assert_eq!(unknown.json()["error"]["nearest"], "chess");
    // A form may have fields that browsers and other people's pages add to it.
    let fields = [("game", "tic-tac-toe"), ("tap", "b2"), ("utm", "x")];
    assert_eq!(browser.post("/games", &fields).await.status, 303);
}

#[tokio::test]
async fn every_refusal_has_words_and_a_code() {
    let site = Site::with(&[("limits.games_per_minute", "2")]).await;
    let mut browser = site.user("Thandi").await;
    let api = |path: &str| format!("/api/v1{path}");
    let nowhere = "/games/aaaaaaaaaaaaaaaaaaaaaaaaaa";
    for (method, path, headers, body, expected) in [
        (
            Method::GET,
            api("/nothing"),
            vec![],
            String::new(),
            is(404, "not-found"),
        ),
        (
            Method::GET,
            api(nowhere),
            vec![],
            String::new(),
            is(404, "not-found"),
        ),
        (
            Method::POST,
            api(&format!("{nowhere}/moves")),
            vec![JSON],
            "{}".to_owned(),
            is(404, "not-found"),
        ),
        (
            Method::DELETE,
            api("/games"),
            vec![],
            String::new(),
            is(405, "method"),
        ),
        (
            Method::PUT,
            api("/captcha/verify"),
            vec![],
            String::new(),
            is(405, "method"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![JSON],
            format!("\"{}\"", "x".repeat(70_000)),
            is(413, "too-large"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![("content-type", "text/plain")],
            "x".to_owned(),
            is(415, "media-type"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![("content-type", "application/jsonp")],
            "{}".to_owned(),
            is(415, "media-type"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![],
            "x".to_owned(),
            is(415, "media-type"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![JSON],
            "{\"game\":".to_owned(),
            is(400, "bad-request"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![JSON],
            "[1]".to_owned(),
            is(400, "bad-request"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![JSON],
            String::new(),
            is(422, "missing-field"),
        ),
        (
            Method::POST,
            api("/captcha/verify"),
            vec![JSON],
            "{}".to_owned(),
            is(422, "missing-field"),
        ),
        (
            Method::POST,
            api("/games"),
            vec![JSON, ("sec-fetch-site", "cross-site")],
            "{}".to_owned(),
            is(403, "forbidden"),
        ),
    ] {
        let answer = browser
            .send(method.clone(), &path, &headers, body.into_bytes())
            .await;
        assert_eq!(refusal(&answer), expected, "{method} {path}");
    }
    let new = json!({"game": "tic-tac-toe", "level": 8});
    for status in [200, 200, 429] {
        let answer = browser.post_json(GAMES, &new).await;
        assert_eq!(answer.status, status);
        if status == 429 {
            assert_eq!(refusal(&answer), is(429, "limited"));
            assert!(answer.header("retry-after").parse::<u32>().is_ok());
        }
    }
    let stranger = site
        .visitor()
        .post_json(GAMES, &json!({"game": "chess", "level": 1}))
        .await;
    assert_eq!(refusal(&stranger), is(403, "verify"));
}

/// Names of options are checked against the game that is asked for.
#[tokio::test]
async fn the_options_of_a_match_are_those_of_its_game() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let kinds: Value = browser.get_json(GAMES).await;
    for kind in kinds["games"].as_array().unwrap() {
        for option in kind["options"].as_array().unwrap() {
            let mut body = json!({"game": kind["name"], "level": 1, "side": 0});
            body[option["key"].as_str().unwrap()] = option["values"][0]["key"].clone();
            assert_eq!(browser.post_json(GAMES, &body).await.status, 200, "{body}");
        }
    }
    site.app.shutdown().await;
}

/// Two taps are a move: the first one is answered with the view and the tokens so far, in a match as in a variation.
#[tokio::test(flavor = "multi_thread")]
async fn half_a_move_is_answered_with_its_tokens() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let new = json!({"game": "chess", "level": 1, "side": 0});
    let first = browser.post_json(GAMES, &new).await.json();
    let game = format!("{GAMES}/{}", first["id"].as_str().unwrap());
    let moves = format!("{game}/moves");
    let tap = |ply: usize, tap: &str, prefix: &str| json!({"ply": ply, "hash": first["hash"], "tap": tap, "prefix": prefix});
    let half = browser.post_json(&moves, &tap(0, "e2", "")).await;
    assert_eq!(half.status, 200, "{}", half.text());
    let half = half.json();
    assert_eq!(half["prefix"], "e2");
    assert_eq!(
        (&half["ply"], &half["hash"], &half["moves"]),
        (&first["ply"], &first["hash"], &first["moves"])
    );
    let stale = browser.post_json(&moves, &tap(7, "e2", "")).await;
    assert_eq!(refusal(&stale), is(409, "stale"));
    let whole = browser.post_json(&moves, &tap(0, "e4", "e2")).await.json();
    assert_eq!(
        (&whole["played"][0], &whole["prefix"]),
        (&json!("e4"), &json!(null))
    );
    browser.my_turn(&game).await;
    browser
        .post_json(&format!("{game}/resign"), &json!({}))
        .await;
    let mut tried = tap(0, "g1", "");
    tried["from"] = json!(0);
    let variation = format!("{game}/variation");
    let half = browser.post_json(&variation, &tried).await;
    assert_eq!(half.status, 200, "{}", half.text());
    let half = half.json();
    assert_eq!(
        (&half["prefix"], &half["variation"]),
        (&json!("g1"), &json!({"from": 0, "line": "", "moves": []}))
    );
    site.app.shutdown().await;
}

/// Two crosses stand in the upper row: the third one wins.
#[tokio::test]
async fn a_hint_says_for_which_position_it_is() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let new = json!({"game": "tic-tac-toe", "level": 8, "side": 0, "start": "XX./OO./... x"});
    let view = browser.post_json(GAMES, &new).await.json();
    let hint = format!("{GAMES}/{}/hint", view["id"].as_str().unwrap());
    let hint = browser.post_json(&hint, &json!({})).await.json()["hint"].clone();
    assert_eq!(
        (&hint["ply"], &hint["path"], &hint["notation"]),
        (&view["ply"], &json!(["c3"]), &json!("c3"))
    );
    assert!(hint["say"].as_str().is_some_and(|say| !say.is_empty()));
    // Black has no move but to pass, which is a button: the hint speaks of it, and not of Black.
    let start = format!("{}X- X", "O".repeat(62));
    let new = json!({"game": "othello", "level": 1, "side": 0, "start": start});
    let view = browser.post_json(GAMES, &new).await.json();
    let hint = format!("{GAMES}/{}/hint", view["id"].as_str().unwrap());
    let hint = browser.post_json(&hint, &json!({})).await.json()["hint"].clone();
    assert_eq!(
        (&hint["path"], &hint["say"]),
        (&json!(["#pass"]), &json!("choose “Pass”"))
    );
}

/// What is asked of a match and refused comes back with the match, and with the code of the reason.
#[tokio::test(flavor = "multi_thread")]
async fn refusals_about_analyses_come_with_the_match() {
    let site = Site::new().await;
    let mut browser = site.user("Thandi").await;
    let new = json!({"game": "tic-tac-toe", "level": 8, "side": 0});
    let view = browser.post_json(GAMES, &new).await.json();
    let game = format!("{GAMES}/{}", view["id"].as_str().unwrap());
    let tried = json!({"from": 0, "line": "b2 b2", "ply": 0, "hash": view["hash"], "path": ["a1"]});
    let lines = json!({"ply": 0, "line": "b2 b2"});
    let mut refused = async |act: &str, body: &Value| {
        let answer = browser.post_json(&format!("{game}/{act}"), body).await;
        let json = answer.json();
        let is_match = json["id"] == view["id"] && json["hash"] == view["hash"];
        assert!(answer.status == 200 || is_match, "{act}: {json}");
        (answer.status, json["error"]["code"].clone())
    };
    let (no, illegal) = ((422, json!("refused")), (422, json!("illegal")));
    assert_eq!(refused("analysis", &json!({})).await, no);
    assert_eq!(refused("variation", &tried).await, no);
    assert_eq!(refused("resign", &json!({})).await.0, 200);
    assert_eq!(refused("lines", &lines).await, no, "not analysed yet");
    assert_eq!(refused("variation", &tried).await, illegal);
    while refused("analysis", &json!({})).await.0 == 200 {
        let (_, code) = refused("lines", &lines).await;
        if code == "illegal" {
            return site.app.shutdown().await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the analysis is refused");
}

/// A program that sends a form is told as much as one that sends JSON.
#[tokio::test]
async fn forms_of_programs_are_checked_as_json_is() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    for (path, fields, code, field) in [
        (
            "/api/v1/captcha/challenges",
            &[][..],
            "missing-field",
            "site",
        ),
        (
            "/api/v1/captcha/verify",
            &[("token", "x")],
            "missing-field",
            "secret",
        ),
        (GAMES, &[("level", "8")], "missing-field", "game"),
        (GAMES, &[("game", "chess")], "missing-field", "level"),
        (
            GAMES,
            &[("game", "chess"), ("level", "")],
            "missing-field",
            "level",
        ),
        (
            GAMES,
            &[("game", "chess"), ("level", "9")],
            "field",
            "level",
        ),
    ] {
        let refused = browser.post(path, fields).await;
        assert_eq!(refusal(&refused), is(422, code), "{path} {fields:?}");
        assert_eq!(refused.json()["error"]["field"], field, "{path} {fields:?}");
    }
    let page = browser.post("/games", &[("level", "8")]).await;
    assert_eq!(page.status, 422);
    assert!(page.says("The field “game” is missing."), "{}", page.text());
}

/// JSON has one kind of number (RFC 8259, section 6), and does not say which of two members with one name counts (section 4).
#[tokio::test]
async fn whole_numbers_may_have_a_point_and_fields_stand_there_once() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    for (body, status) in [
        (r#"{"game": "tic-tac-toe", "level": 8.0}"#, 200),
        (r#"{"game": "tic-tac-toe", "level": 7.5}"#, 422),
        (
            r#"{"game": "chess", "game": "tic-tac-toe", "level": 8}"#,
            400,
        ),
    ] {
        let body = body.as_bytes().to_vec();
        let answer = browser.send(Method::POST, GAMES, &[JSON], body).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let twice = [("game", "chess"), ("game", "tic-tac-toe"), ("level", "8")];
    let refused = browser.post(GAMES, &twice).await;
    assert_eq!(refusal(&refused), is(400, "bad-request"));
    site.app.shutdown().await;
}

/// What nobody can have meant as a move is cut in its refusal, and what cannot be seen is written as its number.
#[tokio::test]
async fn a_refused_move_is_quoted_in_short() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let new = json!({"game": "chess", "level": 1, "side": 0});
    let view = browser.post_json(GAMES, &new).await.json();
    let id = view["id"].as_str().unwrap();
    let long = format!("\u{202e}\0{}", "W".repeat(20_000));
    let squares = vec!["a1"; 5_000];
    for path in [
        json!(long),
        json!([long]),
        json!(squares),
        json!(squares.join(",")),
    ] {
        let body = json!({"ply": 0, "hash": view["hash"], "path": path});
        let refused = browser
            .post_json(&format!("{GAMES}/{id}/moves"), &body)
            .await;
        assert_eq!(refusal(&refused), is(422, "illegal"));
        let error = refused.json()["error"].clone();
        let say = error["say"].as_str().unwrap();
        assert!(say.len() < 600, "{say}");
        assert!(!say.contains(['\u{202e}', '\0']), "{say:?}");
    }
    let hash = view["hash"].as_str().unwrap();
    let fields = [("ply", "0"), ("hash", hash), ("path", long.as_str())];
    let page = browser.post(&format!("/games/{id}/moves"), &fields).await;
    assert_eq!(page.status, 422);
    assert!(!page.says(&"W".repeat(81)) && !page.says("\u{202e}"));
    site.app.shutdown().await;
}
