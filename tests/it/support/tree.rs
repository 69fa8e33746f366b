//! The project's own files, for tests that read the source.

use std::path::{Path, PathBuf};

/// The folder that holds `Cargo.toml`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the project: its path from the root with slashes, and its text.
#[derive(Debug)]
pub struct SourceFile {
    /// For example `src/web/mod.rs`.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// All files below `folder`, which has to be there, whose name ends with `.ending`, sorted by path.
pub fn files(folder: &str, ending: &str) -> Vec<SourceFile> {
    let mut found = Vec::new();
    collect(&root().join(folder), ending, &mut found);
    found.sort();
    found
        .into_iter()
        .map(|path| SourceFile {
            text: std::fs::read_to_string(&path)
                .unwrap_or_else(|e| panic!("{}: {e}", path.display())),
            path: from_root(&path),
        })
        .collect()
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder);
    for entry in entries.unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path
                .file_name()
                .is_none_or(|name| name != "node_modules" && name != "out")
            {
                collect(&path, ending, found);
            }
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

fn from_root(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap()
        .to_string_lossy()
        .replace('\\', "/")
}
