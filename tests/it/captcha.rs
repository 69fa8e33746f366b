//! Verification: one check a challenge, limits that lock out no class, steps that rise with the failures, and the ways in
//! for who cannot read.

use rookery::captcha::defence::scrypt;
use rookery::store::Store;

use crate::signup::first_admin;
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};

const VERIFY: &str = "/verify";
const SECOND_MS: i64 = 1000;

on_both_databases!(
    of_64_right_answers_at_once_one_passes,
    of_64_proofs_of_work_at_once_one_passes,
    of_64_sign_ups_by_one_invitation_one_passes,
    the_steps_rise_with_the_failures_of_a_network,
    at_most_ten_guesses_of_an_address_are_looked_at,
);

/// The work of a page: seed and tries.
fn work_of(page: &Answer) -> (String, u64) {
    let text = page.text();
    let tag = *html::tags(&text, "div")
        .iter()
        .find(|tag| html::attribute(tag, "id").as_deref() == Some("captcha-work"))
        .unwrap_or_else(|| panic!("no work is offered: {text}"));
    let value = |name| html::attribute(tag, name).unwrap();
    (value("data-seed"), value("data-tries").parse().unwrap())
}

/// The step of a page, as its script knows it.
fn step_of(page: &Answer) -> String {
    let text = page.text();
    html::tags(&text, "div")
        .iter()
        .find_map(|tag| html::attribute(tag, "data-step"))
        .unwrap_or_default()
}

/// Numbers that solve the work, and one that does not; by the rule in words: the first four bytes of the key, read as a
/// number, are below 2³² / tries.
fn proofs((seed, tries): &(String, u64)) -> (String, String) {
    let is_solved = |nonce: &String| {
        let mut key = [0; 32];
        assert!(scrypt(
            nonce.as_bytes(),
            seed.as_bytes(),
            10,
            8,
            1,
            &mut key
        ));
        u64::from(u32::from_be_bytes([key[0], key[1], key[2], key[3]])) * tries < 1 << 32
    };
    let numbers = || (0..10_000_u32).map(|n| n.to_string());
    (
        numbers().find(is_solved).unwrap(),
        numbers().find(|nonce| !is_solved(nonce)).unwrap(),
    )
}

async fn answer(browser: &mut Browser, challenge: &str, fields: &[(&str, &str)]) -> Answer {
    let all = [&[("challenge", challenge)], fields].concat();
    browser.post(VERIFY, &all).await
}

/// Sends the same form 64 times at once; says how many passed.
async fn race(browser: &Browser, path: &'static str, fields: &[(&str, &str)]) -> usize {
    let fields: Vec<(String, String)> = fields
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let racing: Vec<_> = (0..64)
        .map(|n| {
            let (mut browser, mut fields) = (browser.clone(), fields.clone());
            // Where the form makes an account, each sender wants another.
            for (name, value) in &mut fields {
                if name == "name" {
                    value.push_str(&n.to_string());
                }
            }
            tokio::spawn(async move {
                let fields: Vec<(&str, &str)> = fields
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect();
                browser.post(path, &fields).await.status
            })
        })
        .collect();
    let mut passed = 0;
    for one in racing {
        passed += usize::from(one.await.unwrap() == 303);
    }
    passed
}

/// Without limits, so that nothing but the one statement decides.
const NO_LIMITS: &[(&str, &str)] = &[
    ("limits.captcha_checks_per_minute", "0"),
    ("captcha.defence.adaptive", "false"),
    ("captcha.defence.work_tries", "3"),
];

/// Pass mark 19 of the security checks: 64 in parallel, exactly one accepted, 20 rounds.
async fn of_64_right_answers_at_once_one_passes(store: Store) {
    let site = Site::on(store, NO_LIMITS).await;
    for round in 0..20 {
        let mut browser = site.visitor();
        let challenge = browser.challenge(VERIFY).await;
        let fields = [("challenge", challenge.as_str()), ("answer", ANSWER)];
        assert_eq!(race(&browser, VERIFY, &fields).await, 1, "round {round}");
    }
    site.app.shutdown().await;
}

async fn of_64_proofs_of_work_at_once_one_passes(store: Store) {
    let site = Site::on(store, NO_LIMITS).await;
    for round in 0..3 {
        let mut browser = site.visitor();
        let page = browser.get(VERIFY).await;
        let challenge = page.field("challenge").unwrap();
        let (good, _) = proofs(&work_of(&page));
        let fields = [("challenge", challenge.as_str()), ("nonce", &good)];
        assert_eq!(race(&browser, VERIFY, &fields).await, 1, "round {round}");
    }
    site.app.shutdown().await;
}

