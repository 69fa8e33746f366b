//! `rookery tables`: building, listing and verification of endgame tables.

use std::cell::Cell;
use std::fs;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::tables::{
    self, BuildOptions, BuildPlan, BuildResult, Endgames, Head, Progress,
};
use rookery_games::GameType;

use crate::cli::engine::data_args::{self, DataArgs};
use crate::cli::engine::game_args;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::made_folder;
use crate::cli::output::{cpu_seconds, json_line, line, remark, remark_on_terminal};
use crate::cli::progress;
use rookery_games::Registry;

/// The least interval between checkpoints of an unfinished table, which are made between two passes.
const SAVE_EVERY_S: f64 = 30.0;

/// Build, list or verify endgame tables: the value of every position of a few pieces, with its distance to the end.
#[derive(Debug, Subcommand)]
pub enum Tables {
    /// Build the tables of a game, each after those that it depends on
    Build(Build),
    /// List the existing tables
    #[command(after_help = "Example:\n  rookery tables list morabaraba --json")]
    List(Folder),
    /// Read every table to its end and compare its checksum; with --values, also check that the values follow from one another
    Verify(Verify),
}

/// The location of the tables.
#[derive(Debug, Args)]
pub struct Folder {
    /// The game, by its name in the registry
    game: String,
    #[command(flatten)]
    site: DataArgs,
    /// A folder of tables to use instead of the site's
    #[arg(long, value_name = "DIR", conflicts_with_all = ["data", "config"])]
    out: Option<PathBuf>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery tables verify chess --values\n  takes about as long as building the tables, and proves them: only one table has values that all follow from those after each move."
)]
pub struct Verify {
    #[command(flatten)]
    place: Folder,
    /// Recompute every value from the values after each move
    #[arg(long)]
    values: bool,
}

/// Arguments of `build`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery tables build morabaraba --up-to 5-4\n  builds the endings of three against three up to five against four.\n\n\
    What an administrator builds in the data folder of a site is given to the folder's owner, unless `tables` or the game's folder is a link; a site that is running takes it up at its next start.\n\nExisting tables are not built again. Ctrl-C keeps every finished table; of an unfinished one, what was last saved is kept, and the next call continues from there: it is saved between two passes, at most every half minute, once the moves are counted."
)]
pub struct Build {
    #[command(flatten)]
    place: Folder,
    /// The last table to build, named by the pieces of both sides; without it the names are listed
    #[arg(long, value_name = "NAME")]
    up_to: Option<String>,
    /// Number of threads; 0 = as many as the machine has cores
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=256))]
    threads: u16,
}

/// Runs one of the commands.
///
/// # Errors
/// The command failed; the error has the exit code.
pub fn run(command: Tables, games: &Registry) -> Result<(), Failure> {
    match command {
        Tables::Build(build) => build.run(games),
        Tables::List(folder) => folder.list(games, false),
        Tables::Verify(verify) => verify.run(games),
    }
}

/// The tables of a game that were opened.
pub struct OpenedTables {
    /// The number of tables.
    pub count: usize,
    /// The game's folder.
    pub folder: PathBuf,
}

/// Opens a game's tables in this data folder for the searches and solvers of this process. A folder without files is not an error; a damaged
/// file is reported and skipped. `None` if there are no tables for the game: then no folder is asked for.
///
/// # Errors
/// The configuration, which is to name the folder, is wrong (2); Ctrl-C (1).
pub fn open(game_type: &dyn GameType, data: &DataArgs) -> Result<Option<OpenedTables>, Failure> {
    let Some(endgames) = game_type.lab().endgames() else {
        return Ok(None);
    };
    let all = data.folder()?.join(tables::FOLDER);
    let folder = all.join(game_type.name());
    if let Err(denied) = check_readable(&folder) {
        remark(&format!("rookery: {denied}"));
        return Ok(Some(OpenedTables { count: 0, folder }));
    }
    let mut go_on = || ControlFlow::Continue(());
    let (heads, errors) = endgames
        .open(&all, &mut go_on)
        .map_err(|e| Failure::work(e.to_string()))?;
    for error in errors {
        remark(&format!("rookery: {error}"));
    }
    Ok(Some(OpenedTables {
        count: heads.len(),
        folder,
    }))
}

