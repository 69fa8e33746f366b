//! Lists of a site with many matches, and the sweep beside concurrent writers.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rookery::clock::Stopwatch;
use rookery::matches::{Record, SavedState};
use rookery::service::in_batches;
use rookery::store::{GameBatches, SQLITE_FILE};
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection};
use tokio::runtime::Builder;

use crate::Failure;
use crate::site::{NOW_MS, Site, get};
use crate::times::measure;

const COUNT: usize = 200;
/// No write beside the sweep should take longer.
const LONG_WAIT: Duration = Duration::from_millis(50);
/// The pages with lists, and whether they are the owner's.
const PAGES: &[(&str, bool)] = &[
    ("/play", false),
    ("/account", false),
    ("/admin", true),
    ("/admin/users", true),
];

/// Fills a site with `rows` matches, as many lines of the audit log, and accounts. With more than 1,000 rows, one match in fifty is the
/// user's, the others are old matches of guests, and there is an account for every ten rows. With fewer, all matches are the user's, and
/// there is an account for each row: so both sites show full pages. Parameters: rows, the user, now.
const FILL: &[&str] = &[
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
     INSERT INTO users (id, name, name_key, password_hash, role, approved_ms, created_ms, seen_ms, settings, version)
     SELECT 'x' || substr(lower(hex(randomblob(13))), 1, 25), 'u' || i, 'u' || i, '', 'user', $3, $3, $3, '{}', 1
     FROM n WHERE i % (CASE WHEN $1 > 1000 THEN 10 ELSE 1 END) = 0 AND $2 IS NOT NULL",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
     INSERT INTO games (id, game, variant, options, start, version, status, visibility, seed, engine_rev, created_ms, updated_ms)
     SELECT 'm' || substr('aaaaaaaaaaaaaaaaaaaaaaaaa' || replace(replace(replace(replace(i, '0', 'a'), '1', 'b'), '8', 'i'), '9', 'j'), -25),
            'chess', 'standard', '[]', '', 1, 'playing', 'link', i, 1, $3 - i * 1000, $3 - i * 1000
     FROM n WHERE $2 IS NOT NULL",
    "INSERT INTO seats (game_id, side, user_id, guest_id, level, updated_ms)
     SELECT g.id, 0, CASE WHEN g.seed % (CASE WHEN $1 > 1000 THEN 50 ELSE 1 END) = 0 THEN $2 END,
            CASE WHEN g.seed % (CASE WHEN $1 > 1000 THEN 50 ELSE 1 END) <> 0 THEN 'g' || substr(g.id, 2) END, NULL, g.updated_ms
     FROM games g WHERE g.id LIKE 'm%' AND $1 > 0 AND $3 > 0",
    "INSERT INTO seats (game_id, side, level, updated_ms) SELECT g.id, 1, 3, g.updated_ms
     FROM games g WHERE g.id LIKE 'm%' AND $1 > 0 AND $2 IS NOT NULL AND $3 > 0",
    "INSERT INTO moves (game_id, ply, path, at_ms, notation)
     SELECT g.id, p.ply, 'e2,e4', g.updated_ms, 'e4' FROM games g, (SELECT 0 AS ply UNION SELECT 1 UNION SELECT 2 UNION SELECT 3) p
     WHERE g.id LIKE 'm%' AND $1 > 0 AND $2 IS NOT NULL AND $3 > 0",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
     INSERT INTO audit (id, at_ms, actor, action, subject)
     SELECT 'a' || substr(lower(hex(randomblob(13))), 1, 25), $3 - i * 1000, $2, 'login', 'Anna' FROM n",
    "UPDATE totals SET n = CASE key WHEN 'users' THEN (SELECT COUNT(*) FROM users) ELSE (SELECT COUNT(*) FROM games) END
     WHERE $1 > 0 AND $2 IS NOT NULL AND $3 > 0",
];

