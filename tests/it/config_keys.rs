//! Each key of the configuration and the test that shows its effect: a key without a row fails here.

use std::time::Duration;

use rookery::config::{Loaded, Sources};
use rookery::web::App;
use rookery_captcha::Settings;
use rookery_games::Registry;

use crate::signup::first_admin;
use crate::support::databases;
use crate::support::program::{Place, Server};
use crate::support::site::{ANSWER, HOST, MINUTE_MS, PASSWORD, Site, loaded};
use crate::support::tree;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);

/// Key, file below `tests/it` (or a path from the root), and the test there that sees the key act. Keys of the captcha's own
/// settings, `captcha.classic.*`, `captcha.strong.*` and `captcha.defence.*`, are seen by
/// [`a_setting_of_the_captcha_is_that_of_its_page`].
#[rustfmt::skip]
const KEYS: &[(&str, &str, &str)] = &[
    ("access.captcha_view",                              "audio.rs",            "a_recording_is_its_sessions_and_refused_like_the_picture"),
    ("access.guests",                                    "config_keys.rs",      "guests_are_asked_at_each_request"),
    ("access.signup",                                    "config_keys.rs",      "sign_up_follows_its_key"),
    ("bus.kind",                                         "config_keys.rs",      "news_through_a_database_that_carries_none_is_refused"),
    ("captcha.life_s",                                   "config_keys.rs",      "a_challenge_lives_as_long_as_its_key_says"),
    ("captcha.preset",                                   "config_keys.rs",      "a_setting_of_the_captcha_is_that_of_its_page"),
    ("captcha.test_answer",                              "config_keys.rs",      "the_fixed_answer_passes_only_where_it_is_set"),
    ("data",                                             "binary.rs",           "a_data_folder_that_cannot_be_is_named"),
    ("database",                                         "nodes.rs",            "a_match_on_one_node_is_watched_on_the_other"),
    ("engine.build_tables",                              "config_keys.rs",      "tables_are_built_where_the_key_says_so"),
    ("engine.queue",                                     "config_keys.rs",      "threads_and_the_queue_bound_what_the_engine_takes"),
    ("engine.threads",                                   "config_keys.rs",      "threads_and_the_queue_bound_what_the_engine_takes"),
    ("limits.analysed_positions_per_minute",             "analysis.rs",         "lines_of_positions_are_limited_by_address"),
    ("limits.analyses_per_hour",                         "analysis.rs",         "analyses_are_limited_by_address"),
    ("limits.approvals_per_day",                         "limits.rs",           "requests_to_the_owner_are_limited_by_address"),
    ("limits.captcha_challenges_per_minute",             "captcha/limits.rs",   "the_sixth_picture_of_a_minute_waits_and_nothing_is_lost"),
    ("limits.captcha_challenges_per_minute_and_address", "limits.rs",           "challenges_are_limited_by_address_whatever_the_session"),
    ("limits.captcha_checks_per_minute",                 "limits.rs",           "failed_checks_are_limited_by_session_whatever_the_address"),
    ("limits.captcha_images_per_minute",                 "captcha/limits.rs",   "pictures_are_limited_by_session_and_by_address"),
    ("limits.captcha_images_per_minute_and_session",     "captcha/limits.rs",   "pictures_are_limited_by_session_and_by_address"),
    ("limits.exempt",                                    "limits.rs",           "requests_are_limited_by_address"),
    ("limits.exports_per_hour",                          "export.rs",           "exports_are_limited_by_account"),
    ("limits.games_per_minute",                          "limits.rs",           "games_started_are_limited_by_address"),
    ("limits.home_games_per_minute",                     "strangers.rs",        "matches_without_a_captcha_are_limited_by_address"),
    ("limits.logins_per_10_minutes",                     "limits.rs",           "failed_log_ins_are_limited_by_pair"),
    ("limits.logins_per_account_per_10_minutes",         "limits.rs",           "failed_log_ins_are_limited_by_account"),
    ("limits.logins_per_address_per_10_minutes",         "limits.rs",           "failed_log_ins_are_limited_by_address"),
    ("limits.pictures_per_minute",                       "pictures.rs",         "pictures_drawn_anew_are_limited_by_address"),
    ("limits.requests_per_second",                       "limits.rs",           "requests_are_limited_by_address"),
    ("limits.sessions_per_minute",                       "strangers.rs",        "new_sessions_are_limited_by_address"),
    ("limits.signups_per_hour",                          "limits.rs",           "sign_ups_are_limited_by_address_and_a_refused_one_does_not_count"),
    ("limits.taken_names_per_hour",                      "limits.rs",           "names_that_are_taken_are_limited_by_address"),
    ("listen",                                           "binary.rs",           "without_configuration_it_starts_and_says_where"),
    ("log.format",                                       "config_keys.rs",      "the_log_follows_its_keys"),
    ("log.level",                                        "config_keys.rs",      "the_log_follows_its_keys"),
    ("metrics.token",                                    "figures.rs",          "counters_are_for_who_has_the_token"),
    ("public_url",                                       "csrf.rs",             "the_public_address_is_trusted_behind_a_proxy"),
    ("retention.audit_days",                             "config_keys.rs",      "old_lines_and_matches_go_when_their_keys_say"),
    ("retention.unowned_games_days",                     "config_keys.rs",      "old_lines_and_matches_go_when_their_keys_say"),
    ("site.language",                                    "config_keys.rs",      "the_site_says_what_its_keys_say"),
    ("site.name",                                        "config_keys.rs",      "the_site_says_what_its_keys_say"),
    ("site.notice",                                      "config_keys.rs",      "the_site_says_what_its_keys_say"),
    ("site.robots",                                      "config_keys.rs",      "the_site_says_what_its_keys_say"),
    ("site.sounds",                                      "config_keys.rs",      "boards_sound_by_default_where_the_owner_says_so"),
    ("trusted_proxies",                                  "config_keys.rs",      "only_a_trusted_proxy_says_where_a_request_comes_from"),
];

