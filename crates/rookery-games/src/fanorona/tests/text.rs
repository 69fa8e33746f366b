//! Tests of texts for people: positions, moves, taps, refusals, and endings.

use crate::api::view::{Fx, Mark};
use crate::fanorona::position_text;
use crate::fanorona::rules::points::FanoronaBoard;
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::tests::texts::assert_is_said;
use crate::{Arg, Error, Game, Message, Registry, Setup};

fn with(text: &str, variant: &str, options: &[(&str, &str)]) -> Box<dyn Game> {
    let own = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let setup = Setup {
        options: options.iter().map(own).collect(),
        variant: variant.to_owned(),
        ..Setup::at(text)
    };
    Registry::shipped()
        .find("fanorona")
        .unwrap()
        .start(&setup)
        .unwrap()
}

fn open(text: &str) -> Box<dyn Game> {
    with(text, "", &[])
}

fn play(game: &mut dyn Game, moves: &str) {
    for text in moves.split_whitespace() {
        let path = game.read(text).unwrap();
        game.play(&path).unwrap();
    }
}

fn tokens(path: &str) -> Vec<String> {
    path.split(',').map(str::to_owned).collect()
}

const START: &str = "WWWWWWWWW/WWWWWWWWW/BWBW1BWBW/BBBBBBBBB/BBBBBBBBB W - - - 0";

#[test]
fn a_position_is_read_in_all_its_spellings() {
    let rules = FanoronaRules::default();
    assert_eq!(position_text::print(&Fanorona::new(rules)), START);
    for text in [
        "WWWWWWWWW/WWWWWWWWW/BWBW1BWBW/BBBBBBBBB/BBBBBBBBB W",
        "wwwwwwwww/wwwwwwwww/bwbw1bwbw/bbbbbbbbb/bbbbbbbbb w - - -",
    ] {
        let read = position_text::parse(text, rules);
        assert_eq!(read.map(|p| position_text::print(&p)), Ok(START.to_owned()));
    }
    let text = "9/2B6/2BW5/4B4/4B1W2 B - - - 17";
    let read = position_text::parse(text, rules);
    assert_eq!(read.map(|p| position_text::print(&p)), Ok(text.to_owned()));
    for (variant, start) in [
        ("5x5", "WWWWW/WWWWW/BW1BW/BBBBB/BBBBB W - - - 0"),
        ("5x3", "WWWWW/BW1BW/BBBBB W - - - 0"),
        ("3x3", "WWW/B1W/BBB W - - - 0"),
    ] {
        assert_eq!(with("", variant, &[]).position(), start);
    }
    let text = "1W3/B2WB/4W B - - - 3";
    assert_eq!(with(text, "5x3", &[]).position(), text);
}

