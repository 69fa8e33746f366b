//! An opponent in your own program.

use rookery_games::engine::{Control, Request};
use rookery_games::{Registry, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Registry::shipped().find("chess")?.start(&Setup::default())?;
    let path = game.read("e4")?;
    game.play(&path)?;
    let request = Request {
        nodes: 20_000,
        ..Request::default()
    };
    let report = game.search(&request, &Control::start());
    println!("answer: {}", report.best.unwrap_or_default().join("-"));
    Ok(())
}
