//! Differential test of the rules against an independent implementation, on random walks from the usual starting position and
//! from those of Chess960. Every position must have the same legal moves, the same notation of each, the same text, and the
//! same end.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};

use crate::chess::notation::fen::{self, Rights};
use crate::chess::notation::san;
use crate::chess::rules::{generate, material};
use crate::chess::{Chess, ChessMove, Role};
use rookery_engine::{MoveList, Position, SplitMix};

/// Walks of each kind.
const WALKS: u64 = 230;
/// No walk is longer, plies.
const MOST_PLIES: usize = 240;

/// The two opinions on one position.
struct Opinions {
    ours: Chess,
    theirs: shakmaty::Chess,
}

impl Opinions {
    fn on(text: &str) -> Self {
        let theirs: Fen = text.parse().unwrap();
        Opinions {
            ours: fen::parse(text).unwrap(),
            theirs: theirs.into_position(CastlingMode::Chess960).unwrap(),
        }
    }

    /// Compares all that can be said of the position; gives the legal moves in both spellings.
    fn compare(&self, ours: &mut MoveList<ChessMove>) -> Vec<(u32, shakmaty::Move)> {
        let Opinions {
            ours: position,
            theirs,
        } = self;
        let text = fen::print(position, Rights::Wings);
        let their_text = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
        assert_eq!(text, their_text);
        assert_eq!(fen::parse(&text).as_ref(), Ok(position), "{text}");

        ours.clear();
        position.generate(ours);
        ours.sort_unstable_by_key(|m| our_number(*m));
        let mut judged: Vec<_> = theirs
            .legal_moves()
            .iter()
            .map(|m| (their_number(*m), *m))
            .collect();
        judged.sort_unstable_by_key(|(number, _)| *number);
        let numbers = ours.iter().map(|m| our_number(*m));
        assert!(
            numbers.eq(judged.iter().map(|(number, _)| *number)),
            "{text}: {ours:?}, not {judged:?}"
        );
        assert_eq!(position.count_moves(), judged.len(), "{text}");
        assert_eq!(generate::has_moves(position), !judged.is_empty(), "{text}");

        assert_eq!(position.is_check(), theirs.is_check(), "{text}");
        let is_over = judged.is_empty();
        assert_eq!(
            is_over && position.is_check(),
            theirs.is_checkmate(),
            "{text}"
        );
        assert_eq!(
            is_over && !position.is_check(),
            theirs.is_stalemate(),
            "{text}"
        );
        assert_eq!(
            material::is_dead(position),
            theirs.is_insufficient_material(),
            "{text}"
        );
        for (side, color) in [shakmaty::Color::White, shakmaty::Color::Black]
            .into_iter()
            .enumerate()
        {
            let can_mate = material::can_mate(position, side);
            let cannot = theirs.has_insufficient_material(color);
            assert_eq!(can_mate, !cannot, "{text}: {color}");
        }
        judged
    }

    /// Compares how each move is spelled, and that it is read back.
    fn compare_spelling(&self, ours: &[ChessMove], judged: &[(u32, shakmaty::Move)]) {
        for (m, (_, their_move)) in ours.iter().zip(judged) {
            let text = san::write(&self.ours, *m);
            let their_text = SanPlus::from_move(self.theirs.clone(), *their_move).to_string();
            assert_eq!(
                text,
                their_text,
                "{}",
                fen::print(&self.ours, Rights::Files)
            );
        }
    }
}

/// A move as a number: from, to (for castling, the rook), and the promotion.
fn our_number(m: ChessMove) -> u32 {
    let promoted = m.promoted().map_or(0, |role| 1 + role as u32);
    u32::from(m.from()) | u32::from(m.to()) << 6 | promoted << 12
}

fn their_number(m: shakmaty::Move) -> u32 {
    let role = |role: shakmaty::Role| {
        let letter = role.upper_char();
        Role::of_letter(letter).unwrap() as u32
    };
    let promoted = m.promotion().map_or(0, |promoted| 1 + role(promoted));
    u32::from(m.from().unwrap()) | u32::from(m.to()) << 6 | promoted << 12
}

/// A first position of Chess960: the bishops on squares of both colours, the king between the rooks (FIDE Handbook, Guidelines II).
fn first_position(chance: &mut SplitMix) -> String {
    loop {
        let mut pieces: Vec<_> = "rnbqkbnr".chars().collect();
        chance.shuffle(&mut pieces);
        let places = |piece: char| {
            let places = pieces.iter().enumerate().filter(move |(_, m)| **m == piece);
            places.map(|(place, _)| place).collect::<Vec<_>>()
        };
        let (bishops, rooks, king) = (places('b'), places('r'), places('k')[0]);
        if (bishops[0] + bishops[1]) % 2 == 1 && (rooks[0]..rooks[1]).contains(&king) {
            let black: String = pieces.iter().collect();
            let white = black.to_uppercase();
            return format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        }
    }
}

/// Walks from a position, and gives how many positions were compared. Every `spelled`th has its moves spelled.
fn walk(start: &str, chance: &mut SplitMix, spelled: usize) -> usize {
    let mut at = Opinions::on(start);
    let mut ours = MoveList::new();
    for ply in 0..MOST_PLIES {
        let judged = at.compare(&mut ours);
        if ply % spelled == 0 {
            at.compare_spelling(&ours, &judged);
        }
        if judged.is_empty() || at.ours.quiet_plies() >= 150 {
            return ply + 1;
        }
        let choice = chance.below(judged.len());
        at.ours.play(ours[choice]);
        at.theirs.play_unchecked(judged[choice].1);
        assert_eq!(at.ours.key(), at.ours.key_from_scratch());
    }
    MOST_PLIES
}

#[test]
fn a_hundred_thousand_positions_have_the_same_moves_and_ends() {
    let walks = |seed: u64, is_960: bool| {
        move || {
            let mut chance = SplitMix::new(seed);
            let start = |chance: &mut SplitMix| match is_960 {
                true => first_position(chance),
                false => fen::START.to_owned(),
            };
            let walk = |_| {
                let start = start(&mut chance);
                walk(&start, &mut chance, 1)
            };
            (0..WALKS).map(walk).sum::<usize>()
        }
    };
    let usual = std::thread::spawn(walks(1, false));
    let compared = walks(2, true)() + usual.join().unwrap();
    assert!(compared >= 100_000, "{compared} positions were compared");
}

#[test]
fn the_last_pieces_of_many_endings_are_judged_alike() {
    let mut chance = SplitMix::new(3);
    for start in [
        "4k3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/3NK3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "3qk3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "3rk3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "3rk1q1/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/p7/8/8/8/8/7P/4K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        // A king on the first rank of a side that may castle.
        "r3k2K/8/8/8/8/8/8/7R w q - 0 1",
        "7r/8/8/8/8/8/8/R3K2k b Q - 0 1",
    ] {
        for _ in 0..5 {
            walk(start, &mut chance, 4);
        }
    }
}
