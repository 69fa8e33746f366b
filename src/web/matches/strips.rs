//! Strips of the two players, one over the board and one under it: who plays, which side, and what lies beside the board for it.

use rookery_games::api::view::Zone;
use rookery_games::{Message, level_name};

use crate::matches::{Match, Status};
use crate::web::board::{BoardPart, SideView};
use crate::web::page::Page;

/// The strip of a player, as the template needs it.
pub struct Strip {
    /// The colour that the player has in the shown position.
    pub side: usize,
    /// Its name and signs, and who plays it.
    pub seat: SideView,
    /// The drawing of a piece that stands for it.
    pub emblem: Option<&'static str>,
    /// Whether it stands under the board.
    pub is_own: bool,
    /// Whether this side is to move, in a match that goes on.
    pub is_turn: bool,
    /// The engine's level, which has a face.
    pub level: Option<u8>,
    /// The side, and the name of the level of its engine.
    pub about: String,
    /// The rating of that level, where it is known.
    pub elo: Option<String>,
    /// The zones of this side beside the board.
    pub zones: Vec<Zone<String>>,
    /// The tone of the other side, whose pieces such a zone may draw.
    pub other_tone: &'static str,
}

/// The strips of both colours. `first` is the colour of the first player in the shown position; `own` is the player whose strip stands
/// under the board.
pub fn strips(
    page: &Page,
    game_match: &Match,
    board: &BoardPart,
    (first, own): (usize, usize),
) -> [Strip; 2] {
    let is_playing = game_match.record().status == Status::Playing;
    [0, 1].map(|side| {
        let player = first ^ side;
        let level = game_match.record().seats[player].holder.level();
        let seat = board.sides[side].clone();
        let elo = level.and_then(|level| {
            let known = game_match.game_type().sheet().elo?;
            let elo = *known.get(usize::from(level).checked_sub(1)?)?;
            Some(Message::new("level-elo").with("elo", elo as usize))
        });
        let about = match level {
            Some(level) => format!("{} · {}", seat.name, page.say(&level_name(level))),
            None => seat.name.clone(),
        };
        let zones = board.zones.iter().filter(|zone| zone.side == Some(side));
        Strip {
            side,
            emblem: game_match.game_type().sheet().emblem(side),
            is_own: player == own,
            is_turn: is_playing && side == board.turn,
            level,
            about,
            elo: elo.map(|message| page.say(&message)),
            zones: zones.cloned().collect(),
            other_tone: board.sides[1 - side].tone,
            seat,
        }
    })
}
