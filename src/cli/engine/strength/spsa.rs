//! `rookery spsa`: tuning of the search's margins and depths by matches of the engine against itself.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::clock::Stopwatch;
use rookery_engine::{Control, Params};
use rookery_games::lab::tournament::{Spsa, SpsaPlan, TunedParam};
use rookery_games::{Registry, Setup};

use crate::cli::engine::game_args::{self, RulesArgs};
use crate::cli::engine::replaced_file;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::cli::progress::Progress;

/// Tune the numbers of the search, such as margins of pruning, by games of the engine against itself (SPSA).
///
/// In each pair of games all numbers are shifted by their step at random, up for one player and down for the other, and follow the winner a
/// little. At the end they are printed as a player for `rookery match`, which shows whether they are better: this command does not.
/// After every sixteen pairs the numbers are kept in a file; after Ctrl-C, the same command continues from there.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery spsa chess --nodes 20000 --games 20000 --file chess.spsa --threads 2\n  \
    rookery spsa chess --params null_eval_cp:40,razoring_cp --games 5000 --file two.spsa\n\n\
    Without --params all numbers above 0 are tuned that change the search of a few openings. A step is a twentieth of a number's range or a \
    quarter of its value, whichever is less, but at least a half; of a number that is 0, a twentieth of its range.\n\n\
    Chance carries a number that does not matter away from its start, too: the last column says how far. It is less with more games or a lower \
    --rate, with which the others learn less."
)]
pub struct SpsaArgs {
    /// The game, by its name in the registry
    game: String,
    /// The file that keeps the numbers as they are tuned
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// The numbers to tune, separated by commas, each with its step where another is wanted
    #[arg(long, value_delimiter = ',', value_name = "NAME[:STEP],…")]
    params: Vec<String>,
    /// The evaluation to search with [default: the game's usual one]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Nodes per move
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of games; an odd number is rounded up, for games are played in pairs
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// The part of its step by which a number follows one won game at the end
    #[arg(long, default_value_t = 0.005, value_parser = rate)]
    rate: f64,
    #[command(flatten)]
    rules: RulesArgs,
    /// Seed of the openings and shifts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time; the numbers do not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=16))]
    threads: u16,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The contents of the file: what was asked for, and how far it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptTuning {
    game: String,
    /// The node count of the bench: another engine's games say nothing about this one's numbers.
    signature: u64,
    rules: String,
    evaluation: String,
    nodes: u64,
    /// Whether the numbers were named, and not found.
    are_named: bool,
    games: usize,
    rate: f64,
    seed: u64,
    params: Vec<KeptParam>,
    pairs_played: usize,
    by_chance: f64,
}

/// A number in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptParam {
    name: String,
    step: f64,
    start: f64,
    value: f64,
}

impl KeptTuning {
    /// Takes note of how far the tuning has come.
    fn note(&mut self, spsa: &Spsa) {
        self.pairs_played = spsa.pairs;
        self.by_chance = spsa.by_chance;
        for (param, tuned) in self.params.iter_mut().zip(&spsa.tuned) {
            param.value = tuned.value;
        }
    }
}

