//! The captcha's settings pages: samples of unsaved values, arbitrary uploaded files, history, figures.

use std::collections::BTreeSet;
use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use rookery_captcha::Settings;
use rookery_captcha::shipped;
use serde_json::Value;

use crate::signup::first_admin;
use crate::support::browser::Browser;
use crate::support::databases;
use crate::support::html;
use crate::support::site::{FAST, Site};

const SAMPLES: usize = 12;
const ASSETS: &str = "/admin/captcha/assets";

/// A picture of its own colour, so that no two are the same file.
fn picture(width: u32, height: u32, shade: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, Rgb([210, 220, shade]))
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

/// A shipped font that is another file: readers pass over bytes after the last table.
fn font() -> Vec<u8> {
    let (_, bytes) = shipped::fonts().remove(0);
    [bytes, b"more"].concat()
}

/// The same without its character map: it draws no letter.
fn mute_font() -> Vec<u8> {
    let mut bytes = font();
    let tag = bytes.windows(4).position(|tag| tag == b"cmap").unwrap();
    bytes[tag + 3] = b'q';
    bytes
}

/// A PNG whose header states a size that nobody should decode. The checksum of the header is that of zlib's `crc32`.
fn bomb() -> Vec<u8> {
    let mut bytes = picture(1, 1, 200);
    bytes[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    bytes[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    let crc = !bytes[12..29].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 * (crc & 1))
        })
    });
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    bytes
}

async fn sheet(admin: &mut Browser, query: &str) -> Vec<Value> {
    let sheet = admin
        .get_json(&format!("/admin/captcha/samples?{query}"))
        .await;
    sheet["samples"].as_array().unwrap().clone()
}

fn size_px(png: &[u8]) -> (u64, u64) {
    let side = |at: usize| u64::from(u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
    (side(16), side(20))
}

#[tokio::test]
async fn the_figures_of_a_sample_are_those_of_its_picture() {
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    for (preset, scale) in [("strong", 1), ("classic", 1), ("classic", 2)] {
        let query = format!("preset={preset}&classic.margin_px=7&seed=5&scale={scale}");
        let samples = sheet(&mut admin, &query).await;
        assert_eq!(samples.len(), SAMPLES);
        for sample in samples {
            let picture = admin.get(sample["src"].as_str().unwrap()).await;
            assert_eq!(picture.header("content-type"), "image/png");
            let figures = sample["figures"].as_str().unwrap();
            let expected = format!("{} bytes, ", picture.body.len());
            assert!(figures.starts_with(&expected), "{figures}: {expected}");
            assert!(figures.contains(" ms, contrast "), "{figures}");
            let (width, height) = size_px(&picture.body);
            let shown = (&sample["width"], &sample["height"]);
            assert_eq!(shown, (&(width / scale).into(), &(height / scale).into()));
        }
    }
    // The same seed keeps the words, so that only the new values show.
    let words = |samples: Vec<Value>| -> Vec<String> {
        samples.iter().map(|s| s["alt"].to_string()).collect()
    };
    let plain = words(sheet(&mut admin, "preset=classic&seed=5").await);
    let large = words(sheet(&mut admin, "preset=classic&seed=5&classic.font_size_px=60").await);
    assert_eq!(plain, large);
    assert_ne!(
        plain,
        words(sheet(&mut admin, "preset=classic&seed=99").await)
    );
}

#[tokio::test]
async fn samples_work_without_scripts() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let page = admin.get("/admin/captcha").await;
    let pictures = |text: &str| -> Vec<String> {
        html::tags(text, "img")
            .into_iter()
            .filter_map(|tag| html::attribute(tag, "src"))
            .filter(|src| src.starts_with("/admin/captcha/preview/"))
            .collect()
    };
    assert_eq!(pictures(&page.text()).len(), SAMPLES);
    let (version, seed) = (page.field("version").unwrap(), page.field("seed").unwrap());
    let fields = |act| {
        [
            ("act", act),
            ("version", &*version),
            ("seed", &*seed),
            ("preset", "classic"),
            ("theme", "dark"),
            ("scale", "2"),
        ]
    };
    let same = admin.post("/admin/captcha", &fields("preview")).await;
    assert_eq!((same.status, same.field("seed")), (200, Some(seed.clone())));
    let other = admin.post("/admin/captcha", &fields("letters")).await;
    assert_ne!(other.field("seed"), Some(seed.clone()));
    for page in [&same, &other] {
        let pictures = pictures(&page.text());
        assert_eq!(pictures.len(), SAMPLES);
        assert!(
            pictures
                .iter()
                .all(|src| src.contains("theme=dark") && src.contains("scale=2"))
        );
        assert_eq!(page.text().matches(" ms, contrast ").count(), SAMPLES);
    }
    // The samples of a preset's fieldsets unfold with it.
    assert!(same.text().contains("data-preset=\"classic\" open"));
    assert!(!same.text().contains("data-preset=\"strong\" open"));
}

