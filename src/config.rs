//! Structure of `config.toml`: every key with its default and its meaning.
//! Precedence, lowest first: defaults, the file, `ROOKERY__…` environment, flags of the command line.

mod load;

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use rookery_captcha::Preset;
use rookery_captcha::Settings as CaptchaSettings;
use rookery_captcha::classic;
use rookery_captcha::defence;
use rookery_captcha::strong;

pub use load::{Loaded, SettingOrigin, Sources};

/// Every setting of the site.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: SocketAddr,
    /// The address that people type, `https://games.example.org`, without a path; empty if there is none.
    pub public_url: String,
    /// Folder of the SQLite file.
    pub data: PathBuf,
    /// Empty for SQLite in `data`, or a `postgres://` URL.
    pub database: Secret,
    /// Networks of reverse proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpNet>,
    /// Name and texts of the site.
    pub site: Site,
    /// Access for guests and new accounts.
    pub access: Access,
    pub captcha: Captcha,
    pub engine: Engine,
    /// Limits per address.
    pub limits: LimitSettings,
    /// Retention periods.
    pub retention: Retention,
    /// Notifications between nodes.
    pub bus: BusConfig,
    /// Metrics for a monitoring system.
    pub metrics: Metrics,
    /// Logging.
    pub log: Log,
}

/// `[site]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Site {
    /// The name in the header and the titles: a factory setting.
    pub name: String,
    /// A line on every page; empty for none. A factory setting.
    pub notice: String,
    /// The language of the pages: a folder of `locales/`.
    pub language: String,
    /// Whether search engines may list the site.
    pub robots: bool,
    /// Whether boards sound for visitors who have not used the switch.
    pub sounds: bool,
}

/// Whether a visitor without an account may play against the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Guests {
    /// After a captcha, once in 24 hours.
    Captcha,
    /// Without a captcha, for a closed network.
    Open,
    /// Not at all.
    Off,
}

/// The people who may make an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Signup {
    /// Everybody.
    Open,
    /// Everybody with an invitation.
    Invite,
    /// Everybody, after approval by an admin.
    Approval,
    /// Nobody.
    Closed,
}

/// The people who may see captcha images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CaptchaView {
    Everyone,
    /// Users with an account.
    Users,
}

/// `[access]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Access {
    /// Games against the engine without an account.
    pub guests: Guests,
    /// Making an account.
    pub signup: Signup,
    /// Seeing captcha images and hearing recordings.
    pub captcha_view: CaptchaView,
}

/// `[captcha]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Captcha {
    /// The style in which the picture is drawn: a factory setting.
    pub preset: Preset,
    /// Lifetime of a challenge in seconds.
    pub life_s: u32,
    /// A fixed answer for end-to-end tests; refused unless `listen` is a loopback address.
    pub test_answer: Secret,
    /// The factory settings of the `classic` preset.
    pub classic: classic::Settings,
    /// The factory settings of the `strong` preset.
    pub strong: strong::Settings,
    /// The factory settings of the defence around the picture.
    pub defence: defence::Settings,
}

impl Captcha {
    pub fn factory(&self) -> CaptchaSettings {
        CaptchaSettings {
            preset: self.preset,
            classic: self.classic.clone(),
            strong: self.strong.clone(),
            defence: self.defence.clone(),
        }
    }
}

/// `[engine]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Engine {
    /// Search threads; 0 = cores − 1, at least 1.
    pub threads: usize,
    /// Searches that may wait.
    pub queue: usize,
    /// Whether the server builds small endgame tables by itself.
    pub build_tables: bool,
}

/// `[limits]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitSettings {
    /// Failed captcha checks per minute and address.
    pub captcha_checks_per_minute: u32,
    /// Failed log-ins in ten minutes for one account from one address.
    pub logins_per_10_minutes: u32,
    /// Failed log-ins in ten minutes for one account from all addresses together.
    pub logins_per_account_per_10_minutes: u32,
    /// Failed log-ins in ten minutes from one address, to any accounts.
    pub logins_per_address_per_10_minutes: u32,
    /// New accounts per hour and address.
    pub signups_per_hour: u32,
    /// Requests for the owner's approval instead of a captcha, per day and address.
    pub approvals_per_day: u32,
    /// Taken names that people with an invitation try, per hour and address.
    pub taken_names_per_hour: u32,
    /// Captcha challenges per minute and session; 0 = no limit.
    pub captcha_challenges_per_minute: u32,
    pub captcha_challenges_per_minute_and_address: u32,
    /// Captcha images per minute and address, and as many recordings.
    pub captcha_images_per_minute: u32,
    /// Captcha images per minute and session, and as many recordings.
    pub captcha_images_per_minute_and_session: u32,
    /// New sessions of visitors without an account, per minute and address.
    pub sessions_per_minute: u32,
    /// Games started per minute and address.
    pub games_per_minute: u32,
    /// Pictures of positions drawn anew, per minute and address.
    pub pictures_per_minute: u32,
    /// Games started without a passed captcha, per minute and address; beyond that, a captcha is required.
    pub home_games_per_minute: u32,
    /// Analyses of ended matches per hour and address.
    pub analyses_per_hour: u32,
    /// Positions of analysed matches whose best lines are searched, per minute and address.
    pub analysed_positions_per_minute: u32,
    /// Exports of all matches of an account, per hour and account.
    pub exports_per_hour: u32,
    /// All requests per second and address, counted in memory.
    pub requests_per_second: u32,
    /// Networks without these limits: a school behind one address.
    pub exempt: Vec<IpNet>,
}

