//! The captcha for other sites, used by a forum: its page gets a challenge and a pass, its server presents the pass once.
//! Refused are other origins, other keys, a second use, and expired ones.

use axum::http::Method;
use rookery::ids::ChallengeId;
use rookery::store::{Challenge, Store};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::support::browser::Browser;
use crate::support::customer::{
    CHALLENGES, Customer, FORUM, SHOP, VERIFY, code, post_from, refused, right, text,
};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, MINUTE_MS, Site};
use crate::support::work::EASY_PROOF;

on_both_databases!(
    a_forum_asks_once_whether_its_visitor_passed,
    of_64_servers_with_one_token_one_is_told_yes,
    of_64_checks_of_one_challenge_one_passes,
    a_removed_site_and_its_passes_are_gone,
);

async fn kept(site: &Site, made: &Value) -> Challenge {
    let id: ChallengeId = text(&made["id"]).parse().unwrap();
    site.store().challenge(id).await.unwrap().unwrap()
}

async fn a_forum_asks_once_whether_its_visitor_passed(store: Store) {
    let site = Site::on(store, &[("captcha.test_answer", "")]).await;
    let mut owner = site_with_owner(&site).await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    for is_heard in [false, true] {
        let mut visitor = site.visitor();
        let asked = visitor
            .send(
                Method::OPTIONS,
                CHALLENGES,
                &[
                    ("origin", FORUM),
                    ("access-control-request-method", "POST"),
                    ("access-control-request-headers", "content-type"),
                ],
                Vec::new(),
            )
            .await;
        assert_eq!(asked.status, 200);
        assert_eq!(asked.header("access-control-allow-origin"), FORUM);
        assert!(
            asked
                .header("access-control-allow-methods")
                .contains("POST")
        );
        assert_eq!(asked.header("access-control-allow-headers"), "content-type");

        let made = forum.challenge(&mut visitor).await;
        for (name, kind) in [
            ("image", "image/png"),
            ("image_2x", "image/png"),
            ("image_dark", "image/png"),
            ("audio", "audio/wav"),
        ] {
            let headers = [("sec-fetch-site", "cross-site")];
            let got = visitor
                .send(Method::GET, text(&made[name]), &headers, Vec::new())
                .await;
            assert_eq!((got.status, got.header("content-type")), (200, kind));
            assert_eq!(got.header("cache-control"), "no-store");
            // Otherwise a browser shows nothing in a page of another site.
            assert_eq!(got.header("cross-origin-resource-policy"), "cross-origin");
        }
        let headers = [("range", "bytes=0-1")];
        let part = visitor
            .send(Method::GET, text(&made["audio"]), &headers, Vec::new())
            .await;
        assert_eq!((part.status, &*part.body), (206, &b"RI"[..]));

        let known = kept(&site, &made).await;
        let answer = if is_heard {
            known.answer_audio
        } else {
            known.answer_image
        };
        let body = json!({"answer": answer, "proof": EASY_PROOF});
        let checked = forum.post(&mut visitor, text(&made["check"]), &body).await;
        assert_eq!(checked.status, 200, "{}", checked.text());
        assert_eq!(checked.header("access-control-allow-origin"), FORUM);
        assert!(checked.header("vary").contains("origin"));
        assert_eq!(checked.header("access-control-allow-credentials"), "");
        let token = checked.json()["token"].clone();

        let mut server = site.visitor();
        let told = forum.verify(&mut server, text(&token)).await;
        assert_eq!(told.status, 200);
        assert_eq!(told.json()["passed"], true);
        assert_eq!(told.json()["site"], *forum.key);
        assert_eq!(told.header("access-control-allow-origin"), "");
        // A replay: of the token, and of the answer.
        let told = forum.verify(&mut server, text(&token)).await;
        assert_eq!(code(&told), refused(409, "used"));
        let again = forum.post(&mut visitor, text(&made["check"]), &body).await;
        assert_eq!(code(&again), refused(409, "used"));
        assert!(visitor.cookie("rookery").is_none(), "no cookie is set");
    }
    site.app.shutdown().await;
}

