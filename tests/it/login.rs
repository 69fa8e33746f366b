//! Logging in and out, passwords, and the end of sessions.

use axum::http::Method;

use rookery::store::Store;

use crate::signup::first_admin;
use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::site::{MINUTE_MS, PASSWORD, Site};

const NEW_PASSWORD: &str = "seven herons at dawn";

on_both_databases!(
    of_changes_and_log_ins_at_once_one_change_holds,
    the_sessions_of_a_user_are_limited,
    a_change_and_two_links_at_once_leave_one_password,
    the_links_of_an_admin_end_with_the_office
);

#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_look_alike() {
    let site = Site::new().await;
    site.user("Thandi").await;
    let mut browser = site.visitor();
    let wrong = browser.log_in("Thandi", "not the password").await;
    let unknown = browser.log_in("Nobody", "not the password").await;
    let impossible = browser.log_in("1 ?", "not the password").await;
    for answer in [&wrong, &unknown, &impossible] {
        assert_eq!(answer.status, 422);
        assert_eq!(answer.text().matches("Wrong name or password.").count(), 1);
        assert!(answer.text().contains("<title>Error: Log in · "));
        assert_eq!(answer.text().matches(" autofocus").count(), 1);
        assert_eq!(answer.field("password"), None);
    }
    assert_eq!(unknown.field("name").as_deref(), Some("Nobody"));
    let page = |answer: &crate::support::browser::Answer| answer.text().replace("Thandi", "Nobody");
    assert_eq!(
        page(&wrong),
        page(&unknown),
        "nothing else of the page differs"
    );
}

/// As after a log-out in another window: the page of the match is still open.
#[tokio::test]
async fn a_match_leads_to_the_log_in_and_back() {
    let site = Site::new().await;
    let mut player = site.user("Thandi").await;
    let chess = [("game", "chess"), ("level", "1"), ("side", "0")];
    let place = player.start(&chess).await;
    let resign = format!("{place}/resign");
    let mut visitor = site.visitor();
    let page = visitor.get(&place).await;
    for way_in in ["/login", "/signup"] {
        let link = format!("href=\"{way_in}?next={place}\"");
        assert!(page.text().contains(&link), "{link}");
    }
    for action in ["resign", "analysis"] {
        let refused = visitor.post(&format!("{place}/{action}"), &[]).await;
        let log_in = format!("/login?next={place}");
        assert_eq!((refused.status, refused.location()), (303, log_in));
    }
    // Another user is a spectator, and so is anybody at a match without users.
    let mut other = site.user("Anna").await;
    assert_eq!(other.post(&resign, &[]).await.status, 403);
    let place = site.guest().await.start(&chess).await;
    let refused = site.visitor().post(&format!("{place}/resign"), &[]).await;
    assert_eq!(refused.status, 403);
    site.app.shutdown().await;
}

/// As after the button "Back": whoever is in goes on, unless it is an admin who has to confirm the password.
#[tokio::test]
async fn the_log_in_leads_on_who_is_in_already() {
    let site = Site::new().await;
    let mut thandi = site.user("Thandi").await;
    let mut owner = site.admin("Owner").await;
    for (next, to) in [
        ("/play/chess", "/play/chess"),
        ("/admin", "/admin"),
        ("//evil.example", "/"),
    ] {
        for way_in in ["/login", "/signup"] {
            for browser in [&mut thandi, &mut owner] {
                let sent = browser.get(&format!("{way_in}?next={next}")).await;
                assert_eq!(
                    (sent.status, sent.location().as_str()),
                    (303, to),
                    "{way_in} {next}"
                );
            }
        }
    }
    assert_eq!(thandi.get("/login").await.status, 200);
    site.clock.advance(31 * MINUTE_MS);
    for (next, status) in [
        ("/admin", 200),
        ("/admin/users?state=waiting", 200),
        ("/administrator", 303),
        ("/play", 303),
    ] {
        let answer = owner.get(&format!("/login?next={next}")).await;
        assert_eq!(answer.status, status, "{next}");
        let answer = thandi.get(&format!("/login?next={next}")).await;
        assert_eq!(answer.status, 303, "{next}");
    }
}

