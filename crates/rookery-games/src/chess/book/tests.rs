//! Tests of the shipped book: complete, sound, and left as soon as somebody plays something else.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::chess::book::{Book, Builder, MARGIN_CP, start};
use crate::chess::notation::{fen, san};
use crate::chess::rules::position::Chess;
use crate::lab::checksum::seal;
use crate::{BuildBook, Registry, Setup};
use rookery_engine::{Control, MoveList, Position, Request, Technique, Techniques, Value};

const TEXT: &str = include_str!("book.txt");

fn after(moves: &str) -> Chess {
    let mut here = start();
    for text in moves.split_whitespace() {
        let m = san::read(&here, text).unwrap();
        here.play(m);
    }
    here
}

fn first_moves(seeds: std::ops::Range<u64>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for seed in seeds {
        let line = Book::shipped().choose(&start(), seed).unwrap();
        *counts
            .entry(san::write(&start(), line.moves[0]))
            .or_default() += 1;
    }
    counts
}

#[test]
fn the_book_is_small_and_knows_thousands_of_positions() {
    assert!(TEXT.len() <= 100_000, "{}", TEXT.len());
    let positions = Book::shipped().moves.len();
    assert!(positions >= 1_000, "{positions}");
}

/// Every move is nearly as good as the best, the best stands first, and each but the last move of a line leads on.
#[test]
fn moves_are_within_the_margin() {
    for moves in Book::shipped().moves.values() {
        let best = moves[0].1;
        for &(_, value) in moves {
            assert!((0..=MARGIN_CP).contains(&(best - value)));
        }
    }
}

#[test]
fn games_begin_in_many_ways_and_the_same_way_with_the_same_seed() {
    let counts = first_moves(1..1_000);
    assert!(counts.len() >= 3, "{counts:?}");
    assert_eq!(counts, first_moves(1..1_000));
    let best = Book::shipped().choose(&start(), 0).unwrap();
    let best_count = counts[&san::write(&start(), best.moves[0])];
    assert!(
        counts.values().all(|&count| count <= best_count + 60),
        "{counts:?}"
    );
    let lines: std::collections::BTreeSet<_> = (1..200)
        .map(|seed| {
            let mut here = start();
            while let Some(line) = Book::shipped().choose(&here, seed) {
                here.play(line.moves[0]);
            }
            fen::print(&here, fen::Rights::Wings)
        })
        .collect();
    assert!(lines.len() > 100, "{}", lines.len());
}

#[test]
fn other_games_leave_the_book_at_once() {
    let elsewhere = fen::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1").unwrap();
    assert_eq!(Book::shipped().choose(&elsewhere, 3), None);
    assert_eq!(Book::shipped().choose(&after("h4 a5 Rh3"), 3), None);
    // One that begins in a position of the book does not.
    let begun = fen::parse("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1").unwrap();
    let answer = Book::shipped().choose(&begun, 3);
    assert!(answer.is_some());
    assert_eq!(answer, Book::shipped().choose(&after("d4"), 3));
    let game_type = Registry::shipped().find("chess").unwrap();
    let of = |variant: &str| Setup {
        variant: variant.to_owned(),
        ..Setup::default()
    };
    assert!(game_type.lab().book_builder(&of(""), 1).unwrap().is_some());
    assert!(
        game_type
            .lab()
            .book_builder(&of("chess960"), 1)
            .unwrap()
            .is_none()
    );
}

/// A request that allows the book gets a move with its value, and without a search; any other one is searched.
#[test]
fn the_book_answers_in_place_of_a_search() {
    let game_type = Registry::shipped().find("chess").unwrap();
    assert!(game_type.sheet().begins_by_book);
    let ask = |setup: &Setup, on| {
        let game = game_type.start(setup).unwrap();
        let request = Request {
            on,
            seed: 5,
            nodes: 200,
            ..Request::default()
        };
        game.search(&request, &Control::unlimited())
    };
    let by_book = Techniques::of(&[Technique::Book]);
    let report = ask(&Setup::default(), by_book);
    assert_eq!(report.nodes, 0);
    assert!(matches!(report.lines[0].value, Value::Cp(_)));
    assert!(ask(&Setup::default(), Techniques::NONE).nodes > 0);
    let usual_960 = Setup {
        variant: "chess960".to_owned(),
        start: "518".to_owned(),
        ..Setup::default()
    };
    assert!(ask(&usual_960, by_book).nodes > 0, "Chess960 has no book");
}

/// The measurement of levels is made without a book, which comes with the games against people.
#[test]
fn no_level_has_the_book_of_itself() {
    let levels = Registry::shipped().find("chess").unwrap().sheet().levels;
    assert!(
        levels
            .iter()
            .all(|level| !level.looks_up.has(Technique::Book))
    );
}

#[test]
fn a_damaged_book_is_refused() {
    assert!(Book::parse(TEXT).is_ok());
    let cut = &TEXT[..TEXT.len() / 2];
    assert!(Book::parse(cut).unwrap_err().contains("no checksum"));
    let other = TEXT.replacen("\n1 ", "\n2 ", 1);
    assert!(Book::parse(&other).unwrap_err().contains("damaged"));
    for (lines, reason) in [
        ("1 e2e4\n", "not a line of ply, move and value"),
        ("one e2e4 3\n", "'one' is not a ply"),
        ("0 e2e4 3\n", "no position that it could begin at"),
        ("1 e2e4 3\n3 d2d4 3\n", "no position that it could begin at"),
        ("1 e2e5 3\n", "there is no such move"),
        ("1 e2e4 best\n", "'best' is not a value"),
    ] {
        let said = Book::parse(&seal(lines)).unwrap_err();
        assert!(said.contains(reason), "{said}");
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(lines in proptest::collection::vec("[0-9]{1,2} [a-h][1-8][a-h][1-8][nbrq]? -?[0-9]{1,12}", 0..8)) {
        let lines = lines.join("\n") + "\n";
        let _ = Book::parse(&seal(&lines));
    }
}

/// A builder goes on from the written book, and a stopped one changes nothing.
#[test]
fn building_goes_on_where_it_ended() {
    let mut builder = Builder::new();
    builder.resume(TEXT).unwrap();
    assert_eq!(
        builder.text(),
        TEXT,
        "what the builder wrote it writes again"
    );
    let (done, known) = builder.progress();
    assert_eq!(
        (done, known),
        (Book::shipped().moves.len(), done),
        "the book is finished"
    );
    assert!(!builder.step(&Control::unlimited()));
    let mut fresh = Builder::new();
    assert_eq!(fresh.progress(), (0, 1));
    let control = Control::unlimited();
    control.stop();
    let empty = fresh.text();
    assert!(!fresh.step(&control));
    assert_eq!(fresh.text(), empty);
}

/// The moves that a search finds for the first position: legal, the best first, within the margin.
#[test]
fn a_step_adds_the_good_moves_of_a_position() {
    let mut fresh = Builder::new();
    assert!(fresh.step(&Control::unlimited()));
    let found = fresh.book.moves_of(&start());
    let mut moves = MoveList::new();
    start().generate(&mut moves);
    let best = found[0].1;
    for (m, value) in found {
        assert!(moves.contains(m));
        assert!((0..=MARGIN_CP).contains(&(best - value)));
    }
    assert_eq!(fresh.progress(), (1, 1 + found.len()));
}
