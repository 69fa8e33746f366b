//! Tables of Morabaraba against published counts, the rules of the game, and the search.

use std::sync::LazyLock;

use crate::mills::knowledge::MillKnowledge;
use crate::mills::rules::kind::MillKind;
use crate::mills::rules::points::{self, MillBoard, Points};
use crate::mills::rules::position::{MillPosition, Parts, SeeSaw};
use crate::mills::rules::rule_options::{Rules, ThreeMenDraw};
use crate::mills::tables::{TabledKind, probe};
use crate::mills::tests::endings::{self, Open, position, random_set};
use crate::morabaraba::tests::{UNCOUNTED, game};
use crate::morabaraba::{Morabaraba, SPACE};
use crate::tests::endings::build;
use crate::{BoardGame, Registry, Setup};
use rookery_engine::tables::{Finished, Head, Place, Space};
use rookery_engine::{Control, Request, SplitMix};
use rookery_engine::{Technique, Techniques, Value, search};

/// The endings up to four against three, built and opened once for all tests.
static SMALL: LazyLock<Vec<Head>> = LazyLock::new(|| endings::build_up_to::<Morabaraba>("4-3"));

/// The published totals for endings with flying, one of each class under the sixteen symmetries, and the longest lines.
#[test]
fn small_endings_have_the_published_counts() {
    let counts = SMALL.iter().map(|head| {
        let s = head.summary;
        (head.name.as_str(), [s.wins, s.losses, s.draws], s.longest)
    });
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [
            ("3-3", [141_204, 28_422, 0], 16),
            ("4-3", [158_379, 8_768, 593_251], 22),
            ("3-4", [154_170, 13_252, 592_976], 23),
        ]
    );
}

#[test]
fn values_follow_from_those_after_every_move() {
    LazyLock::force(&SMALL);
    endings::assert_values_follow_from_those_after_every_move::<Morabaraba>();
}

#[test]
fn images_share_a_number_and_numbers_name_one_image() {
    endings::assert_images_share_a_number::<Morabaraba>();
}

#[test]
fn unmoves_are_moves_taken_back() {
    LazyLock::force(&SMALL);
    endings::assert_unmoves_are_moves_taken_back::<Morabaraba>();
}

/// After a see-saw the ban holds for a move; the values are checked against a search that knows the rules but no table. Either
/// side may be the one that is banned.
#[test]
fn a_ban_is_played_out_before_the_table_is_asked() {
    LazyLock::force(&SMALL);
    for mover in [0, 1] {
        assert_a_ban_is_played_out(mover);
    }
}

/// The same where this side is to move, and the other one is banned.
fn assert_a_ban_is_played_out(mover: usize) {
    let by_side = |own, other| match mover {
        0 => [own, other],
        _ => [other, own],
    };
    let mut rng = SplitMix::new(5);
    // No game comes to a ban with four cows, but the rules define its meaning, and the tables stay small.
    let [from, to] = ["c3", "d3"].map(|name| points::by_name(name).unwrap());
    let others = ["c4", "c5", "d2"].map(|name| points::bit(points::by_name(name).unwrap()));
    let other = points::bit(to) | others.iter().sum::<Points>();
    for _ in 0..12 {
        let own = random_set(&mut rng, 3, other | points::bit(from));
        let mut bans = [None; 2];
        bans[1 - mover] = Some(SeeSaw { from, to });
        let parts = Parts {
            men: by_side(own, other),
            hand: [0; 2],
            side: mover as u8,
            bans,
            quiet: 0,
        };
        let banned = MillPosition::<Morabaraba>::from_parts(parts, UNCOUNTED);
        assert!(banned.ban(1 - mover).is_some() && probe(&banned).is_none());
        let worth = SPACE
            .worth(&banned, &Open::<Morabaraba>::new())
            .value()
            .unwrap();
        let request = Request {
            depth: 3,
            ..Request::default()
        };
        let found = search(
            &banned,
            &[],
            &MillKnowledge::default(),
            &request,
            &Control::unlimited(),
        );
        match (worth, found.lines[0].value) {
            (Value::Win(n) | Value::Loss(n), value) if n <= 3 => assert_eq!(worth, value),
            (_, value) => assert!(matches!(value, Value::Cp(_)), "{worth:?}, {value:?}"),
        }
    }
}

