//! First tries: of each session only the first answer counts in the share that the owner sees.

use rookery::store::Store;

use crate::captcha::{VERIFY, answer, work_of};
use crate::signup::first_admin;
use crate::support::browser::Browser;
use crate::support::customer::{Customer, FORUM};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, FAST, Site};

on_both_databases!(
    wrong_and_then_right_is_none_of_one,
    of_many_answers_of_a_session_at_once_one_is_the_first,
);

const SETTINGS: &[(&str, &str)] = &[FAST, ("limits.captcha_checks_per_minute", "0")];

/// Answers the captcha of a guest, and says whether it passed.
async fn reads(visitor: &mut Browser, typed: &str) -> bool {
    let challenge = visitor.challenge(VERIFY).await;
    answer(visitor, &challenge, &[("answer", typed)])
        .await
        .status
        == 303
}

async fn says(owner: &mut Browser, words: &str) {
    let page = owner.get("/admin/captcha").await;
    assert!(page.says(words), "{words}: {}", page.text());
}

async fn wrong_and_then_right_is_none_of_one(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    let mut owner = first_admin(&site).await;
    says(&mut owner, "in 30 days: 0 of 0.").await;
    let mut visitor = site.visitor();
    assert!(!reads(&mut visitor, "misread").await);
    assert!(reads(&mut visitor, ANSWER).await);
    says(&mut owner, "in 30 days: 0 of 1.").await;

    // Whoever fills in what people do not see is none of them.
    let mut program = site.visitor();
    let challenge = program.challenge(VERIFY).await;
    let trap = [("answer", ANSWER), ("website", "https://spam.example")];
    assert_eq!(answer(&mut program, &challenge, &trap).await.status, 422);
    says(&mut owner, "in 30 days: 0 of 1.").await;

    // Another picture is no answer; nothing was read where only work was done; other sites' visitors are not told apart.
    let mut chooser = site.visitor();
    let challenge = chooser.challenge(VERIFY).await;
    let another = [("challenge", &*challenge), ("reload", "1")];
    assert_eq!(chooser.post(VERIFY, &another).await.status, 200);
    assert!(reads(&mut chooser, ANSWER).await);
    let mut worker = site.visitor();
    let work = work_of(&worker.get(VERIFY).await);
    let proof = work.proof(work.more);
    let worked = answer(&mut worker, &work.seed, &[("proof", &proof)]).await;
    assert_eq!(worked.status, 303);
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    forum.pass(&mut site.visitor()).await;
    says(&mut owner, "in 30 days: 1 of 2.").await;

    // From thirty visitors on there is a percentage: 27 of 30, although 30 of 33 answers were right.
    for n in 2..30 {
        let mut visitor = site.visitor();
        if n < 4 {
            assert!(!reads(&mut visitor, "misread").await);
        }
        assert!(reads(&mut visitor, ANSWER).await);
    }
    says(
        &mut owner,
        "90 % of 30 visitors in 30 days were right at the first try",
    )
    .await;
    site.app.shutdown().await;
}

async fn of_many_answers_of_a_session_at_once_one_is_the_first(store: Store) {
    let site = Site::on(store, SETTINGS).await;
    let challenge = site.visitor().challenge(VERIFY).await;
    let challenge = site.store().challenge(challenge.parse().unwrap()).await;
    let session = challenge.unwrap().unwrap().session_hash;
    let racing: Vec<_> = (0..16)
        .map(|_| {
            let (store, session) = (site.store().clone(), session.clone());
            tokio::spawn(async move { store.is_first_answer(&session).await.unwrap() })
        })
        .collect();
    let mut first = 0;
    for one in racing {
        first += usize::from(one.await.unwrap());
    }
    assert_eq!(first, 1);
    site.app.shutdown().await;
}
