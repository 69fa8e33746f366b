//! Start of the site: what it refuses before it touches anything, and what it tells its owner in the log.

use std::net::TcpListener;

use rookery::store::SQLITE_FILE;

use crate::support::postgres;
use crate::support::program::{Place, Server, failure};
use crate::support::site::Site;

/// The log of a site that is started in this place with these arguments and settings, and stopped.
fn log_of(place: &Place, arguments: &[&str], settings: &[(&str, &str)]) -> String {
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let mut command = place.command(&[&serve[..], arguments].concat());
    let log = place.path().join("log");
    command
        .envs(settings.iter().copied())
        .stderr(std::fs::File::create(&log).unwrap());
    assert_eq!(Server::start(command).terminate().0, Some(0));
    std::fs::read_to_string(log).unwrap()
}

/// Whether a line of this level has these words.
fn has(log: &str, level: &str, words: &str) -> bool {
    let is_it = |line: &str| line.contains(level) && line.contains(words);
    log.lines().any(is_it)
}

/// A site that nobody could open would be in the way of a restore, and be taken for a real one.
#[test]
fn a_start_that_cannot_listen_makes_no_site() {
    let place = Place::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    // The second is an address of documents (RFC 5737), which no machine has.
    for listen in [taken.as_str(), "192.0.2.1:8080"] {
        let (code, words) = failure(&place.run(&["serve", "--listen", listen]));
        assert!(code == 1 && words.contains("cannot listen on"), "{words}");
        assert!(!place.path().join("data").exists(), "{listen}");
    }
}

#[test]
fn a_damaged_database_is_not_taken_for_one_that_may_not_be_written() {
    let place = Place::new();
    assert_eq!(place.serve(&[]).terminate().0, Some(0));
    let file = place.path().join("data").join(SQLITE_FILE);
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let (code, words) = failure(&place.run(&["serve", "--listen", "127.0.0.1:0"]));
    assert_eq!(code, 1, "{words}");
    assert!(words.contains("rookery restore"), "{words}");
    assert!(!words.contains("writable"), "{words}");
}

#[test]
fn a_site_that_is_not_the_one_of_before_is_warned_of() {
    let place = Place::new();
    let file = place.path().join("data").join(SQLITE_FILE);
    assert!(!has(&log_of(&place, &[], &[]), "WARN", SQLITE_FILE));
    assert!(!has(&log_of(&place, &[], &[]), "WARN", SQLITE_FILE));
    std::fs::write(&file, "").unwrap();
    let log = log_of(&place, &[], &[]);
    assert!(has(&log, "WARN", "a new site begins"), "{log}");
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    let log = log_of(&place, &["--database", &database], &[]);
    assert!(has(&log, "WARN", "holds a site that is not used"), "{log}");
}

#[test]
fn a_folder_of_the_captcha_that_is_not_there_is_warned_of() {
    let place = Place::new();
    let fonts = ("ROOKERY__CAPTCHA__CLASSIC__FONTS_DIR", "fnots");
    let log = log_of(&place, &[], &[fonts]);
    let words = "captcha.classic.fonts_dir: \"fnots\" is not a folder";
    assert!(has(&log, "WARN", words), "{log}");
    assert!(!has(&log, "WARN", "backgrounds_dir"), "{log}");
}

#[test]
fn texts_with_characters_that_nobody_sees_are_refused() {
    let place = Place::new();
    for (variable, text, code) in [
        ("ROOKERY__SITE__NAME", "a\u{202e}b", "site.name"),
        ("ROOKERY__SITE__NOTICE", "a\nb", "site.notice"),
    ] {
        for command in ["config", "serve"] {
            let mut command = place.command(&[command]);
            let (found, words) = failure(&command.env(variable, text).output().unwrap());
            assert!(found == 2 && words.contains(code), "{words}");
            assert!(words.contains("nobody can see (U+"), "{words}");
        }
    }
}

/// A name that other programs take for standard input or output would be a file with all password hashes that nobody looks for.
#[test]
fn a_backup_is_never_a_file_named_like_standard_output() {
    let place = Place::new();
    assert_eq!(place.serve(&[]).terminate().0, Some(0));
    for command in ["backup", "restore"] {
        let output = place.run(&[command, "-"]);
        let (code, words) = failure(&output);
        assert!(code == 2 && words.contains("a backup is a file"), "{words}");
        assert!(output.stdout.is_empty());
        assert!(!place.path().join("-").exists());
    }
    place.lines(&["backup", "./-"]);
    let url = ["--database", "postgres://me@db.example/site"];
    let (code, words) = failure(&place.run(&[&["restore", "./-"], &url[..]].concat()));
    assert!(code == 2 && words.contains("SQLite"), "{words}");
    assert!(!words.contains("pg_restore"), "{words}");
}

/// Hugo, Cargo and others have files of the same name.
#[test]
fn a_file_of_another_program_is_not_in_the_way() {
    let place = Place::new();
    assert_eq!(place.serve(&[]).terminate().0, Some(0));
    std::fs::write(place.path().join("config.toml"), "baseURL = \"x\"\n").unwrap();
    let list = ["admin", "list", "--data", "data"];
    let (code, words) = failure(&place.run(&list));
    assert!(
        code == 2 && words.contains("unknown key `baseURL`"),
        "{words}"
    );
    assert!(words.contains("--config FILE names another"), "{words}");
    place.lines(&[&list[..], &["--config", "/dev/null"]].concat());
}

#[test]
fn links_of_the_console_lead_to_the_site_that_runs() {
    let place = Place::new();
    let server = place.serve(&[]);
    let link = |more: &[&str]| {
        let setup = ["admin", "setup-link"];
        place.lines(&[&setup[..], more].concat()).concat()
    };
    let begin = format!("http://{}/setup?token=", server.address);
    assert!(link(&[]).starts_with(&begin), "{begin}");
    for (flag, url) in [
        ("--listen", "127.0.0.1:9"),
        ("--public-url", "https://games.example.org"),
    ] {
        let told = link(&[flag, url]);
        assert!(told.contains(&format!("{url}/setup?token=")), "{told}");
    }
    assert_eq!(server.terminate().0, Some(0));
    let told = link(&[]);
    assert!(told.starts_with("http://127.0.0.1:8080/setup"), "{told}");
}

#[test]
fn the_configuration_says_which_values_are_those_of_the_factory() {
    let place = Place::new();
    let output = place.run(&["config", "--listen", "127.0.0.1:9000"]);
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("factory settings"), "{words}");
    let text = String::from_utf8(output.stdout).unwrap();
    let listen = text.lines().find(|line| line.starts_with("listen "));
    let listen = listen.unwrap();
    assert!(
        listen.contains("127.0.0.1:9000") && listen.contains("command line"),
        "{listen}"
    );
}

/// A value that an admin has saved counts, whatever the file says; one that the environment fixes does not.
#[tokio::test]
async fn what_an_admin_has_saved_over_the_configuration_is_known() {
    let site = Site::with(&[("captcha.classic.margin_px", "12")]).await;
    assert!(site.app.saved_over().is_empty());
    let mut owner = site.admin("Owner").await;
    let fields = [
        ("act", "save"),
        ("classic.noise_lines", "3"),
        ("classic.margin_px", "14"),
    ];
    assert_eq!(owner.post("/admin/captcha", &fields).await.status, 303);
    assert_eq!(site.app.saved_over(), ["captcha.classic.noise_lines"]);
}
