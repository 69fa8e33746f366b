//! Whole attacks, small enough for a test.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{AttackPlan, Error, Head, Labelled, Stage, attack, attack_pictures};
use rookery_captcha::{Captcha, Look, Preset, Settings};

/// The classic captcha in the built-in face on plain grounds.
fn plain() -> Captcha {
    Captcha {
        settings: Settings {
            preset: Preset::Classic,
            ..Settings::default()
        },
        assets: Arc::default(),
    }
}

/// Pictures of a captcha that is easy to break: four words in the built-in face.
fn easy(count: usize) -> Vec<Labelled> {
    let live = plain();
    (0..count)
        .map(|number| {
            let word = ["abba", "DODO", "xyz", "mumm"][number % 4];
            let drawing = live.draw(word, number as u64, Look::default()).unwrap();
            Labelled {
                word: word.to_owned(),
                png: drawing.png,
            }
        })
        .collect()
}

fn plan(cpu_s: f64) -> AttackPlan {
    AttackPlan {
        images: 16,
        cpu_s,
        test: 8,
        ..AttackPlan::default()
    }
}

#[test]
fn learns_what_is_easy_with_one_row_or_positions() {
    let pictures = easy(24);
    for head in [Head::Ctc, Head::Positions] {
        let plan = AttackPlan { head, ..plan(60.0) };
        // A fixed number of steps, whatever the machine: they are a small part of the time, in which the rate of learning hardly falls.
        let mut steps = 0;
        let report = attack_pictures(&pictures[..16], &pictures[16..], plan, &mut |progress| {
            steps += usize::from(progress.stage == Stage::Training);
            if steps < 45 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
        .unwrap();
        assert!(report.stopped);
        // Whoever always reads the same word is right in a quarter of the letters.
        assert!(report.letters_read > 0.5, "{head}: {report:?}");
    }
}

/// The reader that also finds out the layout needs more steps than a test has time for, but its loss falls from the first on.
#[test]
fn the_reader_of_rows_learns() {
    let pictures = easy(24);
    let plan = AttackPlan {
        head: Head::Rows,
        ..plan(60.0)
    };
    let mut losses = Vec::new();
    let report = attack_pictures(&pictures[..16], &pictures[16..], plan, &mut |progress| {
        if progress.stage == Stage::Training {
            losses.push(progress.loss);
        }
        match losses.len() < 45 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })
    .unwrap();
    assert!(report.stopped);
    // About 62 nats at first.
    assert!(losses[44] < 0.5 * losses[0], "{losses:?}");
}

#[test]
fn a_live_captcha_is_attacked_within_its_time() {
    let mut stages = Vec::new();
    let report = attack(&plain(), plan(0.01), &mut |progress| {
        assert!((0.0..=1.0).contains(&progress.done), "{progress:?}");
        stages.push(progress.stage);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(!report.stopped);
    assert_eq!((report.images, report.tested), (16, 8));
    assert!(report.parameters > 200_000 && report.parameters < 400_000);
    stages.dedup();
    assert!(stages.ends_with(&[Stage::Testing]));
    assert_eq!(stages[0], Stage::Drawing);
}

#[test]
fn stops_before_the_first_step_when_told() {
    let stopped = attack(&plain(), plan(1.0), &mut |_| ControlFlow::Break(()));
    assert_eq!(stopped, Err(Error::Stopped));
}

#[test]
fn plans_that_ask_for_nothing_are_refused() {
    let nothing = [
        AttackPlan {
            images: 0,
            ..plan(1.0)
        },
        AttackPlan {
            test: 0,
            ..plan(1.0)
        },
        plan(0.0),
        plan(f64::NAN),
    ];
    for plan in nothing {
        let refused = attack(&plain(), plan, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(refused, Err(Error::AttackPlan(_))), "{plan:?}");
    }
}

#[test]
fn words_that_are_too_long_and_files_that_are_no_pictures_are_refused() {
    let mut pictures = easy(4);
    let mut go = |_| ControlFlow::Continue(());
    pictures[0].word = "abcdefghij".to_owned();
    let plan = AttackPlan {
        head: Head::Positions,
        ..plan(1.0)
    };
    let refused = attack_pictures(&pictures[..2], &pictures[2..], plan, &mut go);
    assert!(matches!(refused, Err(Error::Word { max: 8, .. })));
    pictures[0].png.truncate(20);
    let refused = attack_pictures(&pictures[..2], &pictures[2..], plan, &mut go);
    assert!(matches!(refused, Err(Error::Picture { .. })));
}
