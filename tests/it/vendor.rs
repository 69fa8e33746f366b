//! Files of other projects in `static/vendor/`: each is the one that its README names by SHA-256, and its licence is beside it.

use std::fs;

use sha2::{Digest, Sha256};

use crate::support::tree;

#[test]
fn each_file_is_the_one_that_its_readme_names() {
    let vendor = tree::root().join("static/vendor");
    let mut seen = 0;
    for entry in fs::read_dir(&vendor).unwrap() {
        let folder = entry.unwrap().path();
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        let row = |name: &str| {
            let row = readme.lines().find(|line| line.starts_with(name));
            let cell = row.unwrap_or_else(|| panic!("{name}: {}", folder.display()));
            let (_, rest) = cell.split_once('`').unwrap();
            rest.split('`').next().unwrap().to_owned()
        };
        let file = row("| file |");
        let file = file.rsplit('/').next().unwrap();
        let bytes = fs::read(folder.join(file)).unwrap();
        let sum = data_encoding::HEXLOWER.encode(&Sha256::digest(&bytes));
        assert_eq!(sum, row("| SHA-256 |"), "{file}");
        let licence = fs::read_to_string(folder.join("LICENSE.txt")).unwrap();
        assert!(licence.contains("Copyright"), "{file}");
        seen += 1;
    }
    assert_eq!(seen, 2);
}
