//! Challenges: eight open ones per session, one end each, under races.

use rookery::ids::{ChallengeId, SiteKey};
use rookery::store::CaptchaTime;
use rookery::store::Store;
use rookery::store::{CaptchaEvent, Ended, Error, FirstTries, Issued, NewCaptchaPass};

use crate::store::records::{DAY, MINUTE, NOW, challenge, session};
use crate::support::databases::on_both_databases;

on_both_databases!(
    comes_back_as_it_was,
    a_session_has_five_a_minute,
    the_ninth_replaces_the_oldest,
    sixty_four_checks_have_one_winner,
    belongs_to_its_session,
    expires_and_is_removed,
    counts_by_day_preset_and_event,
    counts_what_expires,
    counts_times_by_version_end_and_bucket,
    old_counts_go_and_their_totals_stay,
    makes_no_pass_for_a_site_that_is_gone,
);

/// It is another answer than to a change by somebody else: there is nothing to load again.
async fn makes_no_pass_for_a_site_that_is_gone(store: Store) {
    let pass = NewCaptchaPass {
        token_hash: "a hash",
        site: SiteKey::random(),
        hostname: "",
        created_ms: NOW,
        expires_ms: NOW + MINUTE,
    };
    let made = store.create_captcha_pass(&pass).await;
    assert!(matches!(made, Err(Error::NotFound)), "{made:?}");
}

async fn comes_back_as_it_was(store: Store) {
    let (_, hash) = session(&store).await;
    let new = challenge(&hash, NOW);
    store.create_challenge(&new, 0).await.unwrap();
    assert_eq!(store.challenge(new.id).await.unwrap(), Some(new.clone()));
    assert_eq!(store.challenge(ChallengeId::random()).await.unwrap(), None);
    let printed = format!("{new:?}");
    assert!(
        !printed.contains("KQ7") && !printed.contains("4821"),
        "{printed}"
    );
}

async fn a_session_has_five_a_minute(store: Store) {
    let (_, hash) = session(&store).await;
    let (_, other) = session(&store).await;
    let at = |offset_ms| challenge(&hash, NOW + offset_ms);
    for offset_ms in [0, 1_000, 2_000, 3_000, 4_000] {
        let kept = store.create_challenge(&at(offset_ms), 5).await.unwrap();
        assert_eq!(kept, Issued::Kept);
    }
    // Ended ones count as well: a minute after the first of the five there is room for one.
    for (offset_ms, again_ms) in [(4_000, 60_000), (59_999, 60_000)] {
        let new = at(offset_ms);
        let again_ms = NOW + again_ms;
        assert_eq!(
            store.create_challenge(&new, 5).await.unwrap(),
            Issued::TooMany { again_ms }
        );
        assert_eq!(store.challenge(new.id).await.unwrap(), None);
    }
    let foreign = challenge(&other, NOW + 4_000);
    assert_eq!(
        store.create_challenge(&foreign, 5).await.unwrap(),
        Issued::Kept
    );
    assert_eq!(
        store.create_challenge(&at(60_000), 5).await.unwrap(),
        Issued::Kept
    );
    let again_ms = NOW + 61_000;
    assert_eq!(
        store.create_challenge(&at(60_000), 5).await.unwrap(),
        Issued::TooMany { again_ms }
    );
    let later = at(200_000);
    store.create_challenge(&later, 5).await.unwrap();
    let kept = store.challenge(later.id).await.unwrap();
    assert_eq!(kept, Some(later));
}

async fn the_ninth_replaces_the_oldest(store: Store) {
    let (_, hash) = session(&store).await;
    let (_, other) = session(&store).await;
    let foreign = challenge(&other, NOW);
    store.create_challenge(&foreign, 0).await.unwrap();
    let mut ids = Vec::new();
    for i in 0..10 {
        let new = challenge(&hash, NOW + i);
        store.create_challenge(&new, 0).await.unwrap();
        ids.push(new.id);
    }
    for (i, id) in ids.iter().enumerate() {
        let ended = store.challenge(*id).await.unwrap().unwrap().ended;
        assert_eq!(ended, (i < 2).then_some(Ended::Replaced), "number {i}");
    }
    let foreign = store.challenge(foreign.id).await.unwrap().unwrap();
    assert_eq!(foreign.ended, None);
}

