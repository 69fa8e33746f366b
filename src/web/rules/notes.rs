//! Notes on a diagram: arrows, rings, pale pieces and crosses over the board, in the units of its drawing.

use std::collections::BTreeSet;

use crate::web::board::{CELL, Frame};
use rookery_games::api::view::{Board, Fx, LegalMove, Piece, Side};
use rookery_games::{Diagram, Error, Game};

/// Lengths of an arrow, where a space is 100 wide, as in `static/arrows.js`: from the centres of its spaces to its ends, and its own.
const FROM_CENTRE: f64 = 24.0;
const TO_CENTRE: f64 = 12.0;
const HEAD: f64 = 34.0;
const HALF_HEAD: f64 = 17.0;
const HALF_SHAFT: f64 = 5.5;

/// Something drawn over a diagram.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Note {
    /// A tinted space; `kind` is its class: `spot`, `last`, or that of a mark of the position.
    Space { kind: &'static str, x: u32, y: u32 },
    /// A pale piece where one is put: its drawing, tone and side, and the corner of its space.
    Ghost {
        piece: &'static str,
        tone: &'static str,
        side: usize,
        x: u32,
        y: u32,
    },
    /// The outline of an arrow, as the points of a polygon.
    Arrow(String),
    /// A ring around a piece that leaves (`take`) or turns over (`turn`).
    Ring { kind: &'static str, x: u32, y: u32 },
    /// A space that cannot be played to.
    Cross { x: u32, y: u32 },
}

/// A position with the data that its notes are drawn from.
pub struct Drawing<'a> {
    pub board: &'a Board,
    pub pieces: &'a [Piece],
    pub sides: &'a [Side; 2],
    /// The spaces of the last move, which are framed.
    pub last: &'a [String],
}

impl Drawing<'_> {
    /// The notes of a diagram, each once, in the order in which they are painted.
    ///
    /// # Errors
    /// A defect of the game: a move that the diagram draws is not legal.
    pub fn notes(&self, diagram: &Diagram, game: &dyn Game) -> Result<Vec<Note>, Error> {
        let mut notes = BTreeSet::new();
        for at in self.last {
            notes.extend(self.space("last", at));
        }
        for mark in game.marks(&[]) {
            // The row that won has a stroke of its own.
            if mark.kind != "line" {
                notes.extend(self.space(mark.kind, &mark.at));
            }
        }
        for at in diagram.spaces {
            notes.extend(self.space("spot", at));
        }
        let legal = game.legal();
        for text in diagram.moves {
            let path = game.read(text)?;
            let found = legal.iter().find(|legal| legal.path == path);
            notes.extend(found.into_iter().flat_map(|legal| self.moved(legal)));
        }
        for taps in diagram.forbidden {
            let tap = taps.rsplit(',').next().unwrap_or_default();
            let at = self.corner_of_tap(tap);
            notes.extend(at.map(|(x, y)| Note::Cross { x, y }));
        }
        Ok(notes.into_iter().collect())
    }

    fn moved(&self, legal: &LegalMove) -> Vec<Note> {
        let piece = |id: u16| self.pieces.iter().find(|piece| piece.id == id);
        let ring = |kind, id| {
            let (x, y) = self.corner(&piece(id)?.at)?;
            Some(Note::Ring { kind, x, y })
        };
        let note = |fx: &Fx| match fx {
            Fx::Add { at, side, kind, .. } => {
                let (x, y) = self.corner(at)?;
                Some(self.ghost(kind, *side, x, y))
            }
            Fx::Move { p, to } => {
                let moved = piece(*p)?;
                let (x, y) = self.corner(to)?;
                // A piece that moves along with the one that was taken up, such as the rook of a king that castles.
                if legal.path.first() != Some(&moved.at) {
                    return Some(self.ghost(moved.kind, moved.side, x, y));
                }
                Some(Note::Arrow(arrow(self.corner(&moved.at)?, (x, y))))
            }
            Fx::Remove { p } => ring("take", *p),
            Fx::Turn { p, .. } => ring("turn", *p),
            Fx::Morph { .. } => None,
        };
        legal.fx.iter().flatten().filter_map(note).collect()
    }

    fn ghost(&self, piece: &'static str, side: usize, x: u32, y: u32) -> Note {
        let tone = self.sides[side].tone.as_str();
        Note::Ghost {
            piece,
            tone,
            side,
            x,
            y,
        }
    }

    fn space(&self, kind: &'static str, at: &str) -> Option<Note> {
        let (x, y) = self.corner(at)?;
        Some(Note::Space { kind, x, y })
    }

    fn corner(&self, at: &str) -> Option<(u32, u32)> {
        let found = self.board.spaces.iter().find(|space| space.id == at)?;
        Some(Frame::new(self.board, false).corner(found.c, found.r))
    }

    /// The space of a tap: where it stands for several (any of a column), the uppermost.
    fn corner_of_tap(&self, tap: &str) -> Option<(u32, u32)> {
        let taps = |id: &Option<String>| id.as_deref() == Some(tap);
        let spaces = self.board.spaces.iter();
        let found = spaces.filter(|space| space.id == tap || taps(&space.tap));
        let top = found.min_by_key(|space| space.r)?;
        self.corner(&top.id)
    }
}

