//! Rules pages: their diagrams, the exercise with right, wrong and foreign taps, and the words for a first match.

use rookery_games::Registry;
use serde_json::{Value, json};

use crate::support::html;
use crate::support::site::{FAST, Site};

/// The taps of a right and of a wrong move of each exercise, worked out on paper.
const TAPS: &[(&str, &str, &str)] = &[
    ("checkers", "g7,e5,c3,a1", "e7,g5"),
    ("go", "g5", "a1"),
    ("gomoku", "h8", "a1"),
    ("chess", "a1,a8", "a1,a7"),
    ("connect-four", "f", "a"),
    ("fanorona", "d3,e3,e2,d2", "g5,f5"),
    ("morabaraba", "e3,d3", "a1"),
    ("nine-mens-morris", "d6,a4", "d7"),
    ("othello", "d6", "c4"),
    ("tic-tac-toe", "c3", "c1"),
];

/// The judgement of a page on a move.
fn answer(text: &str) -> (String, String) {
    let at = text.find("id=\"exercise-answer\"").unwrap();
    let part = &text[at..at + text[at..].find("</div>").unwrap()];
    let judgement = part.split("data-judgement=\"").nth(1).unwrap();
    let judgement = judgement.split('"').next().unwrap().to_owned();
    let said = part.split("<p>").nth(1);
    let said = said.map_or("", |said| said.split("</p>").next().unwrap());
    (judgement, said.to_owned())
}

#[tokio::test]
async fn a_page_has_the_diagrams_of_its_game() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for kind in Registry::shipped().all() {
        let page = visitor.get(&format!("/rules/{}", kind.name())).await;
        assert_eq!(page.status, 200);
        let text = page.text();
        let diagrams = kind.sheet().diagrams.len();
        assert_eq!(
            text.matches("<figure>").count(),
            diagrams - 1,
            "{}",
            kind.name()
        );
        assert_eq!(text.matches("<figcaption>").count(), diagrams - 1);
        assert_eq!(text.matches("id=\"exercise\"").count(), 1);
        assert_eq!(text.matches("<h2").count(), kind.sheet().headings.len() + 1);
        // Tinted spaces are seen: under the pieces, but over a board that lies over the pieces.
        for figure in text.split("<figure>").skip(1) {
            let place = |part: &str| figure.find(part);
            match place("href=\"#board-over\"") {
                Some(over) => assert!(place("class=\"spaces\"") > Some(over)),
                None => assert!(place("class=\"spaces\"") < place("class=\"pieces\"")),
            }
        }
        // Each is drawn from one board.
        assert_eq!(text.matches("<symbol id=\"board-under\"").count(), 1);
        assert_eq!(answer(&text), ("open".to_owned(), String::new()));
    }
    // The drawing, by one example: White castles, the rook comes to f1, and c1 is crossed out.
    let chess = visitor.get("/rules/chess").await.text();
    let castling = chess
        .split("<figure>")
        .find(|part| part.contains("with the rook on h1"));
    let castling = castling.unwrap();
    assert_eq!(castling.matches("<polygon").count(), 1);
    assert!(
        castling.contains("ghost\" href=\"#p-rook\" x=\"500\" y=\"700\""),
        "{castling}"
    );
    assert!(castling.contains("href=\"#note-cross\" x=\"200\" y=\"700\""));
    assert!(
        castling.contains("White: king e1; rook a1, h1"),
        "its pieces in words"
    );
}

