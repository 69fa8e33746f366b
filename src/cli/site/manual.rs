//! Shell completions and manual pages, generated from the clap command.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::failure::Failure;
use crate::cli::made_folder;
use crate::cli::output;

/// Print the completion script of a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery completions bash > ~/.local/share/bash-completion/completions/rookery\n\n\
    deploy/install installs those of bash, zsh and fish."
)]
pub struct Completions {
    /// Complete commands for this shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn run(&self, mut command: clap::Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "rookery", &mut script);
        output::line(String::from_utf8_lossy(&script).trim_end())
    }
}

/// Write a manual page for each command into a folder
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  rookery man ~/.local/share/man/man1 && man rookery-serve")]
pub struct ManPages {
    /// The folder; created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManPages {
    /// Runs the command.
    ///
    /// # Errors
    /// The folder cannot be written (1).
    pub fn run(&self, command: clap::Command) -> Result<(), Failure> {
        let refused =
            |e: io::Error| Failure::work(format!("cannot write to {}: {e}", self.folder.display()));
        made_folder::make(&self.folder).map_err(refused)?;
        let mut command = command.disable_help_subcommand(true);
        command.build();
        write_pages(&command, &self.folder).map_err(refused)?;
        output::line(&format!("{}", self.folder.join("rookery.1").display()))
    }
}

/// Writes the pages of the commands below a command, and its own. The same program makes the same pages on any day, so they have no date.
fn write_pages(command: &clap::Command, folder: &Path) -> io::Result<()> {
    for below in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        write_pages(below, folder)?;
    }
    let page = Man::new(command.clone())
        // Two quotation marks, because an argument without letters would be left out of the line.
        .date("\"\"")
        .source(concat!("rookery ", env!("CARGO_PKG_VERSION")))
        .manual("Rookery");
    page.generate_to(folder).map(drop)
}
