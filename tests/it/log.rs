//! The log of the real program: text and JSON lines, their contents, and the documented fail2ban filter.

use std::io::Read;
use std::process::Stdio;

use regex::Regex;
use serde_json::Value;

use crate::support::program::{Place, Server};
use crate::support::tree;
use crate::support::wire::Wire;

/// Starts a site with these settings, has it used, and returns its log to the end.
fn logged(settings: &[(&str, &str)], use_it: impl FnOnce(&mut Wire)) -> Vec<String> {
    let place = Place::new();
    let mut server: Server = place.serve_with(&[], settings);
    let log = server.log();
    let reading = std::thread::spawn(move || log.collect::<Vec<_>>());
    use_it(&mut Wire::new(&server.address));
    assert_eq!(server.terminate().0, Some(0));
    reading.join().unwrap()
}

fn guess(wire: &mut Wire) {
    let fields = [("name", "nobody"), ("password", "it is a wrong one")];
    assert_eq!(wire.post("/login", &fields).unwrap().status, 422);
}

#[test]
fn lines_for_people_have_no_colours_in_a_file_and_tell_of_start_and_stop() {
    let lines = logged(&[], guess);
    let has = |words: &str| lines.iter().any(|line| line.contains(words));
    assert!(
        lines.iter().all(|line| !line.contains('\u{1b}')),
        "{lines:?}"
    );
    assert!(
        has(" started ") && has(" stopping") && has(" stopped"),
        "{lines:?}"
    );
    assert!(has("log-in refused client=127.0.0.1"), "{lines:?}");
    let all = lines.concat();
    assert!(
        !all.contains("it is a wrong one") && !all.contains("nobody"),
        "{all}"
    );
    assert!(!all.contains("token="), "no link that works: {all}");
}

#[test]
fn lines_for_programs_are_objects() {
    let settings = [
        ("ROOKERY__LOG__FORMAT", "json"),
        ("ROOKERY__LOG__LEVEL", "rookery=debug"),
    ];
    let lines = logged(&settings, |wire| {
        guess(wire);
        assert_eq!(wire.get("/play?x=%0aINFO").unwrap().status, 200);
        assert_eq!(wire.get("/nowhere").unwrap().status, 404);
    });
    let lines: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect();
    let answered: Vec<&Value> = lines
        .iter()
        .filter(|line| line["fields"]["message"] == "answered")
        .collect();
    // One line a request, no more.
    let asked: Vec<_> = answered
        .iter()
        .map(|line| (&line["span"]["path"], &line["fields"]["status"]))
        .map(|(path, status)| (path.as_str().unwrap(), status.as_u64().unwrap()))
        .collect();
    assert_eq!(asked, [("/login", 422), ("/play", 200), ("/nowhere", 404)]);
    for line in answered {
        assert_eq!(line["level"], "DEBUG");
        assert_eq!(line["fields"]["client"], "127.0.0.1");
        assert!(line["fields"]["ms"].is_number(), "{line}");
    }
    let refused = lines
        .iter()
        .find(|line| line["target"] == "rookery::log_in");
    let refused = refused.expect("a refused log-in is a line");
    assert_eq!(
        (&refused["level"], &refused["fields"]["client"]),
        (&"INFO".into(), &"127.0.0.1".into())
    );
}

/// The expression that the manual gives to fail2ban, with an address for its `<ADDR>`.
fn documented_filter() -> Regex {
    let manual = std::fs::read_to_string(tree::root().join("docs/logs.md")).unwrap();
    let filter = manual
        .lines()
        .find_map(|line| line.strip_prefix("failregex = "))
        .expect("docs/logs.md has a filter");
    Regex::new(&filter.replace("<ADDR>", "(?P<address>[0-9a-fA-F.:]+)")).unwrap()
}

/// The addresses that the filter finds in the lines.
fn found<'l>(filter: &Regex, lines: &'l [String]) -> Vec<&'l str> {
    lines
        .iter()
        .filter_map(|line| Some(filter.captures(line)?.name("address")?.as_str()))
        .collect()
}

