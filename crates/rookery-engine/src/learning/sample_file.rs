//! File of training samples: the games of a round of self-play, which can be cut off at any byte and goes on from there.
//!
//! The file: the seed of the round (eight bytes), then for each game, in the order of their numbers, the size of its samples in bytes
//! (four bytes) and the samples. Numbers have their lowest byte first.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::learning::training_sample::SampleFormat;

/// The size of the seed at the head of the file, bytes.
const HEAD: usize = 8;
/// No game has more samples; a file that says so is damaged.
const GAME_SAMPLES_MAX: usize = 10_000;

/// Why a file of samples was not read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleFileError {
    /// The file system refused to do this (`read`) with this file.
    #[error("cannot {0} {path}: {2}", path = .1.display())]
    Io(&'static str, PathBuf, io::Error),
    /// The games in it are of another seed.
    #[error("{path} has games of another seed: give the same seed, or another folder", path = .0.display())]
    OtherSeed(PathBuf),
    /// A game, counted from 1, differs from the one that was written.
    #[error("{path}: game {1}: {2}; the file is damaged: remove it to have its games played again", path = .0.display())]
    Damaged(PathBuf, u64, String),
    /// Another process has it open.
    #[error("{path}: another `rookery tune` writes to it: let that one end, or use another folder", path = .0.display())]
    Busy(PathBuf),
}

/// A file of samples, with those read from it and those added to it. Nobody else may open it meanwhile: two that add games would cut off
/// each other's.
pub struct SampleFile {
    path: PathBuf,
    /// The file on disk, which is locked.
    file: File,
    pub(super) seed: u64,
    games: u64,
    samples: Vec<u8>,
    /// The length of the intact part of the file, bytes.
    whole: u64,
}

impl SampleFile {
    /// Reads up to `most` games; the file is made where it is missing. A game that is cut off at the end of the file is ignored: the
    /// process that wrote it was interrupted. So are zeros at the end: after a power cut a file may have its full length, but not its
    /// contents. Games without samples, which look the same, are ignored there too; they are quickly played again.
    ///
    /// # Errors
    /// The file cannot be opened or read, is open elsewhere, is of another seed, or has a record that is not a sample.
    pub fn open(
        path: &Path,
        seed: u64,
        format: SampleFormat,
        most: u64,
    ) -> Result<Self, SampleFileError> {
        let failed = |doing, error| SampleFileError::Io(doing, path.to_owned(), error);
        let mut options = OpenOptions::new();
        let opened = options.create(true).read(true).append(true).open(path);
        let mut on_disk = opened.map_err(|error| failed("open", error))?;
        // Where the file system has no locks, nobody can be kept out.
        if let Err(TryLockError::WouldBlock) = on_disk.try_lock() {
            return Err(SampleFileError::Busy(path.to_owned()));
        }
        let mut bytes = Vec::new();
        let read = on_disk.read_to_end(&mut bytes);
        read.map_err(|error| failed("read", error))?;
        let mut file = SampleFile {
            path: path.to_owned(),
            file: on_disk,
            seed,
            games: 0,
            samples: Vec::new(),
            whole: 0,
        };
        let Some((head, mut rest)) = bytes.split_first_chunk::<HEAD>() else {
            return Ok(file);
        };
        if u64::from_le_bytes(*head) != seed {
            return Err(SampleFileError::OtherSeed(file.path));
        }
        file.whole = HEAD as u64;
        // What lies behind the last byte that is not zero may never have been written: a game with a whole record there is cut off.
        let solid = bytes.iter().rposition(|&byte| byte != 0).unwrap_or(0) + 1;
        while file.games < most
            && let Some((size, after)) = rest.split_first_chunk::<4>()
        {
            let size = u32::from_le_bytes(*size) as usize;
            let game = after.split_at_checked(size);
            let end = bytes.len() - after.len() + size;
            let unwritten = if size == 0 { 1 } else { format.size };
            if game.is_some() && end >= solid + unwritten {
                break;
            }
            if let Some(why) = damage(size, game.map_or(&[], |game| game.0), format) {
                return Err(SampleFileError::Damaged(file.path, file.games + 1, why));
            }
            let Some((samples, after)) = game else { break };
            file.add(samples);
            rest = after;
        }
        Ok(file)
    }

    fn add(&mut self, samples: &[u8]) {
        self.samples.extend_from_slice(samples);
        self.games += 1;
        self.whole += 4 + samples.len() as u64;
    }

    /// The number of games in the file.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The samples of all games, packed one behind the other. The file may be opened again.
    pub fn into_samples(self) -> Vec<u8> {
        self.samples
    }

    /// The file on disk, cut off behind the last whole game.
    pub(super) fn writer(&mut self) -> io::Result<impl Write + use<>> {
        let file = self.file.try_clone()?;
        file.set_len(self.whole)?;
        let mut writer = BufWriter::new(file);
        if self.whole == 0 {
            writer.write_all(&self.seed.to_le_bytes())?;
            self.whole = HEAD as u64;
        }
        Ok(writer)
    }

    /// Writes the samples of the next game behind those that are there.
    pub(super) fn append(&mut self, writer: &mut impl Write, samples: &[u8]) -> io::Result<()> {
        let size = u32::try_from(samples.len()).map_err(io::Error::other)?;
        writer.write_all(&size.to_le_bytes())?;
        writer.write_all(samples)?;
        self.add(samples);
        Ok(())
    }

    pub(super) fn failed(&self, doing: &'static str, error: io::Error) -> SampleFileError {
        SampleFileError::Io(doing, self.path.clone(), error)
    }
}

/// The fault of a game of `size` bytes, or of its samples; `None` if it has none.
fn damage(size: usize, samples: &[u8], format: SampleFormat) -> Option<String> {
    let record = format.size;
    if !size.is_multiple_of(record) || size / record > GAME_SAMPLES_MAX {
        return Some(format!(
            "it cannot have {size} bytes of samples, {record} bytes each"
        ));
    }
    let mut records = samples.chunks_exact(record);
    let index = records.position(|record| !(format.is_sample)(record))?;
    Some(format!("record {} is not a training sample", index + 1))
}
