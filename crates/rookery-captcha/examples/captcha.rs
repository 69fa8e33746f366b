//! The captcha in a program of your own: writes a picture and a recording, and reads an answer from the keyboard.
//!
//! ```sh
//! cargo run -p rookery-captcha --example captcha
//! ```
//!
//! A server keeps the two codes and the seed where the visitor cannot see them, shows picture and recording under an id, checks
//! one answer, and forgets both.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::sync::Arc;

use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use rookery_captcha::{Assets, Captcha, Look, Scale, Settings, answer_matches, audio};

fn main() -> Result<(), Box<dyn Error>> {
    // Fonts and backgrounds are decoded here, once; `live` can be cloned and shared between threads.
    let live = Captcha {
        settings: Settings::default(),
        assets: Arc::new(Assets::shipped()),
    };

    // Codes and seed come from the operating system's generator: a visitor who can predict them needs no picture.
    let mut rng = UnwrapErr(SysRng);
    let (seen, heard, seed) = (live.code(&mut rng), live.audio_code(&mut rng), rng.random());

    let picture = live.draw(&seen, seed, Look::at(Scale::Two))?;
    fs::write("captcha.png", &picture.png)?;
    let recording = live.speak(&heard, seed)?;
    fs::write("captcha.wav", &recording.wav)?;

    let mut out = io::stdout().lock();
    writeln!(
        out,
        "captcha.png: {} x {} pixels, {} bytes\ncaptcha.wav: {:.1} s, {} bytes",
        picture.width_px,
        picture.height_px,
        picture.png.len(),
        f64::from(recording.ms) / 1000.0,
        recording.wav.len(),
    )?;
    write!(out, "Type what the picture shows, or what you hear: ")?;
    out.flush()?;

    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    let is_right = answer_matches(&seen, &answer) | audio::answer_matches(&heard, &answer);
    let verdict = if is_right {
        "Right.".to_owned()
    } else {
        format!("Wrong. The picture shows {seen:?}, the recording says {heard:?}.")
    };
    writeln!(out, "{verdict}")?;
    Ok(())
}
