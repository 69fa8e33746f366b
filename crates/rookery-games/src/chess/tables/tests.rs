//! Tables of chess against published figures, the rules of the game, and the search.

use std::sync::LazyLock;

use crate::chess::board::bits::bit;
use crate::chess::knowledge::ChessKnowledge;
use crate::chess::notation::fen;
use crate::chess::rules::position::{Chess, Setting};
use crate::chess::tables::ending::ENDINGS;
use crate::chess::tables::kings::SYMMETRIES;
use crate::chess::tables::pieces::PieceList;
use crate::chess::tables::steps::After;
use crate::chess::tables::{OPEN_TABLES, SPACE, endgames, probe, solver};
use crate::tests::endings::{build, build_and_open};
use crate::{Registry, Setup};
use rookery_engine::tables::{Head, MaterialClass, PackedValue, Place, Space, up_to};
use rookery_engine::{Control, MoveList, Outcome, Position, Request, Solver, SplitMix};
use rookery_engine::{Technique, Techniques, Value, search};

/// The endings of three pieces and one of four, built and opened once for all tests.
static SMALL: LazyLock<Vec<Head>> = LazyLock::new(|| {
    let plans = endgames().plans();
    let of_three = up_to(&plans, "KPK").unwrap();
    let of_four = plans.iter().position(|plan| plan.label == "KBBK").unwrap();
    build_and_open(endgames(), of_three.chain([of_four]))
});

fn materials() -> Vec<MaterialClass> {
    let groups = SPACE.groups().into_iter();
    groups.flat_map(|group| group.materials).collect()
}

fn open_materials() -> impl Iterator<Item = MaterialClass> {
    LazyLock::force(&SMALL);
    materials()
        .into_iter()
        .filter(|&material| OPEN_TABLES.has(material))
}

fn material_named(name: &str) -> MaterialClass {
    let mut materials = materials().into_iter();
    materials
        .find(|&material| SPACE.name(material) == name)
        .unwrap()
}

/// Positions of a material class, at random, those in which a pawn can be taken en passant among them.
fn some(material: MaterialClass, count: usize, rng: &mut SplitMix) -> Vec<PieceList> {
    let len = SPACE.len(material);
    let near_end = len.min(20_000);
    let mut from_all = false;
    let random = std::iter::repeat_with(|| {
        from_all = !from_all;
        match from_all {
            true => rng.below(len),
            false => len - 1 - rng.below(near_end),
        }
    });
    let pieces = random.filter_map(|index| SPACE.state(Place { material, index }));
    pieces.take(count).collect()
}

fn position(text: &str) -> Chess {
    fen::parse(text).unwrap()
}

impl PieceList {
    /// The position as the game knows it, the stronger side as White.
    fn to_game(self) -> Chess {
        let mut setting = Setting {
            side: self.side.into(),
            ..Setting::default()
        };
        for piece in 0..self.count() {
            setting.roles[self.role(piece) as usize] |= bit(self.at[piece]);
            setting.sides[self.owner(piece)] |= bit(self.at[piece]);
        }
        if self.in_passing {
            let pawn = self.at[2 + usize::from(self.side == 0)];
            setting.en_passant = Some(pawn ^ 8);
        }
        Chess::from_setting(&setting)
    }
}

/// The longest wins, in moves of the winner: KQK 10, KRK 16, KPK 28, KBBK 19; the draws of a lone king against queen and rook.
#[test]
fn longest_wins_are_the_published_ones() {
    let found = SMALL.iter().map(|head| {
        let s = head.summary;
        (head.name.as_str(), s.longest, s.draws)
    });
    let known: Vec<_> = found.filter(|(name, ..)| !name.starts_with("KP")).collect();
    let expected = [
        ("KQK-w", 2 * 10 - 1, 0),
        ("KQK-b", 2 * 10, 2_896),
        ("KRK-w", 2 * 16 - 1, 0),
        ("KRK-b", 2 * 16, 2_796),
        ("KBBK-w", 2 * 19 - 1, 0),
    ];
    assert_eq!(known[..4], expected[..4]);
    let longest = |name: &str| {
        let mut heads = SMALL.iter();
        heads
            .find(|head| head.name == name)
            .unwrap()
            .summary
            .longest
    };
    assert_eq!(longest("KPK-w"), 2 * 28 - 1);
    assert_eq!(longest("KBBK-w"), 2 * 19 - 1);
}

