//! A watched connection: its socket, and its requests and responses as the watch counts them.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, Version, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper_util::server::graceful::GracefulConnection;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::web::server::activity::{Activity, ResponseKind, TimedOut};
use crate::web::server::event_stream::Handover;
use crate::web::server::request_head;
use crate::web::server::watched_body::WatchedBody;

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The protocol of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// 1.0 or 1.1, or something unknown.
    Http1,
    /// The client sent the preface of HTTP/2.
    Http2,
}

/// Interval of checks for a client that sends byte by byte.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The time that an answer may still take after its client has closed its side: longer than a page takes, shorter than a search that
/// nobody waits for any more.
const GRACE: Duration = Duration::from_secs(1);

/// Peeks at the first bytes of a connection without consuming them: reading them and putting them back would cost each
/// connection a buffer of twice the size.
///
/// # Errors
/// The connection broke, or ended before it began.
pub async fn protocol(socket: &TcpStream) -> io::Result<Protocol> {
    let mut first = [0; 3];
    loop {
        let length = socket.peek(&mut first).await?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if !b"PRI".starts_with(&first[..length]) {
            return Ok(Protocol::Http1);
        }
        if length == first.len() {
            return Ok(Protocol::Http2);
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// A socket that reports its traffic.
pub struct WatchedSocket {
    socket: Arc<TcpStream>,
    activity: Arc<Activity>,
    handover: Handover,
}

impl WatchedSocket {
    /// Watches a socket. If the last response was the head of an event stream, the socket is not shut down after it.
    pub fn new(socket: Arc<TcpStream>, activity: Arc<Activity>, handover: Handover) -> Self {
        WatchedSocket {
            socket,
            activity,
            handover,
        }
    }

    /// Writes once the socket takes something.
    fn poll_send(
        &self,
        cx: &mut Context<'_>,
        send: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.socket.poll_write_ready(cx))?;
            match send(&self.socket) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                sent => return Poll::Ready(sent),
            }
        }
    }

    fn count(&self, sent: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &sent {
            Poll::Ready(Ok(_)) => self.activity.sent(),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.activity.blocked(),
        }
        sent
    }
}

impl Drop for WatchedSocket {
    fn drop(&mut self) {
        // Unread data would stay in the kernel for minutes after the close.
        if self.activity.overdue() == Some(TimedOut::Write)
            && let Err(error) = self.socket.set_zero_linger()
        {
            tracing::debug!(%error, "a connection is not cut short");
        }
    }
}

impl AsyncRead for WatchedSocket {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.socket.poll_read_ready(cx))?;
            match self.socket.try_read(buffer.initialize_unfilled()) {
                Ok(length) => {
                    buffer.advance(length);
                    if length > 0 {
                        self.activity.received();
                    }
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for WatchedSocket {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.count(self.poll_send(cx, |socket| socket.try_write(bytes)))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.count(self.poll_send(cx, |socket| socket.try_write_vectored(parts)))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.handover.is_pending() {
            return Poll::Ready(Ok(()));
        }
        let ended = rustix::net::shutdown(&*self.socket, rustix::net::Shutdown::Write);
        Poll::Ready(ended.map_err(io::Error::from))
    }
}

/// Waits until the client of a request over HTTP/1 has closed its side of the connection, and has waited for its answer for a while. hyper does
/// not look for that, as it cannot tell a client that has asked for all it wants from one that is gone.
async fn left(socket: &TcpStream) {
    let mut first = [0];
    // More bytes are the next request, or a body that is not read yet.
    while socket.peek(&mut first).await.is_ok_and(|length| length > 0) {
        tokio::time::sleep(GRACE).await;
    }
    tokio::time::sleep(GRACE).await;
}

/// Passes a request to the site and its response to the connection, and reports both to the watch. What a client that is gone has asked for
/// is given up, as a stream of HTTP/2 is that its client resets; posts that run to their end go on (`web::layers::unbroken`).
pub async fn answer(
    router: Router,
    request: Request<Incoming>,
    (socket, peer): (Arc<TcpStream>, SocketAddr),
    activity: Arc<Activity>,
    handover: Handover,
) -> Result<Response<WatchedBody>, Infallible> {
    let version = request.version();
    let asked = PendingRequest::new(activity, version);
    if let Some((status, why)) = request_head::fault(version, request.headers()) {
        tracing::debug!(%peer, %status, why, "a request head breaks the protocol");
        let refused = last(status, why);
        return Ok(refused.map(|body| asked.begin(ResponseKind::Plain, body)));
    }
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(Peer(peer));
    let answered = router.oneshot(request);
    let response = match version {
        Version::HTTP_2 => answered.await,
        _ => tokio::select! {
            biased;
            response = answered => response,
            () = left(&socket) => Ok(last(StatusCode::REQUEST_TIMEOUT, "")),
        },
    };
    let response = response.unwrap_or_else(|e| match e {});
    let is_stream = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let answer = if is_stream {
        ResponseKind::Stream
    } else {
        ResponseKind::Plain
    };
    let response = response.map(|body| asked.begin(answer, body));
    if is_stream && version != Version::HTTP_2 {
        return Ok(handover.take_over(response));
    }
    Ok(response)
}

/// The last response of a connection: after a head that breaks the protocol, it is not certain where the next request would begin.
fn last(status: StatusCode, why: &'static str) -> Response {
    (status, [(header::CONNECTION, "close")], why).into_response()
}

/// A request whose answer has not begun.
struct PendingRequest(Option<Arc<Activity>>);

impl PendingRequest {
    fn new(activity: Arc<Activity>, version: Version) -> Self {
        activity.head(version == Version::HTTP_2);
        PendingRequest(Some(activity))
    }

    fn begin(mut self, answer: ResponseKind, body: Body) -> WatchedBody {
        let activity = self.0.take().map(|activity| {
            let number = activity.begin(answer);
            (activity, number)
        });
        WatchedBody::counted(body, activity)
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        if let Some(activity) = &self.0 {
            activity.give_up();
        }
    }
}

/// Serves a connection until it ends; after the stop it ends with the current response.
///
/// # Errors
/// Those of the connection.
pub async fn until_stopped<C>(connection: &mut C, stop: &CancellationToken) -> Result<(), C::Error>
where
    C: GracefulConnection + Unpin,
{
    tokio::select! {
        ended = &mut *connection => return ended,
        () = stop.cancelled() => Pin::new(&mut *connection).graceful_shutdown(),
    }
    connection.await
}

/// Lets a connection run until it ends or times out. Returns whether it ended by itself.
pub async fn watch<E>(connection: impl Future<Output = Result<(), E>>, activity: &Activity) -> bool
where
    E: std::fmt::Display,
{
    let mut connection = pin!(connection);
    loop {
        match tokio::time::timeout(activity.next_look(), &mut connection).await {
            Ok(Ok(())) => return true,
            Ok(Err(error)) => {
                tracing::debug!(%error, "a connection ended early");
                return false;
            }
            Err(_) => {
                if let Some(why) = activity.overdue() {
                    tracing::debug!(?why, "a connection was quiet for too long");
                    return false;
                }
            }
        }
    }
}
