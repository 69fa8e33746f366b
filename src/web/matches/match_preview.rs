//! Link preview of a match: who plays, where it stands, and the picture of the position that the page shows.

use crate::matches::{Match, Visibility};
use crate::web::App;
use crate::web::board::position_address;
use crate::web::link_preview::LinkPreview;
use crate::web::page::Page;
use rookery_games::Message;

/// The preview of a match; `None` if it is private: no page shows a picture that a program cannot fetch.
///
/// `subtitle` says who plays, `status` where the match stands after `ply` moves.
pub fn of(
    app: &App,
    page: &Page,
    game_match: &Match,
    (subtitle, status): (&str, &str),
    ply: usize,
) -> Option<LinkPreview> {
    if game_match.record().visibility == Visibility::Private {
        return None;
    }
    let path = format!("/games/{}", game_match.id());
    let shown = position_address(game_match.id(), ply, game_match.record().moves.len());
    let title = page.t2(
        "preview-match",
        "game",
        page.say(&game_match.game_type().title()),
        "players",
        subtitle,
    );
    // The picture's address changes with the position, so that a new link to an old match shows how it stands now.
    let preview = LinkPreview::new(app, &shown, title, status.to_owned());
    let alt = position_title(page, game_match, ply);
    Some(preview.with_card(app, &format!("{path}.png?ply={ply}"), alt))
}

/// A position of a match in words.
pub fn position_title(page: &Page, game_match: &Match, ply: usize) -> String {
    let game = game_match.game_type().title();
    page.say(&match game_match.numbered_move(ply) {
        None => Message::new("picture-title-start").with("game", game),
        Some(numbered) => Message::new("picture-title")
            .with("game", game)
            .with("move", numbered),
    })
}
