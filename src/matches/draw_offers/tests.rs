//! Draw offers in every game at every level, and the rule by which the engine accepts them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::accepts;
use crate::ids::GuestId;
use crate::matches::score;
use crate::matches::tests::{NOW_MS, match_from};
use crate::matches::{Holder, Match, MoveRecord, Record, Refusal, Spent, Status};
use rookery_engine::tables::{BuildOptions, up_to};
use rookery_engine::{Control, Value};
use rookery_games::{AgreedDraws, GameType, LEVEL_COUNT, Registry};

/// Enough for a value; what the level would add to it is not a matter here.
const NODES_MOST: u64 = 1_000;

/// Each variant of each game.
fn variants() -> Vec<(&'static dyn GameType, &'static str)> {
    let of = |game_type: &&'static dyn GameType| {
        let game_type = *game_type;
        game_type
            .variants()
            .into_iter()
            .map(move |variant| (game_type, variant.key))
    };
    Registry::shipped().all().iter().flat_map(of).collect()
}

fn against(
    game_type: &'static dyn GameType,
    variant: &str,
    start: &str,
    level: u8,
    side: usize,
) -> Match {
    let person = Holder::Guest(GuestId::random());
    let mut seats = [person, Holder::Engine(level)];
    if side == 1 {
        seats.swap(0, 1);
    }
    match_from(game_type, variant, start, seats)
}

fn answer(game: &mut Match) {
    let mut request = game.engine_request().unwrap();
    request.nodes = request.nodes.min(NODES_MOST);
    let report = game.game().search(&request, &Control::unlimited());
    game.answer(&report, NOW_MS).unwrap();
}

fn first_move(game: &mut Match, side: usize) {
    let (ply, hash) = (game.game().ply(), game.game().hash());
    let path = game.game().legal()[0].path.clone();
    game.apply(side, ply, hash, &path, NOW_MS).unwrap();
}

#[test]
fn after_one_move_nobody_agrees_in_any_game_at_any_level() {
    for (game_type, variant) in variants() {
        let agrees = game_type.sheet().agrees_draws(variant);
        for (level, side) in (1..=LEVEL_COUNT).flat_map(|level| [(level, 0), (level, 1)]) {
            let mut game = against(game_type, variant, "", level, side);
            let place = format!("{} {variant} level {level}, side {side}", game_type.name());
            let refusal = match agrees {
                true => Refusal::DrawDeclined,
                false => Refusal::NoAgreement,
            };
            assert!(!game.can_draw(side), "{place}: nothing has been played");
            if side == 0 {
                first_move(&mut game, 0);
            }
            answer(&mut game);
            assert_eq!(game.draw(side, NOW_MS), Err(refusal), "{place}");
            assert_eq!(game.can_draw(side), agrees, "{place}");
            assert_eq!(game.record().status, Status::Playing);
        }
    }
}

#[test]
fn draws_are_agreed_in_some_games_alone() {
    let agree = variants()
        .into_iter()
        .filter(|(game_type, variant)| game_type.sheet().agrees_draws(variant));
    let mut names: Vec<_> = agree
        .map(
            |(game_type, variant)| match game_type.sheet().agreed_draws {
                AgreedDraws::InVariants(_) => variant,
                _ => game_type.name(),
            },
        )
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(
        names,
        [
            "checkers",
            "chess",
            "fanorona",
            "morabaraba",
            "nine-mens-morris",
            "renju"
        ]
    );
}

/// A match of `plies`: the engine made every second move, and these are its last values.
fn moves(plies: usize, values: &[&str]) -> Vec<MoveRecord> {
    let mut made: Vec<MoveRecord> = (0..plies)
        .map(|ply| MoveRecord {
            path: Vec::new(),
            notation: None,
            at_ms: NOW_MS,
            spent: (ply % 2 == 1).then(|| Spent {
                level: 1,
                nodes: 1,
                depth: 1,
                score: "cp 300".to_owned(),
                pv: String::new(),
                deadline_hit: false,
            }),
        })
        .collect();
    let engine = made.iter_mut().filter_map(|m| m.spent.as_mut());
    for (spent, value) in engine.rev().zip(values.iter().rev()) {
        spent.score = (*value).to_owned();
    }
    made
}

