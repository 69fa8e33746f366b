//! The sheet of a game: all its plain data that is known before a match starts.

use crate::{BoardTheme, Diagram, Level, World};

/// One `static` value a game. Ids of its texts follow from its name: `NAME-title`, `NAME-summary`, `NAME-glance-KEY`,
/// `NAME-rules-KEY` of each paragraph, `NAME-diagram-KEY` of each diagram, `NAME-variant-KEY`, `NAME-OPTION` and `NAME-OPTION-VALUE`, and where there are
/// further themes or sets, `NAME-theme-KEY` and `NAME-set-KEY` of each and of the usual one, `standard`.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// The game's texts in Fluent, by language; where the site's language is missing, the first is taken.
    pub texts: &'static [(&'static str, &'static str)],
    /// The keys of facts of a few words that help to choose among games, such as how long one takes: the texts `NAME-glance-KEY`.
    pub glance: &'static [&'static str],
    /// The drawings of its pieces.
    pub pieces: &'static [PieceDrawing],
    /// Further sets of drawings that a visitor may choose, beside `pieces`.
    pub sets: &'static [PieceSet],
    /// The colours of its board and pieces, and how they move.
    pub world: World,
    /// Further colours that a visitor may choose, beside those of `world`.
    pub themes: &'static [BoardTheme],
    /// The kinds of piece that stand for the sides beside the board, by side or one for both; where there is none, the first of `pieces`.
    pub emblems: &'static [&'static str],
    /// The keys of the paragraphs of the rules, in order.
    pub rules: &'static [&'static str],
    /// The keys of the paragraphs that begin a section, under the heading `NAME-heading-KEY`; none for rules of a few lines.
    pub headings: &'static [&'static str],
    /// Small boards beside the paragraphs. The first that is an exercise stands below its section, on a board of its own.
    pub diagrams: &'static [Diagram],
    /// For a game that few people know: the keys of the tasks that a visitor's first match explains. Where the game's task is
    /// `NAME-task-KEY`, the text `NAME-coach-KEY` takes its place.
    pub coach: &'static [&'static str],
    /// The keys of the variants, the default first. `standard` has its name from the texts that all games share.
    pub variants: &'static [&'static str],
    /// The rules that can be chosen.
    pub options: &'static [RuleOption],
    /// Whether the game has a hint of its own, `NAME-start-hint`, where the page of a new match asks for a first position.
    pub has_start_hint: bool,
    /// The eight levels, weakest first.
    pub levels: [Level; Level::COUNT as usize],
    /// The text of `levels.tsv`, which `rookery levels GAME --write` makes; empty where nothing was measured yet.
    pub level_results: &'static str,
    /// The ratings of the levels in Elo, if games against programs of known strength have shown them.
    pub elo: Option<[u32; Level::COUNT as usize]>,
    /// Whether the best level answers from a table, without a search. Such a game may stand on the home page if no game has a
    /// begun match ([`Sheet::begun`]).
    pub is_solved: bool,
    /// Whether every level plays from the opening book against people, so that games begin differently. The matches between
    /// levels that measure their strength are played without the book.
    pub begins_by_book: bool,
    /// Where players may agree to a draw.
    pub agreed_draws: AgreedDraws,
    /// The name of the file format in which other programs exchange this game; `None` if there is no such format.
    pub export: Option<&'static str>,
    /// The letters that stand for a kind of piece at the beginning of a move; the list of moves draws the piece in their place.
    pub letters: &'static [Letter],
    /// The field of a position's text, counted from 0 between blanks, in which the number of the next move stands; none where positions
    /// have no such number.
    pub number_field: Option<usize>,
    /// The moves of a short legal game, in the usual notation, from which the picture in the list of games is drawn.
    pub showcase: &'static [&'static str],
    /// The same for the pictures of those variants whose first positions are alike, by the key of the variant.
    pub variant_showcases: &'static [(&'static str, &'static [&'static str])],
    /// A match for visitors to go on with: the home page shows that of the first game in the registry that has one.
    pub begun: Option<BegunMatch>,
    /// The fixed searches of `rookery bench`.
    pub bench: Bench,
    /// Plies left to chance at the beginning of a match of the engine against itself.
    pub opening_plies: usize,
    /// The evaluations by name, the usual one first.
    pub evaluations: &'static [&'static str],
    /// The published conventions for counting leaves in this game, the usual one first; empty if there is only one.
    pub conventions: &'static [&'static str],
    /// The steps that the solver can do without, by name, each built on those before it.
    pub solver_steps: &'static [&'static str],
}

