//! Matches of noughts and crosses with known results, and statistics computed by hand.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::lab::tournament::{
    BlunderKind, EngineConfig, LevelTest, LossPlan, MatchScore, MoveLoss, Series, Sprt, SprtVerdict,
};
use crate::{Error, GameType, Level, Measure, Measured, Opponent, Registry, Setup};
use rookery_engine::{Control, SplitMix, Technique};

fn game_type() -> &'static dyn GameType {
    Registry::shipped().find("tic-tac-toe").unwrap()
}

fn read(text: &str) -> EngineConfig {
    EngineConfig::read(text, game_type(), 500).unwrap()
}

fn series(a: &str, b: &str, pairs: usize) -> Series<'static> {
    Series {
        game_type: game_type(),
        setup: Setup::default(),
        players: [read(a).into(), read(b).into()],
        opening_plies: 0,
        pairs,
        threads: 1,
        seed: 7,
    }
}

fn play(series: &Series<'_>) -> MatchScore {
    let go_on = |_: &MatchScore| ControlFlow::Continue(());
    series.play(&Control::unlimited(), go_on).unwrap()
}

fn score(pairs: [u64; 5]) -> MatchScore {
    let mut score = MatchScore::default();
    for (halves, n) in [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]
        .into_iter()
        .zip(pairs)
    {
        for _ in 0..n {
            score.add_pair(halves);
        }
    }
    score
}

#[test]
fn the_perfect_player_loses_no_game_and_beats_chance() {
    let score = play(&series("level=8", "random", 60));
    assert_eq!(score.games(), 120);
    assert_eq!(score.losses, 0);
    assert!(score.score() > 0.85, "{score:?}");
    let equal = play(&series("level=8", "level=8", 10));
    assert_eq!((equal.draws, equal.pairs), (20, [0, 0, 10, 0, 0]));
}

