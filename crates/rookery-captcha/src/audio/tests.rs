//! Tests of finished recordings: the file, the levels, the lengths, and that seeds determine everything.

use std::collections::BTreeSet;
use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::audio::clip::{LEVEL_DB, VOICES};
use crate::audio::speech::{EDGE_MS, GAP_MS};
use crate::audio::vocabulary::{DIGITS, WORDS};
use crate::audio::{RATE_HZ, code, code::words, speak};
use crate::{Captcha, Error};

/// The promise: bytes of the largest recording.
const MOST_BYTES: usize = 90_000;

/// The samples of a WAV file, read chunk by chunk as a player does.
fn samples(wav: &[u8]) -> Vec<i16> {
    let u32_at = |at: usize| u32::from_le_bytes(wav[at..at + 4].try_into().unwrap()) as usize;
    let u16_at = |at: usize| u16::from_le_bytes(wav[at..at + 2].try_into().unwrap());
    assert_eq!((&wav[..4], &wav[8..12]), (&b"RIFF"[..], &b"WAVE"[..]));
    assert_eq!(u32_at(4), wav.len() - 8, "length of the whole file");
    let (mut at, mut found) = (12, None);
    while at + 8 <= wav.len() {
        let (name, length) = (&wav[at..at + 4], u32_at(at + 4));
        let body = at + 8;
        match name {
            b"fmt " => {
                assert_eq!(u16_at(body), 1, "whole numbers");
                assert_eq!(u16_at(body + 2), 1, "one channel");
                assert_eq!(u32_at(body + 4), 8000, "samples a second");
                assert_eq!(u32_at(body + 8), 16_000, "bytes a second");
                assert_eq!(u16_at(body + 12), 2, "bytes a frame");
                assert_eq!(u16_at(body + 14), 16, "bits a sample");
            }
            b"data" => found = Some(&wav[body..body + length]),
            other => panic!("a chunk {other:?}"),
        }
        at = body + length;
    }
    assert_eq!(at, wav.len(), "nothing follows");
    found
        .unwrap()
        .as_chunks::<2>()
        .0
        .iter()
        .map(|pair| i16::from_le_bytes(*pair))
        .collect()
}

/// Root mean square in dB of full scale.
fn level_db(samples: impl IntoIterator<Item = i32>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for sample in samples {
        sum += (f64::from(sample) / 32_768.0).powi(2);
        count += 1.0;
    }
    10.0 * f64::log10(sum / count)
}

fn some_code(seed: u64) -> String {
    code(&mut ChaCha20Rng::seed_from_u64(seed))
}

#[test]
fn a_recording_is_a_wav_file_of_8_khz_and_16_bits() {
    for seed in 0..50 {
        let recording = speak(&some_code(seed), seed).unwrap();
        let samples = samples(&recording.wav);
        assert_eq!(
            recording.ms,
            samples.len() as u32 * 1000 / RATE_HZ,
            "how long it says it lasts"
        );
        assert!(recording.wav.len() <= MOST_BYTES);
    }
}

#[test]
fn the_longest_recording_is_within_the_promise() {
    let longest = |words: &[crate::audio::vocabulary::Word]| {
        words
            .iter()
            .flat_map(|word| word.clips)
            .map(|clip| clip.len())
            .max()
            .unwrap()
    };
    let pauses_ms = (2 * EDGE_MS + 4 * GAP_MS.1) as usize;
    let most = 4 * longest(&WORDS[..DIGITS]) + longest(&WORDS[DIGITS..]) + pauses_ms * 8;
    let bytes = 44 + 2 * most;
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
}

#[test]
fn the_same_code_and_seed_give_the_same_bytes_and_another_seed_others() {
    let live = Captcha::default();
    let first = live.speak("7 dragon 0 4 9", 1).unwrap();
    assert_eq!(first, live.speak("7 dragon 0 4 9", 1).unwrap());
    assert_ne!(first.wav, live.speak("7 dragon 0 4 9", 2).unwrap().wav);
    assert_ne!(first.wav, live.speak("7 dragon 0 4 8", 1).unwrap().wav);
}

