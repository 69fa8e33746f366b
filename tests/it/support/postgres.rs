//! A throwaway PostgreSQL: one cluster per test binary, started when the first test asks, one database per test.
//!
//! A shell script owns the cluster and waits on a pipe whose other end this process holds. However the process ends
//! (done, panic, kill), the pipe closes, and the script stops the server and removes its folder: nothing is left behind.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rookery::clock::Stopwatch;
use sqlx::postgres::PgConnectOptions;
use sqlx::{PgPool, Postgres, Transaction};

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);
/// The template of a database in which nothing was made.
const EMPTY: &str = "template1";
/// Set to 1 where a missing PostgreSQL is a failure, not a reason to skip.
const REQUIRE: &str = "ROOKERY_REQUIRE_POSTGRES";

/// The line that is printed where PostgreSQL is missing and not required.
const SKIPPED: &str =
    "\nPostgreSQL is not installed (no /usr/lib/postgresql/*/bin/initdb): its tests were SKIPPED\n";

/// `$1` = folder of the server's programs. Prints the folder of the socket when the server answers.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
dir=$(mktemp -d /tmp/rookery-pg.XXXXXX) || exit 1
trap 'rm -rf "$dir"' EXIT
"$1/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$dir/log" 2>&1 ||
    { cat "$dir/log" >&2; exit 1; }
"$1/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off >"$dir/log" 2>&1 &
server=$!
until "$1/pg_isready" -q -h "$dir"; do
    kill -0 "$server" 2>/dev/null || { cat "$dir/log" >&2; exit 1; }
    sleep 0.05
done
echo "$dir"
read -r _
kill -QUIT "$server"
wait "$server"
"#;

struct Cluster {
    programs: PathBuf,
    socket_dir: String,
    /// Its standard input is the pipe that keeps the cluster alive.
    _keeper: Child,
}

/// The address of a fresh, empty database; `None` where PostgreSQL is not installed.
pub fn fresh_database() -> Option<String> {
    database(EMPTY)
}

/// The address of a fresh copy of a database to which nobody is connected, or as [`fresh_database`].
pub fn copy_of(address: &str) -> Option<String> {
    let options: PgConnectOptions = address.parse().unwrap();
    database(options.get_database().unwrap())
}

fn database(template: &str) -> Option<String> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);

    let cluster = CLUSTER.get_or_init(start).as_ref()?;
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::SeqCst));
    let made = Command::new(cluster.programs.join("createdb"))
        .args(["-U", "postgres", "-h", &cluster.socket_dir])
        .args(["-T", template, &name])
        .status()
        .unwrap();
    assert!(made.success(), "createdb {name}: {made}");
    Some(format!(
        "postgres://postgres@localhost/{name}?host={}",
        cluster.socket_dir
    ))
}

/// A transaction that keeps its locks however long the test says nothing: PostgreSQL ends that of a site after ten seconds.
pub async fn begin_patiently(pool: &PgPool) -> Transaction<'static, Postgres> {
    let mut open = pool.begin().await.unwrap();
    sqlx::query("SET LOCAL idle_in_transaction_session_timeout = 0")
        .execute(&mut *open)
        .await
        .unwrap();
    open
}

/// Waits until so many calls of this database wait for locks.
pub async fn until_waiting(pool: &PgPool, calls: i64) {
    let since = Stopwatch::start();
    loop {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        .fetch_one(pool)
        .await
        .unwrap();
        if waiting >= calls {
            return;
        }
        assert!(since.elapsed() < NEVER, "{waiting} of {calls} calls wait");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until a statement that begins like this waits for a lock of this database.
pub async fn until_it_waits(pool: &PgPool, statement: &str) {
    let since = Stopwatch::start();
    loop {
        let waits: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock' AND starts_with(query, $1))",
        )
        .bind(statement)
        .fetch_one(pool)
        .await
        .unwrap();
        if waits {
            return;
        }
        assert!(since.elapsed() < NEVER, "nothing waits at {statement}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn start() -> Option<Cluster> {
    let Some(programs) = programs() else {
        assert!(
            std::env::var(REQUIRE).as_deref() != Ok("1"),
            "{REQUIRE}=1, but there is no /usr/lib/postgresql/*/bin/initdb"
        );
        // Straight to the handle: the harness hides what a passing test prints.
        std::io::stderr().write_all(SKIPPED.as_bytes()).unwrap();
        return None;
    };
    let mut keeper = keeper(&programs)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Ctrl-C goes to the tests alone; the script learns of it from the pipe.
        .process_group(0)
        .spawn()
        .unwrap();
    let mut socket_dir = String::new();
    BufReader::new(keeper.stdout.take().unwrap())
        .read_line(&mut socket_dir)
        .unwrap();
    assert!(
        !socket_dir.is_empty(),
        "PostgreSQL did not start; its words stand above"
    );
    Some(Cluster {
        programs,
        socket_dir: socket_dir.trim().to_owned(),
        _keeper: keeper,
    })
}

/// The newest installed server.
fn programs() -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, bin)| bin.join("initdb").exists())
        .collect();
    found.sort();
    found.pop().map(|(_, bin)| bin)
}

/// The script, run by a user that `initdb` accepts: not root.
fn keeper(programs: &Path) -> Command {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    let mut command = if is_root {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--", "sh"]);
        command
    } else {
        Command::new("sh")
    };
    command
        .args(["-c", SCRIPT, "postgres-keeper"])
        .arg(programs)
        .current_dir("/");
    command
}
