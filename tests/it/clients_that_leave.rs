//! Clients that leave in the middle of a post: at each place where it waits, the request is dropped, and nothing is half done.

use std::time::Duration;

use rookery::accounts::Name;
use rookery::ids::GameId;
use rookery::store::{Owner, Store, session_hash};

use crate::support::browser::{Answer, Browser};
use crate::support::databases::{self, Fresh, on_both_databases};
use crate::support::raw::Raw;
use crate::support::site::{ANSWER, FAST, MINUTE_MS, PASSWORD, START_MS, Site};

on_both_databases!(
    a_guest_who_leaves_in_a_log_in_loses_no_match,
    a_guest_who_leaves_in_a_sign_up_loses_no_match,
    a_changed_password_is_written_down,
    a_password_set_by_a_link_is_written_down,
    what_an_admin_does_is_written_down,
    a_right_answer_to_a_captcha_stays_charged_to_nobody,
    a_move_that_was_kept_has_its_reply,
);

/// So that only the place where a request is dropped decides.
const SETTINGS: &[(&str, &str)] = &[FAST, ("captcha.defence.adaptive", "false")];
const NEW_PASSWORD: &str = "seven herons at dawn";
/// Long enough that only what never comes reaches it.
const NEVER: Duration = Duration::from_secs(30);
/// More places than any post waits at.
const MOST_WAITS: usize = 500;
/// Each of them several times: a database that answers at once, or has prepared a statement before, is not waited for.
const TIMES: usize = 5;

/// The number of waits after which each post is left, in its order.
fn waits() -> impl Iterator<Item = usize> {
    (0..MOST_WAITS).flat_map(|waits| [waits; TIMES])
}

/// Waits until a condition holds; fails the test if it never does.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let found = tokio::time::timeout(NEVER, waiting).await;
    found.unwrap_or_else(|_| panic!("in vain: {what}"));
}

/// A guest with a match: the browser, the cookie, the match.
async fn guest_with_a_match(site: &Site) -> (Browser, String, GameId) {
    let mut browser = site.visitor();
    let place = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "b2")])
        .await;
    let cookie = browser.cookie("rookery").unwrap().to_owned();
    let id = place.strip_prefix("/games/").unwrap().parse().unwrap();
    (browser, cookie, id)
}

/// Whether a session lives, and the match is its guest's.
async fn is_the_guests(store: &Store, cookie: &str, id: GameId) -> bool {
    let session = store.session(&session_hash(cookie), START_MS).await;
    match session.unwrap().and_then(|session| session.guest_id) {
        Some(guest) => has(store, Owner::Guest(guest), id).await,
        None => false,
    }
}

async fn has(store: &Store, owner: Owner, id: GameId) -> bool {
    let games = store.games_of(owner, 100, None).await.unwrap();
    games.rows.iter().any(|row| row.record.id == id)
}

/// How often the log says that this was done.
async fn lines(store: &Store, action: &str, subject: &str) -> usize {
    let log = store.audit_log(1000, None).await.unwrap();
    let is_one = |entry: &rookery::store::AuditEntry| {
        entry.action == action && (subject.is_empty() || entry.subject == subject)
    };
    let done = log.rows.iter().filter(|row| is_one(&row.entry));
    done.map(|row| usize::try_from(row.n).unwrap()).sum()
}

/// A match is the guest's, whose session lives, or the account's; and a session that has ended has ended by a whole log-in.
async fn a_guest_who_leaves_in_a_log_in_loses_no_match(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    site.user("Thandi").await;
    let thandi = site.user_named("Thandi").await.id;
    let store = site.store();
    let before = lines(store, "log-in", "Thandi").await;
    let form = [("name", "Thandi"), ("password", PASSWORD)];
    let (mut guests, mut answered) = (Vec::new(), 0);
    for waits in waits() {
        let (mut browser, cookie, id) = guest_with_a_match(&site).await;
        let answer = browser.post_and_leave("/login", &form, waits).await;
        until("the match has an owner", async || {
            is_the_guests(store, &cookie, id).await || has(store, Owner::User(thandi), id).await
        })
        .await;
        guests.push((cookie, id));
        if let Some(answer) = answer {
            assert_eq!(answer.status, 303);
            assert!(browser.is_logged_in().await);
            answered += 1;
        } else {
            answered = 0;
        }
        if answered == TIMES {
            break;
        }
    }
    until("each log-in is whole", async || {
        let mut ended = 0;
        for (cookie, id) in &guests {
            let is_kept = is_the_guests(store, cookie, *id).await;
            let is_given = has(store, Owner::User(thandi), *id).await;
            if is_kept == is_given {
                return false;
            }
            ended += usize::from(is_given);
        }
        ended > 0 && lines(store, "log-in", "Thandi").await == before + ended
    })
    .await;
    site.app.shutdown().await;
}

