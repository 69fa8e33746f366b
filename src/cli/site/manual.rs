//! The whole command line as clap describes it: the owner's commands before the engine's in `--help`, completions for shells,
//! and manual pages.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::{Cli, Failure, output};

/// Lines of `--help` are no longer than this.
const LINE: usize = 100;

/// The commands as `--help` lists them; a test finds those that stand nowhere.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Your site",
        &[
            "serve",
            "config",
            "admin",
            "backup",
            "restore",
            "healthcheck",
            "captcha",
            "completions",
            "man",
        ],
    ),
    (
        "The engine and its games",
        &[
            "search", "solve", "suite", "compare", "match", "levels", "perft", "bench", "tune",
            "tables", "book", "uci",
        ],
    ),
];

/// The command line, its commands in groups.
pub fn command() -> clap::Command {
    let command = Cli::command();
    let list = list(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\nEach has a manual of its own: rookery COMMAND --help\n\n\
         Options of 'serve', and of rookery alone, which serves:\n{{options}}{{after-help}}"
    ))
}

/// The commands with what each does, a group below the other.
fn list(command: &clap::Command) -> String {
    let width = command
        .get_subcommands()
        .map(|sub| sub.get_name().len())
        .max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "{heading}:");
        for sub in names
            .iter()
            .filter_map(|name| command.find_subcommand(name))
        {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            let about = wrapped(about.trim_end_matches('.'), width + 4);
            let _ = writeln!(text, "  {:width$}  {about}", sub.get_name());
        }
        text.push('\n');
    }
    text.pop();
    text
}

/// A text in lines that are `indent` characters in from the left, but for the first.
fn wrapped(text: &str, indent: usize) -> String {
    let (mut lines, mut column) = (String::new(), indent);
    for word in text.split_whitespace() {
        let length = word.chars().count() + 1;
        if column + length > LINE {
            let _ = write!(lines, "\n{:indent$}", "");
            column = indent;
        } else if column > indent {
            lines.push(' ');
        }
        lines.push_str(word);
        column += length;
    }
    lines
}

/// Prints what a shell needs to complete commands and options.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery completions bash > ~/.local/share/bash-completion/completions/rookery\n\n\
    deploy/install puts those of bash, zsh and fish in place."
)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "rookery", &mut script);
        output::line(String::from_utf8_lossy(&script).trim_end())
    }
}

/// Writes a manual page for each command into a folder
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rookery man ~/.local/share/man/man1 && man rookery-serve")]
pub struct ManPages {
    /// The folder, made if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManPages {
    /// Runs the command.
    ///
    /// # Errors
    /// The folder cannot be written (1).
    pub fn run(&self) -> Result<(), Failure> {
        let refused = |e: std::io::Error| {
            Failure::work(format!("cannot write to {}: {e}", self.folder.display()))
        };
        std::fs::create_dir_all(&self.folder).map_err(refused)?;
        clap_mangen::generate_to(Cli::command(), &self.folder).map_err(refused)?;
        output::line(&format!("{}", self.folder.join("rookery.1").display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let command = Cli::command();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut known: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .filter(|name| *name != "help")
            .collect();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn the_owners_commands_come_first() {
        let text = command().render_help().to_string();
        let serve = text.find("  serve").unwrap();
        let search = text.find("  search").unwrap();
        assert!(serve < search, "{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= LINE, "{line}");
        }
    }

    #[test]
    fn the_description_holds_together() {
        command().debug_assert();
    }
}
