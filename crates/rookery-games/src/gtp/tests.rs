//! Whole sessions. What is expected is from the protocol's description and from the rules of the game.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;

use crate::gtp::{Clock, run};

/// The output of a session.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The answers to these bytes, each without the empty line that ends it. The clock shows a second more at each look.
fn answers(said: &[u8]) -> Vec<String> {
    let heard = Heard::default();
    let ticks = Arc::new(Mutex::new(0));
    let clock: Clock = Arc::new(move || {
        let mut ticks = ticks.lock().unwrap();
        *ticks += 1;
        Duration::from_secs(*ticks)
    });
    run(said, heard.clone(), clock).unwrap();
    let text = String::from_utf8(heard.0.lock().unwrap().clone()).unwrap();
    let mut answers: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
    assert_eq!(answers.pop().as_deref(), Some(""), "{text:?}");
    answers
}

fn transcript(said: &str) -> Vec<String> {
    answers(said.as_bytes())
}

#[test]
fn numbers_comments_and_control_characters_are_read_as_the_protocol_says() {
    let said = "1 protocol_version\r\n\n# nothing\n  22\tname # a comment\nvers\u{7}ion\nfrobnicate\n3 frobnicate\n007 quit\nname\n";
    let version = format!("= {}", env!("CARGO_PKG_VERSION"));
    let expected = [
        "=1 2",
        "=22 Rookery",
        &version,
        "? unknown command",
        "?3 unknown command",
        "=007",
    ];
    assert_eq!(transcript(said), expected);
}

#[test]
fn every_listed_command_is_known() {
    let listed = transcript("list_commands\n").remove(0);
    let listed: Vec<&str> = listed.trim_start_matches("= ").lines().collect();
    // Those that the protocol requires of every engine.
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
    ] {
        assert!(listed.contains(&required), "{required}");
    }
    for name in listed {
        assert_eq!(transcript(&format!("known_command {name}\n")), ["= true"]);
        let bare = transcript(&format!("{name}\n")).remove(0);
        assert_ne!(bare, "? unknown command", "{name}");
    }
    assert_eq!(transcript("known_command dance\n"), ["= false"]);
}

