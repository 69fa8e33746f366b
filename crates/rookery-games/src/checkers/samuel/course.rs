//! The course of all three ways of learning, one after another, and the matches that measure them.

use std::fmt::Write;

use crate::checkers::samuel::generalisation::alpha_and_beta;
use crate::checkers::samuel::play::contest::{Checkerist, Contest, Effort};
use crate::checkers::samuel::play::polynomial::Polynomial;
use crate::checkers::samuel::play::scoring::ByHand;
use crate::checkers::samuel::rote;
use crate::checkers::samuel::rote::memory::RoteMemory;
use crate::checkers::samuel::signature::book_play;
use crate::checkers::samuel::signature::signature_tables::SignatureTables;
use crate::checkers::samuel::terms::term;
use crate::lab::tournament::MatchScore;
use rookery_engine::{Control, SplitMix};

/// The fixed plies of every look-ahead, in learning and in the matches of one stage against another (Samuel's ply).
const PLIES: u32 = 3;
/// Nodes a move in the matches against the hand-written evaluation.
const NODES: u64 = 500;
/// Three-move openings, each of which is the opening of one pair of games.
pub const BALLOTS: usize = 156;
/// The number of terms of a polynomial that are listed in its summary.
const TOLD: usize = 6;

/// A way of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseStage {
    /// Positions kept with their backed-up values (1959).
    Rote,
    /// A polynomial whose terms and coefficients are learned during games (1959).
    Generalisation,
    /// Tables of combinations of terms, learned from good moves (1967).
    SignatureTables,
}

impl CourseStage {
    /// All, in the order of the course.
    pub const ALL: [CourseStage; 3] = [
        CourseStage::Rote,
        CourseStage::Generalisation,
        CourseStage::SignatureTables,
    ];

    /// The usual numbers of games to learn from.
    pub const USUAL_GAMES: [u64; 3] = [1_000, 300, 600];

    /// The way of learning in words.
    pub fn name(self) -> &'static str {
        match self {
            CourseStage::Rote => "rote learning",
            CourseStage::Generalisation => "generalisation",
            CourseStage::SignatureTables => "signature tables",
        }
    }
}

/// A player of a match of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// Nothing but the piece advantage, which is not learned.
    Pieces,
    /// The fixed polynomial of four terms with which rote learning begins.
    FourTerms,
    /// A stage with what it has learned.
    Learned(CourseStage),
    /// The engine's hand-written evaluation, in the same look-ahead.
    ByHand,
    /// The engine's own search, with its hand-written evaluation.
    Engine,
}

impl Contestant {
    /// The player in words.
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Pieces => "pieces alone",
            Contestant::FourTerms => "four terms",
            Contestant::Learned(stage) => stage.name(),
            Contestant::ByHand => "evaluation by hand",
            Contestant::Engine => "engine",
        }
    }
}

/// A match of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The player whose results are counted.
    pub player: Contestant,
    /// The other player.
    pub opponent: Contestant,
    /// Whether both have equal nodes; otherwise they look ahead by equal plies.
    pub has_equal_nodes: bool,
}

impl Pairing {
    /// The matches of the course: each stage against the one before; all against the piece advantage alone; and all with equal
    /// nodes against the hand-written evaluation, in the same look-ahead and in the engine's own search.
    pub fn all() -> Vec<Pairing> {
        let stages = CourseStage::ALL.map(Contestant::Learned);
        let players = [Contestant::FourTerms, stages[0], stages[1], stages[2]];
        let pairing = |player, opponent, has_equal_nodes| Pairing {
            player,
            opponent,
            has_equal_nodes,
        };
        let steps = players
            .windows(2)
            .map(|pair| pairing(pair[1], pair[0], false));
        let given = players.map(|player| pairing(player, Contestant::Pieces, false));
        let by_hand = players.map(|player| pairing(player, Contestant::ByHand, true));
        let engine = players.map(|player| pairing(player, Contestant::Engine, true));
        steps.chain(given).chain(by_hand).chain(engine).collect()
    }
}

/// What a stage has learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taught {
    /// Games that it learned from.
    pub games: u64,
    /// A summary in words, such as the number of corrections and the terms with the greatest coefficients.
    pub words: String,
}

/// The three stages with what they have learned so far. The seed decides everything.
#[derive(Clone, Debug)]
pub struct Course {
    games: [u64; 3],
    seed: u64,
    pieces: Polynomial,
    fixed: Polynomial,
    memory: Option<RoteMemory>,
    learned: Option<Polynomial>,
    tables: Option<SignatureTables>,
}

