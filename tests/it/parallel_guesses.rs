//! Parallel guesses of passwords and captchas, from one address and from many: the number that is checked, and the users that are kept out.

use rookery::store::Store;

use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};

on_both_databases!(
    of_ninety_guesses_at_once_ten_are_looked_at,
    of_three_hundred_names_from_one_address_sixty_are_looked_at,
    a_full_account_asks_for_a_captcha_and_lets_its_user_in,
    a_client_that_goes_away_is_charged_for_a_wrong_password_alone,
    of_eight_captchas_of_a_session_at_once_three_are_looked_at,
    of_32_answers_to_one_challenge_at_once_one_is_looked_at,
);

const WRONG: &str = "guess and guess again";

/// The number of passwords that were looked at since `before`.
fn looked_at(site: &Site, before: u64) -> u64 {
    site.app.accounts.hashes().0 - before
}

/// Sends all log-ins at once and returns how many answers had each of the statuses 422 and 429.
async fn at_once(log_ins: Vec<(Browser, String)>) -> (usize, usize) {
    let tasks: Vec<_> = log_ins
        .into_iter()
        .map(|(mut browser, name)| {
            tokio::spawn(async move { browser.log_in(&name, WRONG).await.status })
        })
        .collect();
    let mut statuses = Vec::new();
    for task in tasks {
        statuses.push(task.await.unwrap());
    }
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    let counts = (count(422), count(429));
    assert_eq!(counts.0 + counts.1, statuses.len(), "{statuses:?}");
    counts
}

/// Pass mark 31.
async fn of_ninety_guesses_at_once_ten_are_looked_at(store: Store) {
    let site = Site::on(store, &[]).await;
    site.user("Thandi").await;
    let before = site.app.accounts.hashes().0;
    let browser = |_| (site.visitor().at("203.0.113.7"), "Thandi".to_owned());
    assert_eq!(at_once((0..90).map(browser).collect()).await, (10, 80));
    assert_eq!(looked_at(&site, before), 10);
    // The user is elsewhere, and not kept out; nor is anybody here, when the window is over.
    let mut elsewhere = site.visitor().at("198.51.100.7");
    assert_eq!(elsewhere.log_in("Thandi", PASSWORD).await.status, 303);
    site.clock.advance(10 * MINUTE_MS);
    let mut here = site.visitor().at("203.0.113.7");
    assert_eq!(here.log_in("Thandi", PASSWORD).await.status, 303);
    site.app.shutdown().await;
}

/// Pass mark 33.
async fn of_three_hundred_names_from_one_address_sixty_are_looked_at(store: Store) {
    let site = Site::on(store, &[("limits.requests_per_second", "500")]).await;
    let before = site.app.accounts.hashes().0;
    let browser = |n| (site.visitor().at("203.0.113.7"), format!("Name{n}"));
    // In waves, so that no more requests wait for their turn than may.
    let mut counts = (0, 0);
    for wave in 0..3 {
        let wave = (wave * 100..wave * 100 + 100).map(browser);
        let (wrong, limited) = at_once(wave.collect()).await;
        counts = (counts.0 + wrong, counts.1 + limited);
    }
    assert_eq!(counts, (60, 240));
    assert_eq!(looked_at(&site, before), 60);
    // The neighbour has an allowance of its own.
    let mut neighbour = site.visitor().at("203.0.113.8");
    assert_eq!(neighbour.log_in("Name1", WRONG).await.status, 422);
    site.app.shutdown().await;
}

