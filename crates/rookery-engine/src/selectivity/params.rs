//! The margins and depths of the selective techniques: all that a tuner may turn, in one table.

/// Makes the structure, its defaults and the list of its fields from one table.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal ..= $max:literal,)*) => {
        /// The numbers of the selective search. Depths are in plies, margins in centipawns.
        ///
        /// A game may write any number into a field; [`Params::FIELDS`] has the limits within which they make sense, and [`Params::set`]
        /// keeps to them. A divisor or a first window below 1 counts as 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// The numbers that suit most games.
            pub const DEFAULT: Params = Params { $($name: $default,)* };
            /// Each number by name, with the least and the greatest value that make sense.
            pub const FIELDS: &'static [(&'static str, i32, i32)] = &[
                $((stringify!($name), $min, $max),)*
            ];

            /// The number of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets the number of this name, kept within its limits; false if there is none.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($min, $max),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// The half width of the first aspiration window.
    aspiration_cp = 30 in 5..=400,
    /// Aspiration begins at this depth.
    aspiration_depth = 4 in 2..=20,
    /// Ordering: the worth of a killer beside the history of a move; that of a counter move is a little less.
    killer_order = 1_200 in 0..=4000,
    /// Trial: the least depth at which the evaluation after each move orders the moves.
    trial_depth = 2 in 1..=20,
    /// Trial: points of the ordering score per centipawn of that evaluation, in hundredths.
    trial_percent = 1_500 in 10..=4000,
    /// Null move: the least depth.
    null_depth = 3 in 2..=10,
    /// Null move: plies taken off at any depth.
    null_reduction = 3 in 1..=6,
    /// Null move: plies of depth for each further ply taken off.
    null_divisor = 4 in 2..=12,
    /// Null move: centipawns of the evaluation above the window for each further ply taken off, three at most; 0 = none.
    null_eval_cp = 0 in 0..=800,
    /// Null move: from this depth on a cut-off is verified by a search without it.
    null_verify_depth = 8 in 4..=30,
    /// Reverse futility: the greatest depth.
    reverse_futility_depth = 6 in 0..=12,
    /// Reverse futility: margin for each ply, where it is not derived from the evaluation (`reverse_futility_percent` = 0).
    reverse_futility_cp = 80 in 10..=400,
    /// Reverse futility: margin for each ply, in percent of the greatest change of the evaluation that one move makes near the root; 0 =
    /// the fixed margin above, for a game that sets its own.
    reverse_futility_percent = 60 in 0..=400,
    /// Razoring: the greatest depth.
    razoring_depth = 3 in 0..=6,
    /// Razoring: margin for each ply.
    razoring_cp = 250 in 50..=800,
    /// Futility: the greatest depth.
    futility_depth = 6 in 0..=12,
    /// Futility: margin at the horizon.
    futility_base_cp = 100 in 0..=500,
    /// Futility: margin for each ply.
    futility_cp = 90 in 10..=400,
    /// Late move pruning: the greatest depth.
    late_pruning_depth = 5 in 0..=10,
    /// Late move pruning: the least number of moves that are searched, to which the square of the depth is added.
    late_pruning_base = 4 in 1..=30,
    /// Late move reductions: the least depth.
    reduction_depth = 3 in 2..=8,
    /// Late move reductions: the least number of moves that are searched in full.
    reduction_moves = 3 in 1..=20,
    /// Late move reductions: the divisor, in hundredths; the reduction is log₂ depth × log₂ rank divided by it, in plies.
    reduction_divisor = 420 in 150..=1500,
    /// Late move reductions: sixteenths of a ply more where a move is expected to cut off.
    reduction_cut = 0 in 0..=48,
    /// Late move reductions: sixteenths of a ply more where the side to move does not stand better than a turn ago.
    reduction_worse = 0 in 0..=48,
    /// Late move reductions: sixteenths of a ply more where a move is expected to cut off and the table knows none.
    reduction_unknown = 0 in 0..=48,
    /// Late move reductions: sixteenths of a ply more for a quiet move where the table's move is noisy.
    reduction_noisy = 0 in 0..=48,
    /// Late move reductions: sixteenths of a ply by which, after each move that is better than all before it, the rest of the node's moves
    /// are searched less deep.
    reduction_best = 0 in 0..=48,
    /// The same: the greatest depth.
    reduction_best_depth = 11 in 3..=60,
    /// History: the bonus of a cut-off for each ply of depth, less a half; 0 = the square of the depth.
    history_step = 0 in 0..=100,
    /// History: percent of that for a move to which no answer was found.
    history_unanswered = 0 in 0..=100,
    /// History: percent of the swing of the evaluation after a move that its history takes over at once.
    history_swing = 0 in 0..=100,
    /// History pruning: the greatest depth.
    history_depth = 0 in 0..=10,
    /// History pruning: a quiet move is left out if its history is further below zero than this for each ply.
    history_least = 400 in 50..=2000,
    /// ProbCut: the least depth.
    probcut_depth = 5 in 3..=12,
    /// ProbCut: plies taken off.
    probcut_reduction = 4 in 2..=8,
    /// ProbCut: margin above the window.
    probcut_cp = 180 in 20..=800,
    /// Internal iterative reduction: the least depth.
    iir_depth = 4 in 2..=12,
    /// Static exchange evaluation: the greatest depth at which a losing exchange is left out.
    exchange_depth = 5 in 0..=10,
    /// Static exchange evaluation: the loss of a quiet move that is borne, for each ply.
    exchange_cp = 60 in 10..=300,
    /// Static exchange evaluation: the loss of a noisy move that is borne, for each ply.
    exchange_noisy_cp = 60 in 10..=300,
    /// Quiescence: margin of delta pruning; a noisy move is left out if the stand-pat value, its gain and this margin together do not
    /// exceed alpha; 0 = off.
    quiescence_cp = 0 in 0..=1000,
    /// Singular extension: the least depth.
    singular_depth = 7 in 4..=16,
    /// Singular extension: margin for each ply of depth.
    singular_cp = 2 in 1..=30,
    /// Singular extension: the distance below the target, centipawns, from which on the move is extended by two plies; 0 = never.
    singular_double_cp = 0 in 0..=200,
    /// Singular extension: sixteenths of a ply less where other moves cut off too.
    singular_less = 0 in 0..=32,
    /// Shannon's type B: moves searched in each node.
    type_b_moves = 7 in 1..=60,
    /// Turing's search: plies with all moves.
    turing_plies = 2 in 1..=6,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_within_their_limits() {
        for &(name, min, max) in Params::FIELDS {
            let value = Params::DEFAULT.get(name).unwrap();
            assert!((min..=max).contains(&value), "{name} = {value}");
        }
    }

    #[test]
    fn numbers_are_set_by_name_and_kept_within_their_limits() {
        let mut params = Params::DEFAULT;
        assert!(params.set("null_depth", 99));
        assert_eq!(params.null_depth, 10);
        assert!(!params.set("nothing", 1));
    }
}
