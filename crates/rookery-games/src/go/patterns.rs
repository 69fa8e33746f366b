//! Inputs of the learned evaluation of Go: blocks of three by three points, contacts and liberties, groups with their room, and the free
//! points by their distance from both sides.
//!
//! All boards share them. A block is known by its place at a corner, at a side or farther in, and each input is the same for all eight
//! images of a board: fillings that are images of one another have one number.

use std::sync::LazyLock;

use crate::go::evaluation;
use crate::go::rules::go_rules::GoRules;
use crate::go::rules::goban::{Goban, MOST_POINTS, points};
use crate::go::rules::position::GoPosition;
use crate::symmetry;
use rookery_engine::learning::sparse::{BuiltInWeights, LearnedInputs, PHASE_MAX, SparseInputs};
use rookery_engine::{Position, Score};

/// The fillings of nine points.
const FILLINGS: usize = 3_usize.pow(9);
/// Fillings that no reflection in one line makes the same, and those that none of the eight images does (Burnside's lemma).
const FILLINGS_AT_A_SIDE: usize = (FILLINGS + 3_usize.pow(6)) / 2;
const FILLINGS_INSIDE: usize = 2_862;

/// What stands on a point, seen by the side to move: nothing, an own stone whose chain has one, two, three or more liberties, one of the
/// other side, the world beyond the edge.
const FREE: u8 = 0;
const OWN: u8 = 1;
const OTHER: u8 = 5;
const OFF: u8 = 9;
const STATES: usize = 10;
/// The same without liberties: nothing, own, other, the world beyond the edge.
const NOBODY: u8 = 0;
const OFF_BOARD: u8 = 3;
/// The states of the four neighbours of a free point, and what stands around a stone, without images.
const CONTACTS: usize = 1_540;
const STONE_CONTACTS: usize = 55;

/// A group by its liberties (one to eight), its stones (five ranges) and its eyes (none to two).
const GROUP_LIBERTIES: usize = 8;
const GROUP_STONES: usize = 5;
const GROUP_EYES: usize = 3;
const GROUPS: usize = GROUP_LIBERTIES * GROUP_STONES * GROUP_EYES;

/// The steps from a side's stones that are told apart; the last stands for all that are farther.
const STEPS: usize = 5;
/// The lines from the edge that are told apart.
const LINES: usize = 3;
/// The sizes of a free region that reaches one side alone, up to twelve points and more.
const REGION_SIZES: usize = 12;

/// The first inputs of each kind.
const CORNER: usize = 0;
const NEAR_CORNER: usize = CORNER + FILLINGS_AT_A_SIDE;
const SIDE: usize = NEAR_CORNER + FILLINGS_AT_A_SIDE;
const THIRD_LINE: usize = SIDE + FILLINGS_AT_A_SIDE;
const MIDDLE: usize = THIRD_LINE + FILLINGS_INSIDE;
const CONTACT: usize = MIDDLE + FILLINGS_INSIDE;
const STONE: usize = CONTACT + CONTACTS;
const GROUP: usize = STONE + (STATES - 2) * STONE_CONTACTS;
const NEARNESS: usize = GROUP + 2 * GROUPS;
const REGION: usize = NEARNESS + LINES * STEPS * STEPS;

/// The width of a board with a border: that of nine points and one more on either side.
const WIDTH: usize = 11;

pub struct GoInputs;

/// A block of three by three points of a board.
struct Block {
    /// Its first column and row.
    column: u8,
    row: u8,
    /// Which of the eight images brings its edge to the top, and that of a corner to the top and the left.
    image: u8,
    /// Which fillings have one number.
    alike: u8,
    /// The first of its inputs.
    first: u16,
}

