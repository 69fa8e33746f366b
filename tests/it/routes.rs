//! The route table: every route as a visitor, as the owner of the things behind it, as another user, and as an admin.

use std::collections::BTreeSet;

use axum::http::Method;
use rookery::ids::GameId;
use rookery::matches::Visibility;
use rookery::web::routes;

use crate::support::browser::Browser;
use crate::support::pictures;
use crate::support::site::{FAST, Site};
use crate::support::tree;

/// A row: method, route, fields of the form, and the status for visitor, user, other user, admin.
type Row = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    [u16; 4],
);

const OPEN: [u16; 4] = [200; 4];
const OWN_PAGE: [u16; 4] = [404, 200, 404, 404];
const ADMIN: [u16; 4] = [303, 404, 404, 200];
const NONE: &[(&str, &str)] = &[];
const GAME: &[(&str, &str)] = &[("game", "morabaraba"), ("level", "1")];

/// `{id}` is a fresh private game of tic-tac-toe of the user's, no move made.
const TABLE: &[Row] = &[
    ("GET", "/", NONE, OPEN),
    ("GET", "/play", NONE, OPEN),
    ("GET", "/play/{game}", NONE, OPEN),
    ("GET", "/rules/{game}", NONE, OPEN),
    // The owner has written neither.
    ("GET", "/imprint", NONE, [404; 4]),
    ("GET", "/privacy", NONE, [404; 4]),
    ("POST", "/games", GAME, [303; 4]),
    ("GET", "/games/{id}", NONE, OWN_PAGE),
    ("GET", "/games/{id}/events", NONE, OWN_PAGE),
    // Noughts and crosses has no such file.
    ("GET", "/games/{id}/record", NONE, [404; 4]),
    // Without ply and hash a move is stale.
    ("POST", "/games/{id}/moves", NONE, [404, 409, 404, 404]),
    ("POST", "/games/{id}/resign", NONE, [404, 303, 404, 404]),
    // Nothing to take back, nothing to call a draw, nothing to play again.
    ("POST", "/games/{id}/takeback", NONE, [404, 422, 404, 404]),
    ("POST", "/games/{id}/draw", NONE, [404, 422, 404, 404]),
    ("POST", "/games/{id}/rematch", NONE, [404, 422, 404, 404]),
    ("POST", "/games/{id}/hint", NONE, [404, 200, 404, 404]),
    // It goes on: there is nothing to analyse yet.
    ("GET", "/games/{id}/analysis", NONE, [404, 303, 404, 404]),
    ("POST", "/games/{id}/analysis", NONE, [404, 422, 404, 404]),
    ("POST", "/games/{id}/lines", NONE, [404, 422, 404, 404]),
    ("POST", "/games/{id}/variation", NONE, [404, 422, 404, 404]),
    ("GET", "/signup", NONE, [200, 303, 303, 303]),
    ("POST", "/signup", NONE, [422; 4]),
    ("GET", "/login", NONE, OPEN),
    ("POST", "/login", NONE, [422; 4]),
    ("POST", "/logout", NONE, [303; 4]),
    ("GET", "/account", NONE, [303, 200, 200, 200]),
    ("GET", "/account/games", NONE, [303, 200, 200, 200]),
    ("POST", "/account/password", NONE, [303, 422, 422, 422]),
    ("POST", "/account/delete", NONE, [303, 422, 422, 422]),
    ("POST", "/account/coach", NONE, [303; 4]),
    ("POST", "/account/theme", NONE, [422; 4]),
    ("GET", "/account/reset", NONE, OPEN),
    ("POST", "/account/reset", NONE, [422; 4]),
    ("GET", "/preferences", NONE, OPEN),
    ("POST", "/preferences", NONE, [303; 4]),
    (
        "POST",
        "/preferences/sounds",
        &[("sounds", "off")],
        [204; 4],
    ),
    ("GET", "/verify", NONE, OPEN),
    ("POST", "/verify", NONE, [422; 4]),
    ("GET", "/captcha/{challenge}/image", NONE, [404; 4]),
    ("GET", "/captcha/{challenge}/audio", NONE, [404; 4]),
    ("GET", "/reading-test", NONE, [303, 200, 200, 200]),
    ("POST", "/reading-test", NONE, [303; 4]),
    ("GET", "/reading-test/{id}/{n}", NONE, [303, 404, 404, 404]),
    ("GET", "/setup", NONE, OPEN),
    ("POST", "/setup", NONE, [422; 4]),
    ("GET", "/admin", NONE, ADMIN),
    ("GET", "/admin/captcha", NONE, ADMIN),
    ("POST", "/admin/captcha", &[("act", "preview")], ADMIN),
    ("GET", "/admin/captcha/samples", NONE, ADMIN),
    ("GET", "/admin/captcha/preview/{n}", NONE, ADMIN),
    ("GET", "/admin/captcha/sites", NONE, ADMIN),
    (
        "POST",
        "/admin/captcha/sites",
        &[
            ("act", "add"),
            ("name", "Forum"),
            ("origins", "https://forum.example"),
        ],
        ADMIN,
    ),
    ("GET", "/admin/captcha/history", NONE, ADMIN),
    ("GET", "/admin/captcha/metrics", NONE, ADMIN),
    ("GET", "/admin/captcha/bench", NONE, ADMIN),
    // Nothing is measured, so nothing is stopped.
    (
        "POST",
        "/admin/captcha/bench",
        &[("act", "cancel")],
        [303, 404, 404, 303],
    ),
    ("GET", "/admin/captcha/assets", NONE, ADMIN),
    // A form without parts has no files.
    ("POST", "/admin/captcha/assets", NONE, [303, 404, 404, 415]),
    (
        "POST",
        "/admin/captcha/assets/remove",
        NONE,
        [303, 404, 404, 404],
    ),
    (
        "POST",
        "/admin/captcha/assets/rescan",
        NONE,
        [303, 404, 404, 303],
    ),
    ("GET", "/admin/captcha/fonts/{n}", NONE, ADMIN),
    ("GET", "/admin/captcha/backgrounds/{n}", NONE, ADMIN),
    ("GET", "/admin/look", NONE, ADMIN),
    ("POST", "/admin/look", &[("act", "preview")], ADMIN),
    ("GET", "/admin/look/history", NONE, ADMIN),
    // Without a name it is no logo.
    ("GET", "/admin/look/logo", NONE, [303, 404, 404, 404]),
    ("GET", "/admin/users", NONE, ADMIN),
    ("POST", "/admin/users", &[("act", "invite")], ADMIN),
    ("GET", "/healthz", NONE, OPEN),
    ("GET", "/readyz", NONE, OPEN),
    // There is none without a token in the configuration.
    ("GET", "/metrics", NONE, [404; 4]),
    ("GET", "/favicon.ico", NONE, OPEN),
    ("GET", "/robots.txt", NONE, OPEN),
    ("GET", "/site.webmanifest", NONE, OPEN),
    ("GET", "/static/{hash}/{*file}", NONE, OPEN),
    // The owner has set neither accent nor logo.
    ("GET", "/site/look.css", NONE, [404; 4]),
    ("GET", "/site/logo", NONE, [404; 4]),
    ("GET", "/api/v1/games", NONE, OPEN),
    ("POST", "/api/v1/games", GAME, [403, 200, 200, 200]),
    ("GET", "/api/v1/games/{id}", NONE, OWN_PAGE),
    ("GET", "/api/v1/games/{id}/events", NONE, OWN_PAGE),
    ("GET", "/api/v1/games/{id}/record", NONE, [404; 4]),
    (
        "POST",
        "/api/v1/games/{id}/moves",
        NONE,
        [404, 422, 404, 404],
    ),
    ("POST", "/api/v1/games/{id}/resign", NONE, OWN_PAGE),
    (
        "POST",
        "/api/v1/games/{id}/takeback",
        NONE,
        [404, 422, 404, 404],
    ),
    (
        "POST",
        "/api/v1/games/{id}/draw",
        NONE,
        [404, 422, 404, 404],
    ),
    (
        "POST",
        "/api/v1/games/{id}/rematch",
        NONE,
        [404, 422, 404, 404],
    ),
    ("POST", "/api/v1/games/{id}/hint", NONE, OWN_PAGE),
    ("GET", "/api/v1/games/{id}/analysis", NONE, OWN_PAGE),
    (
        "POST",
        "/api/v1/games/{id}/analysis",
        NONE,
        [404, 422, 404, 404],
    ),
    (
        "POST",
        "/api/v1/games/{id}/lines",
        &[("ply", "0")],
        [404, 422, 404, 404],
    ),
    (
        "POST",
        "/api/v1/games/{id}/variation",
        &[("from", "0")],
        [404, 422, 404, 404],
    ),
    // Other sites: a log-in here makes no difference.
    (
        "POST",
        "/api/v1/captcha/challenges",
        &[("site", "aaaaaaaaaaaaaaaaaaaaaaaaaa")],
        [404; 4],
    ),
    (
        "GET",
        "/api/v1/captcha/challenges/{id}/image",
        NONE,
        [404; 4],
    ),
    (
        "GET",
        "/api/v1/captcha/challenges/{id}/audio",
        NONE,
        [404; 4],
    ),
    (
        "POST",
        "/api/v1/captcha/challenges/{id}/check",
        &[("answer", "x")],
        [404; 4],
    ),
    (
        "POST",
        "/api/v1/captcha/verify",
        &[("secret", "x"), ("token", "x")],
        [403; 4],
    ),
    ("POST", "/api/v1/captcha/siteverify", NONE, [200; 4]),
    ("GET", "/captcha/frame", NONE, [404; 4]),
    ("POST", "/captcha/frame", NONE, [404; 4]),
    ("GET", "/captcha/widget.js", NONE, OPEN),
];

