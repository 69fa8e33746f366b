//! Tests of the settings table: against the published one, and with every value at and beyond its bounds.

use std::collections::HashSet;

use crate::{FieldSpec, Kind, Preset, Problem, Settings, classic};

fn classic_fields() -> impl Iterator<Item = &'static FieldSpec> {
    Settings::fields().filter(|spec| spec.key.starts_with("classic."))
}

fn with(classic: classic::Settings) -> Settings {
    Settings {
        classic,
        ..Settings::default()
    }
}

/// Key, factory setting, least and most.
type Row = (&'static str, &'static str, Option<(u32, u32)>);

/// As the settings page of the original lists them, after the pattern of words, which the original fixes.
const TABLE: [Row; 13] = [
    ("classic.pattern", "original", None),
    ("classic.uppercase", "false", None),
    ("classic.fonts_dir", "fonts", None),
    ("classic.font_size_px", "24", Some((8, 99))),
    ("classic.spacing_px", "10", Some((0, 200))),
    ("classic.jiggle_px", "5", Some((0, 99))),
    ("classic.rotation_deg", "5", Some((0, 90))),
    ("classic.size_variation_px", "2", Some((0, 50))),
    ("classic.backgrounds_dir", "backgrounds", None),
    ("classic.noise_pixels", "4", Some((0, 200))),
    ("classic.noise_lines", "4", Some((0, 100))),
    ("classic.margin_px", "10", Some((0, 200))),
    ("classic.image_rotation_deg", "0", Some((0, 30))),
];

#[test]
fn the_table_has_the_published_settings() {
    assert_eq!(Settings::default().validate(), Ok(()));
    assert_eq!(classic_fields().count(), TABLE.len());
    for (spec, (key, factory, bounds)) in classic_fields().zip(TABLE) {
        assert_eq!((spec.key, spec.factory().as_str()), (key, factory));
        match (spec.kind, bounds) {
            (Kind::Number { min, max }, Some(expected)) => {
                assert_eq!((min, max), expected, "{key}")
            }
            (kind, None) => assert!(!matches!(kind, Kind::Number { .. }), "{key}"),
            (kind, Some(_)) => panic!("{key} is {kind:?}"),
        }
    }
}

#[test]
fn each_value_is_taken_or_refused_at_its_field() {
    for (key, _, bounds) in TABLE {
        let mut settings = Settings::default();
        match bounds {
            Some((min, max)) => {
                for good in [min, max] {
                    settings.set(key, &format!(" {good} ")).unwrap();
                    assert_eq!(settings.get(key), Some(good.to_string()));
                }
                let before = settings.clone();
                let above = (max + 1).to_string();
                for bad in ["", "x", "-1", "NaN", "1e1", "10.5", "4294967296", &above] {
                    let error = settings.set(key, bad).unwrap_err();
                    assert_eq!(
                        (error.field, &error.problem),
                        (key, &Problem::NotFromTo { min, max })
                    );
                    assert_eq!(settings, before);
                }
                assert!(min == 0 || settings.set(key, &(min - 1).to_string()).is_err());
            }
            None if key == "classic.uppercase" => {
                for (text, on) in [
                    ("on", "true"),
                    ("TRUE", "true"),
                    ("1", "true"),
                    ("", "false"),
                    ("off", "false"),
                ] {
                    settings.set(key, text).unwrap();
                    assert_eq!(settings.get(key).as_deref(), Some(on));
                }
                assert_eq!(
                    settings.set(key, "maybe").unwrap_err().problem,
                    Problem::NotASwitch
                );
            }
            None if key == "classic.pattern" => {
                settings.set(key, " cvcvc ").unwrap();
                assert_eq!(settings.get(key).as_deref(), Some("CVCVC"));
                let refused = settings.set(key, "CCCC").unwrap_err().to_string();
                assert!(refused.contains("original, CVCC, CVCV"), "{refused}");
            }
            None => {
                settings.set(key, " some/where ").unwrap();
                assert_eq!(settings.get(key).as_deref(), Some("some/where"));
                assert_eq!(
                    settings.set(key, "a\0b").unwrap_err().problem,
                    Problem::NotAPath
                );
            }
        }
    }
    let unknown = Settings::default().set("font", "1").unwrap_err();
    assert_eq!(
        unknown.problem,
        Problem::Unknown {
            key: "font".to_owned()
        }
    );
}

#[test]
fn the_words_of_a_refusal_name_the_setting_and_its_bounds() {
    let error = Settings::default()
        .set("classic.font_size_px", "NaN")
        .unwrap_err();
    assert_eq!(error.to_string(), "Font size must be a number from 8 to 99");
}

