//! Proof of work: eight numbers for which scrypt (RFC 7914) over the challenge's id falls below a bound.
//!
//! One try needs a mebibyte of memory and some milliseconds, which leaves graphics cards little advantage over a phone. The
//! browser tries numbers until eight fit; the server computes those eight. Eight small puzzles need the same work on average as
//! one large one, but vary a third as much: 95 of 100 visitors are done within 1.64 times the average (the sum of eight
//! geometric distributions), where one puzzle would take them three times the average.
//!
//! The id is public: the browser has it with the form. It is never the seed of [`Captcha::draw`](crate::Captcha::draw), with which a
//! visitor could draw the picture of any word and compare. A browser's script hashes as the server does: the first four bytes, the highest
//! first, of scrypt(number, id) with N = 1,024, r = 8, p = 1 are the number's value, and a number is good if 8 · 2³² / (value + 1) is at
//! least the tries that the price asks for.
//!
//! The proof says how much work it shows: the smaller its numbers' values, the more. So a visitor who turns out to owe more work
//! goes on where the work stopped.

use scrypt::Params;

/// The numbers of a proof.
pub const SOLUTIONS: usize = 8;
/// 2¹⁰ blocks of 1 KiB: a mebibyte per try.
const LOG_N: u8 = 10;
const R: u32 = 8;
const P: u32 = 1;
/// The digits of the largest number that a browser's script counts to exactly (2⁵³).
const MAX_DIGITS: usize = 16;
/// The character between two numbers.
const SEPARATOR: char = '.';

/// A proof of work as a browser sends it: [`SOLUTIONS`] different numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof([String; SOLUTIONS]);

impl Proof {
    /// The longest text of a proof.
    pub const MAX_LENGTH: usize = SOLUTIONS * (MAX_DIGITS + 1) - 1;

