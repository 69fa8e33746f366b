//! Sign-up forms that are sent twice, as by a double click: the second answer is the one that a browser shows, and it is that of the first.

use std::time::Duration;

use rookery::accounts::{Name, Token};
use rookery::store::{NewToken, Store, TokenKind};
use rookery::web::EarlierLinks;

use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};

on_both_databases!(
    a_second_click_logs_in_like_the_first,
    a_second_click_with_an_invitation_logs_in_too,
    a_second_click_of_who_has_to_wait_says_so_again,
    a_second_click_of_a_request_is_no_second_request,
    every_click_leads_to_the_one_match_that_was_asked_for,
    a_second_click_keeps_how_the_boards_look,
    a_second_click_of_the_first_admin_leads_to_the_admin_pages,
    a_second_click_of_a_new_password_says_that_it_is_set,
    a_password_is_tried_only_with_what_has_made_the_account,
    the_tenth_form_for_a_name_is_refused,
    a_new_account_opens_to_its_password_alone,
);

const WRONG: &str = "seven herons at dawn";
const HERE: &str = "203.0.113.7";
const ELSEWHERE: &str = "198.51.100.7";

/// Sends the sign-up form with its captcha.
async fn send(browser: &mut Browser, name: &str, password: &str, challenge: &str) -> Answer {
    let fields = [
        ("name", name),
        ("password", password),
        ("challenge", challenge),
        ("answer", ANSWER),
    ];
    browser.post("/signup", &fields).await
}

/// Sends the form with its captcha twice from one browser, the second time before or after the first answer.
async fn twice(site: &Site, name: &str, is_at_once: bool) -> [(Browser, Answer); 2] {
    let mut first = site.visitor();
    let challenge = first.challenge("/signup").await;
    let mut second = first.clone();
    let one = send(&mut first, name, PASSWORD, &challenge);
    let other = send(&mut second, name, PASSWORD, &challenge);
    let (one, other) = match is_at_once {
        true => tokio::join!(one, other),
        false => (one.await, other.await),
    };
    [(first, one), (second, other)]
}

async fn a_second_click_logs_in_like_the_first(store: Store) {
    let site = Site::on(store, &[]).await;
    for (name, is_at_once) in [("Thandi", false), ("Lerato", true)] {
        for (mut browser, answer) in twice(&site, name, is_at_once).await {
            assert_eq!(
                (answer.status, answer.location().as_str()),
                (303, "/"),
                "{name}: {}",
                answer.text()
            );
            assert!(browser.is_logged_in().await, "{name}");
        }
    }
    assert_eq!(site.store().totals().await.unwrap().users, 2);
    site.app.shutdown().await;
}

async fn a_second_click_with_an_invitation_logs_in_too(store: Store) {
    const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
    let mut users = 0;
    // The link is used up by the first click, or good for others.
    for (signup, uses) in [("invite", 1), ("open", 1), ("open", 3)] {
        let site = Site::on(store.clone(), &[("access.signup", signup)]).await;
        let (token, now_ms) = (Token::random(), site.clock.now_ms());
        let hash = token.hash();
        let invitation = NewToken {
            uses,
            ..NewToken::new(TokenKind::Invite, &hash, now_ms, now_ms + DAY_MS)
        };
        store.create_token(&invitation).await.unwrap();
        let name = format!("{signup}{uses}");
        let fields = [
            ("name", &*name),
            ("password", PASSWORD),
            ("invite", token.as_str()),
        ];
        let mut browser = site.visitor();
        for click in 1..=2 {
            let answer = browser.clone().post("/signup", &fields).await;
            assert_eq!(answer.status, 303, "{name} {click}: {}", answer.text());
        }
        // Whoever has another name is nobody's second click.
        let other = [("name", "Sipho"), ("password", PASSWORD), fields[2]];
        let refused = browser.post("/signup", &other).await;
        users += 1 + u64::from(refused.status == 303);
        assert_eq!(refused.status == 303, uses > 1, "{name}");
    }
    assert_eq!(store.totals().await.unwrap().users, users);
}

async fn a_second_click_of_who_has_to_wait_says_so_again(store: Store) {
    let site = Site::on(store, &[("access.signup", "approval")]).await;
    for (name, is_at_once) in [("Thandi", false), ("Lerato", true)] {
        for (mut browser, answer) in twice(&site, name, is_at_once).await {
            assert_eq!(answer.status, 200, "{name}: {}", answer.text());
            assert!(
                answer.says("as soon as the owner of this site has approved it"),
                "{name}: {}",
                answer.text()
            );
            assert!(!browser.is_logged_in().await, "{name}");
        }
    }
    assert_eq!(site.store().totals().await.unwrap().waiting, 2);
    site.app.shutdown().await;
}

