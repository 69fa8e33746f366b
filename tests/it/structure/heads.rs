//! Heads of files: the first line of a text file names the thing, and is not a question in disguise.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::tree;

/// First words of a riddle, not of a description.
const QUESTION_WORDS: [&str; 7] = ["What", "How", "Who", "Which", "Why", "Where", "Whether"];

/// Endings of files that people write; a file without one (a script, the Containerfile) counts too.
const ENDINGS: [&str; 13] = [
    "rs", "mjs", "js", "ts", "ftl", "md", "sql", "css", "html", "toml", "yaml", "py", "service",
];

/// Folders of built or fetched files.
const NOT_OURS: [&str; 4] = ["target", "node_modules", "out", "mutants.out"];

/// Heads that stay as they are, with the reason.
const EXCEPTIONS: [(&str, &str); 6] = [
    ("migrations/sqlite/0002_captcha_defence.sql", APPLIED),
    ("migrations/sqlite/0003_captcha_times.sql", APPLIED),
    ("migrations/sqlite/0007_notation_and_lists.sql", APPLIED),
    ("migrations/postgres/0002_captcha_defence.sql", APPLIED),
    ("migrations/postgres/0003_captcha_times.sql", APPLIED),
    ("migrations/postgres/0007_notation_and_lists.sql", APPLIED),
];
const APPLIED: &str = "databases in use keep the checksum of each migration that they applied";

/// The first word of the first line that says something, without the signs that make it a comment or a title.
fn first_word(text: &str) -> &str {
    let line = text.lines().find(|line| !line.starts_with("#!"));
    let is_mark = |c: char| "/*!#-{\"' ".contains(c);
    line.unwrap_or_default()
        .trim_start_matches("<!--")
        .trim_start_matches(is_mark)
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default()
}

fn begins_with_a_question(text: &str) -> bool {
    QUESTION_WORDS.contains(&first_word(text))
}

/// The text files below a folder, by their paths from the root.
fn collect(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_symlink() || NOT_OURS.contains(&name.as_ref()) || name == ".git" {
            continue;
        }
        if path.is_dir() {
            collect(&path, found);
        } else if path
            .extension()
            .is_none_or(|ending| ENDINGS.iter().any(|e| ending == *e))
        {
            let path = path.strip_prefix(tree::root()).unwrap();
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

#[test]
fn files_begin_with_a_noun_phrase() {
    let mut files = Vec::new();
    collect(tree::root(), &mut files);
    let mut questions = BTreeSet::new();
    let mut endings = BTreeSet::new();
    for path in &files {
        // A file that is not text has no head.
        let Ok(text) = std::fs::read_to_string(tree::root().join(path)) else {
            continue;
        };
        endings.extend(
            Path::new(path)
                .extension()
                .map(|e| e.to_string_lossy().into_owned()),
        );
        if begins_with_a_question(&text) {
            questions.insert(path.as_str());
        }
    }
    assert_eq!(
        questions,
        EXCEPTIONS.iter().map(|(path, _)| *path).collect(),
        "begin with a noun phrase that one would search for; the exceptions are the right-hand list"
    );
    assert_eq!(endings.len(), ENDINGS.len(), "looked at {endings:?} only");
}

#[test]
fn a_question_is_seen_behind_every_sort_of_comment() {
    for head in [
        "//! What it is.",
        "// How it is.",
        "/* Who it is. */",
        "# Which it is",
        "#!/bin/sh\n# Why it is.",
        "-- Where it is.",
        "{#- Whether it is. -#}",
        "<!-- What it is. -->",
        "#!/usr/bin/env python3\n\"\"\"How it is.",
    ] {
        assert!(begins_with_a_question(head), "{head}");
    }
    for head in ["//! Whatever.", "[package]", "", "# The price", "<nav>"] {
        assert!(!begins_with_a_question(head), "{head}");
    }
}
