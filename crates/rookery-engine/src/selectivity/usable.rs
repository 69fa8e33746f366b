//! Techniques that find something to act on in a game, as positions of random lines show.

use crate::{Knowledge, MoveList, Position, SplitMix, Technique, Techniques};

/// The random lines that are looked at.
const LINES: usize = 200;

/// Techniques that act only on something that the game says (a pass, a capture, a symmetry), or where it says nothing ([`Technique::Trial`]).
const ASKING: Techniques = Techniques::of(&[
    Technique::CanonTt,
    Technique::Order,
    Technique::Trial,
    Technique::Forced,
    Technique::Gain,
    Technique::StructHist,
    Technique::Correction,
    Technique::Null,
    Technique::Qsearch,
    Technique::See,
    Technique::Candidates,
    Technique::Mpc,
    Technique::Extensions,
    Technique::GoOn,
]);

/// The techniques that find something to act on within `plies` plies of `root`: [`Technique::Gain`] a move that wins material,
/// [`Technique::Null`] a pass, and so on; those that ask the game for nothing are among them.
///
/// Two hundred random lines are looked at, the same ones each time, so that a technique for rare positions may be missing.
pub fn usable<P: Position, K: Knowledge<P>>(root: &P, knowledge: &K, plies: usize) -> Techniques {
    let mut found = Techniques::of(&Technique::ALL).without(ASKING);
    if P::STRUCTURED {
        found = found
            .with(Technique::StructHist)
            .with(Technique::Correction);
    }
    let mut random = SplitMix::new(root.key());
    for _ in 0..LINES {
        let mut position = root.clone();
        for ply in 0..=plies {
            let moves = position.moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            found = found.or(of_position(&position, knowledge, plies - ply));
            found = found.or(of_moves(&position, &moves, knowledge));
            position.play(moves[random.below(moves.len())]);
        }
    }
    found
}

/// The techniques that act on a position itself, `plies` plies above the horizon.
fn of_position<P: Position, K: Knowledge<P>>(
    position: &P,
    knowledge: &K,
    plies: usize,
) -> Techniques {
    let mut depths = 1..=i32::try_from(plies).unwrap_or(i32::MAX);
    set_of([
        (
            Technique::CanonTt,
            P::SYMMETRIES > 1 && position.meets_images(),
        ),
        (
            Technique::Null,
            knowledge.null_ok(position) && position.null().is_some(),
        ),
        (
            Technique::Mpc,
            depths.any(|depth| knowledge.shallow_check(position, depth).is_some()),
        ),
        (Technique::GoOn, knowledge.is_unsettled(position)),
    ])
}

/// The techniques that act on one of the moves of a position.
fn of_moves<P: Position, K: Knowledge<P>>(
    position: &P,
    moves: &MoveList<P::Move>,
    knowledge: &K,
) -> Techniques {
    let any = |is: &dyn Fn(P::Move) -> bool| moves.iter().any(|&m| is(m));
    let order = |m| knowledge.order(position, m);
    let mut forced = moves.clone();
    knowledge.leave_forced(position, &mut forced);
    let extends = |m| knowledge.extension(position, m, &position.after(m)) > 0;
    set_of([
        (Technique::Order, any(&|m| order(m) != order(moves[0]))),
        (Technique::Trial, !any(&|m| order(m) != 0)),
        (Technique::Forced, forced.len() < moves.len()),
        (Technique::Gain, any(&|m| knowledge.gain(position, m) != 0)),
        (
            Technique::Qsearch,
            any(&|m| knowledge.is_noisy(position, m)),
        ),
        (
            Technique::Candidates,
            any(&|m| !knowledge.is_candidate(position, m)),
        ),
        (
            Technique::See,
            any(&|m| !knowledge.exchange_wins(position, m, 0)),
        ),
        (Technique::Extensions, any(&extends)),
    ])
}

/// The techniques of the pairs that act.
fn set_of<const N: usize>(pairs: [(Technique, bool); N]) -> Techniques {
    let acting = pairs.into_iter().filter(|&(_, acts)| acts);
    acting.fold(Techniques::NONE, |set, (technique, _)| set.with(technique))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RulesOnly;
    use crate::nim::Heap;

    /// Nim has neither captures nor passes nor symmetries, and a guess of nothing.
    #[test]
    fn a_game_that_says_nothing_is_asked_for_nothing() {
        let heap = Heap {
            matches: 12,
            side: 0,
        };
        let found = usable(&heap, &RulesOnly, 6);
        let missing = Techniques::parse(
            "CANON_TT,ORDER,FORCED,GAIN,STRUCTHIST,CORRECTION,NULL,QSEARCH,SEE,CANDIDATES,MPC,EXTENSIONS,GO_ON",
        );
        let all = Techniques::of(&Technique::ALL);
        assert_eq!(found, all.without(missing.unwrap()));
    }
}