/// Checks that a folder may be looked into, if it is there: otherwise each table that could be in it would be an error of its own.
///
/// # Errors
/// It may not (1).
fn check_readable(folder: &Path) -> Result<(), Failure> {
    match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => Err(Failure::work(format!(
            "cannot read the folder {}: {e}; run this as the user that runs the site",
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// Opens a game's tables for searches, as [`open`] does, and says so where the game has tables but the folder has none.
///
/// # Errors
/// As [`open`].
pub fn open_for_search(game_type: &dyn GameType, data: &DataArgs) -> Result<(), Failure> {
    let opened = open(game_type, data)?;
    if let Some(without) = opened.filter(|opened| opened.count == 0) {
        let folder = without.folder.display();
        remark(&format!(
            "rookery: {folder} has no tables: searching without"
        ));
    }
    Ok(())
}

/// The tables of a game, and the place where they are.
struct GameTables {
    endgames: &'static dyn Endgames,
    /// The game's name.
    game: &'static str,
    /// The data folder, if they are a site's.
    data: Option<PathBuf>,
    /// The folder with the tables of every game.
    all: PathBuf,
    /// The game's folder in it.
    folder: PathBuf,
}

impl GameTables {
    /// Makes the folders of a site's tables, and gives what is there to the owner of the site.
    ///
    /// # Errors
    /// They cannot be made (1).
    fn give_to_owner(&self) -> Result<(), Failure> {
        let Some(data) = &self.data else {
            return Ok(());
        };
        data_args::give_to_owner(data, self.game);
        // What is made behind a link stays the builder's. A place without room or leave is told before the work.
        let folder = &self.folder;
        made_folder::make(folder)
            .map_err(|e| Failure::work(format!("cannot make the folder {}: {e}", folder.display())))
    }
}

impl Folder {
    fn tables(&self, games: &Registry) -> Result<GameTables, Failure> {
        let game_type = game_args::game_type(games, &self.game)?;
        let name = game_type.name();
        let endgames = game_type.lab().endgames();
        let endgames = endgames
            .ok_or_else(|| Failure::input(format!("{name} has no endgame tables in this build")))?;
        let (data, all) = match &self.out {
            Some(out) => (None, out.clone()),
            None => {
                let data = self.site.folder()?;
                let all = data.join(tables::FOLDER);
                (Some(data), all)
            }
        };
        Ok(GameTables {
            endgames,
            game: name,
            folder: all.join(name),
            all,
            data,
        })
    }

    fn list(&self, games: &Registry, verify: bool) -> Result<(), Failure> {
        let GameTables {
            endgames,
            all,
            folder,
            ..
        } = self.tables(games)?;
        check_readable(&folder)?;
        let stop = interrupt::watch()?;
        let mut go_on = || go_on(&stop);
        let (heads, errors) = match verify {
            true => endgames.open(&all, &mut go_on),
            false => Ok(endgames.heads(&all)),
        }
        .map_err(|e| Failure::work(e.to_string()))?;
        for head in &heads {
            self.print(head, None)?;
        }
        let bytes: u64 = heads.iter().map(|head| head.bytes).sum();
        let (count, bad) = (heads.len(), errors.len());
        for error in errors {
            remark(&format!("rookery: {error}"));
        }
        if self.json {
            json_line(
                &json!({ "tables": count, "bytes": bytes, "damaged": bad, "folder": folder.display().to_string() }),
            )?;
        } else {
            let checked = if verify && count > 0 && bad == 0 {
                ", checksums right"
            } else {
                ""
            };
            let folder = folder.display();
            line(&format!(
                "{count} tables, {bytes} bytes{checked}, in {folder}"
            ))?;
        }
        match bad {
            0 if verify && count == 0 => Err(Failure::work(format!(
                "there are no tables in {}: build some with 'rookery tables build {}', or name another --data",
                folder.display(),
                self.game
            ))),
            0 => Ok(()),
            _ => Err(Failure::work(format!("{bad} of the tables cannot be used"))),
        }
    }

    /// Prints the line of a table. `was_there`, given by `build` alone, says whether the table existed before.
    fn print(&self, head: &Head, was_there: Option<bool>) -> Result<(), Failure> {
        let s = head.summary;
        if self.json {
            let mut table = json!({
                "table": head.name, "wins": s.wins, "losses": s.losses, "draws": s.draws, "longest": s.longest,
                "positions": s.positions(), "bytes": head.bytes, "checksum": checksum(head),
            });
            if let Some(was_there) = was_there {
                table["was_there"] = json!(was_there);
            }
            return json_line(&table);
        }
        let note = match was_there {
            Some(true) => "  (was there)",
            _ => "",
        };
        line(&format!(
            "{:<9} {:>11} won {:>11} lost {:>11} drawn, longest {:>3} plies, {:>11} bytes, CRC-64 {}{note}",
            head.name,
            s.wins,
            s.losses,
            s.draws,
            s.longest,
            head.bytes,
            checksum(head)
        ))
    }
}

fn checksum(head: &Head) -> String {
    format!("{:016x}", head.checksum)
}

fn go_on(stop: &AtomicBool) -> ControlFlow<()> {
    match stop.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

impl Verify {
    fn run(&self, games: &Registry) -> Result<(), Failure> {
        if self.values {
            let tables = self.place.tables(games)?;
            let stop = interrupt::watch()?;
            for (number, plan) in tables.endgames.plans().iter().enumerate() {
                self.prove(&tables, number, plan, &stop)?;
            }
        }
        self.place.list(games, true)
    }

    fn prove(
        &self,
        tables: &GameTables,
        number: usize,
        plan: &BuildPlan,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        let mut shown = progress::Progress::new();
        let is_terminal = io::stderr().is_terminal();
        let mut tell = |progress: Progress| {
            if is_terminal {
                let share = 100 * progress.done / progress.total.max(1);
                let what = match progress.is_reading {
                    true => "reading",
                    false => "values",
                };
                shown.show(&format!("{}: {what}, {share} %", plan.label));
            }
            go_on(stop)
        };
        let proven = tables.endgames.prove(number, &tables.all, &mut tell);
        drop(shown);
        let Some(positions) = proven.map_err(|e| Failure::work(e.to_string()))? else {
            return Ok(());
        };
        let label = &plan.label;
        if self.place.json {
            return json_line(&json!({ "proven": label, "positions": positions }));
        }
        line(&format!(
            "{label:<9} {positions:>11} values follow from those after each move"
        ))
    }
}

impl Build {
    fn run(&self, games: &Registry) -> Result<(), Failure> {
        let found = self.place.tables(games)?;
        let plans = found.endgames.plans();
        let Some(last) = &self.up_to else {
            let mut names: Vec<_> = plans.iter().map(|plan| plan.label.as_str()).collect();
            names.dedup();
            let names = names.join(", ");
            let memory = most_memory(&plans).map_or_else(String::new, |most| format!("; {most}"));
            return Err(Failure::input(format!(
                "choose the last table to build with --up-to NAME: {names}{memory}"
            )));
        };
        let last = named(&plans, last.trim());
        let wanted = tables::up_to(&plans, last).map_err(|e| Failure::input(e.to_string()))?;
        if let Some(most) = most_memory(&plans[wanted.clone()]) {
            remark_on_terminal(&most);
        }
        let threads = match usize::from(self.threads) {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let mut tables = Vec::new();
        // Before the first, too: the site may be building in the same folder.
        found.give_to_owner()?;
        for number in wanted {
            let built = self.build(&found, number, &plans[number], threads, &stop);
            // Of one that was interrupted, a draft is there.
            found.give_to_owner()?;
            let built = built?;
            for head in &built.tables {
                self.place.print(head, Some(built.was_there))?;
            }
            tables.extend(built.tables);
        }
        let (cpu_s, wall_s) = (cpu_seconds() - cpu_start_s, watch.elapsed().as_secs_f64());
        let positions: u64 = tables.iter().map(|t| t.summary.positions()).sum();
        let bytes: u64 = tables.iter().map(|t| t.bytes).sum();
        let folder = found.folder.display();
        if self.place.json {
            let written = tables.iter().map(|t| (t.name.clone(), checksum(t).into()));
            let checksums: serde_json::Map<_, serde_json::Value> = written.collect();
            return json_line(&json!({
                "tables": tables.len(), "positions": positions, "bytes": bytes, "checksums": checksums, "folder": folder.to_string(),
                "cpu_s": cpu_s, "wall_s": wall_s,
            }));
        }
        line(&format!(
            "{} tables, {positions} positions, {bytes} bytes in {folder}, {cpu_s:.1} CPU seconds",
            tables.len()
        ))
    }

    fn build(
        &self,
        tables: &GameTables,
        number: usize,
        plan: &BuildPlan,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<BuildResult, Failure> {
        let since = Cell::new(Stopwatch::start());
        let is_time_to_save = || {
            let is_time = since.get().elapsed().as_secs_f64() >= SAVE_EVERY_S;
            if is_time {
                since.set(Stopwatch::start());
            }
            is_time
        };
        let options = BuildOptions {
            folder: &tables.all,
            threads,
            is_time_to_save: &is_time_to_save,
        };
        let mut shown = progress::Progress::new();
        let is_terminal = io::stderr().is_terminal();
        let mut tell = |progress: Progress| {
            if is_terminal {
                shown.show(&in_words(plan, progress));
            }
            go_on(stop)
        };
        let built = tables.endgames.build(number, &options, &mut tell);
        built.map_err(|e| Failure::work(e.to_string()))
    }
}

/// The table that a text names in capital or small letters; the text itself where there is none.
fn named<'a>(plans: &'a [BuildPlan], text: &'a str) -> &'a str {
    let files = plans.iter().flat_map(|plan| &plan.materials);
    let all = plans.iter().map(|plan| &plan.label).chain(files);
    game_args::as_known(text, &Vec::from_iter(all.map(String::as_str)))
}

/// The build among these that takes the most memory; none where there is none.
fn most_memory<'a>(plans: impl IntoIterator<Item = &'a BuildPlan>) -> Option<String> {
    let most = plans.into_iter().max_by_key(|plan| plan.memory_bytes)?;
    let (label, mb) = (&most.label, most.memory_bytes.div_ceil(1_000_000));
    Some(format!(
        "building {label} takes the most memory of them, {mb} MB"
    ))
}

fn in_words(plan: &BuildPlan, progress: Progress) -> String {
    let share = 100 * progress.done / progress.total.max(1);
    let label = &plan.label;
    match progress.plies {
        None if progress.is_reading => format!("{label}: reading tables that are there, {share} %"),
        None => format!("{label}: counting moves, {share} %"),
        Some(plies) => format!("{label}: positions that end in {plies} plies, {share} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_that_takes_the_most_memory_is_named_beforehand() {
        let plan = |(label, memory_bytes): (&str, u64)| BuildPlan {
            label: label.to_owned(),
            is_played: true,
            is_on_request: false,
            materials: vec![label.to_owned()],
            bytes: memory_bytes / 2,
            memory_bytes,
        };
        let plans = [("3-3", 339_252), ("5-3", 10_321_561), ("4-4", 9_980_000)].map(plan);
        let said = "building 5-3 takes the most memory of them, 11 MB";
        assert_eq!(most_memory(&plans).as_deref(), Some(said));
        assert_eq!(most_memory([]), None);
    }
}
