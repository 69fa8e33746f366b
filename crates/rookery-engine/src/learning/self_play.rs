//! Self-play: the games of a round, on any number of threads, and the steps that training games are made of.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::learning::sample_file::{SampleFile, SampleFileError};
use crate::learning::tuner::Tuner;
use crate::{Control, Knowledge, Position, Request, SplitMix, Variation, search};

/// Plays the games that are missing from `file`, up to `games`, each tuner one at a time. They are added in the order of their numbers,
/// whatever the order in which they end, so that any number of tuners makes the same file. `on_game` is called with the number of games in
/// the file. Returns whether all are there; they are not where `control` stopped a game.
///
/// # Errors
/// The file cannot be written.
pub fn play_games(
    file: &mut SampleFile,
    games: u64,
    tuners: &mut [Box<dyn Tuner>],
    control: &Control,
    on_game: &mut dyn FnMut(u64),
) -> Result<bool, SampleFileError> {
    if file.games() >= games {
        return Ok(true);
    }
    let mut writer = file.writer().map_err(|error| file.failed("write", error))?;
    let (next, seed) = (AtomicU64::new(file.games()), file.seed);
    let written: io::Result<()> = thread::scope(|scope| {
        let (sender, played) = mpsc::channel();
        for tuner in tuners {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    let seed = SplitMix::new(seed.wrapping_add(game)).next();
                    let samples = (game < games).then(|| tuner.play(seed, control)).flatten();
                    let Some(samples) = samples else { return };
                    // Nobody listens where the file cannot be written.
                    if sender.send((game, samples)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        for (game, samples) in played {
            early.insert(game, samples);
            while let Some(samples) = early.remove(&file.games()) {
                file.append(&mut writer, &samples)?;
                on_game(file.games());
            }
        }
        writer.flush()
    });
    written.map_err(|error| file.failed("write", error))?;
    Ok(file.games() >= games)
}

/// A legal move left to chance; `None` where the game is over.
pub fn random_move<P: Position>(position: &P, random: &mut SplitMix) -> Option<P::Move> {
    let moves = position.moves();
    let is_over = moves.is_empty() || position.outcome().is_some();
    (!is_over).then(|| moves[random.below(moves.len())])
}

/// The best line by a search; `None` where `control` stopped it. See [`search`].
pub fn search_line<P: Position, K: Knowledge<P>>(
    position: &P,
    earlier: &[u64],
    knowledge: &K,
    request: &Request,
    control: &Control,
) -> Option<Variation<P::Move>> {
    let found = search(position, earlier, knowledge, request, control);
    if control.is_stopped() {
        return None;
    }
    found.lines.into_iter().next()
}
