//! The versions of a setting on the owner's pages, with author and time, and the changes that somebody else saved meanwhile.

use crate::service::SettingsVersion;
use crate::web::matches::rows::moment;
use crate::web::page::Page;

/// A version of a setting.
pub struct VersionRow {
    pub version: i64,
    pub when: String,
    pub day: String,
    pub by: String,
    /// Its changes; `None` if it was saved by another release and cannot be read.
    pub changes: Option<Vec<ChangeRow>>,
    pub is_in_force: bool,
    pub is_readable: bool,
}

/// A field with two values.
pub struct ChangeRow {
    pub label: String,
    /// The older value.
    pub before: String,
    /// The newer value.
    pub after: String,
}

/// Changes that somebody else saved meanwhile.
pub struct ConflictNotice {
    pub by: String,
    pub changes: Vec<ChangeRow>,
}

/// The rows of a history; `changes` describes the differences between two values.
pub fn rows<T>(
    page: &Page,
    history: &[SettingsVersion<T>],
    in_force: i64,
    changes: impl Fn(&T, &T) -> Vec<ChangeRow>,
) -> Vec<VersionRow> {
    history
        .iter()
        .map(|kept| {
            let (when, day) = moment(kept.changed_ms);
            let both = kept.before.as_ref().zip(kept.settings.as_ref());
            VersionRow {
                version: kept.version,
                when,
                day,
                by: kept.by.clone().unwrap_or_else(|| page.t("somebody")),
                changes: both.map(|(before, after)| changes(before, after)),
                is_in_force: kept.version == in_force,
                is_readable: kept.settings.is_some(),
            }
        })
        .collect()
}
