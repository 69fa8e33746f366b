//! Calls that are broken off, as when a client leaves: none leaves a transaction open on a connection that others go on with.

use std::time::Duration;

use rookery::ids::GuestId;
use sqlx::{Connection, PgConnection};

use crate::store::records::game;
use crate::support::databases;

/// A call is given up sooner or later, so that each of its round trips is cut now and then.
#[tokio::test(flavor = "multi_thread")]
async fn no_transaction_stays_open_on_postgres() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let options = fresh.store.postgres_pool().unwrap().connect_options();
    let mut beside = PgConnection::connect_with(&options).await.unwrap();
    // How often a call came to its end, and how often it did not.
    let (mut ended, mut cut) = (0, 0);
    for round in 0..1_000_usize {
        let new = game(GuestId::random());
        // A timer counts in milliseconds, which is longer than a round trip.
        let given_up = async {
            for _ in 0..round % 200 * 4 {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            kept = fresh.store.create_game(&new) => {
                kept.unwrap();
                ended += 1;
            }
            () = given_up => cut += 1,
        }
        // What was given up is rolled back at once, before anybody uses the connection again.
        let mut open = open_transactions(&mut beside).await;
        for _ in 0..100 {
            if open == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
            open = open_transactions(&mut beside).await;
        }
        assert_eq!(open, 0, "round {round} left a transaction open");
    }
    assert!(ended > 10 && cut > 10, "{ended} {cut}");
    fresh.store.close().await;
}

/// The transactions of this database that wait for their next statement.
async fn open_transactions(beside: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    )
    .fetch_one(beside)
    .await
    .unwrap()
}
