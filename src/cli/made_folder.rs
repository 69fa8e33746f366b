//! Folder for the files that a command writes, made if it is missing.

use std::path::Path;
use std::{fs, io};

/// Makes a folder, with those above it, if it does not exist.
///
/// # Errors
/// It cannot be made; a file that is in its place is named.
pub fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|e| {
        let mut above = folder.ancestors();
        match above.find(|path| path.exists() && !path.is_dir()) {
            Some(file) => {
                let which = match file == folder {
                    true => "it".to_owned(),
                    false => file.display().to_string(),
                };
                let advice = format!("{which} is a file, not a folder; choose another");
                io::Error::new(e.kind(), advice)
            }
            None => e,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_the_place_of_a_folder_is_named() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        let refused = |path: &Path| make(path).unwrap_err().to_string();
        let rest = "is a file, not a folder; choose another";
        assert_eq!(refused(&file), format!("it {rest}"));
        let named = format!("{} {rest}", file.display());
        assert_eq!(refused(&file.join("below/it")), named);
        let new = place.path().join("some/new");
        make(&new).unwrap();
        make(&new).unwrap();
        assert!(new.is_dir());
    }
}
