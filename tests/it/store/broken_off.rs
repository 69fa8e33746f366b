//! Calls that are broken off, as when a client leaves: none leaves a transaction open on a connection that others go on with.

use std::time::Duration;

use rookery::ids::GuestId;
use sqlx::{Connection, PgConnection};

use crate::store::records::game;
use crate::support::databases;

/// A call is given up a little later each time until one comes to its end, however long that takes on this machine; then the next
/// is given up at once again. So each round trip is cut now and then.
#[tokio::test(flavor = "multi_thread")]
async fn no_transaction_stays_open_on_postgres() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let options = fresh.store.postgres_pool().unwrap().connect_options();
    let mut beside = PgConnection::connect_with(&options).await.unwrap();
    let (mut rounds, mut ended, mut patience) = (0, 0, 0);
    while rounds < 1_000 || ended < 4 {
        rounds += 1;
        let new = game(GuestId::random());
        // A timer counts in milliseconds, which is longer than a round trip.
        let given_up = async {
            for _ in 0..patience {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            kept = fresh.store.create_game(&new) => {
                kept.unwrap();
                ended += 1;
                patience = 0;
            }
            () = given_up => patience += 4.max(patience / 50),
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
        assert_eq!(open, 0, "round {rounds} left a transaction open");
    }
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