/// `[retention]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retention {
    /// Days after which a game that no user owns is removed, at least 1. The games of a guest who has asked for an account are
    /// kept for up to 90 days longer, so that the first log-in to it can take them over.
    pub unowned_games_days: u32,
    /// Days for which the audit log is kept, at least 1.
    pub audit_days: u32,
}

/// `[bus]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct BusConfig {
    /// `auto`: within the process on SQLite, through the database on PostgreSQL.
    pub kind: BusKind,
}

/// The transport of notifications between requests and nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BusKind {
    /// `local` on SQLite, `postgres` on PostgreSQL.
    Auto,
    /// Within this process only.
    Local,
    /// LISTEN/NOTIFY of the database.
    Postgres,
}

/// `[metrics]`
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Metrics {
    /// The token that requests to `/metrics` must carry; if it is empty, the page does not exist.
    pub token: Secret,
}

/// `[log]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// Lines for people or JSON for programs.
    pub format: LogFormat,
    /// `off`, `error`, `warn`, `info`, `debug`, `trace`, or a filter such as `rookery=debug,sqlx=warn`.
    pub level: String,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// A value that is never printed: not in logs, not by `rookery config`.
#[derive(Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The value itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Secret(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() {
            "\"\""
        } else {
            "(hidden)"
        })
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            public_url: String::new(),
            data: PathBuf::from("data"),
            database: Secret::default(),
            trusted_proxies: Vec::new(),
            site: Site::default(),
            access: Access::default(),
            captcha: Captcha::default(),
            engine: Engine::default(),
            limits: LimitSettings::default(),
            retention: Retention::default(),
            bus: BusConfig::default(),
            metrics: Metrics::default(),
            log: Log::default(),
        }
    }
}

impl Default for Site {
    fn default() -> Self {
        Site {
            name: "Rookery".to_owned(),
            notice: String::new(),
            language: "en".to_owned(),
            robots: true,
            sounds: false,
        }
    }
}

impl Default for Access {
    fn default() -> Self {
        Access {
            guests: Guests::Captcha,
            signup: Signup::Open,
            captcha_view: CaptchaView::Everyone,
        }
    }
}

impl Default for Captcha {
    fn default() -> Self {
        Captcha {
            preset: Preset::Strong,
            life_s: 600,
            test_answer: Secret::default(),
            classic: classic::Settings::default(),
            strong: strong::Settings::default(),
            defence: defence::Settings::default(),
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        Engine {
            threads: 0,
            queue: 64,
            build_tables: true,
        }
    }
}

impl Default for LimitSettings {
    fn default() -> Self {
        LimitSettings {
            captcha_checks_per_minute: 10,
            logins_per_10_minutes: 10,
            logins_per_account_per_10_minutes: 50,
            logins_per_address_per_10_minutes: 60,
            signups_per_hour: 30,
            approvals_per_day: 5,
            taken_names_per_hour: 30,
            captcha_challenges_per_minute: 5,
            captcha_challenges_per_minute_and_address: 45,
            captcha_images_per_minute: 120,
            captcha_images_per_minute_and_session: 30,
            sessions_per_minute: 30,
            games_per_minute: 30,
            pictures_per_minute: 60,
            home_games_per_minute: 6,
            analyses_per_hour: 20,
            analysed_positions_per_minute: 60,
            exports_per_hour: 20,
            requests_per_second: 50,
            exempt: Vec::new(),
        }
    }
}

impl Default for Retention {
    fn default() -> Self {
        Retention {
            unowned_games_days: 7,
            audit_days: 365,
        }
    }
}

impl Default for BusConfig {
    fn default() -> Self {
        BusConfig {
            kind: BusKind::Auto,
        }
    }
}

impl Default for Log {
    fn default() -> Self {
        Log {
            format: LogFormat::Text,
            level: "info".to_owned(),
        }
    }
}
