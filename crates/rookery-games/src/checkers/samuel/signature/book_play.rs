//! Book play for the signature tables: the moves that the engine's own search chooses, in place of the games of masters that Samuel had.

use crate::checkers::knowledge::CheckersKnowledge;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::samuel::play::played_game::{PlayedGame, ballots};
use crate::checkers::samuel::signature::signature_tables::{BookPosition, inputs, part_of};
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use rookery_engine::learning::random_move;
use rookery_engine::{Control, Position, Request, SplitMix, search};

/// Nodes of a search; a look-ahead of three plies takes a few hundred.
const NODES: u64 = 1_000;
/// One in this many moves is random, so that games differ.
const CHANCE: usize = 10;

/// The positions with a choice of quiet moves, from games whose openings the seed decides; `None` if `control` stopped them.
pub fn positions(
    games: u64,
    seed: u64,
    control: &Control,
    progress: &mut dyn FnMut(u64),
) -> Option<Vec<BookPosition>> {
    let mut random = SplitMix::new(seed);
    let openings = ballots(&mut random);
    let knowledge = CheckersKnowledge::default();
    let mut book = Vec::new();
    for (number, opening) in (1..=games).zip(openings.iter().cycle()) {
        let mut game = PlayedGame::from(opening.clone());
        while game.halves().is_none() {
            let position = &game.now.position;
            let request = Request {
                nodes: NODES,
                hash_mb: 1,
                seed: random.next(),
                ..Request::default()
            };
            let earlier = &game.keys[..game.plies()];
            let found = search(position, earlier, &knowledge, &request, control);
            let best = found.best().filter(|_| !control.is_stopped())?;
            book.extend(position_of(&game.now, best));
            let by_chance = (random.below(CHANCE) == 0)
                .then(|| random_move(position, &mut random))
                .flatten();
            game.play(by_chance.unwrap_or(best));
        }
        progress(number);
    }
    Some(book)
}

/// The terms after each move that leaves no jump to make, because the tables only judge such positions. `None` if a jump is
/// compulsory, if there are fewer than two such moves, or if the chosen one is not among them.
fn position_of(now: &RatedPosition, best: CheckersMove) -> Option<BookPosition> {
    if now.must_jump() {
        return None;
    }
    let mut chosen = None;
    let mut moves = Vec::new();
    for m in now.position.moves() {
        let next = RatedPosition::new(now.position.after(m));
        if next.must_jump() {
            continue;
        }
        if m == best {
            chosen = Some(moves.len());
        }
        moves.push(inputs(&next.terms(now)));
    }
    let chosen = chosen.filter(|_| moves.len() > 1)?;
    Some(BookPosition {
        part: part_of(&now.sides),
        moves,
        chosen,
    })
}
