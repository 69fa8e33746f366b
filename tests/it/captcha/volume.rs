//! Volume: the price as more accounts and passes are made than usual, ceilings without scripts, and accounts that wait for the
//! owner. That the counters are exact however many come at once is in `two_nodes.rs`.

use rookery::store::Store;

use crate::captcha::{SECOND_MS, VERIFY, answer, work_of};
use crate::signup::first_admin;
use crate::store::records;
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, FAST, MINUTE_MS, PASSWORD, Site};
use crate::support::work::EASY_PROOF;

const HOUR_MS: i64 = 60 * MINUTE_MS;

on_both_databases!(
    the_work_rises_with_the_accounts_of_a_network_and_of_the_site,
    the_way_without_scripts_has_ceilings_of_its_own,
    so_has_the_list_of_the_owner_and_it_keeps_places_for_those_who_ask,
    without_scripts_as_many_wait_in_a_flood_as_would_be_let_in,
    where_every_account_waits_none_is_refused_because_of_the_others,
    the_usual_hour_is_the_median_of_two_weeks,
    accounts_of_a_time_to_come_raise_no_price,
);

/// Two accounts of a network and three of the site are usual; over twice as many wait for the owner.
pub const PRICES: &[(&str, &str)] = &[
    FAST,
    ("captcha.defence.work_tries", "16"),
    ("captcha.defence.range_usual", "2"),
    ("captcha.defence.site_usual", "3"),
];

/// Tries to sign up, with the work that the page asks for. 303: let in; 200: waits for the owner.
async fn sign_up(mut browser: Browser, name: &str) -> (u64, u16) {
    let page = browser.get("/signup").await;
    let tries = work_of(&page).tries;
    let answer = browser.sign_up(name).await;
    if answer.status == 200 {
        assert!(
            answer.says("as soon as the owner of this site has approved it"),
            "{}",
            answer.text()
        );
    }
    (tries, answer.status)
}

async fn the_work_rises_with_the_accounts_of_a_network_and_of_the_site(store: Store) {
    let site = Site::on(store, PRICES).await;
    let mut owner = first_admin(&site).await;
    let mut seen = Vec::new();
    for n in 0..5 {
        let browser = site.visitor().at(&format!("203.0.113.{n}"));
        seen.push(sign_up(browser, &format!("Near{n}")).await);
    }
    let expected = [(16, 303), (16, 303), (64, 303), (64, 303), (64, 200)];
    assert_eq!(seen, expected, "one network: usual 2, at most 4");
    let mut seen = Vec::new();
    for n in 0..4 {
        let browser = site.visitor().at(&format!("203.0.{n}.1"));
        seen.push(sign_up(browser, &format!("Far{n}")).await);
    }
    let expected = [(64, 303), (64, 303), (64, 200), (64, 200)];
    assert_eq!(seen, expected, "the site: usual 3, at most 6");
    let page = owner.get("/admin").await;
    for words in ["3 accounts wait for you.", "more sign-ups than usual"] {
        assert!(page.says(words), "{}", page.text());
    }
    for name in ["Near4", "Far2", "Far3"] {
        let id = site.user_named(name).await.id.to_string();
        let approve = [("act", "approve"), ("user", &*id)];
        assert_eq!(owner.post("/admin/users", &approve).await.status, 303);
    }
    let page = owner.get("/admin").await;
    for words in ["for you.", "more sign-ups than usual"] {
        assert!(!page.says(words), "nobody waits: {}", page.text());
    }
    // Passes are counted by themselves, and nobody has to wait for them.
    let mut tries = Vec::new();
    for n in 0..5 {
        let mut guest = site.visitor().at(&format!("198.51.100.{n}"));
        tries.push(work_of(&guest.get(VERIFY).await).tries);
        guest.verify().await;
    }
    assert_eq!(tries, [8, 8, 32, 32, 128]);
    // An hour later the price is the usual one again.
    site.clock.advance(HOUR_MS + MINUTE_MS);
    let late = site.visitor().at("203.0.113.9");
    assert_eq!(sign_up(late, "Late").await, (16, 303));
    site.app.shutdown().await;
}

