//! Tests of the configuration: precedence of its sources, unknown keys, hidden secrets, the shipped file.

use rookery_captcha::{FieldSpec, Settings};
use serde_json::json;

use super::*;

mod faults;

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

/// The expected texts are what was typed.
#[test]
fn texts_of_the_environment_arrive_as_they_were_typed() {
    let env = [
        ("ROOKERY__METRICS__TOKEN", "00001234567890123456"),
        ("ROOKERY__DATA", "007"),
        ("ROOKERY__SITE__NAME", "1e5"),
        ("ROOKERY__SITE__NOTICE", "TRUE"),
    ];
    let config = load(None, &env, &[("data", "0x10")]).unwrap().config;
    assert_eq!(config.metrics.token.expose(), "00001234567890123456");
    assert_eq!(config.data, PathBuf::from("0x10"));
    assert_eq!((&*config.site.name, &*config.site.notice), ("1e5", "TRUE"));
    assert_eq!(
        load(None, &env, &[]).unwrap().config.data,
        PathBuf::from("007")
    );
    for (word, expected) in [("True", true), ("off", false), ("0", false), ("1", true)] {
        let config = load(None, &[("ROOKERY__SITE__SOUNDS", word)], &[]);
        assert_eq!(config.unwrap().config.site.sounds, expected, "{word}");
    }
}

#[test]
fn a_list_may_be_empty_and_have_spaces() {
    for (text, expected) in [
        ("", 0),
        (" ", 0),
        ("10.0.0.0/8, 192.168.0.0/16", 2),
        (" fd00::/8 ,", 1),
    ] {
        for (key, own) in [("limits.exempt", true), ("trusted_proxies", false)] {
            let name = format!("ROOKERY__{}", key.replace('.', "__").to_uppercase());
            let config = load(None, &[(&name, text)], &[]).unwrap().config;
            let networks = match own {
                true => config.limits.exempt,
                false => config.trusted_proxies,
            };
            assert_eq!(networks.len(), expected, "{key}: {text:?}");
        }
    }
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
    let error = load(Some("access = \"closed\""), &[], &[])
        .unwrap_err()
        .to_string();
    assert!(error.contains("`access` is a section, not a key: set a key of it, such as `access.captcha_view` (in the environment ROOKERY__ACCESS__CAPTCHA_VIEW)"), "{error}");
    let error = load(None, &[("ROOKERY__LISTN", "x")], &[]).unwrap_err();
    assert!(
        error.to_string().contains("did you mean `listen`"),
        "{error}"
    );
}

#[test]
fn a_key_in_the_wrong_section_is_told_its_own() {
    for (text, advice) in [
        (
            "[access]\nguests = \"open\"\npublic_url = \"https://games.example.org\"",
            "unknown key `access.public_url`; `public_url` belongs above the first [section]: move the line up",
        ),
        (
            "guests = \"open\"",
            "unknown key `guests`; `guests` belongs below [access]: move the line there",
        ),
        // Two sections have this one.
        ("pattern = 30", "did you mean `"),
    ] {
        let error = load(Some(text), &[], &[]).unwrap_err().to_string();
        assert!(error.contains(advice), "{error}");
    }
}

#[test]
fn a_variable_that_lacks_an_underscore_is_no_setting() {
    for (name, meant) in [
        ("ROOKERY_LISTEN", "ROOKERY__LISTEN"),
        ("ROOKERY_SITE_NAME", "ROOKERY__SITE__NAME"),
        ("ROOKERY_PUBLIC_URL", "ROOKERY__PUBLIC_URL"),
        ("rookery__site__name", "ROOKERY__SITE__NAME"),
        ("Rookery_Listen", "ROOKERY__LISTEN"),
    ] {
        let error = load(None, &[(name, "x")], &[]).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{name}: write {meant},")),
            "{error}"
        );
    }
    // Variables of others that begin alike.
    load(None, &[("ROOKERY_BIN", "x"), ("ROOKERY_HOME", "y")], &[]).unwrap();
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
        ("[bus]\nkind = \"postgres\"", "bus.kind"),
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