#[test]
fn two_random_players_win_as_often_as_the_published_shares() {
    // A random game of noughts and crosses is won by the first player with probability 0.585, by the second with 0.288
    // (737/1260 and 121/420: the shares of random play that textbooks give); over pairs both players score one half.
    let score = play(&series("random", "random", 1_500));
    let decided = (score.wins + score.losses) as f64 / score.games() as f64;
    assert!((decided - 0.873).abs() < 0.02, "{decided}");
    assert!((score.score() - 0.5).abs() < 0.03, "{score:?}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let one = series("level=1", "random", 40);
    let three = Series {
        threads: 3,
        ..one.clone()
    };
    assert_eq!(play(&one), play(&three));
    let other = Series { seed: 8, ..one };
    assert_ne!(play(&other), play(&three));
}

#[test]
fn a_match_ends_when_it_is_told_to() {
    let series = Series {
        threads: 2,
        ..series("random", "random", 1_000)
    };
    let after = |score: &MatchScore| match score.games() {
        0..20 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let score = series.play(&Control::unlimited(), after).unwrap();
    assert_eq!(score.games(), 20);

    let flag = Arc::new(AtomicBool::new(false));
    let control = Control::new(Arc::clone(&flag), Arc::new(|| Duration::ZERO));
    let stop = |_: &MatchScore| {
        flag.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let score = series.play(&control, stop).unwrap();
    assert!((2..2_000).contains(&score.games()), "{}", score.games());
}

#[test]
fn openings_differ_as_long_as_there_are_others() {
    let game_type = game_type();
    let setup = Setup::default();
    let mut openings = super::openings::Openings::new(game_type, &setup, 2, 5);
    // 72 positions arise after two plies; the next opening has been seen.
    let mut seen: Vec<_> = (0..72)
        .map(|_| openings.next().unwrap().game.position())
        .collect();
    seen.sort();
    seen.dedup();
    assert!(seen.len() >= 71, "{}", seen.len());
    assert!(openings.next().is_ok());
    let mut endless = super::openings::Openings::new(game_type, &setup, 10, 5);
    assert_eq!(endless.next().err(), Some(Error::Opening(10)));
}

/// What the rules leave to chance is drawn for each opening: the three first moves of checkers, the first rank of Chess960.
#[test]
fn openings_begin_with_what_chance_decides() {
    for (name, variant, option) in [
        ("checkers", "", Some("three-move")),
        ("chess", "chess960", None),
    ] {
        let game_type = Registry::shipped().find(name).unwrap();
        let option = option.map(|value| ("first-moves".to_owned(), value.to_owned()));
        let setup = Setup {
            variant: variant.to_owned(),
            options: option.into_iter().collect(),
            ..Setup::default()
        };
        let usual = game_type.start(&Setup::default()).unwrap().position();
        let mut openings = super::openings::Openings::new(game_type, &setup, 0, 5);
        let drawn: BTreeSet<_> = (0..20)
            .map(|_| openings.next().unwrap().game.position())
            .collect();
        assert_eq!(drawn.len(), 20, "{name}");
        assert!(drawn.iter().filter(|position| **position == usual).count() <= 1);
    }
}

#[test]
fn players_are_read_word_by_word() {
    assert_eq!(read(""), read("nodes=500"));
    assert_eq!(read("random"), EngineConfig::random());
    assert_eq!(read("one-ply"), EngineConfig::one_ply());
    assert_eq!(EngineConfig::level(game_type(), 3), Some(read("level=3")));
    assert_ne!(read("depth=2,off=TT+killers"), read("depth=2"));
    assert_eq!(
        read("eval=open-lines,params.null_depth=3,level=2"),
        read("level=2")
    );
    assert_ne!(read("params.null_depth=3"), read("params.null_depth=4"));
    // The later word holds.
    assert_eq!(read("off=TT,on=TT"), read("on=TT"));
    assert_eq!(read("on=TT,off=TT"), read("off=TT"));
    assert_eq!(read("random,depth=2"), read("depth=2"));
    assert_eq!(
        read("driver=PVS,eval=Open-Lines"),
        read("driver=pvs,eval=open-lines")
    );
    assert_eq!(read("depth=2,random"), EngineConfig::random());
    for (text, why) in [
        ("level=9", "level is a number from 1 to 8"),
        ("clever", "'clever' is not one of level=N"),
        ("nodes=many", "nodes=many: a number from 1 is expected"),
        // Zero would mean no limit.
        ("nodes=0", "nodes=0: a number from 1 is expected"),
        ("depth=0", "depth=0: a number from 1 is expected"),
        ("time=0", "time=0: a number from 1 is expected"),
        ("sigma=-1", "sigma=-1: a number"),
        (
            "driver=fast",
            "driver is one of pvs, mtdf, alphabeta, minimax",
        ),
        ("eval=net", "the evaluations of this game are open-lines"),
        (
            "params.luck=1",
            "params has no luck; it has aspiration_cp, ",
        ),
        (
            "params.null_depth=11",
            "params.null_depth is a number from 2 to 10",
        ),
        (
            "params.null_depth=1",
            "params.null_depth is a number from 2 to 10",
        ),
        ("params.null_depth=many", "params.null_depth=many: a number"),
        ("on=MAGIC", "there is no technique 'MAGIC'"),
        (
            "on=TT+NULL",
            "on=NULL: not sound for tic-tac-toe; of the techniques, it allows ALPHABETA,TT,",
        ),
        (
            "params.null_depth=3,eval=open-lines",
            "eval=NAME comes before params.NAME=N",
        ),
    ] {
        let error = EngineConfig::read(text, game_type(), 500)
            .unwrap_err()
            .to_string();
        assert!(error.contains(why) && error.contains(text), "{error}");
    }
}

#[test]
fn one_ply_looks_at_its_own_moves_alone() {
    let game = game_type().start(&Setup::default()).unwrap();
    let (path, nodes) = EngineConfig::one_ply().choose(&*game, 3, &Control::unlimited());
    // The evaluation by open lines prefers the centre; the root and nine moves are ten nodes.
    assert_eq!((path, nodes), (Some(vec!["b2".to_owned()]), 10));
    let all = game.repertoire().usual;
    assert!(all.has(Technique::Tt));
}

/// A match has one clock. Here it goes on by a millisecond at each look.
#[test]
fn the_time_of_a_move_counts_from_its_own_beginning() {
    let connect_four = Registry::shipped().find("connect-four").unwrap();
    let game = connect_four.start(&Setup::default()).unwrap();
    let player = EngineConfig::read("time=5", connect_four, 0).unwrap();
    let looks = Arc::new(AtomicU64::new(0));
    let clock = move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
    let control = Control::new(Arc::new(AtomicBool::new(false)), Arc::new(clock));
    // Five looks, one each 1,024 nodes, for the first move as for the last.
    let nodes = [0; 4].map(|_| player.choose(&*game, 3, &control).1);
    assert_eq!(nodes, [5 * 1_024; 4]);
}

#[test]
fn scores_and_differences_are_those_of_the_textbook() {
    // Three points of four are 190.85 Elo: 400 log10 3.
    let score = score([0, 0, 50, 0, 50]);
    assert_eq!((score.wins, score.draws, score.losses), (150, 0, 50));
    assert!((score.score() - 0.75).abs() < 1e-12);
    assert!((score.elo() - 190.848).abs() < 0.01, "{}", score.elo());
    // Pairs at ½ and 1 vary by 1/4 either way: error 1.96 × 0.25/√99 = 0.0492, so 0.7008 to 0.7992, 147.9 to 240.0 Elo.
    let error = score.elo_error().unwrap();
    assert!((error - 46.0).abs() < 0.3, "{error}");
    // Wilson's interval for 150 of 200 at 1.96 is 0.6858 to 0.8050: the wider of the two on both sides.
    let interval = score.interval(1.96);
    assert!((interval.low - 0.6858).abs() < 5e-4, "{interval:?}");
    assert!((interval.high - 0.8050).abs() < 5e-4, "{interval:?}");
    // All of ten games won: Wilson's lower end is 10/(10 + 1.96²).
    let all = super::tests::score([0, 0, 0, 0, 5]);
    assert!((all.interval(1.96).low - 0.7225).abs() < 5e-4);
    assert!(all.elo().is_finite());
}

/// A hundred pairs, of which seventy were won twice and thirty lost twice. They vary by 0.21, with a standard error of √(0.21/99) = 0.0461: 2.5 of
/// them below 0.7 is 0.585, and does not show 60 %. The same games without their pairs, by Wilson's interval, are 0.614 at least.
#[test]
fn a_result_that_is_kept_is_judged_as_when_it_was_measured() {
    let score = score([30, 0, 0, 0, 70]);
    let test = LevelTest {
        level: 3,
        against: Opponent::Level(2),
    };
    assert!((LevelTest::range(&score).low - 0.585).abs() < 1e-3);
    assert!(!test.holds(&score));
    let measured = Measured {
        signature: 1,
        results: vec![Measure::new(3, Level::LADDER[2], test.against, &score)],
    };
    let kept = Measured::parse(&measured.to_string()).unwrap();
    assert_eq!(kept.results[0].score(), score);
    let without = MatchScore {
        pairs: [0; 5],
        ..score
    };
    assert!((LevelTest::range(&without).low - 0.614).abs() < 1e-3);
}

/// Pairs that are all alike have no spread; and an even score is a difference of zero, not of less.
#[test]
fn an_error_that_the_games_do_not_show_is_none() {
    for (pairs, elo) in [([0, 0, 1, 0, 0], 0.0), ([0, 0, 7, 0, 0], 0.0)] {
        let score = score(pairs);
        assert_eq!((score.elo(), score.elo_error()), (elo, None));
        assert!(score.elo().is_sign_positive());
    }
    assert_eq!(score([1, 0, 0, 0, 0]).elo_error(), None);
    assert_eq!(score([0, 0, 0, 0, 5]).elo_error(), None);
    assert!(score([1, 0, 0, 0, 1]).elo_error().unwrap() > 100.0);
    assert_eq!(MatchScore::default().elo_error(), None);
}

/// A match of pairs between players of which the first is `elo` stronger and half of the games are drawn.
fn tested(sprt: Sprt, elo: f64, seed: u64) -> Option<SprtVerdict> {
    let expected = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let mut rng = SplitMix::new(seed);
    let mut score = MatchScore::default();
    for _ in 0..200_000 {
        let mut game = || match (rng.next() >> 11) as f64 / (1u64 << 53) as f64 {
            p if p < expected - 0.25 => 2,
            p if p < expected + 0.25 => 1,
            _ => 0,
        };
        score.add_pair([game(), game()]);
        let verdict = sprt.verdict(&score);
        if verdict.is_some() {
            return verdict;
        }
    }
    None
}

#[test]
fn the_sequential_test_errs_once_in_twenty() {
    let sprt = Sprt::new(0.0, 40.0).unwrap();
    for (elo, right) in [(0.0, SprtVerdict::Rejected), (40.0, SprtVerdict::Accepted)] {
        let wrong = (0..300)
            .filter(|&seed| tested(sprt, elo, seed) != Some(right))
            .count();
        // 15 expected; the test overshoots its bounds a little and so errs less.
        assert!(wrong <= 24, "{elo}: {wrong} of 300");
    }
    assert_eq!(Sprt::new(5.0, 5.0), None);
    assert_eq!(sprt.llr(&MatchScore::default()), 0.0);
    assert!((Sprt::bound() - 2.944).abs() < 0.001);
}

fn loss_of(level: u8) -> MoveLoss {
    let plan = LossPlan {
        moves: 80,
        judge_nodes: 20_000,
        seed: 3,
    };
    let control = Control::unlimited();
    let player = EngineConfig::level(game_type(), level).unwrap();
    plan.measure(game_type(), player, &control).unwrap()
}

/// A judge that sees every game to its end: a move loses nothing, half (a won game drawn, a drawn one lost) or all of it, and only
/// positions that are even are judged, so it is always a draw that is given away, by a reply that decides sooner or later.
#[test]
fn the_perfect_player_gives_nothing_away_and_the_first_level_does() {
    let perfect = loss_of(8);
    assert_eq!((perfect.moves, perfect.lost_cp), (80, 0));
    assert_eq!(perfect.blunders, [0; 4]);
    let first = loss_of(1);
    let blunders: u32 = first.blunders.iter().sum();
    assert!(blunders > 0, "{first:?}");
    assert_eq!(first.lost_cp, u64::from(blunders) * 1_000);
    let takes = BlunderKind::LosesPieces as usize;
    assert_eq!(first.blunders[takes], 0, "no mark leaves the board");
    assert!(first.blunders[BlunderKind::LosesAtOnce as usize] > 0);
    assert_eq!(first, loss_of(1), "the same seed, the same games");
}
