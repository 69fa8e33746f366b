//! Moves as taps: the tokens of a path, and the effect of each on the board.

use crate::api::view::Choice;
use crate::chess::board::bits::{file, rank_set};
use crate::chess::notation::fen::square_name;
use crate::chess::notation::san;
use crate::chess::ui::messages;
use crate::chess::{Chess, ChessMove, Role};
use crate::{Change, Step};
use rookery_engine::Position;

/// The drawings of pieces, by role.
pub const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The tokens of the pieces that a pawn may become.
const PROMOTIONS: [(&str, Role); 4] = [
    ("=Q", Role::Queen),
    ("=R", Role::Rook),
    ("=B", Role::Bishop),
    ("=N", Role::Knight),
];

/// The move, token by token.
pub fn steps(m: ChessMove) -> Vec<Step> {
    let from = square_name(m.from());
    let travel = |from: u8, to: u8| Change::Move {
        from: square_name(from),
        to: square_name(to),
    };
    if m.is_castling() {
        let (king, rook) = Chess::castled(m.from(), m.to());
        // In Chess960 one of the two may already stand on its target square.
        let changes = [(m.from(), king), (m.to(), rook)]
            .into_iter()
            .filter(|(from, to)| from != to)
            .map(|(from, to)| travel(from, to))
            .collect();
        let to = square_name(castling_targets(m)[0]);
        return vec![Step::select(from), Step::act(to, changes)];
    }
    let to = square_name(m.to());
    let mut changes = Vec::new();
    if m.is_capture() {
        let taken = match m.is_en_passant() {
            true => m.to() ^ 8,
            false => m.to(),
        };
        changes.push(Change::Remove {
            at: square_name(taken),
        });
    }
    changes.push(travel(m.from(), m.to()));
    let mut steps = vec![Step::select(from), Step::act(to.clone(), changes)];
    if let Some(role) = m.promoted() {
        let morph = Change::Morph {
            at: to,
            kind: KINDS[role as usize],
        };
        steps.push(Step::act(format!("={}", role.letter()), vec![morph]));
    }
    steps
}

/// The squares that a person may tap to castle, the king being chosen: where the king arrives, unless an ordinary step of the king
/// leads there, and its rook.
fn castling_targets(m: ChessMove) -> Vec<u8> {
    let (king, _) = Chess::castled(m.from(), m.to());
    let is_step = file(m.from()).abs_diff(file(king)) <= 1;
    let mut targets = vec![m.to()];
    if !is_step && king != m.to() {
        targets.insert(0, king);
    }
    targets
}

/// The paths of a move beside the usual one.
pub fn other_paths(m: ChessMove) -> Vec<Vec<String>> {
    if !m.is_castling() {
        return Vec::new();
    }
    let others = castling_targets(m).into_iter().skip(1);
    others
        .map(|to| vec![square_name(m.from()), square_name(to)])
        .collect()
}

/// Other ways to write a move: by squares, and castling with noughts.
pub fn spellings(m: ChessMove) -> Vec<String> {
    if !m.is_castling() {
        return vec![san::write_coordinates(m, false)];
    }
    let from = square_name(m.from());
    let targets = castling_targets(m).into_iter();
    let mut all: Vec<_> = targets.map(|to| from.clone() + &square_name(to)).collect();
    let is_short = m.to() > m.from();
    all.push(if is_short { "0-0" } else { "0-0-0" }.to_owned());
    all
}

/// The role with this drawing.
pub fn role_of(kind: &str) -> Role {
    let found = Role::ALL.into_iter().find(|&r| KINDS[r as usize] == kind);
    found.expect("the drawings of chess are those of its pieces")
}

/// The choices of a promotion, if a pawn of the side to move could promote with its next move.
pub fn promotions(position: &Chess) -> Vec<Choice> {
    let side = position.side();
    let seventh = rank_set(if side == 0 { 6 } else { 1 });
    if position.pieces_of(side, Role::Pawn) & seventh == 0 {
        return Vec::new();
    }
    PROMOTIONS
        .map(|(token, role)| Choice {
            token,
            label: messages::role_name(role),
            figure: Some((side, KINDS[role as usize])),
        })
        .to_vec()
}