#[test]
fn only_what_cannot_be_otherwise_is_told() {
    LazyLock::force(&SMALL);
    let longest = (0..SPACE.len(0)).map(|index| Place { material: 0, index });
    let longest = longest.max_by_key(|&place| Open::<Morabaraba>::new().cell(place).plies());
    let state = SPACE.state(longest.unwrap()).unwrap();
    let at = |quiet: u16, rules: Rules| {
        let parts = Parts {
            men: [state.own, state.other],
            hand: [0; 2],
            side: 0,
            bans: [None; 2],
            quiet,
        };
        probe(&MillPosition::<Morabaraba>::from_parts(parts, rules))
    };
    // Sixteen plies of the twenty that the ten-move rule leaves.
    let usual = Morabaraba::RULES;
    assert_eq!(at(0, usual), Some(Value::Loss(16)));
    assert_eq!(at(4, usual), Some(Value::Loss(16)));
    assert_eq!(at(5, usual), None);
    let uncounted = Rules {
        three_men_draw: ThreeMenDraw::Off,
        ..usual
    };
    assert_eq!(at(84, uncounted), Some(Value::Loss(16)));
    assert_eq!(at(85, uncounted), None);
    assert_eq!(at(85, UNCOUNTED), Some(Value::Loss(16)));

    assert_eq!(
        probe(&MillPosition::<Morabaraba>::new(usual)),
        None,
        "cows in hand"
    );
    let five = random_set(&mut SplitMix::new(1), 5, 0b111);
    assert_eq!(
        probe(&position::<Morabaraba>(five, 0b111, usual)),
        None,
        "no such table"
    );
}

/// With "either", the ten moves count in every ending of four against three, from its beginning on: the table gives no value for
/// an end that the draw could forestall.
#[test]
fn an_end_that_the_ten_move_draw_of_one_side_may_forestall_is_not_told() {
    LazyLock::force(&SMALL);
    let material = (0..u16::from(u8::MAX)).find(|&material| SPACE.name(material) == "4-3");
    let material = material.unwrap();
    let find = |wanted: std::ops::RangeInclusive<u32>| {
        let open = Open::<Morabaraba>::new();
        let places = (0..SPACE.len(material)).map(|index| Place { material, index });
        let is_wanted = |plies: u32| wanted.contains(&plies);
        let far = places.filter(|&place| open.cell(place).plies().is_some_and(is_wanted));
        let mut states = far.filter_map(|place| SPACE.state(place));
        states.find_map(|state| {
            let here = position::<Morabaraba>(state.own, state.other, UNCOUNTED);
            match probe(&here)? {
                value @ (Value::Win(plies) | Value::Loss(plies)) if is_wanted(plies) => {
                    Some((state, value, plies))
                }
                _ => None,
            }
        })
    };
    let usual = Morabaraba::RULES;
    let either = Rules {
        three_men_draw: ThreeMenDraw::Either,
        ..usual
    };
    let at = |own: Points, other: Points, quiet: u32, rules: Rules| {
        let parts = Parts {
            men: [own, other],
            hand: [0; 2],
            side: 0,
            bans: [None; 2],
            quiet: quiet as u16,
        };
        probe(&MillPosition::<Morabaraba>::from_parts(parts, rules))
    };
    // The longest line of these endings has 22 plies.
    let (long, value, _) = find(21..=22).unwrap();
    assert_eq!(at(long.own, long.other, 0, either), None);
    assert_eq!(at(long.own, long.other, 0, usual), Some(value));
    let (short, value, plies) = find(3..=20).unwrap();
    let told = |quiet| at(short.own, short.other, quiet, either);
    assert_eq!(told(20 - plies), Some(value));
    assert_eq!(told(21 - plies), None);
}

#[test]
fn the_solver_plays_every_win_to_its_end() {
    LazyLock::force(&SMALL);
    endings::assert_the_solver_plays_every_win_to_its_end::<Morabaraba>();
}

