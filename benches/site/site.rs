//! A site in a temporary folder, with logged-in users and matches of any length.

use std::collections::HashMap;
use std::path::Path;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use rookery::accounts::{Name, Role};
use rookery::clock::Clock;
use rookery::config::{Loaded, Sources};
use rookery::ids::{GameId, UserId};
use rookery::matches::{Holder, Match, NewMatch, Visibility};
use rookery::store::{NewUser, OpenOptions, SessionRecords, Store, session_hash};
use rookery::web::{self, App};
use rookery_games::{GameType, Registry, Setup};
use tower::ServiceExt;
use tower_sessions_core::SessionStore;
use tower_sessions_core::session::{Id, Record as LayerRecord};

use crate::Failure;

/// The moment at which the site's clock stands.
pub const NOW_MS: i64 = 1_800_000_000_000;
const HOST: &str = "rookery.bench";

/// So that nothing but the page itself is measured: no limit is reached, and nobody has to pass a captcha first.
const SETTINGS: &[(&str, &str)] = &[
    ("ACCESS__GUESTS", "open"),
    ("ENGINE__THREADS", "1"),
    ("LIMITS__REQUESTS_PER_SECOND", "100000000"),
    ("LIMITS__CAPTCHA_CHALLENGES_PER_MINUTE", "0"),
    (
        "LIMITS__CAPTCHA_CHALLENGES_PER_MINUTE_AND_ADDRESS",
        "100000000",
    ),
    ("LIMITS__SESSIONS_PER_MINUTE", "100000000"),
    ("LIMITS__CAPTCHA_IMAGES_PER_MINUTE", "100000000"),
];

/// The site.
pub struct Site {
    /// Its router.
    pub router: Router,
    /// Its database.
    pub store: Store,
    /// Somebody with an account.
    pub anna: Person,
    /// The opponent.
    pub bert: Person,
    /// A user with three unfinished matches of chess and no others.
    pub cleo: Person,
    /// The owner, whose password has just been confirmed.
    pub owner: Person,
    folder: tempfile::TempDir,
}

/// Somebody with an account and a browser that is logged in.
pub struct Person {
    /// The account.
    pub id: UserId,
    /// The value of the header `Cookie`.
    pub cookie: String,
}

impl Site {
    /// A fresh site.
    pub async fn open() -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let store = Store::open(&OpenOptions::sqlite(folder.path())).await?;
        let file = folder.path().join("empty.toml");
        std::fs::write(&file, "")?;
        let loaded = Loaded::read(&Sources {
            file: Some(file),
            environment: SETTINGS
                .iter()
                .map(|(key, value)| (format!("ROOKERY__{key}"), (*value).to_owned()))
                .collect(),
            flags: Vec::new(),
        })?;
        let clock = Clock::manual(NOW_MS);
        let app = App::open(
            loaded,
            Registry::shipped(),
            store.clone(),
            clock,
            &format!("http://{HOST}"),
        )
        .await?;
        let router = web::router(&app)?;
        let site = Site {
            router,
            cleo: person(&store, "Cleo", Role::User).await?,
            anna: person(&store, "Anna", Role::User).await?,
            bert: person(&store, "Bert", Role::User).await?,
            owner: person(&store, "Owner", Role::Admin).await?,
            store,
            folder,
        };
        for plies in [0, 40, 140] {
            site.game_of(&site.cleo, "chess", plies).await?;
        }
        Ok(site)
    }

    /// The folder of the database's file.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A match between Anna, who is to move, and Bert, after `plies` plies drawn by lot.
    ///
    /// # Errors
    /// The game ends before that, whatever the lot.
    pub async fn game(&self, kind: &str, plies: usize) -> Result<Match, Failure> {
        self.game_of(&self.anna, kind, plies).await
    }

    async fn game_of(&self, person: &Person, kind: &str, plies: usize) -> Result<Match, Failure> {
        let game = (1..200)
            .find_map(|seed| self.drawn_by_lot(person, kind, plies, seed))
            .ok_or_else(|| format!("no match of {kind} goes on for {plies} plies"))?;
        self.store.create_game(game.record()).await?;
        Ok(game)
    }

    fn drawn_by_lot(&self, person: &Person, kind: &str, plies: usize, seed: u64) -> Option<Match> {
        let kind: &'static dyn GameType = Registry::shipped().find(kind).ok()?;
        let (own, bert) = (Holder::User(person.id), Holder::User(self.bert.id));
        // The same lot for every match of a kind and a length, so that all of them cost the same.
        let mut lot = seed;
        for seats in [[own, bert], [bert, own]] {
            let new = NewMatch {
                id: GameId::random(),
                setup: Setup::default(),
                seats,
                visibility: Visibility::Link,
                seed: 1,
                engine_rev: 1,
                now_ms: NOW_MS,
            };
            let mut game = Match::start(kind, new).ok()?;
            lot = seed;
            for _ in 0..plies {
                let legal = game.game().legal();
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let chosen = legal.get((lot >> 33) as usize % legal.len().max(1))?;
                let (side, ply, hash) = (game.game().side(), game.game().ply(), game.game().hash());
                game.apply(side, ply, hash, &chosen.path, NOW_MS).ok()?;
            }
            let is_over = game.result().is_some() || game.game().claim().is_some();
            let is_own_turn = game.record().seats[game.game().side()].holder == own;
            if !is_over && is_own_turn {
                return Some(game);
            }
        }
        let _ = lot;
        None
    }
}

