//! `rookery solve`: exact values of positions, and the check of a file of values.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::{Control, SolverSpec};
use rookery_games::text::lines;
use rookery_games::{Answer, Expected, GameType, Problem, SolvePositions};

use crate::cli::engine::analysis::sanmill_puzzles;
use crate::cli::engine::data_args::DataArgs;
use crate::cli::engine::game_args::{self, RulesArgs, score_json, score_text};
use crate::cli::engine::tables::{self, OpenedTables};
use crate::cli::failure::Failure;
use crate::cli::output::{cpu_seconds, json_line, line};
use rookery_games::Registry;

/// Print the exact value of a position, or of each position in a file, for games with tables or a solver.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  rookery solve tic-tac-toe --position \"X../.O./... x\" --all-moves\n  rookery solve connect-four positions.txt --off ALL --on ORDER,TABLE\n\nA file has one position per line, followed by a semicolon and the value to check: 1 the side to move wins, 0 draw, -1 it loses.\n  X../.O./... x ; 0\nGames with an established format for such files read that one: Connect Four 'moves score', as in '4453 -2', and checkers a position and 0 for a draw, 1 a win, 2 a loss, as in 'B:W30:B4,K14,21 1'.\nSanmill's puzzles of Nine Men's Morris (JSON) are read too: the side to move wins or holds the draw, by the first move of a solution.\nEmpty lines and lines that begin with # are skipped; a file without a position is refused. A wrong value makes the exit code 1; a position without a value counts as solved, but not as checked. Before each position of a file the solver forgets what it learned from the others.\n\nGames that can be solved only by endgame tables (checkers, chess, fanorona, morabaraba, nine-mens-morris) use them without --on TABLES; --off TABLES switches them off. --on BOOK changes nothing: an exact value needs no book."
)]
pub struct Solve {
    /// The game, by its name in the registry
    game: String,
    /// A file with one position per line; - is standard input
    #[arg(conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Solve this position; the default without a file is the start
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// Solve every move, and check each for which the file gives a value
    #[arg(long)]
    all_moves: bool,
    /// Solver steps to switch off, separated by commas, or ALL; TABLES is a step too
    #[arg(long, default_value = "", value_name = "STEP,…")]
    off: String,
    /// Solver steps to keep although --off names them
    #[arg(long, default_value = "", value_name = "STEP,…")]
    on: String,
    /// Number of slots of the solver's transposition table
    #[arg(long, default_value_t = 1 << 24, value_parser = clap::value_parser!(u32).range(1..=1 << 28))]
    entries: u32,
    #[command(flatten)]
    site: DataArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// A position to solve, with its place for messages: `FILE:LINE: `, `FILE: puzzle ID: `, or nothing.
struct Question {
    place: String,
    problem: Problem,
}

impl Question {
    fn failure(&self, message: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}{message}", self.place))
    }
}

