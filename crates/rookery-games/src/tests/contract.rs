//! The contract of `Position` and `Knowledge`, which the search relies on: every game holds it under each of its variants and options.

use std::collections::HashMap;

use crate::registry::{PropertyOfGames, check_shipped};
use crate::{BoardGame, LabGame, MoveOf, RuleOptions, Setup, Sheet};
use rookery_engine::{EVAL_MAX, GameMove, Knowledge, Position, Repetition, SplitMix};

/// The number of random games for each set of rules.
const WALKS: u64 = 3;
/// The most plies of a random game.
const PLIES_MAX: usize = 300;

/// The usual rules, each variant, and each option set to each of its values.
pub(super) fn all_setups(sheet: &Sheet) -> Vec<Setup> {
    let variants = sheet.variants.iter().map(|variant| Setup {
        variant: (*variant).to_owned(),
        ..Setup::default()
    });
    let options = sheet.options.iter().flat_map(|option| {
        option.values.iter().map(|value| Setup {
            options: vec![(option.key.to_owned(), (*value).to_owned())],
            ..Setup::default()
        })
    });
    std::iter::once(Setup::default())
        .chain(variants)
        .chain(options)
        .collect()
}

fn all_rules(sheet: &Sheet) -> Vec<RuleOptions> {
    let setups = all_setups(sheet).into_iter();
    setups
        .map(|setup| RuleOptions::new(&setup, sheet).unwrap())
        .collect()
}

/// The positions of a random game by these rules, each with the move that was made in it.
fn walk<G: BoardGame>(game: &G, seed: u64) -> Vec<(G::Position, Option<MoveOf<G>>)> {
    let mut random = SplitMix::new(seed);
    let first = game.start_by_chance(seed);
    let mut position = first.unwrap_or_else(|| game.start());
    let mut walked = Vec::new();
    while walked.len() < PLIES_MAX && position.ended().is_none() {
        let moves = position.moves();
        let m = moves[random.below(moves.len())];
        let next = position.after(m);
        walked.push((position, Some(m)));
        position = next;
    }
    walked.push((position, None));
    walked
}

/// Calls `look` with every game under all its rules, and the positions of a few random games.
fn each<G: LabGame>(mut look: impl FnMut(&G, &[(G::Position, Option<MoveOf<G>>)])) {
    for rules in all_rules(G::SHEET) {
        let game = G::new(&rules);
        for seed in 0..WALKS {
            look(&game, &walk(&game, seed));
        }
    }
}

struct MovesAreListedOnceAndAsDeclared;

