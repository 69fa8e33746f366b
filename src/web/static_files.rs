//! Static files of a site: those of `static/`, from the binary in release builds and from disk in debug builds, with the colours of the
//! games at the end of `board.css` and the scripts of a match in one piece.
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

/// The style sheet that ends with the colours of the games.
const BOARD_STYLE: &str = "board.css";

/// The scripts that are served with all that they import. No page loads both; what loads later on the page of a match takes the
/// modules of the first.
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
    worlds: String,
    worlds_hash: [u8; 32],
    scripts: BTreeMap<String, JoinedScript>,
    prefix: Arc<str>,
}

/// The content at the address of a script that is part of a bundle, and its SHA-256.
struct JoinedScript {
    script: String,
    hash: [u8; 32],
}

impl JoinedScript {
    fn new(script: String) -> Self {
        let hash = Sha256::digest(&script).into();
        JoinedScript { script, hash }
    }
}

/// The scripts that are not served as they are in `static/`, by file name; none if an entry cannot be joined.
fn joined_scripts() -> BTreeMap<String, JoinedScript> {
    let read = |name: &str| {
        let file = Embedded::get(name)?;
        String::from_utf8(file.data.into_owned()).ok()
    };
    let bundles: Result<Vec<ScriptBundle>, _> =
        ENTRIES.iter().map(|entry| bundle(entry, &read)).collect();
    let bundles = bundles
        .inspect_err(|why| tracing::error!(%why, "scripts are not bundled"))
        .unwrap_or_default();
    let mut joined = BTreeMap::new();
    for (n, (entry, bundle)) in ENTRIES.iter().zip(bundles).enumerate() {
        joined.insert((*entry).to_owned(), JoinedScript::new(bundle.script));
        if n == 0 {
            let references = bundle.references.into_iter();
            joined.extend(references.map(|(name, line)| (name, JoinedScript::new(line))));
        }
    }
    joined
}

impl StaticFiles {
    /// The files of a site with these games.
    pub fn new(games: &Registry) -> Self {
        let worlds = world_style::style_sheet(games);
        let worlds_hash = Sha256::digest(&worlds).into();
        let mut names: Vec<_> = Embedded::iter().collect();
        names.sort();
        let mut hash = Sha256::new_with_prefix(worlds_hash);
        for name in names {
            if let Some(file) = Embedded::get(&name) {
                hash.update(name.as_bytes());
                hash.update(file.metadata.sha256_hash());
            }
        }
        let digest = hash.finalize();
        let prefix = format!("/static/{}", data_encoding::HEXLOWER.encode(&digest[..8]));
        StaticFiles {
            worlds,
            worlds_hash,
            scripts: joined_scripts(),
            prefix: prefix.into(),
        }
    }

    /// The path prefix of all static files, `/static/<hash>`.
    pub fn prefix(&self) -> Arc<str> {
        Arc::clone(&self.prefix)
    }

    /// A file by its path below the prefix.
    pub fn get(&self, name: &str) -> Option<StaticFile> {
        let mut file = embedded(name)?;
        if let Some(JoinedScript { script, hash }) = self.scripts.get(name) {
            file.hash = *hash;
            file.bytes = Cow::Owned(script.clone().into_bytes());
        } else if name == BOARD_STYLE {
            file.bytes
                .to_mut()
                .extend_from_slice(self.worlds.as_bytes());
            let both = Sha256::new_with_prefix(file.hash).chain_update(self.worlds_hash);
            file.hash = both.finalize().into();
        }
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_come_with_all_that_they_import() {
        let joined = joined_scripts();
        for entry in ENTRIES {
            let script = &joined[entry].script;
            assert!(!script.contains("import {"), "{entry} imports something");
        }
        let reference = &joined["board.js"].script;
        assert!(reference.contains("from \"./app.js\""), "{reference}");
    }
}