/// The form is made from the table of the settings: each once, with words of its own, and each fieldset once.
#[tokio::test]
async fn every_setting_has_a_field_and_words_of_its_own() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let text = admin.get("/admin/captcha").await.text();
    let mut labels = BTreeSet::new();
    // A setting that the tests' own configuration fixes is shown without a field.
    let is_open = |key: &str| key != "preset" && !site.app.captchas.settings.is_locked(key);
    for spec in Settings::fields().filter(|spec| is_open(spec.key)) {
        let begin = format!("<label for=\"f-{}\">", spec.key);
        assert_eq!(text.matches(&begin).count(), 1, "{}", spec.key);
        let label = text.split(&begin).nth(1).unwrap();
        let label = label.split("</label>").next().unwrap().to_owned();
        // The same word may stand in the fieldsets of two presets.
        let section = spec.key.split('.').next().unwrap();
        assert!(
            labels.insert((section, label.clone())),
            "{}: {label}",
            spec.key
        );
    }
    let section = text.split("data-preset=\"strong\"").nth(1).unwrap();
    let section = section.split("data-preset=\"classic\"").next().unwrap();
    let section = section.split("<section").next().unwrap();
    let legends: Vec<_> = section.split("<legend class=\"sr\">").skip(1).collect();
    assert_eq!(legends.len(), 4, "word, letters, line, ground");
    // Each folds, and none is unfolded that has no fault.
    assert_eq!(section.matches("<details class=\"group\">").count(), 4);
}

/// A group with a value that was refused is unfolded, all others stay folded; changed values are counted.
#[tokio::test]
async fn a_group_with_a_fault_unfolds() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let page = admin.get("/admin/captcha").await;
    assert!(!page.says("<details class=\"group\" open>") && !page.says(" changed</small>"));
    let version = page.field("version").unwrap();
    let post = async |admin: &mut Browser, size: &str| {
        let fields = [
            ("act", "preview"),
            ("version", &*version),
            ("preset", "strong"),
            ("strong.size_max_px", size),
        ];
        admin.post("/admin/captcha", &fields).await
    };
    let wrong = post(&mut admin, "100000").await;
    assert_eq!(wrong.status, 422);
    let open: Vec<String> = wrong
        .text()
        .split("<details class=\"group\" open>")
        .skip(1)
        .map(|rest| rest.split("</details>").next().unwrap().to_owned())
        .collect();
    assert_eq!(open.len(), 1);
    assert!(open[0].contains("id=\"e-strong.size_max_px\""));
    assert!(post(&mut admin, "50").await.says(" changed</small>"));
}

#[tokio::test]
async fn no_value_makes_the_samples_fail() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().display().to_string();
    for wrong in ["NaN", "-1", "1e3", "٣", "", "99999999999999999999", "inf"] {
        let query = format!("classic.font_size_px={}", html::escape(wrong));
        for path in ["samples", "preview/3"] {
            let answer = admin.get(&format!("/admin/captcha/{path}?{query}")).await;
            assert_eq!(answer.status, 422, "{path} {wrong:?}");
        }
    }
    for (key, value) in [
        ("classic.fonts_dir", &*empty),
        ("classic.backgrounds_dir", &*empty),
        ("classic.fonts_dir", "/nowhere/at/all"),
        ("classic.backgrounds_dir", "/nowhere/at/all"),
        ("seed", "x"),
        ("scale", "3"),
        ("theme", "green"),
    ] {
        let query = format!("preset=classic&{key}={}", html::escape(value));
        assert_eq!(sheet(&mut admin, &query).await.len(), SAMPLES, "{query}");
    }
}

