//! Arbitrary bytes to any endpoint: the response is never a server error.

use std::cell::Cell;

use axum::body::Body;
use axum::http::{Method, Request, header};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rookery::web::routes;
use tokio::runtime::Runtime;

use crate::support::browser::Browser;
use crate::support::databases;
use crate::support::html::escape;
use crate::support::site::{HOST, Site};

const CASES: u32 = 2000;

/// Requests come as fast as they are answered, all from one address: none of them is to end at a limit.
const UNLIMITED: &[(&str, &str)] = &[
    ("limits.exempt", "0.0.0.0/0,::/0"),
    ("limits.captcha_challenges_per_minute", "0"),
];

/// A request as it will be sent.
#[derive(Clone, Debug)]
struct Sent {
    method: Method,
    path: String,
    headers: Vec<(&'static str, Vec<u8>)>,
    body: Vec<u8>,
    is_admin: bool,
}

/// Words that forms and addresses of this site know, and words that they do not.
fn word() -> impl Strategy<Value = String> {
    const KNOWN: &[&str] = &[
        "tic-tac-toe",
        "morabaraba",
        "nine-mens-morris",
        "checkers",
        "fanorona",
        "go",
        "gomoku",
        "name",
        "password",
        "challenge",
        "answer",
        "reload",
        "next",
        "act",
        "save",
        "preview",
        "factory",
        "invite",
        "add",
        "site",
        "origins",
        "secret",
        "game",
        "level",
        "side",
        "first",
        "start",
        "variant",
        "path",
        "tap",
        "prefix",
        "ply",
        "hash",
        "version",
        "classic.font_size_px",
        "margin_px",
        "rotation_deg",
        "a1",
        "d6",
        "b2",
        "0",
        "1",
        "-1",
        "99999999999999999999",
        "3",
        "8",
        "random",
        "scale",
        "seed",
        "theme",
        "token",
        "user",
        "old",
        "new",
        "page",
        "aaaaaaaaaaaaaaaaaaaaaaaaaa",
        // PostgreSQL takes it in no text, SQLite in all.
        "An\0na",
    ];
    prop_oneof![
        4 => prop::sample::select(KNOWN).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => vec(any::<u8>(), 0..40).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

fn fields() -> impl Strategy<Value = String> {
    vec((word(), word()), 0..8).prop_map(|pairs| {
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(k, v)| format!("{}={}", escape(k), escape(v)))
            .collect();
        pairs.join("&")
    })
}

fn json() -> impl Strategy<Value = String> {
    vec((word(), word(), 0..4_u8), 0..6).prop_map(|pairs| {
        let object: serde_json::Map<String, serde_json::Value> = pairs
            .into_iter()
            .map(|(key, text, shape)| {
                let value = match shape {
                    0 => serde_json::json!(text),
                    1 => serde_json::json!([text]),
                    2 => serde_json::json!(text.len()),
                    _ => serde_json::json!({ text: null }),
                };
                (key, value)
            })
            .collect();
        serde_json::Value::Object(object).to_string()
    })
}

/// Any byte that may stand in a header.
fn header_byte() -> impl Strategy<Value = u8> {
    any::<u8>().prop_map(|b| if b < 0x20 || b == 0x7f { b' ' } else { b })
}

fn request() -> impl Strategy<Value = Sent> {
    let path = (0..routes().count(), word(), proptest::option::of(fields())).prop_map(
        |(n, gap, query)| {
            let filled: Vec<String> = routes()
                .nth(n)
                .unwrap()
                .0
                .split('/')
                .map(|part| {
                    if part.starts_with('{') {
                        escape(&gap)
                    } else {
                        part.to_owned()
                    }
                })
                .collect();
            let query = query.map_or_else(String::new, |q| format!("?{q}"));
            format!("{}{query}", filled.join("/"))
        },
    );
    let body = prop_oneof![
        3 => fields().prop_map(|text| ("application/x-www-form-urlencoded", text.into_bytes())),
        2 => json().prop_map(|text| ("application/json", text.into_bytes())),
        1 => vec(any::<u8>(), 0..300).prop_map(|bytes| ("application/x-www-form-urlencoded", bytes)),
        1 => vec(any::<u8>(), 0..300).prop_map(|bytes| ("application/json", bytes)),
        1 => vec(any::<u8>(), 0..300).prop_map(|bytes| ("text/plain", bytes)),
    ];
    let method = prop::sample::select(vec![
        Method::GET,
        Method::GET,
        Method::POST,
        Method::POST,
        Method::HEAD,
        Method::PUT,
    ]);
    let names = vec![
        "cookie",
        "accept",
        "origin",
        "x-forwarded-for",
        "last-event-id",
        "content-length",
        "sec-fetch-site",
    ];
    let headers = vec(
        (prop::sample::select(names), vec(header_byte(), 0..60)),
        0..3,
    );
    (method, path, body, headers, any::<bool>()).prop_map(
        |(method, path, (kind, body), mut headers, is_admin)| {
            headers.push(("content-type", kind.as_bytes().to_vec()));
            // Whoever has logged out is no admin any more.
            let is_admin = is_admin && !path.starts_with("/logout");
            Sent {
                method,
                path,
                headers,
                body,
                is_admin,
            }
        },
    )
}

fn ask(runtime: &Runtime, browser: &Browser, sent: &Sent) -> u16 {
    let mut request = Request::builder()
        .method(sent.method.clone())
        .uri(&sent.path)
        .header(header::HOST, HOST);
    if sent.is_admin {
        request = request.header(
            header::COOKIE,
            format!("rookery={}", browser.cookie("rookery").unwrap_or_default()),
        );
    }
    for (name, value) in &sent.headers {
        request = request.header(*name, value.as_slice());
    }
    let request = request.body(Body::from(sent.body.clone())).unwrap();
    runtime.block_on(browser.status_of(request))
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn any_bytes_to_any_endpoint_never_fail() {
    let runtime = runtime();
    let site = runtime.block_on(Site::with(UNLIMITED));
    ask_for_anything(&runtime, &site, CASES);
}

#[test]
fn any_bytes_to_any_endpoint_never_fail_on_postgres() {
    let runtime = runtime();
    let Some(fresh) = runtime.block_on(databases::postgres()) else {
        return;
    };
    let site = runtime.block_on(Site::on(fresh.store.clone(), UNLIMITED));
    ask_for_anything(&runtime, &site, CASES / 2);
}

fn ask_for_anything(runtime: &Runtime, site: &Site, cases: u32) {
    let admin = runtime.block_on(site.admin("Owner"));
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let limited = Cell::new(0);
    TestRunner::new(config)
        .run(&request(), |sent| {
            let status = ask(runtime, &admin, &sent);
            prop_assert!(status < 500, "{status}: {sent:?}");
            limited.set(limited.get() + u32::from(status == 429));
            Ok(())
        })
        .unwrap();
    // What a limit refuses reaches no endpoint.
    let limited = limited.get();
    assert!(
        limited < cases / 100,
        "{limited} of {cases} were refused by a limit"
    );
    runtime.block_on(site.app.shutdown());
}
