//! Memory of a burst is returned: the real program under many simultaneous requests, and its memory afterwards.
//!
//! All of it (RSS) is measured of the release binary that `ROOKERY_BIN` names, as in `.ci/run`. The debug build's own text takes more
//! than the site may have, so without that variable its text is not counted.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::support::html;
use crate::support::program::{Place, Server};
use crate::support::site::{ANSWER, PASSWORD};
use crate::support::work::EASY_PROOF;

const SIGNUPS: usize = 150;
const AT_ONCE: usize = 48;
/// The most that the site may hold ten seconds later.
const MOST_KIB: u64 = 60 * 1024;

/// An answer: status, cookie and text.
struct Answer {
    status: String,
    cookie: String,
    text: String,
}

fn ask(server: &Server, request: &str, cookie: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "{request} HTTP/1.0\r\nHost: {}\r\nCookie: {cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    )
    .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let cookie = text
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next())
        .unwrap_or(cookie);
    Answer {
        status: text.split(' ').nth(1).unwrap_or_default().to_owned(),
        cookie: cookie.to_owned(),
        text,
    }
}

fn sign_up(server: &Server, n: usize) {
    let page = ask(server, "GET /signup", "", "");
    let challenge = html::field(&page.text, "challenge").unwrap();
    let picture = format!("GET /captcha/{challenge}/image");
    // Drawn where there is room in the queue; the page comes without it, too.
    let picture = ask(server, &picture, &page.cookie, "");
    assert!(
        ["200", "503"].contains(&&*picture.status),
        "{}",
        picture.text
    );
    let name = format!("member{n}");
    let fields = [
        ("name", &*name),
        ("password", PASSWORD),
        ("challenge", &*challenge),
        ("answer", ANSWER),
        ("proof", EASY_PROOF),
    ];
    let answer = ask(server, "POST /signup", &page.cookie, &html::form(&fields));
    assert_eq!(answer.status, "303", "{}", answer.text);
}

/// The program to measure, and the part of its memory that counts.
fn measured() -> (String, &'static str) {
    match std::env::var("ROOKERY_BIN") {
        Ok(released) => (released, "VmRSS"),
        Err(_) => (env!("CARGO_BIN_EXE_rookery").to_owned(), "RssAnon"),
    }
}

#[test]
fn a_burst_of_sign_ups_is_given_back() {
    let (program, count) = measured();
    let place = Place::new();
    let server = place.serve_program(
        &program,
        4096,
        &[
            ("ROOKERY__CAPTCHA__TEST_ANSWER", ANSWER),
            ("ROOKERY__CAPTCHA__DEFENCE__FILL_S", "0"),
            ("ROOKERY__CAPTCHA__DEFENCE__WORK_TRIES", "8"),
            ("ROOKERY__ENGINE__BUILD_TABLES", "false"),
            // One address stands for a whole school here.
            ("ROOKERY__LIMITS__EXEMPT", "127.0.0.0/8"),
        ],
    );
    let before = server.memory_kib(count);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::SeqCst);
                    if n >= SIGNUPS {
                        return;
                    }
                    sign_up(&server, n);
                }
            });
        }
    });
    let after = server.memory_kib(count);
    std::thread::sleep(Duration::from_secs(10));
    let later = server.memory_kib(count);
    println!(
        "{count} of {program}: {before} KiB before, {after} KiB after {SIGNUPS} sign-ups, {later} KiB ten seconds later"
    );
    assert!(later <= MOST_KIB, "{count}: {later} KiB are held");
}
