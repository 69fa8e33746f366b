//! The database schema: the migrations of this build, and bringing a database up to date with them.

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_embed::RustEmbed;
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

use crate::store::Error;

#[derive(RustEmbed)]
#[folder = "migrations/sqlite/"]
struct SqliteFiles;

#[derive(RustEmbed)]
#[folder = "migrations/postgres/"]
struct PostgresFiles;

pub(in crate::store) static SQLITE_SCHEMA: LazyLock<Migrator> =
    LazyLock::new(migrator::<SqliteFiles>);
pub(in crate::store) static POSTGRES_SCHEMA: LazyLock<Migrator> =
    LazyLock::new(migrator::<PostgresFiles>);

/// The migrations in a folder, in the order of their numbers. A file that is not one is left out; a test finds it.
fn migrator<Files: RustEmbed>() -> Migrator {
    let read = |name: Cow<'static, str>| migration(&name, &Files::get(&name)?.data);
    Migrator::with_migrations(Files::iter().filter_map(read).collect())
}

/// A migration from its file: `0007_notation_and_lists.sql` is number 7, "notation and lists". The database keeps the checksum of
/// the text, and refuses a migration whose text has changed since.
fn migration(name: &str, text: &[u8]) -> Option<Migration> {
    let (number, words) = name.strip_suffix(".sql")?.split_once('_')?;
    let sql = String::from_utf8(text.to_vec()).ok()?;
    Some(Migration::new(
        number.parse().ok()?,
        Cow::Owned(words.replace('_', " ")),
        MigrationType::Simple,
        AssertSqlSafe(sql).into_sql_str(),
        false,
    ))
}

/// Brings a database up to date; `failed` makes the error of a failing statement.
pub(in crate::store) async fn migrate(
    schema: &Migrator,
    connection: &mut impl Migrate,
    failed: impl FnOnce(sqlx::Error) -> Error,
) -> Result<(), Error> {
    let done = schema.run_direct(None, connection, false).await;
    match done {
        Ok(()) => Ok(()),
        // The first of those that this build does not know.
        Err(MigrateError::VersionMissing(first)) => Err(Error::NewerSchema {
            found: newest(connection).await.unwrap_or(first),
            known: known_schema(schema),
        }),
        Err(MigrateError::Execute(e)) => Err(failed(e)),
        Err(other) => Err(Error::Migration(other)),
    }
}

/// The newest migration that a database has had; `None` if it does not say.
async fn newest(connection: &mut impl Migrate) -> Option<i64> {
    let had = connection.list_applied_migrations("_sqlx_migrations").await;
    had.ok()?.iter().map(|migration| migration.version).max()
}

/// The newest schema of this build.
pub(in crate::store) fn known_schema(schema: &Migrator) -> i64 {
    schema.iter().map(|m| m.version).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The comments and UPDATE statements of a trigger, without the syntax around them, which differs between the databases.
    fn without_its_frame(paragraph: &str) -> String {
        if !paragraph.contains("CREATE TRIGGER") {
            return paragraph.to_owned();
        }
        let lines: Vec<&str> = paragraph
            .lines()
            .filter(|line| line.starts_with("--") || line.starts_with("    UPDATE "))
            .collect();
        assert!(lines.len() > 1, "{paragraph}");
        lines.join("\n")
    }

    /// The two schemas may differ in the names of types, in the frames of triggers, and in nothing else.
    #[test]
    fn both_databases_have_the_same_schema() {
        let schema = |migrator: &Migrator| -> Vec<(i64, String, Vec<String>)> {
            migrator
                .iter()
                .map(|m| {
                    let sql = m.sql.as_str().replace("BIGINT", "INTEGER");
                    let sql = sql.replace("BYTEA", "BLOB").replace(") STRICT;", ");");
                    let paragraphs: Vec<_> = sql.split("\n\n").map(without_its_frame).collect();
                    (m.version, m.description.to_string(), paragraphs)
                })
                .collect()
        };
        assert_eq!(schema(&SQLITE_SCHEMA), schema(&POSTGRES_SCHEMA));
    }

    /// Nothing in the folders is left out, and no number is missing or there twice.
    #[test]
    fn every_file_is_a_migration() {
        for (files, schema) in [
            (SqliteFiles::iter().count(), &SQLITE_SCHEMA),
            (PostgresFiles::iter().count(), &POSTGRES_SCHEMA),
        ] {
            assert!(files > 0);
            let versions: Vec<i64> = schema.iter().map(|m| m.version).collect();
            assert_eq!(versions, (1..=files as i64).collect::<Vec<_>>());
        }
    }

    /// The checksum is that of sqlx's own reader of folders: databases made by earlier builds keep theirs.
    #[tokio::test]
    async fn the_folders_are_read_as_sqlx_reads_them() {
        for (folder, schema) in [("sqlite", &SQLITE_SCHEMA), ("postgres", &POSTGRES_SCHEMA)] {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("migrations")
                .join(folder);
            let theirs = Migrator::new(folder).await.unwrap();
            let all = |migrator: &Migrator| -> Vec<(i64, String, Vec<u8>)> {
                migrator
                    .iter()
                    .map(|m| (m.version, m.description.to_string(), m.checksum.to_vec()))
                    .collect()
            };
            assert_eq!(all(schema), all(&theirs));
        }
    }
}
