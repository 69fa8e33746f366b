//! The library in other projects: the README shows the code that `tests/outside/` compiles and `.ci/run` runs.

use std::sync::LazyLock;

use regex::Regex;

use crate::support::tree;

fn text(path: &str) -> String {
    let path = tree::root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The lines below `[dependencies]`, with the path as somebody has it whose project lies beside this one.
fn dependencies(manifest: &str) -> String {
    let lines = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .take_while(|line| !line.is_empty());
    let lines: Vec<String> = lines
        .map(|line| line.replace("../../..", "../rookery"))
        .collect();
    lines.join("\n")
}

#[test]
fn the_readme_shows_the_projects_that_are_compiled() {
    let readme = text("README.md");
    // Lists indent what belongs to them.
    let flat: String = readme
        .lines()
        .map(|line| format!("{}\n", line.trim_start()))
        .collect();
    let shows = |what: &str| {
        let what: String = what
            .lines()
            .map(|line| format!("{}\n", line.trim_start()))
            .collect();
        assert!(flat.contains(&what), "README.md does not show:\n{what}");
    };
    for project in ["captcha", "engine"] {
        let folder = format!("tests/outside/{project}");
        let dependencies = dependencies(&text(&format!("{folder}/Cargo.toml")));
        assert!(dependencies.contains(" = { path = "), "{dependencies}");
        shows(&dependencies);
        let program = text(&format!("{folder}/src/main.rs"));
        let (head, body) = program.split_once("\n\n").unwrap();
        assert!(head.starts_with("//!"));
        shows(body);
    }
}

/// Whether a line would fetch one of these crates from the registry, where the name may be a stranger's: neither a path nor an
/// address of a repository stands beside it.
fn takes_from_registry(line: &str) -> bool {
    static NAMED: LazyLock<Regex> = LazyLock::new(|| {
        let as_key = r"^rookery(-\w+)*\s*=";
        let renamed = r#"package\s*=\s*"rookery(-\w+)*""#;
        let table = r"^\[.*dependencies\.rookery(-\w+)*\]";
        let command = r"cargo\s+(add|install)\s.*\brookery(-\w+)*\b";
        Regex::new(&[as_key, renamed, table, command].join("|")).unwrap()
    });
    // Documentation in the source has the same lines.
    let line = line
        .trim_start()
        .trim_start_matches(['/', '!', '#', '*', '`', ' ']);
    let says_where = ["path =", "git =", "--path", "--git", "path=", "git="];
    NAMED.is_match(line) && !says_where.iter().any(|place| line.contains(place))
}

#[test]
fn a_line_that_fetches_a_strangers_crate_is_known() {
    for line in [
        r#"rookery = "0.2""#,
        r#"  rookery-captcha = "0.2""#,
        r#"rookery-engine={ version = "0.2", features = [] }"#,
        r#"captcha = { package = "rookery-captcha", version = "0.2" }"#,
        r#"//! rookery-games = "0.2""#,
        "[dependencies.rookery-games]",
        "cargo add rookery-captcha",
        "$ cargo install --locked rookery",
        "`cargo add rand rookery-engine`",
    ] {
        assert!(takes_from_registry(line), "{line}");
    }
    for line in [
        r#"rookery-captcha = { path = "../rookery/crates/rookery-captcha" }"#,
        r#"rookery = { git = "https://git.example.org/rookery" }"#,
        r#"games = { package = "rookery-games", path = "../games" }"#,
        "cargo install --path . rookery",
        "cargo install cargo-mutants --locked",
        "cargo bench --bench site",
        "rookery --help",
        "# rookery-captcha",
        r#"rand = "0.10""#,
    ] {
        assert!(!takes_from_registry(line), "{line}");
    }
}

/// The name on the registry belongs to somebody else: a version in place of a path or an address would fetch a stranger's code.
#[test]
fn no_text_tells_anybody_to_take_a_crate_from_the_registry() {
    let mut files = Vec::new();
    for folder in ["docs", "crates", "examples", "tests/outside"] {
        files.extend(tree::files(folder, "md"));
    }
    for folder in ["examples", "tests/outside"] {
        files.extend(tree::files(folder, "toml"));
    }
    for folder in ["src", "crates", "examples"] {
        files.extend(tree::files(folder, "rs"));
    }
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
    ] {
        files.push(tree::SourceFile {
            path: name.to_owned(),
            text: text(name),
        });
    }
    for read in [
        "README.md",
        "crates/rookery-captcha/README.md",
        "examples/outside-game/README.md",
    ] {
        assert!(files.iter().any(|file| file.path == read), "{read}");
    }
    for file in files {
        for line in file.text.lines() {
            assert!(!takes_from_registry(line), "{}: {line}", file.path);
        }
    }
}

/// A registry shows the README of a crate without the tree around it.
#[test]
fn the_readme_of_a_crate_stands_alone_with_an_example_of_ten_lines() {
    for name in ["engine", "games", "captcha", "attacker"] {
        let folder = format!("crates/rookery-{name}");
        let readme = text(&format!("{folder}/README.md"));
        assert!(!readme.contains("](."), "{folder}: a link leaves the crate");
        // The crate's documentation is this file: its examples are tests.
        let lib = text(&format!("{folder}/src/lib.rs"));
        assert!(
            lib.contains("#![doc = include_str!(\"../README.md\")]"),
            "{folder}"
        );
        let examples: Vec<&str> = readme.split("```rust\n").skip(1).collect();
        assert_eq!(examples.len(), 1, "{folder}");
        let (code, _) = examples[0].split_once("```").unwrap();
        let shown = code
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with("# "));
        let lines = shown.count();
        assert!(
            code.contains("assert") && lines <= 10,
            "{folder}: {lines} lines"
        );
    }
}
