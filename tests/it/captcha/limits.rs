//! Captcha limits: guesses, challenges, pictures, the time for a form; and a class that none of them locks out.

use rookery::store::Store;

use crate::captcha::{SECOND_MS, VERIFY, answer, work_of};
use crate::support::databases::on_both_databases;
use crate::support::site::{ANSWER, FAST, MINUTE_MS, PASSWORD, Site};

on_both_databases!(at_most_ten_guesses_of_an_address_are_looked_at);

/// Pass mark 20: however many guesses come at once, ten of them are looked at, and each costs its picture.
async fn at_most_ten_guesses_of_an_address_are_looked_at(store: Store) {
    let settings = [
        FAST,
        ("captcha.defence.adaptive", "false"),
        // All of them come from one address.
        ("limits.sessions_per_minute", "60"),
        ("limits.captcha_challenges_per_minute_and_address", "60"),
    ];
    let site = Site::on(store, &settings).await;
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

/// With the limits of a fresh site: thirty pupils at one address, within one minute, by one invitation.
#[tokio::test]
async fn a_class_behind_one_address_gets_in() {
    let site = Site::with(&[FAST]).await;
    let mut teacher = site.admin("Teacher").await;
    let form = [("act", "invite"), ("uses", "30")];
    let page = teacher.post("/admin/users", &form).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let text = page.text();
    let at = text.find("/signup?invite=").unwrap();
    let link = text[at..].split('<').next().unwrap().to_owned();
    let code = link.split_once('=').unwrap().1;
    for n in 0..31 {
        // The last one comes from elsewhere: no more than thirty sessions a minute begin at one address.
        let at = match n {
            30 => "203.0.114.7",
            _ => "203.0.113.7",
        };
        let mut pupil = site.visitor().at(at);
        if n < 30 {
            let page = pupil.get(&link).await;
            assert_eq!((page.status, page.field("challenge")), (200, None));
        }
        let name = format!("Pupil{n}");
        let form = [("name", &*name), ("password", PASSWORD), ("invite", code)];
        let answer = pupil.post("/signup", &form).await;
        match n {
            30 => assert!(answer.problem("invite").is_some(), "{}", answer.text()),
            _ => assert_eq!(answer.status, 303, "pupil {n}: {}", answer.text()),
        }
    }
}

#[tokio::test]
async fn a_class_in_an_exempt_network_gets_in_by_the_captcha() {
    // The owner knows the school's network.
    let site = Site::with(&[FAST, ("limits.exempt", "203.0.113.0/24")]).await;
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
async fn the_sixth_picture_of_a_minute_waits_and_nothing_is_lost() {
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
        ("answer", "half"),
        ("reload", "1"),
    ];
    let later = browser.post("/signup", &fields).await;
    assert_eq!((later.status, later.header("retry-after")), (429, "56"));
    assert!(
        later.says("56 s"),
        "the page says how long: {}",
        later.text()
    );
    assert!(later.says("data-seconds=\"56\""), "and counts down");
    // So does the field that has the focus, which also says that the password is gone.
    let page = later.text();
    let (_, field) = page.split_once("id=\"f-answer\"").unwrap();
    let field = field.split('>').next().unwrap();
    let described = "aria-describedby=\" captcha-later h-answer h-again\"";
    assert!(field.contains(described), "{field}");
    // One button asks for another picture: that beside the picture.
    assert_eq!(later.text().matches("name=\"reload\"").count(), 1);
    // The picture that was to be changed is still open, and the typed text is still in the form.
    assert_eq!(later.field("name").as_deref(), Some("Lerato"));
    assert_eq!(later.field("answer").as_deref(), Some("half"));
    assert_eq!(later.field("challenge").as_deref(), Some(&*challenge));
    let page = browser.get("/signup").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.field("challenge").as_deref(), Some(&*challenge));
    let picture = format!("/captcha/{challenge}/image");
    assert_eq!(browser.get(&picture).await.status, 200);
    assert_eq!(site.visitor().get("/signup").await.status, 200);
    site.clock.advance(56 * SECOND_MS);
    let page = browser.post("/signup", &fields).await;
    assert_eq!(page.status, 200);
    let fresh = page.field("challenge").unwrap();
    assert!(fresh.len() == 26 && fresh != challenge);
    assert_eq!(
        browser.get(&picture).await.status,
        404,
        "it has been replaced"
    );
}

