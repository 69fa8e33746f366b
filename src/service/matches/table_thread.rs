//! Endgame tables on the server: those in the data folder are opened, and the small ones that are missing or damaged are built without
//! being asked for.
//!
//! All of it runs on one thread of its own with the lowest priority: a search or a page never waits for it. Tables are
//! checked before they are opened, and read page by page afterwards.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::service;
use crate::work::{JobError, Pool, StopFlag, lower_priority};
use rookery_engine::tables::{BuildOptions, BuildPlan, Endgames, Error, FOLDER};
use rookery_games::Registry;

/// The time after the start of the site before tables are built.
pub const TABLES_AFTER: Duration = Duration::from_secs(60);

/// The most memory that one group may take while it is built, bytes.
const MEMORY_BYTES_MAX: u64 = 14 << 20;

/// Maximum number of table entries of one group. One or two million per CPU second are usual, so a group takes less than five
/// seconds in every game: chess is slowest, and its largest small group has fewer than four million.
const NUMBERS_MAX: u64 = 6_500_000;

/// The thread for endgame tables. A clone is the same.
#[derive(Clone)]
pub struct TableThread {
    pool: Pool<()>,
    games: Registry,
    /// Pause between the start and the building, [`TABLES_AFTER`]; none in tests.
    after: Duration,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl TableThread {
    pub(in crate::service) fn start(
        games: Registry,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> Result<Self, service::Error> {
        Ok(TableThread {
            pool: Pool::new("tables", 1, 1).map_err(service::Error::Threads)?,
            games,
            after: TABLES_AFTER,
            stop,
            tasks,
        })
    }

    pub(in crate::service) fn pool(&self) -> &Pool<()> {
        &self.pool
    }

    /// Opens the tables in the data folder, now, and where `build` is set builds the small ones that are missing or damaged,
    /// a minute from now. It ends with the service.
    pub fn run(&self, data: &Path, build: bool) {
        let (tables, folder) = (self.clone(), data.join(FOLDER));
        if build {
            let after_s = self.after.as_secs();
            tracing::info!(
                after_s,
                "small endgame tables that are missing will be built"
            );
        }
        self.tasks.spawn(async move {
            let stop = tables.stop.clone();
            let work = async {
                tables.submit(&folder, open_all).await;
                if build {
                    tokio::time::sleep(tables.after).await;
                    tables.submit(&folder, build_all).await;
                }
            };
            stop.run_until_cancelled(work).await;
        });
    }

    async fn submit(
        &self,
        folder: &Path,
        work: fn(&dyn Endgames, &Path, &StopFlag) -> Result<(), Error>,
    ) {
        let (games, folder) = (self.games.clone(), folder.to_owned());
        let submitted = self.pool.submit(None, move |stop| {
            lower_priority();
            for endgames in games
                .all()
                .iter()
                .filter_map(|game_type| game_type.lab().endgames())
            {
                match work(endgames, &folder, stop) {
                    Ok(()) => {}
                    Err(Error::Stopped) => return,
                    Err(error) => tracing::warn!(%error, "endgame tables"),
                }
            }
        });
        match submitted {
            // The pool serves these jobs alone, one after the other: it refuses only while the site stops.
            Err(refused) => tracing::debug!(%refused, "endgame tables"),
            Ok(ticket) => {
                if let Err(JobError::Panicked(words)) = ticket.await {
                    tracing::error!(words, "endgame tables broke down");
                }
            }
        }
    }
}

fn go_on(stop: &StopFlag) -> ControlFlow<()> {
    match stop.is_set() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// Checks and opens the tables of one game.
fn open_all(endgames: &dyn Endgames, folder: &Path, stop: &StopFlag) -> Result<(), Error> {
    let (heads, errors) = endgames.open(folder, &mut || go_on(stop))?;
    for error in errors {
        tracing::warn!(%error, "an endgame table is not used");
    }
    if !heads.is_empty() {
        let names: Vec<_> = heads.into_iter().map(|head| head.name).collect();
        tracing::info!(tables = names.join(" "), "endgame tables are open");
    }
    Ok(())
}

/// Builds the small tables of one game that are missing or damaged, and opens them. A group that cannot be built is logged and does not
/// stop the others.
fn build_all(endgames: &dyn Endgames, folder: &Path, stop: &StopFlag) -> Result<(), Error> {
    let options = BuildOptions {
        folder,
        threads: 1,
        is_time_to_save: &|| false,
    };
    let mut tell = |_| go_on(stop);
    let mut is_new = false;
    for (number, plan) in endgames.plans().iter().enumerate() {
        if !is_small(plan) {
            continue;
        }
        let built = match endgames.build(number, &options, &mut tell) {
            Err(Error::Damaged { path, .. }) if is_of(plan, &path) => {
                tracing::warn!(path = %path.display(), "a damaged endgame table is built again");
                endgames.rebuild(number, &options, &mut tell)
            }
            built => built,
        };
        match built {
            Ok(built) => is_new |= !built.was_there,
            Err(Error::Stopped) => return Err(Error::Stopped),
            Err(error) => {
                tracing::warn!(group = plan.label, %error, "endgame tables are not built");
            }
        }
    }
    match is_new {
        true => open_all(endgames, folder, stop),
        false => Ok(()),
    }
}

/// Whether a file is a table of this group, and not one that the group needs.
fn is_of(plan: &BuildPlan, path: &Path) -> bool {
    let name = path.file_stem().and_then(OsStr::to_str);
    name.is_some_and(|name| plan.materials.iter().any(|material| material == name))
}

/// Whether a server builds this without being asked.
fn is_small(plan: &BuildPlan) -> bool {
    plan.is_played
        && !plan.is_on_request
        && plan.memory_bytes <= MEMORY_BYTES_MAX
        && plan.bytes <= NUMBERS_MAX
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Mutex;

    use super::*;
    use crate::clock::Stopwatch;
    use rookery_engine::tables::{BuildResult, Head, Tell};

    /// Long enough that only a hang reaches it.
    const NEVER: Duration = Duration::from_secs(60);

    /// Whether a folder, or one in it, has a finished table.
    fn has_table(folder: &Path) -> bool {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return false;
        };
        entries
            .map(|entry| entry.unwrap().path())
            .any(|path| path.extension().is_some_and(|e| e == "table") || has_table(&path))
    }

    #[tokio::test]
    async fn small_tables_are_built_where_that_is_asked_for() {
        for build in [true, false] {
            let data = tempfile::tempdir().unwrap();
            let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
            let started = TableThread::start(Registry::shipped(), stop.clone(), tasks.clone());
            let thread = TableThread {
                after: Duration::ZERO,
                ..started.unwrap()
            };
            thread.run(data.path(), build);
            tasks.close();
            let since = Stopwatch::start();
            // Without building it ends by itself.
            while !tasks.is_empty() && !has_table(data.path()) {
                assert!(since.elapsed() < NEVER, "no table is built");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            assert_eq!(has_table(data.path()), build);
            assert_eq!(data.path().join(FOLDER).exists(), build);
            stop.cancel();
            assert!(thread.pool().shutdown(NEVER).await);
        }
    }

    /// The Fanorona endings with two and three stones, where the first group can be made to fail to build.
    struct FewStones {
        all: &'static dyn Endgames,
        is_first_stuck: bool,
        /// The tables that were opened.
        open: Mutex<Vec<String>>,
    }

    impl FewStones {
        fn new(is_first_stuck: bool) -> Self {
            let fanorona = Registry::shipped().find("fanorona").unwrap();
            FewStones {
                all: fanorona.lab().endgames().unwrap(),
                is_first_stuck,
                open: Mutex::default(),
            }
        }

        /// The tables that are open after [`build_all`] in this folder.
        fn built(self, folder: &Path) -> Vec<String> {
            build_all(&self, folder, &StopFlag::default()).unwrap();
            self.open.into_inner().unwrap()
        }
    }

    impl Endgames for FewStones {
        fn plans(&self) -> Vec<BuildPlan> {
            self.all.plans().into_iter().take(2).collect()
        }

        fn build(
            &self,
            number: usize,
            options: &BuildOptions<'_>,
            tell: &mut Tell<'_>,
        ) -> Result<BuildResult, Error> {
            match self.is_first_stuck && number == 0 {
                true => Err(Error::Missing {
                    path: PathBuf::from("another.table"),
                }),
                false => self.all.build(number, options, tell),
            }
        }

        fn rebuild(
            &self,
            number: usize,
            options: &BuildOptions<'_>,
            tell: &mut Tell<'_>,
        ) -> Result<BuildResult, Error> {
            self.all.rebuild(number, options, tell)
        }

        fn prove(
            &self,
            number: usize,
            folder: &Path,
            tell: &mut Tell<'_>,
        ) -> Result<Option<u64>, Error> {
            self.all.prove(number, folder, tell)
        }

        fn heads(&self, folder: &Path) -> (Vec<Head>, Vec<Error>) {
            self.all.heads(folder)
        }

        fn open(
            &self,
            folder: &Path,
            tell: &mut dyn FnMut() -> ControlFlow<()>,
        ) -> Result<(Vec<Head>, Vec<Error>), Error> {
            let (heads, errors) = self.all.open(folder, tell)?;
            let mut open = self.open.lock().unwrap();
            *open = heads.iter().map(|head| head.name.clone()).collect();
            Ok((heads, errors))
        }
    }

    /// All endings with three stones lead to one stone against one, so they cannot be built without that table.
    #[test]
    fn a_damaged_table_is_built_again_and_all_are_opened() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("fanorona");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("1-1.table"), "x").unwrap();
        let open = FewStones::new(false).built(data.path());
        assert_eq!(open, ["1-1", "2-1", "1-2"]);
        // A value that has changed is found out as well.
        let path = folder.join("2-1.table");
        let whole = std::fs::read(&path).unwrap();
        let mut changed = whole.clone();
        changed[30_000] ^= 1;
        std::fs::write(&path, changed).unwrap();
        let open = FewStones::new(false).built(data.path());
        assert_eq!(open, ["1-1", "2-1", "1-2"]);
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn a_group_that_cannot_be_built_keeps_no_other_from_it() {
        let data = tempfile::tempdir().unwrap();
        FewStones::new(false).built(data.path());
        let folder = data.path().join("fanorona");
        std::fs::remove_file(folder.join("1-2.table")).unwrap();
        let open = FewStones::new(true).built(data.path());
        assert_eq!(open, ["1-1", "2-1", "1-2"]);
    }

    fn small(game: &str) -> Vec<BuildPlan> {
        let game_type = Registry::shipped().find(game).unwrap();
        let plans = game_type.lab().endgames().unwrap().plans().into_iter();
        plans.filter(is_small).collect()
    }

    #[test]
    fn only_the_smallest_groups_are_built_without_being_asked() {
        for game in ["morabaraba", "nine-mens-morris"] {
            let small_ones = small(game);
            let labels: Vec<_> = small_ones.iter().map(|plan| plan.label.as_str()).collect();
            assert_eq!(labels, ["3-3", "4-3", "5-3", "4-4"], "{game}");
        }
    }

    /// The endings of five pieces are left to a command.
    #[test]
    fn of_checkers_all_endings_of_up_to_four_pieces_are_small() {
        let small_ones = small("checkers");
        assert_eq!(small_ones.len(), 3 + 6 + 14);
        assert!(small_ones.iter().all(|plan| plan.label != "5"));
    }

    /// The endings of five stones are left to a command.
    #[test]
    fn of_fanorona_all_endings_of_up_to_four_stones_are_small() {
        let small_ones = small("fanorona");
        let labels: Vec<_> = small_ones.iter().map(|plan| plan.label.as_str()).collect();
        assert_eq!(labels, ["2", "3", "4", "4"]);
    }

    /// The endings of three pieces, and those of four without pawns.
    #[test]
    fn of_chess_the_endings_without_pawns_are_small() {
        let small_ones = small("chess");
        assert_eq!(small_ones.len(), 3 + 20);
        let with_pawns = small_ones.iter().filter(|plan| plan.label.contains('P'));
        let with_pawns: Vec<_> = with_pawns.map(|plan| plan.label.as_str()).collect();
        assert_eq!(with_pawns, ["KPK"]);
        assert!(small_ones.iter().all(|plan| plan.bytes < 4_000_000));
    }
}
