//! The word of the strong preset.

use rand::{CryptoRng, RngExt};

use crate::classic;
use crate::strong::{CodeKind, Settings};

/// Letters that people do not mistake for one another in any of the shipped fonts and styles: the confused pairs c/e, a/d, h/n/b/k,
/// r/t/x, n/m/z, u/y, i/j/l/f and v/w have at most one member that may look like the other in the case it is drawn in.
pub(crate) const ALPHABET: &[u8; 13] = b"abdegknprstuy";

/// A new word in lower case.
pub fn code(settings: &Settings, rng: &mut impl CryptoRng) -> String {
    match settings.code {
        CodeKind::Syllables => classic::code(classic::Pattern::Original, rng),
        CodeKind::Letters => {
            let most = settings.letters_max.max(settings.letters_min);
            let letters = rng.random_range(settings.letters_min..=most);
            (0..letters)
                .map(|_| char::from(ALPHABET[rng.random_range(0..ALPHABET.len())]))
                .collect()
        }
    }
}
