//! The pool under panics, a full queue, dropped tickets and shutdown. No test here waits for time to pass.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(60);

/// A job that reports its start and then waits until it is allowed to end.
struct Gate {
    begun: mpsc::Receiver<()>,
    leave: mpsc::Sender<()>,
}

fn gate() -> (Gate, impl FnOnce(&StopFlag) + Send + 'static) {
    let (begin, begun) = mpsc::channel();
    let (leave, left) = mpsc::channel();
    let job = move |_: &StopFlag| {
        begin.send(()).unwrap();
        let _ = left.recv();
    };
    (Gate { begun, leave }, job)
}

/// Runs until it is told to stop.
fn until_stopped(begin: mpsc::Sender<()>) -> impl FnOnce(&StopFlag) + Send + 'static {
    move |stop: &StopFlag| {
        begin.send(()).unwrap();
        while !stop.is_set() {
            std::thread::yield_now();
        }
    }
}

#[tokio::test]
async fn answers_what_the_job_returns() {
    let pool = Pool::<u8>::new("test", 2, 8).unwrap();
    let tickets: Vec<_> = (0..8)
        .map(|n| pool.submit(None, move |_| n * n).unwrap())
        .collect();
    for (n, ticket) in tickets.into_iter().enumerate() {
        assert_eq!(ticket.await, Ok(n * n));
    }
}

#[tokio::test]
async fn a_panic_is_an_answer_and_the_slot_returns() {
    let pool = Pool::<u8>::new("test", 1, 4).unwrap();
    for _ in 0..3 {
        let failed = pool
            .submit(Some(7), |_| -> u32 { panic!("out of {}", "luck") })
            .unwrap()
            .await;
        assert_eq!(failed, Err(JobError::Panicked("out of luck".to_owned())));
        assert_eq!(pool.submit(Some(7), |_| 5).unwrap().await, Ok(5));
    }
}

#[tokio::test]
async fn survives_an_answer_that_panics_when_dropped() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }
    let pool = Pool::<u8>::new("test", 1, 4).unwrap();
    let (gate, job) = gate();
    let unwanted = pool
        .submit(None, |stop| {
            job(stop);
            Bomb
        })
        .unwrap();
    gate.begun.recv().unwrap();
    drop(unwanted);
    gate.leave.send(()).unwrap();
    assert_eq!(pool.submit(None, |_| 1).unwrap().await, Ok(1));
}

#[tokio::test]
async fn refuses_when_the_queue_is_full() {
    let pool = Pool::<u8>::new("test", 1, 2).unwrap();
    let (gate, job) = gate();
    let running = pool.submit(None, job).unwrap();
    gate.begun.recv().unwrap();
    let first = pool.submit(None, |_| 1).unwrap();
    let second = pool.submit(None, |_| 2).unwrap();
    assert_eq!((pool.running(), pool.waiting()), (1, 2));
    assert!(pool.is_full());
    assert_eq!(pool.submit(None, |_| 3).err(), Some(Refused::Full));
    drop(first);
    assert_eq!(pool.waiting(), 1);
    assert!(!pool.is_full());
    gate.leave.send(()).unwrap();
    assert_eq!(running.await, Ok(()));
    assert_eq!(second.await, Ok(2));
}

#[tokio::test]
async fn one_owner_cannot_fill_the_queue() {
    let pool = Pool::<u8>::new("test", 1, 64).unwrap();
    let (gate, job) = gate();
    let _running = pool.submit(Some(1), job).unwrap();
    gate.begun.recv().unwrap();
    let waiting: Vec<_> = (0..MAX_WAITING_PER_KEY)
        .map(|_| pool.submit(Some(1), |_| ()).unwrap())
        .collect();
    assert_eq!(pool.submit(Some(1), |_| ()).err(), Some(Refused::KeyFull));
    assert!(pool.submit(Some(2), |_| ()).is_ok());
    gate.leave.send(()).unwrap();
    for ticket in waiting {
        assert_eq!(ticket.await, Ok(()));
    }
}