#[test]
fn the_words_are_the_clips_themselves_with_silence_between() {
    let (mut voices, gap) = (BTreeSet::new(), |ms: i32| ms as usize * 8);
    for seed in 0..40 {
        let code = some_code(seed);
        let samples = samples(&speak(&code, seed).unwrap().wav);
        let is_silent = |from: usize, to: usize| samples[from..to].iter().all(|s| *s == 0);
        let found = (0..VOICES).filter_map(|voice| {
            let mut at = gap(EDGE_MS);
            for (n, word) in words(&code).unwrap().into_iter().enumerate() {
                let clip = word.clips[voice];
                let is_here = |start: usize| {
                    (0..clip.len())
                        .all(|n| samples.get(start + n) == Some(&(clip.sample(n) as i16)))
                };
                let latest = if n == 0 { at } else { at + gap(GAP_MS.1) };
                let earliest = if n == 0 { at } else { at + gap(GAP_MS.0) };
                let start = (earliest..=latest).find(|start| is_here(*start))?;
                assert!(is_silent(if n == 0 { 0 } else { at }, start), "seed {seed}");
                at = start + clip.len();
            }
            assert!(is_silent(at, samples.len()) && samples.len() == at + gap(EDGE_MS));
            Some(voice)
        });
        let found: Vec<usize> = found.collect();
        assert_eq!(
            found.len(),
            1,
            "seed {seed}: one voice speaks the whole code"
        );
        voices.extend(found);
    }
    assert_eq!(voices.len(), VOICES, "both voices speak");
}

#[test]
fn every_clip_is_as_loud_as_the_others_short_and_whole() {
    for word in &WORDS {
        for clip in word.clips {
            let level = level_db((0..clip.len()).map(|n| clip.sample(n)));
            assert!((level - LEVEL_DB).abs() < 0.5, "{}: {level}", word.spelt);
            let ms = clip.len() / 8;
            assert!((250..850).contains(&ms), "{}: {ms} ms", word.spelt);
            let peak = (0..clip.len()).map(|n| clip.sample(n).abs()).max().unwrap();
            assert!((8_000..32_124).contains(&peak), "{}: {peak}", word.spelt);
            let edges = [0, 1, clip.len() - 2, clip.len() - 1].map(|n| clip.sample(n).abs());
            assert!(
                edges.iter().all(|edge| *edge < 600),
                "{}: {edges:?}",
                word.spelt
            );
        }
    }
}

#[test]
fn the_vocabulary_is_what_the_recipe_makes() {
    let sounds = Path::new(env!("CARGO_MANIFEST_DIR")).join("sounds");
    let spelt: BTreeSet<String> = WORDS.iter().map(|word| word.spelt.to_owned()).collect();
    assert_eq!(spelt.len(), WORDS.len());
    for voice in ["high", "low"] {
        let files: BTreeSet<String> = std::fs::read_dir(sounds.join(voice))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .map(|name| name.trim_end_matches(".wav").to_owned())
            .collect();
        assert_eq!(files, spelt, "{voice}");
    }
    let recipe = std::fs::read_to_string(sounds.join("make.py")).unwrap();
    let named: BTreeSet<&str> = recipe.split(|c: char| !c.is_ascii_lowercase()).collect();
    for word in &spelt {
        assert!(named.contains(word.as_str()), "{word} is not in make.py");
    }
}

#[test]
fn codes_are_four_digits_and_a_noun_in_any_place_and_use_every_word() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let (mut seen, mut places) = (BTreeSet::new(), [0; 5]);
    for _ in 0..20_000 {
        let code = code(&mut rng);
        let parts: Vec<&str> = code.split(' ').collect();
        let nouns: Vec<usize> = (0..parts.len()).filter(|n| parts[*n].len() > 1).collect();
        assert_eq!((parts.len(), nouns.len()), (5, 1), "{code}");
        places[nouns[0]] += 1;
        seen.extend(parts.into_iter().map(str::to_owned));
    }
    assert_eq!(seen.len(), WORDS.len());
    // 4,000 each, σ = 57: five σ to each side.
    assert!(
        places.iter().all(|n| (3_700..4_300).contains(n)),
        "{places:?}"
    );
}

#[test]
fn what_no_voice_says_is_refused() {
    for code in [
        "",
        " ",
        "5",
        "seven",
        "7  3",
        "7 dragons",
        "1 1 1 1 1 1 1 1 1",
    ] {
        assert!(
            matches!(speak(code, 1), Err(Error::Speech { .. })),
            "{code:?}"
        );
    }
}

/// The most words of a code; nine are refused above.
#[test]
fn eight_words_are_spoken() {
    assert!(speak(&["7"; 8].join(" "), 1).is_ok());
}
