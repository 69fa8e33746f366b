//! Table file: one per material class, a header of 128 bytes followed by one byte per position.
//!
//! | bytes | little-endian |
//! |---|---|
//! | 0–7 | `RKTABLE1` |
//! | 8–31, 32–55 | the game and the material class, zeros after them |
//! | 56–63 | the revision of rules and numbering |
//! | 64–71 | how many bytes follow the head |
//! | 72–79, 80–87, 88–95, 96–103 | wins, losses, draws, the longest end in plies |
//! | 104–111 | CRC-64/XZ of the bytes after the head |
//! | 112–119 | zeros |
//! | 120–127 | CRC-64/XZ of bytes 0–119 |
//!
//! A file is written under another name and renamed when it is whole.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::checksum::{checksum, digest};
use crate::tables::{Error, MaterialClass, Space, Summary};

const MAGIC: &[u8; 8] = b"RKTABLE1";

/// Bytes before the first value.
pub(in crate::tables) const HEAD_BYTES: u64 = 128;

/// A file is checked in pieces of this size.
const PIECE_BYTES: usize = 1 << 16;

/// An upper bound of the time that writing a table takes.
const WRITING_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The material class's name.
    pub name: String,
    /// Bytes after the header, one per index of the material class.
    pub bytes: u64,
    /// Counts over those bytes.
    pub summary: Summary,
    /// CRC-64/XZ of the bytes after the head.
    pub checksum: u64,
}

/// The path of a material class's table in a folder of tables.
pub(in crate::tables) fn path<S: Space>(
    space: &S,
    folder: &Path,
    material: MaterialClass,
) -> PathBuf {
    let name = format!("{}.table", space.name(material));
    folder.join(S::GAME).join(name)
}

/// Writes the values of a material class.
pub(in crate::tables) fn write<S: Space>(
    space: &S,
    folder: &Path,
    material: MaterialClass,
    cells: &[u8],
) -> Result<Head, Error> {
    let path = path(space, folder, material);
    let head = Head {
        name: space.name(material),
        bytes: cells.len() as u64,
        summary: Summary::of(cells),
        checksum: checksum(cells),
    };
    replace(&path, |file| {
        file.write_all(&head_bytes::<S>(&head))?;
        file.write_all(cells)
    })?;
    Ok(head)
}

/// Replaces a file atomically: a reader finds the whole old one or the whole new one.
pub(in crate::tables) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::io("cannot make the folder", folder))?;
    }
    let (draft, mut file) = draft_of(path).map_err(Error::io("cannot write", path))?;
    let written = write(&mut file)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&draft, path));
    written.map_err(|error| {
        // The remains are of no use; a failure to remove them is not worth reporting.
        let _ = fs::remove_file(&draft);
        Error::io("cannot write", path)(error)
    })
}

/// Creates a new file beside `path`, and returns its path with it. Its lock is held as long as the file is open, to show others that it is
/// being written.
fn draft_of(path: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        // A server and the command line may write the same table at the same time, in containers even with the same process number.
        let process = std::process::id();
        let random = RandomState::new().hash_one(process);
        let draft = path.with_extension(format!("{process}-{random:016x}.tmp"));
        let file = File::create_new(&draft)?;
        // Where there are no locks, others go by its age.
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        // Somebody who removes remains may have come before the lock.
        if !is_taken && draft.exists() {
            return Ok((draft, file));
        }
    }
}

