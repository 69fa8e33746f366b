//! Puzzles of Nine Men's Morris in the format of Sanmill, read as exercises of a test suite and as positions with known values.

use rookery_games::{Expected, Problem};
use serde::Deserialize;

/// The rules of Nine Men's Morris in Sanmill's files.
const USUAL_RULES: &str = "standard_9mm";

/// A file of puzzles, as far as an exercise needs it.
#[derive(Deserialize)]
struct PuzzleFile {
    puzzles: Vec<Puzzle>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Puzzle {
    id: String,
    /// The rules; where it is missing, the usual ones.
    #[serde(default)]
    rule_variant_id: Option<String>,
    initial_position: String,
    solutions: Vec<Solution>,
    #[serde(default)]
    tags: Vec<String>,
}

/// The values that a puzzle may ask for, by the tags that say so.
const OBJECTIVES: [(&str, i8); 2] = [("objective:win", 1), ("objective:hold-draw", 0)];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Solution {
    moves: Vec<HalfTurn>,
    is_optimal: bool,
}

/// A man placed or moved, or a man removed, which Sanmill counts apart.
#[derive(Deserialize)]
struct HalfTurn {
    notation: String,
}

/// The puzzles of a file as lines of a suite, each paired with the name of its puzzle; the best moves are the first moves of the optimal
/// solutions. `None` where the text is not such a file.
///
/// # Errors
/// The fault of the JSON, or the puzzle whose rules are not the usual ones, whose name would not stay within quotation marks, or whose
/// position is not one of Sanmill's.
pub fn suite_lines(text: &str) -> Option<Result<Vec<(String, String)>, String>> {
    each_puzzle(text, suite_line)
}

/// The positions of a file of puzzles, each paired with the name of its puzzle, with the value that its solutions reach; `None` where the
/// text is not such a file.
///
/// # Errors
/// As [`suite_lines`], or the puzzle that does not say whether it is won or drawn.
pub fn problems(text: &str) -> Option<Result<Vec<(String, Problem)>, String>> {
    each_puzzle(text, problem)
}

/// The result of `read` for each puzzle of a file, paired with the puzzle's name.
fn each_puzzle<T>(
    text: &str,
    read: impl Fn(&Puzzle) -> Result<T, String>,
) -> Option<Result<Vec<(String, T)>, String>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let file = serde_json::from_str::<PuzzleFile>(text).map_err(|error| error.to_string());
    let named = |puzzle: &Puzzle| read(puzzle).map(|made| (puzzle.id.clone(), made));
    Some(file.and_then(|file| file.puzzles.iter().map(named).collect()))
}

/// The position of a puzzle of the usual rules, as the game reads it.
fn first_position(puzzle: &Puzzle) -> Result<String, String> {
    let rules = puzzle.rule_variant_id.as_deref().unwrap_or(USUAL_RULES);
    if rules != USUAL_RULES {
        return Err(format!(
            "puzzle {}: its rules are '{rules}'; only {USUAL_RULES} is read",
            puzzle.id
        ));
    }
    if puzzle.id.contains(|c: char| c == '"' || c.is_control()) {
        return Err(format!(
            "puzzle {:?}: its id has a quotation mark or a control character",
            puzzle.id
        ));
    }
    position(&puzzle.initial_position).ok_or_else(|| {
        format!(
            "puzzle {}: '{}' is not a position of Sanmill",
            puzzle.id, puzzle.initial_position
        )
    })
}

/// A slower solution has the value of the position as well.
fn problem(puzzle: &Puzzle) -> Result<Problem, String> {
    let position = first_position(puzzle)?;
    let is_tagged = |(tag, _): &&(&str, i8)| puzzle.tags.iter().any(|known| known == tag);
    let Some((_, sign)) = OBJECTIVES.iter().find(is_tagged) else {
        let tags = OBJECTIVES.map(|(tag, _)| tag).join(" nor ");
        return Err(format!(
            "puzzle {}: its tags have neither {tags}",
            puzzle.id
        ));
    };
    let value = Expected::Outcome(*sign);
    let solutions = puzzle.solutions.iter();
    Ok(Problem {
        position,
        value: Some(value),
        moves: solutions
            .map(|solution| (first_turn(&solution.moves), value))
            .collect(),
    })
}

