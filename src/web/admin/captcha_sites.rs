//! `/admin/captcha/sites`: the other sites that use this server's captcha, with the lines for their pages and a try-out.

use askama::Template;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::ids::SiteKey;
use crate::ids::UserId;
use crate::service::PREVIOUS_SECRET_MS;
use crate::store::{CaptchaSite, Redeemed};
use crate::web::layers::{Frames, origin};
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
use crate::web::request::accept::Accept;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Message;
use rookery_games::Registry;

const HERE: &str = "/admin/captcha/sites";
const HOUR_MS: i64 = 60 * 60 * 1000;
const NAME_MAX: usize = 60;
const ORIGINS_MAX: usize = 20;

#[derive(Template)]
#[template(path = "admin/captcha_sites.html")]
struct SitesPage {
    page: Page,
    form: Form,
    sites: Vec<SiteRow>,
    /// A site with a new secret: that is shown once and not stored.
    made: Option<Made>,
    /// The key of the site that the form changes; empty where it adds one.
    edited: String,
    /// The site whose captcha is tried out.
    trial: Option<Trial>,
    /// The address under which other sites reach this one, for the lines.
    base_url: String,
}

/// A captcha that the owner tries out.
struct Trial {
    key: String,
    name: String,
    /// The outcome, once an answer was sent.
    outcome: Option<String>,
    is_passed: bool,
}

/// A site in the list.
struct SiteRow {
    key: String,
    name: String,
    origins: Vec<String>,
    created: String,
    /// The same for machines.
    created_at: String,
}

/// A site with a new secret.
struct Made {
    words: String,
    key: String,
    secret: String,
}

/// The fields of both forms.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SitesFields {
    act: String,
    name: String,
    origins: String,
    site: String,
    #[serde(rename = "rookery-captcha-response")]
    response: String,
}

/// `?edit=KEY` or `?try=KEY`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SitesQuery {
    edit: String,
    r#try: String,
}

impl Fields for SitesFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::text("act"),
            Field::text("name"),
            Field::text("origins"),
            Field::text("site"),
            Field::text("rookery-captcha-response"),
        ]
    }
}

/// The parts of the page besides the list.
#[derive(Default)]
struct Extra {
    form: Form,
    made: Option<Made>,
    edited: String,
    trial: Option<Trial>,
}

/// `GET /admin/captcha/sites`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<SitesQuery>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let mut extra = Extra::default();
    if !query.edit.is_empty() {
        let site = find(&app, &query.edit).await?;
        extra.form = Form::new()
            .with("name", site.name)
            .with("origins", site.origins.join("\n"));
        extra.edited = query.edit;
    } else if !query.r#try.is_empty() {
        extra.trial = Some(Trial::of(find(&app, &query.r#try).await?));
    }
    list(&app, page, extra).await
}

/// `POST /admin/captcha/sites`: add a site, change it, give it another secret, try its captcha out, or remove it.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    accept: Accept,
    Body(fields): Body<SitesFields>,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?.id;
    match fields.act.as_str() {
        "add" | "save" => save(&app, page, admin, &fields, accept).await,
        "rotate" => {
            let made = rotate(&app, &page, admin, &fields.site).await?;
            with_secret(&app, page, made, accept).await
        }
        "try" => try_out(&app, page, &fields).await,
        "remove" => remove(&app, admin, &fields.site).await,
        _ => Err(Error::BadRequest(Message::new("error-act"))),
    }
}

async fn find(app: &App, key: &str) -> Result<CaptchaSite, Error> {
    let key: SiteKey = key.parse().map_err(|_| Error::NotFound)?;
    let site = app.store().captcha_site(key).await?;
    site.ok_or(Error::NotFound)
}

impl Trial {
    fn of(site: CaptchaSite) -> Self {
        Trial {
            key: site.key.to_string(),
            name: site.name,
            outcome: None,
            is_passed: false,
        }
    }
}

/// Uses the pass up that the owner earned, as the other site's server would.
async fn try_out(app: &App, page: Page, fields: &SitesFields) -> Result<Response, Error> {
    let site = find(app, &fields.site).await?;
    let redeemed = app.captchas.sites.redeem(site.key, &fields.response);
    let is_passed = matches!(redeemed.await?, Redeemed::Passed { .. });
    let words = match is_passed {
        true => "sites-try-passed",
        false if fields.response.is_empty() => "sites-try-missing",
        false => "sites-try-failed",
    };
    let trial = Trial {
        outcome: Some(page.t(words)),
        is_passed,
        ..Trial::of(site)
    };
    let extra = Extra {
        trial: Some(trial),
        ..Extra::default()
    };
    list(app, page, extra).await
}

