//! Each limit along each of its dimensions: the refused requests, the visitors who still get in, and that an exempt network is not
//! counted. Failed log-ins are in `parallel_guesses`, pictures and challenges of a session in `captcha::limits`.

use rookery::accounts::Token;
use rookery::store::{NewToken, TokenKind};

use crate::store::records;
use crate::support::browser::{Answer, Browser};
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};

const HERE: &str = "203.0.113.7";
const ELSEWHERE: &str = "198.51.100.7";
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Asks from an address until it is told to wait; returns how often it was not.
async fn until_limited(
    site: &Site,
    address: &str,
    mut ask: impl AsyncFnMut(Browser) -> Answer,
) -> usize {
    for n in 0.. {
        let answer = ask(site.visitor().at(address)).await;
        assert!(n < 500, "no limit: {}", answer.status);
        if answer.status == 429 {
            let wait_s: u32 = answer.header("retry-after").parse().unwrap();
            assert!((1..=86_400).contains(&wait_s));
            return n;
        }
    }
    unreachable!()
}

#[tokio::test]
async fn requests_are_limited_by_address() {
    let site = Site::with(&[
        ("limits.requests_per_second", "5"),
        ("limits.exempt", "192.0.2.0/24"),
    ])
    .await;
    let healthy = async |mut browser: Browser| browser.get("/healthz").await;
    // Twice a second's worth at once; and more while the test runs.
    assert!((10..30).contains(&until_limited(&site, HERE, healthy).await));
    assert_eq!(
        site.visitor().at(ELSEWHERE).get("/healthz").await.status,
        200
    );
    let mut exempt = site.visitor().at("192.0.2.7");
    for _ in 0..40 {
        assert_eq!(exempt.get("/healthz").await.status, 200);
    }
    // An IPv6 customer has 64 bits to choose from.
    let mut n = 0;
    while n < 40 {
        let address = format!("2001:db8:1:2::{n:x}");
        if site.visitor().at(&address).get("/healthz").await.status == 429 {
            break;
        }
        n += 1;
    }
    assert!(n < 40, "one network counts as one");
    assert_eq!(
        site.visitor()
            .at("2001:db8:1:3::1")
            .get("/healthz")
            .await
            .status,
        200
    );
}

/// Fails a captcha check of a fresh challenge in this session.
async fn misread(browser: &mut Browser) -> Answer {
    let challenge = browser.challenge("/verify").await;
    let fields = [("challenge", &*challenge), ("answer", "misread")];
    browser.post("/verify", &fields).await
}

#[tokio::test]
async fn failed_checks_are_limited_by_address_whatever_the_session() {
    let settings = [
        ("limits.captcha_checks_per_minute", "3"),
        ("captcha.defence.adaptive", "false"),
    ];
    let site = Site::with(&settings).await;
    let fail = async |mut browser: Browser| misread(&mut browser).await;
    assert_eq!(until_limited(&site, HERE, fail).await, 3);
    assert_eq!(misread(&mut site.visitor().at(ELSEWHERE)).await.status, 422);
    site.clock.advance(MINUTE_MS);
    assert_eq!(misread(&mut site.visitor().at(HERE)).await.status, 422);
}

#[tokio::test]
async fn failed_checks_are_limited_by_session_whatever_the_address() {
    let settings = [
        ("limits.captcha_checks_per_minute", "3"),
        ("captcha.defence.adaptive", "false"),
        ("limits.captcha_challenges_per_minute", "0"),
    ];
    let site = Site::with(&settings).await;
    let mut browser = site.visitor();
    for (n, status) in [422, 422, 422, 429, 429].into_iter().enumerate() {
        browser = browser.at(&format!("203.0.113.{n}"));
        assert_eq!(misread(&mut browser).await.status, status, "{n}");
    }
    // Another session at an address that has failed once is not kept out.
    assert_eq!(
        misread(&mut site.visitor().at("203.0.113.0")).await.status,
        422
    );
    site.clock.advance(MINUTE_MS);
    assert_eq!(misread(&mut browser).await.status, 422);
}