impl Solve {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        // An unknown game is reported before an unreadable file.
        let game_type = game_args::game_type(games, &self.game)?;
        let mut solver = self.solver(game_type)?;
        let open = match self.uses_tables() {
            true => tables::open(game_type, &self.site)?,
            false => None,
        };
        let questions = self.questions(solver.as_ref())?;
        for question in &questions {
            let checked = solver.check(&question.problem);
            checked.map_err(|e| question.failure(e))?;
        }
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let (mut checked, mut right, mut nodes) = (0_usize, 0_usize, 0);
        for question in &questions {
            solver.forget();
            let answer = self.answer(solver.as_mut(), question)?;
            let answer = answer
                .ok_or_else(|| question.failure(beyond(game_type, question, open.as_ref())))?;
            let is_right = solver
                .is_right(&question.problem, &answer, self.all_moves)
                .map_err(|e| question.failure(e))?;
            nodes += answer.nodes;
            checked += usize::from(is_right.is_some());
            right += usize::from(is_right == Some(true));
            self.print(&question.problem, &answer, is_right)?;
        }
        let positions = questions.len();
        let count = positions.max(1) as f64;
        let (nodes_mean, cpu_s) = (nodes as f64 / count, cpu_seconds() - cpu_start_s);
        if self.json {
            json_line(&json!({
                "positions": positions, "checked": checked, "right": right, "nodes_mean": nodes_mean,
                "cpu_s": cpu_s, "cpu_s_mean": cpu_s / count, "wall_s": watch.elapsed().as_secs_f64(),
            }))?;
        } else {
            line(&format!(
                "{positions} positions, {checked} checked, {right} right, {nodes_mean:.1} nodes each, {cpu_s:.3} CPU seconds, {:.6} each",
                cpu_s / count
            ))?;
        }
        if right < checked {
            return Err(Failure::work(format!(
                "{} of {checked} positions differ from the file in value or best move",
                checked - right
            )));
        }
        Ok(())
    }

    fn solver(&self, game_type: &dyn GameType) -> Result<Box<dyn SolvePositions>, Failure> {
        let setup = self.rules.setup(game_type, "")?;
        let (off, on) = (steps(game_type, &self.off)?, steps(game_type, &self.on)?);
        let spec = SolverSpec {
            entries: self.entries as usize,
            without: off.into_iter().filter(|step| !on.contains(step)).collect(),
            ..SolverSpec::default()
        };
        let solver = game_type.lab().solver(&setup, &spec);
        solver
            .map_err(|e| Failure::input(e.to_string()))?
            .ok_or_else(|| {
                Failure::input(format!(
                    "{} has neither a solver nor a table in this build; use 'rookery search {}'",
                    self.game, self.game
                ))
            })
    }

    fn questions(&self, solver: &dyn SolvePositions) -> Result<Vec<Question>, Failure> {
        let Some(path) = &self.file else {
            return Ok(vec![Question {
                place: String::new(),
                problem: Problem {
                    position: self.position.trim().to_owned(),
                    ..Problem::default()
                },
            }]);
        };
        let (text, name) = (game_args::input_text(path)?, game_args::input_name(path));
        let puzzles = sanmill_puzzles::problems(&text).transpose();
        let puzzles = puzzles.map_err(|fault| Failure::input(format!("{name}: {fault}")))?;
        let questions: Vec<_> = match puzzles {
            Some(puzzles) => puzzles
                .into_iter()
                .map(|(id, problem)| Question {
                    place: format!("{name}: puzzle {id}: "),
                    problem,
                })
                .collect(),
            None => (1..)
                .zip(lines(&text))
                .filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'))
                .map(|(number, l)| question(solver, format!("{name}:{number}: "), l))
                .collect::<Result<_, _>>()?,
        };
        if questions.is_empty() {
            return Err(Failure::input(format!("{name} has no position")));
        }
        Ok(questions)
    }

    /// The value of a position for the side to move, with its best line or the line of every move.
    fn answer(
        &self,
        solver: &mut dyn SolvePositions,
        question: &Question,
    ) -> Result<Option<Answer>, Failure> {
        let position = &question.problem.position;
        solver
            .solve(position, self.all_moves, &Control::unlimited())
            .map_err(|e| question.failure(e))
    }

    /// Whether endgame tables are used.
    fn uses_tables(&self) -> bool {
        let is_off = names(&self.off).any(|name| is(name, ALL) || is(name, TABLES));
        !is_off || names(&self.on).any(|name| is(name, TABLES))
    }

    /// Prints the line of a position. `is_right` is `None` where nothing is known of it.
    fn print(
        &self,
        problem: &Problem,
        answer: &Answer,
        is_right: Option<bool>,
    ) -> Result<(), Failure> {
        let position = match problem.position.as_str() {
            "" => "start",
            text => text,
        };
        let value = answer.value;
        let pv = answer.lines.first().map(|l| l.notation.as_slice());
        let pv = pv.unwrap_or_default();
        if self.json {
            let expected = problem.best().map(|expected| match expected {
                Expected::Outcome(n) => i32::from(n),
                Expected::Exact(n) => n,
            });
            json_line(&json!({
                "position": position, "score": score_json(value), "pv": pv,
                "expected": expected, "right": is_right, "nodes": answer.nodes,
            }))?;
        } else {
            let verdict = match is_right {
                Some(false) => "  WRONG",
                Some(true) | None => "",
            };
            let pv = pv.join(" ");
            line(&format!("{position}  {}  {pv}{verdict}", score_text(value)))?;
        }
        let moves = answer.lines.iter().filter(|_| self.all_moves);
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

/// The reason why a position has no answer, and what to do about it; `opened` are the tables, where they are used.
fn beyond(game_type: &dyn GameType, question: &Question, opened: Option<&OpenedTables>) -> String {
    let position = match question.problem.position.as_str() {
        "" => "the start".to_owned(),
        text => format!("'{text}'"),
    };
    let game = game_type.name();
    if game_type.lab().endgames().is_none() {
        return format!("{position} is beyond what {game} can solve in this build");
    }
    let Some(OpenedTables { count, folder }) = opened else {
        return format!("{game} is solved by endgame tables alone: leave --off TABLES out");
    };
    let folder = folder.display();
    match *count {
        0 => format!(
            "{position} needs an endgame table, and {folder} has none: build some with 'rookery tables build {game}', or name another --data"
        ),
        _ => format!(
            "no table in {folder} (it has {count}) covers {position}: 'rookery tables build {game}' builds more, if there are any"
        ),
    }
}

fn question(solver: &dyn SolvePositions, place: String, text: &str) -> Result<Question, Failure> {
    match solver.problem(text) {
        Ok(problem) => Ok(Question { place, problem }),
        Err(e) => Err(Failure::input(format!("{place}{e}"))),
    }
}

/// The name for all steps of the solver.
const ALL: &str = "ALL";
/// The endgame tables, which every solver may use.
const TABLES: &str = "TABLES";
/// The opening book, which no solver needs.
const BOOK: &str = "BOOK";

fn is(name: &str, known: &str) -> bool {
    name.eq_ignore_ascii_case(known)
}

/// The names in a comma-separated list.
fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|n| !n.is_empty())
}

/// The steps of a game's solver named in a list, in upper or lower case; ALL names them all. TABLES and BOOK are not included.
fn steps(game_type: &dyn GameType, list: &str) -> Result<Vec<&'static str>, Failure> {
    let known = game_type.sheet().solver_steps;
    let mut steps = Vec::new();
    for name in names(list).filter(|n| !is(n, TABLES) && !is(n, BOOK)) {
        if is(name, ALL) {
            return Ok(known.to_vec());
        }
        let step = known.iter().find(|step| is(step, name));
        steps.push(*step.ok_or_else(|| unknown_step(game_type, name))?);
    }
    Ok(steps)
}

fn unknown_step(game_type: &dyn GameType, name: &str) -> Failure {
    let (game, known) = (game_type.name(), game_type.sheet().solver_steps.join(", "));
    Failure::input(if known.is_empty() {
        format!("'{name}' cannot be switched: the solver of {game} has no steps")
    } else {
        format!("the solver of {game} has no step '{name}'; it has {known}")
    })
}
