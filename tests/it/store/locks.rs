//! PostgreSQL's locks: what the sweep removes while somebody uses it, what waits for a seat or an account, and the locks of a node that
//! has vanished. SQLite has one writer at a time. Skipped without PostgreSQL.

use std::time::Duration;

use rookery::clock::Stopwatch;
use rookery::ids::{GameId, GuestId};
use rookery::matches::{Holder, SavedState, Status};
use rookery::store::{Error, GameBatches, Store};
use sqlx::{AssertSqlSafe, PgPool, Postgres, Transaction};

use crate::store::records::{DAY, NOW, entry, game, seat, session, user};
use crate::support::databases;
use crate::support::postgres::{begin_patiently, until_waiting};
use crate::support::raw::Raw;

/// Long enough that only a hang reaches it. A call that waits for a lock is refused by PostgreSQL after five seconds, however slow the
/// machine is.
const NEVER: Duration = Duration::from_secs(30);

/// A transaction that uses a row and has not ended yet.
async fn in_use(store: &Store, using: String) -> Transaction<'static, Postgres> {
    let mut open = begin_patiently(store.postgres_pool().unwrap()).await;
    let used = sqlx::query(AssertSqlSafe(using)).execute(&mut *open).await;
    assert_eq!(used.unwrap().rows_affected(), 1);
    open
}

/// Sweeps while a transaction uses a row and has not ended yet; returns the number of rows that are removed.
async fn swept_in_use(
    store: &Store,
    using: String,
    sweep: impl Future<Output = Result<u64, Error>>,
) -> u64 {
    let open = in_use(store, using).await;
    let ends = async {
        until_waiting(store.postgres_pool().unwrap(), 1).await;
        open.commit().await.unwrap();
    };
    let (swept, ()) = tokio::join!(sweep, ends);
    swept.unwrap()
}

/// Holds up every change of a row `when` a trigger says, such as `AFTER UPDATE OF user_id ON seats`, until the transaction ends.
async fn held_where(raw: &mut Raw, pool: &PgPool, when: &str) -> Transaction<'static, Postgres> {
    raw.run(
        "CREATE FUNCTION wait() RETURNS trigger AS $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NEW; END $$ LANGUAGE plpgsql",
    )
    .await;
    raw.run(&format!(
        "CREATE TRIGGER waits {when} FOR EACH ROW EXECUTE FUNCTION wait()"
    ))
    .await;
    let mut held = begin_patiently(pool).await;
    sqlx::query("SELECT pg_advisory_xact_lock(7)")
        .execute(&mut *held)
        .await
        .unwrap();
    held
}

/// The time at which each was last used is read again where the sweep has to wait for it. It does not wait for a match.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_used_while_it_is_swept_stays() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let store = &fresh.store;
    let later_ms = NOW + DAY;

    let old = game(GuestId::random());
    store.create_game(&old).await.unwrap();
    let used = format!(
        "UPDATE games SET updated_ms = {later_ms} WHERE id = '{}'",
        old.id
    );
    let batches = GameBatches::default();
    let open = in_use(store, used).await;
    let swept = store.delete_unowned_games(NOW + 1, &batches).await;
    assert_eq!(swept.unwrap(), 0);
    open.commit().await.unwrap();
    assert!(store.game(old.id).await.unwrap().is_some());

    let (_, hash) = session(store).await;
    let expires_ms = later_ms + DAY;
    let used = format!("UPDATE sessions SET expires_ms = {expires_ms} WHERE id_hash = '{hash}'");
    let sweep = store.delete_expired_sessions(later_ms);
    assert_eq!(swept_in_use(store, used, sweep).await, 0);
    assert!(store.session(&hash, later_ms).await.unwrap().is_some());

    store.request_match(&hash, "{}", NOW).await.unwrap();
    let used =
        format!("UPDATE sessions SET asked = '[]', asked_ms = {later_ms} WHERE id_hash = '{hash}'");
    let sweep = store.forget_requested_matches(NOW + 1);
    assert_eq!(swept_in_use(store, used, sweep).await, 0);
    let requested = store.requested_match(&hash, later_ms).await.unwrap();
    assert_eq!(requested.as_deref(), Some("[]"));

    let anna = user(store, "Anna").await;
    store.remember_network(anna.id, "here", NOW).await.unwrap();
    let used = format!("UPDATE known_addresses SET seen_ms = {later_ms}");
    let sweep = store.delete_known_networks(NOW + 1);
    assert_eq!(swept_in_use(store, used, sweep).await, 0);
    assert!(store.knows_network("anna", "here", later_ms).await.unwrap());
    store.close().await;
}

/// The guest logs in while the guest's old match is swept: it has become the user's, and stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_given_to_a_user_is_not_swept() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let mut raw = Raw::of(&fresh).await;
    let store = &fresh.store;
    let pool = store.postgres_pool().unwrap();
    let anna = user(store, "Anna").await.id;
    let guest = GuestId::random();
    let [old, other] = [game(guest), game(GuestId::random())];
    for new in [&old, &other] {
        store.create_game(new).await.unwrap();
    }
    let (_, hash) = session(store).await;
    // The log-in waits when it has given the match and is not over yet.
    let held = held_where(&mut raw, pool, "AFTER UPDATE OF user_id ON seats").await;
    let batches = GameBatches::default();
    let logged_in = store.log_in(&hash, None, anna, None, Some(guest), NOW);
    let swept = async {
        until_waiting(pool, 1).await;
        let swept = store.delete_unowned_games(NOW + 1, &batches).await;
        held.commit().await.unwrap();
        swept
    };
    let (logged_in, swept) = tokio::join!(logged_in, swept);
    logged_in.unwrap();
    assert_eq!(swept.unwrap(), 1, "the other guest's");
    assert!(store.game(other.id).await.unwrap().is_none());
    let swept = store.delete_unowned_games(NOW + 1, &batches).await;
    assert_eq!(swept.unwrap(), 0);
    let kept = store.game(old.id).await.unwrap().unwrap();
    assert_eq!(kept.seats[0].holder, Holder::User(anna));
    drop(raw);
    store.close().await;
}

