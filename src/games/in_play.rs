//! The one [`Game`] behind every board: it turns what a game's folder says ([`BoardGame`]) into the view, typed moves, endings
//! and reports of searches, and keeps the history and the identity of each piece.

use std::cmp::Reverse;

use crate::engine::{self, Control, Found, Iteration, Line, MoveList, Outcome, Position};
use crate::engine::{Knowledge, Repertoire, Report, Request, Technique, Variation};
use crate::games::pieces::PieceIds;
use crate::games::solution::Solution;
use crate::games::view::{Board, Choice, Ending, LegalMove, Piece, Played, Zone};
use crate::games::{BoardGame, Change, Error, Game, History, Message, MoveOf, Step};
use crate::games::{diagram, refusal};

/// A game of `G` in progress.
#[derive(Clone)]
pub(super) struct InPlay<G: BoardGame> {
    game: G,
    history: History<G::Position>,
    ids: PieceIds,
}

impl<G: BoardGame> InPlay<G> {
    /// The game from `position` on.
    pub fn new(game: G, position: G::Position) -> Self {
        let ids = PieceIds::new(&game.pieces(&position));
        InPlay {
            game,
            history: History::new(position),
            ids,
        }
    }

    fn position(&self) -> &G::Position {
        self.history.position()
    }

    /// All legal moves; none when the game is over.
    fn moves(&self) -> MoveList<MoveOf<G>> {
        let mut moves = MoveList::new();
        if self.ending().is_none() {
            self.position().generate(&mut moves);
        }
        moves
    }

    fn legal_move(&self, m: MoveOf<G>) -> LegalMove {
        let steps = self.game.steps(self.position(), m);
        let mut alt = vec![self.game.notation(self.position(), m)];
        alt.extend(self.game.spellings(self.position(), m));
        LegalMove {
            path: path(&steps),
            alt,
            say: self.game.say(self.position(), m),
            fx: self.ids.clone().follow(&steps),
        }
    }

    /// The spaces to outline: those that were tapped, and those where a piece appeared or moved.
    fn outline(&self, steps: &[Step]) -> Vec<String> {
        let board = self.game.board();
        let mut squares: Vec<String> = Vec::new();
        let mut add = |at: &String| {
            if board.spaces.iter().any(|s| s.id == *at) && !squares.contains(at) {
                squares.push(at.clone());
            }
        };
        for step in steps {
            add(&step.token);
            for change in &step.changes {
                match change {
                    Change::Add(man) => add(&man.at),
                    Change::Move { from, to } => {
                        add(from);
                        add(to);
                    }
                    Change::Remove { .. } | Change::Turn { .. } | Change::Morph { .. } => {}
                }
            }
        }
        squares
    }

    /// A line in words, from the present position on.
    fn line(&self, variation: &Variation<MoveOf<G>>) -> Line {
        let mut position = self.position().clone();
        let mut line = Line {
            value: variation.value,
            pv: Vec::new(),
            notation: Vec::new(),
        };
        for &m in &variation.moves {
            line.pv.push(path(&self.game.steps(&position, m)));
            line.notation.push(self.game.notation(&position, m));
            position.play(m);
        }
        line
    }

    fn report(&self, found: &Found<MoveOf<G>>) -> Report {
        let lines: Vec<_> = found.lines.iter().map(|v| self.line(v)).collect();
        let iterations = found.iterations.iter();
        Report {
            best: lines.first().and_then(|line| line.pv.first().cloned()),
            lines,
            bound: found.bound,
            depth: found.depth,
            nodes: found.nodes,
            leaves: found.leaves,
            deadline_hit: found.deadline_hit,
            iterations: iterations
                .map(|(depth, best, nodes)| Iteration {
                    depth: *depth,
                    value: best.value,
                    notation: self.line(best).notation,
                    nodes: *nodes,
                })
                .collect(),
        }
    }

    /// The exact value of every move, best first, where the game has a table or a solver. Equals keep the order of generation,
    /// or with a seed one that is left to chance.
    fn solution(&self, seed: u64, control: &Control) -> Option<Found<MoveOf<G>>> {
        let mut moves = self.moves();
        if seed != 0 {
            engine::SplitMix::new(seed ^ self.hash()).shuffle(&mut moves);
        }
        let solution = Solution::new(&self.game, control);
        let mut lines = moves
            .into_iter()
            .map(|m| solution.of_move(self.position(), m))
            .collect::<Option<Vec<_>>>()?;
        lines.sort_by_key(|line| Reverse(line.value.rank()));
        if lines.is_empty() {
            // Without a move there is nothing to prove, but only a game with a solver may say so.
            self.game.solve(self.position(), control)?;
        }
        Some(Found::proven(lines))
    }
}

impl<G: BoardGame> Game for InPlay<G> {
    fn side(&self) -> usize {
        self.position().side()
    }

    fn ply(&self) -> usize {
        self.history.moves().len()
    }

    fn hash(&self) -> u64 {
        self.position().key()
    }

    fn position(&self) -> String {
        self.game.print(self.position())
    }