#[tokio::test]
async fn files_are_told_by_content_and_the_bad_ones_are_named() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let whole = picture(300, 80, 190);
    let broken = whole[..whole.len() / 2].to_vec();
    let files = [
        ("Good font.ttf", font()),
        ("letters.bin", [&font()[..], b"!"].concat()),
        ("mute.ttf", mute_font()),
        ("cut.otf", font()[..5_000].to_vec()),
        ("ground.png", whole),
        ("dot.jpg", picture(1, 1, 180)),
        ("bomb.png", bomb()),
        ("cut.png", broken),
        ("page.html", b"<html><script>alert(1)</script>".to_vec()),
        (
            "<script>alert(1)</script>.png",
            b"\x89PNG\r\n\x1a\n".to_vec(),
        ),
        ("empty.ttf", Vec::new()),
        ("../../up.gif", b"GIF89a".to_vec()),
        ("huge.ttf", [&font()[..], &vec![0; 8 << 20]].concat()),
    ];
    let answer = admin.post_files(ASSETS, &files).await;
    assert_eq!(answer.status, 422, "some were refused");
    let text = answer.text();
    let outcome = |name: &str| {
        let at = text
            .find(&format!("<code>{name}</code>"))
            .unwrap_or_else(|| panic!("{name}: {text}"));
        text[at..at + text[at..].find("</li>").unwrap()].to_owned()
    };
    for (name, words) in [
        ("Good font.ttf", "kept as a font"),
        ("letters.bin.ttf", "kept as a font"),
        ("ground.png", "kept as a background"),
        ("dot.jpg", "kept as a background"),
    ] {
        assert!(outcome(name).contains(words), "{name}: {}", outcome(name));
    }
    for (name, words) in [
        ("mute.ttf", "abcdefghijklmnopqrstuvwxyz"),
        ("cut.otf", "its end is missing"),
        ("bomb.png", "30000"),
        ("cut.png", "cannot be read"),
        ("page.html", "neither"),
        ("script_.png", "cannot be read"),
        ("empty.ttf", "neither"),
        ("up.gif", "cannot be read"),
        ("huge.ttf", "8388608"),
    ] {
        let said = outcome(name);
        assert!(
            said.contains("Not kept") && said.contains(words),
            "{name}: {said}"
        );
    }
    assert!(!text.contains("<script>alert"));

    let live = site.app.captchas.settings.current();
    let fonts = live.drawing.assets.fonts.names();
    let grounds = live.drawing.assets.backgrounds.names();
    assert!(fonts.contains(&"Good font.ttf".to_owned()), "{fonts:?}");
    assert!(grounds.contains(&"dot.jpg".to_owned()), "{grounds:?}");
    // Every one of them can be looked at, and no more.
    for (what, count) in [("fonts", fonts.len()), ("backgrounds", grounds.len())] {
        for n in 0..count {
            let picture = admin.get(&format!("/admin/captcha/{what}/{n}")).await;
            assert_eq!(
                (picture.status, picture.header("content-type")),
                (200, "image/png")
            );
        }
        for n in [count.to_string(), "-1".to_owned(), "x".to_owned()] {
            let answer = admin.get(&format!("/admin/captcha/{what}/{n}")).await;
            assert!(
                matches!(answer.status, 400 | 404),
                "{what} {n}: {}",
                answer.status
            );
        }
    }
    assert_eq!(sheet(&mut admin, "preset=classic").await.len(), SAMPLES);

    // Another node has them too, and so has this one after a start.
    let site = site.restarted().await;
    let fonts = site
        .app
        .captchas
        .settings
        .current()
        .drawing
        .assets
        .fonts
        .len();
    assert_eq!(fonts, shipped::fonts().len() + 2);
}

#[tokio::test]
async fn a_file_is_kept_once_removed_once_and_written_down() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let before = site
        .app
        .captchas
        .settings
        .current()
        .drawing
        .assets
        .backgrounds
        .len();
    let kept = admin
        .post_files(ASSETS, &[("a.png", picture(9, 9, 1))])
        .await;
    assert_eq!(kept.status, 200, "{}", kept.text());
    for (name, bytes, words) in [
        ("a.png", picture(9, 9, 1), "is already there: a.png"),
        ("b.png", picture(9, 9, 1), "is already there: a.png"),
        ("a.png", picture(9, 9, 2), "another file has this name"),
        ("c.ttf", shipped::fonts()[0].1.to_vec(), "is already there"),
    ] {
        let answer = admin.post_files(ASSETS, &[(name, bytes)]).await;
        assert_eq!(answer.status, 422);
        assert!(answer.says(words), "{name} {words}");
    }
    let nothing = admin.post_files(ASSETS, &[]).await;
    assert_eq!(nothing.status, 422);
    assert!(nothing.says("No file was chosen") && nothing.says("<title>Error: "));

    let id = admin.get(ASSETS).await.field("id").unwrap();
    let live = site.app.captchas.settings.current();
    assert_eq!(live.drawing.assets.backgrounds.len(), before + 1);
    let remove = "/admin/captcha/assets/remove";
    assert_eq!(admin.post(remove, &[("id", &id)]).await.status, 303);
    assert_eq!(admin.post(remove, &[("id", &id)]).await.status, 404);
    assert_eq!(admin.post(remove, &[("id", "x")]).await.status, 404);
    assert_eq!(admin.get(ASSETS).await.field("id"), None);
    let live = site.app.captchas.settings.current();
    assert_eq!(live.drawing.assets.backgrounds.len(), before);

    let log = site.store().audit_log(20, None).await.unwrap().rows;
    let acts: Vec<_> = log
        .iter()
        .map(|row| (row.entry.action.as_str(), row.entry.subject.as_str()))
        .filter(|(action, _)| action.starts_with("captcha-"))
        .collect();
    assert_eq!(acts.len(), 2, "{acts:?}");
    assert!(acts.contains(&("captcha-upload", "a.png")));
    assert!(acts.contains(&("captcha-remove", "a.png")));
}