#[tokio::test]
async fn challenges_are_limited_by_address_whatever_the_session() {
    let site = Site::with(&[("limits.captcha_challenges_per_minute_and_address", "4")]).await;
    let open = async |mut browser: Browser| browser.get("/verify").await;
    assert_eq!(until_limited(&site, HERE, open).await, 4);
    assert_eq!(
        site.visitor().at(ELSEWHERE).get("/verify").await.status,
        200
    );
}

#[tokio::test]
async fn failed_log_ins_are_limited_by_pair() {
    let site = Site::with(&[("limits.logins_per_10_minutes", "3")]).await;
    site.user("Thandi").await;
    site.user("Lerato").await;
    let log_in = async |address: &str, name: &str, password: &str| {
        let mut browser = site.visitor().at(address);
        browser.log_in(name, password).await.status
    };
    for status in [422, 422, 422, 429] {
        assert_eq!(log_in(HERE, "Thandi", "not this").await, status);
    }
    assert_eq!(
        log_in(HERE, "tHaNdI", PASSWORD).await,
        429,
        "the same account"
    );
    // Neither the address nor the account is full, only the two together.
    assert_eq!(log_in(HERE, "Lerato", PASSWORD).await, 303);
    assert_eq!(log_in(ELSEWHERE, "Thandi", PASSWORD).await, 303);
    site.clock.advance(10 * MINUTE_MS);
    assert_eq!(log_in(HERE, "Thandi", PASSWORD).await, 303);
}

#[tokio::test]
async fn failed_log_ins_are_limited_by_address() {
    let settings = [
        ("limits.logins_per_address_per_10_minutes", "4"),
        ("limits.exempt", "192.0.2.0/24"),
    ];
    let site = Site::with(&settings).await;
    site.user("Thandi").await;
    let mut n = 0;
    let other_name = async |mut browser: Browser| {
        n += 1;
        browser.log_in(&format!("Name{n}"), "not this").await
    };
    assert_eq!(until_limited(&site, HERE, other_name).await, 4);
    assert_eq!(
        site.visitor()
            .at(HERE)
            .log_in("Thandi", PASSWORD)
            .await
            .status,
        429
    );
    assert_eq!(
        site.visitor()
            .at(ELSEWHERE)
            .log_in("Thandi", PASSWORD)
            .await
            .status,
        303
    );
    for n in 0..8 {
        let mut exempt = site.visitor().at("192.0.2.7");
        assert_eq!(
            exempt.log_in(&format!("Name{n}"), "not this").await.status,
            422
        );
    }
    site.clock.advance(10 * MINUTE_MS);
    assert_eq!(
        site.visitor()
            .at(HERE)
            .log_in("Thandi", PASSWORD)
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn failed_log_ins_are_limited_by_account() {
    let site = Site::with(&[("limits.logins_per_account_per_10_minutes", "3")]).await;
    site.user("Thandi").await;
    site.user("Lerato").await;
    for n in 0..3 {
        let mut browser = site.visitor().at(&format!("203.0.{n}.7"));
        let page = browser.log_in("Thandi", "not this").await;
        assert_eq!((page.status, page.field("challenge")), (422, None));
    }
    let asked = site
        .visitor()
        .at(ELSEWHERE)
        .log_in("Thandi", PASSWORD)
        .await;
    assert!(asked.field("challenge").is_some_and(|id| id.len() == 26));
    assert_eq!(
        site.visitor()
            .at(ELSEWHERE)
            .log_in("Lerato", PASSWORD)
            .await
            .status,
        303
    );
    site.clock.advance(10 * MINUTE_MS);
    assert_eq!(
        site.visitor()
            .at(ELSEWHERE)
            .log_in("Thandi", PASSWORD)
            .await
            .status,
        303
    );
}

#[tokio::test]
async fn sign_ups_are_limited_by_address_and_a_refused_one_does_not_count() {
    let site = Site::with(&[
        ("limits.signups_per_hour", "2"),
        ("limits.exempt", "192.0.2.0/24"),
    ])
    .await;
    let sign_up = async |address: &str, name: &str| {
        let mut browser = site.visitor().at(address);
        browser.sign_up(name).await.status
    };
    assert_eq!(sign_up(HERE, "Thandi").await, 303);
    // Sent again at once, it would be the same form.
    site.clock.advance(MINUTE_MS);
    assert_eq!(sign_up(HERE, "Thandi").await, 422, "taken");
    assert_eq!(sign_up(HERE, "Lerato").await, 303);
    assert_eq!(sign_up(HERE, "Naledi").await, 429);
    assert_eq!(sign_up(ELSEWHERE, "Naledi").await, 303);
    for name in ["Anna", "Berta", "Clara", "Doris"] {
        assert_eq!(sign_up("192.0.2.7", name).await, 303);
    }
    site.clock.advance(HOUR_MS);
    assert_eq!(sign_up(HERE, "Emilia").await, 303);
}

/// The hash of a password takes its time, in which others ask.
#[tokio::test(flavor = "multi_thread")]
async fn sign_ups_at_once_are_limited_exactly() {
    let site = Site::with(&[("limits.signups_per_hour", "2")]).await;
    let all = ["Anna", "Berta", "Clara", "Doris", "Emilia"].map(|name| {
        let mut browser = site.visitor().at(HERE);
        async move { browser.sign_up(name).await.status }
    });
    let mut statuses = futures_util::future::join_all(all).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 303, 429, 429, 429]);
}

