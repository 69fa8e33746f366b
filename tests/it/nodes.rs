//! Two nodes on one PostgreSQL: events between them, a broken connection, a match that is played on one and watched on the
//! other, and settings that are saved on one. Skipped without PostgreSQL.

use std::pin::pin;
use std::time::Duration;

use futures_util::StreamExt;
use rookery::bus::{Bus, BusEvent, MatchEvents, Relay};
use rookery::clock::{Clock, Stopwatch};
use rookery::ids::{GameId, GuestId};
use rookery::matches::{Player, Record, Status};
use rookery::service::{MatchService, MoveRequest, NewGame, Options};
use rookery::store::{OpenOptions, Store};
use rookery_games::Registry;

use crate::store::records;
use crate::support::html;
use crate::support::news::hears;
use crate::support::postgres;
use crate::support::program::Place;
use crate::support::site::PASSWORD;
use crate::support::wire::Wire;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(60);
/// A wait for news that takes longer than this is for an event that is lost.
const NEWS_LOST: Duration = Duration::from_secs(5);

/// It takes three seconds of silence and up to one until somebody looks. Five are promised; the rest is for starting to measure.
const REPLACED_WITHIN: Duration = Duration::from_secs(6);
/// The most tries: a machine may be busy.
const TRIES: usize = 3;

/// Settings that take longer were found when the node looked by itself, as each does every half minute.
const IN_FORCE_WITHIN: Duration = Duration::from_secs(10);

struct Node {
    store: Store,
    bus: Bus,
}

async fn node(database: &str) -> Node {
    let mut options = OpenOptions::sqlite("unused");
    options.database = database.to_owned();
    let store = Store::open(&options).await.unwrap();
    let bus = Bus::from(Relay::start(store.postgres_pool().unwrap().clone()));
    Node { store, bus }
}

/// Two nodes that hear each other; `None` where PostgreSQL is not installed.
async fn two_nodes() -> Option<[Node; 2]> {
    let database = postgres::fresh_database()?;
    let nodes = [node(&database).await, node(&database).await];
    for (from, to) in [(0, 1), (1, 0)] {
        hears(&nodes[from].bus, &nodes[to].bus).await;
    }
    Some(nodes)
}

/// The service of matches on a node.
fn service(node: Node, name: &str, clock: Clock) -> MatchService {
    let options = Options {
        node: name.to_owned(),
        games: Registry::shipped(),
        engine_threads: 1,
        engine_queue: 8,
        unowned_games_days: 7,
    };
    MatchService::new(node.store, node.bus, clock, options).unwrap()
}

async fn next(news: &mut MatchEvents) -> BusEvent {
    tokio::time::timeout(NEWS_LOST, news.next())
        .await
        .expect("no news")
        .expect("the bus is there")
}

