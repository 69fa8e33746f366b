//! Plain search without foresight: it makes losing moves and finds out afterwards. Slow; kept to show the savings of each
//! step of the perfect search.

use crate::connect_four::bits::Bits;
use crate::connect_four::perfect::search::{INFINITY, PerfectSearch};

impl<const W: usize, const H: u32> PerfectSearch<W, H> {
    /// The score of a position within a window, by alpha-beta with or without order and table.
    pub fn plain(&mut self, own: u64, all: u64, stones: i32, alpha: i32, beta: i32) -> i32 {
        self.enter();
        let open = Bits::<W, H>::open(all);
        if open == 0 || self.is_over {
            return 0;
        }
        if Bits::<W, H>::wins(own, all) & open != 0 {
            return Self::win_with(stones + 1);
        }
        let mut most = Self::win_with(stones + 3);
        let key = self.key(own, all, stones);
        if self.steps.table
            && let Some((low, high)) = self.known(key)
        {
            if low >= beta {
                return low;
            }
            most = most.min(high);
        }
        if most <= alpha {
            return most;
        }
        let (mut best, mut reached, beta) = (-INFINITY, alpha, beta.min(most));
        let (cells, count) = self.cells(own, all, open);
        let before = self.nodes;
        for &cell in &cells[..count] {
            let score = -self.plain(own ^ all, all | cell, stones + 1, -beta, -reached);
            if self.is_over {
                return 0;
            }
            best = best.max(score);
            reached = reached.max(score);
            if reached >= beta {
                break;
            }
        }
        if self.steps.table {
            self.keep(key, best, best >= beta, self.nodes - before);
        }
        best
    }

    /// The cells to drop on, in the order in which to try them.
    fn cells(&self, own: u64, all: u64, open: u64) -> ([u64; W], usize) {
        let mut cells = [0; W];
        let mut count = 0;
        for i in 0..W {
            let column = if self.steps.order {
                Bits::<W, H>::OUTWARDS[i]
            } else {
                i as u32
            };
            cells[count] = open & Bits::<W, H>::column(column);
            count += usize::from(cells[count] != 0);
        }
        if self.steps.threats {
            let wins = |cell: &u64| Bits::<W, H>::wins(own | cell, all | cell).count_ones();
            // By insertion: there are few, and the library's sort would be compiled for each size of board.
            for end in 1..count {
                for at in (1..=end).rev() {
                    if wins(&cells[at - 1]) >= wins(&cells[at]) {
                        break;
                    }
                    cells.swap(at - 1, at);
                }
            }
        }
        (cells, count)
    }
}
