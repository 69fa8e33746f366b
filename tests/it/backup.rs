//! Backup of a site in use, restored into an empty place with every table the same; and the refused cases.

use std::fs::{File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use rookery::clock::Stopwatch;
use rookery::store::{OpenOptions, SQLITE_FILE, Store, back_up, restore};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, Row};

use crate::support::program::{Place, failure};
use crate::support::small_disk::SmallDisk;
use crate::support::wire::Wire;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);
/// Endgame tables would fill a small disk.
const NO_TABLES: [(&str, &str); 1] = [("ROOKERY__ENGINE__BUILD_TABLES", "false")];

async fn open(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.create_if_missing(false).connect().await.unwrap()
}

/// Every table with each of its rows as text, in order.
async fn content(file: &Path) -> Vec<(String, Vec<String>)> {
    content_of(&mut open(file).await).await
}

async fn content_of(connection: &mut SqliteConnection) -> Vec<(String, Vec<String>)> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .fetch_all(&mut *connection)
    .await
    .unwrap();
    let mut all = Vec::new();
    for table in tables {
        let columns: Vec<String> =
            sqlx::query_scalar("SELECT name FROM pragma_table_info($1) ORDER BY cid")
                .bind(&table)
                .fetch_all(&mut *connection)
                .await
                .unwrap();
        let quoted: Vec<String> = columns
            .iter()
            .map(|name| format!("quote(\"{name}\")"))
            .collect();
        let sql = format!(
            "SELECT {} AS row FROM \"{table}\" ORDER BY 1",
            quoted.join(" || ',' || ")
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .fetch_all(&mut *connection)
            .await
            .unwrap();
        all.push((table, rows.iter().map(|row| row.get("row")).collect()));
    }
    all
}

fn rows<'a>(content: &'a [(String, Vec<String>)], table: &str) -> &'a [String] {
    let found = content.iter().find(|(name, _)| name == table);
    &found.unwrap_or_else(|| panic!("no table {table}")).1
}

/// Things of every kind that a site keeps, uploads included.
async fn furnish(data: &Path) {
    let store = Store::open(&OpenOptions::sqlite(data)).await.unwrap();
    let anna = crate::store::records::user(&store, "Anna").await;
    crate::store::records::session(&store).await;
    let mut won = crate::store::records::game(rookery::ids::GuestId::random());
    won.seats[0] = crate::store::records::seat(rookery::matches::Holder::User(anna.id));
    (won.status, won.winner) = (rookery::matches::Status::Won, Some(0));
    store.create_game(&won).await.unwrap();
    let picture = vec![7_u8; 300_000];
    store
        .add_asset(
            &rookery::store::NewAsset {
                id: rookery::ids::AssetId::random(),
                kind: rookery::store::AssetKind::Background,
                name: "wood.png",
                bytes: &picture,
                added_by: Some(anna.id),
                added_ms: 1,
            },
            None,
        )
        .await
        .unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_busy_site_comes_back_equal() {
    let place = Place::new();
    let data = place.path().join("data");
    furnish(&data).await;
    let server = place.serve_with(
        &[],
        &[
            ("ROOKERY__LIMITS__GAMES_PER_MINUTE", "100000"),
            ("ROOKERY__LIMITS__REQUESTS_PER_SECOND", "100000"),
            ("ROOKERY__LIMITS__EXEMPT", "127.0.0.1/32"),
        ],
    );
    // Games go on all the time; those acknowledged before the backup began are in it.
    let is_over = AtomicBool::new(false);
    let (before, played) = std::thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let mut games = Vec::new();
            while !is_over.load(Ordering::SeqCst) {
                let game = Wire::new(&server.address).home_game().unwrap().unwrap();
                games.push(game.trim_start_matches("/games/").to_owned());
            }
            games
        });
        let mut wire = Wire::new(&server.address);
        let before: Vec<String> = (0..10)
            .map(|_| wire.home_game().unwrap().unwrap())
            .collect();
        let told = place.totals(&["backup", "all.backup"]);
        is_over.store(true, Ordering::SeqCst);
        let bytes = place.path().join("all.backup").metadata().unwrap().len();
        assert_eq!(told["bytes"], bytes);
        (before, playing.join().unwrap().len())
    });
    assert!(played > 0);
    // The busy site's backup is whole, and holds the games that it must.
    let busy = place.totals(&["restore", "all.backup", "--data", "busy"]);
    let bytes = place.path().join("all.backup").metadata().unwrap().len();
    assert_eq!(busy["bytes"], bytes, "of the file, as when it was written");
    let kept = content(&place.path().join("busy").join(SQLITE_FILE)).await;
    for game in before {
        let id = game.trim_start_matches("/games/");
        let has = rows(&kept, "games").iter().any(|row| row.contains(id));
        assert!(has, "{game} is missing");
    }

    // When nobody plays, while it still serves: every table is the same.
    place.lines(&["backup", "quiet.backup"]);
    place.lines(&["restore", "quiet.backup", "--data", "quiet"]);
    let ours = content(&data.join(SQLITE_FILE)).await;
    let theirs = content(&place.path().join("quiet").join(SQLITE_FILE)).await;
    assert!(ours.len() > 12 && rows(&theirs, "users").len() == 1);
    assert_eq!(rows(&theirs, "best_levels").len(), 1);
    assert!(
        rows(&theirs, "assets")[0].len() > 600_000,
        "uploads are in it"
    );
    for ((table, our), (other, their)) in ours.iter().zip(&theirs) {
        assert_eq!(table, other);
        // The heart of the running site beats on.
        if table != "nodes" {
            assert_eq!(our, their, "{table}");
        }
    }
    assert_eq!(ours.len(), theirs.len());
    assert_eq!(server.terminate().0, Some(0));

    // It serves on from there.
    let restored = place.serve(&["--data", "quiet"]);
    assert!(restored.get("/readyz").starts_with("HTTP/1.0 200"));
    assert_eq!(restored.terminate().0, Some(0));
}

