//! The handle of a job: its result to come, and the way to stop it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::work::StopFlag;

/// The reason why a job gave no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// It panicked with this message. The thread lives on.
    #[error("the job panicked: {0}")]
    Panicked(String),
    /// It was told to stop, or its pool shut down before it began; an incomplete result is not returned.
    #[error("the job was stopped")]
    Stopped,
}

/// The part of a pool that a ticket needs, whatever the pool's keys are.
pub(super) trait Desk: Send + Sync {
    fn withdraw(&self, id: u64);
}

/// The future of a job's result. Dropping it removes the job from the queue or, if it runs, asks it to stop.
#[must_use = "dropping the ticket stops the job"]
pub struct Ticket<T> {
    id: u64,
    stop: StopFlag,
    answer: oneshot::Receiver<Result<T, JobError>>,
    desk: Arc<dyn Desk>,
}

impl<T> Ticket<T> {
    pub(super) fn new(
        id: u64,
        stop: StopFlag,
        answer: oneshot::Receiver<Result<T, JobError>>,
        desk: Arc<dyn Desk>,
    ) -> Self {
        Ticket {
            id,
            stop,
            answer,
            desk,
        }
    }
}

impl<T> Future for Ticket<T> {
    type Output = Result<T, JobError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.answer)
            .poll(cx)
            .map(|answer| answer.unwrap_or(Err(JobError::Stopped)))
    }
}

impl<T> Drop for Ticket<T> {
    fn drop(&mut self) {
        self.stop.set();
        self.desk.withdraw(self.id);
    }
}
