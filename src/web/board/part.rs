//! Template data of `board.html`: a form of buttons over a drawing, complete without scripts.

use std::collections::BTreeMap;

use crate::ids::GameId;
use crate::web::board::art::{self, Art, CELL, Frame, Highlight, Material, Units};
use crate::web::board::board_view::{BoardView, SideView};
use crate::web::board::cells::{self, Cell, Position, Row};
use crate::web::board::scene::{Facts, Scene};
use crate::web::board::walk::Walk;
use crate::web::board::{preview, words};
use crate::web::error::with_query;
use rookery_games::Message;
use rookery_games::api::view::{Board, Piece, Zone};

/// The states of a space that are drawn under its piece, the lowest first.
const HIGHLIGHTS: [&str; 3] = ["last", "selected", "check"];

/// The end of an address whose page, without scripts, is shown from the board on and not from its top. Browsers keep it through a
/// redirect.
const IN_SIGHT: &str = "#board-box";

/// Target of the board's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The form's address.
    pub action: String,
    /// The name under which a tap is sent.
    pub tap: &'static str,
    /// Further fields, `(name, value)`.
    pub hidden: Vec<(&'static str, String)>,
    /// The address of the board without a half-made move.
    pub clear: String,
    /// Whether the browser's script may send moves itself and show the answer in place.
    pub is_live: bool,
}

impl Target {
    /// Moves of a match: `POST /games/{id}/moves`.
    pub fn moves(id: GameId) -> Self {
        Target {
            action: format!("/games/{id}/moves{IN_SIGHT}"),
            tap: "tap",
            hidden: Vec::new(),
            clear: format!("/games/{id}{IN_SIGHT}"),
            is_live: true,
        }
    }

    /// Moves tried from a position of a match that is over: `POST /games/{id}/variation`.
    pub fn variation(id: GameId, from: usize, line: String) -> Self {
        Target {
            action: format!("/games/{id}/variation{IN_SIGHT}"),
            tap: "tap",
            clear: variation_address(id, from, line.clone(), &[]) + IN_SIGHT,
            hidden: vec![("from", from.to_string()), ("line", line)],
            is_live: true,
        }
    }

    /// A first tap that begins a match: `POST /games` with the game’s name and the tap, and whether it goes on with the match
    /// that the game has begun. It opens another page, which is shown from its top.
    pub fn first_move(game: &str, is_begun: bool) -> Self {
        let mut hidden = vec![("game", game.to_owned())];
        if is_begun {
            hidden.push(("begun", "true".to_owned()));
        }
        Target {
            action: "/games".to_owned(),
            tap: "tap",
            hidden,
            clear: format!("/play/{game}"),
            is_live: false,
        }
    }

    /// A tap on the exercise of the rules: `GET /rules/{game}?try=…`.
    pub fn exercise(game: &str) -> Self {
        Target {
            action: format!("/rules/{game}#exercise"),
            tap: "try",
            hidden: Vec::new(),
            clear: format!("/rules/{game}#exercise"),
            is_live: false,
        }
    }
}

/// The address of a position of a match of `last` plies: that of the match for the last one.
pub fn position_address(id: GameId, ply: usize, last: usize) -> String {
    match ply < last {
        true => format!("/games/{id}?ply={ply}"),
        false => format!("/games/{id}"),
    }
}

/// The address at which a page that waits for a reply is loaded again; `here` is that of the page. One that differs from it by its
/// fragment alone would not be loaded: so they have the (empty) query by turns.
pub fn reply_address(id: GameId, here: &str) -> String {
    let query = if here.contains('?') { "" } else { "?prefix=" };
    format!("/games/{id}{query}{IN_SIGHT}")
}

/// The address of a variation that leaves a match after `from` moves along `line`, with the first tokens of its next move.
pub fn variation_address(id: GameId, from: usize, line: String, prefix: &[String]) -> String {
    let mut fields = vec![("from", from.to_string()), ("line", line)];
    if !prefix.is_empty() {
        fields.push(("prefix", prefix.join(",")));
    }
    with_query(&format!("/games/{id}"), &fields)
}

/// A button for a token that is not a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceButton {
    pub token: String,
    /// The text of the button.
    pub label: String,
    /// The piece that it draws: its drawing, tone and side.
    pub figure: Option<(&'static str, &'static str, usize)>,
}

/// A move for the list of the text box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The text that can be typed.
    pub text: String,
    /// The move in words.
    pub say: String,
}

