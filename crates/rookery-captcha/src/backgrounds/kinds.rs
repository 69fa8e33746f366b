//! Kinds of generated backgrounds. Each is a field of darkness over the picture: 0 is the lightest colour, 1 the darkest.

use crate::backgrounds::value_noise::{ValueNoise, ease};

/// Darkness at a pixel.
pub(crate) type Field = fn(ValueNoise, u32, u32) -> f32;

/// Every kind: the name of its file and its field.
pub(crate) const KINDS: [(&str, Field); 8] = [
    ("clouds", clouds),
    ("grain", grain),
    ("hatching", hatching),
    ("linen", linen),
    ("marble", marble),
    ("stains", stains),
    ("terrazzo", terrazzo),
    ("wood", wood),
];

/// Soft patches.
fn clouds(noise: ValueNoise, x: u32, y: u32) -> f32 {
    noise.cloud(x as f32, y as f32, 40)
}

/// Rough paper: faint patches with specks.
fn grain(noise: ValueNoise, x: u32, y: u32) -> f32 {
    let ground = noise.smooth(x as f32, y as f32, 80, 80) * 0.4;
    let speck = noise.layer(2).value(x, y);
    match speck {
        s if s < 0.02 => ground + 0.5,
        s if s < 0.03 => ground - 0.2,
        _ => ground,
    }
}

/// Short slanting pencil strokes, denser here and there.
fn hatching(noise: ValueNoise, x: u32, y: u32) -> f32 {
    const SPACING: u32 = 8;
    let along = x + y;
    let ground = noise.smooth(x as f32, y as f32, 80, 80) * 0.3;
    let line = along / SPACING % 60;
    let stroke = noise.layer(2).value(line, (y + line * 7) % 160 / 20);
    if along % SPACING < 2 && stroke < 0.6 {
        ground + 0.4 + stroke * 0.5
    } else {
        ground
    }
}

/// Woven threads of unequal weight.
fn linen(noise: ValueNoise, x: u32, y: u32) -> f32 {
    let thread = |number: u32, layer: u64| noise.layer(layer).value(number / 2, 0);
    let over = (x / 2 + y / 2).is_multiple_of(2);
    let weight = if over { thread(x, 2) } else { thread(y, 3) };
    (weight * 4.0).floor() / 4.0 * 0.7
}

/// Veins between folded layers.
fn marble(noise: ValueNoise, x: u32, y: u32) -> f32 {
    let (x, y) = (x as f32, y as f32);
    let fold = (x + y) / 80.0 + 1.6 * noise.cloud(x, y, 80);
    let wave = (fold - fold.floor()) * 2.0 - 1.0;
    ease(wave.abs())
}

/// Stains of wet cups: rings with a faint inside.
fn stains(noise: ValueNoise, x: u32, y: u32) -> f32 {
    const CUPS: u32 = 9;
    let mut dark = noise.smooth(x as f32, y as f32, 80, 80) * 0.3;
    for cup in 0..CUPS {
        let at = |what: u32, most: f32| noise.layer(2).value(cup, what) * most;
        let radius = 14.0 + at(2, 34.0);
        let distance = length(
            wrapped(x as f32 - at(0, 320.0), 320.0),
            wrapped(y as f32 - at(1, 160.0), 160.0),
        );
        let rim = distance - radius;
        if rim.abs() < 2.5 {
            dark += 0.45;
        } else if rim < 0.0 {
            dark += 0.12;
        }
    }
    dark
}

/// Flat chips of stone.
fn terrazzo(noise: ValueNoise, x: u32, y: u32) -> f32 {
    const CELL: i32 = 20;
    let (column, row) = (x as i32 / CELL, y as i32 / CELL);
    let mut nearest = (f32::INFINITY, 0.0);
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        let cell = (
            (column + dx).rem_euclid(16) as u32,
            (row + dy).rem_euclid(8) as u32,
        );
        let at = |layer: u64| noise.layer(layer).value(cell.0, cell.1) * CELL as f32;
        let centre_x = ((column + dx) * CELL) as f32 + at(2);
        let centre_y = ((row + dy) * CELL) as f32 + at(3);
        let distance = length(x as f32 - centre_x, y as f32 - centre_y);
        if distance < nearest.0 {
            nearest = (distance, noise.layer(4).value(cell.0, cell.1));
        }
    }
    nearest.1
}

/// Year rings, drawn out along the board.
fn wood(noise: ValueNoise, x: u32, y: u32) -> f32 {
    let bend = noise.smooth(x as f32, y as f32, 160, 40);
    let ring = bend * 5.0 + y as f32 / 40.0;
    let wave = (ring - ring.floor()) * 2.0 - 1.0;
    0.8 * wave.abs()
}

/// The shorter way round a picture that repeats.
fn wrapped(distance: f32, size: f32) -> f32 {
    let distance = distance.abs();
    distance.min(size - distance)
}

/// √(a² + b²) without the maths library, whose last digit differs between machines.
fn length(a: f32, b: f32) -> f32 {
    (a * a + b * b).sqrt()
}
