//! Listening socket of the site: one passed by a service manager, or one of its own.

use std::io::ErrorKind;
use std::net::SocketAddr;

use crate::config::Config;
use listenfd::ListenFd;
use tokio::net::TcpListener;

use crate::cli::failure::Failure;

/// Listens. A socket that was passed to the process (`LISTEN_FDS`, as systemd does it) takes precedence over the configuration.
///
/// # Errors
/// The passed socket cannot be used, or `listen` cannot be bound.
pub async fn listen(config: &Config) -> Result<(TcpListener, SocketAddr), Failure> {
    let mut handed_over = handed_over();
    let listener = match handed_over.len() {
        0 => own(config.listen).await?,
        1 => inherited(&mut handed_over)?,
        many => {
            return Err(Failure::input(format!(
                "{many} sockets were handed over (LISTEN_FDS); the site listens on one: leave one ListenStream in the socket unit"
            )));
        }
    };
    let address = listener
        .local_addr()
        .map_err(|e| Failure::work(format!("cannot tell where the site listens: {e}")))?;
    if handed_over.len() == 1 {
        if !config.captcha.test_answer.is_empty() && !address.ip().is_loopback() {
            return Err(Failure::input(format!(
                "captcha.test_answer: a fixed answer is for tests, and the socket that was handed over is {address}, not a loopback address"
            )));
        }
        tracing::info!(%address, ignored = %config.listen, "listening on the socket that was handed over, not on `listen`");
    }
    Ok((listener, address))
}

/// The sockets that are meant for this process. Variables without its id are left over from another program (`sd_listen_fds(3)`);
/// [`ListenFd`] would take them.
fn handed_over() -> ListenFd {
    match std::env::var_os("LISTEN_PID") {
        Some(id) if !id.is_empty() => ListenFd::from_env(),
        _ => ListenFd::empty(),
    }
}

async fn own(address: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|e| {
        let remedy = match e.kind() {
            ErrorKind::AddrNotAvailable => "this machine does not have the address; choose one of its own, or 0.0.0.0 or [::] for all, with --listen",
            ErrorKind::PermissionDenied => "ports below 1024 need a privilege; choose another one with --listen, and put a proxy in front of it",
            _ => "stop the other program or choose another port with --listen",
        };
        Failure::work(format!("cannot listen on {address}: {e}; {remedy}"))
    })
}

fn inherited(handed_over: &mut ListenFd) -> Result<TcpListener, Failure> {
    let unusable = |e: std::io::Error| {
        Failure::input(format!(
            "the socket that was handed over (LISTEN_FDS) cannot be used: {e}; in the socket unit, ListenStream takes an address and a port"
        ))
    };
    let listener = handed_over.take_tcp_listener(0).map_err(unusable)?;
    let listener = listener.ok_or_else(|| unusable(ErrorKind::NotFound.into()))?;
    listener.set_nonblocking(true).map_err(unusable)?;
    TcpListener::from_std(listener).map_err(unusable)
}
