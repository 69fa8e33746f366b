//! Presenter of a match: the board for one viewer.

use std::ops::RangeInclusive;

use crate::matches::{Match, Player, Spent, Status, Variation};
use crate::store::Owner;
use crate::web::board::{Aids, BoardPart, BoardView, Coach, Scene, Target, VariationView};
use crate::web::matches::rows::seat_name;
use crate::web::page::Page;
use crate::web::{App, Error};
use rookery_games::api::view::{Ending, Played};
use rookery_games::{Game, LEVEL_COUNT, Message, level_name};

/// The time that a reply takes on the board, milliseconds: from one that was forced to one that took all of a level's nodes.
const PAUSE_MS: RangeInclusive<u64> = 250..=1_200;

/// The ply up to which a new task is announced to screen readers in a first match; later tasks are only shown, because finding
/// out whether one is new takes a replay of the match.
const SAID_ALOUD_PLIES: usize = 100;

/// A match as one person sees it, now or at an earlier ply.
pub struct MatchPresenter<'a> {
    pub game_match: &'a Match,
    /// The side of the viewer.
    pub me: Option<usize>,
    /// The level that the viewer has first beaten in this match, if it is still the best.
    best_level: Option<u8>,
    /// Whether the viewer has not finished a match of this game yet, and the game has words for that.
    is_newcomer: bool,
    moment: Option<(Box<dyn Game>, Option<Played>)>,
    /// The variation that leads to the shown position, in place of a moment.
    variation: Option<Variation>,
    /// Whether the viewer may try moves for both sides.
    may_try: bool,
}

