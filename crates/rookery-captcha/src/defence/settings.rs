//! Settings of the defence: the ways in, the steps, and what each costs a visitor.

use crate::settings::settings_macro::{FieldError, Problem, settings};

settings! {
    /// The settings of the defence; the default is the factory setting.
    "defence";
    /// Way in: read the picture, or listen; stays open where work is off.
    reading: switch = true, Ways, "Way in: read or listen (stays open where work is off)";
    /// Way in without reading: the visitor's computer works for a moment. Off: no step asks for work.
    work: switch = true, Ways, "Way in: the computer works";
    /// Way in without either, for new accounts: an invitation that an admin made.
    invite: switch = true, Ways, "Way in: an invitation";
    /// Way in without either, for new accounts: the account waits until an admin lets it in.
    approval: switch = false, Ways, "Way in: ask the owner";
    /// Asks for more as captchas fail.
    adaptive: switch = true, Defence, "Rise with the failures";
    /// How long a check counts (up to twice as long, depending on when it falls), in seconds.
    window_s: number(60..=3600) = 600, Defence, "Failures count for (seconds)";
    /// Checks of an address range (IPv4 /24, IPv6 /48) before its failures count.
    range_tries: number(5..=1000) = 20, Defence, "Network: fewest checks";
    /// Percentage of them that fail before the picture and work are asked for.
    range_work_percent: number(1..=100) = 50, Defence, "Network: failures that ask for work (per cent)";
    /// Percentage of them that fail before work and a wait are asked for instead.
    range_wait_percent: number(1..=100) = 80, Defence, "Network: failures that ask for work and a wait (per cent)";
    /// Checks of the whole site before its failures count.
    site_tries: number(10..=100_000) = 100, Defence, "Site: fewest checks";
    /// Percentage of them that fail before the picture and work are asked for.
    site_work_percent: number(1..=100) = 60, Defence, "Site: failures that ask for work (per cent)";
    /// Percentage of them that fail before work and a wait are asked for instead.
    site_wait_percent: number(1..=100) = 85, Defence, "Site: failures that ask for work and a wait (per cent)";
    /// Average number of tries of a proof of work, each one scrypt over a mebibyte (5 to 20 milliseconds).
    work_tries: number(1..=4096) = 64, Defence, "Size of the work (tries)";
    /// The wait in seconds.
    wait_s: number(1..=120) = 15, Defence, "Wait (seconds)";
    /// The shortest time in seconds in which a form can plausibly be filled in.
    fill_s: number(0..=30) = 2, Defence, "Shortest time for a form (seconds)";
}

impl Settings {
    /// Whether reading is open: it stays open if work is off; otherwise nobody would get past the captcha.
    pub fn is_reading_open(&self) -> bool {
        self.reading || !self.work
    }

    /// A conflict between settings that are valid by themselves.
    fn conflict(&self) -> Option<FieldError> {
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
                .ends_with("must not be above the maximum (85)"),
            "{error}"
        );
    }
}
