//! Killed processes: the site is killed again and again while it acknowledges writes. Nothing acknowledged is lost, and the file
//! is sound.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rookery::clock::Stopwatch;
use rookery::ids::GameId;
use rookery::store::{OpenOptions, SQLITE_FILE, Store};
use serde_json::{Value, json};
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::support::program::Place;
use crate::support::wire::Wire;

const ROUNDS: usize = 5;
const WRITERS: usize = 3;
/// The acknowledged writes after which a round ends, or a few more: whatever is under way then is cut off.
const WRITES: usize = 60;
/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);
const UNLIMITED: &[(&str, &str)] = &[
    ("ROOKERY__LIMITS__GAMES_PER_MINUTE", "1000000"),
    ("ROOKERY__LIMITS__REQUESTS_PER_SECOND", "1000000"),
    ("ROOKERY__LIMITS__EXEMPT", "127.0.0.1/32"),
];

/// A visitor's game that the site has acknowledged, with its number of plies.
struct Kept {
    wire: Wire,
    game: String,
    plies: usize,
}

/// Starts games and plays them until the line breaks, and writes down the acknowledged games and moves.
fn write_on(address: &str, kept: &Mutex<Vec<Kept>>) {
    loop {
        let mut wire = Wire::new(address);
        let Ok(started) = wire.home_game() else {
            return;
        };
        let game = started.unwrap_or_else(|reply| panic!("{reply:?}"));
        // The first move and the table's answer to it.
        let mut plies = 2;
        let at = {
            let mut kept = kept.lock().unwrap();
            let wire = wire.clone();
            let game = game.clone();
            kept.push(Kept { wire, game, plies });
            kept.len() - 1
        };
        loop {
            let Ok(view) = wire.get(&format!("/api/v1{game}")) else {
                return;
            };
            let view = view.json();
            if view["status"] != "playing" {
                break;
            }
            let path = &view["moves"][0]["path"];
            let body = json!({"ply": view["ply"], "hash": view["hash"], "path": path});
            let Ok(moved) = wire.post_json(&format!("/api/v1{game}/moves"), &body) else {
                return;
            };
            assert_eq!(moved.status, 200, "{moved:?}");
            let ply = moved.json()["ply"].as_u64().unwrap();
            plies = usize::try_from(ply).unwrap().max(plies);
            // Nobody else pushes to what was counted: places stay.
            let own = &game;
            let mut kept = kept.lock().unwrap();
            if let Some(entry) = kept[at..].iter_mut().find(|entry| &entry.game == own) {
                entry.plies = plies;
            }
        }
    }
}

async fn is_sound(file: &std::path::Path) {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection = options.connect().await.unwrap();
    let said: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert_eq!(said, ["ok"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_was_acknowledged_is_lost_when_the_process_is_killed() {
    let place = Place::new();
    let data = place.path().join("data");
    let mut acknowledged = 0;
    let mut last = None;
    for round in 0..ROUNDS {
        let server = place.serve_with(&[], UNLIMITED);
        let kept = Mutex::new(Vec::new());
        let address = server.address.clone();
        thread::scope(|scope| {
            for _ in 0..WRITERS {
                scope.spawn(|| write_on(&address, &kept));
            }
            let since = Stopwatch::start();
            let writes = || {
                kept.lock()
                    .unwrap()
                    .iter()
                    .map(|k: &Kept| k.plies / 2)
                    .sum::<usize>()
            };
            while writes() < WRITES + round {
                assert!(since.elapsed() < NEVER, "the site takes no writes");
                thread::sleep(Duration::from_millis(1));
            }
            server.kill();
        });
        let kept = kept.into_inner().unwrap();
        is_sound(&data.join(SQLITE_FILE)).await;
        let store = Store::open(&OpenOptions::sqlite(&data)).await.unwrap();
        for Kept { game, plies, .. } in &kept {
            let id: GameId = game.trim_start_matches("/games/").parse().unwrap();
            let record = store.game(id).await.unwrap();
            let record = record.unwrap_or_else(|| panic!("{game} is lost"));
            assert!(
                record.moves.len() >= *plies,
                "{game}: {} < {plies}",
                record.moves.len()
            );
            acknowledged += plies / 2;
        }
        store.close().await;
        last = kept.into_iter().last();
    }
    println!("{acknowledged} acknowledged writes in {ROUNDS} rounds, 0 lost");
    // Sessions are kept too: the game is still the visitor's own.
    let Kept { wire, game, .. } = last.unwrap();
    let server = place.serve_with(&[], UNLIMITED);
    let view: Value = wire
        .moved_to(&server.address)
        .get(&format!("/api/v1{game}"))
        .unwrap()
        .json();
    assert_eq!(view["me"], 0, "{view}");
    assert_eq!(server.terminate().0, Some(0));
}

/// The engine was thinking when the process died: the next one moves, without anybody asking.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_due_when_the_process_died_is_given_by_the_next() {
    let place = Place::new();
    let open = [UNLIMITED, &[("ROOKERY__ACCESS__GUESTS", "open")]].concat();
    let server = place.serve_with(&[], &open);
    let mut wire = Wire::new(&server.address);
    // The best level thinks for a while about its first move.
    let fields = [("game", "morabaraba"), ("level", "8"), ("side", "1")];
    let started = wire.post("/games", &fields).unwrap();
    assert_eq!(started.status, 303, "{started:?}");
    server.kill();
    let id: GameId = started
        .header("location")
        .trim_start_matches("/games/")
        .parse()
        .unwrap();
    let data = place.path().join("data");
    let store = Store::open(&OpenOptions::sqlite(&data)).await.unwrap();
    let record = store.game(id).await.unwrap().unwrap();
    assert_eq!(
        record.moves.len(),
        0,
        "it was killed in the middle of its thoughts"
    );
    store.close().await;

    let server = place.serve_with(&[], &open);
    let mut wire = wire.moved_to(&server.address);
    let since = Stopwatch::start();
    loop {
        let view = wire.get(&format!("/api/v1/games/{id}")).unwrap().json();
        if view["ply"] == 1 {
            break;
        }
        assert!(since.elapsed() < NEVER, "nobody moved: {view}");
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(server.terminate().0, Some(0));
}
