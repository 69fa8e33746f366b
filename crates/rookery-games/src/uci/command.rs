//! UCI commands, one per line (Universal Chess Interface, 2006).

use std::str::SplitWhitespace;
use std::time::Duration;

use crate::protocol::line_reader::BYTE_ORDER_MARK;
use crate::text::quoted;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Asks for the engine's name and its settings.
    Uci,
    /// Asks whether the engine is ready.
    IsReady,
    /// Says that the next positions are of another game.
    NewGame,
    /// The position to think about.
    Position(PositionCommand),
    /// Starts a search.
    Go(Box<Go>),
    /// Ends the search; the best move is sent.
    Stop,
    /// The opponent has made the expected move.
    PonderHit,
    /// A setting.
    SetOption {
        name: String,
        /// Its value; empty for a button.
        value: String,
    },
    /// Words of the protocol that mean nothing here (`debug`, `register`).
    Nothing,
    /// Ends the session.
    Quit,
}

/// A position, and the moves made since.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PositionCommand {
    /// As the game reads it; empty for its usual start.
    pub start: String,
    /// By their coordinates.
    pub moves: Vec<String>,
}

/// The limits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The time that is left on the clock of each side.
    pub remaining: [Option<Duration>; 2],
    /// The time that is added after each move of each side.
    pub increment: [Duration; 2],
    /// Moves to the next control; 0 = none.
    pub moves_to_go: u32,
    /// Plies; 0 = no limit.
    pub depth: u32,
    /// Nodes; 0 = no limit.
    pub nodes: u64,
    /// Moves within which a mate is wanted; 0 = none is.
    pub mate: u32,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Until `stop`.
    pub is_infinite: bool,
    /// In the opponent's time, until `ponderhit`.
    pub is_ponder: bool,
    /// The moves to look at, by their coordinates; none = all.
    pub only: Vec<String>,
    /// Whether a limit could not be read. If there is no other limit, the search must not go on for ever.
    pub has_lost_a_limit: bool,
    /// Whether it has words about clocks, even if not the time of the side to move: a program that says them waits for a move.
    pub has_clock_words: bool,
}

/// A line as it was understood: words that were not are passed over with a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ParsedLine {
    /// The command; none where the line has none.
    pub command: Option<Command>,
    /// The words that were passed over, and what was expected.
    pub notes: Vec<String>,
}

/// Reads a line. Words before the first that begins a command are passed over, as the protocol wants it.
pub(super) fn parse(line: &str) -> ParsedLine {
    let mut heard = ParsedLine::default();
    let line = line.trim_start_matches(BYTE_ORDER_MARK);
    let mut words = line.split_whitespace();
    let mut passed_over = Vec::new();
    while let Some(word) = words.next() {
        match begin(word, &mut words, &mut heard.notes) {
            Some(command) => {
                heard.command = command;
                break;
            }
            None => passed_over.push(word),
        }
    }
    if !passed_over.is_empty() {
        let text = quoted(passed_over.join(" "));
        heard.notes.insert(0, format!("not understood: {text}"));
    }
    heard
}

/// The command that begins with this word; `None` if the word begins no command, `Some(None)` if the rest of the line makes no
/// sense.
fn begin(
    word: &str,
    rest: &mut SplitWhitespace<'_>,
    notes: &mut Vec<String>,
) -> Option<Option<Command>> {
    let command = match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" | "register" => Command::Nothing,
        "go" => Command::Go(Box::new(go(rest, notes))),
        "position" => return Some(kept(place(rest).map(Command::Position), notes)),
        "setoption" => return Some(kept(set_option(rest), notes)),
        _ => return None,
    };
    Some(Some(command))
}

fn kept(result: Result<Command, String>, notes: &mut Vec<String>) -> Option<Command> {
    result.map_err(|why| notes.push(why)).ok()
}

fn place(rest: &mut SplitWhitespace<'_>) -> Result<PositionCommand, String> {
    let start = match rest.next() {
        Some("startpos") => {
            return Ok(PositionCommand {
                start: String::new(),
                moves: moves_after(rest.next(), rest)?,
            });
        }
        Some("fen") => rest.by_ref().take_while(|&word| word != "moves"),
        other => {
            let found = other.map_or("nothing".to_owned(), quoted);
            return Err(format!(
                "position: 'startpos' or 'fen' is expected, not {found}"
            ));
        }
    };
    let start = start.collect::<Vec<_>>().join(" ");
    if start.is_empty() {
        return Err("position fen: a position is expected after 'fen'".to_owned());
    }
    Ok(PositionCommand {
        start,
        moves: rest.map(str::to_owned).collect(),
    })
}

