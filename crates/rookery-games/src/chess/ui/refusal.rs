//! Reasons why a move is not legal, in the order in which a person would check it.

use crate::Message;
use crate::chess::board::attacks;
use crate::chess::board::bits::{bit, file, first, own_rank, rank, squares};
use crate::chess::notation::fen::{square_name, square_named};
use crate::chess::notation::san::{tidied, without_signs};
use crate::chess::rules::castling::Castling;
use crate::chess::ui::messages::role_name;
use crate::chess::{Chess, ChessMove, Role};
use rookery_engine::Position;

/// The meaning of a path of tokens, legal or not.
enum Meant {
    /// A piece is chosen, but not where it goes.
    Piece(u8),
    /// A piece is to go from one square to another, and perhaps to become the piece that a token names.
    Step(u8, u8, Option<String>),
    /// The king is to castle: with the rook further up the alphabet, or the other.
    Castling { is_short: bool },
    /// Some piece of a kind is to go to a square.
    PieceTo(ShortMove),
}

/// A move as people type it in short, such as `Nbd2` or `exd8=Q`.
struct ShortMove {
    role: Role,
    /// What the text says about the first square: its file, its rank, both or nothing.
    origin: String,
    to: u8,
    /// Whether it says that something is taken.
    takes: bool,
    /// Whether the piece that it names for a promotion is one that a pawn may become; `None` if it names none.
    becomes: Option<bool>,
}

impl ShortMove {
    fn may_begin(&self, from: u8) -> bool {
        let (name, origin) = (square_name(from), self.origin.as_str());
        origin.is_empty() || origin == name || origin == &name[..1] || origin == &name[1..]
    }
}

/// The rule that forbids the taps of `path`; `None` if they do not mean a move.
pub fn why_not(position: &Chess, path: &[String]) -> Option<Message> {
    match meant(path)? {
        Meant::Piece(from) if position.occupied() & bit(from) == 0 => {
            Some(no_piece(position, from))
        }
        Meant::Piece(from) => bad_piece(position, from).or_else(|| Some(stuck(position, from))),
        Meant::Step(from, to, becomes) => bad_piece(position, from)
            .or_else(|| bad_castling_step(position, from, to))
            .or_else(|| bad_way(position, from, to))
            .or_else(|| bad_promotion(position, from, to, becomes.as_deref()))
            .or_else(|| unsafe_king(position, from, to)),
        Meant::Castling { is_short } => bad_castling(position, is_short),
        Meant::PieceTo(short) => bad_short_move(position, &short),
    }
}

fn meant(path: &[String]) -> Option<Meant> {
    match path {
        [one] => of_text(one),
        [from, to] => Some(Meant::Step(square_named(from)?, square_named(to)?, None)),
        [from, to, becomes] => Some(Meant::Step(
            square_named(from)?,
            square_named(to)?,
            Some(becomes.clone()),
        )),
        _ => None,
    }
}