#[tokio::test]
async fn at_most_one_job_of_a_key_runs() {
    let pool = Pool::<usize>::new("test", 4, 64).unwrap();
    let busy = Arc::new(Mutex::new(HashSet::new()));
    let clashes = Arc::new(AtomicUsize::new(0));
    let mut tickets = Vec::new();
    for round in 0..40 {
        let key = round % 10;
        let busy = Arc::clone(&busy);
        let clashes = Arc::clone(&clashes);
        let job = move |_: &StopFlag| {
            if !busy.lock().unwrap().insert(key) {
                clashes.fetch_add(1, Ordering::SeqCst);
            }
            for _ in 0..100 {
                std::thread::yield_now();
            }
            busy.lock().unwrap().remove(&key);
        };
        tickets.push(pool.submit(Some(key), job).unwrap());
    }
    for ticket in tickets {
        assert_eq!(ticket.await, Ok(()));
    }
    assert_eq!(clashes.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn another_key_overtakes_one_that_must_wait() {
    let pool = Pool::<u8>::new("test", 2, 8).unwrap();
    let (gate, job) = gate();
    let first = pool.submit(Some(1), job).unwrap();
    gate.begun.recv().unwrap();
    let same = pool.submit(Some(1), |_| "same").unwrap();
    let other = pool.submit(Some(2), |_| "other").unwrap();
    assert_eq!(other.await, Ok("other"));
    assert_eq!(pool.waiting(), 1);
    gate.leave.send(()).unwrap();
    assert_eq!(first.await, Ok(()));
    assert_eq!(same.await, Ok("same"));
}

#[tokio::test]
async fn dropping_the_ticket_stops_a_running_job() {
    let pool = Pool::<u8>::new("test", 1, 4).unwrap();
    let (begin, begun) = mpsc::channel();
    let ticket = pool.submit(Some(1), until_stopped(begin)).unwrap();
    begun.recv().unwrap();
    drop(ticket);
    // The only thread is free again, so the job has ended.
    assert_eq!(pool.submit(Some(1), |_| 9).unwrap().await, Ok(9));
}

#[tokio::test]
async fn dropping_the_ticket_of_a_waiting_job_removes_it() {
    let pool = Pool::<u8>::new("test", 1, 4).unwrap();
    let (gate, job) = gate();
    let running = pool.submit(None, job).unwrap();
    gate.begun.recv().unwrap();
    let ran = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&ran);
    let waiting = pool
        .submit(None, move |_| counted.fetch_add(1, Ordering::SeqCst))
        .unwrap();
    assert_eq!(pool.waiting(), 1);
    drop(waiting);
    assert_eq!(pool.waiting(), 0);
    gate.leave.send(()).unwrap();
    assert_eq!(running.await, Ok(()));
    assert_eq!(pool.submit(None, |_| ()).unwrap().await, Ok(()));
    assert_eq!(ran.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn shutdown_stops_what_runs_drops_what_waits_and_joins() {
    let pool = Pool::<u8>::new("test", 2, 8).unwrap();
    let (begin, begun) = mpsc::channel();
    let running = [
        pool.submit(None, until_stopped(begin.clone())).unwrap(),
        pool.submit(None, until_stopped(begin)).unwrap(),
    ];
    begun.recv().unwrap();
    begun.recv().unwrap();
    let waiting = pool.submit(None, |_| ()).unwrap();
    assert!(pool.shutdown(NEVER).await);
    for ticket in running {
        assert_eq!(ticket.await, Err(JobError::Stopped));
    }
    assert_eq!(waiting.await, Err(JobError::Stopped));
    assert_eq!(pool.submit(None, |_| ()).err(), Some(Refused::Closed));
    assert!(pool.shutdown(NEVER).await, "a second shutdown does nothing");
}

#[tokio::test]
async fn shutdown_does_not_wait_for_a_job_that_ignores_its_flag() {
    let pool = Pool::<u8>::new("test", 1, 8).unwrap();
    let (gate, job) = gate();
    let _running = pool.submit(None, job).unwrap();
    gate.begun.recv().unwrap();
    assert!(!pool.shutdown(Duration::from_millis(10)).await);
    gate.leave.send(()).unwrap();
    assert!(pool.shutdown(NEVER).await);
}

#[tokio::test]
async fn threads_end_with_the_last_pool_handle() {
    let pool = Pool::<u8>::new("test", 1, 8).unwrap();
    let (begin, begun) = mpsc::channel();
    let ticket = pool.submit(None, until_stopped(begin)).unwrap();
    begun.recv().unwrap();
    drop(pool);
    assert_eq!(ticket.await, Err(JobError::Stopped));
}
