//! Event streams over the wire: headers for proxies, the first byte, the keep-alive comments, and the limit per address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use rookery::clock::Stopwatch;
use serde_json::Value;

use crate::support::program::{Place, Server};

/// A stream on which nothing happens says so this often, seconds.
const COMMENT_S: f64 = 15.0;

/// A site whose own limit of requests a second does not meet this file's speed.
fn serve(place: &Place, settings: &[(&str, &str)]) -> Server {
    let fast = ("ROOKERY__LIMITS__REQUESTS_PER_SECOND", "1000");
    place.serve_logged(4096, &[settings, &[fast]].concat())
}

/// A game in which it is the visitor's turn: nothing happens by itself.
fn game(server: &Server) -> String {
    let mut stream = server.connect();
    let body = "game=tic-tac-toe&tap=b2";
    write!(
        stream,
        "POST /games HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        server.address,
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let place = answer
        .lines()
        .find_map(|line| line.strip_prefix("location: "));
    place.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// An open stream: the head of the answer, and the line on which the rest comes.
struct Events {
    head: String,
    lines: BufReader<TcpStream>,
}

impl Events {
    fn open(server: &Server, game: &str, headers: &str) -> Self {
        let mut stream = server.connect();
        write!(
            stream,
            "GET {game}/events HTTP/1.0\r\nHost: {}\r\n{headers}\r\n",
            server.address
        )
        .unwrap();
        let mut events = Events {
            head: String::new(),
            lines: BufReader::new(stream),
        };
        while !events.head.ends_with("\r\n\r\n") {
            assert!(events.lines.read_line(&mut events.head).unwrap() > 0);
        }
        events.head.make_ascii_lowercase();
        events
    }

    fn status(&self) -> &str {
        self.head.split(' ').nth(1).unwrap()
    }

    /// The next line that says something.
    fn line(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(
                self.lines.read_line(&mut line).unwrap() > 0,
                "the stream has ended"
            );
            if !line.trim_end().is_empty() {
                return line.trim_end().to_owned();
            }
        }
    }
}

#[test]
fn a_stream_is_not_kept_back_and_shows_that_it_lives() {
    let place = Place::new();
    let server = serve(&place, &[]);
    let game = game(&server);
    let mut events = Events::open(&server, &game, "Accept-Encoding: gzip, br\r\n");
    assert_eq!(events.status(), "200");
    for header in [
        "content-type: text/event-stream",
        "x-accel-buffering: no",
        "cache-control: no-store, no-transform",
    ] {
        assert!(
            events.head.contains(&format!("\r\n{header}\r\n")),
            "{header}: {}",
            events.head
        );
    }
    assert!(!events.head.contains("content-encoding"), "{}", events.head);
    assert_eq!(events.line(), ": open");
    // A client that knows the newest version also gets the first byte at once, and then a comment every fifteen seconds: proxies close a
    // connection that is silent for a minute, some of them for less.
    let newest = loop {
        if let Some(version) = events.line().strip_prefix("id: ") {
            break version.to_owned();
        }
    };
    let since = Stopwatch::start();
    let mut events = Events::open(&server, &game, &format!("Last-Event-ID: {newest}\r\n"));
    assert_eq!(events.line(), ": open");
    let comment = events.line();
    let waited_s = since.elapsed().as_secs_f64();
    assert!(comment.starts_with(':'), "{comment}");
    assert!(
        (COMMENT_S - 1.0..=COMMENT_S + 2.0).contains(&waited_s),
        "a comment after {waited_s} s"
    );
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn an_address_has_64_streams() {
    let place = Place::new();
    let server = serve(&place, &[]);
    let game = game(&server);
    let mut streams: Vec<_> = (0..64).map(|_| Events::open(&server, &game, "")).collect();
    assert!(streams.iter().all(|s| s.status() == "200"));
    let refused = Events::open(&server, &game, "");
    assert_eq!(refused.status(), "429");
    assert!(
        refused.head.contains("retry-after: 30\r\n"),
        "{}",
        refused.head
    );
    drop(refused);
    // A program is told by a code.
    let refused = Events::open(&server, &game, "Accept: application/json\r\n");
    assert_eq!(refused.status(), "429");
    let mut lines = refused.lines;
    let mut json = String::new();
    lines.read_to_string(&mut json).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["error"]["code"], "streams");
    // A header from somebody who is not a trusted proxy changes nothing.
    let lying = Events::open(&server, &game, "X-Forwarded-For: 198.51.100.7\r\n");
    assert_eq!(lying.status(), "429");
    // One that ends makes room.
    streams.pop();
    let since = std::iter::repeat_with(|| Events::open(&server, &game, ""));
    assert!(since.take(500).any(|s| s.status() == "200"));
}

#[test]
fn behind_a_proxy_each_visitor_has_64_streams() {
    let place = Place::new();
    let server = serve(&place, &[("ROOKERY__TRUSTED_PROXIES", "127.0.0.1/32")]);
    let game = game(&server);
    let visitor = |n: u8| format!("X-Forwarded-For: 198.51.100.{n}\r\n");
    let streams: Vec<_> = (0..64)
        .map(|_| Events::open(&server, &game, &visitor(1)))
        .collect();
    assert!(streams.iter().all(|s| s.status() == "200"));
    assert_eq!(Events::open(&server, &game, &visitor(1)).status(), "429");
    assert_eq!(Events::open(&server, &game, &visitor(2)).status(), "200");
    // A site on which nobody is counted.
    let place = Place::new();
    let server = serve(&place, &[("ROOKERY__LIMITS__EXEMPT", "127.0.0.0/8")]);
    let game = self::game(&server);
    let streams: Vec<_> = (0..70).map(|_| Events::open(&server, &game, "")).collect();
    assert!(streams.iter().all(|s| s.status() == "200"));
}
