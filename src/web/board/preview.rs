//! Preview of a half-made move: the pieces after the tokens tapped so far.

use rookery_games::api::view::{Fx, LegalMove, Piece, Side};

/// Applies what a half-made move has changed: the steps of the first move that begins with `prefix`.
///
/// Moves that share their first tokens share their effects, so any of them will do.
pub fn after(
    mut pieces: Vec<Piece>,
    moves: &[LegalMove],
    prefix: &[String],
    sides: &[Side; 2],
) -> Vec<Piece> {
    let Some(begun) = moves.iter().find(|m| m.begins(prefix)) else {
        return pieces;
    };
    for step in begun.fx.iter().take(prefix.len()) {
        for fx in step {
            apply(&mut pieces, fx, sides);
        }
    }
    pieces
}

fn apply(pieces: &mut Vec<Piece>, fx: &Fx, sides: &[Side; 2]) {
    match fx {
        Fx::Add { p, at, side, kind } => {
            // The effect does not name the new piece, so the name is taken from another piece of its kind.
            let name = pieces
                .iter()
                .find(|piece| piece.side == *side && piece.kind == *kind)
                .map_or_else(|| sides[*side].name.clone(), |piece| piece.name.clone());
            pieces.push(Piece {
                id: *p,
                at: at.clone(),
                side: *side,
                kind,
                name,
            });
        }
        Fx::Remove { p } => pieces.retain(|piece| piece.id != *p),
        Fx::Move { p, to } => change(pieces, *p, |piece| piece.at.clone_from(to)),
        Fx::Turn { p, side } => change(pieces, *p, |piece| piece.side = *side),
        Fx::Morph { p, kind } => change(pieces, *p, |piece| piece.kind = kind),
    }
}

fn change(pieces: &mut [Piece], id: u16, with: impl FnOnce(&mut Piece)) {
    if let Some(piece) = pieces.iter_mut().find(|piece| piece.id == id) {
        with(piece);
    }
}