impl<'a> MatchPresenter<'a> {
    /// The present position. One more query is needed after a user's win against the engine (whether the level is the user's best),
    /// and in a game with a coach (whether this is the viewer's first match of it).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn now(
        app: &App,
        game_match: &'a Match,
        player: Option<Player>,
    ) -> Result<Self, Error> {
        let me = player.and_then(|p| game_match.side_of(p));
        let record = game_match.record();
        let best = match player {
            Some(Player::User(user)) if me.is_some() && record.winner == me => {
                app.store().best_level(user, &record.game).await?
            }
            _ => None,
        };
        let has_coach = !game_match.game_type().sheet().coach.is_empty();
        let is_newcomer = match player {
            Some(player) if has_coach && me.is_some() && record.status == Status::Playing => {
                let owner = Owner::from(player);
                !app.store().has_finished(owner, &record.game).await?
            }
            _ => false,
        };
        let id = record.id.to_string();
        Ok(MatchPresenter {
            game_match,
            me,
            best_level: best
                .filter(|best| best.match_id == id)
                .map(|best| best.level),
            is_newcomer,
            moment: None,
            variation: None,
            may_try: false,
        })
    }

    /// The position after `ply` moves; the present one beyond the last.
    #[must_use]
    pub fn at(mut self, ply: Option<usize>) -> Self {
        self.moment = ply
            .filter(|ply| *ply < self.game_match.record().moves.len())
            .and_then(|ply| self.game_match.at(ply))
            .map(|moment| (moment.game, moment.last));
        self
    }

    /// The position at the end of a variation.
    #[must_use]
    pub fn in_variation(mut self, variation: Variation) -> Self {
        self.variation = Some(variation);
        self
    }

    /// Lets the viewer try moves for both sides, if that is so.
    #[must_use]
    pub fn trying(mut self, may_try: bool) -> Self {
        self.may_try = may_try;
        self
    }

    /// Whether the position is the present one.
    pub fn is_present(&self) -> bool {
        let is_at_end = |variation: &Variation| {
            variation.is_empty() && variation.from == self.game_match.played().len()
        };
        self.moment.is_none() && self.variation.as_ref().is_none_or(is_at_end)
    }

    /// The variation, if a move has been tried.
    pub fn tried(&self) -> Option<&Variation> {
        self.variation.as_ref().filter(|tried| !tried.is_empty())
    }

    /// The ply of the match that is shown, or at which the variation leaves it.
    pub fn ply(&self) -> usize {
        match (&self.variation, &self.moment) {
            (Some(variation), _) => variation.from,
            (None, Some((game, _))) => game.ply(),
            (None, None) => self.game_match.played().len(),
        }
    }

    /// The game at the shown position.
    pub fn game(&self) -> &dyn Game {
        match (&self.variation, &self.moment) {
            (Some(variation), _) => &*variation.game,
            (None, Some((game, _))) => &**game,
            (None, None) => self.game_match.game(),
        }
    }

    /// Both players in words; index 0 moves first.
    pub fn players(&self, page: &Page) -> [String; 2] {
        let seats = &self.game_match.record().seats;
        [0, 1].map(|side| match self.me {
            Some(me) if me == side => page.t("player-you"),
            _ => seat_name(page, &seats[side]),
        })
    }

    /// The aids that the viewer may ask for.
    pub fn aids(&self) -> Aids {
        let Some(me) = self.me else {
            return Aids::default();
        };
        let is_my_turn = self.game_match.record().status == Status::Playing
            && self.game_match.game().side() == me;
        Aids {
            takeback: self.game_match.takeback_to(me).is_ok(),
            hint: is_my_turn,
            draw: self.game_match.can_draw(me),
            eval: false,
        }
    }

    /// The view for programs and scripts.
    pub fn view(&self, page: &Page) -> BoardView<'_> {
        BoardView::new(&self.scene(page), &|m| page.say(m))
    }

    /// The board for the page.
    ///
    /// # Errors
    /// A defect: the view cannot be written as JSON.
    pub fn part(&self, page: &Page, prefix: &[String]) -> Result<BoardPart, Error> {
        let id = self.game_match.id();
        let target = match self.may_try {
            true => {
                let line = self.variation.as_ref().map(Variation::text);
                Target::variation(id, self.ply(), line.unwrap_or_default())
            }
            false => Target::moves(id),
        };
        BoardPart::new(&self.scene(page), prefix, target, &|m| page.say(m))
            .map_err(|e| Error::Internal(e.to_string()))
    }

    fn scene(&self, page: &Page) -> Scene<'_> {
        let record = self.game_match.record();
        let game = self.game();
        let last = match (&self.variation, &self.moment) {
            (Some(variation), _) => variation.last.clone(),
            (None, Some((_, last))) => last.clone(),
            (None, None) => self.game_match.last().cloned(),
        };
        let numbering = self.game_match.numbering();
        let chosen = self.chosen(numbering.asides);
        // Who has made the choice, in place of its number among the players.
        let is_choice = numbering.asides == self.game_match.played().len();
        let last = last.map(|played| match &chosen {
            Some(words) if is_choice => Played {
                say: words.clone(),
                ..played
            },
            _ => played,
        });
        let searched = match self.tried() {
            Some(_) => None,
            None => self.searched(game.ply()),
        };
        Scene {
            id: Some(record.id),
            kind: self.game_match.game_type().name(),
            world: &self.game_match.game_type().sheet().world,
            letters: self.game_match.game_type().sheet().letters,
            variant: &record.variant,
            game,
            sides: self.game_match.sides(),
            players: self.players(page),
            me: self.me,
            is_first_below: page.boards.are_first_below(),
            version: record.version,
            status: record.status,
            ending: self.ending(),
            opponent: self.opponent(page),
            best_level: self.best_level,
            effort: searched.map(effort),
            pause_ms: searched.and_then(|spent| self.pause_ms(spent)),
            last,
            notation: self
                .game_match
                .played()
                .iter()
                .map(|p| p.notation.as_deref().unwrap_or_default())
                .collect(),
            numbering,
            chosen,
            aids: self.aids(),
            coach: self.coach(page),
            is_thinking: self.game_match.is_engine_due(),
            is_present: self.is_present(),
            variation: self.variation.as_ref().map(|variation| VariationView {
                from: variation.from,
                line: variation.text(),
                moves: variation.notation.clone(),
            }),
            may_try: self.may_try,
        }
    }

    /// The colour that the other player has chosen with the last of the moves before the numbered ones (`asides`), in words, until the
    /// viewer has moved after it; `None` at earlier positions.
    fn chosen(&self, asides: usize) -> Option<Message> {
        let me = self.me?;
        let choice = asides.checked_sub(1)?;
        let own = self.game_match.game().colour(me)?;
        let is_mine = |ply: usize| self.game_match.side_at(ply) == me;
        let has_moved = (asides..self.game_match.played().len()).any(is_mine);
        let is_news = self.is_present() && !is_mine(choice) && !has_moved;
        let name = |colour: usize| self.game_match.sides()[colour].name.clone();
        is_news.then(|| {
            Message::new("board-chose")
                .with("side", name(1 - own))
                .with("own", name(own))
        })
    }

    fn coach(&self, page: &Page) -> Option<Coach> {
        let game = self.game_match.game();
        // The task at the viewer's turn before this one, for which the match is played again; at the first turn there was none.
        let before = || {
            self.game_match
                .at(game.ply().checked_sub(2)?)?
                .game
                .task(&[])
        };
        let is_news = || game.ply() <= SAID_ALOUD_PLIES && before() != game.task(&[]);
        (self.is_newcomer && !page.is_coach_off).then(|| Coach {
            kind: self.game_match.game_type(),
            is_news: is_news(),
        })
    }

    /// The work of the engine for the move that led to this ply, if it searched: books, tables and forced moves take no search.
    fn searched(&self, ply: usize) -> Option<&Spent> {
        let made = self.game_match.record().moves.get(ply.checked_sub(1)?)?;
        made.spent.as_ref().filter(|spent| spent.depth > 0)
    }

    /// The delay of a reply on the board, milliseconds: it grows with the share of the level's nodes that were searched. `None` for the
    /// best level.
    fn pause_ms(&self, spent: &Spent) -> Option<u64> {
        let levels = &self.game_match.game_type().sheet().levels;
        let most = levels.get(usize::from(spent.level.checked_sub(1)?))?.nodes;
        let (shortest, longest) = (PAUSE_MS.start(), PAUSE_MS.end());
        let is_paced = most > 0 && spent.level < LEVEL_COUNT;
        is_paced.then(|| shortest + (longest - shortest) * spent.nodes.min(most) / most)
    }

    /// The viewer's opponent in a word: a level by its name alone.
    fn opponent(&self, page: &Page) -> Option<String> {
        let seat = &self.game_match.record().seats[1 - self.me?];
        Some(match seat.holder.level() {
            Some(level) => page.say(&level_name(level)),
            None => seat_name(page, seat),
        })
    }

    fn ending(&self) -> Option<Ending> {
        let say = self.game_match.result()?;
        Some(Ending {
            winner: self.game_match.record().winner,
            reason: self.game_match.reason().unwrap_or("ended"),
            say,
            brief: self.game_match.result_briefly(),
        })
    }
}

/// The work of the engine for a move, in words.
fn effort(spent: &Spent) -> Message {
    Message::new("board-effort")
        .with("level", usize::from(spent.level))
        .with("positions", grouped(spent.nodes))
        .with("depth", spent.depth as usize)
}

/// A number with a comma between each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (18_297, "18,297"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
