//! The check of proofs of work while the queue of its thread is full.

use super::site::{NEVER, Site};
use crate::service::{Attempt, CaptchaOptions, Captchas, Client, Error, IssueOutcome, Verdict};
use rookery_captcha::Settings;
use rookery_captcha::defence::Purpose;

/// A proof of the smallest work: every number solves it.
const PROOF: &str = "0.1.2.3.4.5.6.7";

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_that_finds_the_queue_full_comes_again_and_costs_the_visitor_nothing() {
    let site = Site::new().await;
    let mut factory = Settings::default();
    (factory.defence.work_tries, factory.defence.fill_s) = (8, 0);
    let options = CaptchaOptions {
        unlocked: factory.clone(),
        factory,
        life_ms: 600_000,
        test_answer: String::new(),
        locked: Vec::new(),
    };
    let (store, bus, clock) = (site.store.clone(), site.bus.clone(), site.clock.clone());
    let captchas = Captchas::open(options, store, bus, clock).await.unwrap();
    let client = Client {
        session: "visitor".to_owned(),
        is_new: true,
        range: String::new(),
        purpose: Purpose::Pass,
        waits_anyway: false,
        may_view: true,
    };
    let IssueOutcome::Made(issued) = captchas.challenges.issue(&client, 0).await.unwrap() else {
        panic!("no challenge");
    };
    let kept = site.store.challenge(issued.id).await.unwrap().unwrap();
    let id = issued.id.to_string();
    let attempt = Attempt {
        challenge: &id,
        typed: &kept.answer_image,
        proof: PROOF,
        is_trapped: false,
    };
    let full = captchas.tools.threads.fill_proofs().await;
    for _ in 0..3 {
        let told = captchas.checks.check(&client, attempt).await;
        assert!(matches!(told, Err(Error::Busy { .. })), "{told:?}");
        let open = site.store.challenge(issued.id).await.unwrap().unwrap();
        assert_eq!(open.ended, None, "the challenge stays open");
    }
    drop(full);
    let mut told = captchas.checks.check(&client, attempt).await;
    while matches!(told, Err(Error::Busy { .. })) {
        tokio::task::yield_now().await;
        told = captchas.checks.check(&client, attempt).await;
    }
    assert_eq!(told.unwrap(), Verdict::Right { is_held: false });
    assert!(captchas.shutdown(NEVER).await);
}
