//! The clap command as shells complete it: with the names of games, variants, evaluations, techniques, conventions and presets, and without
//! files where none is meant.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};

use rookery_captcha::Preset;
use rookery_engine::Technique;
use rookery_games::{GameType, Registry, Setup, Sheet};

/// The placeholders of values that are files or folders.
const PATHS: [&str; 2] = ["DIR", "FILE"];

/// The placeholder of a list of techniques: the options for the steps of a solver have the same names.
const TECHNIQUES: &str = "T,…";

/// The command with the values that a shell can offer. It is not for parsing: the commands themselves say what is wrong with a name.
pub fn with_values(command: Command, games: &Registry) -> Command {
    let words = Words::of(games);
    offering(command, &words, &words.games)
}

/// The words that a shell can offer. A completion does not know the game that was typed before, so it has the words of all.
struct Words {
    games: Vec<&'static str>,
    /// The games and the example for teaching.
    with_examples: Vec<&'static str>,
    /// The games that have endgame tables.
    with_tables: Vec<&'static str>,
    /// The games that have books.
    with_books: Vec<&'static str>,
    variants: Vec<&'static str>,
    evaluations: Vec<&'static str>,
    conventions: Vec<&'static str>,
    techniques: Vec<&'static str>,
}

impl Words {
    fn of(games: &Registry) -> Self {
        let names = |is_offered: &dyn Fn(&dyn GameType) -> bool| {
            let offered = games.all().iter().filter(|game| is_offered(**game));
            offered.map(|game| game.name()).collect::<Vec<_>>()
        };
        let has_book = |game: &dyn GameType| {
            let builder = game.lab().book_builder(&Setup::default(), 1);
            builder.is_ok_and(|builder| builder.is_some())
        };
        let all = names(&|_| true);
        let example = games.find_any("example-tree").ok();
        Words {
            with_examples: all
                .iter()
                .copied()
                .chain(example.map(|game| game.name()))
                .collect(),
            with_tables: names(&|game| game.lab().endgames().is_some()),
            with_books: names(&has_book),
            variants: of_all(games, |sheet| sheet.variants),
            evaluations: of_all(games, |sheet| sheet.evaluations),
            conventions: of_all(games, |sheet| sheet.conventions),
            techniques: Technique::ALL.map(Technique::name).to_vec(),
            games: all,
        }
    }
}

/// The words that some game's sheet has, each once.
fn of_all(
    games: &Registry,
    words: impl Fn(&'static Sheet) -> &'static [&'static str],
) -> Vec<&'static str> {
    let mut all = Vec::new();
    for game in games.all() {
        for word in words(game.sheet()) {
            if !all.contains(word) {
                all.push(*word);
            }
        }
    }
    all
}

fn offering(command: Command, words: &Words, games: &[&'static str]) -> Command {
    let games = match command.get_name() {
        "tables" => words.with_tables.as_slice(),
        "book" => words.with_books.as_slice(),
        "search" | "compare" | "perft" => words.with_examples.as_slice(),
        _ => games,
    };
    command
        .mut_args(|arg| offer(arg, words, games))
        .mut_subcommands(|command| offering(command, words, games))
}

fn offer(arg: Arg, words: &Words, games: &[&'static str]) -> Arg {
    let names: &[&'static str] = match arg.get_id().as_str() {
        "game" => games,
        "preset" => &Preset::NAMES,
        "variant" => &words.variants,
        "eval" => &words.evaluations,
        "convention" => &words.conventions,
        "on" | "off" if has_placeholder(&arg, &[TECHNIQUES]) => &words.techniques,
        _ => &[],
    };
    // The game that `uci` has without a name may not be among them.
    let is_offered = |name: &str| name.is_empty() || names.contains(&name);
    let mut usual = arg.get_default_values().iter();
    if !names.is_empty() && usual.all(|name| name.to_str().is_some_and(is_offered)) {
        // An empty default stands for the usual name of a game.
        let arg = match arg.get_default_values().iter().any(|name| name.is_empty()) {
            true => arg.default_value(None::<&'static str>),
            false => arg,
        };
        return arg.value_parser(PossibleValuesParser::new(names.iter().copied()));
    }
    let is_word = arg.get_action().takes_values()
        && arg.get_value_hint() == ValueHint::Unknown
        && !has_placeholder(&arg, &PATHS);
    match is_word {
        true => arg.value_hint(ValueHint::Other),
        false => arg,
    }
}

fn has_placeholder(arg: &Arg, known: &[&str]) -> bool {
    let mut placeholders = arg.get_value_names().unwrap_or_default().iter();
    placeholders.any(|name| known.contains(&name.as_str()))
}
