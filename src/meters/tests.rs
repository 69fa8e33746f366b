//! Tests of meters of two sites side by side, of labels that need escaping, and of the process metrics.

use super::*;

#[test]
fn two_sites_of_one_process_count_for_themselves() {
    let (one, other) = (Meters::new(0), Meters::new(0));
    one.match_started("chess");
    one.match_started("chess");
    assert!(
        one.render()
            .contains("rookery_matches_started_total{game=\"chess\"} 2\n")
    );
    assert!(!other.render().contains("rookery_matches_started_total{"));
}

#[test]
fn counters_of_the_offered_games_stand_at_zero_and_keep_their_counts() {
    let meters = Meters::new(0);
    meters.match_started("chess");
    meters.offer(["chess", "othello"]);
    let text = meters.render();
    for line in [
        "rookery_matches_started_total{game=\"chess\"} 1",
        "rookery_matches_started_total{game=\"othello\"} 0",
        "rookery_matches_ended_total{game=\"othello\",status=\"drawn\"} 0",
        "rookery_searches_total{game=\"othello\",outcome=\"deadline\"} 0",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}: {text}");
    }
}

#[test]
fn counters_of_requests_that_fail_stand_at_zero_and_count_on() {
    let meters = Meters::new(0);
    meters.offer_routes([("/login", ["GET", "POST"].as_slice())]);
    meters.answered("POST", "/login", 503, 0.002);
    let text = meters.render();
    for (method, status, expected) in [
        ("GET", 500, 0),
        ("GET", 503, 0),
        ("POST", 500, 0),
        ("POST", 503, 1),
    ] {
        let line = format!(
            "rookery_http_requests_total{{method=\"{method}\",route=\"/login\",status=\"{status}\"}} {expected}"
        );
        assert!(text.lines().any(|known| known == line), "{line}: {text}");
    }
}

#[test]
fn durations_fall_into_buckets_and_survive_a_tidying() {
    let meters = Meters::new(0);
    meters.answered("GET", "/games/{id}", 200, 0.002);
    meters.tidy();
    meters.answered("GET", "/games/{id}", 200, 0.3);
    let text = meters.render();
    for line in [
        "rookery_http_requests_total{method=\"GET\",route=\"/games/{id}\",status=\"200\"} 2",
        "rookery_http_request_duration_seconds_bucket{method=\"GET\",route=\"/games/{id}\",le=\"0.0025\"} 1",
        "rookery_http_request_duration_seconds_bucket{method=\"GET\",route=\"/games/{id}\",le=\"0.5\"} 2",
        "rookery_http_request_duration_seconds_count{method=\"GET\",route=\"/games/{id}\"} 2",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}: {text}");
    }
}

/// The example of the format's description: `msdos_file_access_time_seconds`.
#[test]
fn labels_are_escaped_as_the_format_asks() {
    let meters = Meters::new(0);
    meters.captcha_event("C:\\DIR".to_owned(), "Cannot \"find\"\nit".to_owned(), 3);
    let text = meters.render();
    let line =
        "rookery_captcha_events_total{preset=\"C:\\\\DIR\",event=\"Cannot \\\"find\\\"\\nit\"} 3";
    assert!(text.lines().any(|known| known == line), "{text}");
}

#[test]
fn names_and_kinds_are_those_of_the_format() {
    for meter in METERS {
        let is_total = meter.name.ends_with("_total");
        assert_eq!(is_total, meter.kind == Kind::Counter, "{}", meter.name);
        assert!(meter.help.ends_with('.'), "{}", meter.name);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_process_tells_what_it_takes() {
    let text = Meters::new(1_767_268_800_000).render();
    let value = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim().parse().ok())
            .unwrap_or_else(|| panic!("{name}: {text}"))
    };
    assert!(value("process_resident_memory_bytes ") > 1e6);
    assert!(value("process_open_fds ") >= 3.0);
    assert!(value("process_threads ") >= 1.0);
    assert_eq!(value("process_start_time_seconds "), 1_767_268_800.0);
}
