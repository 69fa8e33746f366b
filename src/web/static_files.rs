//! The files of `static/`: from the binary in release builds, from disk in debug builds. One content hash for all of them is
//! part of the URL, so that relative imports between modules work and browsers may cache every file for ever.

use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "static/"]
pub(in crate::web) struct Files;

/// The path prefix of all static files, `/static/<hash>`.
pub fn prefix() -> String {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort();
    let mut hash = Sha256::new();
    for name in names {
        if let Some(file) = Files::get(&name) {
            hash.update(name.as_bytes());
            hash.update(file.metadata.sha256_hash());
        }
    }
    let digest = hash.finalize();
    format!("/static/{}", data_encoding::HEXLOWER.encode(&digest[..8]))
}
