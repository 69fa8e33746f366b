//! Random matches of every registered game, and each refusal on noughts and crosses.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::ids::GameId;
use crate::ids::GuestId;
use rookery_engine::Control;
use rookery_engine::Value;
use rookery_games::GameType;
use rookery_games::Registry;
use rookery_games::Setup;

pub(in crate::matches) const NOW_MS: i64 = 1_700_000_000_000;
/// Some games go on for ever when nobody wants to win.
const MOST_PLIES: usize = 120;

fn new_match(game_type: &'static dyn GameType, seats: [Holder; 2]) -> Match {
    match_from(game_type, "", "", seats)
}

pub(in crate::matches) fn match_from(
    game_type: &'static dyn GameType,
    variant: &str,
    start: &str,
    seats: [Holder; 2],
) -> Match {
    let new = NewMatch {
        id: GameId::random(),
        setup: Setup {
            variant: variant.to_owned(),
            start: start.to_owned(),
            ..Setup::default()
        },
        seats,
        visibility: Visibility::Link,
        seed: 7,
        engine_rev: 1,
        now_ms: NOW_MS,
    };
    Match::start(game_type, new).unwrap()
}

fn people() -> [Holder; 2] {
    [
        Holder::Guest(GuestId::random()),
        Holder::Guest(GuestId::random()),
    ]
}

fn noughts() -> &'static dyn GameType {
    Registry::shipped().find("tic-tac-toe").unwrap()
}

fn path(text: &str) -> Vec<String> {
    text.split(',').map(str::to_owned).collect()
}

/// Makes a move in the position as it stands.
fn make(game: &mut Match, side: usize, text: &str, now_ms: i64) -> Result<(), Refusal> {
    let (ply, hash) = (game.game().ply(), game.game().hash());
    game.apply(side, ply, hash, &path(text), now_ms).map(drop)
}

fn search(game: &Match) -> rookery_engine::SearchReport {
    let request = game.engine_request().unwrap();
    game.game().search(&request, &Control::unlimited())
}

#[test]
fn random_games_are_restored_at_each_ply_as_they_were() {
    for game_type in Registry::shipped().all() {
        for seed in 0..3 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut game = new_match(*game_type, people());
            while game.record().status == Status::Playing && game.played().len() < MOST_PLIES {
                let legal = game.game().legal();
                let chosen = &legal[rng.random_range(0..legal.len())];
                let side = game.game().side();
                make(&mut game, side, &chosen.path.join(","), NOW_MS + 1).unwrap();
                let restored = Match::restore(*game_type, game.record().clone()).unwrap();
                assert_eq!(restored.record(), game.record());
                assert_eq!(restored.game().hash(), game.game().hash());
                assert_eq!(restored.game().position(), game.game().position());
                assert_eq!(restored.game().pieces(), game.game().pieces());
                assert_eq!(restored.game().legal(), game.game().legal());
                assert_eq!(restored.played(), game.played());
                assert_eq!(restored.result(), game.result());
            }
            let ending = game.game().ending();
            assert_eq!(ending.is_some(), game.record().status != Status::Playing);
            if let Some(ending) = ending {
                assert_eq!(game.record().winner, ending.winner);
                assert_eq!(game.record().reason.as_deref(), Some(ending.reason));
                let side = game.game().side();
                assert_eq!(make(&mut game, side, "a1", NOW_MS), Err(Refusal::Over));
            }
        }
    }
}

#[test]
fn an_earlier_position_is_the_one_that_was_on_the_board() {
    for game_type in Registry::shipped().all() {
        let mut game = new_match(*game_type, people());
        let mut seen = vec![game.game().position()];
        while game.record().status == Status::Playing && game.played().len() < 8 {
            let first = game.game().legal()[0].path.join(",");
            let side = game.game().side();
            make(&mut game, side, &first, NOW_MS).unwrap();
            seen.push(game.game().position());
        }
        for (ply, position) in seen.iter().enumerate() {
            let moment = game.at(ply).unwrap();
            assert_eq!(moment.game.position(), *position);
            assert_eq!(
                moment.last.map(|last| (last.path, Some(last.notation))),
                ply.checked_sub(1).map(|before| {
                    let made = &game.played()[before];
                    (made.path.clone(), made.notation.clone())
                })
            );
        }
        assert!(game.at(seen.len()).is_none());
    }
}

