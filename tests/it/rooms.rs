//! Architecture rules checked against the source: imports between rooms, the homes of third-party crates, lengths of files,
//! and forbidden contents of templates. Each exception is in one table, with its reason.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::support::tree::{self, SourceFile};

/// The rooms that each room may import; the same table is at the head of `src/lib.rs`.
const ARROWS: &[(&str, &[&str])] = &[
    (
        "cli",
        &[
            "web",
            "store",
            "accounts",
            "config",
            "clock",
            "ids",
            "rookery_games",
            "rookery_engine",
            "rookery_captcha",
            "rookery_attacker",
        ],
    ),
    (
        "web",
        &[
            "service",
            "store",
            "work",
            "matches",
            "rookery_games",
            "accounts",
            "look",
            "rookery_captcha",
            "config",
            "meters",
            "clock",
            "ids",
        ],
    ),
    (
        "service",
        &[
            "store",
            "bus",
            "work",
            "matches",
            "rookery_games",
            "rookery_engine",
            "accounts",
            "look",
            "rookery_captcha",
            "rookery_attacker",
            "meters",
            "clock",
            "ids",
        ],
    ),
    (
        "store",
        &[
            "matches",
            "rookery_games",
            "accounts",
            "rookery_captcha",
            "ids",
            "clock",
        ],
    ),
    ("bus", &["matches", "ids"]),
    ("work", &["clock"]),
    (
        "matches",
        &["rookery_games", "rookery_engine", "ids", "clock"],
    ),
    ("config", &["rookery_captcha", "accounts"]),
    ("look", &["rookery_captcha"]),
    ("accounts", &[]),
    ("meters", &[]),
    ("ids", &[]),
    ("clock", &[]),
];

/// Arrows that the table does not have, each with its reason: (file, room, why).
const ARROW_EXCEPTIONS: &[(&str, &str, &str)] = &[];

/// Foreign crates and where they may be named: folders end with a slash.
const FOREIGN: &[(&str, &[&str])] = &[
    ("sqlx", &["src/store/", "src/bus/postgres.rs"]),
    ("deadpool", &["src/store/database/"]),
    ("axum", &["src/web/"]),
    ("tower", &["src/web/"]),
    ("tower_http", &["src/web/"]),
    ("tower_sessions", &["src/web/"]),
    ("tower_sessions_core", &["src/store/"]),
    ("hyper", &["src/web/"]),
    ("hyper_util", &["src/web/"]),
    ("askama", &["src/web/"]),
    ("rust_embed", &["src/web/", "src/store/database/schema.rs"]),
    ("fluent_bundle", &["src/web/"]),
    ("fluent_syntax", &["src/web/"]),
    ("governor", &["src/service/limits.rs"]),
    ("http_range_header", &["src/web/request/range.rs"]),
    ("argon2", &["src/accounts/"]),
    ("hmac", &["src/accounts/"]),
    ("roxmltree", &["src/look/", "src/web/pictures/tests.rs"]),
    ("clap", &["src/cli/", "src/main.rs"]),
    (
        "rustix",
        &["src/cli/", "src/clock.rs", "src/web/server/", "src/work/"],
    ),
    ("metrics", &["src/meters/"]),
    ("metrics_exporter_prometheus", &["src/meters/"]),
    ("procfs", &["src/meters/process.rs"]),
    ("listenfd", &["src/cli/site/listener.rs"]),
    ("resvg", &["src/web/pictures/raster.rs"]),
    ("clap_complete", &["src/cli/"]),
    ("clap_mangen", &["src/cli/"]),
];

const MAX_LINES: usize = 600;
const MAX_MEDIAN_LINES: usize = 130;
const MAX_P90_LINES: usize = 400;

/// The names in a file: `crate::room` paths, first segments of longer paths, and shapes that hide an arrow.
#[derive(Default)]
struct Names {
    /// The module that is read, from the crate's root.
    module: Vec<String>,
    rooms: BTreeSet<String>,
    foreign: BTreeSet<String>,
    shapes: Vec<&'static str>,
}

impl Names {
    fn of(file: &SourceFile) -> Self {
        let parsed = syn::parse_file(&file.text).unwrap_or_else(|e| panic!("{}: {e}", file.path));
        let mut names = Names {
            module: module_of(&file.path),
            ..Names::default()
        };
        names.visit_file(&parsed);
        names
    }

