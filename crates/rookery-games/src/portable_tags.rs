//! Tags of the portable notations of chess and draughts (PGN, PDN): one `[Name "value"]` a line.

use crate::Credits;

/// A tag, with a line feed.
pub fn tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// The seven tags with which every game begins, in the standard's order. Characters that would end a line are left out. What is not known
/// is a question mark.
pub fn roster(credits: &Credits, white: &str, black: &str, result: &str) -> String {
    let (year, month, day) = credits.date;
    let date = format!("{year:04}.{month:02}.{day:02}");
    let site = match credits.site.as_str() {
        "" => "?",
        site => site,
    };
    let tags = [
        ("Event", "Casual game"),
        ("Site", site),
        ("Date", &date),
        ("Round", "-"),
        ("White", white),
        ("Black", black),
        ("Result", result),
    ];
    let plain = |(name, value): (&str, &str)| tag(name, &value.replace(char::is_control, ""));
    tags.into_iter().map(plain).collect()
}