/// Numbers that are worked out once.
struct Tables {
    /// By image: the nine bits of a block as a number in base three, point by point.
    ternary: [[u16; 512]; 8],
    /// The number of a filling among those that are not images of one another: at a corner, at a side, inside.
    fillings: [Vec<u16>; 3],
    contacts: Vec<u16>,
    stone_contacts: Vec<u16>,
    /// By the size of the board.
    blocks: [Vec<Block>; 10],
    /// By the size of the board: the place of each point in a board with a border.
    places: [[u8; MOST_POINTS]; 10],
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// The images of [`symmetry::image`]: columns and rows are reflected before they are exchanged.
const FLIP_COLUMNS: usize = 1;
const FLIP_ROWS: usize = 2;
const TRANSPOSE: usize = 4;

/// The place of a point of a block in one of its images.
fn image_of(place: usize, image: usize) -> usize {
    symmetry::image(3, place as u8, image).into()
}

/// Numbers for what is not the same after a permutation of its places: each of `places` has one of `states`.
fn without_images(states: usize, places: usize, permutations: &[Vec<usize>]) -> Vec<u16> {
    let all = states.pow(places as u32);
    let mut numbers = vec![0_u16; all];
    let mut next = 0;
    for filling in 0..all {
        let moved = |permutation: &Vec<usize>| {
            let mut rest = filling;
            permutation.iter().fold(0, |sum, &place| {
                let state = rest % states;
                rest /= states;
                sum + state * states.pow(place as u32)
            })
        };
        let least = permutations.iter().map(moved).min().unwrap_or(filling);
        if least < filling {
            numbers[filling] = numbers[least];
        } else {
            numbers[filling] = next;
            next += 1;
        }
    }
    numbers
}

impl Tables {
    fn new() -> Self {
        let permutation =
            |image: usize| -> Vec<usize> { (0..9).map(|place| image_of(place, image)).collect() };
        let alike = |images: &[usize]| {
            let permutations: Vec<_> = images.iter().map(|&image| permutation(image)).collect();
            without_images(3, 9, &permutations)
        };
        let all: Vec<usize> = (0..8).collect();
        // Neighbours in the order up, right, down, left: a turn and a reflection.
        let around: Vec<Vec<usize>> = (0..4)
            .flat_map(|turn| {
                let turned = (0..4).map(|place| (place + turn) % 4).collect();
                let reflected = (0..4).map(|place| (4 + turn - place) % 4).collect();
                [turned, reflected]
            })
            .collect();
        let ternary = |image: usize| {
            let number = |set: usize| {
                let of = |place: usize| {
                    (set >> place & 1) as u16 * 3_u16.pow(image_of(place, image) as u32)
                };
                (0..9).map(of).sum()
            };
            std::array::from_fn(number)
        };
        Tables {
            ternary: std::array::from_fn(ternary),
            fillings: [
                alike(&[0, TRANSPOSE]),
                alike(&[0, FLIP_COLUMNS]),
                alike(&all),
            ],
            contacts: without_images(STATES, 4, &around),
            stone_contacts: without_images(4, 4, &around),
            blocks: std::array::from_fn(blocks),
            places: std::array::from_fn(|size| {
                std::array::from_fn(|point| match size {
                    0 => 0,
                    _ => {
                        (WIDTH * (point / size + 1) + point % size + 1).min(WIDTH * WIDTH - 1) as u8
                    }
                })
            }),
        }
    }
}

/// The blocks of a board of this size.
fn blocks(size: usize) -> Vec<Block> {
    let begins = size.saturating_sub(2);
    let places = (0..begins).flat_map(|row| (0..begins).map(move |column| (column, row)));
    places
        .map(|(column, row)| {
            let from_edge = |at: usize| at.min(begins - 1 - at);
            let flip = |at: usize, flip: usize| if at > begins - 1 - at { flip } else { 0 };
            let (across, down) = (from_edge(column), from_edge(row));
            let (image, alike, first) = match (across.min(down), across.max(down)) {
                (0, 0) => (flip(column, FLIP_COLUMNS) | flip(row, FLIP_ROWS), 0, CORNER),
                (0, far) => {
                    let first = if far == 1 { NEAR_CORNER } else { SIDE };
                    match down {
                        0 => (flip(row, FLIP_ROWS), 1, first),
                        _ => (TRANSPOSE | flip(column, FLIP_COLUMNS), 1, first),
                    }
                }
                (1, _) => (0, 2, THIRD_LINE),
                _ => (0, 2, MIDDLE),
            };
            Block {
                column: column as u8,
                row: row as u8,
                image: image as u8,
                alike,
                first: first as u16,
            }
        })
        .collect()
}

/// The free points within so many steps of a side's stones, each in the set of its number of steps.
fn steps(goban: &Goban, stones: u128, free: u128) -> [u128; STEPS] {
    let mut sets = [0; STEPS];
    let (mut last, mut rest) = (stones, free);
    for set in &mut sets[..STEPS - 1] {
        last = goban.beside(last) & rest;
        rest &= !last;
        *set = last;
    }
    sets[STEPS - 1] = rest;
    sets
}

/// Tells a number for each point of a set.
#[inline]
fn look_at_each(set: u128, input: usize, look: &mut impl FnMut(usize)) {
    (0..set.count_ones()).for_each(|_| look(input));
}

/// Blocks of three by three points.
#[inline]
fn visit_blocks(goban: &Goban, board: [u128; 2], look: &mut impl FnMut(usize)) {
    let size = usize::from(goban.size);
    let row = (1_u128 << size) - 1;
    let mut rows = [[0_u16; 9]; 2];
    for (rows, stones) in rows.iter_mut().zip(board) {
        for (number, bits) in rows.iter_mut().enumerate().take(size) {
            *bits = (stones >> (number * size) & row) as u16;
        }
    }
    let tables = &*TABLES;
    for block in &tables.blocks[size] {
        let first = usize::from(block.row);
        let [own, other] = [0, 1].map(|side| {
            let bits = |row: usize| usize::from(rows[side][row] >> block.column & 7);
            let set = bits(first) | bits(first + 1) << 3 | bits(first + 2) << 6;
            usize::from(tables.ternary[usize::from(block.image)][set])
        });
        let number = tables.fillings[usize::from(block.alike)][own + 2 * other];
        look(usize::from(block.first) + usize::from(number));
    }
}

/// Free points and stones by their four neighbours and the liberties of their chains.
#[inline]
fn visit_contacts(position: &GoPosition, look: &mut impl FnMut(usize)) {
    let (goban, me) = (position.goban(), position.side());
    let tables = &*TABLES;
    let places = &tables.places[usize::from(goban.size)];
    let place = |point: u8| usize::from(places[usize::from(point)]);
    let sets = [me, 1 - me].map(|side| {
        let short = [
            position.in_atari(side),
            position.with_two_liberties(side),
            position.with_three_liberties(side),
        ];
        let more = position.stones(side) & !(short[0] | short[1] | short[2]);
        [short[0], short[1], short[2], more]
    });
    let (mut states, mut owners) = ([OFF; WIDTH * WIDTH], [OFF_BOARD; WIDTH * WIDTH]);
    for point in points(position.free()) {
        states[place(point)] = FREE;
        owners[place(point)] = NOBODY;
    }
    for (owner, (first, sets)) in (NOBODY + 1..).zip([OWN, OTHER].into_iter().zip(sets)) {
        for (state, set) in (first..).zip(sets) {
            for point in points(set) {
                states[place(point)] = state;
                owners[place(point)] = owner;
            }
        }
    }
    for point in points(position.free()) {
        let contact = around::<STATES>(&states, place(point));
        look(CONTACT + usize::from(tables.contacts[contact]));
    }
    for (kind, set) in sets.into_iter().flatten().enumerate() {
        for point in points(set) {
            let contact = around::<4>(&owners, place(point));
            let contact = usize::from(tables.stone_contacts[contact]);
            look(STONE + kind * STONE_CONTACTS + contact);
        }
    }
}

/// What stands around a place, as a number: above, to the right, below, to the left.
#[inline]
fn around<const BASE: usize>(board: &[u8; WIDTH * WIDTH], place: usize) -> usize {
    let at = |place: usize| usize::from(board[place]);
    let (up, down) = (at(place - WIDTH), at(place + WIDTH));
    up + BASE * (at(place + 1) + BASE * (down + BASE * at(place - 1)))
}

/// Groups: stones that are connected, along a diagonal by a free point next to both, too.
#[inline]
fn visit_groups(goban: &Goban, board: [u128; 2], look: &mut impl FnMut(usize)) {
    let free = goban.all & !(board[0] | board[1]);
    for (side, stones) in board.into_iter().enumerate() {
        let other = board[1 - side];
        let links = goban.diagonal(stones) & goban.beside(stones) & free;
        let eyes = free & !goban.beside(free | other);
        for group in goban.parts(stones | links) {
            let beside = goban.beside(group & stones) & free;
            let liberties = (beside.count_ones() as usize).clamp(1, GROUP_LIBERTIES) - 1;
            let stones = match (group & stones).count_ones() {
                0 => continue,
                1 => 0,
                2 => 1,
                3..=4 => 2,
                5..=7 => 3,
                _ => 4,
            };
            let eyes = ((beside & eyes).count_ones() as usize).min(GROUP_EYES - 1);
            let kind = (liberties * GROUP_STONES + stones) * GROUP_EYES + eyes;
            look(GROUP + side * GROUPS + kind);
        }
    }
}

/// Free points by their distance from both sides and from the edge; stones that the side to move can take are none.
#[inline]
fn visit_nearness(position: &GoPosition, look: &mut impl FnMut(usize)) {
    let (goban, me) = (position.goban(), position.side());
    let own = position.stones(me);
    let other = position.stones(1 - me) & !position.in_atari(1 - me);
    let free = goban.all & !(own | other);
    let [own, other] = [own, other].map(|stones| steps(goban, stones, free));
    let edge = goban.edge();
    let second = goban.beside(edge) & !edge;
    let lines = [edge, second, goban.all & !(edge | second)];
    for (far, own) in own.into_iter().enumerate() {
        for (away, other) in other.into_iter().enumerate() {
            let both = own & other;
            if both == 0 {
                continue;
            }
            for (line, set) in lines.into_iter().enumerate() {
                let input = NEARNESS + (line * STEPS + far) * STEPS + away;
                look_at_each(both & set, input, look);
            }
        }
    }
}

/// Free regions that reach one side alone.
#[inline]
fn visit_regions(position: &GoPosition, look: &mut impl FnMut(usize)) {
    let (goban, me) = (position.goban(), position.side());
    let held = position.territories();
    for (number, side) in [me, 1 - me].into_iter().enumerate() {
        for region in goban.parts(held[side]) {
            let size = (region.count_ones() as usize).min(REGION_SIZES) - 1;
            look(REGION + number * REGION_SIZES + size);
        }
    }
}

impl SparseInputs for GoInputs {
    type Position = GoPosition;
    const MAGIC: [u8; 8] = *b"rook-go1";
    const COUNT: usize = REGION + 2 * REGION_SIZES;
    const PACKED: usize = 35;

