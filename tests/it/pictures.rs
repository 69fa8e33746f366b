//! Pictures of matches: access, content and caching, and the texts of link previews.

use std::collections::BTreeMap;

use axum::http::Method;
use rookery::matches::{SavedState, Visibility};

use crate::support::browser::{Answer, Browser};
use crate::support::html;
use crate::support::site::{FAST, Site};

const PUBLIC: (&str, &str) = ("public_url", "https://games.example.org");
const UNKNOWN: &str = "/games/aaaaaaaaaaaaaaaaaaaaaaaaaa";

/// A match of chess from a position, as its path.
async fn chess(browser: &mut Browser, fen: &str) -> String {
    let side = if fen.contains(" w ") { "0" } else { "1" };
    let fields = [
        ("game", "chess"),
        ("level", "1"),
        ("side", side),
        ("start", fen),
    ];
    browser.start(&fields).await
}

async fn make_private(site: &Site, game: &str) {
    let id = game.trim_start_matches("/games/").parse().unwrap();
    let mut record = site.store().game(id).await.unwrap().unwrap();
    let kept = SavedState::of(&record);
    record.visibility = Visibility::Private;
    record.version += 1;
    site.store().save_game(kept, &record).await.unwrap();
}

/// The pieces of the first field of a FEN, as `light-king` and so on.
fn pieces_of(fen: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for letter in fen
        .split(' ')
        .next()
        .unwrap()
        .chars()
        .filter(char::is_ascii_alphabetic)
    {
        let kind = match letter.to_ascii_lowercase() {
            'p' => "pawn",
            'n' => "knight",
            'b' => "bishop",
            'r' => "rook",
            'q' => "queen",
            'k' => "king",
            other => panic!("{other}"),
        };
        let tone = if letter.is_ascii_uppercase() {
            "light"
        } else {
            "dark"
        };
        *counts.entry(format!("{tone}-{kind}")).or_default() += 1;
    }
    counts
}

/// The number of uses of each drawing in an SVG.
fn uses(svg: &str) -> BTreeMap<String, usize> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let mut counts = BTreeMap::new();
    for node in document
        .descendants()
        .filter(|n| n.tag_name().name() == "use")
    {
        let of = node.attribute("href").unwrap().trim_start_matches('#');
        *counts.entry(of.to_owned()).or_default() += 1;
    }
    counts
}

#[tokio::test]
async fn the_svg_has_the_pieces_of_the_fen() {
    let site = Site::new().await;
    let mut user = site.user("Thandi").await;
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/8/8/8/8/8/QQQQ4/4K3 b - - 0 1",
    ] {
        let game = chess(&mut user, fen).await;
        let answer = site.visitor().get(&format!("{game}.svg?ply=0")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("content-type"), "image/svg+xml");
        assert_eq!(uses(&answer.text()), pieces_of(fen), "{fen}");
    }
    site.app.shutdown().await;
}

#[tokio::test]
async fn the_png_is_a_card_that_follows_the_match() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let game = visitor
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    visitor.my_turn(&game).await;
    let mut known: Vec<Vec<u8>> = Vec::new();
    for (query, same_as) in [
        ("?ply=0", None),
        ("?ply=1", None),
        ("", None),
        ("?ply=2", Some(2)),
        ("?ply=1", Some(1)),
    ] {
        let answer = site.visitor().get(&format!("{game}.png{query}")).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, "image/png")
        );
        let picture = image::load_from_memory(&answer.body).unwrap();
        assert_eq!((picture.width(), picture.height()), (1200, 630));
        let place = known.iter().position(|bytes| *bytes == answer.body);
        assert_eq!(place, same_as, "{query}");
        if place.is_none() {
            known.push(answer.body);
        }
    }
    site.app.shutdown().await;
}

#[tokio::test]
async fn every_site_draws_a_position_alike() {
    let mut found = Vec::new();
    for _ in 0..2 {
        let site = Site::new().await;
        let mut visitor = site.visitor();
        let game = visitor
            .start(&[("game", "tic-tac-toe"), ("tap", "a1")])
            .await;
        let answer = visitor.get(&format!("{game}.png?ply=1")).await;
        found.push((answer.header("etag").to_owned(), answer.body));
        site.app.shutdown().await;
    }
    assert!(found[0] == found[1], "two sites differ");
    assert!(found[0].0.starts_with('"'), "a strong tag: {}", found[0].0);
}

