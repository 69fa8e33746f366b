//! Static files of a site: those of `static/`, from the binary in release builds and from disk in debug builds, with the colours of the
//! games at the end of `board.css` and the scripts of a match in one piece.
//!
//! One hash of all contents is part of the URL, so that relative imports between modules work and browsers may cache every file
//! for ever.

use std::borrow::Cow;
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
    scripts: Vec<ScriptBundle>,
    prefix: Arc<str>,
}

/// Each entry with what it imports; none if one cannot be joined, and then every script is served as it is.
fn bundles() -> Vec<ScriptBundle> {
    let read = |name: &str| {
        let file = Embedded::get(name)?;
        String::from_utf8(file.data.into_owned()).ok()
    };
    let bundles: Result<_, _> = ENTRIES.iter().map(|entry| bundle(entry, &read)).collect();
    bundles
        .inspect_err(|why| tracing::error!(%why, "scripts are not bundled"))
        .unwrap_or_default()
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
            scripts: bundles(),
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
        if let Some(script) = self.bundled(name) {
            file.hash = Sha256::digest(&script).into();
            file.bytes = Cow::Owned(script.into_bytes());
        } else if name == BOARD_STYLE {
            file.bytes
                .to_mut()
                .extend_from_slice(self.worlds.as_bytes());
            let both = Sha256::new_with_prefix(file.hash).chain_update(self.worlds_hash);
            file.hash = both.finalize().into();
        }
        Some(file)
    }

    /// The script that stands in place of a file. In debug builds it is of the files as they are now, as all files of `static/` are.
    fn bundled(&self, name: &str) -> Option<String> {
        let now = if cfg!(debug_assertions) && name.ends_with(".js") {
            bundles()
        } else {
            Vec::new()
        };
        let bundles = if now.is_empty() { &self.scripts } else { &now };
        let entries = ENTRIES.iter().zip(bundles);
        match entries.into_iter().find(|(entry, _)| **entry == name) {
            Some((_, bundle)) => Some(bundle.script.clone()),
            None => bundles.first()?.references.get(name).cloned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_come_with_all_that_they_import() {
        let bundles = bundles();
        assert_eq!(bundles.len(), ENTRIES.len());
        for (entry, bundle) in ENTRIES.iter().zip(&bundles) {
            assert!(
                !bundle.script.contains("import {"),
                "{entry}: something is left to fetch"
            );
            assert!(bundle.references.contains_key("board.js"), "{entry}");
            for (name, reference) in &bundle.references {
                let at = format!("from \"./{entry}\"");
                assert!(reference.contains(&at), "{name}: {reference}");
            }
        }
    }
}
