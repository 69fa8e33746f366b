//! Texts for the errors of other rooms, which have only types.

use crate::accounts::{NameError, PasswordError};
use crate::web::page::Page;
use rookery_captcha::backgrounds::{MAX_PIXELS, MAX_SIDE_PX};
use rookery_captcha::{FieldError, Problem, Reason, Settings};
use rookery_games::Message;

/// The sentence about an error in a name.
pub fn name(page: &Page, error: &NameError) -> String {
    page.t(match error {
        NameError::TooShort => "name-too-short",
        NameError::TooLong => "name-too-long",
        NameError::NoLetterFirst => "name-first-character",
        NameError::Character { .. } => "name-character",
        NameError::Reserved => "name-reserved",
    })
}

/// The sentence about an error in a password.
pub fn password(page: &Page, error: &PasswordError) -> String {
    page.t(match error {
        PasswordError::TooShort => "password-too-short",
        PasswordError::TooLong => "password-too-long",
        PasswordError::Common => "password-common",
        PasswordError::Blank => "password-blank",
        PasswordError::IsName => "password-same-as-name",
        PasswordError::IsSite => "password-same-as-site",
        PasswordError::IsOld => "password-same-as-old",
    })
}

/// The sentence about an error in a captcha setting.
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
        Problem::NotOneOf { words } => page.t2(
            "setting-not-one-of",
            "label",
            label,
            "words",
            words.join(", "),
        ),
        Problem::LeastAboveMost { other, .. } => page.t2(
            "setting-least-above-most",
            "label",
            label,
            "other",
            setting_label(page, other),
        ),
        Problem::NotAPath => page.t1("setting-not-a-path", "label", label),
    }
}

/// The label of a captcha setting: the text `setting-SECTION-NAME` of the catalogue, or in English the label in its table.
pub fn setting_label(page: &Page, key: &str) -> String {
    let id = format!("setting-{}", key.replace(['.', '_'], "-"));
    match page.words.has(&id) {
        true => page.t(&id),
        false => Settings::field(key)
            .map_or(key, |spec| spec.label)
            .to_owned(),
    }
}

/// Why a file of the captcha's directories is not used.
pub fn skipped(page: &Page, reason: &Reason) -> String {
    match reason {
        Reason::NotAFont => page.t("skipped-not-a-font"),
        Reason::CutShort => page.t("skipped-cut-short"),
        Reason::TooIntricate => page.t("skipped-too-intricate"),
        Reason::VariablePostScript => page.t("skipped-variable-postscript"),
        Reason::MissingLetters(letters) => page.t1("skipped-missing-letters", "letters", letters),
        Reason::GlyphTooComplex(letter) => page.t1("skipped-glyph-too-complex", "letter", letter),
        Reason::NotAPicture => page.t("skipped-not-a-picture"),
        Reason::Undecodable(why) => page.t1("skipped-undecodable", "why", why),
        Reason::TooManyPixels {
            width_px,
            height_px,
        } => page.say(
            &Message::new("skipped-too-many-pixels")
                .with("width", width_px.to_string())
                .with("height", height_px.to_string())
                .with("side", MAX_SIDE_PX.to_string())
                .with("pixels", MAX_PIXELS.to_string()),
        ),
        Reason::Broke => page.t("upload-broke"),
        Reason::NeitherFontNorPicture => page.t("skipped-neither"),
        Reason::Unreadable(why) => page.t1("skipped-unreadable", "why", why),
        Reason::TooManyBytes { max } => page.t1("skipped-too-many-bytes", "max", max),
        _ => page.t("skipped-no-more-room"),
    }
}
