//! The reading test: members read twenty pictures, each counts once, and the owner sees what was read.

use rookery::store::Store;

use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::html;
use crate::support::site::Site;

on_both_databases!(each_picture_counts_once_and_the_owner_sees_the_share);

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
    for n in 1..20 {
        let n = n.to_string();
        let fields = [("test", &*test), ("n", &*n), ("answer", "nonsense")];
        assert_eq!(reader.post(HERE, &fields).await.status, 200);
    }
    let page = reader.get(HERE).await;
    assert!(
        page.says("You read 0 of 20 pictures right"),
        "{}",
        page.text()
    );
    assert!(
        site.store()
            .answer_reading_test(kept.id, 20, true)
            .await
            .unwrap()
    );
    assert!(
        !site
            .store()
            .answer_reading_test(kept.id, 20, true)
            .await
            .unwrap()
    );
    assert_eq!(reader.post(HERE, &[("again", "1")]).await.status, 303);
    assert_ne!(shown(&mut reader).await.1, test, "another test");
    let page = owner.get("/admin/captcha").await;
    assert!(page.says("4 % of 21 pictures right"), "{}", page.text());
    assert!(page.says("one reader") && page.says("/reading-test"));
    // What protects stands beside it.
    assert!(page.says("At most 40 accounts an hour"), "{}", page.text());
    site.app.shutdown().await;
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
