//! The search on every game of the registry: exact techniques agree with minimax, selective ones make no false claims.

use crate::tests::walk;
use crate::{Game, Setup};
use rookery_engine::{
    Control, Driver, Request, SearchReport, SolverSpec, Technique, Techniques, Value,
};

fn report(game: &dyn Game, request: &Request) -> SearchReport {
    game.search(request, &Control::unlimited())
}

fn value(game: &dyn Game, request: &Request) -> Value {
    report(game, request).lines[0].value
}

/// A value as a number, the same whether or not it is marked as proven.
fn number(value: Value) -> i64 {
    match value {
        Value::Cp(n) => Value::Cp(n).rank(),
        Value::Exact(0) => 0,
        other => other.rank(),
    }
}

#[test]
fn every_driver_and_every_exact_set_finds_the_value_of_minimax() {
    let mut seen = 0;
    walk(31, |game_type, game, legal| {
        // Every eleventh position of the walks; those with few moves a ply deeper, those with very many a ply less deep.
        if legal.is_empty() || game.ply() % 11 != 3 {
            return;
        }
        let depth = match legal.len() {
            0..=8 => 4,
            9..=49 => 3,
            _ => 2,
        };
        let plain = Request {
            depth,
            hash_mb: 1,
            ..Request::default()
        };
        let judge = Request {
            driver: Driver::Minimax,
            ..plain
        };
        let expected = number(value(game, &judge));
        let exact = game.repertoire().sound.and(Techniques::EXACT);
        for driver in [Driver::Pvs, Driver::Mtdf, Driver::AlphaBeta] {
            for (on, off) in [
                (exact, Techniques::NONE),
                (Techniques::NONE, Techniques::NONE),
                (
                    Techniques::NONE,
                    Techniques::EXACT.without(Techniques::of(&[Technique::AlphaBeta])),
                ),
            ] {
                let usual = game.repertoire().usual.without(Techniques::EXACT);
                let request = Request {
                    driver,
                    on,
                    off: off.or(usual),
                    ..plain
                };
                let found = number(value(game, &request));
                assert_eq!(
                    found,
                    expected,
                    "{} {} {driver:?} on {on} off {off}",
                    game_type.name(),
                    game.position()
                );
            }
        }
        seen += 1;
    });
    assert!(seen >= 20, "{seen} positions");
}

/// If a game has a solver, it judges the claims of the search with everything on that is sound for the game.
#[test]
fn no_technique_claims_an_end_that_the_solver_denies() {
    let spec = SolverSpec {
        entries: 1 << 16,
        nodes: 200_000,
        ..SolverSpec::default()
    };
    let (mut claims, mut asked) = (0, 0);
    walk(77, |game_type, game, legal| {
        if legal.is_empty() || game.ply() % 3 != 0 {
            return;
        }
        let Some(mut solver) = game_type.lab().solver(&Setup::default(), &spec).unwrap() else {
            return;
        };
        let sound = game.repertoire().sound;
        let request = Request {
            depth: 5,
            on: sound
                .without(Techniques::INSTEAD)
                .without(Techniques::HISTORICAL),
            hash_mb: 1,
            nodes: 50_000,
            ..Request::default()
        };
        let claimed = value(game, &request);
        let sign = match claimed {
            Value::Win(_) => 1,
            Value::Loss(_) => -1,
            Value::Exact(points) if points != 0 => points.signum(),
            _ => return,
        };
        asked += 1;
        let control = Control::unlimited();
        let Some(answer) = solver.solve(&game.position(), false, &control).unwrap() else {
            return;
        };
        let truth = match answer.value {
            Value::Win(_) => 1,
            Value::Loss(_) => -1,
            Value::Exact(n) | Value::Cp(n) => n.signum(),
        };
        assert_eq!(
            sign,
            truth,
            "{} {}: {claimed:?}",
            game_type.name(),
            game.position()
        );
        claims += 1;
    });
    assert!(claims >= 15, "{claims} of {asked} claims were checked");
}