#[test]
fn bad_values_late_level_values_and_a_proven_draw_are_agreed() {
    const LEVEL: [&str; 10] = [
        "cp 20", "cp -20", "cp 0", "cp 7", "cp -7", "exact 0", "cp 1", "cp 2", "cp 3", "cp 20",
    ];
    let level_but = |value| {
        let mut values = LEVEL;
        values[0] = value;
        values
    };
    for (plies, values, is_agreed) in [
        (20, &["cp -50", "cp -50", "cp -50"][..], true),
        (20, &["cp -900", "loss 12", "loss 8"], true),
        (20, &["cp -50", "cp -49", "cp -50"], false),
        (20, &["cp -50", "win 3", "cp -50"], false),
        (20, &["cp -50", "", "cp -50"], false),
        (19, &["cp -90", "cp -90", "cp -90"], false),
        (2, &["cp -900"], false),
        (2, &["cp 0"], false),
        (80, &LEVEL, true),
        (79, &LEVEL, false),
        (80, &level_but("cp 21"), false),
        (80, &level_but("cp -21"), false),
        (80, &level_but(""), false),
        (80, &LEVEL[1..], false),
        (200, &["cp 21", "cp 21", "cp 21"], false),
        (200, &["loss 4", "loss 4", "win 4"], false),
        (2, &["exact 0"], true),
        (2, &["exact 4"], false),
        (2, &["exact -4"], false),
        (2, &["win 9"], false),
    ] {
        let said = accepts(&moves(plies, values), None, false);
        assert_eq!(said, is_agreed, "{values:?} after {plies} plies");
    }
    let early = moves(2, &["cp 300"]);
    let draw = Some(Value::Exact(0));
    assert!(accepts(&early, draw, false), "a table says draw");
    assert!(!accepts(&early, Some(Value::Loss(7)), false));
    assert!(!accepts(&[], None, false));
    // Before the player's blunder the engine stood badly. The offer comes while it thinks about what to make of it.
    let bad = moves(20, &["cp -60", "cp -70", "cp -80"]);
    assert!(accepts(&bad, None, false));
    assert!(!accepts(&bad, None, true));
    assert!(!accepts(&moves(2, &["exact 0"]), Some(Value::Win(5)), true));
    assert!(accepts(&bad, draw, true));
    // The tables know more than the values that it had.
    assert!(!accepts(&bad, Some(Value::Loss(7)), false));
    assert!(!accepts(
        &moves(2, &["exact 0"]),
        Some(Value::Exact(-2)),
        false
    ));
    assert!(accepts(&bad, Some(Value::Win(7)), false));
}

/// The rule in its own words, over histories drawn by lot.
#[test]
fn the_rule_holds_over_histories_drawn_by_lot() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut agreed = 0;
    for _ in 0..4_000 {
        let plies = rng.random_range(0..130);
        let (low, high) = [(-400, 400), (-80, -45), (-22, 22)][rng.random_range(0..3)];
        let centipawns: Vec<i32> = (0..plies / 2)
            .map(|_| rng.random_range(low..=high))
            .collect();
        let values: Vec<String> = centipawns
            .iter()
            .map(|cp| score::print(Value::Cp(*cp)))
            .collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let count = centipawns.len();
        let is_bad = plies >= 20 && centipawns[count - 3..].iter().max() <= Some(&-50);
        let is_level =
            plies >= 80 && centipawns[count - 10..].iter().map(|cp| cp.abs()).max() <= Some(20);
        let expected = is_bad || is_level;
        assert_eq!(
            accepts(&moves(plies, &values), None, false),
            expected,
            "{plies} {centipawns:?}"
        );
        agreed += usize::from(expected);
    }
    assert!(agreed > 200, "{agreed}");
}

/// A match of two people in which every move is drawn by lot, with as many plies as it lasts.
fn played_by_lot(game_type: &'static dyn GameType, variant: &str, rng: &mut ChaCha8Rng) -> Record {
    let people = [GuestId::random(), GuestId::random()].map(Holder::Guest);
    let mut game = match_from(game_type, variant, "", people);
    while game.record().status == Status::Playing && game.played().len() < 130 {
        let legal = game.game().legal();
        let path = legal[rng.random_range(0..legal.len())].path.clone();
        let (side, ply, hash) = (game.game().side(), game.game().ply(), game.game().hash());
        game.apply(side, ply, hash, &path, NOW_MS).unwrap();
    }
    game.record().clone()
}

