//! The library in other projects: the README shows the code that `tests/outside/` compiles and `.ci/run` runs; a game from
//! outside is played.

use std::sync::LazyLock;

use rand::SeedableRng;
use rand::rngs::StdRng;
use regex::Regex;
use rookery_games::{Registry, Setup};

use crate::play;
use crate::support::site::{FAST, Site};
use crate::support::tree;

#[path = "../outside/five-in-a-row/mod.rs"]
mod five_in_a_row;

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
    // Lists indent their items.
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
fn the_readme_of_a_crate_stands_alone_with_a_short_example() {
    // That of the engine has a whole game in it.
    for (name, most) in [
        ("engine", 20),
        ("games", 10),
        ("captcha", 10),
        ("attacker", 10),
    ] {
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
            code.contains("assert") && lines <= most,
            "{folder}: {lines} lines"
        );
    }
}

/// The most lines that a stranger may need for five in a row on nine by nine squares: rules, view and texts, blank lines and all.
const FIVE_IN_A_ROW_LINES: usize = 150;

#[test]
fn five_in_a_row_as_a_stranger_writes_it_is_short() {
    let files =
        ["mod.rs", "en.ftl"].map(|file| text(&format!("tests/outside/five-in-a-row/{file}")));
    let lines: usize = files.iter().map(|text| text.lines().count()).sum();
    assert!(lines <= FIVE_IN_A_ROW_LINES, "{lines} lines");
    let folder = tree::root().join("tests/outside/five-in-a-row");
    let others = std::fs::read_dir(folder).unwrap().count() - files.len();
    assert_eq!(others, 0, "the folder has files that are not counted");
}

/// The lines of the example of a game from outside beside its rules: view, drawing, colours, evaluation, texts, program.
#[test]
fn the_example_of_a_game_from_outside_is_short() {
    let files = ["game.rs", "main.rs", "en.ftl", "chevron.svg"];
    let folder = "examples/outside-game/src";
    let lines = files.map(|file| text(&format!("{folder}/{file}")).lines().count());
    assert!(lines.iter().sum::<usize>() <= 150, "{lines:?}");
    let all = std::fs::read_dir(tree::root().join(folder))
        .unwrap()
        .count();
    assert_eq!(
        all,
        files.len() + 1,
        "files that are not counted, but for rules.rs"
    );
}

fn with_five_in_a_row() -> Registry {
    Registry::shipped().with::<five_in_a_row::FiveInARow>()
}

#[test]
fn five_in_a_row_of_a_stranger_has_the_rules() {
    let mut game = with_five_in_a_row()
        .find("five-in-a-row")
        .unwrap()
        .start(&Setup::default())
        .unwrap();
    // Nobody can have won yet: as many lines as there are ways to put three stones one after the other.
    assert_eq!(game.study().perft(3, true), 81 * 80 * 79);
    let play = |game: &mut Box<dyn rookery_games::Game>, moves: &str| {
        for square in moves.split(' ') {
            let path = game.read(square).unwrap();
            game.play(&path).unwrap();
        }
    };
    play(&mut game, "a1 a9 b2 b9 c3 c9 d4 d9");
    assert!(game.ending().is_none());
    play(&mut game, "e5");
    let ending = game.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(0), "won"));
    let mut row: Vec<String> = game.marks(&[]).into_iter().map(|mark| mark.at).collect();
    row.sort();
    assert_eq!(row, ["a1", "b2", "c3", "d4", "e5"]);
}

#[tokio::test]
async fn five_in_a_row_of_a_stranger_is_played_on_the_site() {
    let site = Site::offering(with_five_in_a_row(), &[FAST]).await;
    let mut browser = site.guest().await;
    assert!(browser.get("/play").await.says("Five in a row"));
    assert!(
        browser
            .get("/rules/five-in-a-row")
            .await
            .says("five stones or more in a row")
    );
    let fields = [("game", "five-in-a-row"), ("level", "1"), ("side", "0")];
    let game = browser.start(&fields).await;
    let view = play::play_on(&mut browser, &game, &mut StdRng::seed_from_u64(3)).await;
    assert!(view["ply"].as_u64().unwrap() >= 9, "{view}");
    site.app.shutdown().await;
}