/// Keyboards of phones add a blank after a word that they complete, and copied text may begin with a mark that nobody sees.
#[tokio::test]
async fn blanks_around_a_name_are_no_part_of_it() {
    let site = Site::new().await;
    assert_eq!(site.visitor().sign_up("Thandi ").await.status, 303);
    assert_eq!(site.user_named("Thandi").await.name.as_str(), "Thandi");
    for typed in ["Thandi ", "\tthandi", "\u{feff}THANDI\u{200b}"] {
        let entered = site.visitor().log_in(typed, PASSWORD).await;
        assert_eq!(entered.status, 303, "{typed:?}");
    }
    let mut owner = site.admin("Owner").await;
    // U+200B, the name, and a blank.
    let found = owner.get("/admin/users?name=%E2%80%8Bthandi%20").await;
    assert_eq!(found.field("name").as_deref(), Some("thandi"));
    assert!(found.says("Thandi") && !found.says("No account matches."));
}

#[tokio::test]
async fn the_session_id_changes_at_log_in_and_log_out_ends_it() {
    let site = Site::new().await;
    site.user("Thandi").await;
    let mut browser = site.guest().await;
    let before = browser.cookie("rookery").unwrap().to_owned();
    assert_eq!(browser.log_in("thandi", PASSWORD).await.status, 303);
    let after = browser.cookie("rookery").unwrap().to_owned();
    assert_ne!(before, after);

    let mut old = site.visitor();
    old.set_cookie("rookery", &before);
    assert!(
        !old.is_logged_in().await,
        "a planted cookie does not become the user's"
    );
    assert!(browser.is_logged_in().await);
    assert_eq!(browser.post("/logout", &[]).await.status, 303);
    assert!(!browser.is_logged_in().await);
    let mut stolen = site.visitor();
    stolen.set_cookie("rookery", &after);
    assert!(!stolen.is_logged_in().await, "a dead session stays dead");
}

#[tokio::test]
async fn after_log_in_the_visitor_comes_back_but_never_leaves_the_site() {
    let site = Site::new().await;
    site.user("Thandi").await;
    for (next, to) in [
        ("/rules/morabaraba?x=1", "/rules/morabaraba?x=1"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("\\\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/a\r\nSet-Cookie: x=1", "/"),
        ("evil.example", "/"),
        ("", "/"),
        ("http:/evil.example", "/"),
        ("/\t/evil.example", "/"),
        ("///evil.example", "/"),
    ] {
        let mut browser = site.visitor();
        let answer = browser
            .post(
                "/login",
                &[("name", "Thandi"), ("password", PASSWORD), ("next", next)],
            )
            .await;
        assert_eq!(
            (answer.status, answer.location().as_str()),
            (303, to),
            "{next:?}"
        );
    }
}

#[tokio::test]
async fn ten_failures_are_the_limit_and_the_owner_still_gets_in() {
    let site = Site::new().await;
    site.user("Thandi").await;
    let mut attacker = site.visitor().at("203.0.113.7");
    for _ in 0..10 {
        assert_eq!(
            attacker.log_in("Thandi", "guess and guess").await.status,
            422
        );
    }
    let limited = attacker.log_in("Thandi", PASSWORD).await;
    assert_eq!(limited.status, 429);
    assert!(!limited.header("retry-after").is_empty());
    assert_eq!(
        site.visitor()
            .at("203.0.113.8")
            .log_in("Thandi", PASSWORD)
            .await
            .status,
        303
    );
    site.clock.advance(11 * MINUTE_MS);
    assert_eq!(attacker.log_in("Thandi", PASSWORD).await.status, 303);
}

#[tokio::test]
async fn a_disabled_user_is_out_at_once() {
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    let mut thandi = site.user("Thandi").await;
    let id = site.user_named("Thandi").await.id.to_string();
    assert!(thandi.is_logged_in().await);
    assert_eq!(
        owner
            .post("/admin/users", &[("act", "disable"), ("user", &id)])
            .await
            .status,
        303
    );
    assert!(!thandi.is_logged_in().await);
    // Only a person who knows the password is told.
    let refused = thandi.log_in("Thandi", PASSWORD).await;
    assert_eq!(refused.status, 422);
    assert!(refused.says("This account has been disabled. Ask the owner of the site."));
    for (name, password) in [("Thandi", "another horse"), ("Nobody", PASSWORD)] {
        let refused = thandi.log_in(name, password).await;
        assert!(refused.says("Wrong name or password."), "{name}");
    }
    assert_eq!(
        owner
            .post("/admin/users", &[("act", "enable"), ("user", &id)])
            .await
            .status,
        303
    );
    assert!(!thandi.is_logged_in().await);
    assert_eq!(thandi.log_in("Thandi", PASSWORD).await.status, 303);
}

#[tokio::test]
async fn a_changed_password_ends_the_other_sessions() {
    let site = Site::new().await;
    let mut here = site.user("Thandi").await;
    let mut there = site.visitor();
    assert_eq!(there.log_in("Thandi", PASSWORD).await.status, 303);

    let wrong = here
        .post("/account/password", &[("old", "no"), ("new", NEW_PASSWORD)])
        .await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.problem("old").is_some());
    for (new, words) in [
        ("short", "at least 8 characters"),
        (PASSWORD, "has already"),
        ("Thandi1999", "must not be the name"),
    ] {
        let fields = [("old", PASSWORD), ("new", new)];
        let weak = here.post("/account/password", &fields).await;
        assert_eq!(weak.status, 422, "{new}");
        assert!(weak.problem("new").unwrap().contains(words), "{new}");
    }
    assert!(there.is_logged_in().await);

    // Whoever has a copy of this session's cookie is out, too.
    let mut copy = here.clone();
    let done = here
        .post(
            "/account/password",
            &[("old", PASSWORD), ("new", NEW_PASSWORD)],
        )
        .await;
    assert_eq!(done.status, 303);
    assert!(here.is_logged_in().await);
    assert!(!there.is_logged_in().await);
    assert!(!copy.is_logged_in().await);
    assert_eq!(there.log_in("Thandi", PASSWORD).await.status, 422);
    assert_eq!(there.log_in("Thandi", NEW_PASSWORD).await.status, 303);
}

