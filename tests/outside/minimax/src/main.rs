//! Matches of newcomers' games, rules and evaluation alone, between this engine with its default techniques and the `minimax` crate.
//!
//! `newcomers [--games N] [--positions N] [--game NAME,…] [--short]`: N games and positions each, in all six games or in these.
//! `--on`, `--off` (names of techniques) and `--set NAME=NUMBER` change our player; `--times N` grants it N times the crate's CPU time, which
//! shows what a deeper search by the same evaluation can win. The short run takes less than 40 s and fails where
//! the mean score, or the mean of our CPU time over the crate's to the same depth, is far from what was measured.

mod contest;
mod cpu;
mod games;
mod passes;
mod theirs;

use std::process::ExitCode;

use rookery_games::engine::{Params, Request, Techniques};

use contest::{Contest, Figures, Run, Setting, ratio};
use games::{breakthrough_6, breakthrough_8, clobber, domineering, dots_and_boxes, kalah};
use passes::{Passing, WithPasses};

/// The least score of a short run, percent, over all games; a player at random has none.
const SHORT_PERCENT: f64 = 25.0;

/// The greatest mean of our CPU time over the crate's to the same depth in a short run, over all games; about 1 was measured.
const SHORT_RATIO: f64 = 3.0;

/// A game in which sides alternate.
fn plain(name: &'static str, opening: usize, depth: u8, exact: u8) -> Setting {
    Setting {
        name,
        opening,
        depth,
        exact,
        is_plain: true,
    }
}

/// A game with extra moves.
fn with_passes(name: &'static str, opening: usize, depth: u8, exact: u8) -> Setting {
    Setting {
        is_plain: false,
        ..plain(name, opening, depth, exact)
    }
}

/// A contest that can be run.
type Runner = Box<dyn Fn(&Run) -> Figures>;

/// All contests, by name.
fn contests() -> [(&'static str, Runner); 6] {
    let breakthrough_6 = Contest {
        start: breakthrough_6::start(),
        knowledge: breakthrough_6::Advance,
        alternating: |position| position,
        alternating_knowledge: breakthrough_6::Advance,
        setting: plain("breakthrough-6", 4, 6, 8),
    };
    let breakthrough_8 = Contest {
        start: breakthrough_8::start(),
        knowledge: breakthrough_8::Advance,
        alternating: |position| position,
        alternating_knowledge: breakthrough_8::Advance,
        setting: plain("breakthrough-8", 6, 5, 8),
    };
    let kalah = Contest {
        start: kalah::start(),
        knowledge: kalah::Stores,
        alternating: |of| Passing { of, is_pass: false },
        alternating_knowledge: WithPasses(kalah::Stores),
        setting: with_passes("kalah", 4, 9, 13),
    };
    let dots_and_boxes = Contest {
        start: dots_and_boxes::start(),
        knowledge: dots_and_boxes::Count,
        alternating: |of| Passing { of, is_pass: false },
        alternating_knowledge: WithPasses(dots_and_boxes::Count),
        setting: with_passes("dots-and-boxes", 12, 6, 8),
    };
    let domineering = Contest {
        start: domineering::start(),
        knowledge: domineering::Places,
        alternating: |position| position,
        alternating_knowledge: domineering::Places,
        setting: plain("domineering", 4, 5, 8),
    };
    let clobber = Contest {
        start: clobber::start(),
        knowledge: clobber::Movable,
        alternating: |position| position,
        alternating_knowledge: clobber::Movable,
        setting: plain("clobber", 4, 6, 8),
    };
    [
        (
            "breakthrough-6",
            Box::new(move |run| breakthrough_6.run(run)),
        ),
        (
            "breakthrough-8",
            Box::new(move |run| breakthrough_8.run(run)),
        ),
        ("kalah", Box::new(move |run| kalah.run(run))),
        (
            "dots-and-boxes",
            Box::new(move |run| dots_and_boxes.run(run)),
        ),
        ("domineering", Box::new(move |run| domineering.run(run))),
        ("clobber", Box::new(move |run| clobber.run(run))),
    ]
}

const HEAD: &str = "                  match                     CPU a game, ms    our    to the same depth: CPU, ms              ns a node
game              score    won drawn lost    ours   theirs   nodes  depth    ours   theirs  ratio    ours  theirs  ratio";

fn row(figures: &Figures) -> String {
    let [won, drawn, lost] = figures.score;
    let games = (won + drawn + lost).max(1) as f64;
    let ms = |cpu: std::time::Duration| 1e3 * cpu.as_secs_f64();
    let [ours, theirs] = figures.match_cpu.map(|cpu| ms(cpu) / games);
    let [our_exact, their_exact] = figures.exact_cpu.map(ms);
    let [our_nodes, their_nodes] = figures.exact_nodes.map(|nodes| nodes.max(1) as f64);
    let (our_ns, their_ns) = (1e6 * our_exact / our_nodes, 1e6 * their_exact / their_nodes);
    format!(
        "{:<15} {:>6.1}% {won:>5} {drawn:>5} {lost:>4} {ours:>8.1} {theirs:>8.1} {:>7} {:>6} {our_exact:>7.1} {their_exact:>8.1} {:>6.2} {our_ns:>7.0} {their_ns:>7.0} {:>6.2}",
        figures.name,
        figures.percent(),
        figures.nodes,
        figures.exact_depth,
        ratio(figures.exact_cpu),
        our_ns / their_ns,
    )
}

/// The command line: the run, the games asked for (none: all), and whether it is the short form.
fn parse() -> Result<(Run, String, bool), String> {
    let mut run = Run {
        games: 100,
        positions: 8,
        request: Request {
            nodes: 10_000,
            ..Request::default()
        },
        times: 1.0,
    };
    let (mut wanted, mut is_short, mut params) = (String::new(), false, Params::DEFAULT);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--short" {
            (run.games, run.positions, is_short) = (8, 1, true);
            continue;
        }
        let value = arguments
            .next()
            .ok_or(format!("{argument}: a value is missing"))?;
        let number = || value.parse().map_err(|_| format!("{argument}: {value}"));
        let techniques = || Techniques::parse(&value).map_err(|error| error.to_string());
        match argument.as_str() {
            "--games" => run.games = number()?,
            "--positions" => run.positions = number()?,
            "--times" => run.times = number()? as f64,
            "--game" => wanted = value,
            "--on" => run.request.on = techniques()?,
            "--off" => run.request.off = techniques()?,
            "--set" => {
                let set = value.split_once('=').and_then(|(name, number)| {
                    let number = number.parse().ok()?;
                    params.set(name, number).then_some(())
                });
                set.ok_or(format!("--set {value}"))?;
                run.request.params = Some(params);
            }
            _ => return Err(format!("there is no option {argument}")),
        }
    }
    Ok((run, wanted, is_short))
}

