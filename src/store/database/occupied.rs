//! Lock of the data folder by the one process that serves it. The owner's commands open the database beside it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::store::Error;
use crate::store::database::data_folder::{self, refused};

/// Locked by the serving process for its whole life; contains its process id, and below it the address of its site.
const SERVED_FILE: &str = "rookery.pid";

/// A data folder locked by this process, until this is dropped or the process ends in any way.
#[derive(Debug)]
pub struct Occupied {
    locked: File,
}

impl Occupied {
    /// Locks the folder, which is created if it is missing.
    ///
    /// # Errors
    /// [`Error::Occupied`] with the id of the process that has it, or [`Error::DataFolder`].
    pub fn take(data_dir: &Path) -> Result<Self, Error> {
        data_folder::create(data_dir)?;
        let path = data_dir.join(SERVED_FILE);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|e| refused(&path, e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Occupied {
                    path: data_dir.to_owned(),
                    process: number_in(&mut file),
                });
            }
            Err(TryLockError::Error(e)) => return Err(refused(&path, e)),
        }
        // Only the lock matters; the process id is for people, and on a full disk there is none.
        if let Err(error) = write_number(&mut file) {
            tracing::warn!(%error, "the number of this process could not be written down");
        }
        Ok(Occupied { locked: file })
    }

    /// Writes down the address at which the site of this folder can be opened, for the owner's commands.
    pub fn publish(&self, address: &str) {
        // Behind the number, where it was written last.
        if let Err(error) = writeln!(&self.locked, "{address}") {
            tracing::warn!(%error, "the address of the site could not be written down");
        }
    }

    /// The address at which the site of this folder can be opened, while another process serves it.
    pub fn address_of(data_dir: &Path) -> Option<String> {
        let text = std::fs::read_to_string(data_dir.join(SERVED_FILE)).ok()?;
        let (number, address) = text.trim_end().split_once('\n')?;
        let process: u32 = number.parse().ok()?;
        // A process that was killed has left its number; in a container the next one has the same.
        let is_another = process != std::process::id();
        let is_alive = Path::new("/proc").join(number).exists();
        (is_another && is_alive).then(|| address.to_owned())
    }
}

/// A folder without a site, locked while one is put into it.
pub(in crate::store) struct Reserved {
    _occupied: Occupied,
    /// The file of the lock, if there was none before: it goes with the lock.
    made: Option<PathBuf>,
}

impl Reserved {
    /// Locks the folder, which is created if it is missing.
    ///
    /// # Errors
    /// As [`Occupied::take`].
    pub fn take(data_dir: &Path) -> Result<Self, Error> {
        let path = data_dir.join(SERVED_FILE);
        let made = (!path.exists()).then_some(path);
        Ok(Reserved {
            _occupied: Occupied::take(data_dir)?,
            made,
        })
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if let Some(path) = &self.made {
            // An empty file that is left behind does no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

fn write_number(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    writeln!(file, "{}", std::process::id())
}

/// The id of the process that has the lock; it may not have written it yet.
fn number_in(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.lines().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_process_and_the_next_may_follow() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let first = Occupied::take(&data).unwrap();
        let Err(Error::Occupied { process, .. }) = Occupied::take(&data) else {
            panic!("taken twice");
        };
        assert_eq!(process, Some(std::process::id()));
        first.publish("http://127.0.0.1:8080");
        let Err(Error::Occupied { process, .. }) = Occupied::take(&data) else {
            panic!("taken twice");
        };
        assert_eq!(process, Some(std::process::id()));
        drop(first);
        // The rest of an earlier, longer number is gone.
        std::fs::write(data.join(SERVED_FILE), "99999999999\n").unwrap();
        let _next = Occupied::take(&data).unwrap();
        let text = std::fs::read_to_string(data.join(SERVED_FILE)).unwrap();
        assert_eq!(text, format!("{}\n", std::process::id()));
    }

    #[test]
    fn the_address_is_that_of_another_process_that_lives() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        assert_eq!(Occupied::address_of(data), None);
        let address = "http://127.0.0.1:8411";
        let own = Occupied::take(data).unwrap();
        own.publish(address);
        assert_eq!(Occupied::address_of(data), None, "this one's own");
        // Process 1 is always there (init), and no process has the number 0.
        for (number, found) in [("1", Some(address.to_owned())), ("0", None), ("x", None)] {
            std::fs::write(data.join(SERVED_FILE), format!("{number}\n{address}\n")).unwrap();
            assert_eq!(Occupied::address_of(data), found, "{number}");
        }
    }
}
