//! Backup of the whole site to one file while it is in use, and restore into an empty place. SQLite only: the database holds
//! everything that cannot be recreated.
//!
//! The file is a database of its own with a line behind it, see [`seal`]: `sqlite3` opens it, and nothing of it can be lost
//! or changed without being noticed.

use std::convert::Infallible;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::store::Error;
use crate::store::database::data_folder;
use crate::store::database::occupied::Reserved;
use crate::store::database::open::{
    SQLITE_FILE, has_schema_sqlite, known_sqlite_schema, no_site_in,
};
use crate::store::database::seal::{self, Seal};
use crate::store::error::is_read_only;

/// The longest delay of the start of a backup by the site's own writes.
const BUSY: Duration = Duration::from_secs(10);
/// Interval of checks of a growing file's size.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Bytes that are copied at a time.
const PIECE: usize = 1 << 20;
/// Files that must not exist before a restore: the database itself, and the files beside it, which SQLite would take to belong to the
/// restored one.
const LEFT_OVERS: [&str; 4] = [
    SQLITE_FILE,
    "rookery.sqlite-wal",
    "rookery.sqlite-shm",
    "rookery.sqlite-journal",
];

/// The files beside a database with changes that are not in it yet, or that SQLite has to undo: the end of the name, and why the database cannot
/// be read where nothing can be written.
const LOGS: [(&str, &str); 2] = [
    (
        "-wal",
        "has changes that SQLite reads only with a -shm file, which it can neither open nor make here",
    ),
    (
        "-journal",
        "is of an unfinished change that SQLite has to undo first",
    ),
];

/// The length of a file, and the time of its last change, seconds and nanoseconds.
type FileState = (u64, i64, i64);

/// Progress of a backup: bytes done and total bytes.
pub type BackupProgress<'a> = &'a (dyn Fn(u64, u64) + Send + Sync);

/// Writes a snapshot of all data of the site in `data_dir` to the new file `target`, while the site may go on. Returns the
/// file's size.
///
/// # Errors
/// [`Error::NoSite`], [`Error::Backup`] where the target exists or cannot be written or the database is damaged,
/// [`Error::NewerSchema`]. What was begun is removed, also where the future is dropped.
pub async fn back_up(
    data_dir: &Path,
    target: &Path,
    told: BackupProgress<'_>,
) -> Result<u64, Error> {
    let source = data_dir.join(SQLITE_FILE);
    if !data_folder::has_file(&source)? {
        return Err(no_site_in(data_dir));
    }
    // The file is created before the work begins; SQLite accepts an empty file.
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(data_folder::OWNERS_FILE)
        .open(target);
    let made = made.map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => wrong(target, &"it exists already; choose another file"),
        io::ErrorKind::NotFound => wrong(target, &"its folder does not exist; create it first"),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => wrong(
            target,
            &format!(
                "nothing can be written to its folder ({e}); name a file in another folder, or run this as a user who may write there"
            ),
        ),
        _ => wrong(target, &e),
    })?;
    let unfinished = Unfinished(target);
    let kept = keep(data_dir, &source, target, made, told).await?;
    unfinished.finish();
    Ok(kept)
}

/// A file that is removed unless it becomes whole: also where the work on it is dropped.
struct Unfinished<'a>(&'a Path);

impl Unfinished<'_> {
    fn finish(self) {
        std::mem::forget(self);
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        remove(self.0);
    }
}

async fn keep(
    data_dir: &Path,
    source: &Path,
    target: &Path,
    made: File,
    told: BackupProgress<'_>,
) -> Result<u64, Error> {
    let (mut from, fixed) = open_source(data_dir, source).await?;
    let schema = schema_of(&mut from).await?;
    let whole = size_of(&mut from).await?;
    let path = std::path::absolute(target).map_err(|e| wrong(target, &e))?;
    let path = path
        .to_str()
        .ok_or_else(|| wrong(target, &"its name is not UTF-8"))?
        .to_owned();
    // One read transaction over the whole database: writers go on, and their changes are not in it.
    let copying = sqlx::query("VACUUM INTO $1").bind(path).execute(&mut from);
    tokio::select! {
        copied = copying => copied.map_err(|e| wrong(target, &e))?,
        never = watch(target, whole, told) => match never {},
    };
    // Nothing is lost with it.
    let _ = from.close().await;
    if let Some(before) = fixed {
        // A site that has also stopped meanwhile has put its log into the file.
        let has_changed = state_of(source)? != before || log_of(source).is_some();
        if has_changed {
            return Err(wrong(
                source,
                &"a site has begun to write to it meanwhile; try again, as the user that runs the site",
            ));
        }
    }
    check(target).await?;
    let target = target.to_owned();
    blocking(move || {
        let sealed = seal::put(&target, schema).and_then(|bytes| {
            made.sync_all()?;
            sync_name(&target)?;
            Ok(bytes)
        });
        sealed.map_err(|e| wrong(&target, &e))
    })
    .await
}

