//! Files of perft counts for `rookery perft GAME DEPTH --file FILE`. A line is a position followed by its counts, each written
//! as a semicolon, `D` with a depth, and the count.

use std::path::Path;

use rookery_games::text::lines;

use crate::cli::engine::game_args;
use crate::cli::failure::Failure;

/// A position with its known counts.
pub struct Counted {
    /// File and line, for messages.
    pub place: String,
    pub position: String,
    /// Depths in plies with their leaf counts.
    pub counts: Vec<(u32, u64)>,
}

/// Reads the positions of a file.
///
/// # Errors
/// A line that cannot be read, or a file without positions.
pub fn read(path: &Path) -> Result<Vec<Counted>, Failure> {
    let name = game_args::input_name(path);
    let text = game_args::input_text(path)?;
    let lines = (1..).zip(lines(&text).map(str::trim));
    let lines = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let counted = lines.map(|(number, text)| {
        let place = format!("{name}:{number}");
        counted(text, place).map_err(Failure::input)
    });
    let counted: Vec<_> = counted.collect::<Result<_, _>>()?;
    if counted.is_empty() {
        return Err(Failure::input(format!("{name} has no position")));
    }
    Ok(counted)
}

fn counted(text: &str, place: String) -> Result<Counted, String> {
    let mut parts = text.split(';').map(str::trim);
    let position = parts.next().unwrap_or_default().to_owned();
    let counts = parts.filter(|part| !part.is_empty()).map(|part| {
        let pair = part.strip_prefix('D').and_then(|part| part.split_once(' '));
        pair.and_then(|(depth, count)| Some((depth.parse().ok()?, count.trim().parse().ok()?)))
            .ok_or_else(|| format!("{place}: '{part}' is not a count: write 'D3 8902'"))
    });
    let counts: Vec<_> = counts.collect::<Result<_, _>>()?;
    if counts.is_empty() {
        return Err(format!(
            "{place}: no counts: write them as ';D1 20 ;D2 400'"
        ));
    }
    Ok(Counted {
        place,
        position,
        counts,
    })
}
