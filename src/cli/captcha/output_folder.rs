//! The folder of `--out`, and the files that the captcha's commands write into it.

use std::fs;
use std::io;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::made_folder;

/// Digits of the number of a sample, at least.
const NUMBER_DIGITS: usize = 5;

/// Creates a folder if it does not exist.
///
/// # Errors
/// It cannot be created (2).
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    made_folder::make(folder).map_err(|e| Failure::input(cannot_write(folder, &e)))
}

/// Creates a folder for samples if it does not exist, and refuses one that has samples: beside the new ones, nobody could tell them apart.
///
/// # Errors
/// It cannot be created or read, or has samples of an earlier run (2).
pub fn make_sample_folder(folder: &Path) -> Result<(), Failure> {
    make_folder(folder)?;
    let place = folder.display();
    let names = fs::read_dir(folder).and_then(|entries| {
        let names = entries.map(|entry| entry.map(|found| found.file_name()));
        names.collect::<io::Result<Vec<_>>>()
    });
    let names = names.map_err(|e| Failure::input(format!("cannot read {place}: {e}")))?;
    match names.iter().find(|name| is_sample(&name.to_string_lossy())) {
        Some(name) => Err(Failure::input(format!(
            "{place} has files of an earlier run, such as {}: choose another folder with --out, or remove them",
            name.display()
        ))),
        None => Ok(()),
    }
}

/// Whether a file has the name of a picture or a recording: `LABEL_00001.png`, `00001.png` or `LABEL_00001.wav`.
fn is_sample(name: &str) -> bool {
    let stem = name
        .strip_suffix(".png")
        .or_else(|| name.strip_suffix(".wav"));
    let number = stem.and_then(|stem| stem.rsplit('_').next());
    number.is_some_and(|number| {
        number.len() >= NUMBER_DIGITS && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Writes a file.
///
/// # Errors
/// It cannot be written (1).
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|e| Failure::work(cannot_write(path, &e)))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    let hint = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; choose a folder that you may write to with --out"
        }
        _ => "",
    };
    format!("cannot write {}: {error}{hint}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_known_by_their_names() {
        for name in [
            "gecko_00001.png",
            "00020.png",
            "1000000.png",
            "7-dragon-0-4-4_00001.wav",
        ] {
            assert!(is_sample(name), "{name}");
        }
        for name in [
            "sheet.png",
            "answers.sealed",
            "typed.txt",
            "00001.txt",
            "2026.png",
            "_.png",
        ] {
            assert!(!is_sample(name), "{name}");
        }
    }
}
