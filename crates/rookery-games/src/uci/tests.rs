//! Whole UCI sessions, over pipes as with another program.

mod choice;
mod rules;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;

use crate::api::adapter::game_type_of::GameTypeOf;
use crate::api::view::Board;
use crate::protocol::dialogue::Dialogue;
use crate::tic_tac_toe::TicTacToe;
use crate::uci::{Clock, run};
use crate::{BoardGame, LabGame, MoveOf, PlacedPiece, Registry, Sheet, Step};
use rookery_engine::{Knowledge, Score};

/// The other program.
struct Other(Dialogue);

impl Other {
    fn meets(game: &'static str) -> Self {
        Other(Dialogue::with(20, move |input, out, clock| {
            let game_type = Registry::shipped().find_any(game).unwrap();
            run(game_type, input, out, clock).unwrap();
        }))
    }

    fn say(&mut self, line: &str) {
        self.0.say(line);
    }

    fn hear(&mut self) -> String {
        self.0.hear()
    }

    /// All lines up to the first that begins so.
    fn hear_until(&mut self, start: &str) -> Vec<String> {
        self.0.hear_until(|line| line.starts_with(start))
    }

    fn ask(&mut self, line: &str, answer: &str) -> Vec<String> {
        self.say(line);
        self.hear_until(answer)
    }

    /// The move that is answered to `go`, without the reply that is expected.
    fn best_move(&mut self, go: &str) -> String {
        let heard = self.ask(go, "bestmove");
        let answer = heard.last().unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    /// Lets time pass, microseconds.
    fn wait(&self, us: u64) {
        self.0.now.fetch_add(us, Ordering::Relaxed);
    }

    fn fall_silent(&mut self) -> Vec<String> {
        self.0.fall_silent()
    }
}

/// The number after a word of an `info` line.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|&w| w != word);
    words.nth(1).unwrap().parse().unwrap()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let mut other = Other::meets("chess");
    let heard = other.ask("uci", "uciok");
    assert!(heard[0].starts_with("id name Rookery"), "{heard:?}");
    assert!(heard[1].starts_with("id author"), "{heard:?}");
    assert!(
        heard
            .iter()
            .any(|l| l == "option name Clear Hash type button")
    );
    assert_eq!(other.ask("isready", "readyok"), ["readyok"]);
    assert_eq!(other.fall_silent(), [""; 0]);
}

#[test]
fn junk_is_noted_and_passed_over() {
    let mut other = Other::meets("chess");
    for (junk, part) in [
        ("xyzzy", "not understood: 'xyzzy'"),
        ("setoption name Hash value lots", "a number from 1"),
        ("setoption name Glass value 3", "no option 'Glass'"),
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "White has no king",
        ),
        (
            "position startpos moves e2e4 e7e9",
            "position: move 2, 'e7e9', is not legal",
        ),
        ("position startpos moves \u{1b}[2J", "'\\u{1b}[2J'"),
        ("setoption name \u{7}", "no option '\\u{7}'"),
        ("position nowhere", "'startpos' or 'fen' is expected"),
        ("stop\u{0}", "not understood"),
    ] {
        let heard = other.ask(junk, "info string");
        assert!(heard[0].contains(part), "{junk}: {heard:?}");
    }
    other.0.say_bytes(b"\xff\xfe\n\n   \r\n");
    assert!(other.hear().contains("not understood"));
    other.say("stop");
    other.say("ponderhit");
    assert_eq!(other.ask("isready", "readyok"), ["readyok"]);
}

#[test]
fn a_mate_is_found_and_told_in_moves() {
    let mut other = Other::meets("chess");
    other.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    let heard = other.ask("go mate 1", "bestmove");
    assert_eq!(heard.last().unwrap(), "bestmove a1a8");
    let told = &heard[heard.len() - 2];
    assert!(told.contains(" score mate 1 "), "{told}");
    other.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1 moves a1a8");
    let heard = other.ask("go depth 5", "bestmove");
    assert_eq!(heard.last().unwrap(), "bestmove 0000");
    assert!(heard[0].contains(" score mate 0 "), "{heard:?}");
}

/// Without `mate`, the search would go on for four plies beyond the three of this mate.
#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let mut other = Other::meets("chess");
    other.say("position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    let heard = other.ask("go mate 2", "bestmove");
    let told = &heard[heard.len() - 2];
    assert!(told.contains(" score mate 2 "), "{told}");
    assert!(number(told, "depth") < 3 + 4, "{told}");
}