/// A program that logs in again and again leaves fifty sessions: the oldest one ends with the fifty-first.
async fn the_sessions_of_a_user_are_limited(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut first = site.user("Thandi").await;
    let mut others = Vec::new();
    for n in 0..50 {
        assert!(first.is_logged_in().await, "{n}");
        site.clock.advance(61_000);
        let mut other = site.visitor();
        assert_eq!(other.log_in("Thandi", PASSWORD).await.status, 303);
        others.push(other);
    }
    // The first was used a minute before the last came; the second has not been used since.
    assert!(first.is_logged_in().await);
    assert!(!others[0].is_logged_in().await);
    assert!(others[1].is_logged_in().await);
}

/// Whoever changes the password at once with somebody who knows the old one has the account alone afterwards.
async fn of_changes_and_log_ins_at_once_one_change_holds(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut sessions = vec![site.user("Thandi").await];
    for _ in 0..3 {
        let mut session = site.visitor();
        assert_eq!(session.log_in("Thandi", PASSWORD).await.status, 303);
        sessions.push(session);
    }
    let changes = sessions.into_iter().enumerate().map(|(n, mut session)| {
        tokio::spawn(async move {
            let new = format!("nine herons at dusk {n}");
            let fields = [("old", PASSWORD), ("new", new.as_str())];
            let status = session.post("/account/password", &fields).await.status;
            (session, new, status)
        })
    });
    let changes: Vec<_> = changes.collect();
    let log_ins = (0..4).map(|_| {
        let mut visitor = site.visitor();
        tokio::spawn(async move {
            visitor.log_in("Thandi", PASSWORD).await;
            visitor
        })
    });
    let log_ins: Vec<_> = log_ins.collect();
    let mut holds = Vec::new();
    for change in changes {
        let (mut session, new, status) = change.await.unwrap();
        assert_eq!(session.is_logged_in().await, status == 303, "{new}");
        if status == 303 {
            holds.push(new);
        }
    }
    for log_in in log_ins {
        assert!(!log_in.await.unwrap().is_logged_in().await);
    }
    assert_eq!(holds.len(), 1, "{holds:?}");
    assert_eq!(site.visitor().log_in("Thandi", &holds[0]).await.status, 303);
}

