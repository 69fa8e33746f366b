//! Sessions: columns set by SQL, records of tower-sessions, expiry by our clock, and ended sessions stay ended.

use rookery::clock::Clock;
use rookery::ids::GuestId;
use rookery::matches::Holder;
use rookery::store::Error;
use rookery::store::Owner;
use rookery::store::SESSION_ABSOLUTE_MS;
use rookery::store::SESSION_IDLE_MS;
use rookery::store::STRANGER_MS;
use rookery::store::SessionRecords;
use rookery::store::Store;
use rookery::store::session_hash;
use tower_sessions_core::SessionStore;

use crate::store::records::{DAY, MINUTE, NOW, entry, game, session, user};
use crate::support::databases::on_both_databases;

on_both_databases!(
    the_layer_reads_what_it_wrote,
    the_cookie_is_nowhere_in_the_row,
    a_late_save_revives_nothing,
    the_layers_record_changes_no_column,
    ends_when_idle_and_at_last,
    a_strangers_session_ends_after_an_hour,
    is_touched_once_a_minute,
    log_in_takes_the_guests_games_along,
    log_in_needs_a_living_session,
    log_in_ends_the_session_before_it,
    the_guest_of_the_session_before_it_follows,
    a_disabled_user_is_nobody,
    the_first_guest_stays,
);

async fn the_layer_reads_what_it_wrote(store: Store) {
    let clock = Clock::manual(NOW);
    let records = SessionRecords::new(store.clone(), clock);
    let (record, _) = session(&store).await;
    let loaded = records.load(&record.id).await.unwrap().unwrap();
    assert_eq!(loaded.data, record.data);

    // An id that exists already: the second session gets another.
    let mut second = record.clone();
    records.create(&mut second).await.unwrap();
    assert_ne!(second.id, record.id);
    assert!(records.load(&second.id).await.unwrap().is_some());
}

