//! Actions that are limited: the setting of each, its window, and the place where it is counted.

pub(super) const SECOND_MS: i64 = 1000;
pub(super) const MINUTE_MS: i64 = 60 * SECOND_MS;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// An action of which a client may take only some in a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedAction {
    /// Any request but those for static files, by address.
    Request,
    /// A new session of a visitor without an account, by address.
    NewSession,
    /// A captcha challenge, by address.
    CaptchaChallenge,
    /// A captcha challenge, by session: its rows are the count.
    CaptchaChallengeOfSession,
    /// A captcha's picture or recording, by address.
    CaptchaFetch,
    /// A captcha's picture or recording, by session.
    CaptchaFetchOfSession,
    /// A failed check of a captcha, by address and by session.
    FailedCaptchaCheck,
    /// A failed log-in, by account and address.
    FailedLogIn,
    /// A failed log-in to whatever account, by address.
    FailedLogInOfAddress,
    /// A failed log-in from wherever, by account.
    FailedLogInOfAccount,
    /// A new account, by address.
    SignUp,
    /// An account that asks the owner instead of passing a captcha, by address.
    ApprovalRequest,
    /// A taken name that somebody with an invitation tries, by address.
    TakenName,
    /// A match that is started, by address.
    StartedMatch,
    /// A picture of a position that is drawn anew, by address.
    DrawnPicture,
    /// A match that is started without a passed captcha, an account or an open site, by address.
    HomeMatch,
    /// An analysis of a match that is over, by address.
    Analysis,
    /// The best lines of one position of such a match, by address.
    AnalysedPosition,
    /// An export of all matches of an account, by account.
    Export,
}

/// The place where an action is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// In memory, by the generic cell rate algorithm: nothing is written for a flood.
    InMemory,
    /// In the database, in fixed windows, so that it holds across nodes.
    Stored,
    /// In the database from the second hit of a window on; the first is remembered by the node that saw it. So names that
    /// change with each guess leave no rows, and the limit can be exceeded by at most one per additional node.
    StoredFromTheSecond,
}

/// The limit of an action: its setting, window and counter.
pub(super) struct Rule {
    /// The key of `[limits]` that says how many.
    setting: &'static str,
    pub(super) window_ms: i64,
    pub(super) counted: Counting,
    /// The prefix of a counter's key in the database.
    prefix: &'static str,
}

impl LimitedAction {
    pub const ALL: [LimitedAction; 19] = [
        LimitedAction::Request,
        LimitedAction::NewSession,
        LimitedAction::CaptchaChallenge,
        LimitedAction::CaptchaChallengeOfSession,
        LimitedAction::CaptchaFetch,
        LimitedAction::CaptchaFetchOfSession,
        LimitedAction::FailedCaptchaCheck,
        LimitedAction::FailedLogIn,
        LimitedAction::FailedLogInOfAddress,
        LimitedAction::FailedLogInOfAccount,
        LimitedAction::SignUp,
        LimitedAction::ApprovalRequest,
        LimitedAction::TakenName,
        LimitedAction::StartedMatch,
        LimitedAction::DrawnPicture,
        LimitedAction::HomeMatch,
        LimitedAction::Analysis,
        LimitedAction::AnalysedPosition,
        LimitedAction::Export,
    ];

    /// The key of `[limits]` in the configuration that says how many may be in the window.
    pub fn setting(self) -> &'static str {
        self.rule().setting
    }

    pub(super) fn rule(self) -> Rule {
        use Counting::{InMemory, Stored, StoredFromTheSecond};
        let (setting, window_ms, counted, prefix) = match self {
            LimitedAction::Request => ("requests_per_second", SECOND_MS, InMemory, ""),
            LimitedAction::NewSession => ("sessions_per_minute", MINUTE_MS, InMemory, ""),
            LimitedAction::CaptchaChallenge => (
                "captcha_challenges_per_minute_and_address",
                MINUTE_MS,
                InMemory,
                "",
            ),
            LimitedAction::CaptchaChallengeOfSession => {
                ("captcha_challenges_per_minute", MINUTE_MS, Stored, "")
            }
            LimitedAction::CaptchaFetch => ("captcha_images_per_minute", MINUTE_MS, InMemory, ""),
            LimitedAction::CaptchaFetchOfSession => (
                "captcha_images_per_minute_and_session",
                MINUTE_MS,
                InMemory,
                "",
            ),
            LimitedAction::FailedCaptchaCheck => {
                ("captcha_checks_per_minute", MINUTE_MS, Stored, "captcha:")
            }
            LimitedAction::FailedLogIn => (
                "logins_per_10_minutes",
                10 * MINUTE_MS,
                StoredFromTheSecond,
                "login:",
            ),
            LimitedAction::FailedLogInOfAddress => (
                "logins_per_address_per_10_minutes",
                10 * MINUTE_MS,
                Stored,
                "logins:",
            ),
            LimitedAction::FailedLogInOfAccount => (
                "logins_per_account_per_10_minutes",
                10 * MINUTE_MS,
                StoredFromTheSecond,
                "login:",
            ),
            LimitedAction::SignUp => ("signups_per_hour", HOUR_MS, Stored, "signup:"),
            LimitedAction::ApprovalRequest => ("approvals_per_day", DAY_MS, Stored, "request:"),
            LimitedAction::TakenName => ("taken_names_per_hour", HOUR_MS, Stored, "taken:"),
            LimitedAction::StartedMatch => ("games_per_minute", MINUTE_MS, Stored, "games:"),
            LimitedAction::DrawnPicture => ("pictures_per_minute", MINUTE_MS, InMemory, ""),
            LimitedAction::HomeMatch => ("home_games_per_minute", MINUTE_MS, Stored, "home:"),
            LimitedAction::Analysis => ("analyses_per_hour", HOUR_MS, Stored, "analysis:"),
            LimitedAction::AnalysedPosition => {
                ("analysed_positions_per_minute", MINUTE_MS, InMemory, "")
            }
            LimitedAction::Export => ("exports_per_hour", HOUR_MS, Stored, "export:"),
        };
        Rule {
            setting,
            window_ms,
            counted,
            prefix,
        }
    }

    pub(super) fn stored_key(self, key: &str) -> String {
        format!("{}{key}", self.rule().prefix)
    }
}