#[tokio::test]
async fn a_move_is_judged_without_scripts_and_with_them() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for (game, right, wrong) in TAPS {
        for (taps, judgement, begins) in
            [(right, "right", "Right! "), (wrong, "not-yet", "Not yet. ")]
        {
            let at = format!("/rules/{game}?try={taps}");
            let page = visitor.get(&at).await;
            assert_eq!(page.status, 200, "{at}");
            let (judged, said) = answer(&page.text());
            assert_eq!(judged, judgement, "{at}: {said}");
            assert!(said.starts_with(begins), "{at}: {said}");
            // The board stands after the move, and no tap goes on.
            assert!(page.says("Try again"));
            let json = visitor.get_json(&at).await;
            assert_eq!(json["judgement"], judgement, "{at}");
            assert_eq!(json["say"], html::unescape(&said), "{at}");
            assert_eq!(json["view"]["moves"], json!([]), "{at}");
        }
    }
    // A tap that only begins a move: the next button goes on from it.
    let page = visitor.get("/rules/morabaraba?try=e3").await.text();
    assert!(page.contains("name=\"try\" value=\"e3,d3\""));
    assert_eq!(answer(&page).0, "open");
    // Twice on the same piece takes it back.
    let page = visitor.get("/rules/chess?try=a1,a1").await.text();
    assert!(page.contains("name=\"try\" value=\"a8\""));
}

#[tokio::test]
async fn taps_that_are_no_move_are_refused_in_words() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for (taps, status, judgement) in [
        // A legal name, and not a legal move: the game says why.
        ("a1,b3", 200, "not-legal"),
        ("e5", 200, "not-legal"),
        ("a1,a8,a8", 200, "not-legal"),
        ("z9", 422, "nonsense"),
        ("a1,z9", 422, "nonsense"),
        ("%3Cscript%3Ealert(1)%3C/script%3E", 422, "nonsense"),
        ("%22%3E%3Cb%3E", 422, "nonsense"),
        ("%00", 422, "nonsense"),
    ] {
        let at = format!("/rules/chess?try={taps}");
        let page = visitor.get(&at).await;
        assert_eq!(page.status, status, "{at}");
        let text = page.text();
        let (judged, said) = answer(&text);
        assert_eq!(judged, judgement, "{at}");
        assert!(!said.is_empty(), "{at}");
        assert!(
            !text.contains("<script>alert") && !text.contains("\"><b>"),
            "{at}"
        );
    }
    let long = "a1,".repeat(5_000);
    let page = visitor.get(&format!("/rules/chess?try={long}")).await;
    assert_eq!(page.status, 422);
    assert!(
        answer(&page.text()).1.len() < 300,
        "what is shown of it is short"
    );
    assert_eq!(visitor.get("/rules/skat?try=a1").await.status, 404);
}

/// The task of a match's view, before any tap.
fn task(view: &Value) -> &str {
    view["tasks"][""].as_str().unwrap()
}

const FIRST: &str =
    "Place a cow on any empty point. Get three in a row to shoot one of your opponent’s.";
const PLAIN: &str = "Place a cow.";

#[tokio::test]
async fn a_first_match_of_a_little_known_game_is_explained() {
    let site = Site::new().await;
    let fields: &[_] = &[("game", "morabaraba"), ("level", "1"), ("side", "0")];
    let mut newcomer = site.guest().await;
    let game = newcomer.start(fields).await;
    let view = newcomer.my_turn(&game).await;
    assert_eq!(task(&view), FIRST);
    assert!(view["aloud"].as_str().unwrap().ends_with(FIRST), "{view}");
    let page = newcomer.get(&game).await;
    assert!(page.says(FIRST) && page.says("Got it"));
    // The next turn has the same task: it is shown, and is not said again.
    let body = json!({"ply": view["ply"], "hash": view["hash"], "path": ["b2"]});
    newcomer.post_json(&format!("{game}/moves"), &body).await;
    let view = newcomer.my_turn(&game).await;
    assert_eq!(task(&view), FIRST);
    assert!(!view["aloud"].as_str().unwrap().contains(FIRST), "{view}");
    // Somebody else who looks on has no task at all.
    let seen = site.visitor().get(&game).await;
    assert!(!seen.says(FIRST) && !seen.says("Got it"));
    // A finished match, lost by resigning, and the next one is not explained.
    newcomer.post(&format!("{game}/resign"), &[]).await;
    let game = newcomer.start(fields).await;
    let view = newcomer.my_turn(&game).await;
    assert_eq!(task(&view), PLAIN);
    assert!(!newcomer.get(&game).await.says("Got it"));
}