/// The owner of a site without a fixed answer: an account made without its captcha.
async fn site_with_owner(site: &Site) -> Browser {
    let mut owner = site.visitor();
    let challenge = owner.challenge("/signup").await;
    let id: ChallengeId = challenge.parse().unwrap();
    let known = site.store().challenge(id).await.unwrap().unwrap();
    let fields = [
        ("name", "Owner"),
        ("password", crate::support::site::PASSWORD),
        ("challenge", &*challenge),
        ("answer", &*known.answer_image),
        ("proof", EASY_PROOF),
    ];
    assert_eq!(owner.post("/signup", &fields).await.status, 303);
    site.grant("Owner").await;
    owner
}

#[tokio::test]
async fn only_the_pages_of_the_site_get_challenges_and_passes() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let shop = Customer::added_by(&mut owner, "Shop", SHOP).await;
    let mut visitor = site.visitor();

    let unknown = json!({"site": "a".repeat(26)});
    for body in [unknown, json!({"site": "nonsense"})] {
        let answer = forum.post(&mut visitor, CHALLENGES, &body).await;
        assert_eq!(code(&answer), refused(404, "unknown-site"));
        // The forum's page may read the error.
        assert_eq!(answer.header("access-control-allow-origin"), FORUM);
    }
    let body = json!({"site": forum.key});
    for origin in [
        None,
        Some("https://evil.example"),
        Some("null"),
        Some("http://forum.example"),
        Some("https://forum.example:444"),
        Some("https://forum.example.evil.example"),
        Some(SHOP),
    ] {
        let answer = post_from(&mut visitor, origin, CHALLENGES, &body).await;
        assert_eq!(code(&answer), refused(403, "foreign-origin"), "{origin:?}");
        let may_read = origin == Some(SHOP);
        assert_eq!(
            answer.header("access-control-allow-origin").is_empty(),
            !may_read,
            "{origin:?}"
        );
    }
    // It does not help either to be logged in here, even as the owner.
    let answer = post_from(&mut owner, Some("https://evil.example"), CHALLENGES, &body).await;
    assert_eq!(answer.status, 403);
    let headers = [
        ("origin", "https://evil.example"),
        ("access-control-request-method", "POST"),
    ];
    let asked = visitor
        .send(Method::OPTIONS, CHALLENGES, &headers, Vec::new())
        .await;
    // Without the permission below the browser asks no further.
    assert_eq!(asked.status, 200);
    assert_eq!(asked.header("access-control-allow-origin"), "");

    // Another site's page cannot answer the forum's challenge, and does not end it.
    let made = forum.challenge(&mut visitor).await;
    let answer = right();
    let stolen = shop.post(&mut visitor, text(&made["check"]), &answer).await;
    assert_eq!(code(&stolen), refused(403, "foreign-origin"));
    let checked = forum
        .post(&mut visitor, text(&made["check"]), &answer)
        .await;
    assert_eq!(checked.status, 200);

    // Another site's server cannot use the pass, and does not use it up.
    let token = text(&checked.json()["token"]).to_owned();
    let mut server = site.visitor();
    let told = shop.verify(&mut server, &token).await;
    assert_eq!(code(&told), refused(404, "unknown-token"));
    let wrong = json!({"secret": forum.key, "token": token});
    let told = post_from(&mut server, None, VERIFY, &wrong).await;
    assert_eq!(code(&told), refused(403, "unknown-secret"));
    assert_eq!(forum.verify(&mut server, &token).await.status, 200);
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_challenge_is_checked_once_and_not_for_ever() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut visitor = site.visitor();
    let right = right();

    // Nothing typed does not count as a check; a wrong answer ends the challenge.
    let made = forum.challenge(&mut visitor).await;
    let check = text(&made["check"]);
    let empty = forum
        .post(&mut visitor, check, &json!({"answer": " "}))
        .await;
    assert_eq!(code(&empty), refused(422, "missing"));
    let wrong = forum
        .post(
            &mut visitor,
            check,
            &json!({"answer": "x", "proof": EASY_PROOF}),
        )
        .await;
    assert_eq!(code(&wrong), refused(422, "wrong"));
    let late = forum.post(&mut visitor, check, &right).await;
    assert_eq!(code(&late), refused(409, "used"));
    let gone = visitor.get(text(&made["image"])).await;
    assert_eq!(code(&gone), refused(404, "unknown-challenge"));

    let made = forum.challenge(&mut visitor).await;
    site.clock.advance(10 * MINUTE_MS + 1);
    let late = forum.post(&mut visitor, text(&made["check"]), &right).await;
    assert_eq!(code(&late), refused(410, "expired"));

    let token = forum.pass(&mut visitor).await;
    site.clock.advance(5 * MINUTE_MS + 1);
    let told = forum.verify(&mut visitor, &token).await;
    assert_eq!(code(&told), refused(410, "expired"));
    let told = forum.verify(&mut visitor, "nonsense").await;
    assert_eq!(code(&told), refused(404, "unknown-token"));

    // Only challenges of other sites are known here, and those are unknown to this site's own forms.
    let own = visitor.challenge("/verify").await;
    for path in [
        format!("{CHALLENGES}/{own}/image"),
        format!("{CHALLENGES}/{own}/audio"),
    ] {
        assert_eq!(visitor.get(&path).await.status, 404);
    }
    let answer = forum
        .post(&mut visitor, &format!("{CHALLENGES}/{own}/check"), &right)
        .await;
    assert_eq!(code(&answer), refused(404, "unknown-challenge"));
    let made = forum.challenge(&mut visitor).await;
    let theirs = text(&made["id"]);
    assert_eq!(
        visitor
            .get(&format!("/captcha/{theirs}/image"))
            .await
            .status,
        404
    );
    let fields = [("challenge", theirs), ("answer", ANSWER)];
    assert_eq!(visitor.post("/verify", &fields).await.status, 422);
    site.app.shutdown().await;
}

