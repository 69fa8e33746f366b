//! The form of the captcha's settings, built from their table: the typed values, and the order of the fields.

use crate::service::ActiveCaptcha;
use crate::web::App;
use crate::web::page::{self, Page};
use crate::web::request::fields::TypedFields;
use crate::web::request::form::Form;
use crate::web::words::error_texts;
use rookery_captcha::{FieldSpec, Group, Kind, Look, Preset, Scale, Settings, Theme};

/// The fieldsets of one preset, or those for every preset.
pub struct Section {
    /// The preset's name, or the first part of the keys.
    pub name: &'static str,
    /// The words above the fieldsets.
    pub title: String,
    /// Whether it belongs to one preset, and is collapsed while another is chosen.
    pub is_preset: bool,
    /// Whether it is expanded.
    pub is_open: bool,
    /// Its fieldsets.
    pub groups: Vec<FieldGroup>,
}

/// A fieldset, which folds away.
pub struct FieldGroup {
    /// Its words.
    pub legend: String,
    pub fields: Vec<FieldRow>,
    /// The number of its values that are not those of the factory.
    pub changed: u64,
    /// Whether it is expanded: a value in it was refused.
    pub is_open: bool,
}

impl FieldGroup {
    fn new(legend: String) -> Self {
        FieldGroup {
            legend,
            fields: Vec::new(),
            changed: 0,
            is_open: false,
        }
    }

    fn push(&mut self, form: &Form, row: FieldRow) {
        self.changed += u64::from(form.value(row.key) != row.factory);
        self.is_open |= form.error(row.key).is_some();
        self.fields.push(row);
    }
}

/// A setting as the form shows it. `kind` is `switch`, `number`, `choice` or `directory`.
pub struct FieldRow {
    pub key: &'static str,
    pub label: String,
    /// The kind of values that it accepts.
    pub kind: &'static str,
    /// The least of a number.
    pub min: u32,
    /// The most of a number.
    pub max: u32,
    /// The values of a choice and their words.
    pub choices: Vec<(&'static str, String)>,
    /// The factory setting.
    pub factory: String,
    /// The value is fixed by the environment or the command line.
    pub is_locked: bool,
}

/// The meaning of a switch that was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsentSwitch {
    /// It is off: browsers do not send a checkbox that is not ticked.
    Off,
    /// It is not spoken of, and stays as it is.
    Kept,
}

/// Refuses directories that are not there, unless they are those in force: a mistyped one would add nothing.
pub fn refuse_missing(app: &App, page: &Page, form: &mut Form, tried: &ActiveCaptcha) {
    let (wanted, current) = (&tried.drawing.settings, app.captchas.settings.current());
    let current = &current.drawing.settings;
    if tried.missing.fonts && wanted.classic.fonts_dir != current.classic.fonts_dir {
        form.refuse("classic.fonts_dir", page.t("captcha-no-fonts-dir"));
    }
    if tried.missing.backgrounds
        && wanted.classic.backgrounds_dir != current.classic.backgrounds_dir
    {
        form.refuse(
            "classic.backgrounds_dir",
            page.t("captcha-no-backgrounds-dir"),
        );
    }
}

/// Reads all fields; errors are attached to their fields, and everything typed is kept.
pub fn read(
    app: &App,
    page: &Page,
    fields: &TypedFields,
    unsent: UnsentSwitch,
) -> (Settings, Form) {
    let current = app.captchas.settings.current();
    let mut settings = current.drawing.settings.clone();
    let mut form = Form::new();
    for spec in Settings::fields() {
        let is_off = spec.kind == Kind::Switch && unsent == UnsentSwitch::Off;
        let typed = match fields.get(spec.key) {
            Some(text) => text.clone(),
            None if is_off => "false".to_owned(),
            None => settings.get(spec.key).unwrap_or_default(),
        };
        if app.captchas.settings.is_locked(spec.key) {
            form = form.with(spec.key, settings.get(spec.key).unwrap_or_default());
            continue;
        }
        if let Err(error) = settings.set(spec.key, &typed) {
            form.refuse(spec.key, error_texts::setting(page, &error));
        }
        form = form.with(spec.key, typed);
    }
    if form.is_right()
        && let Err(errors) = settings.validate()
    {
        for error in errors {
            form.refuse(error.field, error_texts::setting(page, &error));
        }
    }
    (settings, form)
}

pub fn filled(settings: &Settings) -> Form {
    Settings::fields().fold(Form::new(), |form, spec| {
        form.with(spec.key, settings.get(spec.key).unwrap_or_default())
    })
}

/// Every setting as a query parameter.
pub fn query(settings: &Settings) -> Vec<(&'static str, String)> {
    Settings::fields()
        .map(|spec| (spec.key, settings.get(spec.key).unwrap_or_default()))
        .collect()
}