/// Prints both tables.
pub fn print(rows: i64) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut out = std::io::stdout().lock();
        let (small, _) = lists(100).await?;
        let (large, site) = lists(rows).await?;
        writeln!(out, "{:20} {:>10} {:>10} {:>6}", "CPU ms at rows", 100, rows, "ratio")?;
        for (((path, _), small), large) in PAGES.iter().zip(small).zip(large) {
            let ratio = large / small;
            writeln!(out, "{path:20} {small:10.3} {large:10.3} {ratio:6.2}")?;
        }
        let (removed, took, waits) = sweep(&site).await?;
        let longest = waits.iter().max_by_key(|w| w.took).copied().unwrap_or_default();
        let long = waits.iter().filter(|w| w.took > LONG_WAIT).count();
        writeln!(
            out,
            "the sweep removed {removed} matches in {:.1} s; of {} writes beside it {long} took over {} ms, the longest {:.1} ms, {:.1} s after the start",
            took.as_secs_f64(),
            waits.len(),
            LONG_WAIT.as_millis(),
            longest.took.as_secs_f64() * 1000.0,
            longest.since_start.as_secs_f64()
        )?;
        site.store.close().await;
        Ok(())
    })
}

async fn lists(rows: i64) -> Result<(Vec<f64>, Site), Failure> {
    let site = Site::open().await?;
    let file = site.folder().join(SQLITE_FILE);
    let mut database = SqliteConnection::connect_with(
        &SqliteConnectOptions::new()
            .filename(file)
            .busy_timeout(Duration::from_secs(60))
            // A million matches are nine million rows: they need not be safe, and their indexes fit into half a gigabyte.
            .synchronous(SqliteSynchronous::Off)
            .pragma("cache_size", "-500000"),
    )
    .await?;
    for sql in FILL {
        sqlx::query(*sql)
            .bind(rows)
            .bind(site.anna.id.to_string())
            .bind(NOW_MS)
            .execute(&mut database)
            .await?;
    }
    // The first write of the sweep must not wait for the rest of the filling in the log and the system.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut database)
        .await?;
    database.close().await?;
    std::fs::File::open(site.folder().join(SQLITE_FILE))?.sync_all()?;
    let mut times = Vec::new();
    for (path, is_owners) in PAGES {
        let who = if *is_owners { &site.owner } else { &site.anna };
        let asked = (0..COUNT).map(|_| Ok((None, get(path, Some(who))?)));
        let asked = asked.collect::<Result<_, Failure>>()?;
        times.push(measure(&site.router, asked).await?.0);
    }
    Ok((times, site))
}

/// A write beside the sweep.
#[derive(Clone, Copy, Default)]
struct Wait {
    since_start: Duration,
    took: Duration,
}

/// Sweeps, while a match is saved over and over: how many went, how long it took, and how long each save did.
async fn sweep(site: &Site) -> Result<(u64, Duration, Vec<Wait>), Failure> {
    let game = site.game("chess", 0).await?;
    let is_done = Arc::new(AtomicBool::new(false));
    let writer = {
        let (store, is_done) = (site.store.clone(), Arc::clone(&is_done));
        let mut record: Record = game.record().clone();
        tokio::spawn(async move {
            let mut waits = Vec::new();
            let start = Stopwatch::start();
            while !is_done.load(Ordering::Relaxed) {
                let kept = SavedState::of(&record);
                record.version += 1;
                let (since, since_start) = (Stopwatch::start(), start.elapsed());
                store.save_game(kept, &record).await?;
                waits.push(Wait {
                    since_start,
                    took: since.elapsed(),
                });
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            Ok::<_, rookery::store::Error>(waits)
        })
    };
    let since = Stopwatch::start();
    let batches = GameBatches::default();
    let unowned = || site.store.delete_unowned_games(NOW_MS - 1, &batches);
    let removed = in_batches(unowned, |n| n > 0).await?;
    let took = since.elapsed();
    is_done.store(true, Ordering::Relaxed);
    Ok((removed, took, writer.await??))
}
