//! The settings of the defence: the ways in, the steps, and what each costs a visitor.

use serde::{Deserialize, Serialize};

use crate::defence::fields::FIELDS;
use crate::settings::fields::{FieldError, FieldSpec, Problem, Section, Slot};

/// The settings of the defence; the default is the factory setting. The bounds stand in the table of fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Way in: read the picture, or listen; see [`Settings::is_reading_open`].
    pub reading: bool,
    /// Way in without reading: the visitor's computer works for a moment.
    pub work: bool,
    /// Way in without either: an invitation.
    pub invite: bool,
    /// Way in without either: the account waits until an admin lets it in.
    pub approval: bool,
    /// More is asked as captchas fail.
    pub adaptive: bool,
    /// For how long a check counts, seconds; up to twice as long, as it falls.
    pub window_s: u32,
    /// Checks of an address range (IPv4 /24, IPv6 /48) before its failures mean anything.
    pub range_tries: u32,
    /// Share of failures of an address range, per cent, from which work is asked for beside the picture.
    pub range_work_percent: u32,
    /// Share of failures of an address range, per cent, from which work and a wait take the place of the picture.
    pub range_wait_percent: u32,
    /// Checks of the whole site before its failures mean anything.
    pub site_tries: u32,
    /// As [`Settings::range_work_percent`], for the whole site.
    pub site_work_percent: u32,
    /// As [`Settings::range_wait_percent`], for the whole site.
    pub site_wait_percent: u32,
    /// Tries of a proof of work on average; each is one scrypt over a mebibyte.
    pub work_tries: u32,
    /// The wait of the steps with one, seconds.
    pub wait_s: u32,
    /// The shortest time in which a form is believed to have been filled in, seconds.
    pub fill_s: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            reading: true,
            work: true,
            invite: true,
            approval: false,
            adaptive: true,
            window_s: 600,
            range_tries: 20,
            range_work_percent: 50,
            range_wait_percent: 80,
            site_tries: 100,
            site_work_percent: 60,
            site_wait_percent: 85,
            work_tries: 64,
            wait_s: 15,
            fill_s: 2,
        }
    }
}

impl Settings {
    /// Whether there is something to read: it stays open where work is off, or nobody would get past the captcha.
    pub fn is_reading_open(&self) -> bool {
        self.reading || !self.work
    }
}

impl Section for Settings {
    const FIELDS: &'static [FieldSpec] = &FIELDS;

    fn slot(&mut self, key: &str) -> Option<Slot<'_>> {
        Some(match key {
            "defence.reading" => Slot::Switch(&mut self.reading),
            "defence.work" => Slot::Switch(&mut self.work),
            "defence.invite" => Slot::Switch(&mut self.invite),
            "defence.approval" => Slot::Switch(&mut self.approval),
            "defence.adaptive" => Slot::Switch(&mut self.adaptive),
            "defence.window_s" => Slot::Number(&mut self.window_s),
            "defence.range_tries" => Slot::Number(&mut self.range_tries),
            "defence.range_work_percent" => Slot::Number(&mut self.range_work_percent),
            "defence.range_wait_percent" => Slot::Number(&mut self.range_wait_percent),
            "defence.site_tries" => Slot::Number(&mut self.site_tries),
            "defence.site_work_percent" => Slot::Number(&mut self.site_work_percent),
            "defence.site_wait_percent" => Slot::Number(&mut self.site_wait_percent),
            "defence.work_tries" => Slot::Number(&mut self.work_tries),
            "defence.wait_s" => Slot::Number(&mut self.wait_s),
            "defence.fill_s" => Slot::Number(&mut self.fill_s),
            _ => return None,
        })
    }

    fn conflicts(&self) -> Option<FieldError> {
        let pairs = [
            (
                "defence.range_work_percent",
                self.range_work_percent,
                self.range_wait_percent,
            ),
            (
                "defence.site_work_percent",
                self.site_work_percent,
                self.site_wait_percent,
            ),
        ];
        pairs
            .into_iter()
            .find(|(_, work, wait)| work > wait)
            .map(|(field, _, most)| FieldError {
                field,
                problem: Problem::LeastAboveMost { most },
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::Settings;

    #[test]
    fn one_way_for_everybody_stays_open() {
        for (reading, work, is_open) in [
            ("on", "on", true),
            ("on", "off", true),
            ("off", "on", false),
            ("off", "off", true),
        ] {
            let mut settings = Settings::default();
            settings.set("defence.reading", reading).unwrap();
            settings.set("defence.work", work).unwrap();
            assert_eq!(settings.validate(), Ok(()));
            assert_eq!(
                settings.defence.is_reading_open(),
                is_open,
                "{reading} {work}"
            );
        }
    }

    #[test]
    fn the_wait_does_not_come_before_the_work() {
        let mut settings = Settings::default();
        settings.set("defence.site_work_percent", "90").unwrap();
        let error = &settings.validate().unwrap_err()[0];
        assert_eq!(error.field, "defence.site_work_percent");
        assert!(
            error
                .to_string()
                .ends_with("must not be above the most (85)"),
            "{error}"
        );
    }
}