/// The outline of an arrow between the centres of two spaces: along one side of the shaft to the head, and back.
fn arrow(from: (u32, u32), to: (u32, u32)) -> String {
    let centre = |(x, y)| {
        let middle = |n: u32| f64::from(n + CELL / 2);
        (middle(x), middle(y))
    };
    let (from, to) = (centre(from), centre(to));
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    let way = ((to.0 - from.0) / length, (to.1 - from.1) / length);
    let at = |(along, aside): (f64, f64)| {
        let x = from.0 + way.0 * along - way.1 * aside;
        let y = from.1 + way.1 * along + way.0 * aside;
        format!("{x:.0},{y:.0}")
    };
    let tip = length - TO_CENTRE;
    let outline = [
        (FROM_CENTRE, HALF_SHAFT),
        (tip - HEAD, HALF_SHAFT),
        (tip - HEAD, HALF_HEAD),
        (tip, 0.0),
        (tip - HEAD, -HALF_HEAD),
        (tip - HEAD, -HALF_SHAFT),
        (FROM_CENTRE, -HALF_SHAFT),
    ];
    outline.map(at).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_games::{GameType, Registry, Setup};

    /// The notes of a diagram of the game, as it would be drawn.
    fn notes(name: &str, diagram: &Diagram) -> Vec<Note> {
        let games = Registry::shipped();
        let kind: &dyn GameType = games.find(name).unwrap();
        let (game, _) = diagram.game(kind).unwrap();
        let (board, pieces) = (game.board(), game.pieces());
        let sides = kind.sides(&Setup::default());
        let drawing = Drawing {
            board: &board,
            pieces: &pieces,
            sides: &sides,
            last: &[],
        };
        drawing.notes(diagram, &*game).unwrap()
    }

    #[test]
    fn an_arrow_leads_from_space_to_space() {
        // From a1 to a3 on a board whose rows are counted from below: straight up, in the first column.
        let points = arrow((0, 700), (0, 500));
        let points: Vec<(i32, i32)> = points
            .split(' ')
            .map(|p| p.split_once(',').unwrap())
            .map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()))
            .collect();
        assert_eq!(points.len(), 7);
        assert_eq!(
            points[3],
            (50, 562),
            "its tip stops before the centre of a3"
        );
        assert!(
            points
                .iter()
                .all(|&(x, y)| (20..=80).contains(&x) && (562..=726).contains(&y))
        );
    }

    #[test]
    fn each_kind_of_change_is_drawn() {
        let castling = Diagram {
            position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            moves: &["e1,g1"],
            forbidden: &["e1,c1"],
            ..Diagram::START
        };
        let found = notes("chess", &castling);
        let arrows = found.iter().filter(|note| matches!(note, Note::Arrow(_)));
        assert_eq!(arrows.count(), 1, "the king's: {found:?}");
        let is_rook = |note: &&Note| {
            matches!(
                note,
                Note::Ghost {
                    piece: "rook",
                    x: 500,
                    y: 700,
                    ..
                }
            )
        };
        assert_eq!(found.iter().filter(is_rook).count(), 1, "{found:?}");
        assert!(found.contains(&Note::Cross { x: 200, y: 700 }), "{found:?}");
        let turning = Diagram {
            moves: &["d3"],
            ..Diagram::START
        };
        let found = notes("othello", &turning);
        // d3 is in the fourth column and, counted from the top, the third row; it turns d4.
        assert!(found.iter().any(|note| matches!(
            note,
            Note::Ghost {
                x: 300,
                y: 200,
                side: 0,
                ..
            }
        )));
        assert!(found.contains(&Note::Ring {
            kind: "turn",
            x: 300,
            y: 300
        }));
        let full = Diagram {
            played: &["d", "d", "d", "d", "d", "d"],
            forbidden: &["d"],
            ..Diagram::START
        };
        assert!(notes("connect-four", &full).contains(&Note::Cross { x: 300, y: 0 }));
        let checked = Diagram {
            position: "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
            ..Diagram::START
        };
        let check = Note::Space {
            kind: "check",
            x: 400,
            y: 700,
        };
        assert_eq!(notes("chess", &checked), [check]);
    }
}
