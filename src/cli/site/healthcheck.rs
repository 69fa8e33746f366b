//! `rookery healthcheck`: readiness check of the configured site, for containers and service managers.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::site::args::SiteArgs;

/// Timeout for the connection, and again for the answer.
const WITHIN: Duration = Duration::from_secs(2);
/// Maximum size of an answer, in bytes.
const LONGEST_ANSWER: u64 = 16 * 1024;

/// Check that the site is ready: exit 0 if so, 1 with the reason if not
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery healthcheck --listen 127.0.0.1:8080\n\n\
    Requests /readyz at the address in `listen`: whether the database answers and accepts writes."
)]
pub struct Healthcheck {
    /// Address and port where the site listens [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
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
        match ask(address) {
            Ok(answer) if is_ok(&answer) => Ok(()),
            Ok(answer) => Err(Failure::work(format!("not ready: {}", words(&answer)))),
            Err(error) => Err(Failure::work(format!(
                "no answer from http://{address}/readyz: {error}"
            ))),
        }
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

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, WITHIN)?;
    stream.set_read_timeout(Some(WITHIN))?;
    stream.set_write_timeout(Some(WITHIN))?;
    write!(
        stream,
        "GET /readyz HTTP/1.0\r\nHost: {address}\r\nUser-Agent: rookery-healthcheck\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(LONGEST_ANSWER).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
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
    use super::*;

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
