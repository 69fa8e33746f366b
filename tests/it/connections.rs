//! Connections over the wire: clients that close their side after a request, or all of it, and heads that break the protocol.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::Duration;

use rookery::clock::Stopwatch;
use serde_json::json;

use crate::support::program::{Place, Server};
use crate::support::site::PASSWORD;
use crate::support::wire::{Reply, Wire};

/// Long enough that only what never comes reaches it.
const NEVER: Duration = Duration::from_secs(30);
/// Each of them several times: whether the end of a connection is read together with the request is chance.
const TIMES: usize = 10;

/// A site on which nobody is counted.
fn serve(place: &Place) -> Server {
    place.serve_with(&[], &[("ROOKERY__LIMITS__EXEMPT", "127.0.0.0/8")])
}

/// Sends these bytes and the end of the client's side; all that comes back.
fn ask_and_half_close(server: &Server, sent: &str) -> String {
    let mut stream = server.connect();
    stream.write_all(sent.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Sends a whole post, and closes the connection at once.
fn post_and_close(server: &Server, path: &str, cookie: &str, body: &str) {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    );
    server.connect().write_all(request.as_bytes()).unwrap();
}

/// The cookie of an answer, as the next request sends it.
fn cookie(reply: &Reply) -> String {
    let set = reply.header("set-cookie");
    assert!(!set.is_empty(), "{reply:?}");
    set.split(';').next().unwrap().to_owned()
}

/// Waits until something is so; fails the test if it never is.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let since = Stopwatch::start();
    while !is_so() {
        assert!(since.elapsed() < NEVER, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A client may end its side of the connection when it has asked for all it wants (RFC 9112, section 9.6).
#[test]
fn who_half_closes_gets_all_answers() {
    let place = Place::new();
    let server = serve(&place);
    for path in ["/healthz", "/robots.txt", "/", "/play", "/login"] {
        for version in ["1.0", "1.1"] {
            let request = format!(
                "GET {path} HTTP/{version}\r\nHost: {}\r\n\r\n",
                server.address
            );
            for _ in 0..TIMES {
                let answer = ask_and_half_close(&server, &request);
                let status = format!("HTTP/{version} 200 OK\r\n");
                assert!(answer.starts_with(&status), "{path}: {answer:?}");
            }
        }
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        let twice = ask_and_half_close(&server, &request.repeat(2));
        assert_eq!(twice.matches(" 200 OK\r\n").count(), 2, "{path}");
    }
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn a_move_that_was_sent_whole_is_made_although_its_client_is_gone() {
    let place = Place::new();
    let server = serve(&place);
    for _ in 0..TIMES {
        let mut visitor = Wire::new(&server.address);
        let first = [("game", "tic-tac-toe"), ("tap", "b2")];
        let begun = visitor.post("/games", &first).unwrap();
        let game = format!("/api/v1{}", begun.header("location"));
        let mut view = move || visitor.get(&game).unwrap().json();
        until("the engine answers", || view()["ply"] == 2);
        let now = view();
        let moves = format!("/api/v1/games/{}/moves", now["id"].as_str().unwrap());
        let body = json!({"ply": 2, "hash": now["hash"], "path": now["moves"][0]["path"]});
        post_and_close(&server, &moves, &cookie(&begun), &body.to_string());
        until("the move is made", || view()["ply"].as_u64() > Some(2));
    }
    assert_eq!(server.terminate().0, Some(0));
}

/// A search costs a core, and the next one of the same player waits for it.
#[test]
fn a_hint_that_nobody_waits_for_is_given_up() {
    let place = Place::new();
    let server = place.serve_with(
        &[],
        &[
            ("ROOKERY__LIMITS__EXEMPT", "127.0.0.0/8"),
            ("ROOKERY__METRICS__TOKEN", "scraped"),
            ("ROOKERY__ACCESS__GUESTS", "open"),
        ],
    );
    let mut visitor = Wire::new(&server.address);
    let begun = visitor
        .post("/games", &[("game", "go"), ("level", "8")])
        .unwrap();
    let hint = format!("{}/hint", begun.header("location"));
    let scrape = format!(
        "GET /metrics HTTP/1.0\r\nHost: {}\r\nAuthorization: Bearer scraped\r\n\r\n",
        server.address
    );
    let given_up = "rookery_searches_total{game=\"go\",outcome=\"stopped\"} 1\n";
    post_and_close(&server, &hint, &cookie(&begun), "{}");
    until("the hint is given up", || {
        ask_and_half_close(&server, &scrape).contains(given_up)
    });
    assert_eq!(server.terminate().0, Some(0));
}

/// "Log out, close the lid": the session has to be over, on a computer that others use as well.
#[test]
fn a_log_out_that_was_sent_whole_is_done_although_its_client_is_gone() {
    let place = Place::new();
    let server = serve(&place);
    let greeting = server.greeting.concat();
    let token = greeting.split_once("token=").unwrap().1;
    let token = token.split_whitespace().next().unwrap();
    let owner = [("token", token), ("name", "Thandi"), ("password", PASSWORD)];
    let made = Wire::new(&server.address).post("/setup", &owner).unwrap();
    assert_eq!(made.status, 303, "{made:?}");
    for _ in 0..TIMES {
        let mut thandi = Wire::new(&server.address);
        let form = [("name", "Thandi"), ("password", PASSWORD)];
        let entered = thandi.post("/login", &form).unwrap();
        assert_eq!(entered.status, 303, "{entered:?}");
        assert_eq!(thandi.get("/account").unwrap().status, 200);
        post_and_close(&server, "/logout", &cookie(&entered), "");
        until("the session is over", || {
            thandi.get("/account").unwrap().status == 303
        });
    }
    assert_eq!(server.terminate().0, Some(0));
}

/// RFC 9112, sections 3.2 and 6.1.
#[test]
fn a_head_that_two_readers_could_take_differently_is_refused() {
    let place = Place::new();
    let server = serve(&place);
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\nHost: a b<script>\r\n", "400"),
        ("GET /healthz HTTP/1.0\r\nHost: a\r\nHost: a\r\n", "400"),
        (
            "POST /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n",
            "501",
        ),
        ("GET /healthz HTTP/1.1\r\nHost: a.example:8080\r\n", "200"),
        ("GET /healthz HTTP/1.0\r\n", "200"),
    ] {
        let answer = ask_and_half_close(&server, &format!("{head}\r\n"));
        assert_eq!(answer.split(' ').nth(1), Some(status), "{head}: {answer:?}");
        let is_last = answer.to_lowercase().contains("\r\nconnection: close\r\n");
        assert!(is_last || status == "200", "{head}: {answer:?}");
    }
    assert_eq!(server.terminate().0, Some(0));
}
