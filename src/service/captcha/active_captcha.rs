//! The captcha in force, or one of settings that are not saved.

use crate::ids::AssetId;
use crate::service::captcha::asset_files::Missing;
use rookery_captcha::{Captcha, DRAWING_REVISION};

/// The number under which figures about pictures are kept: the version of the settings that draw them, and above 32 bits the revision of the
/// drawing. A release that draws otherwise begins them anew.
pub(in crate::service) fn drawing_version(settings_version: i64) -> i64 {
    (i64::from(DRAWING_REVISION) << 32) + settings_version
}

/// The captcha as it is drawn now.
#[derive(Debug)]
pub struct ActiveCaptcha {
    /// Version of the settings in the database; 0 = the factory settings, which nobody has changed.
    pub version: i64,
    /// Whether some of the saved settings cannot be used and the factory settings take their place.
    pub is_partial: bool,
    /// Since when challenges of this version have been drawn with it on this node, unix milliseconds: a change of fonts or backgrounds
    /// makes no new version.
    pub(in crate::service) since_ms: i64,
    /// Settings, fonts and backgrounds.
    pub drawing: Captcha,
    /// The directories that are not there.
    pub missing: Missing,
    /// Digest of the fonts and backgrounds: equal if they are the same.
    pub(in crate::service) digest: String,
    /// The uploaded files among fonts and backgrounds.
    pub(in crate::service) uploads: Vec<AssetId>,
}

impl ActiveCaptcha {
    /// Whether both draw the same pictures: by the same settings, with the same fonts and backgrounds.
    #[must_use]
    pub fn is_drawn_like(&self, other: &ActiveCaptcha) -> bool {
        self.drawing.settings == other.drawing.settings && self.digest == other.digest
    }
}
