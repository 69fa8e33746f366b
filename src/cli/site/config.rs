//! `rookery config`: the effective configuration with the origin of each value.

use clap::Args;
use serde_json::json;

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::site::args::{SiteArgs, check_site};
use crate::cli::site::doubts;
use rookery_games::Registry;

/// The remark below the values.
const FACTORY: &str = "site.name, site.notice and captcha.* (except life_s and test_answer) are factory settings: what an admin has saved on \
    /admin/look and /admin/captcha counts instead, unless the environment or the command line sets them";

/// Print every setting with its value and where it came from (secrets hidden)
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  ROOKERY__SITE__NAME='Chess club' rookery config\n\n\
    captcha.preset, captcha.classic.*, captcha.strong.*, captcha.defence.*, site.name and site.notice are factory settings: what an admin \
    has saved on /admin/captcha and /admin/look counts instead, except where the environment or the command line sets the key."
)]
pub struct ConfigArgs {
    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    #[command(flatten)]
    site: SiteArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl ConfigArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// The configuration is wrong (2).
    pub fn run(self, games: &Registry) -> Result<(), Failure> {
        let listen = self.listen.map(|l| ("listen".to_owned(), l));
        let loaded = self.site.load(listen.into_iter().collect())?;
        check_site(&loaded, games)?;
        for doubt in doubts::about(&loaded.config) {
            output::remark(&doubt);
        }
        if self.json {
            for (key, value, origin) in loaded.values() {
                output::json_line(
                    &json!({"key": key, "value": value, "origin": origin.to_string()}),
                )?;
            }
            return Ok(());
        }
        let rows = loaded.rows();
        let width = rows.iter().map(|(key, ..)| key.len()).max().unwrap_or(0);
        let value_width = rows
            .iter()
            .map(|(_, value, _)| value.chars().count())
            .max()
            .unwrap_or(0);
        for (key, value, origin) in rows {
            output::line(&format!("{key:width$}  {value:value_width$}  {origin}"))?;
        }
        output::remark(FACTORY);
        Ok(())
    }
}