/// Removes the files that [`replace`] was writing for a material class when its process was killed. What cannot be removed does no harm.
pub(in crate::tables) fn remove_remains<S: Space>(
    space: &S,
    folder: &Path,
    material: MaterialClass,
) {
    let name = space.name(material);
    let Ok(entries) = fs::read_dir(folder.join(S::GAME)) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(is_lockable) = is_lockable_draft(&path, &name) else {
            continue;
        };
        // Its lock is kept until it is removed, or its writer could begin in between.
        let Ok(file) = File::options().write(true).open(&path) else {
            continue;
        };
        let is_left = match file.try_lock() {
            Ok(()) if is_lockable => true,
            Err(TryLockError::WouldBlock) => false,
            Ok(()) | Err(TryLockError::Error(_)) => is_old(&file),
        };
        if is_left {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether a draft of this table is of a version that locks its drafts: earlier versions did not, and named them by their process alone.
/// `None` if the file is not a draft of this table.
fn is_lockable_draft(path: &Path, name: &str) -> Option<bool> {
    let rest = path.file_name()?.to_str()?.strip_prefix(name)?;
    let writer = rest.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (process, random) = match writer.split_once('-') {
        Some((process, random)) => (process, Some(random)),
        None => (writer, None),
    };
    process.parse::<u32>().ok()?;
    if let Some(random) = random {
        u64::from_str_radix(random, 16).ok()?;
    }
    Some(random.is_some())
}

/// Whether the file has not been modified for longer than any write takes.
fn is_old(file: &File) -> bool {
    let modified = file.metadata().and_then(|data| data.modified());
    let age = modified.ok().and_then(|time| time.elapsed().ok());
    age.is_some_and(|age| age > WRITING_MAX)
}

fn head_bytes<S: Space>(head: &Head) -> [u8; HEAD_BYTES as usize] {
    let mut bytes = [0; HEAD_BYTES as usize];
    bytes[..8].copy_from_slice(MAGIC);
    for (at, text) in [(8, S::GAME), (32, head.name.as_str())] {
        let text = &text.as_bytes()[..text.len().min(24)];
        bytes[at..at + text.len()].copy_from_slice(text);
    }
    let Summary {
        wins,
        losses,
        draws,
        longest,
    } = head.summary;
    let numbers = [
        S::REVISION,
        head.bytes,
        wins,
        losses,
        draws,
        longest.into(),
        head.checksum,
    ];
    for (i, number) in numbers.into_iter().enumerate() {
        bytes[56 + 8 * i..64 + 8 * i].copy_from_slice(&number.to_le_bytes());
    }
    let checksum = checksum(&bytes[..120]);
    bytes[120..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Opens the table of a material class and reads its header; `None` if there is no such file.
pub(in crate::tables) fn open<S: Space>(
    space: &S,
    folder: &Path,
    material: MaterialClass,
) -> Result<Option<(File, Head)>, Error> {
    let path = path(space, folder, material);
    let mut file = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(Error::io("cannot open", &path))?,
    };
    let mut bytes = [0; HEAD_BYTES as usize];
    file.read_exact(&mut bytes)
        .map_err(|_| Error::damaged(&path, "is too short for a table"))?;
    let number = |i: usize| {
        let eight = bytes[8 * i..8 * i + 8].try_into();
        u64::from_le_bytes(eight.expect("eight bytes are eight bytes"))
    };
    if bytes[..8] != *MAGIC || checksum(&bytes[..120]) != number(15) {
        return Err(Error::damaged(
            &path,
            "is not a table, or its head is damaged",
        ));
    }
    let head = Head {
        name: space.name(material),
        bytes: number(8),
        summary: Summary {
            wins: number(9),
            losses: number(10),
            draws: number(11),
            longest: u32::try_from(number(12)).unwrap_or(u32::MAX),
        },
        checksum: number(13),
    };
    let expected = head_bytes::<S>(&head);
    if bytes[8..64] != expected[8..64] || head.bytes != space.len(material) as u64 {
        return Err(Error::damaged(
            &path,
            "is the table of other positions, or of another revision",
        ));
    }
    let length = file.metadata().map_err(Error::io("cannot read", &path))?;
    if length.len() != HEAD_BYTES + head.bytes {
        return Err(Error::damaged(&path, "is cut short or has grown"));
    }
    Ok(Some((file, head)))
}

/// Reads an opened table to its end and compares its checksum; `tell` is told how many bytes have been read. The values are
/// passed to `keep` piece by piece.
pub(in crate::tables) fn check(
    path: &Path,
    (file, head): (&mut File, &Head),
    tell: &mut dyn FnMut(u64) -> ControlFlow<()>,
    keep: &mut dyn FnMut(&[u8]),
) -> Result<(), Error> {
    let mut crc = digest();
    let mut piece = vec![0; PIECE_BYTES];
    let mut left = head.bytes;
    while left > 0 {
        let size = left.min(PIECE_BYTES as u64) as usize;
        let piece = &mut piece[..size];
        file.read_exact(piece)
            .map_err(Error::io("cannot read", path))?;
        crc.update(piece);
        keep(piece);
        left -= size as u64;
        if tell(head.bytes - left).is_break() {
            return Err(Error::Stopped);
        }
    }
    if crc.finalize() != head.checksum {
        return Err(Error::damaged(
            path,
            "does not have the checksum in its head",
        ));
    }
    Ok(())
}