#[test]
fn every_depth_is_told_with_a_legal_line() {
    let mut other = Other::meets("chess");
    other.say("setoption name MultiPV value 2");
    other.say("position startpos moves e2e4");
    let heard = other.ask("go depth 5", "bestmove");
    let told: Vec<_> = heard.iter().filter(|l| l.contains(" pv ")).collect();
    for (lines, depth) in told.chunks(2).zip(1..) {
        for (line, place) in lines.iter().zip(1..) {
            assert_eq!(
                (number(line, "depth"), number(line, "multipv")),
                (depth, place)
            );
            assert!(number(line, "seldepth") >= depth, "{line}");
            assert!(
                number(line, "nodes") > 0 && number(line, "nps") > 0,
                "{line}"
            );
            assert!((0..=1_000).contains(&number(line, "hashfull")), "{line}");
            let (_, pv) = line.split_once(" pv ").unwrap();
            let setup = crate::Setup::default();
            let mut game = Registry::shipped()
                .find_any("chess")
                .unwrap()
                .start(&setup)
                .unwrap();
            for m in ["e2e4"].into_iter().chain(pv.split(' ')) {
                game.play_coordinates(m).unwrap();
            }
        }
    }
    assert_eq!(told.len(), 10);
}

#[test]
fn limits_hold() {
    let mut other = Other::meets("chess");
    let heard = other.ask("go nodes 3000", "bestmove");
    assert_eq!(number(&heard[heard.len() - 2], "nodes"), 3_000);
    let best = other.best_move("go depth 4 searchmoves h2h4 a2a3 e9e9");
    assert!(["h2h4", "a2a3"].contains(&best.as_str()), "{best}");
    let heard = other.ask("go movetime 11", "bestmove");
    assert!(number(&heard[heard.len() - 2], "time") < 11, "{heard:?}");
    let heard = other.ask("go wtime 60 btime 60 winc 0 binc 0", "bestmove");
    assert!(number(&heard[heard.len() - 2], "time") <= 30, "{heard:?}");
}

