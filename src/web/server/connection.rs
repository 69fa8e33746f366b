//! A watched connection: its socket, and its requests and responses as the watch counts them.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Context;
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Version, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper_util::server::graceful::GracefulConnection;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::web::server::activity::{Activity, ResponseKind, TimedOut};
use crate::web::server::event_stream::Handover;
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
    socket: TcpStream,
    activity: Arc<Activity>,
    handover: Handover,
}

impl WatchedSocket {
    /// Watches a socket. If the last response was the head of an event stream, the socket is not shut down after it.
    pub fn new(socket: TcpStream, activity: Arc<Activity>, handover: Handover) -> Self {
        WatchedSocket {
            socket,
            activity,
            handover,
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
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.socket).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.activity.received();
        }
        read
    }
}

impl AsyncWrite for WatchedSocket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.socket).poll_write(cx, bytes);
        self.count(sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.socket).poll_write_vectored(cx, parts);
        self.count(sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.handover.is_pending() {
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}

/// Passes a request to the site and its response to the connection, and reports both to the watch.
pub async fn answer(
    router: Router,
    request: Request<Incoming>,
    peer: SocketAddr,
    activity: Arc<Activity>,
    handover: Handover,
) -> Result<Response<WatchedBody>, Infallible> {
    let version = request.version();
    let asked = PendingRequest::new(activity, version);
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(Peer(peer));
    let response = router.oneshot(request).await.unwrap_or_else(|e| match e {});
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
