//! A full disk: writes are refused with a reason, reads go on, and the site recovers when there is room again. The disk is a
//! [small one in memory](crate::support::small_disk).

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use rookery::clock::Stopwatch;

use crate::support::program::{Server, failure};
use crate::support::small_disk::SmallDisk;
use crate::support::wire::Wire;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);
const ROUNDS: usize = 4;
/// The matches that begin in each round before the disk fills up; whatever is under way then may be refused.
const WRITES: usize = 20;
const SETTINGS: &[(&str, &str)] = &[
    ("ROOKERY__LIMITS__GAMES_PER_MINUTE", "1000000"),
    ("ROOKERY__LIMITS__REQUESTS_PER_SECOND", "1000000"),
    ("ROOKERY__LIMITS__EXEMPT", "127.0.0.1/32"),
    ("ROOKERY__ENGINE__BUILD_TABLES", "false"),
];

/// Starts games until one is refused, and returns the refusal.
fn write_until_refused(wire: &mut Wire) -> crate::support::wire::Reply {
    let since = Stopwatch::start();
    loop {
        if let Err(reply) = wire.home_game().unwrap() {
            return reply;
        }
        assert!(since.elapsed() < NEVER, "a full disk is not noticed");
    }
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Stopwatch::start();
    while !is_so() {
        assert!(since.elapsed() < NEVER, "in vain: {what}");
        sleep(Duration::from_millis(50));
    }
}

fn is_ready(server: &Server) -> bool {
    server.get("/readyz").starts_with("HTTP/1.0 200")
}

fn log_of(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

#[test]
fn writes_are_refused_reads_go_on_and_it_recovers_by_itself() {
    let Some(disk) = SmallDisk::new() else { return };
    let place = &disk.place;
    let mut server = place.serve_with(&[], SETTINGS);
    let log_file = place.path().join("log");
    let copy = log_file.clone();
    let log = server.log();
    let logging = std::thread::spawn(move || {
        let mut file = fs::File::create(copy).unwrap();
        for line in log {
            writeln!(file, "{line}").unwrap();
        }
    });
    let mut wire = Wire::new(&server.address);
    let game = wire.home_game().unwrap().unwrap();
    assert!(is_ready(&server));

    disk.fill();
    let refused = write_until_refused(&mut wire);
    assert_eq!(refused.status, 503, "{refused:?}");
    assert!(!refused.header("retry-after").is_empty(), "{refused:?}");
    // Reads go on: pages, and the game that is there.
    for path in ["/", "/play", "/healthz", &game] {
        assert_eq!(wire.get(path).unwrap().status, 200, "{path}");
    }
    until("it is not ready", || !is_ready(&server));
    assert!(server.get("/readyz").contains("takes no writes"));
    let log = log_of(&log_file);
    assert!(
        log.contains("ERROR") && log.contains("takes no writes"),
        "{log}"
    );

    disk.empty();
    until("it is ready again", || is_ready(&server));
    wire.home_game().unwrap().unwrap();
    assert_eq!(
        wire.get(&game).unwrap().status,
        200,
        "what was kept is kept"
    );
    assert_eq!(server.terminate().0, Some(0));
    logging.join().unwrap();
    assert!(log_of(&log_file).contains("takes writes again"));
}

#[test]
fn it_stops_on_a_full_disk_in_time_and_starts_again_when_there_is_room() {
    let Some(disk) = SmallDisk::new() else { return };
    let place = &disk.place;
    let server = place.serve_with(&[], SETTINGS);
    let mut wire = Wire::new(&server.address);
    let game = wire.home_game().unwrap().unwrap();
    disk.fill();
    write_until_refused(&mut wire);
    let since = Stopwatch::start();
    assert_eq!(server.terminate().0, Some(0));
    assert!(
        since.elapsed() < Duration::from_millis(5_500),
        "a full disk does not keep it from stopping"
    );
    disk.empty();
    let server = place.serve_with(&[], SETTINGS);
    assert_eq!(
        wire.moved_to(&server.address).get(&game).unwrap().status,
        200
    );
    assert_eq!(server.terminate().0, Some(0));
}

/// The disk fills up and the process is killed in the middle of writes, again and again: what was acknowledged is there when there is
/// room again.
#[test]
fn nothing_that_was_acknowledged_is_lost_on_a_full_disk_of_a_killed_process() {
    // A process that is killed leaves its log of writes, 4 MB, beside the file.
    let Some(disk) = SmallDisk::of_megabytes(16) else {
        return;
    };
    let kept = Mutex::new(Vec::new());
    let count = || kept.lock().unwrap().len();
    let mut wire = Wire::new("");
    for round in 0..ROUNDS {
        let server = disk.place.serve_with(&[], SETTINGS);
        wire = wire.moved_to(&server.address);
        let before = count();
        std::thread::scope(|scope| {
            let writing = scope.spawn(|| {
                loop {
                    match wire.home_game().unwrap() {
                        Ok(game) => kept.lock().unwrap().push(game),
                        Err(refused) => return refused.status,
                    }
                }
            });
            until("matches begin", || {
                count() >= before + WRITES || writing.is_finished()
            });
            disk.fill();
            assert_eq!(writing.join().unwrap(), 503, "round {round}");
        });
        server.kill();
        disk.empty();
    }
    let server = disk.place.serve_with(&[], SETTINGS);
    wire = wire.moved_to(&server.address);
    for game in kept.lock().unwrap().iter() {
        let view = wire.get(&format!("/api/v1{game}")).unwrap().json();
        assert_eq!(
            (&view["ply"], &view["me"]),
            (&2.into(), &0.into()),
            "{game}: {view}"
        );
    }
    println!("{} matches in {ROUNDS} rounds, 0 lost", count());
    wire.home_game().unwrap().unwrap();
    assert_eq!(server.terminate().0, Some(0));
}

/// A backup that does not fit leaves no half file behind, and the site as it was.
#[test]
fn a_backup_that_does_not_fit_says_so_and_leaves_nothing() {
    let Some(disk) = SmallDisk::new() else { return };
    let place = &disk.place;
    let site = ["--data", "site"];
    assert_eq!(place.serve_with(&site, SETTINGS).terminate().0, Some(0));
    disk.fill();
    let output = place.run(&[&["backup", "data/here"], &site[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        words.contains("full") || words.contains("No space left"),
        "{words}"
    );
    assert!(!disk.data().join("here").exists());
    disk.empty();
    place.lines(&[&["backup", "data/here"], &site[..]].concat());
}

/// Whoever tries again after code 1 may find room; code 2 would say that the arguments are wrong.
#[test]
fn pictures_that_do_not_fit_are_a_failure_of_the_work() {
    let Some(disk) = SmallDisk::new() else { return };
    for folder in ["labelled", "blind", "spoken"] {
        fs::create_dir(disk.data().join(folder)).unwrap();
    }
    disk.fill();
    let sample = ["captcha", "sample", "--count", "2"];
    for more in [
        &["--out", "data/labelled"][..],
        &["--out", "data/blind", "--blind"],
        &["--out", "data/spoken", "--audio"],
    ] {
        let output = disk.place.run(&[&sample[..], more].concat());
        let (code, words) = failure(&output);
        assert!(code == 1 && words.contains("No space left"), "{words}");
        assert!(!words.contains("that you may write to"), "{words}");
    }
}