#[test]
fn a_stale_click_changes_nothing() {
    let mut game = new_match(noughts(), people());
    let (ply, hash) = (game.game().ply(), game.game().hash());
    game.apply(0, ply, hash, &path("b2"), NOW_MS).unwrap();
    let before = game.record().clone();
    // The second half of a double click, a wrong hash, a ply that is still to come.
    let now = game.game().hash();
    for (ply, hash) in [(ply, hash), (1, hash), (0, now), (2, now)] {
        let refused = game.apply(1, ply, hash, &path("a1"), NOW_MS).err();
        assert_eq!(refused, Some(Refusal::Stale));
    }
    assert_eq!(*game.record(), before);
}

#[test]
fn only_the_side_to_move_moves_and_only_legally() {
    let mut game = new_match(noughts(), people());
    let before = game.record().clone();
    assert_eq!(make(&mut game, 1, "b2", NOW_MS), Err(Refusal::NotYourTurn));
    assert!(matches!(
        make(&mut game, 0, "z9", NOW_MS),
        Err(Refusal::Illegal(_))
    ));
    assert_eq!(*game.record(), before);
    make(&mut game, 0, "b2", NOW_MS).unwrap();
    assert!(matches!(
        make(&mut game, 1, "b2", NOW_MS),
        Err(Refusal::Illegal(_))
    ));
    // The other spelling of the same square: 5 is the middle.
    let mut typed = new_match(noughts(), people());
    make(&mut typed, 0, "5", NOW_MS).unwrap();
    assert_eq!(typed.record().moves[0].path, path("b2"));
}

#[test]
fn three_in_a_row_ends_the_match() {
    let mut game = new_match(noughts(), people());
    for (n, text) in ["a3", "a1", "b3", "b1", "c3"].into_iter().enumerate() {
        assert_eq!(game.result(), None);
        make(&mut game, n % 2, text, NOW_MS).unwrap();
    }
    assert_eq!(game.record().status, Status::Won);
    assert_eq!(game.record().winner, Some(0));
    assert!(game.result().is_some());
    assert_eq!(game.resign(1, NOW_MS), Err(Refusal::Over));
}

#[test]
fn the_version_counts_saves_not_changes() {
    let mut game = new_match(noughts(), people());
    make(&mut game, 0, "b2", NOW_MS).unwrap();
    assert_eq!((game.kept().version, game.record().version), (0, 1));
    game.mark_saved();
    make(&mut game, 1, "a1", NOW_MS + 5).unwrap();
    make(&mut game, 0, "a2", NOW_MS + 9).unwrap();
    assert_eq!((game.kept().version, game.record().version), (1, 2));
    assert_eq!(game.record().updated_ms, NOW_MS + 9);
}

#[test]
fn resigning_gives_the_match_to_the_other_side() {
    let mut game = new_match(
        noughts(),
        [Holder::Guest(GuestId::random()), Holder::Engine(3)],
    );
    make(&mut game, 0, "b2", NOW_MS).unwrap();
    game.resign(0, NOW_MS + 1).unwrap();
    assert_eq!(game.record().status, Status::Won);
    assert_eq!(game.record().winner, Some(1));
    assert_eq!(game.record().reason.as_deref(), Some("resigned"));
    assert_eq!(game.result().unwrap().id, "result-resigned");
    assert_eq!(game.takeback(0, NOW_MS), Err(Refusal::Over));
    assert_eq!(make(&mut game, 0, "b2", NOW_MS), Err(Refusal::Over));
}

