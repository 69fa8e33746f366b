//! Properties of every game of the registry, checked on random games: a new game is tested by joining the list.

mod contract;
mod diagrams;
pub(crate) mod endings;
mod marks;
pub(crate) mod random_positions;
mod search;
#[cfg(any(feature = "go", feature = "gomoku"))]
pub(crate) mod sgf_reader;
mod suites;
pub(crate) mod texts;
mod worlds;

use std::collections::{BTreeMap, BTreeSet};

use crate::api::view::{Fx, LegalMove, Piece};
use crate::{Arg, Error, Game, GameType, LEVEL_COUNT, Message, Registry, Setup, level_name};
use crate::{Measured, Opponent};
use rookery_engine::{Control, Request, SplitMix};

/// The most plies of a random game.
const PLIES_MAX: usize = 400;

/// The most plies of a random game under other than the usual rules: by then every phase of a game has been reached.
const PLIES_BY_OTHER_RULES: usize = 60;

fn start(game_type: &dyn GameType) -> Box<dyn Game> {
    game_type.start(&Setup::default()).unwrap()
}

/// Calls `look` at every position of a few random games of every kind.
fn walk(seed: u64, mut look: impl FnMut(&dyn GameType, &dyn Game, &[LegalMove])) {
    for game_type in Registry::shipped().all() {
        for walk in 0..6 {
            let mut look = |game: &dyn Game, legal: &[LegalMove]| look(*game_type, game, legal);
            follow(start(*game_type), seed + walk, PLIES_MAX, &mut look);
        }
    }
}

/// The same, and a game for each other choice of rules.
fn walk_by_all_rules(seed: u64, mut look: impl FnMut(&dyn GameType, &dyn Game, &[LegalMove])) {
    walk(seed, &mut look);
    for game_type in Registry::shipped().all() {
        for setup in contract::all_setups(game_type.sheet()) {
            let game = game_type.start(&setup).unwrap();
            let mut look = |game: &dyn Game, legal: &[LegalMove]| look(*game_type, game, legal);
            follow(game, seed, PLIES_BY_OTHER_RULES, &mut look);
        }
    }
}

/// Calls `look` at every position of a random game.
fn follow(
    mut game: Box<dyn Game>,
    seed: u64,
    plies: usize,
    look: &mut dyn FnMut(&dyn Game, &[LegalMove]),
) {
    let mut random = SplitMix::new(seed);
    loop {
        let legal = game.legal();
        look(game.as_ref(), &legal);
        if legal.is_empty() || game.ply() == plies {
            break;
        }
        game.play(&legal[random.below(legal.len())].path).unwrap();
    }
}

fn collect_ids(message: &Message, ids: &mut BTreeSet<String>) {
    ids.insert(message.id.to_string());
    for (_, arg) in &message.args {
        if let Arg::Message(inner) = arg {
            collect_ids(inner, ids);
        }
    }
}

#[test]
fn a_game_ends_exactly_where_no_move_is_legal() {
    walk(1, |game_type, game, legal| {
        assert_eq!(
            legal.is_empty(),
            game.ending().is_some(),
            "{} {}",
            game_type.name(),
            game.position()
        );
    });
}

#[test]
fn paths_are_distinct_and_made_of_spaces_and_choices() {
    walk_by_all_rules(2, |_, game, legal| {
        let paths: BTreeSet<_> = legal.iter().flat_map(LegalMove::paths).collect();
        let count = legal.iter().flat_map(LegalMove::paths).count();
        assert_eq!(paths.len(), count, "{}", game.position());
        let board = game.board();
        let taps = board
            .spaces
            .iter()
            .map(|s| s.tap.as_ref().unwrap_or(&s.id).as_str());
        let tokens: BTreeSet<_> = taps.chain(game.choices().iter().map(|c| c.token)).collect();
        for l in legal {
            assert_eq!(l.path.len(), l.fx.len());
            assert!(l.also.iter().all(|other| other.len() == l.path.len()));
            for token in l.paths().flatten() {
                assert!(
                    tokens.contains(token.as_str()),
                    "{token} in {}",
                    game.position()
                );
            }
        }
    });
}

#[test]
fn every_spelling_reads_back_as_its_move() {
    walk_by_all_rules(3, |_, game, legal| {
        // Each reading goes through all legal moves: some positions are enough.
        if game.ply() % 7 != 0 {
            return;
        }
        for l in legal {
            for path in l.paths() {
                assert_eq!(game.read(&path.join(",")).as_ref(), Ok(&l.path));
            }
            for alt in &l.alt {
                assert_eq!(
                    game.read(alt).as_ref(),
                    Ok(&l.path),
                    "{alt} in {}",
                    game.position()
                );
            }
        }
    });
}

