//! Names of types: no name of a crate stands for two concepts.

use std::collections::{BTreeMap, BTreeSet};

use crate::structure::sources::{self, CRATES, Types};

/// Names that several types of a crate share because they are one concept, each with its reason.
const SHARED: [(&str, &str); 7] = [
    ("src Error", "the error of a room or of what a room reads"),
    (
        "crates/rookery-captcha/src Layout",
        "the places of a picture's letters, one a style",
    ),
    (
        "crates/rookery-captcha/src Placed",
        "a letter at its place, one a style",
    ),
    ("crates/rookery-games/src Book", "a game's opening book"),
    (
        "crates/rookery-games/src Builder",
        "the maker of a game's opening book",
    ),
    (
        "crates/rookery-games/src SelfPlay",
        "games that a game's engine learns from",
    ),
    (
        "crates/rookery-games/src TrainingPosition",
        "a position that a game's evaluation learns from",
    ),
];

#[test]
fn a_public_type_name_stands_for_one_concept() {
    let mut twice: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for root in CRATES {
        let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for source in sources::of_crate(root) {
            for found in Types::of(&source.file).defined {
                if !matches!(found.visibility, syn::Visibility::Inherited) {
                    homes
                        .entry(found.name)
                        .or_default()
                        .push(source.path.clone());
                }
            }
        }
        homes.retain(|_, files| files.len() > 1);
        twice.extend(
            homes
                .into_iter()
                .map(|(name, files)| (format!("{root} {name}"), files)),
        );
    }
    let found: BTreeSet<&str> = twice.keys().map(String::as_str).collect();
    let allowed: BTreeSet<&str> = SHARED.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, allowed, "defined twice: {twice:#?}");
    assert!(SHARED.iter().all(|(_, why)| !why.is_empty()));
}
