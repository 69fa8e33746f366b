//! Tests of typed codes: accepted spellings, and that no two codes can be confused.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::audio::answer::spellings;
use crate::audio::vocabulary::{DIGITS, WORDS};
use crate::audio::{answer_matches, code};

const CODE: &str = "7 dragon 0 4 9";

#[test]
fn digits_and_words_are_taken_in_many_ways() {
    for typed in [
        "7 dragon 0 4 9",
        "7dragon049",
        "seven dragon zero four nine",
        "SevenDragonZeroFourNine",
        " 7, Dragon, 0, 4, 9. ",
        "7-dragon-0-4-9",
        "7 dragon 049",
        "seven dragon 0 for 9",
        "7\tdragon\u{a0}zero4nine\n",
        // Five is never said.
        "7 dragon 0 4 5",
        "7 dragon 0 4 five",
        // One slip of the keys in the noun.
        "7 dragn 0 4 9",
        "7 draggon 0 4 9",
        "7 dargon 0 4 9",
        "7 fragon 0 4 9",
    ] {
        assert!(answer_matches(CODE, typed), "{typed:?}");
    }
    assert!(answer_matches("2 1 8 2 apple", "to won ate too apple"));
}

#[test]
fn anything_else_is_wrong() {
    for typed in [
        "",
        " ",
        ",",
        "7",
        "dragon",
        "7 dragon 0 4",
        "7 dragon 0 4 8",
        "7 dragon 0 4 9 9",
        "7 0 dragon 4 9",
        "7 rabbit 0 4 9",
        "7 drgn 0 4 9",
        "7 dragon 0 4 9 x",
        "７ dragon 0 4 9",
        "7 drägon 0 4 9",
        "7 dragons and 0 4 9",
    ] {
        assert!(!answer_matches(CODE, typed), "{typed:?}");
    }
    assert!(!answer_matches(CODE, &"7".repeat(100_000)));
}

#[test]
fn an_empty_code_never_matches() {
    for (expected, typed) in [("", ""), ("", "7"), (" ", " "), ("nonsense", "nonsense")] {
        assert!(!answer_matches(expected, typed), "{expected:?} {typed:?}");
    }
}

/// Sardinas and Patterson (1953): a set of words can be read in one way only if no dangling suffix is itself a word.
#[test]
fn words_without_blanks_can_be_read_in_one_way_only() {
    let words: BTreeSet<&str> = spellings().map(|(spelt, _)| spelt).collect();
    assert_eq!(words.len(), spellings().count(), "a spelling stands twice");
    let rests = |left: &BTreeSet<String>, right: &BTreeSet<String>| -> BTreeSet<String> {
        left.iter()
            .flat_map(|a| right.iter().filter_map(|b| b.strip_prefix(a.as_str())))
            .filter(|rest| !rest.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let words: BTreeSet<String> = words.into_iter().map(str::to_owned).collect();
    let mut dangling = rests(&words, &words);
    let mut seen = BTreeSet::new();
    while !dangling.is_empty() && seen.insert(dangling.clone()) {
        assert!(dangling.is_disjoint(&words), "{dangling:?}");
        let mut next = rests(&words, &dangling);
        next.append(&mut rests(&dangling, &words));
        dangling = next;
    }
}

/// Edit distance with swaps of neighbours (optimal string alignment), by the textbook table.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut least = (table[i - 1][j] + 1)
                    .min(table[i][j - 1] + 1)
                    .min(table[i - 1][j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(table[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    table[a.len()][b.len()]
}

#[test]
fn a_slip_never_makes_another_word() {
    for noun in &WORDS[DIGITS..] {
        for (spelt, _) in spellings().filter(|(spelt, _)| *spelt != noun.spelt) {
            let away = distance(noun.spelt, spelt);
            assert!(away >= 3, "{} and {spelt}: {away}", noun.spelt);
        }
    }
}

proptest! {
    /// Whatever is typed for a noun is forgiven exactly where the textbook says that it is at most one slip away.
    #[test]
    fn one_slip_is_what_the_table_says(noun in 0..WORDS.len() - DIGITS, at in 0..9_usize, letter in "[a-z]{0,2}", cut in 0..3_usize) {
        let meant = WORDS[DIGITS + noun].spelt;
        let at = at.min(meant.len());
        let typed = format!("{}{letter}{}", &meant[..at], &meant[(at + cut).min(meant.len())..]);
        let is_run_of_words = super::read_run(&typed, &mut Vec::new());
        if !is_run_of_words && !typed.is_empty() {
            prop_assert_eq!(answer_matches(meant, &typed), distance(meant, &typed) <= 1, "{} for {}", typed, meant);
        }
    }

    #[test]
    fn a_code_matches_itself_and_no_other(one in any::<u64>(), other in any::<u64>()) {
        let one = code(&mut ChaCha20Rng::seed_from_u64(one));
        let other = code(&mut ChaCha20Rng::seed_from_u64(other));
        prop_assert!(answer_matches(&one, &one));
        prop_assert!(answer_matches(&one, &one.replace(' ', "")));
        prop_assert_eq!(answer_matches(&one, &other), one == other);
    }

    #[test]
    fn any_text_is_read_without_harm(expected in ".{0,40}", typed in ".{0,300}") {
        answer_matches(&expected, &typed);
    }
}
