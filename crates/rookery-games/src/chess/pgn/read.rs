//! PGN reader.

use crate::chess::notation::fen;
use crate::chess::notation::san;
use crate::chess::pgn::record::{GameResult, Passage, PgnMove, Record};
use crate::chess::pgn::text::{Misread, Rest, TextPlace};
use crate::chess::pgn::token::{self, Token};
use crate::chess::rules::position::Chess;
use crate::text::quoted;
use rookery_engine::Position;

/// The deepest nesting of variations.
const MOST_NESTED: usize = 100;

/// Reads the first game of a text.
///
/// # Errors
/// The place at which the text is not a game, and what is expected there.
pub fn read(text: &str) -> Result<Record, Misread> {
    let start = TextPlace { line: 1, column: 1 };
    let nothing = || Err(start.misread("there is no game in this text"));
    Games::new(text).next().unwrap_or_else(nothing)
}

/// The games of a text, one after another. After one that cannot be read, the next begins at the next line that begins with the
/// tag `Event`, or with any tag after a blank line.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: Rest<'a>,
}

impl<'a> Games<'a> {
    /// The games of this text.
    pub fn new(text: &'a str) -> Self {
        Games {
            rest: Rest::new(text),
        }
    }

    /// Goes to the line where the next game is likely to begin: it may be this one.
    fn skip_game(&mut self) {
        while !self.rest.begins_game() && self.rest.bump().is_some() {}
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, Misread>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = game(&mut self.rest).transpose()?;
        if game.is_err() {
            self.skip_game();
        }
        Some(game)
    }
}

/// The next game; none at the end of the text.
fn game(rest: &mut Rest<'_>) -> Result<Option<Record>, Misread> {
    let usual = fen::parse(fen::START).expect("the first position is one");
    let mut record = Record::new(usual);
    let mut tagged_verdict = None;
    let mut is_empty = true;
    // Comments may stand before and between the tags.
    let mut comments = Vec::new();
    loop {
        let before = rest.clone();
        let Some((_, token)) = token::next(rest)? else {
            break;
        };
        match token {
            Token::Tag { name, value, at } => {
                match name {
                    "FEN" => record.start = start(&value, at)?,
                    "Result" => tagged_verdict = GameResult::of_text(&value),
                    "Variant" => check_variant(&value, at)?,
                    _ => {}
                }
                record.set_tag(name, &value);
                is_empty = false;
            }
            Token::Comment(text) => add_comment(&mut comments, text),
            _ => {
                *rest = before;
                is_empty = false;
                break;
            }
        }
    }
    if is_empty && comments.is_empty() {
        return Ok(None);
    }
    record.name_variant();
    let mut movetext = Movetext::new(&record.start, comments);
    let verdict = movetext.read(rest)?;
    record.moves = movetext.passage;
    record.verdict = verdict.or(tagged_verdict).unwrap_or_default();
    Ok(Some(record))
}

fn add_comment(comments: &mut Vec<String>, text: String) {
    if !text.is_empty() {
        comments.push(text);
    }
}

fn start(value: &str, at: TextPlace) -> Result<Chess, Misread> {
    fen::parse(value).map_err(|why| at.misread(format!("the tag FEN: {why}")))
}

fn check_variant(value: &str, at: TextPlace) -> Result<(), Misread> {
    const KNOWN: [&str; 7] = [
        "",
        "?",
        "chess",
        "standard",
        "fromposition",
        "chess960",
        "fischerandom",
    ];
    let plain: String = value.chars().filter(|c| !c.is_whitespace()).collect();
    if KNOWN.contains(&plain.to_lowercase().as_str()) {
        return Ok(());
    }
    Err(at.misread(format!(
        "the tag Variant: {} is not played here; chess and Chess960 are",
        quoted(value)
    )))
}

/// A passage that is being read, within a variation or not.
struct Movetext {
    passage: Passage,
    /// The position before the last move, where there is one.
    before: Option<Chess>,
    now: Chess,
    /// The beginning of the variation.
    at: TextPlace,
    /// The passages around this one.
    around: Vec<Movetext>,
}

impl Movetext {
    fn new(start: &Chess, comments: Vec<String>) -> Self {
        Movetext {
            passage: Passage {
                comments,
                nodes: Vec::new(),
            },
            before: None,
            now: *start,
            at: TextPlace { line: 1, column: 1 },
            around: Vec::new(),
        }
    }

    /// Reads moves up to the result, the tags of the next game or the end of the text.
    fn read(&mut self, rest: &mut Rest<'_>) -> Result<Option<GameResult>, Misread> {
        loop {
            let before = rest.clone();
            let Some((at, token)) = token::next(rest)? else {
                return self.end(None);
            };
            match token {
                Token::Tag { .. } => {
                    *rest = before;
                    return self.end(None);
                }
                Token::Comment(text) => match self.passage.nodes.last_mut() {
                    Some(node) => add_comment(&mut node.comments, text),
                    None => add_comment(&mut self.passage.comments, text),
                },
                Token::Annotation(number) => match self.passage.nodes.last_mut() {
                    Some(node) => node.annotations.push(number),
                    None => {
                        return Err(at.misread("there is no move yet that this could be said of"));
                    }
                },
                Token::Open => self.open(at)?,
                Token::Close => self.close(at)?,
                Token::Word(word) => match GameResult::of_text(word) {
                    Some(verdict) => return self.end(Some(verdict)),
                    None => self.play(word, at)?,
                },
            }
        }
    }

    fn play(&mut self, word: &str, at: TextPlace) -> Result<(), Misread> {
        let m = san::read(&self.now, word).map_err(|why| {
            let side = ["White", "Black"][self.now.side()];
            let number = self.now.ply() / 2 + 1;
            at.misread(format!("move {number} of {side}: {why}"))
        })?;
        self.before = Some(self.now);
        self.now.play(m);
        self.passage.nodes.push(PgnMove::new(m));
        Ok(())
    }

    fn open(&mut self, at: TextPlace) -> Result<(), Misread> {
        let Some(before) = self.before else {
            return Err(at.misread("there is no move yet that this could be played instead of"));
        };
        if self.around.len() == MOST_NESTED {
            return Err(at.misread(format!(
                "variations within variations go {MOST_NESTED} deep at most"
            )));
        }
        let mut inner = Movetext::new(&before, Vec::new());
        inner.at = at;
        inner.around = std::mem::take(&mut self.around);
        let outer = std::mem::replace(self, inner);
        self.around.push(outer);
        Ok(())
    }

    fn close(&mut self, at: TextPlace) -> Result<(), Misread> {
        let Some(mut outer) = self.around.pop() else {
            return Err(at.misread("no variation ends here: there is no '(' for this ')'"));
        };
        outer.around = std::mem::take(&mut self.around);
        let inner = std::mem::replace(self, outer);
        if let Some(node) = self.passage.nodes.last_mut()
            && inner.passage != Passage::default()
        {
            node.instead.push(inner.passage);
        }
        Ok(())
    }

    fn end(&self, verdict: Option<GameResult>) -> Result<Option<GameResult>, Misread> {
        if self.around.is_empty() {
            return Ok(verdict);
        }
        Err(self
            .at
            .misread("this variation has no end: ')' is expected"))
    }
}