/// Nobody has played it, whether or not the engine has moved. A person on the other side has waited for nothing.
#[test]
fn what_is_given_up_before_the_first_own_move_has_no_result() {
    let person = Holder::Guest(GuestId::random());
    let mut first = new_match(noughts(), [person, Holder::Engine(3)]);
    first.resign(0, NOW_MS + 1).unwrap();
    let mut second = new_match(noughts(), [Holder::Engine(3), person]);
    let report = search(&second);
    second.answer(&report, NOW_MS).unwrap();
    assert_eq!(second.played().len(), 1);
    second.resign(1, NOW_MS + 1).unwrap();
    for (game, side) in [(&mut first, 0), (&mut second, 1)] {
        assert_eq!(
            (game.record().status, game.record().winner),
            (Status::Aborted, None)
        );
        assert_eq!(game.reason(), Some("unplayed"));
        assert_eq!(game.result().unwrap().id, "result-unplayed");
        assert!(!game.is_engine_due());
        assert!(game.takeback(side, NOW_MS).is_err());
        let restored = Match::restore(noughts(), game.record().clone()).unwrap();
        assert_eq!(restored.result(), game.result());
    }
    let mut between_people = new_match(noughts(), people());
    between_people.resign(0, NOW_MS).unwrap();
    assert_eq!(between_people.record().winner, Some(1));
}

/// FIDE Laws 5.1.2: against a side that could not mate by any sequence of moves, giving up is a draw.
#[test]
fn resigning_to_a_side_that_cannot_win_is_a_draw() {
    let chess = Registry::shipped().find("chess").unwrap();
    let on = |start: &str, seats| match_from(chess, "", start, seats);
    let alone = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut game = on(alone, people());
    game.resign(0, NOW_MS).unwrap();
    assert_eq!(
        (game.record().status, game.record().winner),
        (Status::Drawn, None)
    );
    assert_eq!(game.record().reason.as_deref(), Some("resigned"));
    let said = game.result().unwrap();
    assert_eq!(said.id, "result-resigned-drawn");
    let [white, black] = game.sides();
    let args: Vec<_> = said.args.iter().map(|(name, _)| *name).collect();
    assert_eq!(args, ["loser", "other"]);
    assert_eq!(said.args[0].1, white.name.into());
    assert_eq!(said.args[1].1, black.name.into());
    let restored = Match::restore(chess, game.record().clone()).unwrap();
    assert_eq!(restored.result(), game.result());

    let mut game = on(alone, people());
    game.resign(1, NOW_MS).unwrap();
    assert_eq!(
        (game.record().status, game.record().winner),
        (Status::Won, Some(0))
    );
}

#[test]
fn the_engine_is_due_when_its_side_is_to_move_and_its_move_says_what_it_spent() {
    let person = Holder::Guest(GuestId::random());
    let mut game = new_match(noughts(), [person, Holder::Engine(2)]);
    assert!(game.engine_request().is_none());
    make(&mut game, 0, "b2", NOW_MS + 1).unwrap();
    assert_eq!(game.record().engine_due_ms, Some(NOW_MS + 1));
    assert_eq!(game.engine_request().unwrap().time, Some(SEARCH_DEADLINE));
    game.claim("here");
    assert_eq!(game.record().claimed_by.as_deref(), Some("here"));
    let report = search(&game);
    game.answer(&report, NOW_MS + 2).unwrap();
    assert!(!game.is_engine_due());
    assert_eq!(game.record().claimed_by, None);
    let spent = game.record().moves[1].spent.as_ref().unwrap();
    assert_eq!((spent.level, spent.nodes), (2, report.nodes));
    assert!(game.record().moves[0].spent.is_none());
    // The same answer cannot be made twice.
    assert_eq!(
        game.answer(&report, NOW_MS).err(),
        Some(Refusal::NotYourTurn)
    );
}

#[test]
fn takeback_leads_to_the_players_own_last_decision() {
    let person = Holder::Guest(GuestId::random());
    let mut game = new_match(noughts(), [person, Holder::Engine(2)]);
    assert_eq!(game.takeback(0, NOW_MS), Err(Refusal::NothingToTakeBack));
    let at_start = game.game().hash();
    // The engine has not answered: one ply.
    make(&mut game, 0, "b2", NOW_MS).unwrap();
    game.takeback(0, NOW_MS).unwrap();
    assert_eq!(game.game().hash(), at_start);
    assert!(!game.is_engine_due());
    // It has: two.
    make(&mut game, 0, "b2", NOW_MS).unwrap();
    let report = search(&game);
    game.answer(&report, NOW_MS).unwrap();
    game.takeback(0, NOW_MS).unwrap();
    assert_eq!(game.game().hash(), at_start);
    assert!(game.record().moves.is_empty() && game.played().is_empty());
}

