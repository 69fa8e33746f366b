//! PGN writer, in the export format: the seven tags, then the others, then moves in lines of less than eighty characters.

use crate::chess::notation::fen::{self, Rights};
use crate::chess::notation::san;
use crate::chess::pgn::record::{Passage, ROSTER, Record};
use crate::chess::pgn::token;
use crate::chess::rules::position::Chess;
use crate::portable_tags;
use rookery_engine::Position;

/// The longest line, unless a single word is longer.
const MOST_COLUMNS: usize = 79;

/// Writes a game.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text.push_str(&portable_tags::tag(name, value));
    let mut tags = record.tags();
    for (name, value) in tags.by_ref().take(ROSTER.len()) {
        tag(name, value);
    }
    tag("Result", record.verdict.text());
    if !record.has_usual_start() {
        tag("SetUp", "1");
        tag("FEN", &fen::print(&record.start, Rights::Wings));
    }
    for (name, value) in tags {
        tag(name, value);
    }
    text.push('\n');
    text + &movetext(&record.start, &record.moves, record.verdict.text())
}

/// Moves from this position on, with their numbers, and the result.
pub(in crate::chess) fn movetext(start: &Chess, moves: &Passage, result: &str) -> String {
    let mut words = Words::default();
    words.passage(start, moves);
    words.add(result);
    words.flush();
    words.text + "\n"
}

/// Words in lines.
#[derive(Default)]
struct Words {
    text: String,
    column: usize,
    /// The last word, to which signs may still be added; empty where there is none.
    last: String,
    /// The brackets with which the next word begins.
    opening: String,
}

impl Words {
    fn add(&mut self, word: &str) {
        self.flush();
        self.last = std::mem::take(&mut self.opening) + word;
    }

    /// Appends a sign to the last word.
    fn close(&mut self, sign: char) {
        self.last.push(sign);
    }

    /// Writes the last word, in this line or the next.
    fn flush(&mut self) {
        let word = std::mem::take(&mut self.last);
        let length = word.chars().count();
        // At the beginning of a line, a percent sign would make a reader skip the line, and this tag would begin another game.
        let must_stay = word.starts_with('%') || word == "[Event";
        if self.column > 0 && self.column + length >= MOST_COLUMNS && !must_stay {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&word);
        self.column += length;
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let comment = token::tidy(comment);
            if comment.is_empty() {
                continue;
            }
            self.opening.push('{');
            comment.split(' ').for_each(|word| self.add(word));
            self.close('}');
        }
    }

    fn passage(&mut self, start: &Chess, passage: &Passage) {
        self.comments(&passage.comments);
        let mut position = *start;
        let mut is_interrupted = true;
        for node in &passage.nodes {
            let number = position.ply() / 2 + 1;
            match position.side() {
                0 => self.add(&format!("{number}.")),
                _ if is_interrupted => self.add(&format!("{number}...")),
                _ => {}
            }
            self.add(&san::write(&position, node.m));
            for annotation in &node.annotations {
                self.add(&format!("${annotation}"));
            }
            self.comments(&node.comments);
            for instead in node.instead.iter().filter(|passage| !is_blank(passage)) {
                self.opening.push('(');
                self.passage(&position, instead);
                self.close(')');
            }
            is_interrupted = !node.comments.is_empty() || !node.instead.is_empty();
            position.play(node.m);
        }
    }
}

/// Whether nothing of the passage would be written.
fn is_blank(passage: &Passage) -> bool {
    passage.nodes.is_empty() && passage.comments.iter().all(|text| text.trim().is_empty())
}