#[tokio::test(flavor = "multi_thread")]
async fn news_of_one_node_reaches_the_other() {
    let Some([a, b]) = two_nodes().await else {
        return;
    };
    let game = GameId::random();
    let mut there = b.bus.subscribe(game);
    let mut here = a.bus.subscribe(game);
    let mut settings = b.bus.subscribe_settings();
    a.bus.publish(BusEvent::of_match(game, 31)).await;
    assert_eq!(next(&mut there).await, BusEvent::of_match(game, 31));
    assert_eq!(next(&mut here).await, BusEvent::of_match(game, 31));
    let changed = BusEvent::Settings {
        key: "captcha".to_owned(),
    };
    a.bus.publish(changed.clone()).await;
    assert_eq!(settings.next().await, Some(changed));
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_broken_line_everybody_is_told_to_read_again() {
    let Some([a, b]) = two_nodes().await else {
        return;
    };
    let game = GameId::random();
    let mut there = b.bus.subscribe(game);
    // The server ends every connection but the one that says so: both nodes lose their listeners.
    sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .execute(a.store.postgres_pool().unwrap())
    .await
    .unwrap();
    assert_eq!(next(&mut there).await, BusEvent::Resync);
    hears(&a.bus, &b.bus).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_on_one_node_is_watched_on_the_other() {
    let Some(nodes) = two_nodes().await else {
        return;
    };
    let [a, b] = nodes.map(|node| {
        let name = GameId::random().to_string();
        service(node, &name, Clock::System)
    });
    let me = Player::Guest(GuestId::random());
    let new = NewGame {
        game: "tic-tac-toe".to_owned(),
        level: 3,
        side: Some(0),
        ..NewGame::default()
    };
    let mut game = a.start_game(me, new).await.unwrap();
    let id = game.id();
    let mut watched = pin!(b.subscribe(id, None, 0).await.unwrap());
    while game.record().status == Status::Playing {
        let request = MoveRequest {
            ply: game.game().ply(),
            hash: game.game().hash(),
            path: game.game().legal()[0].path.clone(),
        };
        let moved = a.play_move(id, Some(me), &request).await.unwrap();
        let answered = moved.record().version + i64::from(moved.is_engine_due());
        let waiting = async { while watched.next().await.unwrap() < answered {} };
        tokio::time::timeout(NEWS_LOST, waiting)
            .await
            .expect("no news of the answer");
        game = b.load(id, Some(me)).await.unwrap();
    }
    assert!(game.game().ending().is_some());
    assert!(a.shutdown(NEVER).await.is_empty() && b.shutdown(NEVER).await.is_empty());
}

/// A clock that is an hour ahead makes neither its own node nor another look dead.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_with_different_clocks_leave_each_other_their_matches() {
    let Some([right, ahead]) = two_nodes().await else {
        return;
    };
    let store = right.store.clone();
    let now_ms = Clock::System.now_ms();
    let later_ms = now_ms + 3_600_000;
    let right = service(right, "right", Clock::manual(now_ms));
    let ahead = service(ahead, "ahead", Clock::manual(later_ms));
    let mut due = Vec::new();
    for (name, due_ms) in [("right", now_ms), ("ahead", later_ms)] {
        let mut game = records::game(GuestId::random());
        (game.engine_due_ms, game.claimed_by) = (Some(due_ms), Some(name.to_owned()));
        store.create_game(&game).await.unwrap();
        due.push((game.id, name));
    }
    for node in [&right, &ahead] {
        node.heartbeat().beat().await.unwrap();
    }
    for node in [&right, &ahead] {
        node.takeover().pick_up().await.unwrap();
    }
    for (id, name) in due {
        let kept = store.game(id).await.unwrap().unwrap();
        assert_eq!(kept.claimed_by.as_deref(), Some(name));
    }
    ahead.maintenance().sweep().await.unwrap();
    let nodes = store.nodes().await.unwrap();
    let names: Vec<&str> = nodes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["ahead", "right"]);
    assert!(right.shutdown(NEVER).await.is_empty() && ahead.shutdown(NEVER).await.is_empty());
}

