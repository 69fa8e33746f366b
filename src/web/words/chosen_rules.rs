//! Rules that were chosen for a match, in words: the variant and the options that differ from the usual ones.

use crate::matches::Record;
use crate::web::words::Words;
use rookery_games::GameType;

/// What was chosen, each with its value; empty for a match by the usual rules.
pub fn chosen_rules(
    words: &Words,
    game_type: &dyn GameType,
    record: &Record,
) -> Vec<(String, String)> {
    let variants = game_type.variants().into_iter().skip(1);
    let variant = variants
        .filter(|variant| variant.key == record.variant)
        .map(|variant| (words.t("new-variant"), words.say(&variant.label)));
    let options = game_type.options().into_iter().filter_map(|option| {
        let (_, value) = record.options.iter().find(|(key, _)| key == option.key)?;
        let mut others = option.values.iter().skip(1);
        let (_, label) = others.find(|(key, _)| key == value)?;
        Some((words.say(&option.label), words.say(label)))
    });
    variant.chain(options).collect()
}