/// The address of a route with something in its gaps.
pub fn fill(route: &str, game: &str) -> String {
    route
        .replace("{game}", "morabaraba")
        .replace("{id}", game)
        .replace("{challenge}", "aaaaaaaaaaaaaaaaaaaaaaaaaa")
        .replace("{n}", "0")
        .replace("{hash}", "today")
        .replace("{*file}", "site.css")
}

async fn private_game(site: &Site, browser: &mut Browser) -> String {
    private_match(site, browser, ("tic-tac-toe", "8")).await
}

/// A fresh private match of a game at a level, no move made.
async fn private_match(site: &Site, browser: &mut Browser, (game, level): (&str, &str)) -> String {
    let place = browser
        .start(&[("game", game), ("level", level), ("side", "0")])
        .await;
    let id: GameId = place.trim_start_matches("/games/").parse().unwrap();
    let mut record = site.store().game(id).await.unwrap().unwrap();
    record.visibility = Visibility::Private;
    let kept = rookery::matches::SavedState::of(&record);
    record.version += 1;
    site.store().save_game(kept, &record).await.unwrap();
    id.to_string()
}

#[tokio::test]
async fn every_route_answers_everybody_as_the_table_says() {
    let site = Site::with(&[FAST, ("limits.games_per_minute", "500")]).await;
    let mut owner = site.user("Thandi").await;
    let people = [
        site.visitor(),
        owner.clone(),
        site.user("Other").await,
        site.admin("Admin").await,
    ];
    let mut problems = Vec::new();
    // Logging out ends a session for good, so it comes last.
    let is_last = |row: &&Row| row.1 == "/logout";
    for row in TABLE
        .iter()
        .filter(|r| !is_last(r))
        .chain(TABLE.iter().filter(is_last))
    {
        let (method, route, fields, expected) = row;
        for (person, status) in people.iter().zip(expected) {
            let mut person = person.clone();
            let game = if route.contains("{id}") {
                private_game(&site, &mut owner).await
            } else {
                String::new()
            };
            let path = fill(route, &game);
            let answer = match *method {
                "GET" => person.get(&path).await,
                _ => person.post(&path, fields).await,
            };
            if answer.status != *status {
                let who =
                    ["visitor", "user", "other user", "admin"][expected_index(&people, &person)];
                problems.push(format!(
                    "{method} {route} as {who}: {} instead of {status}",
                    answer.status
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    site.app.shutdown().await;
}

fn expected_index(people: &[Browser; 4], person: &Browser) -> usize {
    people
        .iter()
        .position(|p| p.cookie("rookery") == person.cookie("rookery"))
        .unwrap_or(0)
}

/// An address with nothing behind it answers everybody alike: behind these there is something.
#[tokio::test]
async fn what_is_there_is_nobody_else_s() {
    let site = Site::with(&[FAST]).await;
    let mut admin = site.admin("Admin").await;
    let mut owner = site.user("Thandi").await;
    let mut other = site.user("Other").await;
    let mut visitor = site.visitor();

    // A file of the captcha's pictures.
    let assets = "/admin/captcha/assets";
    let kept = admin
        .post_files(assets, &[("a.png", pictures::plain_png())])
        .await;
    assert_eq!(kept.status, 200, "{}", kept.text());
    let id = admin.get(assets).await.field("id").unwrap();
    let remove = "/admin/captcha/assets/remove";
    assert_eq!(other.post(remove, &[("id", &id)]).await.status, 404);
    assert_eq!(visitor.post(remove, &[("id", &id)]).await.status, 303);
    assert_eq!(site.store().asset_list().await.unwrap().len(), 1);
    assert_eq!(admin.post(remove, &[("id", &id)]).await.status, 303);
    assert!(site.store().asset_list().await.unwrap().is_empty());

    // A logo that is kept.
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 80 20\"><path d=\"M0 0h80v20z\"/></svg>";
    let file = ("logo_file", "logo.svg", drawing.as_bytes());
    let saved = admin.post_parts("/admin/look", &[], &[file]).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let name = admin.get("/admin/look").await.field("logo").unwrap();
    let logo = format!("/admin/look/logo?name={name}");
    assert_eq!(other.get(&logo).await.status, 404);
    assert_eq!(visitor.get(&logo).await.status, 303);
    let shown = admin.get(&logo).await;
    assert_eq!((shown.status, shown.text().as_str()), (200, drawing));

    // A private match of a game that has a file for other programs.
    let game = private_match(&site, &mut owner, ("chess", "3")).await;
    for folder in ["/games", "/api/v1/games"] {
        let record = format!("{folder}/{game}/record");
        for stranger in [&mut visitor, &mut other, &mut admin] {
            assert_eq!(stranger.get(&record).await.status, 404, "{record}");
        }
        assert_eq!(owner.get(&record).await.status, 200, "{record}");
    }
    site.app.shutdown().await;
}

#[test]
fn no_route_is_without_a_row() {
    let rows: BTreeSet<(&str, &str)> = TABLE
        .iter()
        .map(|(method, route, ..)| (*method, *route))
        .collect();
    let routes: BTreeSet<(&str, &str)> = routes()
        .flat_map(|(route, methods)| methods.iter().map(move |method| (*method, route)))
        .collect();
    assert_eq!(rows, routes);
    assert_eq!(rows.len(), TABLE.len(), "a row stands twice");
}

/// The list is the router, as long as no route is added beside it.
#[test]
fn routes_stand_in_one_file() {
    let files = tree::files("src/web", "rs").into_iter();
    let with_routes: Vec<String> = files
        .filter(|file| {
            let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
            code.contains(".route(") || code.contains(".nest(")
        })
        .map(|file| file.path)
        .collect();
    assert_eq!(with_routes, ["src/web/router.rs"]);
}

#[tokio::test]
async fn other_methods_get_405_and_other_addresses_404() {
    let site = Site::with(&[FAST]).await;
    let mut visitor = site.visitor();
    for (route, methods) in routes() {
        let path = fill(route, "aaaaaaaaaaaaaaaaaaaaaaaaaa");
        for method in [
            Method::GET,
            Method::POST,
            Method::PUT,
            Method::DELETE,
            Method::PATCH,
        ] {
            if methods.contains(&method.as_str()) {
                continue;
            }
            let answer = visitor.send(method.clone(), &path, &[], Vec::new()).await;
            // One that takes only posts leads to the page that it belongs to.
            if method == Method::GET && !route.starts_with("/api/") {
                assert_eq!(answer.status, 303, "{method} {route}");
                continue;
            }
            assert_eq!(answer.status, 405, "{method} {route}");
            assert!(
                methods.iter().all(|m| answer.header("allow").contains(m)),
                "{method} {route}: Allow"
            );
        }
    }
    for path in [
        "/nothing",
        "/nothing.svg",
        "/admin/nothing",
        "/api/v1",
        "/api/v2/games",
        "/static",
        "/play/ludo",
    ] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        let kind = if path.starts_with("/api/v1/") {
            "application/json"
        } else {
            "text/html"
        };
        assert!(
            answer.header("content-type").starts_with(kind) || path.starts_with("/api"),
            "{path}"
        );
    }
    let json = visitor
        .send(
            Method::GET,
            "/nothing",
            &[("accept", "application/json")],
            Vec::new(),
        )
        .await;
    assert_eq!(json.json()["error"]["code"], "not-found");
}

/// Addresses that stand in the bar after a form was refused, and those that people type and read aloud.
#[tokio::test]
async fn an_address_without_a_page_leads_to_the_one_that_is_meant() {
    let site = Site::with(&[FAST]).await;
    let mut user = site.user("Thandi").await;
    let game = "/games/aaaaaaaaaaaaaaaaaaaaaaaaaa";
    for (path, status, to) in [
        ("/games", 303, "/play"),
        (&*format!("{game}/moves?prefix=d2"), 303, game),
        (&*format!("{game}/hint"), 303, game),
        ("/account/password", 303, "/account"),
        ("/account/theme", 303, "/"),
        ("/logout", 303, "/"),
        ("/preferences/sounds", 303, "/preferences"),
        ("/admin/captcha/assets/remove", 303, "/admin/captcha/assets"),
        ("/games/", 308, "/games"),
        ("/play/chess/?level=3", 308, "/play/chess?level=3"),
        ("/%70lay", 308, "/play"),
        ("/games/AAAAAAAAAAAAAAAAAAAAAAAAAA", 308, game),
        ("/api/v1/games/", 308, "/api/v1/games"),
    ] {
        for method in [Method::GET, Method::HEAD] {
            let answer = user.send(method.clone(), path, &[], Vec::new()).await;
            let found = (answer.status, answer.location());
            assert_eq!(found, (status, to.to_owned()), "{method} {path}");
        }
    }
    assert!(user.is_logged_in().await, "to look is no act");
    for path in ["//evil.example/", "/static/today/"] {
        assert_eq!(user.get(path).await.status, 404, "{path}");
    }
    // A post is not sent on, and a program is told.
    assert_eq!(user.post("/play/", &[]).await.status, 404);
    let json = [("accept", "application/json")];
    let told = user.send(Method::GET, "/logout", &json, Vec::new()).await;
    assert_eq!(told.status, 405);
    assert_eq!(told.json()["error"]["code"], "method");
}
