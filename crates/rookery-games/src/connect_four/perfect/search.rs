//! The perfect search of Connect Four over positions in which nobody can win at once.
//!
//! The score of a position is defined as by Pascal Pons: the stones that the winner has left when the last of the four is
//! set, counting that one, positive if the side to move wins; 0 is a draw. The null window search over the moves that do not
//! lose at once, ordered by the cells they win on, is his too ("Solving Connect 4: how to build a perfect AI"). In addition,
//! double threats are seen a move ahead, forced replies are played out without a node, children in the table decide their
//! parent, and a follower who answers in the same column bounds the score.

use crate::connect_four::bits::Bits;
use crate::connect_four::perfect::steps::Steps;
use crate::connect_four::perfect::table::BoundTable;
use rookery_engine::{Control, SolverSpec};

/// Beyond every score.
pub(in crate::connect_four) const INFINITY: i32 = 1_000;
/// The least number of free cells at which children are looked up in the table.
const LOOK_AHEAD_FREE: i32 = 8;

/// A position and the moves in it that do not lose at once.
#[derive(Clone, Copy, Debug)]
pub(in crate::connect_four) struct SolverNode {
    /// The stones of the side to move.
    pub own: u64,
    /// All stones.
    pub all: u64,
    /// The cells to drop a stone on.
    pub moves: u64,
    /// The number of stones on the board.
    pub stones: i32,
}

/// A move of a node: how early to try it, its cell, and the replies that do not lose at once.
type Ranked = (i32, u64, u64);

/// Ranked moves, best first.
struct List<const W: usize> {
    moves: [Ranked; W],
    count: usize,
}

impl<const W: usize> List<W> {
    fn new() -> Self {
        List {
            moves: [(0, 0, 0); W],
            count: 0,
        }
    }

    /// Puts a move behind those of the same rank.
    #[inline(always)]
    fn insert(&mut self, ranked: Ranked) {
        let mut at = self.count;
        while at > 0 && self.moves[at - 1].0 < ranked.0 {
            self.moves[at] = self.moves[at - 1];
            at -= 1;
        }
        self.moves[at] = ranked;
        self.count += 1;
    }

    fn as_slice(&self) -> &[Ranked] {
        &self.moves[..self.count]
    }
}

/// The work of one solver, for a board of W columns and H rows.
pub(in crate::connect_four) struct PerfectSearch<const W: usize, const H: u32> {
    pub steps: Steps,
    pub table: BoundTable,
    /// Entries into the search since the last question.
    pub nodes: u64,
    /// Whether a limit or the control has stopped it: values that it returns then mean nothing.
    pub is_over: bool,
    pub spec: SolverSpec,
    control: Control,
}

impl<const W: usize, const H: u32> PerfectSearch<W, H> {
    const CELLS: i32 = Bits::<W, H>::CELLS;
    /// The least score.
    const LEAST: i32 = -Self::win_with(1);
    /// Scores from the least to the greatest.
    const SPAN: i32 = 2 * Self::win_with(1) + 1;
    /// The cells of every other row from the lowest on.
    const LOWER_OF_PAIRS: u64 = {
        let (mut cells, mut row) = (0, 0);
        while row < H {
            cells |= Bits::<W, H>::BOTTOM << row;
            row += 2;
        }
        cells
    };

    pub fn new(spec: &SolverSpec) -> Self {
        PerfectSearch {
            steps: Steps::without(&spec.without),
            table: BoundTable::new(spec.entries, Bits::<W, H>::KEY),
            nodes: 0,
            is_over: false,
            spec: spec.clone(),
            control: Control::unlimited(),
        }
    }

    /// Begins a new question.
    pub fn begin(&mut self, control: &Control) {
        self.control = control.clone();
        self.nodes = 0;
        self.is_over = control.is_stopped();
    }

    /// The score of a win with the stone of this number, counted from 1.
    pub const fn win_with(stone: i32) -> i32 {
        (Self::CELLS + 2 - stone) / 2
    }

