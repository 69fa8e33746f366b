//! `/captcha/frame`: the captcha for a frame in a page of another site, and `/captcha/widget.js`, which makes the frame. The frame is a
//! page of this site: work runs in its threads, and the page around it needs no permissions but the frame. Without scripts it shows
//! a code that the visitor copies into the form around it.
//!
//! No cookie is read. A browser shows the frame in the site's own pages only, because the answer names their origins
//! (`frame-ancestors`).

use askama::Template;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ids::SiteKey;
use crate::store::CaptchaSite;
use crate::web::captcha::caller::Caller;
use crate::web::captcha::captcha_form::{self, CaptchaBlock, CaptchaFields, CaptchaForm};
use crate::web::layers::{Frames, origin};
use crate::web::page::{self, Page, Theme};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::site::statics;
use crate::web::{App, Error};
use rookery_games::Registry;

/// The time for which a browser may keep the script: a page of another site names no version of it.
const SCRIPT_KEPT: HeaderValue = HeaderValue::from_static("public, max-age=3600");

#[derive(Template)]
#[template(path = "captcha_frame.html")]
struct FramePage {
    page: Page,
    form: Form,
    captcha: Option<CaptchaBlock>,
    /// The site's key.
    site: String,
    /// The origin of the page around the frame; empty where that has no script to talk to.
    origin: String,
    /// If `origin` is empty: the origin of the page around the frame as the browser reports it, if it is one of the site's.
    from: String,
    /// The pass, once the captcha is passed.
    token: Option<String>,
    /// Why there is no captcha here, for the developer of the other site.
    problem: Option<String>,
}

/// `?site=KEY&origin=…&theme=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct FrameQuery {
    site: String,
    origin: String,
    theme: String,
}

/// The fields of the form: those of the address, and the captcha.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct FrameFields {
    site: String,
    origin: String,
    theme: String,
    from: String,
    #[serde(flatten)]
    captcha: CaptchaFields,
}

impl Fields for FrameFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        let own = ["site", "origin", "theme", "from"].map(Field::text);
        own.into_iter().chain(captcha_form::fields()).collect()
    }
}

/// `GET /captcha/frame`
pub async fn show(
    State(app): State<App>,
    caller: Caller,
    mut page: Page,
    headers: HeaderMap,
    Query(query): Query<FrameQuery>,
) -> Result<Response, Error> {
    page.theme = Theme::parse(&query.theme);
    let around = (query.origin.as_str(), &caller);
    let (site, mut shown) = match known(&app, page, &query.site, around).await? {
        Ok(known) => known,
        Err(problem) => return Ok(problem),
    };
    if shown.origin.is_empty() {
        shown.from = referrer(&site, &headers).to_owned();
    }
    let block = CaptchaForm::of_site(&app, caller.ip, site.key)
        .show()
        .await?;
    let opened = block.opened();
    Ok(with_captcha(&site, shown, block, opened))
}

/// `POST /captcha/frame`: the one check, or another picture.
pub async fn submit(
    State(app): State<App>,
    caller: Caller,
    mut page: Page,
    Body(fields): Body<FrameFields>,
) -> Result<Response, Error> {
    page.theme = Theme::parse(&fields.theme);
    let around = (fields.origin.as_str(), &caller);
    let (site, mut shown) = match known(&app, page, &fields.site, around).await? {
        Ok(known) => known,
        Err(problem) => return Ok(problem),
    };
    if site.origins.contains(&fields.from) {
        shown.from.clone_from(&fields.from);
    }
    let captcha = CaptchaForm::of_site(&app, caller.ip, site.key);
    if captcha_form::is_reload(&fields.captcha) {
        let block = captcha.reload(&fields.captcha).await?;
        let reloaded = block.reloaded();
        return Ok(with_captcha(&site, shown, block, reloaded));
    }
    match captcha.check(&shown.page, &fields.captcha).await? {
        Ok(_) => {
            let hostname = hostname(&site, &shown);
            let pass = app.captchas.sites.make_pass(site.key, &hostname).await?;
            shown.token = Some(pass.token.as_str().to_owned());
            Ok(framed(&site, page::html(&shown)))
        }
        Err(refusal) => {
            shown.form.refuse("answer", refusal.words);
            let status = (refusal.status, refusal.retry_after_s);
            Ok(with_captcha(&site, shown, refusal.block, status))
        }
    }
}

