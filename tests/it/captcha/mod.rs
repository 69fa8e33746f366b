//! Verification: one check per challenge, limits that lock out no class, the price as it rises, and the ways in for people who
//! cannot read the picture.

mod first_try;
mod kept;
mod limits;
mod saved;
mod steps;
mod two_nodes;
mod uncounted;
mod volume;
mod ways;

use rookery::store::Store;

use crate::signup::first_admin;
use crate::support::browser::{Answer, Browser};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, MINUTE_MS, PASSWORD, Site};
use crate::support::work::Work;

const VERIFY: &str = "/verify";
pub const SECOND_MS: i64 = 1000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

on_both_databases!(
    of_64_right_answers_at_once_one_passes,
    of_64_proofs_of_work_at_once_one_passes,
    of_64_sign_ups_by_one_invitation_one_passes,
    of_64_sign_ups_by_an_invitation_for_five_five_pass_until_its_last_day,
);

/// The work of a page.
pub fn work_of(page: &Answer) -> Work {
    Work::of(&page.text()).unwrap_or_else(|| panic!("no work is asked for: {}", page.text()))
}

async fn answer(browser: &mut Browser, challenge: &str, fields: &[(&str, &str)]) -> Answer {
    let all = [&[("challenge", challenge)], fields].concat();
    browser.post(VERIFY, &all).await
}

/// The number of times that a race is run.
const ROUNDS: usize = 8;

