//! Tests of the rules: published counts, the slow board, and unreadable texts.

use std::collections::HashMap;

use crate::connect_four::bits::Bits;
use crate::connect_four::notation::{parse, print};
use crate::connect_four::position::{BoardSize, ConnectFourPosition, Drop};
use crate::connect_four::tests::slow::SlowBoard;
use crate::connect_four::ui::{SHEET, shape};
use rookery_engine::{MoveList, Outcome, Position, SplitMix, perft};

fn moves(grid: &ConnectFourPosition) -> Vec<Drop> {
    let mut moves = MoveList::new();
    if grid.outcome().is_none() {
        grid.generate(&mut moves);
    }
    moves
}

fn after(grid: &ConnectFourPosition, m: Drop) -> ConnectFourPosition {
    let mut child = *grid;
    child.play(m);
    child
}

#[test]
fn leaf_counts_are_the_published_ones() {
    // Also those of OpenSpiel's connect_four.
    let published = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, leaves) in published.into_iter().enumerate() {
        let start = ConnectFourPosition::new(BoardSize::STANDARD);
        assert_eq!(perft(&start, depth as u32, false), leaves, "depth {depth}");
        if depth <= 7 {
            assert_eq!(perft(&start, depth as u32, true), leaves, "depth {depth}");
        }
    }
}

#[test]
fn distinct_positions_and_mirror_classes_are_the_published_ones() {
    // The sequence of positions after n stones is OEIS A212693.
    let published = [
        (1, 0, 1),
        (7, 0, 4),
        (49, 0, 25),
        (238, 0, 121),
        (1_120, 0, 568),
        (4_263, 0, 2_144),
        (16_422, 0, 8_231),
        (54_859, 728, 27_473),
        (184_275, 1_892, 92_244),
        (558_186, 19_412, 279_241),
    ];
    let mut wave = vec![ConnectFourPosition::new(BoardSize::STANDARD)];
    for (ply, (distinct, won, classes)) in published.into_iter().enumerate() {
        assert_eq!(wave.len(), distinct, "ply {ply}");
        let is_won = |grid: &&ConnectFourPosition| grid.outcome() == Some(Outcome::Loss);
        assert_eq!(wave.iter().filter(is_won).count(), won, "ply {ply}");
        let mut keys: Vec<_> = wave.iter().map(|grid| grid.canonical().0).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), classes, "ply {ply}");
        let children = wave
            .iter()
            .flat_map(|grid| moves(grid).into_iter().map(|m| after(grid, m)));
        let next: HashMap<_, _> = children.map(|child| (child.key(), child)).collect();
        wave = next.into_values().collect();
    }
}

#[test]
fn random_games_agree_with_the_slow_board() {
    for variant in SHEET.variants {
        let shape = shape(variant);
        for seed in 1..=60 {
            let mut random = SplitMix::new(seed);
            let mut grid = ConnectFourPosition::new(shape);
            let mut slow = SlowBoard::new(shape.columns().into(), shape.rows().into());
            loop {
                let ended = slow.ended();
                let expected = ended.map(|winner| match winner {
                    None => Outcome::Draw,
                    Some(winner) => {
                        assert_ne!(winner, grid.side(), "only who moved can have won");
                        Outcome::Loss
                    }
                });
                assert_eq!(grid.outcome(), expected, "{} {}", variant, print(&grid));
                if ended.is_some() {
                    break;
                }
                let columns: Vec<_> = moves(&grid).iter().map(|m| usize::from(m.column)).collect();
                assert_eq!(columns, slow.moves());
                let column = columns[random.below(columns.len())];
                let mut child = grid;
                child.play(grid.drop_in(column as u8).unwrap());
                slow.play(column);
                // A cell wins exactly if the line is there once a stone stands on it.
                let cell = child.all() ^ grid.all();
                assert_eq!(
                    grid.wins(grid.own()) & cell != 0,
                    slow.has_four(grid.side())
                );
                grid = child;
            }
        }
    }
}

