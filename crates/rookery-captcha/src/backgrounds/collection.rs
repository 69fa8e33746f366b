//! The collection of background pictures.

use std::collections::HashSet;

use crate::assets::rejected_asset::read_guarded;
use crate::backgrounds::Background;
use crate::fonts::font_set::fingerprint;
use crate::{AssetFile, Reason, RejectedAsset, Source};

/// The usable pictures, in the order of their names, so that every node draws the same captcha from the same seed.
#[derive(Clone, Debug, Default)]
pub struct Backgrounds {
    names: Vec<String>,
    sources: Vec<Source>,
    pictures: Vec<Background>,
}

impl Backgrounds {
    /// Maximum number of pictures.
    pub const MAX_COUNT: usize = 100;
    /// Maximum size of a picture file in bytes.
    pub const MAX_FILE_BYTES: usize = 8 << 20;
    /// Maximum total memory of all decoded pictures, in bytes.
    pub const MAX_HELD_BYTES: usize = 24 << 20;

    /// Decodes pictures, recognised by their content and not by their names. Texts (`*.md`, `*.txt`) and hidden files are
    /// ignored, and a duplicate file counts once.
    pub fn load<F: Into<AssetFile>>(files: Vec<F>) -> (Self, Vec<RejectedAsset>) {
        let mut files: Vec<AssetFile> = files
            .into_iter()
            .map(Into::into)
            .filter(|file| !is_text_name(&file.name))
            .collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let mut backgrounds = Backgrounds::default();
        let mut skipped = Vec::new();
        let mut seen = HashSet::new();
        let mut held_bytes = 0;
        for AssetFile {
            name,
            source,
            bytes,
        } in files
        {
            if !seen.insert(fingerprint(&bytes)) {
                continue;
            }
            match read_guarded(|| backgrounds.decode(&bytes, held_bytes)) {
                Ok(picture) => {
                    held_bytes += picture.held_bytes();
                    backgrounds.names.push(name);
                    backgrounds.sources.push(source);
                    backgrounds.pictures.push(picture);
                }
                Err(reason) => skipped.push(RejectedAsset { name, reason }),
            }
        }
        (backgrounds, skipped)
    }

    fn decode(&self, bytes: &[u8], held_bytes: usize) -> Result<Background, Reason> {
        if bytes.len() > Self::MAX_FILE_BYTES {
            let max = Self::MAX_FILE_BYTES;
            return Err(Reason::TooManyBytes { max });
        }
        if self.pictures.len() >= Self::MAX_COUNT {
            return Err(Reason::NoMoreRoom);
        }
        let picture = Background::decode(bytes)?;
        if held_bytes + picture.held_bytes() > Self::MAX_HELD_BYTES {
            return Err(Reason::NoMoreRoom);
        }
        Ok(picture)
    }

    /// The names of the usable pictures.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The origin of each background, in the same order.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The number of usable pictures.
    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    /// Whether no picture is usable, so that the background is a plain colour.
    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// Whether there is room for more pictures, each of which holds so many bytes when it is decoded.
    pub fn has_room(&self, more: &[usize]) -> bool {
        let held = self.pictures.iter().map(Background::held_bytes);
        let bytes: usize = held.chain(more.iter().copied()).sum();
        self.len() + more.len() <= Self::MAX_COUNT && bytes <= Self::MAX_HELD_BYTES
    }

    pub(crate) fn pictures(&self) -> &[Background] {
        &self.pictures
    }
}

fn is_text_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.starts_with('.') || lower.ends_with(".md") || lower.ends_with(".txt")
}