/// Fields of a form, sent by many at once.
type Form = Vec<(&'static str, String)>;

/// Sends 64 forms at once, of these senders in turn, and says which senders passed, by their place, and how many found the database
/// too busy (503). Where a form makes an account, each asks for another name.
pub async fn race(path: &'static str, senders: &[(&Browser, Form)]) -> (Vec<usize>, usize) {
    let racing: Vec<_> = (0..64)
        .map(|n| {
            let (browser, mut fields) = senders[n % senders.len()].clone();
            let mut browser = browser.clone();
            for (name, value) in &mut fields {
                if *name == "name" {
                    value.push_str(&n.to_string());
                }
            }
            tokio::spawn(async move {
                let fields: Vec<(&str, &str)> = fields
                    .iter()
                    .map(|(name, value)| (*name, &**value))
                    .collect();
                browser.post(path, &fields).await.status
            })
        })
        .collect();
    let (mut passed, mut unavailable) = (Vec::new(), 0);
    for (n, one) in racing.into_iter().enumerate() {
        match one.await.unwrap() {
            303 => passed.push(n % senders.len()),
            503 => unavailable += 1,
            _ => {}
        }
    }
    (passed, unavailable)
}

/// Exactly one passes, and it is the first of the senders; on a machine so busy that the database kept somebody waiting for too
/// long, that one may have been it.
fn assert_one_of_the_first((passed, unavailable): (Vec<usize>, usize)) {
    assert!(
        passed == [0] || (passed.is_empty() && unavailable > 0),
        "{passed:?} passed, {unavailable} found the database busy"
    );
}

/// The fields of a captcha.
fn captcha_form(challenge: &str, what: &'static str, value: &str) -> Form {
    vec![
        ("challenge", challenge.to_owned()),
        (what, value.to_owned()),
    ]
}

/// Without limits, so that nothing but the one statement decides; with work whose proof fits one seed.
const NO_LIMITS: &[(&str, &str)] = &[
    ("limits.captcha_checks_per_minute", "0"),
    ("captcha.defence.adaptive", "false"),
    ("captcha.defence.work_tries", "64"),
];

/// Pass mark 19 of the security checks: 64 in parallel, exactly one accepted, 20 rounds. Half of them have the cookie of another
/// session, which has read the same word.
async fn of_64_right_answers_at_once_one_passes(store: Store) {
    let site = Site::on(store, NO_LIMITS).await;
    for _ in 0..ROUNDS {
        let (mut browser, mut thief) = (site.visitor(), site.visitor());
        let work = work_of(&browser.get(VERIFY).await);
        thief.get(VERIFY).await;
        let mut form = captcha_form(&work.seed, "proof", &work.proof(work.tries));
        form.push(("answer", ANSWER.to_owned()));
        let senders = [(&browser, form.clone()), (&thief, form)];
        assert_one_of_the_first(race(VERIFY, &senders).await);
    }
    site.app.shutdown().await;
}

/// Half of the forms have the cookie of another session: with the challenge that the work was for, and with one of its own.
async fn of_64_proofs_of_work_at_once_one_passes(store: Store) {
    let site = Site::on(store, NO_LIMITS).await;
    for _ in 0..ROUNDS {
        let (mut browser, mut thief) = (site.visitor(), site.visitor());
        let work = work_of(&browser.get(VERIFY).await);
        let other_seed = thief.challenge(VERIFY).await;
        let proof = work.proof(work.more);
        let good = captcha_form(&work.seed, "proof", &proof);
        let senders = [
            (&browser, good.clone()),
            (&thief, good.clone()),
            (&browser, good),
            (&thief, captcha_form(&other_seed, "proof", &proof)),
        ];
        let (passed, unavailable) = race(VERIFY, &senders).await;
        // The first and the third are the same.
        let passed = passed.into_iter().map(|n| n % 2).collect();
        assert_one_of_the_first((passed, unavailable));
    }
    site.app.shutdown().await;
}

async fn of_64_sign_ups_by_one_invitation_one_passes(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = first_admin(&site).await;
    let token = invitation(&mut owner).await;
    let mut browser = site.visitor();
    browser.get("/signup").await;
    let form = vec![
        ("name", "Guest".to_owned()),
        ("password", PASSWORD.to_owned()),
        ("invite", token),
    ];
    assert_one_of_the_first(race("/signup", &[(&browser, form)]).await);
    site.app.shutdown().await;
}

async fn of_64_sign_ups_by_an_invitation_for_five_five_pass_until_its_last_day(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = first_admin(&site).await;
    // Noon of the first; the last day is the third.
    let until = "2026-01-03";
    let raced = invitation_for(&mut owner, "5", until).await;
    let late = invitation_for(&mut owner, "5", until).await;
    let form = |name: &str, token: &str| {
        vec![
            ("name", name.to_owned()),
            ("password", PASSWORD.to_owned()),
            ("invite", token.to_owned()),
        ]
    };
    // Eight people, each with a browser and a network of their own.
    let mut people: Vec<Browser> = Vec::new();
    for _ in 0..8 {
        let mut browser = site.visitor();
        browser.get("/signup").await;
        people.push(browser);
    }
    let senders: Vec<_> = people.iter().map(|p| (p, form("Guest", &raced))).collect();
    let (passed, unavailable) = race("/signup", &senders).await;
    assert!(
        passed.len() <= 5 && passed.len() + unavailable >= 5,
        "{passed:?} passed, {unavailable} found the database busy"
    );
    // On its last day it is good; the day after it is not, whatever is left of it.
    for (ahead_ms, name, status) in [(47 * HOUR_MS, "Late", 303), (24 * HOUR_MS, "TooLate", 422)] {
        site.clock.advance(ahead_ms);
        let fields = [("name", name), ("password", PASSWORD), ("invite", &late)];
        let answer = site.visitor().post("/signup", &fields).await;
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    site.app.shutdown().await;
}

/// An invitation's code for a number of people until a day, made by an admin.
async fn invitation_for(owner: &mut Browser, uses: &str, until: &str) -> String {
    let form = [("act", "invite"), ("uses", uses), ("until", until)];
    let made = owner.post("/admin/users", &form).await;
    code_on(&made)
}

/// An invitation's code, made by an admin.
async fn invitation(owner: &mut Browser) -> String {
    code_on(&owner.post("/admin/users", &[("act", "invite")]).await)
}

/// The code of an invitation on the page that shows its link.
fn code_on(made: &Answer) -> String {
    let text = made.text();
    let at = text.find("/signup?invite=").expect("the link is shown");
    let link = text[at..].split(['<', '"']).next().unwrap();
    link.rsplit('=').next().unwrap().to_owned()
}

#[tokio::test]
async fn what_happens_is_counted() {
    let site = Site::new().await;
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
    let work = work_of(&page);
    let challenge = page.field("challenge").unwrap();
    let little = work.bad_proof(work.more);
    let refused = answer(&mut browser, &challenge, &[("proof", &little)]).await;
    assert_eq!(refused.field("challenge"), Some(challenge.clone()));
    let good = work.proof(work.more);
    assert_eq!(
        answer(&mut browser, &challenge, &[("proof", &good)])
            .await
            .status,
        303
    );
    let counts = site.store().captcha_counts(0).await.unwrap();
    let mut seen: Vec<(&str, i64)> = counts.iter().map(|c| (c.event.as_str(), c.n)).collect();
    seen.sort_unstable();
    // One by the first GET and one by each refusal, the last of which the next GET shows again; the trap is a wrong answer, and
    // what follows it a replay.
    assert_eq!(
        seen,
        [
            ("issued", 3),
            ("more-work", 1),
            ("right", 1),
            ("used", 1),
            ("work", 1),
            ("wrong", 1)
        ]
    );
}
