//! A fresh store on either database, and a macro that runs a case on both.

use rookery::store::{OpenOptions, SQLITE_FILE, Store};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::support::postgres;

/// An empty store.
pub struct Fresh {
    /// The store.
    pub store: Store,
    /// The folder of a SQLite file; goes when this is dropped.
    pub folder: TempDir,
}

/// A store on SQLite in a folder of its own.
pub async fn sqlite() -> Fresh {
    static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let file = FILE.get_or_init(sqlite_file).await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(SQLITE_FILE), file).unwrap();
    let store = Store::open(&OpenOptions::sqlite(folder.path()))
        .await
        .unwrap();
    Fresh { store, folder }
}

/// The file of an empty store: tests copy it, as its many migrations take longer than most of them.
async fn sqlite_file() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let options = OpenOptions::sqlite(folder.path());
    Store::open(&options).await.unwrap().close().await;
    std::fs::read(folder.path().join(SQLITE_FILE)).unwrap()
}

/// A store on a PostgreSQL database of its own; `None` where PostgreSQL is not installed.
pub async fn postgres() -> Option<Fresh> {
    let folder = tempfile::tempdir().unwrap();
    let mut options = OpenOptions::sqlite(folder.path());
    options.database = postgres_database().await?;
    let store = Store::open(&options).await.unwrap();
    Some(Fresh { store, folder })
}

/// The address of an empty store's database of its own, a copy of one that was migrated once.
async fn postgres_database() -> Option<String> {
    static MIGRATED: OnceCell<Option<String>> = OnceCell::const_new();
    let migrated = MIGRATED.get_or_init(async || {
        let mut options = OpenOptions::sqlite("unused");
        options.database = postgres::fresh_database()?;
        Store::open(&options).await.unwrap().close().await;
        Some(options.database)
    });
    postgres::copy_of(migrated.await.as_deref()?)
}

/// Two stores on one SQLite file, each opened by itself as another process does; and the file's folder.
pub async fn two_on_sqlite() -> (Store, Store, TempDir) {
    let Fresh { store, folder } = sqlite().await;
    let options = OpenOptions::sqlite(folder.path());
    (store, Store::open(&options).await.unwrap(), folder)
}

/// Two stores on one PostgreSQL database, each with connections of its own; `None` where PostgreSQL is not installed.
pub async fn two_on_postgres() -> Option<(Store, Store)> {
    let mut options = OpenOptions::sqlite("unused");
    options.database = postgres_database().await?;
    let one = Store::open(&options).await.unwrap();
    Some((one, Store::open(&options).await.unwrap()))
}

/// Makes two tests of each case, an `async fn(Store, Store)` on two nodes of one site: one on SQLite, one on PostgreSQL.
macro_rules! on_two_nodes {
    ($($case:ident),* $(,)?) => { $(
        mod $case {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                let (one, two, _folder) = $crate::support::databases::two_on_sqlite().await;
                super::$case(one, two).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                if let Some((one, two)) = $crate::support::databases::two_on_postgres().await {
                    super::$case(one.clone(), two.clone()).await;
                    one.close().await;
                    two.close().await;
                }
            }
        }
    )* };
}
pub(crate) use on_two_nodes;

/// Makes two tests of each case, an `async fn(Store)`: one on SQLite, one on PostgreSQL.
macro_rules! on_both_databases {
    ($($case:ident),* $(,)?) => { $(
        mod $case {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                let fresh = $crate::support::databases::sqlite().await;
                super::$case(fresh.store.clone()).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                if let Some(fresh) = $crate::support::databases::postgres().await {
                    super::$case(fresh.store.clone()).await;
                    fresh.store.close().await;
                }
            }
        }
    )* };
}
pub(crate) use on_both_databases;