impl Sheet {
    /// A game of which nothing is known yet: `Sheet { texts, pieces, showcase, ..Sheet::DEFAULT }` is enough to play it,
    /// with the one paragraph of rules `NAME-rules-aim`.
    pub const DEFAULT: Sheet = Sheet {
        texts: &[],
        glance: &[],
        pieces: &[],
        sets: &[],
        world: World::WOOD,
        themes: &[],
        emblems: &[],
        rules: &["aim"],
        headings: &[],
        diagrams: &[],
        coach: &[],
        variants: &["standard"],
        options: &[],
        has_start_hint: false,
        levels: Level::LADDER,
        level_results: "",
        elo: None,
        is_solved: false,
        begins_by_book: false,
        agreed_draws: AgreedDraws::Never,
        export: None,
        letters: &[],
        number_field: None,
        showcase: &[],
        variant_showcases: &[],
        begun: None,
        bench: Bench {
            positions: &[""],
            depth: 6,
        },
        opening_plies: 6,
        evaluations: &["standard"],
        conventions: &[],
        solver_steps: &[],
    };

    /// The kind of piece that stands for a side beside the board; none for a game without drawings.
    pub fn emblem(&self, side: usize) -> Option<&'static str> {
        let chosen = self.emblems.get(side).or(self.emblems.first()).copied();
        chosen.or_else(|| self.pieces.first().map(|piece| piece.kind))
    }

    /// The number of the first move from a position on, 1 where its text has none.
    pub fn first_number(&self, start: &str) -> usize {
        let field = self.number_field;
        let text = field.and_then(|field| start.split_whitespace().nth(field));
        let number = text.and_then(|text| text.parse::<usize>().ok());
        number.map_or(1, |number| number.max(1))
    }

    /// Whether players may agree to a draw in a variant.
    pub fn agrees_draws(&self, variant: &str) -> bool {
        match self.agreed_draws {
            AgreedDraws::Never => false,
            AgreedDraws::Always => true,
            AgreedDraws::InVariants(variants) => variants.contains(&variant),
        }
    }

    /// The game's texts in a language, or in its first where it lacks that one.
    pub fn texts_in(&self, language: &str) -> &'static str {
        let found = self.texts.iter().find(|(known, _)| *known == language);
        found.or(self.texts.first()).map_or("", |(_, text)| text)
    }
}

/// The variants of a game in which players may agree to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgreedDraws {
    /// In no variant: the rules soon end a drawn game, so nobody has to agree to a draw.
    Never,
    /// In each variant.
    Always,
    /// In these, by their keys.
    InVariants(&'static [&'static str]),
}

/// A match against the engine that has already begun. Its moves should leave both sides a chance to win, because a win counts
/// like any other, and the side that moves first should be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BegunMatch {
    /// The key of the variant.
    pub variant: &'static str,
    /// The engine's level, 1 to 8. If it takes at most a thousand nodes a move, a visitor needs no captcha.
    pub level: u8,
    /// The moves so far, in the usual notation.
    pub line: &'static [&'static str],
}

/// A choice about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The key, for example `moves-first`.
    pub key: &'static str,
    /// The keys of its values; the first is the default.
    pub values: &'static [&'static str],
}

/// A letter that stands for a kind of piece at the beginning of a move's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter, upper or lower case as in the notation.
    pub letter: &'static str,
    /// The kind of piece, one of the sheet's drawings.
    pub kind: &'static str,
    /// The text that is read out in its place, such as `chess-knight`.
    pub name: &'static str,
}

impl Letter {
    /// A letter for a kind of piece, with the text that names it.
    pub const fn new(letter: &'static str, kind: &'static str, name: &'static str) -> Self {
        Letter { letter, kind, name }
    }
}

/// Fixed positions and the depth, in plies, to which they are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Position strings; empty is the usual start.
    pub positions: &'static [&'static str],
    /// Depth in plies.
    pub depth: u32,
}

/// The drawing of a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceDrawing {
    /// The kind of piece, as in the positions. Games with pieces of the same kind share one drawing.
    pub kind: &'static str,
    /// The inside of an SVG symbol of 100 by 100: `pf` is filled in the tone of the piece's side, `pl` is its outline, `pm` the
    /// mark that tells the sides apart without colour, `pd` a line in its colour, `stroke` a thick line; `shine` lights what is
    /// under it from above, `shade` is a shadow.
    pub svg: &'static str,
}

/// A further set of drawings of a game's pieces, called `NAME-set-KEY`; the sheet's own drawings are the set `standard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// The key, for example `flat`: small letters, digits and hyphens.
    pub key: &'static str,
    /// One drawing of each kind that the sheet's own set draws.
    pub pieces: &'static [PieceDrawing],
}

impl PieceDrawing {
    /// A round flat piece.
    pub const DISC: PieceDrawing = PieceDrawing {
        kind: "disc",
        svg: DISC_SVG,
    };
}

const DISC_SVG: &str = r#"<circle class="shade" cx="51.5" cy="54" r="40"/><circle class="pf pl" cx="50" cy="50" r="39"/><circle class="shine" cx="50" cy="50" r="39"/>"#;