#[tokio::test]
async fn going_back_and_loading_again_show_the_same_open_picture() {
    let site = Site::with(&[("limits.captcha_challenges_per_minute", "5")]).await;
    let mut browser = site.visitor();
    let challenge = browser.challenge(VERIFY).await;
    for n in 0..30 {
        let page = browser
            .get(["/signup", VERIFY, "/verify?next=/play"][n % 3])
            .await;
        assert_eq!(
            (page.status, page.header("retry-after")),
            (200, ""),
            "page {n}"
        );
        assert_eq!(page.field("challenge").as_deref(), Some(&*challenge));
        assert!(!page.text().contains("id=\"captcha-later\""));
        site.clock.advance(SECOND_MS);
    }
    let right = [("answer", ANSWER)];
    assert_eq!(answer(&mut browser, &challenge, &right).await.status, 303);
    // A challenge that is over is not shown again, nor is one that ends too soon to be read.
    let second = browser.challenge(VERIFY).await;
    assert_ne!(second, challenge);
    site.clock.advance(9 * MINUTE_MS);
    assert_ne!(browser.challenge(VERIFY).await, second);
}

#[tokio::test]
async fn without_a_picture_listening_and_work_stay_open() {
    let site = Site::with(&[
        ("limits.captcha_challenges_per_minute", "5"),
        ("captcha.defence.adaptive", "false"),
    ])
    .await;
    for way in ["listen", "work"] {
        let mut browser = site.visitor();
        let mut page = browser.get(VERIFY).await;
        // Five pictures are misread within the minute: none is open, and there is no sixth.
        for n in 0..5 {
            assert!(page.text().contains("<img"), "picture {n}");
            let challenge = page.field("challenge").unwrap();
            page = answer(&mut browser, &challenge, &[("answer", "misread")]).await;
            assert_eq!(page.status, 422, "{}", page.text());
        }
        assert!(!page.text().contains("<img"), "{}", page.text());
        assert!(page.text().contains("id=\"captcha-later\"") && page.says("60 s"));
        let challenge = page.field("challenge").unwrap();
        let again = browser.get("/signup").await;
        assert_eq!(
            (again.status, again.field("challenge")),
            (200, Some(challenge.clone()))
        );
        assert_eq!(
            browser
                .get(&format!("/captcha/{challenge}/image"))
                .await
                .status,
            404
        );
        let recording = format!("/captcha/{challenge}/audio");
        assert!(again.text().contains(&recording));
        assert_eq!(browser.get(&recording).await.status, 200);
        let id = challenge.parse().unwrap();
        let kept = site.store().challenge(id).await.unwrap().unwrap();
        assert!(kept.answer_image.is_empty());
        let passed = match way {
            "listen" => {
                let heard = [("answer", kept.answer_audio.as_str())];
                answer(&mut browser, &challenge, &heard).await
            }
            _ => {
                let work = work_of(&page);
                let good = work.proof(work.more);
                answer(&mut browser, &challenge, &[("proof", &good)]).await
            }
        };
        assert_eq!(passed.status, 303, "{way}: {}", passed.text());
        // A minute later there are pictures again.
        site.clock.advance(MINUTE_MS);
        assert!(browser.get(VERIFY).await.text().contains("<img"));
    }
}

#[tokio::test]
async fn a_picture_that_is_refused_leaves_the_recording() {
    let site = Site::with(&[("limits.captcha_images_per_minute_and_session", "3")]).await;
    let mut browser = site.visitor();
    let challenge = browser.challenge(VERIFY).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(
            browser
                .get(&format!("/captcha/{challenge}/image"))
                .await
                .status,
        );
    }
    for _ in 0..4 {
        statuses.push(
            browser
                .get(&format!("/captcha/{challenge}/audio"))
                .await
                .status,
        );
    }
    assert_eq!(statuses, [200, 200, 200, 429, 200, 200, 200, 429]);
}

