//! A passed captcha that is kept while its account cannot be made: a taken name costs no other one, and it makes one account.

use rookery::store::Store;

use crate::captcha::volume::PRICES;
use crate::captcha::{VERIFY, answer};
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};

on_both_databases!(
    a_taken_name_does_not_cost_another_captcha,
    a_passed_captcha_makes_one_account_however_many_forms_come_at_once,
    an_account_that_has_to_wait_waits_under_another_name_too,
);

/// Sends the sign-up form with a challenge and nothing else of the captcha.
async fn with_kept(browser: &mut Browser, name: &str, challenge: &str) -> Answer {
    let fields = [
        ("name", name),
        ("password", PASSWORD),
        ("challenge", challenge),
    ];
    browser.post("/signup", &fields).await
}

/// Passes the captcha for a name that is taken, and says which challenge that was.
async fn pass_for_taken(browser: &mut Browser, name: &str) -> String {
    let refused = browser.sign_up(name).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.problem("name").unwrap().contains("taken"));
    assert!(
        refused.says("You have passed the captcha"),
        "{}",
        refused.text()
    );
    assert!(!refused.text().contains("<img") && !refused.text().contains("captcha-work"));
    refused.field("challenge").unwrap()
}

async fn a_taken_name_does_not_cost_another_captcha(store: Store) {
    let site = Site::on(store, &[]).await;
    site.user("Lerato").await;
    site.clock.advance(MINUTE_MS);
    let mut browser = site.visitor();
    let challenge = pass_for_taken(&mut browser, "Lerato").await;
    // A name that cannot be costs nothing.
    let wrong = with_kept(&mut browser, "1", &challenge).await;
    assert_eq!(
        (wrong.status, wrong.field("challenge")),
        (422, Some(challenge.clone()))
    );
    assert!(wrong.problem("name").is_some());
    for n in 0..3 {
        let taken = with_kept(&mut browser, "lerato", &challenge).await;
        assert_eq!(taken.status, 422, "name {n}");
        assert_eq!(taken.field("challenge").as_deref(), Some(&*challenge));
    }
    let made = with_kept(&mut browser, "Naledi", &challenge).await;
    assert_eq!(
        (made.status, &*made.location()),
        (303, "/"),
        "{}",
        made.text()
    );
    assert!(browser.is_logged_in().await);

    // The fourth name that is taken is the last one.
    let mut browser = site.visitor();
    let challenge = pass_for_taken(&mut browser, "Lerato").await;
    for _ in 0..4 {
        let taken = with_kept(&mut browser, "Lerato", &challenge).await;
        assert_eq!(taken.status, 422);
    }
    let over = with_kept(&mut browser, "Thabo", &challenge).await;
    assert_eq!(over.status, 422);
    assert_ne!(over.field("challenge").as_deref(), Some(&*challenge));
    assert!(over.text().contains("<img"));
    // Nor is it kept for ever.
    let challenge = pass_for_taken(&mut browser, "Lerato").await;
    site.clock.advance(10 * MINUTE_MS + 1);
    let late = with_kept(&mut browser, "Thabo", &challenge).await;
    assert_eq!(late.status, 422);
    assert!(late.text().contains("<img"));
    site.app.shutdown().await;
}

async fn a_passed_captcha_makes_one_account_however_many_forms_come_at_once(store: Store) {
    let site = Site::on(store, &[]).await;
    site.user("Lerato").await;
    site.clock.advance(MINUTE_MS);
    let mut browser = site.visitor();
    let challenge = pass_for_taken(&mut browser, "Lerato").await;
    let cookie = browser.cookie("rookery").unwrap().to_owned();
    let forms: Vec<_> = (0..16)
        .map(|n| {
            let mut tab = site.visitor();
            tab.set_cookie("rookery", &cookie);
            let challenge = challenge.clone();
            tokio::spawn(async move {
                with_kept(&mut tab, &format!("Twin{n}"), &challenge).await;
            })
        })
        .collect();
    for form in forms {
        form.await.unwrap();
    }
    let mut twins = 0;
    for n in 0..16 {
        let name = format!("Twin{n}").parse().unwrap();
        let found = site.store().credentials(&name).await.unwrap();
        twins += u32::from(found.is_some());
    }
    assert_eq!(twins, 1);
    site.app.shutdown().await;
}

/// A captcha that was passed in a flood makes an account that waits for the owner, whatever name it asked for first.
async fn an_account_that_has_to_wait_waits_under_another_name_too(store: Store) {
    let site = Site::on(store, PRICES).await;
    for n in 0..6 {
        site.user(&format!("Early{n}")).await;
    }
    site.clock.advance(MINUTE_MS);
    let mut browser = site.visitor();
    let challenge = pass_for_taken(&mut browser, "Early0").await;
    let made = with_kept(&mut browser, "Late", &challenge).await;
    assert_eq!(made.status, 200, "{}", made.text());
    assert!(
        made.says("as soon as the owner of this site has approved it"),
        "{}",
        made.text()
    );
    assert!(!browser.is_logged_in().await);
    site.app.shutdown().await;
}

/// Whatever the life of an open one: the row of an ended challenge is removed after an hour.
#[tokio::test]
async fn a_passed_captcha_is_kept_for_an_hour_at_most() {
    let site = Site::with(&[("captcha.life_s", "7200")]).await;
    site.user("Lerato").await;
    site.clock.advance(MINUTE_MS);
    for (minutes, status) in [(59, 303), (61, 422)] {
        let mut browser = site.visitor();
        let challenge = pass_for_taken(&mut browser, "Lerato").await;
        // The session of a visitor lives as long as it is used.
        site.clock.advance(40 * MINUTE_MS);
        browser.get("/play").await;
        site.clock.advance((minutes - 40) * MINUTE_MS);
        let name = format!("After{minutes}");
        let made = with_kept(&mut browser, &name, &challenge).await;
        assert_eq!(made.status, status, "{minutes} min: {}", made.text());
    }
}

#[tokio::test]
async fn only_what_was_passed_for_an_account_here_is_kept() {
    let site = Site::new().await;
    site.user("Lerato").await;
    site.clock.advance(MINUTE_MS);
    // A guest's pass is cheaper than an account.
    let mut guest = site.visitor();
    let challenge = guest.challenge(VERIFY).await;
    let passed = answer(&mut guest, &challenge, &[("answer", ANSWER)]).await;
    assert_eq!(passed.status, 303);
    // Another session's, and one that nobody passed.
    let mut browser = site.visitor();
    let theirs = pass_for_taken(&mut browser, "Lerato").await;
    let mut stranger = site.visitor();
    let open = stranger.challenge("/signup").await;
    for (browser, challenge) in [
        (&mut guest, &challenge),
        (&mut site.visitor(), &theirs),
        (&mut stranger, &open),
    ] {
        let refused = with_kept(browser, "Thabo", challenge).await;
        assert_eq!(refused.status, 422);
        assert!(refused.problem("answer").is_some(), "{}", refused.text());
    }
}
