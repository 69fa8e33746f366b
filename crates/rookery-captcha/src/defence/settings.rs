//! Settings of the defence: the ways in, their price, and how it rises.

use crate::settings::settings_macro::{FieldError, above_most, settings};

settings! {
    /// The settings of the defence; the default is the factory setting.
    "defence";
    /// Way in: read the picture, or listen; stays open where work is off.
    reading: switch = true, Ways, "Way in: read or listen (stays open where work is off)";
    /// Proof of work, computed by the visitor's browser in addition to reading; four times as much replaces reading. Off: none is asked for.
    work: switch = true, Ways, "Work of the visitor’s computer";
    /// New accounts need neither reading nor work with an invitation from an admin.
    invite: switch = true, Ways, "Way in: an invitation";
    /// New accounts need neither reading nor work if they wait until an admin approves them.
    approval: switch = false, Ways, "Way in: ask the owner";
    /// Raises the price as captchas fail and as more accounts and passes are made than usual.
    adaptive: switch = true, Defence, "Price rises with failures and volume";
    /// How long a check counts (up to twice as long, depending on when it falls), in seconds.
    window_s: number(60..=3600) = 600, Defence, "How long failures count (seconds)";
    /// Checks of an address range (IPv4 /24, IPv6 /48) before its failures count.
    range_tries: number(5..=1000) = 20, Defence, "Network: checks before failures count";
    /// Percentage of them that fail before more work is asked for.
    range_work_percent: number(1..=100) = 50, Defence, "Network: failures that ask for more work (per cent)";
    /// Percentage of them that fail before a wait is asked for as well.
    range_wait_percent: number(1..=100) = 80, Defence, "Network: failures that ask for a wait as well (per cent)";
    /// Checks of the whole site before its failures count.
    site_tries: number(10..=100_000) = 100, Defence, "Site: checks before failures count";
    /// Percentage of them that fail before more work is asked for.
    site_work_percent: number(1..=100) = 60, Defence, "Site: failures that ask for more work (per cent)";
    /// Percentage of them that fail before a wait is asked for as well.
    site_wait_percent: number(1..=100) = 85, Defence, "Site: failures that ask for a wait as well (per cent)";
    /// Usual number of accounts, or passes, per hour and address range (half of the site's own usual number if that is more).
    range_usual: number(1..=10_000) = 10, Defence, "Network: usual accounts an hour, at least";
    /// Usual number of accounts, or passes, per hour for the whole site (the median of two weeks if that is more).
    site_usual: number(1..=100_000) = 20, Defence, "Site: usual accounts an hour, at least";
    /// Maximum number of accounts, or passes, per hour and address range for browsers without scripts.
    range_without_scripts: number(0..=10_000) = 6, Defence, "Network: accounts an hour without scripts, at most";
    /// Maximum number of accounts, or passes, per hour for browsers without scripts on the whole site.
    site_without_scripts: number(0..=100_000) = 30, Defence, "Site: accounts an hour without scripts, at most";
    /// Average number of tries of a proof of work for an account, each one scrypt over a mebibyte (2 to 15 milliseconds).
    work_tries: number(8..=65_536) = 1024, Defence, "Work for an account (tries)";
    /// The wait in seconds after a form is shown, in place of the work where scripts are off.
    wait_s: number(1..=120) = 15, Defence, "Wait (seconds)";
    /// The shortest time in seconds in which a form can plausibly be filled in.
    fill_s: number(0..=30) = 2, Defence, "Shortest time for a form (seconds)";
}

impl Settings {
    /// Whether reading is open: it stays open if work is off; otherwise nobody would get past the captcha.
    pub fn is_reading_open(&self) -> bool {
        self.reading || !self.work
    }

    /// Conflicts between settings that are valid by themselves.
    fn contradictions(&self) -> Vec<FieldError> {
        above_most(&[
            (
                ("defence.range_work_percent", self.range_work_percent),
                ("defence.range_wait_percent", self.range_wait_percent),
            ),
            (
                ("defence.site_work_percent", self.site_work_percent),
                ("defence.site_wait_percent", self.site_wait_percent),
            ),
        ])
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
                .ends_with("a wait as well (per cent) (85)"),
            "{error}"
        );
    }
}
