//! The brain at play: fives are made and prevented, games end by the rules.

use crate::gomocup::tests::manager::{Manager, is_point, point};
use crate::{Game, Registry, Setup};

/// The rules of the protocol, and the game's names for them.
const RULES: [(u32, &str); 4] = [
    (0, "standard"),
    (1, "exactly-five"),
    (4, "renju"),
    (8, "caro"),
];

/// Stones far from each other and from the fifth row, for whoever needs some more.
const FAR: [&str; 8] = [
    "0,14", "3,12", "6,14", "9,12", "12,14", "14,11", "0,11", "11,10",
];

/// The lines of a board, in the order of a game; the side with more stones began, or the brain.
fn board(own: &[&str], opponent: &[&str]) -> String {
    let mut lines = vec!["BOARD".to_owned()];
    let (first, second) = match own.len() == opponent.len() {
        true => ((own, 1), (opponent, 2)),
        false => ((opponent, 2), (own, 1)),
    };
    for n in 0..first.0.len() {
        for (stones, field) in [first, second] {
            lines.extend(stones.get(n).map(|stone| format!("{stone},{field}")));
        }
    }
    lines.push("DONE".to_owned());
    lines.join("\n")
}

/// Boards on which one side has the first row of stones and the other as many, with one more of the opponent or not.
fn boards(own: &[&'static str], opponent: &[&'static str]) -> [String; 2] {
    let most = own.len().max(opponent.len());
    let filled = |stones: &[&'static str], count: usize, far: &[&'static str]| {
        let more = far.iter().copied().take(count - stones.len());
        stones.iter().copied().chain(more).collect::<Vec<_>>()
    };
    [0, 1].map(|more| {
        let own = filled(own, most, &FAR[..4]);
        let opponent = filled(opponent, most + more, &FAR[4..]);
        board(&own, &opponent)
    })
}

#[test]
fn a_four_is_completed() {
    for (rule, name) in RULES {
        for board in boards(&["3,4", "4,4", "5,4", "6,4"], &["2,4"]) {
            let mut manager = Manager::starts(15, rule);
            assert_eq!(manager.ask(&board), "7,4", "{name}: {board}");
        }
    }
}

#[test]
fn a_four_is_stopped() {
    for (rule, name) in RULES {
        for board in boards(&["2,4"], &["3,4", "4,4", "5,4", "6,4"]) {
            let mut manager = Manager::starts(15, rule);
            let answer = manager.ask(&board);
            // In caro a five that is shut at both ends is none.
            let stops = match rule {
                8 => &["7,4", "8,4"][..],
                _ => &["7,4"],
            };
            assert!(
                stops.contains(&answer.as_str()),
                "{name}: {answer} to {board}"
            );
        }
    }
}

/// Six in a row are no five under the rule of exactly five: the fifth stone is put where it makes five.
#[test]
fn six_are_no_five_where_five_exactly_win() {
    let own = ["3,4", "4,4", "5,4", "6,4", "8,4"];
    let opponent = ["0,14", "3,12", "6,14", "9,12", "12,14"];
    let mut manager = Manager::starts(15, 1);
    assert_eq!(manager.ask(&board(&own, &opponent)), "2,4");
    let mut manager = Manager::starts(15, 0);
    let answer = manager.ask(&board(&own, &opponent));
    assert!(["2,4", "7,4"].contains(&answer.as_str()), "{answer}");
}

/// Three in a row with open ends and the move are a win: the message says so.
#[test]
fn a_proven_win_is_told() {
    let mut manager = Manager::starts(15, 0);
    manager.say(&board(&["5,7", "6,7", "7,7"], &FAR[..3]));
    let heard = manager.hear_answer();
    assert!(heard[0].contains(" score win in 3 "), "{heard:?}");
    let answer = heard.last().unwrap();
    assert!(
        ["3,7", "4,7", "8,7", "9,7"].contains(&answer.as_str()),
        "{heard:?}"
    );
}

#[test]
fn with_time_it_answers() {
    let mut manager = Manager::starts(15, 0);
    manager.say("INFO timeout_turn 200");
    manager.say("INFO timeout_match 5000");
    manager.say("INFO time_left 4000");
    assert!(is_point(&manager.ask("BEGIN"), 15));
    manager.say("INFO time_left 1");
    assert!(is_point(&manager.ask("TURN 0,0"), 15));
}

/// Two brains play each other; a game of the registry is the referee.
#[test]
fn games_end_by_the_rules() {
    for (size, (rule, variant)) in [15, 19, 15, 15].into_iter().zip(RULES) {
        let setup = Setup {
            variant: variant.to_owned(),
            options: vec![("size".to_owned(), size.to_string())],
            ..Setup::default()
        };
        let gomoku = Registry::shipped().find_any("gomoku").unwrap();
        let mut referee = gomoku.start(&setup).unwrap();
        let mut brains = [0, 1].map(|_| Manager::starts(size, rule));
        let mut line = "BEGIN".to_owned();
        while referee.ending().is_none() {
            let answer = brains[referee.side()].ask(&line);
            play(referee.as_mut(), &answer, size);
            line = format!("TURN {answer}");
        }
        let heard = brains[referee.side()].ask(&line);
        assert_eq!(
            heard, "ERROR the game is over: RESTART begins another",
            "{variant}"
        );
        assert!(referee.ply() >= 9, "{variant}: {}", referee.ply());
    }
}

fn play(referee: &mut dyn Game, answer: &str, size: u8) {
    let (x, y) = point(answer, size);
    let name = format!("{}{}", char::from(b'a' + x), size - y);
    referee.play_coordinates(&name).unwrap();
}
