//! The reading test: members read twenty pictures, each counts once, and the owner sees the results.

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use rookery::store::Store;
use rookery_captcha::Look;

use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::Site;

on_both_databases!(
    each_picture_counts_once_and_the_owner_sees_the_share,
    pages_opened_at_once_all_show_their_picture,
);

const HERE: &str = "/reading-test";

/// The picture that is shown, and the fields of its form.
async fn shown(reader: &mut Browser) -> (String, String, String) {
    let page = reader.get(HERE).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let text = page.text();
    let image = html::attribute(html::tags(&text, "img")[0], "src").unwrap();
    (image, page.field("test").unwrap(), page.field("n").unwrap())
}

/// The word after “That was” on the page of a wrong answer.
fn told(page: &str) -> String {
    let at = page.find("That was “").unwrap() + "That was “".len();
    page[at..].split('”').next().unwrap().to_owned()
}

/// The word of the picture that the reader is shown: the site's captcha draws it from the test's seed, to the byte.
async fn word_shown(site: &Site, reader: &mut Browser, seed: i64, n: u32) -> String {
    let seed = seed.cast_unsigned().wrapping_add(u64::from(n));
    let live = site.app.captchas.settings.current();
    let word = live.drawing.code(&mut ChaCha12Rng::seed_from_u64(seed));
    let drawn = live.drawing.draw(&word, seed, Look::default()).unwrap();
    let (image, _, _) = shown(reader).await;
    assert!(
        reader.get(&image).await.body == drawn.png,
        "picture {n} is not of the word {word}"
    );
    word
}

async fn each_picture_counts_once_and_the_owner_sees_the_share(store: Store) {
    let site = Site::on(store, &[]).await;
    let mut owner = site.admin("Owner").await;
    assert!(
        owner
            .get("/admin/captcha")
            .await
            .says("No member has taken the reading test")
    );
    let mut reader = site.user("Lerato").await;
    let (image, test, n) = shown(&mut reader).await;
    assert_eq!(n, "0");
    let drawn = reader.get(&image).await;
    assert_eq!(
        (drawn.status, drawn.header("content-type")),
        (200, "image/png")
    );
    assert_eq!(
        reader.get(&image).await.body,
        drawn.body,
        "the same picture each time"
    );
    // Nothing typed counts as nothing.
    let empty = [("test", &*test), ("n", "0"), ("answer", " ")];
    let page = reader.post(HERE, &empty).await;
    assert_eq!(page.status, 422);
    assert_eq!(page.text().matches(" autofocus").count(), 1);
    assert!(page.problem("answer").is_some());
    // Wrong is told with the word, which is that of the picture: nobody can type it a second time.
    let wrong = [("test", &*test), ("n", "0"), ("answer", "nonsense")];
    let page = reader.post(HERE, &wrong).await;
    assert_eq!((page.status, page.field("n").as_deref()), (200, Some("1")));
    let word = told(&page.text());
    assert!((4..=8).contains(&word.len()), "{word}");
    let again = [("test", &*test), ("n", "0"), ("answer", &*word)];
    assert_eq!(
        reader.post(HERE, &again).await.status,
        303,
        "it was answered"
    );
    // The answer is the word that the site draws: the store has only the seed.
    let member = site.user_named("Lerato").await.id;
    let kept = site
        .store()
        .last_reading_test(member)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((kept.answered, kept.correct), (1, 0));
    // Every third is read right: the word from which, with the seed, the picture is drawn that was shown.
    for n in 1..20_u32 {
        let word = word_shown(&site, &mut reader, kept.seed, n).await;
        let typed = match n % 3 {
            0 => word.to_uppercase(),
            _ => "nonsense".to_owned(),
        };
        let number = n.to_string();
        let fields = [("test", &*test), ("n", &*number), ("answer", &*typed)];
        let page = reader.post(HERE, &fields).await;
        assert_eq!(page.status, 200, "{}", page.text());
        assert_eq!(page.says("That was “"), n % 3 != 0, "{n}: {}", page.text());
    }
    let page = reader.get(HERE).await;
    assert!(
        page.says("You read 6 of 20 pictures right"),
        "{}",
        page.text()
    );
    assert_eq!(reader.post(HERE, &[("again", "1")]).await.status, 303);
    assert_ne!(shown(&mut reader).await.1, test, "another test");
    let page = owner.get("/admin/captcha").await;
    assert!(page.says("30 % of 20 pictures right"), "{}", page.text());
    assert!(page.says("one reader") && page.says("/reading-test"));
    // The protection is described beside it.
    for sentence in [
        "With reading or listening, an account costs a visitor’s computer 8 tries of work",
        "At most 40 accounts an hour get in without your approval, 20 of them from one network",
        "at most 30 of them get in an hour, 6 from one network",
    ] {
        assert!(page.says(sentence), "{sentence}: {}", page.text());
    }
    site.app.shutdown().await;
}

