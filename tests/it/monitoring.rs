//! Monitoring: the metrics of a site in use, and the documentation and the dashboard compared with them.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use rookery::meters::{Kind, METERS};
use rookery_games::Registry;
use serde_json::Value;

use crate::support::site::Site;
use crate::support::tree;

const TOKEN: &str = "a-long-token";

async fn scraped(site: &Site) -> String {
    let headers = [("authorization", "Bearer a-long-token")];
    let answer = site
        .visitor()
        .send(Method::GET, "/metrics", &headers, Vec::new())
        .await;
    assert_eq!(answer.status, 200);
    answer.text()
}

/// The value of a line, `None` where there is no such line.
fn value(text: &str, line: &str) -> Option<f64> {
    let rest = text.lines().find_map(|known| known.strip_prefix(line));
    rest.and_then(|rest| rest.trim().parse().ok())
}

/// A site where somebody has played against an engine that searches.
async fn in_use() -> (Site, String) {
    let site = Site::with(&[("metrics.token", TOKEN)]).await;
    let mut guest = site.guest().await;
    let form = [("game", "othello"), ("level", "1"), ("side", "1")];
    let started = guest.post("/games", &form).await;
    assert_eq!(started.status, 303, "{}", started.text());
    let at = started.header("location").to_owned();
    // The engine moves first: its move has been counted when it is there.
    let mut text = scraped(&site).await;
    for _ in 0..500 {
        if value(
            &text,
            "rookery_searches_total{game=\"othello\",outcome=\"done\"} ",
        )
        .is_some_and(|count| count > 0.0)
        {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        text = scraped(&site).await;
    }
    assert_eq!(guest.get(&at).await.status, 200);
    assert_eq!(guest.post(&format!("{at}/resign"), &[]).await.status, 303);
    assert_eq!(guest.get("/nowhere").await.status, 404);
    for method in [Method::HEAD, Method::PUT, "BREW".parse().unwrap()] {
        guest.send(method, "/nowhere", &[], Vec::new()).await;
    }
    let text = scraped(&site).await;
    (site, text)
}

#[tokio::test]
async fn requests_are_counted_by_pattern_and_never_by_path() {
    let (_site, text) = in_use().await;
    for (line, least) in [
        (
            "rookery_http_requests_total{method=\"POST\",route=\"/games\",status=\"303\"} ",
            1.0,
        ),
        (
            "rookery_http_requests_total{method=\"GET\",route=\"/games/{id}\",status=\"200\"} ",
            1.0,
        ),
        (
            "rookery_http_requests_total{method=\"GET\",route=\"none\",status=\"404\"} ",
            1.0,
        ),
        (
            "rookery_http_requests_total{method=\"HEAD\",route=\"none\",status=\"404\"} ",
            1.0,
        ),
        // Methods that the site does not know share a line.
        (
            "rookery_http_requests_total{method=\"other\",route=\"none\",status=\"404\"} ",
            2.0,
        ),
        (
            "rookery_http_request_duration_seconds_count{method=\"POST\",route=\"/games\"} ",
            1.0,
        ),
        (
            "rookery_http_request_duration_seconds_bucket{method=\"POST\",route=\"/games\",le=\"+Inf\"} ",
            1.0,
        ),
        ("rookery_matches_started_total{game=\"othello\"} ", 1.0),
        (
            // It was given up before the guest's first move.
            "rookery_matches_ended_total{game=\"othello\",status=\"aborted\"} ",
            1.0,
        ),
        ("rookery_matches_active ", 1.0),
        ("rookery_sessions ", 1.0),
        ("rookery_search_nodes_total{game=\"othello\"} ", 1.0),
        ("rookery_database_connections_max{pool=\"write\"} ", 1.0),
        ("rookery_pool_jobs{pool=\"hash\",state=\"waiting\"} ", 0.0),
        (
            "rookery_pool_jobs{pool=\"drawing\",state=\"running\"} ",
            0.0,
        ),
    ] {
        let found = value(&text, line).unwrap_or_else(|| panic!("{line}: {text}"));
        assert!(found >= least, "{line} {found}");
    }
    assert!(!text.contains("/nowhere"), "{text}");
    // An id is 26 characters of base32.
    let is_id = |word: &str| {
        word.len() == 26
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    let named = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .find(|w| is_id(w));
    assert_eq!(named, None, "{text}");
}

#[tokio::test]
async fn what_a_site_shows_is_what_the_catalogue_describes() {
    let (_site, text) = in_use().await;
    let known: BTreeMap<&str, Kind> = METERS.iter().map(|m| (m.name, m.kind)).collect();
    let shown: BTreeMap<&str, &str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '))
        .collect();
    for (name, kind) in &shown {
        let expected = match known.get(name) {
            Some(Kind::Counter) => "counter",
            Some(Kind::Gauge) => "gauge",
            Some(Kind::Seconds) => "histogram",
            None => panic!("{name} is in no catalogue"),
        };
        assert_eq!(*kind, expected, "{name}");
    }
    let missing: Vec<&&str> = known
        .keys()
        .filter(|name| !shown.contains_key(**name))
        .collect();
    assert!(missing.is_empty(), "nothing counts them: {missing:?}");
    for meter in METERS {
        assert!(
            text.contains(&format!("# HELP {} ", meter.name)),
            "{}",
            meter.name
        );
    }
}

/// A series that begins at 1 shows `rate` and `increase` no step: each counter that an alert or a panel looks at stands at zero before
/// its first event.
#[tokio::test]
async fn counters_stand_at_zero_before_their_first_event() {
    let site = Site::with(&[("metrics.token", TOKEN)]).await;
    let text = scraped(&site).await;
    let is_zero = |line: &str| assert_eq!(value(&text, line), Some(0.0), "{line}: {text}");
    for game_type in Registry::shipped().all() {
        let game = game_type.name();
        is_zero(&format!(
            "rookery_matches_started_total{{game=\"{game}\"}} "
        ));
        for status in ["won", "drawn", "aborted"] {
            is_zero(&format!(
                "rookery_matches_ended_total{{game=\"{game}\",status=\"{status}\"}} "
            ));
        }
        for outcome in ["done", "deadline", "stopped"] {
            is_zero(&format!(
                "rookery_searches_total{{game=\"{game}\",outcome=\"{outcome}\"}} "
            ));
        }
    }
    for (route, methods) in rookery::web::routes() {
        for (method, status) in methods.iter().flat_map(|m| [(m, 500), (m, 503)]) {
            is_zero(&format!(
                "rookery_http_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} "
            ));
        }
    }
    for event in ["issued", "right", "expired", "approval"] {
        is_zero(&format!(
            "rookery_captcha_events_total{{preset=\"classic\",event=\"{event}\"}} "
        ));
    }
}

/// In an outage of the database the rest is what an owner looks at.
#[tokio::test]
async fn a_database_that_is_away_takes_no_other_metric_with_it() {
    let site = Site::with(&[("metrics.token", TOKEN)]).await;
    let well = scraped(&site).await;
    assert_eq!(value(&well, "rookery_database_up "), Some(1.0), "{well}");
    assert_eq!(value(&well, "rookery_sessions "), Some(0.0), "{well}");

    let away = Site::with(&[("metrics.token", TOKEN)]).await;
    away.store().close().await;
    scraped(&away).await;
    let text = scraped(&away).await;
    for (line, expected) in [
        ("rookery_database_up ", Some(0.0)),
        ("rookery_sessions ", None),
        ("rookery_matches_due ", None),
        ("rookery_matches_active ", Some(0.0)),
        (
            "rookery_http_requests_total{method=\"GET\",route=\"/metrics\",status=\"200\"} ",
            Some(1.0),
        ),
        (
            "rookery_pool_jobs{pool=\"search\",state=\"waiting\"} ",
            Some(0.0),
        ),
        ("process_start_time_seconds ", Some(1_767_268_800.0)),
    ] {
        assert_eq!(value(&text, line), expected, "{line}: {text}");
    }
}

/// Every name that a query or a line of the dashboard may have: those of the meters, and the three of each histogram.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for meter in METERS {
        match meter.kind {
            Kind::Seconds => names
                .extend(["_bucket", "_sum", "_count"].map(|end| format!("{}{end}", meter.name))),
            Kind::Counter | Kind::Gauge => names.extend([meter.name.to_owned()]),
        }
    }
    names
}

