//! Steps of the price: the evidence that is asked for as captchas fail, with scripts and without.

use rookery::store::Store;

use crate::captcha::{SECOND_MS, VERIFY, answer, work_of};
use crate::support::browser::Answer;
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{ANSWER, MINUTE_MS, Site};

on_both_databases!(
    the_price_rises_with_the_failures_of_a_network,
    neither_a_network_nor_a_trap_raises_the_price_of_the_site,
);

/// The tries and the wait that a page asks for.
fn price_of(page: &Answer) -> (u64, u32) {
    let text = page.text();
    let wait = html::tags(&text, "div")
        .iter()
        .find_map(|tag| html::attribute(tag, "data-wait"));
    (work_of(page).tries, wait.unwrap().parse().unwrap())
}

/// Wrong answers of `count` visitors from as many addresses of a network, `203.0.113.0/24`.
async fn fail(site: &Site, count: usize) {
    let mut visitors = Vec::new();
    for n in 0..count {
        let mut browser = site.visitor().at(&format!("203.0.113.{}", n + 1));
        let challenge = browser.challenge(VERIFY).await;
        visitors.push((browser, challenge));
    }
    // If a wait is asked for, they wait.
    site.clock.advance(20 * SECOND_MS);
    for (mut browser, challenge) in visitors {
        let typed = [("answer", "wrong")];
        let mut refused = answer(&mut browser, &challenge, &typed).await;
        if refused.says("has to work a little longer") {
            refused = answer(&mut browser, &challenge, &typed).await;
        }
        assert!(
            refused.says("neither what the picture shows nor what the recording says"),
            "{}",
            refused.text()
        );
    }
}

const STEPS: &[(&str, &str)] = &[
    ("captcha.defence.range_tries", "10"),
    ("captcha.defence.range_work_percent", "50"),
    ("captcha.defence.range_wait_percent", "80"),
    ("captcha.defence.site_tries", "1000"),
    ("captcha.defence.range_usual", "1000"),
    ("captcha.defence.site_usual", "1000"),
    ("captcha.defence.wait_s", "20"),
    ("captcha.defence.work_tries", "64"),
];

async fn the_price_rises_with_the_failures_of_a_network(store: Store) {
    let site = Site::on(store, STEPS).await;
    let at = |n: u8| site.visitor().at(&format!("203.0.113.{n}"));
    let mut early = at(99);
    let page = early.get(VERIFY).await;
    let (calm, challenge) = (work_of(&page), page.field("challenge").unwrap());
    for n in 100..105 {
        at(n).verify().await;
    }
    fail(&site, 4).await;
    assert_eq!(
        price_of(&at(200).get(VERIFY).await),
        (16, 0),
        "nine checks say nothing"
    );
    fail(&site, 1).await;
    let page = at(201).get(VERIFY).await;
    assert_eq!(price_of(&page), (64, 0));
    assert!(page.says("has to work longer for a while"));
    let far = site.visitor().at("203.0.114.1").get(VERIFY).await;
    assert_eq!(price_of(&far), (16, 0));

    // Work at the price of a while ago is too little; nothing of it is lost, and nothing is said about the word.
    for typed in [ANSWER, "wrong"] {
        let fields = [("answer", typed), ("proof", &*calm.bad_proof(64))];
        let more = answer(&mut early, &challenge, &fields).await;
        assert_eq!(more.status, 422);
        assert_eq!(more.field("challenge").as_deref(), Some(&*challenge));
        assert_eq!(more.field("answer").as_deref(), Some(typed));
        assert_eq!(price_of(&more), (64, 0));
    }
    let fields = [("answer", ANSWER), ("proof", &*calm.proof(64))];
    assert_eq!(answer(&mut early, &challenge, &fields).await.status, 303);

    fail(&site, 25).await;
    let (mut reader, mut plain) = (at(204), at(205).without_scripts());
    let page = reader.get(VERIFY).await;
    assert_eq!(price_of(&page), (64, 20), "30 of 36 failed");
    let challenges = [
        page.field("challenge").unwrap(),
        plain.challenge(VERIFY).await,
    ];
    // Everybody waits; the work is not looked at before, and not lost.
    let proof = work_of(&page).proof(64);
    let fields = [("answer", ANSWER), ("proof", &*proof)];
    for (wait_s, status, left) in [(0, 429, "20"), (19, 429, "1"), (1, 303, "")] {
        site.clock.advance(wait_s * SECOND_MS);
        let sent = answer(&mut reader, &challenges[0], &fields).await;
        assert_eq!((sent.status, sent.header("retry-after")), (status, left));
        if status == 429 {
            assert_eq!(sent.field("proof").as_deref(), Some(&*proof));
        }
    }
    let passed = answer(&mut plain, &challenges[1], &[("answer", ANSWER)]).await;
    assert_eq!(passed.status, 303);

    // The past is forgotten after two windows.
    site.clock.advance(20 * MINUTE_MS);
    assert_eq!(price_of(&at(206).get(VERIFY).await), (16, 0));
    site.app.shutdown().await;
}

/// A network alone fails for itself, and a field that only programs fill costs them nothing.
async fn neither_a_network_nor_a_trap_raises_the_price_of_the_site(store: Store) {
    let settings = [
        ("captcha.defence.site_tries", "20"),
        ("captcha.defence.range_tries", "5"),
        ("captcha.defence.work_tries", "32"),
    ];
    let site = Site::on(store, &settings).await;
    fail(&site, 22).await;
    let near = site.visitor().at("203.0.113.99").get(VERIFY).await;
    assert_eq!(price_of(&near), (32, 15));
    for n in 0..16 {
        let mut program = site.visitor().at(&format!("198.18.{n}.1"));
        let challenge = program.challenge(VERIFY).await;
        let trap = [("answer", "wrong"), ("website", "https://spam.example")];
        let refused = answer(&mut program, &challenge, &trap).await;
        assert_eq!(refused.status, 422);
    }
    assert_eq!(price_of(&site.visitor().get(VERIFY).await), (8, 0));
    // Five of the network and fifteen others are twenty.
    for n in 0..15 {
        let mut browser = site.visitor().at(&format!("198.19.{n}.1"));
        let challenge = browser.challenge(VERIFY).await;
        answer(&mut browser, &challenge, &[("answer", "wrong")]).await;
    }
    assert_eq!(price_of(&site.visitor().get(VERIFY).await), (32, 15));
    site.app.shutdown().await;
}

#[tokio::test]
async fn the_site_s_failures_count_for_everybody_but_exempt_networks() {
    let site = Site::with(&[
        ("captcha.defence.site_tries", "10"),
        ("captcha.defence.range_tries", "1000"),
        ("captcha.defence.work_tries", "32"),
        ("limits.exempt", "198.51.100.0/24"),
    ])
    .await;
    for n in 0..10 {
        let mut browser = site.visitor().at(&format!("203.{n}.113.1"));
        let challenge = browser.challenge(VERIFY).await;
        answer(&mut browser, &challenge, &[("answer", "wrong")]).await;
    }
    let far = site.visitor().at("192.0.2.1").get(VERIFY).await;
    assert_eq!(price_of(&far), (32, 15));
    let school = site.visitor().at("198.51.100.7").get(VERIFY).await;
    assert_eq!(price_of(&school), (8, 0));
}
