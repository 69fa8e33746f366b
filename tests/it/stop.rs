//! Unread output: the site starts, serves and stops in time even if nobody reads what it prints.

use std::fs::File;
use std::io::{PipeWriter, Write};
use std::net::TcpListener;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rookery::clock::Stopwatch;
use rookery::store::SQLITE_FILE;

use crate::support::program::Place;
use crate::support::wire::Wire;

/// The site has five seconds; the rest is for a busy machine.
const STOPPED_WITHIN: Duration = Duration::from_millis(5_500);
/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(30);

/// A port that was free a moment ago: here nobody says which one the site has taken.
fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

fn serve(mut command: Command, out: Stdio, err: Stdio) -> Child {
    command
        // As many lines as there can be, so that a full pipe is full.
        .env("ROOKERY__LOG__LEVEL", "trace")
        .stdout(out)
        .stderr(err)
        .spawn()
        .unwrap()
}

/// Asks the site until it answers, and then a little more, so that it has something to log.
fn use_it(address: &str) {
    let since = Stopwatch::start();
    while Wire::new(address).get("/healthz").map_or(0, |r| r.status) != 200 {
        assert!(since.elapsed() < NEVER, "it does not serve");
        sleep(Duration::from_millis(20));
    }
    for _ in 0..20 {
        assert_eq!(Wire::new(address).get("/play").unwrap().status, 200);
    }
    Wire::new(address).home_game().unwrap().unwrap();
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {}", child.id())])
        .status();
    assert!(sent.unwrap().success());
}

fn terminate(child: &mut Child) -> ExitStatus {
    stopped_by(child, "TERM")
}

fn stopped_by(child: &mut Child, signal: &str) -> ExitStatus {
    send(child, signal);
    let since = Stopwatch::start();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if since.elapsed() > STOPPED_WITHIN {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it did not stop");
        }
        sleep(Duration::from_millis(10));
    }
}

fn starts_serves_and_stops(out: Stdio, err: Stdio) {
    starts_serves_and_stops_by(r#"exec "$0" "$@""#, out, err);
}

/// Started by this line of the shell.
fn starts_serves_and_stops_by(script: &str, out: Stdio, err: Stdio) {
    let place = Place::new();
    let address = free_address();
    let arguments = ["serve", "--listen", &address];
    let command = place.shell(script, env!("CARGO_BIN_EXE_rookery"), &arguments);
    let mut child = serve(command, out, err);
    use_it(&address);
    assert_eq!(terminate(&mut child).code(), Some(0));
    // The database is one file again: whoever copies the folder of a stopped site has every game.
    let data = place.path().join("data");
    assert!(data.join(SQLITE_FILE).is_file());
    assert!(!data.join(format!("{SQLITE_FILE}-wal")).exists());
}

#[test]
fn with_pipes_whose_reader_is_gone() {
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        Stdio::from(writer)
    };
    starts_serves_and_stops(closed(), closed());
}

/// A site started from a terminal that listens to SIGHUP, whatever the tests themselves were started by.
const HEARS_HANGUP: &str = r#"exec env --default-signal=HUP "$0" "$@""#;

/// Requests in progress have as much time as after SIGTERM.
#[test]
fn a_closed_terminal_ends_it_as_a_stop_does() {
    let place = Place::new();
    let address = free_address();
    let arguments = ["serve", "--listen", &address];
    let command = place.shell(HEARS_HANGUP, env!("CARGO_BIN_EXE_rookery"), &arguments);
    let mut child = serve(command, Stdio::null(), Stdio::null());
    use_it(&address);
    assert_eq!(stopped_by(&mut child, "HUP").code(), Some(0));
    let data = place.path().join("data");
    assert!(!data.join(format!("{SQLITE_FILE}-wal")).exists());
}

#[test]
fn under_nohup_it_outlives_its_terminal() {
    let place = Place::new();
    let address = free_address();
    let arguments = ["serve", "--listen", &address];
    let script = r#"trap '' HUP; exec "$0" "$@""#;
    let command = place.shell(script, env!("CARGO_BIN_EXE_rookery"), &arguments);
    let mut child = serve(command, Stdio::null(), Stdio::null());
    use_it(&address);
    send(&child, "HUP");
    // Far longer than it takes to stop listening.
    sleep(Duration::from_millis(500));
    assert_eq!(Wire::new(&address).get("/healthz").unwrap().status, 200);
    assert_eq!(terminate(&mut child).code(), Some(0));
}

/// Neither is open: the first files that the site opens must not get their numbers, or its log would be written into its database.
#[test]
fn with_nowhere_to_print_to() {
    let script = r#"exec "$0" "$@" >&- 2>&-"#;
    starts_serves_and_stops_by(script, Stdio::null(), Stdio::null());
}

#[test]
fn with_full_pipes_that_nobody_reads() {
    let (readers, writers): (Vec<_>, Vec<_>) = [(), ()].map(|()| full_pipe()).into_iter().unzip();
    let [out, err]: [PipeWriter; 2] = writers.try_into().unwrap();
    starts_serves_and_stops(out.into(), err.into());
    drop(readers);
}

/// A pipe with no room for a single byte more.
fn full_pipe() -> (std::io::PipeReader, PipeWriter) {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let filling = writer.try_clone().unwrap();
    // Whoever writes more than there is room for waits: this thread does, until the test ends.
    std::thread::spawn(move || {
        let mut filling = filling;
        while filling.write_all(&[b'.'; 4096]).is_ok() {}
    });
    let since = Stopwatch::start();
    // The pipe of Linux has room for 64 KiB; a moment is enough to fill it.
    while since.elapsed() < Duration::from_millis(200) {
        sleep(Duration::from_millis(10));
    }
    writer.flush().unwrap();
    (reader, writer)
}

#[test]
fn on_a_full_disk() {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    starts_serves_and_stops(full(), full());
}
