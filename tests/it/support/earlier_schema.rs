//! A database that is set back to an earlier schema and opened anew by this build, on SQLite and PostgreSQL.

use rookery::store::{OpenOptions, Store};
use sqlx::PgPool;
use tempfile::TempDir;

use crate::support::raw::Raw;
use crate::support::{databases, postgres};

/// An empty database of its own.
pub struct EarlierSchema {
    /// The store, until the database is set back.
    pub store: Store,
    options: OpenOptions,
    raw: Raw,
    _folder: TempDir,
}

impl EarlierSchema {
    /// On SQLite.
    pub async fn sqlite() -> Self {
        let fresh = databases::sqlite().await;
        EarlierSchema {
            options: OpenOptions::sqlite(fresh.folder.path()),
            raw: Raw::of(&fresh).await,
            store: fresh.store,
            _folder: fresh.folder,
        }
    }

    /// On PostgreSQL; `None` where it is not installed.
    pub async fn postgres() -> Option<Self> {
        let database = postgres::fresh_database()?;
        let folder = tempfile::tempdir().unwrap();
        let mut options = OpenOptions::sqlite(folder.path());
        options.database = database.clone();
        Some(EarlierSchema {
            store: Store::open(&options).await.unwrap(),
            // The store closes its own connections before the database is opened anew.
            raw: Raw::Postgres(PgPool::connect(&database).await.unwrap()),
            options,
            _folder: folder,
        })
    }

    /// Takes back a migration by these statements, and opens the database anew, which runs it again.
    pub async fn migrated_again(&mut self, version: u32, statements: &[&str]) -> Store {
        for sql in statements {
            self.raw.run(sql).await;
        }
        let forget = format!("DELETE FROM _sqlx_migrations WHERE version = {version}");
        self.raw.run(&forget).await;
        self.store.close().await;
        Store::open(&self.options).await.unwrap()
    }
}