#[tokio::test]
async fn uploads_have_bounds() {
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let some = |from: u8, count: u8| -> Vec<(String, Vec<u8>)> {
        (from..from + count)
            .map(|n| (format!("{n}.png"), picture(4, 4, n)))
            .collect()
    };
    let named = |files: &[(String, Vec<u8>)]| -> Vec<(String, Vec<u8>)> { files.to_vec() };
    let post = |files: Vec<(String, Vec<u8>)>, mut admin: Browser| async move {
        let files: Vec<_> = files.iter().map(|(n, b)| (n.as_str(), b.clone())).collect();
        admin.post_files(ASSETS, &files).await
    };
    let many = post(named(&some(0, 21)), admin.clone()).await;
    assert!(many.says("too many files at once"));
    assert_eq!(site.store().asset_list().await.unwrap().len(), 20);
    assert_eq!(post(some(30, 20), admin.clone()).await.status, 200);
    let full = post(some(60, 11), admin.clone()).await;
    assert!(full.says("no more room"));
    assert_eq!(site.store().asset_list().await.unwrap().len(), 50);

    let large = vec![("large.png", vec![0; 25 << 20])];
    assert_eq!(admin.post_files(ASSETS, &large).await.status, 413);
    // Every other form stays small, and nobody else sends files.
    let long = "x".repeat(70_000);
    let fields = [("classic.fonts_dir", &*long)];
    assert_eq!(admin.post("/admin/captcha", &fields).await.status, 413);
    let answer = site
        .visitor()
        .post_files(ASSETS, &[("a.png", picture(1, 1, 1))])
        .await;
    assert_eq!(answer.location(), format!("/login?next={ASSETS}"));
    let plain = site.user("Thandi").await.post_files(ASSETS, &[]).await;
    assert_eq!(plain.status, 404);
}

#[tokio::test]
async fn directories_are_read_again_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let fonts = folder.path().join("fonts");
    std::fs::create_dir(&fonts).unwrap();
    let site = Site::new().await;
    let mut admin = first_admin(&site).await;
    let version = admin.get("/admin/captcha").await.field("version").unwrap();
    let dir = fonts.display().to_string();
    let fields = [
        ("act", "save"),
        ("version", &*version),
        ("classic.fonts_dir", &*dir),
    ];
    assert_eq!(admin.post("/admin/captcha", &fields).await.status, 303);

    std::fs::write(fonts.join("mine.ttf"), font()).unwrap();
    std::fs::write(fonts.join("broken.ttf"), b"no font").unwrap();
    std::fs::write(fonts.join("LICENCE.txt"), b"a text").unwrap();
    std::os::unix::fs::symlink(&fonts, fonts.join("folder.ttf")).unwrap();
    assert!(!admin.get(ASSETS).await.says("mine.ttf"));
    let rescan = admin.post("/admin/captcha/assets/rescan", &[]).await;
    assert_eq!(rescan.status, 303);
    let page = admin.get(&rescan.location()).await;
    assert!(page.says("mine.ttf") && page.says("from the directory"));
    assert!(
        page.says("broken.ttf") && page.says("not a TrueType"),
        "{}",
        page.text()
    );
    assert!(!page.says("LICENCE"));
    assert!(admin.get("/admin/captcha").await.says("broken.ttf"));
}

#[tokio::test]
async fn news_of_an_upload_reaches_another_node() {
    let databases::Fresh { store, folder } = databases::sqlite().await;
    let first = Site::on(store.clone(), &[]).await;
    let second = Site::on(store, &[]).await;
    let mut admin = first_admin(&first).await;
    admin.post_files(ASSETS, &[("far.ttf", font())]).await;
    let has = |site: &Site| {
        let live = site.app.captchas.settings.current();
        live.drawing
            .assets
            .fonts
            .names()
            .contains(&"far.ttf".to_owned())
    };
    assert!(has(&first) && !has(&second));
    // Two processes on one file hear nothing of each other: the second looks by itself.
    second.app.captchas.settings.refresh_if_old().await.unwrap();
    assert!(has(&second));
    let id = first.store().asset_list().await.unwrap()[0].id.to_string();
    let remove = format!("{ASSETS}/remove");
    let removed = admin.post(&remove, &[("id", &*id)]).await;
    assert_eq!(removed.status, 303);
    second.app.captchas.settings.refresh_if_old().await.unwrap();
    assert!(!has(&second));
    drop(folder);
}

