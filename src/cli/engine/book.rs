//! `rookery book`: building of opening books.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::Control;
use rookery_games::{BuildBook, Setup};

use crate::cli::engine::{game_args, replaced_file};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::cli::progress::Progress;
use rookery_games::Registry;

/// The interval at which the book is written while it grows.
const WRITE_EVERY: Duration = Duration::from_secs(60);

/// Build the opening books of the games.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rookery book build connect-four --out book.txt")]
pub struct Book {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(Build),
}

/// Build the opening book of a game, or continue one. Ctrl-C keeps the work done so far.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery book build connect-four --out book.txt\n\nThe file is written every minute and at the end. If it exists, the work continues from it. A book that ships with the program is built in: put the file in the game's folder and build the program again."
)]
struct Build {
    /// The game, by its name in the registry
    game: String,
    /// The file to write
    #[arg(long, default_value = "book.txt", value_name = "FILE")]
    out: PathBuf,
    /// Number of slots of the solver's table, 8 bytes each, which is kept from position to position
    #[arg(long, default_value_t = 1 << 26, value_parser = clap::value_parser!(u32).range(1..=1 << 30))]
    entries: u32,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

impl Book {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        match &self.command {
            Command::Build(build) => build.run(games),
        }
    }
}

impl Build {
    fn run(&self, games: &Registry) -> Result<(), Failure> {
        let mut builder = self.builder(games)?;
        replaced_file::check(&self.out)?;
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let control = Control::new(stop, Arc::new(move || watch.elapsed()));
        let mut progress = Progress::new();
        let mut written = Duration::ZERO;
        while builder.step(&control) {
            let (done, known) = builder.progress();
            progress.show(&format!("{done} of {known} positions known so far"));
            if watch.elapsed() - written >= WRITE_EVERY {
                replaced_file::write(&self.out, builder.text().as_bytes())?;
                written = watch.elapsed();
            }
        }
        drop(progress);
        replaced_file::write(&self.out, builder.text().as_bytes())?;
        self.print(
            builder.as_ref(),
            cpu_seconds() - cpu_start_s,
            watch.elapsed(),
        )?;
        if control.is_stopped() {
            return Err(Failure::work(format!(
                "interrupted: {} holds the work done so far; the same command continues from there",
                self.out.display()
            )));
        }
        Ok(())
    }

    fn builder(&self, games: &Registry) -> Result<Box<dyn BuildBook>, Failure> {
        let game_type = game_args::game_type(games, &self.game)?;
        let mut builder = game_type
            .lab()
            .book_builder(&Setup::default(), self.entries as usize)
            .map_err(|e| Failure::input(e.to_string()))?
            .ok_or_else(|| Failure::input(format!("{} has no book in this build", self.game)))?;
        match std::fs::read_to_string(&self.out) {
            Ok(text) => builder.resume(&text).map_err(|why| {
                let out = self.out.display();
                Failure::input(format!(
                    "{out} is not a book that can be continued: {why}; remove it, or name another file with --out"
                ))
            })?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
            Err(e) => {
                let out = self.out.display();
                return Err(Failure::input(format!("cannot read {out}: {e}")));
            }
        }
        Ok(builder)
    }

    fn print(&self, builder: &dyn BuildBook, cpu_s: f64, wall: Duration) -> Result<(), Failure> {
        let text = builder.text();
        let (bytes, checksum) = (text.len(), text.split_whitespace().last().unwrap_or(""));
        let (done, known) = builder.progress();
        if self.json {
            return json_line(&json!({
                "file": self.out.display().to_string(), "bytes": bytes, "checksum": checksum,
                "done": done, "known": known, "cpu_s": cpu_s, "wall_s": wall.as_secs_f64(),
            }));
        }
        line(&format!(
            "{}: {bytes} bytes, checksum {checksum}, {done} of {known} positions, {cpu_s:.1} CPU seconds",
            self.out.display()
        ))
    }
}
