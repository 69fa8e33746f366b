//! Charts by day, computed on the server: numbers in, coordinates of an SVG drawing out. The template draws them.

/// Width of the drawing, in its own units.
pub const WIDTH: f64 = 720.0;
pub const HEIGHT: f64 = 230.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 24.0;
/// Lines across at most, the base line not counted.
const MOST_TICKS: f64 = 5.0;
/// Days named below the drawing at most.
const MOST_LABELS: usize = 8;

/// A chart with one position on the horizontal axis per day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    pub parts: Vec<BarPart>,
    /// The points of the line.
    pub dots: Vec<ChartPoint>,
    /// The line as the `d` of a path; it is interrupted at days without a value.
    pub line: String,
    /// Lines across, with their value.
    pub ticks: Vec<Tick>,
    /// Days below the drawing.
    pub labels: Vec<Label>,
}

/// A part of a day's bar.
#[derive(Clone, Debug, PartialEq)]
pub struct BarPart {
    pub series: usize,
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A point of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartPoint {
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
}

/// A line across.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub y: f64,
    /// The value that it stands for, in words.
    pub value: String,
}

/// A day below the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its middle.
    pub x: f64,
    /// The day.
    pub words: String,
}

/// Stacked bars: one row of values per day, all of the same length; the first value is at the bottom.
pub fn bars(days: &[String], values: &[Vec<u64>]) -> Chart {
    let sum = |day: &Vec<u64>| day.iter().sum::<u64>() as f64;
    let scale = Scale::of(values.iter().map(sum).fold(0.0, f64::max));
    let step = step(days.len());
    let mut parts = Vec::new();
    for (day, values) in values.iter().enumerate() {
        let mut below = 0;
        for (series, value) in values.iter().enumerate().filter(|(_, value)| **value > 0) {
            let (low, high) = (scale.y(below as f64), scale.y((below + value) as f64));
            parts.push(BarPart {
                series,
                x: tenths(LEFT + (day as f64 + 0.1) * step),
                y: high,
                width: tenths(step * 0.8),
                height: tenths(low - high),
            });
            below += value;
        }
    }
    Chart {
        parts,
        ticks: scale.ticks(),
        labels: labels(days),
        ..Chart::default()
    }
}

/// A line through the days that have a value.
pub fn line(days: &[String], values: &[Option<f64>]) -> Chart {
    let scale = Scale::of(values.iter().flatten().copied().fold(0.0, f64::max));
    let (mut dots, mut line) = (Vec::new(), String::new());
    let mut is_on = false;
    for (day, value) in values.iter().enumerate() {
        let Some(value) = value else {
            is_on = false;
            continue;
        };
        let dot = ChartPoint {
            x: middle(day, days.len()),
            y: scale.y(*value),
        };
        let verb = if is_on { 'L' } else { 'M' };
        line.push_str(&format!("{verb}{} {}", dot.x, dot.y));
        dots.push(dot);
        is_on = true;
    }
    Chart {
        dots,
        line,
        ticks: scale.ticks(),
        labels: labels(days),
        ..Chart::default()
    }
}

/// The scale from values to heights.
struct Scale {
    step: f64,
    most: f64,
}

impl Scale {
    /// A scale with lines at 1, 2 or 5 times a power of ten.
    fn of(most: f64) -> Self {
        let rough = (most / MOST_TICKS).max(f64::MIN_POSITIVE);
        let ten = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|times| times * ten)
            .find(|step| *step >= rough)
            .filter(|_| most > 0.0)
            .unwrap_or(1.0)
            // Captchas and seconds are integers: between 0 and 1 there is nothing to show.
            .max(1.0);
        let most = (most / step).ceil().max(1.0) * step;
        Scale { step, most }
    }

    fn y(&self, value: f64) -> f64 {
        tenths(HEIGHT - BOTTOM - value / self.most * (HEIGHT - TOP - BOTTOM))
    }

    fn ticks(&self) -> Vec<Tick> {
        let count = (self.most / self.step).round() as u32;
        (0..=count)
            .map(|n| f64::from(n) * self.step)
            .map(|value| Tick {
                y: self.y(value),
                value: format!("{value:.0}"),
            })
            .collect()
    }
}

fn step(days: usize) -> f64 {
    (WIDTH - LEFT - RIGHT) / days.max(1) as f64
}

fn middle(day: usize, days: usize) -> f64 {
    tenths(LEFT + (day as f64 + 0.5) * step(days))
}

/// Labels at regular intervals of days, always including today.
fn labels(days: &[String]) -> Vec<Label> {
    let every = days.len().div_ceil(MOST_LABELS).max(1);
    days.iter()
        .enumerate()
        .rev()
        .step_by(every)
        .map(|(day, words)| Label {
            x: middle(day, days.len()),
            words: words.clone(),
        })
        .collect()
}

/// Rounds a length to tenths: more digits would only make the page longer.
fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(n: usize) -> Vec<String> {
        (1..=n).map(|day| format!("{day:02}")).collect()
    }

    #[test]
    fn lines_across_stand_at_round_numbers_and_the_highest_is_above_everything() {
        for (most, expected) in [
            (0, vec!["0", "1"]),
            (1, vec!["0", "1"]),
            (4, vec!["0", "1", "2", "3", "4"]),
            (7, vec!["0", "2", "4", "6", "8"]),
            (23, vec!["0", "5", "10", "15", "20", "25"]),
            (100, vec!["0", "20", "40", "60", "80", "100"]),
            (12_345, vec!["0", "5000", "10000", "15000"]),
        ] {
            let chart = bars(&days(1), &[vec![most]]);
            let found: Vec<_> = chart.ticks.iter().map(|t| t.value.as_str()).collect();
            assert_eq!(found, expected, "{most}");
        }
    }

    /// Worked out by hand: 196 units between 10 and 206, the highest line at 10.
    #[test]
    fn parts_stand_on_each_other() {
        let chart = bars(&days(2), &[vec![5, 0, 3], vec![10, 0, 0]]);
        let found: Vec<_> = chart
            .parts
            .iter()
            .map(|p| (p.series, p.x, p.y, p.height))
            .collect();
        assert_eq!(
            found,
            [
                (0, 79.3, 108.0, 98.0),
                (2, 79.3, 49.2, 58.8),
                (0, 412.3, 10.0, 196.0)
            ]
        );
        assert!(
            bars(&days(3), &[vec![0], vec![0], vec![0]])
                .parts
                .is_empty()
        );
    }

    #[test]
    fn the_line_breaks_where_a_day_has_no_value() {
        let chart = line(&days(4), &[Some(10.0), Some(0.0), None, Some(5.0)]);
        assert_eq!(chart.line, "M129.3 10L295.8 206M628.8 108");
        assert_eq!(chart.dots.len(), 3);
    }

    #[test]
    fn few_days_are_named_and_today_always() {
        for n in [1, 7, 30, 90] {
            let named = labels(&days(n));
            assert!(named.len() <= MOST_LABELS, "{n}");
            assert_eq!(named[0].words, format!("{n:02}"));
        }
        assert!(labels(&[]).is_empty());
    }
}
