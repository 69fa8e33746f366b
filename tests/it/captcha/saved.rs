//! Settings and files that change while challenges are open, and settings that another release has saved.

use std::sync::Arc;

use rookery::ids::ReadingTestId;
use rookery::service::ReadOutcome;
use rookery::store::{ReadingTest, ReadingTotals};
use rookery_captcha::shipped;

use crate::captcha::{SECOND_MS, VERIFY};
use crate::signup::first_admin;
use crate::store::records;
use crate::support::browser::Browser;
use crate::support::site::{FAST, MINUTE_MS, Site};

const ASSETS: &str = "/admin/captcha/assets";

/// A shipped font that is another file: readers pass over bytes after the last table.
fn font(more: &[u8]) -> Vec<u8> {
    let (_, bytes) = shipped::fonts().remove(0);
    [bytes, more].concat()
}

/// A challenge of a new visitor, and its picture.
async fn shown(site: &Site) -> (Browser, String, Vec<u8>) {
    let mut visitor = site.visitor();
    let challenge = visitor.challenge(VERIFY).await;
    let image = format!("/captcha/{challenge}/image");
    let picture = visitor.get(&image).await;
    assert_eq!(picture.status, 200);
    (visitor, image, picture.body)
}

/// Saves the settings without any of the switches, so that pictures look different.
async fn save(admin: &mut Browser) {
    let version = admin.get("/admin/captcha").await.field("version").unwrap();
    let fields = [("act", "save"), ("version", &*version)];
    assert_eq!(admin.post("/admin/captcha", &fields).await.status, 303);
}

/// Two pictures of one word with other noise would tell more than one.
#[tokio::test]
async fn an_open_challenge_is_drawn_as_it_was_when_it_was_made() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    let (mut visitor, image, picture) = shown(&site).await;
    site.clock.advance(SECOND_MS);
    save(&mut admin).await;
    assert_eq!(visitor.get(&image).await.body, picture);
    // Nothing has changed: nothing is forgotten, and nothing decoded again.
    let rescan = format!("{ASSETS}/rescan");
    let assets = || {
        let live = site.app.captchas.settings.current();
        Arc::clone(&live.drawing.assets)
    };
    let before = assets();
    assert_eq!(admin.post(&rescan, &[]).await.status, 303);
    assert!(Arc::ptr_eq(&before, &assets()));
    assert_eq!(visitor.get(&image).await.body, picture);

    let (mut second, second_image, second_picture) = shown(&site).await;
    site.clock.advance(SECOND_MS);
    let files = [("more.ttf", font(b"more"))];
    assert_eq!(admin.post_files(ASSETS, &files).await.status, 200);
    assert!(!Arc::ptr_eq(&before, &assets()));
    assert_eq!(second.get(&second_image).await.body, second_picture);
    // Fonts and backgrounds of two sets are kept, and not of any number.
    assert_eq!(visitor.get(&image).await.status, 404);
    let (mut third, third_image, third_picture) = shown(&site).await;
    assert_eq!(third.get(&third_image).await.body, third_picture);
    // A page that is loaded again shows one that can be drawn.
    for name in ["third.ttf", "fourth.ttf"] {
        site.clock.advance(SECOND_MS);
        let files = [(name, font(name.as_bytes()))];
        assert_eq!(admin.post_files(ASSETS, &files).await.status, 200);
    }
    assert_eq!(third.get(&third_image).await.status, 404);
    let another = third.challenge(VERIFY).await;
    assert!(!third_image.contains(&another));
    let image = format!("/captcha/{another}/image");
    assert_eq!(third.get(&image).await.status, 200);
    site.clock.advance(10 * MINUTE_MS);
    assert_eq!(third.get(&image).await.status, 404, "it has expired");
}

#[tokio::test]
async fn what_another_release_saved_is_used_as_far_as_it_can_be_and_the_page_says_so() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let words = "Some of the saved values cannot be used by this version";
    assert!(!admin.get("/admin/captcha").await.says(words));
    let saved = r#"{"classic": {"font_size_px": 31, "sparkle": true}}"#;
    let entry = records::entry();
    let done = site.store().save_setting("captcha", saved, 0, &entry);
    done.await.unwrap();
    site.app.captchas.settings.refresh_if_old().await.unwrap();
    let page = admin.get("/admin/captcha").await;
    assert_eq!(page.field("classic.font_size_px").as_deref(), Some("31"));
    assert!(page.says(words), "{}", page.text());
    assert!(admin.get("/admin/captcha/history").await.says(words));
    save(&mut admin).await;
    assert!(!admin.get("/admin/captcha").await.says(words));
}

