//! The threads of the captcha: one that draws and speaks, one that checks proofs of work.

use std::time::Duration;

use crate::service::Error;
use crate::work::{JobError, Pool};
use rookery_captcha as captcha;
use rookery_captcha::defence::Proof;

const DRAWING_THREADS: usize = 1;
/// Pictures that may wait; each takes about a millisecond.
const DRAWING_QUEUE: usize = 256;
/// Threads that check proofs of work: not the drawing thread, so that a flood of pictures does not delay a check.
const PROVING_THREADS: usize = 1;
/// Proofs that may wait; each takes about 10 milliseconds (`cargo bench --bench captcha`), or one try if it is worthless.
const PROVING_QUEUE: usize = 64;

/// Both pools. A clone is the same two.
#[derive(Clone)]
pub struct CaptchaThreads {
    drawing: Pool<()>,
    proving: Pool<()>,
}

impl CaptchaThreads {
    pub(in crate::service) fn start() -> Result<Self, Error> {
        let pool = |name, threads, queue| Pool::new(name, threads, queue).map_err(Error::Threads);
        Ok(CaptchaThreads {
            drawing: pool("captcha", DRAWING_THREADS, DRAWING_QUEUE)?,
            proving: pool("proofs", PROVING_THREADS, PROVING_QUEUE)?,
        })
    }

    /// Draws on the drawing thread.
    ///
    /// # Errors
    /// Busy, or a defect.
    pub async fn draw<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, captcha::Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.on_drawing(job)
            .await?
            .map_err(|failure| Error::Internal(failure.to_string()))?
            .map_err(|error| Error::Internal(error.to_string()))
    }

    /// Runs a job on the drawing thread; a panic of the job is the caller's to judge.
    ///
    /// # Errors
    /// Busy.
    pub(in crate::service) async fn on_drawing<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Result<T, JobError>, Error> {
        let ticket = self
            .drawing
            .submit(None, move |_| job())
            .map_err(|_| Error::busy())?;
        Ok(ticket.await)
    }

    /// The tries that a proof shows; 0 if it is less than `least`.
    ///
    /// # Errors
    /// Too many proofs wait, or a defect.
    pub(in crate::service) async fn tries_of(
        &self,
        proof: Proof,
        seed: String,
        least: u32,
    ) -> Result<u64, Error> {
        let ticket = self
            .proving
            .submit(None, move |_| proof.tries(&seed, least))
            .map_err(|_| Error::busy())?;
        ticket.await.map_err(|e| Error::Internal(e.to_string()))
    }

    /// Jobs of the pools: the name, how many run, how many wait.
    pub(in crate::service) fn pools(&self) -> [(&'static str, usize, usize); 2] {
        [("drawing", &self.drawing), ("proofs", &self.proving)]
            .map(|(name, pool)| (name, pool.running(), pool.waiting()))
    }

    pub(in crate::service) async fn shutdown(&self, within: Duration) -> bool {
        let (drawing, proving) =
            tokio::join!(self.drawing.shutdown(within), self.proving.shutdown(within));
        drawing && proving
    }
}

/// For tests: keeps the thread of proofs busy and its queue full, until it is dropped.
#[cfg(test)]
pub(in crate::service) struct FullQueue {
    _open: std::sync::mpsc::Sender<()>,
    _tickets: Vec<crate::work::Ticket<()>>,
}

#[cfg(test)]
impl CaptchaThreads {
    /// Fills the queue of proofs.
    pub(in crate::service) async fn fill_proofs(&self) -> FullQueue {
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let at_work = self.proving.submit(None, move |_| {
            gate.recv().ok();
        });
        let mut tickets = vec![at_work.expect("room for the first")];
        while self.proving.running() == 0 {
            tokio::task::yield_now().await;
        }
        while let Ok(ticket) = self.proving.submit(None, |_| ()) {
            tickets.push(ticket);
        }
        assert_eq!(tickets.len(), 1 + PROVING_QUEUE);
        FullQueue {
            _open: open,
            _tickets: tickets,
        }
    }
}