async fn the_cookie_is_nowhere_in_the_row(store: Store) {
    let (record, hash) = session(&store).await;
    let cookie = record.id.to_string();
    assert_eq!(hash.len(), 64);
    assert!(store.session(&cookie, NOW).await.unwrap().is_none());
    assert!(store.session(&hash, NOW).await.unwrap().is_some());
    // FIPS 180-2, appendix B.1.
    assert_eq!(
        session_hash("abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

/// The log-out race: a request loaded the session, the user logs out in another tab, the request saves.
async fn a_late_save_revives_nothing(store: Store) {
    let records = SessionRecords::new(store.clone(), Clock::manual(NOW));
    let (mut record, hash) = session(&store).await;
    store.end_session(&hash).await.unwrap();
    record.data.insert("late".to_owned(), true.into());
    records.save(&record).await.unwrap();
    assert!(records.load(&record.id).await.unwrap().is_none());
    assert!(store.session(&hash, NOW).await.unwrap().is_none());
    for late in [
        store.set_verified(&hash, NOW).await,
        store.set_guest(&hash, GuestId::random()).await.map(|_| ()),
    ] {
        assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
    }
}

async fn the_layers_record_changes_no_column(store: Store) {
    let records = SessionRecords::new(store.clone(), Clock::manual(NOW + MINUTE));
    let anna = user(&store, "Anna").await;
    let (record, hash) = session(&store).await;
    store
        .log_in(&hash, None, anna.id, None, None, NOW)
        .await
        .unwrap();
    store.set_verified(&hash, NOW + 1).await.unwrap();
    let before = store.session(&hash, NOW).await.unwrap().unwrap();
    records.save(&record).await.unwrap();
    let after = store.session(&hash, NOW).await.unwrap().unwrap();
    assert_eq!(before, after);
    assert_eq!(after.user.unwrap().id, anna.id);
    assert_eq!(after.verified_ms, Some(NOW + 1));
    assert_eq!(after.reauth_ms, Some(NOW));
}

async fn ends_when_idle_and_at_last(store: Store) {
    assert_eq!((SESSION_IDLE_MS, SESSION_ABSOLUTE_MS), (14 * DAY, 90 * DAY));
    let (record, idle) = session(&store).await;
    store.set_verified(&idle, NOW).await.unwrap();
    let last = NOW + 14 * DAY;
    assert!(store.session(&idle, last).await.unwrap().is_none());
    let late = SessionRecords::new(store.clone(), Clock::manual(last));
    assert!(late.load(&record.id).await.unwrap().is_none());

    // Used every ten days, it lives on, until it is ninety days old.
    let (_, busy) = session(&store).await;
    store.set_guest(&busy, GuestId::random()).await.unwrap();
    for day in (10..90).step_by(10) {
        let now = NOW + day * DAY;
        assert!(store.session(&busy, now).await.unwrap().is_some(), "{day}");
    }
    let end = NOW + 90 * DAY;
    assert!(store.session(&busy, end - 1).await.unwrap().is_some());
    assert!(store.session(&busy, end).await.unwrap().is_none());

    assert_eq!(store.delete_expired_sessions(end - 1).await.unwrap(), 1);
    assert_eq!(store.delete_expired_sessions(end).await.unwrap(), 1);
}

/// An hour after it was last used a session ends of which nothing else is known; whatever becomes known of it makes it last.
async fn a_strangers_session_ends_after_an_hour(store: Store) {
    assert_eq!(STRANGER_MS, 60 * MINUTE);
    let anna = user(&store, "Anna").await;
    let lives = async |hash: &str, now| store.session(hash, now).await.unwrap().is_some();
    let (_, stranger) = session(&store).await;
    assert!(lives(&stranger, NOW + STRANGER_MS - 1).await);
    assert!(lives(&stranger, NOW + 2 * STRANGER_MS - 2).await);
    assert!(!lives(&stranger, NOW + 3 * STRANGER_MS).await);
    let mut known = Vec::new();
    for n in 0..3 {
        let (_, hash) = session(&store).await;
        match n {
            0 => store.set_verified(&hash, NOW).await.unwrap(),
            1 => drop(store.set_guest(&hash, GuestId::random()).await.unwrap()),
            _ => store
                .log_in(&hash, None, anna.id, None, None, NOW)
                .await
                .unwrap(),
        }
        known.push(hash);
    }
    store
        .delete_expired_sessions(NOW + 14 * DAY - 1)
        .await
        .unwrap();
    assert!(!lives(&stranger, NOW).await);
    for hash in &known {
        assert!(lives(hash, NOW + 14 * DAY - 1).await);
        assert!(!lives(hash, NOW + 29 * DAY).await);
    }
}

async fn is_touched_once_a_minute(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, hash) = session(&store).await;
    // A visit shorter than a minute is one, too.
    store
        .log_in(&hash, None, anna.id, None, None, NOW - 7)
        .await
        .unwrap();
    assert_eq!(store.user(anna.id).await.unwrap().unwrap().seen_ms, NOW - 7);
    store
        .log_in(&hash, None, anna.id, None, None, NOW)
        .await
        .unwrap();
    for (now, seen) in [
        (NOW + 59_999, NOW),
        (NOW + 60_000, NOW + 60_000),
        (NOW + 119_999, NOW + 60_000),
        // The clock went back an hour: nothing is rewritten, nothing ends.
        (NOW - 3_600_000, NOW + 60_000),
    ] {
        store.session(&hash, now).await.unwrap().unwrap();
        let read = store.session(&hash, NOW).await.unwrap().unwrap();
        assert_eq!(read.seen_ms, seen);
        let kept = store.user(anna.id).await.unwrap().unwrap();
        assert_eq!(kept.seen_ms, seen);
    }
}

async fn log_in_takes_the_guests_games_along(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, hash) = session(&store).await;
    let guest = GuestId::random();
    let stranger = GuestId::random();
    let (mine, theirs) = (game(guest), game(stranger));
    store.create_game(&mine).await.unwrap();
    store.create_game(&theirs).await.unwrap();

    store
        .log_in(&hash, None, anna.id, None, Some(guest), NOW)
        .await
        .unwrap();

    let seats = store.game(mine.id).await.unwrap().unwrap().seats;
    assert_eq!(seats[0].holder, Holder::User(anna.id));
    assert_eq!(seats[0].name.as_deref(), Some("Anna"));
    assert_eq!(seats[1].holder, Holder::Engine(4));
    let seats = store.game(theirs.id).await.unwrap().unwrap().seats;
    assert_eq!(seats[0].holder, Holder::Guest(stranger));
    let count = async |owner| store.games_of(owner, 9, None).await.unwrap().rows.len();
    assert_eq!(count(Owner::User(anna.id)).await, 1);
    assert_eq!(count(Owner::Guest(guest)).await, 0);
}

async fn log_in_needs_a_living_session(store: Store) {
    let anna = user(&store, "Anna").await;
    let guest = GuestId::random();
    let mine = game(guest);
    store.create_game(&mine).await.unwrap();
    let (_, hash) = session(&store).await;
    store.end_session(&hash).await.unwrap();
    let refused = store
        .log_in(&hash, None, anna.id, None, Some(guest), NOW)
        .await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    // The whole transaction is undone: the seat is still the guest's.
    let seats = store.game(mine.id).await.unwrap().unwrap().seats;
    assert_eq!(seats[0].holder, Holder::Guest(guest));
}

/// In one step: a log-in that fails leaves the session before it as it was.
async fn log_in_ends_the_session_before_it(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, former) = session(&store).await;
    let (_, ended) = session(&store).await;
    store.end_session(&ended).await.unwrap();
    let refused = store
        .log_in(&ended, Some(&former), anna.id, None, None, NOW)
        .await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
    assert!(store.session(&former, NOW).await.unwrap().is_some());
    let (_, fresh) = session(&store).await;
    store
        .log_in(&fresh, Some(&former), anna.id, None, None, NOW)
        .await
        .unwrap();
    assert!(store.session(&former, NOW).await.unwrap().is_none());
    let read = store.session(&fresh, NOW).await.unwrap().unwrap();
    assert_eq!(read.user.map(|u| u.id), Some(anna.id));
}

