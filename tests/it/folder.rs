//! The lock of the data folder: one process serves it; the owner's commands work beside it, and none of them creates a site.

use std::time::Duration;

use rookery::clock::Stopwatch;

use crate::support::postgres;
use crate::support::program::{Place, failure};
use crate::support::wire::Wire;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);

fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Stopwatch::start();
    while !is_so() {
        assert!(since.elapsed() < NEVER, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_second_site_on_the_same_folder_is_refused_with_the_first_ones_number() {
    let place = Place::new();
    let first = place.serve(&["--data", "here"]);
    let (code, words) =
        failure(&place.run(&["serve", "--listen", "127.0.0.1:0", "--data", "here"]));
    assert_eq!(code, 1);
    let number = format!("process {}:", first.process());
    assert!(words.contains(&number) && words.contains("here"), "{words}");
    assert!(
        first.get("/readyz").starts_with("HTTP/1.0 200"),
        "the first one serves on"
    );

    // The owner's commands open the same folder meanwhile.
    assert!(place.lines(&["admin", "list", "--data", "here"]).is_empty());
    let backup = ["backup", "all.backup", "--data", "here"];
    assert!(place.totals(&backup)["bytes"].as_u64().unwrap() > 4096);
    let other = place.serve(&["--data", "elsewhere"]);
    assert_eq!(other.terminate().0, Some(0));

    // However the first ended, the folder is free.
    first.kill();
    assert_eq!(place.serve(&["--data", "here"]).terminate().0, Some(0));
}

#[test]
fn a_command_of_the_owners_makes_no_site_where_there_is_none() {
    let place = Place::new();
    for command in [
        &["admin", "setup-link"][..],
        &["admin", "list"],
        &["admin", "grant", "somebody"],
        &["admin", "revoke", "somebody"],
        &["admin", "reset", "somebody"],
        &["backup", "all.backup"],
    ] {
        let (code, words) = failure(&place.run(&[command, &["--data", "mistyped"]].concat()));
        assert_eq!(code, 2, "{command:?}");
        assert!(
            words.contains("mistyped") && words.contains("--data"),
            "{words}"
        );
        let made: Vec<_> = std::fs::read_dir(place.path()).unwrap().collect();
        assert!(made.is_empty(), "{command:?}: {made:?}");
    }
}

/// An open file goes on without its name, and is gone with the process: what was saved into it meanwhile would be lost without a word.
#[test]
fn a_site_whose_folder_is_taken_away_saves_nothing_and_says_so() {
    let place = Place::new();
    let (data, moved) = (place.path().join("data"), place.path().join("moved"));
    let server = place.serve_logged(1024, &[]);
    let mut wire = Wire::new(&server.address);
    wire.home_game().unwrap().unwrap();
    let told = |what: &str| place.log().matches(what).count();
    let not_looked_for = || told("due matches could not be looked for");
    let mut before = 0;
    for (times, is_removed) in [(1, false), (2, true)] {
        before = not_looked_for();
        match is_removed {
            true => std::fs::remove_dir_all(&data).unwrap(),
            false => std::fs::rename(&data, &moved).unwrap(),
        }
        until("it is told", || {
            told("the database takes no writes") == times
        });
        let ready = server.get("/readyz");
        assert!(
            ready.starts_with("HTTP/1.0 503") && ready.contains("moved, removed or replaced"),
            "{ready}"
        );
        let (code, words) = failure(&place.run(&["healthcheck", "--listen", &server.address]));
        assert!(code == 1 && words.contains("moved, removed"), "{words}");
        let refused = wire.home_game().unwrap().unwrap_err();
        assert_eq!(refused.status, 503, "{refused:?}");
        assert_eq!(wire.get("/").unwrap().status, 200, "reads go on");
        if !is_removed {
            std::fs::rename(&moved, &data).unwrap();
            until("it is told, too", || told("takes writes again") == 1);
            assert!(server.get("/readyz").contains(" 200 "));
            wire.home_game().unwrap().unwrap();
            until("matches are looked for again", || {
                told("due matches are looked for again") == not_looked_for()
            });
        }
    }
    assert!(!data.exists(), "nothing is made in its place");
    assert!(told("is no longer the file that the site has open") >= 2);
    assert_eq!(told("takes writes again"), 1);
    // Due matches are looked for each second; the failure is logged once per outage.
    until("it is told of them, too", || not_looked_for() > before);
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(not_looked_for(), before + 1);
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn a_database_that_is_away_is_named_with_the_reason_and_without_its_password() {
    let place = Place::new();
    let url = "postgres://rookery:sesame@127.0.0.1:9/games";
    for command in [
        &["serve", "--listen", "127.0.0.1:0"][..],
        &["admin", "list"],
    ] {
        let (code, words) = failure(&place.run(&[command, &["--database", url]].concat()));
        assert_eq!(code, 1);
        for part in ["127.0.0.1", "port 9", "games", "refused"] {
            assert!(words.contains(part), "{part}: {words}");
        }
        assert!(!words.contains("sesame"), "{words}");
    }
}

#[test]
fn a_further_node_leaves_the_first_ones_setup_link_good() {
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    let place = Place::new();
    let link = |greeting: &[String]| {
        let all = greeting.concat();
        let token = all.split_once("/setup?token=").unwrap().1;
        format!("/setup?token={}", token.split_whitespace().next().unwrap())
    };
    let first = place.serve(&["--database", &database]);
    let second = place.serve(&["--database", &database]);
    let links = [link(&first.greeting), link(&second.greeting)];
    assert_ne!(links[0], links[1]);
    let is_good = |path: &str| second.get(path).contains("name=\"password\"");
    assert!(is_good(&links[0]) && is_good(&links[1]));
    // A new one from the console ends the others.
    let list = ["admin", "setup-link", "--database", &database];
    let new = link(&place.lines(&list));
    assert!(is_good(&new) && !is_good(&links[0]) && !is_good(&links[1]));
    assert!(second.get(&links[0]).contains("Nobody has used this one"));
    assert_eq!(first.terminate().0, Some(0));
    assert_eq!(second.terminate().0, Some(0));
}

#[test]
fn the_healthcheck_asks_the_configured_address() {
    let place = Place::new();
    let server = place.serve(&[]);
    let address = server.address.clone();
    let well = place.run(&["healthcheck", "--listen", &address]);
    assert!(well.status.success(), "{well:?}");
    assert!(well.stdout.is_empty() && well.stderr.is_empty(), "{well:?}");
    assert_eq!(server.terminate().0, Some(0));
    let (code, words) = failure(&place.run(&["healthcheck", "--listen", &address]));
    assert_eq!(code, 1);
    assert!(
        words.contains(&address) && words.contains("refused"),
        "{words}"
    );
}
