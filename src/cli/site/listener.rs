//! Listening socket of the site: one passed by a service manager, or one of its own.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;

use crate::config::Config;
use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpSocket};

use crate::cli::failure::Failure;

/// Connections that may wait until they are accepted.
const WAITING: u32 = 1024;

/// A socket that has its address, and takes connections once it listens: an address that cannot be had is known before there is a site.
pub struct BoundSocket {
    /// The address, with the port that the system has chosen where any would do.
    pub address: SocketAddr,
    kind: Kind,
}

enum Kind {
    Own(TcpSocket),
    HandedOver(TcpListener),
}

impl BoundSocket {
    /// Takes the address. A socket that was passed to the process (`LISTEN_FDS`, as systemd does it) takes precedence over the
    /// configuration.
    ///
    /// # Errors
    /// The passed socket cannot be used, or `listen` cannot be bound.
    pub fn bind(config: &Config) -> Result<Self, Failure> {
        let mut handed_over = handed_over();
        let unknown =
            |e: io::Error| Failure::work(format!("cannot tell where the site listens: {e}"));
        match handed_over.len() {
            0 => {
                let socket = own(config.listen).map_err(|e| refused(config.listen, &e))?;
                Ok(BoundSocket {
                    address: socket.local_addr().map_err(unknown)?,
                    kind: Kind::Own(socket),
                })
            }
            1 => {
                let listener = inherited(&mut handed_over)?;
                let address = listener.local_addr().map_err(unknown)?;
                if !config.captcha.test_answer.is_empty() && !address.ip().is_loopback() {
                    return Err(Failure::input(format!(
                        "captcha.test_answer: a fixed answer is for tests, and the socket that was handed over is {address}, not a loopback address"
                    )));
                }
                tracing::info!(%address, ignored = %config.listen, "listening on the socket that was handed over, not on `listen`");
                Ok(BoundSocket {
                    address,
                    kind: Kind::HandedOver(listener),
                })
            }
            many => Err(Failure::input(format!(
                "{many} sockets were handed over (LISTEN_FDS); the site listens on one: leave one ListenStream in the socket unit"
            ))),
        }
    }

    /// Begins to take connections.
    ///
    /// # Errors
    /// Another program listens on the address since a moment ago.
    pub fn listen(self) -> Result<TcpListener, Failure> {
        match self.kind {
            Kind::Own(socket) => socket
                .listen(WAITING)
                .map_err(|e| refused(self.address, &e)),
            Kind::HandedOver(listener) => Ok(listener),
        }
    }
}

/// The sockets that are meant for this process. Variables without its id are left over from another program (`sd_listen_fds(3)`);
/// [`ListenFd`] would take them.
fn handed_over() -> ListenFd {
    match std::env::var_os("LISTEN_PID") {
        Some(id) if !id.is_empty() => ListenFd::from_env(),
        _ => ListenFd::empty(),
    }
}

fn own(address: SocketAddr) -> io::Result<TcpSocket> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // Connections of the process before may still be closing.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

fn refused(address: SocketAddr, error: &io::Error) -> Failure {
    let remedy = match error.kind() {
        ErrorKind::AddrNotAvailable => {
            "this machine does not have the address; choose one of its own, or 0.0.0.0 or [::] for all, with --listen"
        }
        ErrorKind::PermissionDenied => {
            "ports below 1024 need a privilege; choose another one with --listen, and put a proxy in front of it"
        }
        _ => "stop the other program or choose another port with --listen",
    };
    Failure::work(format!("cannot listen on {address}: {error}; {remedy}"))
}

fn inherited(handed_over: &mut ListenFd) -> Result<TcpListener, Failure> {
    let unusable = |e: io::Error| {
        Failure::input(format!(
            "the socket that was handed over (LISTEN_FDS) cannot be used: {e}; in the socket unit, ListenStream takes an address and a port"
        ))
    };
    let listener = handed_over.take_tcp_listener(0).map_err(unusable)?;
    let listener = listener.ok_or_else(|| unusable(ErrorKind::NotFound.into()))?;
    listener.set_nonblocking(true).map_err(unusable)?;
    TcpListener::from_std(listener).map_err(unusable)
}
