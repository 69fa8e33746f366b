//! The words for the errors of other rooms: typed there, said here.

use crate::accounts::{NameError, PasswordError};
use crate::captcha::Reason;
use crate::captcha::classic::{FieldError, Problem};
use crate::web::page::Page;

/// What is wrong with a name.
pub fn name(page: &Page, error: &NameError) -> String {
    page.t(match error {
        NameError::TooShort => "name-too-short",
        NameError::TooLong => "name-too-long",
        NameError::NoLetterFirst => "name-first-character",
        NameError::Character { .. } => "name-character",
    })
}

/// What is wrong with a password.
pub fn password(page: &Page, error: &PasswordError) -> String {
    page.t(match error {
        PasswordError::TooShort => "password-too-short",
        PasswordError::TooLong => "password-too-long",
        PasswordError::Common => "password-common",
        PasswordError::IsName => "password-same-as-name",
    })
}

/// What is wrong with a captcha setting.
pub fn setting(page: &Page, error: &FieldError) -> String {
    let label = setting_label(page, error.field);
    match &error.problem {
        Problem::Unknown { key } => page.t1("setting-unknown", "key", key),
        Problem::NotFromTo { min, max } => {
            let range = page.t2("setting-range", "min", min, "max", max);
            page.t2("setting-not-in-range", "label", label, "range", range)
        }
        Problem::NotBelowFontSize { .. } => page.t1("setting-not-below-font-size", "label", label),
        Problem::NotASwitch => page.t1("setting-not-a-switch", "label", label),
        Problem::NotAPath => page.t1("setting-not-a-path", "label", label),
    }
}

/// What a captcha setting is called.
pub fn setting_label(page: &Page, key: &str) -> String {
    page.t(match key {
        "uppercase" => "setting-uppercase",
        "fonts_dir" => "setting-fonts-dir",
        "font_size_px" => "setting-font-size",
        "spacing_px" => "setting-spacing",
        "jiggle_px" => "setting-jiggle",
        "rotation_deg" => "setting-rotation",
        "size_variation_px" => "setting-size-variation",
        "backgrounds_dir" => "setting-backgrounds-dir",
        "noise_pixels" => "setting-noise-pixels",
        "noise_lines" => "setting-noise-lines",
        "margin_px" => "setting-margin",
        _ => "setting-image-rotation",
    })
}

/// Why a file of the captcha's directories is not used.
pub fn skipped(page: &Page, reason: &Reason) -> String {
    match reason {
        Reason::NotAFont => page.t("skipped-not-a-font"),
        Reason::MissingLetters(letters) => page.t1("skipped-missing-letters", "letters", letters),
        Reason::OutrageousLetter(letter) => page.t1("skipped-outrageous-letter", "letter", letter),
        Reason::NotAPicture => page.t("skipped-not-a-picture"),
        Reason::Undecodable(why) => page.t1("skipped-undecodable", "why", why),
        Reason::TooManyPixels {
            width_px,
            height_px,
        } => page.t2(
            "skipped-too-many-pixels",
            "width",
            width_px,
            "height",
            height_px,
        ),
        Reason::TooManyBytes { max } => page.t1("skipped-too-many-bytes", "max", max),
        _ => page.t("skipped-no-more-room"),
    }
}