#[test]
fn a_position_that_cannot_be_says_why() {
    for (text, words) in [
        ("", "'' is not 5 rows of points"),
        ("WWW/B1W/BBB W", "is not 5 rows of points"),
        ("9/9/9/9/8W", "'' is not a side to move"),
        ("9/9/9/9/8W X", "'X' is not a side to move"),
        ("9/9/9/9/7W W", "row 5 has 8 points; it must have 9"),
        ("9/9/9/W9/8W W", "row 4 has 10 points"),
        ("9/9/9/8X/8W W", "'X' in row 4 is no stone"),
        ("9/9/9/9/9 W", "there is no stone"),
        ("9/9/9/9/W8 W", "Black has no stone, so the game was over"),
        ("9/9/9/9/W7B W 5", "after the side to move come - - -"),
        ("9/9/9/9/W7B W - - - x", "'x' is not a number of plies"),
        ("9/9/9/9/W7B W 3 8 - 0", "a turn that is not complete"),
        (
            "WWWWWWWWW/WWWWWWWWW/WWWWW4/9/8B W",
            "White has 23 stones; a side has at most 22",
        ),
    ] {
        let error = position_text::parse(text, FanoronaRules::default()).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
    }
    for (board, text, words) in [
        (
            FanoronaBoard::FiveByThree,
            "WWWWW/WWWWW/BW1BW/BBBBB/BBBBB W",
            "is not 3 rows of points",
        ),
        (
            FanoronaBoard::FiveByThree,
            "WWW/B1W/BBB W",
            "row 1 has 3 points; it must have 5",
        ),
        (
            FanoronaBoard::FiveByThree,
            "WWWWW/WWW2/BBBBB W",
            "White has 8 stones; a side has at most 7",
        ),
        (
            FanoronaBoard::ThreeByThree,
            "WWW/WW1/BBB W",
            "White has 5 stones; a side has at most 4",
        ),
    ] {
        let rules = FanoronaRules {
            board,
            ..FanoronaRules::default()
        };
        let error = position_text::parse(text, rules).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn the_first_moves_are_the_published_ones() {
    let mut notations: Vec<_> = open("")
        .legal()
        .into_iter()
        .map(|l| l.alt[0].clone())
        .collect();
    notations.sort();
    assert_eq!(
        notations,
        ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]
    );
}

/// The middle point, c2, is a weak one: only b2 and c1 come to it. The board's names are those of its rows and columns.
#[test]
fn the_first_moves_on_five_by_three_points_are_those_found_on_paper() {
    let game = with("", "5x3", &[]);
    let mut notations: Vec<_> = game.legal().into_iter().map(|l| l.alt[0].clone()).collect();
    notations.sort();
    assert_eq!(notations, ["b2-c2A", "b2-c2W", "c1-c2A"]);
    let board = game.board();
    assert_eq!((board.cols, board.rows), (5, 3));
    assert_eq!((board.coords.files, board.coords.ranks), ("abcde", "321"));
    assert_eq!(board.spaces.len(), 15);
}

/// A step that could capture on either side is followed by a tap on a stone of the line that is taken; others are not.
#[test]
fn paths_have_a_further_token_only_where_there_is_a_choice() {
    let game = open("");
    for (text, path) in [
        ("d2-e3A", "d2,e3"),
        ("d2e3", "d2,e3"),
        ("D2-E3a", "d2,e3"),
        ("d2 e3", "d2,e3"),
        ("d3-e3A", "d3,e3,f3"),
        ("d3e3w", "d3,e3,c3"),
        ("d3,e3,c3", "d3,e3,c3"),
    ] {
        assert_eq!(game.read(text), Ok(tokens(path)), "{text}");
    }
    let Err(Error::Illegal(why)) = game.read("d3-e3") else {
        panic!("both lines could be meant")
    };
    assert_eq!(why.id, "illegal-ambiguous");
    assert_eq!(game.could_be("d3-e3"), ["d3-e3A", "d3-e3W"]);
    let wide = open("9/9/1BBW1BBB1/9/9 W");
    for (path, usual) in [
        ("d3,e3,g3", "d3,e3,f3"),
        ("d3,e3,h3", "d3,e3,f3"),
        ("d3,e3,b3", "d3,e3,c3"),
    ] {
        assert_eq!(wide.read(path), Ok(tokens(usual)), "{path}");
    }
}

/// The board shows the step before the choice, and the stones of both lines are marked.
#[test]
fn a_choice_is_made_after_the_step() {
    let game = open("9/9/1BBW1BB2/9/9 W");
    let legal = game.legal();
    let by_withdrawal = legal.iter().find(|l| l.alt[0] == "d3-e3W").unwrap();
    let kinds: Vec<Vec<&str>> = by_withdrawal
        .fx
        .iter()
        .map(|step| {
            let kind = |fx: &Fx| match fx {
                Fx::Move { .. } => "move",
                Fx::Remove { .. } => "remove",
                _ => "other",
            };
            step.iter().map(kind).collect()
        })
        .collect();
    assert_eq!(kinds, [vec![], vec!["move"], vec!["remove", "remove"]]);
    // An arrow leads to the last stone of each line.
    let places = |marks: Vec<Mark>, say: &str| -> Vec<(String, Option<String>)> {
        let of = marks.into_iter().filter(|mark| mark.say.id == say);
        of.map(|mark| (mark.at, mark.from)).collect()
    };
    let marks = |taps: &str| game.marks(&tokens(taps));
    let place = |at: &str, from: Option<&str>| (at.to_owned(), from.map(str::to_owned));
    assert_eq!(
        places(marks("d3,e3"), "fanorona-mark-approach"),
        [place("f3", None), place("g3", Some("e3"))]
    );
    assert_eq!(
        places(marks("d3,e3"), "fanorona-mark-withdrawal"),
        [place("b3", Some("d3")), place("c3", None)]
    );
    assert!(marks("d3").is_empty() && marks("d3,e3,c3").is_empty());
    let task = |taps: &[&str]| {
        let taps: Vec<_> = taps.iter().map(|tap| (*tap).to_owned()).collect();
        game.task(&taps).unwrap().id.into_owned()
    };
    assert_eq!(task(&[]), "fanorona-task-capture");
    assert_eq!(task(&["d3"]), "fanorona-task-capture-to");
    assert_eq!(task(&["d3", "e3"]), "fanorona-task-choose");
    assert_eq!(
        open("9/9/W8/9/8B W").task(&[]).unwrap().id,
        "fanorona-task-move"
    );
}

/// A chain may end after any capture: its path begins that of the longer one.
#[test]
fn a_chain_may_stop_after_any_capture() {
    let game = open("9/2B6/2BW5/4B4/4B1W2 W");
    let legal = game.legal();
    let mut paths: Vec<_> = legal.iter().map(|l| l.path.join(",")).collect();
    paths.sort();
    assert_eq!(paths, ["d3,e3", "d3,e3,e2", "d3,e3,e2,d2", "g5,f5"]);
    assert_eq!(
        game.task(&tokens("d3,e3")).unwrap().id,
        "fanorona-task-go-on"
    );
    let mut stopped = open("9/2B6/2BW5/4B4/4B1W2 W");
    play(stopped.as_mut(), "d3-e3W");
    assert_eq!(stopped.position(), "9/2B6/4W4/4B4/4B1W2 B - - - 0");
    let mut whole = open("9/2B6/2BW5/4B4/4B1W2 W");
    let played = whole.play(&tokens("d3,e3,e2,d2")).unwrap();
    assert_eq!(played.notation, "d3-e3W-e2W-d2A");
    assert_eq!(whole.ending().unwrap().reason, "no-stones");
}

#[test]
fn a_refused_move_names_the_rule() {
    for (position, path, id) in [
        ("", "z9", "fanorona-no-point"),
        ("", "a6", "fanorona-no-point"),
        ("", "e3,e4", "fanorona-no-stone"),
        ("", "e4,e3", "illegal-not-your-piece"),
        ("", "a1,a2", "fanorona-must-capture"),
        ("", "d2", "illegal-unfinished"),
        ("", "d3,e3", "illegal-unfinished"),
        ("", "d2,d3", "illegal-occupied"),
        ("", "d3,e3,d4", "fanorona-choose"),
        ("", "d2-e3W", "fanorona-no-withdrawal"),
        ("9/9/1BBW5/9/9 W", "d3-e3A", "fanorona-no-approach"),
        ("9/9/1BBW5/9/9 W", "d3,d4", "fanorona-not-a-capture"),
        ("9/9/1BBW5/9/9 W", "d3,e4", "fanorona-weak-point"),
        ("9/9/1BBW5/9/9 W", "d3,f3", "fanorona-too-far"),
        ("9/9/1BBW5/9/9 W", "d3,e3,e4", "illegal-too-long"),
        ("9/9/2BW2B2/4B4/9 W", "d3,e3,f3", "fanorona-same-direction"),
        ("9/9/2BW2B2/4B4/9 W", "d3,e3,d3", "fanorona-been-there"),
        (
            "9/9/2BW2B2/4B4/9 W",
            "d3,e3,d4",
            "fanorona-no-further-capture",
        ),
        ("9/9/2BW2B2/4B4/9 W", "d3,e3,g3", "illegal-occupied"),
        ("8B/9/1W2W4/9/9 W", "b3,c4", "fanorona-weak-point"),
        ("8B/9/1W2W4/9/9 W", "b3,d3", "fanorona-too-far"),
        ("8B/9/1W2W4/9/9 W", "b3,b4,b5", "illegal-too-long"),
        ("8B/9/1W2W4/9/9 W", "b3-b4-b5", "fanorona-paika-ends"),
        ("8B/9/1W2W4/9/9 W", "b3-b4A", "fanorona-takes-nothing"),
        ("8B/9/1WW6/9/9 W", "b3,c3", "illegal-occupied"),
        ("WB6B/BB7/9/9/4W4 W", "a1,a2", "fanorona-blocked"),
    ] {
        let why = open(position).why_not(&tokens(path));
        assert_eq!(why.id, id, "{path}");
        assert_is_said(&why);
    }
    let said = |position: &str, path: &str, arg: &'static str, words: &str| {
        let why = open(position).why_not(&tokens(path));
        assert!(
            why.args.contains(&(arg, Arg::Text(words.into()))),
            "{why:?}"
        );
    };
    said("", "a1,a2", "capturers", "d2, e2, f2, d3");
    said("", "d3,e3,d4", "approach", "f3");
    said("", "d3,e3,d4", "withdrawal", "c3");
    said("9/9/1BBW5/9/9 W", "d3,d4", "targets", "e3");
    said("9/9/2BW2B2/4B4/9 W", "d3,e3,d4", "targets", "e2");
}