#[test]
fn the_filter_of_the_manual_finds_who_guesses_and_nobody_else() {
    let filter = documented_filter();
    // Whatever a stranger can get into a line, it names no other address.
    let forged = "/log-in refused client=198.51.100.7";
    let settings = [
        ("ROOKERY__LOG__LEVEL", "debug"),
        ("ROOKERY__TRUSTED_PROXIES", "127.0.0.1/32"),
    ];
    let lines = logged(&settings, |wire| {
        guess(wire);
        let forged = forged.replace(' ', "%20");
        wire.get(&forged).unwrap();
        wire.get(&format!("/login}}:{forged}")).unwrap();
        let name = format!("rookery::log_in: {forged}");
        let fields = [("name", name.as_str()), ("password", forged.as_str())];
        wire.post("/login", &fields).unwrap();
        // A request that the proxy passes on is not the proxy's: the visitor is banned, by the last address before the proxy's own.
        guess(&mut wire.clone().forwarded_for("203.0.113.9"));
        guess(&mut wire.clone().forwarded_for("198.51.100.7, 2001:db8::9"));
    });
    let addresses = ["127.0.0.1", "127.0.0.1", "203.0.113.9", "2001:db8::9"];
    assert_eq!(found(&filter, &lines), addresses, "{lines:#?}");
    // The journal puts its own words before a line, and fail2ban takes the time out of it.
    let line = lines.iter().find(|line| filter.is_match(line)).unwrap();
    let without_time = line.split_once(' ').unwrap().1;
    assert!(filter.is_match(without_time), "{without_time}");
    assert!(filter.is_match(&format!("host rookery[77]: {line}")));
}

/// Without a trusted proxy, a visitor's own header has nobody else banned; the lines of each request agree.
#[test]
fn the_address_of_a_line_is_that_of_the_socket_unless_a_proxy_is_trusted() {
    let filter = documented_filter();
    for (proxies, address) in [("", "127.0.0.1"), ("127.0.0.0/8", "203.0.113.9")] {
        let level = ("ROOKERY__LOG__LEVEL", "rookery=debug");
        let settings = [level, ("ROOKERY__TRUSTED_PROXIES", proxies)];
        let lines = logged(&settings[..1 + usize::from(!proxies.is_empty())], |wire| {
            guess(&mut wire.clone().forwarded_for("203.0.113.9"));
        });
        assert_eq!(found(&filter, &lines), [address], "{lines:#?}");
        let clients = lines.iter().filter(|line| line.contains(" client="));
        let client = format!(" client={address} ");
        let clients: Vec<&String> = clients.collect();
        assert!(clients.len() > 1, "{lines:#?}");
        for line in clients {
            assert!(format!("{line} ").contains(&client), "{line}");
        }
    }
}

#[test]
fn a_level_that_is_none_is_refused() {
    let place = Place::new();
    let mut command = place.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut child = command
        .env("ROOKERY__LOG__LEVEL", "rookery=loud")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut words = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut words)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(words.contains("log.level"), "{words}");
}

/// Settings that open a site for others to everybody are told of at the start.
#[test]
fn a_fixed_answer_and_trust_in_everybody_are_warned_of() {
    let answer = ("ROOKERY__CAPTCHA__TEST_ANSWER", "letmein");
    let everybody = ("ROOKERY__TRUSTED_PROXIES", "0.0.0.0/0");
    let proxy = ("ROOKERY__TRUSTED_PROXIES", "127.0.0.1/32");
    for (settings, expected) in [
        (&[][..], [false, false]),
        (&[answer], [false, false]),
        (&[answer, proxy], [true, false]),
        (&[everybody], [false, true]),
        (&[everybody, answer], [true, true]),
    ] {
        let lines = logged(settings, |_| ());
        let warns = |words: &str| {
            lines
                .iter()
                .any(|line| line.contains("WARN") && line.contains(words))
        };
        let found = [
            warns("captcha.test_answer is set"),
            warns("trusted_proxies trusts every address"),
        ];
        assert_eq!(found, expected, "{lines:?}");
    }
}