    /// Counts an entry, and looks now and then whether to go on.
    #[inline(always)]
    pub fn enter(&mut self) {
        self.nodes += 1;
        if self.nodes & 1_023 == 0 && self.spec.is_over(self.nodes, &self.control) {
            self.is_over = true;
        }
    }

    /// The least and the greatest score that a position can have, as far as the table knows.
    #[inline(always)]
    pub fn known(&self, key: u64) -> Option<(i32, i32)> {
        let bound = i32::from(self.table.probe(key)?) - 1;
        Some(if bound >= Self::SPAN {
            (bound - Self::SPAN + Self::LEAST, INFINITY)
        } else {
            (-INFINITY, bound + Self::LEAST)
        })
    }

    /// Keeps a bound of the score of a position that took `work` nodes.
    #[inline(always)]
    pub fn keep(&mut self, key: u64, score: i32, is_lower: bool, work: u64) {
        let span = if is_lower { Self::SPAN } else { 0 };
        let bound = 1 + score - Self::LEAST + span;
        self.table.store(key, bound as u8, work);
    }

    /// The key of a position, or of its mirror image if that is smaller. In the second half of a game hardly any two positions
    /// are images of each other.
    #[inline(always)]
    pub fn key(&self, own: u64, all: u64, stones: i32) -> u64 {
        let key = Bits::<W, H>::key(own, all);
        if !self.steps.mirror || stones > Self::CELLS / 2 {
            return key;
        }
        let (own, all) = (Bits::<W, H>::mirrored(own), Bits::<W, H>::mirrored(all));
        key.min(Bits::<W, H>::key(own, all))
    }

    /// The score of a node, or a bound of it where it lies outside of the window: fail-soft.
    pub fn score(&mut self, mut node: SolverNode, mut alpha: i32, mut beta: i32) -> i32 {
        let mut sign = 1;
        // A forced reply is played out on the spot, and so is the reply that it forces. It cannot win: it only prevents.
        while node.moves & node.moves.wrapping_sub(1) == 0 {
            if node.moves == 0 {
                return -sign * Self::win_with(node.stones + 2);
            }
            if node.stones >= Self::CELLS - 2 {
                return 0;
            }
            let mine = node.own | node.moves;
            let all = node.all | node.moves;
            node = SolverNode {
                own: node.own ^ node.all,
                all,
                moves: Bits::<W, H>::safe(all, Bits::<W, H>::wins(mine, all)),
                stones: node.stones + 1,
            };
            (alpha, beta) = (-beta, -alpha);
            sign = -sign;
        }
        if node.stones >= Self::CELLS - 2 {
            return 0;
        }
        sign * self.branch(node, alpha, beta)
    }

