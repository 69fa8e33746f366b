//! The analysis of a whole match: its positions with their values, and the marks of its moves.

use std::collections::BTreeMap;

use rookery_engine::Value;

use crate::matches::Match;
use crate::matches::analysis::{Assessment, Mark, StoredLine};

/// What an analysis says of one position of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysedPosition {
    /// The side to move.
    pub side: usize,
    pub best: Assessment,
    /// The chances of side 0 to win, 0 to 1.
    pub chance: f64,
    /// What the move that led here gave away.
    pub mark: Option<Mark>,
    /// The lines that somebody asked for, the best first.
    pub lines: Vec<Assessment>,
}

/// A move of the match: its path, and its usual notation.
type Made<'a> = (&'a [String], &'a str);

/// The positions of a match, by ply; some are missing while the engine is at work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchAnalysis {
    positions: Vec<Option<AnalysedPosition>>,
}

impl MatchAnalysis {
    /// The analysis of a match from its stored lines; what this build cannot read is missing.
    pub fn new(game_match: &Match, lines: &[StoredLine]) -> Self {
        let sides: Vec<usize> = (0..=game_match.played().len())
            .map(|ply| game_match.side_at(ply))
            .collect();
        let played = game_match.played().iter();
        let played: Vec<Made<'_>> = played
            .map(|made| (&*made.path, made.notation.as_deref().unwrap_or_default()))
            .collect();
        let has_solver = !game_match.game_type().sheet().solver_steps.is_empty();
        MatchAnalysis::of(&sides, &played, lines, has_solver)
    }