#[tokio::test]
async fn a_picture_is_kept_by_caches_and_asked_for_by_its_tag() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let game = visitor
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    for form in ["svg", "png"] {
        let path = format!("{game}.{form}?ply=1");
        let first = site.visitor().get(&path).await;
        let tag = first.header("etag").to_owned();
        assert_eq!(first.header("cache-control"), "public, max-age=60");
        assert_eq!(first.header("cross-origin-resource-policy"), "cross-origin");
        let ask = async |tag: &str| {
            let known = [("if-none-match", tag)];
            site.visitor()
                .send(Method::GET, &path, &known, Vec::new())
                .await
        };
        let again = ask(&tag).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{form}");
        assert_eq!(again.header("etag"), tag);
        assert_eq!(again.header("cache-control"), "public, max-age=60");
        assert_eq!(ask("\"another\"").await.status, 200);
        let other = site.visitor().get(&format!("{game}.{form}?ply=0")).await;
        assert_ne!(other.header("etag"), tag);
    }
    // A shared cache keeps only answers for which nobody needs an account or a session.
    assert_eq!(
        site.visitor()
            .get(&format!("{game}.svg"))
            .await
            .header("set-cookie"),
        ""
    );
    // A cookie that is none is taken away, by an answer that nobody keeps.
    let garbled = [("cookie", "rookery=x")];
    let path = format!("{game}.svg");
    let mut visitor = site.visitor();
    let answer = visitor.send(Method::GET, &path, &garbled, Vec::new()).await;
    assert!(answer.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(answer.header("cache-control"), "no-store");
    site.app.shutdown().await;
}

/// The parts of a refusal that could tell two of them apart.
fn told(answer: &Answer) -> (u16, String, String, String) {
    let header = |name| answer.header(name).to_owned();
    let text = answer.text();
    let error: serde_json::Value = serde_json::from_str(&text).unwrap();
    (
        answer.status,
        error["error"].to_string(),
        header("cache-control"),
        header("etag"),
    )
}

#[tokio::test]
async fn a_private_match_has_pictures_for_its_players_alone() {
    let site = Site::with(&[PUBLIC]).await;
    let mut owner = site.user("Thandi").await;
    let game = owner
        .start(&[("game", "tic-tac-toe"), ("level", "8"), ("side", "0")])
        .await;
    make_private(&site, &game).await;
    let mut strangers = [
        site.visitor(),
        site.user("Lerato").await,
        site.admin("Owner").await,
    ];
    for form in ["svg", "png"] {
        let mine = owner.get(&format!("{game}.{form}")).await;
        assert_eq!(mine.status, 200);
        assert_eq!(mine.header("cache-control"), "private, no-cache");
        assert_eq!(mine.header("cross-origin-resource-policy"), "same-origin");
        let tag = mine.header("etag").to_owned();
        for query in ["", "?ply=0", "?ply=99"] {
            let headers = [
                ("accept", "application/json"),
                ("if-none-match", tag.as_str()),
            ];
            for stranger in &mut strangers {
                let mut ask = async |place: &str| {
                    let path = format!("{place}.{form}{query}");
                    stranger
                        .send(Method::GET, &path, &headers, Vec::new())
                        .await
                };
                let (there, nowhere) = (ask(&game).await, ask(UNKNOWN).await);
                assert_eq!(there.status, 404);
                assert_eq!(told(&there), told(&nowhere));
            }
        }
    }
    let page = owner.get(&game).await.text();
    assert!(
        !page.contains("og:") && !page.contains("twitter:"),
        "a private match has no preview"
    );
    site.app.shutdown().await;
}

#[tokio::test]
async fn bad_addresses_are_refused_with_the_reason() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let game = visitor
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    visitor.my_turn(&game).await;
    for form in ["svg", "png"] {
        for (path, status) in [
            (format!("{game}.{form}?ply=3"), 400),
            (format!("{game}.{form}?ply=99999999999999999999999"), 400),
            (format!("{game}.{form}?ply=-1"), 400),
            (format!("{game}.{form}?ply=first"), 400),
            (format!("{game}.{form}?ply="), 400),
            (format!("{UNKNOWN}.{form}"), 404),
            (format!("/games/.{form}"), 404),
            (format!("/games/nothing.{form}"), 404),
            (format!("{game}.{form}.{form}"), 404),
        ] {
            assert_eq!(site.visitor().get(&path).await.status, status, "{path}");
        }
    }
    for extension in ["gif", "jpg", "PNG", "svgz", "html", ""] {
        let answer = site.visitor().get(&format!("{game}.{extension}")).await;
        assert_eq!(answer.status, 404, "{extension}");
    }
    let beyond = site.visitor().get(&format!("{game}.png?ply=3")).await;
    assert!(beyond.says("positions 0 to 2"), "{}", beyond.text());
    site.app.shutdown().await;
}

