//! Direct SQL access to a database, beside the store.

use std::path::Path;

use rookery::store::{SQLITE_FILE, Store};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgPool, Row, SqliteConnection};

use crate::support::databases::Fresh;

/// Statements as they are written.
pub enum Raw {
    /// The file.
    Sqlite(SqliteConnection),
    /// The server.
    Postgres(PgPool),
}

impl Raw {
    /// Beside a fresh store.
    pub async fn of(fresh: &Fresh) -> Self {
        Raw::beside(&fresh.store, fresh.folder.path()).await
    }

    /// Beside a store whose SQLite file would be in this folder.
    pub async fn beside(store: &Store, folder: &Path) -> Self {
        match store.postgres_pool() {
            Some(pool) => Raw::Postgres(pool.clone()),
            None => {
                let options = SqliteConnectOptions::new()
                    .filename(folder.join(SQLITE_FILE))
                    .busy_timeout(std::time::Duration::from_secs(10));
                Raw::Sqlite(SqliteConnection::connect_with(&options).await.unwrap())
            }
        }
    }

    /// Runs a statement.
    pub async fn run(&mut self, sql: &str) {
        let query = AssertSqlSafe(sql.to_owned());
        match self {
            Raw::Sqlite(one) => drop(sqlx::query(query).execute(one).await.unwrap()),
            Raw::Postgres(pool) => drop(sqlx::query(query).execute(&*pool).await.unwrap()),
        }
    }

    /// Runs as many of one statement as there are numbers from 0; `#` stands for the number.
    pub async fn fill(&mut self, rows: u32, insert: &str, values: &str) {
        for first in (0..rows).step_by(500) {
            let values: Vec<String> = (first..rows.min(first + 500))
                .map(|n| values.replace('#', &n.to_string()))
                .collect();
            self.run(&format!("{insert} VALUES {}", values.join(", ")))
                .await;
        }
    }

    /// The database's plan for a statement, line by line. PostgreSQL reads small tables whole where it can: here it does so,
    /// and sorts, only where there is no other way.
    pub async fn plan(&mut self, sql: &str) -> Vec<String> {
        match self {
            Raw::Sqlite(one) => {
                let sql = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
                let rows = sqlx::query(sql).fetch_all(one).await.unwrap();
                rows.iter().map(|row| row.get(3)).collect()
            }
            Raw::Postgres(pool) => {
                let mut plan = pool.begin().await.unwrap();
                for way in ["seqscan", "sort", "hashjoin", "mergejoin"] {
                    let sql = AssertSqlSafe(format!("SET LOCAL enable_{way} = off"));
                    sqlx::query(sql).execute(&mut *plan).await.unwrap();
                }
                let sql = AssertSqlSafe(format!("EXPLAIN {sql}"));
                let rows = sqlx::query(sql).fetch_all(&mut *plan).await.unwrap();
                rows.iter().map(|row| row.get(0)).collect()
            }
        }
    }

    /// The texts of one column.
    pub async fn texts(&mut self, sql: &str) -> Vec<Option<String>> {
        let query = AssertSqlSafe(sql.to_owned());
        match self {
            Raw::Sqlite(one) => sqlx::query_scalar(query).fetch_all(one).await.unwrap(),
            Raw::Postgres(pool) => sqlx::query_scalar(query).fetch_all(&*pool).await.unwrap(),
        }
    }
}
