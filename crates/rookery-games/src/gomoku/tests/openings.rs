//! The openings swap and swap2: who is to move and to choose, against the slow implementation; keys, texts, refusals, files.

use std::collections::BTreeSet;

use crate::gomoku::position_text::{parse, print};
use crate::gomoku::rules::opening::{ColourState, OpeningChoice};
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{FirstStones, TableRules};
use crate::gomoku::tests::reference::{Duty, SlowBoard, SlowOpening};
use crate::gomoku::tests::{ALL_ROWS, after_opening, opening};
use crate::tests::sgf_reader::{self, moves, value};
use crate::{Credits, Error, Game, Registry, Setup};
use rookery_engine::{Outcome, Position, SplitMix};

const BOTH: [FirstStones; 2] = [FirstStones::Swap, FirstStones::Swap2];
const THREE: &str = "h8 i9 j7";

/// The player to move before each move, and at the end.
fn movers(first_stones: FirstStones, moves: &str) -> String {
    let all: Vec<&str> = moves.split_whitespace().collect();
    let after = |count: usize| after_opening(first_stones, &all[..count].join(" ")).side();
    (0..=all.len()).map(|n| after(n).to_string()).collect()
}

/// By the rules as the Renju International Federation and Gomocup print them: White puts the next stone down after the choice.
#[test]
fn whoever_takes_white_moves_next() {
    let more = "a1 c1 e1";
    for (rule, course, expected) in [
        (
            FirstStones::Swap,
            format!("{THREE} #white {more}"),
            "00011010",
        ),
        (
            FirstStones::Swap,
            format!("{THREE} #black {more}"),
            "00010101",
        ),
        (
            FirstStones::Swap2,
            format!("{THREE} #white {more}"),
            "00011010",
        ),
        (
            FirstStones::Swap2,
            format!("{THREE} #black {more}"),
            "00010101",
        ),
        (
            FirstStones::Swap2,
            format!("{THREE} #two k10 l11 #white {more}"),
            "00011100101",
        ),
        (
            FirstStones::Swap2,
            format!("{THREE} #two k10 l11 #black {more}"),
            "00011101010",
        ),
    ] {
        assert_eq!(movers(rule, &course), expected, "{rule:?} {course}");
        let position = after_opening(rule, &course);
        assert_eq!(position.colours().chooser(), None, "{course}");
    }
}

#[test]
fn choices_are_the_only_moves_at_their_moment_and_none_elsewhere() {
    let (black, white, two) = (
        OpeningChoice::Black.as_move(),
        OpeningChoice::White.as_move(),
        OpeningChoice::TwoMore.as_move(),
    );
    for (rule, course, expected) in [
        (FirstStones::Swap, "h8 i9 j7", vec![black, white]),
        (FirstStones::Swap2, "h8 i9 j7", vec![black, white, two]),
        (
            FirstStones::Swap2,
            "h8 i9 j7 #two k10 l11",
            vec![black, white],
        ),
    ] {
        assert_eq!(after_opening(rule, course).moves(), expected, "{course}");
    }
    for rule in [
        FirstStones::Free,
        FirstStones::Pro,
        FirstStones::Swap,
        FirstStones::Swap2,
    ] {
        let start = GomokuPosition::new(opening(rule));
        let is_choice = |m: &u16| OpeningChoice::of(*m).is_some();
        assert!(!start.moves().iter().any(is_choice), "{rule:?}");
        for m in [black, white, two] {
            assert!(!start.is_legal(m), "{rule:?}");
        }
    }
    let settled = after_opening(FirstStones::Swap2, "h8 i9 j7 #black");
    assert_eq!(settled.moves().len(), 225 - 3);
    let stones = after_opening(FirstStones::Swap2, "h8 i9 j7 #two");
    assert_eq!(stones.moves().len(), 225 - 3);
}