impl PropertyOfGames for MovesAreListedOnceAndAsDeclared {
    fn check<G: LabGame>(&self) {
        each::<G>(|game, walked| {
            for (position, _) in walked.iter().filter(|(_, m)| m.is_some()) {
                let text = game.print(position);
                let moves = position.moves();
                let bits = |moves: &[MoveOf<G>]| {
                    let mut bits: Vec<_> = moves.iter().map(|m| m.to_bits()).collect();
                    bits.sort_unstable();
                    bits
                };
                let listed = bits(&moves);
                assert!(listed.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
                assert!(
                    moves.len() <= <G::Position as Position>::MAX_MOVES,
                    "{text}"
                );
                assert_eq!(position.count_moves(), moves.len(), "{text}");
                for &m in &moves {
                    assert!(m == MoveOf::<G>::from_bits(m.to_bits()) && m != MoveOf::<G>::NULL);
                    assert!(position.is_legal(m), "{text}");
                    let index = <G::Position as Position>::history_index(m);
                    assert!(index < <G::Position as Position>::HISTORY, "{text}");
                    let index = <G::Position as Position>::continuation_index(m);
                    assert!(index < <G::Position as Position>::CONTINUATION, "{text}");
                }
                let mut parts = Vec::new();
                position.generate_noisy(&mut parts);
                assert!(parts.iter().all(|m| moves.contains(m)), "{text}");
                let knowledge = game.knowledge();
                let is_left_out =
                    |m: &MoveOf<G>| knowledge.is_noisy(position, *m) && !parts.contains(m);
                assert!(!moves.iter().any(is_left_out), "{text}");
                position.generate_quiet(&mut parts);
                assert_eq!(bits(&parts), listed, "{text}");
            }
        });
    }
}

#[test]
fn moves_are_listed_once_and_as_declared() {
    check_shipped(&MovesAreListedOnceAndAsDeclared);
}

struct MovesOfOtherPositionsAreLegalWhereTheyAreListed;

impl PropertyOfGames for MovesOfOtherPositionsAreLegalWhereTheyAreListed {
    /// A move from the search's tables may belong to another position: two positions may share a key by chance, and killer moves
    /// are shared on purpose.
    fn check<G: LabGame>(&self) {
        each::<G>(|game, walked| {
            let mut known: Vec<MoveOf<G>> = Vec::new();
            for (position, _) in walked {
                for m in position.moves() {
                    if known.len() < 300 && !known.contains(&m) {
                        known.push(m);
                    }
                }
            }
            for (position, _) in walked.iter().filter(|(_, m)| m.is_some()) {
                let moves = position.moves();
                for m in &known {
                    let (text, told) = (game.print(position), m.to_bits());
                    assert_eq!(position.is_legal(*m), moves.contains(m), "{text} {told}");
                }
            }
        });
    }
}

#[test]
fn moves_of_other_positions_are_legal_where_they_are_listed() {
    check_shipped(&MovesOfOtherPositionsAreLegalWhereTheyAreListed);
}

/// Positions with the same key have the same side to move, the same pieces and the same numbers beside the board: checked after
/// each move of a few random games.
fn keys_tell_apart<G: BoardGame>(game: &G) {
    let mut known = HashMap::new();
    for seed in 0..WALKS {
        for (position, m) in walk(game, seed) {
            let moves = m.map_or_else(Vec::new, |_| position.moves());
            for position in moves
                .into_iter()
                .map(|m| position.after(m))
                .chain([position.clone()])
            {
                let pieces = game.pieces(&position).into_iter();
                let mut pieces: Vec<_> = pieces.map(|p| (p.at, p.side, p.kind)).collect();
                pieces.sort_unstable();
                let zones = game.zones(&position).into_iter();
                let zones: Vec<_> = zones.map(|zone| zone.count).collect();
                let seen = (position.side(), pieces, zones);
                let before = known.insert(position.key(), seen.clone());
                assert!(
                    before.is_none_or(|before| before == seen),
                    "{}",
                    game.print(&position)
                );
            }
        }
    }
}

struct KeysTellPositionsApart;

impl PropertyOfGames for KeysTellPositionsApart {
    fn check<G: LabGame>(&self) {
        for rules in all_rules(G::SHEET) {
            keys_tell_apart(&G::new(&rules));
        }
        each::<G>(|game, walked| {
            let mut plies = HashMap::new();
            for (ply, (position, _)) in walked.iter().enumerate() {
                let text = game.print(position);
                let again = game.parse(&text).unwrap();
                assert_eq!(again.key(), position.key(), "{text}");
                assert_eq!(again.table_key(), position.table_key(), "{text}");
                // A repetition lies no further back than the last irreversible move.
                let before = plies.insert(position.key(), ply);
                let Some(before) = before else { continue };
                assert_eq!(
                    <G::Position as Position>::REPETITION,
                    Repetition::Draw,
                    "{text}"
                );
                assert!(position.reversible() >= ply - before, "{text}");
            }
        });
    }
}

#[test]
fn keys_are_those_of_the_position_read_anew_and_tell_positions_apart() {
    check_shipped(&KeysTellPositionsApart);
}

struct TurnsAlternateAndEnd;

impl PropertyOfGames for TurnsAlternateAndEnd {
    fn check<G: LabGame>(&self) {
        each::<G>(|game, walked| {
            for pair in walked.windows(2) {
                let [(before, _), (after, _)] = pair else {
                    continue;
                };
                if <G::Position as Position>::ALTERNATING {
                    assert_eq!(after.side(), 1 - before.side(), "{}", game.print(before));
                }
                let is_bounded = before.plies_left() < usize::MAX;
                assert!(!is_bounded || after.plies_left() < before.plies_left());
            }
        });
    }
}

#[test]
fn sides_alternate_and_the_plies_left_shrink() {
    check_shipped(&TurnsAlternateAndEnd);
}

struct SpacesAreNamedByTheirPlaces;

impl PropertyOfGames for SpacesAreNamedByTheirPlaces {
    /// Every space has a place of its own on the board, and the name of its column and its row.
    fn check<G: LabGame>(&self) {
        for rules in all_rules(G::SHEET) {
            let board = G::new(&rules).board();
            let (files, ranks) = (board.coords.file_names(), board.coords.rank_names());
            let name = <G::Position as Position>::NAME;
            assert_eq!(files.len(), usize::from(board.cols), "{name} {rules:?}");
            assert_eq!(ranks.len(), usize::from(board.rows), "{name} {rules:?}");
            let mut places = HashMap::new();
            for space in &board.spaces {
                let (file, rank) = (files[usize::from(space.c)], ranks[usize::from(space.r)]);
                assert_eq!(space.id, format!("{file}{rank}"), "{name} {rules:?}");
                let other = places.insert((space.c, space.r), &space.id);
                assert_eq!(other, None, "{name} {rules:?}: {}", space.id);
            }
        }
    }
}

#[test]
fn spaces_are_named_by_their_places() {
    check_shipped(&SpacesAreNamedByTheirPlaces);
}

struct EvaluationIsKept;

impl PropertyOfGames for EvaluationIsKept {
    fn check<G: LabGame>(&self) {
        each::<G>(|game, walked| {
            let knowledge = game.knowledge();
            let fresh = |position: &G::Position| {
                let mut kept = Default::default();
                knowledge.refresh(position, &mut kept);
                kept
            };
            let mut kept = fresh(&walked[0].0);
            for pair in walked.windows(2) {
                let [(position, m), (child, _)] = pair else {
                    continue;
                };
                let text = game.print(child);
                if let Some(passed) = position.null() {
                    let mut after = Default::default();
                    knowledge.pass(&passed, &kept, &mut after);
                    let expected = knowledge.eval(&passed, &fresh(&passed));
                    assert_eq!(knowledge.eval(&passed, &after), expected, "{text}");
                }
                let mut next = Default::default();
                knowledge.update(position, m.unwrap(), child, &kept, &mut next);
                kept = next;
                if child.ended().is_none() {
                    let value = knowledge.eval(child, &kept);
                    assert_eq!(value, knowledge.eval(child, &fresh(child)), "{text}");
                    assert!(value.abs() <= EVAL_MAX, "{text}");
                }
            }
        });
    }
}

#[test]
fn what_an_evaluation_keeps_from_ply_to_ply_is_what_it_finds_from_scratch() {
    check_shipped(&EvaluationIsKept);
}

struct ImagesAreAlike;

impl PropertyOfGames for ImagesAreAlike {
    fn check<G: LabGame>(&self) {
        let symmetries = <G::Position as Position>::SYMMETRIES;
        each::<G>(|game, walked| {
            for (position, m) in walked.iter().step_by(3) {
                let text = game.print(position);
                for s in 0..symmetries {
                    let image = position.transform(s);
                    let back = image.transform(<G::Position as Position>::inverse(s));
                    assert_eq!(back.key(), position.key(), "{text} by symmetry {s}");
                    assert_eq!(
                        image.canonical().0,
                        position.canonical().0,
                        "{text} by symmetry {s}"
                    );
                    assert_eq!(image.meets_images(), position.meets_images(), "{text}");
                    assert_eq!(image.ended(), position.ended(), "{text} by symmetry {s}");
                    if let Some(m) = m {
                        let moved = <G::Position as Position>::transform_move(*m, s);
                        let (there, here) = (image.after(moved), position.after(*m).transform(s));
                        assert_eq!(there.key(), here.key(), "{text} by symmetry {s}");
                    }
                }
            }
        });
    }
}

#[test]
fn images_under_symmetries_have_the_same_moves_and_ends() {
    check_shipped(&ImagesAreAlike);
}

struct RefusalsAreShort;

impl PropertyOfGames for RefusalsAreShort {
    /// A refused position is shown on pages and by terminals: what was given is cut, and control characters do not act.
    fn check<G: LabGame>(&self) {
        const NOISE: &str = "z\u{1b}[2J\u{7}";
        let game = G::new(&RuleOptions::new(&Setup::default(), G::SHEET).unwrap());
        let start = game.print(&game.start());
        let fields: Vec<&str> = start.split(' ').collect();
        let spoiled = (0..fields.len()).flat_map(|n| {
            let with = |field: String| {
                let mut fields: Vec<String> = fields.iter().map(|&f| f.to_owned()).collect();
                fields[n] = field;
                fields.join(" ")
            };
            // Another field, a longer one, and a sign within.
            [
                with(NOISE.repeat(500)),
                with(format!("{}{}", fields[n], NOISE.repeat(500))),
                with(fields[n].replacen(|_| true, "\u{1b}", 1)),
            ]
        });
        for text in spoiled.chain([NOISE.repeat(500), format!("{start} {}", NOISE.repeat(500))]) {
            let Err(refusal) = game.parse(&text) else {
                continue;
            };
            let name = <G::Position as Position>::NAME;
            assert!(
                !refusal.chars().any(char::is_control),
                "{name}: {refusal:?}"
            );
            assert!(refusal.chars().count() <= 600, "{name}: {refusal}");
        }
    }
}

#[test]
fn a_refused_position_is_cut_and_its_control_characters_are_shown() {
    check_shipped(&RefusalsAreShort);
}