/// A board to be put into a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPart {
    /// The target of the form.
    pub target: Target,
    /// The match, empty where there is none yet.
    pub id: String,
    /// The name of the grid for screen readers.
    pub label: String,
    /// Columns of the grid.
    pub cols: u8,
    /// Rows of the grid.
    pub rows: u8,
    /// The drawing.
    pub art: Art,
    /// The buttons.
    pub grid: Vec<Row>,
    /// Whether it is drawn turned by 180 degrees.
    pub is_turned: bool,
    /// The two colours.
    pub sides: [SideView; 2],
    /// The colour to move.
    pub turn: usize,
    /// Pieces beside the board.
    pub zones: Vec<Zone<String>>,
    /// Tokens that are not spaces and may come next.
    pub choices: Vec<ChoiceButton>,
    /// The whole move so far, if it may stop here or go on.
    pub finish: Option<String>,
    /// The tokens tapped so far, joined by commas.
    pub prefix: String,
    /// Moves made up to this position.
    pub ply: usize,
    /// The position's hash.
    pub hash: String,
    /// The state of the match, in words.
    pub status: String,
    /// The same in two parts where the match is over: its heading, and the facts after it.
    pub result: Option<(String, String)>,
    /// The last move in words, empty at the start.
    pub last: String,
    /// The work of the engine for it, in words; empty if there is nothing to say.
    pub effort: String,
    /// The next task in words; empty if there is nothing to say.
    pub task: String,
    /// Why the last request was refused, in words.
    pub refusal: Option<String>,
    /// A move that the engine suggests, in words.
    pub hint: Option<String>,
    /// Whether the viewer is no player of this match, which goes on.
    pub is_watched: bool,
    /// The address where a spectator starts a match like this one.
    pub play_it: Option<String>,
    /// Whether the game is explained, and the page offers to stop doing so.
    pub is_coached: bool,
    /// Whether taps are moves: on the viewer's turn, and where moves may be tried.
    pub is_playable: bool,
    /// Whether it is the viewer's turn in the match.
    pub is_mine: bool,
    /// The end of the match for the viewer: `won`, `lost` or `even`; `even` while it goes on, too.
    pub end: &'static str,
    /// Whether the page should ask again soon because the engine is at work.
    pub is_waiting: bool,
    /// The address where it does so without scripts.
    pub look_again: Option<String>,
    /// Legal moves for the text box.
    pub spellings: Vec<Spelling>,
    /// The position, a line for each side.
    pub standings: Vec<String>,
    /// The position as a drawing in text.
    pub text: String,
    /// The position as the command line reads it.
    pub position: String,
    /// The board view as JSON, safe inside a `<script>` data block.
    pub view_json: String,
    /// The words that the script needs, as JSON, safe inside a `<script>` data block.
    pub words_json: String,
}

impl BoardPart {
    /// Whether anything lies beside the board that is not one side's.
    pub fn has_common_zones(&self) -> bool {
        self.zones.iter().any(|zone| zone.side.is_none())
    }

    /// Whether the board is so much wider than high that what stands beside other boards has its place below it.
    pub fn is_broad(&self) -> bool {
        art::is_broad(self.cols, self.rows)
    }

    /// Whether the controls beside the board are needed: to finish or give up a half-made move, or because no space can be tapped.
    pub fn is_choosing(&self) -> bool {
        let is_begun = self.finish.is_some() || !self.prefix.is_empty();
        is_begun || (!self.choices.is_empty() && !self.has_playable_space())
    }

    /// Whether there is a choice instead of a tap on the board, such as a pass.
    pub fn is_offering(&self) -> bool {
        !self.choices.is_empty() && !self.is_choosing()
    }

    fn has_playable_space(&self) -> bool {
        let mut cells = self.grid.iter().flat_map(|row| &row.cells);
        cells.any(|cell| cell.is_playable)
    }

    /// Puts a board together. `prefix` are the tokens tapped so far; a prefix that begins no legal move counts as none.
    ///
    /// # Errors
    /// The view cannot be written as JSON.
    pub fn new(
        scene: &Scene<'_>,
        prefix: &[String],
        target: Target,
        say: &dyn Fn(&Message) -> String,
    ) -> Result<Self, serde_json::Error> {
        let facts = Facts::of(scene);
        let walk = Walk::new(&facts.legal);
        let prefix = if walk.is_begun(prefix) { prefix } else { &[] };
        let after;
        let pieces = match prefix {
            [] => &facts.pieces,
            _ => {
                after = preview::after(facts.pieces.clone(), &facts.legal, prefix, &scene.sides);
                &after
            }
        };
        let ahead = match prefix {
            [] => Vec::new(),
            _ => scene.game.marks(prefix),
        };
        let marked = if ahead.is_empty() {
            &facts.marks
        } else {
            &ahead
        };
        let board = &facts.board;
        let is_turned = scene.is_turned(board);
        let frame = Frame::new(board, is_turned);
        let position = Position {
            board,
            pieces,
            moves: &facts.legal,
            prefix,
            last: scene.last.as_ref(),
            marked,
            turn: scene.turn(),
        };
        let next = walk.next(prefix);
        let choices = facts
            .choices
            .iter()
            .filter(|choice| next.contains(&choice.token))
            .map(|choice| ChoiceButton {
                token: choice.token.to_owned(),
                label: say(&choice.label),
                figure: choice
                    .figure
                    .map(|(side, kind)| (kind, scene.sides[side].tone.as_str(), side)),
            });
        let choices = choices.collect();
        let material = Material::new(scene.kind, scene.world);
        let mut art = Art::new(material, board, pieces, &scene.sides, frame);
        art.draw_row(board, &facts.marks, frame);
        art.fell(board, &facts.marks, frame);
        art.draw_aims(board, marked, frame);
        let grid = cells::rows(&position, &walk, frame, say);
        // Behind a tile that covers the pieces it could not be seen; there a ring on the button marks the space instead.
        if art.material.over.is_none() {
            art.highlights = highlights(&grid);
        }
        let (cols, rows) = (board.cols, board.rows);
        let finish = walk.can_finish(prefix).then(|| prefix.join(","));
        let view = BoardView::of(scene, facts, say);
        Ok(BoardPart {
            id: view.id.clone(),
            label: say(&Message::new("board-label")),
            cols,
            rows,
            art,
            grid,
            is_turned,
            turn: view.turn,
            choices,
            finish,
            prefix: prefix.join(","),
            ply: view.ply,
            hash: view.hash.clone(),
            status: view.say.clone(),
            result: view.outcome.clone().zip(view.facts.clone()),
            last: scene
                .last
                .as_ref()
                .map_or_else(String::new, |last| say(&last.say)),
            effort: view.effort.clone().unwrap_or_default(),
            task: scene
                .takes_moves()
                .then(|| scene.task(prefix))
                .flatten()
                .map_or_else(String::new, |task| say(&task)),
            refusal: None,
            hint: None,
            is_watched: scene.is_watched(),
            play_it: None,
            is_coached: scene.coach.is_some(),
            is_playable: scene.takes_moves(),
            is_mine: scene.is_playable(),
            end: view.end.unwrap_or("even"),
            is_waiting: scene.is_thinking && scene.is_present,
            look_again: None,
            spellings: spellings(&view),
            standings: standings(&view, say),
            text: view.text.clone(),
            position: view.position.clone(),
            view_json: data_block(&view)?,
            words_json: data_block(&words::for_script(say))?,
            zones: view.zones,
            sides: view.sides,
            target,
        })
    }
}

