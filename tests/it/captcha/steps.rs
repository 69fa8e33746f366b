//! Steps of the defence: the requirements as captchas fail, with scripts and without.

use rookery::store::Store;

use crate::captcha::{SECOND_MS, VERIFY, answer, proofs, step_of, work_of};
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, MINUTE_MS, Site};

on_both_databases!(the_steps_rise_with_the_failures_of_a_network);

/// Wrong answers of so many visitors from as many addresses of a network, `203.0.113.0/24`.
async fn fail(site: &Site, count: usize) {
    for n in 0..count {
        let mut browser = site.visitor().at(&format!("203.0.113.{}", n + 1));
        let challenge = browser.challenge(VERIFY).await;
        let refused = answer(&mut browser, &challenge, &[("answer", "wrong")]).await;
        assert!([422, 429].contains(&refused.status), "{}", refused.text());
    }
}

const STEPS: &[(&str, &str)] = &[
    ("captcha.defence.range_tries", "10"),
    ("captcha.defence.range_work_percent", "50"),
    ("captcha.defence.range_wait_percent", "80"),
    ("captcha.defence.site_tries", "1000"),
    ("captcha.defence.wait_s", "20"),
    ("captcha.defence.work_tries", "4"),
];

async fn the_steps_rise_with_the_failures_of_a_network(store: Store) {
    let site = Site::on(store, STEPS).await;
    let at = |n: u8| site.visitor().at(&format!("203.0.113.{n}"));
    for n in 100..105 {
        at(n).verify().await;
    }
    fail(&site, 4).await;
    let page = at(200).get(VERIFY).await;
    assert_eq!(step_of(&page), "read", "nine checks say nothing");
    fail(&site, 1).await;
    // Loaded while five of ten have failed: what is right later makes it fewer again.
    let (mut reader, mut forger, mut plain) = (at(201), at(202), at(203));
    let pages = [
        reader.get(VERIFY).await,
        forger.get(VERIFY).await,
        plain.get(VERIFY).await,
    ];
    for page in &pages {
        assert_eq!(step_of(page), "read-and-work");
    }
    let far = site.visitor().at("203.0.114.1").get(VERIFY).await;
    assert_eq!(step_of(&far), "read");
    reading_and_work(&mut reader, &pages[0]).await;
    // A wrong proof ends the challenge.
    let challenge = pages[1].field("challenge").unwrap();
    let (good, bad) = proofs(&work_of(&pages[1]));
    for (nonce, reason) in [(&bad, "forged"), (&good, "too late")] {
        let fields = [("answer", ANSWER), ("nonce", nonce.as_str())];
        let refused = answer(&mut forger, &challenge, &fields).await;
        assert_eq!(refused.status, 422, "{reason}");
    }
    // Without scripts the wait takes the place of the work.
    let challenge = pages[2].field("challenge").unwrap();
    for (wait_s, status, left) in [(19, 429, "1"), (1, 303, "")] {
        site.clock.advance(wait_s * SECOND_MS);
        let answer = answer(&mut plain, &challenge, &[("answer", ANSWER)]).await;
        assert_eq!(
            (answer.status, answer.header("retry-after")),
            (status, left)
        );
    }

    fail_by_waiting(&site, 25).await;
    let (mut worker, mut plain) = (at(204), at(205));
    let pages = [worker.get(VERIFY).await, plain.get(VERIFY).await];
    for page in &pages {
        assert_eq!(step_of(page), "work-and-wait", "31 of 38 failed");
    }
    work_and_wait(&site, (&mut worker, &pages[0]), (&mut plain, &pages[1])).await;

    // What was is forgotten after two windows.
    site.clock.advance(20 * MINUTE_MS);
    assert_eq!(step_of(&worker.get(VERIFY).await), "read");
    site.app.shutdown().await;
}

/// The word alone is too early, and nothing is said about it: the same challenge comes back with what was typed.
async fn reading_and_work(reader: &mut Browser, page: &Answer) {
    let challenge = page.field("challenge").unwrap();
    for typed in [ANSWER, "wrong"] {
        let early = answer(reader, &challenge, &[("answer", typed)]).await;
        assert_eq!((early.status, early.header("retry-after")), (429, "20"));
        assert_eq!(early.field("challenge").as_deref(), Some(&*challenge));
        assert_eq!(early.field("answer").as_deref(), Some(typed));
    }
    let (good, _) = proofs(&work_of(page));
    let both = [("answer", ANSWER), ("nonce", good.as_str())];
    assert_eq!(answer(reader, &challenge, &both).await.status, 303);
    let again = answer(reader, &challenge, &both).await;
    assert_eq!(again.status, 422, "a replay");
}

/// The work counts at the end of the wait and is not lost before it; who has no scripts finds the picture here, too.
async fn work_and_wait(
    site: &Site,
    (worker, page): (&mut Browser, &Answer),
    (plain, plain_page): (&mut Browser, &Answer),
) {
    let challenge = page.field("challenge").unwrap();
    let (good, _) = proofs(&work_of(page));
    let worked = [("nonce", good.as_str())];
    let early = answer(worker, &challenge, &worked).await;
    assert_eq!(early.status, 429);
    assert_eq!(early.field("nonce").as_deref(), Some(&*good));
    let plain_challenge = plain_page.field("challenge").unwrap();
    let image = format!("/captcha/{plain_challenge}/image");
    let is_open = plain_page
        .text()
        .contains("<details class=\"more\" id=\"captcha-instead\" open>");
    assert!(plain_page.says(&image) && is_open);
    assert_eq!(plain.get(&image).await.status, 200);
    site.clock.advance(20 * SECOND_MS);
    assert_eq!(answer(worker, &challenge, &worked).await.status, 303);
    let typed = [("answer", ANSWER)];
    let passed = answer(plain, &plain_challenge, &typed).await;
    assert_eq!(passed.status, 303);
}

/// Wrong answers after the wait that is asked for by now.
async fn fail_by_waiting(site: &Site, count: usize) {
    let mut waiting = Vec::new();
    for n in 0..count {
        let mut browser = site.visitor().at(&format!("203.0.113.{}", n + 1));
        let challenge = browser.challenge(VERIFY).await;
        waiting.push((browser, challenge));
    }
    site.clock.advance(20 * SECOND_MS);
    for (mut browser, challenge) in waiting {
        let refused = answer(&mut browser, &challenge, &[("answer", "wrong")]).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
    }
}

#[tokio::test]
async fn the_site_s_failures_count_for_everybody_but_exempt_networks() {
    let site = Site::with(&[
        ("captcha.defence.site_tries", "10"),
        ("captcha.defence.range_tries", "1000"),
        ("limits.exempt", "198.51.100.0/24"),
    ])
    .await;
    for n in 0..10 {
        let mut browser = site.visitor().at(&format!("203.{n}.113.1"));
        let challenge = browser.challenge(VERIFY).await;
        answer(&mut browser, &challenge, &[("answer", "wrong")]).await;
    }
    let far = site.visitor().at("192.0.2.1").get(VERIFY).await;
    assert_eq!(step_of(&far), "work-and-wait");
    let school = site.visitor().at("198.51.100.7").get(VERIFY).await;
    assert_eq!(step_of(&school), "read");
}
