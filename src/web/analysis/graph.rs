//! Graph of winning chances: the curve of side 0 over the plies, as points of a drawing.

use crate::matches::{Mark, MatchAnalysis};

/// Width and height of the drawing, and the room around the curve.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 78.0;
const MARGIN: f64 = 5.0;

/// The curve and what can be clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The points of the curve, as `points` of a polyline.
    pub curve: String,
    /// The same with the ground line, as the area under it.
    pub area: String,
    pub points: Vec<GraphPoint>,
}

/// A position in the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphPoint {
    pub ply: usize,
    /// The centre, in tenths, so that the page is the same everywhere.
    pub x: String,
    pub y: String,
    /// The left end and the width of the strip that leads to it.
    pub left: String,
    pub wide: String,
    pub mark: Option<Mark>,
    /// What is read out.
    pub say: String,
}

impl Graph {
    /// Width and height of the drawing.
    pub fn size(&self) -> (f64, f64) {
        (WIDTH, HEIGHT)
    }

    /// The graph of positions; `say` names a ply.
    pub fn of(analysis: &MatchAnalysis, last: usize, say: impl Fn(usize) -> String) -> Self {
        let step = (WIDTH - 2.0 * MARGIN) / last.max(1) as f64;
        let x = |ply: usize| MARGIN + step * ply as f64;
        let y = |chance: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - chance);
        let tenths = |n: f64| format!("{n:.1}");
        let points: Vec<GraphPoint> = analysis
            .positions()
            .map(|(ply, position)| GraphPoint {
                ply,
                x: tenths(x(ply)),
                y: tenths(y(position.chance)),
                left: tenths(x(ply) - step / 2.0),
                wide: tenths(step),
                mark: position.mark,
                say: say(ply),
            })
            .collect();
        let curve: Vec<String> = points.iter().map(|p| format!("{},{}", p.x, p.y)).collect();
        let curve = curve.join(" ");
        let ends = points.first().zip(points.last());
        let area = ends.map_or_else(String::new, |(first, end)| {
            format!("{},{HEIGHT} {curve} {},{HEIGHT}", first.x, end.x)
        });
        Graph {
            curve,
            area,
            points,
        }
    }
}
