//! Proof of work: a number for which scrypt (RFC 7914) over the challenge's seed falls below a bound.
//!
//! One try needs a mebibyte of memory and some milliseconds, which leaves graphics cards little advantage over a phone. The
//! browser tries numbers until one fits, `tries` of them on average; the server tries one.

use scrypt::Params;

/// 2¹⁰ blocks of 1 KiB: a mebibyte per try.
const LOG_N: u8 = 10;
const R: u32 = 8;
const P: u32 = 1;
/// The digits of the largest number that a browser's script counts to exactly (2⁵³).
pub const MAX_NONCE_DIGITS: usize = 16;
/// Number of visitors of an address range who may pass by work alone before the number of tries doubles.
const FREE_PASSES: u64 = 10;
/// Maximum number of doublings.
const MAX_DOUBLINGS: u32 = 4;

/// A proof-of-work task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// Random text, different for each challenge.
    pub seed: String,
    /// The average number of tries; 1 is solved by every number.
    pub tries: u32,
}

impl Work {
    /// Whether `nonce` solves it: a decimal number of at most [`MAX_NONCE_DIGITS`] digits for which the first 32 bits of
    /// scrypt(nonce, seed), read as a number, are below 2³² / tries. Takes about three milliseconds.
    pub fn is_done_by(&self, nonce: &str) -> bool {
        if !is_nonce(nonce) {
            return false;
        }
        let mut first = [0; 4];
        scrypt(
            nonce.as_bytes(),
            self.seed.as_bytes(),
            LOG_N,
            R,
            P,
            &mut first,
        ) && u64::from(u32::from_be_bytes(first)) * u64::from(self.tries) < 1 << 32
    }
}

/// Whether a text is a number as a browser's script sends it.
pub fn is_nonce(text: &str) -> bool {
    (1..=MAX_NONCE_DIGITS).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// The tries of work alone for a visitor from whose address range there were `passes` by work lately: they double after every
/// ten, up to sixteen times as many. Each of a class of thirty gets in within seconds; a farm of accounts pays.
pub fn tries_after(tries: u32, passes: u64) -> u32 {
    let doublings = u32::try_from(passes / FREE_PASSES).unwrap_or(u32::MAX);
    tries.saturating_mul(1 << doublings.min(MAX_DOUBLINGS))
}

/// scrypt with N = 2^`log_n`; fills `out` with the first bytes of the key. False if the parameters are invalid.
pub fn scrypt(password: &[u8], salt: &[u8], log_n: u8, r: u32, p: u32, out: &mut [u8]) -> bool {
    Params::new(log_n, r, p)
        .is_ok_and(|params| scrypt::scrypt(password, salt, &params, out).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }

    /// RFC 7914, section 12.
    #[test]
    fn scrypt_has_the_published_values() {
        for (password, salt, log_n, r, p, key) in [
            (
                "",
                "",
                4,
                1,
                1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
                 fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906",
            ),
            (
                "password",
                "NaCl",
                10,
                8,
                16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
                 2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
            ),
        ] {
            let mut out = [0; 64];
            assert!(scrypt(
                password.as_bytes(),
                salt.as_bytes(),
                log_n,
                r,
                p,
                &mut out
            ));
            assert_eq!(hex(&out), key.replace(char::is_whitespace, ""));
        }
    }

    /// First bytes of scrypt(nonce, seed, N = 1024, r = 8, p = 1) as OpenSSL computes them.
    #[test]
    fn a_number_is_judged_by_the_first_bytes_of_the_key() {
        let seed = "aaaaaaaaaaaaaaaaaaaaaaaaaa";
        for (nonce, first) in [
            ("0", 0xd95b_e46d_u64),
            ("1", 0xde69_7e6c),
            ("17", 0xdbb8_d084),
            ("4294967296", 0xe691_f909),
        ] {
            for tries in [1, 2, 1000] {
                let work = Work {
                    seed: seed.to_owned(),
                    tries,
                };
                let expected = first < (1 << 32) / u64::from(tries);
                assert_eq!(work.is_done_by(nonce), expected, "{nonce} {tries}");
            }
        }
    }

    #[test]
    fn the_number_of_tries_is_what_it_says_on_average() {
        let work = |n: u32| Work {
            seed: format!("seed {n}"),
            tries: 4,
        };
        let solved = (0..400_u32)
            .filter(|n| work(*n).is_done_by(&n.to_string()))
            .count();
        // 400 tries at a quarter each: 100, standard deviation 8.7.
        assert!((65..=135).contains(&solved), "{solved}");
    }

    #[test]
    fn what_is_no_number_is_no_proof() {
        let easy = Work {
            seed: "s".to_owned(),
            tries: 1,
        };
        assert!(easy.is_done_by("0"));
        for bad in [
            "",
            " 1",
            "-1",
            "1.0",
            "x",
            "١",
            "12345678901234567",
            &"9".repeat(10_000),
        ] {
            assert!(!easy.is_done_by(bad), "{bad}");
        }
    }

    #[test]
    fn the_price_of_work_alone_doubles_after_every_ten() {
        for (passes, expected) in [
            (0, 64),
            (9, 64),
            (10, 128),
            (29, 256),
            (40, 1024),
            (u64::MAX, 1024),
        ] {
            assert_eq!(tries_after(64, passes), expected, "{passes}");
        }
        assert_eq!(tries_after(u32::MAX, 99), u32::MAX);
    }
}