/// A directory may hold more files than are used: the page names the first that is not.
#[tokio::test]
async fn files_of_a_directory_beyond_its_limits_are_told_of_and_notes_take_no_place() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..510 {
        let note = folder.path().join(format!("a{n:03}.txt"));
        std::fs::write(note, b"a licence").unwrap();
    }
    std::fs::write(folder.path().join("mine.ttf"), font(b"mine")).unwrap();
    let site = Site::new().await;
    let settings = &site.app.captchas.settings;
    let read = async || {
        let mut unsaved = settings.current().drawing.settings.clone();
        let path = folder.path().display().to_string();
        unsaved.set("classic.fonts_dir", &path).unwrap();
        settings.refresh().await.unwrap();
        settings.unsaved(unsaved).await.unwrap().drawing.assets
    };
    let assets = read().await;
    assert!(assets.fonts.names().contains(&"mine.ttf".to_owned()));
    assert!(assets.rejected.is_empty(), "{:?}", assets.rejected);
    for n in 0..501 {
        let broken = folder.path().join(format!("b{n:03}.ttf"));
        std::fs::write(broken, format!("no font {n}")).unwrap();
    }
    let assets = read().await;
    let told = |name: &str| {
        assets
            .rejected
            .iter()
            .filter(|file| file.name == name)
            .count()
    };
    assert_eq!(
        (told("b499.ttf"), told("b500.ttf"), told("mine.ttf")),
        (1, 1, 0)
    );
}

/// Of a hundred fonts each is used; one more would push another out.
#[tokio::test]
async fn a_font_beyond_those_that_are_used_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let own = 100 - shipped::fonts().len();
    for n in 0..own - 1 {
        let path = folder.path().join(format!("own{n:03}.ttf"));
        std::fs::write(path, font(&n.to_be_bytes())).unwrap();
    }
    let dir = folder.path().display().to_string();
    let site = Site::with(&[FAST, ("captcha.classic.fonts_dir", &*dir)]).await;
    let mut admin = first_admin(&site).await;
    let files = [("one.ttf", font(b"one")), ("two.ttf", font(b"two"))];
    let page = admin.post_files(ASSETS, &files).await;
    assert!(page.says("no more room"), "{}", page.text());
    let kept = site.store().asset_list().await.unwrap();
    let kept: Vec<&str> = kept.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(kept, ["one.ttf"]);
}

/// Another release may draw other pictures from the same settings and seeds.
#[tokio::test]
async fn a_reading_test_begins_anew_where_pictures_are_drawn_otherwise() {
    let site = Site::new().await;
    site.user("Lerato").await;
    let member = site.user_named("Lerato").await.id;
    let captchas = &site.app.captchas;
    let (tests, live) = (&captchas.tools.reading_tests, captchas.settings.current());
    // A release that knew no revision of the drawing kept the version of the settings alone.
    let earlier = ReadingTest {
        id: ReadingTestId::random(),
        user: member,
        settings_version: live.version,
        preset: live.drawing.settings.preset.as_str().to_owned(),
        seed: 7,
        answered: 5,
        correct: 4,
        created_ms: site.clock.now_ms(),
    };
    let kept = site.store().create_reading_test(&earlier, 20);
    kept.await.unwrap();
    assert_eq!(tests.totals().await.unwrap(), ReadingTotals::default());
    let answered = tests.answer(member, earlier.id, 5, "word").await.unwrap();
    assert_eq!(answered, ReadOutcome::Over);
    site.clock.advance(SECOND_MS);
    let begun = tests.last(member).await.unwrap();
    assert_ne!(begun.id, earlier.id);
    let answered = tests.answer(member, begun.id, 0, "word").await.unwrap();
    assert!(matches!(answered, ReadOutcome::Wrong { .. }));
    let totals = ReadingTotals {
        readers: 1,
        answered: 1,
        correct: 0,
    };
    assert_eq!(tests.totals().await.unwrap(), totals);
    assert_eq!(tests.last(member).await.unwrap().id, begun.id);
}
