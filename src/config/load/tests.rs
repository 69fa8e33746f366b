//! Tests of the configuration: precedence of its sources, unknown keys, hidden secrets, the shipped file.

use rookery_captcha::{FieldSpec, Settings};

use super::*;

fn load(file: Option<&str>, env: &[(&str, &str)], flags: &[(&str, &str)]) -> Result<Loaded, Error> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config.toml");
    std::fs::write(&path, file.unwrap_or("")).unwrap();
    let own = |pairs: &[(&str, &str)]| {
        pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect()
    };
    Loaded::read(&Sources {
        file: Some(path),
        environment: own(env),
        flags: own(flags),
    })
}

#[test]
fn flags_beat_environment_beats_file_beats_default() {
    let file = "listen = \"127.0.0.1:1\"\n[site]\nname = \"File\"\nnotice = \"n\"";
    let env = [
        ("ROOKERY__LISTEN", "127.0.0.1:2"),
        ("ROOKERY__SITE__NAME", "Env"),
        ("OTHER", "x"),
    ];
    let loaded = load(Some(file), &env, &[("listen", "127.0.0.1:3")]).unwrap();
    assert_eq!(loaded.config.listen.port(), 3);
    assert_eq!(loaded.config.site.name, "Env");
    assert_eq!(loaded.config.site.notice, "n");
    assert_eq!(loaded.config.site.language, "en");
    assert_eq!(loaded.origins["listen"], SettingOrigin::Flag);
    assert_eq!(
        loaded.origins["site.name"],
        SettingOrigin::Environment("ROOKERY__SITE__NAME".to_owned())
    );
    assert!(matches!(
        loaded.origins["site.notice"],
        SettingOrigin::File(_)
    ));
    assert_eq!(loaded.origins["site.language"], SettingOrigin::Default);
    assert!(loaded.is_locked("site.name") && !loaded.is_locked("site.notice"));
}

#[test]
fn numbers_and_lists_come_from_the_environment() {
    let env = [
        ("ROOKERY__CAPTCHA__CLASSIC__FONT_SIZE_PX", "30"),
        ("ROOKERY__TRUSTED_PROXIES", "10.0.0.0/8,::1/128"),
    ];
    let loaded = load(None, &env, &[]).unwrap();
    assert_eq!(loaded.config.captcha.classic.font_size_px, 30);
    assert_eq!(loaded.config.trusted_proxies.len(), 2);
}

#[test]
fn an_unknown_key_names_the_nearest_known_one() {
    let error = load(Some("[captcha.classic]\nfont_size = 30"), &[], &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("unknown key `captcha.classic.font_size`"),
        "{error}"
    );
    assert!(
        error.to_string().contains("`captcha.classic.font_size_px`"),
        "{error}"
    );
    let error = load(None, &[("ROOKERY__LISTN", "x")], &[]).unwrap_err();
    assert!(
        error.to_string().contains("did you mean `listen`"),
        "{error}"
    );
}

#[test]
fn a_value_that_does_not_fit_is_named_with_its_key() {
    for (file, key) in [
        (
            "[captcha.classic]\nfont_size_px = 7",
            "captcha.classic.font_size_px",
        ),
        ("[captcha]\nlife_s = 5", "captcha.life_s"),
        ("public_url = \"https://a.example/path\"", "public_url"),
        ("database = \"mysql://x\"", "database"),
        ("listen = \"nowhere\"", "listen"),
        (
            "listen = \"0.0.0.0:80\"\n[captcha]\ntest_answer = \"abc\"",
            "captcha.test_answer",
        ),
    ] {
        let error = load(Some(file), &[], &[]).unwrap_err().to_string();
        assert!(error.contains(key), "{file}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn secrets_are_hidden() {
    let loaded = load(Some("database = \"postgres://me:pw@db/site\""), &[], &[]).unwrap();
    let rows = loaded.rows();
    let (_, text, _) = rows.iter().find(|(k, ..)| k == "database").unwrap();
    assert_eq!(text, "\"postgres://…@db/site\"");
    assert!(!format!("{:?}", loaded.config).contains("pw"));
}

#[test]
fn the_shipped_file_lists_every_key_with_its_default() {
    let shipped = include_str!("../../../config.toml");
    let loaded = load(Some(shipped), &[], &[]).unwrap();
    for (key, value, origin) in load(None, &[], &[]).unwrap().rows() {
        assert_eq!(origin, SettingOrigin::Default);
        assert!(
            matches!(loaded.origins[&key], SettingOrigin::File(_)),
            "config.toml lacks {key}"
        );
        let (_, same, _) = loaded.rows().into_iter().find(|(k, ..)| *k == key).unwrap();
        assert_eq!(same, value, "{key}");
    }
}

/// `config.toml` repeats the factory settings of the captcha's settings table for owners.
#[test]
fn the_shipped_file_has_the_captchas_settings_as_their_table_has_them() {
    let shipped = include_str!("../../../config.toml");
    for section in ["classic", "strong", "defence"] {
        let own = |spec: &&FieldSpec| spec.key.starts_with(&format!("{section}."));
        let lines: String = Settings::fields()
            .filter(own)
            .map(FieldSpec::config_lines)
            .collect();
        let expected = format!("[captcha.{section}]\n{lines}");
        assert!(
            shipped.contains(&expected),
            "config.toml should have:\n{expected}"
        );
    }
}