/// Every game at every level, in positions that come up in it: the engine agrees by the rule alone, and nowhere but where draws are agreed.
#[test]
fn the_rule_holds_in_every_game_at_every_level() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    let mut agreed = BTreeSet::new();
    for (game_type, variant) in variants() {
        let agrees = game_type.sheet().agrees_draws(variant);
        for level in (1..=LEVEL_COUNT).flat_map(|level| [level; 4]) {
            let mut record = played_by_lot(game_type, variant, &mut rng);
            let longest = record.moves.len() - usize::from(record.status != Status::Playing);
            let plies = rng.random_range(longest / 2..=longest);
            record.moves.truncate(plies);
            (record.status, record.winner, record.reason) = (Status::Playing, None, None);
            record.seats[1].holder = Holder::Engine(level);
            let (low, high) = [(-400, 400), (-80, -45), (-20, 20)][rng.random_range(0..3)];
            let mut centipawns = Vec::new();
            for made in record.moves.iter_mut().skip(1).step_by(2) {
                let cp = rng.random_range(low..=high);
                centipawns.push(cp);
                made.spent = Some(Spent {
                    level,
                    nodes: 1,
                    depth: 1,
                    score: score::print(Value::Cp(cp)),
                    pv: String::new(),
                    deadline_hit: false,
                });
            }
            let last = |count: usize| centipawns.iter().rev().take(count);
            let is_bad = plies >= 20 && last(3).all(|cp| *cp <= -50);
            let is_level = plies >= 80 && last(10).all(|cp| cp.abs() <= 20);
            let mut game = Match::restore(game_type, record).unwrap();
            let expected = match (game.game().claim().is_some(), agrees) {
                (true, _) => Ok(()),
                (false, false) => Err(Refusal::NoAgreement),
                (false, true) if is_bad || is_level || !game.game().can_win(1) => Ok(()),
                (false, true) => Err(Refusal::DrawDeclined),
            };
            if agrees && expected == Ok(()) {
                agreed.insert(game_type.name());
            }
            let place = format!(
                "{} {variant} level {level} after {plies}: {centipawns:?}",
                game_type.name()
            );
            assert_eq!(game.draw(0, NOW_MS), expected, "{place}");
        }
    }
    let may_agree = variants()
        .into_iter()
        .filter(|(game_type, variant)| game_type.sheet().agrees_draws(variant));
    assert_eq!(
        agreed,
        may_agree.map(|(game_type, _)| game_type.name()).collect()
    );
}

#[test]
fn a_match_in_which_the_engine_agrees_is_drawn() {
    let chess = Registry::shipped().find("chess").unwrap();
    let mut game = against(chess, "", "", 3, 0);
    while game.played().len() < 20 {
        match game.is_engine_due() {
            true => answer(&mut game),
            false => first_move(&mut game, 0),
        }
        assert_eq!(game.record().status, Status::Playing);
    }
    let mut record = game.record().clone();
    for made in &mut record.moves {
        if let Some(spent) = &mut made.spent {
            spent.score = "cp -50".to_owned();
        }
    }
    let mut game = Match::restore(chess, record).unwrap();
    game.draw(0, NOW_MS).unwrap();
    assert_eq!(game.record().status, Status::Drawn);
    assert_eq!(game.record().reason.as_deref(), Some("agreed"));
    assert_eq!(game.result().unwrap().id, "result-agreed");
    assert!(!game.can_draw(0));
}

/// Opens the tables of king and pawn against king for this process.
fn open_king_and_pawn(chess: &'static dyn GameType) {
    let folder = tempfile::tempdir().unwrap();
    let endgames = chess.lab().endgames().unwrap();
    let options = BuildOptions {
        folder: folder.path(),
        threads: 2,
        is_time_to_save: &|| false,
    };
    for number in up_to(&endgames.plans(), "KPK").unwrap() {
        let mut go_on = |_| ControlFlow::Continue(());
        endgames.build(number, &options, &mut go_on).unwrap();
    }
    let mut go_on = || ControlFlow::Continue(());
    let (open, errors) = endgames.open(folder.path(), &mut go_on).unwrap();
    assert!(!open.is_empty() && errors.is_empty());
}

