//! The status line of a match.

use crate::matches::Status;
use crate::web::board::scene::Scene;
use crate::web::words::notation::in_sentence;
use rookery_games::api::view::{Ending, LegalMove};
use rookery_games::{Message, shown_colour};

/// The line over the board: whose turn it is, how it ended, or which earlier position is shown.
pub fn of(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> String {
    match scene.status {
        _ if scene.tried().is_some() => say(&after_variation(scene, say)),
        _ if !scene.is_present => say(&earlier(scene)),
        Status::Playing => playing(scene, say),
        Status::Won | Status::Drawn | Status::Aborted => ended(scene, say),
    }
}

/// The move that led to an earlier position.
fn earlier(scene: &Scene<'_>) -> Message {
    match &scene.last {
        Some(last) => Message::new("board-after").with("move", in_sentence(&last.notation)),
        None => Message::new("board-start"),
    }
}

/// The same line for screen readers, if it says more than the visible one: how many moves there are, and what the coach says
/// about a new task. A choice of colours is left out where it is the last move, which is read before.
pub fn aloud(
    scene: &Scene<'_>,
    legal: &[LegalMove],
    say: &dyn Fn(&Message) -> String,
) -> Option<String> {
    let moves = || Message::new("board-your-turn-moves").with("count", legal.len());
    let is_older = scene.numbering.asides < scene.notation.len();
    let coached = || {
        let chosen = scene.chosen.as_ref().filter(|_| is_older).map(say);
        let news = scene.news().as_ref().map(say);
        let lines = [chosen, Some(say(&moves())), news].into_iter().flatten();
        lines.collect::<Vec<_>>().join(" ")
    };
    scene.is_playable().then(coached)
}

/// Whose turn it is; before that, on the viewer's, the colour that the other player has chosen.
fn playing(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> String {
    let turn = say(&turn(scene));
    match scene.chosen.as_ref().filter(|_| scene.is_playable()) {
        Some(chosen) => format!("{} {turn}", say(chosen)),
        None => turn,
    }
}

fn turn(scene: &Scene<'_>) -> Message {
    let side = scene.game.side();
    if scene.is_playable() {
        return Message::new("board-your-turn");
    }
    if scene.is_thinking {
        return Message::new("board-thinking").with("player", scene.players[side].clone());
    }
    let words = Message::new("board-turn-of");
    match scene.game.colour(side) {
        Some(colour) => words.with("side", scene.sides[colour].name.clone()),
        None => words.with("side", scene.players[side].clone()),
    }
}

/// The side to move in a position of a variation, or its result.
fn after_variation(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> Message {
    match scene.game.ending() {
        Some(ending) => Message::new("board-variation-over").with("result", say(&ending.say)),
        None => {
            let side = scene.sides[scene.turn()].name.clone();
            Message::new("board-variation").with("side", side)
        }
    }
}

/// The end of the match for the viewer: `won`, `lost` or `even`; `None` while it goes on.
pub fn end(scene: &Scene<'_>) -> Option<&'static str> {
    let winner = scene.ending.as_ref().and_then(|ending| ending.winner);
    (scene.status != Status::Playing).then_some(match (winner, scene.me) {
        (Some(winner), Some(me)) if winner == me => "won",
        (Some(_), Some(_)) => "lost",
        _ => "even",
    })
}

/// The words that this line begins with if a match is over and its last position is shown: the winner, or that there is none.
pub fn outcome(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> Option<String> {
    let is_decided = matches!(scene.status, Status::Won | Status::Drawn);
    let ending = scene.ending.as_ref()?;
    (scene.is_present && is_decided).then(|| say(&outcome_of(scene, ending)))
}

fn outcome_of(scene: &Scene<'_>, ending: &Ending) -> Message {
    match ending.winner {
        Some(winner) if scene.me == Some(winner) => Message::new("board-you-won"),
        Some(_) if scene.me.is_some() => Message::new("board-you-lost"),
        Some(winner) => {
            let colour = shown_colour(scene.game, winner);
            Message::new("board-won").with("side", scene.sides[colour].name.clone())
        }
        None => Message::new("board-drawn"),
    }
}

/// The end of the match, with the number of moves and the opponent ("You won: four in a row, 27 moves, against Casual."), and the
/// viewer's achievement. If the game has no few words for the reason, its sentence about it follows.
fn ended(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> String {
    let Some(ending) = scene.ending.as_ref() else {
        return say(&Message::new("board-stopped"));
    };
    if scene.status == Status::Aborted {
        let reason = say(&ending.say);
        return format!("{} {reason}", say(&Message::new("board-stopped")));
    }
    let moves = Message::new("board-moves").with("count", scene.move_count());
    let mut facts: Vec<String> = ending.brief.iter().map(say).collect();
    facts.push(say(&moves));
    if let Some(opponent) = &scene.opponent {
        facts.push(say(
            &Message::new("board-against").with("opponent", opponent.clone())
        ));
    }
    let result = Message::new("board-result")
        .with("outcome", outcome_of(scene, ending))
        .with("facts", facts.join(", "));
    let reason = ending.brief.is_none().then(|| say(&ending.say));
    let best = scene.best_level.map(|level| {
        let best = Message::new("board-best").with("level", usize::from(level));
        say(&best)
    });
    let sentences = [Some(say(&result)), reason, best];
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}