/// Whether a match is the guest's or the account's that the guest was to get.
async fn has_an_owner(store: &Store, (cookie, id, name): &(String, GameId, Name)) -> bool {
    if is_the_guests(store, cookie, *id).await {
        return true;
    }
    let made = store.credentials(name).await.unwrap();
    match made.map(|made| made.user.id) {
        Some(user) => has(store, Owner::User(user), *id).await,
        None => false,
    }
}

async fn a_guest_who_leaves_in_a_sign_up_loses_no_match(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    let store = site.store();
    let mut guests = Vec::new();
    for waits in 0..MOST_WAITS {
        let (mut browser, cookie, id) = guest_with_a_match(&site).await;
        let challenge = browser.challenge("/signup").await;
        let name = format!("Guest{waits}");
        let form = [
            ("name", &*name),
            ("password", PASSWORD),
            ("challenge", &*challenge),
            ("answer", ANSWER),
        ];
        let answer = browser.post_and_leave("/signup", &form, waits).await;
        let guest = (cookie, id, name.parse().unwrap());
        until("the match has an owner", async || {
            has_an_owner(store, &guest).await
        })
        .await;
        guests.push(guest);
        if let Some(answer) = answer {
            assert_eq!(answer.status, 303, "{}", answer.text());
            break;
        }
    }
    until("each account is written down", async || {
        let made = store.totals().await.unwrap().users as usize;
        made > 0 && lines(store, "sign-up", "").await == made
    })
    .await;
    // All posts have come to their end.
    for guest in &guests {
        assert!(has_an_owner(store, guest).await, "{}", guest.2);
    }
    site.app.shutdown().await;
}

/// Makes an account for each place where a post may be left, leaves it there, and checks that what has changed is written down.
async fn each_change_is_written_down(
    site: &Site,
    action: &str,
    post: impl AsyncFn(&mut Browser, &str, usize) -> Option<Answer>,
    has_changed: impl AsyncFn(&str) -> bool,
) {
    let (mut names, mut answered) = (Vec::new(), 0);
    for (n, waits) in waits().enumerate() {
        let name = format!("User{n}");
        let mut browser = site.user(&name).await;
        let answer = post(&mut browser, &name, waits).await;
        names.push(name);
        if let Some(answer) = answer {
            assert_eq!(answer.status, 303, "{}", answer.text());
            answered += 1;
        } else {
            answered = 0;
        }
        if answered == TIMES {
            break;
        }
    }
    until("each change is written down", async || {
        let mut changed = 0;
        for name in &names {
            let has_changed = has_changed(name).await;
            if lines(site.store(), action, name).await != usize::from(has_changed) {
                return false;
            }
            changed += usize::from(has_changed);
        }
        changed > 0
    })
    .await;
}

async fn a_changed_password_is_written_down(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    let form = [("old", PASSWORD), ("new", NEW_PASSWORD)];
    each_change_is_written_down(
        &site,
        "change-password",
        async |browser, _, waits| {
            browser
                .post_and_leave("/account/password", &form, waits)
                .await
        },
        async |name| takes(&site, name, NEW_PASSWORD).await,
    )
    .await;
    site.app.shutdown().await;
}

async fn a_password_set_by_a_link_is_written_down(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    each_change_is_written_down(
        &site,
        "reset-password",
        async |browser, name, waits| {
            let user = site.user_named(name).await;
            let link = rookery::web::reset_link(site.store(), &site.clock, "", &user, None).await;
            let link = link.unwrap();
            let token = link.split_once("token=").unwrap().1;
            let form = [("token", token), ("password", NEW_PASSWORD)];
            browser.post_and_leave("/account/reset", &form, waits).await
        },
        async |name| takes(&site, name, NEW_PASSWORD).await,
    )
    .await;
    site.app.shutdown().await;
}

/// Whether the account takes this password.
async fn takes(site: &Site, name: &str, password: &str) -> bool {
    let found = site.store().credentials(&name.parse().unwrap()).await;
    let hash = found.unwrap().unwrap().password_hash;
    rookery::accounts::verify(password, &hash).unwrap()
}

async fn what_an_admin_does_is_written_down(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    let owner = site.admin("Owner").await;
    each_change_is_written_down(
        &site,
        "disable",
        async |_, name, waits| {
            let id = site.user_named(name).await.id.to_string();
            let form = [("act", "disable"), ("user", &*id)];
            let mut owner = owner.clone();
            owner.post_and_leave("/admin/users", &form, waits).await
        },
        async |name| site.user_named(name).await.disabled_ms.is_some(),
    )
    .await;
    site.app.shutdown().await;
}

