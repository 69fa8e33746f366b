//! The question of another site's server whether its visitor has passed: `/api/v1/captcha/siteverify` in the form that plug-ins of forums
//! and blogs use, and `/api/v1/captcha/verify` with statuses and messages. Each pass is good for one question.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::store::Redeemed;
use crate::web::captcha::refusal::ApiRefusal;
use crate::web::matches::rows::moment;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::{App, Error};
use rookery_games::Registry;

/// `{"secret": "…", "token": "…"}`
#[derive(Deserialize)]
pub struct PassFields {
    secret: String,
    token: String,
}

impl Fields for PassFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::text("secret").required(),
            Field::text("token").required(),
        ]
    }
}

/// `secret=…&response=…`, as plug-ins send it.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct SiteverifyFields {
    secret: String,
    response: String,
}

impl Fields for SiteverifyFields {
    const TAKES_MULTIPART: bool = true;
    const HAS_OTHERS: bool = true;

    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        // Plug-ins send the visitor's address and their own key too; neither is needed.
        ["secret", "response", "remoteip", "sitekey"]
            .map(Field::text)
            .into()
    }
}

/// `POST …/verify`: whether a pass is good.
pub async fn verify(
    State(app): State<App>,
    Body(fields): Body<PassFields>,
) -> Result<Json<Value>, ApiRefusal> {
    let site = app.captchas.sites.with_secret(&fields.secret).await?;
    let site = site.ok_or(ApiRefusal::Secret)?;
    match app.captchas.sites.redeem(site.key, &fields.token).await? {
        Redeemed::Passed {
            earned_ms,
            hostname,
        } => Ok(Json(json!({
            "passed": true,
            "site": site.key,
            "earned_ms": earned_ms,
            "hostname": known(hostname),
        }))),
        Redeemed::Used => Err(ApiRefusal::UsedPass),
        Redeemed::Expired => Err(ApiRefusal::ExpiredPass),
        Redeemed::Unknown => Err(ApiRefusal::UnknownPass),
    }
}

/// `POST …/siteverify`: the same in the format that plug-ins expect, with status 200 even if the answer is no.
pub async fn siteverify(
    State(app): State<App>,
    Body(fields): Body<SiteverifyFields>,
) -> Result<Json<Value>, Error> {
    let no = |codes: &[&str]| Ok(Json(json!({"success": false, "error-codes": codes})));
    let missing: Vec<&str> = [
        (&fields.secret, "missing-input-secret"),
        (&fields.response, "missing-input-response"),
    ]
    .into_iter()
    .filter(|(field, _)| field.trim().is_empty())
    .map(|(_, code)| code)
    .collect();
    if !missing.is_empty() {
        return no(&missing);
    }
    let sites = &app.captchas.sites;
    let Some(site) = sites.with_secret(fields.secret.trim()).await? else {
        return no(&["invalid-input-secret"]);
    };
    match sites.redeem(site.key, fields.response.trim()).await? {
        Redeemed::Passed {
            earned_ms,
            hostname,
        } => Ok(Json(json!({
            "success": true,
            "challenge_ts": moment(earned_ms).0,
            "hostname": known(hostname),
            "error-codes": [],
        }))),
        Redeemed::Used | Redeemed::Expired => no(&["timeout-or-duplicate"]),
        Redeemed::Unknown => no(&["invalid-input-response"]),
    }
}

/// The host, if it is known.
fn known(hostname: String) -> Option<String> {
    Some(hostname).filter(|hostname| !hostname.is_empty())
}