/// Each page of a member's first visit may begin the test: all show the same one, and none takes another's picture away.
async fn pages_opened_at_once_all_show_their_picture(store: Store) {
    let site = Site::on(store, &[]).await;
    let reader = site.user("Lerato").await;
    let mut tabs = vec![reader; 6];
    let pages = futures_util::future::join_all(tabs.iter_mut().map(shown)).await;
    for (tab, (image, test, _)) in tabs.iter_mut().zip(&pages) {
        assert_eq!(test, &pages[0].1, "{pages:?}");
        assert_eq!(tab.get(image).await.status, 200, "{test} of {pages:?}");
    }
}

/// As of every other picture of the captcha, an address gets only so many a minute.
#[tokio::test]
async fn its_pictures_are_limited_by_address() {
    let site = Site::with(&[("limits.captcha_images_per_minute", "3")]).await;
    let mut reader = site.user("Lerato").await;
    let (image, _, _) = shown(&mut reader).await;
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(reader.get(&image).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
}

#[tokio::test]
async fn the_test_is_for_members_and_each_has_their_own() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let sent = visitor.get(HERE).await;
    assert_eq!(
        (sent.status, sent.location().as_str()),
        (303, "/login?next=/reading-test")
    );
    let mut one = site.user("Lerato").await;
    let mut other = site.user("Naledi").await;
    let (image, test, _) = shown(&mut one).await;
    assert_eq!(other.get(&image).await.status, 404);
    let answer = [("test", &*test), ("n", "0"), ("answer", "x")];
    assert_eq!(
        other.post(HERE, &answer).await.status,
        303,
        "it is not theirs"
    );
    assert_eq!(shown(&mut one).await.2, "0");
    for path in [
        format!("{HERE}/{test}/20"),
        format!("{HERE}/{test}/x"),
        format!("{HERE}/x/0"),
    ] {
        assert_eq!(one.get(&path).await.status, 404, "{path}");
    }
    for (test, n) in [("nonsense", "0"), (&*test, "-1"), (&*test, "7"), ("", "")] {
        let fields = [("test", test), ("n", n), ("answer", "x")];
        assert_eq!(one.post(HERE, &fields).await.status, 303, "{test} {n}");
    }
    assert_eq!(shown(&mut one).await.2, "0");
}

#[tokio::test]
async fn a_test_that_ends_with_new_settings_says_so() {
    let site = Site::new().await;
    let mut owner = site.admin("Owner").await;
    let mut reader = site.user("Lerato").await;
    let (_, test, _) = shown(&mut reader).await;
    let version = owner.get("/admin/captcha").await.field("version").unwrap();
    let save = [("act", "save"), ("version", &*version)];
    assert_eq!(owner.post("/admin/captcha", &save).await.status, 303);
    let fields = [("test", &*test), ("n", "0"), ("answer", "teda")];
    let page = reader.post(HERE, &fields).await;
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.says("this is a new test, with other pictures"));
    assert_eq!(page.field("n").as_deref(), Some("0"));
    assert_ne!(page.field("test"), Some(test));
}