fn moves_after(word: Option<&str>, rest: &mut SplitWhitespace<'_>) -> Result<Vec<String>, String> {
    match word {
        None => Ok(Vec::new()),
        Some("moves") => Ok(rest.map(str::to_owned).collect()),
        Some(other) => Err(format!(
            "position startpos: 'moves' is expected, not {}",
            quoted(other)
        )),
    }
}

fn set_option(rest: &mut SplitWhitespace<'_>) -> Result<Command, String> {
    if rest.next() != Some("name") {
        return Err("setoption: 'name' is expected, then the option, 'value' and its value".into());
    }
    let name: Vec<_> = rest.by_ref().take_while(|&word| word != "value").collect();
    if name.is_empty() {
        return Err("setoption name: the name of an option is expected".into());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: rest.collect::<Vec<_>>().join(" "),
    })
}

/// The words that `go` knows: a list of moves ends at one of them.
const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Those of them that are about clocks, whatever their values.
const CLOCK_WORDS: [&str; 5] = ["wtime", "btime", "winc", "binc", "movestogo"];

fn go(rest: &mut SplitWhitespace<'_>, notes: &mut Vec<String>) -> Go {
    let mut go = Go::default();
    let mut words = rest.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.is_infinite = true,
            "ponder" => go.is_ponder = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.only.push(m.to_owned());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                go.has_clock_words |= CLOCK_WORDS.contains(&word);
                let value = words.next_if(|word| !GO_WORDS.contains(word));
                if let Err(why) = limit(&mut go, word, value) {
                    go.has_lost_a_limit = true;
                    notes.push(why);
                }
            }
            _ => notes.push(format!("go: not understood: {}", quoted(word))),
        }
    }
    go
}