impl SpsaArgs {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game_type = game_args::game_type(games, &self.game)?;
        let evaluation = match &self.eval {
            Some(name) => game_args::evaluation(game_type, name)?,
            None => "",
        };
        let plan = SpsaPlan {
            game_type,
            setup: self.rules.setup(game_type, "")?,
            evaluation,
            nodes: self.nodes,
            pairs: self.games.div_ceil(2) as usize,
            rate: self.rate,
            seed: self.seed,
        };
        let named = self.named(&plan.params())?;
        let earlier = read(&self.file)?;
        replaced_file::check(&self.file)?;
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let control = Control::new(stop.clone(), Arc::new(move || watch.elapsed()));
        let signature = rookery_games::signature(game_type);
        let signature = signature.map_err(|e| Failure::work(e.to_string()))?;
        let start = match &earlier {
            Some(earlier) if named.is_empty() => kept_params(earlier, &plan.params()),
            Some(_) => named,
            None => self.acting(&plan, named, &control)?,
        };
        let mut kept = self.kept(&plan, signature, &start);
        let mut spsa = Spsa::new(start);
        if let Some(earlier) = earlier {
            resume(&mut spsa, &kept, &earlier, &self.file)?;
            kept = earlier;
        }
        write(&self.file, &kept)?;
        let mut progress = Progress::new();
        loop {
            progress.show(&format!("{} of {} games", 2 * spsa.pairs, 2 * plan.pairs));
            let has_advanced = spsa.advance(&plan, self.threads.into(), &control);
            if !has_advanced.map_err(|e| Failure::input(e.to_string()))? {
                break;
            }
            kept.note(&spsa);
            write(&self.file, &kept)?;
        }
        drop(progress);
        let wall_s = watch.elapsed().as_secs_f64();
        self.print(&kept, &spsa, [cpu_seconds() - cpu_start_s, wall_s])?;
        if spsa.pairs < plan.pairs {
            return Err(Failure::work(format!(
                "interrupted: the numbers are kept in {}; the same command continues from there",
                self.file.display()
            )));
        }
        Ok(())
    }

    /// The numbers that are named, as the game has them.
    fn named(&self, params: &Params) -> Result<Vec<TunedParam>, Failure> {
        let mut named: Vec<TunedParam> = Vec::new();
        for text in &self.params {
            let param = read_param(text.trim(), params)?;
            if named.iter().any(|known| known.name == param.name) {
                return Err(Failure::input(format!(
                    "--params names {} twice",
                    param.name
                )));
            }
            named.push(param);
        }
        Ok(named)
    }

    /// The numbers to tune: those that are named, or all above 0, if they change a search.
    fn acting(
        &self,
        plan: &SpsaPlan<'_>,
        named: Vec<TunedParam>,
        control: &Control,
    ) -> Result<Vec<TunedParam>, Failure> {
        let params = plan.params();
        let wanted = match named.is_empty() {
            false => named,
            true => Params::FIELDS
                .iter()
                .filter_map(|field| TunedParam::new(field.0, &params))
                .filter(|param| param.value > 0.0)
                .collect(),
        };
        let names: Vec<_> = wanted.iter().map(|param| param.name).collect();
        let acting = plan.acting(&names, control);
        let acting = acting.map_err(|e| Failure::input(e.to_string()))?;
        if control.is_stopped() {
            return Err(Failure::work(
                "interrupted before the first games: nothing is kept",
            ));
        }
        let (game, nodes) = (&self.game, self.nodes);
        let idle = names.iter().find(|name| !acting.contains(name));
        match idle {
            Some(idle) if !self.params.is_empty() => Err(Failure::input(format!(
                "--params: {idle} does not change a search of {nodes} nodes in {game}, so games cannot tell a good value from a bad one"
            ))),
            Some(_) if acting.is_empty() => Err(Failure::input(format!(
                "no number above 0 changes a search of {nodes} nodes in {game}: there is nothing to tune"
            ))),
            _ => Ok(wanted
                .into_iter()
                .filter(|param| acting.contains(&param.name))
                .collect()),
        }
    }

    fn kept(&self, plan: &SpsaPlan<'_>, signature: u64, start: &[TunedParam]) -> KeptTuning {
        let params = start.iter().map(|param| KeptParam {
            name: param.name.to_owned(),
            step: param.step,
            start: param.value,
            value: param.value,
        });
        KeptTuning {
            game: plan.game_type.name().to_owned(),
            signature,
            rules: rules(&plan.setup).concat(),
            evaluation: plan.evaluation.to_owned(),
            nodes: plan.nodes,
            are_named: !self.params.is_empty(),
            games: 2 * plan.pairs,
            rate: plan.rate,
            seed: plan.seed,
            params: params.collect(),
            pairs_played: 0,
            by_chance: 0.0,
        }
    }

    fn print(
        &self,
        kept: &KeptTuning,
        spsa: &Spsa,
        [cpu_s, wall_s]: [f64; 2],
    ) -> Result<(), Failure> {
        let eval = self.eval.as_ref().map(|name| format!("eval={name}"));
        let moved = spsa
            .tuned
            .iter()
            .zip(&kept.params)
            .filter(|(tuned, kept)| f64::from(tuned.rounded()) != kept.start)
            .map(|(tuned, _)| format!("params.{}={}", tuned.name, tuned.rounded()));
        let words: Vec<String> = eval.iter().cloned().chain(moved).collect();
        let player = words.join(",");
        let games = 2 * spsa.pairs;
        if self.json {
            let params: Vec<Value> = spsa
                .tuned
                .iter()
                .zip(&kept.params)
                .map(|(tuned, kept)| {
                    json!({
                        "name": tuned.name, "step": tuned.step, "start": kept.start,
                        "value": tuned.value, "rounded": tuned.rounded(),
                        "by_chance": tuned.step * spsa.by_chance,
                    })
                })
                .collect();
            return json_line(&json!({
                "file": self.file.display().to_string(), "games": games, "params": params,
                "player": player, "stopped": games < kept.games, "cpu_s": cpu_s, "wall_s": wall_s,
            }));
        }
        line("number                      start      now  by chance")?;
        for (tuned, kept) in spsa.tuned.iter().zip(&kept.params) {
            let by_chance = tuned.step * spsa.by_chance;
            line(&format!(
                "{:<24} {:>8} {:>8} {by_chance:>10.1}",
                tuned.name,
                kept.start,
                tuned.rounded()
            ))?;
        }
        line(&format!("{games} games, {cpu_s:.0} CPU seconds"))?;
        if words.len() == eval.iter().len() {
            return line("No number has moved to another whole number.");
        }
        let (game, rules) = (&kept.game, &kept.rules);
        let (nodes, former) = (self.nodes, eval.as_deref().unwrap_or("\"\""));
        line(&format!(
            "rookery match {game}{rules} --nodes {nodes} --a {player} --b {former}"
        ))
    }
}

