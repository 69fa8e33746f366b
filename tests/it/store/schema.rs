//! Opening a database: created once, opened again, refused if it is newer or cannot be written; and opening while another
//! process holds the file.

use std::time::Duration;

use rookery::store::Actor;
use rookery::store::AuditEntry;
use rookery::store::Error;
use rookery::store::OpenOptions;
use rookery::store::SQLITE_FILE;
use rookery::store::Store;
use sqlx::migrate::Migrate;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::store::records::{NOW, user};
use crate::support::databases::{self, on_both_databases};
use crate::support::postgres;

on_both_databases!(answers_when_open);

async fn answers_when_open(store: Store) {
    store.ping().await.unwrap();
    assert!(matches!(
        (store.kind(), store.postgres_pool().is_some()),
        ("sqlite", false) | ("postgres", true)
    ));
    store.close().await;
    assert!(matches!(store.ping().await, Err(Error::Unavailable(_))));
}

/// Migrations that this build does not know, as a newer one leaves them behind.
const FROM_THE_FUTURE: &str =
    "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
     SELECT later.version, 'later', one.success, one.checksum, one.execution_time
     FROM _sqlx_migrations one, (SELECT 8999 AS version UNION ALL SELECT 9000) later
     WHERE one.version = 1";

fn assert_is_newer(opened: Result<Store, Error>) {
    let error = opened.unwrap_err();
    assert!(
        matches!(error, Error::NewerSchema { found: 9000, .. }),
        "{error:?}"
    );
    let text = error.to_string();
    assert!(text.contains("9000") && text.contains("backup"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_sqlite_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions::sqlite(folder.path());
    let store = Store::open(&options).await.unwrap();
    let anna = user(&store, "Anna").await;
    store.close().await;
    // Opened again, it is the same site.
    let store = Store::open(&options).await.unwrap();
    assert_eq!(store.user(anna.id).await.unwrap(), Some(anna));

    let mut other = sqlite_of(folder.path()).await;
    sqlx::query(FROM_THE_FUTURE)
        .execute(&mut other)
        .await
        .unwrap();
    store.close().await;
    assert_is_newer(Store::open(&options).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_postgres_schema_is_refused() {
    let mut options = OpenOptions::sqlite("unused");
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    options.database = database;
    let store = Store::open(&options).await.unwrap();
    sqlx::query(FROM_THE_FUTURE)
        .execute(store.postgres_pool().unwrap())
        .await
        .unwrap();
    store.close().await;
    assert_is_newer(Store::open(&options).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_may_start_together() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = vec![OpenOptions::sqlite(folder.path())];
    if let Some(database) = postgres::fresh_database() {
        let mut options = OpenOptions::sqlite("unused");
        options.database = database;
        all.push(options);
    }
    for options in all {
        let nodes: Vec<_> = (0..4)
            .map(|_| {
                let options = options.clone();
                tokio::spawn(async move { Store::open(&options).await })
            })
            .collect();
        for node in nodes {
            let store = node.await.unwrap().unwrap();
            assert_eq!(store.count_admins().await.unwrap(), 0);
            store.close().await;
        }
    }
}

/// Behind PgBouncer the role has the limits of the site's connections: here the database has, which comes to the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_waits_for_a_migration_longer_than_for_other_locks() {
    let mut options = OpenOptions::sqlite("unused");
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    options.database = database;
    let store = Store::open(&options).await.unwrap();
    let pool = store.postgres_pool().unwrap();
    let name: String = sqlx::query_scalar("SELECT current_database()")
        .fetch_one(pool)
        .await
        .unwrap();
    let limit = format!("ALTER DATABASE {name} SET lock_timeout = '50ms'");
    sqlx::query(AssertSqlSafe(limit))
        .execute(pool)
        .await
        .unwrap();
    // The lock of the node that migrates.
    let mut other = PgConnection::connect(&options.database).await.unwrap();
    other.lock().await.unwrap();
    let migrated = async {
        postgres::until_it_waits(pool, "SELECT pg_advisory_lock").await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        other.unlock().await.unwrap();
    };
    let (opened, ()) = tokio::join!(Store::open(&options), migrated);
    opened.unwrap().close().await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    // A folder inside a file cannot be made, whoever tries.
    let data = file.join("data");
    let error = Store::open(&OpenOptions::sqlite(&data)).await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains(data.to_str().unwrap()), "{text}");
    assert!(text.contains("--data"), "{text}");

    // A folder where the database's file should be.
    let data = folder.path().join("data");
    std::fs::create_dir_all(data.join(SQLITE_FILE)).unwrap();
    let error = Store::open(&OpenOptions::sqlite(&data)).await.unwrap_err();
    assert!(matches!(error, Error::DataFolder { .. }), "{error:?}");

    // A file that is not a database.
    let data = folder.path().join("other");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(
        data.join(SQLITE_FILE),
        "this is a letter, not a database, and it is long enough",
    )
    .unwrap();
    let error = Store::open(&OpenOptions::sqlite(&data)).await.unwrap_err();
    let text = error.to_string();
    // With SQLite's own words for it (SQLITE_NOTADB).
    for part in [SQLITE_FILE, "file is not a database"] {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_is_away_is_named_with_the_reason() {
    // A server that takes connections and never says a word.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = silent.local_addr().unwrap().port().to_string();
    // Nobody listens on the discard port of this machine.
    for (port, reason) in [("9", "refused"), (silent.as_str(), "no answer within")] {
        let mut options = OpenOptions::sqlite("unused");
        options.database = format!("postgres://u:secret@127.0.0.1:{port}/site");
        let opened = tokio::time::timeout(Duration::from_secs(3), Store::open(&options)).await;
        let error = opened
            .expect("the owner waits no longer than this")
            .unwrap_err();
        assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
        let text = error.to_string();
        for part in ["127.0.0.1", port, "\"site\"", reason] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("secret"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_postgres_that_lets_nobody_in_says_why() {
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    let mut options = OpenOptions::sqlite("unused");
    options.database = database.replace("/test_", "/no_such_");
    let error = Store::open(&options).await.unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("does not exist") && text.contains("socket"),
        "{text}"
    );
}

/// A site that a command of the owner opens must be there: a mistyped name is not a new site.
#[tokio::test(flavor = "multi_thread")]
async fn what_must_be_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut all = vec![OpenOptions::sqlite(&data)];
    if let Some(database) = postgres::fresh_database() {
        let mut options = OpenOptions::sqlite("unused");
        options.database = database;
        all.push(options);
    }
    for mut options in all {
        options.create = false;
        for _ in 0..2 {
            let error = Store::open(&options).await.unwrap_err();
            assert!(matches!(error, Error::NoSite { .. }), "{error:?}");
        }
        assert!(!data.exists(), "nothing is made");
        options.create = true;
        let store = Store::open(&options).await.unwrap();
        options.create = false;
        let beside = Store::open(&options).await.unwrap();
        beside.close().await;
        store.close().await;
        let _ = std::fs::remove_dir_all(&data);
    }
    // Somebody else's file keeps its content.
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join(SQLITE_FILE), "").unwrap();
    let mut options = OpenOptions::sqlite(&data);
    options.create = false;
    let error = Store::open(&options).await.unwrap_err();
    assert!(matches!(error, Error::NoSite { .. }), "{error:?}");
}

/// Pass mark 10 of the security checks: refused while locked, reads go on, recovers by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_file_can_be_read_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&OpenOptions::sqlite(folder.path()))
        .await
        .unwrap();
    let anna = user(&store, "Anna").await;
    let entry = AuditEntry {
        at_ms: NOW,
        actor: Actor::User(anna.id),
        action: "login".to_owned(),
        subject: "Anna".to_owned(),
        before: None,
        after: None,
    };
    let mut other = sqlite_of(folder.path()).await;
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut other)
        .await
        .unwrap();
    let refused = store.audit(&entry).await;
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert_eq!(store.user(anna.id).await.unwrap(), Some(anna));
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    store.audit(&entry).await.unwrap();
    assert_eq!(store.audit_log(9, None).await.unwrap().rows.len(), 1);
}

/// Its log grows while somebody holds on to an earlier state, as a backup does, and gives the disk back afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn sqlites_log_is_cut_to_its_limit() {
    const MOST_BYTES: u64 = 64 << 20;
    let fresh = databases::sqlite().await;
    let folder = fresh.folder.path();
    let log_bytes = || {
        let log = folder.join(format!("{SQLITE_FILE}-wal"));
        log.metadata().unwrap().len()
    };
    let mut reader = sqlite_of(folder).await;
    let mut reading = reader.begin().await.unwrap();
    let _: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM users")
        .fetch_one(&mut *reading)
        .await
        .unwrap();
    let mut writer = sqlite_of(folder).await;
    for statement in [
        "CREATE TABLE large (bytes BLOB)",
        "INSERT INTO large VALUES (zeroblob(70000000))",
    ] {
        sqlx::query(statement).execute(&mut writer).await.unwrap();
    }
    assert!(log_bytes() > MOST_BYTES);
    reading.rollback().await.unwrap();
    // The first writes the log back, and the next ones begin it again.
    for name in ["Anna", "Bert", "Carl"] {
        user(&fresh.store, name).await;
    }
    assert!(log_bytes() <= MOST_BYTES, "{}", log_bytes());
    fresh.store.close().await;
}

/// Another process's connection to the file.
async fn sqlite_of(folder: &std::path::Path) -> sqlx::SqliteConnection {
    let file = folder.join(SQLITE_FILE);
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    sqlx::SqliteConnection::connect_with(&options)
        .await
        .unwrap()
}
