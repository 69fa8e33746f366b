//! Static files of a site: those of `static/`, from the binary in release builds and from disk in debug builds, with the colours of the
//! games at the end of `board.css`.
//!
//! One hash of all contents is part of the URL, so that relative imports between modules work and browsers may cache every file
//! for ever.

use std::borrow::Cow;
use std::sync::Arc;

use rookery_games::Registry;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::web::board::world_style;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Embedded;

/// The style sheet that ends with the colours of the games.
const BOARD_STYLE: &str = "board.css";

/// Content and hash of a file of `static/`.
pub struct StaticFile {
    pub bytes: Cow<'static, [u8]>,
    /// SHA-256 of its content, or of its two parts' hashes.
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
    prefix: Arc<str>,
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
        if name == BOARD_STYLE {
            file.bytes
                .to_mut()
                .extend_from_slice(self.worlds.as_bytes());
            let both = Sha256::new_with_prefix(file.hash).chain_update(self.worlds_hash);
            file.hash = both.finalize().into();
        }
        Some(file)
    }
}
