//! The output of `rookery --help`: commands in groups, the owner's before the engine's.

use std::fmt::Write as _;

use clap::CommandFactory;

use crate::cli::command::Cli;

/// Maximum length of a line of `--help`, in characters.
const LINE: usize = 100;

/// The commands as `--help` lists them; a test finds commands that are in no group.
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
            "tables", "book", "uci", "gomocup", "gtp",
        ],
    ),
];

/// The clap command with its subcommands listed in groups.
pub fn command() -> clap::Command {
    let command = Cli::command();
    let list = list(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\nFor the manual of a command: rookery COMMAND --help\n\n\
         Options of 'serve', the default command:\n{{options}}{{after-help}}"
    ))
}

/// The list of commands with their descriptions, group by group.
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

/// A text wrapped to `LINE` characters; every line but the first is indented by `indent`.
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