/// A random game of an opening, step by step beside the slow one. The rule of the rows and the size change with the seed.
fn play(first_stones: FirstStones, seed: u64) -> Option<usize> {
    let mut random = SplitMix::new(seed);
    let rows = ALL_ROWS[random.below(ALL_ROWS.len())];
    let rules = TableRules {
        rows,
        size: if random.below(3) == 0 { 19 } else { 15 },
        first_stones,
    };
    let mut position = GomokuPosition::new(rules);
    let mut slow = SlowBoard::new(rules.size, rows);
    let mut course = SlowOpening {
        has_two: first_stones == FirstStones::Swap2,
        course: Vec::new(),
    };
    let mut stones = Vec::new();
    loop {
        let (player, duty) = course.next();
        assert_eq!(position.side(), player, "{:?}", course.course);
        assert_eq!(position.colour(), stones.len() % 2);
        for player in 0..2 {
            let colour = position.colours().colour_of(player);
            assert_eq!(colour, course.colour_of(player), "{:?}", course.course);
        }
        let legal = position.moves();
        let tokens: Vec<_> = legal
            .iter()
            .filter_map(|&m| OpeningChoice::of(m))
            .map(OpeningChoice::token)
            .collect();
        assert_eq!(tokens, course.choices());
        assert_eq!(legal.len() == tokens.len(), duty == Duty::Choice);
        assert!(legal.iter().all(|&m| position.is_legal(m)));

        let text = print(&position);
        let again = parse(&text, rules).unwrap();
        assert_eq!(again.key(), position.key(), "{text}");
        assert_eq!((again.side(), again.moves()), (player, legal.clone()));
        assert_eq!(print(&again), text);

        if legal.is_empty() {
            return None;
        }
        // Company, so that rows come about.
        let tries: Vec<u16> = (0..10).map(|_| legal[random.below(legal.len())]).collect();
        let worth = |m: &u16| match OpeningChoice::of(*m) {
            Some(_) => 0,
            None => position.worth(position.colour(), *m),
        };
        let m = match duty {
            Duty::Choice => tries[0],
            Duty::Stone => tries.into_iter().max_by_key(worth).unwrap(),
        };
        let left = position.plies_left();
        position.play(m);
        assert!(position.plies_left() < left);
        course
            .course
            .push(OpeningChoice::of(m).map(OpeningChoice::token));
        if OpeningChoice::of(m).is_some() {
            assert_eq!(position.outcome(), None);
            continue;
        }
        let colour = stones.len() % 2;
        slow.put(colour, m);
        stones.push(m);
        let is_won = slow.has_won(colour, m);
        assert!(!is_won || position.colours().chooser().is_none());
        match position.outcome() {
            None => assert!(!is_won, "{text}"),
            Some(Outcome::Draw) => return None,
            Some(outcome) => {
                assert!(is_won, "{text}");
                let mover = position.side();
                let winner = match outcome {
                    Outcome::Win => mover,
                    _ => 1 - mover,
                };
                assert_eq!(winner, player, "{text}");
                return Some(2 * colour + winner);
            }
        }
    }
}

#[test]
fn random_games_agree_with_the_slow_openings_and_read_back() {
    let mut met = BTreeSet::new();
    for rule in BOTH {
        met.extend((0..40).filter_map(|seed| play(rule, seed)));
    }
    // Either player has won with either colour.
    assert_eq!(met, (0..4).collect());
}

/// The same stones in every state that they can have.
#[test]
fn states_of_the_opening_have_keys_of_their_own() {
    let mut keys = BTreeSet::new();
    let courses = [
        "h8 i9 j7",
        "h8 i9 j7 #white",
        "h8 i9 j7 #black",
        "h8 i9 j7 #two",
    ];
    for course in courses {
        keys.insert(after_opening(FirstStones::Swap2, course).key());
    }
    assert_eq!(keys.len(), courses.len());
    // Who chose does not matter where the players have the same colours.
    let rule = FirstStones::Swap2;
    let by_second = after_opening(rule, "h8 i9 j7 #black k10 l11");
    let by_first = after_opening(rule, "h8 i9 j7 #two k10 l11 #white");
    assert_eq!(by_second.key(), by_first.key());
    assert_eq!(by_second.side(), by_first.side());
}

#[test]
fn no_row_of_five_comes_about_before_the_choice() {
    let row = after_opening(FirstStones::Swap2, "e8 a1 f8 #two a2 g8");
    assert_eq!((row.winner(), row.outcome()), (None, None));
    assert_eq!(row.stones(0).len(), 3);
}

