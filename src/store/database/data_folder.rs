//! Data folder: created for its owner's eyes alone, since it holds password hashes and secrets.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, chown};
use std::path::Path;

use crate::store::Error;

/// Permissions for the owner only, of a folder and of a file.
const OWNERS_FOLDER: u32 = 0o700;
pub(super) const OWNERS_FILE: u32 = 0o600;

/// The error of a folder or file that cannot be used, for this reason.
pub(super) fn refused(path: &Path, reason: impl ToString) -> Error {
    Error::DataFolder {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// Whether there is a file. A folder that may not be looked into says nothing about that.
///
/// # Errors
/// [`Error::DataFolder`].
pub(super) fn has_file(file: &Path) -> Result<bool, Error> {
    match file.metadata() {
        Ok(found) => Ok(found.is_file()),
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => Err(refused(file, e)),
        Err(_) => Ok(false),
    }
}

/// Creates the folder, if it is missing. One that is there keeps its mode.
///
/// # Errors
/// [`Error::DataFolder`].
pub(super) fn create(data_dir: &Path) -> Result<(), Error> {
    if data_dir.is_file() {
        return Err(refused(data_dir, "it is a file, not a folder"));
    }
    DirBuilder::new()
        .recursive(true)
        .mode(OWNERS_FOLDER)
        .create(data_dir)
        .map_err(|e| refused(data_dir, e))
}

/// Creates a folder within one that is there, and tells whether it did: false where something else has made it.
pub(super) fn create_one(folder: &Path) -> io::Result<bool> {
    match DirBuilder::new().mode(OWNERS_FOLDER).create(folder) {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(e) => Err(e),
    }
}

/// Creates an empty file in the folder, if it is missing: SQLite takes it for a new database, and gives its mode to the files beside it.
///
/// # Errors
/// [`Error::DataFolder`].
pub(super) fn create_file(path: &Path) -> Result<(), Error> {
    let made: io::Result<File> = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(OWNERS_FILE)
        .open(path);
    match made {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(refused(path, e)),
        _ => Ok(()),
    }
}

/// Gives a file to the owner of its folder: an administrator who restores a backup is not the user that runs the site. A refusal for
/// lack of permission is ignored: only an administrator may change the owner.
///
/// # Errors
/// [`Error::DataFolder`].
pub(super) fn give_to_owner(file: &Path, data_dir: &Path) -> Result<(), Error> {
    let ids = |path: &Path| path.metadata().map(|found| (found.uid(), found.gid()));
    let (wanted, found) = ids(data_dir)
        .and_then(|folder| Ok((folder, ids(file)?)))
        .map_err(|e| refused(data_dir, e))?;
    if wanted == found {
        return Ok(());
    }
    match chown(file, Some(wanted.0), Some(wanted.1)) {
        Err(e) if e.kind() != io::ErrorKind::PermissionDenied => Err(refused(file, e)),
        _ => Ok(()),
    }
}

/// Opens a lock file that processes of several users share, and creates it if it is missing: it belongs to the owner of the folder even if
/// an administrator creates it.
///
/// # Errors
/// [`Error::DataFolder`].
pub(super) fn open_lock(path: &Path, data_dir: &Path) -> Result<File, Error> {
    let opened = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(OWNERS_FILE)
        .open(path)
        .map_err(|e| refused(data_dir, e))?;
    // This process can lock it, whoever owns it.
    if let Err(error) = give_to_owner(path, data_dir) {
        tracing::warn!(%error, "a lock stays with the user who made it");
    }
    Ok(opened)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().mode() & 0o777
    }

    #[test]
    fn what_is_created_is_for_its_owner_alone_and_what_is_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("some/data");
        create(&data).unwrap();
        assert_eq!(mode(&data), 0o700);
        assert!(!create_one(&data).unwrap());
        let below = data.join("below");
        assert!(create_one(&below).unwrap());
        assert_eq!(mode(&below), 0o700);
        let file = data.join("rookery.sqlite");
        create_file(&file).unwrap();
        assert_eq!(mode(&file), 0o600);

        std::fs::write(&file, "kept").unwrap();
        create_file(&file).unwrap();
        create(&data).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
        let error = create(&file).unwrap_err().to_string();
        assert!(error.contains("it is a file, not a folder"), "{error}");
    }

    #[test]
    fn a_restored_file_belongs_to_the_owner_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rookery.sqlite");
        create_file(&file).unwrap();
        give_to_owner(&file, folder.path()).unwrap();
        // Only an administrator can give folders away.
        if chown(folder.path(), Some(61_184), Some(61_184)).is_err() {
            return;
        }
        give_to_owner(&file, folder.path()).unwrap();
        let found = file.metadata().unwrap();
        assert_eq!((found.uid(), found.gid()), (61_184, 61_184));
        assert_eq!(mode(&file), 0o600);
    }

    #[test]
    fn a_lock_belongs_to_the_owner_of_its_folder_whoever_takes_it_first() {
        let folder = tempfile::tempdir().unwrap();
        let lock = folder.path().join("rookery.lock");
        // Only an administrator can give folders away.
        let given = chown(folder.path(), Some(61_184), Some(61_184)).is_ok();
        let first = open_lock(&lock, folder.path()).unwrap();
        first.try_lock().unwrap();
        assert_eq!(mode(&lock), 0o600);
        let found = lock.metadata().unwrap();
        assert!(!given || (found.uid(), found.gid()) == (61_184, 61_184));
        let next = open_lock(&lock, folder.path()).unwrap();
        assert!(next.try_lock().is_err());
        drop(first);
        next.try_lock().unwrap();
    }
}