#[tokio::test]
async fn pictures_drawn_anew_are_limited_by_address() {
    let settings = [
        FAST,
        ("limits.pictures_per_minute", "3"),
        ("limits.exempt", "192.0.2.0/24"),
    ];
    let site = Site::with(&settings).await;
    let mut user = site.user("Thandi").await;
    let mut games = Vec::new();
    for file in 0..8 {
        let row = match file {
            0 => "P7".to_owned(),
            7 => "7P".to_owned(),
            n => format!("{n}P{}", 7 - n),
        };
        games.push(chess(&mut user, &format!("4k3/8/8/8/{row}/8/8/4K3 w - - 0 1")).await);
    }
    let ask = async |n: usize, form: &str, address: &str| {
        let mut browser = site.visitor().at(address);
        browser.get(&format!("{}.{form}?ply=0", games[n])).await
    };
    const HERE: &str = "203.0.113.7";
    for (n, status) in [200, 200, 200, 429, 429].into_iter().enumerate() {
        let answer = ask(n, "png", HERE).await;
        assert_eq!(answer.status, status, "{n}");
        let wait = answer.header("retry-after").parse::<u32>();
        assert_eq!(wait.is_ok_and(|s| s > 0), status == 429);
    }
    // A picture at hand costs nothing, and neither does a drawing that stays one.
    assert_eq!(ask(1, "png", HERE).await.status, 200);
    assert_eq!(ask(4, "svg", HERE).await.status, 200);
    assert_eq!(ask(3, "png", "198.51.100.7").await.status, 200);
    for n in 4..8 {
        assert_eq!(ask(n, "png", "192.0.2.7").await.status, 200);
    }
    assert_eq!(ask(4, "png", HERE).await.status, 200, "it is at hand now");
    site.app.shutdown().await;
}

/// The content of a `<meta>` of a page, by property or name.
fn meta(page: &str, key: &str) -> Option<String> {
    let is_it = |tag: &&&str| {
        ["property", "name"]
            .iter()
            .any(|by| html::attribute(tag, by).as_deref() == Some(key))
    };
    html::tags(page, "meta")
        .iter()
        .find(is_it)
        .and_then(|tag| html::attribute(tag, "content"))
}

#[tokio::test]
async fn a_link_to_a_match_shows_its_position() {
    let site = Site::with(&[PUBLIC, ("site.name", "Chess & Tea")]).await;
    let mut user = site.user("Thandi").await;
    let game = user
        .start(&[("game", "tic-tac-toe"), ("level", "8"), ("tap", "b2")])
        .await;
    user.my_turn(&game).await;
    let page = site.visitor().get(&game).await.text();
    let says = |key: &str| meta(&page, key).unwrap_or_else(|| panic!("{key}: {page}"));
    assert_eq!(says("og:site_name"), "Chess & Tea");
    assert!(says("og:title").contains("Thandi"), "{}", says("og:title"));
    assert!(!says("og:description").is_empty() && !says("og:image:alt").is_empty());
    assert_eq!(says("og:url"), format!("https://games.example.org{game}"));
    assert_eq!(says("twitter:card"), "summary_large_image");
    let image = says("og:image");
    let path = image.strip_prefix("https://games.example.org").unwrap();
    let answer = site.visitor().get(path).await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, says("og:image:type").as_str())
    );
    let picture = image::load_from_memory(&answer.body).unwrap();
    assert_eq!(picture.width().to_string(), says("og:image:width"));
    assert_eq!(picture.height().to_string(), says("og:image:height"));
    // A link to an earlier move shows that one.
    let earlier = site.visitor().get(&format!("{game}?ply=1")).await.text();
    assert_eq!(
        meta(&earlier, "og:image").unwrap(),
        format!("https://games.example.org{game}.png?ply=1")
    );
    assert_eq!(
        meta(&earlier, "og:url").unwrap(),
        format!("https://games.example.org{game}?ply=1")
    );
    site.app.shutdown().await;
}

#[tokio::test]
async fn public_pages_say_what_they_are() {
    let site = Site::with(&[PUBLIC, ("site.name", "Chess & Tea")]).await;
    let mut titles = std::collections::BTreeSet::new();
    for path in [
        "/",
        "/play",
        "/play/chess",
        "/rules/chess",
        "/rules/othello",
    ] {
        let page = site.visitor().get(path).await.text();
        assert_eq!(
            meta(&page, "og:site_name").as_deref(),
            Some("Chess & Tea"),
            "{path}"
        );
        assert_eq!(
            meta(&page, "og:url"),
            Some(format!("https://games.example.org{path}"))
        );
        assert_eq!(meta(&page, "twitter:card").as_deref(), Some("summary"));
        assert!(
            meta(&page, "og:description").is_some_and(|text| text.len() > 20),
            "{path}"
        );
        titles.insert(meta(&page, "og:title").unwrap());
    }
    assert_eq!(titles.len(), 5, "{titles:?}");
}

/// An address that is wrong for everybody else is worse than none.
#[tokio::test]
async fn without_a_public_address_a_preview_has_words_alone() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let game = visitor
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    let page = visitor.get(&game).await.text();
    assert!(meta(&page, "og:title").is_some());
    for key in ["og:url", "og:image", "og:image:width"] {
        assert_eq!(meta(&page, key), None, "{key}");
    }
    assert_eq!(meta(&page, "twitter:card").as_deref(), Some("summary"));
    site.app.shutdown().await;
}
