//! A connection between site and PostgreSQL that breaks in the middle of responses, at any byte: no partial move, no
//! acknowledged move lost, and the visitor is told of every failure to try again. And one that goes without a word, as when the host of
//! the database vanishes: the site notices, and goes on with others. Skipped without PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rookery::bus::{Bus, BusEvent, Relay};
use rookery::clock::{Clock, Stopwatch};
use rookery::ids::{GameId, GuestId};
use rookery::matches::Record;
use rookery::store::{OpenOptions, Store};
use rookery::web::{self, App};
use rookery_games::Registry;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};

use crate::store::records;
use crate::support::browser::{Answer, Browser};
use crate::support::news::hears;
use crate::support::postgres;
use crate::support::site::loaded;

/// Long enough that only a hang reaches it. A call that waits for a lock is refused by PostgreSQL after five seconds, however slow the
/// machine is.
const NEVER: Duration = Duration::from_secs(30);
/// Moves at a board whose answers come from a table, so that move and answer are one transaction.
const TABLED_MOVES: usize = 240;
/// Moves at a board where the engine thinks between them.
const SEARCHED_MOVES: usize = 12;
/// Answers of the database to one request are about as long as this, bytes.
const ANSWERS: i64 = 1_200;

/// A proxy in front of the database that can cut its answers.
#[derive(Clone, Default)]
struct Line {
    /// The bytes of answers that still pass; negative: all.
    left: Arc<AtomicI64>,
    cuts: Arc<AtomicUsize>,
    /// Whether a line that is cut says nothing of it: neither end hears any more of the other.
    is_silent: Arc<AtomicBool>,
    /// How often the host has vanished.
    vanished: Arc<AtomicUsize>,
}

impl Line {
    /// Listens, and leads to the server behind `socket`. Returns the port.
    async fn open(&self, socket: PathBuf) -> u16 {
        self.left.store(-1, Ordering::SeqCst);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let line = self.clone();
        tokio::spawn(async move {
            while let Ok((site, _)) = listener.accept().await {
                let server = UnixStream::connect(&socket).await.unwrap();
                tokio::spawn(line.clone().carry(site, server));
            }
        });
        port
    }

    async fn carry(self, site: TcpStream, server: UnixStream) {
        let (mut questions, mut to_site) = site.into_split();
        let (mut answers, mut to_server) = server.into_split();
        let host = self.vanished.load(Ordering::SeqCst);
        let asking = async move {
            tokio::io::copy(&mut questions, &mut to_server)
                .await
                .is_ok()
        };
        let answering = async {
            let mut piece = vec![0; 8192];
            loop {
                let n = answers.read(&mut piece).await.unwrap_or(0);
                if self.vanished.load(Ordering::SeqCst) != host {
                    // Not even an end is heard of it any more.
                    std::future::pending::<()>().await;
                }
                let passes = self.passes(n);
                let is_written = to_site.write_all(&piece[..passes]).await.is_ok();
                if passes < n && self.is_silent.load(Ordering::SeqCst) {
                    std::future::pending::<()>().await;
                }
                if !is_written || n == 0 || passes < n {
                    return;
                }
            }
        };
        // Whichever ends first, both ends of the line are dropped: the middle of an answer may be the last that is heard.
        tokio::select! {
            _ = asking => {}
            () = answering => {}
        }
    }

    /// The number of `n` bytes that pass before the cut.
    fn passes(&self, n: usize) -> usize {
        let left = self.left.load(Ordering::SeqCst);
        if left < 0 || n == 0 {
            return n;
        }
        let n = i64::try_from(n).unwrap();
        if left >= n {
            self.left.store(left - n, Ordering::SeqCst);
            return usize::try_from(n).unwrap();
        }
        self.left.store(-1, Ordering::SeqCst);
        self.cuts.fetch_add(1, Ordering::SeqCst);
        usize::try_from(left).unwrap()
    }

    fn cut_after(&self, bytes: i64) {
        self.left.store(bytes, Ordering::SeqCst);
    }

    fn mend(&self) {
        self.left.store(-1, Ordering::SeqCst);
    }

    /// No answer passes any more on the connections that there are; new ones lead to another host.
    fn vanish(&self) {
        self.vanished.fetch_add(1, Ordering::SeqCst);
    }
}

/// The database as it is, and behind a line; `None` where PostgreSQL is not installed.
async fn two_ways() -> Option<(Line, Store, Store)> {
    let database = postgres::fresh_database()?;
    let (name, socket) = database.split_once("?host=").unwrap();
    let name = name.rsplit('/').next().unwrap();
    let line = Line::default();
    let socket = PathBuf::from(socket).join(".s.PGSQL.5432");
    let port = line.open(socket).await;
    let open = async |database: &str| {
        let mut options = OpenOptions::sqlite("unused");
        options.database = database.to_owned();
        Store::open(&options).await.unwrap()
    };
    let truth = open(&database).await;
    let store = open(&format!(
        "postgres://postgres@127.0.0.1:{port}/{name}?sslmode=disable"
    ))
    .await;
    Some((line, truth, store))
}