/// The captcha's own settings, a field each on its page.
const DRAWN: [&str; 3] = ["captcha.classic.", "captcha.strong.", "captcha.defence."];

#[test]
fn every_key_of_the_configuration_has_a_row_whose_test_is_there() {
    let keys: Vec<String> = loaded(&[])
        .rows()
        .into_iter()
        .map(|(key, ..)| key)
        .collect();
    let without: Vec<&String> = keys
        .iter()
        .filter(|key| !DRAWN.iter().any(|drawn| key.starts_with(drawn)))
        .filter(|key| !KEYS.iter().any(|(known, ..)| known == *key))
        .collect();
    assert!(without.is_empty(), "no row for {without:?}");
    for (key, file, test) in KEYS {
        assert!(
            keys.iter().any(|known| known == key),
            "{key} is not a key any more"
        );
        let path = match file.starts_with("src/") {
            true => tree::root().join(file),
            false => tree::root().join("tests/it").join(file),
        };
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(
            text.contains(&format!("fn {test}(")),
            "{key}: no test {test} in {file}"
        );
    }
}

#[tokio::test]
async fn the_site_says_what_its_keys_say() {
    let own = [
        ("site.name", "Chess Club"),
        ("site.notice", "Closed on Mondays"),
        ("site.robots", "false"),
    ];
    let (plain, site) = (Site::new().await, Site::with(&own).await);
    for path in ["/", "/play", "/login", "/rules/chess", "/no-such-page"] {
        let (before, after) = (
            plain.visitor().get(path).await,
            site.visitor().get(path).await,
        );
        assert!(
            before.says("Rookery") && !before.says("Chess Club"),
            "{path}"
        );
        // The engine keeps its name.
        let text = after.text().replace("Rookery, level ", "");
        assert!(
            text.contains("Chess Club") && !text.contains("Rookery"),
            "{path}"
        );
        assert!(after.says("Closed on Mondays") && !before.says("Closed on Mondays"));
        assert!(after.header("x-robots-tag").contains("noindex"));
        assert!(before.header("x-robots-tag").is_empty());
        assert!(after.text().contains("<html lang=\"en\""), "{path}");
    }
    let (open, closed) = (
        plain.visitor().get("/robots.txt").await,
        site.visitor().get("/robots.txt").await,
    );
    assert_ne!(open.text(), closed.text());
    // A language that has no texts is told at the start, not page by page.
    let fresh = databases::sqlite().await;
    let unknown = loaded(&[("site.language", "xx")]);
    let opened = App::open(
        unknown,
        Registry::shipped(),
        fresh.store.clone(),
        site.clock.clone(),
        HOST,
    )
    .await;
    assert!(opened.err().unwrap().to_string().contains("xx"));
}

