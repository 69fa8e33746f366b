//! Macros for two databases: the same SQL text, binds and rows, which the compiler checks against both drivers. A body of
//! statements is expanded once for SQLite and once for PostgreSQL.

/// Runs one statement and returns the number of changed rows: `execute!(db, "DELETE … WHERE id = $1", id)`.
macro_rules! execute {
    ($db:expr, $sql:expr $(, $bind:expr)* $(,)?) => {
        sqlx::query($sql)$(.bind($bind))*.execute($db).await?.rows_affected()
    };
}

/// Runs a body of one statement that only reads: `reading!(self, db => query.fetch_all(db).await?)`.
macro_rules! reading {
    ($store:expr, $db:ident => $body:expr) => {
        match $store {
            $crate::store::Store::Sqlite(pools) => {
                let mut open = pools.read().await?;
                let $db = &mut *open;
                $body
            }
            $crate::store::Store::Postgres(pool) => {
                let $db = pool;
                $body
            }
        }
    };
}

/// Runs a body of one writing statement.
macro_rules! writing {
    ($store:expr, $db:ident => $body:expr) => {
        match $store {
            $crate::store::Store::Sqlite(pools) => {
                let mut open = pools.write().await?;
                let $db = &mut *open;
                $body
            }
            $crate::store::Store::Postgres(pool) => {
                let $db = pool;
                $body
            }
        }
    };
}

/// Runs a body of several reading statements on one snapshot. `tx` is a connection.
macro_rules! snapshot {
    ($store:expr, $tx:ident => $body:expr) => {
        match $store {
            $crate::store::Store::Sqlite(pools) => {
                let mut connection = pools.read().await?;
                let mut open = sqlx::Connection::begin(&mut *connection).await?;
                let $tx = &mut *open;
                let done = $body;
                open.commit().await?;
                done
            }
            $crate::store::Store::Postgres(pool) => {
                let statement = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
                let mut open = pool.begin_with(statement).await?;
                let $tx = &mut *open;
                let done = $body;
                open.commit().await?;
                done
            }
        }
    };
}

/// Runs a body in a transaction; `tx` is a connection, passed on as `&mut *tx`. A `?` in the body leaves the method and
/// rolls back; the end of the body commits.
///
/// SQLite begins with `IMMEDIATE`: a transaction that reads first and writes later would otherwise fail, not wait, when
/// another process wrote meanwhile.
macro_rules! transaction {
    ($store:expr, $tx:ident => $body:expr) => {
        match $store {
            $crate::store::Store::Sqlite(pools) => {
                let mut connection = pools.write().await?;
                let mut open =
                    sqlx::Connection::begin_with(&mut *connection, "BEGIN IMMEDIATE").await?;
                let $tx = &mut *open;
                let done = $body;
                open.commit().await?;
                done
            }
            $crate::store::Store::Postgres(pool) => {
                let mut open = pool.begin_with("BEGIN").await?;
                let $tx = &mut *open;
                let done = $body;
                open.commit().await?;
                done
            }
        }
    };
}

/// A structure that a query's row is read into, column by column under the fields' names. A field after `..` is such a
/// structure itself, whose columns are in the same row.
///
/// sqlx derives the same; its derive macro builds the whole of sqlx and SQLite a second time, for the compiler.
macro_rules! row {
    (
        $(#[$attribute:meta])*
        $visible:vis struct $name:ident {
            $($(#[$about:meta])* $shown:vis $column:ident: $kind:ty,)*
            $(..$part_shown:vis $part:ident: $columns:ty,)?
        }
    ) => {
        $(#[$attribute])*
        $visible struct $name {
            $($(#[$about])* $shown $column: $kind,)*
            $($part_shown $part: $columns,)?
        }

        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $name
        where
            &'static str: sqlx::ColumnIndex<R>,
            $($kind: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,)*
            $($columns: sqlx::FromRow<'r, R>,)?
        {
            fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
                Ok($name {
                    $($column: row.try_get(stringify!($column))?,)*
                    $($part: sqlx::FromRow::from_row(row)?,)?
                })
            }
        }
    };
}