/// A site behind such a line, a visitor of it, and the database as it is.
struct Broken {
    line: Line,
    app: App,
    browser: Browser,
    truth: Store,
    rng: StdRng,
}

impl Broken {
    async fn new() -> Option<Self> {
        let (line, truth, store) = two_ways().await?;
        // Failures are in the log, which a failing test prints.
        let log = tracing_subscriber::fmt().with_test_writer();
        let _ = log.with_max_level(tracing::Level::WARN).try_init();
        let settings = loaded(&[
            ("access.guests", "open"),
            ("limits.exempt", "0.0.0.0/0,::/0"),
        ]);
        let app = App::open(
            settings,
            Registry::shipped(),
            store,
            Clock::System,
            "http://rookery.test",
        );
        let app = app.await.unwrap();
        app.matches.maintenance().run();
        let browser = Browser::new(web::router(&app).unwrap());
        let rng = StdRng::seed_from_u64(44);
        Some(Broken {
            line,
            app,
            browser,
            truth,
            rng,
        })
    }

    fn cut_somewhere(&mut self) {
        self.line.cut_after(self.rng.random_range(0..ANSWERS));
    }

    async fn record(&self, game: &str) -> Record {
        let id: GameId = game.trim_start_matches("/games/").parse().unwrap();
        self.truth.game(id).await.unwrap().unwrap()
    }

    /// Starts a match while the line may break, until one is acknowledged.
    async fn start(&mut self, fields: &[(&str, &str)]) -> String {
        loop {
            self.cut_somewhere();
            let answer = self.browser.post("/games", fields).await;
            self.line.mend();
            if answer.status == 303 {
                let place = answer.location();
                assert!(place.starts_with("/games/"), "{place}");
                self.record(&place).await;
                return place;
            }
            explained(&answer);
        }
    }

