//! `rookery config`: the effective configuration with the origin of each value.

use clap::Args;
use serde_json::json;

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::site::args::{SiteArgs, check_language};
use rookery_games::Registry;

/// Print every setting with its value and where it came from (secrets hidden)
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  ROOKERY__SITE__NAME='Chess club' rookery config")]
pub struct ConfigArgs {
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
        let loaded = self.site.load(Vec::new())?;
        check_language(&loaded, games)?;
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
        Ok(())
    }
}
