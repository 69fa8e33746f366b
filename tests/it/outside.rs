//! The library in other projects: the README shows the code that `tests/outside/` compiles and `.ci/run` runs.

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

/// The name on the registry belongs to somebody else: a version in place of a path or an address would fetch a stranger's code.
#[test]
fn no_text_tells_anybody_to_take_the_crate_from_the_registry() {
    let mut files = tree::files("docs", "md");
    files.extend(tree::files("tests/outside", "toml"));
    files.push(tree::SourceFile {
        path: "README.md".to_owned(),
        text: text("README.md"),
    });
    for file in files {
        for line in file.text.lines().map(str::trim_start) {
            let is_dependency = line.starts_with("rookery =") || line.contains("cargo add rookery");
            let is_install = line.contains("cargo install rookery");
            let says_where = line.contains("path =")
                || line.contains("git =")
                || line.contains("--path")
                || line.contains("--git");
            assert!(
                !(is_dependency || is_install) || says_where,
                "{}: {line}",
                file.path
            );
        }
    }
}
