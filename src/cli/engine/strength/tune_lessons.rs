//! Lesson file of a round of [`crate::cli::engine::strength::tune`], which stays valid when the command is stopped.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::clock::Stopwatch;
use rookery_engine::{Control, SplitMix};
use rookery_games::Tuner;

use crate::cli::failure::Failure;
use crate::cli::progress::Progress;

/// The games of a round in a file: the seed of the round, then for each game the length of its lessons and the lessons.
pub struct Lessons {
    path: PathBuf,
    seed: u64,
    games: u64,
    /// The lessons of all games.
    bytes: Vec<u8>,
    /// End of the last whole game in the file.
    whole: u64,
}

impl Lessons {
    /// Reads up to `most` games from the file; a truncated game at the end is ignored.
    pub fn open(path: PathBuf, seed: u64, most: u64) -> Result<Self, Failure> {
        let mut lessons = Lessons {
            path,
            seed,
            games: 0,
            bytes: Vec::new(),
            whole: 8,
        };
        let path = lessons.path.display();
        if !lessons.path.exists() {
            return Ok(lessons);
        }
        let bytes = fs::read(&lessons.path)
            .map_err(|e| Failure::input(format!("cannot read {path}: {e}")))?;
        let Some((head, mut rest)) = bytes.split_first_chunk::<8>() else {
            return Ok(lessons);
        };
        if u64::from_le_bytes(*head) != seed {
            return Err(Failure::input(format!(
                "{path} has games of another seed: give the same --seed, or another --work"
            )));
        }
        while lessons.games < most
            && let Some((size, after)) = rest.split_first_chunk::<4>()
            && let Some((game, after)) = after.split_at_checked(u32::from_le_bytes(*size) as usize)
        {
            lessons.bytes.extend_from_slice(game);
            lessons.games += 1;
            lessons.whole += 4 + game.len() as u64;
            rest = after;
        }
        Ok(lessons)
    }

    /// Plays the missing games, one at a time per tuner. Returns all lessons, or `None` if Ctrl-C was pressed.
    pub fn play(
        mut self,
        games: u64,
        tuners: &mut [Box<dyn Tuner>],
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<u8>>, Failure> {
        if self.games == games {
            return Ok(Some(self.bytes));
        }
        let watch = Stopwatch::start();
        let control = Control::new(Arc::clone(stop), Arc::new(move || watch.elapsed()));
        let next = AtomicU64::new(self.games);
        let seed = self.seed;
        let mut file = self.file().map_err(|e| self.failed(&e))?;
        thread::scope(|scope| {
            let (tell, played) = mpsc::channel();
            for tuner in tuners {
                let (tell, next, control) = (tell.clone(), &next, &control);
                scope.spawn(move || {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        let seed = SplitMix::new(seed.wrapping_add(game)).next();
                        let lessons = (game < games).then(|| tuner.play(seed, control)).flatten();
                        let Some(lessons) = lessons else { return };
                        // The receiver is gone if the file could not be written.
                        if tell.send((game, lessons)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(tell);
            self.keep(played, &mut file, games)
        })
        .and_then(|()| file.flush())
        .map_err(|e| self.failed(&e))?;
        Ok((self.games == games).then_some(self.bytes))
    }

    /// Writes games in the order of their numbers, whatever the order in which they end.
    fn keep(
        &mut self,
        played: Receiver<(u64, Vec<u8>)>,
        file: &mut impl Write,
        games: u64,
    ) -> std::io::Result<()> {
        let mut progress = Progress::new();
        let mut early = BTreeMap::new();
        for (game, lessons) in played {
            early.insert(game, lessons);
            while let Some(lessons) = early.remove(&self.games) {
                let size = u32::try_from(lessons.len()).expect("a game has few lessons");
                file.write_all(&size.to_le_bytes())?;
                file.write_all(&lessons)?;
                self.bytes.extend(lessons);
                self.games += 1;
                let path = self.path.display();
                progress.show(&format!("{path}: game {} of {games}", self.games));
            }
        }
        Ok(())
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        Failure::work(format!("cannot write {}: {error}", self.path.display()))
    }

    /// The file, positioned after the last whole game.
    fn file(&self) -> std::io::Result<BufWriter<File>> {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&self.path)?;
        if file.metadata()?.len() < 8 {
            file.set_len(0)?;
            let mut file = BufWriter::new(file);
            file.write_all(&self.seed.to_le_bytes())?;
            return Ok(file);
        }
        file.set_len(self.whole)?;
        drop(file);
        Ok(BufWriter::new(
            OpenOptions::new().append(true).open(&self.path)?,
        ))
    }
}
