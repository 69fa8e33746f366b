//! Atomic replacement of a result file: the new file is written beside the old one under another name and then renamed, so that after an
//! interruption the old one is still there.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::cli::failure::Failure;

/// Checks, before long work, that its result can be written: makes the new file beside the old one and removes it.
///
/// # Errors
/// It cannot be written (2).
pub fn check(path: &Path) -> Result<(), Failure> {
    let failed = |e: io::Error| Failure::input(format!("cannot write {}: {e}", path.display()));
    let file = target(path);
    if file.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    if is_special(&file) {
        return Ok(());
    }
    let beside = beside(&file);
    fs::File::create(&beside).map_err(failed)?;
    fs::remove_file(&beside).map_err(failed)
}

/// The file itself: a link to a file stays one.
fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether the path names something that is not a regular file, such as /dev/stdout, and so must not be replaced.
fn is_special(file: &Path) -> bool {
    file.exists() && !file.is_file()
}

/// The path of the new file until it is whole.
fn beside(file: &Path) -> PathBuf {
    let mut beside = file.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    beside.into()
}

/// Replaces the file at this path, or makes it.
///
/// # Errors
/// The file cannot be written; an old one stays as it was.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |e: io::Error| Failure::work(format!("cannot write {}: {e}", path.display()));
    let file = target(path);
    if is_special(&file) {
        return fs::write(&file, bytes).map_err(failed);
    }
    let beside = beside(&file);
    write_new(&beside, &file, bytes)
        .and_then(|()| fs::rename(&beside, &file))
        .map_err(|e| {
            // The remains are of no use; a failure to remove them is not worth reporting.
            let _ = fs::remove_file(&beside);
            failed(e)
        })
}

/// Writes a file that is to take the place of `old`, with the same mode, and waits until it is on the disk: a file that is renamed before
/// that may be empty after a power cut.
fn write_new(path: &Path, old: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    if let Ok(known) = fs::metadata(old) {
        file.set_permissions(known.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_old_file_is_there_until_the_new_one_is() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        write(&path, b"old and long").unwrap();
        let old = fs::File::open(&path).unwrap();
        write(&path, b"new").unwrap();
        // Whoever has the old one open can still read it to its end: it was not written over.
        assert_eq!(io::read_to_string(old).unwrap(), "old and long");
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let is_shared = fs::Permissions::from_mode(0o664);
        fs::set_permissions(&path, is_shared.clone()).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"newer").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, is_shared.mode() & 0o777);
        assert_eq!(names(folder.path()), ["file", "link"]);
    }

    #[test]
    fn what_cannot_be_written_is_named_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().to_owned(), folder.path().join("none/file")] {
            let failure = write(&path, b"new").unwrap_err();
            let start = format!("cannot write {}: ", path.display());
            assert!(failure.message.starts_with(&start), "{}", failure.message);
            let early = check(&path).unwrap_err();
            assert!(early.message.starts_with(&start), "{}", early.message);
        }
        check(&folder.path().join("file")).unwrap();
        assert_eq!(names(folder.path()), [""; 0]);
    }
}
