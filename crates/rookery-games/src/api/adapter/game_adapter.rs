//! `GameAdapter`, the one [`Game`] for every board: it turns a game's [`BoardGame`] into the view, typed moves, endings and
//! search reports, and keeps the history and the identity of each piece.

use std::sync::OnceLock;

use crate::api::adapter::pieces::PieceIds;
use crate::api::adapter::search_words;
use crate::api::adapter::{diagram, ending, refusal};
use crate::api::view::{Board, Choice, Ending, Fx, LegalMove, Mark, Piece, Played, Zone};
use crate::text::in_short;
use crate::{
    Change, Consultation, Credits, Error, Export, Game, History, LabGame, PlacedPiece, UciReport,
};
use crate::{Message, MoveOf, Step, Study, UciEvent};
use rookery_engine::{
    self, Control, Knowledge, MoveList, Outcome, Position, PvLine, Repertoire, Request,
    SearchContext, SearchEvent, SearchReport, SolverSpec, Value, Variation,
};

/// A game of `G` in progress.
#[derive(Clone)]
pub(crate) struct GameAdapter<G: LabGame> {
    pub(super) game: G,
    pub(super) history: History<G::Position>,
    ids: PieceIds,
    /// The end of the game in the present position, computed when it is first asked for.
    ended: OnceLock<Option<Ending>>,
}

impl<G: LabGame> GameAdapter<G> {
    /// The game from `position` on.
    pub fn new(game: G, position: G::Position) -> Self {
        let ids = PieceIds::new(&game.pieces(&position));
        GameAdapter {
            game,
            history: History::new(position),
            ids,
            ended: OnceLock::new(),
        }
    }

    /// The game from the position with this text on; an empty text is the usual start.
    ///
    /// # Errors
    /// [`Error::Position`]: the text is not a position.
    pub fn open(game: G, text: &str) -> Result<Self, Error> {
        let position = match text.trim() {
            "" => game.start(),
            text => game.parse(text).map_err(Error::Position)?,
        };
        Ok(GameAdapter::new(game, position))
    }

    /// The present position.
    pub fn position(&self) -> &G::Position {
        self.history.position()
    }

    fn make(&mut self, m: MoveOf<G>) {
        self.history.play(m);
        self.ended = OnceLock::new();
    }

    pub(super) fn knowledge(&self, evaluation: &str) -> G::Knowledge {
        let named = self.game.knowledge_named(evaluation);
        named.unwrap_or_else(|| self.game.knowledge())
    }

    /// All legal moves; none when the game is over.
    pub(super) fn moves(&self) -> MoveList<MoveOf<G>> {
        match self.ending() {
            None => self.position().moves(),
            Some(_) => MoveList::new(),
        }
    }

    /// All legal moves; none when a side has won. In a position that is a draw by the rules whatever is played, other programs may
    /// play on.
    fn undecided_moves(&self) -> MoveList<MoveOf<G>> {
        match self.position().outcome() {
            None | Some(Outcome::Draw) => self.position().moves(),
            Some(_) => MoveList::new(),
        }
    }

    fn legal_move(&self, m: MoveOf<G>) -> LegalMove {
        let steps = self.game.steps(self.position(), m);
        let mut alt = vec![self.game.notation(self.position(), m)];
        alt.extend(self.game.spellings(self.position(), m));
        LegalMove {
            path: search_words::path_of(&steps),
            also: self.game.other_paths(self.position(), m),
            alt,
            say: self.game.say(self.position(), m),
            fx: self.ids.foresee(&steps),
        }
    }

    /// The legal move with this path, and its steps. Only the moves that can begin with its first token are spelled.
    pub(super) fn find(
        &self,
        moves: MoveList<MoveOf<G>>,
        path: &[String],
    ) -> Option<(MoveOf<G>, Vec<Step>)> {
        let (position, first) = (self.position(), path.first()?);
        moves
            .into_iter()
            .filter(|&m| self.game.may_begin(position, m, first))
            .find_map(|m| {
                let steps = self.game.steps(position, m);
                let is_usual = steps.iter().map(|step| &step.token).eq(path);
                let is_it =
                    is_usual || self.game.other_paths(position, m).iter().any(|p| p == path);
                is_it.then_some((m, steps))
            })
    }

    /// All paths of a move, the usual one first.
    fn paths(&self, m: MoveOf<G>) -> Vec<Vec<String>> {
        let mut paths = vec![search_words::path_of(&self.game.steps(self.position(), m))];
        paths.extend(self.game.other_paths(self.position(), m));
        paths
    }

    /// Whether a text is this spelling, apart from upper and lower case. If the letter of a piece is also the letter of a file,
    /// as `B` is in chess, then a lower-case letter that can be a file of the move does not stand for the piece: `bxc8` is a
    /// pawn's move, but `bf4` can only be a bishop's.
    fn is_alike(spelling: &str, text: &str) -> bool {
        let begins_with_piece = || {
            let mut letters = G::SHEET.letters.iter();
            letters.any(|known| spelling.starts_with(known.letter))
        };
        let is_file = |letter: &char| ('a'..='h').contains(letter);
        let first = text.chars().next().filter(is_file);
        let last = text.chars().rfind(is_file);
        let is_near = first.zip(last).is_some_and(|(first, last)| {
            !spelling.starts_with(first) && u32::from(first).abs_diff(last.into()) <= 1
        });
        spelling.eq_ignore_ascii_case(text) && !(is_near && begins_with_piece())
    }