async fn the_way_without_scripts_has_ceilings_of_its_own(store: Store) {
    let settings = [
        FAST,
        ("captcha.defence.range_without_scripts", "2"),
        ("captcha.defence.site_without_scripts", "3"),
        ("limits.exempt", "198.51.100.0/24"),
    ];
    let site = Site::on(store, &settings).await;
    let mut statuses = Vec::new();
    for (n, address) in [
        "203.0.113.1",
        "203.0.113.2",
        "203.0.113.3",
        "203.0.114.1",
        "203.0.115.1",
        "198.51.100.1",
    ]
    .iter()
    .enumerate()
    {
        let browser = || site.visitor().at(address).without_scripts();
        let (mut account, mut guest) = (browser(), browser());
        let challenges = [
            account.challenge("/signup").await,
            guest.challenge(VERIFY).await,
        ];
        site.clock.advance(15 * SECOND_MS);
        let name = format!("Plain{n}");
        let fields = [
            ("name", &*name),
            ("password", PASSWORD),
            ("challenge", &*challenges[0]),
            ("answer", ANSWER),
        ];
        let made = account.post("/signup", &fields).await.status;
        let pass = answer(&mut guest, &challenges[1], &[("answer", ANSWER)]).await;
        statuses.push((made, pass.status));
        if pass.status == 429 {
            keeps(&pass, &challenges[1]);
            // Whatever is typed: otherwise a guess would cost nothing.
            let wrong = answer(&mut guest, &challenges[1], &[("answer", "wrong")]).await;
            assert_eq!(wrong.status, 429, "{}", wrong.text());
            assert_eq!(wrong.field("challenge"), Some(challenges[1].clone()));
            assert_eq!(wrong.problem("answer"), pass.problem("answer"));
        }
    }
    let (full, open) = ((200, 429), (303, 303));
    assert_eq!(statuses, [open, open, full, open, full, open]);
    // With scripts there is room.
    assert_eq!(
        site.visitor()
            .at("203.0.113.4")
            .sign_up("Scripted")
            .await
            .status,
        303
    );
    site.app.shutdown().await;
}

/// The page of a refused guest still has the challenge, the typed text, and the time to wait.
fn keeps(refused: &Answer, challenge: &str) {
    assert_eq!(refused.field("challenge").as_deref(), Some(challenge));
    assert_eq!(refused.field("answer").as_deref(), Some(ANSWER));
    assert!(refused.header("retry-after").parse::<u32>().is_ok());
    assert!(
        refused
            .problem("answer")
            .unwrap()
            .contains("without scripts")
    );
}

/// Tries to sign up without scripts, at an address.
async fn sign_up_plain(site: &Site, address: &str, name: &str) -> Answer {
    let mut browser = site.visitor().at(address).without_scripts();
    let challenge = browser.challenge("/signup").await;
    site.clock.advance(15 * SECOND_MS);
    let fields = [
        ("name", name),
        ("password", PASSWORD),
        ("challenge", &*challenge),
        ("answer", ANSWER),
    ];
    browser.post("/signup", &fields).await
}

/// Asks the owner for an account.
async fn ask(site: &Site, name: &str) -> u16 {
    let form = [("name", name), ("password", PASSWORD), ("way", "approval")];
    site.visitor().post("/signup", &form).await.status
}

/// So many accounts wait for the owner.
async fn wait_already(site: &Site, count: usize) {
    for n in 0..count {
        let name = format!("Waiting{n}").parse().unwrap();
        let mut waiting = records::new_user(&name);
        waiting.approved_ms = None;
        site.store().create_user(&waiting).await.unwrap();
    }
}

/// Without scripts as many wait as are let in. At most 50 of the 100 places are for those who did not ask for one.
async fn so_has_the_list_of_the_owner_and_it_keeps_places_for_those_who_ask(store: Store) {
    let settings = [
        PRICES,
        &[
            ("captcha.defence.approval", "true"),
            ("captcha.defence.range_without_scripts", "2"),
            ("captcha.defence.site_without_scripts", "3"),
        ],
    ];
    let site = Site::on(store, &settings.concat()).await;
    let mut statuses = Vec::new();
    for (n, network) in [113, 113, 113, 113, 113, 114, 115, 116].iter().enumerate() {
        let (address, name) = (format!("203.0.{network}.{n}"), format!("Plain{n}"));
        statuses.push(sign_up_plain(&site, &address, &name).await.status);
    }
    let near = [303, 303, 200, 200, 429];
    let far = [303, 200, 429];
    assert_eq!(statuses, [&near[..], &far].concat());
    assert_eq!(ask(&site, "Asker").await, 200);
    // Three were held and one has asked; an hour later the hour is empty, and the list is not.
    wait_already(&site, 46).await;
    site.clock.advance(HOUR_MS + MINUTE_MS);
    flood(&site, 303).await;
    let mut seventh = site.visitor().at("198.18.7.1");
    let refused = seventh.sign_up("Scripted6").await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert!(refused.field("challenge").is_some());
    assert!(refused.header("retry-after").parse::<u32>().is_ok());
    let problem = refused.problem("answer").unwrap();
    assert!(
        problem.contains("too many already wait for approval"),
        "{problem}"
    );
    // Neither the word nor the work is looked at: nothing is charged, so each look would be free.
    let challenge = refused.field("challenge").unwrap();
    let fields = [
        ("name", "Scripted6"),
        ("password", PASSWORD),
        ("challenge", &*challenge),
        ("answer", "wrong"),
        ("proof", EASY_PROOF),
    ];
    let wrong = seventh.post("/signup", &fields).await;
    assert_eq!(wrong.status, 429, "{}", wrong.text());
    assert_eq!(wrong.field("challenge"), Some(challenge));
    assert_eq!(wrong.problem("answer").as_ref(), Some(&problem));
    // With scripts there is no room, either, so nobody is told to allow them.
    let plain = sign_up_plain(&site, "203.0.117.1", "Plain9").await;
    assert_eq!(plain.status, 429, "{}", plain.text());
    assert_eq!(plain.problem("answer"), Some(problem));
    assert_eq!(ask(&site, "SecondAsker").await, 200);
    site.app.shutdown().await;
}