async fn of_64_sign_ups_by_one_invitation_one_passes(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = first_admin(&site).await;
    let token = invitation(&mut owner).await;
    let mut browser = site.visitor();
    browser.get("/signup").await;
    let fields = [
        ("name", "Guest"),
        ("password", PASSWORD),
        ("invite", &token),
    ];
    assert_eq!(race(&browser, "/signup", &fields).await, 1);
    site.app.shutdown().await;
}

/// An invitation's code, made by an admin.
async fn invitation(owner: &mut Browser) -> String {
    let made = owner.post("/admin/users", &[("act", "invite")]).await;
    let text = made.text();
    let at = text.find("/signup?invite=").expect("the link is shown");
    let link = text[at..].split(['<', '"']).next().unwrap();
    link.rsplit('=').next().unwrap().to_owned()
}

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
    for n in 0..5 {
        site.visitor()
            .at(&format!("203.0.113.{}", 100 + n))
            .verify()
            .await;
    }
    fail(&site, 4).await;
    let mut near = site.visitor().at("203.0.113.200");
    assert_eq!(
        step_of(&near.get(VERIFY).await),
        "read",
        "nine checks say nothing"
    );
    fail(&site, 1).await;
    let page = near.get(VERIFY).await;
    assert_eq!(step_of(&page), "read-and-work", "five of ten failed");
    assert_eq!(
        step_of(&site.visitor().at("203.0.114.1").get(VERIFY).await),
        "read"
    );

    // The word alone is too early, and nothing is said about it: the same challenge comes back with what was typed.
    let challenge = page.field("challenge").unwrap();
    let (good, bad) = proofs(&work_of(&page));
    for typed in [ANSWER, "wrong"] {
        let early = answer(&mut near, &challenge, &[("answer", typed)]).await;
        assert_eq!((early.status, early.header("retry-after")), (429, "20"));
        assert_eq!(early.field("challenge").as_deref(), Some(&*challenge));
        assert_eq!(early.field("answer").as_deref(), Some(typed));
    }
    let both = [("answer", ANSWER), ("nonce", &good)];
    assert_eq!(answer(&mut near, &challenge, &both).await.status, 303);
    assert_eq!(
        answer(&mut near, &challenge, &both).await.status,
        422,
        "a replay"
    );

    // A wrong proof ends the challenge.
    let challenge = near.challenge(VERIFY).await;
    let forged = [("answer", ANSWER), ("nonce", &*bad)];
    assert_eq!(answer(&mut near, &challenge, &forged).await.status, 422);

    // Without scripts the wait takes the place of the work.
    let mut plain = site.visitor().at("203.0.113.201");
    let challenge = plain.challenge(VERIFY).await;
    site.clock.advance(19 * SECOND_MS);
    let typed = [("answer", ANSWER)];
    let early = answer(&mut plain, &challenge, &typed).await;
    assert_eq!((early.status, early.header("retry-after")), (429, "1"));
    site.clock.advance(SECOND_MS);
    assert_eq!(answer(&mut plain, &challenge, &typed).await.status, 303);

    fail_by_waiting(&site, 25).await;
    let page = near.get(VERIFY).await;
    assert_eq!(step_of(&page), "work-and-wait");
    let challenge = page.field("challenge").unwrap();
    let (good, _) = proofs(&work_of(&page));
    let worked = [("nonce", good.as_str())];
    let early = answer(&mut near, &challenge, &worked).await;
    assert_eq!(early.status, 429);
    assert_eq!(
        early.field("nonce").as_deref(),
        Some(&*good),
        "the work is not lost"
    );
    site.clock.advance(20 * SECOND_MS);
    assert_eq!(answer(&mut near, &challenge, &worked).await.status, 303);
    // Here, too, who has no scripts finds the picture, and passes by it.
    let mut plain = site.visitor().at("203.0.113.202");
    let page = plain.get(VERIFY).await;
    let challenge = page.field("challenge").unwrap();
    let image = format!("/captcha/{challenge}/image");
    assert!(
        page.says(&image)
            && page
                .text()
                .contains("<details class=\"more\" id=\"captcha-instead\" open>")
    );
    assert_eq!(plain.get(&image).await.status, 200);
    site.clock.advance(20 * SECOND_MS);
    assert_eq!(answer(&mut plain, &challenge, &typed).await.status, 303);

    // What was is forgotten after two windows.
    site.clock.advance(20 * MINUTE_MS);
    assert_eq!(step_of(&near.get(VERIFY).await), "read");
    site.app.shutdown().await;
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