/// The last request of a day, too.
async fn a_second_click_of_a_request_is_no_second_request(store: Store) {
    let settings = [
        ("captcha.defence.approval", "true"),
        ("limits.approvals_per_day", "1"),
    ];
    let site = Site::on(store, &settings).await;
    let fields = [
        ("name", "Thandi"),
        ("password", PASSWORD),
        ("way", "approval"),
    ];
    let mut browser = site.visitor().at(HERE);
    browser.get("/signup").await;
    let (mut one, mut two) = (browser.clone(), browser.clone());
    let (one, two) = tokio::join!(one.post("/signup", &fields), two.post("/signup", &fields));
    for answer in [one, two, browser.post("/signup", &fields).await] {
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.says("as soon as the owner of this site has approved it"));
    }
    assert_eq!(site.store().totals().await.unwrap().waiting, 1);
    // Who has not asked for it is told no more than that the name is taken.
    let before = site.app.accounts.hashes().0;
    let other = site.visitor().at(ELSEWHERE).post("/signup", &fields).await;
    assert_eq!(other.status, 422);
    assert!(other.problem("name").is_some());
    assert_eq!(site.app.accounts.hashes().0, before);
    site.app.shutdown().await;
}

async fn every_click_leads_to_the_one_match_that_was_asked_for(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut browser = site.visitor();
    let asked = [("game", "morabaraba"), ("level", "2"), ("side", "0")];
    let sent = browser.post("/games", &asked).await;
    let next = browser.get(&sent.location()).await.field("next").unwrap();
    let challenge = browser.challenge("/signup").await;
    let fields = [
        ("name", "Thandi"),
        ("password", PASSWORD),
        ("challenge", &*challenge),
        ("answer", ANSWER),
        ("next", &*next),
    ];
    let mut first = browser.clone();
    let one = first.post("/signup", &fields);
    let two = browser.post("/signup", &fields);
    let (one, two) = tokio::join!(one, two);
    // A slow second click comes with the cookie of the first answer.
    let three = first.post("/signup", &fields).await;
    assert!(one.location().starts_with("/games/"), "{}", one.location());
    for answer in [two, three] {
        assert_eq!(answer.location(), one.location());
    }
    assert!(first.is_logged_in().await);
    assert_eq!(site.store().totals().await.unwrap().games, 1);
    site.app.shutdown().await;
}

/// The first form may have been cut off before it kept them.
async fn a_second_click_keeps_how_the_boards_look(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut first = site.visitor();
    let challenge = first.challenge("/signup").await;
    let mut second = first.clone();
    second.set_cookie("boards", "chess-theme=green");
    for browser in [&mut first, &mut second] {
        let answer = send(browser, "Thandi", PASSWORD, &challenge).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
    }
    let settings = site.user_named("Thandi").await.settings;
    assert!(settings.contains("green"), "{settings}");
    site.app.shutdown().await;
}

async fn a_second_click_of_the_first_admin_leads_to_the_admin_pages(store: Store) {
    let site = Site::on(store, &[]).await;
    let link = rookery::web::setup_link(site.store(), &site.clock, "", EarlierLinks::End).await;
    let link = link.unwrap().unwrap();
    let token = link.split_once("token=").unwrap().1;
    let form = |password| [("token", token), ("name", "Owner"), ("password", password)];
    let mut browser = site.visitor();
    browser.get(&link).await;
    let (mut one, mut two) = (browser.clone(), browser.clone());
    let fields = form(PASSWORD);
    let both = tokio::join!(one.post("/setup", &fields), two.post("/setup", &fields));
    for answer in [both.0, both.1] {
        let to = (answer.status, answer.location());
        assert_eq!(to, (303, "/admin".to_owned()), "{}", answer.text());
    }
    assert_eq!(two.get("/admin").await.status, 200);
    let refused = site.visitor().post("/setup", &form(WRONG)).await;
    assert_eq!(refused.status, 422);
    assert_eq!(site.store().totals().await.unwrap().users, 1);
    site.app.shutdown().await;
}

async fn a_second_click_of_a_new_password_says_that_it_is_set(store: Store) {
    const NEW: &str = "nine herons at dusk";
    let site = Site::on(store, &[]).await;
    site.user("Thandi").await;
    let user = site.user_named("Thandi").await;
    let link = rookery::web::reset_link(site.store(), &site.clock, "", &user, None).await;
    let link = link.unwrap();
    let token = link.split_once("token=").unwrap().1;
    let form = |password| [("token", token), ("password", password)];
    for _ in 1..=2 {
        let answer = site.visitor().post("/account/reset", &form(NEW)).await;
        let to = (answer.status, answer.location());
        assert_eq!(to, (303, "/login?reset=1".to_owned()), "{}", answer.text());
    }
    let refused = site.visitor().post("/account/reset", &form(WRONG)).await;
    assert_eq!(refused.status, 422);
    // Later it is a link that was used.
    site.clock.advance(MINUTE_MS);
    let before = site.app.accounts.hashes().0;
    let late = site.visitor().post("/account/reset", &form(NEW)).await;
    assert_eq!((late.status, site.app.accounts.hashes().0), (422, before));
    site.app.shutdown().await;
}

