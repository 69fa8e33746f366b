//! `rookery levels GAME --losses`: the mean loss of each level's moves, and its blunders by kind.

use std::fmt::{self, Display};
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::clock::Stopwatch;
use rookery_engine::Control;
use rookery_games::GameType;
use rookery_games::lab::tournament::{BlunderKind, EngineConfig, LossPlan, MoveLoss};

/// The name of a player in its row.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum RowName {
    /// The number of a level.
    Level(u8),
    /// The words that describe a player of one's own.
    Words(String),
}

impl Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowName::Level(level) => Display::fmt(level, f),
            RowName::Words(words) => Display::fmt(words, f),
        }
    }
}

/// Judges the moves of these players, each with its name, and prints a line for each.
pub fn show(
    game_type: &dyn GameType,
    plan: &LossPlan,
    players: &[(RowName, EngineConfig)],
    is_json: bool,
) -> Result<(), Failure> {
    let stop = interrupt::watch()?;
    let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
    let control = Control::new(stop, Arc::new(move || watch.elapsed()));
    if !is_json {
        let kinds = BlunderKind::ALL.map(|kind| format!("{:>8}", kind.name()));
        line(&format!(
            "level  moves  loss, cp  of the level below  blunders in 100: {}",
            kinds.join("")
        ))?;
    }
    let mut below = None;
    for (name, player) in players {
        let measured = plan.measure(game_type, *player, &control);
        let loss = measured.map_err(|e| Failure::work(e.to_string()))?;
        if loss.moves == 0 {
            continue;
        }
        let share = below.filter(|&below| below > 0.0);
        let share = share.map(|below| loss.mean_cp() / below);
        below = Some(loss.mean_cp());
        match is_json {
            true => json_line(&row_json(name, &loss, share))?,
            false => line(&row(name, &loss, share))?,
        }
        if control.is_stopped() {
            break;
        }
    }
    let (cpu_s, wall_s) = (cpu_seconds() - cpu_start_s, watch.elapsed().as_secs_f64());
    let judge_nodes = plan.judge_nodes;
    let is_stopped = control.is_stopped();
    match is_json {
        true => json_line(
            &json!({ "judge_nodes": judge_nodes, "stopped": is_stopped, "cpu_s": cpu_s, "wall_s": wall_s }),
        )?,
        false => {
            let how = if is_stopped { "stopped after" } else { "in" };
            line(&format!(
                "judged with {judge_nodes} nodes a search, {how} {cpu_s:.1} CPU seconds"
            ))?;
        }
    }
    interrupt::check_whole(is_stopped)
}

fn in_hundred(count: u32, loss: &MoveLoss) -> f64 {
    100.0 * f64::from(count) / f64::from(loss.moves.max(1))
}

fn row(name: &RowName, loss: &MoveLoss, share: Option<f64>) -> String {
    let share = share.map_or_else(String::new, |share| format!("{share:.2}"));
    let blunders = loss.blunders.map(|count| in_hundred(count, loss));
    let all: f64 = blunders.iter().sum();
    let kinds = blunders.map(|blunders| format!("{blunders:>8.1}"));
    format!(
        "{name:>5}  {:>5}  {:>8.1}  {share:>18}  {all:>16.1} {}",
        loss.moves,
        loss.mean_cp(),
        kinds.join("")
    )
}

fn row_json(name: &RowName, loss: &MoveLoss, share: Option<f64>) -> serde_json::Value {
    let kinds = BlunderKind::ALL.into_iter().zip(loss.blunders);
    let kinds: serde_json::Map<_, _> = kinds
        .map(|(kind, count)| (kind.name().to_owned(), json!(count)))
        .collect();
    json!({
        "level": name,
        "moves": loss.moves,
        "mean_loss_cp": loss.mean_cp(),
        "of_level_below": share,
        "blunders": kinds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_number_and_a_player_of_one_s_own_is_words() {
        let loss = MoveLoss::default();
        for (name, shown, named) in [
            (RowName::Level(3), "    3  ", json!(3)),
            (
                RowName::Words("random".to_owned()),
                "random  ",
                json!("random"),
            ),
            (RowName::Words("3".to_owned()), "    3  ", json!("3")),
        ] {
            assert_eq!(row_json(&name, &loss, None)["level"], named);
            let row = row(&name, &loss, None);
            assert!(row.starts_with(shown), "{row}");
        }
    }
}