/// The value by which an offer of a draw is answered: each kind is found among positions at random, and is the table's.
#[test]
fn a_game_tells_the_value_of_its_position() {
    LazyLock::force(&SMALL);
    let morabaraba = Registry::shipped().find("morabaraba").unwrap();
    let mut rng = SplitMix::new(12);
    let (mut decided, mut drawn) = (0, 0);
    while decided < 5 || drawn < 5 {
        let own = random_set(&mut rng, 4, 0);
        let here = position::<Morabaraba>(own, random_set(&mut rng, 3, own), Morabaraba::RULES);
        let Some(known) = probe(&here) else { continue };
        let setup = Setup {
            start: game(&[]).print(&here),
            ..Setup::default()
        };
        let game = morabaraba.start(&setup).unwrap();
        assert_eq!(game.table_value(), Some(known), "{}", setup.start);
        match known {
            Value::Exact(0) => drawn += 1,
            _ => decided += 1,
        }
    }
    let whole = morabaraba.start(&Setup::default()).unwrap();
    assert_eq!(whole.table_value(), None, "cows in hand are in no table");
}

/// With the tables the answer costs no search, and one ply before them next to none; without, the search finds the same.
#[test]
fn the_search_asks_the_tables() {
    LazyLock::force(&SMALL);
    let mut rng = SplitMix::new(2);
    let here = loop {
        let own = random_set(&mut rng, 4, 0);
        let other = random_set(&mut rng, 3, own);
        let here = position::<Morabaraba>(own, other, Morabaraba::RULES);
        if probe(&here) == Some(Value::Win(3)) {
            break here;
        }
    };
    let with = Techniques::of(&[Technique::Tables]);
    let ask = |on, depth| Request {
        on,
        depth,
        ..Request::default()
    };
    let setup = Setup {
        start: game(&[]).print(&here),
        ..Setup::default()
    };
    let game = Registry::shipped()
        .find("morabaraba")
        .unwrap()
        .start(&setup)
        .unwrap();
    let known = game.search(&ask(with, 0), &Control::unlimited());
    assert_eq!((known.lines[0].value, known.nodes), (Value::Win(3), 0));
    let plain = search(
        &here,
        &[],
        &MillKnowledge::default(),
        &ask(Techniques::NONE, 3),
        &Control::unlimited(),
    );
    let probing = search(
        &here,
        &[],
        &MillKnowledge::default(),
        &ask(with, 1),
        &Control::unlimited(),
    );
    assert_eq!(plain.lines[0].value, Value::Win(3));
    assert_eq!(probing.lines[0].value, Value::Win(3));
    assert!(probing.nodes < 100 && plain.nodes > probing.nodes);
}

#[test]
fn what_a_group_needs_must_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let endgames = Morabaraba::tables().endgames();
    let error = build(endgames, folder.path(), 1).unwrap_err().to_string();
    assert!(
        error.contains("3-3.table is needed and not there"),
        "{error}"
    );
}

#[test]
fn groups_come_after_those_they_need() {
    let classes = endings::assert_groups_come_after_those_they_need::<Morabaraba>();
    // Every pairing of three to twelve cows, and those in which a ban can matter a second time: four and more, not all four.
    assert_eq!(classes, 10 * 10 + 9 * 9 - 1);
}

/// The reason for the indexing: with only four cows, a line broken and a line closed would have to share a cow.
#[test]
fn it_takes_five_cows_to_see_saw() {
    for broken in MillBoard::TWELVE.lines() {
        for closed in MillBoard::TWELVE.lines() {
            let shared: Vec<u8> = broken.into_iter().filter(|p| closed.contains(p)).collect();
            let [shared] = shared[..] else { continue };
            for from in broken.into_iter().filter(|&p| p != shared) {
                let to: Points = closed.map(points::bit).iter().sum();
                let to = to & !points::bit(shared);
                assert_eq!(MillBoard::TWELVE.neighbours(points::bit(from)) & to, 0);
            }
        }
    }
}