#[tokio::test]
async fn requests_to_the_owner_are_limited_by_address() {
    let settings = [
        ("limits.approvals_per_day", "2"),
        ("captcha.defence.approval", "true"),
        ("limits.exempt", "192.0.2.0/24"),
    ];
    let site = Site::with(&settings).await;
    let ask = async |address: &str, name: &str| {
        let mut browser = site.visitor().at(address);
        let fields = [("name", name), ("password", PASSWORD), ("way", "approval")];
        browser.post("/signup", &fields).await.status
    };
    for (name, status) in [("Anna", 200), ("Berta", 200), ("Clara", 429)] {
        assert_eq!(ask(HERE, name).await, status, "{name}");
    }
    assert_eq!(ask(ELSEWHERE, "Clara").await, 200);
    for name in ["Doris", "Emilia", "Frieda"] {
        assert_eq!(ask("192.0.2.7", name).await, 200);
    }
    site.clock.advance(DAY_MS);
    assert_eq!(ask(HERE, "Greta").await, 200);
}

/// Whoever has not looked at a hundred accounts does not need another to look at; the captcha stays a way in.
#[tokio::test]
async fn a_hundred_accounts_wait_for_the_owner_at_most() {
    let site = Site::with(&[("captcha.defence.approval", "true")]).await;
    let mut waiting = Vec::new();
    for n in 0..100 {
        let name = format!("Waiting{n}").parse().unwrap();
        let mut new = records::new_user(&name);
        new.approved_ms = None;
        waiting.push(site.store().create_user(&new).await.unwrap().id);
    }
    let fields = [
        ("name", "Anna"),
        ("password", PASSWORD),
        ("way", "approval"),
    ];
    let mut browser = site.visitor();
    let refused = browser.post("/signup", &fields).await;
    assert_eq!(refused.status, 422);
    let words = "Too many accounts are already waiting for approval.";
    assert!(refused.says(words), "{}", refused.text());
    assert_eq!(refused.field("name").as_deref(), Some("Anna"));
    assert_eq!(site.visitor().sign_up("Berta").await.status, 303);
    // There is room again.
    let now_ms = site.clock.now_ms();
    let entry = records::entry();
    let approved = site.store().approve(waiting[0], now_ms, &entry);
    approved.await.unwrap();
    assert_eq!(browser.post("/signup", &fields).await.status, 200);
}