fn suite_line(puzzle: &Puzzle) -> Result<String, String> {
    let position = first_position(puzzle)?;
    let best = puzzle.solutions.iter().filter(|s| s.is_optimal);
    let mut best: Vec<String> = best.map(|solution| first_turn(&solution.moves)).collect();
    best.sort();
    best.dedup();
    let best = best.join(" ");
    Ok(format!("{position}; bm {best}; id \"{}\";", puzzle.id))
}

/// The first turn of a line: its first move, and the removals that go with it.
fn first_turn(moves: &[HalfTurn]) -> String {
    let notation = moves.iter().map(|half| half.notation.as_str());
    let is_of_turn = |(i, text): &(usize, &str)| *i == 0 || text.starts_with('x');
    let turn = notation.enumerate().take_while(is_of_turn);
    turn.map(|(_, text)| text).collect()
}

/// Board, side and men of a position of Sanmill, with the phase that follows from them and our field of the board.
fn position(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [rings, side, _, _, white, white_hand, black, black_hand, ..] = fields[..] else {
        return None;
    };
    let hand = if side == "w" { white_hand } else { black_hand };
    let phase = if hand == "0" { "m s" } else { "p p" };
    Some(format!(
        "{rings} {side} {phase} {white} {white_hand} {black} {black_hand} board:9"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_a_line_with_its_optimal_solutions() {
        let text = r#"{ "puzzles": [{
            "id": "one", "initialPosition": "***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
            "solutions": [
                { "isOptimal": true, "moves": [{ "notation": "b2-b4" }, { "notation": "xe3" }] },
                { "isOptimal": false, "moves": [{ "notation": "c4-b4" }, { "notation": "e3-d3" }] }
            ]
        }] }"#;
        assert_eq!(
            suite_lines(text),
            Some(Ok(vec![(
                "one".to_owned(),
                "***O**@*/@****@*O/OO@***@O b m s 5 0 5 0 board:9; bm b2-b4xe3; id \"one\";"
                    .to_owned()
            )]))
        );
    }

    #[test]
    fn a_puzzle_is_a_position_with_the_value_of_its_solutions() {
        let text = |objective: &str| {
            format!(
                r#"{{ "puzzles": [{{
                "id": "one", "initialPosition": "OO******/*@*@*@**/***O**** w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1",
                "solutions": [
                    {{ "isOptimal": true, "moves": [{{ "notation": "g1-c5" }}, {{ "notation": "xf6" }}] }},
                    {{ "isOptimal": false, "moves": [{{ "notation": "g1-a1" }}] }}
                ],
                "tags": ["phase:movement", "{objective}"]
            }}] }}"#
            )
        };
        for (objective, sign) in [("objective:win", 1), ("objective:hold-draw", 0)] {
            let read = problems(&text(objective)).unwrap().unwrap();
            let value = Expected::Outcome(sign);
            let expected = Problem {
                position: "OO******/*@*@*@**/***O**** w m s 3 0 3 0 board:9".to_owned(),
                value: Some(value),
                moves: vec![("g1-c5xf6".to_owned(), value), ("g1-a1".to_owned(), value)],
            };
            assert_eq!(read, [("one".to_owned(), expected)]);
        }
        let error = problems(&text("topic:trap")).unwrap().unwrap_err();
        assert!(
            error.contains("puzzle one: its tags have neither"),
            "{error}"
        );
        assert_eq!(problems("XX./OO./... x ; 1"), None);
    }

    #[test]
    fn other_files_are_left_alone_and_faults_are_named() {
        assert_eq!(suite_lines("XX./OO./... x bm c3;"), None);
        let broken = suite_lines("{ \"puzzles\": [] ").unwrap().unwrap_err();
        assert!(broken.contains("line 1"), "{broken}");
        let text = r#"{ "puzzles": [{ "id": "two", "initialPosition": "OOO", "solutions": [] }] }"#;
        let error = suite_lines(text).unwrap().unwrap_err();
        assert!(error.starts_with("puzzle two: 'OOO'"), "{error}");
        for (field, said) in [
            (r#""id": "a\"b""#, "quotation mark"),
            (r#""id": "c", "ruleVariantId": "twelve""#, "'twelve'"),
        ] {
            let text = format!(
                r#"{{ "puzzles": [{{ {field}, "initialPosition": "OOO", "solutions": [] }}] }}"#
            );
            let error = suite_lines(&text).unwrap().unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