/// Opens a site's database to be copied, and returns the state of its file if it was opened as immutable: SQLite opens a database in a
/// read-only folder in no other way, but then ignores its log, which must therefore be empty.
async fn open_source(
    data_dir: &Path,
    source: &Path,
) -> Result<(SqliteConnection, Option<FileState>), Error> {
    let before = state_of(source)?;
    let options = SqliteConnectOptions::new()
        .filename(source)
        .create_if_missing(false)
        .busy_timeout(BUSY);
    let (opened, fixed) = match look_into(&options).await {
        Err(e) if is_read_only(&e) && log_of(source).is_none() => {
            let immutable = options.read_only(true).immutable(true);
            (look_into(&immutable).await, Some(before))
        }
        opened => (opened, None),
    };
    let (connection, is_site) = opened.map_err(|e| unreadable(source, &e))?;
    match is_site {
        true => Ok((connection, fixed)),
        false => Err(no_site_in(data_dir)),
    }
}

/// A connection to a database, and whether it is a site's.
async fn look_into(
    options: &SqliteConnectOptions,
) -> Result<(SqliteConnection, bool), sqlx::Error> {
    let mut connection = options.connect().await?;
    let is_site = has_schema_sqlite(&mut connection).await?;
    Ok((connection, is_site))
}

/// The one of [`LOGS`] beside a database that is not empty, if any.
fn log_of(database: &Path) -> Option<(&'static str, &'static str)> {
    LOGS.into_iter().find(|(suffix, _)| {
        let mut log = database.as_os_str().to_owned();
        log.push(suffix);
        size(Path::new(&log)) > 0
    })
}

fn state_of(file: &Path) -> Result<FileState, Error> {
    let found = file.metadata().map_err(|e| wrong(file, &e))?;
    Ok((found.len(), found.mtime(), found.mtime_nsec()))
}

/// Waits until a new file's name is on the disk: after a power cut it would be missing otherwise, although the file itself is there. A
/// folder that cannot be synced, as on some network drives, or not be listed, is left to its system.
fn sync_name(file: &Path) -> io::Result<()> {
    let path = std::path::absolute(file)?;
    let synced = path
        .parent()
        .map_or(Ok(()), |folder| File::open(folder)?.sync_all());
    match synced {
        Err(e) if is_no_fault(e.kind()) => Ok(()),
        synced => synced,
    }
}

fn is_no_fault(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::InvalidInput | io::ErrorKind::PermissionDenied | io::ErrorKind::Unsupported
    )
}

