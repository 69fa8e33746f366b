//! PGN round trips, and invalid texts.

use proptest::prelude::*;

use crate::chess::notation::fen;
use crate::chess::notation::san;
use crate::chess::pgn::{GameResult, Games, Passage, PgnMove, Record, read, write};
use crate::chess::rules::position::Chess;
use crate::text::decode;
use rookery_engine::{MoveList, Position};

fn usual() -> Chess {
    fen::parse(fen::START).unwrap()
}

/// The moves of a passage in standard notation.
fn moves(start: &Chess, passage: &Passage) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for node in &passage.nodes {
        words.push(san::write(&position, node.m));
        position.play(node.m);
    }
    words.join(" ")
}

fn misread(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

/// The game that the standard of 1994 gives as its example.
const FISCHER: &str = r#"[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2
"#;

#[test]
fn a_game_in_the_form_for_export_comes_back_as_it_was() {
    let record = read(FISCHER).unwrap();
    assert_eq!(record.moves.nodes.len(), 85);
    assert_eq!(record.verdict, GameResult::Draw);
    assert_eq!(record.tag("White"), Some("Fischer, Robert J."));
    assert_eq!(write(&record), FISCHER);
}

#[test]
fn comments_annotations_and_variations_are_kept() {
    let text = "{Before} 1. e4! $14 {best by test} ({or} 1. d4 d5 (1... Nf6 $10) 2. c4) (1. c4) {after} e5 ; to the end 2. d4\n2. Nf3 *";
    let record = read(text).unwrap();
    assert_eq!(record.moves.comments, ["Before"]);
    let [e4, e5, _] = &record.moves.nodes[..] else {
        panic!("three moves");
    };
    assert_eq!(e4.annotations, [1, 14]);
    assert_eq!(e4.comments, ["best by test", "after"]);
    assert_eq!(e5.comments, ["to the end 2. d4"]);
    let [d4, c4] = &e4.instead[..] else {
        panic!("two variations");
    };
    assert_eq!(d4.comments, ["or"]);
    assert_eq!(moves(&usual(), d4), "d4 d5 c4");
    assert_eq!(moves(&usual(), c4), "c4");
    assert_eq!(d4.nodes[1].instead[0].nodes[0].annotations, [10]);
    let written = write(&record);
    let movetext = written.lines().last().unwrap();
    assert_eq!(
        written.lines().skip(8).collect::<Vec<_>>().join(" "),
        "{Before} 1. e4 $1 $14 {best by test} {after} ({or} 1. d4 d5 (1... Nf6 $10) 2. c4) (1. c4) 1... e5 {to the end 2. d4} 2. Nf3 *",
        "{movetext}"
    );
    assert_eq!(read(&written), Ok(record));
}

#[test]
fn odd_files_are_read() {
    let expected = "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O";
    for text in [
        "\u{feff}[Event \"x\"]\r\n\r\n1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.0-0\r\n",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 Nf6 4 O-O *",
        "e4 e5 Nf3 Nc6 Bb5 Nf6 0-0",
        "% an escaped line\n1. e2e4 e7e5 2. g1f3 b8c6\n%another\n3. f1b5 g8f6 4. e1g1",
        "1. e4 {} e5 2. Nf3 (  ) ½-½",
        "1.e4!? e5?! 2.Ng1-f3!! Nb8-c6?? 3.Bf1b5 Ng8-f6 4.O-O! 1-0",
        "[Event \"x\"][Site \"y\"]\n[Unknown_Tag \"a \\\"quoted\\\" \\\\ word\"] 1. e4 <reserved> e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
    ] {
        let record = read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let found = moves(&usual(), &record.moves);
        assert!(
            expected.starts_with(&found) && found.len() > 8,
            "{text}: {found}"
        );
    }
    let tagged = read("[Odd \"a \\\"quoted\\\" \\\\ word\"] *").unwrap();
    assert_eq!(tagged.tag("Odd"), Some("a \"quoted\" \\ word"));
    for exf6 in ["exf6 e.p.", "exf6e.p.", "e5xf6 e.p.!", "ef6e.p. $1"] {
        let passing = read(&format!("1. e4 d5 2. e5 f5 3. {exf6} Nc6 *")).unwrap();
        assert_eq!(moves(&usual(), &passing.moves), "e4 d5 e5 f5 exf6 Nc6");
    }
    for exd3 in ["exd3e.p.+", "exd3 e.p.+", "exd3+ e.p."] {
        let start = "8/8/2k5/8/3Pp3/8/4K3/8 b - d3 0 1";
        let check = read(&format!("[FEN \"{start}\"] 1... {exd3} 2. Kxd3 *")).unwrap();
        assert_eq!(check.moves.nodes.len(), 2, "{exd3}");
    }
    // Latin-1: the letter e with an acute accent.
    let text = decode(b"[White \"Andr\xe9\"] *");
    assert_eq!(read(&text).unwrap().tag("White"), Some("André"));
}

#[test]
fn line_ends_of_all_systems_are_line_ends_everywhere() {
    let text = "% escaped\n[Event \"1\"]\n\n1. e4 ; a comment\n%1. d4\ne5 {two\nlines} *\n\n[Event \"2\"]\n\n1. e4 e9 *\n\n[Event \"3\"]\n*\n";
    let expected: Vec<_> = Games::new(text).collect();
    let [Ok(first), Err(wrong), Ok(_)] = &expected[..] else {
        panic!("three games, the second of which cannot be read: {expected:?}");
    };
    assert_eq!(moves(&usual(), &first.moves), "e4 e5");
    assert_eq!(first.moves.nodes[0].comments, ["a comment"]);
    assert_eq!((wrong.line, wrong.column), (11, 7));
    for end in ["\r", "\r\n"] {
        let games: Vec<_> = Games::new(&text.replace('\n', end)).collect();
        assert_eq!(games, expected, "{end:?}");
        let broken = format!("[Event \"1\"]{end}[Site \"x]{end}[Date \"?\"]");
        assert!(misread(&broken).starts_with("line 2, column 7: the value of the tag Site"));
    }
}

#[test]
fn what_has_no_end_swallows_no_other_game() {
    for (open, place) in [
        ("{", "line 3, column 7: this comment has no end"),
        ("<", "line 3, column 7: '>' is expected"),
        ("(", "line 3, column 7: this variation has no end"),
        ("(1. d4 {", "line 3, column 14: this comment has no end"),
        ("(1. d4 1-0", "line 3, column 7: this variation has no end"),
    ] {
        for next in ["[Event \"2\"]", "\n[White \"A\"]", "\n[ White\t\"A\" ]"] {
            let text = format!(
                "[Event \"1\"]\n\n1. e4 {open} 1. d4\nd5\n{next}\n\n1. e4 {{a}} (1. d4) <b> *\n\n[Event \"3\"]\n*"
            );
            let games: Vec<_> = Games::new(&text).collect();
            let [Err(wrong), Ok(second), Ok(third)] = &games[..] else {
                panic!("{text}: {games:?}");
            };
            assert!(wrong.to_string().starts_with(place), "{text}: {wrong}");
            assert_eq!(second.moves.nodes.len(), 1, "{text}");
            assert_eq!(third.tag("Event"), Some("3"), "{text}");
        }
    }
}

#[test]
fn a_comment_may_speak_of_tags() {
    // Within a line, on a line of its own right after another line, and in the form in which programs write clocks.
    for comment in [
        "see [Event \"x\"]",
        "see\n[White \"x\"]",
        "a\n\n[%clk 1:00:00]",
    ] {
        let record = read(&format!("1. e4 {{{comment}}} e5 *")).unwrap();
        assert_eq!(record.moves.nodes.len(), 2, "{comment}");
    }
    // The word would begin the second line of moves, where it would be the tag of another game.
    let mut record = read("1. e4 *").unwrap();
    record.moves.nodes[0].comments = vec!["x".repeat(72) + " [Event \"x\"]"];
    assert_eq!(read(&write(&record)), Ok(record));
}

#[test]
fn games_follow_one_another_also_after_one_that_cannot_be_read() {
    let text = "[Event \"1\"]\n\n1. e4 e5\n\n[Event \"2\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4#\n\n[Event \"3\"]\n1. e4 e9 *\n\n\
        [Event \"4\"]\n*\n[Event \"5\"]\n[Result \"1-0\"]\n\n";
    let games: Vec<_> = Games::new(text).collect();
    let verdicts: Vec<_> = games
        .iter()
        .map(|g| g.as_ref().map(|r| r.verdict).ok())
        .collect();
    assert_eq!(
        verdicts,
        [
            Some(GameResult::Open),
            Some(GameResult::Black),
            None,
            Some(GameResult::Open),
            Some(GameResult::White)
        ]
    );
    assert_eq!(
        games[2].as_ref().unwrap_err().to_string(),
        "line 11, column 7: move 1 of Black: 'e9' is not a legal move here"
    );
    assert_eq!(Games::new(" \n% nothing\n").count(), 0);
}

#[test]
fn what_cannot_be_read_is_named_with_line_and_column() {
    for (text, expected) in [
        ("", "line 1, column 1: there is no game in this text"),
        ("1. e4 {no end", "line 1, column 7: this comment has no end"),
        (
            "1. e4 e5\n2. Ke3",
            "line 2, column 4: move 2 of White: 'Ke3' is not a legal move here",
        ),
        (
            "1. e4 (1. d4 d5",
            "line 1, column 7: this variation has no end",
        ),
        (
            "1. e4 (1. d4 d5 [Event \"x\"]",
            "line 1, column 7: this variation has no end",
        ),
        ("(1. e4)", "line 1, column 1: there is no move yet"),
        ("1. e4) e5", "line 1, column 6: no variation ends here"),
        ("$3 1. e4", "line 1, column 1: there is no move yet"),
        (
            "1. e4 $999",
            "line 1, column 7: a number from 0 to 255 is expected",
        ),
        ("1. e4!!! e5", "line 1, column 6: '!!!' is not a sign"),
        (
            "1. e4 ] e5",
            "line 1, column 7: a move, a comment or a result is expected, not ']'",
        ),
        (
            "[Event]",
            "line 1, column 7: the value of the tag Event is expected",
        ),
        (
            "[Event \"x]\n*",
            "line 1, column 8: the value of the tag Event has no end",
        ),
        ("[Event \"x\" *", "line 1, column 12: ']' is expected"),
        (
            "[ \"x\"]",
            "line 1, column 3: the name of a tag is expected",
        ),
        (
            "\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
            "line 2, column 7: the tag FEN: field 1 (pieces), character 1: White has no king",
        ),
        (
            "[Variant \"Atomic\"]",
            "line 1, column 11: the tag Variant: 'Atomic' is not played here",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. Ng4 <",
            "line 1, column 35: move 4 of White: 'Ng4'",
        ),
        ("1. -- e5", "line 1, column 4: move 1 of White: '--'"),
    ] {
        let found = misread(text);
        assert!(found.starts_with(expected), "{text:?}: {found}");
    }
    let deep = "1. e4 e5 ".to_owned() + &"(1... d5 ".repeat(200);
    assert!(misread(&deep).contains("100 deep at most"));
}

#[test]
fn other_first_positions_are_written_and_read() {
    for (text, tags) in [
        ("4k3/8/8/8/8/8/8/R3K2R b KQ - 3 40", &["SetUp", "FEN"][..]),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            &["SetUp", "FEN", "Variant"],
        ),
    ] {
        let mut record = Record::new(fen::parse(text).unwrap());
        let mut moves = MoveList::new();
        record.start.generate(&mut moves);
        let castling = moves.iter().find(|m| m.is_castling());
        record.push(*castling.unwrap_or(&moves[0]));
        let written = write(&record);
        for tag in tags {
            assert!(written.contains(&format!("\n[{tag} \"")), "{written}");
        }
        assert_eq!(read(&written), Ok(record));
    }
}

