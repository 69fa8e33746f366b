//! `rookery captcha sample`: pictures and recordings from a seed, with single settings changed, and as a site draws them.

use std::ffi::OsString;
use std::path::Path;

use rookery::clock::Clock;
use rookery::store::{Actor, AuditEntry, OpenOptions, Store};
use rookery_captcha::{Preset, Settings};

use crate::support::program::{Place, failure};

/// The published sheet is of the pictures that are drawn today, and the words that were typed from it are right often enough: whoever
/// changes the scheme has to read a new one (docs/captcha.md).
#[test]
fn the_published_blind_sheet_is_of_todays_scheme() {
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/captcha");
    let place = Place::new();
    let drawn = [
        "captcha", "sample", "--preset", "strong", "--count", "60", "--seed", "20261129",
        "--blind", "--out", "blind",
    ];
    place.totals(&drawn);
    let pixels = |path: &Path| image::open(path).unwrap().to_rgb8();
    let (today, then) = (
        place.path().join("blind/sheet.png"),
        published.join("sheet.png"),
    );
    assert!(
        pixels(&today) == pixels(&then),
        "the scheme has changed: draw a new sheet and read it"
    );
    let typed = published.join("typed.txt");
    let score = place.totals(&["captcha", "score", "blind", typed.to_str().unwrap()]);
    assert_eq!(score["count"], 60);
    let right = score["right"].as_u64().unwrap();
    assert!(right >= 57, "{right} of 60 were read right");
    let told = std::fs::read_to_string(published.join("score.txt")).unwrap();
    let last = told.lines().last().unwrap();
    assert_eq!(last, format!("{right} of 60 right"));
}

/// They are all kept in memory until then.
#[test]
fn a_blind_sheet_has_1_000_pictures_at_most() {
    let place = Place::new();
    let many = [
        "captcha", "sample", "--count", "1001", "--blind", "--out", "x",
    ];
    let (code, refused) = failure(&place.run(&many));
    assert_eq!(code, 2);
    assert!(refused.contains("--count 1000 at most"), "{refused}");
    assert!(!place.path().join("x").exists());
}

