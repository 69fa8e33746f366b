//! A look that is being edited: the values as typed, their errors, and the logo beside them.

use crate::ids::UserId;
use crate::look;
use crate::look::{Logo, LogoProblem, Look};
use crate::service::KeptLogo;
use crate::web::admin::look::problem_texts;
use crate::web::admin::look::submission::{SentFile, Submission};
use crate::web::page::Page;
use crate::web::request::form::Form;
use crate::web::{App, Error};

/// The field at which problems of the logo are shown.
const FILE: &str = "logo_file";

/// A look in the form.
pub struct Draft {
    pub look: Look,
    pub form: Form,
}

impl Draft {
    /// A look as it was saved.
    pub fn of(look: Look) -> Self {
        let logo = look.logo.as_ref().map(Logo::to_string).unwrap_or_default();
        let form = look::FIELDS
            .iter()
            .fold(Form::new().with("logo", logo), |form, spec| {
                form.with(spec.key, look.get(spec.key))
            });
        Draft { look, form }
    }

    /// The submission on top of the look in force. A file that can be used is kept at once: no browser sends it again with a
    /// form that comes back.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn sent(app: &App, page: &Page, by: UserId, sent: Submission) -> Result<Self, Error> {
        let mut look = app.look.current().look.clone();
        let mut form = Form::new();
        for spec in look::FIELDS {
            let Some(typed) = sent.get(spec.key).filter(|_| !app.look.is_locked(spec.key)) else {
                form = form.with(spec.key, look.get(spec.key));
                continue;
            };
            look.set(spec.key, typed);
            form = form.with(spec.key, typed.replace("\r\n", "\n"));
        }
        for (key, problem) in look.problems() {
            if !app.look.is_locked(key) {
                form.refuse(key, problem_texts::field(page, &problem));
            }
        }
        match logo(app, by, look.logo.take(), sent).await? {
            (logo, None) => look.logo = logo,
            (logo, Some(refusal)) => {
                look.logo = logo;
                form.refuse(FILE, refusal.text(page));
            }
        }
        let name = look.logo.as_ref().map(Logo::to_string).unwrap_or_default();
        form = form.with("logo", name);
        Ok(Draft { look, form })
    }
}

/// Why the form has no logo, or another one than was chosen.
enum Refusal {
    Unusable(LogoProblem),
    Broke,
    NoMoreRoom,
    /// The logo that the form names is no longer kept: the form is too old.
    Gone,
}

impl Refusal {
    fn text(&self, page: &Page) -> String {
        match self {
            Refusal::Unusable(problem) => problem_texts::logo(page, problem),
            Refusal::Broke => page.t("look-logo-broke"),
            Refusal::NoMoreRoom => page.t("look-logo-no-room"),
            Refusal::Gone => page.t("look-logo-gone"),
        }
    }
}

/// The logo of the form: a new file, the one that the form names, or the one in force; and why not, if it is refused.
async fn logo(
    app: &App,
    by: UserId,
    in_force: Option<Logo>,
    sent: Submission,
) -> Result<(Option<Logo>, Option<Refusal>), Error> {
    let named = match sent.get("logo") {
        None => in_force,
        Some("") => None,
        Some(name) => match name.parse::<Logo>() {
            Ok(logo) if app.look.logo(&logo).await?.is_some() => Some(logo),
            _ => return Ok((in_force, Some(Refusal::Gone))),
        },
    };
    let is_removed = sent.is_on("remove_logo");
    let bytes = match sent.file {
        SentFile::None if is_removed => return Ok((None, None)),
        SentFile::None => return Ok((named, None)),
        SentFile::TooManyBytes => {
            let problem = LogoProblem::TooManyBytes;
            return Ok((named, Some(Refusal::Unusable(problem))));
        }
        SentFile::Bytes(bytes) => bytes,
    };
    Ok(match app.look.keep_logo(bytes, by).await? {
        KeptLogo::Kept(logo) => (Some(logo), None),
        KeptLogo::Refused(problem) => (named, Some(Refusal::Unusable(problem))),
        KeptLogo::Broke => (named, Some(Refusal::Broke)),
        KeptLogo::NoMoreRoom => (named, Some(Refusal::NoMoreRoom)),
    })
}