    /// The legal moves that a text could name in a spelling that only this game knows ([`BoardGame::named`]).
    fn named(&self, text: &str) -> Vec<MoveOf<G>> {
        let legal = self.moves();
        let mut named = self.game.named(self.position(), text.trim());
        named.retain(|m| legal.contains(m));
        named
    }

    /// The path of the legal move that a text names in a spelling that only this game knows; `None` if it names none.
    fn read_otherwise(&self, text: &str) -> Option<Result<Vec<String>, Error>> {
        match self.named(text).as_slice() {
            [] => None,
            &[m] => Some(Ok(search_words::path_of(
                &self.game.steps(self.position(), m),
            ))),
            _ => Some(Err(Error::Illegal(
                Message::new("illegal-ambiguous")
                    .with("move", in_short(text))
                    .with("moves", self.could_be(text).join(", ")),
            ))),
        }
    }

    /// The spaces to outline: those that were tapped, and those where a piece appeared or moved.
    fn outline(&self, steps: &[Step]) -> Vec<String> {
        let board = self.game.board();
        let mut squares: Vec<String> = Vec::new();
        let mut add = |at: &String| {
            if board.spaces.iter().any(|s| s.id == *at) && !squares.contains(at) {
                squares.push(at.clone());
            }
        };
        for step in steps {
            add(&step.token);
            for change in &step.changes {
                match change {
                    Change::Add(piece) => add(&piece.at),
                    Change::Move { from, to } => {
                        add(from);
                        add(to);
                    }
                    Change::Remove { .. } | Change::Turn { .. } | Change::Morph { .. } => {}
                }
            }
        }
        squares
    }

    /// A line in words, from the present position on.
    pub fn line(&self, variation: &Variation<MoveOf<G>>) -> PvLine {
        search_words::line(&self.game, self.position(), variation)
    }
}

/// The effects of a move that moves pieces in more than one step; empty if at most one step does.
fn hops(fx: Vec<Vec<Fx>>) -> Vec<Vec<Fx>> {
    let moves = |step: &&Vec<Fx>| step.iter().any(|fx| matches!(fx, Fx::Move { .. }));
    match fx.iter().filter(moves).count() {
        0 | 1 => Vec::new(),
        _ => fx,
    }
}

impl<G: LabGame> Game for GameAdapter<G> {
    fn side(&self) -> usize {
        self.position().side()
    }

    fn colour(&self, player: usize) -> Option<usize> {
        self.game.colour(self.position(), player)
    }

    fn ply(&self) -> usize {
        self.history.moves().len()
    }

    fn hash(&self) -> u64 {
        self.position().key()
    }

    fn position(&self) -> String {
        self.game.print(self.position())
    }

