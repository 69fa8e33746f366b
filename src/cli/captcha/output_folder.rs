//! The folder of `--out`, and the files that the captcha's commands write into it.

use std::fs;
use std::io;
use std::path::Path;

use crate::cli::failure::Failure;

/// Creates a folder if it does not exist.
///
/// # Errors
/// It cannot be created.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))
}

/// Writes a file.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|e| cannot_write(path, &e))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!(
        "cannot write {}: {error}; choose a folder that you may write to with --out",
        path.display()
    ))
}