/// The solver's bits are those of the rules.
#[test]
fn bits_of_a_fixed_size_agree_with_those_of_any() {
    let mut random = SplitMix::new(5);
    for _ in 0..200 {
        let mut grid = ConnectFourPosition::new(BoardSize::STANDARD);
        while grid.outcome().is_none() {
            let other = grid.own() ^ grid.all();
            assert_eq!(Bits::<7, 6>::open(grid.all()), grid.open());
            assert_eq!(
                Bits::<7, 6>::wins(grid.own(), grid.all()),
                grid.wins(grid.own())
            );
            assert!(!Bits::<7, 6>::has_four(other));
            assert_eq!(Bits::<7, 6>::mirrored(grid.all()), grid.transform(1).all());
            // A safe move is one after which the other side has no winning move, and prevents one where there is one.
            let safe = moves(&grid).into_iter().filter(|&m| {
                let child = after(&grid, m);
                child.wins(child.own()) & child.open() == 0
            });
            let safe = safe.fold(0, |cells, m| cells | 1_u64 << m.at);
            if grid.wins(grid.own()) & grid.open() == 0 {
                assert_eq!(Bits::<7, 6>::safe(grid.all(), grid.wins(other)), safe);
                assert_eq!(grid.safe(grid.wins(other)), safe);
            }
            let moves = moves(&grid);
            grid.play(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn the_middle_columns_come_first() {
    assert_eq!(Bits::<7, 6>::OUTWARDS, [3, 2, 4, 1, 5, 0, 6]);
    assert_eq!(Bits::<6, 4>::OUTWARDS, [2, 3, 1, 4, 0, 5]);
    assert_eq!(Bits::<5, 4>::OUTWARDS, [2, 1, 3, 0, 4]);
}

#[test]
fn the_last_stone_may_win() {
    let mut wins_at_the_end = 0;
    let shape = shape("4x4");
    for seed in 0..20_000 {
        let mut random = SplitMix::new(seed);
        let mut grid = ConnectFourPosition::new(shape);
        while grid.outcome().is_none() {
            let moves = moves(&grid);
            grid.play(moves[random.below(moves.len())]);
        }
        if grid.stones() == 16 && grid.outcome() == Some(Outcome::Loss) {
            wins_at_the_end += 1;
        }
    }
    assert!(wins_at_the_end > 20, "{wins_at_the_end}");
}

#[test]
fn mirrors_keep_the_rules() {
    let mut random = SplitMix::new(9);
    for variant in SHEET.variants {
        let mut grid = ConnectFourPosition::new(shape(variant));
        while grid.outcome().is_none() {
            let image = grid.transform(1);
            assert_eq!(image.transform(1), grid);
            assert_eq!(image.canonical().0, grid.canonical().0);
            assert_eq!(grid.transform(grid.canonical().1).key(), grid.canonical().0);
            let mut turned: Vec<_> = moves(&grid)
                .into_iter()
                .map(|m| ConnectFourPosition::transform_move(m, 1))
                .collect();
            turned.sort_by_key(|m| m.at);
            assert_eq!(turned, moves(&image));
            let moves = moves(&grid);
            let m = moves[random.below(moves.len())];
            assert!(grid.is_legal(m));
            assert_eq!(
                after(&grid, m).transform(1),
                after(&image, ConnectFourPosition::transform_move(m, 1))
            );
            grid.play(m);
        }
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    for text in ["", "4453", "4444443333332222221111115555556666667777"] {
        if let Ok(grid) = parse(text, BoardSize::STANDARD) {
            assert_eq!(print(&grid), text);
        }
    }
    for (text, reason) in [
        (
            "448",
            "'8' is not a column: write the columns played as digits from 1 to 7",
        ),
        ("4x", "'x' is not a column"),
        ("40", "'0' is not a column"),
        ("4444444", "column 4 is full before move 7"),
        (
            "12121212",
            "the game is over after 1212121: '2' cannot follow",
        ),
    ] {
        let said = parse(text, BoardSize::STANDARD).unwrap_err();
        assert!(said.contains(reason), "{text}: {said}");
    }
}

/// The rows that stay with a side to the end, counted from the lowest: 1, 3, 5 for the first player, 2, 4, 6 for the second (Allis 1988).
#[test]
fn every_other_row_belongs_to_a_side() {
    for (columns, rows) in [(7, 6), (8, 7), (5, 4)] {
        let board = BoardSize::new(columns, rows);
        for side in 0..2 {
            let found = board.every_other_row(side);
            for bit in (0..64).filter(|&bit| board.board() >> bit & 1 == 1) {
                let (_, row) = board.place_of(bit);
                assert_eq!(
                    found >> bit & 1 == 1,
                    row % 2 == side,
                    "{columns} {rows} {bit}"
                );
            }
            assert_eq!(found & !board.board(), 0);
        }
    }
}