/// The arguments that name a variant and options.
fn rules(setup: &Setup) -> Vec<String> {
    let variant = match setup.variant.as_str() {
        "" => None,
        variant => Some(format!(" --variant {variant}")),
    };
    let options = setup.options.iter();
    let options = options.map(|(key, value)| format!(" --option {key}={value}"));
    variant.into_iter().chain(options).collect()
}

/// The numbers of a tuning that has begun, as they were at its beginning.
fn kept_params(earlier: &KeptTuning, params: &Params) -> Vec<TunedParam> {
    let kept = earlier.params.iter();
    kept.filter_map(|kept| {
        let mut param = TunedParam::new(&kept.name, params)?;
        param.step = kept.step;
        Some(param)
    })
    .collect()
}

/// A rate above zero, and at most one step.
fn rate(text: &str) -> Result<f64, String> {
    let rate: Option<f64> = text.parse().ok();
    rate.filter(|rate| (0.000_1..=1.0).contains(rate))
        .ok_or_else(|| "a number from 0.0001 to 1 is expected".to_owned())
}

/// `NAME` or `NAME:STEP`.
fn read_param(text: &str, params: &Params) -> Result<TunedParam, Failure> {
    let (name, step) = match text.split_once(':') {
        Some((name, step)) => (name, Some(step)),
        None => (text, None),
    };
    let mut param = TunedParam::new(name, params).ok_or_else(|| {
        let names: Vec<_> = Params::FIELDS.iter().map(|field| field.0).collect();
        Failure::input(format!(
            "--params: the search has no number '{name}'; it has {}",
            names.join(", ")
        ))
    })?;
    if let Some(step) = step {
        let number: Option<f64> = step.parse().ok();
        param.step = number
            .filter(|step| (0.5..=10_000.0).contains(step))
            .ok_or_else(|| {
                Failure::input(format!(
                    "--params {text}: a step is a number from 0.5 to 10000"
                ))
            })?;
    }
    Ok(param)
}

/// The tuning in this file; none if there is no file yet.
fn read(file: &Path) -> Result<Option<KeptTuning>, Failure> {
    let failed = |why: String| Failure::input(format!("cannot read {}: {why}", file.display()));
    match fs::read(file) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|e| {
            failed(format!(
                "{e}; it is no file of a tuning: remove it, or give another --file"
            ))
        }),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(failed(e.to_string())),
    }
}