/// The key, the value, the origin and what is allowed.
#[test]
fn an_error_says_what_where_and_what_is_allowed() {
    for (variable, value, said) in [
        (
            "LISTEN",
            "localhost:8080",
            ["listen", "\"localhost:8080\"", "127.0.0.1:8080"],
        ),
        (
            "ENGINE__THREADS",
            "-1",
            [
                "engine.threads",
                "\"-1\"",
                "must be from 0 (cores − 1) to 1024",
            ],
        ),
        (
            "ACCESS__GUESTS",
            "Open",
            ["access.guests", "\"Open\"", "captcha, open, off"],
        ),
        (
            "ACCESS__CAPTCHA_VIEW",
            "all",
            ["access.captcha_view", "\"all\"", "everyone or users"],
        ),
        (
            "CAPTCHA__PRESET",
            "weak",
            ["captcha.preset", "\"weak\"", "strong"],
        ),
        (
            "CAPTCHA__CLASSIC__PATTERN",
            "VV",
            ["captcha.classic.pattern", "\"VV\"", "CVCC"],
        ),
        (
            "LIMITS__EXEMPT",
            "::1/128,10.0.0.0/99",
            ["limits.exempt", "\"10.0.0.0/99\"", "10.0.0.0/8"],
        ),
        (
            "LIMITS__GAMES_PER_MINUTE",
            "-1",
            ["limits.games_per_minute", "\"-1\"", "from 0 to 4294967295"],
        ),
        (
            "LIMITS__GAMES_PER_MINUTE",
            "many",
            ["limits.games_per_minute", "\"many\"", "whole number"],
        ),
        (
            "LIMITS__GAMES_PER_MINUTE",
            "2.5",
            ["limits.games_per_minute", "\"2.5\"", "whole number"],
        ),
        (
            "SITE__ROBOTS",
            "maybe",
            ["site.robots", "\"maybe\"", "true or false"],
        ),
        ("DATA", "", ["data", "\"\"", "must name a folder"]),
        ("SITE__NAME", "", ["site.name", "\"\"", "not be empty"]),
        ("SITE__NAME", " ", ["site.name", "\" \"", "not be empty"]),
        (
            "SITE__NAME",
            "A name that is longer than the header has room for",
            ["site.name", "header has room", "longer than 40 characters"],
        ),
        ("LOG__LEVEL", "loud", ["log.level", "\"loud\"", "trace"]),
        (
            "LOG__LEVEL",
            "info,rookery",
            ["log.level", "\"info,rookery\"", "rookery=debug"],
        ),
        ("LOG__LEVEL", "", ["log.level", "\"\"", "rookery=debug"]),
        (
            "LOG__LEVEL",
            "rookery=loud",
            ["log.level", "\"rookery=loud\"", "rookery=debug"],
        ),
        (
            "LOG__LEVEL",
            "info,rokery=debug",
            ["log.level", "rokery", "did you mean `rookery`"],
        ),
        (
            "DATA",
            "~/rookery",
            ["data", "\"~/rookery\"", "the whole path"],
        ),
        (
            "CAPTCHA__CLASSIC__FONTS_DIR",
            "~anna",
            ["captcha.classic.fonts_dir", "\"~anna\"", "the whole path"],
        ),
        (
            "LIMITS__EXEMPT",
            "192.0.2.0/24,10.0.0.1/8",
            ["limits.exempt", "10.0.0.0/8", "10.0.0.1/32"],
        ),
        (
            "TRUSTED_PROXIES",
            "fd00::7/64",
            ["trusted_proxies", "fd00::/64", "fd00::7/128"],
        ),
        (
            "METRICS__TOKEN",
            "grün",
            ["metrics.token", "(hidden)", "printable ASCII"],
        ),
        (
            "METRICS__TOKEN",
            "token ",
            ["metrics.token", "(hidden)", "no blank at its ends"],
        ),
    ] {
        let name = format!("ROOKERY__{variable}");
        let error = load(None, &[(&name, value)], &[]).unwrap_err().to_string();
        for words in said.iter().chain([&&*name]) {
            assert!(error.contains(words), "{words}: {error}");
        }
        assert!(!error.contains('\n'), "{error}");
    }
    for (key, file, said) in [
        (
            "access.guests",
            "[access]\nguests = \"Open\"",
            "captcha, open, off",
        ),
        (
            "limits.exempt",
            "[limits]\nexempt = [\"10.0.0.0/99\"]",
            "\"10.0.0.0/99\" is not a network",
        ),
        ("limits.exempt", "[limits]\nexempt = 10", "list"),
        ("site.name", "[site]\nname = 1e5", "quotes"),
        ("engine.queue", "[engine]\nqueue = 1.5", "whole number"),
        (
            "retention.unowned_games_days",
            "[retention]\nunowned_games_days = 0",
            "at least 1 day",
        ),
        (
            "retention.audit_days",
            "[retention]\naudit_days = 0",
            "at least 1 day",
        ),
    ] {
        let error = load(Some(file), &[], &[]).unwrap_err().to_string();
        for words in [key, said, "config.toml)"] {
            assert!(error.contains(words), "{words}: {error}");
        }
    }
    let error = load(None, &[], &[("listen", "here")]).unwrap_err();
    assert!(error.to_string().contains("(command line)"), "{error}");
}

#[test]
fn levels_and_filters_of_the_log_are_taken() {
    for level in [
        "off",
        "WARN",
        "trace",
        "info,rookery=debug",
        "rookery=debug,sqlx=warn",
        "rookery::web=trace",
    ] {
        let loaded = load(None, &[("ROOKERY__LOG__LEVEL", level)], &[]).unwrap();
        assert_eq!(loaded.config.log.level, level);
    }
}

