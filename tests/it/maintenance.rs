//! Background maintenance of the real server, started with a clock that has moved on; only the test of what a sweep leaves calls it directly.

use std::time::Duration;

use rookery::clock::Clock;
use rookery::config::Loaded;
use rookery::ids::{GuestId, SiteKey, UserId};
use rookery::matches::{Player, Status};
use rookery::service::NewGame;
use rookery::store::{
    Actor, AuditEntry, CaptchaSite, Ended, NewCaptchaPass, NewCaptchaSite, NewToken, OpenOptions,
    Redeemed, Store, TokenKind,
};
use rookery::web::{self, App};
use rookery_games::Registry;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::store::records::{self, DAY, NOW};
use crate::support::databases;
use crate::support::raw::Raw;
use crate::support::site::{MINUTE_MS, Site, loaded};

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);

fn settings() -> Loaded {
    loaded(&[("engine.build_tables", "false")])
}

/// Another site that uses the captcha, registered by this user.
async fn forum(store: &Store, owner: UserId) -> CaptchaSite {
    let site = CaptchaSite {
        key: SiteKey::random(),
        name: "a forum".to_owned(),
        origins: vec!["https://forum.example.org".to_owned()],
        created_ms: NOW,
    };
    let new = NewCaptchaSite {
        site: &site,
        secret_hash: "a hash",
        created_by: owner,
    };
    let entry = records::entry();
    store.create_captcha_site(&new, &entry).await.unwrap();
    site
}

/// The real server on this database, as `rookery serve` runs it, at `now_ms`.
async fn serve(store: &Store, now_ms: i64) -> (App, impl Future<Output = ()>) {
    let clock = Clock::manual(now_ms);
    let app = App::open(
        settings(),
        Registry::shipped(),
        store.clone(),
        clock,
        "http://rookery.test",
    );
    let app = app.await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stop = CancellationToken::new();
    let running = tokio::spawn(web::run(app.clone(), listener, stop.clone()));
    let end = async move {
        stop.cancel();
        running.await.unwrap().unwrap();
    };
    (app, end)
}

