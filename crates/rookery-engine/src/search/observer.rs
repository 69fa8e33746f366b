//! Observers of a search: none, or a recorder that keeps the tree for teaching.

use crate::Score;

named! {
    /// Why a node has its value, or why a move was not searched.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Why {
        /// All moves were searched, and the value lies within the window.
        Exact = "exact",
        /// No move reaches the window.
        FailLow = "fail-low",
        /// A move exceeds the window: the rest is cut off.
        CutOff = "cut-off",
        /// The game is over.
        End = "end",
        /// The position has been there before.
        Repetition = "repetition",
        /// The endgame table knows the value.
        Tables = "endgame-table",
        /// The transposition table knows enough.
        Table = "transposition",
        /// A child in the transposition table refutes the node.
        TableOfChild = "transposition-of-child",
        /// A shorter win or a longer loss is known elsewhere.
        MateDistance = "mate-distance",
        /// Evaluated at the horizon.
        Horizon = "horizon",
        /// In quiescence, standing still is good enough.
        StandPat = "stand-pat",
        /// Even after passing, the value exceeds the window.
        NullMove = "null-move",
        /// The evaluation lies far above the window.
        ReverseFutility = "reverse-futility",
        /// The evaluation lies far below the window.
        Razoring = "razoring",
        /// A shallow search lies far beyond the window.
        ProbCut = "probcut",
        /// Several moves exceed the window at a lower depth.
        MultiCut = "multi-cut",
        /// The move is late in the order.
        LateMove = "late-move",
        /// The move cannot reach the window.
        Futility = "futility",
        /// The move loses material.
        Exchange = "exchange",
        /// The move is not among the most plausible ones.
        Narrow = "narrow",
        /// The weakened side does not see it.
        Overlooked = "overlooked",
        /// A limit or a stop ended the search here.
        Stopped = "stopped",
    }
}

/// The way in which a node was entered from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// With the parent's window.
    Full,
    /// With a null window: is the move better at all?
    Scout,
    /// With a null window, and less deep by this number of sixteenths of a ply.
    Reduced(i32),
    /// Again, because the scout said it is better.
    Again,
    /// After a pass.
    Null,
    /// The same position at a lower depth, to decide about the full one.
    Check,
    /// A noisy move of quiescence.
    Noisy,
}

impl Edge {
    /// The name in a trace.
    pub fn name(self) -> &'static str {
        match self {
            Edge::Full => "full",
            Edge::Scout => "scout",
            Edge::Reduced(_) => "reduced",
            Edge::Again => "again",
            Edge::Null => "null",
            Edge::Check => "check",
            Edge::Noisy => "noisy",
        }
    }
}

/// A node as it is entered.
#[derive(Clone, Copy, Debug)]
pub struct Visit<M> {
    /// The move that leads to it; none at the root, after a pass, and for a check of the same position.
    pub m: Option<M>,
    /// Plies from the root.
    pub ply: usize,
    /// Depth left, sixteenths of a ply.
    pub depth: i32,
    /// The window, for the side to move in the node.
    pub window: (Score, Score),
    /// The way in which it was entered.
    pub edge: Edge,
    /// Sixteenths of a ply by which the move was extended.
    pub extension: i32,
}

/// Watches a search node by node.
pub trait Observer<M> {
    /// A node is entered.
    fn enter(&mut self, _visit: Visit<M>) {}
    /// The node that was entered last, and not left, has this value for the side to move in it.
    fn leave(&mut self, _value: Score, _why: Why) {}
    /// A move of that node is not searched.
    fn skip(&mut self, _m: M, _why: Why) {}
}

/// A node of a recorded tree.
#[derive(Clone, Debug)]
pub struct Recorded<M> {
    /// The index of the parent; none for the root, which is entered once for each search of its moves.
    pub parent: Option<usize>,
    /// The node as it was entered.
    pub visit: Visit<M>,
    /// Its value for the side to move in it.
    pub value: Score,
    /// Why it has that value.
    pub why: Why,
    /// The moves that were not searched, with the reasons.
    pub skipped: Vec<(M, Why)>,
}

/// Keeps the tree in the order in which it was searched, up to a number of nodes.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    nodes: Vec<Recorded<M>>,
    cap: usize,
    /// The nodes that are open, by index; none for those beyond the cap.
    open: Vec<Option<usize>>,
    dropped: u64,
}

impl<M> Recorder<M> {
    /// Keeps at most `cap` nodes; those beyond are only counted.
    pub fn new(cap: usize) -> Self {
        Recorder {
            nodes: Vec::new(),
            cap,
            open: Vec::new(),
            dropped: 0,
        }
    }

    /// The nodes, and how many more there were.
    pub fn into_nodes(self) -> (Vec<Recorded<M>>, u64) {
        (self.nodes, self.dropped)
    }
}

impl<M: Copy> Observer<M> for Recorder<M> {
    fn enter(&mut self, visit: Visit<M>) {
        if self.nodes.len() >= self.cap {
            self.dropped += 1;
            self.open.push(None);
            return;
        }
        self.nodes.push(Recorded {
            parent: self.open.last().copied().flatten(),
            visit,
            value: 0,
            why: Why::Stopped,
            skipped: Vec::new(),
        });
        self.open.push(Some(self.nodes.len() - 1));
    }

    fn leave(&mut self, value: Score, why: Why) {
        if let Some(Some(at)) = self.open.pop() {
            self.nodes[at].value = value;
            self.nodes[at].why = why;
        }
    }

    fn skip(&mut self, m: M, why: Why) {
        if let Some(&Some(at)) = self.open.last() {
            self.nodes[at].skipped.push((m, why));
        }
    }
}