/// A match is taken back, so that it counts no longer, while its guest logs in: it does not count for the user either.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_given_to_a_user_before_or_after_it_goes_on() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let mut raw = Raw::of(&fresh).await;
    let store = &fresh.store;
    let pool = store.postgres_pool().unwrap();
    let anna = user(store, "Anna").await.id;
    let guest = GuestId::random();
    let mut over = game(guest);
    (over.status, over.winner) = (Status::Won, Some(1));
    store.create_game(&over).await.unwrap();
    let (_, hash) = session(store).await;
    // The match waits between its first count and its new state.
    let held = held_where(&mut raw, pool, "BEFORE UPDATE OF status ON games").await;
    let mut on = over.clone();
    (on.version, on.status, on.winner) = (over.version + 1, Status::Playing, None);
    let taken_back = store.save_game(SavedState::of(&over), &on);
    let logged_in = async {
        until_waiting(pool, 1).await;
        store
            .log_in(&hash, None, anna, None, Some(guest), NOW)
            .await
    };
    let released = async {
        until_waiting(pool, 2).await;
        held.commit().await.unwrap();
    };
    let (taken_back, logged_in, ()) = tokio::join!(taken_back, logged_in, released);
    taken_back.unwrap();
    logged_in.unwrap();
    let counted = store.results(anna).await.unwrap();
    let counted: usize = counted.iter().map(|of| of.won + of.drawn + of.lost).sum();
    assert_eq!(counted, 0);
    let now = store.game(over.id).await.unwrap().unwrap();
    assert_eq!(
        (now.seats[0].holder, now.status),
        (Holder::User(anna), Status::Playing)
    );
    drop(raw);
    store.close().await;
}

/// A match that began while the account was being deleted: its seat goes, too.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_deleted_with_the_seat_of_a_match_that_has_just_begun() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let store = &fresh.store;
    let pool = store.postgres_pool().unwrap();
    let anna = user(store, "Anna").await.id;
    let mut first = game(GuestId::random());
    first.seats[0] = seat(Holder::User(anna));
    store.create_game(&first).await.unwrap();

    let id = GameId::random();
    let mut begins = begin_patiently(pool).await;
    for statement in [
        format!(
            "INSERT INTO games (id, game, variant, options, start, version, status, visibility, seed, engine_rev, created_ms, updated_ms)
             VALUES ('{id}', 'chess', 'standard', '[]', '', 1, 'playing', 'link', 1, 1, {NOW}, {NOW})"
        ),
        format!(
            "INSERT INTO seats (game_id, side, user_id, game, updated_ms) VALUES ('{id}', 0, '{anna}', 'chess', {NOW})"
        ),
    ] {
        let inserted = sqlx::query(AssertSqlSafe(statement));
        inserted.execute(&mut *begins).await.unwrap();
    }
    let entry = entry();
    let deleted = store.delete_user(anna, None, &entry);
    let begun = async {
        until_waiting(pool, 1).await;
        begins.commit().await.unwrap();
    };
    let (deleted, ()) = tokio::join!(deleted, begun);
    deleted.unwrap();
    assert_eq!(store.user(anna).await.unwrap(), None);
    let left: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM seats WHERE user_id IS NOT NULL")
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(left, 0);
    store.close().await;
}

/// Its caller may have left long ago, and whoever has the lock lives.
#[tokio::test(flavor = "multi_thread")]
async fn a_wait_for_a_lock_ends() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let store = &fresh.store;
    let mut held = begin_patiently(store.postgres_pool().unwrap()).await;
    sqlx::query("UPDATE totals SET n = n")
        .execute(&mut *held)
        .await
        .unwrap();
    let new = game(GuestId::random());
    let refused = tokio::time::timeout(NEVER, store.create_game(&new)).await;
    assert!(
        matches!(refused, Ok(Err(Error::Unavailable(_)))),
        "{refused:?}"
    );
    held.rollback().await.unwrap();
    store.create_game(&new).await.unwrap();
    store.close().await;
}

/// As of a node that loses its network between two statements: PostgreSQL does not hear of that for hours.
#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_goes_without_a_word_does_not_keep_its_locks() {
    let Some((gone, store)) = databases::two_on_postgres().await else {
        return;
    };
    let mut open = gone.postgres_pool().unwrap().acquire().await.unwrap();
    for statement in ["BEGIN", "UPDATE totals SET n = n"] {
        sqlx::query(statement).execute(&mut *open).await.unwrap();
    }
    let new = game(GuestId::random());
    let since = Stopwatch::start();
    while let Err(error) = store.create_game(&new).await {
        assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
        assert!(since.elapsed() < NEVER, "{error}");
    }
    assert!(store.game(new.id).await.unwrap().is_some());
    drop(open);
    store.close().await;
    gone.close().await;
}
