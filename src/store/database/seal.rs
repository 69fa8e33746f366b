//! Trailer of a backup: one line after the database with its length, its schema and a checksum of all of it. A truncated file
//! has no such line, and a changed one has another checksum.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The line's first word and its format version.
const MARK: &str = "\nrookery-backup 1 ";
/// Bytes that are read at a time.
const PIECE: usize = 1 << 20;
/// Maximum length of the line.
const LONGEST: u64 = 256;
/// The error for a file with a wrong checksum.
pub(in crate::store) const ALTERED: &str =
    "it is damaged: its sum is not the one that was written when it was made; use another backup";
const NOT_WHOLE: &str =
    "it is not a backup of Rookery, or not a whole one: the line at its end is missing";
/// A pipe cannot be read from its end, and a device may have none.
const NOT_PLAIN: &str = "it is not a plain file; copy the backup to a file first";

/// The contents of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct Seal {
    /// The newest migration in the database.
    pub(in crate::store) schema: i64,
    /// Bytes of the database, from the start of the file.
    pub(in crate::store) bytes: u64,
    /// SHA-256 in hex over the database and the line before the sum.
    sha256: String,
}

/// A running checksum.
pub(in crate::store) struct Sum<'a> {
    hash: Sha256,
    seal: &'a Seal,
}

impl Sum<'_> {
    pub(in crate::store) fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
    }

    /// Whether the whole database was added, and it is the sealed one.
    pub(in crate::store) fn fits(self) -> bool {
        ended(self.hash, &head(self.seal.schema, self.seal.bytes)) == self.seal.sha256
    }
}

impl Seal {
    /// A checksum to compare with this seal's.
    pub(in crate::store) fn sum(&self) -> Sum<'_> {
        Sum {
            hash: Sha256::new(),
            seal: self,
        }
    }

    /// Bytes of the whole file, this line included.
    pub(in crate::store) fn file_bytes(&self) -> u64 {
        self.bytes + self.line().len() as u64
    }

    fn parse(line: &str) -> Option<Self> {
        let (rest, sha256) = line.strip_suffix('\n')?.split_once(" sha256=")?;
        let (schema, bytes) = rest.strip_prefix("schema=")?.split_once(" bytes=")?;
        let seal = Seal {
            schema: schema.parse().ok()?,
            bytes: bytes.parse().ok()?,
            sha256: sha256.to_owned(),
        };
        // There is only one way to write it, so no difference goes unnoticed.
        (seal.line() == format!("{MARK}{line}")).then_some(seal)
    }

    fn line(&self) -> String {
        format!("{}{}\n", head(self.schema, self.bytes), self.sha256)
    }
}

fn head(schema: i64, bytes: u64) -> String {
    format!("{MARK}schema={schema} bytes={bytes} sha256=")
}

fn ended(mut hash: Sha256, head: &str) -> String {
    hash.update(head.as_bytes());
    HEXLOWER.encode(&hash.finalize())
}

/// Seals the database in `file`. Returns the size of the whole file.
pub(in crate::store) fn put(file: &Path, schema: i64) -> io::Result<u64> {
    let mut file = OpenOptions::new().read(true).append(true).open(file)?;
    let (mut hash, mut bytes) = (Sha256::new(), 0);
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece)? {
            0 => break,
            n => {
                hash.update(&piece[..n]);
                bytes += n as u64;
            }
        }
    }
    let seal = Seal {
        schema,
        bytes,
        sha256: ended(hash, &head(schema, bytes)),
    };
    file.write_all(seal.line().as_bytes())?;
    file.sync_all()?;
    Ok(seal.file_bytes())
}

/// Reads the line at the end of `file` and checks it against the file's length. Checking the checksum is up to the caller.
pub(in crate::store) fn read(file: &Path) -> io::Result<Seal> {
    // Before it is opened: that would wait for a writer of a pipe.
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NOT_PLAIN));
    }
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    let start = length.saturating_sub(LONGEST);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.take(LONGEST).read_to_end(&mut tail)?;
    let at = tail
        .windows(MARK.len())
        .rposition(|window| window == MARK.as_bytes());
    let seal = at.and_then(|at| {
        let line = std::str::from_utf8(&tail[at + MARK.len()..]).ok()?;
        let seal = Seal::parse(line)?;
        (seal.bytes == start + at as u64).then_some(seal)
    });
    seal.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, NOT_WHOLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(content: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, content).unwrap();
        let bytes = put(&file, 7).unwrap();
        assert_eq!(bytes, file.metadata().unwrap().len());
        (folder, file)
    }

    fn is_good(file: &Path) -> bool {
        let Ok(seal) = read(file) else { return false };
        let bytes = std::fs::read(file).unwrap();
        let mut sum = seal.sum();
        sum.add(&bytes[..usize::try_from(seal.bytes).unwrap()]);
        sum.fits()
    }

    #[test]
    fn any_changed_byte_and_any_missing_end_is_noticed() {
        let (_folder, file) = sealed(b"a database, as it were");
        assert!(is_good(&file));
        let whole = std::fs::read(&file).unwrap();
        let seal = read(&file).unwrap();
        assert_eq!((seal.schema, seal.file_bytes()), (7, whole.len() as u64));
        for at in 0..whole.len() {
            for bit in [1, 0x20] {
                let mut changed = whole.clone();
                changed[at] ^= bit;
                std::fs::write(&file, &changed).unwrap();
                assert!(!is_good(&file), "byte {at}, bit {bit}");
            }
            std::fs::write(&file, &whole[..at]).unwrap();
            assert!(!is_good(&file), "cut at {at}");
        }
        std::fs::write(&file, [&whole[..], b"\n"].concat()).unwrap();
        assert!(!is_good(&file), "more behind it");
    }
}
