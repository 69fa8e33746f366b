//! Analyses of ended matches: which are under way, and the lines that they have found. They go with their match.

use crate::ids::GameId;
use crate::matches::StoredLine;
use crate::store::{Error, Store};

/// An analysis of a match, perhaps not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnalysis {
    /// The version of the match that is analysed.
    pub version: i64,
    /// How many positions there are.
    pub positions: usize,
    /// The last sign of the node that searches, unix milliseconds.
    pub beat_ms: i64,
    /// When it was complete.
    pub done_ms: Option<i64>,
    /// The lines so far, by ply and place.
    pub lines: Vec<StoredLine>,
}

row! {
    struct AnalysisRow {
        version: i64,
        positions: i64,
        beat_ms: i64,
        done_ms: Option<i64>,
    }
}

row! {
    struct LineRow {
        ply: i64,
        place: i64,
        score: String,
        path: String,
        notation: String,
    }
}

/// Adds a line, or replaces the one at its place. Binds: match, ply, place, score, path, notation.
const PUT_LINE: &str =
    "INSERT INTO analysis_lines (game_id, ply, place, score, path, notation) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (game_id, ply, place) DO UPDATE SET score = excluded.score, path = excluded.path, notation = excluded.notation";
/// The lines of a match's analysis, in order.
pub(in crate::store) const LINES: &str =
    "SELECT ply, place, score, path, notation FROM analysis_lines
     WHERE game_id = $1 ORDER BY ply, place";
/// A sign of life of an analysis; none where the match has gone on since. Binds: match, version, time.
const BEAT: &str =
    "UPDATE analyses SET beat_ms = $3 WHERE game_id = $1 AND version = $2 AND done_ms IS NULL
       AND EXISTS (SELECT 1 FROM games WHERE id = $1 AND version = $2)";

/// Puts lines. A macro, because the statement's type differs between the databases.
macro_rules! put_lines {
    ($tx:ident, $game:expr, $lines:expr) => {
        for line in $lines {
            execute!(
                &mut *$tx,
                PUT_LINE,
                $game,
                number(line.ply),
                number(line.place),
                &line.score,
                &line.path,
                &line.notation,
            );
        }
    };
}

impl Store {
    /// Begins the analysis of a match in this version, or resumes one whose last heartbeat is not within `silent_ms` of `now_ms`,
    /// earlier or later (a node that died may have had a wrong clock); false where it is complete or under way. What was found in
    /// another version is forgotten.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn begin_analysis(
        &self,
        id: GameId,
        (version, positions): (i64, usize),
        now_ms: i64,
        silent_ms: i64,
    ) -> Result<bool, Error> {
        let id = id.to_string();
        let begun = transaction!(self, tx => {
            execute!(&mut *tx, "DELETE FROM analyses WHERE game_id = $1 AND version <> $2", &id, version);
            execute!(
                &mut *tx,
                "INSERT INTO analyses (game_id, version, positions, beat_ms) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (game_id) DO UPDATE SET beat_ms = excluded.beat_ms
                 WHERE analyses.done_ms IS NULL AND analyses.beat_ms NOT BETWEEN $5 AND $6",
                &id, version, number(positions), now_ms, now_ms - silent_ms, now_ms + silent_ms,
            )
        });
        Ok(begun == 1)
    }

    /// Says that an analysis is under way; false where there is none any more, or it is complete.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn beat_analysis(
        &self,
        id: GameId,
        version: i64,
        now_ms: i64,
    ) -> Result<bool, Error> {
        let beaten = writing!(self, db => {
            execute!(db, BEAT, id.to_string(), version, now_ms)
        });
        Ok(beaten == 1)
    }

    /// Keeps what was found about one position of an analysis under way; false where there is none any more.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn keep_analysed(
        &self,
        id: GameId,
        version: i64,
        line: &StoredLine,
        now_ms: i64,
    ) -> Result<bool, Error> {
        let id = id.to_string();
        let beaten = transaction!(self, tx => {
            let beaten = execute!(&mut *tx, BEAT, &id, version, now_ms);
            if beaten == 1 {
                put_lines!(tx, &id, [line]);
            }
            beaten
        });
        Ok(beaten == 1)
    }

    /// Marks an analysis as complete.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn finish_analysis(
        &self,
        id: GameId,
        version: i64,
        now_ms: i64,
    ) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "UPDATE analyses SET done_ms = $3, beat_ms = $3 WHERE game_id = $1 AND version = $2",
                id.to_string(), version, now_ms,
            )
        });
        Ok(())
    }

    /// Keeps the lines that somebody asked for, all of one position; nothing is kept where the match has no analysis in this version.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn keep_lines(
        &self,
        id: GameId,
        version: i64,
        lines: &[StoredLine],
    ) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            let there: Option<i64> =
                sqlx::query_scalar("SELECT version FROM analyses WHERE game_id = $1 AND version = $2")
                    .bind(&id)
                    .bind(version)
                    .fetch_optional(&mut *tx)
                    .await?;
            if there.is_some() {
                put_lines!(tx, &id, lines);
            }
        });
        Ok(())
    }

    /// The analysis of a match as it stands.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn analysis(&self, id: GameId) -> Result<Option<StoredAnalysis>, Error> {
        let id = id.to_string();
        let (row, lines): (Option<AnalysisRow>, Vec<LineRow>) = snapshot!(self, tx => {
            let row: Option<AnalysisRow> = sqlx::query_as(
                "SELECT version, positions, beat_ms, done_ms FROM analyses WHERE game_id = $1",
            )
            .bind(&id)
            .fetch_optional(&mut *tx)
            .await?;
            let lines = match row {
                None => Vec::new(),
                Some(_) => {
                    sqlx::query_as(LINES)
                        .bind(&id)
                        .fetch_all(&mut *tx)
                        .await?
                }
            };
            (row, lines)
        });
        let Some(row) = row else { return Ok(None) };
        Ok(Some(StoredAnalysis {
            version: row.version,
            positions: usize::try_from(row.positions).unwrap_or_default(),
            beat_ms: row.beat_ms,
            done_ms: row.done_ms,
            lines: lines.into_iter().map(StoredLine::from).collect(),
        }))
    }
}

impl From<LineRow> for StoredLine {
    fn from(row: LineRow) -> Self {
        // The table has no negative numbers.
        let natural = |n: i64| usize::try_from(n).unwrap_or_default();
        StoredLine {
            ply: natural(row.ply),
            place: natural(row.place),
            score: row.score,
            path: row.path,
            notation: row.notation,
        }
    }
}

/// A count as a column.
fn number(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