#[test]
fn takeback_reopens_what_ended_on_the_board_and_needs_the_engine() {
    let person = Holder::Guest(GuestId::random());
    let mut game = new_match(noughts(), [person, Holder::Engine(1)]);
    while game.record().status == Status::Playing {
        if game.is_engine_due() {
            let report = search(&game);
            game.answer(&report, NOW_MS).unwrap();
        } else {
            let first = game.game().legal()[0].path.join(",");
            make(&mut game, 0, &first, NOW_MS).unwrap();
        }
    }
    game.takeback(0, NOW_MS).unwrap();
    assert_eq!(game.record().status, Status::Playing);
    assert_eq!((game.record().winner, game.result()), (None, None));
    assert_eq!(game.game().side(), 0);
    game.resign(0, NOW_MS).unwrap();
    assert_eq!(game.takeback(0, NOW_MS), Err(Refusal::Over));

    let mut between_people = new_match(noughts(), people());
    make(&mut between_people, 0, "b2", NOW_MS).unwrap();
    assert_eq!(
        between_people.takeback(0, NOW_MS),
        Err(Refusal::NotAgainstPeople)
    );
    assert_eq!(between_people.draw(0, NOW_MS), Err(Refusal::NoAgreement));
}

const KNIGHTS_AROUND: [&str; 8] = [
    "g1,f3", "g8,f6", "f3,g1", "f6,g8", "g1,f3", "g8,f6", "f3,g1", "f6,g8",
];

#[test]
fn a_draw_that_the_rules_grant_needs_nobody_to_agree() {
    let chess = Registry::shipped().find("chess").unwrap();
    let mut game = new_match(chess, people());
    for (side, text) in [0, 1].into_iter().cycle().zip(KNIGHTS_AROUND) {
        assert_eq!(game.draw(side, NOW_MS), Err(Refusal::NotAgainstPeople));
        make(&mut game, side, text, NOW_MS).unwrap();
    }
    game.draw(1, NOW_MS).unwrap();
    assert_eq!(game.record().status, Status::Drawn);
    assert_eq!(
        game.record().reason.as_deref(),
        Some("threefold-repetition")
    );
    assert_eq!(game.result().unwrap().id, "chess-end-threefold");
    let again = Match::restore(chess, game.record().clone()).unwrap();
    assert_eq!(again.result(), game.result());
    assert_eq!(game.draw(0, NOW_MS), Err(Refusal::Over));
}

#[test]
fn the_engine_claims_a_draw_unless_it_sees_an_advantage() {
    let chess = Registry::shipped().find("chess").unwrap();
    let mut record = {
        let mut between_people = new_match(chess, people());
        for (side, text) in [0, 1].into_iter().cycle().zip(KNIGHTS_AROUND) {
            make(&mut between_people, side, text, NOW_MS).unwrap();
        }
        between_people.record().clone()
    };
    record.seats[0].holder = Holder::Engine(1);
    record.engine_due_ms = Some(NOW_MS);
    let mut report = search(&Match::restore(chess, record.clone()).unwrap());
    for (value, reason) in [
        (Value::Cp(-30), Some("threefold-repetition")),
        (Value::Cp(30), None),
    ] {
        report.lines[0].value = value;
        let mut game = Match::restore(chess, record.clone()).unwrap();
        game.answer(&report, NOW_MS).unwrap();
        assert_eq!(game.record().reason.as_deref(), reason, "{value:?}");
    }
}

