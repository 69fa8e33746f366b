//! The program from outside: its start, the reasons for not starting, and its stop.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;

use rookery::clock::Stopwatch;
use rookery::store::{OpenOptions, Store};

use crate::support::program::{Place, Server, failure};

#[test]
fn without_configuration_it_starts_and_says_where() {
    let place = Place::new();
    let server = place.serve(&[]);
    let greeting = server.greeting.concat();
    assert!(greeting.contains(env!("CARGO_PKG_VERSION")), "{greeting}");
    assert!(
        greeting.contains(&format!("http://{}", server.address)),
        "{greeting}"
    );
    assert!(greeting.contains("data"), "{greeting}");
    assert!(greeting.contains("/setup?token="), "{greeting}");
    assert!(place.path().join("data").is_dir());

    assert!(server.get("/healthz").starts_with("HTTP/1.0 200"));
    assert!(server.get("/readyz").starts_with("HTTP/1.0 200"));
    assert!(server.get("/").contains("<!doctype html>"));
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn a_stop_ends_event_streams_and_lets_requests_under_way_end() {
    let place = Place::new();
    let server = place.serve(&[]);
    let mut browser = server.connect();
    let body = "game=tic-tac-toe&tap=b2";
    write!(
        browser,
        "POST /games HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        server.address,
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    browser.read_to_string(&mut answer).unwrap();
    let game = answer
        .lines()
        .find_map(|line| line.strip_prefix("location: "))
        .unwrap();

    let mut events = server.connect();
    write!(
        events,
        "GET {game}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    )
    .unwrap();
    let mut events = BufReader::new(events);
    let mut line = String::new();
    while !line.contains("\"version\":") {
        line.clear();
        assert!(
            events.read_line(&mut line).unwrap() > 0,
            "the stream ended before it said the version"
        );
    }
    let since = Stopwatch::start();
    assert_eq!(server.terminate().0, Some(0));
    assert!(
        since.elapsed().as_secs_f64() < 5.5,
        "an open stream does not keep the site from stopping"
    );
    let mut rest = String::new();
    // The stream has ended: its end is read, or the connection is gone.
    let _ = events.read_to_string(&mut rest);
}

#[test]
fn a_wrong_key_names_the_nearest_and_exits_2() {
    let place = Place::new();
    std::fs::write(
        place.path().join("config.toml"),
        "[captcha]\nlife_seconds = 60\n",
    )
    .unwrap();
    let (code, words) = failure(&place.run(&[]));
    assert_eq!(code, 2);
    assert!(
        words.contains("captcha.life_seconds") && words.contains("captcha.life_s"),
        "{words}"
    );

    let mut command = place.command(&["config", "--config", "nowhere.toml"]);
    let (code, words) = failure(&command.output().unwrap());
    assert_eq!(code, 2);
    assert!(words.contains("nowhere.toml"), "{words}");
}

#[test]
fn a_language_that_is_none_is_refused_before_the_site_starts() {
    let place = Place::new();
    for command in ["config", "serve"] {
        let mut command = place.command(&[command]);
        command.env("ROOKERY__SITE__LANGUAGE", "xx");
        let (_, words) = failure(&command.output().unwrap());
        assert!(words.contains("no language 'xx'") && words.contains("en"));
    }
}

#[test]
fn a_fixed_answer_is_refused_off_loopback() {
    let place = Place::new();
    let mut command = place.command(&["serve", "--listen", "0.0.0.0:0"]);
    command.env("ROOKERY__CAPTCHA__TEST_ANSWER", "fixed");
    let (code, words) = failure(&command.output().unwrap());
    assert_eq!(code, 2);
    assert!(
        words.contains("captcha.test_answer") && words.contains("loopback"),
        "{words}"
    );
}

#[test]
fn a_port_in_use_is_named() {
    let place = Place::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, words) = failure(&place.run(&["serve", "--listen", &address]));
    assert_eq!(code, 1);
    assert!(
        words.contains(&address) && words.contains("--listen"),
        "{words}"
    );
}

#[test]
fn a_data_folder_that_cannot_be_is_named() {
    let place = Place::new();
    // A file where the folder should be: that stops root too.
    std::fs::write(place.path().join("occupied"), "").unwrap();
    let (code, words) =
        failure(&place.run(&["serve", "--listen", "127.0.0.1:0", "--data", "occupied"]));
    assert_eq!(code, 1);
    assert!(words.contains("occupied"), "{words}");
}

#[test]
fn a_file_that_is_no_database_is_called_so() {
    let place = Place::new();
    let data = place.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let file = data.join("rookery.sqlite");
    std::fs::write(&file, "These are notes, not a database.\n".repeat(200)).unwrap();
    for command in [
        &["serve", "--listen", "127.0.0.1:0"][..],
        &["admin", "list"],
    ] {
        let (code, words) = failure(&place.run(command));
        assert_eq!(code, 1, "{command:?}");
        assert!(
            words.contains("rookery.sqlite is not a SQLite database")
                && !words.contains("writable"),
            "{command:?}: {words}"
        );
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(
        kept.starts_with("These are notes"),
        "nothing is written over it"
    );
}

#[test]
fn an_address_that_no_browser_sends_is_refused_before_the_greeting() {
    let place = Place::new();
    let mut command = place.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("ROOKERY__PUBLIC_URL", "https://schön.example");
    let output = command.output().unwrap();
    let (code, words) = failure(&output);
    assert_eq!(code, 2);
    assert!(
        words.contains("public_url") && words.contains("ROOKERY__PUBLIC_URL"),
        "{words}"
    );
    assert!(output.stdout.is_empty());
    assert!(!place.path().join("data").exists());
}

#[test]
fn a_variable_that_is_no_text_is_refused_and_not_passed_over() {
    let place = Place::new();
    let mut command = place.command(&["config"]);
    command.env("ROOKERY__DATA", OsStr::from_bytes(b"d\xe9p\xf4t"));
    let (code, words) = failure(&command.output().unwrap());
    assert_eq!(code, 2);
    assert!(
        words.contains("ROOKERY__DATA") && words.contains("UTF-8"),
        "{words}"
    );
}

/// The log of a site that is started with these arguments and stopped.
fn started(arguments: &[&str]) -> String {
    let place = Place::new();
    let mut command = place.command(&[&["serve"], arguments].concat());
    let log = place.path().join("log");
    command.stderr(std::fs::File::create(&log).unwrap());
    assert_eq!(Server::start(command).terminate().0, Some(0));
    std::fs::read_to_string(log).unwrap()
}

#[test]
fn links_that_name_this_machine_are_warned_of_once() {
    let warned = |log: &str| -> Vec<String> {
        log.lines()
            .filter(|line| line.contains("WARN"))
            .map(ToOwned::to_owned)
            .collect()
    };
    let lines = warned(&started(&["--listen", "0.0.0.0:0"]));
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].contains("set public_url") && lines[0].contains("http://127.0.0.1:"),
        "{lines:?}"
    );
    assert!(warned(&started(&["--listen", "127.0.0.1:0"])).is_empty());
    let lines = warned(&started(&[
        "--listen",
        "0.0.0.0:0",
        "--public-url",
        "http://games.example.org",
    ]));
    assert!(lines.is_empty(), "{lines:?}");
}

#[test]
fn config_prints_every_value_with_its_origin_and_no_secret() {
    let place = Place::new();
    std::fs::write(
        place.path().join("config.toml"),
        "[site]\nname = \"Chess club\"\n",
    )
    .unwrap();
    let mut command = place.command(&["config", "--public-url", "https://games.example.org"]);
    command
        .env("ROOKERY__CAPTCHA__TEST_ANSWER", "sesame")
        .env("ROOKERY__ACCESS__SIGNUP", "closed");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |key: &str| {
        text.lines()
            .find(|l| l.split_whitespace().next() == Some(key))
            .unwrap_or_default()
    };
    assert!(
        row("site.name").contains("Chess club") && row("site.name").contains("config.toml"),
        "{text}"
    );
    assert!(
        row("access.signup").contains("closed")
            && row("access.signup").contains("ROOKERY__ACCESS__SIGNUP")
    );
    assert!(row("public_url").contains("https://games.example.org"));
    assert!(row("listen").contains("127.0.0.1:8080") && row("listen").contains("default"));
    assert!(!text.contains("sesame"), "{text}");
}

#[test]
fn the_owner_gets_in_without_a_browser() {
    let place = Place::new();
    assert_eq!(place.serve(&[]).terminate().0, Some(0));
    let link = place.totals(&["admin", "setup-link"]);
    assert!(
        link["link"]
            .as_str()
            .unwrap()
            .starts_with("http://127.0.0.1:8080/setup?token="),
        "{link}"
    );
    assert!(place.lines(&["admin", "list"]).is_empty());
    let (code, words) = failure(&place.run(&["admin", "grant", "nobody"]));
    assert_eq!(code, 2);
    assert!(words.contains("nobody"), "{words}");
    let (code, _) = failure(&place.run(&["admin", "reset", "nobody"]));
    assert_eq!(code, 2);
}

#[test]
fn the_link_on_the_console_makes_the_first_admin() {
    let place = Place::new();
    let server = place.serve(&[]);
    let token = server
        .greeting
        .concat()
        .split_once("token=")
        .unwrap()
        .1
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned();
    let body = format!("token={token}&name=Owner&password=a+long+way+to+the+shore");
    let mut stream = server.connect();
    write!(
        stream,
        "POST /setup HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        server.address,
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    // Beside the running site.
    let rows = place.lines(&["admin", "list"]);
    assert!(
        rows.len() == 1 && rows[0].contains("Owner") && rows[0].contains("admin"),
        "{rows:?}"
    );
    let (code, words) = failure(&place.run(&["admin", "revoke", "Owner"]));
    assert_eq!(code, 1, "the only admin stays: {words}");
    assert!(place.lines(&["admin", "reset", "owner"])[0].contains("/account/reset?token="));
    assert_eq!(failure(&place.run(&["admin", "setup-link"])).0, 1);
    assert_eq!(server.terminate().0, Some(0));
}

/// Roles and links of accounts that cannot log in say so; only the last active admin stays one.
#[tokio::test]
async fn an_account_that_is_shut_out_is_told_of_as_such() {
    let place = Place::new();
    let data = place.path().join("data");
    let store = Store::open(&OpenOptions::sqlite(&data)).await.unwrap();
    crate::store::records::admin(&store, "Owner").await;
    let disabled = crate::store::records::admin(&store, "Bongani").await;
    let entry = crate::store::records::entry();
    let set = store.set_disabled(disabled.id, Some(1), &entry);
    set.await.unwrap();
    let name = "Thandi".parse().unwrap();
    let mut waiting = crate::store::records::new_user(&name);
    waiting.approved_ms = None;
    store.create_user(&waiting).await.unwrap();

    let granted = place.lines(&["admin", "grant", "Thandi"]).concat();
    assert!(
        granted.contains("Thandi is now: admin, but the account is waiting for approval"),
        "{granted}"
    );
    let revoked = place.lines(&["admin", "revoke", "Bongani"]).concat();
    assert!(
        revoked.contains("Bongani is now: user, but the account is disabled"),
        "{revoked}"
    );
    let reset = place.run(&["admin", "reset", "Bongani"]);
    let (code, words) = failure(&reset);
    assert_eq!(code, 0);
    assert!(
        words.contains("Bongani cannot log in with the new password: the account is disabled"),
        "{words}"
    );
    let link = place.totals(&["admin", "reset", "Thandi"]);
    assert_eq!(link["state"], "waiting");
    // An admin who cannot log in yet does not count.
    let (code, words) = failure(&place.run(&["admin", "revoke", "Owner"]));
    assert_eq!(code, 1);
    assert!(
        words.contains("last admin; make somebody else an admin first"),
        "{words}"
    );
    let (code, words) = failure(&place.run(&["admin", "disable", "Owner"]));
    assert_eq!(code, 1);
    assert!(words.contains("last admin"), "{words}");
    for (act, name, said) in [
        ("approve", "Thandi", "Thandi is now: active"),
        ("enable", "Bongani", "Bongani is now: active"),
        ("enable", "Bongani", "Bongani is unchanged: active"),
        ("disable", "Owner", "Owner is now: disabled"),
    ] {
        assert_eq!(place.lines(&["admin", act, name]), [said], "{act}");
    }
    assert_eq!(
        place.totals(&["admin", "enable", "Owner"])["state"],
        "active"
    );
}

/// Password hashes and secrets are not for everybody on the machine.
#[test]
fn the_data_folder_is_its_owners_alone() {
    let place = Place::new();
    let server = place.serve(&[]);
    for (path, mode) in [("data", 0o700), ("data/rookery.sqlite", 0o600)] {
        let found = place.path().join(path).metadata().unwrap();
        assert_eq!(found.permissions().mode() & 0o777, mode, "{path}");
    }
    assert_eq!(server.terminate().0, Some(0));
}
