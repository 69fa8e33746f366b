//! The engine as other programs start it: `rookery uci` over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::support::program::{Place, failure};

/// The engine, running.
struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start(place: &Place, arguments: &[&str]) -> Self {
        Engine::run(&mut place.command(arguments))
    }

    fn run(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        Engine {
            to: child.stdin.take().unwrap(),
            from: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    /// Says a line, and returns the answer up to the first line that begins with `answer`.
    fn ask(&mut self, line: &str, answer: &str) -> Vec<String> {
        writeln!(self.to, "{line}").unwrap();
        let mut heard = Vec::new();
        while !heard
            .last()
            .is_some_and(|line: &String| line.starts_with(answer))
        {
            let mut line = String::new();
            assert!(
                self.from.read_line(&mut line).unwrap() > 0,
                "silence after {heard:?}"
            );
            heard.push(line.trim_end().to_owned());
        }
        heard
    }

    /// Closes the input; the exit code.
    fn hang_up(mut self) -> Option<i32> {
        drop(self.to);
        self.child.wait().unwrap().code()
    }
}

#[test]
fn a_game_is_played_over_pipes() {
    let place = Place::new();
    let mut engine = Engine::start(&place, &["uci"]);
    let heard = engine.ask("uci", "uciok");
    assert!(heard[0].contains(env!("CARGO_PKG_VERSION")), "{heard:?}");
    engine.ask(
        "setoption name Hash value 4\nucinewgame\nisready",
        "readyok",
    );
    // Both sides of a game, a thousand nodes a move: the engine refuses its own moves if one of them is not legal.
    let mut moves = String::new();
    for _ in 0..40 {
        let ask = format!("position startpos moves{moves}\ngo nodes 1000");
        let heard = engine.ask(&ask, "bestmove");
        assert!(
            !heard.iter().any(|line| line.starts_with("info string")),
            "{heard:?}"
        );
        let best = heard.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        if best == "0000" {
            break;
        }
        moves = format!("{moves} {best}");
    }
    assert_eq!(engine.hang_up(), Some(0));
}

#[test]
fn the_end_of_the_input_ends_a_search_and_the_program() {
    let place = Place::new();
    let mut engine = Engine::start(&place, &["uci", "othello"]);
    engine.ask("go infinite", "info depth 2");
    assert_eq!(engine.hang_up(), Some(0));
    let mut engine = Engine::start(&place, &["uci"]);
    engine.ask("nonsense\nisready", "readyok");
    writeln!(engine.to, "quit").unwrap();
    assert_eq!(engine.child.wait().unwrap().code(), Some(0));
}

/// With the address space that a shell can set there is room for the program, but not for the table that is asked for.
#[test]
#[cfg(target_os = "linux")]
fn short_of_memory_it_says_so_and_plays_on() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 1500000; exec \"$0\" uci"]);
    command.arg(env!("CARGO_BIN_EXE_rookery"));
    let mut engine = Engine::run(&mut command);
    let heard = engine.ask("setoption name Hash value 4096\nisready", "readyok");
    let note = "info string Hash: no memory for 4096 MiB; the table has 16";
    assert_eq!(heard, [note, "readyok"]);
    let heard = engine.ask("go depth 6", "bestmove");
    assert!(!heard.contains(&note.to_owned()), "said once: {heard:?}");
    assert_eq!(engine.hang_up(), Some(0));
}

#[test]
fn an_unknown_game_is_refused() {
    let place = Place::new();
    let (code, words) = failure(&place.run(&["uci", "ches"]));
    assert_eq!(code, 2);
    assert!(words.contains("there is no game 'ches'"), "{words}");
}
