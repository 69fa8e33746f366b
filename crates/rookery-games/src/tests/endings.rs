//! Endgame tables for tests: built in a folder of their own, and opened for the process.

use std::ops::ControlFlow;
use std::path::Path;

use rookery_engine::tables::{BuildOptions, Endgames, Error, Head};

/// Builds the group of this number.
///
/// # Errors
/// The group cannot be built, for want of a table that it needs.
pub(crate) fn build(
    endgames: &dyn Endgames,
    folder: &Path,
    number: usize,
) -> Result<Vec<Head>, Error> {
    let options = BuildOptions {
        folder,
        threads: 2,
        is_time_to_save: &|| false,
    };
    let mut tell = |_| ControlFlow::Continue(());
    let built = endgames.build(number, &options, &mut tell)?;
    Ok(built.tables)
}

/// Builds the groups of these numbers, each after those that it needs, and opens them.
pub(crate) fn build_and_open(
    endgames: &dyn Endgames,
    numbers: impl IntoIterator<Item = usize>,
) -> Vec<Head> {
    build_and_open_in(None, endgames, numbers)
}

/// The same in a folder in which large tables are kept from one run to the next.
pub(crate) fn build_and_open_in(
    kept: Option<&Path>,
    endgames: &dyn Endgames,
    numbers: impl IntoIterator<Item = usize>,
) -> Vec<Head> {
    let new = tempfile::tempdir().unwrap();
    let folder = kept.unwrap_or(new.path());
    let numbers = numbers.into_iter();
    let heads = numbers.flat_map(|n| build(endgames, folder, n).unwrap());
    let heads: Vec<Head> = heads.collect();
    let (open, errors) = endgames
        .open(folder, &mut || ControlFlow::Continue(()))
        .unwrap();
    assert!(errors.is_empty(), "{errors:?}");
    assert!(open.len() == heads.len() || kept.is_some());
    heads
}
