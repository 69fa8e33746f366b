//! The fonts and backgrounds of the captcha: those that ship, those of the directories, those that were uploaded.

use std::io;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::ids::AssetId;
use crate::service::Error;
use crate::store::{Asset, AssetKind, Store, asset_hash};
use rookery_captcha::backgrounds::Backgrounds;
use rookery_captcha::{
    AssetFile, Assets, Fonts, Reason, RejectedAsset, Source, classic, is_font_name, shipped,
};

/// Fonts or backgrounds beyond this many in a directory are not read.
const MAX_FILES: usize = 500;
/// Bytes of a directory's files that are read; they all lie in memory until the last one is decoded.
const MAX_DIRECTORY_BYTES: usize = 32 << 20;

/// The directories of the settings that are not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// The fonts directory is missing: it adds nothing to the fonts that ship.
    pub fonts: bool,
    /// The backgrounds directory is missing: it adds nothing to the backgrounds that ship.
    pub backgrounds: bool,
}

/// Fonts and backgrounds as they were read.
#[derive(Clone, Debug, Default)]
pub(in crate::service) struct FilesRead {
    pub(in crate::service) assets: Arc<Assets>,
    pub(in crate::service) missing: Missing,
    /// Digest of all files that were found, including those that are not used.
    pub(in crate::service) digest: String,
}

/// The uploaded files.
pub(in crate::service) struct UploadedAssets {
    /// In the order of the store's list.
    pub(in crate::service) ids: Vec<AssetId>,
    fonts: Vec<AssetFile>,
    backgrounds: Vec<AssetFile>,
}

/// Directories that are not saved, and the files that were found in them.
pub(in crate::service) struct Tried {
    fonts_dir: String,
    backgrounds_dir: String,
    read: FilesRead,
}

impl Tried {
    pub(in crate::service) fn new(settings: &classic::Settings, read: &FilesRead) -> Self {
        Tried {
            fonts_dir: settings.fonts_dir.clone(),
            backgrounds_dir: settings.backgrounds_dir.clone(),
            read: read.clone(),
        }
    }

    /// The files that were found, if these are the directories.
    pub(in crate::service) fn of(&self, settings: &classic::Settings) -> Option<FilesRead> {
        let is_same = self.fonts_dir == settings.fonts_dir
            && self.backgrounds_dir == settings.backgrounds_dir;
        is_same.then(|| self.read.clone())
    }
}

/// No code panics while it holds one of the captcha's locks, so a poisoned one is as good as a sound one.
pub(in crate::service) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The uploaded files as the database has them now.
pub(in crate::service) async fn uploaded(store: &Store) -> Result<UploadedAssets, Error> {
    let ids = store.asset_list().await?.iter().map(|f| f.id).collect();
    let files = |kept: Vec<Asset>| {
        kept.into_iter()
            .map(|file| AssetFile {
                name: file.name,
                source: Source::Uploaded,
                bytes: file.bytes,
            })
            .collect()
    };
    Ok(UploadedAssets {
        ids,
        fonts: files(store.assets(AssetKind::Font).await?),
        backgrounds: files(store.assets(AssetKind::Background).await?),
    })
}

/// Reads the directories of the settings, in addition to the files that ship and the uploaded ones. A missing default directory is not an
/// error: the binary runs anywhere, with the files that it contains. If a directory that the owner chose is missing, nothing is added to
/// the other files, and the log and the admin pages say so. If reading fails altogether, or nothing has changed, the result is `before`.
pub(in crate::service) async fn load(
    settings: &classic::Settings,
    uploads: UploadedAssets,
    before: FilesRead,
) -> FilesRead {
    let usual = classic::Settings::default();
    let own_fonts = settings.fonts_dir != usual.fonts_dir;
    let own_backgrounds = settings.backgrounds_dir != usual.backgrounds_dir;
    let (fonts_dir, backgrounds_dir) =
        (settings.fonts_dir.clone(), settings.backgrounds_dir.clone());
    let known = before.clone();
    let work = tokio::task::spawn_blocking(move || {
        let mut unreadable = Vec::new();
        let fonts = AssetFolder::Fonts.files(Path::new(&fonts_dir), &mut unreadable);
        let backgrounds =
            AssetFolder::Backgrounds.files(Path::new(&backgrounds_dir), &mut unreadable);
        let missing = Missing {
            fonts: own_fonts && fonts.is_none(),
            backgrounds: own_backgrounds && backgrounds.is_none(),
        };
        let mut all_fonts = shipped::font_files();
        all_fonts.extend(fonts.unwrap_or_default());
        all_fonts.extend(uploads.fonts);
        let mut all_backgrounds = shipped::background_files();
        all_backgrounds.extend(backgrounds.unwrap_or_default());
        all_backgrounds.extend(uploads.backgrounds);
        let digest = digest(&[&all_fonts, &all_backgrounds], &unreadable, missing);
        if digest == known.digest {
            return known;
        }
        let mut assets = Assets::load(all_fonts, all_backgrounds);
        assets.rejected.extend(unreadable);
        FilesRead {
            assets: Arc::new(assets),
            missing,
            digest,
        }
    });
    work.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the captcha's fonts and backgrounds could not be read; those before stay");
        before
    })
}

