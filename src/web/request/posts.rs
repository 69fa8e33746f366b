//! The posts of the site with their fields; a test compares `docs/api.md` with them.

use serde_json::{Map, Value};

use crate::web::accounts::{account, deletion, login, reset, setup, signup};
use crate::web::admin::captcha::{assets, bench, settings};
use crate::web::admin::look::submission::LookFields;
use crate::web::admin::{captcha_sites, user_fields};
use crate::web::analysis::{actions as analysis, variation};
use crate::web::captcha::{api, frame, reading_test, siteverify, verify};
use crate::web::matches::{moves, start};
use crate::web::preferences::pages as preferences;
use crate::web::request::body::Nothing;
use crate::web::request::fields::{Field, Fields};
use rookery_games::Registry;

/// The fields of the post at this route of [`crate::web::routes`], for a body without any (a new match also takes its game's
/// options); `None` for a route that accepts no post, or takes files.
pub fn fields_of(route: &str) -> Option<Vec<Field>> {
    let route = match route.strip_prefix("/api/v1/games") {
        Some(rest) => format!("/games{rest}"),
        None => route.to_owned(),
    };
    let known = match route.as_str() {
        "/games" => start::NewGameFields::known,
        "/games/{id}/moves" => moves::MoveFields::known,
        "/games/{id}/takeback" => moves::TakebackFields::known,
        "/games/{id}/resign"
        | "/games/{id}/draw"
        | "/games/{id}/rematch"
        | "/games/{id}/hint"
        | "/logout"
        | "/admin/captcha/assets/rescan" => Nothing::known,
        "/games/{id}/analysis" => analysis::AnalysisFields::known,
        "/games/{id}/lines" => analysis::LinesFields::known,
        "/games/{id}/variation" => variation::VariationFields::known,
        "/signup" => signup::SignupFields::known,
        "/login" => login::LoginFields::known,
        "/account/password" => account::PasswordFields::known,
        "/account/delete" => deletion::DeletionFields::known,
        "/account/coach" => account::CoachFields::known,
        "/account/theme" => account::ThemeFields::known,
        "/preferences" => preferences::PreferencesFields::known,
        "/preferences/sounds" => preferences::SoundFields::known,
        "/account/reset" => reset::ResetFields::known,
        "/verify" => verify::VerifyFields::known,
        "/reading-test" => reading_test::ReadingFields::known,
        "/setup" => setup::SetupFields::known,
        "/admin/captcha" => settings::SettingsFields::known,
        "/admin/captcha/sites" => captcha_sites::SitesFields::known,
        "/admin/captcha/bench" => bench::BenchFields::known,
        "/admin/captcha/assets/remove" => assets::RemoveFields::known,
        "/admin/look" => LookFields::known,
        "/admin/users" => user_fields::UsersFields::known,
        "/api/v1/captcha/challenges" => api::IssueFields::known,
        "/api/v1/captcha/challenges/{id}/check" => api::CheckFields::known,
        "/api/v1/captcha/verify" => siteverify::PassFields::known,
        "/api/v1/captcha/siteverify" => siteverify::SiteverifyFields::known,
        "/captcha/frame" => frame::FrameFields::known,
        _ => return None,
    };
    Some(known(&Map::<String, Value>::new(), &Registry::shipped()))
}
