//! Players of Samuel's kind, and matches between them.

use crate::checkers::knowledge::CheckersKnowledge;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::samuel::play::look_ahead::LookAhead;
use crate::checkers::samuel::play::played_game::{PlayedGame, ballots};
use crate::checkers::samuel::play::scoring::Scoring;
use crate::checkers::samuel::rote::memory::RoteMemory;
use crate::lab::tournament::MatchScore;
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{Control, Request, SplitMix, search};

/// A player.
pub enum Checkerist<'a> {
    /// A look-ahead by Samuel's rules, with an evaluation of dead positions and perhaps a memory.
    LookingAhead(&'a dyn Scoring, Option<RoteMemory>),
    /// The engine's own search, with its hand-written evaluation.
    Engine,
}

impl<'a> Checkerist<'a> {
    /// A look-ahead without a memory.
    pub fn new(scoring: &'a dyn Scoring) -> Self {
        Checkerist::LookingAhead(scoring, None)
    }

    /// The move, and the nodes that it took.
    fn choose(
        &mut self,
        game: &PlayedGame,
        effort: Effort,
        control: &Control,
    ) -> Option<(CheckersMove, u64)> {
        match self {
            Checkerist::LookingAhead(scoring, memory) => {
                let plies = match effort {
                    Effort::Plies(plies) => plies,
                    Effort::Nodes(_) => 1,
                };
                let look_ahead = LookAhead::new(*scoring, plies);
                let mut look_ahead = look_ahead.remembering(memory.as_mut());
                let choice = match effort {
                    Effort::Plies(_) => look_ahead.choose(&game.now, None),
                    Effort::Nodes(nodes) => look_ahead.choose_within(&game.now, nodes),
                };
                choice.map(|choice| (choice.best, choice.nodes))
            }
            Checkerist::Engine => {
                let (depth, nodes) = match effort {
                    Effort::Plies(plies) => (plies, 0),
                    Effort::Nodes(nodes) => (0, nodes),
                };
                let request = Request {
                    depth,
                    nodes,
                    hash_mb: 1,
                    ..Request::default()
                };
                let knowledge = CheckersKnowledge(SparseEvaluation::Counts);
                let earlier = &game.keys[..game.plies()];
                let position = &game.now.position;
                let found = search(position, earlier, &knowledge, &request, control);
                Some((found.best()?, found.nodes))
            }
        }
    }
}

/// The effort that both players of a match make for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A look-ahead to this number of plies, and jumps beyond.
    Plies(u32),
    /// Look-aheads to one ply, two, and so on, up to this number of positions.
    Nodes(u64),
}

/// A match to be played: pairs of games, each of one opening with either side.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Openings at most; there are 156.
    pub pairs: usize,
    /// The effort of both players.
    pub effort: Effort,
    /// Decides the order of the openings.
    pub seed: u64,
}

impl Contest {
    /// The results of the first player; `None` where `control` stopped the match.
    pub fn play(
        self,
        players: [&mut Checkerist<'_>; 2],
        control: &Control,
        progress: &mut dyn FnMut(&MatchScore),
    ) -> Option<MatchScore> {
        let [first, second] = players;
        let mut score = MatchScore::default();
        let openings = ballots(&mut SplitMix::new(self.seed));
        for opening in openings.iter().take(self.pairs) {
            let mut game = |players: [&mut Checkerist<'_>; 2], seats| {
                self.game(opening, players, seats, control, &mut score)
            };
            let black = game([&mut *first, &mut *second], [0, 1]);
            let white = game([&mut *second, &mut *first], [1, 0]);
            score.add_pair([black, 2 - white]);
            progress(&score);
            if control.is_stopped() {
                return None;
            }
        }
        Some(score)
    }

    /// Plays a game; returns the half points of Black. Black is the first of these players, and `seats` are the players' numbers
    /// in the match.
    fn game(
        self,
        opening: &Checkers,
        players: [&mut Checkerist<'_>; 2],
        seats: [usize; 2],
        control: &Control,
        score: &mut MatchScore,
    ) -> u8 {
        let mut game = PlayedGame::from(opening.clone());
        loop {
            if let Some(halves) = game.halves() {
                return halves;
            }
            let side = game.side();
            let Some((m, nodes)) = players[side].choose(&game, self.effort, control) else {
                return 1;
            };
            let player = &mut score.players[seats[side]];
            player.nodes += nodes;
            player.moves += 1;
            game.play(m);
        }
    }
}
