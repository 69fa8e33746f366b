//! Tables of Morabaraba against published counts.

use std::ops::ControlFlow;

use crate::engine::tables::{
    Cell, Endgames, Finished, Order, Place, Shelf, Space, Summary, Works, up_to,
};
use crate::engine::{MoveList, Position};
use crate::games::morabaraba::position::{Morabaraba, Parts};
use crate::games::morabaraba::tables::cattle::*;
use crate::games::morabaraba::tables::{SHELF, SPACE, endgames};

#[test]
fn check_forward() {
    let folder = std::path::PathBuf::from("/tmp/tb");
    endgames()
        .open(&folder, &mut || ControlFlow::Continue(()))
        .unwrap();
    let names = std::env::var("SLICES").unwrap();
    let mut bad = 0;
    for slice in
        (0..200u16).filter(|&s| SHELF.has(s) && names.split(' ').any(|n| n == SPACE.name(s)))
    {
        let mut n = 0;
        for index in 0..SPACE.len(slice) {
            let Some(state) = SPACE.state(Place { slice, index }) else {
                continue;
            };
            let p = Morabaraba::from_parts(
                Parts {
                    cows: [state.own, state.other],
                    hand: [0; 2],
                    side: 0,
                    bans: [None; 2],
                    quiet: 0,
                },
                UNCOUNTED,
            );
            let mut moves = MoveList::new();
            p.generate(&mut moves);
            let value = moves
                .into_iter()
                .map(|m| {
                    let mut c = p.clone();
                    c.play(m);
                    if c.outcome().is_some() {
                        return Cell::lost().a_ply_earlier();
                    }
                    let child = Cattle::new(c.cows(1), c.cows(0), state.banning);
                    SHELF.cell(SPACE.place(child)).unwrap().a_ply_earlier()
                })
                .reduce(Cell::better)
                .unwrap_or(Cell::lost());
            let known = SHELF.cell(Place { slice, index }).unwrap();
            n += 1;
            if known != value {
                bad += 1;
                if bad < 20 {
                    eprintln!(
                        "{} {index} {:06x} {:06x} stab {:x}: {known:?} but {value:?}",
                        SPACE.name(slice),
                        state.own,
                        state.other,
                        SPACE.stabiliser(state)
                    );
                }
            }
        }
        eprintln!("{} {n} checked, {bad} bad", SPACE.name(slice));
    }
    let _ = Summary::default();
}
