//! `/admin/captcha/sites`: the other sites that use this server's captcha.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ids::SiteKey;
use crate::ids::UserId;
use crate::web::layers::origin;
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Message;
use rookery_games::Registry;

const HERE: &str = "/admin/captcha/sites";
const NAME_MAX: usize = 60;
const ORIGINS_MAX: usize = 20;

#[derive(Template)]
#[template(path = "admin/captcha_sites.html")]
struct SitesPage {
    page: Page,
    form: Form,
    sites: Vec<SiteRow>,
    /// A site that was just added: its secret is shown once and not stored.
    made: Option<Made>,
}

/// A site in the list.
struct SiteRow {
    key: String,
    name: String,
    origins: Vec<String>,
    created: String,
}

/// A site that was just added.
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
}

impl Fields for SitesFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::text("act"),
            Field::text("name"),
            Field::text("origins"),
            Field::text("site"),
        ]
    }
}

/// `GET /admin/captcha/sites`
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    list(&app, page, Form::new(), None).await
}

/// `POST /admin/captcha/sites`: add one, or remove one.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<SitesFields>,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?.id;
    match fields.act.as_str() {
        "add" => add(&app, page, admin, &fields).await,
        "remove" => remove(&app, admin, &fields.site).await,
        _ => Err(Error::BadRequest(Message::new("error-act"))),
    }
}

async fn add(
    app: &App,
    page: Page,
    admin: UserId,
    fields: &SitesFields,
) -> Result<Response, Error> {
    let name = fields.name.trim();
    let mut form = Form::new()
        .with("name", name)
        .with("origins", fields.origins.as_str());
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        form.refuse("name", page.t("sites-name-missing"));
    }
    let origins = read_origins(&page, &mut form, &fields.origins);
    if !form.is_right() {
        return list(app, page, form, None).await;
    }
    let told = origins.join(" ");
    let (site, secret) = app.captchas.sites.add(name, origins, admin).await?;
    let after = serde_json::json!({"key": site.key, "origins": told}).to_string();
    app.accounts
        .note(Some(admin), "captcha-site-add", name, Some(&after))
        .await?;
    let made = Made {
        words: page.t1("sites-made", "name", name),
        key: site.key.to_string(),
        secret: secret.as_str().to_owned(),
    };
    list(app, page, Form::new(), Some(made)).await
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
    let key: SiteKey = site.parse().map_err(|_| Error::NotFound)?;
    let site = app.store().captcha_site(key).await?;
    let site = site.ok_or(Error::NotFound)?;
    app.store().delete_captcha_site(key).await?;
    let before = serde_json::json!({"key": key}).to_string();
    app.accounts
        .note(
            Some(admin),
            "captcha-site-remove",
            &site.name,
            Some(&before),
        )
        .await?;
    Ok(Redirect::to(HERE).into_response())
}

async fn list(app: &App, page: Page, form: Form, made: Option<Made>) -> Result<Response, Error> {
    let sites = app
        .store()
        .captcha_sites()
        .await?
        .into_iter()
        .map(|site| SiteRow {
            key: site.key.to_string(),
            name: site.name,
            origins: site.origins,
            created: moment(site.created_ms).1,
        })
        .collect();
    let status = if form.is_right() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    let shown = SitesPage {
        page,
        form,
        sites,
        made,
    };
    Ok(page::html_with(status, &shown))
}
