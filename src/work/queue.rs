//! The queue of a pool, without its threads: waiting and running jobs.

use std::collections::VecDeque;

use crate::work::StopFlag;

/// Maximum number of waiting jobs per key; without this limit one player with many games could fill the queue for all.
pub const MAX_WAITING_PER_KEY: usize = 4;

/// The reason why a job was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The queue is full.
    #[error("the queue is full")]
    Full,
    /// [`MAX_WAITING_PER_KEY`] jobs of this key wait already.
    #[error("too many jobs of the same owner wait already")]
    KeyFull,
    /// The pool is shutting down.
    #[error("the pool is shutting down")]
    Closed,
}

/// A job that waits or is passed to a thread.
pub(super) struct Job<K> {
    pub(super) id: u64,
    pub(super) key: Option<K>,
    pub(super) stop: StopFlag,
    pub(super) run: Box<dyn FnOnce() + Send>,
}

struct Running<K> {
    id: u64,
    key: Option<K>,
    stop: StopFlag,
}

/// The waiting jobs in order of arrival, and the running ones.
pub(super) struct Queue<K> {
    waiting: VecDeque<Job<K>>,
    running: Vec<Running<K>>,
    capacity: usize,
    next_id: u64,
    closed: bool,
}

impl<K: Clone + Eq> Queue<K> {
    pub(super) fn new(capacity: usize) -> Self {
        Queue {
            waiting: VecDeque::new(),
            running: Vec::new(),
            capacity,
            next_id: 0,
            closed: false,
        }
    }

    /// Appends a job and returns its number.
    pub(super) fn push(
        &mut self,
        key: Option<K>,
        stop: StopFlag,
        run: Box<dyn FnOnce() + Send>,
    ) -> Result<u64, Refused> {
        if self.closed {
            return Err(Refused::Closed);
        }
        if self.waiting.len() >= self.capacity {
            return Err(Refused::Full);
        }
        if key.as_ref().is_some_and(|key| !self.has_room_for(key)) {
            return Err(Refused::KeyFull);
        }
        let id = self.next_id;
        self.next_id += 1;
        self.waiting.push_back(Job { id, key, stop, run });
        Ok(id)
    }

    /// Whether another job of this key may wait.
    pub(super) fn has_room_for(&self, key: &K) -> bool {
        let of_key = self
            .waiting
            .iter()
            .filter(|job| job.key.as_ref() == Some(key));
        of_key.count() < MAX_WAITING_PER_KEY
    }

    /// Takes the first job whose key has none running, and counts it as running.
    pub(super) fn take(&mut self) -> Option<Job<K>> {
        let running = &self.running;
        let index = self.waiting.iter().position(|job| {
            job.key.is_none() || running.iter().all(|other| other.key != job.key)
        })?;
        let job = self.waiting.remove(index)?;
        self.running.push(Running {
            id: job.id,
            key: job.key.clone(),
            stop: job.stop.clone(),
        });
        Some(job)
    }

    /// A running job has ended.
    pub(super) fn done(&mut self, id: u64) {
        self.running.retain(|job| job.id != id);
    }

    /// Removes a waiting job and returns it, so that the caller drops it outside the lock.
    pub(super) fn withdraw(&mut self, id: u64) -> Option<Job<K>> {
        let index = self.waiting.iter().position(|job| job.id == id)?;
        self.waiting.remove(index)
    }
}

impl<K> Queue<K> {
    /// Accepts no more jobs, asks the running ones to end and returns the waiting ones.
    pub(super) fn close(&mut self) -> VecDeque<Job<K>> {
        self.closed = true;
        for job in &self.running {
            job.stop.set();
        }
        std::mem::take(&mut self.waiting)
    }

    /// The total number of jobs accepted so far.
    pub(super) fn taken(&self) -> u64 {
        self.next_id
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= self.capacity
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn running(&self) -> usize {
        self.running.len()
    }
}
