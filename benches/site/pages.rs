//! The measured pages, each with its requests.

use axum::body::Body;
use axum::http::Request;
use rookery::matches::Match;

use crate::Failure;
use crate::site::{Person, Site, get, post};

/// A page.
pub struct Page {
    /// The page's name in the tables.
    pub name: String,
    /// The CPU time that it may take, milliseconds; none where no figure is set.
    pub target_ms: Option<f64>,
    /// The requests for the page.
    pub asked: Vec<Asked>,
}

/// A request that is measured, after one that is not, where it needs that.
pub type Asked = (Option<Request<Body>>, Request<Body>);

/// The games and the plies at which their matches are measured.
const MATCHES: &[(&str, usize)] = &[
    ("chess", 0),
    ("chess", 140),
    ("connect-four", 0),
    ("connect-four", 24),
    ("othello", 40),
    ("morabaraba", 0),
    ("morabaraba", 140),
    ("tic-tac-toe", 0),
];

/// All pages, each asked for `count` times.
///
/// # Errors
/// The site does not come together.
pub async fn all(site: &Site, count: usize) -> Result<Vec<Page>, Failure> {
    let mut pages = Vec::new();
    for (path, who, target_ms) in [
        ("/", None, Some(0.2)),
        ("/play", None, Some(0.2)),
        ("/", Some(&site.cleo), None),
        ("/play", Some(&site.cleo), None),
        ("/play/chess", None, Some(0.2)),
        ("/play/connect-four", None, Some(0.2)),
        ("/rules/chess", None, Some(0.2)),
        ("/login", None, Some(0.2)),
        ("/signup", None, Some(0.4)),
        ("/account", Some(&site.anna), None),
    ] {
        pages.push(plain(path, who, target_ms, count)?);
    }
    for (kind, plies) in MATCHES {
        let game = site.game(kind, *plies).await?;
        let path = format!("/games/{}", game.id());
        let mut page = plain(&path, Some(&site.anna), Some(0.4), count)?;
        page.name = format!("{kind}, ply {plies}: the page");
        pages.push(page);
        pages.push(moves(site, kind, *plies, count).await?);
    }
    let mut cold = Vec::new();
    for _ in 0..count {
        let game = site.game("chess", 140).await?;
        cold.push((
            None,
            get(&format!("/games/{}", game.id()), Some(&site.anna))?,
        ));
    }
    pages.push(Page {
        name: "chess, ply 140: the page, first time".to_owned(),
        target_ms: None,
        asked: cold,
    });
    Ok(pages)
}

fn plain(
    path: &str,
    who: Option<&Person>,
    target_ms: Option<f64>,
    count: usize,
) -> Result<Page, Failure> {
    let asked = (0..count).map(|_| Ok((None, get(path, who)?)));
    Ok(Page {
        name: match who {
            Some(_) => format!("{path}, signed in"),
            None => path.to_owned(),
        },
        target_ms,
        asked: asked.collect::<Result<_, Failure>>()?,
    })
}

/// A move in each of many matches; whoever moves has seen the page before.
async fn moves(site: &Site, kind: &str, plies: usize, count: usize) -> Result<Page, Failure> {
    let mut asked = Vec::new();
    for _ in 0..count {
        let game = site.game(kind, plies).await?;
        let path = format!("/games/{}", game.id());
        let before = get(&path, Some(&site.anna))?;
        asked.push((
            Some(before),
            post(&format!("{path}/moves"), &site.anna, first_move(&game)?)?,
        ));
    }
    Ok(Page {
        name: format!("{kind}, ply {plies}: a move"),
        target_ms: Some(0.4),
        asked,
    })
}

fn first_move(game: &Match) -> Result<String, Failure> {
    let position = game.game();
    let legal = position.legal();
    let path = &legal.first().ok_or("no legal move")?.path;
    Ok(serde_json::json!({
        "ply": position.ply(),
        "hash": format!("{:016x}", position.hash()),
        "path": path,
    })
    .to_string())
}
