//! The words for the errors of other rooms: typed there, said here.

use crate::accounts::{NameError, PasswordError};
use crate::web::page::Page;
use rookery_captcha::{FieldError, Problem, Reason};

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
        Problem::NotOneOf { words } => page.t2(
            "setting-not-one-of",
            "label",
            label,
            "words",
            words.join(", "),
        ),
        Problem::LeastAboveMost { .. } => page.t1("setting-least-above-most", "label", label),
        Problem::NotAPath => page.t1("setting-not-a-path", "label", label),
    }
}

/// What a captcha setting is called.
pub fn setting_label(page: &Page, key: &str) -> String {
    page.t(match key {
        "classic.uppercase" => "setting-uppercase",
        "classic.fonts_dir" => "setting-fonts-dir",
        "classic.font_size_px" => "setting-font-size",
        "classic.spacing_px" => "setting-spacing",
        "classic.jiggle_px" => "setting-jiggle",
        "classic.rotation_deg" => "setting-rotation",
        "classic.size_variation_px" => "setting-size-variation",
        "classic.backgrounds_dir" => "setting-backgrounds-dir",
        "classic.noise_pixels" => "setting-noise-pixels",
        "classic.noise_lines" => "setting-noise-lines",
        "classic.margin_px" => "setting-margin",
        "classic.image_rotation_deg" => "setting-image-rotation",
        _ if key.starts_with("defence.") => defence_label(key),
        _ => strong_label(key),
    })
}

/// The same for the defence.
fn defence_label(key: &str) -> &'static str {
    match key {
        "defence.reading" => "setting-defence-reading",
        "defence.work" => "setting-defence-work",
        "defence.invite" => "setting-defence-invite",
        "defence.approval" => "setting-defence-approval",
        "defence.adaptive" => "setting-defence-adaptive",
        "defence.window_s" => "setting-defence-window-s",
        "defence.range_tries" => "setting-defence-range-tries",
        "defence.range_work_percent" => "setting-defence-range-work-percent",
        "defence.range_wait_percent" => "setting-defence-range-wait-percent",
        "defence.site_tries" => "setting-defence-site-tries",
        "defence.site_work_percent" => "setting-defence-site-work-percent",
        "defence.site_wait_percent" => "setting-defence-site-wait-percent",
        "defence.work_tries" => "setting-defence-work-tries",
        "defence.wait_s" => "setting-defence-wait-s",
        "defence.fill_s" => "setting-defence-fill-s",
        _ => "setting-preset",
    }
}

/// The same for the strong preset.
fn strong_label(key: &str) -> &'static str {
    match key {
        "strong.code" => "setting-strong-code",
        "strong.letters_min" => "setting-strong-letters-min",
        "strong.letters_max" => "setting-strong-letters-max",
        "strong.size_min_px" => "setting-strong-size-min-px",
        "strong.size_max_px" => "setting-strong-size-max-px",
        "strong.mixed_case" => "setting-strong-mixed-case",
        "strong.mixed_fonts" => "setting-strong-mixed-fonts",
        "strong.styled_percent" => "setting-strong-styled-percent",
        "strong.hollow" => "setting-strong-hollow",
        "strong.inline" => "setting-strong-inline",
        "strong.striped" => "setting-strong-striped",
        "strong.split" => "setting-strong-split",
        "strong.shadow" => "setting-strong-shadow",
        "strong.dotted" => "setting-strong-dotted",
        "strong.checked" => "setting-strong-checked",
        "strong.echo" => "setting-strong-echo",
        "strong.lean" => "setting-strong-lean",
        "strong.lean_percent" => "setting-strong-lean-percent",
        "strong.stretch" => "setting-strong-stretch",
        "strong.stretch_percent" => "setting-strong-stretch-percent",
        "strong.joined" => "setting-strong-joined",
        "strong.joined_percent" => "setting-strong-joined-percent",
        "strong.sticker" => "setting-strong-sticker",
        "strong.rows" => "setting-strong-rows",
        "strong.rows_percent" => "setting-strong-rows-percent",
        "strong.grey" => "setting-strong-grey",
        "strong.overlap_percent" => "setting-strong-overlap-percent",
        "strong.rotation_deg" => "setting-strong-rotation-deg",
        "strong.ramp" => "setting-strong-ramp",
        "strong.ramp_percent" => "setting-strong-ramp-percent",
        "strong.slope" => "setting-strong-slope",
        "strong.slope_deg" => "setting-strong-slope-deg",
        "strong.arc" => "setting-strong-arc",
        "strong.arc_px" => "setting-strong-arc-px",
        "strong.wave" => "setting-strong-wave",
        "strong.wave_px" => "setting-strong-wave-px",
        "strong.masks" => "setting-strong-masks",
        "strong.masks_percent" => "setting-strong-masks-percent",
        "strong.pattern" => "setting-strong-pattern",
        "strong.pattern_percent" => "setting-strong-pattern-percent",
        "strong.halo_px" => "setting-strong-halo-px",
        "strong.stroke" => "setting-strong-stroke",
        "strong.stroke_px" => "setting-strong-stroke-px",
        "strong.decoys" => "setting-strong-decoys",
        "strong.decoys_count" => "setting-strong-decoys-count",
        "strong.photos" => "setting-strong-photos",
        "strong.photos_percent" => "setting-strong-photos-percent",
        _ => "setting-preset",
    }
}

/// Why a file of the captcha's directories is not used.
pub fn skipped(page: &Page, reason: &Reason) -> String {
    match reason {
        Reason::NotAFont => page.t("skipped-not-a-font"),
        Reason::CutShort => page.t("skipped-cut-short"),
        Reason::TooIntricate => page.t("skipped-too-intricate"),
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
        Reason::NeitherFontNorPicture => page.t("skipped-neither"),
        Reason::Unreadable(why) => page.t1("skipped-unreadable", "why", why),
        Reason::TooManyBytes { max } => page.t1("skipped-too-many-bytes", "max", max),
        _ => page.t("skipped-no-more-room"),
    }
}
