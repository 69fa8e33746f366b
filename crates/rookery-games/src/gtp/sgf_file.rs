//! Games of Go from files in the Smart Game Format, as `loadsgf` takes them.

use std::fs::File;
use std::io::Read;

use crate::go::rules::go_rules::GoRules;
use crate::go::rules::goban::Goban;
use crate::go::rules::position::PASS;
use crate::gtp::gtp_board::GtpBoard;
use crate::sgf::reader::{SgfNode, main_line};

/// The most bytes of a file: far more than any game has.
const BYTES_MOST: u64 = 1 << 20;
/// The board of files that do not say which.
const USUAL_SIZE: &str = "19";
/// Characters of a file that an answer repeats.
const QUOTED_MOST: usize = 20;
/// A pass as older files write it.
const OLD_PASS: &str = "tt";
/// The properties that put stones down or take them off without a move: black, white, none.
const SET_UP: [&str; 3] = ["AB", "AW", "AE"];

/// The main line of the first game in a file, up to the move with this number, which is not made any more.
///
/// # Errors
/// `cannot load file`, the words of the protocol, with the reason.
pub(super) fn load(path: &str, until: Option<u32>) -> Result<GtpBoard, String> {
    let why = |fault: String| format!("cannot load file: {fault}");
    let text = text_of(path).map_err(why)?;
    let nodes = main_line(&text).map_err(why)?;
    play(&nodes, until).map_err(why)
}

fn text_of(path: &str) -> Result<String, String> {
    let fault = |e: std::io::Error| e.to_string();
    // A pipe would be waited for as it is opened.
    if !std::fs::metadata(path).map_err(fault)?.is_file() {
        return Err("it is no regular file".to_owned());
    }
    let file = File::open(path).map_err(fault)?;
    let mut bytes = Vec::new();
    file.take(BYTES_MOST + 1)
        .read_to_end(&mut bytes)
        .map_err(fault)?;
    if bytes.len() as u64 > BYTES_MOST {
        return Err(format!("it has more than {BYTES_MOST} bytes"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn play(nodes: &[SgfNode], until: Option<u32>) -> Result<GtpBoard, String> {
    let first = nodes.first().ok_or("the game has no node")?;
    if let Some(game) = first.value("GM").filter(|game| game.trim() != "1") {
        return Err(format!("GM[{}] is another game than Go", quoted(game)));
    }
    let mut board = GtpBoard::new(GoRules::default());
    resize(&mut board, first.value("SZ").unwrap_or(USUAL_SIZE))?;
    // Unlike the size, these may stand in a later node, as in files of several games that were put together.
    let info = |name: &str| nodes.iter().find_map(|node| node.value(name));
    let handicap = info("HA").and_then(|text| text.trim().parse().ok());
    board.set_file_komi(info("KM").unwrap_or_default(), handicap.unwrap_or(0));
    let mut number = 0;
    // The stones of nodes without a move, before they are put down: those of several nodes may be possible only together.
    let mut waiting: Option<[u128; 2]> = None;
    for node in nodes {
        if SET_UP.iter().any(|name| !node.values(name).is_empty()) {
            let position = board.position();
            let stones = waiting.unwrap_or([0, 1].map(|side| position.stones(side)));
            waiting = Some(set_up(stones, node, position.goban())?);
        }
        for (side, name) in ["B", "W"].into_iter().enumerate() {
            let Some(text) = node.value(name) else {
                continue;
            };
            if let Some(stones) = waiting.take() {
                board.set_up(stones)?;
            }
            number += 1;
            if until.is_some_and(|until| number >= until) {
                return Ok(board);
            }
            let m = point(board.position().goban(), text)?;
            board.play(side, m).map_err(|_| {
                format!(
                    "move {number} ({name}[{}]) is against the rules",
                    quoted(text)
                )
            })?;
        }
    }
    if let Some(stones) = waiting {
        board.set_up(stones)?;
    }
    Ok(board)
}

/// An empty board of this many points a side; the format has two numbers for a board that is no square, which some write for one that is.
fn resize(board: &mut GtpBoard, text: &str) -> Result<(), String> {
    let size = match text.split_once(':') {
        Some((columns, rows)) if columns.trim() == rows.trim() => columns.trim(),
        _ => text.trim(),
    };
    let resized = size.parse().ok().and_then(|size| board.resize(size).ok());
    resized.ok_or_else(|| format!("a board of {} points a side is not known", quoted(size)))
}

/// These stones with those that a node puts down or takes off.
fn set_up(stones: [u128; 2], node: &SgfNode, goban: &Goban) -> Result<[u128; 2], String> {
    let mut listed = [0_u128; 3];
    for (points_of, name) in listed.iter_mut().zip(SET_UP) {
        for text in node.values(name) {
            let found = points(goban, text)?;
            *points_of |= found.ok_or_else(|| format!("{name}[{}] is no point", quoted(text)))?;
        }
    }
    let [black, white, none] = listed;
    let kept = !(black | white | none);
    Ok([stones[0] & kept | black, stones[1] & kept | white])
}

/// The points of a value: one, or a rectangle by two of its corners; none of a pass.
fn points(goban: &Goban, text: &str) -> Result<Option<u128>, String> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (point(goban, from)?, point(goban, to)?);
    if from == PASS || to == PASS {
        return Ok(None);
    }
    let place = |m: u8| (m % goban.size, m / goban.size);
    let ((a, b), (c, d)) = (place(from), place(to));
    let rows = b.min(d)..=b.max(d);
    let all = rows.flat_map(|row| (a.min(c)..=a.max(c)).map(move |column| (column, row)));
    let bits = all.map(|(column, row)| 1_u128 << (row * goban.size + column));
    Ok(Some(bits.fold(0, |all, bit| all | bit)))
}

/// A text of a file as part of an answer, which no control character may end: its first characters.
fn quoted(text: &str) -> String {
    let plain = text.chars().filter(|c| !c.is_control());
    plain.take(QUOTED_MOST).collect()
}

/// The move of a value: two letters, column and row from the top; nothing is a pass.
fn point(goban: &Goban, text: &str) -> Result<u8, String> {
    let text = text.trim();
    if text.is_empty() || text == OLD_PASS {
        return Ok(PASS);
    }
    let bad = || format!("'{}' is no point of the board", quoted(text));
    let &[column, row] = text.as_bytes() else {
        return Err(bad());
    };
    let [column, row] = [column, row].map(|letter| letter.wrapping_sub(b'a'));
    (column < goban.size && row < goban.size)
        .then(|| row * goban.size + column)
        .ok_or_else(bad)
}