    /// Reads a proof: eight different decimal numbers of at most 16 digits with dots between them, `3.17.20.…`.
    pub fn parse(text: &str) -> Option<Self> {
        // Numbers are compared as text: 07 would be another 7.
        let is_number = |part: &str| {
            (1..=MAX_DIGITS).contains(&part.len())
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && (part == "0" || !part.starts_with('0'))
        };
        if text.len() > Self::MAX_LENGTH {
            return None;
        }
        let mut numbers: Vec<String> = text.split(SEPARATOR).map(str::to_owned).collect();
        if !numbers.iter().all(|number| is_number(number)) {
            return None;
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers.try_into().ok().map(Proof)
    }

    /// The work that the proof shows for the public id of a challenge, in tries on average; 0 as soon as a number shows less than `least`, so that
    /// a worthless proof costs one try to look at. A right one costs eight, about 10 ms (`cargo bench --bench captcha`).
    pub fn tries(&self, challenge: &str, least: u32) -> u64 {
        self.tries_by(least, |number| Self::tries_of_number(number, challenge))
    }

    /// The same, with `tries_of` for the tries that a number shows.
    fn tries_by(&self, least: u32, mut tries_of: impl FnMut(&str) -> u64) -> u64 {
        let mut shown = u64::MAX;
        for number in &self.0 {
            let tries = tries_of(number);
            if tries < u64::from(least) {
                return 0;
            }
            shown = shown.min(tries);
        }
        shown
    }

    /// The tries on average until eight numbers are as good as this one, for the public id of a challenge.
    pub fn tries_of_number(number: &str, challenge: &str) -> u64 {
        tries_of_value(value(number, challenge))
    }
}

/// The tries on average until eight numbers have a value of at most this.
fn tries_of_value(value: u32) -> u64 {
    SOLUTIONS as u64 * (1 << 32) / (u64::from(value) + 1)
}

/// The value of a number: the first 32 bits of scrypt(number, challenge).
fn value(number: &str, challenge: &str) -> u32 {
    let mut first = [0; 4];
    let (password, salt) = (number.as_bytes(), challenge.as_bytes());
    match scrypt(password, salt, LOG_N, R, P, &mut first) {
        true => u32::from_be_bytes(first),
        false => u32::MAX,
    }
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

    /// First bytes of scrypt(number, challenge, N = 1024, r = 8, p = 1) as OpenSSL computes them.
    #[test]
    fn a_number_has_the_first_bytes_of_the_key() {
        let challenge = "aaaaaaaaaaaaaaaaaaaaaaaaaa";
        for (number, first) in [
            ("0", 0xd95b_e46d),
            ("1", 0xde69_7e6c),
            ("17", 0xdbb8_d084),
            ("4294967296", 0xe691_f909),
        ] {
            assert_eq!(value(number, challenge), first, "{number}");
        }
    }

    /// A value of at most `v` is met once in 2^32 / (v + 1) tries.
    #[test]
    fn a_value_shows_the_tries_that_eight_as_small_take() {
        for (value, tries) in [
            (0, 8 << 32),
            (1, 8 << 31),
            (3, 8 << 30),
            (0x7fff_ffff, 16),
            (u32::MAX, 8),
        ] {
            assert_eq!(tries_of_value(value), tries, "{value}");
        }
    }

    #[test]
    fn a_proof_shows_the_work_of_its_worst_number() {
        let challenge = "challenge";
        let values: Vec<u32> = (0..SOLUTIONS)
            .map(|n| value(&n.to_string(), challenge))
            .collect();
        let worst = u64::from(*values.iter().max().unwrap());
        let proof = Proof::parse("0.1.2.3.4.5.6.7").unwrap();
        // Of eight numbers with values up to `worst` there is one in 2³² / (worst + 1) on average.
        let expected = 8 * (1_u64 << 32) / (worst + 1);
        assert!((8..64).contains(&expected), "{expected}");
        assert_eq!(proof.tries(challenge, 8), expected);
        let least = u32::try_from(expected).unwrap();
        assert_eq!(proof.tries(challenge, least), expected);
        assert_eq!(proof.tries(challenge, least + 1), 0);
    }

    /// The work as a browser does it, and the distribution that the documentation gives.
    #[test]
    fn the_work_takes_the_tries_that_it_says_on_average() {
        let tries = |n: u32| {
            let (challenge, bound) = (format!("seed {n}"), 1 << 30);
            let mut found = Vec::new();
            let mut tried = 0_u32;
            while found.len() < SOLUTIONS {
                let number = tried.to_string();
                tried += 1;
                if value(&number, &challenge) < bound {
                    found.push(number);
                }
            }
            let proof = Proof::parse(&found.join(".")).unwrap();
            assert!(proof.tries(&challenge, 32) >= 32);
            tried
        };
        let sum: u32 = (0..20).map(tries).sum();
        // 20 times eight numbers, each one in four: 640, standard deviation 44.
        assert!((460..=820).contains(&sum), "{sum}");
    }

    /// Eight of n numbers fit, each with one chance in 128, unless seven or fewer do: the binomial sum, exactly.
    #[test]
    fn of_100_visitors_95_are_done_within_1680_tries_and_not_within_1660() {
        let done_within = |tries: i32| {
            let chance = 1.0 / 128.0_f64;
            let too_few: f64 = (0..8)
                .map(|fit| {
                    let ways: f64 = (0..fit)
                        .map(|n| f64::from(tries - n) / f64::from(n + 1))
                        .product();
                    ways * chance.powi(fit) * (1.0 - chance).powi(tries - fit)
                })
                .sum();
            1.0 - too_few
        };
        assert!((0.950..0.951).contains(&done_within(1_680)));
        assert!(done_within(1_660) < 0.95);
        // A single puzzle of 1,024 tries on average takes three times as many.
        let single = 1.0 - (1.0 - 1.0 / 1_024.0_f64).powi(3 * 1_024);
        assert!((0.94..0.96).contains(&single), "{single}");
    }

    /// A look at a worthless proof costs one try, a look at one whose third number is too cheap costs three, and a good one eight.
    #[test]
    fn a_proof_is_given_up_at_its_first_number_that_shows_too_little() {
        let proof = Proof::parse("0.1.2.3.4.5.6.7").unwrap();
        for (bad, expected) in [(Some("0"), 1), (Some("2"), 3), (None, 8)] {
            let mut looks = 0;
            let shown = proof.tries_by(1_024, |number| {
                looks += 1;
                if Some(number) == bad { 1_023 } else { 2_000 }
            });
            assert_eq!(looks, expected, "{bad:?}");
            assert_eq!(shown, if bad.is_some() { 0 } else { 2_000 });
        }
    }

    #[test]
    fn what_is_no_proof_is_refused() {
        let digits = "1234567890123456";
        assert!(Proof::parse(&format!("0.1.2.3.4.5.6.{digits}")).is_some());
        let most = (1..=8).map(|n| format!("{n}{}", &digits[1..]));
        let most = most.collect::<Vec<_>>().join(".");
        assert_eq!(most.len(), Proof::MAX_LENGTH);
        assert!(Proof::parse(&most).is_some());
        for bad in [
            "",
            "1",
            "1.2.3.4.5.6.7",
            "1.2.3.4.5.6.7.7",
            "1.2.3.4.5.6.7.07",
            "1.2.3.4.5.6.7.8.9",
            "1.2.3.4.5.6.7.",
            "1.2.3.4.5.6.7.-8",
            "1.2.3.4.5.6.7.x",
            "1.2.3.4.5.6.7.١",
            "1,2,3,4,5,6,7,8",
            &format!("1.2.3.4.5.6.7.{digits}7"),
            &"9.".repeat(10_000),
        ] {
            assert_eq!(Proof::parse(bad), None, "{bad}");
        }
    }
}
