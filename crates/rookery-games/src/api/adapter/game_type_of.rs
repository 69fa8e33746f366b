//! `GameTypeOf`, the one [`GameType`] behind every line of the registry: the properties of a game before it starts.

use std::marker::PhantomData;

use crate::api::adapter::game_adapter::GameAdapter;
use crate::api::view::Side;
use crate::lab::solution::Solving;
use crate::{BuildBook, Error, Game, GameType, Lab, LabGame, RuleOptions, Sheet};
use crate::{Setup, SolvePositions};
use rookery_engine::learning::Tuner;
use rookery_engine::tables::Endgames;
use rookery_engine::{Knowledge, Params, Position, SolverSpec};

/// The game `G` as the registry lists it.
pub(crate) struct GameTypeOf<G>(PhantomData<fn() -> G>);

impl<G: LabGame> GameTypeOf<G> {
    /// The entry of the registry.
    pub const ENTRY: &'static dyn GameType = &GameTypeOf::<G>(PhantomData);

    fn chosen(setup: &Setup) -> Result<RuleOptions, Error> {
        RuleOptions::new(setup, G::SHEET)
    }

    /// The game with the default variant and options.
    fn usual() -> G {
        let chosen = Self::chosen(&Setup::default());
        G::new(&chosen.expect("every game starts with its defaults"))
    }
}

impl<G: LabGame> GameType for GameTypeOf<G> {
    fn name(&self) -> &'static str {
        G::Position::NAME
    }

    fn sheet(&self) -> &'static Sheet {
        G::SHEET
    }

    fn sides(&self, setup: &Setup) -> [Side; 2] {
        let chosen = Self::chosen(setup);
        let game = chosen.map_or_else(|_| Self::usual(), |chosen| G::new(&chosen));
        game.sides()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, Error> {
        let game = G::new(&Self::chosen(setup)?);
        Ok(Box::new(GameAdapter::open(game, &setup.start)?))
    }

    fn decide(&self, mut setup: Setup, chance: u64) -> Result<Setup, Error> {
        if setup.start.trim().is_empty() {
            let game = G::new(&Self::chosen(&setup)?);
            if let Some(position) = game.start_by_chance(chance) {
                setup.start = game.print(&position);
            }
        }
        Ok(setup)
    }

    fn lab(&self) -> &dyn Lab {
        self
    }
}

impl<G: LabGame> Lab for GameTypeOf<G> {
    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        Self::usual().tuner(evaluation)
    }

    fn params(&self, evaluation: &str) -> Params {
        let game = Self::usual();
        let named = game.knowledge_named(evaluation);
        *named.unwrap_or_else(|| game.knowledge()).params()
    }

    fn solver(
        &self,
        setup: &Setup,
        spec: &SolverSpec,
    ) -> Result<Option<Box<dyn SolvePositions>>, Error> {
        let game = G::new(&Self::chosen(setup)?);
        let solver = game.solver(spec);
        Ok(solver.map(|solver| Box::new(Solving { game, solver }) as Box<dyn SolvePositions>))
    }

    fn endgames(&self) -> Option<&'static dyn Endgames> {
        G::endgames()
    }

    fn book_builder(
        &self,
        setup: &Setup,
        entries: usize,
    ) -> Result<Option<Box<dyn BuildBook>>, Error> {
        let game = G::new(&Self::chosen(setup)?);
        Ok(game.book_builder(entries))
    }
}