/// Whoever has passed nothing, or something else, does not learn that a name is new.
async fn a_password_is_tried_only_with_what_has_made_the_account(store: Store) {
    let site = Site::on(store.clone(), &[]).await;
    let mut earlier = site.visitor();
    let elsewhere = earlier.challenge("/verify").await;
    let fields = [("challenge", &*elsewhere), ("answer", ANSWER)];
    assert_eq!(earlier.post("/verify", &fields).await.status, 303);
    site.clock.advance(MINUTE_MS + 1);
    let (token, now_ms) = (Token::random(), site.clock.now_ms());
    let hash = token.hash();
    let invitation = NewToken::new(TokenKind::Invite, &hash, now_ms, now_ms + 60 * MINUTE_MS);
    store.create_token(&invitation).await.unwrap();
    let invited = [
        ("name", "Lerato"),
        ("password", PASSWORD),
        ("invite", token.as_str()),
    ];
    assert_eq!(site.visitor().post("/signup", &invited).await.status, 303);
    site.user("Thandi").await;
    let before = site.app.accounts.hashes().0;
    let mut nobody = site.visitor();
    let open = nobody.challenge("/signup").await;
    // The second time the challenge has ended.
    for (challenge, answer) in [
        ("no challenge", ANSWER),
        (&*open, "wrong"),
        (&*open, ANSWER),
        (&*elsewhere, ANSWER),
    ] {
        let fields = [
            ("name", "Thandi"),
            ("password", PASSWORD),
            ("challenge", challenge),
            ("answer", answer),
        ];
        let mut browser = match challenge == open {
            true => nobody.clone(),
            false => site.visitor(),
        };
        let refused = browser.post("/signup", &fields).await;
        assert_eq!(refused.status, 422, "{challenge} {answer}");
        assert!(refused.problem("name").is_none(), "{challenge} {answer}");
    }
    // An invitation that has made another account.
    let others = [("name", "Thandi"), invited[1], invited[2]];
    let refused = site.visitor().post("/signup", &others).await;
    assert_eq!(refused.status, 422);
    assert_eq!(site.app.accounts.hashes().0, before);
    site.app.shutdown().await;
}

/// One has its turn and eight wait.
async fn the_tenth_form_for_a_name_is_refused(store: Store) {
    let site = Site::on(store, &[]).await;
    let name: Name = "Thandi".parse().unwrap();
    let accounts = &site.app.accounts;
    let held = accounts.turn_of_name(&name, HERE).await.unwrap();
    let mut waiting: Vec<_> = (0..8)
        .map(|_| Box::pin(accounts.turn_of_name(&name, HERE)))
        .collect();
    for turn in &mut waiting {
        let turn = tokio::time::timeout(Duration::ZERO, turn.as_mut()).await;
        assert!(turn.is_err());
    }
    let mut browser = site.visitor().at(HERE);
    assert_eq!(browser.sign_up("Thandi").await.status, 503);
    drop((waiting, held));
    assert_eq!(browser.sign_up("Thandi").await.status, 303);
    site.app.shutdown().await;
}

/// Its password is tried as at the log-in, within the same limits.
async fn a_new_account_opens_to_its_password_alone(store: Store) {
    let site = Site::on(store, &[("limits.logins_per_10_minutes", "2")]).await;
    let mut first = site.visitor().at(HERE);
    let challenge = first.challenge("/signup").await;
    let made = send(&mut first, "Thandi", PASSWORD, &challenge).await;
    assert_eq!(made.status, 303);
    let again = async |address: &str, password: &str| {
        let mut browser = site.visitor().at(address);
        let answer = send(&mut browser, "Thandi", password, &challenge).await;
        answer.status
    };
    let before = site.app.accounts.hashes().0;
    let looked_at = || site.app.accounts.hashes().0 - before;
    for guesses in [1, 2, 2] {
        assert_eq!(again(HERE, WRONG).await, 422);
        assert_eq!(looked_at(), guesses);
    }
    assert_eq!(again(HERE, PASSWORD).await, 422);
    let refused = site.visitor().at(HERE).log_in("Thandi", PASSWORD).await;
    assert_eq!((refused.status, looked_at()), (429, 2));
    assert_eq!(again(ELSEWHERE, PASSWORD).await, 303);
    assert_eq!(looked_at(), 3);
    // A form with a captcha of its own is no second click.
    let taken = site.visitor().at(ELSEWHERE).sign_up("Thandi").await;
    assert_eq!((taken.status, looked_at()), (422, 3));
    assert!(taken.problem("name").is_some());
    // A minute after it was made, it is a name that is taken.
    site.clock.advance(MINUTE_MS);
    assert_eq!(again(ELSEWHERE, PASSWORD).await, 422);
    assert_eq!(looked_at(), 3);
    site.app.shutdown().await;
}
