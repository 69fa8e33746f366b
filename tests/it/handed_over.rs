//! Socket activation: the site serves on the socket passed by a service manager, whatever `--listen` says.

use std::io::Read;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};

use crate::support::program::{Place, failure};

/// A shell that makes what is its standard input the descriptors from 3 on, as systemd numbers them, and becomes the site.
fn activated(place: &Place, socket: impl Into<OwnedFd>, many: usize, arguments: &str) -> Command {
    let site = place.command(&[]).get_program().to_owned();
    let copies: String = (3..3 + many).map(|fd| format!(" {fd}<&0")).collect();
    let script = format!(
        "export LISTEN_PID=$$ LISTEN_FDS={many}; exec \"$0\" serve {arguments}{copies} </dev/null"
    );
    let mut command = Command::new("sh");
    command
        .args(["-c", &script])
        .arg(site)
        .current_dir(place.path())
        .stdin(Stdio::from(socket.into()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ROOKERY_")) {
        command.env_remove(name);
    }
    command
}

fn get(address: std::net::SocketAddr, path: &str) -> String {
    use std::io::Write;
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    let wait = Some(std::time::Duration::from_secs(30));
    stream.set_read_timeout(wait).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn end(mut child: Child) -> (Option<i32>, String, String) {
    let pid = child.id().to_string();
    let sent = Command::new("sh")
        .args(["-c", "kill -TERM \"$0\"", &pid])
        .status();
    assert!(sent.unwrap().success());
    let (mut printed, mut logged) = (String::new(), String::new());
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut printed)
        .unwrap();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut logged)
        .unwrap();
    (child.wait().unwrap().code(), printed, logged)
}

#[test]
fn an_inherited_socket_wins_over_listen_and_the_log_says_so() {
    let place = Place::new();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    // Port 1 could not be had by most; nobody tries.
    let child = activated(&place, socket, 1, "--listen 127.0.0.1:1")
        .spawn()
        .unwrap();
    // The kernel has the connection wait until the site is there.
    assert!(get(address, "/healthz").starts_with("HTTP/1.0 200"));
    let (code, printed, logged) = end(child);
    assert_eq!(code, Some(0), "{logged}");
    assert!(printed.contains(&format!("http://{address}")), "{printed}");
    let line = logged.lines().find(|line| line.contains("handed over"));
    let line = line.unwrap_or_else(|| panic!("{logged}"));
    assert!(
        line.contains(&address.to_string()) && line.contains("127.0.0.1:1"),
        "{line}"
    );
}

#[test]
fn another_process_s_sockets_are_not_taken() {
    let place = Place::new();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = place.command(&[
        "serve",
        "--listen",
        &socket.local_addr().unwrap().to_string(),
    ]);
    command.env("LISTEN_FDS", "1");
    // The port is in use: that the site says so shows that it tried its own. Without an id, nobody is meant (sd_listen_fds(3)).
    for id in ["1", "", "none"] {
        let (code, words) = failure(&command.env("LISTEN_PID", id).output().unwrap());
        assert_eq!(code, 1);
        assert!(words.contains("cannot listen on"), "{id:?}: {words}");
    }
    let (code, words) = failure(&command.env_remove("LISTEN_PID").output().unwrap());
    assert_eq!(code, 1);
    assert!(words.contains("cannot listen on"), "{words}");
}

#[test]
fn what_cannot_be_listened_on_is_named() {
    let place = Place::new();
    let file = std::fs::File::open(place.path()).unwrap();
    let (code, words) = failure(&activated(&place, file, 1, "").output().unwrap());
    assert_eq!(code, 2);
    assert!(
        words.contains("LISTEN_FDS") && words.contains("ListenStream"),
        "{words}"
    );

    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let (code, words) = failure(&activated(&place, socket, 2, "").output().unwrap());
    assert_eq!(code, 2);
    assert!(words.contains("2 sockets"), "{words}");
}

#[test]
fn a_fixed_answer_is_refused_on_an_inherited_socket_off_loopback() {
    let place = Place::new();
    let socket = TcpListener::bind("0.0.0.0:0").unwrap();
    let mut command = activated(&place, socket, 1, "--listen 127.0.0.1:0");
    command.env("ROOKERY__CAPTCHA__TEST_ANSWER", "fixed");
    let (code, words) = failure(&command.output().unwrap());
    assert_eq!(code, 2);
    assert!(
        words.contains("captcha.test_answer") && words.contains("loopback"),
        "{words}"
    );
}
