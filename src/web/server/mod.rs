//! The accept loop: what `axum::serve` does, plus connection limits, deadlines for clients, and a shutdown that ends on time
//! although event streams are open.

pub(in crate::web) mod activity;
pub(in crate::web) mod connection;
mod connection_limiter;
mod event_stream;
pub(in crate::web) mod open_counter;
mod request_head;
mod watched_body;

pub use connection_limiter::PeerNetworks;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::server::conn::http2;
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::web::server::activity::Activity;
use crate::web::server::connection::{Protocol, WatchedSocket, until_stopped};
use crate::web::server::connection_limiter::ConnectionLimiter;
use crate::web::server::event_stream::Handover;
use crate::web::server::watched_body::WatchedBody;
use crate::work;

/// Maximum number of open connections if the system allows that many files; more wait in the kernel's queue.
const CONNECTIONS: u64 = 20_000;
/// Descriptors for everything else: the database, tables, uploads, the log.
const RESERVED: u64 = 128;
/// With fewer descriptors than this, outsiders can easily fill the site.
const FEW: u64 = 4096;
/// The longest request head.
const HEAD_BYTES: usize = 64 * 1024;
/// Maximum number of concurrent requests on one HTTP/2 connection, event streams included: the response of each may take half a megabyte
/// while it is compressed. A proxy with more opens another connection.
const STREAMS_OF_A_CONNECTION: u32 = 64;
/// Time limit for requests in progress after the stop.
const DRAIN: Duration = Duration::from_secs(4);

/// Time after which a connection ends if its client acknowledges nothing that was sent. A phone that has changed its network falls silent,
/// and the keep-alive comments of an event stream do not fill the buffer that the other limits watch. Longer than those limits, because
/// the client is not notified of such an end.
#[cfg(target_os = "linux")]
const UNHEARD_MS: u32 = 60_000;

/// Serves until `stop`, then drains.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    networks: PeerNetworks,
    stop: CancellationToken,
) {
    let permits = Arc::new(Semaphore::new(capacity()));
    let connections = TaskTracker::new();
    let mut limiter = ConnectionLimiter::new(networks);
    loop {
        // The permit is taken before accepting: when the site is full, new connections wait in the kernel's queue.
        let permit = tokio::select! {
            permit = Arc::clone(&permits).acquire_owned() => permit,
            () = stop.cancelled() => break,
        };
        let Ok(permit) = permit else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        let (socket, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(place) = limiter.enter(peer.ip()) else {
            continue;
        };
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(&socket, UNHEARD_MS) {
            tracing::debug!(%error, "no TCP_USER_TIMEOUT");
        }
        let line = AcceptedConnection {
            socket,
            peer,
            activity: Arc::new(Activity::new(limiter.timeouts(peer.ip()))),
        };
        let held: (OwnedSemaphorePermit, _) = (permit, place);
        let serving = line.serve(router.clone(), stop.clone());
        connections.spawn(async move {
            serving.await;
            drop(held);
        });
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(DRAIN, connections.wait())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not end within {DRAIN:?} and were cut off");
    }
}

/// A connection that was let in.
struct AcceptedConnection {
    socket: TcpStream,
    peer: SocketAddr,
    activity: Arc<Activity>,
}

impl AcceptedConnection {
    async fn serve(self, router: Router, stop: CancellationToken) {
        let first = tokio::select! {
            first = tokio::time::timeout(self.activity.next_look(), connection::protocol(&self.socket)) => first,
            () = stop.cancelled() => return,
        };
        match first {
            Ok(Ok(Protocol::Http1)) => self.http1(router, &stop).await,
            // Boxed: rare, and larger than the other.
            Ok(Ok(Protocol::Http2)) => Box::pin(self.http2(router, &stop)).await,
            Ok(Err(error)) => tracing::debug!(%error, "a connection ended early"),
            Err(_) => tracing::debug!("a connection said nothing"),
        }
    }

    async fn http1(self, router: Router, stop: &CancellationToken) {
        let activity = Arc::clone(&self.activity);
        let handover = Handover::default();
        let (service, io) = self.parts(router, handover.clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            // `connection` enforces the deadlines: it can tell half a head from a pause between two requests.
            .header_read_timeout(None)
            // A client that has sent all it will say may close its side and still read (RFC 9112, section 9.6), and a post that came
            // whole is not dropped because its client has gone: `connection::answer` looks for that.
            .half_close(true)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(io, service);
        // Boxed from here on: moved by value, it would take space in each of these futures.
        let mut connection = Box::new(connection);
        if !connection::watch(until_stopped(&mut *connection, stop), &activity).await {
            return;
        }
        if let Some(events) = handover.take() {
            let socket = connection.into_parts().io.into_inner();
            connection::watch(event_stream::send(socket, events), &activity).await;
        }
    }

    async fn http2(self, router: Router, stop: &CancellationToken) {
        let activity = Arc::clone(&self.activity);
        let (service, io) = self.parts(router, Handover::default());
        let mut connection = http2::Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            .max_header_list_size(HEAD_BYTES as u32)
            .max_concurrent_streams(STREAMS_OF_A_CONNECTION)
            .keep_alive_interval(Duration::from_secs(30))
            .serve_connection(io, service);
        connection::watch(until_stopped(&mut connection, stop), &activity).await;
    }

    /// The service and the connection that hyper needs.
    fn parts(
        self,
        router: Router,
        handover: Handover,
    ) -> (
        impl HttpService<
            Incoming,
            ResBody = WatchedBody,
            Error = Infallible,
            Future: Send + Unpin + 'static,
        > + Unpin,
        TokioIo<WatchedSocket>,
    ) {
        let AcceptedConnection {
            socket,
            peer,
            activity,
        } = self;
        let socket = Arc::new(socket);
        let io = WatchedSocket::new(Arc::clone(&socket), Arc::clone(&activity), handover.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            // The connection keeps space for this future for its whole life; a box is freed when the response has begun.
            Box::pin(connection::answer(
                router.clone(),
                request,
                (Arc::clone(&socket), peer),
                Arc::clone(&activity),
                handover.clone(),
            ))
        });
        (service, TokioIo::new(io))
    }
}

/// The number of connections that fit into `files` descriptors: half of a few, all but [`RESERVED`] of many, at least one.
fn connections_for(files: u64) -> u64 {
    files
        .saturating_sub(RESERVED.min(files / 2))
        .clamp(1, CONNECTIONS)
}

/// The number of connections that the descriptors of this process allow. If they are few, the log says so.
fn capacity() -> usize {
    let files = work::raise_descriptors();
    let connections = connections_for(files);
    if files < FEW {
        tracing::warn!(
            files,
            connections,
            "the system lets this process open few files, and as many visitors fewer can be connected at a time; \
             allow at least {FEW} (ulimit -n, or LimitNOFILE= in a systemd unit)"
        );
    }
    usize::try_from(connections).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::connections_for;

    #[test]
    fn connections_leave_descriptors_for_everything_else() {
        for (files, connections) in [
            (0, 1),
            (1, 1),
            (2, 1),
            (100, 50),
            (256, 128),
            (257, 129),
            (1024, 896),
            (4096, 3968),
            (20_128, 20_000),
            (20_129, 20_000),
            (1 << 20, 20_000),
            (u64::MAX, 20_000),
        ] {
            assert_eq!(connections_for(files), connections, "{files} files");
        }
    }
}