async fn of_64_servers_with_one_token_one_is_told_yes(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let shop = Customer::added_by(&mut owner, "Shop", SHOP).await;
    for _ in 0..6 {
        let token = forum.pass(&mut site.visitor()).await;
        let asked = (0..64).map(|n| {
            // Every other server is that of another site, with its own secret.
            let asking = if n % 2 == 0 { &forum } else { &shop };
            let (asking, token, mut server) = (asking.clone(), token.clone(), site.visitor());
            tokio::spawn(async move { asking.verify(&mut server, &token).await.status })
        });
        assert_one_of_the_forum(asked.collect()).await;
    }
    site.app.shutdown().await;
}

async fn of_64_checks_of_one_challenge_one_passes(store: Store) {
    let settings = [
        ("limits.captcha_checks_per_minute", "0"),
        ("captcha.defence.adaptive", "false"),
    ];
    let site = Site::on(store, &settings).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let shop = Customer::added_by(&mut owner, "Shop", SHOP).await;
    for _ in 0..6 {
        let made = forum.challenge(&mut site.visitor()).await;
        let checks = (0..64).map(|n| {
            // Every other one comes from a page of another site.
            let from = if n % 2 == 0 { &forum } else { &shop };
            let (from, mut visitor) = (from.clone(), site.visitor());
            let check = text(&made["check"]).to_owned();
            tokio::spawn(async move {
                let body = right();
                from.post(&mut visitor, &check, &body).await.status
            })
        });
        assert_one_of_the_forum(checks.collect()).await;
    }
    site.app.shutdown().await;
}

/// Of 64, every other one is the forum's: of these one is told yes and the others that it was used, all others are refused.
async fn assert_one_of_the_forum(asked: Vec<JoinHandle<u16>>) {
    let (mut forums, mut others) = (Vec::new(), Vec::new());
    for (n, answer) in asked.into_iter().enumerate() {
        let status = answer.await.unwrap();
        match n % 2 {
            0 => forums.push(status),
            _ => others.push(status),
        }
    }
    forums.sort_unstable();
    let ends = (forums[0], forums[1], forums[31]);
    assert_eq!(ends, (200, 409, 409), "{forums:?}");
    assert!(others.iter().all(|status| *status >= 400), "{others:?}");
}

