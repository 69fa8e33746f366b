//! Static files of a site: those of `static/`, from the binary in release builds and from disk in debug builds; the colours of each game
//! as `world-NAME.css`, and of all games as `worlds.css`; and the scripts of a match in one piece.
//!
//! One hash of all contents is part of the URL, so that relative imports between modules work and browsers may cache every file
//! for ever.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use rookery_games::Registry;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::web::board::world_style;
use crate::web::script_bundle::{ScriptBundle, bundle};

#[derive(RustEmbed)]
#[folder = "static/"]
struct Embedded;

/// The style sheet with the colours of all games.
const WORLDS: &str = "worlds.css";

/// The scripts that are served with all that they import. No page loads both. Modules that load later on a match's page import
/// from the first bundle.
const ENTRIES: [&str; 2] = ["app.js", "exercise.js"];

/// Content and hash of a file of `static/`.
pub struct StaticFile {
    pub bytes: Cow<'static, [u8]>,
    /// SHA-256 of its content, or of its parts' hashes.
    pub hash: [u8; 32],
}

/// A file of `static/` as it is.
pub fn embedded(name: &str) -> Option<StaticFile> {
    let file = Embedded::get(name)?;
    Some(StaticFile {
        hash: file.metadata.sha256_hash(),
        bytes: file.data,
    })
}

/// The static files of a site with its games.
pub struct StaticFiles {
    made: BTreeMap<String, MadeFile>,
    prefix: Arc<str>,
}

/// A file that is made at the start: a style sheet of colours, or what stands at the address of a script that is part of a bundle.
struct MadeFile {
    text: String,
    hash: [u8; 32],
}

impl MadeFile {
    fn new(text: String) -> Self {
        let hash = Sha256::digest(&text).into();
        MadeFile { text, hash }
    }
}

/// The colours of each game and of all games, by file name.
fn world_styles(games: &Registry) -> BTreeMap<String, MadeFile> {
    let mut all = String::new();
    let mut styles = BTreeMap::new();
    for game_type in games.all() {
        let style = world_style::style_sheet(*game_type);
        all += &style;
        let name = format!("world-{}.css", game_type.name());
        styles.insert(name, MadeFile::new(style));
    }
    styles.insert(WORLDS.to_owned(), MadeFile::new(all));
    styles
}

/// The text of a file of `static/`.
fn read(name: &str) -> Option<String> {
    let file = Embedded::get(name)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Whether a file is a module of the site's own.
fn is_module(name: &str) -> bool {
    name.ends_with(".js") && !name.contains('/')
}

/// The scripts that are not served as they are in `static/`, by file name; none if an entry cannot be joined.
fn joined_scripts() -> BTreeMap<String, MadeFile> {
    let bundles: Result<Vec<ScriptBundle>, _> =
        ENTRIES.iter().map(|entry| bundle(entry, &read)).collect();
    let bundles = bundles
        .inspect_err(|why| tracing::error!(%why, "scripts are not bundled"))
        .unwrap_or_default();
    let mut joined = BTreeMap::new();
    for (n, (entry, bundle)) in ENTRIES.iter().zip(bundles).enumerate() {
        if n == 0 {
            for name in Embedded::iter().filter(|name| is_module(name)) {
                let text = read(&name).unwrap_or_default();
                if let Some(later) = bundle.imported_by(entry, &text) {
                    joined.insert(name.into_owned(), MadeFile::new(later));
                }
            }
        }
        joined.insert((*entry).to_owned(), MadeFile::new(bundle.script));
        if n == 0 {
            let references = bundle.references.into_iter();
            joined.extend(references.map(|(name, line)| (name, MadeFile::new(line))));
        }
    }
    joined
}

/// The path prefix for what is made and what is in `static/`: another one where either differs.
fn prefix_of(made: &BTreeMap<String, MadeFile>) -> String {
    let mut hash = Sha256::new();
    for (name, file) in made {
        hash.update(name.as_bytes());
        hash.update(file.hash);
    }
    let mut names: Vec<_> = Embedded::iter().collect();
    names.sort();
    for name in names {
        if let Some(file) = Embedded::get(&name) {
            hash.update(name.as_bytes());
            hash.update(file.metadata.sha256_hash());
        }
    }
    let digest = hash.finalize();
    format!("/static/{}", data_encoding::HEXLOWER.encode(&digest[..8]))
}

impl StaticFiles {
    /// The files of a site with these games.
    pub fn new(games: &Registry) -> Self {
        let mut made = world_styles(games);
        made.extend(joined_scripts());
        let prefix = prefix_of(&made);
        StaticFiles {
            made,
            prefix: prefix.into(),
        }
    }

    /// The path prefix of all static files, `/static/<hash>`.
    pub fn prefix(&self) -> Arc<str> {
        Arc::clone(&self.prefix)
    }

    /// A file by its path below the prefix.
    pub fn get(&self, name: &str) -> Option<StaticFile> {
        let Some(MadeFile { text, hash }) = self.made.get(name) else {
            return embedded(name);
        };
        Some(StaticFile {
            bytes: Cow::Owned(text.clone().into_bytes()),
            hash: *hash,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_come_with_all_that_they_import() {
        let joined = joined_scripts();
        for entry in ENTRIES {
            let script = &joined[entry].text;
            assert!(!script.contains("import {"), "{entry} imports something");
        }
        let reference = &joined["board.js"].text;
        assert!(reference.contains("from \"./app.js\""), "{reference}");
        let later = &joined["menu.js"].text;
        assert!(later.contains("write } from \"./app.js\""), "{later}");
        assert!(!later.contains("from \"./page.js\""), "{later}");
    }

    #[test]
    fn another_made_script_has_another_address() {
        let made = |text: &str| BTreeMap::from([("a.js".to_owned(), MadeFile::new(text.into()))]);
        assert_eq!(prefix_of(&made("1;")), prefix_of(&made("1;")));
        assert_ne!(prefix_of(&made("1;")), prefix_of(&made("2;")));
    }
}
