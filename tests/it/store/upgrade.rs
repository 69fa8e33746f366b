//! The upgrade of a site that Rookery 0.1.0 has served: each of its tables has rows, and none is lost or counted wrongly.

use std::path::Path;

use rookery::ids::{AssetId, AuditId, ChallengeId, GameId, GuestId, SiteKey, UserId};
use rookery::matches::{Holder, SavedState, Status};
use rookery::store::{
    AssetKind, GameResults, OpenOptions, Owner, Redeemed, SQLITE_FILE, Store, TokenKind,
};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, PgPool, SqliteConnection};

use crate::store::records::{DAY, NOW, person_move};
use crate::support::postgres;
use crate::support::raw::Raw;

/// The schema of 0.1.0.
const FIRST_RELEASE: i64 = 4;
const GAME: &str = "connect-four";

/// Whom and what the rows are about.
struct Rows {
    owner: UserId,
    anna: UserId,
    bert: UserId,
    guest: GuestId,
    /// Each is Anna's against the engine.
    playing: GameId,
    won: GameId,
    lost: GameId,
    /// Anna's against Bert, and the guest's against the engine.
    drawn: GameId,
    aborted: GameId,
    challenge: ChallengeId,
    site: SiteKey,
}

/// The statements by which 0.1.0 could have written these rows; `blob` is the type of bytes.
fn statements(rows: &Rows, blob: &str) -> Vec<String> {
    let until = NOW + DAY;
    let user = |id: UserId, name: &str, role: &str| {
        let key = name.to_lowercase();
        format!(
            "INSERT INTO users VALUES ('{id}', '{name}', '{key}', '$hash', '{role}', NULL, {NOW}, {NOW}, {NOW}, '{{}}', 1)"
        )
    };
    let game = |id: GameId, status: &str, winner: &str, n: i64| {
        let updated_ms = NOW + n;
        format!(
            "INSERT INTO games VALUES ('{id}', '{GAME}', 'standard', '[]', '', 3, '{status}', {winner}, NULL, 'link',
                                       7, 5, NULL, NULL, {NOW}, {updated_ms})"
        )
    };
    let seats = |id: GameId, first: String, second: String| {
        format!("INSERT INTO seats VALUES ('{id}', 0, {first}), ('{id}', 1, {second})")
    };
    let of_user = |id: UserId| format!("'{id}', NULL, NULL");
    let of_guest = |id: GuestId| format!("NULL, '{id}', NULL");
    let of_engine = |level: u8| format!("NULL, NULL, {level}");
    let asset = |kind: &str, name: &str| {
        let (id, owner) = (AssetId::random(), rows.owner);
        format!(
            "INSERT INTO assets VALUES ('{id}', '{kind}', '{name}', CAST('abc' AS {blob}), 'hash of {name}', '{owner}', {NOW})"
        )
    };
    let audit = |actor: UserId| {
        let id = AuditId::random();
        format!("INSERT INTO audit VALUES ('{id}', {NOW}, '{actor}', 'login', 'Anna', NULL, NULL)")
    };
    let Rows {
        owner, anna, bert, ..
    } = *rows;
    let (challenge, site, playing) = (rows.challenge, rows.site, rows.playing);
    vec![
        user(owner, "Owner", "admin"),
        user(anna, "Anna", "user"),
        user(bert, "Bert", "user"),
        game(playing, "playing", "NULL", 1),
        seats(playing, of_user(anna), of_engine(6)),
        game(rows.won, "won", "0", 2),
        seats(rows.won, of_user(anna), of_engine(5)),
        game(rows.lost, "won", "1", 3),
        seats(rows.lost, of_user(anna), of_engine(8)),
        game(rows.drawn, "drawn", "NULL", 4),
        seats(rows.drawn, of_user(bert), of_user(anna)),
        game(rows.aborted, "aborted", "NULL", 5),
        seats(rows.aborted, of_guest(rows.guest), of_engine(1)),
        format!(
            "INSERT INTO moves VALUES ('{playing}', 0, 'd', {NOW}, NULL, NULL, NULL, NULL, NULL, NULL),
                                      ('{playing}', 1, 'e', {NOW}, 6, 100, 3, 'cp 1', 'e', 0)"
        ),
        format!(
            "INSERT INTO sessions VALUES ('session', '{anna}', NULL, {NOW}, NULL, {NOW}, {NOW}, {until}, '{{}}')"
        ),
        format!(
            "INSERT INTO captchas (id, session_hash, preset, settings_version, seed, answer_image, answer_audio, created_ms, expires_ms)
             VALUES ('{challenge}', 'session', 'strong', 1, 1, 'KQ7', '4821', {NOW}, {until})"
        ),
        "INSERT INTO captcha_counts VALUES (20000, 'strong', 'right', 3, 900)".to_owned(),
        "INSERT INTO captcha_times VALUES (20000, 'strong', 1, 'right', 7, 2)".to_owned(),
        format!("INSERT INTO settings VALUES ('a setting', 1, '{{}}', '{owner}', {NOW})"),
        asset("font", "a.ttf"),
        asset("background", "a.png"),
        audit(anna),
        audit(UserId::random()),
        // Where Anna was: earlier builds kept that among the counters.
        format!("INSERT INTO limits VALUES ('known:anna', {NOW}, 1), ('login:anna', {NOW}, 2)"),
        format!(
            "INSERT INTO tokens VALUES ('open', 'invite', NULL, '{owner}', {NOW}, {until}, NULL, NULL),
                                       ('used', 'invite', NULL, '{owner}', {NOW}, {until}, {NOW}, '{anna}')"
        ),
        format!("INSERT INTO captcha_sites VALUES ('{site}', 'a forum', '', 'hash', '{owner}', {NOW})"),
        format!("INSERT INTO captcha_passes VALUES ('pass', '{site}', {NOW}, {until}, NULL)"),
    ]
}