/// The numbers of positions of king and rook against king, with the latter to move, that are lost in 0 to 16 moves: the classes of the
/// data set "Chess (King-Rook vs. King)" of the UCI repository (Bain and Hoff, 1994), worked out by others.
#[test]
fn king_and_rook_have_the_published_distribution() {
    const LOST_IN: [usize; 17] = [
        27, 78, 246, 81, 198, 471, 592, 683, 1_433, 1_712, 1_985, 2_854, 3_597, 4_194, 4_553,
        2_166, 390,
    ];
    LazyLock::force(&SMALL);
    let material = material_named("KRK-b");
    let mut counts = [0; 17];
    for index in 0..SPACE.len(material) {
        let cell = OPEN_TABLES.cell(Place { material, index }).unwrap();
        if let Some(plies) = cell.plies() {
            counts[plies as usize / 2] += 1;
        }
    }
    assert_eq!(counts, LOST_IN);
}

fn value_of(position: &Chess) -> PackedValue {
    let outcome = position
        .outcome()
        .or_else(|| (position.count_moves() == 0).then(|| position.no_moves()));
    match outcome {
        Some(Outcome::Draw) => PackedValue::DRAW,
        Some(Outcome::Loss) => PackedValue::LOST,
        Some(other) => panic!("no game of chess ends so: {other:?}"),
        None => {
            let pieces = PieceList::of_game(position).expect("these pieces are in the tables");
            OPEN_TABLES
                .cell(SPACE.place(pieces))
                .expect("the table is open")
        }
    }
}

/// The rules of the game are the judge: a value is right where it follows from those after every legal move.
#[test]
fn values_follow_from_those_after_every_move() {
    let mut moves = MoveList::new();
    for material in open_materials() {
        let len = SPACE.len(material);
        let step = if len > 100_000 { 37 } else { 1 };
        for index in (0..len).step_by(step) {
            let place = Place { material, index };
            let found = OPEN_TABLES.cell(place).unwrap();
            let Some(pieces) = SPACE.state(place) else {
                assert_eq!(found, PackedValue::HOLE);
                continue;
            };
            let here = pieces.to_game();
            moves.clear();
            here.generate(&mut moves);
            let after = moves.iter().map(|&m| {
                let mut child = here;
                child.play(m);
                value_of(&child).a_ply_earlier()
            });
            let best = after.reduce(PackedValue::better);
            let best = best.unwrap_or_else(|| value_of(&here));
            assert_eq!(best, found, "{pieces:?}");
        }
    }
}

#[test]
fn moves_are_those_of_the_game() {
    let mut rng = SplitMix::new(1);
    let mut moves = MoveList::new();
    let mut in_passing = 0;
    for material in materials() {
        for pieces in some(material, 300, &mut rng) {
            let here = pieces.to_game();
            assert_eq!(PieceList::of_game(&here), Some(pieces));
            assert_eq!(pieces.is_check(), here.is_check());
            in_passing += usize::from(pieces.in_passing);
            moves.clear();
            here.generate(&mut moves);
            let expected = moves.iter().map(|&m| {
                let mut child = here;
                child.play(m);
                PieceList::of_game(&child)
            });
            let mut expected: Vec<_> = expected.collect();
            let mut found = Vec::new();
            pieces.each_move(|after| {
                found.push(match after {
                    After::Stays(pieces) => Some(pieces),
                    After::Leaves(pieces) => pieces,
                });
            });
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{pieces:?}");
        }
    }
    assert!(in_passing > 50, "{in_passing}");
}

#[test]
fn unmoves_are_moves_taken_back() {
    let mut rng = SplitMix::new(9);
    for material in materials() {
        for pieces in some(material, 200, &mut rng) {
            pieces.each_move(|after| {
                let After::Stays(after) = after else { return };
                let mut count = 0;
                after.each_unmove(|before| count += usize::from(before == pieces));
                assert_eq!(count, 1, "{pieces:?} {after:?}");
            });
            pieces.each_unmove(|before| {
                assert!(before.is_legal(), "{before:?}");
                let mut count = 0;
                before.each_move(|after| count += usize::from(after == After::Stays(pieces)));
                assert_eq!(count, 1, "{before:?} {pieces:?}");
            });
        }
    }
}