/// The games asked for, by their names between commas; none means all.
fn asked<'a>(text: &'a str, known: &[&str]) -> Result<Vec<&'a str>, String> {
    let names: Vec<&str> = text.split(',').filter(|name| !name.is_empty()).collect();
    match names.iter().find(|name| !known.contains(*name)) {
        Some(name) => Err(format!(
            "there is no game '{name}'; there are {}",
            known.join(", ")
        )),
        None => Ok(names),
    }
}

/// Says why a short run has failed, if it has.
fn judge(all: &[Figures]) -> Result<(), String> {
    let mean = |value: &dyn Fn(&Figures) -> f64| {
        all.iter().map(value).sum::<f64>() / all.len().max(1) as f64
    };
    let percent = mean(&Figures::percent);
    if percent < SHORT_PERCENT {
        return Err(format!(
            "the mean score is {percent:.0} %, at least {SHORT_PERCENT} expected"
        ));
    }
    let times = mean(&|figures: &Figures| ratio(figures.exact_cpu));
    if times > SHORT_RATIO {
        return Err(format!(
            "to the same depth the mean is {times:.1} times the crate's CPU time, at most {SHORT_RATIO} expected"
        ));
    }
    Ok(())
}

fn main() -> ExitCode {
    let run = || {
        let (run, wanted, is_short) = parse()?;
        let contests = contests();
        let known: Vec<&str> = contests.iter().map(|(name, _)| *name).collect();
        let wanted = asked(&wanted, &known)?;
        println!("{HEAD}");
        let mut all = Vec::new();
        for (name, contest) in contests {
            if wanted.is_empty() || wanted.contains(&name) {
                let figures = contest(&run);
                println!("{}", row(&figures));
                all.push(figures);
            }
        }
        if is_short { judge(&all) } else { Ok(()) }
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("newcomers: {error}");
            ExitCode::FAILURE
        }
    }
}