    /// The same, from the side to move at each ply, the moves played, the stored lines, and whether the game has a solver.
    fn of(sides: &[usize], played: &[Made<'_>], lines: &[StoredLine], has_solver: bool) -> Self {
        let mut found: BTreeMap<usize, (Option<Assessment>, Vec<Assessment>)> = BTreeMap::new();
        for line in lines {
            let (best, asked) = found.entry(line.ply).or_default();
            match Assessment::of_stored(line) {
                Some(read) if line.place == 0 => *best = Some(read),
                Some(read) => asked.push(read),
                None => {}
            }
        }
        let searched: Vec<Option<Assessment>> = (0..sides.len())
            .map(|ply| found.get(&ply)?.0.clone())
            .collect();
        for (ply, &made) in played.iter().enumerate().rev() {
            if sides.get(ply) == sides.get(ply + 1) {
                continue;
            }
            let after = found.get(&(ply + 1)).and_then(|(best, _)| best.as_ref());
            let proven = after.and_then(|after| proven_by(made, after));
            if let (Some(proven), Some((Some(best), _))) = (proven, found.get_mut(&ply))
                && !best.is_exact()
            {
                *best = proven;
            }
        }
        let mut positions: Vec<Option<AnalysedPosition>> = Vec::with_capacity(sides.len());
        for (ply, &side) in sides.iter().enumerate() {
            let (best, asked) = found.remove(&ply).unwrap_or_default();
            let position = best.map(|best| {
                let chance = best.chance(side);
                // The move that led here is judged by the searched value, not by a win that only the next move proved; in games with a
                // solver, by the final value.
                let judged = match searched.get(ply) {
                    Some(Some(searched)) if !has_solver => searched,
                    _ => &best,
                };
                let before = ply.checked_sub(1).and_then(|before| {
                    let (made, _) = *played.get(before)?;
                    Some((positions.get(before)?.as_ref()?, made))
                });
                // A solver's exact value and a rough evaluation are not comparable, so a move between the two gets no mark.
                let before = before.filter(|(before, _)| {
                    !has_solver || before.best.is_exact() == judged.is_exact()
                });
                let after = judged.chance(side);
                AnalysedPosition {
                    side,
                    mark: before.and_then(|(before, made)| mark_of(before, made, after)),
                    best,
                    chance,
                    lines: asked,
                }
            });
            positions.push(position);
        }
        MatchAnalysis { positions }
    }

    /// A position, if it has been analysed.
    pub fn at(&self, ply: usize) -> Option<&AnalysedPosition> {
        self.positions.get(ply)?.as_ref()
    }

    /// The position before a marked move: its best line is the better one.
    pub fn better_than(&self, ply: usize) -> Option<&AnalysedPosition> {
        self.at(ply)?.mark?;
        self.at(ply.checked_sub(1)?)
    }

    /// All positions with their plies.
    pub fn positions(&self) -> impl Iterator<Item = (usize, &AnalysedPosition)> {
        let all = self.positions.iter().enumerate();
        all.filter_map(|(ply, position)| Some((ply, position.as_ref()?)))
    }

    /// The number of a side's moves with this mark.
    pub fn count(&self, side: usize, mark: Mark) -> usize {
        let marked = self
            .positions()
            .filter(|(_, position)| position.mark == Some(mark));
        let movers = marked.filter_map(|(ply, _)| Some(self.at(ply.checked_sub(1)?)?.side));
        movers.filter(|mover| *mover == side).count()
    }
}

/// The value of a position from which this move leads to one that is lost for the other side: it is a win by at least as much.
fn proven_by((path, notation): Made<'_>, after: &Assessment) -> Option<Assessment> {
    let value = match after.value {
        Value::Loss(plies) => Value::Win(plies + 1),
        Value::Exact(points) if points < 0 => Value::Exact(-points),
        Value::Win(_) | Value::Exact(_) | Value::Cp(_) => return None,
    };
    let mut proven = Assessment {
        value,
        path: vec![path.to_vec()],
        notation: vec![notation.to_owned()],
    };
    proven.path.extend(after.path.iter().cloned());
    proven.notation.extend(after.notation.iter().cloned());
    Some(proven)
}

/// The mark of a move to a position in which side 0 has these chances. A move that the engine itself would have chosen gets none:
/// if the search after it sees more, that is not the player's fault.
fn mark_of(before: &AnalysedPosition, made: &[String], chance: f64) -> Option<Mark> {
    if before.best.path.first().is_some_and(|best| best == made) {
        return None;
    }
    match before.side {
        0 => Mark::of(before.chance, chance),
        _ => Mark::of(1.0 - before.chance, 1.0 - chance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ply: usize, place: usize, score: &str, path: &str) -> StoredLine {
        StoredLine {
            ply,
            place,
            score: score.to_owned(),
            path: path.to_owned(),
            notation: path.to_owned(),
        }
    }

    /// The fool's mate, with values as an engine gives them for the side to move.
    #[test]
    fn marks_stand_at_the_moves_that_gave_something_away() {
        let moves = ["f2,f3", "e7,e5", "g2,g4", "d8,h4"]
            .map(|m| m.split(',').map(str::to_owned).collect::<Vec<_>>());
        let played: Vec<Made<'_>> = moves.iter().map(|m| (&**m, "")).collect();
        let lines = [
            line(0, 0, "cp 30", "e2,e4 e7,e5"),
            line(1, 0, "cp 60", "d7,d5"),
            line(2, 0, "cp -80", "g1,h3 d7,d5"),
            line(3, 0, "win 1", "d8,h4"),
            line(4, 0, "loss 0", ""),
            line(2, 1, "cp -70", "b1,c3"),
            line(2, 2, "cp -75", "g1,h3"),
        ];
        let analysis = MatchAnalysis::of(&[0, 1, 0, 1, 0], &played, &lines, false);
        let marks: Vec<_> = analysis
            .positions()
            .map(|(_, position)| position.mark)
            .collect();
        // From 52.8 % to 44.5 % is 8.3 points; the queen's mate is the engine's own move.
        assert_eq!(
            marks,
            [
                None,
                Some(Mark::Inaccuracy),
                None,
                Some(Mark::Blunder),
                None
            ]
        );
        assert_eq!(analysis.better_than(3).unwrap().best.notation[0], "g1,h3");
        assert!(analysis.better_than(4).is_none());
        let counts = |side| Mark::ALL.map(|mark| analysis.count(side, mark));
        assert_eq!((counts(0), counts(1)), ([1, 0, 1], [0, 0, 0]));
        assert_eq!(analysis.at(2).unwrap().lines.len(), 2);
        assert!((analysis.at(3).unwrap().chance - 0.0).abs() < 1e-12);
        assert!(analysis.at(4).unwrap().best.is_exact());
        assert!(analysis.at(5).is_none());
    }

    /// While the engine is at work, some positions are missing, and a move is marked only between two that are there.
    #[test]
    fn a_gap_has_no_mark() {
        let moves = [vec!["a1".to_owned()], vec!["b2".to_owned()]];
        let played: Vec<Made<'_>> = moves.iter().map(|m| (&**m, "")).collect();
        let lines = [line(0, 0, "exact 0", "b2"), line(2, 0, "win 3", "c3")];
        let analysis = MatchAnalysis::of(&[0, 1, 0], &played, &lines, false);
        assert_eq!(analysis.positions().count(), 2);
        assert_eq!(analysis.at(2).unwrap().mark, None);
        let lines = [line(0, 0, "exact 0", "b2"), line(1, 0, "win 5", "b2")];
        let analysis = MatchAnalysis::of(&[0, 1, 0], &played, &lines, false);
        assert_eq!(analysis.at(1).unwrap().mark, Some(Mark::Blunder));
    }

    /// A game with a solver that has found out about the second position in time, and not about the first and the third.
    #[test]
    fn what_is_not_known_blames_no_move_where_a_solver_tells_the_rest() {
        let moves = [vec!["a".to_owned()], vec!["b".to_owned()]];
        let played: Vec<Made<'_>> = moves.iter().map(|m| (&**m, &*m[0])).collect();
        let lines = [
            line(0, 0, "cp 0", "d"),
            line(1, 0, "exact 1", "d"),
            line(2, 0, "cp 0", "d"),
        ];
        let marks = |has_solver| {
            let analysis = MatchAnalysis::of(&[0, 1, 0], &played, &lines, has_solver);
            [1, 2].map(|ply| analysis.at(ply).unwrap().mark)
        };
        assert_eq!(marks(true), [None, None]);
        assert_eq!(marks(false), [Some(Mark::Blunder), Some(Mark::Blunder)]);
    }

    /// A mate seen only after the winning move does not make a blunder of the move before it, which was judged without it.
    #[test]
    fn a_proof_that_reaches_back_blames_nobody() {
        let moves = [vec!["a".to_owned()], vec!["b".to_owned()]];
        let played: Vec<Made<'_>> = moves.iter().map(|m| (&**m, &*m[0])).collect();
        let lines = [
            line(0, 0, "cp -300", "d"),
            line(1, 0, "cp 310", "d"),
            line(2, 0, "loss 8", "c"),
        ];
        let analysis = MatchAnalysis::of(&[0, 1, 0], &played, &lines, false);
        let marks = [1, 2].map(|ply| analysis.at(ply).unwrap().mark);
        assert_eq!(marks, [None, None]);
        assert_eq!(analysis.at(1).unwrap().best.value, Value::Win(9));
        // Where the same side moves again, its loss is no win of the one before.
        let again = MatchAnalysis::of(&[0, 0, 0], &played, &lines, false);
        assert_eq!(again.at(1).unwrap().best.value, Value::Cp(310));
    }

    /// A move that leaves the other side a lost position proves that its own side had won.
    #[test]
    fn a_proof_reaches_back_to_the_position_before_a_winning_move() {
        let moves = [vec!["a".to_owned()], vec!["b".to_owned()]];
        let played: Vec<Made<'_>> = moves.iter().map(|m| (&**m, &*m[0])).collect();
        let lines = [
            line(0, 0, "cp 5", "d"),
            line(1, 0, "cp -3", "d"),
            line(2, 0, "exact -2", "c d"),
        ];
        let analysis = MatchAnalysis::of(&[0, 1, 0], &played, &lines, true);
        let best = |ply| analysis.at(ply).unwrap().best.clone();
        assert_eq!(best(1).value, Value::Exact(2));
        assert_eq!(best(1).notation, ["b", "c", "d"]);
        assert_eq!(best(0).value, Value::Cp(5), "another move may be better");
    }
}