#[test]
fn what_cannot_be_done_is_refused_in_the_words_of_the_protocol() {
    for (said, last) in [
        ("boardsize 19", "? unacceptable size"),
        ("boardsize 8", "? unacceptable size"),
        ("boardsize nine", "? syntax error"),
        ("boardsize", "? syntax error"),
        ("komi many", "? syntax error"),
        ("komi NaN", "? syntax error"),
        ("komi 6.25", "? syntax error"),
        ("komi 7.9", "? syntax error"),
        ("komi 20.5", "? syntax error"),
        ("boardsize 5\nkomi 30.5", "? syntax error"),
        ("time_left b soon 0", "? syntax error"),
        ("play b", "? syntax error"),
        ("play green e5", "? syntax error"),
        ("play b i5", "? syntax error"),
        ("play b e5\nplay w E5", "? illegal move"),
        ("play w a2\nplay w b1\nplay b a1", "? illegal move"),
        ("undo", "? cannot undo"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("place_free_handicap 1", "? invalid number of stones"),
        (
            "boardsize 7\nfixed_handicap 5",
            "? invalid number of stones",
        ),
        (
            "boardsize 6\nfixed_handicap 2",
            "? invalid number of stones",
        ),
        (
            "boardsize 5\nfixed_handicap 4",
            "? invalid number of stones",
        ),
        ("play b e5\nfixed_handicap 2", "? board not empty"),
        ("set_free_handicap e5", "? bad vertex list"),
        ("set_free_handicap e5 E5", "? bad vertex list"),
        ("set_free_handicap e5 pass", "? bad vertex list"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings -1 0 0", "? syntax error"),
        ("time_settings 0 -1 1", "? syntax error"),
        ("time_settings 0 1 -1", "? syntax error"),
        ("final_status_list asleep", "? syntax error"),
    ] {
        let heard = transcript(&format!("{said}\n"));
        assert_eq!(heard.last().unwrap(), last, "{said}");
    }
}

#[test]
fn stones_are_put_taken_and_taken_back() {
    let said = "boardsize 5\nkomi 0.5\nplay w a1\nplay b a2\nplay B b1\nfinal_score\nundo\nfinal_score\nshowboard\n";
    let heard = transcript(said);
    assert_eq!(heard[5], "= B+24.5", "the white stone is taken");
    // Three stones; the rest reaches both colours, a1 is White's, none of the corner is Black's alone.
    assert_eq!(heard[7], "= W+0.5");
    assert!(
        heard[8].ends_with(" 2 X . . . .\n 1 O . . . ."),
        "{}",
        heard[8]
    );
}

#[test]
fn a_game_goes_on_after_passes_and_a_side_may_move_twice() {
    let said =
        "play b pass\nplay w pass\nplay b pass\nplay b e5\nplay b e6\nfinal_status_list alive\n";
    assert_eq!(transcript(said)[3..], ["=", "=", "= E6 E5"]);
    // By the rules of the game it is over; the controller decides, and asks for a stone on an empty board.
    let said = "boardsize 5\ntime_left b 0 0\nplay b pass\nplay w pass\ngenmove b\n";
    let made = transcript(said).pop().unwrap();
    assert!(made.len() == 4 && made.starts_with("= "), "{made}");
}

/// Of the game before, nothing is left: neither its stones nor its moves. Colours have two names each.
#[test]
fn a_cleared_board_is_that_of_another_game() {
    let said = "play black e5\nclear_board\nplay White e5\nfinal_status_list alive\nfinal_status_list dead\nfinal_status_list seki\nfinal_score\nundo\nundo\n";
    let expected = [
        "=",
        "=",
        "=",
        "= E5",
        "=",
        "=",
        // The whole board of 81 points, and komi of 7.
        "= W+88",
        "=",
        "? cannot undo",
    ];
    assert_eq!(transcript(said), expected);
}

#[test]
fn handicaps_stand_on_the_points_of_the_protocol() {
    // The protocol's figure for boards of nine points: the third lines and the middle one, which stays free with six and eight.
    for (said, last) in [
        ("fixed_handicap 2", "= G7 C3"),
        ("fixed_handicap 5", "= C7 G7 E5 C3 G3"),
        ("fixed_handicap 6", "= C7 G7 C5 G5 C3 G3"),
        ("fixed_handicap 7", "= C7 G7 C5 E5 G5 C3 G3"),
        ("fixed_handicap 8", "= C7 E7 G7 C5 G5 C3 E3 G3"),
        ("fixed_handicap 9", "= C7 E7 G7 C5 E5 G5 C3 E3 G3"),
        ("boardsize 7\nfixed_handicap 4", "= C5 E5 C3 E3"),
        ("boardsize 7\nplace_free_handicap 4", "= C5 E5 C3 E3"),
        ("boardsize 5\nplace_free_handicap 2", "= D4 B2"),
        (
            "set_free_handicap A1 J9\nfinal_status_list alive",
            "= J9\nA1",
        ),
    ] {
        assert_eq!(transcript(&format!("{said}\n")).last().unwrap(), last);
    }
}

#[test]
fn a_move_is_found_made_and_legal() {
    let said =
        "boardsize 5\ntime_settings 0 3 1\nreg_genmove b\ngenmove b\nfinal_status_list alive\n";
    let heard = transcript(said);
    let name = heard[3].trim_start_matches("= ");
    assert_eq!(heard[4], heard[3], "one stone stands: {name}");
    assert!(heard[2].starts_with("= "), "{heard:?}");
}

/// A pass would give the turn away, and with the opponent's pass the game.
#[test]
fn without_time_the_first_move_is_a_stone() {
    for clock in [
        "time_settings 0 1 100",
        "time_settings 0 1 1",
        "time_settings 100 0 0\ntime_left b 0 0",
    ] {
        for size in [5, 6, 7, 9] {
            let said =
                format!("boardsize {size}\nclear_board\nkomi 0\n{clock}\ngenmove b\nfinal_score\n");
            let heard = transcript(&said);
            // One stone has the whole board.
            let expected = format!("= B+{}", size * size);
            assert_eq!(heard.last(), Some(&expected), "{said}: {heard:?}");
        }
    }
}

/// A clock that has run out is one of no time. Then one white chain is in atari, with little time.
#[test]
fn a_stone_is_taken_and_a_won_game_is_passed() {
    let late = transcript("boardsize 5\nkomi -20\ntime_left b -1 0\ngenmove b\n");
    assert_eq!(late[1..3], ["=", "="]);
    let said = "boardsize 5\nkomi 0\ntime_settings 2 0 0\nplay b c3\nplay b b3\nplay b d3\nplay b c2\nplay w pass\ngenmove b\n";
    assert_eq!(transcript(said).last().unwrap(), "= PASS");
}

/// Komi of the smallest board is greater than that of the largest may be.
#[test]
fn komi_goes_with_the_board() {
    let said =
        "boardsize 5\nkomi 24\nfinal_score\nboardsize 9\nfinal_score\nplace_free_handicap 9\n";
    let said = transcript(said);
    assert_eq!(said[1..5], ["=", "= W+24", "=", "= W+20"]);
    // An engine may put fewer stones down than it was asked for.
    assert_eq!(said[5].split_whitespace().count(), 1 + 5, "{}", said[5]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("5x5.sgf");
    std::fs::write(&file, "(;GM[1]SZ[5]KM[24];B[cc])").unwrap();
    let loaded = transcript(&format!("loadsgf {}\nfinal_score\n", file.display()));
    assert_eq!(loaded, ["=", "= B+1"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is said, every line with a command has one answer.
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = answers(&bytes);
    }

    #[test]
    fn any_words_are_answered(words in prop::collection::vec("(play|undo|boardsize|komi|b|w|a1|e5|pass|7|5|-3|final_score|fixed_handicap|showboard|clear_board|\n)", 0..80)) {
        let _ = transcript(&(words.join(" ") + "\n"));
    }
}

/// The board of a file is that of the same moves one by one.
#[test]
fn a_file_is_loaded_up_to_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let game = write(
        "game.sgf",
        "(;FF[4]GM[1]SZ[5]KM[0.5]\n;B[cc];W[cb](;B[];W[bc];C[no move])(;B[aa]))",
    );
    let said = format!(
        "loadsgf {game}\nshowboard\nfinal_score\nloadsgf {game} 2\nshowboard\nundo\nundo\n"
    );
    let loaded = transcript(&said);
    let played = "boardsize 5\nkomi 0.5\nplay b c3\nshowboard\nplay w c4\nplay b pass\nplay w b3\nshowboard\nfinal_score\n";
    let played = transcript(played);
    assert_eq!(loaded[0], "=");
    assert_eq!(loaded[1..3], played[7..9]);
    assert_eq!(loaded[4], played[3]);
    assert_eq!(loaded[5..], ["=", "? cannot undo"]);

    // Stones before the first move count in whatever node they are, and later nodes take the place of earlier ones.
    let rows = [
        "= ",
        "   A B C D E",
        " 5 . . . . .",
        " 4 . X . . .",
        " 3 . . X . .",
        " 2 . . . O .",
        " 1 . . . . O",
    ];
    for text in [
        "(;SZ[5]AB[bb]AW[dd]AB[cc:cc];W[ee])",
        "(;SZ[5];AB[bb][cc];AW[dd];W[ee])",
        "(;SZ[5]AB[aa][bb]AW[cc];AE[aa]AB[cc]AW[dd];W[ee])",
        "A game (of two):\n(;SZ[5:5]AB[bb][cc]AW[dd];W[ee])",
        // In the middle of a record, too: what stood there before stays unless it is taken off.
        "(;SZ[5];B[bb];W[aa];AE[aa];AB[cc]AW[dd];W[ee])",
    ] {
        let set_up = write("set up.sgf", text);
        let board = transcript(&format!("loadsgf {set_up}\nshowboard\n"));
        assert_eq!(board[1], rows.join("\n"), "{text}");
    }

    // They stand before the move that they come before. What was played before them cannot be taken back.
    for (text, until, stones) in [
        ("(;SZ[5]AB[bb];AW[dd];W[ee];B[aa])", 1, "= B4\nD2"),
        ("(;SZ[5];B[aa];AW[cc];W[dd])", 1, "="),
        ("(;SZ[5];B[aa];AW[cc];W[dd])", 2, "= A5\nC3"),
    ] {
        let set_up = write("set up.sgf", text);
        let said = format!("loadsgf {set_up} {until}\nfinal_status_list alive\nundo\n");
        assert_eq!(transcript(&said), ["=", stones, "? cannot undo"], "{text}");
    }

    for (text, fault) in [
        (
            "(;SZ[19];B[aa])",
            "a board of 19 points a side is not known",
        ),
        ("(;B[aa])", "a board of 19 points a side is not known"),
        ("(;SZ[5]GM[4])", "GM[4] is another game than Go"),
        ("(;SZ[5];B[ff])", "'ff' is no point of the board"),
        (
            "(;SZ[5];B[aa];W[aa])",
            "move 2 (W[aa]) is against the rules",
        ),
        (
            "(;SZ[5]AB[aa]AW[aa])",
            "the stones that are set up cannot stand so",
        ),
        (
            "(;SZ[5]AB[aa]AW[ab][ba])",
            "the stones that are set up cannot stand so",
        ),
        ("(;SZ[5]\n;B[aa", "line 2: a value has no ]"),
        (
            "(;SZ[5];B[aa];AW[ab][ba])",
            "the stones that are set up cannot stand so",
        ),
        (
            "(;SZ[5:7];B[aa])",
            "a board of 5:7 points a side is not known",
        ),
        (
            "(;SZ[5]AB[aa:cc]AW[cc:dd])",
            "the stones that are set up cannot stand so",
        ),
        ("(;SZ[5];B[a\n\n?])", "'a?' is no point of the board"),
    ] {
        let path = write("bad.sgf", text);
        let expected = format!("? cannot load file: {fault}");
        assert_eq!(
            transcript(&format!("loadsgf {path}\n")),
            [expected],
            "{text}"
        );
    }
    assert_eq!(transcript("loadsgf\n"), ["? syntax error"]);
    let beyond = transcript("loadsgf a.sgf 99999999999\n");
    assert_eq!(beyond, ["? syntax error"]);
    let folder = folder.path().display();
    let missing = transcript(&format!(
        "loadsgf {folder}/none\nloadsgf {folder}\nshowboard\n"
    ));
    assert!(
        missing[0].starts_with("? cannot load file: "),
        "{missing:?}"
    );
    assert_eq!(missing[1], "? cannot load file: it is no regular file");
    assert!(missing[2].contains(" 9 . . ."), "the board is as it was");
}

/// Folders and files have names with blanks; a whole number after them is that of a move.
#[test]
fn a_path_may_have_blanks() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("My  Games");
    std::fs::create_dir(&games).unwrap();
    let path = games.join("a b.sgf");
    std::fs::write(&path, "(;SZ[5];B[cc];W[cb])").unwrap();
    let path = path.display();
    let said = format!(
        "7 loadsgf {path}\nfinal_status_list alive\nloadsgf {path} 2\nfinal_status_list alive\n"
    );
    assert_eq!(transcript(&said), ["=7", "= C3\nC4", "=", "= C3"]);
}

/// Komi is that of the file. Where it has none that is komi here, it is the usual one, 24 on this board, and half a point with a
/// handicap: neither that of the session nor that of the file before. Chinese rules count 3.75 stones for 7.5 points. `tt` is a pass
/// of older files, on boards that have no such point.
#[test]
fn komi_and_passes_of_files_are_read_as_programs_write_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    for (text, score) in [
        ("(;SZ[5];B[cc])", "= B+1"),
        ("(;SZ[5]KM[];B[cc])", "= B+1"),
        ("(;SZ[5]KM[much];B[cc])", "= B+1"),
        ("(;SZ[5]KM[6.1];B[cc])", "= B+1"),
        ("(;SZ[5]KM[99];B[cc])", "= B+1"),
        ("(;SZ[5]HA[2]AB[bb][dd])", "= B+24.5"),
        ("(;SZ[5]KM[0.5];B[cc])", "= B+24.5"),
        ("(;SZ[5]KM[6,5];B[cc])", "= B+18.5"),
        ("(;SZ[5]KM[650];B[cc])", "= B+18.5"),
        ("(;SZ[5]KM[3.75];B[cc])", "= B+17.5"),
        ("(;SZ[5]KM[375];B[cc])", "= B+17.5"),
        ("(;SZ[5]KM[1];B[tt];W[cc])", "= W+26"),
        // More points than this board's komi may have: half a point in hundredths.
        ("(;SZ[9]KM[50];B[ee])", "= B+80.5"),
        // By the standard, komi and handicap may stand in any one node of a line.
        ("(;SZ[5];KM[0.5]B[cc])", "= B+24.5"),
        ("(;SZ[5];HA[2]AB[bb][dd])", "= B+24.5"),
    ] {
        std::fs::write(&path, text).unwrap();
        let said = format!("komi 3.5\nloadsgf {}\nfinal_score\n", path.display());
        assert_eq!(transcript(&said), ["=", "=", score], "{text}");
    }
}

/// The usual komi of a file without one is for its game alone; one that a file sets stays, as one that is set by the command does.
#[test]
fn komi_of_a_file_without_one_goes_with_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    for (text, next, score) in [
        ("(;SZ[5];B[cc])", "clear_board", "= W+3.5"),
        ("(;SZ[5];B[cc])", "boardsize 9", "= W+3.5"),
        ("(;SZ[5];B[cc])", "komi 1\nclear_board", "= W+1"),
        ("(;SZ[5]KM[0.5];B[cc])", "clear_board", "= W+0.5"),
    ] {
        std::fs::write(&path, text).unwrap();
        let path = path.display();
        let said = format!("komi 3.5\nloadsgf {path}\n{next}\nfinal_score\n");
        assert_eq!(transcript(&said).last().unwrap(), score, "{text} {next}");
    }
    std::fs::write(&path, "(;SZ[9];B[ee])").unwrap();
    let path = path.display();
    let said = format!("boardsize 5\nkomi 24\nloadsgf {path}\nclear_board\nfinal_score\n");
    assert_eq!(transcript(&said).last().unwrap(), "= W+20");
}