/// A position has the same place with the colours exchanged and under every symmetry of the board.
#[test]
fn images_share_a_number_and_numbers_name_one_image() {
    let mut rng = SplitMix::new(3);
    for material in materials() {
        for pieces in some(material, 60, &mut rng) {
            let place = SPACE.place(pieces);
            assert_eq!(SPACE.state(place), Some(pieces));
            let images: Vec<_> = (0..SYMMETRIES).map(|s| pieces.image(s)).collect();
            assert!(images.iter().all(|&image| SPACE.place(image) == place));
            let stays = match pieces.material().has_pawns {
                true => 1,
                false => images.iter().filter(|&&image| image == pieces).count(),
            };
            assert_eq!(SPACE.stabiliser(pieces).count_ones() as usize, stays);
            let other = exchanged(&pieces.to_game());
            assert_eq!(SPACE.place(PieceList::of_game(&other).unwrap()), place);
        }
    }
}

/// The same game with the colours exchanged, and the board turned.
fn exchanged(position: &Chess) -> Chess {
    let setting = position.setting();
    let [white, black] = setting.sides.map(u64::swap_bytes);
    Chess::from_setting(&Setting {
        roles: setting.roles.map(u64::swap_bytes),
        sides: [black, white],
        side: 1 - setting.side,
        en_passant: setting.en_passant.map(|square| square ^ 56),
        ..setting
    })
}

#[test]
fn groups_come_after_those_they_need_and_need_what_they_say() {
    let mut rng = SplitMix::new(4);
    let mut done = Vec::new();
    for group in SPACE.groups() {
        let needs = SPACE.needs(&group);
        for material in &needs {
            assert!(done.contains(material), "{} needs {material}", group.label);
        }
        let mut met = Vec::new();
        for &material in &group.materials {
            for pieces in some(material, 20_000, &mut rng) {
                pieces.each_move(|after| {
                    if let After::Leaves(Some(after)) = after {
                        met.push(SPACE.place(after).material);
                    }
                });
            }
        }
        met.sort_unstable();
        met.dedup();
        let mut expected = needs.clone();
        expected.sort_unstable();
        assert_eq!(met, expected, "{}", group.label);
        done.extend(group.materials);
    }
    assert_eq!(ENDINGS.len(), 33);
    assert_eq!(done.len(), 2 * 28 + 5, "five are the same for both sides");
}

/// KPKP with a pawn that has just gone two steps: only this position has the move that takes it en passant.
#[test]
fn a_right_to_take_in_passing_has_a_place_of_its_own() {
    let with = position("8/8/8/1Pp5/8/8/8/K6k w - c6 0 1");
    let without = position("8/8/8/1Pp5/8/8/8/K6k w - - 0 1");
    let [with, without] = [with, without].map(|p| SPACE.place(PieceList::of_game(&p).unwrap()));
    assert_eq!(with.material, without.material);
    assert_ne!(with.index, without.index);
}