/// All of them at one address: where nothing stays charged, ten wrong answers are still looked at.
async fn a_right_answer_to_a_captcha_stays_charged_to_nobody(store: Store) {
    let settings = [
        FAST,
        ("captcha.defence.adaptive", "false"),
        ("limits.sessions_per_minute", "0"),
        ("limits.captcha_challenges_per_minute_and_address", "0"),
    ];
    let site = Site::on(store, &settings).await;
    let at = "203.0.113.7";
    for waits in 0..MOST_WAITS {
        let mut browser = site.visitor().at(at);
        let challenge = browser.challenge("/verify").await;
        let form = [("challenge", &*challenge), ("answer", ANSWER)];
        let answer = browser.post_and_leave("/verify", &form, waits).await;
        if let Some(answer) = answer {
            assert_eq!(answer.status, 303, "{}", answer.text());
            break;
        }
    }
    until("nothing is charged", async || {
        let key = format!("captcha:{at}");
        site.store().hits(&key, MINUTE_MS, START_MS).await.unwrap() == 0
    })
    .await;
    site.app.shutdown().await;
}

/// The engine replies to each move that the database has, wherever its post was left.
async fn a_move_that_was_kept_has_its_reply(store: Store) {
    let settings = [SETTINGS, &[("limits.games_per_minute", "0")]].concat();
    let site = Site::on(store, &settings).await;
    let mut browser = site.guest().await;
    // A level that searches its moves.
    let new = [("game", "tic-tac-toe"), ("level", "1"), ("side", "0")];
    let (mut ids, mut answered): (Vec<GameId>, _) = (Vec::new(), 0);
    for waits in waits() {
        let game = browser.start(&new).await;
        let view = browser.get_json(&game).await;
        let hash = view["hash"].as_str().unwrap();
        let form = [("ply", "0"), ("hash", hash), ("path", "b2")];
        let path = format!("{game}/moves");
        let answer = browser.post_and_leave(&path, &form, waits).await;
        ids.push(game.strip_prefix("/games/").unwrap().parse().unwrap());
        if let Some(answer) = answer {
            assert_eq!(answer.status, 303, "{}", answer.text());
            answered += 1;
        } else {
            answered = 0;
        }
        if answered == TIMES {
            break;
        }
    }
    until("each move that was kept has its reply", async || {
        // Those for which there was no room at once.
        site.app.matches.takeover().pick_up().await.unwrap();
        let mut replied = 0;
        for id in &ids {
            let made = site.store().game(*id).await.unwrap().unwrap().moves.len();
            if made == 1 {
                return false;
            }
            replied += usize::from(made == 2);
        }
        replied >= TIMES
    })
    .await;
    site.app.shutdown().await;
}

/// The new session cannot be made: the log-in fails, the visitor keeps the old one, and the matches have an owner.
#[tokio::test]
async fn a_log_in_that_the_database_breaks_off_loses_no_match() {
    let refuse: &[&str] = &[
        "CREATE TRIGGER refused BEFORE INSERT ON sessions BEGIN SELECT RAISE(FAIL, 'refused'); END",
    ];
    log_in_without_a_new_session(databases::sqlite().await, refuse).await;
    let refuse: &[&str] = &[
        "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER refused BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()",
    ];
    if let Some(fresh) = databases::postgres().await {
        log_in_without_a_new_session(fresh, refuse).await;
    }
}

async fn log_in_without_a_new_session(fresh: Fresh, refuse: &[&str]) {
    let mut raw = Raw::of(&fresh).await;
    let site = Site::on(fresh.store.clone(), &[]).await;
    site.user("Thandi").await;
    let thandi = site.user_named("Thandi").await.id;
    let (mut browser, cookie, id) = guest_with_a_match(&site).await;
    for statement in refuse {
        raw.run(statement).await;
    }
    assert_eq!(browser.log_in("Thandi", PASSWORD).await.status, 503);
    assert_eq!(browser.cookie("rookery"), Some(cookie.as_str()));
    let store = site.store();
    let kept = store.session(&session_hash(&cookie), START_MS).await;
    assert!(kept.unwrap().is_some(), "the session has ended");
    let is_owned =
        is_the_guests(store, &cookie, id).await || has(store, Owner::User(thandi), id).await;
    assert!(is_owned, "nobody has the match");
    drop(raw);
    site.app.shutdown().await;
}

/// As where the password is asked for again: the new session cannot be made, or not be bound to the user. The record of the session
/// layer is not written again.
#[tokio::test]
async fn a_log_in_that_fails_signs_nobody_out() {
    let refuse = "BEGIN SELECT RAISE(FAIL, 'refused'); END";
    log_in_again(databases::sqlite().await, refuse, "DROP TRIGGER refused").await;
    if let Some(fresh) = databases::postgres().await {
        let function = "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$ LANGUAGE plpgsql";
        Raw::of(&fresh).await.run(function).await;
        let refuse = "FOR EACH ROW EXECUTE FUNCTION refuse()";
        log_in_again(fresh, refuse, "DROP TRIGGER refused ON sessions").await;
    }
}