#[tokio::test]
async fn boards_sound_by_default_where_the_owner_says_so() {
    const GAME: &[(&str, &str)] = &[("game", "chess"), ("level", "1"), ("side", "0")];
    for (sounds, switch) in [("true", "on"), ("false", "off")] {
        let site = Site::with(&[("access.guests", "open"), ("site.sounds", sounds)]).await;
        let mut guest = site.visitor();
        let address = guest.post("/games", GAME).await.location().to_owned();
        let page = guest.get(&address).await;
        assert!(page.says(&format!("data-default=\"{switch}\"")), "{sounds}");
    }
}

/// A visitor's rights follow from the configuration of the moment, not from a captcha passed under another one.
#[tokio::test]
async fn guests_are_asked_at_each_request() {
    const GAME: &[(&str, &str)] = &[("game", "morabaraba"), ("level", "1"), ("side", "0")];
    let databases::Fresh {
        store,
        folder: _folder,
    } = databases::sqlite().await;
    let asks = Site::on(store.clone(), &[("access.guests", "captcha")]).await;
    let mut guest = asks.guest().await;
    assert!(
        guest
            .post("/games", GAME)
            .await
            .location()
            .starts_with("/games/")
    );
    let cookie = guest.cookie("rookery").unwrap().to_owned();
    let sent = async |guests: &str, cookie: Option<&str>| {
        let site = Site::on(store.clone(), &[("access.guests", guests)]).await;
        let mut browser = site.visitor();
        if let Some(cookie) = cookie {
            browser.set_cookie("rookery", cookie);
        }
        let place = browser.post("/games", GAME).await.location();
        place
            .split(['?', '/'])
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    for (guests, stranger, passed) in [
        ("captcha", "verify", "games"),
        ("open", "games", "games"),
        ("off", "login", "login"),
    ] {
        assert_eq!(sent(guests, None).await, stranger, "{guests}");
        assert_eq!(
            sent(guests, Some(&cookie)).await,
            passed,
            "{guests}, after a captcha"
        );
    }
}

/// Accounts only: not even the matches that cost the engine nothing, on no page, and no page says otherwise.
#[tokio::test]
async fn where_accounts_are_needed_no_match_is_free() {
    let free = [("game", "tic-tac-toe"), ("level", "8"), ("tap", "b2")];
    let databases::Fresh {
        store,
        folder: _folder,
    } = databases::sqlite().await;
    let open = Site::on(store.clone(), &[]).await;
    let mut guest = open.visitor();
    let begun = guest.post("/games", &free).await.location();
    assert!(begun.starts_with("/games/"), "{begun}");
    assert!(guest.get("/").await.says("No account needed."));

    let site = Site::on(store.clone(), &[("access.guests", "off")]).await;
    let mut late = site.visitor();
    late.set_cookie("rookery", guest.cookie("rookery").unwrap());
    let fields = serde_json::json!({"path": "a1", "ply": 2, "hash": "0"});
    let moved = late.post_json(&format!("{begun}/moves"), &fields).await;
    assert_eq!(moved.status, 401, "{}", moved.text());
    let mut stranger = site.visitor();
    let started = stranger.post("/games", &free).await.location();
    assert!(started.starts_with("/login?next="), "{started}");
    let json = serde_json::json!({"game": "connect-four", "level": 3});
    assert_eq!(stranger.post_json("/api/v1/games", &json).await.status, 401);
    for path in ["/", "/play", "/play/chess", "/site.webmanifest"] {
        let page = stranger.get(path).await.text();
        assert!(!page.contains("No account needed"), "{path}");
        assert!(!page.contains("a few letters from a picture"), "{path}");
    }
    let back = late.post(&format!("{begun}/takeback"), &[]).await;
    assert!(
        back.location().starts_with("/login?next="),
        "{}",
        back.text()
    );
    assert!(
        stranger
            .get("/")
            .await
            .says("Playing here needs an account")
    );
    let mut member = site.user("Thandi").await;
    assert!(!member.get("/").await.says("Playing here needs an account"));
    let started = member.post("/games", &free).await.location();
    assert!(started.starts_with("/games/"), "{started}");

    for (guests, is_offered) in [("captcha", true), ("off", false)] {
        let keys = [("access.guests", guests), ("access.signup", "approval")];
        let site = Site::on(store.clone(), &keys).await;
        let waits = site.visitor().sign_up(&format!("Newcomer{guests}")).await;
        assert_eq!(waits.status, 200);
        assert_eq!(
            waits.says("Play as a guest for now"),
            is_offered,
            "{guests}"
        );
    }
}

/// A text that the page of the look would refuse is refused from the configuration, too.
#[test]
fn texts_of_the_configuration_are_as_long_as_those_of_the_look() {
    for key in ["name", "notice"] {
        let field = rookery::look::FIELDS.iter().find(|field| field.key == key);
        let most = field.unwrap().max;
        for (length, fits) in [(most, true), (most + 1, false)] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("config.toml");
            let text = "x".repeat(length);
            std::fs::write(&file, format!("[site]\n{key} = \"{text}\"")).unwrap();
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rookery"));
            let ran = command
                .arg("config")
                .arg("--config")
                .arg(&file)
                .output()
                .unwrap();
            let said = String::from_utf8(ran.stderr).unwrap();
            assert_eq!(ran.status.success(), fits, "{key} {length}: {said}");
            assert!(
                fits || said.contains(&format!("longer than {most} characters")),
                "{said}"
            );
        }
    }
}