#[test]
fn only_what_cannot_be_otherwise_is_told() {
    LazyLock::force(&SMALL);
    let at = |quiet: u16| {
        let setting = Setting {
            quiet_plies: quiet,
            ..position("8/8/8/8/8/2k5/8/K1q5 w - - 0 1").setting()
        };
        probe(&Chess::from_setting(&setting))
    };
    // Ka2 is forced, and a queen mates.
    assert_eq!(at(0), Some(Value::Loss(2)));
    assert_eq!(at(98), Some(Value::Loss(2)), "mate on the hundredth ply");
    assert_eq!(at(99), None, "a draw could be claimed before");
    for (text, why) in [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "castling"),
        ("4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1", "five pieces"),
        ("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1", "no such table is open"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "nobody can win"),
    ] {
        assert_eq!(probe(&position(text)), None, "{why}");
    }
    // An opposition: whoever is to move spoils it (known from every book on endings).
    let drawn = position("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
    assert_eq!(probe(&drawn), Some(Value::Exact(0)));
    let won = probe(&position("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
    assert!(matches!(won, Some(Value::Win(_))), "{won:?}");
}

#[test]
fn the_solver_plays_every_win_to_mate() {
    LazyLock::force(&SMALL);
    let mut rng = SplitMix::new(8);
    for name in ["KQK-w", "KRK-b", "KPK-w", "KPK-b", "KBBK-w"] {
        for pieces in some(material_named(name), 12, &mut rng) {
            let mut here = pieces.to_game();
            if here.count_moves() == 0 {
                continue;
            }
            let solved = solver().solve(&here, &Control::unlimited()).unwrap();
            let (Value::Win(plies) | Value::Loss(plies)) = solved.value else {
                here.play(solved.line[0]);
                assert_eq!(value_of(&here), PackedValue::DRAW);
                continue;
            };
            assert_eq!(solved.line.len(), plies as usize);
            for m in solved.line {
                assert!(here.is_legal(m));
                here.play(m);
            }
            assert!(here.is_check() && here.count_moves() == 0, "{pieces:?}");
        }
    }
}

fn ask(on: Techniques, depth: u32) -> Request {
    Request {
        on,
        depth,
        ..Request::default()
    }
}

/// Mates that a search finds without tables are those of the tables.
#[test]
fn searches_find_the_same_mates() {
    let mut rng = SplitMix::new(6);
    let mut mates = 0;
    for material in open_materials() {
        for pieces in some(material, 1_500, &mut rng) {
            let here = pieces.to_game();
            let known = OPEN_TABLES.cell(SPACE.place(pieces)).unwrap().value();
            let (Some(Value::Win(plies) | Value::Loss(plies)), 1..) = (known, here.count_moves())
            else {
                continue;
            };
            if plies > 4 {
                continue;
            }
            let request = Request {
                // A move that is left out for good reasons is not disproved.
                off: Techniques::of(&Technique::ALL).without(Techniques::EXACT),
                ..ask(Techniques::NONE, plies + 1)
            };
            let knowledge = ChessKnowledge::default();
            let found = search(&here, &[], &knowledge, &request, &Control::unlimited());
            assert_eq!(Some(found.lines[0].value), known, "{pieces:?}");
            mates += 1;
        }
    }
    assert!(mates > 100, "{mates}");
}

/// With the tables the answer costs no search at all, and hardly any in a position before the last capture.
#[test]
fn the_search_asks_the_tables() {
    LazyLock::force(&SMALL);
    let with = Techniques::of(&[Technique::Tables]);
    let known = probe(&position("8/8/8/8/3k4/8/8/KR6 b - - 0 1"));
    let Some(Value::Loss(plies)) = known else {
        panic!("a rook wins: {known:?}");
    };
    let setup = Setup {
        start: "8/8/8/8/3k4/8/8/KR6 b - - 0 1".to_owned(),
        ..Setup::default()
    };
    let game = Registry::shipped()
        .find("chess")
        .unwrap()
        .start(&setup)
        .unwrap();
    let found = game.search(&ask(with, 0), &Control::unlimited());
    assert_eq!((found.lines[0].value, found.nodes), (Value::Loss(plies), 0));
    // The rook takes the last knight, and all that is left is known.
    let here = position("1n6/8/8/8/3k4/8/8/KR6 w - - 0 1");
    let knowledge = ChessKnowledge::default();
    let found = search(&here, &[], &knowledge, &ask(with, 1), &Control::unlimited());
    let mut after = here;
    after.play(found.lines[0].moves[0]);
    let Some(Value::Loss(plies)) = probe(&after) else {
        panic!("the rook takes");
    };
    assert_eq!(found.lines[0].value, Value::Win(plies + 1));
    assert!(found.nodes < 100, "{}", found.nodes);
}

/// The value by which an offer of a draw is answered. The opposition draws and two squares ahead of the pawn win, as in every book.
#[test]
fn a_game_tells_the_value_of_its_position() {
    LazyLock::force(&SMALL);
    let value = |start: &str| {
        let setup = Setup {
            start: start.to_owned(),
            ..Setup::default()
        };
        let chess = Registry::shipped().find("chess").unwrap();
        chess.start(&setup).unwrap().table_value()
    };
    let drawn = value("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1");
    assert_eq!(drawn, Some(Value::Exact(0)));
    let won = value("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    assert!(matches!(won, Some(Value::Win(_))), "{won:?}");
    let lost = value("8/8/8/8/8/2k5/8/K1q5 w - - 0 1");
    assert_eq!(lost, Some(Value::Loss(2)));
    assert_eq!(value(""), None, "thirty-two pieces are in no table");
    let mated = value("8/8/8/8/8/1k6/1q6/K7 w - - 0 1");
    assert_eq!(mated, None, "a game that is over has a result");
}

#[test]
fn what_a_group_needs_must_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let plans = endgames().plans();
    let number = plans.iter().position(|plan| plan.label == "KRBK").unwrap();
    let error = build(endgames(), folder.path(), number).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("KRK-w.table is needed and not there"),
        "{error}"
    );
}