/// What a screen reader says of a move: where the stone goes, and which stones are taken.
#[test]
fn a_move_is_said_with_its_points() {
    for (position, text, id, [from, to, points, taken]) in [
        (
            "W8/9/9/9/8B W",
            "a1-a2",
            "fanorona-say-move",
            ["a1", "a2", "", ""],
        ),
        (
            "9/9/1BBW5/9/8B W",
            "d3-e3W",
            "fanorona-say-capture",
            ["d3", "e3", "e3", "b3, c3"],
        ),
        // Away from c3, then away from e4 and e5, then towards c2.
        (
            "9/2B6/2BW5/4B4/4B1W2 W",
            "d3-e3W-e2W-d2A",
            "fanorona-say-chain",
            ["d3", "d2", "e3, e2, d2", "c2, c3, e4, e5"],
        ),
    ] {
        let game = open(position);
        let path = game.read(text).unwrap();
        let say = game.legal().into_iter().find(|l| l.path == path);
        let say = say.unwrap().say;
        let expected = Message::new(id)
            .with("side", Message::new("fanorona-side-0"))
            .with("from", from)
            .with("to", to)
            .with("points", points)
            .with("taken", taken);
        assert_eq!(say, expected, "{position} {text}");
        assert_is_said(&say);
    }
}

