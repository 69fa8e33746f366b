//! A game type in the registry, for play ([`GameType`]) and for study ([`Lab`]).

use crate::api::view::{Played, Side};
use crate::{
    BuildBook, Error, Game, Message, OptionSpec, PieceDrawing, Setup, Sheet, SolvePositions,
    Variant, World,
};
use rookery_engine::learning::Tuner;
use rookery_engine::tables::Endgames;
use rookery_engine::{Params, SolverSpec};

/// The key of a game's own colours and drawings among those that a visitor may choose.
pub const USUAL_LOOK: &str = "standard";

/// An entry of the registry: one kind of game.
pub trait GameType: Send + Sync {
    /// The registry's name, used in URLs and on the command line (`tic-tac-toe`).
    fn name(&self) -> &'static str;
    /// The metadata of the game: all that is known before it starts.
    fn sheet(&self) -> &'static Sheet;
    /// The two sides; side 0 moves first.
    fn sides(&self, setup: &Setup) -> [Side; 2];
    /// A game at its first position.
    ///
    /// # Errors
    /// An unknown variant or option, or a position string that says what is wrong with it.
    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, Error>;
    /// The set-up of a match: `chance` decides whatever the rules leave to chance about the first position, and the result is
    /// written into `start`, so that the match can be replayed from its record.
    ///
    /// # Errors
    /// An unknown variant or option.
    fn decide(&self, setup: Setup, chance: u64) -> Result<Setup, Error>;
    /// The operations that only study needs.
    fn lab(&self) -> &dyn Lab;
}

/// Games that begin after some moves, and the texts of the sheet, whose ids follow from the game's name.
impl<'a> dyn GameType + 'a {
    /// A game after these moves, which are in the usual notation, and the last of them.
    ///
    /// # Errors
    /// As [`GameType::start`], or one of the moves is not legal.
    pub fn start_after(
        &self,
        setup: &Setup,
        line: &[&str],
    ) -> Result<(Box<dyn Game>, Option<Played>), Error> {
        let mut game = self.start(setup)?;
        let mut last = None;
        for text in line {
            let path = game.read(text)?;
            last = Some(game.play(&path)?);
        }
        Ok((game, last))
    }

    fn text(&self, key: &str) -> Message {
        Message::new(format!("{}-{key}", self.name()))
    }

    /// The name of the game, in words.
    pub fn title(&self) -> Message {
        self.text("title")
    }

    /// One line about it for the list of games.
    pub fn summary(&self) -> Message {
        self.text("summary")
    }

    /// Facts of a few words that help a visitor to choose between this game and others.
    pub fn glance(&self) -> Vec<Message> {
        let keys = self.sheet().glance.iter();
        keys.map(|key| self.text(&format!("glance-{key}")))
            .collect()
    }

    /// The rules, one message a paragraph.
    pub fn rules(&self) -> Vec<Message> {
        let keys = self.sheet().rules.iter();
        keys.map(|key| self.text(&format!("rules-{key}"))).collect()
    }

    /// Variants, the default first.
    pub fn variants(&self) -> Vec<Variant> {
        let label = |key: &str| match key {
            "standard" => Message::new("variant-standard"),
            key => self.text(&format!("variant-{key}")),
        };
        let keys = self.sheet().variants.iter();
        keys.map(|&key| Variant {
            key,
            label: label(key),
        })
        .collect()
    }

    /// Options, each with its default first.
    pub fn options(&self) -> Vec<OptionSpec> {
        let value = |option: &str, value| (value, self.text(&format!("{option}-{value}")));
        let options = self.sheet().options.iter();
        options
            .map(|option| OptionSpec {
                key: option.key,
                label: self.text(option.key),
                values: option
                    .values
                    .iter()
                    .map(|v| value(option.key, *v))
                    .collect(),
            })
            .collect()
    }

    /// The board colours that a visitor may choose from, the usual ones first; empty if there is no choice.
    pub fn themes(&self) -> Vec<(&'static str, Message, &'static World)> {
        let sheet = self.sheet();
        let further = sheet.themes.iter().map(|theme| (theme.key, &theme.world));
        self.named("theme", &sheet.world, further)
    }

    /// The sets of piece drawings that a visitor may choose from, the usual one first; empty if there is no choice.
    pub fn piece_sets(&self) -> Vec<(&'static str, Message, &'static [PieceDrawing])> {
        let sheet = self.sheet();
        let further = sheet.sets.iter().map(|set| (set.key, set.pieces));
        self.named("set", sheet.pieces, further)
    }

    fn named<T>(
        &self,
        what: &str,
        usual: T,
        further: impl ExactSizeIterator<Item = (&'static str, T)>,
    ) -> Vec<(&'static str, Message, T)> {
        if further.len() == 0 {
            return Vec::new();
        }
        let all = std::iter::once((USUAL_LOOK, usual)).chain(further);
        all.map(|(key, value)| (key, self.text(&format!("{what}-{key}")), value))
            .collect()
    }

    /// The hint about the text of a first position, if the game has one of its own.
    pub fn start_hint(&self) -> Option<Message> {
        self.sheet().has_start_hint.then(|| self.text("start-hint"))
    }
}

/// A kind of game as study sees it.
pub trait Lab: Send + Sync {
    /// The learning of an evaluation, where it is learned.
    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>>;
    /// The parameters of the selective techniques in a search with this evaluation; for an unknown name, those of the usual
    /// evaluation.
    fn params(&self, evaluation: &str) -> Params;
    /// The game's solver or table; `None` where it has neither.
    ///
    /// # Errors
    /// An unknown variant or option.
    fn solver(
        &self,
        setup: &Setup,
        spec: &SolverSpec,
    ) -> Result<Option<Box<dyn SolvePositions>>, Error>;
    /// The endgame tables that can be built for this game, if there are any.
    fn endgames(&self) -> Option<&'static dyn Endgames>;
    /// The builder of the game's opening book, with a table of `entries` slots; `None` where it has no book.
    ///
    /// # Errors
    /// An unknown variant or option.
    fn book_builder(
        &self,
        setup: &Setup,
        entries: usize,
    ) -> Result<Option<Box<dyn BuildBook>>, Error>;
}