#[tokio::test]
async fn sign_up_follows_its_key() {
    for (signup, asked, sent) in [
        ("open", 200, 303),
        ("approval", 200, 200),
        ("invite", 200, 403),
        ("closed", 200, 403),
    ] {
        let site = Site::with(&[("access.signup", signup)]).await;
        let mut browser = site.visitor();
        let page = browser.get("/signup").await;
        assert_eq!(page.status, asked, "{signup}");
        let challenge = page.field("challenge").unwrap_or_default();
        let fields = [
            ("name", "Thandi"),
            ("password", PASSWORD),
            ("challenge", &challenge),
            ("answer", ANSWER),
        ];
        assert_eq!(
            browser.post("/signup", &fields).await.status,
            sent,
            "{signup}"
        );
        assert_eq!(browser.is_logged_in().await, signup == "open");
    }
}

#[tokio::test]
async fn a_challenge_lives_as_long_as_its_key_says() {
    let site = Site::with(&[("captcha.life_s", "45")]).await;
    for (seconds, status) in [(44, 303), (46, 422)] {
        let mut browser = site.visitor();
        let challenge = browser.challenge("/verify").await;
        site.clock.advance(seconds * 1000);
        let fields = [("challenge", &*challenge), ("answer", ANSWER)];
        assert_eq!(
            browser.post("/verify", &fields).await.status,
            status,
            "{seconds} s"
        );
    }
}

#[tokio::test]
async fn the_fixed_answer_passes_only_where_it_is_set() {
    for (fixed, status) in [(ANSWER, 303), ("another", 422), ("", 422)] {
        let site = Site::with(&[("captcha.test_answer", fixed)]).await;
        let mut browser = site.visitor();
        let challenge = browser.challenge("/verify").await;
        let fields = [("challenge", &*challenge), ("answer", ANSWER)];
        assert_eq!(
            browser.post("/verify", &fields).await.status,
            status,
            "{fixed:?}"
        );
    }
}

