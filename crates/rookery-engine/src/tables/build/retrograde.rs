//! Retrograde analysis of one group of material classes, from the ends of the game backwards, ply by ply.
//!
//! First every position counts its moves that stay in the group; those that leave it are looked up. Then, for each distance in
//! turn, the positions at that distance from the end are gone through, and each is taken back to the positions before it: before a
//! loss stands a win one ply longer; before a win the count of moves that do not lose goes down, and where it reaches nothing
//! the position is lost. What is left is drawn. (Ken Thompson, "Retrograde analysis of certain endgames", ICCA Journal, 1986;
//! the counts are those of Ralph Gasser's "Solving Nine Men's Morris", 1996.)
//!
//! Symmetry: a move from S to T has as many images as the board has symmetries, but a position that is its own image sees
//! several of them. Seen from S and seen from T their number differs where one of the two is more symmetrical. Therefore both
//! sides count them once for each class under the symmetries that leave the position as it is; those numbers agree.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};

use crate::tables::{Error, Finished, Group, MaterialClass, Moves, PackedValue, Place, Space};
use crate::threads::together;

/// Number of positions processed between two checks of the stop flag.
const CHUNK: usize = 1 << 14;

/// Progress of the work on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The current distance in plies; `None` while moves are counted and while a file is read.
    pub plies: Option<u32>,
    /// Whether a table that is there is read and held to its checksum.
    pub is_reading: bool,
    /// Positions processed in this pass; of a file, the bytes read.
    pub done: u64,
    /// Positions of the group; of a file, the bytes of its values.
    pub total: u64,
}

/// Receives the progress, and decides whether to continue.
pub type Tell<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// A group that is being solved.
pub(in crate::tables) struct Retrograde<'a, S: Space, F> {
    pub space: &'a S,
    pub group: &'a Group,
    pub finished: &'a F,
    /// The values found so far. A value greater than the distance of the pass may still improve.
    pub cells: Vec<Vec<AtomicU8>>,
    /// The moves of each position that have not been found to lose.
    pub open: Vec<Vec<AtomicU8>>,
    /// The distance of the next pass, in plies.
    pub next: u32,
    /// The greatest byte that has been written.
    pub greatest: AtomicU8,
    /// A distance did not fit into a byte.
    pub too_far: AtomicBool,
}

/// The work on a range of positions of a material class, given by its index in the group.
type Work<'a, S> = dyn Fn(&mut Scratch<S>, usize, Range<usize>) + Sync + 'a;

/// The buffers that each thread has for itself.
struct Scratch<S> {
    moves: Moves<S>,
    before: Vec<S>,
}

impl<'a, S: Space, F: Finished> Retrograde<'a, S, F> {
    /// A group without any values yet.
    pub fn new(space: &'a S, group: &'a Group, finished: &'a F) -> Self {
        let zeros = |&material: &MaterialClass| {
            (0..space.len(material)).map(|_| AtomicU8::new(0)).collect()
        };
        Retrograde {
            space,
            group,
            finished,
            cells: group.materials.iter().map(zeros).collect(),
            open: group.materials.iter().map(zeros).collect(),
            next: 0,
            greatest: AtomicU8::new(0),
            too_far: AtomicBool::new(false),
        }
    }

    /// Resets all values.
    pub fn reset(&mut self) {
        *self = Retrograde::new(self.space, self.group, self.finished);
    }

    /// Whether all values are known.
    pub fn is_done(&self) -> bool {
        self.next >= u32::from(self.greatest.load(Relaxed))
    }

    /// Counts the moves of every position and looks up those that leave the group.
    ///
    /// # Errors
    /// [`Error::Stopped`]; [`Error::TooFar`] where a move leads to a loss that is too far away to be kept.
    pub fn count(&self, threads: usize, tell: &mut Tell<'_>) -> Result<(), Error> {
        self.sweep(None, threads, tell, &|scratch, number, range| {
            for index in range {
                self.count_one(scratch, number, index);
            }
        })?;
        self.within_reach()
    }

    /// Processes the positions of the next distance.
    ///
    /// # Errors
    /// [`Error::Stopped`] in the middle: the values are then unusable, and the work continues from the checkpoint.
    pub fn pass(&mut self, threads: usize, tell: &mut Tell<'_>) -> Result<(), Error> {
        let plies = self.next;
        let wanted = plies as u8 + 1;
        let this = &*self;
        this.sweep(Some(plies), threads, tell, &|scratch, number, range| {
            let material = this.group.materials[number];
            for index in range {
                if this.cells[number][index].load(Relaxed) == wanted {
                    this.take_back(scratch, Place { material, index }, plies);
                }
            }
        })?;
        self.within_reach()?;
        self.next += 1;
        Ok(())
    }

    fn within_reach(&self) -> Result<(), Error> {
        match self.too_far.load(Relaxed) {
            true => Err(Error::TooFar),
            false => Ok(()),
        }
    }

    /// The values of each material class, one byte a position.
    pub fn into_cells(self) -> Vec<Vec<u8>> {
        let bytes = |cells: Vec<AtomicU8>| cells.into_iter().map(AtomicU8::into_inner).collect();
        self.cells.into_iter().map(bytes).collect()
    }