/// A flood that brings no session with it gets no rows for challenges beyond the limit of its address.
#[tokio::test]
async fn an_address_over_its_limit_keeps_who_has_a_session() {
    let site = Site::with(&[("limits.captcha_challenges_per_minute_and_address", "6")]).await;
    let mut early = site.visitor().at("203.0.113.7");
    let challenge = early.challenge(VERIFY).await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(site.visitor().at("203.0.113.7").get(VERIFY).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    let page = early.get(VERIFY).await;
    assert_eq!(
        (page.status, page.field("challenge")),
        (200, Some(challenge))
    );
    // A visitor who was sent away and comes back with the session of the first visit is let in without a picture.
    let mut late = site.visitor().at("203.0.113.7");
    assert_eq!(late.get(VERIFY).await.status, 429);
    let page = late.get(VERIFY).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<audio") && !page.text().contains("<img"));
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

/// An early form is no guess: it is looked at for its time alone, whatever is left of the guesses.
#[tokio::test]
async fn an_early_form_is_told_so_before_it_is_charged() {
    let site = Site::with(&[
        ("captcha.defence.fill_s", "2"),
        ("limits.captcha_checks_per_minute", "1"),
    ])
    .await;
    let mut browser = site.visitor();
    let challenge = browser.challenge(VERIFY).await;
    site.clock.advance(2 * SECOND_MS);
    let wrong = answer(&mut browser, &challenge, &[("answer", "wrong")]).await;
    assert_eq!(wrong.status, 422);
    let next = wrong.field("challenge").unwrap();
    let typed = [("answer", ANSWER)];
    let early = answer(&mut browser, &next, &typed).await;
    assert_eq!((early.status, early.header("retry-after")), (429, "2"));
    // In time, it is a guess.
    site.clock.advance(2 * SECOND_MS);
    let limited = answer(&mut browser, &next, &typed).await;
    let wait_s: u32 = limited.header("retry-after").parse().unwrap();
    assert!(limited.status == 429 && wait_s > 50, "{wait_s}");
    site.clock.advance(MINUTE_MS);
    assert_eq!(answer(&mut browser, &next, &typed).await.status, 303);
}

/// The computer's clock was an hour ahead, and is put right.
#[tokio::test]
async fn a_clock_that_is_put_back_locks_nobody_out() {
    let site = Site::with(&[
        ("captcha.defence.fill_s", "2"),
        ("limits.captcha_challenges_per_minute", "1"),
    ])
    .await;
    let mut browser = site.visitor();
    let challenge = browser.challenge(VERIFY).await;
    site.clock.advance(-60 * MINUTE_MS);
    // A page that is opened now has a challenge of this hour; one that was open before can be sent.
    let page = browser.get(VERIFY).await;
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("<img"), "{}", page.text());
    assert_ne!(page.field("challenge"), Some(challenge.clone()));
    let sent = answer(&mut browser, &challenge, &[("answer", ANSWER)]).await;
    assert_eq!(sent.status, 303, "{}", sent.text());
}

#[tokio::test]
async fn who_sends_no_work_is_told_the_whole_wait_at_once() {
    let site = Site::with(&[
        ("captcha.defence.work", "on"),
        ("captcha.defence.fill_s", "2"),
        ("captcha.defence.wait_s", "15"),
    ])
    .await;
    let mut browser = site.visitor().without_scripts();
    let challenge = browser.challenge(VERIFY).await;
    let typed = [("answer", ANSWER)];
    let early = answer(&mut browser, &challenge, &typed).await;
    assert_eq!((early.status, early.header("retry-after")), (429, "15"));
    assert!(early.problem("answer").unwrap().contains("15 s"));
    site.clock.advance(15 * SECOND_MS);
    assert_eq!(answer(&mut browser, &challenge, &typed).await.status, 303);
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