/// The words of a text that look like names of meters.
fn meters_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with("rookery_") || word.starts_with("process_"))
}

fn queries<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text)
                        if key == "expr" || key == "definition" || key == "query" =>
                    {
                        found.push(text)
                    }
                    other => queries(other, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| queries(value, found)),
        _ => {}
    }
}

#[test]
fn every_query_of_the_dashboard_names_a_meter_that_exists() {
    let text = std::fs::read_to_string(tree::root().join("docs/grafana.json")).unwrap();
    let dashboard: Value = serde_json::from_str(&text).unwrap();
    let names = names();
    let mut used = BTreeSet::new();
    let panels = dashboard["panels"].as_array().unwrap();
    let mut ids = BTreeSet::new();
    for panel in panels {
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "{}", panel["id"]);
        let place = &panel["gridPos"];
        assert!(
            place["x"].as_u64().unwrap() + place["w"].as_u64().unwrap() <= 24,
            "{panel}"
        );
        if panel["type"] == "row" {
            continue;
        }
        for target in panel["targets"].as_array().unwrap() {
            let query = target["expr"].as_str().unwrap();
            assert!(meters_in(query).next().is_some(), "{query}");
            let (open, shut) = (
                query.matches(['(', '{', '[']).count(),
                query.matches([')', '}', ']']).count(),
            );
            assert_eq!(open, shut, "{query}");
        }
    }
    let mut all = Vec::new();
    queries(&dashboard, &mut all);
    for query in all {
        for name in meters_in(query) {
            assert!(names.contains(name), "{name} in {query}");
            used.insert(name.to_owned());
        }
    }
    // A dashboard of all of it: each meter is somewhere.
    for meter in METERS {
        assert!(
            used.iter().any(|name| name.starts_with(meter.name)),
            "{} is on no panel",
            meter.name
        );
    }
}

/// Connections are refused long before a limit of 65,536 files is near: an alert that divided by that limit would never fire.
#[test]
fn the_alert_of_open_files_goes_by_the_most_that_are_opened() {
    let [proxy, metrics] = ["docs/proxy.md", "docs/metrics.md"]
        .map(|name| std::fs::read_to_string(tree::root().join(name)).unwrap());
    let row = proxy
        .lines()
        .find(|line| line.starts_with("| connections in total |"))
        .unwrap();
    // Those that are reserved, and the most connections.
    let numbers = row.replace(',', "");
    let numbers = numbers
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|word| word.parse::<u64>().ok());
    let files: u64 = numbers.sum();
    assert_eq!(files, 20_128, "{row}");
    let alert = format!("process_open_fds / clamp_max(process_max_fds, {files}) > 0.8");
    assert!(metrics.contains(&alert), "{alert}");
}

#[test]
fn the_description_has_every_meter_and_no_other() {
    let text = std::fs::read_to_string(tree::root().join("docs/metrics.md")).unwrap();
    let described: BTreeSet<&str> = meters_in(&text)
        .filter(|name| *name != "process_")
        .collect();
    let known: BTreeSet<&str> = METERS.iter().map(|m| m.name).collect();
    assert_eq!(described, known);
}
