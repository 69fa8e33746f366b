//! Pawn shelter of a king and the pawns that storm it: the terms that change only with pawns and that king.

use crate::chess::board::bits::rank_set;
use crate::chess::board::bits::{file, file_set, first, own_rank};
use crate::chess::evaluation::pawns::spans::wide_ahead;
use crate::chess::evaluation::tuning::terms::{SHELTER, STORM, STORM_BLOCKED};
use crate::chess::evaluation::tuning::tracer::Tracer;
use crate::chess::{Chess, Role};

/// Reports the shelter of both kings to the tracer.
pub fn evaluate(position: &Chess, tracer: &mut impl Tracer) {
    one_side(position, 0, tracer);
    one_side(position, 1, tracer);
}

fn one_side(position: &Chess, us: usize, tracer: &mut impl Tracer) {
    let king = position.king(us);
    let near = wide_ahead(king, us) | rank_set(king >> 3);
    let own = position.pieces_of(us, Role::Pawn) & near;
    let other = position.pieces_of(1 - us, Role::Pawn) & near;
    let middle = file(king).clamp(1, 6);
    for f in middle - 1..=middle + 1 {
        let from_edge = usize::from(f.min(7 - f));
        let shield = nearest(own & file_set(f), us);
        let storm = nearest(other & file_set(f), us);
        tracer.add(us, SHELTER.at(8 * from_edge + shield), 1);
        if storm != 0 && shield + 1 == storm {
            tracer.add(us, STORM_BLOCKED.at(storm), 1);
        } else {
            tracer.add(us, STORM.at(8 * from_edge + storm), 1);
        }
    }
}

/// The rank of the pawn in this file that is nearest to that side's first rank, counted from there; 0 if there is none.
fn nearest(pawns: u64, us: usize) -> usize {
    if pawns == 0 {
        return 0;
    }
    let square = if us == 0 {
        first(pawns)
    } else {
        63 - pawns.leading_zeros() as u8
    };
    own_rank(square, us).into()
}
