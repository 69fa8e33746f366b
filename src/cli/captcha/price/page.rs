//! The table of prices, printed and in `docs/captcha-price.md`, with the version that it was measured with.

use std::fs;
use std::path::PathBuf;

use crate::cli::captcha::price::priced::Priced;
use crate::cli::engine::replaced_file;
use crate::cli::failure::Failure;

/// The two lines above the rows.
pub const HEAD: [&str; 2] = [
    "| way | from | accounts an hour | tries asked for | more from number | CPU s for 1,000 (tries each) |",
    "|---|---|---|---|---|---|",
];
/// The page, from the folder of the sources.
const PAGE: &str = "docs/captcha-price.md";
/// The beginning of the line that says with what the table was measured.
const MEASURED: &str = "Measured with rookery ";

/// The page in the sources, as it was before the measurement.
pub struct PricePage {
    path: PathBuf,
    text: String,
}

impl PricePage {
    /// Opens the page in the folder of the sources, before anything is measured.
    ///
    /// # Errors
    /// It is not there, has no table, or cannot be written.
    pub fn open() -> Result<Self, Failure> {
        let path = PathBuf::from(PAGE);
        let text = fs::read_to_string(&path).map_err(|e| {
            Failure::input(format!(
                "--write: {PAGE} cannot be read ({e}); run it in the folder of the sources"
            ))
        })?;
        match with_table(&text, &[]) {
            Some(_) => {
                replaced_file::check(&path)?;
                Ok(PricePage { path, text })
            }
            None => Err(Failure::input(format!(
                "--write: {PAGE} has no line \"{MEASURED}…\" with a table after it"
            ))),
        }
    }

    /// Replaces the table, and the line that says with what it was measured.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, rows: &[Priced]) -> Result<(), Failure> {
        let text = with_table(&self.text, rows).unwrap_or_default();
        replaced_file::write(&self.path, text.as_bytes())
    }
}

/// The page with another table; `None` if it has no place for one.
fn with_table(page: &str, rows: &[Priced]) -> Option<String> {
    let (before, rest) = page.split_once(&format!("\n{MEASURED}"))?;
    let (_, rest) = rest.split_once(HEAD[0])?;
    let after = rest
        .lines()
        .skip(1)
        .skip_while(|line| line.starts_with('|'));
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("{before}\n{MEASURED}{version}:\n\n");
    let head = HEAD.into_iter().map(str::to_owned);
    let all = head.chain(rows.iter().map(Priced::row));
    for line in all.chain(after.map(str::to_owned)) {
        text.push_str(&line);
        text.push('\n');
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::captcha::price::addresses::Addresses;
    use crate::cli::captcha::price::way::Way;

    fn published() -> String {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(PAGE);
        fs::read_to_string(path).unwrap()
    }

    /// A release measures again: `rookery captcha price --write`.
    #[test]
    fn the_published_table_was_measured_with_this_version_and_is_whole() {
        let page = published();
        let manifest = include_str!("../../../../Cargo.toml");
        let package = &manifest[manifest.find("[workspace.package]").unwrap()..];
        let version = package.lines().find(|line| line.starts_with("version"));
        let version = version.unwrap().split('"').nth(1).unwrap();
        let measured = page.lines().find(|line| line.starts_with(MEASURED));
        assert_eq!(measured, Some(&*format!("{MEASURED}{version}:")));
        for way in Way::ALL {
            for addresses in Addresses::ALL {
                let begin = format!("| {} | {} | ", way.name(), addresses.name());
                let rows = page.lines().filter(|line| line.starts_with(&begin));
                assert_eq!(rows.count(), 1, "{begin}");
            }
        }
    }

    #[test]
    fn a_table_takes_the_place_of_the_last_one() {
        let row = Priced {
            way: Way::Recording,
            addresses: Addresses::Networks,
            accounts_per_hour: 40,
            tries: 1024,
            raised_tries: 4096,
            raised_at: Some(21),
            tries_per_account: 1140.2,
            cpu_s_per_1000: 1483.4,
            refuses_less: true,
        };
        let page = published();
        let written = with_table(&page, &[row]).unwrap();
        let line = "| recording | 100 networks | 40 | 1024, then 4096 | 21 | 1483 (1140) |";
        let rows = |text: &str| text.lines().filter(|l| l.starts_with("| ")).count();
        assert!(written.contains(&format!("{}\n{line}\n\n", HEAD[1])));
        assert_eq!(rows(&written), 2, "its head and one line");
        let around = |text: &str| {
            let lines = text.lines().filter(|line| !line.starts_with('|'));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(around(&written), around(&page), "nothing else has changed");
        assert_eq!(with_table("# Prices\n", &[]), None);
    }
}