    fn diagram(&self, board: &Board) -> String {
        let pieces = self.game.pieces(self.position());
        let sign = |piece: &PlacedPiece| self.game.sign(piece.side, piece.kind);
        diagram::draw(board, &pieces, &sign)
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn zones(&self) -> Vec<Zone> {
        self.game.zones(self.position())
    }

    fn pieces(&self) -> Vec<Piece> {
        let pieces = self.game.pieces(self.position());
        pieces
            .into_iter()
            .map(|piece| Piece {
                id: self.ids.at(&piece.at),
                name: self.game.piece_name(piece.side, piece.kind),
                at: piece.at,
                side: piece.side,
                kind: piece.kind,
            })
            .collect()
    }

    fn marks(&self, tapped: &[String]) -> Vec<Mark> {
        if !tapped.is_empty() {
            return self.game.marks_ahead(self.position(), tapped);
        }
        let last = self.history.moves().last().copied();
        self.game.marks(self.position(), last)
    }

    fn choices(&self) -> Vec<Choice> {
        if self.ending().is_some() {
            return Vec::new();
        }
        self.game.choices(self.position())
    }

    fn task(&self, prefix: &[String]) -> Option<Message> {
        if self.ending().is_some() {
            return None;
        }
        self.game.task(self.position(), prefix)
    }

    fn legal(&self) -> Vec<LegalMove> {
        let moves = self.moves();
        moves.into_iter().map(|m| self.legal_move(m)).collect()
    }

    fn why_not(&self, path: &[String]) -> Message {
        if self.ending().is_some() {
            return Message::new("illegal-over");
        }
        let legal: Vec<_> = self
            .moves()
            .into_iter()
            .flat_map(|m| self.paths(m))
            .collect();
        refusal::of_length(&legal, path)
            .or_else(|| self.game.why_not(self.position(), path))
            .unwrap_or_else(|| refusal::of_path(self, &legal, path))
    }

    fn read(&self, text: &str) -> Result<Vec<String>, Error> {
        let text = text.trim();
        // Usually the text is the path of a move; then no other move has to be written out.
        let tokens: Vec<String> = text.split(',').map(str::to_owned).collect();
        if let Some((_, steps)) = self.find(self.moves(), &tokens) {
            return Ok(search_words::path_of(&steps));
        }
        let spells = |l: &LegalMove, is: fn(&str, &str) -> bool| {
            l.paths().any(|path| is(&path.join(","), text)) || l.alt.iter().any(|a| is(a, text))
        };
        let legal = self.legal();
        let exact = legal.iter().find(|l| spells(l, |a, b| a == b));
        let found = exact.or_else(|| legal.iter().find(|l| spells(l, Self::is_alike)));
        if let Some(found) = found {
            return Ok(found.path.clone());
        }
        // Blanks around commas, a comma at the end and capital letters change nothing.
        let tokens = refusal::as_spelled(self, text);
        if let Some((_, steps)) = self.find(self.moves(), &tokens) {
            return Ok(search_words::path_of(&steps));
        }
        self.read_otherwise(text)
            .unwrap_or_else(|| Err(Error::Illegal(self.why_not(&tokens))))
    }

    fn could_be(&self, text: &str) -> Vec<String> {
        match self.named(text).as_slice() {
            [_] => Vec::new(),
            several => several
                .iter()
                .map(|&m| self.game.notation(self.position(), m))
                .collect(),
        }
    }

    fn play(&mut self, path: &[String]) -> Result<Played, Error> {
        let Some((m, steps)) = self.find(self.moves(), path) else {
            return Err(Error::Illegal(self.why_not(path)));
        };
        let played = Played {
            path: search_words::path_of(&steps),
            notation: self.game.notation(self.position(), m),
            say: self.game.say(self.position(), m),
            squares: self.outline(&steps),
            fx: hops(self.ids.follow(&steps)),
        };
        self.make(m);
        Ok(played)
    }

    fn advance(&mut self, path: &[String]) -> Result<(), Error> {
        let moves = match self.position().outcome() {
            None => self.position().moves(),
            Some(_) => MoveList::new(),
        };
        let Some((m, steps)) = self.find(moves, path) else {
            return Err(Error::Illegal(self.why_not(path)));
        };
        self.ids.follow(&steps);
        self.make(m);
        Ok(())
    }

    fn consult(&self, request: &Request, control: &Control, with: Consultation<'_>) -> UciReport {
        let position = self.position();
        let moves = self.undecided_moves();
        if moves.is_empty() {
            return search_words::over(position.outcome().unwrap_or_else(|| position.no_moves()));
        }
        let Consultation { table, only, tell } = with;
        let only: Vec<_> = only
            .iter()
            .filter_map(|text| self.game.read_coordinates(position, &moves, text))
            .collect();
        let found = rookery_engine::search_with(
            (position, self.history.earlier()),
            &self.knowledge(request.evaluation),
            request,
            control,
            SearchContext {
                table: Some(table),
                only: &only,
                tell: &mut |told| match told {
                    SearchEvent::Iteration(found) => tell(UciEvent::Depth(
                        &search_words::uci_report(&self.game, position, found, request),
                    )),
                    SearchEvent::Move { m, number, depth } => tell(UciEvent::Move {
                        coordinates: self.game.coordinates(position, m),
                        number,
                        depth,
                    }),
                },
            },
        );
        search_words::uci_report(&self.game, position, &found, request)
    }

    fn play_coordinates(&mut self, text: &str) -> Result<(), Error> {
        let moves = self.undecided_moves();
        let found = self.game.read_coordinates(self.position(), &moves, text);
        let Some(m) = found else {
            let position = self.game.print(self.position());
            return Err(Error::Move {
                text: text.to_owned(),
                position,
            });
        };
        self.ids.follow(&self.game.steps(self.position(), m));
        self.make(m);
        Ok(())
    }

    fn ending(&self) -> Option<Ending> {
        let work_out = || ending::of(&self.game, &self.history);
        self.ended.get_or_init(work_out).clone()
    }

    fn can_win(&self, side: usize) -> bool {
        self.game.can_win(self.position(), side)
    }

    fn claim(&self) -> Option<Ending> {
        if self.ending().is_some() {
            return None;
        }
        self.game.claim(&self.history).map(ending::drawn)
    }

    fn table_value(&self) -> Option<Value> {
        G::endgames()?;
        if self.ending().is_some() {
            return None;
        }
        let mut solver = self.game.solver(&SolverSpec::default())?;
        solver.value(self.position(), &Control::unlimited())
    }

    fn repertoire(&self) -> Repertoire {
        Repertoire {
            sound: <G::Knowledge as Knowledge<G::Position>>::SOUND,
            usual: <G::Knowledge as Knowledge<G::Position>>::USUAL,
        }
    }

    fn search(&self, request: &Request, control: &Control) -> SearchReport {
        self.answer(request, control)
    }

    fn study(&self) -> &dyn Study {
        self
    }

    fn export(&self, credits: &Credits) -> Option<Export> {
        let moves = self.history.moves();
        self.game.export(self.history.start(), moves, credits)
    }

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}
