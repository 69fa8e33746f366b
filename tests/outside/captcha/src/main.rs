//! A captcha in your own program.

use std::sync::Arc;

use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use rookery_captcha::{Assets, Captcha, Look, Scale, Settings, answer_matches};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Once: fonts and backgrounds are decoded. Clones share them.
    let live = Captcha {
        settings: Settings::default(),
        assets: Arc::new(Assets::shipped()),
    };
    // For each visitor: keep the word on your server, show the picture, compare once, forget both.
    let mut rng = UnwrapErr(SysRng);
    let word = live.code(&mut rng);
    let picture = live.draw(&word, rng.random(), Look::at(Scale::One))?;
    std::fs::write("captcha.png", &picture.png)?;
    println!("captcha.png, {} bytes", picture.png.len());
    println!("right: {}", answer_matches(&word, &word.to_uppercase()));
    Ok(())
}
