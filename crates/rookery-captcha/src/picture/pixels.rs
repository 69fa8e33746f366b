//! Colours of a picture, with a palette if there are few.

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
        let mut palette = Palette::default();
        let mut places = Vec::with_capacity(pixels.len());
        for colour in &pixels {
            match palette.place(*colour) {
                Some(place) => places.push(place),
                None => return Pixels::Rgb(pixels),
            }
        }
        let colours = palette.colours;
        Pixels::Palette { colours, places }
    }
}

/// Slots of the hash table: many more than colours, so that a search meets few others.
const SLOTS: usize = 2048;

/// The colours so far, each at its place: a hash table of a fixed size, because a large picture asks millions of times.
struct Palette {
    colours: Vec<[u8; 3]>,
    /// A place in each slot that is taken.
    slots: [Option<u8>; SLOTS],
}

impl Default for Palette {
    fn default() -> Self {
        Palette {
            colours: Vec::with_capacity(256),
            slots: [None; SLOTS],
        }
    }
}

impl Palette {
    /// The place of a colour, which is added if it is new; `None` if there are 256 others.
    fn place(&mut self, colour: [u8; 3]) -> Option<u8> {
        let [red, green, blue] = colour;
        let number = u32::from_be_bytes([0, red, green, blue]);
        // Fibonacci hashing: the highest eleven bits.
        let mut slot = (number.wrapping_mul(0x9e37_79b1) >> 21) as usize;
        while let Some(place) = self.slots[slot] {
            if self.colours[usize::from(place)] == colour {
                return Some(place);
            }
            slot = (slot + 1) % SLOTS;
        }
        let place = u8::try_from(self.colours.len()).ok()?;
        self.colours.push(colour);
        self.slots[slot] = Some(place);
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many colours, all different; the pixels of a palette lead back to their colours.
    fn check(colours: u32) {
        let pixels: Vec<[u8; 3]> = (0..colours.pow(2))
            .map(|n| {
                let [_, red, green, blue] = (n * 7 % colours * 65_537).to_be_bytes();
                [red, green, blue]
            })
            .collect();
        match Pixels::new(pixels.clone()) {
            Pixels::Palette {
                colours: known,
                places,
            } => {
                assert!(colours <= 256, "{colours}");
                assert_eq!(known.len(), colours as usize);
                let back = places.iter().map(|place| known[usize::from(*place)]);
                assert!(back.eq(pixels), "{colours}");
            }
            Pixels::Rgb(kept) => {
                assert!(colours > 256, "{colours}");
                assert_eq!(kept, pixels);
            }
        }
    }

    #[test]
    fn a_palette_has_at_most_256_colours_and_leads_back_to_each_pixel() {
        for colours in [1, 2, 3, 16, 17, 255, 256, 257, 300] {
            check(colours);
        }
    }
}