/// The look of the samples: `scale` and `theme`; by default those of an ordinary screen and of this page.
pub fn look(page: &Page, fields: &TypedFields) -> Look {
    let theme = match fields.get("theme").map(String::as_str) {
        Some("dark") => Theme::Dark,
        Some(_) => Theme::Light,
        None if page.theme == page::Theme::Dark => Theme::Dark,
        None => Theme::Light,
    };
    let scale = match fields.get("scale").map(String::as_str) {
        Some("2") => Scale::Two,
        _ => Scale::One,
    };
    Look { scale, theme }
}

/// The words in which an address carries a look.
pub fn look_query(look: Look) -> [(&'static str, String); 2] {
    let theme = match look.theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    [
        ("scale", look.scale.factor().to_string()),
        ("theme", theme.to_owned()),
    ]
}

/// The seed of a sheet of samples; a new one where none was sent.
pub fn seed(fields: &TypedFields) -> u32 {
    fields
        .get("seed")
        .and_then(|seed| seed.parse().ok())
        .unwrap_or_else(rand::random)
}

/// The sections in the order of the page: the chosen preset, the settings of every preset, the other presets. The choice of
/// the preset and the directories stand elsewhere.
pub fn sections(app: &App, page: &Page, form: &Form) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let own = |spec: &&FieldSpec| spec.group != Group::Preset && spec.kind != Kind::Directory;
    for spec in Settings::fields().filter(own) {
        let name = spec.key.split('.').next().unwrap_or_default();
        if sections.last().is_none_or(|last| last.name != name) {
            sections.push(section(page, form, name));
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        let legend = page.t(legend(spec.group));
        let known = section.groups.iter().position(|g| g.legend == legend);
        let at = known.unwrap_or_else(|| {
            section.groups.push(FieldGroup::new(legend));
            section.groups.len() - 1
        });
        section.groups[at].push(form, row(app, page, spec));
        section.is_open |= form.error(spec.key).is_some();
    }
    // A stable sort keeps the table's order among equals.
    sections.sort_by_key(|section| match section.is_preset {
        true if form.has("preset", section.name) => 0,
        true => 2,
        false => 1,
    });
    sections
}

fn section(page: &Page, form: &Form, name: &'static str) -> Section {
    let preset = name.parse::<Preset>().ok();
    Section {
        name,
        title: match preset {
            Some(preset) => page.t1(
                "captcha-section-preset",
                "preset",
                preset_name(page, preset),
            ),
            None => page.t("captcha-section-every"),
        },
        is_preset: preset.is_some(),
        is_open: preset.is_none() || form.has("preset", name),
        groups: Vec::new(),
    }
}

/// The choice of the preset.
pub fn preset_row(app: &App, page: &Page) -> Option<FieldRow> {
    Settings::fields()
        .find(|spec| spec.group == Group::Preset)
        .map(|spec| row(app, page, spec))
}

/// The directories of fonts and backgrounds.
pub fn directories(app: &App, page: &Page, form: &Form) -> FieldGroup {
    let mut group = FieldGroup::new(page.t("captcha-information"));
    for spec in Settings::fields().filter(|spec| spec.kind == Kind::Directory) {
        group.push(form, row(app, page, spec));
    }
    group
}

fn row(app: &App, page: &Page, spec: &FieldSpec) -> FieldRow {
    let (kind, min, max, choices) = match spec.kind {
        Kind::Switch => ("switch", 0, 1, Vec::new()),
        Kind::Number { min, max } => ("number", min, max, Vec::new()),
        Kind::Directory => ("directory", 0, 0, Vec::new()),
        Kind::Choice(words) => {
            let words = words.iter().map(|word| (*word, choice(page, word)));
            ("choice", 0, 0, words.collect())
        }
    };
    FieldRow {
        key: spec.key,
        label: error_texts::setting_label(page, spec.key),
        kind,
        min,
        max,
        choices,
        factory: app
            .captchas
            .settings
            .factory()
            .get(spec.key)
            .unwrap_or_default(),
        is_locked: app.captchas.settings.is_locked(spec.key),
    }
}

/// The words of a value to choose; a value without words speaks for itself.
fn choice(page: &Page, value: &str) -> String {
    match value.parse::<Preset>() {
        Ok(Preset::Strong) => page.t("preset-strong"),
        Ok(Preset::Classic) => page.t("preset-classic"),
        Err(_) => value.to_owned(),
    }
}

/// The name of a preset within a sentence.
pub fn preset_name(page: &Page, preset: Preset) -> String {
    page.t(match preset {
        Preset::Strong => "preset-name-strong",
        Preset::Classic => "preset-name-classic",
    })
}

fn legend(group: Group) -> &'static str {
    match group {
        Group::Preset => "captcha-preset-settings",
        Group::Word => "captcha-word-settings",
        Group::Letters => "captcha-letters-settings",
        Group::Line => "captcha-line-settings",
        Group::Ground => "captcha-ground-settings",
        Group::Ways => "captcha-ways-settings",
        Group::Defence => "captcha-defence-settings",
        Group::Fonts => "captcha-fonts-settings",
        Group::Image => "captcha-image-settings",
    }
}