    fn diagram(&self) -> String {
        let men = self.game.pieces(self.position());
        diagram::draw(&self.game.board(), &self.game.sides(), &men)
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn zones(&self) -> Vec<Zone> {
        self.game.zones(self.position())
    }

    fn pieces(&self) -> Vec<Piece> {
        let men = self.game.pieces(self.position());
        men.into_iter()
            .map(|man| Piece {
                id: self.ids.at(&man.at),
                name: self.game.piece_name(man.side, man.kind),
                at: man.at,
                side: man.side,
                kind: man.kind,
            })
            .collect()
    }

    fn choices(&self) -> Vec<Choice> {
        if self.ending().is_some() {
            return Vec::new();
        }
        self.game.choices(self.position())
    }

    fn task(&self, prefix: &[String]) -> Option<Message> {
        if self.ending().is_some() {
            return None;
        }
        self.game.task(self.position(), prefix)
    }

    fn legal(&self) -> Vec<LegalMove> {
        let moves = self.moves();
        moves.into_iter().map(|m| self.legal_move(m)).collect()
    }

    fn why_not(&self, path: &[String]) -> Message {
        if self.ending().is_some() {
            return Message::new("illegal-over");
        }
        let legal: Vec<_> = self.legal().into_iter().map(|l| l.path).collect();
        refusal::of_length(&legal, path)
            .or_else(|| self.game.why_not(self.position(), path))
            .unwrap_or_else(|| refusal::of_path(self, &legal, path))
    }

    fn read(&self, text: &str) -> Result<Vec<String>, Error> {
        let text = text.trim();
        let spells = |l: &LegalMove, is: fn(&str, &str) -> bool| {
            is(&l.path.join(","), text) || l.alt.iter().any(|a| is(a, text))
        };
        let legal = self.legal();
        let exact = legal.iter().find(|l| spells(l, |a, b| a == b));
        let found = exact.or_else(|| legal.iter().find(|l| spells(l, str::eq_ignore_ascii_case)));
        found.map(|l| l.path.clone()).ok_or_else(|| {
            let tokens = text.split(',').map(|token| token.trim().to_owned());
            let tokens: Vec<_> = tokens.filter(|token| !token.is_empty()).collect();
            Error::Illegal(self.why_not(&tokens))
        })
    }

    fn play(&mut self, path: &[String]) -> Result<Played, Error> {
        let moves = self.moves().into_iter();
        let found = moves
            .map(|m| (m, self.game.steps(self.position(), m)))
            .find(|(_, steps)| steps.iter().map(|s| &s.token).eq(path));
        let Some((m, steps)) = found else {
            return Err(Error::Illegal(self.why_not(path)));
        };
        let played = Played {
            path: path.to_vec(),
            notation: self.game.notation(self.position(), m),
            say: self.game.say(self.position(), m),
            squares: self.outline(&steps),
        };
        self.ids.follow(&steps);
        self.history.play(m);
        Ok(played)
    }

    fn ending(&self) -> Option<Ending> {
        let position = self.position();
        let side = position.side();
        let outcome = position
            .outcome()
            .or_else(|| (position.count_moves() == 0).then(|| position.no_moves()));
        let (winner, reason) = match outcome {
            Some(outcome) => {
                let winner = match outcome {
                    Outcome::Win => Some(side),
                    Outcome::Loss => Some(1 - side),
                    Outcome::Margin(points) if points > 0 => Some(side),
                    Outcome::Margin(points) if points < 0 => Some(1 - side),
                    Outcome::Draw | Outcome::Margin(_) => None,
                };
                (winner, self.game.reason(position, winner))
            }
            None => (None, self.game.draw(&self.history)?),
        };
        Some(Ending {
            winner,
            reason: reason.key,
            say: reason.say,
        })
    }

    fn repertoire(&self) -> Repertoire {
        Repertoire {
            sound: <G::Knowledge as Knowledge<G::Position>>::SOUND,
            usual: <G::Knowledge as Knowledge<G::Position>>::USUAL,
        }
    }

    fn search(&self, request: &Request, control: &Control) -> Report {
        if self.ending().is_some() {
            return self.report(&Found::proven(Vec::new()));
        }
        if request.techniques(self.repertoire()).has(Technique::Tables)
            && let Some(mut found) = self.solution(request.seed, control)
        {
            found.lines.truncate(request.multipv.max(1));
            return self.report(&found);
        }
        let found = engine::search(
            self.position(),
            self.history.earlier(),
            &self.game.knowledge(),
            request,
            control,
        );
        self.report(&found)
    }

    fn perft(&self, depth: u32, full: bool) -> u64 {
        self.leaves(depth, "", full)
    }

    fn leaves(&self, depth: u32, convention: &str, full: bool) -> u64 {
        self.game.leaves(self.position(), depth, convention, full)
    }

    fn divide(&self, depth: u32, full: bool) -> Vec<(String, u64)> {
        let mut moves = MoveList::new();
        if depth > 0 && self.position().outcome().is_none() {
            self.position().generate(&mut moves);
        }
        let below = |m| {
            let mut child = self.position().clone();
            child.play(m);
            let leaves = self.game.leaves(&child, depth - 1, "", full);
            (self.game.notation(self.position(), m), leaves)
        };
        moves.into_iter().map(below).collect()
    }

    fn solve(&self, control: &Control) -> Option<Report> {
        let found = self.solution(0, control)?;
        Some(self.report(&found))
    }

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

fn path(steps: &[Step]) -> Vec<String> {
    steps.iter().map(|step| step.token.clone()).collect()
}
