//! A decoded captcha, scaled to the input size of the network.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};

/// The rows and columns that a network sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) height: usize,
    pub(crate) width: usize,
}

impl Size {
    /// Enough for one row of letters.
    pub(crate) const LINE: Size = Size {
        height: 32,
        width: 96,
    };
    /// Enough for two.
    pub(crate) const ROWS: Size = Size {
        height: 48,
        width: 128,
    };

    /// The size at which pictures are kept.
    fn fine(self) -> Size {
        Size {
            height: self.height * FINE,
            width: self.width * FINE,
        }
    }
}

/// Pictures are kept this many times finer, so that they can be turned and shifted a little before the network sees them.
pub(crate) const FINE: usize = 2;

/// No captcha is larger, in pixels; what claims to be is not decoded.
const MAX_PIXELS: u64 = 4 << 20;
const MAX_DECODER_BYTES: usize = 64 << 20;

/// A captcha of [`FINE`] times the network's size: brightness, or three channels of colour.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// Channel by channel, row by row.
    pixels: Vec<u8>,
    /// The size at which the network sees it.
    pub(crate) size: Size,
    /// One or three.
    pub(crate) channels: usize,
    /// Mean of all pixels.
    pub(crate) mean: f32,
    /// Their standard deviation, at least one step of brightness.
    pub(crate) deviation: f32,
}

impl Picture {
    /// Decodes a PNG, and scales it by the mean of the pixels that fall together.
    ///
    /// # Errors
    /// The fault of the file, in words.
    pub(crate) fn decode(png: &[u8], is_colour: bool, size: Size) -> Result<Self, String> {
        let (rgb, width, height) = decode(png)?;
        let channels = if is_colour { 3 } else { 1 };
        let mut pixels = Vec::with_capacity(channels * size.fine().height * size.fine().width);
        for channel in 0..channels {
            let plane: Vec<f32> = rgb
                .iter()
                .map(|p| {
                    if is_colour {
                        f32::from(p[channel])
                    } else {
                        brightness(*p)
                    }
                })
                .collect();
            pixels.extend(
                resize(&plane, width, height, size.fine())
                    .iter()
                    .map(|v| v.round() as u8),
            );
        }
        let count = pixels.len() as f32;
        let mean = pixels.iter().map(|p| f32::from(*p)).sum::<f32>() / count;
        let square = |p: &u8| (f32::from(*p) - mean).powi(2);
        let variance = pixels.iter().map(square).sum::<f32>() / count;
        Ok(Picture {
            pixels,
            size,
            channels,
            mean,
            deviation: variance.sqrt().max(1.0),
        })
    }

    /// The pixel of a channel nearest to a place, in pixels of the fine picture; beyond the edge the edge goes on.
    pub(crate) fn at(&self, channel: usize, x: f32, y: f32) -> u8 {
        let fine = self.size.fine();
        let x = (x.max(0.0) as usize).min(fine.width - 1);
        let y = (y.max(0.0) as usize).min(fine.height - 1);
        self.pixels[(channel * fine.height + y) * fine.width + x]
    }
}

/// ITU-R BT.601.
fn brightness([r, g, b]: [u8; 3]) -> f32 {
    0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b)
}

/// Colours, width and height. What shines through is white.
fn decode(png: &[u8]) -> Result<(Vec<[u8; 3]>, usize, usize), String> {
    let words = |e: png::DecodingError| format!("it is no PNG that can be decoded ({e})");
    let mut decoder = Decoder::new_with_limits(
        Cursor::new(png),
        Limits {
            bytes: MAX_DECODER_BYTES,
        },
    );
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(words)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!(
            "{width} × {height} pixels are too many: at most {MAX_PIXELS}"
        ));
    }
    let size = reader
        .output_buffer_size()
        .ok_or("its pixels do not fit into memory")?;
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes).map_err(words)?;
    let bytes = &bytes[..frame.buffer_size()];
    let over = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let rgb = match frame.color_type {
        ColorType::Grayscale => bytes.iter().map(|v| [*v; 3]).collect(),
        ColorType::GrayscaleAlpha => bytes
            .chunks_exact(2)
            .map(|p| [over(p[0], p[1]); 3])
            .collect(),
        ColorType::Rgb => bytes.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect(),
        ColorType::Rgba => bytes
            .chunks_exact(4)
            .map(|p| [p[0], p[1], p[2]].map(|v| over(v, p[3])))
            .collect(),
        ColorType::Indexed => return Err("its palette was not expanded".to_owned()),
    };
    Ok((rgb, width as usize, height as usize))
}

/// Scales a plane to the fine size, first along the rows, then along the columns.
fn resize(plane: &[f32], width: usize, height: usize, fine: Size) -> Vec<f32> {
    let across = shares(width, fine.width);
    let down = shares(height, fine.height);
    let mut narrow = Vec::with_capacity(height * fine.width);
    for row in plane.chunks_exact(width) {
        for (first, weights) in &across {
            let numbers = row[*first..].iter().zip(weights);
            narrow.push(numbers.map(|(n, w)| n * w).sum::<f32>());
        }
    }
    let mut scaled = vec![0.0; fine.height * fine.width];
    for (to, (first, weights)) in scaled.chunks_exact_mut(fine.width).zip(&down) {
        for (row, weight) in narrow[first * fine.width..]
            .chunks_exact(fine.width)
            .zip(weights)
        {
            for (to, from) in to.iter_mut().zip(row) {
                *to += from * weight;
            }
        }
    }
    scaled
}

/// For each of the `to` cells: the first of the `from` cells that it covers, and the weights of the covered cells, 1 in sum.
fn shares(from: usize, to: usize) -> Vec<(usize, Vec<f32>)> {
    let step = from as f64 / to as f64;
    (0..to)
        .map(|cell| {
            let (start, end) = (cell as f64 * step, (cell + 1) as f64 * step);
            let first = (start.floor() as usize).min(from - 1);
            let last = (end.ceil() as usize).clamp(first + 1, from);
            let covered = |i: usize| (end.min((i + 1) as f64) - start.max(i as f64)).max(0.0);
            let weights: Vec<f64> = (first..last).map(covered).collect();
            let sum: f64 = weights.iter().sum();
            (first, weights.iter().map(|w| (w / sum) as f32).collect())
        })
        .collect()
}