/// The engine's only value is good, it is early, and it has a pawn to win with: only the table can have said yes. With the king in front
/// of it the pawn is stopped; with its own king there, on the sixth rank, it is not.
#[test]
fn a_draw_that_a_table_knows_is_agreed_in_the_second_move() {
    let chess = Registry::shipped().find("chess").unwrap();
    open_king_and_pawn(chess);
    for (start, paths, answer) in [
        (
            "8/8/3k4/4p3/8/3K4/8/8 w - - 0 1",
            ["d3,e3", "d6,e6"],
            Ok(()),
        ),
        (
            "8/8/8/8/4p3/4k3/8/4K3 w - - 0 1",
            ["e1,d1", "e3,d3"],
            Err(Refusal::DrawDeclined),
        ),
    ] {
        let mut record = against(chess, "", start, 3, 0).record().clone();
        let made = moves(2, &["cp 300"]).into_iter().zip(paths);
        record.moves = made
            .map(|(made, text)| MoveRecord {
                path: text.split(',').map(str::to_owned).collect(),
                ..made
            })
            .collect();
        let mut game = Match::restore(chess, record).unwrap();
        assert_eq!(game.draw(0, NOW_MS), answer, "{start}");
        let reason = game.record().reason.as_deref();
        assert_eq!(reason, answer.is_ok().then_some("agreed"));
    }
}

/// A bare king cannot mate, and neither can a knight against one; a pawn may become what mates. The side to move does not matter.
#[test]
fn an_engine_that_cannot_win_agrees_at_once() {
    let chess = Registry::shipped().find("chess").unwrap();
    for (start, expected) in [
        ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", Ok(())),
        ("7k/8/8/8/8/8/8/K5Q1 w - - 0 1", Ok(())),
        ("6nk/8/8/8/8/8/8/K5Q1 w - - 0 1", Ok(())),
        ("6nk/8/8/8/8/8/8/K5R1 w - - 0 1", Err(Refusal::DrawDeclined)),
        ("7k/7p/8/8/8/8/8/K5R1 w - - 0 1", Err(Refusal::DrawDeclined)),
    ] {
        for is_answered in [false, true] {
            let mut game = against(chess, "", start, 8, 0);
            let first = ["a1".to_owned(), "b1".to_owned()];
            let (ply, hash) = (game.game().ply(), game.game().hash());
            game.apply(0, ply, hash, &first, NOW_MS).unwrap();
            if is_answered {
                answer(&mut game);
            }
            assert_eq!(game.draw(0, NOW_MS), expected, "{start} {is_answered}");
        }
    }
}

/// However well the engine thinks that it stands.
#[test]
fn a_claim_by_rule_is_granted_at_every_level() {
    let chess = Registry::shipped().find("chess").unwrap();
    for level in 1..=LEVEL_COUNT {
        let fifty = "4k3/8/8/8/8/8/q7/4K3 w - - 100 90";
        let mut game = against(chess, "", fifty, level, 0);
        assert!(game.can_draw(0));
        game.draw(0, NOW_MS).unwrap();
        assert_eq!(game.record().status, Status::Drawn);

        let mut game = against(chess, "", "", level, 0);
        let knights = ["g1,f3", "g8,f6", "f3,g1", "f6,g8"];
        let mut record = game.record().clone();
        for (ply, text) in knights.iter().cycle().take(8).enumerate() {
            record.moves.push(MoveRecord {
                path: text.split(',').map(str::to_owned).collect(),
                notation: None,
                at_ms: NOW_MS,
                spent: (ply % 2 == 1).then(|| Spent {
                    level,
                    nodes: 1,
                    depth: 1,
                    score: "cp 900".to_owned(),
                    pv: String::new(),
                    deadline_hit: false,
                }),
            });
            game = Match::restore(chess, record.clone()).unwrap();
            assert_eq!(game.game().claim().is_some(), ply == 7);
        }
        game.draw(0, NOW_MS).unwrap();
        let reason = game.record().reason.as_deref();
        assert_eq!(reason, Some("threefold-repetition"));
    }
}
