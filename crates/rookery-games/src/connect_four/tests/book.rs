//! Tests of the shipped book: complete, consistent, and on its own side never worse off.

use std::collections::HashSet;

use crate::connect_four::book::{Book, STONES_MAX};
use crate::connect_four::book_builder::Builder;
use crate::connect_four::notation::{parse, print};
use crate::connect_four::perfect::solver::{ANY, perfect};
use crate::connect_four::position::{BoardSize, ConnectFourPosition};
use crate::lab::checksum::seal;
use crate::{BuildBook, Expected, Registry};
use rookery_engine::{Control, MoveList, Position, SolverSpec};

const TEXT: &str = include_str!("../book.txt");

fn grid(moves: &str) -> ConnectFourPosition {
    parse(moves, BoardSize::STANDARD).unwrap()
}

fn outcome(score: Expected) -> i32 {
    match score {
        Expected::Exact(score) => score.signum(),
        Expected::Outcome(sign) => sign.into(),
    }
}

fn children(grid: &ConnectFourPosition) -> Vec<ConnectFourPosition> {
    let mut moves = MoveList::new();
    if grid.outcome().is_none() {
        grid.generate(&mut moves);
    }
    let after = |m| {
        let mut child = *grid;
        child.play(m);
        child
    };
    moves.into_iter().map(after).collect()
}

#[test]
fn first_moves_have_their_published_scores() {
    // Column by column from the left: -2 -1 0 1 0 -1 -2 (Pons' solver); the empty board is won with the 41st stone.
    let book = Book::shipped();
    let (score, best) = book.find(&grid("")).unwrap();
    assert_eq!((outcome(score), best.column), (1, 3));
    for (moves, score) in [
        ("1", 2),
        ("2", 1),
        ("3", 0),
        ("4", -1),
        ("5", 0),
        ("6", 1),
        ("7", 2),
    ] {
        let (found, _) = book.find(&grid(moves)).unwrap();
        match found {
            Expected::Exact(found) => assert_eq!(found, score, "{moves}"),
            Expected::Outcome(sign) => assert_eq!(i32::from(sign), i32::signum(score), "{moves}"),
        }
    }
}

/// Follows the book on its side and everything on the other: it knows every position up to eight stones, and the value of one
/// never falls below that of the one before.
#[test]
fn nothing_the_other_side_plays_leaves_the_book() {
    for side in [0, 1] {
        let mut seen = HashSet::new();
        let mut wave = vec![(grid(""), -1)];
        while let Some((here, floor)) = wave.pop() {
            if here.outcome().is_some() || here.stones() > STONES_MAX || !seen.insert(here.key()) {
                continue;
            }
            if here.side() != side {
                wave.extend(children(&here).into_iter().map(|child| (child, floor)));
                continue;
            }
            let found = Book::shipped().find(&here);
            let (score, best) = found.unwrap_or_else(|| panic!("no {}", print(&here)));
            assert!(outcome(score) >= floor, "{}", print(&here));
            let mut child = here;
            child.play(best);
            // A transposition may lead here with a lower floor; the position has already been checked with its own value.
            wave.push((child, outcome(score)));
        }
        assert!(seen.len() > 500, "{}", seen.len());
    }
}

#[test]
fn the_book_has_mirror_images_too() {
    for line in TEXT.lines().filter(|l| !l.starts_with('#')).step_by(7) {
        let here = grid(line.split(' ').next().unwrap().trim_matches('.'));
        let (score, best) = Book::shipped().find(&here).unwrap();
        let (image_score, image_best) = Book::shipped().find(&here.transform(1)).unwrap();
        assert_eq!(score, image_score);
        // If a position is its own image, both sides are as good.
        let is_symmetric = here.key() == here.transform(1).key();
        assert!(is_symmetric || ConnectFourPosition::transform_move(best, 1) == image_best);
    }
}

/// A few of the deepest positions, solved from scratch.
#[test]
fn the_solver_agrees_with_the_book() {
    let spec = SolverSpec {
        entries: 1 << 20,
        ..SolverSpec::default()
    };
    let mut perfect = perfect(BoardSize::STANDARD, &spec);
    let deepest = TEXT.lines().filter(|l| l.find(' ') == Some(8));
    let count = deepest.clone().count();
    for line in deepest.step_by(count / 3) {
        let here = grid(line.split(' ').next().unwrap());
        let (score, best) = Book::shipped().find(&here).unwrap();
        let window = match score {
            Expected::Exact(_) => ANY,
            Expected::Outcome(_) => (-1, 1),
        };
        let mut value = |grid: &ConnectFourPosition| {
            let control = Control::unlimited();
            let found = perfect.score_between(grid.own(), grid.all(), window, &control);
            match score {
                Expected::Exact(_) => Expected::Exact(found.unwrap().0),
                Expected::Outcome(_) => Expected::Outcome(found.unwrap().0.signum() as i8),
            }
        };
        assert_eq!(value(&here), score, "{line}");
        let mut child = here;
        child.play(best);
        if child.outcome().is_none() {
            let negated = match value(&child) {
                Expected::Exact(n) => Expected::Exact(-n),
                Expected::Outcome(n) => Expected::Outcome(-n),
            };
            assert_eq!(negated, score, "the best move of {line}");
        }
    }
}

#[test]
fn a_damaged_book_is_refused() {
    assert!(Book::parse(TEXT).is_ok());
    let cut = &TEXT[..TEXT.len() / 2];
    assert!(Book::parse(cut).unwrap_err().contains("no checksum"));
    let other = TEXT.replacen(" 4\n", " 5\n", 1);
    assert!(Book::parse(&other).unwrap_err().contains("damaged"));
    for (lines, reason) in [
        ("44 1\n", "not a line of moves, score and column"),
        ("44 x 4\n", "'x' is not a score"),
        ("444444 1 4\n", "no room in column 4"),
        ("49 1 4\n", "'9' is not a column"),
    ] {
        let said = Book::parse(&seal(lines)).unwrap_err();
        assert!(said.contains(reason), "{said}");
    }
}

/// A builder goes on from the written book, and a stopped one changes nothing.
#[test]
fn building_goes_on_where_it_ended() {
    let mut builder = Builder::new(1 << 16);
    builder.resume(TEXT).unwrap();
    let text = builder.text();
    assert_eq!(text, TEXT, "what the builder wrote it writes again");
    let control = Control::unlimited();
    control.stop();
    assert!(!builder.step(&control));
    assert_eq!(builder.text(), text);
}

/// `rookery solve connect-four FILE` reads the book as it stands.
#[test]
fn lines_of_the_book_are_problems() {
    let game_type = Registry::shipped().find("connect-four").unwrap();
    let spec = SolverSpec {
        entries: 1 << 10,
        ..SolverSpec::default()
    };
    let solver = game_type
        .lab()
        .solver(&Default::default(), &spec)
        .unwrap()
        .unwrap();
    let read = |line: &str| solver.problem(line).map(|p| (p.position, p.value));
    assert_eq!(read(". 1 4"), Ok((String::new(), Some(Expected::Exact(1)))));
    assert_eq!(
        read("44 - 4"),
        Ok(("44".to_owned(), Some(Expected::Outcome(-1))))
    );
    assert_eq!(
        read("4453 -2"),
        Ok(("4453".to_owned(), Some(Expected::Exact(-2))))
    );
    assert_eq!(read("4453"), Ok(("4453".to_owned(), None)));
    assert!(
        read("4453 two")
            .unwrap_err()
            .contains("'two' is not a score")
    );
    assert!(read("4 4 5 3 2").unwrap_err().contains("moves and score"));
}