async fn log_in_again(fresh: Fresh, refuse: &str, allow: &str) {
    let mut raw = Raw::of(&fresh).await;
    let site = Site::on(fresh.store.clone(), &[]).await;
    let mut thandi = site.user("Thandi").await;
    for step in ["INSERT", "UPDATE OF user_id"] {
        raw.run(&format!(
            "CREATE TRIGGER refused BEFORE {step} ON sessions {refuse}"
        ))
        .await;
        let status = thandi.log_in("Thandi", PASSWORD).await.status;
        assert!([500, 503].contains(&status), "{step}: {status}");
        raw.run(allow).await;
        assert!(thandi.is_logged_in().await, "{step}");
    }
    let former = thandi.cookie("rookery").unwrap().to_owned();
    raw.run(&format!(
        "CREATE TRIGGER refused BEFORE UPDATE OF data ON sessions {refuse}"
    ))
    .await;
    assert_eq!(thandi.log_in("Thandi", PASSWORD).await.status, 303);
    assert!(thandi.is_logged_in().await);
    let former = site.store().session(&session_hash(&former), START_MS).await;
    assert!(former.unwrap().is_none(), "the former session lives on");
    drop(raw);
    site.app.shutdown().await;
}

/// The new session cannot be made, or not be bound to the user: whoever has a copy of the former cookie is out all the same.
#[tokio::test]
async fn a_changed_password_ends_a_session_that_cannot_be_renewed() {
    // Once: the session layer makes one right afterwards, and gives the browser its cookie.
    let once = "WHEN (SELECT n FROM refusals) = 0 BEGIN UPDATE refusals SET n = 1; SELECT RAISE(FAIL, 'refused'); END";
    let always = "BEGIN SELECT RAISE(FAIL, 'refused'); END";
    for (step, refuse) in [("INSERT", once), ("UPDATE OF user_id", always)] {
        let fresh = databases::sqlite().await;
        let mut raw = Raw::of(&fresh).await;
        let site = Site::on(fresh.store.clone(), &[]).await;
        let mut thandi = site.user("Thandi").await;
        let mut copy = thandi.clone();
        raw.run("CREATE TABLE refusals AS SELECT 0 AS n").await;
        raw.run(&format!(
            "CREATE TRIGGER refused BEFORE {step} ON sessions {refuse}"
        ))
        .await;
        let form = [("old", PASSWORD), ("new", NEW_PASSWORD)];
        let changed = thandi.post("/account/password", &form).await;
        assert_eq!(changed.status, 303, "{step}");
        assert_ne!(thandi.cookie("rookery"), copy.cookie("rookery"), "{step}");
        assert!(!copy.is_logged_in().await, "{step}");
        drop(raw);
        site.app.shutdown().await;
    }
}

/// The session is bound by then: who has logged in is not told that it failed, and has the cookie.
#[tokio::test]
async fn a_log_in_that_cannot_be_noted_has_happened() {
    let refuse: &[&str] = &[
        "CREATE TRIGGER unknown BEFORE INSERT ON known_addresses BEGIN SELECT RAISE(FAIL, 'refused'); END",
        "CREATE TRIGGER unnoted BEFORE INSERT ON audit BEGIN SELECT RAISE(FAIL, 'refused'); END",
    ];
    log_in_without_notes(databases::sqlite().await, refuse).await;
    let refuse: &[&str] = &[
        "CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$ LANGUAGE plpgsql",
        "CREATE TRIGGER unknown BEFORE INSERT ON known_addresses FOR EACH ROW EXECUTE FUNCTION refuse()",
        "CREATE TRIGGER unnoted BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse()",
    ];
    if let Some(fresh) = databases::postgres().await {
        log_in_without_notes(fresh, refuse).await;
    }
}

async fn log_in_without_notes(fresh: Fresh, refuse: &[&str]) {
    let mut raw = Raw::of(&fresh).await;
    let site = Site::on(fresh.store.clone(), &[]).await;
    site.user("Thandi").await;
    let thandi = site.user_named("Thandi").await.id;
    let (mut browser, _, id) = guest_with_a_match(&site).await;
    for statement in refuse {
        raw.run(statement).await;
    }
    assert_eq!(browser.log_in("Thandi", PASSWORD).await.status, 303);
    assert!(browser.is_logged_in().await);
    assert!(has(site.store(), Owner::User(thandi), id).await);
    drop(raw);
    site.app.shutdown().await;
}
