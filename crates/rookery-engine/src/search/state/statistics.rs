//! Statistics of one thread of a search: evaluations, selective depth, and whether its values are proofs.

/// What a search says about itself beside its lines.
#[derive(Default)]
pub(crate) struct Statistics {
    leaves: u64,
    /// The longest line that was looked at, plies.
    seldepth: usize,
    /// Whether an evaluation, or anything else that is not a proof, went into this iteration.
    is_heuristic: bool,
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

    pub fn is_heuristic(&self) -> bool {
        self.is_heuristic
    }

    /// Evaluations.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    pub fn seldepth(&self) -> usize {
        self.seldepth
    }
}