    /// The score of a node with a choice of moves.
    fn branch(&mut self, node: SolverNode, alpha: i32, beta: i32) -> i32 {
        self.enter();
        if self.is_over {
            return 0;
        }
        let (least, mut most) = self.limits(&node);
        if least >= beta {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let key = self.key(node.own, node.all, node.stones);
        if self.steps.table
            && let Some((low, high)) = self.known(key)
        {
            if low >= beta {
                return low;
            }
            most = most.min(high);
            if most <= alpha {
                return most;
            }
        }
        let Some(mut list) = self.ranked(&node) else {
            return Self::win_with(node.stones + 3);
        };
        // No move here makes a double threat, so a win takes the side to move at least one stone more than that.
        most = most.min(Self::win_with(node.stones + 5));
        if most <= alpha {
            return most;
        }
        let (alpha, beta) = (alpha.max(least), beta.min(most));
        let mut known = -INFINITY;
        if self.steps.etc && node.stones <= Self::CELLS - LOOK_AHEAD_FREE {
            known = self.look_ahead(&node, &mut list, alpha, beta);
            if known >= beta {
                return known;
            }
        }
        let before = self.nodes;
        let best = self.best_of(&node, &list, known, alpha, beta).min(most);
        if self.steps.table && !self.is_over {
            self.keep(key, best, best >= beta, self.nodes - before);
        }
        best
    }

    /// Tries the moves of a list; `best` is the score that is known already.
    fn best_of(
        &mut self,
        node: &SolverNode,
        list: &List<W>,
        mut best: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        for &(_, cell, replies) in list.as_slice() {
            let child = SolverNode {
                own: node.own ^ node.all,
                all: node.all | cell,
                moves: replies,
                stones: node.stones + 1,
            };
            let score = -self.score(child, -beta, -alpha);
            if self.is_over {
                return 0;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The bounds on the score that follow from the board alone: nobody wins with the next stone; a side that has no line left
    /// does not win; and if all columns have room for pairs of stones, the second player can answer every stone in its column, so
    /// that the first player gets only the lower cells of the pairs ("claimeven": Allis, "A knowledge-based approach of
    /// Connect-Four").
    #[inline(always)]
    fn limits(&self, node: &SolverNode) -> (i32, i32) {
        let (mut least, mut most) = (
            -Self::win_with(node.stones + 4),
            Self::win_with(node.stones + 3),
        );
        if !self.steps.bounds {
            return (least, most);
        }
        let free = Bits::<W, H>::BOARD ^ node.all;
        let odd = Bits::<W, H>::open(node.all) & !Self::LOWER_OF_PAIRS;
        // If exactly one column is odd, it is the second player's turn, and a stone there makes it even.
        let is_followed = H.is_multiple_of(2) && odd & odd.wrapping_sub(1) == 0;
        let of_first = if is_followed {
            free & Self::LOWER_OF_PAIRS
        } else {
            free
        };
        let gains = if node.stones & 1 == 0 {
            [of_first, free]
        } else {
            [free, of_first]
        };
        let [mine, theirs] = [node.own | gains[0], node.own ^ node.all | gains[1]];
        if !Bits::<W, H>::has_four(mine) {
            most = most.min(0);
        }
        if !Bits::<W, H>::has_four(theirs) {
            least = least.max(0);
        }
        (least, most)
    }

    /// The moves of a node in the order in which to try them; `None` if one of them wins because every reply loses.
    #[inline(always)]
    fn ranked(&self, node: &SolverNode) -> Option<List<W>> {
        let mut list = List::new();
        for column in Bits::<W, H>::OUTWARDS {
            let cell = node.moves & Bits::<W, H>::column(column);
            if cell == 0 {
                continue;
            }
            let all = node.all | cell;
            let wins = Bits::<W, H>::wins(node.own | cell, all);
            let replies = Bits::<W, H>::safe(all, wins);
            if replies == 0 {
                return None;
            }
            let rank = if self.steps.threats {
                // To win on the cell above is a threat that does not last.
                2 * wins.count_ones() as i32 - i32::from(wins & cell << 1 != 0)
            } else {
                0
            };
            list.insert((rank, cell, replies));
        }
        Some(list)
    }

    /// Enhanced transposition cut-off: strikes the moves whose children are known not to reach the window, and returns the best
    /// score that is known of any; at `beta` or above it decides the node.
    #[inline(always)]
    fn look_ahead(&self, node: &SolverNode, list: &mut List<W>, alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITY;
        let mut kept = 0;
        for i in 0..list.count {
            let (_, cell, replies) = list.moves[i];
            // A position with a forced reply has no entry of its own.
            let is_forced = replies & (replies - 1) == 0;
            let other = node.own ^ node.all;
            let known = || self.known(self.key(other, node.all | cell, node.stones + 1));
            if !is_forced && let Some((low, high)) = known() {
                if -high >= beta {
                    return -high;
                }
                if -low <= alpha {
                    best = best.max(-low);
                    continue;
                }
            }
            list.moves[kept] = list.moves[i];
            kept += 1;
        }
        list.count = kept;
        best
    }
}