/// A hash of all that was read, and of what could not be.
fn digest(files: &[&[AssetFile]], unreadable: &[RejectedAsset], missing: Missing) -> String {
    let mut lines = format!("{missing:?}\n");
    for kind in files {
        for file in *kind {
            let (name, source) = (&file.name, file.source);
            lines += &format!("{name:?} {source:?} {}\n", asset_hash(&file.bytes));
        }
        lines.push('\n');
    }
    for RejectedAsset { name, reason } in unreadable {
        lines += &format!("{name:?} {reason}\n");
    }
    asset_hash(lines.as_bytes())
}

/// The kind of files that a directory is read for.
#[derive(Clone, Copy, Debug)]
pub enum AssetFolder {
    Fonts,
    Backgrounds,
}

impl AssetFolder {
    /// The files of a directory, not of those below it; `None` where it is not a directory. What cannot be read is noted.
    pub fn files(self, dir: &Path, unreadable: &mut Vec<RejectedAsset>) -> Option<Vec<AssetFile>> {
        let name_of = |path: &Path| {
            let name = path.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        let mut found: Vec<_> = std::fs::read_dir(dir)
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .map(|path| (name_of(&path), path))
            .filter(|(name, path)| self.is_meant(name) && path.is_file())
            .collect();
        found.sort();
        let mut files: Vec<AssetFile> = Vec::new();
        let mut room = MAX_DIRECTORY_BYTES;
        for (n, (name, path)) in found.into_iter().enumerate() {
            if n >= MAX_FILES {
                // All that follow have no room, either; the page need not list thousands.
                let reason = Reason::NoMoreRoom;
                unreadable.push(RejectedAsset { name, reason });
                break;
            }
            match self.read(&path, room) {
                Ok(bytes) => {
                    room -= bytes.len();
                    files.push(AssetFile::from((name, bytes)));
                }
                Err(reason) => unreadable.push(RejectedAsset { name, reason }),
            }
        }
        Some(files)
    }

    /// Whether a file is meant to be read: notes and licences lie beside the fonts and backgrounds.
    fn is_meant(self, name: &str) -> bool {
        let extension = name.rsplit_once('.').map(|(_, ext)| ext);
        let is_text = extension
            .is_none_or(|ext| ext.eq_ignore_ascii_case("md") || ext.eq_ignore_ascii_case("txt"));
        match self {
            AssetFolder::Fonts => is_font_name(name),
            AssetFolder::Backgrounds => !is_text && !name.starts_with('.'),
        }
    }

    /// Reads a file, unless it exceeds the maximum size of a file or the room that is left.
    fn read(self, path: &Path, room: usize) -> Result<Vec<u8>, Reason> {
        let max = match self {
            AssetFolder::Fonts => Fonts::MAX_FILE_BYTES,
            AssetFolder::Backgrounds => Backgrounds::MAX_FILE_BYTES,
        };
        let failed = |error: io::Error| Reason::Unreadable(error.to_string());
        let size = path.metadata().map_err(failed)?.len();
        match usize::try_from(size).unwrap_or(usize::MAX) {
            size if size > max => Err(Reason::TooManyBytes { max }),
            size if size > room => Err(Reason::NoMoreRoom),
            // A file that grows meanwhile is read no further.
            size => {
                let mut bytes = Vec::with_capacity(size);
                let file = std::fs::File::open(path).map_err(failed)?;
                file.take(size as u64)
                    .read_to_end(&mut bytes)
                    .map_err(failed)?;
                Ok(bytes)
            }
        }
    }
}
