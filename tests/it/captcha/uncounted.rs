//! Checks that cannot be counted: visitors are answered all the same, and the log has one line for each.

use rookery::store::SQLITE_FILE;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

use crate::captcha::VERIFY;
use crate::support::html;
use crate::support::program::Place;
use crate::support::raw::Raw;
use crate::support::site::ANSWER;
use crate::support::wire::Wire;
use crate::support::work::Work;

const SETTINGS: &[(&str, &str)] = &[
    ("ROOKERY__CAPTCHA__TEST_ANSWER", ANSWER),
    ("ROOKERY__CAPTCHA__DEFENCE__FILL_S", "0"),
    ("ROOKERY__CAPTCHA__DEFENCE__WORK_TRIES", "8"),
    ("ROOKERY__LIMITS__CAPTCHA_CHECKS_PER_MINUTE", "0"),
    ("ROOKERY__LIMITS__REQUESTS_PER_SECOND", "2000"),
    ("ROOKERY__ENGINE__BUILD_TABLES", "false"),
];

/// Tables that a check writes to once it is decided, and the rows of them that are its own.
const COUNTS: [(&str, &str); 4] = [
    ("captcha_counts", ""),
    ("captcha_times", ""),
    ("captcha_first_tries", ""),
    ("limits", "WHEN NEW.key LIKE 'captcha-tries:%'"),
];

/// The status of the answer to a new visitor who types this.
fn status(address: &str, typed: &str) -> u16 {
    let mut visitor = Wire::new(address);
    let page = visitor.get(VERIFY).unwrap().body;
    let work = Work::of(&page).unwrap();
    let (challenge, proof) = (
        html::field(&page, "challenge").unwrap(),
        work.proof(work.tries),
    );
    let fields = [
        ("challenge", &*challenge),
        ("answer", typed),
        ("proof", &*proof),
    ];
    visitor.post(VERIFY, &fields).unwrap().status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_that_cannot_be_counted_is_answered_and_logged_once() {
    let place = Place::new();
    let server = place.serve_logged(1024, SETTINGS);
    let file = place.path().join("data").join(SQLITE_FILE);
    let options = SqliteConnectOptions::new().filename(file);
    let beside = SqliteConnection::connect_with(&options).await.unwrap();
    let mut raw = Raw::Sqlite(beside);
    for (table, rows) in COUNTS {
        raw.run(&format!(
            "CREATE TRIGGER uncounted BEFORE INSERT ON {table} {rows} BEGIN SELECT RAISE(ABORT, 'no {table}'); END"
        ))
        .await;
        assert_eq!(status(&server.address, ANSWER), 303, "{table}");
        assert_eq!(status(&server.address, "misread"), 422, "{table}");
        raw.run("DROP TRIGGER uncounted").await;
    }
    assert_eq!(server.terminate().0, Some(0));
    let log = place.log();
    for (table, _) in COUNTS {
        let lines = log.lines().filter(|line| {
            line.contains("a check of a captcha could not be counted")
                && line.contains(&format!("no {table}"))
        });
        assert_eq!(lines.count(), 2, "{table}: {log}");
    }
    // The price rises with the failures that can be counted, whatever becomes of the figures.
    let failures = "SELECT CAST(SUM(n) AS TEXT) FROM limits
        WHERE key LIKE 'captcha-failures:%' AND key <> 'captcha-failures:site'";
    assert_eq!(raw.texts(failures).await, [Some("3".to_owned())]);
}
