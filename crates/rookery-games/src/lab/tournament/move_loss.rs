//! Loss of a player's moves: how much they give away by the judgement of a stronger search, and how the worst of them err.

use crate::lab::tournament::EngineConfig;
use crate::lab::tournament::openings::Openings;
use crate::{Error, Game, GameType, Setup};
use rookery_engine::{Control, Request, Score, SplitMix, Value};

/// A move that gives away this much is a blunder, centipawns.
const BLUNDER_CP: Score = 200;
/// Values beyond this one count as this one, centipawns: a won position is won.
const DECIDED_CP: Score = 1_000;
/// Every third move is judged, so that the positions are of many games and phases.
const EVERY: usize = 3;
/// Games at most for each move to judge: in a small game most positions may be decided.
const GAMES_A_MOVE: u32 = 10;
/// A game that goes on for longer is left.
const PLIES_MAX: usize = 300;

/// The way in which a blunder errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlunderKind {
    /// The reply ends the game.
    LosesAtOnce,
    /// The reply takes a piece off the board.
    LosesPieces,
    /// The reply takes nothing, and the position is worse than before.
    OverlooksQuietReply,
    /// The position stays level or better, and no piece is lost, but a chance to win more was there.
    MissesChance,
}

impl BlunderKind {
    /// All of them, the crudest first.
    pub const ALL: [BlunderKind; 4] = [
        BlunderKind::LosesAtOnce,
        BlunderKind::LosesPieces,
        BlunderKind::OverlooksQuietReply,
        BlunderKind::MissesChance,
    ];

    /// Its name in tables and as a key of JSON.
    pub const fn name(self) -> &'static str {
        match self {
            BlunderKind::LosesAtOnce => "at_once",
            BlunderKind::LosesPieces => "pieces",
            BlunderKind::OverlooksQuietReply => "quiet",
            BlunderKind::MissesChance => "chances",
        }
    }
}

/// The losses of a player's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLoss {
    /// Moves that were judged.
    pub moves: u32,
    /// The sum of their losses, centipawns.
    pub lost_cp: u64,
    /// Blunders by kind, in the order of [`BlunderKind::ALL`].
    pub blunders: [u32; 4],
}

impl MoveLoss {
    /// The mean loss of a move, centipawns; 0 where none was judged.
    pub fn mean_cp(&self) -> f64 {
        self.lost_cp as f64 / f64::from(self.moves.max(1))
    }

    fn add(&mut self, loss_cp: Score, blunder: Option<BlunderKind>) {
        self.moves += 1;
        self.lost_cp += u64::from(loss_cp.unsigned_abs());
        if let Some(kind) = blunder {
            self.blunders[kind as usize] += 1;
        }
    }
}

/// The extent of a measurement of losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossPlan {
    /// Moves to judge.
    pub moves: u32,
    /// Nodes of each search by the judge, which has the levels' evaluation without their handicaps, books and tables.
    pub judge_nodes: u64,
    /// Decides the openings and all that the players leave to chance.
    pub seed: u64,
}

impl LossPlan {
    /// Judges moves of a player in games against itself; fewer than asked for where `control` stops it, or where few can be judged:
    /// moves without a choice, and those in positions that are decided already, are left out.
    ///
    /// # Errors
    /// Openings that the game cannot have.
    pub fn measure(
        &self,
        game_type: &dyn GameType,
        player: EngineConfig,
        control: &Control,
    ) -> Result<MoveLoss, Error> {
        let setup = Setup::default();
        let plies = game_type.sheet().opening_plies;
        let mut openings = Openings::new(game_type, &setup, plies, self.seed);
        let mut rng = SplitMix::new(self.seed);
        let mut loss = MoveLoss::default();
        for _ in 0..self.moves.saturating_mul(GAMES_A_MOVE) {
            if loss.moves >= self.moves || control.is_stopped() {
                break;
            }
            let game = openings.next()?.game;
            // A seed of 0 would leave nothing to chance.
            let seeds = [rng.next() | 1, rng.next() | 1];
            self.game(game, player, seeds, control, &mut loss)?;
        }
        Ok(loss)
    }

