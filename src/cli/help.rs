//! The command line as `--help` shows it: the owner's commands before the engine's.

use std::fmt::Write as _;

use clap::CommandFactory;

use crate::cli::command::Cli;

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
