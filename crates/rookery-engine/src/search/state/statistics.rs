//! Statistics of one thread of a search: evaluations, selective depth, and whether its values are proofs.

/// The figures that one thread reports beside its lines.
#[derive(Default)]
pub(crate) struct Statistics {
    /// Evaluations.
    pub leaves: u64,
    /// The longest line that was looked at, plies.
    pub seldepth: usize,
    /// Whether an evaluation, or anything else that is not a proof, went into this iteration.
    pub is_heuristic: bool,
}

impl Statistics {
    #[inline]
    pub fn count_evaluation(&mut self) {
        self.is_heuristic = true;
        self.leaves += 1;
    }

    /// Something that is not a proof went into the iteration.
    #[inline]
    pub fn note_heuristic(&mut self) {
        self.is_heuristic = true;
    }

    #[inline]
    pub fn reach(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
    }

    pub fn begin_iteration(&mut self) {
        self.is_heuristic = false;
    }
}