    /// The board when it is the visitor's turn or the match is over; the line holds.
    async fn my_turn(&mut self, game: &str) -> Value {
        let since = Stopwatch::start();
        loop {
            let headers = [("accept", "application/json")];
            let method = axum::http::Method::GET;
            let answer = self.browser.send(method, game, &headers, Vec::new()).await;
            match answer.status {
                200 => {
                    let view = answer.json();
                    if view["status"] != "playing" || view["turn"] == view["me"] {
                        return view;
                    }
                }
                _ => explained(&answer),
            }
            assert!(
                since.elapsed() < NEVER,
                "{game} stands still: {}",
                answer.text()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Makes one move while the line may break; false when the match is over.
    async fn move_once(&mut self, game: &str, is_solved: bool) -> bool {
        let view = self.my_turn(game).await;
        if view["status"] != "playing" {
            return false;
        }
        let before = self.record(game).await;
        let moves = view["moves"].as_array().unwrap();
        let path = moves[self.rng.random_range(0..moves.len())]["path"].clone();
        let body = json!({"ply": view["ply"], "hash": view["hash"], "path": path});
        self.cut_somewhere();
        let answer = self
            .browser
            .post_json(&format!("{game}/moves"), &body)
            .await;
        if is_solved {
            self.line.mend();
        }
        let after = self.record(game).await;
        let is_made = after.version > before.version;
        if is_made {
            let tokens: Vec<&str> = path
                .as_array()
                .unwrap()
                .iter()
                .map(|t| t.as_str().unwrap())
                .collect();
            assert_eq!(
                after.moves[before.moves.len()].path,
                tokens,
                "another move than the one that was sent"
            );
            assert_eq!(after.moves[..before.moves.len()], before.moves[..]);
        } else {
            assert_eq!(after, before, "no half move");
        }
        if is_solved && is_made {
            assert_eq!(after.version, before.version + 1);
            let is_over = after.status != before.status;
            assert!(
                is_over || after.moves.len() == before.moves.len() + 2,
                "move and answer are one"
            );
        }
        match answer.status {
            200 => assert!(is_made, "an acknowledged move is lost"),
            _ => explained(&answer),
        }
        true
    }
}

/// The visitor learns that the site is away for a moment, and when to try again.
fn explained(answer: &Answer) {
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert!(!answer.header("retry-after").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_cut_at_any_byte_lose_and_halve_no_move() {
    let Some(mut site) = Broken::new().await else {
        return;
    };
    let mut made = 0;
    while made < TABLED_MOVES {
        let game = site.start(&[("game", "tic-tac-toe"), ("tap", "b2")]).await;
        while made < TABLED_MOVES && site.move_once(&game, true).await {
            made += 1;
        }
    }
    let cuts = site.line.cuts.load(Ordering::SeqCst);
    println!("{made} moves, {cuts} lines cut");
    assert!(cuts > TABLED_MOVES / 4, "the line holds: {cuts}");
    assert!(site.app.matches.shutdown(NEVER).await.is_empty());
}

/// The line also breaks while the engine's move is kept: it is made all the same, once, without anybody asking.
#[tokio::test(flavor = "multi_thread")]
async fn the_engine_moves_although_its_own_answers_are_cut() {
    let Some(mut site) = Broken::new().await else {
        return;
    };
    let mut made = 0;
    while made < SEARCHED_MOVES {
        let game = site
            .start(&[("game", "connect-four"), ("level", "1"), ("side", "0")])
            .await;
        while made < SEARCHED_MOVES && site.move_once(&game, false).await {
            made += 1;
        }
    }
    site.line.mend();
    assert!(site.app.matches.shutdown(NEVER).await.is_empty());
}

/// Nothing is sent on the line that carries events, so that TCP would not notice for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_for_events_that_goes_without_a_word_is_replaced() {
    let Some((line, truth, store)) = two_ways().await else {
        return;
    };
    let bus = |store: &Store| Bus::from(Relay::start(store.postgres_pool().unwrap().clone()));
    let (there, here) = (bus(&truth), bus(&store));
    hears(&there, &here).await;
    let game = GameId::random();
    let mut news = here.subscribe(game);
    line.vanish();
    let next = tokio::time::timeout(NEVER, news.next()).await;
    assert_eq!(next.unwrap(), Some(BusEvent::Resync));
    hears(&there, &here).await;
}

/// All of them are in use, and their callers leave, as at the time limit of a request.
#[tokio::test(flavor = "multi_thread")]
async fn calls_to_a_host_that_vanished_keep_no_connection() {
    let Some((line, truth, store)) = two_ways().await else {
        return;
    };
    let pool = truth.postgres_pool().unwrap();
    let mut lock = postgres::begin_patiently(pool).await;
    sqlx::query("LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *lock)
        .await
        .unwrap();
    let most = store.connections()[0].most;
    let calls: Vec<_> = (0..most)
        .map(|_| {
            let store = store.clone();
            // A busy machine may not connect in time.
            tokio::spawn(async move { while store.count_admins().await.is_err() {} })
        })
        .collect();
    postgres::until_waiting(pool, i64::try_from(most).unwrap()).await;
    line.vanish();
    for call in &calls {
        call.abort();
    }
    lock.rollback().await.unwrap();
    let since = Stopwatch::start();
    while let Err(error) = store.count_admins().await {
        assert!(since.elapsed() < NEVER, "{error}");
    }
}

/// It has answered that it is there, and nothing after that: the transaction is on its way to it.
#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_a_vanished_host_never_begins_keeps_no_connection() {
    /// The answer to the pool's question whether a connection lives: `ReadyForQuery`.
    const LIVES: i64 = 6;
    let Some((line, truth, store)) = two_ways().await else {
        return;
    };
    let until_all_are_free = async || {
        let since = Stopwatch::start();
        while store.connections().iter().any(|all| all.idle < all.open) {
            assert!(since.elapsed() < NEVER, "a connection is kept");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    // A busy machine may not connect in time.
    while store.count_admins().await.is_err() {}
    until_all_are_free().await;
    line.is_silent.store(true, Ordering::SeqCst);
    line.cut_after(LIVES);
    let new = records::game(GuestId::random());
    let until_it_is_silent = async {
        while line.cuts.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::select! {
        made = store.create_game(&new) => panic!("{made:?}"),
        () = until_it_is_silent => {}
    }
    until_all_are_free().await;
    let since = Stopwatch::start();
    while let Err(error) = store.create_game(&new).await {
        assert!(since.elapsed() < NEVER, "{error}");
    }
    assert!(truth.game(new.id).await.unwrap().is_some());
}

/// A heartbeat on its way to the host that vanished is not the last one.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_lives_again_after_its_database_vanished() {
    let Some(site) = Broken::new().await else {
        return;
    };
    let pool = site.truth.postgres_pool().unwrap();
    let heart = site.app.matches.heartbeat();
    let until_it_is = async |is_alive: bool| {
        let since = Stopwatch::start();
        while heart.is_alive() != is_alive {
            assert!(since.elapsed() < NEVER, "not in time: alive {is_alive}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    until_it_is(true).await;
    let mut lock = postgres::begin_patiently(pool).await;
    sqlx::query("LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *lock)
        .await
        .unwrap();
    postgres::until_it_waits(pool, "INSERT INTO nodes").await;
    site.line.vanish();
    lock.rollback().await.unwrap();
    until_it_is(false).await;
    until_it_is(true).await;
    assert!(site.app.matches.shutdown(NEVER).await.is_empty());
}