#[test]
fn a_limit_that_is_none_does_not_keep_anybody_waiting() {
    let mut other = Other::meets("chess");
    for go in [
        "go depth 0",
        "go nodes 0",
        "go depth ten",
        "go mate -1",
        "go movetime",
        // The clock of the side that does not move limits nothing.
        "go wtime 59999.5 btime 60000",
        "go wtime 99999999999999999999 btime 60000",
    ] {
        let heard = other.ask(go, "bestmove");
        assert!(heard[0].contains("ignored"), "{go}: {heard:?}");
        assert!(heard[1].contains("depth 1"), "{go}: {heard:?}");
    }
    for (go, nodes) in [("go depth 0 nodes 9", 9), ("go nodes x movetime 11", 1)] {
        let heard = other.ask(go, "bestmove");
        assert!(heard.iter().all(|line| !line.contains("is one of depth 1")));
        assert!(
            number(&heard[heard.len() - 2], "nodes") >= nodes,
            "{heard:?}"
        );
    }
    let long = format!("setoption name Hash value {}", "9".repeat(9_000));
    other.say(&long);
    assert!(other.hear().chars().count() < 200);
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped_and_not_before() {
    let mut other = Other::meets("chess");
    // Two kings: the search itself ends at once.
    other.say("position fen 8/8/8/4k3/8/8/8/4K2R w - - 0 1");
    other.say("go infinite depth 2");
    other.hear_until("info depth 2");
    assert_eq!(other.ask("isready", "readyok"), ["readyok"]);
    let heard = other.ask("stop", "bestmove");
    assert_eq!(heard.len(), 1, "{heard:?}");
    other.say("go infinite");
    other.hear_until("info depth 3");
    other.ask("stop", "bestmove");
}

/// White's queen is attacked and can take the unguarded queen that attacks it: only the best move of a one-ply search will do.
#[test]
fn a_search_that_is_stopped_at_once_has_looked_a_ply_on() {
    let mut other = Other::meets("chess");
    other.say("position fen 7k/8/8/3q4/8/8/8/K2Q4 w - - 0 1");
    other.say("go infinite");
    let heard = other.ask("stop", "bestmove");
    assert_eq!(heard.last().map(|line| &line[..13]), Some("bestmove d1d5"));
}

/// The move under way is reported once a person may be watching: after three seconds.
#[test]
fn a_long_search_tells_its_move() {
    let mut other = Other::meets("chess");
    other.say("go infinite");
    let heard = other.hear_until("info depth 2");
    assert!(heard.iter().all(|line| !line.contains(" currmove ")));
    other.wait(4_000_000);
    let heard = other.0.hear_until(|line| line.contains(" currmove "));
    let told: Vec<_> = heard.last().unwrap().split(' ').collect();
    let ["info", "depth", _, "currmove", m, "currmovenumber", place] = told[..] else {
        panic!("{told:?}");
    };
    let places = 1..=20;
    assert!(places.contains(&place.parse::<i32>().unwrap()), "{told:?}");
    other.ask("stop", "bestmove");
    let best = other.best_move(&format!("go depth 1 searchmoves {m}"));
    assert_eq!(best, m, "it is legal");
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut other = Other::meets("chess");
    other.say("position startpos moves e2e4 e7e5");
    other.say("go ponder wtime 2000 btime 2000");
    other.hear_until("info depth 4");
    // Far more than the whole clock passes in the opponent's time.
    other.wait(9_000_000);
    assert!(
        other
            .ask("isready", "readyok")
            .iter()
            .all(|l| !l.starts_with("bestmove"))
    );
    other.say("ponderhit");
    other.ask("isready", "readyok");
    other.wait(3_000_000);
    other.hear_until("bestmove");
    other.say("go ponder wtime 2000 btime 2000");
    other.hear_until("info depth 2");
    other.ask("stop", "bestmove");
}

/// A search on its own time does not begin to count anew.
#[test]
fn a_ponder_hit_without_pondering_gives_no_time() {
    let mut other = Other::meets("chess");
    other.say("go movetime 1000");
    other.hear_until("info depth 2");
    other.wait(900_000);
    other.say("ponderhit");
    other.ask("isready", "readyok");
    other.wait(200_000);
    other.hear_until("bestmove");
}

#[test]
fn a_position_that_is_decided_has_no_moves() {
    let mut other = Other::meets("connect-four");
    let won = "position startpos moves a b a b a b a";
    other.say(won);
    assert_eq!(other.best_move("go depth 4"), "0000");
    other.say(&format!("{won} b"));
    assert!(other.hear().contains("move 8, 'b', is not legal"));
    // Two kings are a draw, but a client that lets the programs play on gets an answer.
    let mut other = Other::meets("chess");
    other.say("position fen 8/8/8/4k3/8/8/8/4K3 w - - 0 1");
    assert!(other.best_move("go depth 1").starts_with("e1"));
}

/// The new moves alone are made only if the position continues the last one: not after a move was taken back, or in another line.
#[test]
fn a_position_that_does_not_go_on_from_the_last_one_is_set_up_anew() {
    let mut other = Other::meets("chess");
    for (place, only) in [
        ("position startpos moves e2e4 e7e5", "g1f3"),
        ("position startpos moves d2d4", "d7d5"),
        ("position startpos moves c2c4 c7c5 g1f3", "b8c6"),
        ("position startpos moves c2c4 c7c5 g1f3 b8c6", "d2d4"),
        ("position startpos moves c2c4", "c7c5"),
        ("position startpos", "a2a3"),
    ] {
        other.say(place);
        let heard = other.ask(&format!("go depth 1 searchmoves {only}"), "bestmove");
        let is_note = |line: &String| line.starts_with("info string");
        assert!(!heard.iter().any(is_note), "{place}: {heard:?}");
        let answer = heard.last().unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(only), "{place}");
    }
}

#[test]
fn the_table_is_kept_until_it_is_cleared() {
    let mut other = Other::meets("chess");
    let mut nodes = || {
        let heard = other.ask("go depth 7", "bestmove");
        number(&heard[heard.len() - 2], "nodes")
    };
    let (first, again) = (nodes(), nodes());
    assert!(again < first, "{again}, not less than {first}");
    for clear in ["ucinewgame", "setoption name Clear Hash"] {
        other.say(clear);
        let heard = other.ask("go depth 7", "bestmove");
        let cleared = number(&heard[heard.len() - 2], "nodes");
        assert_eq!(cleared, first, "{clear}");
    }
}

