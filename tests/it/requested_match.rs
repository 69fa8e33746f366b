//! The match requested before the captcha: the post that gives access starts it, once, with its first move.

use std::time::Duration;

use rookery::store::{Store, session_hash};
use serde_json::Value;

use crate::store::records::entry;
use crate::support::browser::{Answer, Browser};
use crate::support::databases::{self, on_both_databases};
use crate::support::html;
use crate::support::raw::Raw;
use crate::support::site::{ANSWER, FAST, MINUTE_MS, PASSWORD, START_MS, Site};

on_both_databases!(
    the_post_that_passes_starts_the_requested_match,
    of_two_posts_that_pass_at_once_one_starts_it,
);

/// Light moves first by the table's rule, so that nothing but the whole set-up gives this match.
const ASKED: &[(&str, &str)] = &[
    ("game", "morabaraba"),
    ("level", "2"),
    ("side", "0"),
    ("moves-first", "light"),
    ("tap", "d6"),
];
const VERIFY: &str = "/verify";

/// Asks for the match and opens the page where the visitor is sent; says where the page leads back to.
async fn ask(browser: &mut Browser, fields: &[(&str, &str)]) -> (Answer, String) {
    let sent = browser.post("/games", fields).await;
    assert_eq!(sent.status, 303, "{}", sent.text());
    let page = browser.get(&sent.location()).await;
    let next = page.field("next").unwrap();
    (page, next)
}

async fn pass(browser: &mut Browser, page: &Answer, next: &str) -> Answer {
    let challenge = page.field("challenge").unwrap();
    let fields = [
        ("challenge", challenge.as_str()),
        ("answer", ANSWER),
        ("next", next),
    ];
    browser.post(VERIFY, &fields).await
}

/// A new account, past the captcha of this page.
async fn sign_up(browser: &mut Browser, page: &Answer, next: &str) -> Answer {
    let challenge = page.field("challenge").unwrap();
    let fields = [
        ("name", "Thandi"),
        ("password", PASSWORD),
        ("challenge", &*challenge),
        ("answer", ANSWER),
        ("next", next),
    ];
    browser.post("/signup", &fields).await
}

/// Whether this is the match of [`ASKED`], its first move made.
async fn assert_is_requested(browser: &mut Browser, answer: &Answer) {
    let place = answer.location();
    assert_eq!(answer.status, 303, "{}", answer.text());
    assert!(place.starts_with("/games/"), "{place}");
    let view: Value = browser.get_json(&place).await;
    assert_eq!(
        (&view["game"], &view["me"]),
        (&"morabaraba".into(), &0.into())
    );
    assert_eq!(view["sides"][0]["tone"], "light");
    assert_eq!(view["played"][0], "d6");
    assert!(
        view["sides"][1]["player"]
            .as_str()
            .unwrap()
            .contains("level 2")
    );
}

async fn the_post_that_passes_starts_the_requested_match(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut browser = site.visitor();
    let (page, next) = ask(&mut browser, ASKED).await;
    assert!(next.starts_with("/play/morabaraba?level=2"), "{next}");
    // A wrong answer starts nothing and forgets nothing.
    let challenge = page.field("challenge").unwrap();
    let wrong = [
        ("challenge", challenge.as_str()),
        ("answer", "x"),
        ("next", &next),
    ];
    let page = browser.post(VERIFY, &wrong).await;
    assert_eq!(page.status, 422);
    let passed = pass(&mut browser, &page, &next).await;
    assert_is_requested(&mut browser, &passed).await;
    // Once: a visitor who passes again comes back to the start of the way.
    let page = browser.get(VERIFY).await;
    let again = pass(&mut browser, &page, &next).await;
    assert_eq!((again.status, again.location()), (303, next));
    site.app.shutdown().await;
}