#[tokio::test]
async fn news_through_a_database_that_carries_none_is_refused() {
    let site = Site::new().await;
    // The URL alone opens no database: the site is given one in a file, as a program of one's own could.
    let elsewhere = ("database", "postgres://db.example/site");
    for (kind, opens) in [("auto", true), ("local", true), ("postgres", false)] {
        let fresh = databases::sqlite().await;
        let opened = App::open(
            loaded(&[("bus.kind", kind), elsewhere]),
            Registry::shipped(),
            fresh.store.clone(),
            site.clock.clone(),
            HOST,
        )
        .await;
        assert_eq!(opened.is_ok(), opens, "{kind}");
    }
}

/// `engine.threads` searches run and `engine.queue` wait; whoever asks for one more is told that the site is full.
#[tokio::test(flavor = "multi_thread")]
async fn threads_and_the_queue_bound_what_the_engine_takes() {
    // The search with the longest time of all levels and games: none ends while a few requests are made.
    const SLOW: &[(&str, &str)] = &[("game", "morabaraba"), ("level", "8"), ("side", "1")];
    for (threads, queue) in [(1, 1), (2, 3)] {
        let (threads_text, queue_text) = (threads.to_string(), queue.to_string());
        let site = Site::with(&[
            ("access.guests", "open"),
            ("engine.threads", &threads_text),
            ("engine.queue", &queue_text),
        ])
        .await;
        for taken in 0..=threads + queue {
            let answer = site.visitor().post("/games", SLOW).await;
            if taken == threads + queue {
                assert_eq!(answer.status, 503, "{threads} threads and {queue} places");
                assert!(!answer.header("retry-after").is_empty());
                continue;
            }
            assert_eq!(answer.status, 303, "match {taken}: {}", answer.text());
            let busy = (taken + 1).min(threads);
            let load = (busy, taken + 1 - busy);
            // A search waits for a moment until a thread that is free has taken it.
            until("searches run and wait", async || {
                site.app.matches.load_of_engine() == load
            })
            .await;
        }
        assert!(site.app.matches.shutdown(NEVER).await.is_empty());
    }
}

/// The site says at its start what it will do a minute later; that it then does so is
/// `small_tables_are_built_where_that_is_asked_for` in `table_thread.rs`.
#[test]
fn tables_are_built_where_the_key_says_so() {
    for (builds, expected) in [("true", true), ("false", false)] {
        let log = logged(&[("engine.build_tables", builds)]);
        let said = log.contains("small endgame tables that are missing will be built");
        assert_eq!(said, expected, "{log}");
    }
}

/// Waits until a condition holds; fails the test if it never does.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let found = tokio::time::timeout(NEVER, waiting).await;
    found.unwrap_or_else(|_| panic!("in vain: {what}"));
}

#[tokio::test]
async fn old_lines_and_matches_go_when_their_keys_say() {
    const FIRST_TAP: &[(&str, &str)] = &[("game", "tic-tac-toe"), ("tap", "b2")];
    const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
    let site = Site::with(&[
        ("retention.unowned_games_days", "3"),
        ("retention.audit_days", "5"),
    ])
    .await;
    let mut guest = site.guest().await;
    let game = guest.start(FIRST_TAP).await;
    site.user("Thandi").await;
    for (days, is_game, is_line) in [(2, true, true), (2, false, true), (2, false, false)] {
        site.clock.advance(days * DAY_MS);
        site.app.matches.maintenance().sweep().await.unwrap();
        rookery::web::tidy_audit(&site.app).await.unwrap();
        let status = guest.get(&game).await.status;
        assert_eq!(status == 200, is_game, "{status}");
        let log = site.store().audit_log(9, None).await.unwrap();
        assert_eq!(!log.rows.is_empty(), is_line);
    }
}

#[tokio::test]
async fn only_a_trusted_proxy_says_where_a_request_comes_from() {
    for (proxies, is_trusted) in [("127.0.0.1/32", true), ("192.0.2.0/24", false)] {
        let site = Site::with(&[
            ("trusted_proxies", proxies),
            ("limits.captcha_challenges_per_minute_and_address", "2"),
        ])
        .await;
        let mut refused = 0;
        for n in 0..4 {
            let mut browser = site.visitor().at(&format!("203.0.113.{n}"));
            refused += usize::from(browser.get("/verify").await.status == 429);
        }
        assert_eq!(refused, if is_trusted { 0 } else { 2 }, "{proxies}");
    }
}