    /// The size of the board; komi as the side to move sees it, in halves; its stones, and those of the other side.
    fn pack(position: &GoPosition, record: &mut [u8]) {
        let me = position.side();
        let komi = position.rules().komi_halves;
        let komi = if me == 0 { komi } else { komi.saturating_neg() };
        record[0] = position.goban().size;
        record[1..3].copy_from_slice(&komi.to_le_bytes());
        for (side, bytes) in [me, 1 - me]
            .into_iter()
            .zip(record[3..].chunks_exact_mut(16))
        {
            bytes.copy_from_slice(&position.stones(side).to_le_bytes());
        }
    }

    /// The side to move becomes Black.
    fn unpack(record: &[u8]) -> Option<GoPosition> {
        let (&[size, low, high], sets) = record.split_first_chunk()?;
        let sets = sets.as_chunks().0.iter();
        let sets: Vec<_> = sets.map(|bytes| u128::from_le_bytes(*bytes)).collect();
        let &[own, other] = sets.as_slice() else {
            return None;
        };
        let goban = Goban::of(size);
        let free = goban.all & !(own | other);
        let breathes = |stones: u128| {
            let seed = goban.beside(free) & stones;
            goban.flood(seed, stones) == stones
        };
        let is_position = goban.size == size
            && own & other == 0
            && (own | other) & !goban.all == 0
            && breathes(own)
            && breathes(other);
        let rules = GoRules {
            size,
            komi_halves: i16::from_le_bytes([low, high]),
            handicap: 0,
        };
        is_position.then(|| GoPosition::of(rules, [own, other], 0, 0))
    }

    fn base(position: &GoPosition) -> Score {
        evaluation::evaluate(position)
    }

    /// The free part of the board.
    #[inline]
    fn phase(position: &GoPosition) -> i32 {
        let all = position.goban().all.count_ones() as i32;
        position.free().count_ones() as i32 * PHASE_MAX / all
    }

    #[inline]
    fn visit(position: &GoPosition, mut look: impl FnMut(usize)) {
        let (goban, me) = (position.goban(), position.side());
        let board = [me, 1 - me].map(|side| position.stones(side));
        visit_blocks(goban, board, &mut look);
        visit_contacts(position, &mut look);
        visit_groups(goban, board, &mut look);
        visit_nearness(position, &mut look);
        visit_regions(position, &mut look);
    }
}

static WEIGHTS: BuiltInWeights<GoInputs> = BuiltInWeights::new(include_bytes!("weights.bin"));

impl LearnedInputs for GoInputs {
    fn built_in() -> &'static BuiltInWeights<Self> {
        &WEIGHTS
    }
}