/// A person puts blanks behind commas, a comma at the end, and a capital letter where a phone does.
#[test]
fn a_path_reads_back_with_blanks_commas_and_capital_letters() {
    walk_by_all_rules(11, |_, game, legal| {
        if game.ply() % 29 != 0 {
            return;
        }
        for l in legal {
            for path in l.paths() {
                let (plain, spaced) = (path.join(","), path.join(", "));
                let capital = spaced.to_ascii_uppercase();
                for text in [format!("{plain},"), capital, spaced] {
                    let read = game.read(&text);
                    assert_eq!(read.as_ref(), Ok(&l.path), "{text} in {}", game.position());
                }
            }
        }
    });
}

#[test]
fn a_position_reads_back_as_itself() {
    walk(4, |game_type, game, legal| {
        let setup = Setup {
            start: game.position(),
            ..Setup::default()
        };
        let again = game_type.start(&setup).unwrap();
        assert_eq!(again.position(), game.position());
        assert_eq!(again.hash(), game.hash(), "{}", game.position());
        assert_eq!(again.side(), game.side());
        // The text of a position does not show a draw by its history.
        if !legal.is_empty() {
            assert_eq!(again.legal().len(), legal.len(), "{}", game.position());
        }
    });
}

/// The effects that the view announces turn the pieces of a position into those of the next, each with its number. A move that was
/// made repeats them where a piece hops more than once.
#[test]
fn effects_lead_to_the_pieces_of_the_next_position() {
    let is_move = |fx: &Fx| matches!(fx, Fx::Move { .. });
    let mut chains = 0;
    walk_by_all_rules(5, |_, game, legal| {
        for l in legal {
            let before = game
                .pieces()
                .into_iter()
                .map(|p| (p.id, (p.at, p.side, p.kind)));
            let mut pieces: BTreeMap<_, _> = before.collect();
            for fx in l.fx.iter().flatten() {
                match fx.clone() {
                    Fx::Add { p, at, side, kind } => {
                        assert!(pieces.insert(p, (at, side, kind)).is_none(), "{p} is new");
                    }
                    Fx::Move { p, to } => pieces.get_mut(&p).unwrap().0 = to,
                    Fx::Remove { p } => assert!(pieces.remove(&p).is_some()),
                    Fx::Turn { p, side } => pieces.get_mut(&p).unwrap().1 = side,
                    Fx::Morph { p, kind } => pieces.get_mut(&p).unwrap().2 = kind,
                }
            }
            let mut child = game.boxed_clone();
            let played = child.play(&l.path).unwrap();
            let hops = l.fx.iter().filter(|step| step.iter().any(is_move));
            let expected = if hops.count() > 1 {
                l.fx.clone()
            } else {
                vec![]
            };
            assert_eq!(played.fx, expected, "{:?} in {}", l.path, game.position());
            chains += usize::from(!played.fx.is_empty());
            let after = |p: Piece| (p.id, (p.at, p.side, p.kind));
            let after: BTreeMap<_, _> = child.pieces().into_iter().map(after).collect();
            assert_eq!(pieces, after, "{:?} in {}", l.path, game.position());
        }
    });
    assert!(chains > 0, "no chain of captures in any game");
}

#[test]
fn what_is_no_move_is_refused_and_changes_nothing() {
    walk(6, |_, game, _| {
        for text in ["", ",", "zz9", "#nonsense", "a1,a1,a1,a1,a1,a1,a1", "é"] {
            assert!(matches!(game.read(text), Err(Error::Illegal(_))), "{text}");
            let mut copy = game.boxed_clone();
            let path: Vec<_> = text.split(',').map(str::to_owned).collect();
            assert!(matches!(copy.play(&path), Err(Error::Illegal(_))));
            assert_eq!(copy.position(), game.position());
        }
    });
}