/// Pass mark 20: however many guesses come at once, ten of them are looked at, and each costs its picture.
async fn at_most_ten_guesses_of_an_address_are_looked_at(store: Store) {
    let site = Site::on(store, &[("captcha.defence.adaptive", "false")]).await;
    let mut guesses = Vec::new();
    for _ in 0..48 {
        let mut browser = site.visitor().at("203.0.113.7");
        let challenge = browser.challenge(VERIFY).await;
        guesses.push(tokio::spawn(async move {
            let typed = [("answer", "guess")];
            let status = answer(&mut browser, &challenge, &typed).await.status;
            (status, browser, challenge)
        }));
    }
    let mut looked_at = 0;
    let mut kept = Vec::new();
    for guess in guesses {
        let (status, browser, challenge) = guess.await.unwrap();
        match status {
            422 => looked_at += 1,
            429 => kept.push((browser, challenge)),
            other => panic!("{other}"),
        }
    }
    assert_eq!((looked_at, kept.len()), (10, 38));
    // Those that were not looked at are still good, a minute later.
    site.clock.advance(MINUTE_MS);
    let (mut browser, challenge) = kept.pop().unwrap();
    let right = [("answer", ANSWER)];
    assert_eq!(answer(&mut browser, &challenge, &right).await.status, 303);
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_class_behind_one_address_gets_in() {
    // The limits of a fresh site, all but those that the test's own speed would meet.
    let site = Site::with(&[("limits.captcha_challenges_per_minute", "5")]).await;
    for n in 0..30 {
        let mut pupil = site.visitor().at("203.0.113.7");
        // Every fourth misreads the picture first: seven failures within the minute.
        if n % 4 == 3 {
            let challenge = pupil.challenge("/signup").await;
            let fields = [
                ("name", "Pupil"),
                ("password", PASSWORD),
                ("challenge", &*challenge),
                ("answer", "misread"),
            ];
            assert_eq!(pupil.post("/signup", &fields).await.status, 422);
        }
        let answer = pupil.sign_up(&format!("Pupil{n}")).await;
        assert_eq!(answer.status, 303, "pupil {n}: {}", answer.text());
    }
}

#[tokio::test]
async fn the_sixth_challenge_of_a_minute_waits_and_nothing_typed_is_lost() {
    let site = Site::with(&[("limits.captcha_challenges_per_minute", "5")]).await;
    let mut browser = site.visitor();
    let mut challenge = browser.challenge("/signup").await;
    for _ in 0..4 {
        site.clock.advance(SECOND_MS);
        let fields = [
            ("name", "Lerato"),
            ("challenge", &*challenge),
            ("reload", "1"),
        ];
        let page = browser.post("/signup", &fields).await;
        assert_eq!(page.status, 200);
        challenge = page.field("challenge").unwrap();
    }
    let fields = [
        ("name", "Lerato"),
        ("challenge", &*challenge),
        ("reload", "1"),
    ];
    let later = browser.post("/signup", &fields).await;
    assert_eq!((later.status, later.header("retry-after")), (429, "56"));
    assert!(
        later.says("56 s"),
        "the page says how long: {}",
        later.text()
    );
    assert_eq!(later.field("name").as_deref(), Some("Lerato"));
    assert_eq!(later.field("challenge").as_deref(), Some(""));
    // Opening the page anew is no way round, in this session.
    let page = browser.get("/signup").await;
    assert_eq!((page.status, page.header("retry-after")), (429, "56"));
    assert_eq!(site.visitor().get("/signup").await.status, 200);
    site.clock.advance(56 * SECOND_MS);
    let page = browser.post("/signup", &fields).await;
    assert_eq!(page.status, 200);
    assert!(page.field("challenge").is_some_and(|id| id.len() == 26));
}

#[tokio::test]
async fn a_form_filled_in_faster_than_people_type_is_sent_once_more() {
    let site = Site::with(&[("captcha.defence.fill_s", "2")]).await;
    let mut browser = site.visitor();
    let challenge = browser.challenge(VERIFY).await;
    let typed = [("answer", ANSWER)];
    let early = answer(&mut browser, &challenge, &typed).await;
    assert_eq!((early.status, early.header("retry-after")), (429, "2"));
    assert!(early.problem("answer").unwrap().contains("2 s"));
    assert_eq!(early.field("challenge").as_deref(), Some(&*challenge));
    assert_eq!(early.field("answer").as_deref(), Some(ANSWER));
    site.clock.advance(2 * SECOND_MS);
    assert_eq!(answer(&mut browser, &challenge, &typed).await.status, 303);
}

#[tokio::test]
async fn work_is_a_way_in_without_reading_and_its_price_rises() {
    let site = Site::with(&[("captcha.defence.work_tries", "3")]).await;
    let mut stranger = site.visitor().at("203.0.113.1");
    stranger.get(VERIFY).await;
    for n in 0..10 {
        let mut browser = site.visitor().at("203.0.113.1");
        let page = browser.get(VERIFY).await;
        let work = work_of(&page);
        assert_eq!(work.1, 3, "visitor {n}");
        let challenge = page.field("challenge").unwrap();
        let (good, _) = proofs(&work);
        let nonce = [("nonce", good.as_str())];
        assert_eq!(
            answer(&mut stranger, &challenge, &nonce).await.status,
            422,
            "another's"
        );
        assert_eq!(answer(&mut browser, &challenge, &nonce).await.status, 303);
        assert_eq!(
            answer(&mut browser, &challenge, &nonce).await.status,
            422,
            "a replay"
        );
        site.clock.advance(MINUTE_MS / 2);
    }
    let page = site.visitor().at("203.0.113.99").get(VERIFY).await;
    assert_eq!(
        work_of(&page).1,
        6,
        "after ten of a network twice as many tries"
    );
    let page = site.visitor().at("203.0.114.1").get(VERIFY).await;
    assert_eq!(work_of(&page).1, 3);
}

#[tokio::test]
async fn the_owner_chooses_the_ways() {
    let no_reading = Site::with(&[
        ("captcha.defence.reading", "false"),
        ("captcha.defence.work_tries", "2"),
    ])
    .await;
    let mut browser = no_reading.visitor();
    let page = browser.get(VERIFY).await;
    let challenge = page.field("challenge").unwrap();
    assert!(!page.text().contains("<img") && page.field("answer").is_none());
    let image = format!("/captcha/{challenge}/image");
    assert_eq!(browser.get(&image).await.status, 404);
    let typed = [("answer", ANSWER)];
    assert_eq!(answer(&mut browser, &challenge, &typed).await.status, 422);
    let page = browser.get(VERIFY).await;
    let (good, _) = proofs(&work_of(&page));
    let challenge = page.field("challenge").unwrap();
    assert_eq!(
        answer(&mut browser, &challenge, &[("nonce", &good)])
            .await
            .status,
        303
    );

    let no_work = Site::with(&[
        ("captcha.defence.work", "false"),
        ("captcha.defence.invite", "false"),
    ])
    .await;
    let mut browser = no_work.visitor();
    let page = browser.get("/signup").await;
    assert!(!page.text().contains("captcha-work") && page.field("invite").is_none());
    let challenge = browser.challenge(VERIFY).await;
    assert_eq!(
        answer(&mut browser, &challenge, &[("nonce", "1")])
            .await
            .status,
        422
    );
}

#[tokio::test]
async fn an_invitation_takes_the_place_of_the_captcha() {
    let site = Site::with(&[("access.signup", "approval")]).await;
    let mut owner = first_admin(&site).await;
    let token = invitation(&mut owner).await;
    let mut browser = site.visitor();
    let page = browser.get(&format!("/signup?invite={token}")).await;
    assert_eq!(page.field("challenge"), None, "no captcha");
    assert_eq!(page.field("invite").as_deref(), Some(&*token));
    fn fields<'a>(name: &'a str, invite: &'a str) -> [(&'a str, &'a str); 3] {
        [("name", name), ("password", PASSWORD), ("invite", invite)]
    }
    // What is refused costs no invitation.
    let taken = browser.post("/signup", &fields("Owner", &token)).await;
    assert_eq!((taken.status, taken.problem("name").is_some()), (422, true));
    let wrong = browser
        .post("/signup", &fields("Guest", "no-such-code"))
        .await;
    assert_eq!(
        (wrong.status, wrong.problem("invite").is_some()),
        (422, true)
    );
    assert!(
        wrong.field("challenge").is_some(),
        "the captcha is still a way"
    );
    assert_eq!(
        browser
            .post("/signup", &fields("Guest", &token))
            .await
            .status,
        303
    );
    assert!(
        browser.is_logged_in().await,
        "nobody has to approve who was invited"
    );
    let spent = site
        .visitor()
        .post("/signup", &fields("Another", &token))
        .await;
    assert_eq!(
        (spent.status, spent.problem("invite").is_some()),
        (422, true)
    );
}