/// A place with a site and its backup.
fn with_backup() -> Place {
    let place = Place::new();
    assert_eq!(place.serve(&[]).terminate().0, Some(0));
    place.lines(&["backup", "good"]);
    place
}

/// Runs a command that must fail with this code and say these words.
fn refused(place: &Place, arguments: &[&str], code: i32, words: &[&str]) {
    let (found, said) = failure(&place.run(arguments));
    assert_eq!(found, code, "{arguments:?}: {said}");
    for part in words {
        assert!(said.contains(part), "{arguments:?}: {part}: {said}");
    }
}

/// A folder that may not be listed cannot be synced either, as on some network drives. To root, every folder is open.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_synced_keeps_no_site_from_its_place() {
    let place = with_backup();
    let (good, folder) = (place.path().join("good"), place.path().join("unlisted"));
    std::fs::create_dir(&folder).unwrap();
    let set_mode = |mode| std::fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
    set_mode(0o300);
    let restored = restore(&good, &folder, &|_, _| {}).await;
    set_mode(0o700);
    assert!(restored.is_ok(), "{restored:?}");
    let original = place.path().join("data").join(SQLITE_FILE);
    let restored = content(&folder.join(SQLITE_FILE)).await;
    assert_eq!(restored, content(&original).await);
}

#[test]
fn nothing_that_is_there_is_written_over() {
    let place = with_backup();
    let before = std::fs::read(place.path().join("good")).unwrap();
    refused(&place, &["backup", "good"], 1, &["good", "exists"]);
    assert_eq!(std::fs::read(place.path().join("good")).unwrap(), before);
    refused(&place, &["restore", "good"], 1, &["data", "there already"]);
    // The files of an earlier site would be taken for a part of the restored one.
    for (folder, file) in [
        ("old", "rookery.sqlite-wal"),
        ("older", "rookery.sqlite-journal"),
    ] {
        std::fs::create_dir(place.path().join(folder)).unwrap();
        std::fs::write(place.path().join(folder).join(file), "x").unwrap();
        refused(
            &place,
            &["restore", "good", "--data", folder],
            1,
            &[file, "there already"],
        );
    }
    let link = place.path().join("nowhere/file");
    let link = link.to_str().unwrap();
    refused(&place, &["backup", link], 1, &["nowhere"]);
}

/// Root can write to every folder except the kernel's.
#[test]
fn a_folder_in_which_nothing_can_be_written_is_named_with_what_to_do() {
    let place = with_backup();
    let words = [
        "/sys/rookery.backup: nothing can be written to its folder (",
        "another folder",
        "as a user who",
    ];
    refused(&place, &["backup", "/sys/rookery.backup"], 1, &words);
}