/// Two processes. The one that thinks is killed; the other moves, and the move is made once. Returns how long the match was nobody's.
async fn a_dead_nodes_match_is_taken_over(database: &str) -> Duration {
    let place = Place::new();
    let serve = || {
        let open = [("ROOKERY__ACCESS__GUESTS", "open")];
        place.serve_with(&["--database", database], &open)
    };
    let [dies, lives] = [serve(), serve()];
    let fields = [("game", "morabaraba"), ("level", "8"), ("side", "1")];
    let started = Wire::new(&dies.address).post("/games", &fields).unwrap();
    assert_eq!(started.status, 303, "{started:?}");
    let id = started.header("location").trim_start_matches("/games/");
    let id: GameId = id.parse().unwrap();
    dies.kill();
    let since = Stopwatch::start();
    let Node { store, .. } = node(database).await;
    let due = store.game(id).await.unwrap().unwrap();
    assert!(
        due.moves.is_empty() && due.engine_due_ms.is_some(),
        "it was killed too late"
    );
    let until = async |is_so: fn(&Record, &Record) -> bool| loop {
        let record = store.game(id).await.unwrap().unwrap();
        if is_so(&record, &due) {
            return record;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let taken = until(|now, then| now.claimed_by != then.claimed_by || !now.moves.is_empty());
    let taken = tokio::time::timeout(NEVER, taken).await;
    taken.expect("nobody thinks for the dead node");
    let nobodys = since.elapsed();
    let moved = until(|now, _| !now.moves.is_empty());
    let record = tokio::time::timeout(NEVER, moved).await.expect("no move");
    assert_eq!((record.moves.len(), record.version), (1, 2));
    assert_ne!(record.claimed_by, due.claimed_by);
    store.close().await;
    assert_eq!(lives.terminate().0, Some(0));
    nobodys
}

/// A machine that is busy may be late, but not time after time.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_dies_while_it_thinks_is_replaced_within_seconds() {
    let mut late = Vec::new();
    while late.len() < TRIES {
        let Some(database) = postgres::fresh_database() else {
            return;
        };
        let nobodys = a_dead_nodes_match_is_taken_over(&database).await;
        println!("taken over after {nobodys:?}");
        if nobodys <= REPLACED_WITHIN {
            return;
        }
        late.push(nobodys);
    }
    panic!("taken over after {late:?}");
}

/// Others take a node for dead after three seconds: it says each second that it lives. The shortest of some pauses is looked
/// at, because a busy machine makes them longer, and nothing makes them shorter.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_says_each_second_that_it_lives() {
    const BEATS: usize = 5;
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    let place = Place::new();
    let server = place.serve_with(&["--database", &database], &[]);
    let Node { store, .. } = node(&database).await;
    let mut beats: Vec<i64> = Vec::new();
    let watching = async {
        while beats.len() < BEATS {
            let nodes = store.nodes().await.unwrap();
            assert!(nodes.len() <= 1, "{nodes:?}");
            let beat = nodes.first().map(|(_, beaten_ms)| *beaten_ms);
            if beat != beats.last().copied() {
                beats.extend(beat);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let watched = tokio::time::timeout(NEVER, watching).await;
    watched.expect("no heartbeat");
    let pauses_ms: Vec<i64> = beats.windows(2).map(|pair| pair[1] - pair[0]).collect();
    println!("{pauses_ms:?} ms between two heartbeats");
    assert!(pauses_ms.iter().min() <= Some(&1_500), "{pauses_ms:?}");
    store.close().await;
    assert_eq!(server.terminate().0, Some(0));
}

/// Saves a form on one node, and waits until the other has what it says.
fn save_and_follow(
    [here, there]: [&mut Wire; 2],
    (form, fields): (&str, &[(&str, &str)]),
    is_in_force: fn(&mut Wire) -> bool,
) {
    assert!(!is_in_force(there), "{form}");
    let saved = here.post(form, fields).unwrap();
    assert_eq!(saved.status, 303, "{form}: {saved:?}");
    let since = Stopwatch::start();
    while !is_in_force(there) {
        assert!(since.elapsed() < IN_FORCE_WITHIN, "{form}: no news");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn settings_of_one_node_are_soon_in_force_on_the_other() {
    let Some(database) = postgres::fresh_database() else {
        return;
    };
    let place = Place::new();
    let nodes = [(); 2].map(|()| place.serve(&["--database", &database]));
    let greeting = nodes[0].greeting.concat();
    let token = greeting.split_once("/setup?token=").unwrap().1;
    let token = token.split_whitespace().next().unwrap();
    let mut here = Wire::new(&nodes[0].address);
    let owner = [("token", token), ("name", "Owner"), ("password", PASSWORD)];
    assert_eq!(here.post("/setup", &owner).unwrap().status, 303);
    let mut there = here.clone().moved_to(&nodes[1].address);

    // The captcha first: news of the look would have a node read the captcha's settings, too.
    let captcha = [
        ("act", "save"),
        ("preset", "classic"),
        ("classic.font_size_px", "31"),
    ];
    save_and_follow(
        [&mut here, &mut there],
        ("/admin/captcha", &captcha),
        |wire| {
            let page = wire.get("/admin/captcha").unwrap();
            html::field(&page.body, "classic.font_size_px").as_deref() == Some("31")
        },
    );
    save_and_follow(
        [&mut here, &mut there],
        ("/admin/look", &[("name", "Chess Club")]),
        |wire| wire.get("/").unwrap().body.contains("Chess Club</title>"),
    );
    for node in nodes {
        assert_eq!(node.terminate().0, Some(0));
    }
}
