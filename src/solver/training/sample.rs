//! Labelled pictures, and where they come from.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;

use crate::captcha::{Captcha, Look};
use crate::solver::Error;
use crate::solver::alphabet::Alphabet;
use crate::solver::training::picture::Picture;

/// A picture and the word in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The word; case does not matter.
    pub word: String,
    /// The bytes of a PNG file.
    pub png: Vec<u8>,
}

impl Labelled {
    /// A new picture of the captcha in force, as an ordinary screen shows it.
    pub(in crate::solver) fn draw(live: &Captcha, rng: &mut ChaCha20Rng) -> Result<Self, Error> {
        let word = live.code(rng);
        let drawing = live.draw(&word, rng.random(), Look::default())?;
        Ok(Labelled {
            word,
            png: drawing.png,
        })
    }

    /// Decodes the picture.
    pub(in crate::solver) fn decode(&self, is_colour: bool) -> Result<Picture, Error> {
        Picture::decode(&self.png, is_colour).map_err(|problem| Error::Picture {
            name: format!("the picture of {:?}", self.word),
            problem,
        })
    }
}

/// A picture as the network learns it.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Sample {
    pub(in crate::solver) picture: Picture,
    pub(in crate::solver) word: String,
    pub(in crate::solver) classes: Vec<usize>,
}

impl Sample {
    pub(in crate::solver) fn new(picture: Picture, word: &str, alphabet: &Alphabet) -> Self {
        Sample {
            picture,
            word: word.to_lowercase(),
            classes: alphabet.encode(word),
        }
    }
}
