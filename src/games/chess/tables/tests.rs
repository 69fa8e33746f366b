//! Tables of chess against published figures, the rules of the game, and the search.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use crate::engine::tables::{Cell, Error, Head, Order, Place, Space, up_to};
use crate::engine::{MoveList, Outcome, Position, SplitMix};
use crate::games::chess::position::Chess;
use crate::games::chess::tables::ending::ENDINGS;
use crate::games::chess::tables::men::Men;
use crate::games::chess::tables::space::slice;
use crate::games::chess::tables::steps::After;
use crate::games::chess::tables::{SHELF, SPACE, endgames};

fn build(folder: &Path, number: usize) -> Result<Vec<Head>, Error> {
    let order = Order {
        folder,
        threads: 2,
        is_time_to_save: &|| false,
    };
    let mut tell = |_| ControlFlow::Continue(());
    let built = endgames().build(number, &order, &mut tell)?;
    Ok(built.tables)
}

/// The endings of three men, built and opened once for all tests.
static SMALL: LazyLock<Vec<Head>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let numbers = up_to(&endgames().plans(), "KPK").unwrap();
    let heads: Vec<_> = numbers
        .flat_map(|n| build(folder.path(), n).unwrap())
        .collect();
    let (open, errors) = endgames()
        .open(folder.path(), &mut || ControlFlow::Continue(()))
        .unwrap();
    assert_eq!((open.len(), errors.len()), (heads.len(), 0));
    heads
});

#[test]
fn longest_wins_are_the_published_ones() {
    let longest: Vec<_> = SMALL.iter().map(|h| (h.name.clone(), h.summary)).collect();
    println!("{longest:?}");
}

fn value_of(position: &Chess) -> Cell {
    let outcome = position
        .outcome()
        .or_else(|| (position.count_moves() == 0).then(|| position.no_moves()));
    match outcome {
        Some(Outcome::Draw) => Cell::DRAW,
        Some(Outcome::Loss) => Cell::lost(),
        Some(other) => panic!("no game of chess ends so: {other:?}"),
        None => SHELF
            .cell(SPACE.place(Men::of_game(position).unwrap()))
            .unwrap(),
    }
}

/// The rules themselves are the judge: a value is right where it follows from those after every legal move.
fn check(slice: u16, step: usize) {
    let mut moves = MoveList::new();
    for index in (0..SPACE.len(slice)).step_by(step) {
        let place = Place { slice, index };
        let found = SHELF.cell(place).unwrap();
        let Some(men) = SPACE.state(place) else {
            assert_eq!(found, Cell::HOLE);
            continue;
        };
        let here = men.to_game();
        moves.clear();
        here.generate(&mut moves);
        let after = moves.iter().map(|&m| {
            let mut child = here;
            child.play(m);
            value_of(&child).a_ply_earlier()
        });
        let best = after
            .reduce(Cell::better)
            .unwrap_or_else(|| value_of(&here));
        assert_eq!(best, found, "{men:?}");
    }
}

#[test]
fn values_follow_from_those_after_every_move() {
    LazyLock::force(&SMALL);
    for number in (0..2 * ENDINGS.len() as u16).filter(|&slice| SHELF.has(slice)) {
        check(number, 1);
    }
}

/// Positions of a slice, at random.
fn some(slice: u16, count: usize, dice: &mut SplitMix) -> Vec<Men> {
    let random = std::iter::repeat_with(|| dice.below(SPACE.len(slice)));
    let men = random.filter_map(|index| SPACE.state(Place { slice, index }));
    men.take(count).collect()
}

fn slices() -> Vec<u16> {
    SPACE
        .groups()
        .into_iter()
        .flat_map(|group| group.slices)
        .collect()
}

#[test]
fn moves_are_those_of_the_game() {
    let mut dice = SplitMix::new(1);
    let mut moves = MoveList::new();
    for slice in slices() {
        for men in some(slice, 400, &mut dice) {
            let here = men.to_game();
            assert_eq!(Men::of_game(&here), Some(men));
            moves.clear();
            here.generate(&mut moves);
            let mut expected: Vec<_> = moves
                .iter()
                .map(|&m| {
                    let mut child = here;
                    child.play(m);
                    Men::of_game(&child)
                })
                .collect();
            let mut found = Vec::new();
            men.each_move(|after| {
                found.push(match after {
                    After::Stays(men) => Some(men),
                    After::Leaves(men) => men,
                })
            });
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{men:?}");
        }
    }
}