#[test]
fn a_text_names_the_state_of_the_opening() {
    let rows = "15/15/15/15/15/15/8o6/7x7/9x5/15/15/15/15/15/15";
    for (course, end) in [
        ("h8 i9 j7", "o open"),
        ("h8 i9 j7 #white", "o kept"),
        ("h8 i9 j7 #black", "o swapped"),
        ("h8 i9 j7 #two", "o two-more"),
    ] {
        let position = after_opening(FirstStones::Swap2, course);
        assert_eq!(print(&position), format!("{rows} {end}"));
    }
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x";
    for (rule, text, says) in [
        (FirstStones::Swap, empty.to_owned(), "write open"),
        (FirstStones::Swap, format!("{empty} black"), "write open"),
        (FirstStones::Swap, format!("{rows} o two-more"), "kept"),
        (FirstStones::Swap2, format!("{empty} two-more"), "3 or more"),
        (FirstStones::Swap2, format!("{empty} kept"), "3 or more"),
        (FirstStones::Swap, "x open".to_owned(), "1 rows"),
        (FirstStones::Free, format!("{rows} o kept"), "leave it out"),
        (
            FirstStones::Swap,
            format!("{} x open", rows.replacen("15", "o14", 1)),
            "3 at most",
        ),
    ] {
        let fault = parse(&text, opening(rule)).unwrap_err();
        assert!(fault.contains(says), "{text}: {fault}");
    }
}

fn game(opening: &str, moves: &str) -> Box<dyn Game> {
    let setup = Setup {
        options: vec![("opening".to_owned(), opening.to_owned())],
        ..Setup::default()
    };
    let gomoku = Registry::shipped().find("gomoku").unwrap();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    gomoku.start_after(&setup, &moves).unwrap().0
}

#[test]
fn a_choice_at_the_wrong_moment_and_a_stone_at_its_moment_are_refused() {
    for (opening, moves, token, id) in [
        ("free", "", "#black", "gomoku-illegal-no-choice"),
        ("pro", "h8", "#two", "gomoku-illegal-no-choice"),
        ("swap", "h8 i9", "#white", "gomoku-illegal-before-three"),
        ("swap", "h8 i9 j7", "#two", "gomoku-illegal-two"),
        ("swap", "h8 i9 j7", "k10", "gomoku-illegal-stone"),
        ("swap2", "h8 i9 j7", "k10", "gomoku-illegal-stone-or-two"),
        (
            "swap2",
            "h8 i9 j7 white",
            "#black",
            "gomoku-illegal-settled",
        ),
        (
            "swap2",
            "h8 i9 j7 two k10",
            "#black",
            "gomoku-illegal-before-five",
        ),
        (
            "swap2",
            "h8 i9 j7 two k10 l11",
            "#two",
            "gomoku-illegal-two",
        ),
        (
            "swap2",
            "h8 i9 j7 two k10 l11",
            "m12",
            "gomoku-illegal-stone",
        ),
    ] {
        let game = game(opening, moves);
        // As its path and as people type it, a phone with a capital letter.
        let typed = token.trim_start_matches('#');
        let capital = typed[..1].to_uppercase() + &typed[1..];
        for text in [token, typed, &capital] {
            let Err(Error::Illegal(why)) = game.read(text) else {
                panic!("{opening} {moves} {text} was read")
            };
            assert_eq!(why.id, id, "{opening} {moves} {text}");
        }
        let why = game.why_not(&[token.to_owned()]);
        assert_eq!(why.id, id, "{opening} {moves} {token}");
    }
}

#[test]
fn a_choice_is_a_word_among_the_moves_and_is_read_in_every_spelling() {
    let game = game("swap2", "h8 i9 j7");
    let written: Vec<_> = game.legal().into_iter().map(|l| l.alt[0].clone()).collect();
    assert_eq!(written, ["Black", "White", "Two-more"]);
    for (token, notation) in [
        ("#black", "Black"),
        ("#white", "White"),
        ("#two", "Two-more"),
    ] {
        for text in [token, &token[1..], notation, &notation.to_lowercase()] {
            assert_eq!(game.read(text).unwrap(), [token], "{text}");
        }
    }
}

#[test]
fn buttons_and_tasks_go_with_the_opening() {
    for (moves, buttons, task) in [
        ("", "", "gomoku-task-three-black"),
        ("h8", "", "gomoku-task-three-white"),
        ("h8 i9", "", "gomoku-task-three-last"),
        (
            "h8 i9 j7",
            "#black #white #two",
            "gomoku-task-choose-or-two",
        ),
        ("h8 i9 j7 two", "", "gomoku-task-two-white"),
        ("h8 i9 j7 two k10", "", "gomoku-task-two-black"),
        (
            "h8 i9 j7 two k10 l11",
            "#black #white",
            "gomoku-task-choose",
        ),
        ("h8 i9 j7 two k10 l11 black", "", "gomoku-task-place"),
    ] {
        let game = game("swap2", moves);
        let tokens: Vec<_> = game.choices().iter().map(|choice| choice.token).collect();
        assert_eq!(tokens.join(" "), buttons, "{moves}");
        let is_settled = moves.contains("black") || moves.contains("white");
        assert_eq!(game.colour(0).is_some(), is_settled, "{moves}");
        assert_eq!(game.task(&[]).unwrap().id, task, "{moves}");
    }
    // Pieces and words are those of the colour that is put down.
    let game = game("swap2", "h8 i9 j7 black k10");
    let sides: Vec<_> = game.pieces().iter().map(|piece| piece.side).collect();
    assert_eq!(sides.iter().filter(|&&side| side == 1).count(), 2);
    assert_eq!(game.side(), 1);
    assert_eq!([0, 1].map(|player| game.colour(player)), [Some(1), Some(0)]);
}