#[tokio::test]
async fn the_owner_can_be_asked_instead_where_that_way_is_open() {
    let site = Site::with(&[("captcha.defence.approval", "true")]).await;
    let mut owner = first_admin(&site).await;
    fn ask(name: &str) -> [(&str, &str); 3] {
        [("name", name), ("password", PASSWORD), ("way", "approval")]
    }
    for n in 0..5 {
        let name = format!("Asker{n}");
        let mut browser = site.visitor().at("203.0.113.7");
        let answer = browser.post("/signup", &ask(&name)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(browser.log_in(&name, PASSWORD).await.status, 422);
    }
    let mut sixth = site.visitor().at("203.0.113.7");
    let limited = sixth.post("/signup", &ask("Asker5")).await;
    assert_eq!(limited.status, 429);
    assert!(
        limited
            .header("retry-after")
            .parse::<u32>()
            .is_ok_and(|s| s > 3600)
    );
    assert_eq!(
        sixth.sign_up("Asker5").await.status,
        303,
        "the captcha is still open"
    );

    let list = owner.get("/admin/users").await;
    assert!(list.says("5 accounts wait for you"));
    let id = site.user_named("Asker3").await.id.to_string();
    let approve = [("act", "approve"), ("user", &*id)];
    assert_eq!(owner.post("/admin/users", &approve).await.status, 303);
    assert!(
        owner
            .get("/admin/users")
            .await
            .says("4 accounts wait for you")
    );
    assert_eq!(site.visitor().log_in("Asker3", PASSWORD).await.status, 303);

    let closed = Site::new().await;
    let answer = closed.visitor().post("/signup", &ask("Asker")).await;
    assert_eq!(
        (answer.status, answer.problem("answer").is_some()),
        (422, true)
    );
}

#[tokio::test]
async fn pictures_are_limited_by_session_and_by_address() {
    let site = Site::with(&[
        ("limits.captcha_images_per_minute_and_session", "3"),
        ("limits.captcha_images_per_minute", "5"),
    ])
    .await;
    let mut statuses = Vec::new();
    for fetched in [4, 3] {
        let mut browser = site.visitor().at("203.0.113.7");
        let challenge = browser.challenge(VERIFY).await;
        for _ in 0..fetched {
            let picture = browser.get(&format!("/captcha/{challenge}/image")).await;
            if picture.status == 429 {
                assert!(picture.header("retry-after").parse::<u32>().is_ok());
            }
            statuses.push(picture.status);
        }
    }
    assert_eq!(statuses, [200, 200, 200, 429, 200, 429, 429]);
}

#[tokio::test]
async fn the_picture_is_drawn_for_the_page_it_stands_on() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let page = browser.get(VERIFY).await.text();
    let source = *html::tags(&page, "source").first().unwrap();
    assert_eq!(
        html::attribute(source, "media").as_deref(),
        Some("(prefers-color-scheme: dark)")
    );
    let dark = html::attribute(source, "srcset").unwrap();
    let dark = dark.split(',').next().unwrap().to_owned();
    assert!(dark.ends_with("/image?theme=dark"), "{dark}");
    assert_eq!(browser.get(&dark).await.status, 200);
    for (theme, count, has_dark) in [("light", 0, false), ("dark", 0, true)] {
        browser.set_cookie("theme", theme);
        let page = browser.get(VERIFY).await.text();
        assert_eq!(html::tags(&page, "source").len(), count);
        assert_eq!(page.contains("theme=dark"), has_dark, "{theme}");
    }
}

