//! The set of typefaces that letters are drawn in.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use crate::assets::rejected_asset::read_guarded;
use crate::fonts::typeface::Face;
use crate::shipped;
use crate::{AssetFile, Reason, RejectedAsset, Source};

/// The built-in font for a site without a usable font.
static BUILT_IN: LazyLock<Face> = LazyLock::new(|| {
    Face::read(shipped::BUILT_IN_FACE)
        .expect("the face in the binary has every letter, a test reads it")
});

/// The usable typefaces, in the order of their names, so that every node draws the same picture from the same seed.
#[derive(Clone, Debug, Default)]
pub struct Fonts {
    names: Vec<String>,
    sources: Vec<Source>,
    faces: Vec<Face>,
}

/// Whether a file of a font directory is meant as a font: `*.ttf` or `*.otf`, in any case.
pub fn is_font_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["ttf", "otf"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

impl Fonts {
    /// Maximum number of fonts.
    pub const MAX_COUNT: usize = 100;
    /// Maximum size of a font file in bytes.
    pub const MAX_FILE_BYTES: usize = 16 << 20;

    /// Reads font files; files that are not named `*.ttf` or `*.otf` are ignored, and a duplicate file counts once.
    pub fn load<F: Into<AssetFile>>(files: Vec<F>) -> (Self, Vec<RejectedAsset>) {
        let mut files: Vec<AssetFile> = files
            .into_iter()
            .map(Into::into)
            .filter(|file| is_font_name(&file.name))
            .collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let mut fonts = Fonts::default();
        let mut skipped = Vec::new();
        let mut seen = HashSet::new();
        for AssetFile {
            name,
            source,
            bytes,
        } in files
        {
            if !seen.insert(fingerprint(&bytes)) {
                continue;
            }
            match read_guarded(|| fonts.read(&bytes)) {
                Ok(face) => {
                    fonts.names.push(name);
                    fonts.sources.push(source);
                    fonts.faces.push(face);
                }
                Err(reason) => skipped.push(RejectedAsset { name, reason }),
            }
        }
        (fonts, skipped)
    }

    fn read(&self, bytes: &[u8]) -> Result<Face, Reason> {
        if self.faces.len() >= Self::MAX_COUNT {
            return Err(Reason::NoMoreRoom);
        }
        if bytes.len() > Self::MAX_FILE_BYTES {
            let max = Self::MAX_FILE_BYTES;
            return Err(Reason::TooManyBytes { max });
        }
        Face::read(bytes)
    }

    /// The names of the usable fonts.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The origin of each font, in the same order.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The number of usable fonts.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// Whether no font is usable, so that the built-in font is used.
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    pub(crate) fn face(&self, index: usize) -> Option<&Face> {
        self.faces.get(index)
    }

    /// The faces with clean edges, or all if there are no others: the strong preset fills outlines, which worn edges make illegible.
    pub(crate) fn clean(&self) -> Vec<&Face> {
        let clean: Vec<&Face> = self.faces.iter().filter(|face| !face.is_ragged).collect();
        match clean.is_empty() {
            true => self.faces.iter().collect(),
            false => clean,
        }
    }

    /// The face for a site without a usable font.
    pub(crate) fn built_in() -> &'static Face {
        &BUILT_IN
    }
}

#[cfg(test)]
impl From<Face> for Fonts {
    fn from(face: Face) -> Self {
        Fonts {
            names: vec!["test.ttf".to_owned()],
            sources: vec![Source::Uploaded],
            faces: vec![face],
        }
    }
}

/// A hash that distinguishes files by their content; nothing depends on its value.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
