//! Matches of newcomers' games, rules and evaluation alone, between this engine with its default techniques and the `minimax` crate.
//!
//! `newcomers [--games N] [--game NAME] [--short]`; `--on`, `--off` and `--set NAME=VALUE` change our player's techniques and numbers.

mod contest;
mod cpu;
mod games;
mod passes;
mod theirs;

use rookery_games::engine::{Params, Request, Techniques};

use contest::{Contest, Figures, Run, Setting};
use games::{breakthrough_6, breakthrough_8, clobber, domineering, dots_and_boxes, kalah};
use passes::{Passing, WithPasses};

fn setting(name: &'static str, opening: usize, depth: u8, exact: u8) -> Setting {
    Setting {
        name,
        opening,
        depth,
        exact,
        is_plain: true,
    }
}

/// The contests, one after the other.
fn contests(run: &Run, wanted: &str) {
    let asks = |name: &str| wanted.is_empty() || wanted.split(',').any(|w| w == name);
    if asks("breakthrough-6") {
        let contest = Contest {
            start: breakthrough_6::start(),
            knowledge: breakthrough_6::Advance,
            alternating: |position| position,
            alternating_knowledge: breakthrough_6::Advance,
            setting: setting("breakthrough-6", 4, 6, 8),
        };
        print(&contest.run(run));
    }
    if asks("breakthrough-8") {
        let contest = Contest {
            start: breakthrough_8::start(),
            knowledge: breakthrough_8::Advance,
            alternating: |position| position,
            alternating_knowledge: breakthrough_8::Advance,
            setting: setting("breakthrough-8", 6, 5, 8),
        };
        print(&contest.run(run));
    }
    if asks("kalah") {
        let contest = Contest {
            start: kalah::start(),
            knowledge: kalah::Stores,
            alternating: |of| Passing { of, is_pass: false },
            alternating_knowledge: WithPasses(kalah::Stores),
            setting: Setting {
                is_plain: false,
                ..setting("kalah", 4, 8, 13)
            },
        };
        print(&contest.run(run));
    }
    if asks("dots-and-boxes") {
        let contest = Contest {
            start: dots_and_boxes::start(),
            knowledge: dots_and_boxes::Count,
            alternating: |of| Passing { of, is_pass: false },
            alternating_knowledge: WithPasses(dots_and_boxes::Count),
            setting: Setting {
                is_plain: false,
                ..setting("dots-and-boxes", 12, 5, 8)
            },
        };
        print(&contest.run(run));
    }
    if asks("domineering") {
        let contest = Contest {
            start: domineering::start(),
            knowledge: domineering::Places,
            alternating: |position| position,
            alternating_knowledge: domineering::Places,
            setting: setting("domineering", 4, 5, 8),
        };
        print(&contest.run(run));
    }
    if asks("clobber") {
        let contest = Contest {
            start: clobber::start(),
            knowledge: clobber::Movable,
            alternating: |position| position,
            alternating_knowledge: clobber::Movable,
            setting: setting("clobber", 4, 6, 8),
        };
        print(&contest.run(run));
    }
}

fn print(figures: &Figures) {
    let [won, drawn, lost] = figures.score;
    let games = (won + drawn + lost).max(1) as f64;
    let cpu = figures.match_cpu.map(|cpu| 1e3 * cpu.as_secs_f64() / games);
    let exact = figures.exact_cpu.map(|cpu| cpu.as_secs_f64());
    let ns = [0, 1].map(|i| 1e9 * exact[i] / figures.exact_nodes[i].max(1) as f64);
    println!(
        "{:<16} {:>5.1}% {:>4}+{:<3}={:<3}- {:>8.1} {:>8.1} {:>8} {:>6.0} {:>5.0} {:>5.2} d{} {:>6.2} {:>6.2} {:>7.1} {:>7.1} {:>5.2}",
        figures.name,
        figures.percent(),
        won,
        drawn,
        lost,
        cpu[0],
        cpu[1],
        figures.nodes,
        ns[0],
        ns[1],
        ns[0] / ns[1],
        figures.exact_depth,
        figures.exact_nodes[0] as f64 / 1e6,
        figures.exact_nodes[1] as f64 / 1e6,
        1e3 * exact[0],
        1e3 * exact[1],
        exact[0] / exact[1]
    );
}

fn main() {
    let mut run = Run {
        games: 40,
        positions: 4,
        request: Request {
            nodes: 10_000,
            ..Request::default()
        },
    };
    let mut wanted = String::new();
    let mut params = Params::DEFAULT;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--games" => run.games = value().parse().unwrap(),
            "--positions" => run.positions = value().parse().unwrap(),
            "--game" => wanted = value(),
            "--on" => run.request.on = Techniques::parse(&value()).unwrap(),
            "--off" => run.request.off = Techniques::parse(&value()).unwrap(),
            "--set" => {
                let text = value();
                let (name, number) = text.split_once('=').unwrap();
                assert!(params.set(name, number.parse().unwrap()));
                run.request.params = Some(params);
            }
            other => panic!("unknown: {other}"),
        }
    }
    contests(&run, &wanted);
}
