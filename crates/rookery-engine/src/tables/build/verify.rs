//! Verification of a finished group: each value must follow from those after every move.
//!
//! This proves the table, for only one set of values is consistent. Of all wins and losses that are wrong, the one nearest to the end would
//! have to follow from another wrong one, still nearer; of all that are missing, the one nearest to the end would follow from values that
//! are right.

use crate::tables::{Error, Finished, Group, Moves, PackedValue, Place, Progress, Space, Tell};

/// Number of positions checked between two progress reports.
const CHUNK: usize = 1 << 14;

/// The first wrong value of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tables) struct Wrong {
    pub place: Place,
    /// The value in the table.
    pub found: PackedValue,
    /// The value that follows from its moves.
    pub expected: PackedValue,
}

/// Checks that each position of a group follows from its moves, and returns their number or the first that does not. `known`
/// includes the group's own material classes.
///
/// # Errors
/// [`Error::Stopped`].
pub(in crate::tables) fn check<S: Space>(
    space: &S,
    group: &Group,
    known: &impl Finished,
    tell: &mut Tell<'_>,
) -> Result<Result<u64, Wrong>, Error> {
    let (mut moves, mut positions, mut done) = (Moves::new(), 0, 0);
    let total = group
        .materials
        .iter()
        .map(|&material| space.len(material) as u64)
        .sum();
    for &material in &group.materials {
        for index in 0..space.len(material) {
            let place = Place { material, index };
            let found = known.cell(place);
            let expected = value(space, place, known, &mut moves);
            if found != expected {
                return Ok(Err(Wrong {
                    place,
                    found,
                    expected,
                }));
            }
            positions += u64::from(found != PackedValue::HOLE);
            done += 1;
            let progress = Progress {
                plies: None,
                is_reading: false,
                done,
                total,
            };
            if index % CHUNK == 0 && tell(progress).is_break() {
                return Err(Error::Stopped);
            }
        }
    }
    Ok(Ok(positions))
}

/// The value of a position that follows from its moves.
fn value<S: Space>(
    space: &S,
    place: Place,
    known: &impl Finished,
    moves: &mut Moves<S::State>,
) -> PackedValue {
    let Some(state) = space.state(place) else {
        return PackedValue::HOLE;
    };
    moves.clear();
    space.moves(state, known, moves);
    let stays = moves.quiet().iter();
    let stays = stays.map(|&after| known.cell(space.place(after)).a_ply_earlier());
    let best = stays.chain(moves.left()).reduce(PackedValue::better);
    best.unwrap_or(PackedValue::LOST)
}
