//! `rookery solve`: exact values of positions, and the check of a file that carries values.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use rookery::clock::Stopwatch;
use rookery::engine::{Control, Report, Value};

use crate::cli::Failure;
use crate::cli::opened::{self, score_json, score_text};
use crate::cli::output::{cpu_seconds, json_line, line};

/// Prints the exact value of a position, or of each position of a file, where the game has a table or a solver.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery solve tic-tac-toe --position \"X../.O./... x\" --all-moves\n\nA file has one position a line; after a semicolon the value to check it against: 1 the side to move wins, 0 draw, -1 it loses.\n  X../.O./... x ; 0\nEmpty lines and lines that begin with # are skipped. A wrong value makes the exit code 1."
)]
pub struct Solve {
    /// The game, by its name in the registry
    game: String,
    /// A file with one position a line
    #[arg(conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Solve this position; without it and without a file, the start
    #[arg(long, default_value = "")]
    position: String,
    /// Print the value of every move too
    #[arg(long)]
    all_moves: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// A position to solve, and the value that it should have.
struct Question {
    /// Where it stands, for messages: `FILE:LINE`, or nothing.
    place: String,
    position: String,
    expected: Option<i32>,
}

impl Solve {
    pub fn run(&self) -> Result<(), Failure> {
        // An unknown game is said before an unreadable file.
        opened::kind(&self.game)?;
        let questions = self.questions()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let (mut right, mut wrong, mut nodes) = (0_usize, 0_usize, 0);
        for question in &questions {
            let (value, report) = self.answer(question)?;
            nodes += report.nodes;
            let is_right = question.expected.is_none_or(|e| e == sign(value));
            if is_right {
                right += 1;
            } else {
                wrong += 1;
            }
            self.print(question, value, &report, is_right)?;
        }
        let positions = questions.len();
        let count = positions.max(1) as f64;
        let cpu_s = cpu_seconds() - cpu_start_s;
        if self.json {
            json_line(&json!({
                "positions": positions, "right": right, "nodes_mean": nodes as f64 / count,
                "cpu_s": cpu_s, "cpu_s_mean": cpu_s / count, "wall_s": watch.elapsed().as_secs_f64(),
            }))?;
        } else {
            line(&format!(
                "{positions} positions, {right} right, {cpu_s:.3} CPU seconds"
            ))?;
        }
        if wrong > 0 {
            return Err(Failure::work(format!(
                "{wrong} of {positions} positions have another value than the file says"
            )));
        }
        Ok(())
    }

    fn questions(&self) -> Result<Vec<Question>, Failure> {
        let Some(path) = &self.file else {
            return Ok(vec![Question {
                place: String::new(),
                position: self.position.clone(),
                expected: None,
            }]);
        };
        let text = std::fs::read_to_string(path)
            .map_err(|e| Failure::input(format!("cannot read {}: {e}", path.display())))?;
        let lines = text.lines().enumerate();
        lines
            .filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'))
            .map(|(i, l)| question(format!("{}:{}: ", path.display(), i + 1), l))
            .collect()
    }

    /// The value of a position for the side to move, and of each of its moves.
    fn answer(&self, question: &Question) -> Result<(Value, Report), Failure> {
        let place = &question.place;
        let game = opened::game(&self.game, &question.position, "")
            .map_err(|f| Failure::input(format!("{place}{}", f.message)))?;
        let report = game.solve(&Control::unlimited()).ok_or_else(|| {
            Failure::input(format!(
                "{} has neither a solver nor a table in this build; use 'rookery search {}'",
                self.game, self.game
            ))
        })?;
        let over = || {
            let winner = game.ending().and_then(|ending| ending.winner);
            match winner {
                None => Value::Exact(0),
                Some(side) if side == game.side() => Value::Win(0),
                Some(_) => Value::Loss(0),
            }
        };
        let value = report.lines.first().map_or_else(over, |best| best.value);
        Ok((value, report))
    }

    fn print(
        &self,
        question: &Question,
        value: Value,
        report: &Report,
        is_right: bool,
    ) -> Result<(), Failure> {
        let position = match question.position.trim() {
            "" => "start",
            text => text,
        };
        let pv = report.lines.first().map(|l| l.notation.as_slice());
        let pv = pv.unwrap_or_default();
        if self.json {
            json_line(&json!({
                "position": position, "score": score_json(value), "pv": pv,
                "expected": question.expected, "right": is_right,
            }))?;
        } else {
            let verdict = if is_right { "" } else { "  WRONG" };
            let pv = pv.join(" ");
            line(&format!("{position}  {}  {pv}{verdict}", score_text(value)))?;
        }
        let moves = report.lines.iter().filter(|_| self.all_moves);
        for found in moves {
            let m = found.notation.first().map_or("", String::as_str);
            if self.json {
                json_line(&json!({ "move": m, "score": score_json(found.value) }))?;
            } else {
                line(&format!("  {m:<12} {}", score_text(found.value)))?;
            }
        }
        Ok(())
    }
}

/// Reads `position` or `position ; value`.
fn question(place: String, text: &str) -> Result<Question, Failure> {
    let (position, expected) = match text.split_once(';') {
        None => (text, None),
        Some((position, value)) => match value.trim() {
            "1" | "+1" => (position, Some(1)),
            "0" => (position, Some(0)),
            "-1" => (position, Some(-1)),
            other => {
                return Err(Failure::input(format!(
                    "{place}'{other}' is no value: write 1, 0 or -1 after the semicolon"
                )));
            }
        },
    };
    Ok(Question {
        place,
        position: position.trim().to_owned(),
        expected,
    })
}

/// 1 a win of the side to move, 0 a draw, -1 a loss.
fn sign(value: Value) -> i32 {
    match value {
        Value::Win(_) => 1,
        Value::Loss(_) => -1,
        Value::Cp(n) | Value::Exact(n) => n.signum(),
    }
}