async fn rotate(app: &App, page: &Page, admin: UserId, key: &str) -> Result<Made, Error> {
    let site = find(app, key).await?;
    let secret = app.captchas.sites.rotate_secret(&site, admin).await?;
    let secret = secret.ok_or(Error::NotFound)?;
    let hours = PREVIOUS_SECRET_MS / HOUR_MS;
    Ok(Made {
        words: page.t2("sites-rotated", "name", &site.name, "hours", hours),
        key: site.key.to_string(),
        secret: secret.as_str().to_owned(),
    })
}

/// The page with a new secret, or for a program the secret in JSON: it is shown only in this answer.
async fn with_secret(app: &App, page: Page, made: Made, accept: Accept) -> Result<Response, Error> {
    if accept.is_json() {
        let told = json!({ "site": made.key, "secret": made.secret, "say": made.words });
        return Ok(Json(told).into_response());
    }
    let extra = Extra {
        made: Some(made),
        ..Extra::default()
    };
    list(app, page, extra).await
}

/// Adds a site, or changes the one that the form names.
async fn save(
    app: &App,
    page: Page,
    admin: UserId,
    fields: &SitesFields,
    accept: Accept,
) -> Result<Response, Error> {
    let name = fields.name.trim();
    let mut form = Form::new()
        .with("name", name)
        .with("origins", fields.origins.as_str());
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        form.refuse("name", page.t("sites-name-missing"));
    }
    let origins = read_origins(&page, &mut form, &fields.origins);
    let is_new = fields.act == "add";
    if !form.is_right() {
        let edited = match is_new {
            true => String::new(),
            false => fields.site.clone(),
        };
        let extra = Extra {
            form,
            edited,
            ..Extra::default()
        };
        return list(app, page, extra).await;
    }
    if !is_new {
        let site = CaptchaSite {
            name: name.to_owned(),
            origins,
            ..find(app, &fields.site).await?
        };
        return match app.captchas.sites.change(&site, admin).await? {
            true => Ok(Redirect::to(HERE).into_response()),
            false => Err(Error::NotFound),
        };
    }
    let (site, secret) = app.captchas.sites.add(name, origins, admin).await?;
    let made = Made {
        words: page.t1("sites-made", "name", name),
        key: site.key.to_string(),
        secret: secret.as_str().to_owned(),
    };
    with_secret(app, page, made, accept).await
}

/// The origins as browsers write them, each once; errors go to the form.
fn read_origins(page: &Page, form: &mut Form, text: &str) -> Vec<String> {
    let mut origins = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match origin::normal(line) {
            Some(origin) if !origins.contains(&origin) => origins.push(origin),
            Some(_) => {}
            None => {
                let shown: String = line.chars().take(NAME_MAX).collect();
                form.refuse("origins", page.t1("sites-origins-wrong", "origin", shown));
            }
        }
    }
    if !(1..=ORIGINS_MAX).contains(&origins.len()) {
        form.refuse("origins", page.t("sites-origins-missing"));
    }
    origins
}

async fn remove(app: &App, admin: UserId, site: &str) -> Result<Response, Error> {
    let site = find(app, site).await?;
    app.captchas.sites.remove(&site, admin).await?;
    Ok(Redirect::to(HERE).into_response())
}

async fn list(app: &App, page: Page, extra: Extra) -> Result<Response, Error> {
    let sites = app
        .store()
        .captcha_sites()
        .await?
        .into_iter()
        .map(|site| {
            let (created_at, created) = moment(site.created_ms);
            SiteRow {
                key: site.key.to_string(),
                name: site.name,
                origins: site.origins,
                created,
                created_at,
            }
        })
        .collect();
    let status = match extra.form.is_right() {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let has_frame = extra.trial.is_some();
    let shown = SitesPage {
        base_url: page.link_base.address(),
        page,
        form: extra.form,
        sites,
        made: extra.made,
        edited: extra.edited,
        trial: extra.trial,
    };
    let mut response = page::html_refused(status, None, &shown, &shown.form);
    response.extensions_mut().insert(Frames {
        ancestors: None,
        has_own: has_frame,
    });
    Ok(response)
}
