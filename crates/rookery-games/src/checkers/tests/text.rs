//! Tests of texts for people: positions, moves, refusals, endings, and the file of a match.

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::{openings, position_text};
use crate::tests::texts::assert_is_said;
use crate::{Arg, Credits, Expected, Game, Message, Registry, Setup};
use rookery_engine::SplitMix;

fn open(text: &str, options: &[(&str, &str)]) -> Box<dyn Game> {
    let own = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let setup = Setup {
        options: options.iter().map(own).collect(),
        ..Setup::at(text)
    };
    Registry::shipped()
        .find("checkers")
        .unwrap()
        .start(&setup)
        .unwrap()
}

fn play(game: &mut dyn Game, moves: &str) {
    for text in moves.split_whitespace() {
        let path = game.read(text).unwrap();
        game.play(&path).unwrap();
    }
}

#[test]
fn a_position_is_read_in_all_its_spellings() {
    let start = position_text::print(&Checkers::new(DrawRules::default()));
    assert_eq!(
        start,
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
    for text in [
        "B:W21-32:B1-12",
        "b:w21-32:b1-12.",
        "B : B1-12 : W21-32 : H0 : F1",
    ] {
        assert_eq!(
            position_text::parse(text, DrawRules::default()).map(|p| position_text::print(&p)),
            Ok(start.clone()),
            "{text}"
        );
    }
    for text in [
        "B:W21,22,K30:B1,2,K7",
        "W:WK1:BK32:H17",
        "W:W:B5",
        "W:WK1,K2:BK31,K32",
    ] {
        let position = position_text::parse(text, DrawRules::default()).unwrap();
        assert_eq!(position_text::print(&position), text);
    }
}

#[test]
fn a_position_that_cannot_be_says_why() {
    for (text, words) in [
        ("", "'' is not a side to move"),
        ("X:W21:B1", "'X' is not a side to move"),
        ("B", "the pieces of White and of Black are expected"),
        ("B:W21", "the pieces of White and of Black are expected"),
        ("B:W21:W22:B1", "the field 'W' is there twice"),
        ("B:W21:B33", "'33' names no squares"),
        ("B:W21:B0", "'0' names no squares"),
        ("B:W21:B5-3", "'5-3' names no squares"),
        ("B:W21:Bc3", "'c3' names no squares"),
        ("B:W21:B21", "two pieces on square 21"),
        ("B:W30:B1 2", "'1 2' names no squares"),
        ("B:W30:B+5", "'+5' names no squares"),
        ("B:WK1-13:BK32", "White has 13 pieces"),
        ("B:W4:B9", "White has a man on square 4"),
        ("B:W21:B32", "Black has a man on square 32"),
        ("B:W:B", "there is no piece"),
        (
            "B:W:B5",
            "White has no piece, so the game was over before Black's turn",
        ),
        (
            "W:W30:B",
            "Black has no piece, so the game was over before White's turn",
        ),
        ("B:W21:B1:Hx", "'Hx' must be a letter and a number"),
        ("B:W21:B1:Z3", "'Z3' is not understood"),
    ] {
        let error = position_text::parse(text, DrawRules::default()).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn squares_in_between_are_written_where_two_captures_share_both_ends() {
    let plain = open("B:W18,30:B15", &[]);
    assert_eq!(plain.legal()[0].alt[0], "15x22");
    let chain = open("B:W18,26,27:B15", &[]);
    assert_eq!(chain.legal()[0].alt[0], "15x31");
    let ring = open("B:W6,7,14,15,30:BK2", &[]);
    let mut notations: Vec<_> = ring.legal().into_iter().map(|l| l.alt[0].clone()).collect();
    notations.sort();
    assert_eq!(notations, ["2x11x18x9x2", "2x9x18x11x2"]);
    let both = ["2x11x18x9x2", "2x9x18x11x2"];
    for text in ["2x2", "2-2", "d8xd8", "2x18x2"] {
        let refused = ring.read(text).unwrap_err();
        assert!(
            matches!(&refused, crate::Error::Illegal(why) if why.id == "illegal-ambiguous"),
            "{text}: {refused}"
        );
        let mut several = ring.could_be(text);
        several.sort();
        assert_eq!(several, both, "{text}");
    }
    let path = ["d8", "f6", "d4", "b6", "d8"];
    for text in [
        "d8f6d4b6d8",
        "2x11x18x9x2",
        "2x11x18x2",
        "2 11 18 2",
        "d8:f6:d4:d8",
    ] {
        assert_eq!(ring.read(text).unwrap(), path, "{text}");
    }
}

/// A capture is not complete while the piece can jump on, however the text spells it.
#[test]
fn the_beginning_of_a_chain_is_refused_with_the_way_on() {
    let chain = open("B:W18,26,27:B15", &[]);
    for text in ["15x22", "15-22", "e5xc3"] {
        let Err(crate::Error::Illegal(why)) = chain.read(text) else {
            panic!("{text} is read");
        };
        assert_eq!(why.id, "checkers-jump-on", "{text}");
        assert!(why.args.contains(&("from", Arg::Text("22".into()))));
        assert!(why.args.contains(&("targets", Arg::Text("31".into()))));
    }
    for text in ["15x31", "15x22x31", "15-31", "e5e1", "e5 c3 e1"] {
        assert_eq!(chain.read(text).unwrap(), ["e5", "c3", "e1"], "{text}");
    }
}

#[test]
fn the_first_three_moves_are_drawn_from_the_deck_of_tournaments() {
    let kind = Registry::shipped().find("checkers").unwrap();
    let ballot = Setup {
        options: vec![("first-moves".to_owned(), "three-move".to_owned())],
        ..Setup::default()
    };
    let mut drawn = std::collections::BTreeSet::new();
    for chance in 0..5_000 {
        let setup = kind.decide(ballot.clone(), chance).unwrap();
        let game = kind.start(&setup).unwrap();
        assert_eq!((game.side(), game.ending()), (1, None));
        drawn.insert(setup.start);
    }
    let rules = DrawRules::default();
    let deck = openings::all().map(|opening| openings::play(opening, rules));
    let deck: std::collections::BTreeSet<_> = deck
        .map(|position| position_text::print(&position.expect("its moves are legal")))
        .collect();
    // The deck of 2002 and later; no two of its openings lead to one position.
    assert_eq!((deck.len(), openings::all().count()), (156, 156));
    assert_eq!(drawn, deck);
    let free = kind.decide(Setup::default(), 7).unwrap();
    assert_eq!(free.start, "");
}

#[test]
fn moves_are_read_as_numbers_and_as_squares() {
    let game = open("", &[]);
    for text in [
        "11-15", "11x15", "f6-e5", "f6e5", "F6-E5", "11-15 ", "f6,e5", "11 15",
    ] {
        let path = game.read(text);
        assert_eq!(
            path.as_deref().ok(),
            Some(&["f6", "e5"].map(str::to_owned)[..]),
            "{text}"
        );
    }
}

#[test]
fn a_refused_move_names_the_rule() {
    for (position, path, id) in [
        ("", "e4", "checkers-light-square"),
        ("", "11", "illegal-unfinished"),
        ("", "11-15-19", "checkers-jump-ends"),
        ("B:W11,18,25,32:B4,8", "8x22", "checkers-jump-on"),
        ("B:W11,18,19,32:B8", "g7,h6", "checkers-not-a-jump"),
        ("", "33-40", "checkers-no-square"),
        ("", "a8,b7", "checkers-light-square"),
        ("", "d4,e5", "checkers-no-piece"),
        ("", "c3,d4", "illegal-not-your-piece"),
        ("", "c7,d6", "checkers-blocked"),
        ("", "f6,c3", "illegal-occupied"),
        ("", "f6,d4", "checkers-too-far"),
        ("B:W30:B11,15", "e5,d6", "checkers-man-backward"),
        ("B:W18,30:B15,1", "b8,a7", "checkers-must-jump"),
        ("B:W18,30:B15,1", "e5,f4", "checkers-not-a-jump"),
        ("B:W18,26,27:B15", "e5,c3,b2", "checkers-jump-on"),
        ("B:W18,30:B15", "e5,c3,d2", "illegal-too-long"),
        ("B:W18,26,27:B15", "15x31x24", "checkers-jump-ends"),
    ] {
        let path: Vec<_> = path.split(',').map(str::to_owned).collect();
        let why = open(position, &[]).why_not(&path);
        assert_eq!(why.id, id, "{path:?}");
        assert_is_said(&why);
    }
    let strange = ["z9".to_owned(), "e5".to_owned()];
    assert_ne!(open("", &[]).why_not(&strange).id, "illegal-not-a-move");
    let said = |position: &str, path: &[&str], arg: &'static str, words: &str| {
        let path: Vec<_> = path.iter().map(|token| (*token).to_owned()).collect();
        let why = open(position, &[]).why_not(&path);
        assert!(
            why.args.contains(&(arg, Arg::Text(words.into()))),
            "{why:?}"
        );
    };
    said("", &["11-15-19"], "from", "15");
    said("B:W11,18,25,32:B4,8", &["8x22"], "targets", "29");
    said("B:W11,18,19,32:B8", &["g7", "h6"], "targets", "15");
    let must = open("B:W18,30:B15,1", &[]).why_not(&["b8".to_owned(), "a7".to_owned()]);
    assert!(must.args.contains(&("jumpers", Arg::Text("15".into()))));
}

/// What a screen reader says of a move: the squares of its ends and of the pieces taken, and whether a man is crowned.
#[test]
fn a_move_is_said_with_its_squares() {
    for (position, text, id, [from, to, taken]) in [
        ("", "11-15", "checkers-say-move", ["11", "15", ""]),
        (
            "B:W5:B26",
            "26-31",
            "checkers-say-move-crown",
            ["26", "31", ""],
        ),
        (
            "B:W18,30:B15",
            "15x22",
            "checkers-say-jump",
            ["15", "22", "18"],
        ),
        // From e5 over d4 to c3, and on over d2 to e1.
        (
            "B:W18,26,29:B15",
            "15x31",
            "checkers-say-jump-crown",
            ["15", "31", "18, 26"],
        ),
    ] {
        let game = open(position, &[]);
        let path = game.read(text).unwrap();
        let say = game.legal().into_iter().find(|l| l.path == path);
        let say = say.unwrap().say;
        let side = Message::new("checkers-side-0");
        let expected = Message::new(id)
            .with("side", side)
            .with("from", from)
            .with("to", to)
            .with("taken", taken);
        assert_eq!(say, expected, "{position} {text}");
        assert_is_said(&say);
    }
}

#[test]
fn the_task_follows_the_taps() {
    for (position, taps, id) in [
        ("", &[][..], "checkers-task-move"),
        ("", &["f6"], "checkers-task-move-to"),
        ("B:W18,26,29:B15", &[], "checkers-task-jump"),
        ("B:W18,26,29:B15", &["e5"], "checkers-task-jump-to"),
        ("B:W18,26,29:B15", &["e5", "c3"], "checkers-task-jump-on"),
    ] {
        let taps: Vec<_> = taps.iter().map(|tap| (*tap).to_owned()).collect();
        let task = open(position, &[]).task(&taps).unwrap();
        assert_eq!(task, Message::new(id), "{taps:?}");
    }
}

#[test]
fn a_game_ends_without_a_piece_without_a_move_and_by_the_draws() {
    for (position, moves, winner, reason) in [
        ("B:W18:B15", "15x22", Some(0), "no-pieces"),
        ("B:W21,30:B14,17,22,18", "18-23 30-26", None, ""),
        ("B:W21,29:B9,17,22,25", "9-14", Some(0), "blocked"),
        ("W:WK1:BK32:H79", "1-5", None, "forty-moves"),
        // The king shuts the white man in with the last ply that counts.
        ("B:W13:B6,K14:H79", "14-9", Some(0), "blocked"),
        (
            "W:WK1:BK32",
            "1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32",
            None,
            "repetition",
        ),
    ] {
        let mut game = open(position, &[]);
        play(game.as_mut(), moves);
        let ending = game.ending();
        assert_eq!(
            ending.as_ref().map_or("", |e| e.reason),
            reason,
            "{position}"
        );
        if let Some(ending) = &ending {
            assert_is_said(&ending.say);
            assert_is_said(ending.brief.as_ref().unwrap());
        }
        assert_eq!(ending.and_then(|e| e.winner), winner, "{position}");
    }
    let off = [("forty-move-draw", "off"), ("repetition-draw", "off")];
    let mut game = open("W:WK1:BK32:H79", &off);
    play(game.as_mut(), "1-5 32-28 5-1 28-32 1-5 32-28 5-1 28-32");
    assert!(game.ending().is_none());
}

#[test]
fn a_match_is_saved_in_portable_draughts_notation() {
    let mut game = open("", &[]);
    play(game.as_mut(), "11-15 22-18 15x22 25x18");
    let mut credits = Credits {
        site: "Chess Club".to_owned(),
        date: (2026, 11, 26),
        players: ["A \"B\"".to_owned(), "C".to_owned()],
        outcome: Some(Some(0)),
    };
    let file = game.export(&credits).unwrap();
    assert_eq!(
        (file.extension, file.text.as_str()),
        (
            "pdn",
            "\
[Event \"Casual game\"]
[Site \"Chess Club\"]
[Date \"2026.11.26\"]
[Round \"-\"]
[White \"C\"]
[Black \"A \\\"B\\\"\"]
[Result \"0-1\"]
[GameType \"21\"]
[Winner \"Black\"]

1. 11-15 22-18 2. 15x22 25x18 0-1
"
        )
    );
    credits.outcome = None;
    let ballot = openings::play(["9-13", "22-17", "13x22"], DrawRules::default()).unwrap();
    let mut drawn = open(&position_text::print(&ballot), &[]);
    play(drawn.as_mut(), "25x18 5-9");
    let text = drawn.export(&credits).unwrap().text;
    assert!(
        !text.contains("FEN") && text.ends_with("\n1. 9-13 22-17 2. 13x22 25x18 3. 5-9 *\n"),
        "{text}"
    );
    let mut later = open("W:W18,30:B15,1", &[]);
    play(later.as_mut(), "18x11 1-5");
    let text = later.export(&credits).unwrap().text;
    assert!(
        text.contains("[SetUp \"1\"]\n[FEN \"W:W18,30:B1,15\"]\n"),
        "{text}"
    );
    assert!(text.ends_with("\n1... 18x11 2. 1-5 *\n"), "{text}");
    // The count of quiet plies is no part of the standard's FEN.
    let mut counted = open("W:WK1:BK32:H17", &[]);
    play(counted.as_mut(), "1-5");
    let text = counted.export(&credits).unwrap().text;
    assert!(text.contains("[FEN \"W:WK1:BK32\"]\n"), "{text}");
}

/// The words of the file, read back move by move, lead to the same position.
#[test]
fn a_saved_match_reads_back() {
    let mut random = SplitMix::new(3);
    for _ in 0..20 {
        let mut game = open("", &[]);
        while game.ending().is_none() {
            let legal = game.legal();
            game.play(&legal[random.below(legal.len())].path).unwrap();
        }
        let text = game.export(&Credits::default()).unwrap().text;
        assert!(text.lines().all(|line| line.len() <= 79));
        let (_, moves) = text.split_once("\n\n").unwrap();
        let mut again = open("", &[]);
        let words = moves
            .split_whitespace()
            .filter(|w| !w.ends_with('.') && *w != "*");
        play(again.as_mut(), &words.collect::<Vec<_>>().join(" "));
        assert_eq!(
            (again.position(), again.ply()),
            (game.position(), game.ply())
        );
    }
}

#[test]
fn a_line_of_a_file_of_values_is_read() {
    for (line, position, value) in [
        ("B:W30:B4,K14,21 1", "B:W30:B4,K14,21", Some(1)),
        ("B:W19,K21:B6,8 0", "B:W19,K21:B6,8", Some(0)),
        ("B:W7,16,K31:BK22 2", "B:W7,16,K31:BK22", Some(-1)),
        ("B:W7:BK22 ; -1", "B:W7:BK22", Some(-1)),
        ("B:W7:BK22", "B:W7:BK22", None),
    ] {
        let problem = position_text::parse_problem(line).unwrap();
        assert_eq!(
            (problem.position.as_str(), problem.value),
            (position, value.map(Expected::Outcome))
        );
    }
    assert!(position_text::parse_problem("B:W7:BK22 3").is_err());
    let spaced = position_text::parse_problem("B : W21 : B1").unwrap();
    assert_eq!(
        (spaced.position.as_str(), spaced.value),
        ("B : W21 : B1", None)
    );
}