async fn of_two_posts_that_pass_at_once_one_starts_it(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut browser = site.visitor();
    let (page, next) = ask(&mut browser, ASKED).await;
    // Another challenge of the same session, so that both posts pass.
    let first = page.field("challenge").unwrap();
    let fields = [("challenge", "none"), ("reload", "1"), ("next", &*next)];
    let other = browser.post(VERIFY, &fields).await;
    assert_ne!(other.field("challenge").unwrap(), first);
    let (mut one, mut two) = (browser.clone(), browser.clone());
    let (one, two) = tokio::join!(pass(&mut one, &page, &next), pass(&mut two, &other, &next));
    let started = [&one, &two]
        .into_iter()
        .filter(|answer| answer.location().starts_with("/games/"));
    assert_eq!(started.count(), 1, "{} {}", one.location(), two.location());
    assert_eq!((one.status, two.status), (303, 303));
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_account_past_the_captcha_starts_it_too() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let (page, next) = ask(&mut browser, ASKED).await;
    assert!(
        page.text().contains("/signup?next="),
        "the page leads there"
    );
    let page = browser.get("/signup?next=/play/morabaraba").await;
    let made = sign_up(&mut browser, &page, &next).await;
    assert_is_requested(&mut browser, &made).await;
    assert!(browser.get("/account").await.says(&made.location()));
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_in_on_the_way_starts_it_too() {
    for guests in ["captcha", "off"] {
        let site = Site::with(&[("access.guests", guests)]).await;
        site.user("Thandi").await;
        let mut browser = site.visitor();
        let sent = browser.post("/games", ASKED).await;
        let way = match guests {
            "off" => "/login?next=",
            _ => "/verify?next=",
        };
        assert!(sent.location().starts_with(way), "{}", sent.location());
        let next = browser.get(&sent.location()).await.field("next").unwrap();
        let fields = [("name", "Thandi"), ("password", PASSWORD), ("next", &*next)];
        let entered = browser.post("/login", &fields).await;
        assert_is_requested(&mut browser, &entered).await;
        site.app.shutdown().await;
    }
}

/// The account is disabled while its password is being checked: the check has read the account before, the log-in reads it after.
#[tokio::test(flavor = "multi_thread")]
async fn a_log_in_refused_at_the_last_moment_keeps_it() {
    let site = Site::new().await;
    for round in 0..200 {
        let name = format!("Thandi{round}");
        site.user(&name).await;
        let user = site.user_named(&name).await.id;
        let mut browser = site.visitor();
        let (_, next) = ask(&mut browser, ASKED).await;
        let fields = [("name", &*name), ("password", PASSWORD), ("next", &*next)];
        let mut typing = browser.clone();
        let (met, ()) = tokio::join!(typing.post("/login", &fields), async {
            tokio::time::sleep(Duration::from_micros(100 * round)).await;
            site.store()
                .set_disabled(user, Some(1), &entry())
                .await
                .unwrap();
        });
        if met.says("Wrong name or password.") {
            site.store()
                .set_disabled(user, None, &entry())
                .await
                .unwrap();
            let entered = typing.post("/login", &fields).await;
            assert_is_requested(&mut typing, &entered).await;
            return site.app.shutdown().await;
        }
    }
    panic!("no log-in met the moment");
}

/// The account is disabled as soon as it is made: the first log-in is refused, and the match stays requested, in the new session. The
/// former one has ended.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_account_that_is_disabled_at_once_keeps_it() {
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    let site = Site::on(fresh.store.clone(), &[]).await;
    raw.run("CREATE TRIGGER disabled AFTER INSERT ON users BEGIN UPDATE users SET disabled_ms = 1 WHERE id = NEW.id; END")
        .await;
    let mut browser = site.visitor();
    let (page, next) = ask(&mut browser, ASKED).await;
    let former = session_hash(browser.cookie("rookery").unwrap());
    let made = sign_up(&mut browser, &page, &next).await;
    assert_eq!(made.status, 303);
    assert!(made.location().starts_with("/login?"));
    let ended = site.store().session(&former, START_MS).await.unwrap();
    assert!(ended.is_none(), "the former session lives on");
    let log_in = browser.get(&made.location()).await;
    assert_eq!(log_in.field("next").as_deref(), Some(&*next));
    assert!(!browser.get("/account").await.says("Thandi"));
    let user = site.user_named("Thandi").await.id;
    site.store()
        .set_disabled(user, None, &entry())
        .await
        .unwrap();
    let fields = [("name", "Thandi"), ("password", PASSWORD), ("next", &*next)];
    let entered = browser.post("/login", &fields).await;
    assert_is_requested(&mut browser, &entered).await;
    drop(raw);
    site.app.shutdown().await;
}

/// The captcha is used up: whoever passed it may play, though the requested match cannot be taken out of the database.
#[tokio::test(flavor = "multi_thread")]
async fn who_passes_goes_on_where_the_requested_match_cannot_be_taken() {
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    let site = Site::on(fresh.store.clone(), &[]).await;
    let mut browser = site.visitor();
    let (page, next) = ask(&mut browser, ASKED).await;
    raw.run("CREATE TRIGGER stays BEFORE UPDATE OF asked ON sessions BEGIN SELECT RAISE(ABORT, 'it stays'); END")
        .await;
    let passed = pass(&mut browser, &page, &next).await;
    assert_eq!((passed.status, passed.location()), (303, next));
    raw.run("DROP TRIGGER stays").await;
    let begun = browser.post("/games", ASKED).await;
    assert_is_requested(&mut browser, &begun).await;
    drop(raw);
    site.app.shutdown().await;
}