    fn path(&mut self, segments: &[String]) {
        match segments {
            [first, second, ..] if first == "crate" => {
                self.rooms.insert(second.clone());
            }
            [first, ..] if first.starts_with("rookery_") => {
                self.rooms.insert(first.clone());
            }
            [first, second, ..] if first == "super" && second == "super" => {
                self.shapes
                    .push("super::super; name the room from `crate::`");
            }
            // From the face of a room it leads to the crate's root, and so to any room.
            [first, second, ..] if first == "super" => {
                let above = self.module.len().saturating_sub(1);
                let room = self.module[..above].first().unwrap_or(second);
                self.rooms.insert(room.clone());
            }
            [first, _, ..] if !["self", "super", "Self"].contains(&first.as_str()) => {
                self.foreign.insert(first.clone());
            }
            _ => {}
        }
    }

    fn tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => {
                if before.iter().eq(["crate"]) {
                    self.shapes.push("use crate::{…}; one room a line");
                }
                for item in &group.items {
                    self.tree(item, before);
                }
            }
            syn::UseTree::Name(name) => self.leaf(&name.ident.to_string(), before),
            syn::UseTree::Rename(rename) => self.leaf(&rename.ident.to_string(), before),
            syn::UseTree::Glob(_) => self.leaf("*", before),
        }
    }

    fn leaf(&mut self, name: &str, before: &mut Vec<String>) {
        before.push(name.to_owned());
        if before.len() == 1 {
            before.push(String::new());
            self.path(before);
            before.pop();
        } else {
            self.path(before);
        }
        before.pop();
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &mut Vec::new());
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        if is_public && has_glob(&item.tree) {
            self.shapes
                .push("pub use …::*; a room's face is an explicit list");
        }
        visit::visit_item_use(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.path(&segments);
        visit::visit_path(self, path);
    }

    // The inside of a macro is not a syntax tree; its words are enough.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let text = mac.tokens.to_string().replace(' ', "");
        for (at, _) in text.match_indices("crate::") {
            let rest = &text[at + "crate::".len()..];
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            self.rooms.insert(rest[..end].to_owned());
        }
        visit::visit_macro(self, mac);
    }
}

fn has_glob(tree: &syn::UseTree) -> bool {
    match tree {
        syn::UseTree::Glob(_) => true,
        syn::UseTree::Path(path) => has_glob(&path.tree),
        syn::UseTree::Group(group) => group.items.iter().any(has_glob),
        syn::UseTree::Name(_) | syn::UseTree::Rename(_) => false,
    }
}

/// `src/web/site/home.rs` → web, site, home; `src/web/mod.rs` → web; `src/lib.rs` and `src/main.rs` → the crate's root.
fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_start_matches("src/").trim_end_matches(".rs");
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    module.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
    module
}

/// `src/web/site/home.rs` → `web`; `src/clock.rs` → `clock`; `src/lib.rs` and `src/main.rs` → none.
fn room_of(path: &str) -> Option<&str> {
    let first = path.strip_prefix("src/")?.split('/').next()?;
    let room = first.strip_suffix(".rs").unwrap_or(first);
    (room != "lib" && room != "main").then_some(room)
}

