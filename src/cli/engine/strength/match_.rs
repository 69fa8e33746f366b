//! `rookery match`: matches between two settings of the engine, or with another program.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use serde_json::json;

use crate::clock::Stopwatch;
use rookery_engine::Control;
use rookery_games::lab::tournament::{MatchScore, Player, PlayerTotals, Series, Sprt, SprtVerdict};

use crate::cli::engine::game_args::{self, RulesArgs};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output::{cpu_seconds, json_line, line};
use crate::cli::progress::Progress;
use rookery_games::Registry;

/// The two-sided 95 % quantile, in standard errors.
pub(super) const NINETY_FIVE: f64 = 1.96;

/// Play a match between two settings of the engine, or against another program.
///
/// Games are played in pairs: each player plays the same random opening once with either side. With limits in nodes or depth the
/// results of the engine depend neither on the load of the machine nor on the number of threads. Results are those of the first
/// player (--a).
#[derive(Debug, Args)]
#[command(
    after_help = "A player is a list of words separated by commas; later words override earlier ones:\n  \
    level=3          a level of the game, 1 to 8\n  \
    random           any legal move\n  \
    one-ply          the best move by the evaluation one ply on\n  \
    nodes=2000, depth=4, time=100 (milliseconds), driver=pvs|mtdf|alphabeta|minimax, on=LMR+NULL, off=TT+ETC\n  \
    eval=NAME        another evaluation of the game\n  \
    params.NAME=N    a parameter of the selective techniques, within its limits\n  \
    sigma=80, blind=200, margin=40   handicaps: centipawns, quiet replies overlooked per thousand, centipawns\n\n\
    Another program is named by its protocol and the command that starts it; further words follow:\n  \
    uci=COMMAND      with nodes=N, depth=N or time=MS; for chess, and for any game and its variants and rules against another build of this engine\n  \
    gtp=COMMAND      with time=MS, in whole seconds (time=1000); for Go\n  \
    gomocup=COMMAND  with time=MS; for gomoku\n  \
    say=LINE         a line to say before a game, such as say=setoption name Hash value 64\n  \
    patience=60      seconds beyond its time after which a program that does not answer has lost\n\n\
    Example:\n  rookery match morabaraba --a level=4 --b level=3 --games 200\n  \
    rookery match morabaraba --a off=PVS --b \"\" --nodes 5000 --sprt 0,10\n  \
    rookery match chess --a time=100 --b \"uci=stockfish,time=100\" --games 100\n\n\
    A program that plays an illegal move, ends or does not answer loses the game; the results say how many it lost in this way. If it cannot be \
    started again, the match ends with the results so far and exit code 1.\n\
    The error of the Elo difference comes from the spread of the pairs. If all pairs ended alike it is left out (null with --json); if no pair was completed, so are the score and the difference.\n\
    A player that has won or lost every game counts as half a point short of that.\n\n\
    Ctrl-C ends the match and prints the results so far; the exit code is then 1."
)]
pub struct MatchArgs {
    /// The game, by its name in the registry
    game: String,
    /// The first player
    #[arg(long, value_name = "SPEC")]
    a: String,
    /// The second player
    #[arg(long, value_name = "SPEC")]
    b: String,
    /// Maximum number of games; an odd number is rounded up, for games are played in pairs [default: 400; with --sprt 20000]
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..))]
    games: Option<u32>,
    /// Nodes per move, for players without a limit of their own
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Stop as soon as the results tell HIGH from LOW Elo, with an error probability of 5 % either way
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Random plies at the beginning of each pair [default: the game's own number]
    #[arg(long, value_name = "PLIES")]
    opening: Option<usize>,
    /// Seed of the openings and the players' random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl MatchArgs {
    pub fn run(&self, games: &Registry) -> Result<(), Failure> {
        let game_type = game_args::game_type(games, &self.game)?;
        let setup = self.rules.setup(game_type, "")?;
        let player = |text: &str| {
            let read = Player::read(text, game_type, &setup, self.nodes);
            read.map_err(|e| Failure::input(e.to_string()))
        };
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        let games = self
            .games
            .unwrap_or(if sprt.is_some() { 20_000 } else { 400 });
        let series = Series {
            game_type,
            players: [player(&self.a)?, player(&self.b)?],
            setup,
            opening_plies: self
                .opening
                .unwrap_or_else(|| game_type.sheet().opening_plies),
            pairs: games.div_ceil(2) as usize,
            threads: self.threads.into(),
            seed: self.seed,
        };
        let stop = interrupt::watch()?;
        let (watch, cpu_start_s) = (Stopwatch::start(), cpu_seconds());
        let control = Control::new(stop.clone(), Arc::new(move || watch.elapsed()));
        let mut progress = Progress::new();
        let score = series
            .play(&control, |score| {
                progress.show(&words(score));
                match sprt.and_then(|sprt| sprt.verdict(score)) {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            })
            .map_err(|e| Failure::input(e.to_string()))?;
        drop(progress);
        let end = End {
            sprt,
            is_stopped: stop.load(Ordering::Relaxed) && !is_whole(&score, games, sprt),
            cpu_s: cpu_seconds() - cpu_start_s,
            wall_s: watch.elapsed().as_secs_f64(),
        };
        if self.json {
            print_json(&score, &end)?;
        } else {
            print_table(&score, &end)?;
        }
        match &score.ended_by {
            Some(fault) => Err(Failure::work(format!(
                "the match ended after {} games: {fault}",
                score.games()
            ))),
            None => interrupt::check_whole(end.is_stopped),
        }
    }
}

/// The end of a match, apart from its results.
struct End {
    sprt: Option<Sprt>,
    is_stopped: bool,
    cpu_s: f64,
    wall_s: f64,
}

/// Whether a match has all its games, or its test a verdict: a signal that comes later stops nothing.
fn is_whole(score: &MatchScore, games: u32, sprt: Option<Sprt>) -> bool {
    let has_verdict = sprt.is_some_and(|sprt| sprt.verdict(score).is_some());
    has_verdict || score.games() >= u64::from(games)
}

fn read_sprt(text: &str) -> Result<Sprt, Failure> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        let number = |text: &str| text.trim().parse().ok();
        Sprt::new(number(low)?, number(high)?)
    });
    numbers.ok_or_else(|| {
        Failure::input(format!(
            "--sprt {text}: expected two Elo differences, the smaller first, such as 0,5"
        ))
    })
}