/// A match that was begun while the password was checked: who logs in was no guest when the request came.
async fn the_guest_of_the_session_before_it_follows(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, former) = session(&store).await;
    let (_, fresh) = session(&store).await;
    let guest = store.set_guest(&former, GuestId::random()).await.unwrap();
    let mine = game(guest);
    store.create_game(&mine).await.unwrap();
    store
        .log_in(&fresh, Some(&former), anna.id, None, None, NOW)
        .await
        .unwrap();
    let seats = store.game(mine.id).await.unwrap().unwrap().seats;
    assert_eq!(seats[0].holder, Holder::User(anna.id));
}

async fn a_disabled_user_is_nobody(store: Store) {
    let anna = user(&store, "Anna").await;
    let (_, before) = session(&store).await;
    store
        .log_in(&before, None, anna.id, None, None, NOW)
        .await
        .unwrap();
    store
        .set_disabled(anna.id, Some(NOW), &entry())
        .await
        .unwrap();
    assert!(store.session(&before, NOW).await.unwrap().is_none());
    // Whose password was looked at before that comes too late, also for the time when the account is allowed again.
    let (_, after) = session(&store).await;
    let late = store.log_in(&after, None, anna.id, None, None, NOW).await;
    assert!(matches!(late, Err(Error::PasswordChanged)), "{late:?}");
    store.set_disabled(anna.id, None, &entry()).await.unwrap();
    let read = store.session(&after, NOW).await.unwrap().unwrap();
    assert_eq!(read.user, None);
    store
        .log_in(&after, None, anna.id, None, None, NOW)
        .await
        .unwrap();
    let read = store.session(&after, NOW).await.unwrap().unwrap();
    assert_eq!(read.user.map(|u| u.id), Some(anna.id));
}

async fn the_first_guest_stays(store: Store) {
    let (_, hash) = session(&store).await;
    let (first, second) = (GuestId::random(), GuestId::random());
    assert_eq!(store.set_guest(&hash, first).await.unwrap(), first);
    assert_eq!(store.set_guest(&hash, second).await.unwrap(), first);
}