/// Reports the growth of a file, for ever.
async fn watch(file: &Path, whole: u64, told: BackupProgress<'_>) -> Infallible {
    loop {
        told(size(file).min(whole), whole);
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Puts the site in the file `from` into `data_dir`, where there must be none. Returns the file's size, as [`back_up`] does.
///
/// # Errors
/// [`Error::Backup`] where the file is not a backup, or not whole, or a site is there already; [`Error::NewerSchema`];
/// [`Error::DataFolder`]. What was begun is removed, also where the future is dropped.
pub async fn restore(from: &Path, data_dir: &Path, told: BackupProgress<'_>) -> Result<u64, Error> {
    let place = data_dir.join(SQLITE_FILE);
    if let Some(there) = LEFT_OVERS.iter().find(|name| data_dir.join(name).exists()) {
        return Err(wrong(
            &data_dir.join(there),
            &"it is there already; choose an empty folder with --data, or move the site that is there away first",
        ));
    }
    let file = from.to_owned();
    let seal = blocking(move || seal::read(&file).map_err(|e| wrong(&file, &e))).await?;
    let known = known_sqlite_schema();
    if seal.schema > known {
        return Err(Error::NewerSchema {
            found: seal.schema,
            known,
        });
    }
    let folders = NewFolders::make(data_dir)?;
    // A running site whose database file was moved away would go on writing to the moved file.
    let _reserved = Reserved::take(data_dir)?;
    // Under another name until it is complete and checked: a partial site must never be served.
    let half = data_dir.join("rookery.restoring");
    let _half = Unfinished(&half);
    copy(from, &half, &seal, told).await?;
    check(&half).await?;
    data_folder::give_to_owner(&half, data_dir)?;
    // The link fails if a site was created meanwhile; a rename would replace it.
    std::fs::hard_link(&half, &place)
        .or_else(|_| move_to_free(&half, &place))
        .map_err(|e| wrong(&place, &e))?;
    let placed = Unfinished(&place);
    sync_name(&place).map_err(|e| data_folder::refused(data_dir, e))?;
    placed.finish();
    folders.finish();
    Ok(seal.file_bytes())
}

/// Folders that the work has made, the outermost first: those of them that are empty are removed unless it becomes whole.
struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    /// Makes a folder with those above it. One that somebody else makes meanwhile is theirs.
    fn make(folder: &Path) -> Result<Self, Error> {
        let missing = folder.ancestors().take_while(|folder| {
            let is_named = !folder.as_os_str().is_empty();
            is_named && !folder.exists()
        });
        let missing: Vec<&Path> = missing.collect();
        let mut made = NewFolders(Vec::new());
        for outer in missing.into_iter().rev() {
            let is_made = data_folder::create_one(outer);
            if is_made.map_err(|e| data_folder::refused(folder, e))? {
                made.0.push(outer.to_owned());
            }
        }
        Ok(made)
    }

    fn finish(mut self) {
        self.0.clear();
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            // One that somebody has used meanwhile is not empty, and stays.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// For file systems without hard links.
fn move_to_free(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    std::fs::rename(from, to)
}

/// Copies the database out of a backup, and compares its checksum with the seal's.
async fn copy(from: &Path, to: &Path, seal: &Seal, told: BackupProgress<'_>) -> Result<(), Error> {
    let mut source = File::open(from).map_err(|e| wrong(from, &e))?;
    let mut target = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(data_folder::OWNERS_FILE)
        .open(to)
        .map_err(|e| wrong(to, &e))?;
    let mut sum = seal.sum();
    let mut piece = vec![0; PIECE];
    let mut left = seal.bytes;
    // A piece at a time on this thread: the process has nothing else to do than to notice a signal.
    while left > 0 {
        let wanted = usize::try_from(left).unwrap_or(PIECE).min(PIECE);
        source
            .read_exact(&mut piece[..wanted])
            .map_err(|e| wrong(from, &e))?;
        sum.add(&piece[..wanted]);
        target
            .write_all(&piece[..wanted])
            .map_err(|e| wrong(to, &e))?;
        left -= wanted as u64;
        told(seal.bytes - left, seal.bytes);
        // The work can be dropped between two pieces.
        tokio::task::yield_now().await;
    }
    if !sum.fits() {
        return Err(wrong(from, &seal::ALTERED));
    }
    target.sync_all().map_err(|e| wrong(to, &e))
}

/// Whether a database is sound: its pages and indexes, and every reference between its rows.
async fn check(file: &Path) -> Result<(), Error> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        // Nobody else has this file: no lock, and no files beside it.
        .immutable(true)
        .read_only(true);
    let mut connection = options.connect().await.map_err(|e| wrong(file, &e))?;
    let said: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(3)")
        .fetch_all(&mut connection)
        .await
        .map_err(|e| wrong(file, &e))?;
    if said != ["ok"] {
        return Err(wrong(
            file,
            &format!("the database is damaged: {}", said.join("; ")),
        ));
    }
    let orphans: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM pragma_foreign_key_check")
        .fetch_one(&mut connection)
        .await
        .map_err(|e| wrong(file, &e))?;
    if orphans > 0 {
        return Err(wrong(
            file,
            &format!("the database is damaged: {orphans} rows refer to nothing"),
        ));
    }
    // Nothing is lost with it.
    let _ = connection.close().await;
    Ok(())
}

/// The schema of an open database.
async fn schema_of(connection: &mut SqliteConnection) -> Result<i64, Error> {
    let found: Option<i64> = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
        .fetch_one(connection)
        .await?;
    let (found, known) = (found.unwrap_or(0), known_sqlite_schema());
    match found > known {
        true => Err(Error::NewerSchema { found, known }),
        false => Ok(found),
    }
}

/// The approximate size of its copy.
async fn size_of(connection: &mut SqliteConnection) -> Result<u64, Error> {
    let bytes: i64 = sqlx::query_scalar(
        "SELECT (page_count - freelist_count) * page_size
         FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    )
    .fetch_one(connection)
    .await?;
    Ok(bytes.unsigned_abs())
}

/// The error of a database that cannot be opened to be copied.
fn unreadable(source: &Path, error: &sqlx::Error) -> Error {
    if !is_read_only(error) {
        return wrong(source, error);
    }
    let advice = match log_of(source) {
        Some((suffix, reason)) => format!(
            "{error}; its {suffix} file {reason}: run this as the user that runs the site, or copy a folder that nobody may write to, with \
             its {suffix} file, and name the copy with --data"
        ),
        None => format!("{error}; run this as the user that runs the site"),
    };
    wrong(source, &advice)
}

fn size(file: &Path) -> u64 {
    file.metadata().map_or(0, |file| file.len())
}

fn remove(file: &Path) {
    match std::fs::remove_file(file) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => tracing::warn!(%error, file = %file.display(), "a half file is left behind"),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|e| Err(wrong(&PathBuf::new(), &e)))
}

fn wrong(path: &Path, reason: &dyn std::fmt::Display) -> Error {
    Error::Backup {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_log_is_named_only_where_there_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join(SQLITE_FILE);
        let options = SqliteConnectOptions::new()
            .filename(&missing)
            .create_if_missing(false);
        let Err(error) = look_into(&options).await else {
            panic!("there is no such file");
        };
        let said = || unreadable(&missing, &error).to_string();
        assert!(said().ends_with("; run this as the user that runs the site"));
        for (suffix, _) in LOGS {
            let log = folder.path().join(format!("{SQLITE_FILE}{suffix}"));
            std::fs::write(&log, "").unwrap();
            assert!(!said().contains(suffix), "{}", said());
            std::fs::write(&log, "x").unwrap();
            assert!(
                said().contains(&format!("its {suffix} file ")),
                "{}",
                said()
            );
            std::fs::remove_file(&log).unwrap();
        }
    }
}
