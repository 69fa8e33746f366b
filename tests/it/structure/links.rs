//! Links between documents: the file or folder that a relative link names is there.

use std::path::Path;

use crate::support::tree;

/// The documents at the top, and the folders with others.
const AT_THE_TOP: [&str; 4] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
];
const FOLDERS: [&str; 3] = ["docs", "crates", "examples"];

/// The addresses of the links of a Markdown text, without their anchors; those of other sites, of a place in the same text, and of items of
/// Rust are left out.
fn linked_files(text: &str) -> impl Iterator<Item = &str> {
    let addresses = text.split("](").skip(1);
    let addresses = addresses.filter_map(|rest| rest.split_once(')'));
    let addresses = addresses.map(|(address, _)| address);
    let addresses = addresses.filter(|address| !address.contains(char::is_whitespace));
    let files = addresses.filter_map(|address| address.split('#').next());
    files.filter(|file| !file.is_empty() && !file.contains("://") && !file.contains("::"))
}

#[test]
fn every_linked_file_is_there() {
    let read = |path: &str| std::fs::read_to_string(tree::root().join(path)).unwrap();
    let top = AT_THE_TOP.map(|path| (path.to_owned(), read(path)));
    let below = FOLDERS.iter().flat_map(|folder| tree::files(folder, "md"));
    let documents = top
        .into_iter()
        .chain(below.map(|file| (file.path, file.text)));
    let (mut links, mut missing) = (0, Vec::new());
    for (path, text) in documents {
        let folder = tree::root().join(Path::new(&path).parent().unwrap());
        for file in linked_files(&text) {
            links += 1;
            if !folder.join(file).exists() {
                missing.push(format!("{path}: {file}"));
            }
        }
    }
    assert!(links > 100, "only {links} links were found");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