/// Waits until a condition holds; fails the test if it never does.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let found = tokio::time::timeout(NEVER, waiting).await;
    found.unwrap_or_else(|_| panic!("in vain: {what}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_that_are_due_after_a_restart_are_given() {
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    let databases::Fresh { store, folder } = fresh;
    // A node that began to think and is gone, a moment before: its heart still seems to beat.
    let clock = Clock::manual(NOW);
    let gone = App::open(
        settings(),
        Registry::shipped(),
        store.clone(),
        clock,
        "http://rookery.test",
    );
    let gone = gone.await.unwrap();
    let me = Player::Guest(GuestId::random());
    let new = NewGame {
        game: "morabaraba".to_owned(),
        level: 8,
        side: Some(1),
        ..NewGame::default()
    };
    let unreadable = gone.matches.start_game(me, new.clone()).await.unwrap();
    let game = gone.matches.start_game(me, new).await.unwrap();
    // As it dies, it signs nothing off.
    gone.matches.shutdown(NEVER).await;
    // A row that this build cannot read, and the first in the line, does not stop the others.
    let id = unreadable.id();
    raw.run(&format!(
        "UPDATE games SET options = '{{', engine_due_ms = 1 WHERE id = '{id}'"
    ))
    .await;
    let store = Store::open(&OpenOptions::sqlite(folder.path()))
        .await
        .unwrap();
    let due = store.game(game.id()).await.unwrap().unwrap();
    assert!(due.engine_due_ms.is_some() && due.moves.is_empty());

    let (app, end) = serve(&store, NOW + 500).await;
    until("the engine moves", async || {
        let kept = app.store().game(game.id()).await.unwrap().unwrap();
        kept.moves.len() == 1 && kept.status == Status::Playing
    })
    .await;
    end.await;
}

/// Of who was here, nothing stays in the memory of a site that runs.
#[tokio::test(flavor = "multi_thread")]
async fn quiet_addresses_and_names_are_forgotten() {
    let site = Site::with(&[("engine.build_tables", "false")]).await;
    let refused = site.visitor().log_in("Thandi", "not the password").await;
    assert_eq!(refused.status, 422);
    site.guest().await;
    // The first failure of the account, and of it at this address, with a turn each; the addresses' turns at the hashes and the captchas.
    assert_eq!(site.app.kept_keys(), 6);
    site.clock.advance(10 * MINUTE_MS);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stop = CancellationToken::new();
    let running = tokio::spawn(web::run(site.app.clone(), listener, stop.clone()));
    until("they are forgotten", async || site.app.kept_keys() == 0).await;
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_outlived_its_use_is_removed() {
    let databases::Fresh { store, folder } = databases::sqlite().await;
    let guest = GuestId::random();
    store.create_game(&records::game(guest)).await.unwrap();
    let (_, session) = records::session(&store).await;
    let challenge = records::challenge(&session, NOW);
    store.create_challenge(&challenge, 0).await.unwrap();
    let ended = records::challenge(&session, NOW);
    store.create_challenge(&ended, 0).await.unwrap();
    let wrong = Ended::Wrong;
    store
        .end_challenge(ended.id, &session, wrong, NOW)
        .await
        .unwrap();
    let link = NewToken::new(TokenKind::Invite, "an old one", NOW, NOW + DAY);
    store.create_token(&link).await.unwrap();
    store
        .count_hit("log-in:somebody", 60_000, NOW)
        .await
        .unwrap();
    store
        .audit(&AuditEntry {
            at_ms: NOW,
            actor: Actor::Other("console".to_owned()),
            action: "set-role".to_owned(),
            subject: "Anna".to_owned(),
            before: None,
            after: None,
        })
        .await
        .unwrap();
    store.beat("a node that is gone", NOW).await.unwrap();
    let anna = records::user(&store, "Anna").await;
    store
        .remember_network(anna.id, "where Anna was", NOW)
        .await
        .unwrap();
    let site = forum(&store, anna.id).await;
    let pass = NewCaptchaPass {
        token_hash: "another hash",
        site: site.key,
        hostname: "",
        created_ms: NOW,
        expires_ms: NOW + 300_000,
    };
    store.create_captcha_pass(&pass).await.unwrap();

    let file = folder.path().join(rookery::store::SQLITE_FILE);
    let rows = async |table: &str| -> i64 {
        let options = SqliteConnectOptions::new().filename(&file);
        let mut connection = options.connect().await.unwrap();
        let sql = format!("SELECT COUNT(*) FROM {table}");
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .fetch_one(&mut connection)
            .await
            .unwrap()
    };
    let mut raw = SqliteConnectOptions::new()
        .filename(&file)
        .connect()
        .await
        .unwrap();
    // A range of addresses, and the whole site.
    sqlx::query(
        "INSERT INTO arrivals VALUES ('account', '192.0.2.0/24', $1, 1), ('account', '', $1, 1)",
    )
    .bind(NOW / 60_000)
    .execute(&mut raw)
    .await
    .unwrap();
    for counted in [
        "captcha_counts VALUES ($1, 'strong', 'right', 1)",
        "captcha_times VALUES ($1, 'strong', 1, 'right', 7, 1)",
        "captcha_first_tries VALUES ($1, 'strong', 1, 'right', 1)",
    ] {
        let sql = format!("INSERT INTO {counted}");
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(NOW / DAY)
            .execute(&mut raw)
            .await
            .unwrap();
    }
    // Those that are open expire now, and are told apart from others for an hour more.
    let ended = "captchas WHERE ended = 'wrong'";
    let open = "captchas WHERE ended IS NULL";
    let tables = [
        "games",
        "seats",
        "sessions",
        ended,
        open,
        "tokens",
        "limits",
        "audit",
        "known_addresses",
        "captcha_passes",
        "arrivals WHERE minute > 0",
        // What expires now is counted now.
        "captcha_counts WHERE day > 0 AND event = 'right'",
        "captcha_times",
        "captcha_first_tries",
    ];
    for table in tables {
        assert!(rows(table).await > 0, "{table} has nothing to remove");
    }
    // A year later.
    let (app, end) = serve(&store, NOW + 400 * DAY).await;
    for table in tables {
        until(&format!("{table} is empty"), async || {
            rows(table).await == 0
        })
        .await;
    }
    // The only node is this one.
    until("the dead node is forgotten", async || {
        app.store().nodes().await.unwrap().len() == 1
    })
    .await;
    end.await;
    assert_eq!(rows("nodes").await, 0, "who ends signs off");
}

/// As with a damaged table: what strangers fill is removed all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_of_the_sweep_that_fails_keeps_no_other_from_its_work() {
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    let store = &fresh.store;
    let game = records::game(GuestId::random());
    store.create_game(&game).await.unwrap();
    records::session(store).await;
    store.beat("a node that is gone", NOW).await.unwrap();
    raw.run(
        "CREATE TRIGGER refused BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'refused'); END",
    )
    .await;
    let app = App::open(
        settings(),
        Registry::shipped(),
        store.clone(),
        Clock::manual(NOW + 400 * DAY),
        "http://rookery.test",
    );
    let app = app.await.unwrap();
    assert!(app.matches.maintenance().sweep().await.is_err());
    assert!(store.game(game.id).await.unwrap().is_some());
    for gone in ["sessions", "nodes WHERE id = 'a node that is gone'"] {
        let left = format!("SELECT CAST(COUNT(*) AS TEXT) FROM {gone}");
        assert_eq!(raw.texts(&left).await, [Some("0".to_owned())], "{gone}");
    }
    drop(raw);
    app.shutdown().await;
}

/// Each row but one is a moment younger than what is removed, and still does what it is kept for.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_old_stays() {
    const KEY: &str = "log-in:somebody";
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    let store = &fresh.store;
    // A visitor of whom nothing is known, and what else is kept for an hour, are 59 minutes old.
    let now_ms = NOW + 59 * MINUTE_MS;
    let (_, session) = records::session(store).await;
    store.request_match(&session, "{}", NOW).await.unwrap();
    let ended = records::challenge(&session, NOW);
    store.create_challenge(&ended, 0).await.unwrap();
    store
        .end_challenge(ended.id, &session, Ended::Wrong, NOW)
        .await
        .unwrap();
    let open = records::challenge(&session, now_ms);
    store.create_challenge(&open, 0).await.unwrap();
    let anna = records::user(store, "Anna").await;
    let site = forum(store, anna.id).await;
    let pass = NewCaptchaPass {
        token_hash: "another hash",
        site: site.key,
        hostname: "",
        created_ms: NOW - 300_000,
        expires_ms: NOW,
    };
    store.create_captcha_pass(&pass).await.unwrap();
    let link = NewToken::new(TokenKind::Invite, "one that is good", NOW, now_ms + 1);
    store.create_token(&link).await.unwrap();
    let mut game = records::game(GuestId::random());
    game.updated_ms = now_ms - 7 * DAY + MINUTE_MS;
    store.create_game(&game).await.unwrap();
    for n in 1..=10 {
        let counted = store.count_hit(KEY, 10 * MINUTE_MS, now_ms).await.unwrap();
        assert_eq!(counted, n);
    }
    let seen_ms = now_ms - 89 * DAY;
    store
        .remember_network(anna.id, "where Anna was", seen_ms)
        .await
        .unwrap();
    store.beat("a slow node", now_ms - 59_000).await.unwrap();
    // The owner's pages show 90 days.
    let day = now_ms / DAY - 90;
    raw.run(&format!(
        "INSERT INTO captcha_times VALUES ({day}, 'strong', 1, 'right', 7, 1)"
    ))
    .await;
    // Of the site three hours ago, and of ranges of addresses two: the one that is a minute older goes.
    let minute = now_ms / MINUTE_MS;
    raw.run(&format!(
        "INSERT INTO arrivals VALUES ('account', '', {}, 1), ('account', '192.0.2.0/24', {}, 1),
         ('account', '198.51.100.0/24', {}, 1)",
        minute - 180,
        minute - 119,
        minute - 121
    ))
    .await;

    let app = App::open(
        settings(),
        Registry::shipped(),
        store.clone(),
        Clock::manual(now_ms),
        "http://rookery.test",
    );
    let app = app.await.unwrap();
    app.matches.maintenance().sweep().await.unwrap();

    let requested = store.requested_match(&session, NOW).await.unwrap();
    assert_eq!(requested.as_deref(), Some("{}"));
    let ended = store.challenge(ended.id).await.unwrap();
    assert_eq!(ended.unwrap().ended, Some(Ended::Wrong));
    assert_eq!(store.challenge(open.id).await.unwrap(), Some(open));
    let redeemed = store.redeem_captcha_pass("another hash", site.key, now_ms);
    assert_eq!(redeemed.await.unwrap(), Redeemed::Expired);
    let link = store.token(TokenKind::Invite, "one that is good", now_ms);
    assert!(link.await.unwrap().is_some());
    assert!(store.game(game.id).await.unwrap().is_some());
    let counted = store.count_hit(KEY, 10 * MINUTE_MS, now_ms).await.unwrap();
    assert_eq!(counted, 11);
    let known = store.knows_network("anna", "where Anna was", seen_ms);
    assert!(known.await.unwrap());
    let nodes = store.nodes().await.unwrap();
    assert!(nodes.iter().any(|(name, _)| name == "a slow node"));
    assert_eq!(store.captcha_times(day).await.unwrap().len(), 1);
    let arrivals = raw
        .texts("SELECT network FROM arrivals ORDER BY minute")
        .await;
    let texts: Vec<_> = arrivals.iter().flatten().collect();
    assert_eq!(texts, ["", "192.0.2.0/24"]);
    drop(raw);
    app.shutdown().await;
}
