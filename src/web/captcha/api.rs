//! `/api/v1/captcha/challenges`: this server as the captcha of other sites, for pages with a form of their own. The page gets a
//! challenge and, for the right answer, a pass; its server presents the pass once (`siteverify`).
//!
//! No cookie is read here. A page is known by its site's key and by the `Origin` that its browser sends, a server by its
//! secret; so these routes alone do without the check for posts from other sites.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::ids::ChallengeId;
use crate::ids::SiteKey;
use crate::service::{Attempt, CaptchaSites, IssueOutcome, LimitedAction, Verdict};
use crate::store::{CaptchaSite, site_session};
use crate::web::App;
use crate::web::captcha::caller::Caller;
use crate::web::captcha::check_limit::{self, Counters};
use crate::web::captcha::fetch_limit::{self, Fetched};
use crate::web::captcha::picture;
use crate::web::captcha::picture::ImageQuery;
use crate::web::captcha::refusal::ApiRefusal;
use crate::web::layers::origin;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use rookery_games::Registry;

/// The prefix of these routes.
pub const HERE: &str = "/api/v1/captcha";
/// The prefix of the challenges of other sites, each below its id.
pub const CHALLENGES: &str = "/api/v1/captcha/challenges";

/// `{"site": "KEY"}`
#[derive(Debug, Deserialize)]
pub struct IssueFields {
    site: String,
}

impl Fields for IssueFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("site").required()]
    }
}

/// `{"answer": "…", "proof": "…"}`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CheckFields {
    answer: String,
    proof: String,
}

impl Fields for CheckFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("answer"), Field::text("proof")]
    }
}

/// `POST …/challenges`: a challenge for a visitor of the site.
pub async fn issue(
    State(app): State<App>,
    caller: Caller,
    Body(fields): Body<IssueFields>,
) -> Result<Json<Value>, ApiRefusal> {
    let key: SiteKey = fields.site.parse().map_err(|_| ApiRefusal::UnknownSite)?;
    let site = app.store().captcha_site(key).await?;
    let site = site.ok_or(ApiRefusal::UnknownSite)?;
    is_of(&site, &caller)?;
    // Each challenge is a row of the database.
    let address = app.limit_key(caller.ip);
    let counted = app.limits.count(LimitedAction::CaptchaChallenge, &address);
    counted.map_err(|limited| ApiRefusal::House(limited.into()))?;
    let client = CaptchaSites::client(site.key, app.limit_range(caller.ip));
    let made = match app.captchas.challenges.issue(&client, 0).await? {
        IssueOutcome::Made(made) => made,
        IssueOutcome::TooMany { retry_after_s } => {
            return Err(ApiRefusal::Limited { retry_after_s });
        }
    };
    let price = made.quote.price;
    let path = format!("{CHALLENGES}/{}", made.id);
    let picture = |query: &str| made.has_picture.then(|| format!("{path}/image{query}"));
    Ok(Json(json!({
        "id": made.id,
        "image": picture(""),
        "image_2x": picture("?scale=2"),
        "image_dark": picture("?theme=dark"),
        "image_dark_2x": picture("?theme=dark&scale=2"),
        "audio": made.has_audio.then(|| format!("{path}/audio")),
        "work": {
            "tries": price.tries,
            "tries_without_reading": price.tries_without_reading(),
            "waits": price.waits,
            // Whoever sends no work waits at least as often as others.
            "wait_s": match price.has_wait(false) {
                true => made.wait_s,
                false => 0,
            },
        },
        "check": format!("{path}/check"),
        "expires_ms": made.expires_ms,
    })))
}

/// `GET …/challenges/{id}/image`: the picture, as `/captcha/{challenge}/image` draws it.
pub async fn image(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<ImageQuery>,
) -> Result<Response, ApiRefusal> {
    may_fetch(&app, &caller, Fetched::Picture)?;
    let look = query.look()?;
    let (id, site) = challenge(&app, &id).await?;
    let drawing = app
        .captchas
        .media
        .image(id, &site_session(site.key), look)
        .await?;
    Ok(picture::once("image/png", drawing.png.into_response()))
}

/// `GET …/challenges/{id}/audio`: the recording, in parts where the player asks.
pub async fn audio(
    State(app): State<App>,
    caller: Caller,
    method: Method,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiRefusal> {
    may_fetch(&app, &caller, Fetched::Recording)?;
    let (id, site) = challenge(&app, &id).await?;
    Ok(picture::recording(&app, id, &site_session(site.key), &method, &headers).await?)
}

/// `POST …/challenges/{id}/check`: the one check. A pass for the right answer; any other ends the challenge too.
pub async fn check(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Body(fields): Body<CheckFields>,
) -> Result<Json<Value>, ApiRefusal> {
    let (id, site) = challenge(&app, &id).await?;
    is_of(&site, &caller)?;
    // One count of wrong answers for this site's own forms and all other sites.
    let counters = Counters {
        session: "",
        address: &app.limit_key(caller.ip),
    };
    let client = CaptchaSites::client(site.key, app.limit_range(caller.ip));
    let attempt = Attempt {
        challenge: &id.to_string(),
        typed: &fields.answer,
        proof: &fields.proof,
        is_trapped: false,
    };
    let checked = check_limit::check(&app, counters, &client, attempt);
    let verdict = checked.await?.map_err(|limited| ApiRefusal::Limited {
        retry_after_s: limited.retry_after_s,
    })?;
    Err(match verdict {
        Verdict::Right { .. } => {
            let hostname = caller.origin.as_deref().map_or("", origin::host);
            let pass = app.captchas.sites.make_pass(site.key, hostname).await?;
            return Ok(Json(json!({
                "passed": true,
                "token": pass.token.as_str(),
                "expires_ms": pass.expires_ms,
            })));
        }
        // In these the challenge is still open. No visitor of another site waits for the owner.
        Verdict::TooEarly { wait_s } => ApiRefusal::Early {
            retry_after_s: wait_s,
        },
        Verdict::TooManyWithoutScripts { retry_after_s }
        | Verdict::TooManyWaiting { retry_after_s } => {
            ApiRefusal::ManyWithoutWork { retry_after_s }
        }
        Verdict::MoreWork => ApiRefusal::MoreWork,
        // The challenge is known by its id; a site's visitors have no session.
        Verdict::Expired | Verdict::Unknown => ApiRefusal::Expired,
        Verdict::AlreadyUsed => ApiRefusal::Used,
        Verdict::Missing => ApiRefusal::Missing,
        Verdict::Wrong => ApiRefusal::Wrong,
    })
}

/// The challenge with this id and the site that it was made for.
async fn challenge(app: &App, id: &str) -> Result<(ChallengeId, CaptchaSite), ApiRefusal> {
    let id = id.parse().map_err(|_| ApiRefusal::UnknownChallenge)?;
    let site = app.captchas.sites.of_challenge(id).await?;
    Ok((id, site.ok_or(ApiRefusal::UnknownChallenge)?))
}

/// Whether the page that asks is one of the site's.
fn is_of(site: &CaptchaSite, caller: &Caller) -> Result<(), ApiRefusal> {
    let is_own = caller
        .origin
        .as_ref()
        .is_some_and(|origin| site.origins.contains(origin));
    if is_own {
        Ok(())
    } else {
        Err(ApiRefusal::Origin {
            origin: caller.origin.clone(),
        })
    }
}

/// The limits of this site's own pictures, by address.
fn may_fetch(app: &App, caller: &Caller, fetched: Fetched) -> Result<(), ApiRefusal> {
    fetch_limit::count(app, caller.ip, None, fetched).map_err(|l| ApiRefusal::House(l.into()))
}