#[test]
fn rooms_import_only_what_the_table_allows() {
    let mut problems = Vec::new();
    for file in tree::files("src", "rs") {
        let names = Names::of(&file);
        problems.extend(
            names
                .shapes
                .iter()
                .map(|shape| format!("{}: {shape}", file.path)),
        );
        let Some(room) = room_of(&file.path) else {
            continue;
        };
        let allowed: &[&str] = match ARROWS.iter().find(|(name, _)| *name == room) {
            Some((_, allowed)) => allowed,
            None => {
                problems.push(format!(
                    "{}: the room `{room}` is not in the table",
                    file.path
                ));
                continue;
            }
        };
        for other in &names.rooms {
            let is_exception = ARROW_EXCEPTIONS
                .iter()
                .any(|(f, r, _)| *f == file.path && r == other);
            if other != room && !allowed.contains(&other.as_str()) && !is_exception {
                problems.push(format!("{}: {room} may not import {other}", file.path));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_map_in_lib_rs_is_this_table() {
    let lib = std::fs::read_to_string(tree::root().join("src/lib.rs")).unwrap();
    let mut drawn = BTreeMap::new();
    for line in lib.lines() {
        let Some((from, to)) = line.trim_start_matches("//!").split_once('→') else {
            continue;
        };
        let to: BTreeSet<&str> = match to.trim() {
            "nothing of ours" => BTreeSet::new(),
            list => list
                .split_whitespace()
                .take_while(|word| !word.starts_with('('))
                .collect(),
        };
        for room in from.split(',') {
            drawn.insert(room.trim(), to.clone());
        }
    }
    let table: BTreeMap<&str, BTreeSet<&str>> = ARROWS
        .iter()
        .map(|(room, to)| (*room, to.iter().copied().collect()))
        .collect();
    assert_eq!(drawn, table);
}

#[test]
fn a_foreign_crate_lives_in_one_room() {
    let mut problems = Vec::new();
    for file in tree::files("src", "rs") {
        for name in Names::of(&file).foreign {
            let Some((_, homes)) = FOREIGN.iter().find(|(crate_name, _)| *crate_name == name)
            else {
                continue;
            };
            let is_home = homes.iter().any(|home| {
                file.path == *home || (home.ends_with('/') && file.path.starts_with(home))
            });
            if !is_home {
                problems.push(format!(
                    "{}: `{name}` belongs into {}",
                    file.path,
                    homes.join(", ")
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_exception_is_needed_and_has_a_reason() {
    let names: BTreeMap<String, Names> = tree::files("src", "rs")
        .iter()
        .map(|file| (file.path.clone(), Names::of(file)))
        .collect();
    for (file, room, why) in ARROW_EXCEPTIONS {
        assert!(
            names.get(*file).is_some_and(|n| n.rooms.contains(*room)),
            "{file} no longer imports {room}"
        );
        assert!(!why.is_empty());
    }
}

#[test]
fn files_are_short_and_begin_with_what_they_are_for() {
    let own: Vec<SourceFile> = [
        ("src", "rs"),
        ("crates", "rs"),
        ("tests", "rs"),
        ("benches", "rs"),
        ("examples", "rs"),
        ("fuzz/fuzz_targets", "rs"),
        ("static", "js"),
        ("tests/browser", "mjs"),
    ]
    .into_iter()
    .flat_map(|(folder, ending)| tree::files(folder, ending))
    .filter(|file| !file.path.starts_with("static/vendor/"))
    .collect();
    let mut problems = Vec::new();
    for file in &own {
        let lines = file.text.lines().count();
        if lines > MAX_LINES {
            problems.push(format!("{}: {lines} lines, at most {MAX_LINES}", file.path));
        }
        let head = match file.path.ends_with(".rs") {
            true => "//!",
            false => "// ",
        };
        if !file.text.starts_with(head) {
            problems.push(format!(
                "{}: begin with a `{head}` line that says what the file is for",
                file.path
            ));
        }
        if file
            .path
            .split(['/', '.'])
            .any(|part| ["utils", "util", "helpers", "helper", "common"].contains(&part))
        {
            problems.push(format!(
                "{}: name the noun that the file is about",
                file.path
            ));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));

    let mut lengths: Vec<usize> = own
        .iter()
        .filter(|f| f.path.starts_with("src/") || f.path.starts_with("crates/"))
        .map(|f| f.text.lines().count())
        .collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    let p90 = lengths[lengths.len() * 9 / 10];
    eprintln!(
        "{} files of the site and its crates: median {median} lines, p90 {p90}, longest {:?}",
        lengths.len(),
        lengths.last()
    );
    assert!(
        median <= MAX_MEDIAN_LINES,
        "median is {median} lines, at most {MAX_MEDIAN_LINES}"
    );
    assert!(
        p90 <= MAX_P90_LINES,
        "p90 is {p90} lines, at most {MAX_P90_LINES}"
    );
}

/// The check of types reads the scripts of its list and what these import.
#[test]
fn the_check_of_types_reads_every_script() {
    let list = std::fs::read_to_string(tree::root().join("tests/browser/jsconfig.json")).unwrap();
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let mut next: Vec<String> = list["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| path.as_str().unwrap().replace("../../static/", ""))
        .collect();
    let scripts: BTreeMap<String, String> = tree::files("static", "js")
        .into_iter()
        .map(|file| (file.path.replace("static/", ""), file.text))
        .filter(|(name, _)| !name.starts_with("vendor/"))
        .collect();
    let mut read = BTreeSet::new();
    while let Some(name) = next.pop() {
        let text = scripts.get(&name).map_or("", String::as_str);
        if read.insert(name) {
            let imported = text.split("\"./").skip(1);
            next.extend(imported.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        }
    }
    let left: Vec<&String> = scripts
        .keys()
        .filter(|name| !read.contains(*name))
        .collect();
    assert!(
        left.is_empty(),
        "not in tests/browser/jsconfig.json: {left:?}"
    );
}

#[test]
fn templates_have_no_inline_script_or_style() {
    let templates = tree::files("templates", "html");
    let problems: Vec<String> = templates
        .iter()
        .flat_map(|file| {
            inline_code(&file.text)
                .into_iter()
                .map(|what| format!("{}: {what}", file.path))
        })
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The parts of a page that the content security policy would refuse.
pub fn inline_code(html: &str) -> Vec<String> {
    let lower = html.to_ascii_lowercase();
    let mut found = Vec::new();
    for (at, _) in lower.match_indices('<') {
        let rest = &lower[at + 1..];
        let tag = &rest[..rest.find('>').unwrap_or(rest.len())];
        let name = tag
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        if name.is_empty() {
            continue;
        }
        let is_data = tag.contains("type=\"application/json\"");
        if name == "style" || (name == "script" && !tag.contains(" src=") && !is_data) {
            found.push(format!("an inline <{name}>"));
        }
        for word in tag.split_whitespace().skip(1) {
            let Some((attribute, _)) = word.split_once('=') else {
                continue;
            };
            if attribute == "style"
                || (attribute.starts_with("on")
                    && attribute.bytes().all(|b| b.is_ascii_alphabetic()))
            {
                found.push(format!("<{name} {attribute}=…>"));
            }
        }
        if tag.contains("javascript:") {
            found.push(format!("<{name} …javascript:…>"));
        }
    }
    found
}

#[test]
pub fn inline_code_is_found_where_it_is() {
    for bad in [
        "<style>a{}</style>",
        "<script>x()</script>",
        "<p style=\"color:red\">",
        "<a\n onclick=\"x()\">",
        "<a href=\"javascript:x()\">",
    ] {
        assert_eq!(inline_code(bad).len(), 1, "{bad}");
    }
    for good in [
        "<script type=\"module\" src=\"/a.js\"></script>",
        "<script type=\"application/json\" id=v>",
        "<b>",
    ] {
        assert!(inline_code(good).is_empty(), "{good}");
    }
}

#[test]
fn arrows_are_seen_however_they_are_written() {
    let text = "use crate::a::X; use crate::{b, c::Y}; pub use d::*; fn f() { crate::e::g(); m!(crate::h::i()); }
        type T = crate::j::K; use super::super::z;";
    let names = Names::of(&SourceFile {
        path: "sample".to_owned(),
        text: text.to_owned(),
    });
    let rooms: Vec<&str> = names.rooms.iter().map(String::as_str).collect();
    assert_eq!(rooms, ["a", "b", "c", "e", "h", "j"]);
    assert_eq!(names.shapes.len(), 3);
    assert!(names.foreign.contains("d"));
}

#[test]
fn super_leads_out_of_a_room_from_its_face_alone() {
    for (path, text, room) in [
        ("src/web/mod.rs", "use super::store::Store;", "store"),
        ("src/clock.rs", "fn f(_: super::ids::GameId) {}", "ids"),
        ("src/clock.rs", "mod tests { use super::Clock; }", "clock"),
        ("src/web/site/mod.rs", "use super::page::Page;", "web"),
    ] {
        let names = Names::of(&SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        });
        assert_eq!(names.rooms, BTreeSet::from([room.to_owned()]), "{text}");
        assert!(names.shapes.is_empty(), "{text}");
    }
}