/// The factory settings are those of the configuration, each under its name and none under another's; what each of them does to
/// a picture is `every_switch_changes_some_picture_and_none_is_needed` and the tests of `classic`.
#[tokio::test]
async fn a_setting_of_the_captcha_is_that_of_its_page() {
    let plain = loaded(&[]);
    let rows = plain.rows();
    let mut own: Vec<(String, String)> = Vec::new();
    for (key, value, _) in &rows {
        let is_drawn = DRAWN.iter().any(|drawn| key.starts_with(drawn));
        if !is_drawn || key.ends_with("_dir") || key == "captcha.defence.fill_s" {
            continue;
        }
        let other = match value.as_str() {
            "true" => "false".to_owned(),
            "false" => "true".to_owned(),
            number => match number.parse::<i64>() {
                Ok(n) => (n + 1).to_string(),
                // A word of a list.
                Err(_) => continue,
            },
        };
        // Alone, so that bounds between settings hold.
        let environment = [(key.as_str(), other.as_str())];
        if read(&environment).is_ok() {
            own.push((key.clone(), other));
        }
    }
    assert!(own.len() > 60, "{}", own.len());
    let site = Site::with(&[("captcha.preset", "classic")]).await;
    let mut owner = first_admin(&site).await;
    let page = owner.get("/admin/captcha").await;
    assert_eq!(
        site.app
            .captchas
            .settings
            .current()
            .drawing
            .settings
            .preset
            .as_str(),
        "classic"
    );
    assert!(page.status == 200);
    for (key, value) in &own {
        let settings = read(&[(key, value)]).unwrap().config.captcha.factory();
        let field = key.strip_prefix("captcha.").unwrap();
        assert_eq!(settings.get(field).as_deref(), Some(&**value), "{key}");
        let changed: Vec<&str> = Settings::fields()
            .map(|spec| spec.key)
            .filter(|key| settings.get(key) != Settings::default().get(key))
            .collect();
        assert_eq!(changed, [field], "{key} changes itself alone");
    }
}

/// The log of a site that is asked for one page and stopped.
fn logged(settings: &[(&str, &str)]) -> String {
    let place = Place::new();
    let mut command = place.command(&["serve", "--listen", "127.0.0.1:0"]);
    for (key, value) in settings {
        command.env(
            format!("ROOKERY__{}", key.replace('.', "__").to_uppercase()),
            value,
        );
    }
    let log = place.path().join("log");
    command.stderr(std::fs::File::create(&log).unwrap());
    let server = Server::start(command);
    assert!(server.get("/healthz").contains("200"));
    // The log is written beside the requests, and is complete by the end.
    assert_eq!(server.terminate().0, Some(0));
    std::fs::read_to_string(log).unwrap()
}

#[test]
fn the_log_follows_its_keys() {
    let text = logged(&[("log.level", "debug")]);
    assert!(
        text.contains("/healthz") && !text.starts_with('{'),
        "{text}"
    );
    let json = logged(&[("log.level", "debug"), ("log.format", "json")]);
    assert!(json.contains("/healthz"), "{json}");
    for line in json.lines() {
        assert!(
            serde_json::from_str::<serde_json::Value>(line).is_ok(),
            "{line}"
        );
    }
    let quiet = logged(&[("log.level", "error")]);
    assert!(!quiet.contains("/healthz"), "{quiet}");
}

fn read(settings: &[(&str, &str)]) -> Result<Loaded, String> {
    let environment = settings
        .iter()
        .map(|(key, value)| {
            let name = format!("ROOKERY__{}", key.replace('.', "__").to_uppercase());
            (name, (*value).to_owned())
        })
        .collect();
    let empty = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    Loaded::read(&Sources {
        file: Some(empty.path().to_owned()),
        environment,
        flags: Vec::new(),
    })
    .map_err(|error| error.to_string())
}
