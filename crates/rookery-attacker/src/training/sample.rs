//! Labelled pictures and their sources.

use rand::RngExt;
use rand_chacha::ChaCha20Rng;

use crate::Error;
use crate::alphabet::Alphabet;
use crate::training::picture::{Picture, Size};
use rookery_captcha::{Captcha, Look};

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
    pub(crate) fn draw(live: &Captcha, rng: &mut ChaCha20Rng) -> Result<Self, Error> {
        let word = live.code(rng);
        let drawing = live.draw(&word, rng.random(), Look::default())?;
        Ok(Labelled {
            word,
            png: drawing.png,
        })
    }

    /// Decodes the picture.
    pub(crate) fn decode(&self, is_colour: bool, size: Size) -> Result<Picture, Error> {
        Picture::decode(&self.png, is_colour, size).map_err(|problem| Error::Picture {
            name: format!("the picture of {:?}", self.word),
            problem,
        })
    }
}

/// A picture as the network learns it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) picture: Picture,
    pub(crate) word: String,
    pub(crate) classes: Vec<usize>,
}

impl Sample {
    pub(crate) fn new(picture: Picture, word: &str, alphabet: &Alphabet) -> Self {
        Sample {
            picture,
            word: word.to_lowercase(),
            classes: alphabet.encode(word),
        }
    }
}
