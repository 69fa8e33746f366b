//! The captcha in force, or one of settings that are not saved.

use crate::ids::AssetId;
use crate::service::captcha::asset_files::Missing;
use rookery_captcha::Captcha;

/// The captcha as it is drawn now.
#[derive(Debug)]
pub struct ActiveCaptcha {
    /// Version of the settings in the database; 0 = the factory settings, which nobody has changed.
    pub version: i64,
    /// Settings, fonts and backgrounds.
    pub drawing: Captcha,
    /// The directories that are not there.
    pub missing: Missing,
    /// The uploaded files among fonts and backgrounds.
    pub(in crate::service) uploads: Vec<AssetId>,
}