fn write(file: &Path, kept: &KeptTuning) -> Result<(), Failure> {
    let text = serde_json::to_vec_pretty(kept).map_err(|e| Failure::work(e.to_string()))?;
    replaced_file::write(file, &text)
}

/// Continues where the file stopped, if it is of the tuning that is asked for.
fn resume(
    spsa: &mut Spsa,
    asked: &KeptTuning,
    earlier: &KeptTuning,
    file: &Path,
) -> Result<(), Failure> {
    let mut begun = earlier.clone();
    begun.pairs_played = 0;
    begun.by_chance = 0.0;
    for param in &mut begun.params {
        param.value = param.start;
    }
    if let Some(field) = other_field(&begun, asked) {
        return Err(Failure::input(format!(
            "{} has a tuning with another value of '{field}': give the same arguments as before, or another --file",
            file.display()
        )));
    }
    spsa.pairs = earlier.pairs_played;
    spsa.by_chance = earlier.by_chance;
    for (tuned, param) in spsa.tuned.iter_mut().zip(&earlier.params) {
        tuned.value = param.value;
    }
    Ok(())
}

/// The first field in which two tunings differ.
fn other_field(one: &KeptTuning, other: &KeptTuning) -> Option<&'static str> {
    let fields = [
        ("game", one.game == other.game),
        ("engine", one.signature == other.signature),
        ("rules", one.rules == other.rules),
        ("evaluation", one.evaluation == other.evaluation),
        ("nodes", one.nodes == other.nodes),
        ("games", one.games == other.games),
        ("rate", one.rate == other.rate),
        ("seed", one.seed == other.seed),
        (
            "params",
            (one.are_named, &one.params) == (other.are_named, &other.params),
        ),
    ];
    fields
        .into_iter()
        .find(|(_, is_same)| !is_same)
        .map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning() -> KeptTuning {
        KeptTuning {
            game: "chess".to_owned(),
            signature: 1,
            rules: String::new(),
            evaluation: String::new(),
            nodes: 100,
            are_named: true,
            games: 32,
            rate: 0.01,
            seed: 1,
            params: vec![KeptParam {
                name: "razoring_cp".to_owned(),
                step: 10.0,
                start: 250.0,
                value: 250.0,
            }],
            pairs_played: 0,
            by_chance: 0.0,
        }
    }

    #[test]
    fn a_tuning_goes_on_only_with_the_same_arguments_and_engine() {
        let asked = tuning();
        let mut earlier = tuning();
        (earlier.pairs_played, earlier.by_chance) = (16, 0.5);
        earlier.params[0].value = 271.5;
        let start = kept_params(&earlier, &Params::DEFAULT);
        let mut spsa = Spsa::new(start);
        resume(&mut spsa, &asked, &earlier, Path::new("kept")).unwrap();
        assert_eq!(
            (spsa.pairs, spsa.by_chance, spsa.tuned[0].value),
            (16, 0.5, 271.5)
        );

        type Change = fn(&mut KeptTuning);
        let changes: [(&str, Change); 10] = [
            ("game", |t| t.game = "go".to_owned()),
            ("engine", |t| t.signature = 2),
            ("rules", |t| t.rules = " --variant chess960".to_owned()),
            ("evaluation", |t| t.evaluation = "learned".to_owned()),
            ("nodes", |t| t.nodes = 200),
            ("games", |t| t.games = 34),
            ("rate", |t| t.rate = 0.02),
            ("seed", |t| t.seed = 2),
            ("params", |t| t.params[0].step = 11.0),
            ("params", |t| t.are_named = false),
        ];
        for (field, change) in changes {
            let mut earlier = tuning();
            change(&mut earlier);
            let refused = resume(&mut spsa, &asked, &earlier, Path::new("kept")).unwrap_err();
            let named = format!("another value of '{field}'");
            assert!(
                refused.message.contains(&named),
                "{field}: {}",
                refused.message
            );
        }
    }
}
