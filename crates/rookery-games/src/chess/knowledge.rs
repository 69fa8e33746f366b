//! The evaluation and search settings of chess.

use std::sync::Arc;

use crate::chess::early_programs::{shannon, turing};
use crate::chess::evaluation::{self, State, TermWeights};
use crate::chess::network::{Network, Sums};
use crate::chess::{Chess, ChessMove, Role, exchange, tables};
use rookery_engine::{Knowledge, Params, Position, Score, Technique, Techniques, Value};

/// The evaluations to choose from.
#[derive(Clone, Debug)]
pub enum ChessKnowledge {
    /// A network that was learned from the engine's own games.
    Network(Arc<Network>),
    /// Terms with weights that were learned from the engine's own games.
    Learned(Arc<TermWeights>),
    /// Shannon's of 1950.
    Shannon,
    /// Turing's of 1948.
    Turing,
}

/// The selective techniques that are sound here: captures in chess may be declined, and zugzwang is rare while there are pieces.
const SELECTIVE: Techniques = Techniques::of(&[
    Technique::Qsearch,
    Technique::See,
    Technique::Null,
    Technique::Rfp,
    Technique::Razor,
    Technique::Futility,
    Technique::Lmp,
    Technique::Lmr,
    Technique::ProbCut,
    Technique::Iir,
    Technique::Extensions,
    Technique::Singular,
    Technique::Correction,
]);

/// All exact techniques but one: chess cannot tell, before it searches them, which moves lose to the reply.
const EXACT: Techniques = Techniques::EXACT.without(Techniques::of(&[Technique::Forced]));

/// The search parameters that suit chess.
const PARAMS: Params = Params {
    aspiration_cp: 20,
    killer_order: 2_200,
    reduction_divisor: 342,
    singular_cp: 7,
    singular_less: 16,
    null_eval_cp: 200,
    null_verify_depth: 11,
    reduction_cut: 16,
    reduction_worse: 8,
    reduction_unknown: 8,
    reduction_noisy: 8,
    reduction_best: 16,
    history_step: 18,
    history_unanswered: 30,
    history_swing: 33,
    reverse_futility_percent: 0,
    history_depth: 4,
    history_least: 500,
    exchange_cp: 50,
    exchange_noisy_cp: 100,
    quiescence_cp: 300,
    razoring_depth: 2,
    razoring_cp: 400,
    ..Params::DEFAULT
};

impl ChessKnowledge {
    /// Their names, the usual one first.
    pub const NAMES: &'static [&'static str] = &["network", "learned", "shannon", "turing"];

    /// The evaluation of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "network" => Some(ChessKnowledge::default()),
            "learned" => Some(ChessKnowledge::Learned(TermWeights::built_in())),
            "shannon" => Some(ChessKnowledge::Shannon),
            "turing" => Some(ChessKnowledge::Turing),
            _ => None,
        }
    }
}

impl Default for ChessKnowledge {
    fn default() -> Self {
        ChessKnowledge::Network(Network::built_in())
    }
}

/// The sums that are kept from ply to ply: those of the evaluation in use.
#[derive(Clone, Debug, Default)]
pub struct ChessAccumulator {
    terms: State,
    sums: Sums,
}

impl Knowledge<Chess> for ChessKnowledge {
    type Acc = ChessAccumulator;
    const SOUND: Techniques = EXACT
        .or(Techniques::INSTEAD)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    const USUAL: Techniques = EXACT
        .or(SELECTIVE)
        .without(Techniques::of(&[Technique::Etc, Technique::ProbCut]));

    fn refresh(&self, position: &Chess, kept: &mut ChessAccumulator) {
        match self {
            ChessKnowledge::Network(network) => kept.sums.renew(position, network),
            ChessKnowledge::Learned(weights) => kept.terms = State::new(position, weights),
            ChessKnowledge::Shannon | ChessKnowledge::Turing => {}
        }
    }

    fn update(
        &self,
        parent: &Chess,
        m: ChessMove,
        child: &Chess,
        from: &ChessAccumulator,
        to: &mut ChessAccumulator,
    ) {
        match self {
            ChessKnowledge::Network(network) => {
                to.sums.follow(&from.sums, parent, m, child, network);
            }
            ChessKnowledge::Learned(weights) => {
                to.terms = from.terms.after(parent, m, child, weights);
            }
            ChessKnowledge::Shannon | ChessKnowledge::Turing => {}
        }
    }

    fn pass(&self, _child: &Chess, from: &ChessAccumulator, to: &mut ChessAccumulator) {
        to.clone_from(from);
    }

    fn eval(&self, position: &Chess, kept: &ChessAccumulator) -> Score {
        match self {
            ChessKnowledge::Network(network) => evaluation::mop_up(position)
                .unwrap_or_else(|| network.evaluate(position, &kept.sums)),
            ChessKnowledge::Learned(weights) => evaluation::mop_up(position)
                .unwrap_or_else(|| evaluation::evaluate(position, &kept.terms, weights)),
            ChessKnowledge::Shannon => shannon::evaluate(position),
            ChessKnowledge::Turing => turing::evaluate(position),
        }
    }

    fn is_noisy(&self, _position: &Chess, m: ChessMove) -> bool {
        m.is_capture() || m.promoted() == Some(Role::Queen)
    }

    fn is_forcing(&self, position: &Chess, m: ChessMove) -> bool {
        position.gives_check(m)
    }

    /// A pawn hardly ever becomes anything but a queen.
    fn order(&self, _position: &Chess, m: ChessMove) -> i32 {
        match m.promoted() {
            None | Some(Role::Queen) => 0,
            Some(_) => -9_000,
        }
    }

    fn gain(&self, _position: &Chess, m: ChessMove) -> Score {
        exchange::gain(m)
    }

    fn exchange_wins(&self, position: &Chess, m: ChessMove, threshold: Score) -> bool {
        exchange::wins(position, m, threshold)
    }

    fn extension(&self, _parent: &Chess, _m: ChessMove, child: &Chess) -> i32 {
        if child.is_check() { 15 } else { 0 }
    }

    /// With pawns alone, or with one piece, zugzwang is not rare.
    fn null_ok(&self, position: &Chess) -> bool {
        let pawns_and_king = position.role(Role::Pawn) | position.role(Role::King);
        (position.of(position.side()) & !pawns_and_king).count_ones() > 1
    }

    fn stand_pat_ok(&self, position: &Chess) -> bool {
        !position.is_check()
    }

    fn probe(&self, position: &Chess) -> Option<Value> {
        tables::probe(position)
    }

    fn params(&self) -> &Params {
        &PARAMS
    }
}