#[test]
fn a_game_ends_without_a_stone_without_a_move_and_by_the_draws() {
    let twenty_two: &[(&str, &str)] = &[("quiet-limit", "twenty-two")];
    let off: &[(&str, &str)] = &[("quiet-limit", "off"), ("repetition-draw", "off")];
    let away_and_back = "a1-a2 i5-i4 a2-a1 i4-i5 a1-a2 i5-i4 a2-a1 i4-i5";
    for (position, options, moves, winner, reason) in [
        ("9/9/3W1B3/9/9 W", &[][..], "d3-e3A", Some(0), "no-stones"),
        ("BWW6/W8/WW7/9/9 W", &[], "b3-b2", Some(0), "blocked"),
        // The same with the last ply that counts.
        (
            "BWW6/W8/WW7/9/9 W - - - 99",
            &[],
            "b3-b2",
            Some(0),
            "blocked",
        ),
        (
            "W8/9/9/9/8B W - - - 99",
            &[],
            "a1-a2",
            None,
            "hundred-plies",
        ),
        (
            "W8/9/9/9/8B W - - - 43",
            twenty_two,
            "a1-a2",
            None,
            "forty-four-plies",
        ),
        ("W8/9/9/9/8B W - - - 43", &[], "a1-a2", None, ""),
        ("W8/9/9/9/8B W", &[], away_and_back, None, "repetition"),
        ("W8/9/9/9/8B W - - - 120", off, away_and_back, None, ""),
    ] {
        let mut game = with(position, "", options);
        play(game.as_mut(), moves);
        let ending = game.ending();
        let found = ending.as_ref().map_or("", |e| e.reason);
        assert_eq!(found, reason, "{position} {options:?}");
        if let Some(ending) = &ending {
            assert_is_said(&ending.say);
            assert_is_said(ending.brief.as_ref().unwrap());
        }
        assert_eq!(ending.and_then(|e| e.winner), winner, "{position}");
    }
}

/// Every spelling with and without letters, in games on all boards, names its move or is refused with a list that holds it.
#[test]
fn typed_moves_without_letters_name_their_move_or_are_refused_with_it() {
    for variant in ["standard", "5x5", "5x3", "3x3"] {
        let mut game = with("", variant, &[]);
        for n in 0..40 {
            let legal = game.legal();
            for l in &legal {
                let plain: String = l.alt[0]
                    .chars()
                    .filter(|c| !matches!(c, 'A' | 'W'))
                    .collect();
                match game.read(&plain) {
                    Ok(path) => assert_eq!(path, l.path, "{plain}"),
                    Err(_) => assert!(game.could_be(&plain).contains(&l.alt[0]), "{plain}"),
                }
            }
            if legal.is_empty() {
                break;
            }
            game.play(&legal[(7 * n) % legal.len()].path).unwrap();
        }
    }
}

/// The spare column beside the board is no point of it, nor is anything above it.
#[test]
fn a_board_ends_at_its_edges() {
    for board in [
        FanoronaBoard::NineByFive,
        FanoronaBoard::FiveByFive,
        FanoronaBoard::FiveByThree,
        FanoronaBoard::ThreeByThree,
    ] {
        let (columns, rows) = (board.columns(), board.rows());
        assert!(board.at(columns - 1, rows - 1).is_some());
        assert_eq!(board.at(columns, 0), None);
        assert_eq!(board.at(0, rows), None);
    }
}