/// An invitation for a class answers for its names without a captcha.
#[tokio::test]
async fn names_that_are_taken_are_limited_by_address() {
    let settings = [
        ("limits.taken_names_per_hour", "2"),
        ("limits.exempt", "192.0.2.0/24"),
    ];
    let site = Site::with(&settings).await;
    site.user("Thandi").await;
    site.clock.advance(MINUTE_MS);
    let (token, now_ms) = (Token::random(), site.clock.now_ms());
    let hash = token.hash();
    let invitation = NewToken {
        uses: 30,
        ..NewToken::new(TokenKind::Invite, &hash, now_ms, now_ms + DAY_MS)
    };
    site.store().create_token(&invitation).await.unwrap();
    let sign_up = async |address: &str, name: &str| {
        let mut browser = site.visitor().at(address);
        let invite = ("invite", token.as_str());
        let fields = [("name", name), ("password", PASSWORD), invite];
        browser.post("/signup", &fields).await
    };
    // An account that is made does not count.
    for (name, status) in [
        ("Thandi", 422),
        ("Anna", 303),
        ("tHANDI", 422),
        ("Thandi", 429),
    ] {
        assert_eq!(sign_up(HERE, name).await.status, status, "{name}");
    }
    // Whether this one is taken is not said.
    let refused = sign_up(HERE, "Berta").await;
    assert_eq!(refused.status, 429);
    assert!(!refused.header("retry-after").is_empty());
    let words = "Too many names that are already taken have been tried from your network.";
    assert!(refused.says(words), "{}", refused.text());
    assert_eq!(refused.field("name").as_deref(), Some("Berta"));
    // With a captcha it is said, each time for another one.
    assert_eq!(site.visitor().at(HERE).sign_up("Thandi").await.status, 422);
    assert_eq!(sign_up(ELSEWHERE, "Thandi").await.status, 422);
    for _ in 0..4 {
        assert_eq!(sign_up("192.0.2.7", "Thandi").await.status, 422);
    }
    site.clock.advance(HOUR_MS);
    assert_eq!(sign_up(HERE, "Berta").await.status, 303);
}

#[tokio::test]
async fn games_started_are_limited_by_address() {
    let settings = [
        ("limits.games_per_minute", "3"),
        ("limits.exempt", "192.0.2.0/24"),
    ];
    let site = Site::with(&settings).await;
    const FIRST_TAP: &[(&str, &str)] = &[("game", "tic-tac-toe"), ("tap", "b2")];
    let start = async |mut browser: Browser| browser.post("/games", FIRST_TAP).await;
    assert_eq!(until_limited(&site, HERE, start).await, 3);
    // What was chosen comes back.
    let side = [("game", "tic-tac-toe"), ("level", "8"), ("side", "1")];
    let limited = site.visitor().at(HERE).post("/games", &side).await;
    let page = limited.text();
    assert!(page.contains("name=\"side\" value=\"1\" checked"), "{page}");
    assert!(page.contains("class=\"notice bad\" role=\"group\""));
    assert_eq!(start(site.visitor().at(ELSEWHERE)).await.status, 303);
    for _ in 0..6 {
        assert_eq!(start(site.visitor().at("192.0.2.7")).await.status, 303);
    }
    site.clock.advance(MINUTE_MS);
    assert_eq!(start(site.visitor().at(HERE)).await.status, 303);
    // An account is no way round.
    let user = site.user("Thandi").await;
    let again = async |_: Browser| start(user.clone().at(HERE)).await;
    assert_eq!(until_limited(&site, HERE, again).await, 2);
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_captcha_passed_counts_against_nobody() {
    let site = Site::with(&[("limits.captcha_checks_per_minute", "2")]).await;
    for _ in 0..8 {
        let mut browser = site.visitor().at(HERE);
        let challenge = browser.challenge("/verify").await;
        let fields = [("challenge", &*challenge), ("answer", ANSWER)];
        assert_eq!(browser.post("/verify", &fields).await.status, 303);
    }
}

/// A name that breaks the rule for names is nobody's: who types one next has not tried before.
#[tokio::test]
async fn names_that_no_account_can_have_are_not_counted_as_one() {
    let settings = [
        ("limits.logins_per_10_minutes", "2"),
        ("limits.logins_per_address_per_10_minutes", "6"),
    ];
    let site = Site::with(&settings).await;
    let mut statuses = Vec::new();
    for name in ["anna schmidt", "müller", "a@example.org", "anna schmidt"] {
        let mut browser = site.visitor().at(HERE);
        statuses.push(browser.log_in(name, "not this").await.status);
    }
    assert_eq!(statuses, [422; 4]);
    // The address is charged all the same: two more.
    for expected in [422, 422, 429] {
        let mut browser = site.visitor().at(HERE);
        let status = browser.log_in("müller", "not this").await.status;
        assert_eq!(status, expected);
    }
}