#[test]
fn what_a_tag_cannot_hold_is_left_out() {
    let mut record = Record::new(usual());
    record.set_tag("Annotator", "two\nlines");
    record.set_tag("no name", "x");
    record.set_tag("FEN", "x");
    record.set_tag("White", "A \"B\" \\C");
    assert_eq!(record.tag("Annotator"), Some("two lines"));
    assert_eq!(record.tags().count(), 7);
    assert_eq!(read(&write(&record)), Ok(record));
}

/// Legal moves by numbers, with comments, annotations and variations.
fn passage(depth: u32) -> BoxedStrategy<Sketch> {
    let words = "[ -~é%;{(\\[]{0,30}";
    let node = (
        any::<u16>(),
        prop::collection::vec(any::<u8>(), 0..3),
        prop::collection::vec(words, 0..2),
    );
    if depth == 0 {
        let nodes =
            node.prop_map(|(m, annotations, comments)| (m, annotations, comments, Vec::new()));
        return (
            prop::collection::vec(words, 0..2),
            prop::collection::vec(nodes, 0..30),
        )
            .prop_map(Sketch)
            .boxed();
    }
    let node = (node, prop::collection::vec(passage(depth - 1), 0..2))
        .prop_map(|((m, annotations, comments), instead)| (m, annotations, comments, instead));
    (
        prop::collection::vec(words, 0..2),
        prop::collection::vec(node, 0..8),
    )
        .prop_map(Sketch)
        .boxed()
}

