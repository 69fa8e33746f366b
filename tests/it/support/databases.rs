//! A fresh store on either database, and a macro that runs a case on both.

use rookery::store::OpenOptions;
use rookery::store::Store;
use tempfile::TempDir;

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
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&OpenOptions::sqlite(folder.path()))
        .await
        .unwrap();
    Fresh { store, folder }
}

/// A store on a PostgreSQL database of its own; `None` where PostgreSQL is not installed.
pub async fn postgres() -> Option<Fresh> {
    let folder = tempfile::tempdir().unwrap();
    let mut options = OpenOptions::sqlite(folder.path());
    options.database = postgres::fresh_database()?;
    let store = Store::open(&options).await.unwrap();
    Some(Fresh { store, folder })
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
    options.database = postgres::fresh_database()?;
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
