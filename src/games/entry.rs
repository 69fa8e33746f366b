//! The one [`Kind`] behind every line of the registry: what is known of a game before it starts.

use std::marker::PhantomData;

use crate::engine::Position;
use crate::engine::tables::Endgames;
use crate::games::in_play::InPlay;
use crate::games::view::Side;
use crate::games::{BoardGame, Chosen, Error, Game, Kind, LEVEL_COUNT};
use crate::games::{Level, Message, OptionSpec, Setup, Variant};

/// The game `G` as the registry lists it.
pub(super) struct Entry<G>(PhantomData<fn() -> G>);

impl<G: BoardGame> Entry<G> {
    /// The entry; a constant, so that the registry can refer to it.
    pub const NEW: Self = Entry(PhantomData);

    fn chosen(setup: &Setup) -> Result<Chosen, Error> {
        Chosen::new(setup, &G::variants(), &G::options())
    }
}

impl<G: BoardGame> Kind for Entry<G> {
    fn name(&self) -> &'static str {
        G::Position::NAME
    }

    fn title(&self) -> Message {
        G::title()
    }

    fn summary(&self) -> Message {
        G::summary()
    }

    fn rules(&self) -> Vec<Message> {
        G::rules()
    }

    fn variants(&self) -> Vec<Variant> {
        G::variants()
    }

    fn options(&self) -> Vec<OptionSpec> {
        G::options()
    }

    fn sides(&self, setup: &Setup) -> [Side; 2] {
        let chosen = Self::chosen(setup).or_else(|_| Self::chosen(&Setup::default()));
        let chosen = chosen.expect("every game starts with its defaults");
        G::new(&chosen).sides()
    }

    fn levels(&self) -> [Level; LEVEL_COUNT as usize] {
        G::levels()
    }

    fn is_tabled(&self) -> bool {
        G::TABLED
    }

    fn showcase(&self) -> &'static [&'static str] {
        G::showcase()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, Error> {
        let game = G::new(&Self::chosen(setup)?);
        let position = match setup.start.trim() {
            "" => game.start(),
            text => game.parse(text).map_err(Error::Position)?,
        };
        Ok(Box::new(InPlay::new(game, position)))
    }

    fn bench(&self) -> (&'static [&'static str], u32) {
        G::bench()
    }

    fn endgames(&self) -> Option<&'static dyn Endgames> {
        G::endgames()
    }
}