/// A site that was stopped, on a disk that is read-only since, as a mounted snapshot is: not even root can write there.
fn stopped_and_read_only() -> Option<SmallDisk> {
    let disk = SmallDisk::of_megabytes(16)?;
    let stopped = disk.place.serve_with(&[], &NO_TABLES);
    assert_eq!(stopped.terminate().0, Some(0));
    assert!(!disk.data().join("rookery.sqlite-wal").exists());
    disk.make_read_only();
    Some(disk)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_site_on_a_read_only_disk_can_be_saved() {
    let Some(disk) = stopped_and_read_only() else {
        return;
    };
    let place = &disk.place;
    place.lines(&["backup", "closed"]);
    place.lines(&["restore", "closed", "--data", "again"]);
    let immutable = SqliteConnectOptions::new()
        .filename(disk.data().join(SQLITE_FILE))
        .immutable(true);
    let kept = content_of(&mut immutable.connect().await.unwrap()).await;
    let restored = content(&place.path().join("again").join(SQLITE_FILE)).await;
    assert_eq!(restored, kept);
}

/// An immutable file has no journal, and does not change: SQLite looks for neither.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_site_with_a_journal_or_a_writer_is_not_saved() {
    let Some(disk) = stopped_and_read_only() else {
        return;
    };
    let place = &disk.place;
    let journal = disk.data().join("rookery.sqlite-journal");
    disk.make_writable();
    std::fs::write(&journal, "x").unwrap();
    disk.make_read_only();
    let named = ["rookery.sqlite: ", "-journal file"];
    refused(place, &["backup", "unfinished"], 1, &named);
    assert!(!place.path().join("unfinished").exists());

    disk.make_writable();
    std::fs::remove_file(&journal).unwrap();
    disk.make_read_only();
    // By somebody for whom the folder is writable, and who leaves no log.
    let write = |_: u64, _: u64| {
        disk.make_writable();
        let file = File::options()
            .write(true)
            .open(disk.data().join(SQLITE_FILE));
        file.unwrap().set_modified(UNIX_EPOCH).unwrap();
    };
    let target = place.path().join("changed");
    let changed = back_up(&disk.data(), &target, &write).await.unwrap_err();
    assert!(changed.to_string().contains("meanwhile"), "{changed}");
    assert!(!target.exists());
}

/// The last writes are in the -wal file alone. SQLite reads it without writing as long as the -shm file is there.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_site_on_a_read_only_disk_is_saved_with_its_log_or_not_at_all() {
    let Some(disk) = SmallDisk::of_megabytes(16) else {
        return;
    };
    let place = &disk.place;
    let server = place.serve_with(&[], &NO_TABLES);
    let last = Wire::new(&server.address).home_game().unwrap().unwrap();
    server.kill();
    let beside = |suffix: &str| disk.data().join(format!("{SQLITE_FILE}{suffix}"));
    assert!(beside("-wal").metadata().unwrap().len() > 0);
    disk.make_read_only();
    place.lines(&["backup", "all"]);
    place.lines(&["restore", "all", "--data", "again"]);
    let kept = content(&place.path().join("again").join(SQLITE_FILE)).await;
    let id = last.trim_start_matches("/games/");
    assert!(rows(&kept, "games").iter().any(|row| row.contains(id)));

    disk.make_writable();
    std::fs::remove_file(beside("-shm")).unwrap();
    disk.make_read_only();
    let named = ["rookery.sqlite: ", "-wal file", "-shm file"];
    refused(place, &["backup", "without"], 1, &named);
    assert!(!place.path().join("without").exists());
}

/// As a signal ends it: the file is there from the first moment on, and gone with the work.
#[tokio::test(flavor = "multi_thread")]
async fn work_that_is_broken_off_leaves_nothing() {
    let place = with_backup();
    let (data, file) = (place.path().join("data"), place.path().join("half"));
    let has_begun = async |file: &Path| {
        while !file.exists() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        done = back_up(&data, &file, &|_, _| {}) => panic!("it was done at once: {done:?}"),
        () = has_begun(&file) => {}
    }
    assert!(!file.exists());
    let (good, other) = (place.path().join("good"), place.path().join("other"));
    let half = other.join("rookery.restoring");
    tokio::select! {
        biased;
        done = restore(&good, &other, &|_, _| {}) => panic!("it was done at once: {done:?}"),
        () = has_begun(&half) => {}
    }
    assert!(!other.exists());
    // Nothing is in the way of the next ones.
    place.lines(&["backup", "half"]);
    place.lines(&["restore", "half", "--data", "other"]);
}