/// Sets the limit that has this name.
fn limit(go: &mut Go, name: &str, value: Option<&str>) -> Result<(), String> {
    let number = value.and_then(|text| text.parse::<i64>().ok());
    let Some(number) = number else {
        let found = value.map_or("nothing".to_owned(), quoted);
        return Err(format!(
            "go {name}: a number is expected, not {found}; ignored"
        ));
    };
    if number < 1 && ["depth", "nodes", "mate"].contains(&name) {
        return Err(format!(
            "go {name}: at least 1 is expected, not {number}; ignored"
        ));
    }
    // A clock that has run out may be below zero.
    let whole = number.max(0).unsigned_abs();
    let small = u32::try_from(whole).unwrap_or(u32::MAX);
    let time = Duration::from_millis(whole);
    match name {
        "wtime" => go.remaining[0] = Some(time),
        "btime" => go.remaining[1] = Some(time),
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movestogo" => go.moves_to_go = small,
        "depth" => go.depth = small,
        "nodes" => go.nodes = whole,
        "mate" => go.mate = small,
        "movetime" => go.move_time = Some(time),
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn command(line: &str) -> Command {
        let heard = parse(line);
        assert_eq!(heard.notes, [""; 0], "{line}");
        heard.command.unwrap()
    }

    fn notes(line: &str) -> String {
        parse(line).notes.join("; ")
    }

    #[test]
    fn words_alone_and_with_blanks_around_them() {
        for (line, expected) in [
            ("uci", Command::Uci),
            ("  isready\t", Command::IsReady),
            ("ucinewgame\r", Command::NewGame),
            ("\u{feff}uci", Command::Uci),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("debug on", Command::Nothing),
            ("register later", Command::Nothing),
            ("quit", Command::Quit),
        ] {
            assert_eq!(command(line), expected, "{line}");
        }
        assert_eq!(parse("  "), ParsedLine::default());
    }

    #[test]
    fn what_is_before_a_command_is_passed_over_with_a_note() {
        // The example of the protocol's own text.
        let heard = parse("joho debug on");
        assert_eq!(heard.command, Some(Command::Nothing));
        assert_eq!(heard.notes, ["not understood: 'joho'"]);
        let heard = parse("Hello, engine!");
        assert_eq!(heard.command, None);
        assert_eq!(heard.notes, ["not understood: 'Hello, engine!'"]);
    }

    #[test]
    fn positions() {
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        for (line, start, moves) in [
            ("position startpos", "", &[][..]),
            ("position startpos moves", "", &[]),
            ("position startpos moves e2e4 e7e5", "", &["e2e4", "e7e5"]),
            (
                "position fen 8/8/8/8/8/8/8/8 w - -   0 1 moves a1a2",
                fen,
                &["a1a2"],
            ),
            ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", fen, &[]),
        ] {
            let Command::Position(place) = command(line) else {
                panic!("{line}");
            };
            assert_eq!(
                (place.start.as_str(), &place.moves[..]),
                (
                    start,
                    &moves.iter().map(|m| (*m).to_owned()).collect::<Vec<_>>()[..]
                ),
                "{line}"
            );
        }
        for (line, part) in [
            ("position", "not nothing"),
            ("position e2e4", "not 'e2e4'"),
            ("position fen", "a position is expected"),
            ("position fen moves e2e4", "a position is expected"),
            ("position startpos e2e4", "'moves' is expected"),
        ] {
            assert!(notes(line).contains(part), "{line}: {}", notes(line));
            assert_eq!(parse(line).command, None, "{line}");
        }
    }

    #[test]
    fn limits_in_any_order() {
        let Command::Go(go) = command(
            "go btime 2000 searchmoves e2e4 d2d4 wtime 1000 winc 10 binc 20 movestogo 7 depth 5 nodes 9 mate 3 movetime 50 ponder infinite",
        ) else {
            panic!("no go");
        };
        let ms = Duration::from_millis;
        let expected = Go {
            remaining: [Some(ms(1000)), Some(ms(2000))],
            increment: [ms(10), ms(20)],
            moves_to_go: 7,
            depth: 5,
            nodes: 9,
            mate: 3,
            move_time: Some(ms(50)),
            is_infinite: true,
            is_ponder: true,
            only: vec!["e2e4".to_owned(), "d2d4".to_owned()],
            has_lost_a_limit: false,
            has_clock_words: true,
        };
        assert_eq!(*go, expected);
    }

    #[test]
    fn a_limit_that_is_no_number_is_passed_over() {
        let heard = parse("go depth six nodes 70 wtime");
        let Some(Command::Go(go)) = heard.command else {
            panic!("no go");
        };
        assert_eq!((go.depth, go.nodes), (0, 70));
        assert_eq!(
            heard.notes,
            [
                "go depth: a number is expected, not 'six'; ignored",
                "go wtime: a number is expected, not nothing; ignored"
            ]
        );
        let Command::Go(go) = command("go wtime -35 btime 8") else {
            panic!("no go");
        };
        assert_eq!(go.remaining[0], Some(Duration::ZERO));
    }

    #[test]
    fn a_limit_that_is_lost_is_remembered() {
        for line in [
            "go depth ten",
            "go depth 0",
            "go nodes 0 infinite",
            "go mate -1",
            "go movetime",
            "go wtime 99999999999999999999 btime 100",
        ] {
            let heard = parse(line);
            let Some(Command::Go(go)) = heard.command else {
                panic!("{line}");
            };
            assert!(go.has_lost_a_limit, "{line}");
            assert!(heard.notes[0].ends_with("ignored"), "{:?}", heard.notes);
            assert_eq!(heard.notes.len(), 1, "{line}");
        }
    }

    #[test]
    fn options_have_names_of_several_words() {
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        for (line, expected) in [
            ("setoption name Hash value 64", set("Hash", "64")),
            ("setoption name Clear Hash", set("Clear Hash", "")),
            (
                "setoption name Move Overhead value 30",
                set("Move Overhead", "30"),
            ),
        ] {
            assert_eq!(command(line), expected);
        }
        assert!(notes("setoption Hash 64").contains("'name' is expected"));
        assert!(notes("setoption name value 64").contains("the name of an option"));
    }

    proptest! {
        #[test]
        fn nothing_that_is_said_is_fatal(line in ".{0,200}") {
            parse(&line);
        }

        #[test]
        fn words_of_the_protocol_in_any_order_are_not_fatal(
            words in prop::collection::vec(prop::sample::select(vec![
                "go", "position", "fen", "startpos", "moves", "setoption", "name", "value", "depth", "wtime", "searchmoves",
                "e2e4", "99999999999999999999", "-1", "infinite", "é",
            ]), 0..20)
        ) {
            parse(&words.join(" "));
        }
    }
}
