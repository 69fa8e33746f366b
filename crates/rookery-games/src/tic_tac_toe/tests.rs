//! Noughts and crosses against its published figures, and the promise that the best level never loses.

use std::collections::BTreeSet;

use crate::tic_tac_toe::knowledge::{OpenLines, open_lines};
use crate::tic_tac_toe::position::TicTacToePosition;
use crate::tic_tac_toe::{notation, table};
use crate::{Error, Game, GameType, Registry, Setup};
use rookery_engine::{Control, Driver, Knowledge, MoveList, Outcome, Position};
use rookery_engine::{ProofNumberSearch, Request, Solver, SolverSpec, Value, perft, search};

fn game_type() -> &'static dyn GameType {
    Registry::shipped().find("tic-tac-toe").unwrap()
}

fn start(position: &str) -> Result<Box<dyn Game>, Error> {
    game_type().start(&Setup {
        start: position.to_owned(),
        ..Setup::default()
    })
}

fn children(grid: &TicTacToePosition) -> Vec<TicTacToePosition> {
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

/// All positions that a game reaches, by ply.
fn by_ply() -> Vec<Vec<TicTacToePosition>> {
    let mut plies = vec![vec![TicTacToePosition::default()]];
    for ply in 0..9 {
        let next = plies[ply].iter().flat_map(children);
        let mut next: Vec<_> = next.map(|g| (g.index(), g)).collect();
        next.sort_by_key(|(index, _)| *index);
        next.dedup_by_key(|(index, _)| *index);
        plies.push(next.into_iter().map(|(_, g)| g).collect());
    }
    plies
}

#[test]
fn leaf_counts_are_the_published_ones() {
    // The paths of the complete game tree, ply by ply; also those of OpenSpiel's tic_tac_toe.
    let published = [
        1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
    ];
    for (depth, leaves) in published.into_iter().enumerate() {
        for full in [false, true] {
            assert_eq!(
                perft(&TicTacToePosition::default(), depth as u32, full),
                leaves
            );
        }
    }
}

#[test]
fn distinct_positions_and_classes_are_the_published_ones() {
    let plies = by_ply();
    let distinct: Vec<_> = plies.iter().map(Vec::len).collect();
    assert_eq!(distinct, [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]);
    assert_eq!(distinct.iter().sum::<usize>(), 5_478);
    let class_count = |grids: &Vec<TicTacToePosition>| {
        let classes: BTreeSet<_> = grids.iter().map(|g| g.canonical().0).collect();
        classes.len()
    };
    let classes: Vec<_> = plies.iter().map(class_count).collect();
    assert_eq!(classes, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(classes.iter().sum::<usize>(), 765);
}

/// Counts every game below `grid`: by winner (crosses, noughts, nobody), and by the ply of its end.
fn count_games(grid: &TicTacToePosition, ply: usize, results: &mut [u32; 3], ends: &mut [u32; 10]) {
    match grid.outcome() {
        None => {
            for child in children(grid) {
                count_games(&child, ply + 1, results, ends);
            }
        }
        Some(outcome) => {
            let winner = match outcome {
                Outcome::Loss => 1 - grid.side(),
                _ => 2,
            };
            results[winner] += 1;
            ends[ply] += 1;
        }
    }
}

#[test]
fn games_end_as_published() {
    let (mut results, mut ends) = ([0; 3], [0; 10]);
    count_games(&TicTacToePosition::default(), 0, &mut results, &mut ends);
    assert_eq!(results, [131_184, 77_904, 46_080]);
    assert_eq!(results.iter().sum::<u32>(), 255_168);
    assert_eq!(ends, [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872]);
}

#[test]
fn finished_positions_are_the_published_ones() {
    let finished: Vec<_> = by_ply()
        .concat()
        .into_iter()
        .filter(|g| g.outcome().is_some())
        .collect();
    let lost = |side| {
        let is_lost =
            |g: &&TicTacToePosition| g.outcome() == Some(Outcome::Loss) && g.side() == side;
        finished.iter().filter(is_lost).count()
    };
    let classes: BTreeSet<_> = finished.iter().map(|g| g.canonical().0).collect();
    assert_eq!(finished.len(), 958);
    assert_eq!((lost(1), lost(0)), (626, 316));
    assert_eq!(finished.len() - 626 - 316, 16);
    assert_eq!(classes.len(), 138);
}

#[test]
fn the_table_has_the_published_values() {
    let grids = by_ply().concat();
    let winner = |grid: &TicTacToePosition| match table::value(grid) {
        Some(Value::Win(_)) => grid.side(),
        Some(Value::Loss(_)) => 1 - grid.side(),
        value => {
            assert_eq!(value, Some(Value::Exact(0)));
            2
        }
    };
    let mut counts = [0; 3];
    for grid in &grids {
        counts[winner(grid)] += 1;
    }
    assert_eq!(counts, [2_936, 1_474, 1_068]);
    assert_eq!(
        table::value(&TicTacToePosition::default()),
        Some(Value::Exact(0))
    );
}

/// The search, which does not know the table, is its judge: value and distance of every position.
#[test]
fn the_table_agrees_with_a_full_search() {
    let request = Request {
        depth: 9,
        hash_mb: 0,
        ..Request::default()
    };
    for grid in by_ply().concat().iter().filter(|g| g.outcome().is_none()) {
        let found = search(grid, &[], &OpenLines, &request, &Control::unlimited());
        assert_eq!(
            Some(found.lines[0].value),
            table::value(grid),
            "{}",
            notation::print(grid)
        );
    }
}

#[test]
fn every_driver_proves_the_draw() {
    for driver in [
        Driver::Pvs,
        Driver::Mtdf,
        Driver::AlphaBeta,
        Driver::Minimax,
    ] {
        let request = Request {
            depth: 9,
            driver,
            ..Request::default()
        };
        let report = start("").unwrap().search(&request, &Control::unlimited());
        assert_eq!(report.lines[0].value, Value::Exact(0), "{driver:?}");
    }
}

#[test]
fn open_lines_are_those_of_the_lecture() {
    for (squares, expected) in [(vec![0, 2, 6, 8], 3), (vec![1, 3, 5, 7], 2), (vec![4], 4)] {
        for square in squares {
            let mut grid = TicTacToePosition::default();
            grid.play(square);
            assert_eq!(open_lines(&grid, 0), expected, "square {square}");
            assert_eq!(
                OpenLines.eval(&grid, &()),
                -100 * expected,
                "for noughts, who move"
            );
        }
    }
}

#[test]
fn symmetries_keep_moves_values_and_evaluation() {
    for grid in by_ply().concat() {
        for s in 0..TicTacToePosition::SYMMETRIES {
            let image = grid.transform(s);
            assert_eq!(table::value(&grid), table::value(&image));
            assert_eq!(OpenLines.eval(&grid, &()), OpenLines.eval(&image, &()));
            let (mut moves, mut images) = (MoveList::new(), MoveList::new());
            grid.generate(&mut moves);
            image.generate(&mut images);
            let turned: BTreeSet<_> = moves
                .iter()
                .map(|m| TicTacToePosition::transform_move(*m, s))
                .collect();
            assert_eq!(turned, images.into_iter().collect());
        }
    }
}

/// Follows every line of the opponent against level 8, with each seed's choices.
fn never_loses(game: &dyn Game, engine: usize, seed: u64) -> u32 {
    if let Some(ending) = game.ending() {
        assert_ne!(
            ending.winner,
            Some(1 - engine),
            "lost at {}",
            game.position()
        );
        return 1;
    }
    let replies = if game.side() == engine {
        let request = game_type().sheet().levels[7].request(seed);
        let report = game.search(&request, &Control::unlimited());
        assert_eq!(report.nodes, 0, "the answer comes from the table");
        vec![report.best.unwrap()]
    } else {
        game.legal().into_iter().map(|l| l.path).collect()
    };
    let play = |path: Vec<String>| {
        let mut child = game.boxed_clone();
        child.play(&path).unwrap();
        never_loses(child.as_ref(), engine, seed)
    };
    replies.into_iter().map(play).sum()
}

#[test]
fn the_best_level_never_loses_against_any_line() {
    for engine in [0, 1] {
        for seed in 0..4 {
            let games = never_loses(start("").unwrap().as_ref(), engine, seed);
            assert!(games > 50, "{games} games");
        }
    }
}

/// The result of a game between two levels for the first of them, twice its points.
fn play_out(levels: [usize; 2], seed: u64) -> u64 {
    let mut game = start("").unwrap();
    while game.ending().is_none() {
        let request = game_type().sheet().levels[levels[game.side()]].request(seed);
        let path = game.search(&request, &Control::unlimited()).best.unwrap();
        game.play(&path).unwrap();
    }
    match game.ending().unwrap().winner {
        Some(0) => 2,
        None => 1,
        Some(_) => 0,
    }
}

/// Points of `level` against `other` in a hundred games, half of them moving first.
fn points(level: usize, other: usize) -> u64 {
    let twice: u64 = (1..=50)
        .map(|seed| play_out([level, other], seed) + 2 - play_out([other, level], seed))
        .sum();
    twice / 2
}

#[test]
fn levels_get_stronger() {
    assert!(
        points(0, 7) < 25,
        "the first level against the best: {}",
        points(0, 7)
    );
    assert!(
        points(2, 0) > 60,
        "level 3 against level 1: {}",
        points(2, 0)
    );
    assert!(
        points(3, 1) > 60,
        "level 4 against level 2: {}",
        points(3, 1)
    );
    assert!(
        points(7, 3) > 50,
        "level 8 against level 4: {}",
        points(7, 3)
    );
}

#[test]
fn the_first_level_varies() {
    let request = |seed| game_type().sheet().levels[0].request(seed);
    let first = |seed| {
        start("")
            .unwrap()
            .search(&request(seed), &Control::unlimited())
            .best
    };
    let moves: BTreeSet<_> = (1..50).map(first).collect();
    assert!(moves.len() >= 4, "{moves:?}");
}

#[test]
fn the_reachable_boards_are_those_that_games_reach() {
    let reached: BTreeSet<_> = by_ply()
        .concat()
        .iter()
        .map(TicTacToePosition::index)
        .collect();
    for index in 0..3_usize.pow(9) {
        let grid = TicTacToePosition::from_index(index);
        assert_eq!(grid.is_reachable(), reached.contains(&index), "{grid:?}");
    }
}

#[test]
fn the_squares_of_full_lines_are_marked() {
    for grid in by_ply().concat() {
        for side in [0, 1] {
            let is_mine =
                |column: usize, row: usize| grid.marks[side] >> (3 * row + column) & 1 == 1;
            let is_marked = |column: usize, row: usize| {
                let mine = |on_line: &dyn Fn(usize, usize) -> bool| {
                    let squares = (0..9)
                        .map(|n| (n % 3, n / 3))
                        .filter(|(c, r)| on_line(*c, *r));
                    on_line(column, row) && squares.into_iter().all(|(c, r)| is_mine(c, r))
                };
                mine(&|c, _| c == column)
                    || mine(&|_, r| r == row)
                    || mine(&|c, r| c == r)
                    || mine(&|c, r| c + r == 2)
            };
            let expected = (0..9)
                .filter(|n| is_marked(n % 3, n / 3))
                .fold(0, |squares, n| squares | 1 << n);
            assert_eq!(grid.lines_of(side), expected, "{grid:?}");
        }
    }
}

#[test]
fn exactly_the_reachable_boards_are_read() {
    let mut read = 0;
    for index in 0..3_usize.pow(9) {
        let square = |i: u32| ['.', 'X', 'O'][index / 3_usize.pow(i) % 3];
        let board: String = (0..9).map(square).collect();
        let both = ["x", "o"].map(|side| notation::parse(&format!("{board} {side}")));
        assert!(both.iter().filter(|r| r.is_ok()).count() < 2);
        read += both.iter().flatten().count();
    }
    assert_eq!(read, 5_478);
}

#[test]
fn positions_that_cannot_be_say_why() {
    for (text, reason) in [
        (
            "X../.O./...",
            "expected the board, a space and the side to move",
        ),
        ("X../.O./.. x", "is not a board: write 3 rows of 3 squares"),
        ("X../.O/.... x", "is not a board: write 3 rows of 3 squares"),
        ("X../.Q./... x", "'Q' is not a square"),
        ("X../.O./... z", "'z' is not a side to move"),
        ("XX./.../... o", "2 X and 0 O cannot be"),
        ("XO./O../... x", "1 X and 2 O cannot be"),
        ("X../.O./... o", "it is the turn of x, not of o"),
        ("XXX/OOO/... x", "X and O cannot both have three in a row"),
        (
            "XXX/OO./O.. x",
            "O cannot have moved after X had three in a row",
        ),
        (
            "OOO/XX./X.X o",
            "X cannot have moved after O had three in a row",
        ),
    ] {
        let Err(Error::Position(said)) = start(text) else {
            panic!("{text} was read")
        };
        assert!(said.contains(reason), "{text}: {said}");
    }
}

#[test]
fn moves_are_read_by_square_and_by_number() {
    let game = start("").unwrap();
    for (text, square) in [
        ("b2", "b2"),
        ("B2", "b2"),
        ("1", "a3"),
        ("9", "c1"),
        (" 4 ", "a2"),
    ] {
        assert_eq!(game.read(text).unwrap(), [square]);
    }
}

#[test]
fn a_taken_square_is_named() {
    let game = start("X../.O./... x").unwrap();
    let reason = |text| match game.read(text) {
        Err(Error::Illegal(message)) => message.id,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(reason("a3"), "illegal-occupied");
    assert_eq!(reason("A3"), "illegal-occupied");
    assert_eq!(reason("1"), "illegal-occupied");
    assert_eq!(reason("10"), "illegal-no-such-space");
    assert_eq!(reason("d4"), "illegal-no-such-space");
    assert_eq!(reason("a1,a2"), "illegal-too-long");
    assert_eq!(reason(""), "illegal-empty");
    let over = start("XXX/OO./... o").unwrap();
    assert_eq!(over.why_not(&["c1".to_owned()]).id, "illegal-over");
    let ending = over.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(0), "three-in-a-row"));
}

#[test]
fn the_diagram_reads_line_by_line() {
    let game = start("X../.O./... x").unwrap();
    assert_eq!(
        game.diagram(&game.board()),
        "3  ✕ . .\n2  . ○ .\n1  . . .\n   a b c\n"
    );
}

/// 1 if the side to move wins, 0 for a draw, -1 if it loses: by looking at every game from here.
fn by_every_game(grid: &TicTacToePosition) -> i8 {
    match grid.ended() {
        Some(Outcome::Win) => 1,
        Some(Outcome::Loss) => -1,
        Some(_) => 0,
        None => {
            let values = children(grid)
                .iter()
                .map(|child| -by_every_game(child))
                .max();
            values.unwrap()
        }
    }
}

#[test]
fn proof_numbers_solve_every_position() {
    let mut prover = ProofNumberSearch::new(&SolverSpec {
        entries: 1 << 14,
        ..SolverSpec::default()
    });
    let mut seen = [0; 3];
    for grid in by_ply()
        .iter()
        .flatten()
        .filter(|grid| grid.ended().is_none())
    {
        let solved = prover.solve(grid, &Control::unlimited()).unwrap();
        let value = match solved.value {
            Value::Win(_) => 1,
            Value::Loss(_) => -1,
            _ => 0,
        };
        assert_eq!(value, by_every_game(grid));
        let mut after = *grid;
        after.play(solved.line[0]);
        assert_eq!(-by_every_game(&after), value);
        seen[(value + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}