/// The players of a file are named by the colours that they chose.
#[test]
fn a_file_names_players_by_their_colours_and_choices_in_comments() {
    let credits = |winner| Credits {
        site: String::new(),
        date: (2026, 11, 27),
        players: ["Anna".to_owned(), "Ben".to_owned()],
        outcome: Some(Some(winner)),
    };
    let file = |moves: &str, winner| {
        let game = game("swap2", moves);
        sgf_reader::exported(game.as_ref(), &credits(winner), 4)
    };
    let kept = file("h8 i9 j7 white a1", 1);
    let swapped = file("h8 i9 j7 black a1", 1);
    let two = file("h8 i9 j7 two k10 l11 white a1 b1", 0);
    for (nodes, black, white, result) in [
        (&kept, "Anna", "Ben", "W+R"),
        (&swapped, "Ben", "Anna", "B+R"),
        (&two, "Ben", "Anna", "W+R"),
    ] {
        let found = ["PB", "PW", "RE"].map(|name| value(nodes, name).unwrap());
        assert_eq!(found, [black, white, result]);
    }
    assert_eq!(moves(&swapped), ["Bhh", "Wig", "Bji", "Wao"]);
    let comments = |nodes: &[sgf_reader::Node]| -> Vec<(usize, String)> {
        let nodes = nodes.iter().enumerate();
        let comment = |(n, node): (usize, &sgf_reader::Node)| {
            let found = node.iter().find(|(name, _)| name == "C")?;
            Some((n, found.1.join("")))
        };
        nodes.filter_map(comment).collect()
    };
    let took = |player: &str, colour: &str| format!("The {player} player took {colour}.");
    assert_eq!(comments(&kept), [(4, took("second", "White"))]);
    assert_eq!(
        comments(&two),
        [
            (4, "The second player put down two more stones.".to_owned()),
            (6, took("first", "White"))
        ]
    );
}

#[test]
fn a_win_is_that_of_the_player_with_its_colour() {
    // Black makes five on the eighth row; the second player has taken Black.
    let row = "e8 a1 f8 black c1 g8 e1 h8 g1 i8";
    let game = game("swap", row);
    let ending = game.ending().unwrap();
    assert_eq!(ending.winner, Some(1));
    assert_eq!(game.colour(1), Some(0));
    let words = format!("{:?}", ending.say);
    assert!(words.contains("gomoku-side-0"), "{words}");
}

#[test]
fn states_and_choices_are_numbered_apart() {
    let keys: BTreeSet<u64> = ColourState::ALL.map(ColourState::key).into();
    assert_eq!(keys.len(), ColourState::ALL.len());
    for choice in OpeningChoice::ALL {
        assert_eq!(OpeningChoice::of(choice.as_move()), Some(choice));
    }
    let large = GomokuPosition::new(TableRules {
        size: 19,
        ..opening(FirstStones::Swap)
    });
    let mut points = large.lattice().points();
    assert!(points.all(|point| OpeningChoice::of(point).is_none()));
    assert_eq!(OpeningChoice::of(u16::MAX), None);
}

/// The same key would make one position of two: every stone alone, of each colour and in each state of the opening.
#[test]
fn no_two_stones_and_states_have_one_key() {
    let mut keys = BTreeSet::new();
    let empty = GomokuPosition::new(TableRules {
        size: 19,
        ..opening(FirstStones::Swap2)
    });
    for state in ColourState::ALL {
        for side in 0..2 {
            for point in empty.lattice().points() {
                let mut position = empty.clone();
                position.set_colours(state);
                position.put(side, point);
                keys.insert(position.key());
            }
        }
        let mut position = empty.clone();
        position.set_colours(state);
        keys.insert(position.key());
    }
    assert_eq!(keys.len(), ColourState::ALL.len() * (2 * 361 + 1));
}
