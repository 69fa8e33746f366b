//! Ways in beside the picture: work, an invitation, asking the owner; and the picture for light and dark.

use crate::captcha::{SECOND_MS, VERIFY, answer, invitation, work_of};
use crate::signup::first_admin;
use crate::support::html;
use crate::support::site::{ANSWER, FAST, MINUTE_MS, PASSWORD, Site};
use crate::support::work::{EASY_PROOF, Work};

/// The work beside reading, four times as much without it, and a wait without either: each with everything that is not enough.
#[tokio::test]
async fn each_way_in_has_its_price() {
    let site = Site::with(&[FAST, ("captcha.defence.work_tries", "64")]).await;
    let mut stranger = site.visitor();
    stranger.get(VERIFY).await;
    let mut browser = site.visitor();
    let page = browser.get(VERIFY).await;
    let work = work_of(&page);
    assert_eq!((work.tries, work.more), (16, 64), "a pass is a quarter");
    let challenge = page.field("challenge").unwrap();
    assert_eq!(work.seed, challenge);
    let (little, enough) = (work.bad_proof(16), work.proof(16));
    let between = proof_between(&work);
    for fields in [
        [("answer", ANSWER), ("proof", &*little)],
        [("answer", "wrong"), ("proof", &*little)],
        [("answer", ANSWER), ("proof", "1")],
        [("answer", ""), ("proof", &*enough)],
        [("answer", ""), ("proof", &*between)],
    ] {
        let refused = answer(&mut browser, &challenge, &fields).await;
        assert_eq!(refused.status, 422, "{fields:?}");
        assert_eq!(refused.field("challenge"), Some(challenge.clone()));
        assert_eq!(refused.field("answer").as_deref(), Some(fields[0].1));
        let proof = refused.field("proof").unwrap_or_default();
        assert_eq!(proof, if fields[1].1 == "1" { "" } else { fields[1].1 });
    }
    let both = [("answer", ANSWER), ("proof", &*enough)];
    let foreign = answer(&mut stranger, &challenge, &both).await;
    assert_eq!(foreign.status, 422, "another session's");
    let other = stranger.get(VERIFY).await.field("challenge").unwrap();
    let foreign = answer(&mut stranger, &other, &both).await;
    assert_eq!(foreign.status, 422, "made for another seed");
    assert_eq!(answer(&mut browser, &challenge, &both).await.status, 303);
    assert_eq!(answer(&mut browser, &challenge, &both).await.status, 422);

    let mut worker = site.visitor();
    let page = worker.get(VERIFY).await;
    let work = work_of(&page);
    let challenge = page.field("challenge").unwrap();
    let alone = [("answer", ""), ("proof", &*work.proof(work.more))];
    assert_eq!(answer(&mut worker, &challenge, &alone).await.status, 303);

    let mut plain = site.visitor().without_scripts();
    let challenge = plain.challenge(VERIFY).await;
    let typed = [("answer", ANSWER)];
    let early = answer(&mut plain, &challenge, &typed).await;
    assert_eq!((early.status, early.header("retry-after")), (429, "15"));
    site.clock.advance(15 * SECOND_MS);
    assert_eq!(answer(&mut plain, &challenge, &typed).await.status, 303);
}

/// A proof between the work of a visitor who reads and that of one who does not.
fn proof_between(work: &Work) -> String {
    work.proof(work.more / 2)
}

#[tokio::test]
async fn an_account_costs_four_times_a_pass_and_the_same_challenge_serves_both_pages() {
    let site = Site::with(&[("captcha.defence.work_tries", "64")]).await;
    let mut browser = site.visitor();
    let pass = work_of(&browser.get(VERIFY).await);
    let account = work_of(&browser.get("/signup").await);
    assert_eq!((pass.tries, account.tries), (16, 64));
    assert_eq!(pass.seed, account.seed, "the work goes on");
    let little = pass.proof(16);
    let fields = [
        ("name", "Thandi"),
        ("password", PASSWORD),
        ("challenge", &pass.seed),
        ("answer", ANSWER),
        ("proof", &little),
    ];
    let refused = browser.post("/signup", &fields).await;
    assert_eq!(
        (refused.status, refused.field("proof")),
        (422, Some(little.clone()))
    );
    assert_eq!(refused.field("name").as_deref(), Some("Thandi"));
    let enough = account.proof(64);
    let fields = fields.map(|(name, value)| match name {
        "proof" => (name, &*enough),
        _ => (name, value),
    });
    assert_eq!(browser.post("/signup", &fields).await.status, 303);
}

#[tokio::test]
async fn the_owner_chooses_the_ways() {
    let no_reading = Site::with(&[("captcha.defence.reading", "false")]).await;
    let mut browser = no_reading.visitor();
    let page = browser.get(VERIFY).await;
    let challenge = page.field("challenge").unwrap();
    assert!(!page.text().contains("<img") && page.field("answer").is_none());
    let image = format!("/captcha/{challenge}/image");
    assert_eq!(browser.get(&image).await.status, 404);
    let typed = [("answer", ANSWER)];
    assert_eq!(answer(&mut browser, &challenge, &typed).await.status, 422);
    let page = browser.get(VERIFY).await;
    let work = work_of(&page);
    let challenge = page.field("challenge").unwrap();
    let proof = work.proof(work.more);
    assert_eq!(
        answer(&mut browser, &challenge, &[("proof", &proof)])
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
    let worked = [("proof", EASY_PROOF)];
    assert_eq!(answer(&mut browser, &challenge, &worked).await.status, 422);
    let challenge = browser.challenge(VERIFY).await;
    let typed = [("answer", ANSWER)];
    assert_eq!(answer(&mut browser, &challenge, &typed).await.status, 303);
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
    // A refused form costs no invitation.
    site.clock.advance(MINUTE_MS);
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
    assert!(list.says("5 accounts are waiting for your approval"));
    let overview = owner.get("/admin").await;
    assert!(overview.says("5 accounts wait for you."));
    assert!(!overview.says("more sign-ups than usual"), "five who asked");
    let id = site.user_named("Asker3").await.id.to_string();
    let approve = [("act", "approve"), ("user", &*id)];
    assert_eq!(owner.post("/admin/users", &approve).await.status, 303);
    assert!(
        owner
            .get("/admin/users")
            .await
            .says("4 accounts are waiting for your approval")
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

/// Whoever may not see the picture is offered what is left: work, an invitation, the owner.
#[tokio::test]
async fn no_form_shows_a_picture_to_who_may_not_see_it() {
    let users = ("access.captcha_view", "users");
    let site = Site::with(&[users, ("captcha.defence.approval", "true")]).await;
    let without_work = Site::with(&[users, ("captcha.defence.work", "false")]).await;
    for path in ["/signup", "/verify"] {
        for (site, works) in [(&site, true), (&without_work, false)] {
            let page = site.visitor().get(path).await.text();
            for part in ["name=\"answer\"", "src=\"/captcha/", "name=\"reload\""] {
                assert!(!page.contains(part), "{path}: {part}: {page}");
            }
            assert!(page.contains("name=\"challenge\""), "{path}: {page}");
            assert_eq!(page.contains("id=\"captcha-work\""), works, "{path}");
            assert_eq!(page.contains("Here only members see"), !works, "{path}");
        }
    }
    let page = site.visitor().get("/signup").await.text();
    for way in ["name=\"invite\"", "value=\"approval\""] {
        assert!(page.contains(way), "{way}: {page}");
    }
}
