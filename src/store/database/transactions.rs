//! PostgreSQL transactions whose `BEGIN` is never cancelled.

use sqlx::{PgPool, Postgres, Transaction};

/// Begins a transaction with this statement, in a task of its own. If the caller is dropped while `BEGIN` is under way, sqlx 0.9 returns
/// the connection to the pool without knowing that a transaction is open: later writes on it are never committed and keep their locks.
/// The task waits for the answer, and rolls back if nobody wants it any more.
pub(in crate::store) async fn begin(
    pool: &PgPool,
    statement: &'static str,
) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await });
    begun
        .await
        .unwrap_or_else(|gone| Err(sqlx::Error::Io(std::io::Error::other(gone))))
}
