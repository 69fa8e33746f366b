//! Data folder of a site, as the engine's commands find it and leave files in it.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};

use clap::Args;
use rustix::fs::{Dir, Mode, OFlags, mkdirat, openat};
use rustix::path::Arg;
use rustix::process::geteuid;

use rookery_engine::tables;

use crate::cli::failure::Failure;
use crate::config::{Loaded, Sources};

/// The flags that say which data folder is meant.
#[derive(Debug, Default, Args)]
pub struct DataArgs {
    /// Configuration file of the site, which names its data folder [default: ./config.toml, if it is there]
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    config: Option<PathBuf>,
    /// The data folder of a site, whose endgame tables are in its subfolder `tables` [default: that of the configuration]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgs {
    /// The folder by the flag, or else by the configuration: the environment over the file. With the flag, the configuration is not read.
    ///
    /// # Errors
    /// The configuration is wrong (2).
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        if let Some(data) = &self.data {
            return Ok(data.clone());
        }
        let sources = Sources::from_process(self.config.clone(), Vec::new());
        let loaded = Loaded::read(&sources)
            .map_err(|e| Failure::input(format!("{e} (--data DIR needs no configuration)")))?;
        Ok(loaded.config.data)
    }
}

/// Makes the folder `tables` of a data folder and a game's folder in it, and gives both and the tables there to the owner of the data folder: an
/// administrator who builds tables is not the user that runs the site, who reads and replaces them. Others may not give files away, and
/// only make the folders. What lies behind a link is left alone, and so is what somebody else has made.
pub fn give_to_owner(data: &Path, game: &str) {
    // The administrator names this folder: here a link does no harm.
    let Ok(data) = File::open(data) else {
        return;
    };
    let Ok(owner) = data.metadata() else {
        return;
    };
    let of_game = given_folder(&data, tables::FOLDER, &owner)
        .and_then(|tables| given_folder(&tables, game, &owner));
    let Some(of_game) = of_game else {
        return;
    };
    let entries = Dir::read_from(&of_game).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        // What is still being written has another extension, and belongs to its writer.
        let extension = Path::new(OsStr::from_bytes(name.to_bytes())).extension();
        if !matches!(extension.and_then(OsStr::to_str), Some("table" | "draft")) {
            continue;
        }
        // A named pipe without a writer would keep us waiting.
        if let Some(file) = open(&of_game, name, OFlags::NONBLOCK) {
            // One with a second name may be any file of the system.
            give(&file, &owner, |found| found.is_file() && found.nlink() == 1);
        }
    }
}

/// A folder in another, made where it is missing and given away; `None` where it is a link or cannot be opened.
fn given_folder(parent: &File, name: &str, owner: &Metadata) -> Option<File> {
    // Whether it was there already or cannot be made shows when it is opened.
    let _ = mkdirat(parent, name, Mode::RWXU | Mode::RWXG | Mode::RWXO);
    let folder = open(parent, name, OFlags::DIRECTORY)?;
    give(&folder, owner, Metadata::is_dir);
    Some(folder)
}

/// Never follows a link, nor a path that may have changed meanwhile: whoever may write there could let it lead to any file of the system.
fn open(parent: &File, name: impl Arg, kind: OFlags) -> Option<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | kind;
    let opened = openat(parent, name, flags, Mode::empty());
    opened.ok().map(File::from)
}

fn give(opened: &File, owner: &Metadata, is_meant: fn(&Metadata) -> bool) {
    let ids = |of: &Metadata| (of.uid(), of.gid());
    let is_to_give = |found: &Metadata| {
        is_meant(found) && found.uid() == geteuid().as_raw() && ids(found) != ids(owner)
    };
    if opened.metadata().is_ok_and(|found| is_to_give(&found)) {
        // Who may not give it away builds for themselves.
        let _ = fchown(opened, Some(owner.uid()), Some(owner.gid()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{chown, symlink};

    /// A user and a group that nobody has.
    const OWNER: u32 = 61_184;

    fn is_given(path: &Path) -> bool {
        let found = path.symlink_metadata().unwrap();
        (found.uid(), found.gid()) == (OWNER, OWNER)
    }

    #[test]
    fn tables_belong_to_the_owner_of_the_data_folder_and_nothing_else_does() {
        let place = tempfile::tempdir().unwrap();
        let (data, outside) = (place.path().join("data"), place.path().join("outside"));
        let tables = data.join("tables");
        let of_game = tables.join("chess");
        fs::create_dir_all(of_game.join("KBK.table")).unwrap();
        for file in [
            of_game.join("KQK.table"),
            of_game.join("KRK.draft"),
            of_game.join("KBNK.1-0.tmp"),
            of_game.join("KQKQ.table"),
            outside.clone(),
        ] {
            fs::write(file, "x").unwrap();
        }
        symlink(&outside, of_game.join("KPK.table")).unwrap();
        fs::hard_link(&outside, of_game.join("KNK.table")).unwrap();
        // Only an administrator can give folders away.
        if chown(&data, Some(OWNER), Some(OWNER)).is_err() {
            return;
        }
        chown(of_game.join("KQKQ.table"), Some(OWNER + 1), None).unwrap();
        give_to_owner(&data, "chess");
        for given in [
            &tables,
            &of_game,
            &of_game.join("KQK.table"),
            &of_game.join("KRK.draft"),
        ] {
            assert!(is_given(given), "{}", given.display());
        }
        for kept in [
            &of_game.join("KBNK.1-0.tmp"),
            &of_game.join("KPK.table"),
            &of_game.join("KNK.table"),
            &of_game.join("KBK.table"),
            &of_game.join("KQKQ.table"),
            &outside,
        ] {
            assert!(!is_given(kept), "{}", kept.display());
        }
    }

    #[test]
    fn behind_a_link_nothing_is_made_or_given_away() {
        for link in ["tables", "tables/chess"] {
            let place = tempfile::tempdir().unwrap();
            let (data, outside) = (place.path().join("data"), place.path().join("outside"));
            let link = data.join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            fs::create_dir_all(outside.join("chess")).unwrap();
            let files = ["KQK.table", "chess/KQK.table"].map(|name| outside.join(name));
            for file in &files {
                fs::write(file, "x").unwrap();
            }
            symlink(&outside, &link).unwrap();
            // Where this is refused, nothing can be given away either.
            let _ = chown(&data, Some(OWNER), Some(OWNER));
            give_to_owner(&data, "chess");
            give_to_owner(&data, "othello");
            let folders = [outside.clone(), outside.join("chess"), link.clone()];
            for kept in files.iter().chain(&folders) {
                assert!(!is_given(kept), "{}", kept.display());
            }
            assert!(!outside.join("othello").exists(), "{}", link.display());
        }
    }
}
