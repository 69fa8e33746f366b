//! A clip: one word spoken by one voice, as stored in `sounds/`.

/// Number of voices that speak each word.
pub(crate) const VOICES: usize = 2;
/// Loudness of every clip: its root mean square is this many dB of full scale (`sounds/make.py`).
#[cfg(test)]
pub(crate) const LEVEL_DB: f64 = -21.0;

/// Bytes before the samples: RIFF, `fmt ` (18 bytes), `fact` and the head of `data`.
const HEAD: usize = 58;

/// One word by one voice: 8-bit mu-law at 8 kHz.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clip(&'static [u8]);

impl Clip {
    /// The samples of a WAV file as `sounds/make.py` writes it. Runs at compile time: another kind of file does not compile.
    pub(crate) const fn of(wav: &'static [u8]) -> Self {
        assert!(has(wav, 0, b"RIFF") && has(wav, 8, b"WAVEfmt \x12\0\0\0"));
        assert!(has(wav, 20, b"\x07\0\x01\0"), "mu-law, one channel");
        assert!(has(wav, 24, &8000_u32.to_le_bytes()), "8 kHz");
        assert!(has(wav, 38, b"fact") && has(wav, 50, b"data"));
        Clip(wav.split_at(HEAD).1)
    }

    /// The number of samples.
    pub(crate) fn len(self) -> usize {
        self.0.len()
    }

    /// A sample, 16 bits; silence before the beginning and after the end.
    pub(crate) fn sample(self, n: usize) -> i32 {
        self.0.get(n).map_or(0, |b| i32::from(MU_LAW[*b as usize]))
    }
}

const fn has(bytes: &[u8], at: usize, wanted: &[u8]) -> bool {
    let mut n = 0;
    while n < wanted.len() {
        if bytes[at + n] != wanted[n] {
            return false;
        }
        n += 1;
    }
    true
}

/// The 16-bit sample of each mu-law byte (ITU-T G.711, table 2).
static MU_LAW: [i16; 256] = mu_law();

const fn mu_law() -> [i16; 256] {
    const BIAS: i16 = 132;
    let mut table = [0; 256];
    let mut n = 0;
    while n < 256 {
        // All bits are sent inverted: sign, three bits of exponent, four of mantissa.
        let bits = !(n as u8);
        let exponent = (bits >> 4) & 7;
        let mantissa = (bits & 15) as i16;
        let magnitude = (((mantissa << 3) + BIAS) << exponent) - BIAS;
        table[n] = if bits & 0x80 == 0 {
            magnitude
        } else {
            -magnitude
        };
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ITU-T G.711, table 2b, scaled from 14 to 16 bits: the ends of each segment of the positive half.
    #[test]
    fn mu_law_is_that_of_the_standard() {
        for (byte, value) in [
            (0x80_usize, 32124),
            (0x8f, 16764),
            (0x90, 15996),
            (0x9f, 8316),
            (0xaf, 4092),
            (0xbf, 1980),
            (0xcf, 924),
            (0xdf, 396),
            (0xef, 132),
            (0xf0, 120),
            (0xfe, 8),
            (0xff, 0),
        ] {
            assert_eq!(MU_LAW[byte], value, "{byte:#x}");
            assert_eq!(MU_LAW[byte - 0x80], -value, "{:#x}", byte - 0x80);
        }
    }

    #[test]
    fn outside_a_clip_is_silence() {
        let clip = Clip(&[0x80, 0x00]);
        assert_eq!(
            [0, 1, 2, usize::MAX].map(|n| clip.sample(n)),
            [32124, -32124, 0, 0]
        );
        assert_eq!(clip.len(), 2);
    }
}