/// Pass mark 21: fifty failures from fifty addresses fill the account.
async fn a_full_account_asks_for_a_captcha_and_lets_its_user_in(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut home = site.visitor().at("198.51.100.7");
    assert_eq!(home.sign_up("Thandi").await.status, 303);
    let attacker = |n: u32| site.visitor().at(&format!("192.0.2.{}", n + 1));
    for name in ["Thandi", "Nobody"] {
        for n in 0..50 {
            let page = attacker(n).log_in(name, WRONG).await;
            assert_eq!((page.status, page.field("challenge")), (422, None), "{n}");
        }
    }
    let before = site.app.accounts.hashes().0;
    // From then on strangers see a captcha, whether the name exists or not, and nothing is looked at.
    let known = attacker(60).log_in("Thandi", PASSWORD).await;
    let unknown = attacker(61).log_in("Nobody", PASSWORD).await;
    for page in [&known, &unknown] {
        assert_eq!(page.status, 422);
        assert!(page.field("challenge").is_some_and(|id| id.len() == 26));
        assert_eq!(page.problem("answer"), known.problem("answer"));
        assert!(!page.says("Wrong name or password."));
    }
    assert_eq!(looked_at(&site, before), 0);

    // From the network that the user came from before the password is enough, and only the right one.
    let mut next_door = site.visitor().at("198.51.100.99");
    assert_eq!(next_door.log_in("Thandi", WRONG).await.status, 422);
    assert_eq!(next_door.log_in("Thandi", PASSWORD).await.status, 303);
    assert_eq!(looked_at(&site, before), 2);

    // From elsewhere with the captcha; each passed one lets one attempt be looked at.
    let mut abroad = site.visitor().at("203.0.113.7");
    let asked = abroad.log_in("Thandi", PASSWORD).await;
    assert_eq!(asked.field("name").as_deref(), Some("Thandi"));
    let misread = pass(&mut abroad, &asked.text(), "misread", PASSWORD).await;
    assert_eq!(misread.status, 422);
    assert!(misread.problem("answer").is_some());
    assert_eq!(looked_at(&site, before), 2);
    let wrong = pass(&mut abroad, &misread.text(), ANSWER, WRONG).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.says("Wrong name or password."));
    assert_eq!(looked_at(&site, before), 3);
    let right = pass(&mut abroad, &wrong.text(), ANSWER, PASSWORD).await;
    assert_eq!(right.status, 303, "{}", right.text());
    assert!(abroad.is_logged_in().await);

    // That network is known now, for 90 days.
    let from = |address: &str| site.visitor().at(address);
    assert_eq!(
        from("203.0.113.9").log_in("Thandi", PASSWORD).await.status,
        303
    );
    for (days, status) in [(89, 303), (91, 422)] {
        site.clock.advance(days * 24 * 60 * MINUTE_MS);
        for n in 0..50 {
            attacker(n).log_in("Thandi", WRONG).await;
        }
        let answer = from("203.0.113.9").log_in("Thandi", PASSWORD).await;
        assert_eq!(answer.status, status, "after {days} days");
        // A new month for the other network, so that only the first is old.
        site.app.matches.maintenance().sweep().await.unwrap();
    }
    site.app.shutdown().await;
}

/// A browser that is closed, or a line that breaks, in the middle of a log-in: of right passwords nothing stays charged, and wrong ones
/// cost what they cost whoever waits for the answer.
async fn a_client_that_goes_away_is_charged_for_a_wrong_password_alone(store: Store) {
    let site = Site::on(store, &[]).await;
    site.user("Thandi").await;
    let gone = async |password: &'static str, address: &'static str| {
        let before = site.app.accounts.hashes().0;
        let mut browser = site.visitor().at(address);
        let asking = tokio::spawn(async move { browser.log_in("Thandi", password).await });
        while looked_at(&site, before) == 0 {
            assert!(!asking.is_finished(), "{address} is kept out");
            tokio::task::yield_now().await;
        }
        asking.abort();
        assert!(asking.await.is_err_and(|error| error.is_cancelled()));
    };
    let log_in = async |password, address: &str| {
        let mut browser = site.visitor().at(address);
        browser.log_in("Thandi", password).await.status
    };
    for _ in 0..12 {
        gone(PASSWORD, "203.0.113.7").await;
    }
    assert_eq!(log_in(PASSWORD, "203.0.113.7").await, 303);
    for _ in 0..10 {
        gone(WRONG, "203.0.113.8").await;
    }
    assert_eq!(log_in(PASSWORD, "203.0.113.8").await, 429);
    site.app.shutdown().await;
}

