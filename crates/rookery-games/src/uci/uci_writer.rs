//! UCI output: whole lines, from any thread.

use std::io::Write;
use std::time::Duration;

use crate::protocol::line_writer::LineWriter;
use crate::text::shown;
use crate::{UciLine, UciReport};
use rookery_engine::{Bound, Value};

/// The output to which lines are written.
#[derive(Clone)]
pub(super) struct UciWriter(LineWriter);

impl UciWriter {
    /// Lines go to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        UciWriter(LineWriter::new(out))
    }

    /// Says a line.
    pub fn say(&self, line: &str) {
        self.0.say(line);
    }

    /// Writes a note for people, on one line and cut to a readable length.
    pub fn note(&self, text: &str) {
        self.say(&format!("info string {}", shown(text, NOTE_CHARS)));
    }
}

/// The longest note.
const NOTE_CHARS: usize = 400;

/// The results of a search, a line of the protocol for each line of play.
pub(super) fn findings(found: &UciReport, time: Duration, fill_permille: usize) -> Vec<String> {
    let lines = found.lines.iter().zip(1..);
    lines
        .map(|(line, number)| finding(found, (line, number), time, fill_permille))
        .collect()
}

fn finding(
    found: &UciReport,
    (line, number): (&UciLine, usize),
    time: Duration,
    fill_permille: usize,
) -> String {
    let bound = match found.bound {
        Bound::Lower if number == 1 => " lowerbound",
        Bound::Upper if number == 1 => " upperbound",
        _ => "",
    };
    let mut text = format!(
        "info depth {} seldepth {} multipv {number} score {}{bound} {}",
        found.depth,
        found.seldepth,
        score(line.value),
        effort(found, time, fill_permille),
    );
    if !line.coordinates.is_empty() {
        text.push_str(" pv ");
        text.push_str(&line.coordinates.join(" "));
    }
    text
}

/// A depth that is complete, without what was found.
pub(super) fn progress(found: &UciReport, time: Duration, fill_permille: usize) -> String {
    format!(
        "info depth {} seldepth {} {}",
        found.depth,
        found.seldepth,
        effort(found, time, fill_permille)
    )
}

fn effort(found: &UciReport, time: Duration, fill_permille: usize) -> String {
    format!(
        "nodes {} nps {} hashfull {fill_permille} time {}",
        found.nodes,
        nodes_per_s(found.nodes, time),
        time.as_millis(),
    )
}

/// A value as the protocol writes it: centipawns, or moves (not plies) to the mate.
fn score(value: Value) -> String {
    match value {
        Value::Cp(n) => format!("cp {n}"),
        // Points of a game that counts them, as if each were a pawn.
        Value::Exact(n) => format!("cp {}", n * 100),
        Value::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Value::Loss(0) => "mate 0".to_owned(),
        Value::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
}

fn nodes_per_s(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// The answer: the move, and the reply that is expected.
pub(super) fn answer(found: &UciReport) -> String {
    let moves = found.lines.first().map(|line| &line.coordinates[..]);
    match moves.unwrap_or_default() {
        [] => "bestmove 0000".to_owned(),
        [m] => format!("bestmove {m}"),
        [m, reply, ..] => format!("bestmove {m} ponder {reply}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        for (value, expected) in [
            (Value::Cp(-31), "cp -31"),
            (Value::Win(1), "mate 1"),
            (Value::Win(3), "mate 2"),
            (Value::Loss(0), "mate 0"),
            (Value::Loss(2), "mate -1"),
            (Value::Loss(4), "mate -2"),
            (Value::Exact(0), "cp 0"),
            (Value::Exact(-6), "cp -600"),
        ] {
            assert_eq!(score(value), expected);
        }
    }

    fn line(moves: &[&str]) -> UciLine {
        UciLine {
            value: Value::Cp(5),
            coordinates: moves.iter().map(|m| (*m).to_owned()).collect(),
        }
    }

    fn found(lines: Vec<UciLine>) -> UciReport {
        UciReport {
            lines,
            bound: Bound::Exact,
            depth: 1,
            seldepth: 1,
            nodes: 21,
        }
    }

    #[test]
    fn a_bound_is_told_of_the_first_line_alone() {
        for (bound, note) in [
            (Bound::Exact, ""),
            (Bound::Lower, " lowerbound"),
            (Bound::Upper, " upperbound"),
        ] {
            let report = UciReport {
                bound,
                ..found(vec![line(&["e2e4", "e7e5"]), line(&[])])
            };
            let expected = [
                format!(
                    "info depth 1 seldepth 1 multipv 1 score cp 5{note} nodes 21 nps 42 hashfull 7 time 500 pv e2e4 e7e5"
                ),
                "info depth 1 seldepth 1 multipv 2 score cp 5 nodes 21 nps 42 hashfull 7 time 500"
                    .to_owned(),
            ];
            assert_eq!(findings(&report, Duration::from_millis(500), 7), expected);
        }
    }

    #[test]
    fn progress_has_no_value() {
        let told = progress(&found(vec![line(&["e2e4"])]), Duration::from_millis(500), 7);
        let expected = "info depth 1 seldepth 1 nodes 21 nps 42 hashfull 7 time 500";
        assert_eq!(told, expected);
    }

    #[test]
    fn the_answer_names_the_expected_reply() {
        for (lines, expected) in [
            (vec![], "bestmove 0000"),
            (vec![line(&["e2e4"])], "bestmove e2e4"),
            (
                vec![line(&["e2e4", "e7e5", "g1f3"]), line(&["d2d4"])],
                "bestmove e2e4 ponder e7e5",
            ),
        ] {
            assert_eq!(answer(&found(lines)), expected);
        }
    }

    #[test]
    fn speed_is_by_the_second() {
        assert_eq!(nodes_per_s(500, Duration::from_millis(250)), 2_000);
        assert_eq!(nodes_per_s(5, Duration::ZERO), 5_000_000);
    }
}