#[tokio::test]
async fn the_coach_can_be_sent_away_and_knows_its_game() {
    let site = Site::new().await;
    let fields: &[_] = &[("game", "morabaraba"), ("level", "1"), ("side", "0")];
    let mut newcomer = site.user("Anna").await;
    let game = newcomer.start(fields).await;
    assert!(newcomer.get(&game).await.says(FIRST));
    let gone = newcomer.post("/account/coach", &[("next", &*game)]).await;
    assert_eq!((gone.status, gone.location()), (303, game.clone()));
    let page = newcomer.get(&game).await;
    assert!(!page.says(FIRST) && page.says(PLAIN) && !page.says("Got it"));
    // A finished match of another game is no match of this one; and games that most people know are not explained.
    let mut other = site.guest().await;
    let chess = other
        .start(&[("game", "chess"), ("level", "1"), ("side", "0")])
        .await;
    assert!(!other.get(&chess).await.says("Got it"));
    other.post(&format!("{chess}/resign"), &[]).await;
    let game = other.start(fields).await;
    assert!(other.get(&game).await.says(FIRST));
}

/// A beginner of renju has to know more than that five in a row wins.
#[tokio::test]
async fn the_coach_says_which_rows_win_in_the_variant() {
    let site = Site::new().await;
    for (variant, words) in [
        ("standard", "Five in a row wins; block"),
        (
            "exactly-five",
            "Exactly five in a row wins, and six does not",
        ),
        ("caro", "wins unless enemy stones stand at both ends"),
        ("renju", "Black may not make two open threes"),
    ] {
        let fields = [
            ("game", "gomoku"),
            ("variant", variant),
            ("level", "1"),
            ("side", "0"),
        ];
        let mut newcomer = site.guest().await;
        let game = newcomer.start(&fields).await;
        assert!(newcomer.get(&game).await.says(words), "{variant}");
    }
}

/// A reference leads to the first element with its id: a second one would be drawn by the wrong tile, or not at all.
#[tokio::test]
async fn no_id_stands_twice_on_a_page_with_several_boards() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let games = Registry::shipped();
    let rules = games
        .all()
        .iter()
        .map(|kind| format!("/rules/{}", kind.name()));
    for path in rules.chain(["/".to_owned()]) {
        let page = visitor.get(&path).await.text();
        let ids = page.split(" id=\"").skip(1);
        let mut ids: Vec<_> = ids.map(|part| part.split('"').next()).collect();
        ids.sort_unstable();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all, "{path}");
    }
}

/// Every game takes a position that visitors type, on its page as in the API.
#[tokio::test]
async fn each_game_can_begin_from_a_position_of_ones_own() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for kind in Registry::shipped().all() {
        let page = visitor.get(&format!("/play/{}", kind.name())).await.text();
        assert_eq!(page.matches("id=\"f-start\"").count(), 1, "{}", kind.name());
    }
}

/// The page of a game takes the position string in the menu of its matches.
#[tokio::test]
async fn a_match_begins_from_the_position_string_of_another() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    for kind in Registry::shipped().all() {
        let fields = [("game", kind.name()), ("level", "1"), ("side", "0")];
        let game = browser.start(&fields).await;
        let page = browser.get(&game).await.text();
        let position = html::by_id(&page, "board-position").unwrap();
        let from = [&fields[..], &[("start", position.as_str())]].concat();
        let game = browser.start(&from).await;
        let page = browser.get(&game).await.text();
        let shown = html::by_id(&page, "board-position");
        assert_eq!(shown.as_deref(), Some(position.as_str()));
    }
    site.app.shutdown().await;
}