/// The origins that browsers send (WHATWG URL, serialisation of an origin): without the port of the scheme.
#[test]
fn the_public_address_is_the_origin_that_browsers_send() {
    for (typed, expected) in [
        ("", Ok("")),
        ("https://games.example.org", Ok("https://games.example.org")),
        (
            "https://games.example.org:443",
            Ok("https://games.example.org"),
        ),
        (
            "https://games.example.org:0443",
            Ok("https://games.example.org"),
        ),
        (
            "http://games.example.org:80",
            Ok("http://games.example.org"),
        ),
        (
            "http://games.example.org:443",
            Ok("http://games.example.org:443"),
        ),
        (
            "https://games.example.org:8443",
            Ok("https://games.example.org:8443"),
        ),
        ("http://[0:0::1]:80", Ok("http://[::1]")),
        ("http://[fd00::7]:8080", Ok("http://[fd00::7]:8080")),
        (
            "https://xn--schn-7qa.example",
            Ok("https://xn--schn-7qa.example"),
        ),
        ("https://schön.example", Err("xn--")),
        ("https://Games.example.org", Err("lower case")),
        ("https://games.example.org:0", Err("65535")),
        ("https://games.example.org:", Err("65535")),
        ("https://games.example.org:70000", Err("65535")),
        ("https://games.example.org:+80", Err("65535")),
        ("https://::1", Err("without a path")),
        ("https://[::g]", Err("IPv6")),
        ("https://games.example.org/", Err("slash")),
        ("https://a,b", Err("games.example.org")),
        ("games.example.org", Err("https://")),
    ] {
        let found = load(None, &[("ROOKERY__PUBLIC_URL", typed)], &[]);
        match (found, expected) {
            (Ok(loaded), Ok(url)) => assert_eq!(loaded.config.public_url, url, "{typed}"),
            (Err(error), Err(words)) => {
                let error = error.to_string();
                assert!(
                    error.contains(words) && error.contains(typed),
                    "{typed}: {error}"
                );
            }
            (found, _) => panic!("{typed}: {:?}", found.map(|l| l.config.public_url)),
        }
    }
}

#[test]
fn errors_say_no_secret() {
    let token = [
        ("ROOKERY__CAPTCHA__TEST_ANSWER", "sesame"),
        ("ROOKERY__LISTEN", "0.0.0.0:80"),
    ];
    let number = "[metrics]\ntoken = 7777";
    let broken = "database = \"postgres://me:sesame@db/site\n";
    let other = "database = \"mysql://me:sesame@db/site\"";
    for error in [
        load(None, &token, &[]),
        load(Some(number), &[], &[]),
        load(Some(broken), &[], &[]),
        load(Some(other), &[], &[]),
    ] {
        let error = error.unwrap_err().to_string();
        assert!(
            !error.contains("sesame") && !error.contains("7777"),
            "{error}"
        );
        assert!(!error.contains('\n'), "{error}");
    }
    let error = load(Some(broken), &[], &[]).unwrap_err().to_string();
    assert!(
        error.contains("config.toml") && error.contains("line 1"),
        "{error}"
    );
}

#[test]
fn secrets_are_hidden() {
    let loaded = load(Some("database = \"postgres://me:pw@db/site\""), &[], &[]).unwrap();
    let rows = loaded.rows();
    let (_, text, _) = rows.iter().find(|(k, ..)| k == "database").unwrap();
    assert_eq!(text, "\"postgres://…@db/site\"");
    assert!(!format!("{:?}", loaded.config).contains("pw"));
}

/// A program reads a number as a number, and a text without marks of quotation.
#[test]
fn values_for_programs_are_of_their_kinds() {
    let file = "database = \"postgres://me:pw@db/site\"\ntrusted_proxies = [\"10.0.0.0/8\"]";
    let environment = [
        ("ROOKERY__SITE__NAME", "A \"club\""),
        ("ROOKERY__ENGINE__THREADS", "3"),
        ("ROOKERY__SITE__ROBOTS", "off"),
        ("ROOKERY__METRICS__TOKEN", "sesame"),
    ];
    let values = load(Some(file), &environment, &[]).unwrap().values();
    for (key, expected) in [
        ("database", json!("postgres://…@db/site")),
        ("trusted_proxies", json!(["10.0.0.0/8"])),
        ("site.name", json!("A \"club\"")),
        ("engine.threads", json!(3)),
        ("site.robots", json!(false)),
        ("metrics.token", json!("(hidden)")),
        ("captcha.test_answer", json!("")),
    ] {
        let (_, value, _) = values.iter().find(|(known, ..)| known == key).unwrap();
        assert_eq!(*value, expected, "{key}");
    }
}

/// A value that is refused later, by whoever uses it, is named like those that are refused at once.
#[test]
fn a_value_that_is_refused_later_has_its_key_and_origin() {
    let variable = "ROOKERY__SITE__LANGUAGE";
    let loaded = load(None, &[(variable, "xx")], &[]).unwrap();
    let error = loaded.refuse("site.language", "has no texts").to_string();
    let said = format!("site.language = \"xx\" ({variable}): has no texts");
    assert_eq!(error, said);
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
