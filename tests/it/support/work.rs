//! The captcha's work, done as the page's script does it.

use rookery_captcha::defence::scrypt;

use crate::support::html;

/// The proof of the smallest work: every number solves it.
pub const EASY_PROOF: &str = "0.1.2.3.4.5.6.7";
/// The numbers of a proof.
const SOLUTIONS: u64 = 8;

/// The work that a page asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The seed that the numbers are hashed with.
    pub seed: String,
    /// The tries that a proof has to show beside reading.
    pub tries: u64,
    /// The same without reading.
    pub more: u64,
}

impl Work {
    /// The work of a page; `None` if it asks for none.
    pub fn of(page: &str) -> Option<Self> {
        let tags = html::tags(page, "div");
        let tag = tags
            .iter()
            .find(|tag| html::attribute(tag, "id").as_deref() == Some("captcha-work"))?;
        let value = |name| html::attribute(tag, name).unwrap();
        Some(Work {
            seed: value("data-seed"),
            tries: value("data-tries").parse().unwrap(),
            more: value("data-more").parse().unwrap(),
        })
    }

    /// A proof that shows this many tries, by the rule in words: eight numbers whose keys begin with four bytes that, read as a
    /// number, are below 2³² · 8 / tries.
    pub fn proof(&self, tries: u64) -> String {
        if tries <= SOLUTIONS {
            return EASY_PROOF.to_owned();
        }
        let is_solved = |number: &String| value(number, &self.seed) * tries < SOLUTIONS << 32;
        let numbers = (0..1_000_000_u32).map(|n| n.to_string()).filter(is_solved);
        numbers.take(8).collect::<Vec<_>>().join(".")
    }

    /// A proof that does not show this many tries.
    pub fn bad_proof(&self, tries: u64) -> String {
        let is_bad = |number: &String| value(number, &self.seed) * tries >= SOLUTIONS << 32;
        let numbers = (0..1_000_000_u32).map(|n| n.to_string()).filter(is_bad);
        numbers.take(8).collect::<Vec<_>>().join(".")
    }
}

fn value(number: &str, seed: &str) -> u64 {
    let mut key = [0; 32];
    assert!(scrypt(
        number.as_bytes(),
        seed.as_bytes(),
        10,
        8,
        1,
        &mut key
    ));
    u64::from(u32::from_be_bytes([key[0], key[1], key[2], key[3]]))
}