/// A position that was refused is set up as soon as the settings allow it.
#[test]
fn a_position_outlives_settings_that_refuse_it() {
    let mut other = Other::meets("chess");
    other.say("setoption name UCI_Chess960 value true");
    // Only Chess960 has numbered first positions.
    other.say("position fen 0");
    other.say("setoption name UCI_Chess960 value false");
    let heard = other.ask("go depth 1", "bestmove");
    assert!(heard[0].contains("position: "), "{heard:?}");
    assert_eq!(heard.last().unwrap(), "bestmove 0000");
    other.say("setoption name UCI_Chess960 value true");
    assert_eq!(other.best_move("go depth 1 searchmoves a2a3"), "a2a3");
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut other = Other::meets("chess");
    other.say("go infinite");
    other.hear_until("info depth 2");
    let rest = other.fall_silent();
    assert!(rest.last().unwrap().starts_with("bestmove "), "{rest:?}");
}

#[test]
fn a_new_search_ends_the_one_before() {
    let mut other = Other::meets("chess");
    other.say("go infinite");
    other.hear_until("info depth 2");
    other.say("go depth 1");
    other.hear_until("bestmove");
    other.hear_until("bestmove");
    assert_eq!(other.fall_silent(), [""; 0]);
}

#[test]
fn castling_is_spelled_by_two_steps_or_by_the_rook() {
    let mut other = Other::meets("chess");
    // White may castle in either spelling; both lead to the same position, in which the one listed move does not mate.
    for castling in ["e1g1", "e1h1"] {
        let position = format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves {castling} e8e7");
        other.say(&position);
        let best = other.best_move("go depth 2 searchmoves f1f8");
        assert_eq!(best, "f1f8", "{castling}");
    }
}

#[test]
fn chess960_has_the_king_take_its_rook() {
    let mut other = Other::meets("chess");
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    other.say(position);
    assert_eq!(other.best_move("go depth 1 searchmoves e1g1"), "e1g1");
    other.say("setoption name UCI_Chess960 value true");
    other.say(position);
    assert_eq!(other.best_move("go depth 1 searchmoves e1h1"), "e1h1");
    // The king on f1 takes its rook on g1: two steps would be to h1.
    other.say("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1 e8e7");
    assert_eq!(other.best_move("go depth 1 searchmoves g1h1"), "g1h1");
}

/// The king's two steps are ambiguous if the king or the rook is not on its usual square.
#[test]
fn castling_from_other_squares_is_spelled_by_the_rook_in_any_variant() {
    let mut other = Other::meets("chess");
    for (place, castling) in [
        ("4k3/8/8/8/8/8/8/3K3R w H - 0 1", "d1h1"),
        ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1"),
    ] {
        other.say(&format!("position fen {place}"));
        let best = other.best_move(&format!("go depth 1 searchmoves {castling}"));
        assert_eq!(best, castling, "{place}");
    }
}

#[test]
fn weaker_play_is_within_the_limits_of_its_level() {
    let mut other = Other::meets("chess");
    let [least, ..] = Registry::shipped()
        .find_any("chess")
        .unwrap()
        .sheet()
        .elo
        .unwrap();
    other.say("setoption name UCI_LimitStrength value true");
    other.say(&format!("setoption name UCI_Elo value {least}"));
    let heard = other.ask("go infinite", "info depth 1");
    assert_eq!(
        heard.len(),
        1,
        "one line is told, however many are weighed: {heard:?}"
    );
    let heard = other.ask("stop", "bestmove");
    let levels = Registry::shipped()
        .find_any("chess")
        .unwrap()
        .sheet()
        .levels;
    let most = heard
        .iter()
        .filter(|l| l.contains(" nodes "))
        .map(|l| number(l, "nodes"))
        .max();
    assert!(most.unwrap_or(0) <= levels[0].nodes as i64, "{heard:?}");
}

#[test]
fn other_games_speak_it_too() {
    for game in Registry::shipped().all() {
        let mut other = Other::meets(game.name());
        other.say("position startpos");
        let best = other.best_move("go nodes 500");
        other.say(&format!("position startpos moves {best}"));
        let reply = other.best_move("go nodes 500");
        other.say(&format!("position startpos moves {best} {reply}"));
        assert_eq!(
            other.ask("isready", "readyok"),
            ["readyok"],
            "{}: {best} {reply}",
            game.name()
        );
    }
}

