//! A font or background file, and where it comes from.

/// The origin of a font or a background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is part of the program.
    Shipped,
    /// It is in a directory of the settings.
    Directory,
    /// Somebody uploaded it.
    Uploaded,
}

/// A file as input of [`crate::Assets::load`].
#[derive(Clone)]
pub struct AssetFile {
    /// As the owner sees it, without a folder.
    pub name: String,
    /// The origin of the file.
    pub source: Source,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Leaves out the bytes, so that they are never logged.
impl std::fmt::Debug for AssetFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AssetFile")
            .field("name", &self.name)
            .field("source", &self.source)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

/// A pair of name and bytes is a file of a directory.
impl From<(String, Vec<u8>)> for AssetFile {
    fn from((name, bytes): (String, Vec<u8>)) -> Self {
        AssetFile {
            name,
            source: Source::Directory,
            bytes,
        }
    }
}