/// Where the match cannot be started after all, the page is filled in with what was chosen, and an unknown value is left out.
#[tokio::test(flavor = "multi_thread")]
async fn the_way_back_has_every_choice() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let (_, next) = ask(&mut browser, ASKED).await;
    let is_chosen = |page: &Answer, name: &str, value: &str| {
        html::tags(&page.text(), "input").iter().any(|tag| {
            let has =
                |attribute, wanted| html::attribute(tag, attribute).as_deref() == Some(wanted);
            has("name", name) && has("value", value) && tag.contains(" checked")
        })
    };
    let page = browser.get(&next).await;
    assert!(is_chosen(&page, "level", "2") && is_chosen(&page, "side", "0"));
    assert!(is_chosen(&page, "moves-first", "light"), "{next}");
    let page = browser.get("/play/morabaraba?moves-first=nobody").await;
    assert!(page.status == 200 && is_chosen(&page, "moves-first", "dark"));
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_request_counts_and_not_for_ever() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    ask(
        &mut browser,
        &[("game", "chess"), ("level", "1"), ("side", "0")],
    )
    .await;
    let (page, next) = ask(&mut browser, ASKED).await;
    let passed = pass(&mut browser, &page, &next).await;
    assert_is_requested(&mut browser, &passed).await;

    // Half an hour later nobody waits for it any more.
    let mut browser = site.visitor();
    let (_, next) = ask(&mut browser, ASKED).await;
    site.clock.advance(30 * MINUTE_MS);
    let page = browser.get(VERIFY).await;
    let passed = pass(&mut browser, &page, &next).await;
    assert_eq!((passed.status, passed.location()), (303, next));

    // A visitor who was on the way to another page gets there.
    let mut browser = site.visitor();
    let (page, _) = ask(&mut browser, ASKED).await;
    let passed = pass(&mut browser, &page, "/account").await;
    assert_eq!(passed.location(), "/account");
    site.app.shutdown().await;
}

#[tokio::test]
async fn nobody_passes_a_captcha_for_a_match_that_cannot_be() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    for (name, value) in [("variant", "moon"), ("start", "nonsense")] {
        let fields = [&[(name, value)], ASKED].concat();
        let refused = browser.post("/games", &fields).await;
        assert_eq!(refused.status, 422, "{name}");
        assert!(refused.says("action=\"/games\""), "{name}");
    }
}

/// A draw by the rules (two kings, FIDE Laws of Chess, article 5.2.2), and first moves that cannot be made: none counts as a match.
#[tokio::test]
async fn nobody_passes_a_captcha_for_a_match_that_is_over_or_a_move_that_is_not_legal() {
    let site = Site::with(&[("limits.games_per_minute", "1")]).await;
    let mut browser = site.visitor();
    let kings = ("start", "8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    for (side, more, words) in [
        ("0", kings, "already over in this position"),
        ("0", ("tap", "e2,e5"), "pawn"),
        ("1", ("tap", "e2,e4"), "It is not your turn."),
    ] {
        let fields = [("game", "chess"), ("level", "1"), ("side", side), more];
        let refused = browser.post("/games", &fields).await;
        assert_eq!(refused.status, 422, "{more:?}");
        assert!(refused.says("action=\"/games\""), "{more:?}");
        assert!(refused.says(words), "{more:?}: {}", refused.text());
    }
    ask(&mut browser, ASKED).await;
}

/// The captcha was not in vain: the form says why there is no match yet, and has what was chosen.
#[tokio::test(flavor = "multi_thread")]
async fn who_passes_while_the_engine_is_full_is_told_so() {
    let site = Site::with(&[FAST, ("engine.queue", "1")]).await;
    let mut browser = site.visitor();
    let (page, next) = ask(&mut browser, ASKED).await;
    // The search that takes the longest, and one that waits for it.
    let slow = [("game", "morabaraba"), ("level", "8"), ("side", "1")];
    let mut other = site.guest().await;
    for _ in 0..20 {
        if site.app.matches.load_of_engine() != (1, 1) {
            other.post("/games", &slow).await;
        }
    }
    assert_eq!(site.app.matches.load_of_engine(), (1, 1));
    let passed = pass(&mut browser, &page, &next).await;
    assert_eq!(passed.status, 303);
    assert_eq!(passed.location(), format!("{next}&failed=busy"));
    let form = browser.get(&passed.location()).await;
    assert_eq!(form.status, 200);
    assert!(
        form.says("The server is busy right now."),
        "{}",
        form.text()
    );
    let chosen = html::tags(&form.text(), "input").iter().any(|tag| {
        html::attribute(tag, "value").as_deref() == Some("light") && tag.contains(" checked")
    });
    assert!(chosen, "{}", form.text());
    let form = browser.get("/play/chess?failed=somehow").await;
    assert!(
        form.says("could not start with these choices"),
        "{}",
        form.text()
    );
    site.app.shutdown().await;
}

#[tokio::test]
async fn what_nobody_came_back_for_is_forgotten() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    ask(&mut browser, ASKED).await;
    let hour_ms = 60 * MINUTE_MS;
    let store = site.store();
    let began_ms = site.clock.now_ms();
    assert_eq!(store.forget_requested_matches(began_ms).await.unwrap(), 0);
    site.clock.advance(hour_ms + 1);
    site.app.matches.maintenance().sweep().await.unwrap();
    let left = store.forget_requested_matches(began_ms + 1).await.unwrap();
    assert_eq!(left, 0, "the sweep has done it");
}