/// `GET /captcha/widget.js`: the script that other sites' pages load.
pub async fn widget(headers: HeaderMap) -> Response {
    statics::embedded("widget.js", SCRIPT_KEPT, &headers).await
}

/// The site with this key and its captcha page, or an error page that says why there is none. Any page may frame the error page,
/// because the developer of the other site has to be able to read it.
async fn known(
    app: &App,
    page: Page,
    key: &str,
    (around, caller): (&str, &Caller),
) -> Result<Result<(CaptchaSite, FramePage), Response>, Error> {
    let site = match key.parse::<SiteKey>() {
        Ok(key) => app.store().captcha_site(key).await?,
        Err(_) => None,
    };
    let problem = match &site {
        None => Some(page.t("api-captcha-unknown-site")),
        Some(site) if !is_page_of(app, site, around) && !is_own(around, caller) => {
            Some(page.t1("api-captcha-origin", "origin", around))
        }
        Some(_) => None,
    };
    let shown = FramePage {
        page,
        form: Form::new(),
        captcha: None,
        site: key.to_owned(),
        origin: around.to_owned(),
        from: String::new(),
        token: None,
        problem,
    };
    Ok(match site.filter(|_| shown.problem.is_none()) {
        Some(site) => Ok((site, shown)),
        None => {
            let mut response = page::html_with(StatusCode::NOT_FOUND, &shown);
            response.extensions_mut().insert(Frames {
                ancestors: Some("*".to_owned()),
                has_own: false,
            });
            Err(response)
        }
    })
}

/// Whether the page around the frame is one of the site's, or the page of this site on which its owner tries the captcha. An
/// empty origin, from a page without a script, is accepted.
fn is_page_of(app: &App, site: &CaptchaSite, around: &str) -> bool {
    around.is_empty() || around == app.base_url() || site.origins.iter().any(|own| own == around)
}

/// Whether the page around the frame is one of this site, under whatever address its owner opened it. A page elsewhere that claims
/// this is stopped by the browser (`frame-ancestors`).
fn is_own(around: &str, caller: &Caller) -> bool {
    let authority = around.split_once("://").map(|(_, authority)| authority);
    authority.is_some() && authority == caller.host.as_deref()
}

/// The origin of the page around the frame, as the browser says it in `Referer` when it opens the frame; empty where it does not, or
/// where that page is none of the site's.
fn referrer<'s>(site: &'s CaptchaSite, headers: &HeaderMap) -> &'s str {
    let said = headers.get(header::REFERER);
    let said = said.and_then(|said| said.to_str().ok()).unwrap_or_default();
    let is_said = |own: &&String| {
        let path = said.strip_prefix(own.as_str());
        path.is_some_and(|path| path.starts_with('/'))
    };
    site.origins.iter().find(is_said).map_or("", String::as_str)
}

/// The host of the page around the frame: from the frame's address, or else as the browser reported it, or else the site's only
/// origin. Empty if unknown.
fn hostname(site: &CaptchaSite, shown: &FramePage) -> String {
    let found = match (shown.origin.as_str(), shown.from.as_str()) {
        ("", "") => match site.origins.as_slice() {
            [only] => only.as_str(),
            _ => "",
        },
        ("", from) => from,
        (around, _) => around,
    };
    origin::host(found).to_owned()
}

/// The form with a captcha.
fn with_captcha(
    site: &CaptchaSite,
    mut shown: FramePage,
    block: CaptchaBlock,
    (status, retry): (StatusCode, Option<u32>),
) -> Response {
    shown.form.ask(&block.challenge);
    shown.captcha = Some(block);
    let response = page::html_refused(status, retry, &shown, &shown.form);
    framed(site, response)
}

/// Lets the site's pages and those of this site show the frame.
fn framed(site: &CaptchaSite, mut response: Response) -> Response {
    response.extensions_mut().insert(Frames {
        ancestors: Some(format!("'self' {}", site.origins.join(" "))),
        has_own: false,
    });
    response.headers_mut().insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}