#[tokio::test]
async fn limits_count_by_address_together_with_this_sites_own() {
    let site = Site::with(&[
        ("limits.captcha_checks_per_minute", "4"),
        ("limits.captcha_images_per_minute", "12"),
    ])
    .await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut guesser = site.visitor().at("203.0.113.7");
    let wrong = json!({"answer": "x", "proof": EASY_PROOF});
    for _ in 0..4 {
        let made = forum.challenge(&mut guesser).await;
        let answer = forum.post(&mut guesser, text(&made["check"]), &wrong).await;
        assert_eq!(code(&answer), refused(422, "wrong"));
    }
    let made = forum.challenge(&mut guesser).await;
    let right = right();
    let answer = forum.post(&mut guesser, text(&made["check"]), &right).await;
    assert_eq!(code(&answer), refused(429, "limited"));
    assert!(!answer.header("retry-after").is_empty());
    // Somebody else is not held up, and has no part in it.
    let mut other = site.visitor().at("203.0.113.8");
    forum.pass(&mut other).await;

    let made = forum.challenge(&mut other).await;
    for what in ["audio", "image"] {
        let mut seen = Vec::new();
        for _ in 0..13 {
            seen.push(other.get(text(&made[what])).await.status);
        }
        let ends = (seen[0], seen[11], seen[12]);
        assert_eq!(ends, (200, 200, 429), "{what}: {seen:?}");
    }
    site.app.shutdown().await;
}

/// A widget of one's own is told whether it waits, and for how long.
#[tokio::test]
async fn a_challenge_says_whether_there_is_a_wait() {
    let wait = |made: &Value| {
        (
            made["work"]["waits"].clone(),
            made["work"]["wait_s"].clone(),
        )
    };
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let made = forum.challenge(&mut site.visitor()).await;
    assert_eq!(wait(&made), (json!(false), json!(15)), "without a proof");
    site.app.shutdown().await;

    let site = Site::with(&[
        ("captcha.defence.work", "false"),
        ("captcha.defence.range_tries", "5"),
    ])
    .await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut visitor = site.visitor().at("203.0.113.7");
    let made = forum.challenge(&mut visitor).await;
    assert_eq!(wait(&made), (json!(false), json!(0)));
    let wrong = json!({"answer": "x"});
    for _ in 0..5 {
        let made = forum.challenge(&mut visitor).await;
        let answer = forum.post(&mut visitor, text(&made["check"]), &wrong).await;
        assert_eq!(code(&answer), refused(422, "wrong"));
    }
    let made = forum.challenge(&mut visitor).await;
    assert_eq!(wait(&made), (json!(true), json!(15)));
    let early = forum.post(&mut visitor, text(&made["check"]), &wrong).await;
    assert_eq!(code(&early), refused(429, "early"));
    site.app.shutdown().await;
}

/// Frames and challenges of a page's own form are rows alike.
#[tokio::test]
async fn challenges_have_one_limit_for_each_address() {
    let most = ("limits.captcha_challenges_per_minute_and_address", "3");
    let site = Site::with(&[most]).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut visitor = site.visitor().at("203.0.113.7");
    let frame = format!("/captcha/frame?site={}&origin={FORUM}", forum.key);
    assert_eq!(visitor.get(&frame).await.status, 200);
    for _ in 0..2 {
        forum.challenge(&mut visitor).await;
    }
    let body = json!({"site": forum.key});
    let refused = forum.post(&mut visitor, CHALLENGES, &body).await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(visitor.get(&frame).await.status, 429);
    site.app.shutdown().await;
}