#[test]
fn every_text_stands_in_the_catalogue() {
    let mut ids = BTreeSet::new();
    for game_type in Registry::shipped().all() {
        let sheet = [game_type.title(), game_type.summary()]
            .into_iter()
            .chain(game_type.rules())
            .chain(game_type.glance())
            .chain(game_type.sheet().levels.map(|level| level.sight()));
        let variants = game_type.variants().into_iter().map(|v| v.label);
        let options = game_type.options().into_iter().flat_map(|o| {
            let values = o.values.into_iter().map(|(_, label)| label);
            values.chain([o.label])
        });
        let sides = game_type.sides(&Setup::default()).map(|side| side.name);
        for message in sheet.chain(variants).chain(options).chain(sides) {
            collect_ids(&message, &mut ids);
        }
    }
    for level in 1..=8 {
        collect_ids(&level_name(level), &mut ids);
    }
    walk_by_all_rules(7, |_, game, legal| {
        let mut messages: Vec<_> = legal.iter().map(|l| l.say.clone()).collect();
        let zones = game.zones().into_iter();
        messages.extend(
            zones
                .flat_map(|zone| [Some(zone.label), zone.text])
                .flatten(),
        );
        messages.extend(game.pieces().into_iter().map(|p| p.name));
        messages.extend(game.choices().into_iter().map(|c| c.label));
        if let Some(ending) = game.ending() {
            messages.push(ending.say);
            messages.extend(ending.brief);
        }
        messages.extend(game.marks(&[]).into_iter().map(|mark| mark.say));
        let spaces: Vec<_> = game.board().spaces.into_iter().map(|s| s.id).collect();
        let refusal = |path: &[String]| {
            let is_legal = legal.iter().any(|l| l.path == path);
            (!is_legal).then(|| game.why_not(path))
        };
        // On large boards only some of the spaces, different ones at each ply.
        let step = spaces.len().div_ceil(100);
        let some = spaces.iter().enumerate().skip(game.ply() % step);
        for (n, space) in some.step_by(step) {
            let prefix = [space.clone()];
            messages.extend(game.task(&prefix));
            messages.extend(refusal(&prefix));
            // A second tap, and a third, wherever they fall.
            if n % 4 == game.ply() % 4 {
                let later = |step: usize| spaces[(n + step + game.ply()) % spaces.len()].clone();
                messages.extend(refusal(&[space.clone(), later(1)]));
                messages.extend(refusal(&[space.clone(), later(2), later(5)]));
            }
        }
        messages.extend(game.task(&[]));
        for message in &messages {
            texts::assert_is_said(message);
        }
    });
    let catalogue = texts::ids();
    let missing: Vec<_> = ids.iter().filter(|id| !catalogue.contains(*id)).collect();
    assert!(
        missing.is_empty(),
        "not in the texts of the games: {missing:?}"
    );
}

/// Pages show pieces of several games side by side, by their kinds alone.
#[test]
fn pieces_of_one_kind_have_one_drawing_and_every_kind_has_one() {
    let games = Registry::shipped();
    let drawings = games.drawings();
    for drawing in games
        .all()
        .iter()
        .flat_map(|game_type| game_type.sheet().pieces)
    {
        assert!(drawings.contains(drawing), "{}", drawing.kind);
        assert!(
            drawing.svg.trim_start().starts_with('<'),
            "{}",
            drawing.kind
        );
    }
    walk(10, |game_type, game, _| {
        for piece in game.pieces() {
            let mut own = game_type.sheet().pieces.iter();
            assert!(
                own.any(|drawing| drawing.kind == piece.kind),
                "{}",
                piece.kind
            );
        }
    });
}

#[test]
fn showcases_are_legal_games() {
    for game_type in Registry::shipped().all() {
        let mut game = start(*game_type);
        for notation in game_type.sheet().showcase {
            let path = game.read(notation).unwrap();
            assert_eq!(game.play(&path).unwrap().notation, *notation);
        }
        assert!(game.ply() > 0);
        for (variant, line) in game_type.sheet().variant_showcases {
            let variants = game_type.sheet().variants;
            assert!(variants.contains(variant), "{variant}");
            let setup = Setup {
                variant: (*variant).to_owned(),
                ..Setup::default()
            };
            let (game, last) = game_type.start_after(&setup, line).unwrap();
            assert_eq!(game.ply(), line.len(), "{variant}");
            assert_eq!(Some(&*last.unwrap().notation), line.last().copied());
        }
    }
}

#[test]
fn a_line_is_played_from_the_start_and_a_wrong_move_is_refused() {
    let chess = Registry::shipped().find("chess").unwrap();
    let setup = Setup::default();
    let (game, last) = chess.start_after(&setup, &["e4", "e5", "Nf3"]).unwrap();
    assert_eq!((game.ply(), game.side()), (3, 1));
    assert_eq!(last.unwrap().notation, "Nf3");
    let (game, last) = chess.start_after(&setup, &[]).unwrap();
    assert!(game.ply() == 0 && last.is_none());
    assert!(chess.start_after(&setup, &["e4", "e4"]).is_err());
}

