//! Tests of the diagrams of the rules: drawn moves are legal, crossed-out ones are not, and exercises can be solved and missed.

use std::collections::BTreeSet;

use crate::api::view::LegalMove;
use crate::tests::texts;
use crate::{Diagram, Game, GameType, Goal, Registry};

/// Calls `look` at every diagram of every game, with the game at its position.
fn each(mut look: impl FnMut(&dyn GameType, &Diagram, &dyn Game)) {
    for kind in Registry::shipped().all() {
        for diagram in kind.sheet().diagrams {
            let place = format!("{} {}", kind.name(), diagram.key);
            let game = diagram.game(*kind);
            let (game, _) = game.unwrap_or_else(|error| panic!("{place}: {error}"));
            look(*kind, diagram, game.as_ref());
        }
    }
}

/// The right moves of an exercise and the wrong ones, as paths.
fn judged(game: &dyn Game, goal: Goal) -> (Vec<String>, Vec<String>) {
    let path = |legal: &LegalMove| legal.path.join(",");
    let (right, wrong): (Vec<_>, Vec<_>) = game
        .legal()
        .into_iter()
        .partition(|legal| goal.is_met(game, legal).unwrap());
    (
        right.iter().map(path).collect(),
        wrong.iter().map(path).collect(),
    )
}

#[test]
fn what_a_diagram_draws_is_legal_and_what_it_crosses_out_is_not() {
    let (mut drawn, mut crossed) = (0, 0);
    each(|kind, diagram, game| {
        let place = format!("{} {}", kind.name(), diagram.key);
        for text in diagram.moves {
            let read = game.read(text);
            assert!(read.is_ok(), "{place}: {text}: {read:?}");
            drawn += 1;
        }
        let board = game.board();
        let taps = board.spaces.iter().map(|s| s.tap.as_ref().unwrap_or(&s.id));
        let taps: BTreeSet<&String> = taps.collect();
        for text in diagram.forbidden {
            let path: Vec<String> = text.split(',').map(str::to_owned).collect();
            assert!(path.iter().all(|tap| taps.contains(tap)), "{place}: {text}");
            let legal = game.legal();
            let mut begun = legal.iter().flat_map(LegalMove::paths);
            assert!(
                begun.all(|known| !known.starts_with(&path)),
                "{place}: {text}"
            );
            crossed += 1;
        }
        for at in diagram.spaces {
            assert!(board.spaces.iter().any(|s| s.id == *at), "{place}: {at}");
        }
    });
    assert!(drawn > 40 && crossed > 5, "{drawn} and {crossed}");
}

#[test]
fn diagrams_stand_beside_paragraphs_and_have_their_texts() {
    let texts = texts::ids();
    for kind in Registry::shipped().all() {
        let sheet = kind.sheet();
        let keys: BTreeSet<_> = sheet.diagrams.iter().map(|d| d.key).collect();
        assert_eq!(keys.len(), sheet.diagrams.len(), "{}", kind.name());
        // At least one board for each rule that words alone do not make clear; noughts and crosses has few.
        let least = if kind.name() == "tic-tac-toe" { 3 } else { 5 };
        assert!(
            (least..=8).contains(&keys.len()),
            "{} {keys:?}",
            kind.name()
        );
        let exercises = sheet.diagrams.iter().filter(|d| d.goal.is_some());
        assert_eq!(exercises.count(), 1, "{}", kind.name());
        assert!(sheet.headings.iter().all(|key| sheet.rules.contains(key)));
        assert_eq!(
            sheet.headings.first(),
            sheet.rules.first(),
            "{}",
            kind.name()
        );
        for diagram in sheet.diagrams {
            assert!(sheet.rules.contains(&diagram.beside), "{}", diagram.key);
            assert!(
                texts.contains(&*kind.caption(diagram).id),
                "{}",
                diagram.key
            );
            for is_right in [true, false] {
                let id = kind.comment(diagram, is_right).id;
                assert_eq!(texts.contains(&*id), diagram.goal.is_some(), "{id}");
            }
        }
    }
}

#[test]
fn an_exercise_can_be_solved_and_missed() {
    each(|kind, diagram, game| {
        let Some(goal) = diagram.goal else {
            return;
        };
        let (right, wrong) = judged(game, goal);
        assert!(!right.is_empty() && !wrong.is_empty(), "{}", kind.name());
    });
}

/// The solutions of the shipped exercises, worked out on paper.
#[test]
fn the_exercises_have_the_solutions_that_their_words_say() {
    each(|kind, diagram, game| {
        let Some(goal) = diagram.goal else {
            return;
        };
        let (mut right, _) = judged(game, goal);
        right.sort();
        let expected: &[&str] = match kind.name() {
            "checkers" => &["g7,e5,c3,a1"],
            "chess" => &["a1,a8"],
            "connect-four" => &["f"],
            "fanorona" => &["d3,e3,e2,d2"],
            "go" => &["g5"],
            "gomoku" => &["h8"],
            // One of three light cows is shot, none of which is safe.
            "morabaraba" => &["e3,a4", "e3,d3", "e3,f4"],
            // One of three black men is removed, none of which stands in a mill.
            "nine-mens-morris" => &["d6,a4", "d6,d3", "d6,f4"],
            "othello" => &["d6"],
            "tic-tac-toe" => &["c3"],
            other => panic!("{other} has an exercise without a solution here"),
        };
        assert_eq!(right, expected, "{}", kind.name());
    });
}

/// The captions of ends, against the rules.
#[test]
fn diagrams_of_ends_show_ends() {
    let mut ends = Vec::new();
    each(|kind, diagram, game| {
        if let Some(ending) = game.ending() {
            ends.push((kind.name(), diagram.key, ending.winner));
        }
    });
    ends.sort_unstable();
    assert_eq!(
        ends,
        [
            ("checkers", "blocked", Some(0)),
            ("chess", "stalemate", None),
            ("connect-four", "across", Some(0)),
            ("connect-four", "diagonal", Some(0)),
            ("go", "score", Some(0)),
            ("gomoku", "five", Some(0)),
            ("morabaraba", "blocked", Some(0)),
            ("nine-mens-morris", "blocked", Some(0)),
            ("othello", "end", Some(0)),
            ("tic-tac-toe", "full", None),
            ("tic-tac-toe", "row", Some(0)),
        ]
    );
}

/// A visitor's first match says more about each task that its sheet names, and nothing of other games changes.
#[test]
fn the_coach_speaks_where_the_game_has_a_task() {
    let texts = texts::ids();
    let mut spoken = BTreeSet::new();
    crate::tests::walk(9, |kind, game, legal| {
        let prefixes = legal
            .iter()
            .flat_map(|l| (0..l.path.len()).map(|n| &l.path[..n]));
        let first: Vec<_> = prefixes.take(6).collect();
        for task in first.into_iter().filter_map(|prefix| game.task(prefix)) {
            if let Some(words) = kind.coach(&task) {
                assert!(texts.contains(&*words.id), "{}", words.id);
                spoken.insert(words.id.into_owned());
            }
        }
    });
    let games = Registry::shipped();
    let known = games.all().iter().flat_map(|kind| {
        let keys = kind.sheet().coach.iter();
        keys.map(|key| format!("{}-coach-{key}", kind.name()))
    });
    let known: BTreeSet<String> = known.collect();
    assert!(known.len() >= 4, "{known:?}");
    assert_eq!(spoken, known);
}
