//! Answers of the brain: what the search found, as a message, and the move.

use crate::gomocup::coordinates::Coordinates;
use rookery_engine::{SearchReport, Value};

/// The move that was found.
pub(super) fn best(report: &SearchReport, size: u8) -> Option<Coordinates> {
    Coordinates::of_name(report.best.as_ref()?.first()?, size)
}

/// The line about a search: depth, value in hundredths or plies to the five, nodes, and the moves expected.
pub(super) fn message(report: &SearchReport, size: u8) -> String {
    let mut text = format!("MESSAGE depth {}", report.depth);
    if let Some(line) = report.lines.first() {
        text.push_str(&format!(" score {}", score(line.value)));
    }
    text.push_str(&format!(" nodes {}", report.nodes));
    let line = report.lines.first().map(|line| &line.pv[..]);
    let points = line.unwrap_or_default().iter().flatten();
    let points: Vec<String> = points
        .filter_map(|name| Some(Coordinates::of_name(name, size)?.to_string()))
        .collect();
    if !points.is_empty() {
        text.push_str(&format!(" pv {}", points.join(" ")));
    }
    text
}

fn score(value: Value) -> String {
    match value {
        Value::Cp(n) | Value::Exact(n) => n.to_string(),
        Value::Win(plies) => format!("win in {plies}"),
        Value::Loss(plies) => format!("loss in {plies}"),
    }
}

/// The answer to `ABOUT`: what the package says of itself.
pub(super) fn about() -> String {
    let mut text = format!(
        "name=\"Rookery\", version=\"{}\", author=\"the authors of Rookery\"",
        env!("CARGO_PKG_VERSION")
    );
    let sites = [env!("CARGO_PKG_HOMEPAGE"), env!("CARGO_PKG_REPOSITORY")];
    if let Some(site) = sites.iter().find(|site| !site.is_empty()) {
        text.push_str(&format!(", www=\"{site}\""));
    }
    text
}
