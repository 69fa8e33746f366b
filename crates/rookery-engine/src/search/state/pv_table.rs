//! The principal variation table: the best line from each ply on.

/// The best line from each ply on.
pub(crate) struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    pub fn new(plies: usize) -> Self {
        PvTable {
            lines: vec![Vec::new(); plies],
        }
    }

    /// Forgets the line from `ply` on.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `m` and the best line after it the best line from `ply` on.
    pub fn extend(&mut self, ply: usize, m: M) {
        let (line, after) = self.lines.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(m);
        line[ply].extend_from_slice(&after[0]);
    }

    /// The line from the root on.
    pub fn root_line(&self) -> &[M] {
        &self.lines[0]
    }
}