#[test]
fn all_problems_are_told_at_once() {
    let wrong = with(classic::Settings {
        font_size_px: 7,
        size_variation_px: 50,
        margin_px: 201,
        backgrounds_dir: "\u{1}".to_owned(),
        ..classic::Settings::default()
    });
    let named: HashSet<_> = wrong
        .validate()
        .unwrap_err()
        .iter()
        .map(|e| e.field)
        .collect();
    assert_eq!(
        named,
        HashSet::from([
            "classic.font_size_px",
            "classic.size_variation_px",
            "classic.margin_px",
            "classic.backgrounds_dir"
        ])
    );
    let equal = with(classic::Settings {
        font_size_px: 20,
        size_variation_px: 20,
        ..classic::Settings::default()
    });
    assert_eq!(
        equal.validate().unwrap_err()[0].to_string(),
        "Character size adjustment must be below the font size (20)"
    );
}

#[test]
fn every_field_keeps_what_it_is_given_and_refuses_what_is_out_of_bounds() {
    for spec in Settings::fields() {
        let mut settings = Settings::default();
        let factory = spec.factory();
        let mut take = |text: &str| {
            settings
                .set(spec.key, text)
                .map(|()| settings.get(spec.key))
        };
        assert_eq!(take(&factory), Ok(Some(factory.clone())), "{}", spec.key);
        match spec.kind {
            Kind::Number { min, max } => {
                for good in [min, max] {
                    assert_eq!(take(&good.to_string()), Ok(Some(good.to_string())));
                }
                for bad in [i64::from(min) - 1, i64::from(max) + 1] {
                    assert!(take(&bad.to_string()).is_err(), "{} {bad}", spec.key);
                }
            }
            Kind::Choice(words) => {
                for word in words {
                    assert_eq!(take(word), Ok(Some((*word).to_owned())));
                }
                let error = take("neither").unwrap_err();
                assert_eq!(error.problem, Problem::NotOneOf { words });
            }
            Kind::Switch => assert_eq!(take("on"), Ok(Some("true".to_owned()))),
            Kind::Directory => assert_eq!(take("x"), Ok(Some("x".to_owned()))),
        }
    }
}

#[test]
fn a_least_above_its_most_is_refused_at_the_least() {
    let mut settings = Settings::default();
    settings.set("strong.letters_min", "7").unwrap();
    settings.set("strong.letters_max", "6").unwrap();
    let error = &settings.validate().unwrap_err()[0];
    assert_eq!(error.field, "strong.letters_min");
    assert_eq!(
        error.to_string(),
        "Minimum number of letters must not be above Maximum number of letters (6)"
    );
}

/// Two of one section and two of another.
#[test]
fn every_pair_that_contradicts_itself_is_told() {
    let mut settings = Settings::default();
    for (key, value) in [
        ("strong.letters_min", "7"),
        ("strong.size_min_px", "60"),
        ("defence.range_work_percent", "81"),
        ("defence.site_work_percent", "86"),
    ] {
        settings.set(key, value).unwrap();
    }
    let refused = settings.validate().unwrap_err();
    let named: Vec<_> = refused.iter().map(|error| error.field).collect();
    assert_eq!(
        named,
        [
            "strong.letters_min",
            "strong.size_min_px",
            "defence.range_work_percent",
            "defence.site_work_percent"
        ]
    );
    assert_eq!(
        refused[3].to_string(),
        "Site: failures that ask for more work (per cent) must not be above Site: failures that ask for a wait as well (per cent) (85)"
    );
}

#[test]
fn a_path_is_as_long_as_the_system_opens_it_at_most() {
    let mut settings = Settings::default();
    let longest = "x".repeat(4096);
    settings.set("classic.fonts_dir", &longest).unwrap();
    assert_eq!(settings.get("classic.fonts_dir"), Some(longest.clone()));
    let refused = settings.set("classic.fonts_dir", &(longest.clone() + "x"));
    let refused = refused.unwrap_err();
    assert_eq!(refused.problem, Problem::NotAPath);
    assert!(
        refused.to_string().contains("at most 4096 bytes"),
        "{refused}"
    );
    assert_eq!(settings.get("classic.fonts_dir"), Some(longest));
}

#[test]
fn each_kind_of_setting_has_its_lines_of_config_toml() {
    let lines = |key| Settings::field(key).unwrap().config_lines();
    for (key, end) in [
        ("classic.font_size_px", ", 8 to 99.\nfont_size_px = 24\n"),
        ("classic.uppercase", ".\nuppercase = false\n"),
        ("classic.fonts_dir", ".\nfonts_dir = \"fonts\"\n"),
        ("classic.pattern", ".\npattern = \"original\"\n"),
        ("preset", ".\npreset = \"strong\"\n"),
    ] {
        let lines = lines(key);
        assert!(lines.starts_with("# "), "{lines}");
        assert!(lines.ends_with(end), "{lines}");
        assert!(!lines.contains(".."), "{lines}");
    }
    assert_eq!(Settings::field("font"), None);
    assert_eq!(Settings::default().get("font"), None);
}

#[test]
fn a_preset_is_known_by_its_name_and_an_unknown_one_names_those_that_there_are() {
    for preset in Preset::ALL {
        assert_eq!(preset.to_string().parse(), Ok(preset));
    }
    assert_eq!("classic".parse(), Ok(Preset::Classic));
    let error = "Strong".parse::<Preset>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown captcha preset \"Strong\"; this build has: strong, classic"
    );
}
