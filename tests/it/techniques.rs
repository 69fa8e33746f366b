//! Techniques by game: the table of docs/engine.md against the sets that the games name.

use std::collections::BTreeMap;

use rookery_games::engine::Techniques;
use rookery_games::{Registry, Setup};

use crate::support::tree;

/// The names in a cell of a table, each between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_document_says_which_techniques_each_game_uses() {
    let text = std::fs::read_to_string(tree::root().join("docs/engine.md")).unwrap();
    let head = "| game | exact techniques that are off | other techniques that are on |";
    let (_, table) = text.split_once(head).unwrap();
    let rows = table.lines().skip(2).take_while(|row| !row.is_empty());
    let mut written = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').collect();
        let [off, on] =
            [cells[2], cells[3]].map(|cell| Techniques::parse(&quoted(cell).join(",")).unwrap());
        for game in quoted(cells[1]) {
            let twice = written.insert(game, (off, on));
            assert!(twice.is_none(), "{game} has two rows");
        }
    }
    let games = Registry::shipped();
    let used: BTreeMap<&str, (Techniques, Techniques)> = games
        .all()
        .iter()
        .map(|game_type| {
            let game = game_type.start(&Setup::default()).unwrap();
            let usual = game.repertoire().usual;
            let off = Techniques::EXACT.without(usual);
            (game_type.name(), (off, usual.without(Techniques::EXACT)))
        })
        .collect();
    assert_eq!(written, used);
}
