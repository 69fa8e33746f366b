//! Colours of a picture, with a palette if there are few.

use std::collections::HashMap;

/// Colours, row by row.
#[derive(Clone, Debug)]
pub(crate) enum Pixels {
    /// At most 256 colours, and the place of each pixel's colour among them.
    Palette {
        colours: Vec<[u8; 3]>,
        places: Vec<u8>,
    },
    /// Each pixel's own colour.
    Rgb(Vec<[u8; 3]>),
}

impl Pixels {
    pub(crate) fn new(pixels: Vec<[u8; 3]>) -> Self {
        let mut colours = Vec::new();
        let mut places = Vec::with_capacity(pixels.len());
        let mut known = HashMap::new();
        for colour in &pixels {
            let place = *known.entry(*colour).or_insert_with(|| {
                colours.push(*colour);
                colours.len() - 1
            });
            match u8::try_from(place) {
                Ok(place) => places.push(place),
                Err(_) => return Pixels::Rgb(pixels),
            }
        }
        Pixels::Palette { colours, places }
    }
}
