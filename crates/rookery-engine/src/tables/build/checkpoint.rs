//! Checkpoints: unfinished work on a group, saved between two passes so that it can be resumed.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use crate::checksum::digest;
use crate::tables::build::retrograde::Retrograde;
use crate::tables::files::file;
use crate::tables::{Error, Finished, Group, Space};

const MAGIC: &[u8; 8] = b"RKDRAFT1";

/// Written and read in pieces of this size.
const PIECE_BYTES: usize = 1 << 16;

fn path<S: Space>(space: &S, folder: &Path, group: &Group) -> PathBuf {
    file::path(space, folder, group.materials[0]).with_extension("draft")
}

/// Saves the state of a group.
pub(in crate::tables) fn save<S: Space, F: Finished>(
    work: &Retrograde<'_, S, F>,
    folder: &Path,
) -> Result<(), Error> {
    let path = path(work.space, folder, work.group);
    file::replace(&path, |file| {
        let mut crc = digest();
        let mut put = |bytes: &[u8]| {
            crc.update(bytes);
            file.write_all(bytes)
        };
        put(&head(work))?;
        for bytes in work.cells.iter().chain(&work.open) {
            for piece in bytes.chunks(PIECE_BYTES) {
                let piece: Vec<u8> = piece.iter().map(|byte| byte.load(Relaxed)).collect();
                put(&piece)?;
            }
        }
        file.write_all(&crc.finalize().to_le_bytes())
    })
}

/// Loads the saved state of this group; true if there was one. An unusable checkpoint is ignored, because the work can always
/// start again.
pub(in crate::tables) fn load<S: Space, F: Finished>(
    work: &mut Retrograde<'_, S, F>,
    folder: &Path,
) -> Result<bool, Error> {
    let path = path(work.space, folder, work.group);
    let mut file = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        opened => opened.map_err(Error::io("cannot open", &path))?,
    };
    let is_read = read(work, &mut file).map_err(Error::io("cannot read", &path))?;
    if !is_read {
        work.reset();
    }
    Ok(is_read)
}

/// Removes the checkpoint of a group.
pub(in crate::tables) fn remove<S: Space>(
    space: &S,
    folder: &Path,
    group: &Group,
) -> Result<(), Error> {
    let path = path(space, folder, group);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::io("cannot remove", &path)(error))
        }
        _ => Ok(()),
    }
}

/// The header: data that must match for a checkpoint to be usable, followed by its progress.
fn head<S: Space, F>(work: &Retrograde<'_, S, F>) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(S::GAME.as_bytes());
    let materials = work.group.materials.iter();
    let lens =
        materials.flat_map(|&material| [u64::from(material), work.space.len(material) as u64]);
    for number in [S::REVISION].into_iter().chain(lens) {
        head.extend(number.to_le_bytes());
    }
    head.extend(work.next.to_le_bytes());
    head.push(work.greatest.load(Relaxed));
    head
}

fn read<S: Space, F>(work: &mut Retrograde<'_, S, F>, file: &mut File) -> io::Result<bool> {
    let expected = head(work);
    let cells: usize = work.cells.iter().map(Vec::len).sum();
    if file.metadata()?.len() != (expected.len() + 2 * cells + 8) as u64 {
        return Ok(false);
    }
    let mut found = vec![0; expected.len()];
    file.read_exact(&mut found)?;
    let fixed = expected.len() - 5;
    if found[..fixed] != expected[..fixed] {
        return Ok(false);
    }
    let mut crc = digest();
    crc.update(&found);
    let mut buffer = vec![0; PIECE_BYTES];
    for bytes in work.cells.iter_mut().chain(&mut work.open) {
        for piece in bytes.chunks_mut(PIECE_BYTES) {
            let buffer = &mut buffer[..piece.len()];
            file.read_exact(buffer)?;
            crc.update(buffer);
            for (byte, &read) in piece.iter_mut().zip(&*buffer) {
                *byte = AtomicU8::new(read);
            }
        }
    }
    let mut checksum = [0; 8];
    file.read_exact(&mut checksum)?;
    let next = found[fixed..fixed + 4].try_into();
    work.next = u32::from_le_bytes(next.expect("four bytes are four bytes"));
    work.greatest = AtomicU8::new(found[fixed + 4]);
    Ok(u64::from_le_bytes(checksum) == crc.finalize())
}