#[test]
fn begun_matches_are_legal_and_the_first_side_goes_on() {
    for game_type in Registry::shipped().all() {
        let Some(begun) = game_type.sheet().begun else {
            continue;
        };
        assert!((1..=LEVEL_COUNT).contains(&begun.level));
        assert!(game_type.variants().iter().any(|v| v.key == begun.variant));
        let setup = Setup {
            variant: begun.variant.to_owned(),
            ..Setup::default()
        };
        let mut game = game_type.start(&setup).unwrap();
        for notation in begun.line {
            let path = game.read(notation).unwrap();
            assert_eq!(game.play(&path).unwrap().notation, *notation);
        }
        assert_eq!(game.side(), 0);
        assert!(game.ending().is_none());
    }
}

#[test]
fn every_level_answers_with_a_legal_move_and_repeats_itself() {
    for game_type in Registry::shipped().all() {
        for level in game_type.sheet().levels.into_iter().take(5) {
            let game = start(*game_type);
            let answer = |seed| game.search(&level.request(seed), &Control::unlimited());
            let best = answer(7).best.unwrap();
            assert!(
                game.legal().iter().any(|l| l.path == best),
                "{}",
                game_type.name()
            );
            assert_eq!(answer(7), answer(7));
        }
        assert_eq!(
            game_type.sheet().is_solved,
            game_type.sheet().levels[7].nodes == 0,
            "{}",
            game_type.name()
        );
    }
}

/// Each level against the one below it, and the first against chance and against a player of one ply.
#[test]
fn every_level_has_been_measured_as_it_plays() {
    for game_type in Registry::shipped().all() {
        let measured = Measured::of(*game_type).unwrap();
        let rows = measured.results.iter();
        let found: Vec<_> = rows
            .map(|row| (row.level, row.limits.clone(), row.against))
            .collect();
        let expected = (1..).zip(game_type.sheet().levels).flat_map(|(n, level)| {
            let opponents = match n {
                1 => vec![Opponent::OnePly, Opponent::Random],
                n => vec![Opponent::Level(n - 1)],
            };
            let row = move |against| (n, level.to_string(), against);
            opponents.into_iter().map(row)
        });
        assert_eq!(found, expected.collect::<Vec<_>>(), "{}", game_type.name());
    }
}

#[test]
fn a_finished_game_has_nothing_to_search() {
    walk(8, |_, game, legal| {
        if legal.is_empty() {
            let report = game.search(&Request::default(), &Control::unlimited());
            assert_eq!((report.best, report.nodes), (None, 0));
        }
    });
}

#[test]
fn unknown_variants_and_options_are_refused() {
    for game_type in Registry::shipped().all() {
        let variant = Setup {
            variant: "moon".to_owned(),
            ..Setup::default()
        };
        let option = Setup {
            options: vec![("gravity".to_owned(), "off".to_owned())],
            ..Setup::default()
        };
        for setup in [variant, option] {
            let Err(Error::UnknownOption { value, .. }) = game_type.start(&setup) else {
                panic!("{} takes {setup:?}", game_type.name())
            };
            assert!(value == "moon" || value == "gravity");
        }
        for option in game_type.options() {
            // The form that starts a match has fields of its own.
            assert!(!["game", "variant", "level", "side", "start", "tap"].contains(&option.key));
            for (value, _) in &option.values {
                let options = vec![(option.key.to_owned(), (*value).to_owned())];
                assert!(
                    game_type
                        .start(&Setup {
                            options,
                            ..Setup::default()
                        })
                        .is_ok()
                );
            }
        }
    }
}

fn can_be_played(game_type: &dyn GameType, setup: &Setup) -> bool {
    let mut positions = 0;
    let mut look = |_: &dyn Game, _: &[LegalMove]| positions += 1;
    let game = game_type.start(setup).unwrap();
    follow(game, 13, PLIES_BY_OTHER_RULES, &mut look);
    positions > 1
}

/// Also where the variant has a rule of its own in place of the option.
#[test]
fn every_variant_is_played_with_every_value_of_every_option() {
    for game_type in Registry::shipped().all() {
        let sheet = game_type.sheet();
        for variant in sheet.variants {
            for option in sheet.options {
                for value in option.values {
                    let setup = Setup {
                        variant: (*variant).to_owned(),
                        options: vec![(option.key.to_owned(), (*value).to_owned())],
                        ..Setup::default()
                    };
                    assert!(can_be_played(*game_type, &setup), "{setup:?}");
                }
            }
        }
    }
}

#[test]
fn division_adds_up_to_perft() {
    for game_type in Registry::shipped().all() {
        let game = start(*game_type);
        for depth in [1, 2] {
            let parts = game.study().divide(depth, false);
            let sum: u64 = parts.iter().map(|(_, n)| n).sum();
            assert_eq!(sum, game.study().perft(depth, true), "{}", game_type.name());
            assert_eq!(parts.len(), game.legal().len());
        }
    }
}
