//! Even openings: three first stones for swap and swap2, after which neither colour has it easy.

use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::symmetry;
use rookery_engine::SplitMix;

/// The first stones, black, white and black: column and row of each from a corner, so that they fit boards of every size.
pub const EVEN_OPENINGS: [[(u8, u8); STONES]; 6] = [
    [(1, 1), (3, 2), (5, 4)],
    [(0, 3), (2, 1), (3, 5)],
    [(1, 6), (2, 3), (4, 1)],
    [(0, 0), (2, 3), (4, 3)],
    [(1, 4), (3, 4), (2, 1)],
    [(0, 5), (1, 2), (4, 4)],
];

/// Stones of an opening.
const STONES: usize = 3;

/// The stones with which the player who lays the opening may go on from here to an even one; none where the stones on the board begin
/// no such opening, or it is complete.
fn continuations(position: &GomokuPosition) -> Vec<Vec<Point>> {
    let count = position.count();
    if position.colours().chooser() != Some(1) || count >= STONES {
        return Vec::new();
    }
    let size = position.lattice().size;
    let image = |(column, row), s| {
        let (column, row) = symmetry::image_of(size, (column, row), s);
        Point::from(row) * Point::from(size) + Point::from(column)
    };
    let images = (0..symmetry::COUNT)
        .flat_map(|s| EVEN_OPENINGS.map(|stones| stones.map(|place| image(place, s))));
    let begun = images.filter(|stones| {
        let laid = stones.iter().take(count).enumerate();
        laid.into_iter()
            .all(|(n, &point)| position.stones(n % 2).has(point))
    });
    begun.map(|stones| stones[count..].to_vec()).collect()
}

/// Whether a stone on this point leads on to an even opening; `None` where no stone does.
pub fn continues(position: &GomokuPosition, point: Point) -> Option<bool> {
    let known = continuations(position);
    let leads_on = known.iter().any(|stones| stones.first() == Some(&point));
    (!known.is_empty()).then_some(leads_on)
}

/// The rest of an even opening that begins with the stones on the board, one of several by chance.
pub fn choose(position: &GomokuPosition, seed: u64) -> Option<Vec<Point>> {
    let mut known = continuations(position);
    let number = SplitMix::new(seed).below(known.len().max(1));
    (number < known.len()).then(|| known.swap_remove(number))
}
