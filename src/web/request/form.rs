//! The state of a form: typed values and their errors, so that a refused form is shown again as it was filled in.

/// A form as it goes into a template: values by field name, and errors by field name in the order of the page.
///
/// Passwords are never put in: after an error they are typed again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    values: Vec<(&'static str, String)>,
    errors: Vec<(&'static str, String)>,
    whole: Option<String>,
    /// The captcha in it, if there is one.
    challenge: Option<String>,
}

/// A refused form in short, for programs: they get it as JSON in place of the page. In the extensions of the response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusedForm {
    /// The first field that is wrong.
    pub field: Option<&'static str>,
    /// The problem of this field, or else of the form as a whole; `None` where only the status says it.
    pub say: Option<String>,
    /// The captcha that the page shows, which the next try has to answer.
    pub challenge: Option<String>,
}

impl Form {
    /// An empty form without errors.
    pub fn new() -> Self {
        Form::default()
    }

    /// Fills a field; a second call replaces the first.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.values.retain(|(n, _)| *n != name);
        self.values.push((name, value.into()));
        self
    }

    /// Adds an error to a field, as a text of the catalogue; the first error of a field stays.
    pub fn refuse(&mut self, name: &'static str, problem: impl Into<String>) {
        if self.error(name).is_none() {
            self.errors.push((name, problem.into()));
        }
    }

    /// Refuses the form as a whole, for what no single field is to blame; the first reason stays.
    pub fn refuse_whole(&mut self, problem: impl Into<String>) {
        self.whole.get_or_insert_with(|| problem.into());
    }

    /// Notes the captcha that the page shows; empty where there is none for now.
    pub fn ask(&mut self, challenge: &str) {
        self.challenge = Some(challenge.to_owned()).filter(|id| !id.is_empty());
    }

    /// The problem of the form as a whole, in words.
    pub fn whole(&self) -> Option<&str> {
        self.whole.as_deref()
    }

    /// The value of a field, empty where there is none.
    pub fn value(&self, name: &str) -> &str {
        self.values
            .iter()
            .find(|(n, _)| *n == name)
            .map_or("", |(_, v)| v.as_str())
    }

    /// Whether a field has exactly this value (a radio button, an option of a list).
    pub fn has(&self, name: &str, value: &str) -> bool {
        self.value(name) == value
    }

    /// The problem of a field, in words.
    pub fn error(&self, name: &str) -> Option<&str> {
        self.errors
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, e)| e.as_str())
    }

    /// Every field that is wrong, with its problem.
    pub fn errors(&self) -> &[(&'static str, String)] {
        &self.errors
    }

    /// Whether nothing is wrong.
    pub fn is_right(&self) -> bool {
        self.errors.is_empty() && self.whole.is_none()
    }

    /// What is wrong, for programs.
    pub fn refused(&self) -> RefusedForm {
        let (field, say) = match self.errors.first() {
            Some((field, say)) => (Some(*field), Some(say.clone())),
            None => (None, self.whole.clone()),
        };
        RefusedForm {
            field,
            say,
            challenge: self.challenge.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_was_typed_and_names_the_first_problem_of_a_field() {
        let mut form = Form::new().with("name", "an").with("name", "ann");
        assert!(form.is_right());
        form.refuse("name", "taken");
        form.refuse("name", "too short");
        form.refuse("answer", "wrong");
        assert_eq!(form.value("name"), "ann");
        assert_eq!(form.value("password"), "");
        assert_eq!(form.error("name"), Some("taken"));
        assert_eq!(form.error("password"), None);
        let fields: Vec<_> = form.errors().iter().map(|(name, _)| *name).collect();
        assert_eq!(fields, ["name", "answer"]);
        assert_eq!(form.whole(), None);
    }

    #[test]
    fn a_form_can_be_refused_without_a_field() {
        let mut form = Form::new();
        form.refuse_whole("unknown");
        form.refuse_whole("later");
        assert_eq!((form.whole(), form.is_right()), (Some("unknown"), false));
        assert!(form.errors().is_empty());
    }

    #[test]
    fn a_program_is_told_the_first_field_that_is_wrong_or_the_problem_of_the_whole() {
        let mut form = Form::new();
        assert_eq!(form.refused(), RefusedForm::default());
        form.refuse_whole("later");
        let say = |words: &str| Some(words.to_owned());
        let whole = form.refused();
        assert_eq!((whole.field, whole.say), (None, say("later")));
        form.refuse("name", "taken");
        form.refuse("password", "too short");
        let named = form.refused();
        assert_eq!((named.field, named.say), (Some("name"), say("taken")));
        for (challenge, told) in [("lzwkhm", say("lzwkhm")), ("", None)] {
            form.ask(challenge);
            assert_eq!(form.refused().challenge, told);
        }
    }
}
