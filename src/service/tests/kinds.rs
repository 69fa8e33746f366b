//! Noughts and crosses with another engine: one that searches on the pool, one that never answers, one that panics.

use std::sync::LazyLock;
use std::time::Duration;

use rookery_engine::{Control, Repertoire, Request, SearchReport};
use rookery_games::Registry;
use rookery_games::api::view::{Board, Choice, Ending, LegalMove, Mark, Piece, Played, Side, Zone};
use rookery_games::{Consultation, Credits, Export, Game, GameType, Lab, Sheet, UciReport};
use rookery_games::{Message, Setup, Study};

/// The behaviour of the engine.
#[derive(Clone, Copy)]
enum Engine {
    /// It searches as usual, but on the pool and not from a table.
    Searches,
    /// It thinks until it is told to stop.
    Waits,
    /// It panics.
    Panics,
}

struct Bent(Engine);

/// The sheet of a game that no table answers for.
static SEARCHED: LazyLock<Sheet> = LazyLock::new(|| Sheet {
    is_solved: false,
    ..*real().sheet()
});

struct GameAdapter {
    engine: Engine,
    game: Box<dyn Game>,
}

fn real() -> &'static dyn GameType {
    Registry::shipped().find("tic-tac-toe").unwrap()
}

/// Noughts and crosses as it is.
pub fn solved() -> Registry {
    Registry::shipped()
}

/// Every answer is searched for.
pub fn searching() -> Registry {
    Registry::of(vec![&Bent(Engine::Searches)])
}

/// No answer comes.
pub fn waiting() -> Registry {
    Registry::of(vec![&Bent(Engine::Waits)])
}

/// Every search panics.
pub fn panicking() -> Registry {
    Registry::of(vec![&Bent(Engine::Panics)])
}

impl GameType for Bent {
    fn name(&self) -> &'static str {
        real().name()
    }
    fn sheet(&self) -> &'static Sheet {
        &SEARCHED
    }
    fn sides(&self, setup: &Setup) -> [Side; 2] {
        real().sides(setup)
    }
    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, rookery_games::Error> {
        Ok(Box::new(GameAdapter {
            engine: self.0,
            game: real().start(setup)?,
        }))
    }
    fn decide(&self, setup: Setup, chance: u64) -> Result<Setup, rookery_games::Error> {
        real().decide(setup, chance)
    }
    fn lab(&self) -> &dyn Lab {
        real().lab()
    }
}

impl Game for GameAdapter {
    fn side(&self) -> usize {
        self.game.side()
    }
    fn colour(&self, player: usize) -> Option<usize> {
        self.game.colour(player)
    }
    fn ply(&self) -> usize {
        self.game.ply()
    }
    fn hash(&self) -> u64 {
        self.game.hash()
    }
    fn position(&self) -> String {
        self.game.position()
    }
    fn diagram(&self, board: &Board) -> String {
        self.game.diagram(board)
    }
    fn board(&self) -> Board {
        self.game.board()
    }
    fn zones(&self) -> Vec<Zone> {
        self.game.zones()
    }
    fn pieces(&self) -> Vec<Piece> {
        self.game.pieces()
    }
    fn marks(&self, tapped: &[String]) -> Vec<Mark> {
        self.game.marks(tapped)
    }
    fn choices(&self) -> Vec<Choice> {
        self.game.choices()
    }
    fn task(&self, prefix: &[String]) -> Option<Message> {
        self.game.task(prefix)
    }
    fn legal(&self) -> Vec<LegalMove> {
        self.game.legal()
    }
    fn why_not(&self, path: &[String]) -> Message {
        self.game.why_not(path)
    }
    fn read(&self, text: &str) -> Result<Vec<String>, rookery_games::Error> {
        self.game.read(text)
    }
    fn could_be(&self, text: &str) -> Vec<String> {
        self.game.could_be(text)
    }
    fn play(&mut self, path: &[String]) -> Result<Played, rookery_games::Error> {
        self.game.play(path)
    }
    fn advance(&mut self, path: &[String]) -> Result<(), rookery_games::Error> {
        self.game.advance(path)
    }
    fn can_win(&self, side: usize) -> bool {
        self.game.can_win(side)
    }
    fn claim(&self) -> Option<Ending> {
        self.game.claim()
    }
    fn play_coordinates(&mut self, text: &str) -> Result<(), rookery_games::Error> {
        self.game.play_coordinates(text)
    }
    fn consult(&self, request: &Request, control: &Control, with: Consultation<'_>) -> UciReport {
        self.game.consult(request, control, with)
    }
    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }
    fn repertoire(&self) -> Repertoire {
        self.game.repertoire()
    }
    fn search(&self, request: &Request, control: &Control) -> SearchReport {
        match self.engine {
            Engine::Searches => {}
            Engine::Waits => {
                while !control.is_stopped() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            Engine::Panics => panic!("the engine is broken"),
        }
        self.game.search(request, control)
    }
    fn study(&self) -> &dyn Study {
        self.game.study()
    }
    fn export(&self, credits: &Credits) -> Option<Export> {
        self.game.export(credits)
    }
    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(GameAdapter {
            engine: self.engine,
            game: self.game.boxed_clone(),
        })
    }
}
