//! `GET /games/{id}.svg` and `GET /games/{id}.png`: the position of a match as a file, for everybody who may see the match.

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::matches::{Match, Status, Visibility};
use crate::service::LimitedAction;
use crate::web::matches::match_page::{self, GameQuery};
use crate::web::matches::match_preview::position_title;
use crate::web::page::Page;
use crate::web::pictures::drawing::PicturedPosition;
use crate::web::pictures::picture_cache::PictureKey;
use crate::web::request::accept::Accept;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::{Message, shown_colour};

/// A picture that everybody may see is asked for again after a minute: the match goes on, and moves are taken back.
const SHARED: HeaderValue = HeaderValue::from_static("public, max-age=60");
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// The board.
    Svg,
    /// The card of a link preview.
    Png,
}

impl Format {
    /// The match and the form that the last part of an address names, `ID.svg` or `ID.png`.
    fn split(name: &str) -> Option<(&str, Self)> {
        let (id, extension) = name.rsplit_once('.')?;
        match extension {
            "svg" => Some((id, Format::Svg)),
            "png" => Some((id, Format::Png)),
            _ => None,
        }
    }

    /// The entity tag of a picture that is drawn from this. Pixels follow from the drawing and from this build; the SVG may be
    /// compressed on its way, so that its tag cannot promise the same bytes.
    fn tag(self, key: &PictureKey) -> String {
        let key = data_encoding::HEXLOWER.encode(&key[..16]);
        match self {
            Format::Svg => format!("W/\"{key}\""),
            Format::Png => format!("\"{key}-{}\"", env!("CARGO_PKG_VERSION")),
        }
    }
}

/// `GET /games/{id}`: the page of a match or, with an extension, the picture of its position. A route parameter of axum cannot have a
/// fixed suffix, so the two share one route.
pub async fn page_or_picture(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    accept: Accept,
    Path(name): Path<String>,
    Query(query): Query<GameQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let Some((id, format)) = Format::split(&name) else {
        let (path, query) = (Path(name), Query(query));
        return match_page::show(State(app), page, visitor, accept, path, query).await;
    };
    let game_match = match_page::load(&app, &visitor, id).await?;
    // The SVG is made on the spot; the pixels, which cost a hundred times as much, are not.
    let svg = drawing(&page, &game_match, format, query.ply)?;
    let key: PictureKey = Sha256::digest(&svg).into();
    let tag = format.tag(&key);
    let response = match format {
        _ if is_known(&headers, &tag) => StatusCode::NOT_MODIFIED.into_response(),
        Format::Svg => ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        Format::Png => {
            let picture = pixels(&app, &visitor, key, svg).await?;
            ([(header::CONTENT_TYPE, "image/png")], picture).into_response()
        }
    };
    kept(response, &tag, game_match.record().visibility)
}

/// The drawing of a picture: the position after `ply` moves, or the present one.
fn drawing(
    page: &Page,
    game_match: &Match,
    format: Format,
    ply: Option<usize>,
) -> Result<String, Error> {
    let total = game_match.played().len();
    let moment = match ply {
        Some(ply) if ply != total => {
            let beyond = || Message::new("error-picture-ply").with("last", total);
            let moment = game_match.at(ply);
            Some(moment.ok_or_else(|| Error::BadRequest(beyond()))?)
        }
        _ => None,
    };
    let (game, last) = match &moment {
        Some(moment) => (&*moment.game, moment.last.as_ref()),
        None => (game_match.game(), game_match.last()),
    };
    let position = PicturedPosition {
        kind: game_match.game_type(),
        game,
        sides: game_match.sides(),
        last,
        lit: match moment {
            None => lit(game_match),
            Some(_) => [0, 1].map(|colour| colour == shown_colour(game, game.side())),
        },
    };
    match format {
        Format::Svg => position.svg(&position_title(page, game_match, game.ply())),
        Format::Png => position.card(),
    }
}

/// The colours that have something to do or to celebrate at the present position of a match.
fn lit(game_match: &Match) -> [bool; 2] {
    let (record, game) = (game_match.record(), game_match.game());
    [0, 1].map(|colour| match record.status {
        Status::Playing => colour == shown_colour(game, game.side()),
        Status::Won => record.winner.map(|winner| shown_colour(game, winner)) == Some(colour),
        Status::Drawn | Status::Aborted => true,
    })
}

/// The PNG of a drawing: from the cache, or drawn now, which is limited.
async fn pixels(
    app: &App,
    visitor: &Visitor,
    key: PictureKey,
    svg: String,
) -> Result<Bytes, Error> {
    if let Some(known) = app.pictures.find(&key) {
        return Ok(known);
    }
    let client = app.limit_key(visitor.ip);
    app.limits.count(LimitedAction::DrawnPicture, &client)?;
    app.pictures.draw(&client, key, svg).await
}

/// Whether the browser has a picture with this tag already (`If-None-Match`, for which a weak tag is as good as a strong one).
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let sent = headers.get_all(header::IF_NONE_MATCH).iter();
    sent.filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == "*" || bare(known) == bare(tag))
}

/// The response with the headers for caches and for pages of other sites, which may show only pictures that everybody may see.
fn kept(mut response: Response, tag: &str, visibility: Visibility) -> Result<Response, Error> {
    let tag = HeaderValue::try_from(tag).map_err(|error| Error::Internal(error.to_string()))?;
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    let caching = match visibility {
        Visibility::Private => PRIVATE,
        Visibility::Link | Visibility::Public => {
            headers.insert(
                HeaderName::from_static("cross-origin-resource-policy"),
                HeaderValue::from_static("cross-origin"),
            );
            SHARED
        }
    };
    headers.insert(header::CACHE_CONTROL, caching);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_names_the_form() {
        for (name, split) in [
            ("abc.svg", Some(("abc", Format::Svg))),
            ("abc.png", Some(("abc", Format::Png))),
            ("abc", None),
            ("abc.gif", None),
            ("abc.PNG", None),
            ("abc.png.", None),
            ("a.b.png", Some(("a.b", Format::Png))),
        ] {
            assert_eq!(Format::split(name), split, "{name}");
        }
    }

    #[test]
    fn a_tag_is_known_in_any_list_and_strength() {
        for (sent, is) in [
            ("\"a-1\"", true),
            ("W/\"a-1\"", true),
            ("\"b\", \"a-1\"", true),
            ("*", true),
            ("\"a-2\"", false),
            ("a-1", false),
            ("", false),
        ] {
            let headers = [(header::IF_NONE_MATCH, HeaderValue::from_static(sent))];
            let headers = HeaderMap::from_iter(headers);
            assert_eq!(is_known(&headers, "\"a-1\""), is, "{sent}");
            assert_eq!(is_known(&headers, "W/\"a-1\""), is, "{sent}");
        }
        assert!(!is_known(&HeaderMap::new(), "\"a-1\""));
    }
}