type SketchNode = (u16, Vec<u8>, Vec<String>, Vec<Sketch>);

#[derive(Clone, Debug)]
struct Sketch((Vec<String>, Vec<SketchNode>));

impl Sketch {
    fn play(self, start: &Chess) -> Passage {
        let Sketch((comments, nodes)) = self;
        let mut position = *start;
        let mut played = Vec::new();
        for (number, annotations, comments, instead) in nodes {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            if moves.is_empty() {
                break;
            }
            let m = moves[usize::from(number) % moves.len()];
            let instead = instead.into_iter().map(|sketch| sketch.play(&position));
            let instead = instead.filter(|passage| *passage != Passage::default());
            played.push(PgnMove {
                annotations,
                comments: tidied(comments),
                instead: instead.collect(),
                ..PgnMove::new(m)
            });
            position.play(m);
        }
        Passage {
            comments: tidied(comments),
            nodes: played,
        }
    }
}

/// As a reader keeps them.
fn tidied(comments: Vec<String>) -> Vec<String> {
    let words = |text: String| {
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace('}', ")")
    };
    let tidied = comments.into_iter().map(words);
    tidied.filter(|text| !text.is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read_back(
        sketch in passage(2),
        verdict in prop::sample::select(GameResult::ALL.to_vec()),
        white in "[ -~é]{0,40}",
    ) {
        let mut record = Record::new(usual());
        record.moves = sketch.play(&record.start);
        record.verdict = verdict;
        record.set_tag("White", &white);
        let text = write(&record);
        prop_assert_eq!(read(&text), Ok(record), "{}", text);
        let is_long = |line: &str| line.chars().count() > 79 && line.contains(' ') && !line.starts_with('[') && !line.contains(" %");
        prop_assert!(!text.lines().any(is_long), "{}", text);
    }

    #[test]
    fn no_text_is_fatal(text in "(?s).{0,300}") {
        for wrong in Games::new(&text).filter_map(Result::err) {
            prop_assert!(!wrong.what.contains(char::is_control), "{}", wrong);
        }
    }

    #[test]
    fn no_mixture_of_words_is_fatal(
        words in prop::collection::vec(prop::sample::select(vec![
            "1.", "e4", "e5", "Nf3", "(", ")", "{", "}", "$1", "!", ";", "\n", "\r", "%", "*", "1-0", "[Event \"x\"]", "[FEN \"", "\"]",
            "O-O", "0-0-0", "e8=Q+", "<", ">", "\\", "é",
        ]), 0..40)
    ) {
        let _ = Games::new(&words.join(" ")).count();
        let _ = Games::new(&words.concat()).count();
    }
}

#[test]
fn a_record_says_chess960_wherever_castling_is_not_the_usual_one() {
    for (text, is_usual) in [
        (fen::START, true),
        // Nobody may castle: nothing shows which chess it is.
        (
            "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w - - 0 1",
            true,
        ),
        // Rooks in the corners, and the king on b1.
        (
            "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w HAha - 0 1",
            false,
        ),
        // The king on e1, and a rook on b1.
        (
            "nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w HBhb - 0 1",
            false,
        ),
        // Black alone.
        (
            "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w ha - 0 1",
            false,
        ),
    ] {
        let record = Record::new(fen::parse(text).unwrap());
        let variant = (!is_usual).then_some("Chess960");
        assert_eq!(record.tag("Variant"), variant, "{text}");
    }
}

#[test]
fn a_file_without_the_tag_gets_it_where_castling_is_not_the_usual_one() {
    for (tags, variant) in [
        ("", Some("Chess960")),
        ("[Variant \"Fischerandom\"]\n", Some("Fischerandom")),
    ] {
        let text = format!("{tags}[FEN \"4k3/8/8/8/8/8/8/3K3R w K - 0 1\"]\n\n1. O-O *\n");
        let record = read(&text).unwrap();
        assert_eq!(record.tag("Variant"), variant);
        assert_eq!(read(&write(&record)), Ok(record));
    }
    assert_eq!(read("1. e4 *").unwrap().tag("Variant"), None);
}
