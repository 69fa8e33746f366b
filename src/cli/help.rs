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
            "spsa", "tables", "book", "uci", "gomocup", "gtp",
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

    /// The commands that have none of their own below them, by their names behind `rookery`.
    fn leaves(command: &clap::Command, path: &str, found: &mut Vec<(String, clap::Command)>) {
        for sub in command.get_subcommands() {
            let path = format!("{path} {}", sub.get_name());
            match sub.has_subcommands() {
                true => leaves(sub, &path, found),
                false => found.push((path, sub.clone())),
            }
        }
    }

    #[test]
    fn every_manual_has_an_example_and_whole_sentences() {
        let mut found = Vec::new();
        leaves(&Cli::command(), "rookery", &mut found);
        assert!(found.len() > 30, "{found:?}");
        for (path, command) in found {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            // Those of `rookery admin` stand in the manual of the group.
            let has_example = help.contains("Example") && help.contains(&path);
            assert!(has_example || path.starts_with("rookery admin "), "{path}");
            // A terminal breaks a paragraph where it has to: one that is broken already would be broken twice.
            for (line, next) in help.lines().zip(help.lines().skip(1)) {
                let goes_on = next.starts_with(|c: char| c.is_lowercase());
                assert!(line.is_empty() || !goes_on, "{path}: {line} / {next}");
                assert!(!line.ends_with(','), "{path}: {line} / {next}");
                // Two lines of a paragraph: examples and lists are indented.
                let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
                let is_broken = is_text(line) && is_text(next) && !line.ends_with(['.', ':']);
                assert!(!is_broken, "{path}: {line} / {next}");
            }
        }
    }

    #[test]
    fn the_manual_of_a_search_names_every_technique() {
        let mut command = Cli::command();
        let search = command.find_subcommand_mut("search").unwrap();
        let help = search.render_long_help().to_string();
        let words: Vec<&str> = help
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        for technique in rookery_engine::Technique::ALL {
            assert!(words.contains(&technique.name()), "{}", technique.name());
        }
    }

    #[test]
    fn the_description_holds_together() {
        command().debug_assert();
    }
}
