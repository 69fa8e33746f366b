//! Transactions of PostgreSQL whose `BEGIN` is never broken off.

use sqlx::{PgPool, Postgres, Transaction};

/// Begins a transaction with this statement, in a task of its own. Where a client leaves while `BEGIN` is on its way, sqlx 0.9 gives the
/// connection back to the pool and does not know that a transaction is open: what others write by it then is not committed, and keeps
/// its locks. The task has the answer, and rolls back if nobody wants it any more.
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
