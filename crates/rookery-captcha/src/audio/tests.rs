//! Tests of finished recordings: the file, the levels, the lengths, and that seeds determine everything.

use std::collections::BTreeSet;
use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::audio::background_voice::background_voice;
use crate::audio::clip::LEVEL_DB;
use crate::audio::speech::{GAP_MS, LEAD_MS, speech};
use crate::audio::time_stretch::{SPEED_PERMILLE, TimeStretched};
use crate::audio::vocabulary::{DIGITS, WORDS};
use crate::audio::{RATE_HZ, code, code::words, speak};
use crate::picture::captcha_rng::CaptchaRng;
use crate::{Captcha, Error};

/// The promise: bytes of the largest recording.
const MOST_BYTES: usize = 100_000;

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
            .map(|clip| TimeStretched::at(clip, SPEED_PERMILLE.0, SPEED_PERMILLE.0).len())
            .max()
            .unwrap()
    };
    let pauses_ms = (LEAD_MS.1 + 4 * GAP_MS.1 + 250) as usize;
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
fn the_second_voice_is_10_db_below_the_first() {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for seed in 0..200 {
        let code = some_code(seed);
        let mut rng = CaptchaRng::new(seed);
        let track = speech(&words(&code).unwrap(), &mut rng);
        second.extend(background_voice(track.len(), &mut rng));
        // Where the first voice speaks: its pauses are silent, and what is said has few exact zeros.
        first.extend(track.into_iter().filter(|sample| *sample != 0));
    }
    let difference = level_db(first) - level_db(second);
    assert!((difference - 10.0).abs() < 0.5, "{difference:.2} dB");
}

#[test]
fn the_second_voice_speaks_through_the_pauses_and_nothing_is_cut_off() {
    for seed in 0..300 {
        let recording = speak(&some_code(seed), seed).unwrap();
        let samples = samples(&recording.wav);
        let peak = samples.iter().map(|s| i32::from(*s).abs()).max().unwrap();
        assert!((4_000..32_767).contains(&peak), "peak {peak}");
        let lead = LEAD_MS.0 as usize * 8;
        let silence = level_db(samples[..lead].iter().map(|s| i32::from(*s)));
        assert!(silence > -60.0, "the pause before the words: {silence} dB");
    }
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
fn speed_changes_length_and_keeps_the_wave() {
    let clip = WORDS[DIGITS].clips[0];
    let same = TimeStretched::at(clip, 1000, 1000);
    assert_eq!(same.len(), clip.len());
    assert!((0..clip.len()).all(|n| same.sample(n) == clip.sample(n)));
    let slow = TimeStretched::at(clip, 500, 500);
    assert_eq!(slow.len(), 2 * clip.len());
    for n in 0..clip.len() {
        assert_eq!(slow.sample(2 * n), clip.sample(n));
        let middle = (clip.sample(n) + clip.sample(n + 1)).div_euclid(2);
        assert!((slow.sample(2 * n + 1) - middle).abs() <= 1);
    }
}

/// A drifting speed, against a walk that adds up the speed sample by sample, in floating point.
#[test]
fn a_drift_is_an_even_change_of_speed() {
    let clip = WORDS[DIGITS].clips[1];
    for (first, last) in [(900, 980), (1120, 1040), (1000, 1000)] {
        let paced = TimeStretched::at(clip, first, last);
        let (mut at, length) = (0.0_f64, paced.len());
        for n in 0..length {
            let (before, after) = (
                f64::from(clip.sample(at as usize)),
                f64::from(clip.sample(at as usize + 1)),
            );
            let expected = before + (after - before) * (at - at.floor());
            let away = (f64::from(paced.sample(n)) - expected).abs();
            // The walk and the integers part by less than a hundredth of a sample.
            let steep = (after - before).abs();
            let next = f64::from(clip.sample(at as usize + 2)) - after;
            assert!(
                away <= 2.0 + 0.02 * (steep + next.abs()),
                "{first}–{last}, sample {n}: {away}"
            );
            let share = (n as f64 + 0.5) / length as f64;
            at += (f64::from(first) + f64::from(last - first) * share) / 1000.0;
        }
        let end = at - clip.len() as f64;
        assert!(end.abs() < 2.0, "the end of the clip: {end}");
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
