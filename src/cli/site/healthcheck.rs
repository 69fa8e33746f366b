//! `rookery healthcheck`: readiness check of the configured site, for containers and service managers.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::site::args::SiteArgs;
use crate::clock::Stopwatch;

/// Timeout for the connection, and again for the answer.
const WITHIN: Duration = Duration::from_secs(2);
/// The pause before the next request of `--wait`.
const PAUSE: Duration = Duration::from_secs(1);
/// Maximum size of an answer, in bytes.
const LONGEST_ANSWER: usize = 16 * 1024;

/// Check that the site is ready: exit 0 if so, 1 with the reason if not
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery healthcheck --listen 127.0.0.1:8080\n\n\
    Requests /readyz at the address in `listen`: whether the database answers and accepts writes. After an upgrade or a restart, \
    --wait 60 gives the site a minute to start."
)]
pub struct Healthcheck {
    /// Address and port where the site listens [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Keep asking once a second until the site is ready, for at most this long
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    wait: u32,
    #[command(flatten)]
    site: SiteArgs,
}

impl Healthcheck {
    /// Runs the command.
    ///
    /// # Errors
    /// The configuration is wrong (2), or the site is not ready (1).
    pub fn run(self) -> Result<(), Failure> {
        let listen = self.listen.map(|l| ("listen".to_owned(), l));
        let loaded = self.site.load(listen.into_iter().collect())?;
        let address = reachable(loaded.config.listen);
        wait_for(address, Duration::from_secs(self.wait.into())).map_err(Failure::work)
    }
}

/// Asks the site at `address` until it is ready: once, and then again for as long as `most`.
///
/// # Errors
/// The reason why it is not ready, in words.
fn wait_for(address: SocketAddr, most: Duration) -> Result<(), String> {
    let since = Stopwatch::start();
    loop {
        match check(address, WITHIN) {
            Err(_) if since.elapsed() < most => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

/// Whether the site at `address` is ready.
///
/// # Errors
/// The reason why it is not, in words.
fn check(address: SocketAddr, within: Duration) -> Result<(), String> {
    match ask(address, within) {
        Ok(answer) if is_ok(&answer) => Ok(()),
        Ok(answer) => Err(format!("not ready: {}", words(&answer))),
        // A read that takes too long is one or the other, by the system.
        Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {
            Err(format!(
                "no answer from http://{address}/readyz within {} s; it may still be starting",
                within.as_secs_f64()
            ))
        }
        Err(error) => Err(format!("no answer from http://{address}/readyz: {error}")),
    }
}

/// The address at which a site that listens on `address` is reachable from this machine.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

fn ask(address: SocketAddr, within: Duration) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, within)?;
    stream.set_write_timeout(Some(within))?;
    write!(
        stream,
        "GET /readyz HTTP/1.0\r\nHost: {address}\r\nUser-Agent: rookery-healthcheck\r\n\r\n"
    )?;
    let answer = read_within(stream, within)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// The whole answer, however slowly it comes: each piece has only the rest of the time.
fn read_within(mut stream: TcpStream, within: Duration) -> std::io::Result<Vec<u8>> {
    let since = Stopwatch::start();
    let (mut answer, mut piece) = (Vec::new(), [0; 1024]);
    while answer.len() < LONGEST_ANSWER {
        let left = within.saturating_sub(since.elapsed());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(bytes) => answer.extend_from_slice(&piece[..bytes]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(answer)
}

fn is_ok(answer: &str) -> bool {
    let mut words = answer.split_whitespace();
    words
        .next()
        .is_some_and(|version| version.starts_with("HTTP/1."))
        && words.next() == Some("200")
}

/// The status and the first line of the body, for the message.
fn words(answer: &str) -> String {
    let status = answer.lines().next().unwrap_or("an empty answer");
    match answer.split_once("\r\n\r\n") {
        Some((_, body)) => format!("{status}; {}", body.lines().next().unwrap_or_default()),
        None => status.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::net::TcpListener;

    use super::*;

    /// As a socket that systemd holds for a site that is starting.
    #[test]
    fn a_listener_that_says_nothing_may_still_be_starting() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = silent.local_addr().unwrap();
        let said = check(address, Duration::from_millis(500)).unwrap_err();
        let expected = format!(
            "no answer from http://{address}/readyz within 0.5 s; it may still be starting"
        );
        assert_eq!(said, expected);
    }

    #[test]
    fn an_answer_that_comes_byte_by_byte_is_not_waited_for() {
        let slow = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = slow.local_addr().unwrap();
        let site = thread::spawn(move || {
            let (mut asking, _) = slow.accept().unwrap();
            let mut sent = 0;
            // Until the other side has gone.
            while asking.write_all(b"H").is_ok() {
                sent += 1;
                thread::sleep(Duration::from_millis(10));
            }
            sent
        });
        let said = check(address, Duration::from_millis(500)).unwrap_err();
        assert!(said.contains("within 0.5 s"), "{said}");
        assert!(site.join().unwrap() < LONGEST_ANSWER);
    }

    #[test]
    fn a_site_that_starts_is_asked_until_it_is_ready() {
        let starting = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = starting.local_addr().unwrap();
        let site = thread::spawn(move || {
            let away = "HTTP/1.0 503 Service Unavailable\r\n\r\ndatabase: takes no writes\n";
            for answer in [away, away, "HTTP/1.0 200 OK\r\n\r\nok\n"] {
                let (asking, _) = starting.accept().unwrap();
                let mut head = BufReader::new(&asking).lines();
                assert!(head.any(|line| line.unwrap().is_empty()));
                (&asking).write_all(answer.as_bytes()).unwrap();
            }
        });
        let once = wait_for(address, Duration::ZERO).unwrap_err();
        assert!(once.contains("takes no writes"), "{once}");
        assert_eq!(wait_for(address, Duration::from_secs(30)), Ok(()));
        site.join().unwrap();
    }

    #[test]
    fn only_a_200_is_ready_and_the_reason_is_said() {
        assert!(is_ok("HTTP/1.0 200 OK\r\n\r\nok\n"));
        let away = "HTTP/1.0 503 Service Unavailable\r\na: 200\r\n\r\ndatabase: takes no writes\n";
        assert!(!is_ok(away) && !is_ok("") && !is_ok("SSH-2.0 200"));
        assert!(words(away).ends_with("503 Service Unavailable; database: takes no writes"));
        assert_eq!(
            reachable("0.0.0.0:80".parse().unwrap()),
            "127.0.0.1:80".parse().unwrap()
        );
    }
}
