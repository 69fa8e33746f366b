//! Connect Four through the `Game` interface: texts, typed moves, and the answers of the best level.

use crate::{Error, Game, GameType, Message, Registry, Setup};
use rookery_engine::{Control, Driver, Request, Technique, Techniques, Value};

fn game_type() -> &'static dyn GameType {
    Registry::shipped().find("connect-four").unwrap()
}

fn game(variant: &str, moves: &str) -> Box<dyn Game> {
    let setup = Setup {
        variant: variant.to_owned(),
        start: moves.to_owned(),
        ..Setup::default()
    };
    game_type().start(&setup).unwrap()
}

#[test]
fn a_column_is_read_by_letter_number_and_cell() {
    let game = game("", "44");
    for text in ["d", "D", "4", "d3"] {
        assert_eq!(game.read(text).unwrap(), ["d"], "{text}");
    }
    assert_eq!(game.legal().len(), 7);
}

#[test]
fn a_full_column_is_named() {
    let game = game("", "444444");
    for text in ["d", "D", "4", "d6", "D1"] {
        let Err(Error::Illegal(message)) = game.read(text) else {
            panic!("the column is full")
        };
        let column = Message::new("connect-four-illegal-full").with("column", "d");
        assert_eq!(message, column, "{text}");
    }
    for name in ["x", "de"] {
        assert_eq!(game.why_not(&[name.to_owned()]).id, "illegal-no-such-space");
    }
    let over = self::game("", "1212121");
    assert_eq!(over.why_not(&["a".to_owned()]).id, "illegal-over");
    let ending = over.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(0), "four-in-a-row"));
}

/// Two discs lie in column d, so the next one comes to rest on d3.
#[test]
fn a_cell_where_no_disc_comes_to_rest_is_told_from_the_one_where_it_does() {
    let game = game("", "44");
    let falls = |column: &str, cell: &str| {
        Message::new("connect-four-illegal-cell")
            .with("column", column)
            .with("cell", cell)
    };
    for (text, expected) in [
        ("d1", falls("d", "d3")),
        ("d4", falls("d", "d3")),
        ("D6", falls("d", "d3")),
        ("a2", falls("a", "a1")),
    ] {
        assert_eq!(game.read(text), Err(Error::Illegal(expected)), "{text}");
    }
    assert_eq!(game.why_not(&["d7".to_owned()]).id, "illegal-no-such-space");
}

#[test]
fn the_diagram_reads_line_by_line() {
    let game = game("4x4", "1223");
    assert_eq!(
        game.diagram(&game.board()),
        "4  . . . .\n3  . . . .\n2  . ● . .\n1  ● ○ ○ .\n   a b c d\n"
    );
}

/// Alpha-beta and full minimax, which knows nothing of any technique, have the same value.
#[test]
fn exact_techniques_change_no_score() {
    for moves in ["", "4435", "44444326"] {
        let game = game("", moves);
        let value = |driver, off| {
            let request = Request {
                depth: 6,
                driver,
                off,
                ..Request::default()
            };
            game.search(&request, &Control::unlimited()).lines[0].value
        };
        let plain = value(Driver::Minimax, Techniques::NONE);
        assert_eq!(value(Driver::Pvs, Techniques::NONE), plain, "{moves}");
        assert_eq!(value(Driver::Mtdf, Techniques::NONE), plain, "{moves}");
        let off = Techniques::of(&[Technique::Tt, Technique::Order]);
        assert_eq!(value(Driver::AlphaBeta, off), plain, "{moves}");
    }
}

#[test]
fn the_best_level_opens_from_the_book_and_goes_on_with_the_solver() {
    let request = game_type().sheet().levels[7].request(7);
    let answer = |moves| game("", moves).search(&request, &Control::unlimited());
    let first = answer("");
    assert_eq!(
        (first.best.unwrap(), first.nodes),
        (vec!["d".to_owned()], 0)
    );
    let solved = answer("4444443265");
    assert!(matches!(solved.lines[0].value, Value::Exact(_)));
    assert_eq!(solved.lines.len(), 1);
    let block = answer("17273");
    assert_eq!(block.best.unwrap(), ["d"], "three in a row are stopped");
}

/// Against every reply of the first moves and one reply after that.
#[test]
fn the_best_level_never_loses_four_by_four() {
    fn follow(game: &dyn Game, engine: usize, request: &Request) -> u32 {
        if let Some(ending) = game.ending() {
            assert_ne!(ending.winner, Some(1 - engine), "{}", game.position());
            return 1;
        }
        let replies = if game.side() == engine {
            let report = game.search(request, &Control::unlimited());
            vec![report.best.unwrap()]
        } else {
            let legal = game.legal().into_iter().map(|l| l.path);
            let kept = if game.ply() < 6 { 4 } else { 1 };
            legal.take(kept).collect()
        };
        let mut games = 0;
        for path in replies {
            let mut child = game.boxed_clone();
            child.play(&path).unwrap();
            games += follow(child.as_ref(), engine, request);
        }
        games
    }
    let request = Request {
        hash_mb: 1,
        ..game_type().sheet().levels[7].request(3)
    };
    for engine in [0, 1] {
        let games = follow(game("4x4", "").as_ref(), engine, &request);
        assert!(games >= 40, "{games}");
    }
}