/// Makes the schema of 0.1.0 with rows in it.
async fn filled(raw: &mut Raw, rows: &Rows) {
    let (folder, blob) = match raw {
        Raw::Sqlite(_) => ("sqlite", "BLOB"),
        Raw::Postgres(_) => ("postgres", "BYTEA"),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("migrations")
        .join(folder);
    let schema = Migrator::new(folder).await.unwrap();
    let target = Some(FIRST_RELEASE);
    match raw {
        Raw::Sqlite(one) => schema.run_direct(target, one, false).await.unwrap(),
        Raw::Postgres(pool) => {
            let mut one = pool.acquire().await.unwrap();
            schema.run_direct(target, &mut *one, false).await.unwrap();
        }
    }
    for statement in statements(rows, blob) {
        raw.run(&statement).await;
    }
}

fn four(won: usize, drawn: usize, lost: usize) -> Vec<GameResults> {
    vec![GameResults {
        game: GAME.to_owned(),
        won,
        drawn,
        lost,
    }]
}

/// Everything is there, and counted where it is counted now.
async fn has_everything(store: &Store, raw: &mut Raw, rows: &Rows) {
    let totals = store.totals().await.unwrap();
    assert_eq!((totals.users, totals.games, totals.playing), (3, 5, 1));
    // By their last change, which the seats have now.
    let listed = store.games_of(Owner::User(rows.anna), 9, None).await;
    let listed = listed.unwrap().rows.into_iter().map(|row| row.record.id);
    let expected = [rows.drawn, rows.lost, rows.won, rows.playing];
    assert_eq!(listed.collect::<Vec<_>>(), expected);
    let of_guest = store.games_of(Owner::Guest(rows.guest), 9, None).await;
    assert_eq!(of_guest.unwrap().rows[0].record.id, rows.aborted);
    assert_eq!(store.results(rows.anna).await.unwrap(), four(1, 1, 1));
    assert_eq!(store.results(rows.bert).await.unwrap(), four(0, 1, 0));
    let best = store.best_level(rows.anna, GAME).await.unwrap().unwrap();
    assert_eq!((best.level, best.match_id), (5, rows.won.to_string()));

    let session = store.session("session", NOW).await.unwrap().unwrap();
    assert_eq!(session.user.map(|user| user.id), Some(rows.anna));
    let challenge = store.challenge(rows.challenge).await.unwrap().unwrap();
    assert_eq!((&*challenge.answer_image, challenge.ended), ("KQ7", None));
    for (kind, name) in [(AssetKind::Font, "a.ttf"), (AssetKind::Background, "a.png")] {
        let file = store.asset(kind, name).await.unwrap().unwrap();
        assert_eq!(
            (file.bytes, file.added_by),
            (b"abc".to_vec(), Some(rows.owner))
        );
    }
    let open = store.token(TokenKind::Invite, "open", NOW).await.unwrap();
    assert_eq!(open.map(|open| (open.uses, open.used)), Some((1, 0)));
    let used = store.token(TokenKind::Invite, "used", NOW).await.unwrap();
    assert_eq!(used, None);
    let log = store.audit_log(9, None).await.unwrap().rows;
    assert_eq!(log.len(), 2);
    let of_anna = log
        .iter()
        .find(|row| row.actor_name.as_deref() == Some("Anna"));
    assert!(of_anna.is_some_and(|row| row.n == 1), "{log:?}");
    let setting = store.setting("a setting").await.unwrap().unwrap();
    assert_eq!((&*setting.value, setting.version), ("{}", 1));
    let redeemed = store.redeem_captcha_pass("pass", rows.site, NOW).await;
    let passed = Redeemed::Passed {
        earned_ms: NOW,
        hostname: String::new(),
    };
    assert_eq!(redeemed.unwrap(), passed);
    for (what, expected) in [
        ("key FROM limits", "login:anna"),
        ("CAST(SUM(n) AS TEXT) FROM captcha_counts", "3"),
        ("CAST(SUM(n) AS TEXT) FROM captcha_times", "2"),
    ] {
        let found = raw.texts(&format!("SELECT {what}")).await;
        assert_eq!(found, [Some(expected.to_owned())], "{what}");
    }
    if let Raw::Sqlite(_) = raw {
        let broken = "SELECT \"table\" FROM pragma_foreign_key_check";
        assert_eq!(raw.texts(broken).await, []);
    }
}

/// A match of before goes on, to a win that counts.
async fn plays_on(store: &Store, rows: &Rows) {
    let kept = store.game(rows.playing).await.unwrap().unwrap();
    assert_eq!(kept.seats[0].holder, Holder::User(rows.anna));
    let level = kept.moves[1].spent.as_ref().map(|spent| spent.level);
    assert_eq!((kept.moves.len(), level), (2, Some(6)));
    let mut over = kept.clone();
    over.moves.push(person_move(&["d"], NOW + 9));
    (over.version, over.status, over.winner) = (kept.version + 1, Status::Won, Some(0));
    store.save_game(SavedState::of(&kept), &over).await.unwrap();
    let now = store.game(rows.playing).await.unwrap().unwrap();
    assert_eq!((now.moves.len(), now.status), (3, Status::Won));
    assert_eq!(store.results(rows.anna).await.unwrap(), four(2, 1, 1));
    let best = store.best_level(rows.anna, GAME).await.unwrap().unwrap();
    assert_eq!((best.level, best.match_id), (6, rows.playing.to_string()));
    assert_eq!(store.totals().await.unwrap().playing, 0);
}

async fn comes_through(mut raw: Raw, options: OpenOptions) {
    let rows = Rows {
        owner: UserId::random(),
        anna: UserId::random(),
        bert: UserId::random(),
        guest: GuestId::random(),
        playing: GameId::random(),
        won: GameId::random(),
        lost: GameId::random(),
        drawn: GameId::random(),
        aborted: GameId::random(),
        challenge: ChallengeId::random(),
        site: SiteKey::random(),
    };
    filled(&mut raw, &rows).await;
    // As 0.1.0 has been stopped by then.
    match raw {
        Raw::Sqlite(one) => one.close().await.unwrap(),
        Raw::Postgres(pool) => pool.close().await,
    }
    let store = Store::open(&options).await.unwrap();
    let mut raw = Raw::beside(&store, &options.data_dir).await;
    has_everything(&store, &mut raw, &rows).await;
    plays_on(&store, &rows).await;
    drop(raw);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_of_the_first_release_on_sqlite_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = SqliteConnectOptions::new()
        .filename(folder.path().join(SQLITE_FILE))
        .create_if_missing(true);
    let raw = SqliteConnection::connect_with(&file).await.unwrap();
    comes_through(Raw::Sqlite(raw), OpenOptions::sqlite(folder.path())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_of_the_first_release_on_postgres_loses_nothing() {
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    let raw = PgPool::connect(&database).await.unwrap();
    let mut options = OpenOptions::sqlite("unused");
    options.database = database;
    comes_through(Raw::Postgres(raw), options).await;
}