/// SIGHUP is what a terminal sends when it is closed.
#[tokio::test(flavor = "multi_thread")]
async fn a_signal_ends_the_command_and_nothing_is_left() {
    let place = with_backup();
    let half = place.path().join("half");
    // Without a write-ahead log a writer keeps readers out: the command has made its file, and waits.
    let options = SqliteConnectOptions::new()
        .filename(place.path().join("data").join(SQLITE_FILE))
        .journal_mode(SqliteJournalMode::Delete);
    let mut writer = options.connect().await.unwrap();
    sqlx::query("BEGIN EXCLUSIVE")
        .execute(&mut writer)
        .await
        .unwrap();
    for signal in ["TERM", "HUP"] {
        // Whatever the tests were started by, the command hears of a closed terminal.
        let script = r#"exec env --default-signal=HUP "$0" "$@""#;
        let program = env!("CARGO_BIN_EXE_rookery");
        let child = place
            .shell(script, program, &["backup", "half"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let since = Stopwatch::start();
        while !half.exists() {
            assert!(since.elapsed() < NEVER, "{signal}: it does not begin");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let sent = Command::new("sh")
            .args(["-c", &format!("kill -{signal} {}", child.id())])
            .status();
        assert!(sent.unwrap().success());
        let (code, words) = failure(&child.wait_with_output().unwrap());
        assert!(code == 1 && words.contains("interrupted"), "{words}");
        assert!(!half.exists(), "{signal} left a file");
    }
    writer.close().await.unwrap();
    place.lines(&["backup", "half"]);
}

#[test]
fn a_file_that_is_cut_or_altered_is_refused_and_leaves_nothing() {
    let place = with_backup();
    let good = std::fs::read(place.path().join("good")).unwrap();
    let middle = good.len() / 2;
    let mut altered = good.clone();
    altered[middle] ^= 1;
    let mut text = good.clone();
    let at = text.windows(7).rposition(|w| w == b"schema=").unwrap();
    text.splice(at + 7..at + 9, *b"1");
    let bad: [(&str, &[u8], &str); 6] = [
        ("cut", &good[..middle], "not a whole one"),
        ("cut-short", &good[..good.len() - 1], "not a whole one"),
        ("altered", &altered, "damaged"),
        ("other-schema", &text, "damaged"),
        ("empty", b"", "not a backup"),
        ("letter", b"Dear Sir or Madam", "not a backup"),
    ];
    for (name, bytes, words) in bad {
        std::fs::write(place.path().join(name), bytes).unwrap();
        refused(
            &place,
            &["restore", name, "--data", "new"],
            1,
            &[name, words],
        );
        assert!(!place.path().join("new").exists(), "{name}");
    }
    refused(
        &place,
        &["restore", "missing", "--data", "new"],
        1,
        &["missing"],
    );
    // What was there before stays, the folder above as well as an empty one.
    for (data, stays) in [("above/new", "above"), ("old", "old")] {
        std::fs::create_dir(place.path().join(stays)).unwrap();
        let asked = ["restore", "altered", "--data", data];
        refused(&place, &asked, 1, &["damaged"]);
        let mut left = std::fs::read_dir(place.path().join(stays)).unwrap();
        assert!(left.next().is_none(), "{data}");
    }
    let asked = ["restore", "altered", "--data", "several/new"];
    refused(&place, &asked, 1, &["damaged"]);
    assert!(!place.path().join("several").exists());
    // One of them has no end, and the other would be read for ever if it were opened.
    let made = Command::new("mkfifo")
        .arg(place.path().join("pipe"))
        .status();
    assert!(made.unwrap().success());
    for name in ["/dev/zero", "pipe"] {
        refused(
            &place,
            &["restore", name, "--data", "new"],
            1,
            &[name, "not a plain file; copy the backup to a file first"],
        );
    }
    place.lines(&["restore", "good", "--data", "new"]);
}

/// The database was moved away, but the process that serves it still writes into it.
#[test]
fn nothing_is_restored_under_a_site_that_is_served() {
    let place = with_backup();
    let data = place.path().join("data");
    let server = place.serve(&[]);
    for file in std::fs::read_dir(&data).unwrap() {
        let file = file.unwrap().path();
        if !file.ends_with("rookery.pid") {
            std::fs::remove_file(file).unwrap();
        }
    }
    refused(&place, &["restore", "good"], 1, &["already served"]);
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), 1);
    server.terminate();
}

#[tokio::test]
async fn a_site_whose_rows_refer_to_nothing_is_not_taken_for_sound() {
    let place = Place::new();
    assert_eq!(place.serve(&[]).terminate().0, Some(0));
    let file = place.path().join("data").join(SQLITE_FILE);
    let mut database = open(&file).await;
    for sql in [
        "PRAGMA foreign_keys = OFF",
        "INSERT INTO moves (game_id, ply, path, at_ms) VALUES ('none', 0, 'b2', 1)",
    ] {
        sqlx::query(sql).execute(&mut database).await.unwrap();
    }
    database.close().await.unwrap();
    refused(&place, &["backup", "bad"], 1, &["bad", "refer to nothing"]);
    assert!(!place.path().join("bad").exists());
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_an_older_one_is_brought_up_to_date() {
    let place = with_backup();
    let file = place.path().join("data").join(SQLITE_FILE);
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 SELECT 9000, 'later', success, checksum, execution_time FROM _sqlx_migrations WHERE version = 1";
    sqlx::query(newer)
        .execute(&mut open(&file).await)
        .await
        .unwrap();
    refused(&place, &["backup", "newer"], 1, &["9000", "newer"]);
    assert!(!place.path().join("newer").exists());

    // As the build before the heartbeats left it.
    for sql in [
        "DELETE FROM _sqlx_migrations WHERE version IN (5, 9000)",
        "DROP TABLE nodes",
    ] {
        sqlx::query(sql)
            .execute(&mut open(&file).await)
            .await
            .unwrap();
    }
    let told = place.totals(&["backup", "older"]);
    assert!(told["bytes"].as_u64().unwrap() > 0);
    place.lines(&["restore", "older", "--data", "next"]);
    assert_eq!(place.serve(&["--data", "next"]).terminate().0, Some(0));
}

#[test]
fn with_postgres_its_own_programs_are_named() {
    let place = Place::new();
    let url = "postgres://me:sesame@db.example/site?sslmode=require";
    for (command, words) in [
        (
            "backup",
            &["pg_dump", "--format=custom", "--file='it.dump'"][..],
        ),
        ("restore", &["pg_restore", "--exit-on-error", "'it.dump'"]),
    ] {
        let (code, said) = failure(&place.run(&[command, "it.dump", "--database", url]));
        assert_eq!(code, 2);
        assert!(
            said.contains("'postgres://me@db.example/site?sslmode=require'"),
            "{said}"
        );
        assert!(!said.contains("sesame"), "{said}");
        for part in words {
            assert!(said.contains(part), "{said}");
        }
    }
}

/// Progress: the bytes done and the bytes in all, as the commands draw it.
#[tokio::test(flavor = "multi_thread")]
async fn progress_goes_to_the_end_and_never_back() {
    let place = Place::new();
    let (data, file) = (place.path().join("data"), place.path().join("kept"));
    furnish(&data).await;
    let told = Mutex::new(Vec::new());
    let tell = |done: u64, whole: u64| told.lock().unwrap().push((done, whole));
    let take = || std::mem::take(&mut *told.lock().unwrap());

    back_up(&data, &file, &tell).await.unwrap();
    let steps = take();
    let size = std::fs::metadata(data.join(SQLITE_FILE)).unwrap().len();
    assert!(!steps.is_empty(), "something is told at once");
    for (done, whole) in &steps {
        // The upload alone has 300,000 bytes; free pages are not copied.
        assert!(
            (300_000..=size).contains(whole) && done <= whole,
            "{steps:?}"
        );
    }

    let bytes = restore(&file, &place.path().join("new"), &tell).await;
    let (bytes, steps) = (bytes.unwrap(), take());
    assert_eq!(bytes, std::fs::metadata(&file).unwrap().len());
    let restored = place.path().join("new").join(SQLITE_FILE);
    let restored = std::fs::metadata(restored).unwrap().len();
    assert!(steps.is_sorted(), "{steps:?}");
    assert!(
        steps.iter().all(|(_, whole)| *whole == restored),
        "{steps:?}"
    );
    assert_eq!(steps.last(), Some(&(restored, restored)), "{steps:?}");
}