/// The files of a folder, by name, with their bytes.
fn files(place: &Place, folder: &str) -> Vec<(OsString, Vec<u8>)> {
    let entries = std::fs::read_dir(place.path().join(folder)).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_name().unwrap().to_owned(),
                std::fs::read(&path).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

#[test]
fn captcha_writes_labelled_pictures_from_a_seed() {
    let place = Place::new();
    let sample = |out: &str| {
        let arguments = [
            "captcha", "sample", "--preset", "classic", "--count", "3", "--out", out, "--seed", "5",
        ];
        let totals = place.totals(&arguments);
        assert_eq!(totals["count"], 3);
        assert!(totals["bytes_mean"].is_number() && totals["per_cpu_s"].is_number());
        files(&place, out)
    };
    let drawn = sample("one");
    assert_eq!(drawn.len(), 3);
    for (name, png) in &drawn {
        let name = name.to_str().unwrap();
        let (label, number) = name.trim_end_matches(".png").rsplit_once('_').unwrap();
        assert!(
            !label.is_empty() && number.len() == 5 && number.parse::<u32>().is_ok(),
            "{name}"
        );
        assert!(png.starts_with(b"\x89PNG"));
    }
    assert_eq!(
        drawn,
        sample("two"),
        "the same seed writes the same pictures"
    );
    let totals = place.totals(&["captcha", "backgrounds", "--out", "grounds", "--seed", "1"]);
    let count = std::fs::read_dir(place.path().join("grounds"))
        .unwrap()
        .count();
    assert_eq!(totals["count"], count);
    assert!(count >= 6);
}

#[test]
fn captcha_writes_labelled_recordings_from_a_seed() {
    let place = Place::new();
    let sample = |out: &str| {
        let arguments = [
            "captcha", "sample", "--audio", "--count", "4", "--out", out, "--seed", "5",
        ];
        let totals = place.totals(&arguments);
        assert_eq!(totals["count"], 4);
        assert!(totals["per_cpu_s"].is_number() && totals["cpu_s"].is_number());
        assert!(totals["bytes_mean"].as_f64().unwrap() <= 100_000.0);
        files(&place, out)
    };
    let drawn = sample("one");
    assert_eq!(drawn.len(), 4);
    for (name, wav) in &drawn {
        let name = name.to_str().unwrap();
        let (label, number) = name.trim_end_matches(".wav").rsplit_once('_').unwrap();
        assert_eq!(label.split('-').count(), 5, "{name}");
        assert!(number.len() == 5 && number.parse::<u32>().is_ok(), "{name}");
        assert!(wav.starts_with(b"RIFF"));
    }
    assert_eq!(drawn, sample("two"), "the same seed says the same");
}

/// A reader of twenty pictures has no use for an answer sheet of ten, and nobody can tell pictures of two settings apart.
#[test]
fn samples_are_not_mixed_with_those_of_an_earlier_run() {
    let place = Place::new();
    let sample = |more: &[&str]| {
        let asked = ["captcha", "sample", "--count", "2", "--seed", "1"];
        place.run(&[&asked[..], more].concat())
    };
    let kinds = [
        &["--out", "blind", "--blind"][..],
        &["--out", "labelled"],
        &["--out", "spoken", "--audio"],
    ];
    for kind in kinds {
        assert!(sample(kind).status.success(), "{kind:?}");
    }
    for kind in kinds {
        let folder = kind[1];
        for again in kinds {
            let before = files(&place, folder);
            let mut asked = again.to_vec();
            asked[1] = folder;
            let (code, words) = failure(&sample(&asked));
            let said = format!("{folder} has files of an earlier run, such as ");
            assert!(code == 2 && words.contains(&said), "{asked:?}: {words}");
            assert!(files(&place, folder) == before, "{asked:?}");
        }
    }
    // The sheet and the answers alone are replaced as a whole.
    for number in ["00001.png", "00002.png"] {
        std::fs::remove_file(place.path().join("blind").join(number)).unwrap();
    }
    assert!(sample(kinds[0]).status.success());
}

/// The words of the pictures that a command draws, by their file names.
fn words(place: &Place, arguments: &[&str]) -> Vec<String> {
    let out = place.path().join("out");
    let _ = std::fs::remove_dir_all(&out);
    let sample = [
        "captcha", "sample", "--count", "30", "--seed", "1", "--out", "out",
    ];
    place.totals(&[&sample, arguments].concat());
    let files = std::fs::read_dir(out).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names
        .map(|name| name.split_once('_').unwrap().0.to_owned())
        .collect()
}

/// The pattern of a word: c for a consonant, v for a vowel.
fn pattern(word: &str) -> String {
    word.chars()
        .map(|letter| if "aeiou".contains(letter) { 'v' } else { 'c' })
        .collect()
}

#[test]
fn single_settings_are_changed_and_wrong_ones_are_named() {
    let place = Place::new();
    let changes = [
        "--set",
        "strong.letters_min=4",
        "--set",
        "strong.letters_max=4",
    ];
    let short = words(&place, &changes);
    assert!(short.iter().all(|word| word.len() == 4), "{short:?}");
    let syllables = words(
        &place,
        &["--preset", "classic", "--set", "classic.pattern=CVCVC"],
    );
    assert!(
        syllables.iter().all(|word| pattern(word) == "cvcvc"),
        "{syllables:?}"
    );
    for (change, expected) in [
        ("strong.rowz=off", "there is no captcha setting"),
        ("strong.letters_max", "write KEY=VALUE"),
        ("strong.letters_max=40", "from 4 to 8"),
        ("strong.letters_min=8", "must not be above"),
        ("classic.pattern=CCCC", "must be one of: original, CVCC"),
        ("captcha.classic.fonts_dir=fonts", "use --fonts"),
        ("classic.backgrounds_dir=pictures", "use --backgrounds"),
        ("defence.wait_s=20", "the picture stays the same"),
    ] {
        let (code, text) =
            failure(&place.run(&["captcha", "sample", "--out", "bad", "--set", change]));
        assert_eq!(code, 2, "{change}");
        assert!(text.contains(expected), "{change}: {text}");
        assert!(!place.path().join("bad").exists(), "{change}");
    }
}

#[tokio::test]
async fn a_site_is_drawn_with_its_saved_settings() {
    let place = Place::new();
    let data = place.path().join("site");
    let mut settings = Settings {
        preset: Preset::Classic,
        ..Settings::default()
    };
    settings.set("classic.pattern", "CVCV").unwrap();
    let saved = serde_json::to_string(&settings).unwrap();
    let store = Store::open(&OpenOptions::sqlite(&data)).await.unwrap();
    let entry = AuditEntry {
        at_ms: Clock::System.now_ms(),
        actor: Actor::Other("test".to_owned()),
        action: "captcha-settings".to_owned(),
        subject: "captcha".to_owned(),
        before: None,
        after: None,
    };
    store
        .save_setting("captcha", &saved, 0, &entry)
        .await
        .unwrap();
    store.close().await;
    let drawn = words(&place, &["--site", "--data", "site"]);
    assert!(
        drawn.iter().all(|word| pattern(word) == "cvcv"),
        "{drawn:?}"
    );
    let nowhere = [
        "captcha", "sample", "--out", "bad", "--site", "--data", "nowhere",
    ];
    let (code, text) = failure(&place.run(&nowhere));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("nowhere"), "{text}");
}