async fn a_removed_site_and_its_passes_are_gone(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = site.admin("Owner").await;
    let forum = Customer::added_by(&mut owner, "Forum", FORUM).await;
    let mut visitor = site.visitor();
    let token = forum.pass(&mut visitor).await;
    let made = forum.challenge(&mut visitor).await;

    let page = owner.get("/admin/captcha/sites").await;
    assert!(page.says("Forum") && page.says(&forum.key) && page.says(FORUM));
    assert!(!page.says(&forum.secret), "the secret is shown once");
    let fields = [("act", "remove"), ("site", &*forum.key)];
    assert_eq!(
        owner.post("/admin/captcha/sites", &fields).await.status,
        303
    );
    assert!(!owner.get("/admin/captcha/sites").await.says(&forum.key));

    let told = forum.verify(&mut visitor, &token).await;
    assert_eq!(code(&told), refused(403, "unknown-secret"));
    let right = right();
    let answer = forum.post(&mut visitor, text(&made["check"]), &right).await;
    assert_eq!(code(&answer), refused(404, "unknown-challenge"));
    let answer = forum
        .post(&mut visitor, CHALLENGES, &json!({"site": forum.key}))
        .await;
    assert_eq!(code(&answer), refused(404, "unknown-site"));

    let log = site.store().audit_log(20, None).await.unwrap().rows;
    let lines: Vec<(&str, &str)> = log
        .iter()
        .map(|row| (&*row.entry.action, &*row.entry.subject))
        .collect();
    for line in [
        ("captcha-site-add", "Forum"),
        ("captcha-site-remove", "Forum"),
    ] {
        assert!(lines.contains(&line), "{lines:?}");
    }
    let written = format!("{log:?}");
    assert!(!written.contains(&forum.secret) && written.contains(&forum.key));
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_site_that_cannot_be_is_refused_at_its_field() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let many: String = (0..21).map(|n| format!("https://{n}.example\n")).collect();
    for (name, origins, field, hint) in [
        ("", FORUM, "name", "60"),
        (&*"x".repeat(61), FORUM, "name", "60"),
        ("Forum", "", "origins", "origin"),
        ("Forum", "forum.example", "origins", "forum.example"),
        ("Forum", "https://forum.example/path", "origins", "/path"),
        ("Forum", "*", "origins", "*"),
        ("Forum", &*many, "origins", "twenty"),
    ] {
        let fields = [("act", "add"), ("name", name), ("origins", origins)];
        let page = owner.post("/admin/captcha/sites", &fields).await;
        assert_eq!(page.status, 422, "{name:?} {origins:?}");
        let problem = page.problem(field).unwrap();
        assert!(problem.contains(hint), "{problem}");
    }
    assert!(site.store().captcha_sites().await.unwrap().is_empty());
    // Written as browsers do, each once.
    let origins =
        "HTTPS://Forum.Example:443/\r\nhttps://forum.example\r\n\r\nhttp://localhost:3000\r\n";
    let fields = [("act", "add"), ("name", "Forum"), ("origins", origins)];
    assert_eq!(
        owner.post("/admin/captcha/sites", &fields).await.status,
        200
    );
    let sites = site.store().captcha_sites().await.unwrap();
    assert_eq!(sites[0].origins, [FORUM, "http://localhost:3000"]);
    let fields = [("act", "remove"), ("site", "nonsense")];
    assert_eq!(
        owner.post("/admin/captcha/sites", &fields).await.status,
        404
    );
}

/// What the page shows once, a program gets in JSON.
#[tokio::test]
async fn a_program_is_told_the_key_and_each_secret() {
    const SITES: &str = "/admin/captcha/sites";
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let add = json!({"act": "add", "name": "Forum", "origins": FORUM});
    let made = owner.post_json(SITES, &add).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let made = made.json();
    assert!(text(&made["say"]).contains("Forum"), "{made}");
    let mut forum = Customer {
        origin: FORUM,
        key: text(&made["site"]).to_owned(),
        secret: text(&made["secret"]).to_owned(),
    };
    let mut server = site.visitor();
    let token = forum.pass(&mut site.visitor()).await;
    assert_eq!(forum.verify(&mut server, &token).await.status, 200);

    let rotate = json!({"act": "rotate", "site": forum.key});
    let other = owner.post_json(SITES, &rotate).await.json();
    assert_eq!(other["site"], made["site"]);
    assert_ne!(other["secret"], made["secret"]);
    forum.secret = text(&other["secret"]).to_owned();
    let token = forum.pass(&mut site.visitor()).await;
    assert_eq!(forum.verify(&mut server, &token).await.status, 200);
    site.app.shutdown().await;
}