/// One token: a square that was tapped, or a move as people type it.
fn of_text(text: &str) -> Option<Meant> {
    let text = tidied(text);
    if let Some(square) = square_named(&text) {
        return Some(Meant::Piece(square));
    }
    let bare = without_signs(&text);
    let plain: String = bare
        .chars()
        .filter(|c| !matches!(c, 'x' | ':' | '-' | '+' | '#' | '=' | '!' | '?' | ' '))
        .collect();
    match plain.as_str() {
        "OO" | "00" | "oo" => return Some(Meant::Castling { is_short: true }),
        "OOO" | "000" | "ooo" => return Some(Meant::Castling { is_short: false }),
        _ => {}
    }
    let coordinates = plain
        .split_at_checked(2)
        .and_then(|(from, rest)| Some((square_named(from)?, rest.split_at_checked(2)?)))
        .and_then(|(from, (to, becomes))| Some((from, square_named(to)?, becomes)));
    if let Some((from, to, becomes)) = coordinates {
        let becomes = (!becomes.is_empty()).then(|| format!("={}", becomes.to_uppercase()));
        return Some(Meant::Step(from, to, becomes));
    }
    let role = plain.chars().next().filter(char::is_ascii_uppercase);
    let role = role.map_or(Some(Role::Pawn), Role::of_letter)?;
    // The role that a pawn takes on is last.
    let squares = plain.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let becomes = plain.chars().next_back().filter(char::is_ascii_uppercase);
    let (before, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
    let origin = before.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let is_part = matches!(origin.as_bytes(), [] | [b'a'..=b'h' | b'1'..=b'8']);
    if !is_part && square_named(origin).is_none() {
        return None;
    }
    Some(Meant::PieceTo(ShortMove {
        role,
        origin: origin.to_owned(),
        to: square_named(to)?,
        takes: bare.contains(['x', ':']),
        becomes: becomes.map(|letter| Role::PROMOTIONS.iter().any(|role| role.letter() == letter)),
    }))
}

fn about(id: &'static str, square: u8) -> Message {
    Message::new(id).with("square", square_name(square))
}

/// A message about a piece on its square.
fn about_piece(id: &'static str, position: &Chess, square: u8) -> Message {
    let role = position.role_at(square).unwrap_or(Role::Pawn);
    about(id, square).with("piece", role_name(role))
}

fn bad_piece(position: &Chess, from: u8) -> Option<Message> {
    if position.occupied() & bit(from) == 0 {
        Some(about("chess-illegal-no-piece", from))
    } else if position.of(position.side()) & bit(from) == 0 {
        Some(about_piece("chess-illegal-not-yours", position, from))
    } else {
        None
    }
}

/// A free square alone: it was tapped, or a move of a pawn was typed.
fn no_piece(position: &Chess, square: u8) -> Message {
    let moves = position.moves();
    let steps = |m: &&ChessMove| m.role() == Role::Pawn && m.to() == square;
    match moves.iter().find(steps).map(|m| m.promoted().is_some()) {
        Some(true) => Message::new("chess-illegal-promotion"),
        Some(false) => about("chess-illegal-no-piece", square),
        None => about("chess-illegal-nobody", square),
    }
}

/// Why an own piece that was chosen has no legal move.
fn stuck(position: &Chess, from: u8) -> Message {
    let role = position.role_at(from).unwrap_or(Role::Pawn);
    let goes_somewhere = (0..64).any(|to| bad_way(position, from, to).is_none());
    if role == Role::King && goes_somewhere {
        Message::new("chess-illegal-king-stuck")
    } else if !goes_somewhere {
        about_piece("chess-illegal-blocked", position, from)
    } else if position.checkers().count_ones() > 1 {
        Message::new("chess-illegal-double-check")
    } else if position.is_check() {
        about_piece("chess-illegal-cannot-help", position, from)
    } else {
        about_piece("chess-illegal-pinned", position, from)
    }
}

/// Why a piece cannot move like this, leaving aside the safety of its king.
fn bad_way(position: &Chess, from: u8, to: u8) -> Option<Message> {
    let us = position.side();
    if position.of(us) & bit(to) != 0 {
        return Some(about_piece("chess-illegal-own-piece", position, to));
    }
    let role = position.role_at(from)?;
    if role == Role::Pawn {
        return bad_pawn_way(position, from, to);
    }
    let nothing_in_the_way = attacks::of(role, from, 0);
    if nothing_in_the_way & bit(to) == 0 {
        let id = match role {
            Role::Pawn | Role::Knight => "chess-illegal-knight-way",
            Role::Bishop => "chess-illegal-bishop-way",
            Role::Rook => "chess-illegal-rook-way",
            Role::Queen => "chess-illegal-queen-way",
            Role::King => "chess-illegal-king-way",
        };
        return Some(between(id, from, to));
    }
    in_the_way(position, from, to)
}

fn between(id: &'static str, from: u8, to: u8) -> Message {
    Message::new(id)
        .with("from", square_name(from))
        .with("to", square_name(to))
}

fn in_the_way(position: &Chess, from: u8, to: u8) -> Option<Message> {
    let blocker = squares(attacks::between(from, to) & position.occupied()).next()?;
    let message = between("chess-illegal-in-the-way", from, to);
    Some(message.with("square", square_name(blocker)))
}

fn bad_pawn_way(position: &Chess, from: u8, to: u8) -> Option<Message> {
    let us = position.side();
    let theirs = position.of(1 - us);
    if attacks::pawn(from, us) & bit(to) != 0 {
        let takes = theirs & bit(to) != 0 || position.en_passant() == Some(to);
        return (!takes).then(|| nothing_for_pawn(position, to));
    }
    let (here, there) = (own_rank(from, us), own_rank(to, us));
    let ahead = there.checked_sub(here);
    if file(from) != file(to) || !matches!(ahead, Some(1..)) {
        return Some(between("chess-illegal-pawn-way", from, to));
    }
    if ahead > Some(2) {
        return Some(between("chess-illegal-pawn-far", from, to));
    }
    if ahead == Some(2) && here != 1 {
        return Some(about("chess-illegal-two-steps", from));
    }
    if position.occupied() & bit(to) != 0 {
        return Some(about("chess-illegal-straight-ahead", to));
    }
    in_the_way(position, from, to)
}

/// Why a pawn cannot take on an empty square.
fn nothing_for_pawn(position: &Chess, to: u8) -> Message {
    let us = position.side();
    let stands_beside = position.pieces_of(1 - us, Role::Pawn) & bit(to ^ 8) != 0;
    match stands_beside && own_rank(to, us) == 5 {
        true => about("chess-illegal-in-passing", to),
        false => about("chess-illegal-nothing-to-take", to),
    }
}

fn bad_promotion(position: &Chess, from: u8, to: u8, becomes: Option<&str>) -> Option<Message> {
    let is_last_rank = own_rank(to, position.side()) == 7;
    let promotes = is_last_rank && position.role_at(from) == Some(Role::Pawn);
    match becomes {
        None => None,
        Some(_) if !promotes => Some(about("chess-illegal-no-promotion", to)),
        Some(token) => {
            let is_known = Role::PROMOTIONS
                .iter()
                .any(|role| token == format!("={}", role.letter()));
            (!is_known).then(|| Message::new("chess-illegal-promotion"))
        }
    }
}

/// Why a piece may not move like this although it could: its king would be in check.
fn unsafe_king(position: &Chess, from: u8, to: u8) -> Option<Message> {
    let us = position.side();
    let taken = match position.role_at(from)? {
        Role::Pawn if position.en_passant() == Some(to) && file(from) != file(to) => bit(to ^ 8),
        _ => bit(to),
    };
    let is_king = position.role_at(from) == Some(Role::King);
    let king = if is_king { to } else { position.king(us) };
    let pieces = position.occupied() & !bit(from) & !taken | bit(to);
    let attackers = position.attackers(king, pieces) & position.of(1 - us) & !taken;
    if attackers == 0 {
        return None;
    }
    let id = match (is_king, position.is_check()) {
        (true, _) => "chess-illegal-king-into-check",
        (false, true) => "chess-illegal-stays-in-check",
        (false, false) => "chess-illegal-opens-check",
    };
    Some(about_piece(id, position, first(attackers)).with("to", square_name(to)))
}

/// A step of the king that can only be meant as castling: two squares along the first rank, or onto an own rook.
fn bad_castling_step(position: &Chess, from: u8, to: u8) -> Option<Message> {
    let us = position.side();
    let is_home = own_rank(from, us) == 0 && rank(to) == rank(from);
    if position.role_at(from) != Some(Role::King) || !is_home {
        return None;
    }
    let onto_rook = position.pieces_of(us, Role::Rook) & bit(to) != 0;
    let is_meant = onto_rook || file(from).abs_diff(file(to)) == 2;
    is_meant
        .then(|| bad_castling(position, to > from))
        .flatten()
}

fn bad_castling(position: &Chess, is_short: bool) -> Option<Message> {
    let us = position.side();
    let king = position.king(us);
    let rooks = position.castling_rooks() & position.of(us);
    let Some(rook) = squares(rooks).find(|&rook| (rook > king) == is_short) else {
        return Some(Message::new("chess-illegal-castling-lost"));
    };
    if position.is_check() {
        return Some(Message::new("chess-illegal-castling-in-check"));
    }
    let castling = Castling::new(position.occupied(), king, rook);
    if castling.blocked != 0 {
        return Some(about_piece(
            "chess-illegal-castling-blocked",
            position,
            first(castling.blocked),
        ));
    }
    squares(castling.king_path).find_map(|square| {
        let attackers = position.attackers(square, castling.occupied) & position.of(1 - us);
        (attackers != 0).then(|| {
            about_piece("chess-illegal-castling-through", position, first(attackers))
                .with("to", square_name(square))
        })
    })
}

/// Why a move typed in short form is not legal: it takes nothing, neither the piece that is meant nor any other can make it, it
/// does not say what a pawn becomes, or it does not say which of several pieces is meant.
fn bad_short_move(position: &Chess, short: &ShortMove) -> Option<Message> {
    let (role, to) = (short.role, short.to);
    let in_passing = role == Role::Pawn && position.en_passant() == Some(to);
    if short.takes && position.occupied() & bit(to) == 0 && !in_passing {
        return Some(match role {
            Role::Pawn => nothing_for_pawn(position, to),
            _ => about("chess-illegal-takes-nothing", to),
        });
    }
    let mut able = position.moves();
    able.retain(|m| m.role() == role && m.to() == to && !m.is_castling());
    able.retain(|m| short.may_begin(m.from()));
    let mut from: Vec<_> = able.iter().map(|m| square_name(m.from())).collect();
    // A pawn that reaches the last rank has a move for each piece that it may become.
    from.sort();
    from.dedup();
    let promotes = able.iter().any(|m| m.promoted().is_some());
    match (from.as_slice(), short.becomes) {
        ([], _) => why_unable(position, short).or_else(|| Some(no_such(short))),
        (_, None | Some(false)) if promotes => Some(Message::new("chess-illegal-promotion")),
        (_, Some(_)) if !promotes => Some(about("chess-illegal-no-promotion", to)),
        ([_], _) => None,
        (several, _) => {
            let which = about("chess-illegal-which", to).with("piece", role_name(role));
            Some(which.with("from", several.join(", ")))
        }
    }
}

/// Why no piece can make a move typed in short form, in the words for a tap on the piece that is meant. Of several pieces that could
/// go there but for the king's safety, the first gives the reason; `None` if several are in reach and none has a free way.
fn why_unable(position: &Chess, short: &ShortMove) -> Option<Message> {
    let (role, to) = (short.role, short.to);
    let own = squares(position.pieces_of(position.side(), role));
    let meant: Vec<u8> = own.filter(|&from| short.may_begin(from)).collect();
    let mut free = meant.iter().copied();
    if let Some(from) = free.find(|&from| bad_way(position, from, to).is_none()) {
        return unsafe_king(position, from, to);
    }
    // On an empty board it could go there.
    let is_in_reach = |from: &u8| attacks::of(role, *from, 0) & bit(to) != 0;
    let in_reach: Vec<u8> = meant.iter().copied().filter(is_in_reach).collect();
    match (in_reach.as_slice(), meant.as_slice()) {
        (&[from], _) | (_, &[from]) => bad_way(position, from, to),
        _ => None,
    }
}

/// The message that no piece of a kind, from such a square, can go to another.
fn no_such(short: &ShortMove) -> Message {
    let id = match short.origin.as_bytes() {
        [] => "chess-illegal-no-such",
        [b'a'..=b'h'] => "chess-illegal-no-such-file",
        [b'1'..=b'8'] => "chess-illegal-no-such-rank",
        _ => "chess-illegal-no-such-square",
    };
    let message = about(id, short.to).with("piece", role_name(short.role));
    match short.origin.as_str() {
        "" => message,
        origin => message.with("from", origin),
    }
}