/// Pass mark 19 of the security checks: 64 at once, exactly one accepted, 20 rounds.
async fn sixty_four_checks_have_one_winner(store: Store) {
    let (_, hash) = session(&store).await;
    for round in 0..20 {
        let new = challenge(&hash, NOW + round);
        store.create_challenge(&new, 0).await.unwrap();
        let checks: Vec<_> = (0..64)
            .map(|_| {
                let (store, hash) = (store.clone(), hash.clone());
                tokio::spawn(async move {
                    store
                        .end_challenge(new.id, &hash, Ended::Right, NOW + round)
                        .await
                        .unwrap()
                })
            })
            .collect();
        let mut winners = 0;
        for check in checks {
            winners += usize::from(check.await.unwrap());
        }
        assert_eq!(winners, 1, "round {round}");
    }
}

async fn belongs_to_its_session(store: Store) {
    let (_, hash) = session(&store).await;
    let (_, thief) = session(&store).await;
    let new = challenge(&hash, NOW);
    store.create_challenge(&new, 0).await.unwrap();
    assert!(
        !store
            .end_challenge(new.id, &thief, Ended::Right, NOW)
            .await
            .unwrap()
    );
    assert!(
        store
            .end_challenge(new.id, &hash, Ended::Wrong, NOW)
            .await
            .unwrap()
    );
    assert!(
        !store
            .end_challenge(new.id, &hash, Ended::Right, NOW)
            .await
            .unwrap()
    );
    let kept = store.challenge(new.id).await.unwrap().unwrap();
    assert_eq!(kept.ended, Some(Ended::Wrong));
}

async fn expires_and_is_removed(store: Store) {
    let (_, hash) = session(&store).await;
    let new = challenge(&hash, NOW);
    store.create_challenge(&new, 0).await.unwrap();
    let end = new.expires_ms;
    assert_eq!(store.expire_challenges(end - 1).await.unwrap(), 0);
    assert_eq!(store.expire_challenges(end).await.unwrap(), 1);
    assert_eq!(store.expire_challenges(end + MINUTE).await.unwrap(), 0);
    let kept = store.challenge(new.id).await.unwrap().unwrap();
    assert_eq!(kept.ended, Some(Ended::Expired));
    assert_eq!(store.delete_ended_challenges(end).await.unwrap(), 0);
    assert_eq!(store.delete_ended_challenges(end + 1).await.unwrap(), 1);
    assert_eq!(store.challenge(new.id).await.unwrap(), None);
}

async fn counts_by_day_preset_and_event(store: Store) {
    for (day, event) in [
        (20_000, CaptchaEvent::Right),
        (20_000, CaptchaEvent::Right),
        (20_000, CaptchaEvent::Wrong),
        (20_001, CaptchaEvent::Right),
    ] {
        store.count_captcha(day, "strong", event).await.unwrap();
    }
    let read = |counts: Vec<rookery::store::CaptchaCount>| -> Vec<(i64, String, i64)> {
        counts.into_iter().map(|c| (c.day, c.event, c.n)).collect()
    };
    assert_eq!(
        read(store.captcha_counts(20_000).await.unwrap()),
        [
            (20_000, "right".to_owned(), 2),
            (20_000, "wrong".to_owned(), 1),
            (20_001, "right".to_owned(), 1),
        ]
    );
    assert_eq!(store.captcha_counts(20_001).await.unwrap().len(), 1);
    let totals = store.captcha_totals().await.unwrap();
    assert_eq!(
        read(totals),
        [
            (20_001, "right".to_owned(), 3),
            (20_000, "wrong".to_owned(), 1),
        ]
    );
}