#[tokio::test]
async fn history_says_who_and_what_and_an_old_version_can_be_used_again() {
    let site = Site::new().await;
    let mut first = first_admin(&site).await;
    let mut second = site.admin("Second").await;
    assert!(
        first
            .get("/admin/captcha/history")
            .await
            .says("nobody has saved")
    );
    for (admin, size) in [(&mut first, "31"), (&mut second, "44")] {
        let version = admin.get("/admin/captcha").await.field("version").unwrap();
        let fields = [
            ("act", "save"),
            ("version", &*version),
            ("preset", "classic"),
            ("classic.font_size_px", size),
        ];
        assert_eq!(admin.post("/admin/captcha", &fields).await.status, 303);
    }
    let page = first.get("/admin/captcha/history").await;
    let text = page.text();
    let (newer, older) = text.split_at(text.find("Version 1").unwrap());
    assert!(newer.contains("Second") && newer.contains("<td>31</td><td>44</td>"));
    assert!(older.contains("Owner") && older.contains("<td>24</td><td>31</td>"));
    assert!(older.contains("/admin/captcha?version=1"));
    assert!(
        !newer.contains("/admin/captcha?version=2"),
        "that one is in force"
    );

    let again = first.get("/admin/captcha?version=1").await;
    assert_eq!(again.field("classic.font_size_px").as_deref(), Some("31"));
    assert_eq!(
        again.field("version").as_deref(),
        Some("2"),
        "it would follow the newest"
    );
    assert!(again.says("Nothing is saved yet"));
    assert_eq!(site.app.captchas.settings.current().version, 2);
    for missing in ["3", "-1"] {
        let answer = first
            .get(&format!("/admin/captcha?version={missing}"))
            .await;
        assert_eq!(answer.status, 404, "{missing}");
    }
}

#[tokio::test]
async fn a_measurement_is_started_watched_and_stopped() {
    const BENCH: &str = "/admin/captcha/bench";
    let site = Site::with(&[FAST]).await;
    let mut admin = first_admin(&site).await;
    assert!(admin.get(BENCH).await.says("Not measured"));
    let version = admin.get("/admin/captcha").await.field("version").unwrap();
    let wrong = [
        ("act", "measure"),
        ("version", &*version),
        ("classic.font_size_px", "7"),
    ];
    assert_eq!(admin.post("/admin/captcha", &wrong).await.status, 422);
    assert_eq!(admin.get_json(BENCH).await["state"], "idle");

    let fields = [
        ("act", "measure"),
        ("version", &*version),
        ("preset", "classic"),
    ];
    for _ in 0..2 {
        // A second one does not begin: both are shown the first.
        let answer = admin.post("/admin/captcha", &fields).await;
        assert_eq!((answer.status, answer.location().as_str()), (303, BENCH));
    }
    // Other values wait in their form.
    let others = [&fields[..], &[("classic.font_size_px", "31")]].concat();
    let answer = admin.post("/admin/captcha", &others).await;
    assert_eq!(answer.status, 409);
    let typed = answer.field("classic.font_size_px");
    assert_eq!(typed.as_deref(), Some("31"));
    let page = admin.get(BENCH).await;
    assert!(page.says("Stop measuring"));
    assert!(
        page.text().contains("http-equiv=\"refresh\""),
        "without scripts the page asks again"
    );
    assert_eq!(admin.get_json(BENCH).await["state"], "running");
    assert_eq!(
        self::version(&mut admin).await,
        version,
        "nothing was saved"
    );

    assert_eq!(admin.post(BENCH, &[("act", "cancel")]).await.status, 303);
    for _ in 0..1500 {
        if admin.get_json(BENCH).await["state"] == "idle" {
            assert!(!admin.get(BENCH).await.says("Stop measuring"));
            assert!(
                site.app
                    .captchas
                    .shutdown(std::time::Duration::from_secs(5))
                    .await
            );
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the measurement did not stop within 30 s");
}

async fn version(browser: &mut Browser) -> String {
    let page = browser.get("/admin/captcha").await;
    page.field("version").unwrap()
}