#[test]
fn what_chance_decides_stands_in_the_record() {
    let chess = Registry::shipped().find("chess").unwrap();
    let started = |seed| {
        let new = NewMatch {
            id: GameId::random(),
            setup: Setup {
                variant: "chess960".to_owned(),
                ..Setup::default()
            },
            seats: people(),
            visibility: Visibility::Link,
            seed,
            engine_rev: 1,
            now_ms: NOW_MS,
        };
        Match::start(chess, new).unwrap()
    };
    let game = started(1);
    assert!(!game.record().start.is_empty());
    assert_ne!(game.record().start, started(2).record().start);
    let again = Match::restore(chess, game.record().clone()).unwrap();
    assert_eq!(again.game().position(), game.game().position());
    let rematch = game.rematch(GameId::random(), true, 5, 1, NOW_MS).unwrap();
    assert_eq!(rematch.game().position(), game.game().position());
}

/// By rules without a limit two kings walk for ever, and each look at an earlier position plays all moves before it again.
#[test]
fn a_match_without_an_end_is_drawn_after_two_thousand_moves() {
    let checkers = Registry::shipped().find("checkers").unwrap();
    let option = |key: &str| (key.to_owned(), "off".to_owned());
    let new = NewMatch {
        id: GameId::random(),
        setup: Setup {
            options: ["repetition-draw", "forty-move-draw"].map(option).into(),
            ..Setup::at("B:WK29:BK4")
        },
        seats: people(),
        visibility: Visibility::Link,
        seed: 7,
        engine_rev: 1,
        now_ms: NOW_MS,
    };
    let mut game = Match::start(checkers, new).unwrap();
    for text in ["4-8", "29-25", "8-4", "25-29"].iter().cycle().take(2_000) {
        assert_eq!(game.record().status, Status::Playing);
        let side = game.game().side();
        make(&mut game, side, text, NOW_MS).unwrap();
    }
    assert_eq!(game.record().status, Status::Drawn);
    assert_eq!(game.result().unwrap().id, "result-too-long");
}

#[test]
fn a_rematch_swaps_sides_and_keeps_the_rest() {
    let person = Holder::Guest(GuestId::random());
    let game = new_match(noughts(), [person, Holder::Engine(4)]);
    let again = game
        .rematch(GameId::random(), true, 9, 1, NOW_MS + 50)
        .unwrap();
    assert_eq!(again.record().seats[0].holder, Holder::Engine(4));
    assert_eq!(again.record().seats[1].holder, person);
    assert_eq!(again.setup(), game.setup());
    assert_eq!(again.record().engine_due_ms, Some(NOW_MS + 50));
    assert_ne!(again.id(), game.id());
}

#[test]
fn nobody_sits_on_the_engines_seat() {
    let (me, other) = (GuestId::random(), GuestId::random());
    let game = new_match(noughts(), [Holder::Engine(1), Holder::Guest(me)]);
    assert_eq!(game.side_of(Player::Guest(me)), Some(1));
    assert_eq!(game.side_of(Player::Guest(other)), None);
    let alone = new_match(noughts(), [Holder::Guest(me), Holder::Guest(me)]);
    assert_eq!(alone.side_of(Player::Guest(me)), Some(0));
}

#[test]
fn a_private_match_is_seen_by_its_players_only() {
    let me = GuestId::random();
    let mut record = new_match(noughts(), [Holder::Guest(me), Holder::Engine(1)])
        .record()
        .clone();
    assert!(record.is_visible_to(None));
    record.visibility = Visibility::Private;
    assert!(record.is_visible_to(Some(Player::Guest(me))));
    assert!(!record.is_visible_to(Some(Player::Guest(GuestId::random()))));
    assert!(!record.is_visible_to(None));
}

#[test]
fn a_record_that_cannot_be_replayed_says_where() {
    let mut record = new_match(noughts(), people()).record().clone();
    for text in ["b2", "b2"] {
        record.moves.push(MoveRecord {
            path: path(text),
            notation: None,
            at_ms: NOW_MS,
            spent: None,
        });
    }
    let error = Match::restore(noughts(), record.clone()).err().unwrap();
    assert!(matches!(error, Error::Damaged { ply: 1, .. }), "{error}");
    record.moves.clear();
    record.seats[1].holder = Holder::Engine(9);
    assert_eq!(
        Match::restore(noughts(), record).err(),
        Some(Error::Level(9))
    );
}