/// The spaces that are singled out under their pieces; `board.js` finds the same.
fn highlights(rows: &[Row]) -> Vec<Highlight> {
    let cells = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(|cell| (row.number, cell)));
    let of_cell = |(number, cell): (u8, &Cell)| {
        let has = |kind: &str| cell.marks.split(' ').any(|mark| mark == kind);
        let kinds: Vec<_> = HIGHLIGHTS.into_iter().filter(|kind| has(kind)).collect();
        let (x, y) = (cell.column - 1, number - 1);
        kinds.into_iter().map(move |kind| Highlight {
            kind,
            x: Units::from(x) * CELL,
            y: Units::from(y) * CELL,
        })
    };
    cells.flat_map(of_cell).collect()
}

fn spellings(view: &BoardView<'_>) -> Vec<Spelling> {
    view.moves
        .iter()
        .map(|legal| Spelling {
            text: legal
                .alt
                .first()
                .cloned()
                .unwrap_or_else(|| legal.path.join(",")),
            say: legal.say.clone(),
        })
        .collect()
}

fn standings(view: &BoardView<'_>, say: &dyn Fn(&Message) -> String) -> Vec<String> {
    [0, 1]
        .map(|side| {
            let pieces = view.pieces.iter().filter(|piece| piece.side == side);
            let places = places(&view.board, &view.sides[side].name, pieces.collect());
            let places = if places.is_empty() {
                say(&Message::new("board-no-pieces"))
            } else {
                places
            };
            say(&Message::new("board-standing")
                .with("side", view.sides[side].name.clone())
                .with("places", places))
        })
        .into()
}

/// The places of a side's pieces, as players call them: by name if there are several kinds (`king e1; pawn a2, b2`). `standing.js` says
/// the same.
fn places(board: &Board, side: &str, pieces: Vec<&Piece<String>>) -> String {
    let spaces = board.spaces.iter();
    let labels: BTreeMap<&str, &str> = spaces
        .filter_map(|space| Some((space.id.as_str(), space.label.as_deref()?)))
        .collect();
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for piece in pieces {
        let at = piece.at.as_str();
        let place = labels.get(at).copied().unwrap_or(at);
        let name = without_side(&piece.name, side);
        by_name.entry(name).or_default().push(place);
    }
    let is_one_kind = by_name.len() <= 1;
    let groups = by_name.into_iter().map(|(name, mut places)| {
        // Numbers in their order, too.
        places.sort_unstable_by_key(|place| (place.len(), *place));
        let places = places.join(", ");
        match is_one_kind {
            true => places,
            false => format!("{name} {places}"),
        }
    });
    groups.collect::<Vec<_>>().join("; ")
}

/// The name of a piece without that of its side before it.
fn without_side<'a>(name: &'a str, side: &str) -> &'a str {
    match name.split_at_checked(side.len()) {
        Some((first, rest)) if first.to_lowercase() == side.to_lowercase() => {
            rest.strip_prefix(' ').unwrap_or(name)
        }
        _ => name,
    }
}

/// JSON that cannot end the `<script>` element that contains it.
fn data_block(value: &impl serde::Serialize) -> Result<String, serde_json::Error> {
    let json = serde_json::to_string(value)?;
    Ok(match json.contains('<') {
        true => json.replace('<', "\\u003c"),
        false => json,
    })
}