/// Nobody without scripts has been let in, so only the ceilings of those who wait can be full.
async fn without_scripts_as_many_wait_in_a_flood_as_would_be_let_in(store: Store) {
    let settings = [
        PRICES,
        &[
            ("captcha.defence.range_without_scripts", "2"),
            ("captcha.defence.site_without_scripts", "3"),
        ],
    ];
    let site = Site::on(store, &settings.concat()).await;
    flood(&site, 303).await;
    let mut statuses = Vec::new();
    for (n, network) in [113, 113, 113, 114, 115].iter().enumerate() {
        let (address, name) = (format!("203.0.{network}.{n}"), format!("Plain{n}"));
        statuses.push(sign_up_plain(&site, &address, &name).await.status);
    }
    assert_eq!(statuses, [200, 200, 429, 200, 429]);
    // Whatever is typed: otherwise a guess would cost nothing.
    let mut browser = site.visitor().at("203.0.116.1").without_scripts();
    let challenge = browser.challenge("/signup").await;
    site.clock.advance(15 * SECOND_MS);
    for typed in [ANSWER, "wrong"] {
        let fields = [
            ("name", "Plain5"),
            ("password", PASSWORD),
            ("challenge", &*challenge),
            ("answer", typed),
        ];
        let refused = browser.post("/signup", &fields).await;
        assert_eq!(refused.status, 429, "{}", refused.text());
        assert_eq!(refused.field("challenge"), Some(challenge.clone()));
        let problem = refused.problem("answer").unwrap();
        assert!(problem.contains("without scripts"), "{problem}");
    }
    // With scripts there is still a place on the list.
    let scripted = site.visitor().at("203.0.116.2");
    assert_eq!(sign_up(scripted, "Scripted").await.1, 200);
    site.app.shutdown().await;
}

async fn where_every_account_waits_none_is_refused_because_of_the_others(store: Store) {
    let settings = [PRICES, &[("access.signup", "approval")]].concat();
    let site = Site::on(store, &settings).await;
    wait_already(&site, 50).await;
    flood(&site, 200).await;
    for n in 0..2 {
        let browser = site.visitor().at(&format!("203.0.113.{n}"));
        let asked = sign_up(browser, &format!("Pupil{n}")).await;
        assert_eq!(asked, (64, 200));
    }
    site.app.shutdown().await;
}

/// As many accounts, each from another network, as the hour takes before it is a flood: the site's usual 3, twice.
async fn flood(site: &Site, status: u16) {
    for n in 0..6 {
        let browser = site.visitor().at(&format!("198.18.{n}.1"));
        let (_, answered) = sign_up(browser, &format!("Scripted{n}")).await;
        assert_eq!(answered, status, "the site: usual 3, at most 6");
    }
}

async fn the_usual_hour_is_the_median_of_two_weeks(store: Store) {
    let settings = [PRICES, &[("captcha.defence.range_usual", "1000")]].concat();
    let site = Site::on(store, &settings).await;
    // Three hours with 5, 1 and 4 accounts: 4 are usual, and the fifth of an hour costs more.
    let mut n = 0;
    for count in [5, 1, 4] {
        for _ in 0..count {
            n += 1;
            sign_up(site.visitor(), &format!("Earlier{n}")).await;
        }
        site.clock.advance(2 * HOUR_MS);
    }
    let mut tries = Vec::new();
    for n in 0..5 {
        tries.push(sign_up(site.visitor(), &format!("Now{n}")).await.0);
    }
    assert_eq!(tries, [16, 16, 16, 16, 64]);
    // After two weeks nothing of it is known.
    site.clock.advance(15 * 24 * HOUR_MS);
    let mut tries = Vec::new();
    for n in 0..4 {
        tries.push(sign_up(site.visitor(), &format!("Later{n}")).await.0);
    }
    assert_eq!(tries, [16, 16, 16, 64]);
    site.app.shutdown().await;
}

/// A node's clock was two hours ahead for a while.
async fn accounts_of_a_time_to_come_raise_no_price(store: Store) {
    let site = Site::on(store, PRICES).await;
    site.clock.advance(2 * HOUR_MS);
    for (n, tries) in [16, 16, 64].into_iter().enumerate() {
        let browser = site.visitor().at(&format!("203.0.113.{n}"));
        let made = sign_up(browser, &format!("Ahead{n}")).await;
        assert_eq!(made, (tries, 303));
    }
    site.clock.advance(-2 * HOUR_MS);
    let browser = site.visitor().at("203.0.113.9");
    assert_eq!(sign_up(browser, "Now").await, (16, 303));
    site.app.shutdown().await;
}