/// Sends wrong answers to these challenges of a session at once, each from an address of its own; returns the statuses in their order.
async fn answers_at_once(browser: &Browser, challenges: &[String]) -> Vec<u16> {
    let tasks: Vec<_> = (0..)
        .zip(challenges.to_vec())
        .map(|(n, challenge)| {
            let mut browser = browser.clone().at(&format!("192.0.{n}.1"));
            tokio::spawn(async move {
                let form = [("challenge", &*challenge), ("answer", "guess")];
                browser.post("/verify", &form).await.status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for task in tasks {
        statuses.push(task.await.unwrap());
    }
    statuses
}

/// Addresses are many and cheap: the session's own limit holds although no two guesses wait for each other.
async fn of_eight_captchas_of_a_session_at_once_three_are_looked_at(store: Store) {
    let settings = [
        ("captcha.defence.adaptive", "false"),
        ("limits.captcha_checks_per_minute", "3"),
        ("limits.captcha_challenges_per_minute", "0"),
    ];
    let site = Site::on(store, &settings).await;
    for _ in 0..4 {
        let mut browser = site.visitor();
        let mut challenges = vec![browser.challenge("/verify").await];
        while challenges.len() < 8 {
            // Another picture in place of none: the others stay open.
            let page = browser.post("/verify", &[("reload", "1")]).await;
            challenges.push(page.field("challenge").unwrap());
        }
        let statuses = answers_at_once(&browser, &challenges).await;
        let refused = challenges.iter().zip(&statuses);
        let refused: Vec<_> = refused.filter(|(_, status)| **status == 429).collect();
        let wrong = statuses.iter().filter(|status| **status == 422).count();
        assert_eq!((wrong, refused.len()), (3, 5), "{statuses:?}");
        // What was not looked at is still open, a minute later.
        site.clock.advance(MINUTE_MS);
        let form = [("challenge", &**refused[0].0), ("answer", ANSWER)];
        assert_eq!(browser.post("/verify", &form).await.status, 303);
    }
    site.app.shutdown().await;
}

/// A challenge takes one answer, by one statement, whatever the limit is: the first one ends it, and the others find it used.
async fn of_32_answers_to_one_challenge_at_once_one_is_looked_at(store: Store) {
    let settings = [
        ("captcha.defence.adaptive", "false"),
        ("limits.captcha_checks_per_minute", "0"),
        ("limits.captcha_challenges_per_minute", "0"),
    ];
    let site = Site::on(store, &settings).await;
    let mut browser = site.visitor();
    let challenge = browser.challenge("/verify").await;
    let statuses = answers_at_once(&browser, &vec![challenge.clone(); 32]).await;
    assert_eq!(statuses, [422; 32]);
    let form = [("challenge", &*challenge), ("answer", ANSWER)];
    assert_eq!(browser.post("/verify", &form).await.status, 422);
    let counts = site.store().captcha_counts(0).await.unwrap();
    let n = |event: &str| {
        let counts = counts.iter().filter(|count| count.event == event);
        counts.map(|count| count.n).sum::<i64>()
    };
    assert_eq!((n("wrong"), n("used"), n("right")), (1, 32, 0));
    site.app.shutdown().await;
}

/// Sends the log-in form of a page with its captcha.
async fn pass(
    browser: &mut Browser,
    page: &str,
    answer: &str,
    password: &str,
) -> crate::support::browser::Answer {
    let challenge = html::field(page, "challenge").unwrap();
    let fields = [
        ("name", "Thandi"),
        ("password", password),
        ("challenge", &*challenge),
        ("answer", answer),
    ];
    browser.post("/login", &fields).await
}

/// Pass mark 32 by counts: one address never has more than one hash in the pool, so that whoever comes from elsewhere waits
/// for at most the one that runs, and is never told that the site is full.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_log_ins_from_one_address_refuses_nobody_else() {
    // Without the limits that would end the flood by themselves.
    let site = Site::with(&[
        ("limits.logins_per_address_per_10_minutes", "0"),
        ("limits.requests_per_second", "500"),
    ])
    .await;
    site.user("Thandi").await;
    let flood: Vec<_> = (0..100)
        .map(|n| {
            let mut browser = site.visitor().at("203.0.113.7");
            tokio::spawn(async move { browser.log_in(&format!("Name{n}"), WRONG).await.status })
        })
        .collect();
    while site.app.accounts.hashes().0 < 3 {
        tokio::task::yield_now().await;
    }
    let mut queued = 0;
    for n in 0..20 {
        let before = site.app.accounts.hashes();
        let mut browser = site.visitor().at(&format!("198.51.100.{n}"));
        assert_eq!(browser.log_in("Thandi", PASSWORD).await.status, 303, "{n}");
        queued = queued.max(before.1);
    }
    assert!(queued <= 2, "{queued} hashes of one address waited");
    let done = flood.iter().filter(|task| task.is_finished()).count();
    assert!(
        done < 100,
        "the flood was over before it could refuse anybody"
    );
    // The fate of the flood itself is its own matter: on a busy machine the last of it may run into its deadline.
    for task in flood {
        let status = task.await.unwrap();
        assert!([422, 503].contains(&status), "{status}");
    }
}

#[tokio::test]
async fn an_unknown_name_costs_exactly_one_hash() {
    let site = Site::new().await;
    site.user("Thandi").await;
    for (name, password, status) in [
        ("Thandi", PASSWORD, 303),
        ("Thandi", WRONG, 422),
        ("Nobody", WRONG, 422),
        ("1 ?", WRONG, 422),
        ("", WRONG, 422),
    ] {
        let before = site.app.accounts.hashes().0;
        let answer = site.visitor().log_in(name, password).await;
        assert_eq!(answer.status, status, "{name:?}");
        assert_eq!(looked_at(&site, before), 1, "{name:?}");
    }
}

#[tokio::test]
async fn a_success_costs_none_of_the_allowances() {
    let site = Site::new().await;
    site.user("Thandi").await;
    let log_in = async |password| {
        let mut browser = site.visitor().at("203.0.113.7");
        browser.log_in("Thandi", password).await.status
    };
    for _ in 0..9 {
        assert_eq!(log_in(WRONG).await, 422);
    }
    for _ in 0..15 {
        assert_eq!(log_in(PASSWORD).await, 303);
    }
    assert_eq!(log_in(WRONG).await, 422);
    assert_eq!(log_in(PASSWORD).await, 429);
}

/// Others' guesses neither keep a user who is in from changing the password, nor an admin from showing it again.
#[tokio::test]
async fn a_user_who_is_in_is_asked_for_no_captcha() {
    let site = Site::with(&[("limits.logins_per_account_per_10_minutes", "3")]).await;
    let mut thandi = site.user("Thandi").await.at("198.51.100.7");
    for n in 0..3 {
        let mut attacker = site.visitor().at(&format!("192.0.2.{n}"));
        assert_eq!(attacker.log_in("Thandi", WRONG).await.status, 422);
    }
    assert_eq!(thandi.log_in("thandi", PASSWORD).await.status, 303);
    // Somebody else's name is another matter.
    let other = thandi.log_in("Thandi2", WRONG).await;
    assert_eq!((other.status, other.field("challenge")), (422, None));
    let fields = [("old", PASSWORD), ("new", "seven herons at dawn")];
    assert_eq!(thandi.post("/account/password", &fields).await.status, 303);
}