    fn count_one(&self, scratch: &mut Scratch<S::State>, number: usize, index: usize) {
        let material = self.group.materials[number];
        let cell = &self.cells[number][index];
        let Some(state) = self.space.state(Place { material, index }) else {
            cell.store(PackedValue::HOLE.byte(), Relaxed);
            return;
        };
        let moves = &mut scratch.moves;
        moves.clear();
        self.space.moves(state, self.finished, moves);
        if let Some(plies) = moves.win_in {
            self.write(cell, plies);
            return;
        }
        self.keep_one_of_each_class(state, &mut moves.stays);
        let count = moves.stays.len() + usize::from(moves.draws);
        if count == 0 {
            self.write(cell, moves.loss_in.unwrap_or(0));
        }
        let count = u8::try_from(count).expect("no position has more than 254 quiet moves");
        self.open[number][index].store(count, Relaxed);
    }

    /// Propagates a position that ends in `plies` to its predecessors.
    fn take_back(&self, scratch: &mut Scratch<S::State>, place: Place, plies: u32) {
        let state = self
            .space
            .state(place)
            .expect("a decided number is a position");
        let mut before = std::mem::take(&mut scratch.before);
        before.clear();
        self.space.unmoves(state, &mut before);
        if plies.is_multiple_of(2) {
            for &earlier in &before {
                let (cell, _) = self.at(self.space.place(earlier));
                let known = cell.load(Relaxed);
                debug_assert_ne!(known, PackedValue::HOLE.byte(), "unmoves lead to positions");
                if known == PackedValue::DRAW.byte() || u32::from(known) > plies + 2 {
                    self.write(cell, plies + 1);
                }
            }
        } else {
            self.keep_one_of_each_class(state, &mut before);
            for &earlier in &before {
                self.refute(scratch, self.space.place(earlier), plies);
            }
        }
        scratch.before = before;
    }

    /// One more move of the position at `place` leads to a win of the other side in `plies`.
    fn refute(&self, scratch: &mut Scratch<S::State>, place: Place, plies: u32) {
        let (cell, open) = self.at(place);
        if cell.load(Relaxed) != PackedValue::DRAW.byte() || open.fetch_sub(1, Relaxed) != 1 {
            return;
        }
        // It was the last one. A move that leaves the group may lose later than those that stay.
        let state = self
            .space
            .state(place)
            .expect("a place found is a position");
        let moves = &mut scratch.moves;
        moves.clear();
        self.space.moves(state, self.finished, moves);
        let later = moves.loss_in.unwrap_or(0);
        self.write(cell, later.max(plies + 1));
    }

    fn write(&self, cell: &AtomicU8, plies: u32) {
        let Some(value) = PackedValue::end_in(plies) else {
            self.too_far.store(true, Relaxed);
            return;
        };
        cell.store(value.byte(), Relaxed);
        self.greatest.fetch_max(value.byte(), Relaxed);
    }

    fn at(&self, place: Place) -> (&AtomicU8, &AtomicU8) {
        let materials = &self.group.materials;
        let number = materials
            .iter()
            .position(|&material| material == place.material);
        let number = number.expect("a quiet move stays in its group");
        (
            &self.cells[number][place.index],
            &self.open[number][place.index],
        )
    }

    /// Keeps, of the neighbours of `state`, the least of each class under the symmetries that leave `state` unchanged.
    fn keep_one_of_each_class(&self, state: S::State, neighbours: &mut Vec<S::State>) {
        let stabiliser = self.space.stabiliser(state);
        if stabiliser == 1 {
            return;
        }
        let symmetries = || (1..S::SYMMETRIES).filter(|s| stabiliser >> s & 1 == 1);
        neighbours.retain(|&n| symmetries().all(|s| n <= self.space.image(n, s)));
    }

    /// Processes every position of the group with all threads; this thread is one of them, and reports the progress.
    fn sweep(
        &self,
        plies: Option<u32>,
        threads: usize,
        tell: &mut Tell<'_>,
        work: &Work<'_, S::State>,
    ) -> Result<(), Error> {
        let chunks = self.chunks();
        let total = self.cells.iter().map(|cells| cells.len() as u64).sum();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let take = |scratch: &mut Scratch<S::State>| {
            let (number, range) = chunks.get(next.fetch_add(1, Relaxed))?.clone();
            work(scratch, number, range);
            (!stop.load(Relaxed)).then_some(())
        };
        let scratch = || Scratch {
            moves: Moves::new(),
            before: Vec::new(),
        };
        let helper = |_| {
            let mut scratch = scratch();
            while take(&mut scratch).is_some() {}
        };
        let mut lead = || {
            let mut scratch = scratch();
            while take(&mut scratch).is_some() {
                let done = (next.load(Relaxed).min(chunks.len()) * CHUNK) as u64;
                let done = done.min(total);
                let progress = Progress {
                    plies,
                    is_reading: false,
                    done,
                    total,
                };
                if tell(progress).is_break() {
                    stop.store(true, Relaxed);
                }
            }
        };
        together(threads.max(1) - 1, &mut lead, &helper);
        if stop.load(Relaxed) {
            return Err(Error::Stopped);
        }
        Ok(())
    }

    fn chunks(&self) -> Vec<(usize, Range<usize>)> {
        let of_slice = |(number, cells): (usize, &Vec<AtomicU8>)| {
            let len = cells.len();
            let starts = (0..len).step_by(CHUNK);
            starts
                .map(move |start| (number, start..len.min(start + CHUNK)))
                .collect::<Vec<_>>()
        };
        self.cells.iter().enumerate().flat_map(of_slice).collect()
    }
}
