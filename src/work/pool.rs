//! A bounded thread pool with a bounded queue.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::{oneshot, watch};

use crate::work::StopFlag;
use crate::work::queue::{Job, Queue, Refused};
use crate::work::ticket::{Desk, JobError, Ticket};

/// A bounded thread pool that takes jobs in order of arrival, at most one per key at a time. Clones share the pool.
pub struct Pool<K>(Arc<Inner<K>>);

struct Inner<K> {
    shared: Arc<Shared<K>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    alive: watch::Receiver<usize>,
}

struct Shared<K> {
    queue: Mutex<Queue<K>>,
    wake: Condvar,
}

impl<K> Clone for Pool<K> {
    fn clone(&self) -> Self {
        Pool(Arc::clone(&self.0))
    }
}

impl<K: Clone + Eq + Send + 'static> Pool<K> {
    /// Starts `threads` threads (at least one) called `name`; at most `capacity` jobs wait for them.
    ///
    /// # Errors
    /// The operating system refuses a thread.
    pub fn new(name: &str, threads: usize, capacity: usize) -> io::Result<Self> {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::new(capacity)),
            wake: Condvar::new(),
        });
        let (alive_now, alive) = watch::channel(0);
        let pool = Pool(Arc::new(Inner {
            shared: Arc::clone(&shared),
            threads: Mutex::new(Vec::with_capacity(threads)),
            alive,
        }));
        for n in 0..threads {
            let shared = Arc::clone(&shared);
            let alive_now = alive_now.clone();
            alive_now.send_modify(|alive| *alive += 1);
            let spawned = thread::Builder::new()
                .name(format!("{name}-{n}"))
                .spawn(move || {
                    shared.serve();
                    alive_now.send_modify(|alive| *alive -= 1);
                })?;
            lock(&pool.0.threads).push(spawned);
        }
        Ok(pool)
    }

    /// Submits a job. Two jobs of the same key never run at the same time; `None` is no key.
    ///
    /// # Errors
    /// The queue is full, the key has too many jobs waiting, or the pool is shutting down; the job is dropped.
    pub fn submit<T, F>(&self, key: Option<K>, job: F) -> Result<Ticket<T>, Refused>
    where
        T: Send + 'static,
        F: FnOnce(&StopFlag) -> T + Send + 'static,
    {
        let (answer, receiver) = oneshot::channel();
        let stop = StopFlag::default();
        let seen = stop.clone();
        let run = Box::new(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| job(&seen)));
            let outcome = match outcome {
                Err(panic) => Err(JobError::Panicked(words(panic.as_ref()))),
                Ok(_) if seen.is_set() => Err(JobError::Stopped),
                Ok(value) => Ok(value),
            };
            // The receiver is gone if the ticket was dropped, which is how a job is stopped.
            drop(answer.send(outcome));
        });
        let shared = &self.0.shared;
        let id = shared.lock().push(key, stop.clone(), run)?;
        shared.wake.notify_one();
        let desk: Arc<dyn Desk> = Arc::<Shared<K>>::clone(shared);
        Ok(Ticket::new(id, stop, receiver, desk))
    }

    /// The total number of jobs accepted so far.
    pub fn taken(&self) -> u64 {
        self.0.shared.lock().taken()
    }

    /// The number of jobs that wait.
    pub fn waiting(&self) -> usize {
        self.0.shared.lock().waiting()
    }

    /// The number of jobs that run.
    pub fn running(&self) -> usize {
        self.0.shared.lock().running()
    }

    /// Whether the next job would be refused because the queue is full.
    pub fn is_full(&self) -> bool {
        self.0.shared.lock().is_full()
    }

    /// Whether [`MAX_WAITING_PER_KEY`](crate::work::MAX_WAITING_PER_KEY) lets another job of this key wait.
    pub fn has_room_for(&self, key: &K) -> bool {
        self.0.shared.lock().has_room_for(key)
    }

    /// Accepts no more jobs, drops the waiting ones, asks the running ones to stop, and waits for the threads, at most
    /// `within`. Returns whether all of them have ended; a thread whose job ignores its stop flag is left behind.
    pub async fn shutdown(&self, within: Duration) -> bool {
        self.0.shared.close();
        let mut alive = self.0.alive.clone();
        let ended = tokio::time::timeout(within, alive.wait_for(|alive| *alive == 0)).await;
        // A closed channel means zero: no thread is left to hold its other end.
        if ended.is_err() {
            return false;
        }
        for thread in std::mem::take(&mut *lock(&self.0.threads)) {
            // The thread has ended: joining takes no time. Panics of jobs do not get here.
            drop(thread.join());
        }
        true
    }
}

impl<K> Drop for Inner<K> {
    fn drop(&mut self) {
        // Without a pool nobody can submit more: the threads end by themselves.
        self.shared.close();
    }
}

impl<K> Shared<K> {
    fn lock(&self) -> MutexGuard<'_, Queue<K>> {
        lock(&self.queue)
    }

    fn close(&self) {
        let waiting = self.lock().close();
        self.wake.notify_all();
        drop(waiting);
    }
}

impl<K: Clone + Eq> Shared<K> {
    /// The loop of a thread: take a job, run it, until the pool closes.
    fn serve(&self) {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.take() {
                drop(queue);
                let Job { id, run, .. } = job;
                // The job catches its own panic; this `catch_unwind` is for a panic while an unwanted result is dropped.
                drop(catch_unwind(AssertUnwindSafe(run)));
                queue = self.lock();
                // This thread checks the queue again itself, so a waiting job of the same key needs no wake-up.
                queue.done(id);
            } else if queue.is_closed() {
                return;
            } else {
                queue = self
                    .wake
                    .wait(queue)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl<K: Clone + Eq + Send> Desk for Shared<K> {
    fn withdraw(&self, id: u64) {
        let job = self.lock().withdraw(id);
        drop(job);
    }
}

/// No code panics while it holds one of these locks, so a poisoned one is as good as a sound one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without words".to_owned())
}