/// Neither waits for what the other has locked: each is done or refused.
async fn a_change_and_two_links_at_once_leave_one_password(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut thandi = site.user("Thandi").await;
    let user = site.user_named("Thandi").await;
    let link = rookery::web::reset_link(site.store(), &site.clock, "", &user, None)
        .await
        .unwrap();
    let token = link.split_once("token=").unwrap().1.to_owned();
    let change = tokio::spawn(async move {
        let fields = [("old", PASSWORD), ("new", "nine herons at dusk 0")];
        thandi.post("/account/password", &fields).await.status
    });
    let resets = [1, 2].map(|n| {
        let (mut visitor, token) = (site.visitor(), token.clone());
        tokio::spawn(async move {
            let password = format!("nine herons at dusk {n}");
            let fields = [("token", token.as_str()), ("password", password.as_str())];
            visitor.post("/account/reset", &fields).await.status
        })
    });
    let mut statuses = vec![change.await.unwrap()];
    for reset in resets {
        statuses.push(reset.await.unwrap());
    }
    assert!(statuses.iter().all(|status| *status < 500), "{statuses:?}");
    let mut working = Vec::new();
    for n in 0..3 {
        let password = format!("nine herons at dusk {n}");
        if site.visitor().log_in("Thandi", &password).await.status == 303 {
            working.push(n);
        }
    }
    let [last] = working[..] else {
        panic!("{working:?} of {statuses:?}")
    };
    assert_eq!(statuses[last], 303, "{statuses:?}");
}

#[tokio::test]
async fn a_link_for_a_new_password_works_once_and_ends_all_sessions() {
    let site = Site::new().await;
    let mut thandi = site.user("Thandi").await;
    let user = site.user_named("Thandi").await;
    let link = rookery::web::reset_link(site.store(), &site.clock, "", &user, None)
        .await
        .unwrap();
    let token = link.split_once("token=").unwrap().1;
    let mut browser = site.visitor();
    let page = browser.get(&link).await;
    assert!(page.says("Thandi"));
    assert_eq!(page.field("token").as_deref(), Some(token));
    assert_eq!(
        browser
            .post("/account/reset", &[("token", token), ("password", "short")])
            .await
            .status,
        422
    );
    let done = browser
        .post(
            "/account/reset",
            &[("token", token), ("password", NEW_PASSWORD)],
        )
        .await;
    assert_eq!(
        (done.status, done.location().as_str()),
        (303, "/login?reset=1")
    );
    assert!(!thandi.is_logged_in().await);
    assert_eq!(
        browser
            .post(
                "/account/reset",
                &[("token", token), ("password", PASSWORD)]
            )
            .await
            .status,
        422
    );
    let used = browser.get(&link).await;
    assert_eq!((used.status, used.field("token")), (410, None));
    assert_eq!(thandi.log_in("Thandi", NEW_PASSWORD).await.status, 303);

    let late = rookery::web::reset_link(site.store(), &site.clock, "", &user, None)
        .await
        .unwrap();
    site.clock.advance(25 * 60 * MINUTE_MS);
    assert_eq!(browser.get(&late).await.field("token"), None);
}

/// Whoever has forgotten the password has typed wrong ones before.
#[tokio::test]
async fn a_new_password_by_a_link_works_at_once() {
    let settings = [
        ("limits.logins_per_account_per_10_minutes", "10"),
        ("limits.logins_per_address_per_10_minutes", "12"),
    ];
    let site = Site::with(&settings).await;
    site.user("Thandi").await;
    let mut here = site.visitor().at("203.0.113.7");
    for _ in 0..10 {
        assert_eq!(here.log_in("Thandi", "not this").await.status, 422);
    }
    assert_eq!(here.log_in("Thandi", PASSWORD).await.status, 429);
    let mut elsewhere = site.visitor().at("198.51.100.7");
    let asked = elsewhere.log_in("Thandi", PASSWORD).await;
    assert!(asked.field("challenge").is_some(), "the account is full");
    let user = site.user_named("Thandi").await;
    let link = rookery::web::reset_link(site.store(), &site.clock, "", &user, None);
    let link = link.await.unwrap();
    let token = link.split_once("token=").unwrap().1;
    let fields = [("token", token), ("password", NEW_PASSWORD)];
    assert_eq!(here.post("/account/reset", &fields).await.status, 303);
    for browser in [&mut here, &mut elsewhere] {
        assert_eq!(browser.log_in("Thandi", NEW_PASSWORD).await.status, 303);
    }
    // The address has had its failures all the same.
    for (name, status) in [("Lerato", 422), ("Naledi", 422), ("Sipho", 429)] {
        let mut neighbour = site.visitor().at("203.0.113.7");
        let answer = neighbour.log_in(name, "not this").await;
        assert_eq!(answer.status, status, "{name}");
    }
}

