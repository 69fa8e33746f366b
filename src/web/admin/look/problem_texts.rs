//! Texts for the problems of a look.

use crate::look::{FieldProblem, Forbidden, LogoProblem, MAX_LOGO_BYTES};
use crate::web::page::Page;
use crate::web::words::error_texts;
use rookery_captcha::ENOUGH_CONTRAST;

/// The sentence about a problem of a field.
pub fn field(page: &Page, problem: &FieldProblem) -> String {
    match problem {
        FieldProblem::Missing => page.t("look-name-missing"),
        FieldProblem::TooLong { max, length } => {
            page.t2("look-too-long", "length", length, "max", max)
        }
        FieldProblem::Unseen(c) => {
            let code = format!("U+{:04X}", u32::from(*c));
            page.t1("look-unseen", "code", code)
        }
        FieldProblem::NotAnAddress => page.t("look-not-an-address"),
        FieldProblem::LinkWithoutText => page.t("look-link-without-text"),
        FieldProblem::LinkWithoutAddress => page.t("look-link-without-address"),
        FieldProblem::LinkWithoutNotice => page.t("look-link-without-notice"),
        FieldProblem::NotAColour => page.t("look-not-a-colour"),
        FieldProblem::Faint(contrast) => page.t2(
            "look-faint",
            "contrast",
            ratio(*contrast),
            "enough",
            ratio(ENOUGH_CONTRAST),
        ),
    }
}

/// A contrast ratio to one decimal, rounded down, so that 4.46, which is not enough, is not shown as 4.5.
pub fn ratio(contrast: f32) -> String {
    format!("{:.1}", (contrast * 10.0).floor() / 10.0)
}

/// The sentence about a problem of a logo.
pub fn logo(page: &Page, problem: &LogoProblem) -> String {
    match problem {
        LogoProblem::TooManyBytes => page.t1(
            "look-logo-too-many-bytes",
            "kilobytes",
            MAX_LOGO_BYTES >> 10,
        ),
        LogoProblem::NotALogo => page.t("look-logo-not-a-logo"),
        LogoProblem::Picture(reason) => page.t1(
            "look-logo-picture",
            "why",
            error_texts::skipped(page, reason),
        ),
        LogoProblem::Drawing(what) => forbidden(page, what),
    }
}

fn forbidden(page: &Page, what: &Forbidden) -> String {
    match what {
        Forbidden::Unreadable(why) => page.t1("look-svg-unreadable", "why", why),
        Forbidden::DocumentType => page.t("look-svg-document-type"),
        Forbidden::Instruction(name) => page.t1("look-svg-instruction", "name", name),
        Forbidden::NotSvg => page.t("look-svg-not-svg"),
        Forbidden::Element(name) => page.t1("look-svg-element", "name", name),
        Forbidden::EventAttribute(name) => page.t1("look-svg-event", "name", name),
        Forbidden::Reference(what) => page.t1("look-svg-reference", "what", what),
        Forbidden::Style(what) => page.t1("look-svg-style", "what", what),
        Forbidden::TooIntricate => page.t("look-svg-too-intricate"),
        Forbidden::Circle => page.t("look-svg-circle"),
        Forbidden::NoSize => page.t("look-svg-no-size"),
    }
}

#[cfg(test)]
mod tests {
    use super::ratio;

    #[test]
    fn a_contrast_is_never_rounded_up() {
        for (contrast, words) in [
            (4.49, "4.4"),
            (4.5, "4.5"),
            (1.0, "1.0"),
            (3.19, "3.1"),
            (21.0, "21.0"),
        ] {
            assert_eq!(ratio(contrast), words);
        }
    }
}