/// Called after a game or a pair of games, with the number of games that are over and the number of all.
type OnGames<'a> = dyn FnMut(u64, u64) + 'a;

impl Course {
    /// A course of these numbers of games for the stages.
    pub fn new(games: [u64; 3], seed: u64) -> Self {
        Course {
            games,
            seed,
            pieces: Polynomial::empty(),
            fixed: Polynomial::fixed(),
            memory: None,
            learned: None,
            tables: None,
        }
    }

    /// Learns one stage; `None` if `control` stopped it.
    pub fn learn(
        &mut self,
        stage: CourseStage,
        control: &Control,
        progress: &mut OnGames<'_>,
    ) -> Option<Taught> {
        let games = self.games[stage as usize];
        let seed = self.seed_of(stage as u64);
        let mut progress = |game| progress(game, games);
        let words = match stage {
            CourseStage::Rote => {
                let memory = rote::self_play::learn(
                    &self.fixed,
                    PLIES,
                    games,
                    seed,
                    control,
                    &mut progress,
                )?;
                let words = format!("{} positions remembered", memory.len());
                self.memory = Some(memory);
                words
            }
            CourseStage::Generalisation => {
                let found = alpha_and_beta::learn(PLIES, games, seed, control, &mut progress)?;
                let (corrections, adoptions) = (found.corrections, found.adoptions);
                let leading = leading_terms(&found.polynomial);
                self.learned = Some(found.polynomial);
                format!("{corrections} corrections, {adoptions} times adopted by Beta: {leading}")
            }
            CourseStage::SignatureTables => {
                let book = book_play::positions(games, seed, control, &mut progress)?;
                let tables = SignatureTables::learn(&book);
                let agreement = 100.0 * tables.agreement(&book);
                self.tables = Some(tables);
                let positions = book.len();
                format!(
                    "{positions} positions, book moves above others in {agreement:.1} % of pairs"
                )
            }
        };
        Some(Taught { games, words })
    }

    /// Plays a match; all matches have the same seed. `None` if `control` stopped it. A stage that has not learned yet plays like
    /// the one before it.
    pub fn play(
        &self,
        pairing: Pairing,
        pairs: usize,
        control: &Control,
        progress: &mut OnGames<'_>,
    ) -> Option<MatchScore> {
        let contest = Contest {
            pairs,
            effort: match pairing.has_equal_nodes {
                true => Effort::Nodes(NODES),
                false => Effort::Plies(PLIES),
            },
            seed: self.seed_of(CourseStage::ALL.len() as u64),
        };
        let games = 2 * pairs.min(BALLOTS) as u64;
        let mut player = self.player(pairing.player);
        let mut opponent = self.player(pairing.opponent);
        contest.play([&mut player, &mut opponent], control, &mut |score| {
            progress(score.games(), games);
        })
    }

    fn player(&self, contestant: Contestant) -> Checkerist<'_> {
        match contestant {
            Contestant::Pieces => Checkerist::new(&self.pieces),
            Contestant::FourTerms => Checkerist::new(&self.fixed),
            Contestant::ByHand => Checkerist::new(&ByHand),
            Contestant::Engine => Checkerist::Engine,
            Contestant::Learned(CourseStage::Rote) => {
                Checkerist::LookingAhead(&self.fixed, self.memory.clone())
            }
            Contestant::Learned(CourseStage::Generalisation) => match &self.learned {
                Some(learned) => Checkerist::new(learned),
                None => self.player(Contestant::Learned(CourseStage::Rote)),
            },
            Contestant::Learned(CourseStage::SignatureTables) => match &self.tables {
                Some(tables) => Checkerist::new(tables),
                None => self.player(Contestant::Learned(CourseStage::Generalisation)),
            },
        }
    }

    /// A seed of its own for each part of the course.
    fn seed_of(&self, part: u64) -> u64 {
        SplitMix::new(self.seed.wrapping_mul(1_000).wrapping_add(part)).next()
    }
}

/// The terms of the greatest coefficients, such as `+KCENT 2^18`.
fn leading_terms(polynomial: &Polynomial) -> String {
    let mut terms: Vec<_> = polynomial.coefficients.iter().enumerate().collect();
    terms.sort_by_key(|(_, coefficient)| -coefficient.abs());
    let mut words = String::new();
    for (term, coefficient) in terms.into_iter().take(TOLD) {
        if *coefficient == 0 {
            break;
        }
        let separator = if words.is_empty() { "" } else { ", " };
        let sign = if *coefficient < 0 { '-' } else { '+' };
        let power = coefficient.unsigned_abs().ilog2();
        let _ = write!(words, "{separator}{sign}{} 2^{power}", term::name(term));
    }
    words
}
