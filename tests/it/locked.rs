//! A database locked by another process for ten seconds: writes are refused in time and with a reason, reads go on, and
//! afterwards the site is as before.

use std::time::Duration;

use rookery::clock::Stopwatch;
use rookery::store::SQLITE_FILE;
use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::support::program::Place;
use crate::support::wire::Wire;

/// The time for which the lock is held.
const HELD: Duration = Duration::from_secs(10);
/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);

/// Another connection that holds the site's database locked for writing.
async fn lock(place: &Place) -> SqliteConnection {
    let file = place.path().join("data").join(SQLITE_FILE);
    let options = SqliteConnectOptions::new().filename(file);
    let mut other = options.connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut other)
        .await
        .unwrap();
    other
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_locked_for_ten_seconds_refuses_writes_and_nothing_else() {
    let place = Place::new();
    let server = place.serve(&[]);
    let mut wire = Wire::new(&server.address);
    let game = wire.home_game().unwrap().unwrap();
    let mut other = lock(&place).await;

    let since = Stopwatch::start();
    let (mut refused, mut was_not_ready) = (0, false);
    while since.elapsed() < HELD {
        let reply = wire
            .home_game()
            .unwrap()
            .expect_err("the database is locked");
        assert_eq!(reply.status, 503, "{reply:?}");
        assert!(!reply.header("retry-after").is_empty(), "{reply:?}");
        refused += 1;
        for path in ["/play", "/healthz", &game] {
            assert_eq!(wire.get(path).unwrap().status, 200, "{path}");
        }
        was_not_ready |= wire.get("/readyz").unwrap().status == 503;
    }
    assert!(refused > 1 && was_not_ready, "{refused} writes refused");

    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    let since = Stopwatch::start();
    while wire.get("/readyz").unwrap().status != 200 {
        assert!(since.elapsed() < NEVER, "it does not recover");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    wire.home_game().unwrap().unwrap();
    assert_eq!(wire.get(&game).unwrap().status, 200);
    assert_eq!(server.terminate().0, Some(0));
}

/// A stop does not wait for the lock, and the log says that only the writes have not ended.
#[tokio::test(flavor = "multi_thread")]
async fn a_site_whose_database_is_locked_stops_and_says_what_did_not_end() {
    let place = Place::new();
    let server = place.serve_logged(1024, &[]);
    let mut wire = Wire::new(&server.address);
    assert_eq!(wire.get("/readyz").unwrap().status, 200);
    let _held = lock(&place).await;
    assert_eq!(server.terminate().0, Some(0));
    let log = place.log();
    assert!(log.contains("stopped"), "{log}");
    let unended: Vec<_> = log
        .lines()
        .filter(|line| line.contains("did not end in time"))
        .collect();
    assert_eq!(unended.len(), 1, "{log}");
    assert!(
        unended[0].contains("writes of matches and heartbeat"),
        "{log}"
    );
}