#[tokio::test]
async fn a_changed_password_forgets_the_failures_at_the_old_one() {
    let site = Site::new().await;
    let mut thandi = site.user("Thandi").await.at("203.0.113.7");
    let mut beside = site.visitor().at("203.0.113.7");
    for round in 0..2 {
        for _ in 0..9 {
            let answer = beside.log_in("Thandi", "not this").await;
            assert_eq!(answer.status, 422, "{round}");
        }
        if round == 0 {
            let fields = [("old", PASSWORD), ("new", NEW_PASSWORD)];
            let changed = thandi.post("/account/password", &fields).await;
            assert_eq!(changed.status, 303);
        }
    }
    assert_eq!(beside.log_in("Thandi", NEW_PASSWORD).await.status, 303);
}

/// The link on a page that leads to a path.
fn link_to(path: &str, page: &str) -> String {
    let at = page.find(path).unwrap_or_else(|| panic!("{path}: {page}"));
    let end = page[at..].find(['<', '"']).unwrap();
    page[at..at + end].to_owned()
}

/// Makes a link for a user's password and an invitation.
async fn make_links(admin: &mut Browser, user: &str) -> [String; 2] {
    let reset = [("act", "reset"), ("user", user)];
    let reset = admin.post("/admin/users", &reset).await;
    let invite = [("act", "invite"), ("uses", "500")];
    let invite = admin.post("/admin/users", &invite).await;
    [
        link_to("/account/reset?token=", &reset.text()),
        link_to("/signup?invite=", &invite.text()),
    ]
}

/// Whether the two links are good.
async fn are_good(site: &Site, [reset, invite]: &[String; 2]) -> [bool; 2] {
    let mut visitor = site.visitor();
    let reset = visitor.get(reset).await.field("token");
    [
        reset.is_some(),
        visitor.get(invite).await.says("You are invited"),
    ]
}

/// Whoever is no admin any more has no way in left, as somebody else or for strangers.
async fn the_links_of_an_admin_end_with_the_office(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = first_admin(&site).await;
    for name in ["Thandi", "Lerato"] {
        site.user(name).await;
    }
    let id = async |name: &str| site.user_named(name).await.id.to_string();
    let kept = make_links(&mut owner, &id("Lerato").await).await;
    for act in ["revoke", "disable", "delete"] {
        let name = format!("Bela-{act}");
        let mut bela = site.admin(&name).await;
        let made = make_links(&mut bela, &id("Thandi").await).await;
        assert_eq!(are_good(&site, &made).await, [true; 2], "{act}");
        let bela_id = id(&name).await;
        let fields = [("act", act), ("user", &*bela_id)];
        assert_eq!(owner.post("/admin/users", &fields).await.status, 303);
        assert_eq!(are_good(&site, &made).await, [false; 2], "{act}");
        let token = made[0].split_once("token=").unwrap().1;
        let fields = [("token", token), ("password", NEW_PASSWORD)];
        let refused = site.visitor().post("/account/reset", &fields).await;
        assert_eq!(refused.status, 422, "{act}");
        assert_eq!(are_good(&site, &kept).await, [true; 2], "{act}");
    }
    assert_eq!(site.visitor().log_in("Thandi", PASSWORD).await.status, 303);
}

#[tokio::test]
async fn a_session_ends_after_fourteen_idle_days() {
    let site = Site::new().await;
    let mut browser = site.user("Thandi").await;
    for _ in 0..3 {
        site.clock.advance(13 * 24 * 60 * MINUTE_MS);
        assert!(browser.is_logged_in().await);
    }
    site.clock.advance(15 * 24 * 60 * MINUTE_MS);
    assert!(!browser.is_logged_in().await);
    // A clock that is set back expires nothing and breaks nothing.
    site.clock.advance(-60 * MINUTE_MS);
    assert_eq!(browser.get("/").await.status, 200);
}

/// A clock that was a day ahead at the log-in prolongs nothing.
#[tokio::test]
async fn a_clock_that_is_put_back_asks_for_the_password() {
    const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
    let site = Site::new().await;
    first_admin(&site).await;
    site.clock.advance(DAY_MS);
    let mut admin = site.admin("Bela").await;
    assert_eq!(admin.get("/admin").await.status, 200);
    site.clock.advance(31 * MINUTE_MS - DAY_MS);
    assert_eq!(admin.get("/admin").await.status, 303);
}

#[tokio::test]
async fn a_crawler_makes_no_session() {
    let site = Site::new().await;
    for path in [
        "/",
        "/play",
        "/play/morabaraba",
        "/rules/tic-tac-toe",
        "/login",
        "/setup",
        "/healthz",
    ] {
        let mut browser = site.visitor();
        browser.send(Method::GET, path, &[], Vec::new()).await;
        assert_eq!(browser.cookie("rookery"), None, "{path}");
    }
}