type Squares = <TicTacToe as BoardGame>::Position;

/// Noughts and crosses with an evaluation that breaks down.
#[derive(Clone, Default)]
struct Broken;

#[derive(Clone, Default)]
struct BrokenEvaluation;

impl Knowledge<Squares> for BrokenEvaluation {
    type Acc = ();

    fn eval(&self, _: &Squares, (): &()) -> Score {
        panic!("the fault that the test is about")
    }
}

impl BoardGame for Broken {
    type Position = Squares;
    type Knowledge = BrokenEvaluation;
    const SHEET: &'static Sheet = TicTacToe::SHEET;

    fn start(&self) -> Squares {
        TicTacToe.start()
    }

    fn parse(&self, text: &str) -> Result<Squares, String> {
        TicTacToe.parse(text)
    }

    fn print(&self, position: &Squares) -> String {
        TicTacToe.print(position)
    }

    fn board(&self) -> Board {
        TicTacToe.board()
    }

    fn pieces(&self, position: &Squares) -> Vec<PlacedPiece> {
        TicTacToe.pieces(position)
    }

    fn steps(&self, position: &Squares, m: MoveOf<Self>) -> Vec<Step> {
        TicTacToe.steps(position, m)
    }
}

impl LabGame for Broken {}

/// Without an answer, the program that keeps the time would wait for ever.
#[test]
fn a_search_that_breaks_down_is_answered_with_a_legal_move() {
    let mut other = Other(Dialogue::with(20, |input, out, clock| {
        run(GameTypeOf::<Broken>::ENTRY, input, out, clock).unwrap();
    }));
    other.say("position startpos moves a3");
    let heard = other.ask("go depth 2", "bestmove");
    assert!(heard[0].starts_with("info string the search broke down"));
    let best = heard[1].strip_prefix("bestmove ").unwrap();
    other.say(&format!("position startpos moves a3 {best}"));
    assert_eq!(other.ask("isready", "readyok"), ["readyok"], "{best}");
    let only = other.best_move("go depth 2 searchmoves c1");
    assert_eq!(only, "c1");
    assert_eq!(other.fall_silent(), [""; 0]);
}

/// A writer that is closed does not bring the engine down.
#[test]
fn nobody_needs_to_listen() {
    struct Deaf(Arc<Mutex<usize>>);
    impl Write for Deaf {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            *self.0.lock().unwrap() += 1;
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let tried = Arc::new(Mutex::new(0));
    let clock: Clock = Arc::new(|| Duration::ZERO);
    let input = &b"uci\nposition startpos\ngo depth 3\nstop\nquit\n"[..];
    let game_type = Registry::shipped().find_any("chess").unwrap();
    run(game_type, input, Deaf(Arc::clone(&tried)), clock).unwrap();
    assert!(*tried.lock().unwrap() > 5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whole conversations of usual and unusual lines: each ends with the end of the input, and nothing is illegal.
    #[test]
    fn no_conversation_is_fatal(lines in prop::collection::vec(
        prop_oneof![
            3 => prop::sample::select(vec![
                "uci", "isready", "ucinewgame", "position startpos", "position startpos moves e2e4 e7e5", "position startpos moves e2e5",
                "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "position fen x",
                "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen kkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1 moves a1a2",
                "go depth 2", "go nodes 100", "go mate 1 nodes 200", "go depth 2 searchmoves a7a8q e2e4", "go infinite", "go ponder depth 2",
                "go wtime 0 btime -5 winc 1 depth 1", "go depth -1 nodes 50", "stop", "ponderhit", "setoption name MultiPV value 3",
                "setoption name UCI_Chess960 value true", "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 900",
                "setoption name Evaluation value turing", "setoption name Clear Hash", "setoption name", "debug on", "",
            ]).prop_map(str::to_owned),
            1 => ".{0,40}",
        ],
        0..12,
    )) {
        // A request for gigabytes is granted, which is not tested here; and a clock that stands never ends a move.
        let said = lines.join("\n");
        let game_type = Registry::shipped().find_any("chess").unwrap();
        let clock: Clock = Arc::new(|| Duration::ZERO);
        prop_assert!(run(game_type, said.as_bytes(), std::io::sink(), clock).is_ok());
    }
}
