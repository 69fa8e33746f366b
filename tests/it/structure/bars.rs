//! Limits of the structure: files in a folder, files that a type's methods are spread over, public fields of a type, items of the
//! trait that play sees.

use std::collections::{BTreeMap, BTreeSet};

use crate::structure::sources::{self, CRATES, Types};
use crate::support::tree;

const MAX_FILES_OF_FOLDER: usize = 12;
const MAX_FILES_OF_TYPE: usize = 3;
const MAX_PUBLIC_FIELDS: usize = 8;
const MAX_ITEMS_OF_PLAY: usize = 35;

/// Folders with more files, each with its reason.
const FOLDERS: [(&str, &str); 0] = [];

/// Types whose methods are in more files, each with its reason.
const SPREAD: [(&str, &str); 2] = [
    (
        "src Store",
        "a file a noun: each holds the queries on its tables",
    ),
    (
        "crates/rookery-captcha/src Settings",
        "four types, each at home in its own file: a `settings!` table defines three of them",
    ),
];

/// Records of data with more fields, each with what it holds: whoever makes one says every value, and no method relies on what
/// holds between two of them. Types that macros define are not looked at (the settings of the captcha are tables of data).
const RECORDS: [(&str, &str); 26] = [
    (
        "crates/rookery-engine/src/search/limits.rs Request",
        "a search to make, with a default for all",
    ),
    (
        "crates/rookery-games/src/api/metadata/sheet.rs Sheet",
        "a game's constants, with a default for most",
    ),
    (
        "crates/rookery-games/src/mills/rules/rule_options.rs Rules",
        "the choices of a match",
    ),
    (
        "crates/rookery-games/src/api/metadata/world.rs World",
        "the look of a board, with a default for all",
    ),
    (
        "crates/rookery-games/src/uci/command.rs Go",
        "the words of UCI's `go`",
    ),
    (
        "crates/rookery-games/src/uci/settings.rs Settings",
        "the options of UCI",
    ),
    (
        "src/cli/captcha/price/priced.rs Priced",
        "a row of the price table",
    ),
    ("src/config.rs Config", "the sections of config.toml"),
    (
        "src/look/settings.rs Look",
        "the fields of the owner's look",
    ),
    ("src/config.rs LimitSettings", "the keys of [limits]"),
    ("src/matches/record.rs Record", "a match as it is stored"),
    ("src/store/accounts/user_rows.rs User", "a row of users"),
    (
        "src/store/accounts/users.rs NewUser",
        "a row of users to be written",
    ),
    (
        "src/store/captcha/challenges.rs Challenge",
        "a row of captcha_challenges",
    ),
    ("src/web/board/art/mod.rs Art", "values of a template"),
    (
        "src/web/board/board_view.rs BoardView",
        "the JSON of a position, as the API documents it",
    ),
    ("src/web/board/cells.rs Cell", "values of a template"),
    ("src/web/board/part.rs BoardPart", "values of a template"),
    ("src/web/board/scene.rs Scene", "what a board is drawn from"),
    (
        "src/web/captcha/captcha_form.rs CaptchaBlock",
        "values of a template",
    ),
    ("src/web/gallery.rs GameProfile", "values of a template"),
    ("src/web/matches/rows.rs MatchRow", "values of a template"),
    ("src/web/matches/strips.rs Strip", "values of a template"),
    ("src/web/page.rs Page", "values of the frame of every page"),
    (
        "src/web/site/unfinished.rs Unfinished",
        "values of a template",
    ),
    (
        "src/web/analysis/position.rs PositionPart",
        "an analysed position for templates and scripts",
    ),
];

/// Whether the names found are those of the table, each of which has a reason.
fn assert_exceptions(found: &BTreeMap<String, usize>, table: &[(&str, &str)], bar: &str) {
    let found: BTreeSet<&str> = found.keys().map(String::as_str).collect();
    let allowed: BTreeSet<&str> = table.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        found, allowed,
        "{bar}: found, and allowed by the table of exceptions"
    );
    assert!(table.iter().all(|(_, why)| !why.is_empty()));
}

#[test]
fn a_folder_has_at_most_twelve_files() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for file in ["src", "crates"]
        .into_iter()
        .flat_map(|folder| tree::files(folder, "rs"))
    {
        let (folder, _) = file.path.rsplit_once('/').unwrap();
        *folders.entry(folder.to_owned()).or_default() += 1;
    }
    assert!(folders.len() > 50, "{folders:?}");
    folders.retain(|_, files| *files > MAX_FILES_OF_FOLDER);
    assert_exceptions(&folders, &FOLDERS, "files in a folder");
}

#[test]
fn the_methods_of_a_type_are_in_few_files() {
    let mut spread = BTreeMap::new();
    for root in CRATES {
        // Several types may have one name: each is at home in the file that defines it, which counts once.
        let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for source in sources::of_crate(root) {
            let types = Types::of(&source.file);
            for name in types.implemented {
                let is_home = types.defined.iter().any(|t| t.name == name);
                let file = if is_home { "home" } else { &source.path };
                files.entry(name).or_default().insert(file.to_owned());
            }
        }
        let many = files
            .into_iter()
            .map(|(name, files)| (format!("{root} {name}"), files.len()));
        spread.extend(many.filter(|(_, n)| *n > MAX_FILES_OF_TYPE));
    }
    assert_exceptions(&spread, &SPREAD, "files with methods of a type");
}

#[test]
fn only_records_of_data_have_many_public_fields() {
    let mut large = BTreeMap::new();
    for root in CRATES {
        for source in sources::of_crate(root) {
            for found in Types::of(&source.file).defined {
                let is_public =
                    |field: &&syn::Field| !matches!(field.vis, syn::Visibility::Inherited);
                let public = found.fields.iter().filter(is_public).count();
                if public > MAX_PUBLIC_FIELDS {
                    large.insert(format!("{} {}", source.path, found.name), public);
                }
            }
        }
    }
    assert_exceptions(&large, &RECORDS, "public fields of a type");
}

#[test]
fn play_sees_few_items_of_a_game() {
    let mut items = 0;
    for (file, name) in [("game_type", "GameType"), ("game", "Game")] {
        let path = tree::root().join(format!("crates/rookery-games/src/api/{file}.rs"));
        let parsed = syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap();
        items += parsed
            .items
            .iter()
            .find_map(|item| match item {
                syn::Item::Trait(found) if found.ident == name => Some(found.items.len()),
                _ => None,
            })
            .unwrap_or_else(|| panic!("{file}.rs has no trait {name}"));
    }
    assert!(
        items <= MAX_ITEMS_OF_PLAY,
        "{items} items, at most {MAX_ITEMS_OF_PLAY}"
    );
}