fn verdict_word(verdict: Option<SprtVerdict>) -> &'static str {
    match verdict {
        Some(SprtVerdict::Accepted) => "accepted",
        Some(SprtVerdict::Rejected) => "rejected",
        None => "open",
    }
}

fn print_json(score: &MatchScore, end: &End) -> Result<(), Failure> {
    let interval = score.interval(NINETY_FIVE);
    let [a, b] = &score.players;
    let mut totals = json!({
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": told(score, score.score()),
        "score_low": told(score, interval.low),
        "score_high": told(score, interval.high),
        "elo": told(score, score.elo()),
        "error": score.elo_error(),
        "pairs": score.pairs,
        "unfinished": score.unfinished,
        "nodes_a": a.nodes,
        "nodes_b": b.nodes,
        "moves_a": a.moves,
        "moves_b": b.moves,
        "move_ms_a": move_ms(a),
        "move_ms_b": move_ms(b),
        "forfeits_a": a.forfeits,
        "forfeits_b": b.forfeits,
        "first_fault_a": a.first_fault,
        "first_fault_b": b.first_fault,
        "stopped": end.is_stopped,
        "ended_by": score.ended_by.as_ref().map(ToString::to_string),
        "cpu_s": end.cpu_s,
        "wall_s": end.wall_s,
    });
    if let Some(sprt) = end.sprt {
        totals["llr"] = json!(sprt.llr(score));
        totals["verdict"] = json!(verdict_word(sprt.verdict(score)));
    }
    json_line(&totals)
}

