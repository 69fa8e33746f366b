//! The gauge: one measurement at a time, its end, its cancellation, and the server's shutdown under it.

use std::sync::Arc;
use std::time::Duration;

use super::site::{NEVER, NOW_MS, Site};
use crate::service::captcha::admin::bench::{BenchRefused, BenchState};
use crate::service::{CaptchaOptions, Captchas};
use rookery_attacker::{AttackPlan, Head};
use rookery_captcha::Settings;

/// A plan so small that it measures nothing, but runs every stage.
const SHORT: AttackPlan = AttackPlan {
    images: 8,
    cpu_s: 0.01,
    test: 4,
    seed: 1,
    head: Head::Ctc,
    colour: false,
};

/// Longer than any test lasts.
const ENDLESS: AttackPlan = AttackPlan {
    cpu_s: 1e6,
    ..SHORT
};

async fn captchas(site: &Site) -> Captchas {
    let options = CaptchaOptions {
        factory: Settings::default(),
        unlocked: Settings::default(),
        life_ms: 600_000,
        test_answer: String::new(),
        locked: Vec::new(),
    };
    let (store, bus, clock) = (site.store.clone(), site.bus.clone(), site.clock.clone());
    Captchas::open(options, store, bus, clock).await.unwrap()
}

async fn ended(captchas: &Captchas) -> BenchState {
    let wait = async {
        while matches!(captchas.tools.bench.state(), BenchState::Running { .. }) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        captchas.tools.bench.state()
    };
    tokio::time::timeout(NEVER, wait).await.unwrap()
}

#[tokio::test]
async fn measures_and_tells_what_was_measured_and_when() {
    let site = Site::new().await;
    let captchas = captchas(&site).await;
    assert!(matches!(captchas.tools.bench.state(), BenchState::Idle));
    let live = captchas.settings.current();
    captchas
        .tools
        .bench
        .measure(SHORT, Arc::clone(&live))
        .unwrap();
    let BenchState::Done(result) = ended(&captchas).await else {
        panic!("{:?}", captchas.tools.bench.state());
    };
    assert!(Arc::ptr_eq(&result.measured, &live));
    assert_eq!(result.ended_ms, NOW_MS);
    // Every reader had its turn, and the one that read most counts.
    let readers: Vec<&str> = result.by_reader.iter().map(|(name, _)| *name).collect();
    assert_eq!(readers, ["ctc", "rows", "positions"]);
    let most = result.by_reader.iter().map(|(_, read)| *read);
    assert!((result.words_read - most.fold(0.0, f64::max)).abs() < 1e-9);
    assert!((0.0..=1.0).contains(&result.words_read));
    captchas.tools.bench.measure(SHORT, live).unwrap();
}

#[tokio::test]
async fn one_at_a_time_until_it_is_cancelled() {
    let site = Site::new().await;
    let captchas = captchas(&site).await;
    captchas
        .tools
        .bench
        .measure(ENDLESS, captchas.settings.current())
        .unwrap();
    let refused = captchas.tools.bench.start(captchas.settings.current());
    assert_eq!(refused, Err(BenchRefused::Running));
    captchas.tools.bench.cancel();
    assert!(matches!(ended(&captchas).await, BenchState::Idle));
    captchas
        .tools
        .bench
        .measure(SHORT, captchas.settings.current())
        .unwrap();
    assert!(matches!(ended(&captchas).await, BenchState::Done(_)));
}

#[tokio::test]
async fn a_result_stays_known_when_no_other_measurement_begins() {
    let site = Site::new().await;
    let captchas = captchas(&site).await;
    let live = captchas.settings.current();
    let bench = &captchas.tools.bench;
    bench.measure(SHORT, Arc::clone(&live)).unwrap();
    assert!(matches!(ended(&captchas).await, BenchState::Done(_)));
    assert!(captchas.shutdown(NEVER).await);
    let other = captchas.settings.unsaved(Settings::default()).await;
    let refused = bench.start(Arc::new(other.unwrap()));
    assert_eq!(refused, Err(BenchRefused::ShuttingDown));
    let BenchState::Done(result) = bench.state() else {
        panic!("{:?}", bench.state());
    };
    assert!(Arc::ptr_eq(&result.measured, &live));
}

#[tokio::test]
async fn ends_with_the_server() {
    let site = Site::new().await;
    let captchas = captchas(&site).await;
    captchas
        .tools
        .bench
        .measure(ENDLESS, captchas.settings.current())
        .unwrap();
    assert!(captchas.shutdown(NEVER).await);
    assert!(matches!(captchas.tools.bench.state(), BenchState::Idle));
    let refused = captchas.tools.bench.start(captchas.settings.current());
    assert_eq!(refused, Err(BenchRefused::ShuttingDown));
    assert!(matches!(captchas.tools.bench.state(), BenchState::Idle));
}