/// A challenge that expires by itself is counted, once, on the day when it does.
async fn counts_what_expires(store: Store) {
    let (_, hash) = session(&store).await;
    let mut end = 0;
    for n in 0..3 {
        let new = challenge(&hash, NOW + n);
        store.create_challenge(&new, 0).await.unwrap();
        end = new.expires_ms;
    }
    let preset = challenge(&hash, NOW).preset;
    let (one, two) = (store.clone(), store.clone());
    let both = tokio::join!(
        tokio::spawn(async move { one.expire_challenges(end).await.unwrap() }),
        tokio::spawn(async move { two.expire_challenges(end).await.unwrap() }),
    );
    assert_eq!(both.0.unwrap() + both.1.unwrap(), 3);
    let counts = store.captcha_counts(0).await.unwrap();
    let found: Vec<_> = counts
        .iter()
        .map(|c| (c.day, c.preset.as_str(), c.event.as_str(), c.n))
        .collect();
    assert_eq!(found, [(end / DAY, preset.as_str(), "expired", 3)]);
}

async fn counts_times_by_version_end_and_bucket(store: Store) {
    let counted = |day, version, ended, bucket, n| CaptchaTime {
        day,
        preset: "strong".to_owned(),
        settings_version: version,
        ended,
        bucket,
        n,
    };
    for (day, version, ended, bucket) in [
        (20_001, 4, Ended::Right, 90),
        (20_000, 4, Ended::Right, 90),
        (20_000, 4, Ended::Right, 90),
        (20_000, 4, Ended::Right, 91),
        (20_000, 4, Ended::Wrong, 90),
        (20_000, 3, Ended::Right, 90),
        (19_999, 3, Ended::Right, 1),
    ] {
        let one = counted(day, version, ended, bucket, 1);
        store.count_captcha_time(&one).await.unwrap();
    }
    assert_eq!(
        store.captcha_times(20_000).await.unwrap(),
        [
            counted(20_000, 3, Ended::Right, 90, 1),
            counted(20_000, 4, Ended::Right, 90, 2),
            counted(20_000, 4, Ended::Right, 91, 1),
            counted(20_000, 4, Ended::Wrong, 90, 1),
            counted(20_001, 4, Ended::Right, 90, 1),
        ]
    );
}

async fn old_counts_go_and_their_totals_stay(store: Store) {
    let totals = async || -> Vec<(String, i64)> {
        let totals = store.captcha_totals().await.unwrap();
        totals.into_iter().map(|c| (c.event, c.n)).collect()
    };
    for (day, event, times) in [
        (20_000, CaptchaEvent::Right, 2),
        (20_001, CaptchaEvent::Right, 3),
        (20_001, CaptchaEvent::Wrong, 4),
        (20_002, CaptchaEvent::Right, 5),
    ] {
        for _ in 0..times {
            store.count_captcha(day, "strong", event).await.unwrap();
        }
    }
    for day in 20_000..=20_002 {
        let time = CaptchaTime {
            day,
            preset: "strong".to_owned(),
            settings_version: 1,
            ended: Ended::Right,
            bucket: 7,
            n: 1,
        };
        store.count_captcha_time(&time).await.unwrap();
        let first = FirstTries {
            day,
            preset: "strong".to_owned(),
            settings_version: 1,
            ended: Ended::Right,
            n: 1,
        };
        store.count_first_try(&first).await.unwrap();
    }
    let all = [("right".to_owned(), 10), ("wrong".to_owned(), 4)];
    assert_eq!(totals().await, all);
    // One day, then the next: a time, a first try, and one count or two.
    for (before, removed) in [(20_000, 0), (20_001, 3), (20_002, 4), (20_002, 0)] {
        let gone = store.delete_captcha_figures(before).await.unwrap();
        assert_eq!(gone, removed, "before {before}");
        assert_eq!(totals().await, all, "a total never falls");
    }
    let counts = store.captcha_counts(1).await.unwrap();
    let left: Vec<_> = counts.iter().map(|c| (c.day, c.n)).collect();
    assert_eq!(left, [(20_002, 5)]);
    let times = store.captcha_times(0).await.unwrap();
    let first_tries = store.first_tries(0).await.unwrap();
    assert_eq!((times.len(), first_tries.len()), (1, 1));
    assert_eq!((times[0].day, first_tries[0].day), (20_002, 20_002));
}