fn print_table(score: &MatchScore, end: &End) -> Result<(), Failure> {
    line(&words(score))?;
    line(&strength_words(score))?;
    let pairs = score.pairs.map(|n| n.to_string()).join(" ");
    line(&format!("pairs with 0, ½, 1, 1½ and 2 points: {pairs}"))?;
    if let Some(sprt) = end.sprt {
        line(&format!(
            "sequential test: {}, log likelihood ratio {:.2} (ends at ±{:.2})",
            verdict_word(sprt.verdict(score)),
            sprt.llr(score),
            Sprt::bound()
        ))?;
    }
    for (name, player) in ["a", "b"].into_iter().zip(&score.players) {
        let mean = player.nodes / player.moves.max(1);
        line(&format!(
            "{name}: {} nodes in {} moves, {mean} and {:.1} ms a move",
            player.nodes,
            player.moves,
            move_ms(player)
        ))?;
        if let Some(fault) = &player.first_fault {
            line(&format!(
                "{name}: games lost by a fault: {}; the first time it {fault}",
                player.forfeits
            ))?;
        }
    }
    if score.unfinished > 0 {
        line(&format!(
            "{} games went on for too long and count as drawn",
            score.unfinished
        ))?;
    }
    let how = if end.is_stopped { "stopped after " } else { "" };
    line(&format!("{how}{:.2} CPU seconds", end.cpu_s))
}

/// The mean time of a move, milliseconds.
fn move_ms(player: &PlayerTotals) -> f64 {
    1_000.0 * player.time.as_secs_f64() / player.moves.max(1) as f64
}

/// A number about the players' strength; none without a game, which alone would tell of it.
pub(super) fn told(score: &MatchScore, number: f64) -> Option<f64> {
    (score.games() > 0).then_some(number)
}

/// The score of the first player with its interval, such as `56.4 % (51.0 to 61.8 at 95 %)`, if a pair was completed.
pub(super) fn share_words(score: &MatchScore) -> String {
    if score.games() == 0 {
        return "no pair was completed".to_owned();
    }
    let interval = score.interval(NINETY_FIVE);
    let [share, low, high] =
        [score.score(), interval.low, interval.high].map(|share| 100.0 * share);
    format!("{share:.1} % ({low:.1} to {high:.1} at 95 %)")
}

/// The score and the difference in Elo, if a pair was completed.
fn strength_words(score: &MatchScore) -> String {
    match score.games() {
        0 => share_words(score),
        _ => format!("score {}, {}", share_words(score), elo_words(score)),
    }
}

/// The difference in Elo, to a tenth. A difference that rounds to zero has no sign.
fn elo_words(score: &MatchScore) -> String {
    let elo = (10.0 * score.elo()).round() / 10.0 + 0.0;
    match score.elo_error() {
        Some(error) => format!("{elo:+.1} Elo ± {error:.1}"),
        None if score.games() <= 2 => format!("{elo:+.1} Elo, of unknown error: a single pair"),
        None => format!("{elo:+.1} Elo, of unknown error: all pairs ended alike"),
    }
}

fn words(score: &MatchScore) -> String {
    format!(
        "{} games: {} won, {} drawn, {} lost",
        score.games(),
        score.wins,
        score.draws,
        score.losses
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two draws are an even score; without a game there is no score at all.
    #[test]
    fn a_match_without_a_pair_has_no_score() {
        let mut score = MatchScore::default();
        assert_eq!(strength_words(&score), "no pair was completed");
        score.add_pair([1, 1]);
        let words = strength_words(&score);
        assert!(words.starts_with("score 50.0 % ("), "{words}");
        let unknown = ", +0.0 Elo, of unknown error: a single pair";
        assert!(words.ends_with(unknown), "{words}");
        score.add_pair([1, 1]);
        let words = strength_words(&score);
        assert!(words.ends_with("all pairs ended alike"), "{words}");
    }

    /// 70 % of the points in 200 pairs are some 150 Elo; half of those in one pair tell nothing.
    #[test]
    fn a_match_is_whole_with_its_last_game_or_a_verdict() {
        let strong = MatchScore {
            wins: 200,
            draws: 160,
            losses: 40,
            pairs: [10, 20, 40, 60, 70],
            ..MatchScore::default()
        };
        let even = MatchScore {
            draws: 2,
            pairs: [0, 0, 1, 0, 0],
            ..MatchScore::default()
        };
        let test = Sprt::new(0.0, 10.0);
        for (score, games, sprt, expected) in [
            (&strong, 20_000, test, true),
            (&strong, 20_000, None, false),
            (&strong, 400, None, true),
            (&even, 20_000, test, false),
            (&even, 2, test, true),
            (&even, 3, None, false),
        ] {
            assert_eq!(is_whole(score, games, sprt), expected, "{games} {score:?}");
        }
    }
}