    fn game(
        &self,
        mut game: Box<dyn Game>,
        player: EngineConfig,
        seeds: [u64; 2],
        control: &Control,
        loss: &mut MoveLoss,
    ) -> Result<(), Error> {
        let first = seeds[0] as usize % EVERY;
        for ply in 0..PLIES_MAX {
            if game.ending().is_some() || loss.moves >= self.moves {
                return Ok(());
            }
            let (path, _) = player.choose(&*game, seeds[game.side()], control);
            let Some(path) = path else {
                // There is always a move while the game goes on, unless the search was stopped.
                return Ok(());
            };
            if ply % EVERY == first && game.legal().len() > 1 {
                self.judge(&*game, &path, control, loss)?;
            }
            game.play(&path)?;
        }
        Ok(())
    }

    fn judge(
        &self,
        game: &dyn Game,
        path: &[String],
        control: &Control,
        loss: &mut MoveLoss,
    ) -> Result<(), Error> {
        let (before_cp, best) = self.value(game, control);
        if before_cp.abs() >= DECIDED_CP || control.is_stopped() {
            return Ok(());
        }
        if best.as_deref() == Some(path) {
            loss.add(0, None);
            return Ok(());
        }
        let mut child = game.boxed_clone();
        child.play(path)?;
        let (reply_cp, reply) = self.value(&*child, control);
        if control.is_stopped() {
            return Ok(());
        }
        let after_cp = -reply_cp;
        let lost_cp = (before_cp - after_cp).max(0);
        let blunder = (lost_cp >= BLUNDER_CP).then(|| {
            // A move without a reply ends the game, lost or drawn.
            let kind = reply.map_or(BlunderKind::LosesAtOnce, |reply| kind_of(&*child, &reply));
            match kind {
                BlunderKind::OverlooksQuietReply | BlunderKind::LosesAtOnce
                    if after_cp > -BLUNDER_CP / 2 =>
                {
                    BlunderKind::MissesChance
                }
                other => other,
            }
        });
        loss.add(lost_cp, blunder);
        Ok(())
    }

    /// The judge's value of a position for the side to move, centipawns within [`DECIDED_CP`], and its move, where the game goes on.
    fn value(&self, game: &dyn Game, control: &Control) -> (Score, Option<Vec<String>>) {
        if let Some(ending) = game.ending() {
            let value = match ending.winner {
                Some(winner) if winner == game.side() => DECIDED_CP,
                Some(_) => -DECIDED_CP,
                None => 0,
            };
            return (value, None);
        }
        let request = Request {
            nodes: self.judge_nodes,
            ..Request::default()
        };
        let report = game.search(&request, control);
        let value = report.lines.first().map_or(0, |line| match line.value {
            Value::Cp(cp) => cp,
            Value::Win(_) => DECIDED_CP,
            Value::Loss(_) => -DECIDED_CP,
            Value::Exact(points) => points.saturating_mul(100),
        });
        (value.clamp(-DECIDED_CP, DECIDED_CP), report.best)
    }
}

/// The kind of a blunder that this reply punishes, as far as the reply tells it.
fn kind_of(game: &dyn Game, reply: &[String]) -> BlunderKind {
    let mut after = game.boxed_clone();
    if after.advance(reply).is_err() {
        return BlunderKind::OverlooksQuietReply;
    }
    let ending = after.ending();
    if ending.is_some_and(|ending| ending.winner == Some(game.side())) {
        BlunderKind::LosesAtOnce
    } else if after.pieces().len() < game.pieces().len() {
        BlunderKind::LosesPieces
    } else {
        BlunderKind::OverlooksQuietReply
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    /// A queen that is left to a pawn, a mate in one, a quiet reply; in Othello a reply that turns discs takes none.
    #[test]
    fn a_reply_tells_what_was_lost() {
        let kind = |game: &str, start: &str, reply: &str| {
            let setup = Setup {
                start: start.to_owned(),
                ..Setup::default()
            };
            let game_type = Registry::shipped().find(game).unwrap();
            let game = game_type.start(&setup).unwrap();
            kind_of(&*game, &game.read(reply).unwrap())
        };
        let queen = "4k3/8/2p5/3Q4/8/8/8/4K3 b - - 0 1";
        assert_eq!(kind("chess", queen, "cxd5"), BlunderKind::LosesPieces);
        assert_eq!(
            kind("chess", queen, "Ke7"),
            BlunderKind::OverlooksQuietReply
        );
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(kind("chess", mate, "Ra8"), BlunderKind::LosesAtOnce);
        assert_eq!(kind("othello", "", "d3"), BlunderKind::OverlooksQuietReply);
    }
}