#[tokio::test]
async fn what_happens_is_counted() {
    let site = Site::with(&[("captcha.defence.work_tries", "2")]).await;
    let mut browser = site.visitor();
    let challenge = browser.challenge(VERIFY).await;
    let trap = [("answer", ANSWER), ("website", "https://spam.example")];
    assert_eq!(answer(&mut browser, &challenge, &trap).await.status, 422);
    assert_eq!(
        answer(&mut browser, &challenge, &[("answer", ANSWER)])
            .await
            .status,
        422
    );
    let page = browser.get(VERIFY).await;
    let (good, _) = proofs(&work_of(&page));
    let challenge = page.field("challenge").unwrap();
    assert_eq!(
        answer(&mut browser, &challenge, &[("nonce", &good)])
            .await
            .status,
        303
    );
    let counts = site.store().captcha_counts(0).await.unwrap();
    let mut seen: Vec<(&str, i64)> = counts.iter().map(|c| (c.event.as_str(), c.n)).collect();
    seen.sort_unstable();
    // One by each GET, one by each refusal; the trap is a wrong answer, and what follows it a replay.
    assert_eq!(
        seen,
        [
            ("issued", 4),
            ("right", 1),
            ("used", 1),
            ("work", 1),
            ("wrong", 1)
        ]
    );
}