async fn person(store: &Store, name: &str, role: Role) -> Result<Person, Failure> {
    let name: Name = name.parse()?;
    let new = NewUser {
        id: UserId::random(),
        name: &name,
        password_hash: "none",
        role,
        approved_ms: Some(NOW_MS),
        created_ms: NOW_MS,
        guest: None,
        session: None,
        token: None,
        kept: None,
    };
    let user = store.create_user(&new).await?;
    let mut record = LayerRecord {
        id: Id::default(),
        data: HashMap::new(),
        expiry_date: time::OffsetDateTime::UNIX_EPOCH,
    };
    let records = SessionRecords::new(store.clone(), Clock::manual(NOW_MS));
    records.create(&mut record).await?;
    let cookie = record.id.to_string();
    let hash = session_hash(&cookie);
    store
        .log_in(&hash, None, user.id, None, None, NOW_MS)
        .await?;
    Ok(Person {
        id: user.id,
        cookie: format!("rookery={cookie}"),
    })
}

/// A request for a page, by somebody who is logged in or by nobody.
pub fn get(path: &str, who: Option<&Person>) -> Result<Request<Body>, Failure> {
    Ok(request("GET", path, who).body(Body::empty())?)
}

/// A post of JSON by a script of the site's own page, which wants JSON.
pub fn post(path: &str, who: &Person, json: String) -> Result<Request<Body>, Failure> {
    Ok(request("POST", path, Some(who))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json")
        .header("sec-fetch-site", "same-origin")
        .body(Body::from(json))?)
}

fn request(method: &str, path: &str, who: Option<&Person>) -> axum::http::request::Builder {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, HOST);
    match who {
        Some(person) => request.header(header::COOKIE, &person.cookie),
        None => request,
    }
}

/// Asks, reads the whole answer, and says how long it is.
///
/// # Errors
/// Anything but a success.
pub async fn answer(router: &Router, request: Request<Body>) -> Result<usize, Failure> {
    let path = request.uri().clone();
    let response = router.clone().oneshot(request).await?;
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await?;
    if status != StatusCode::OK {
        let text = String::from_utf8_lossy(&body)
            .chars()
            .take(400)
            .collect::<String>();
        return Err(format!("{path}: {status}: {text}").into());
    }
    Ok(body.len())
}
