//! Event streams over HTTP/1: hyper writes the head of the response, and the events go to the socket without it.
//!
//! hyper keeps two buffers of 8 KiB and the head of the last request for each connection, which a stream with a few events per
//! hour never needs again. Such a response is sent as HTTP/1.0, whose body ends with the connection: hyper is done after the head
//! and gives the socket back.

use std::future::poll_fn;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::{HeaderValue, Version, header};
use axum::response::Response;
use hyper::body::Body;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::web::server::watched_body::WatchedBody;

/// The events of a connection whose last response was an event stream, handed over from the response to the socket.
#[derive(Clone, Default)]
pub struct Handover(Arc<Mutex<Option<WatchedBody>>>);

impl Handover {
    /// Keeps the events of a response; the rest of it ends with its head.
    pub fn take_over(&self, answer: Response<WatchedBody>) -> Response<WatchedBody> {
        let (mut head, events) = answer.into_parts();
        head.version = Version::HTTP_10;
        head.headers
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
        *self.lock() = Some(events);
        Response::from_parts(head, WatchedBody::nothing())
    }

    /// Whether there are events that nobody sends yet.
    pub fn is_pending(&self) -> bool {
        self.lock().is_some()
    }

    /// The events, once.
    pub fn take(&self) -> Option<WatchedBody> {
        self.lock().take()
    }

    /// No code panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, Option<WatchedBody>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends events until there are no more or the client is gone. Input from the client is ignored meanwhile.
///
/// # Errors
/// The connection broke.
pub async fn send(
    mut socket: impl AsyncRead + AsyncWrite + Unpin,
    mut events: WatchedBody,
) -> io::Result<()> {
    let mut unheard = [0; 64];
    loop {
        tokio::select! {
            frame = poll_fn(|cx| Pin::new(&mut events).poll_frame(cx)) => match frame {
                Some(Ok(frame)) => {
                    if let Ok(bytes) = frame.into_data() {
                        socket.write_all(&bytes).await?;
                    }
                }
                Some(Err(error)) => return Err(io::Error::other(error)),
                None => return socket.shutdown().await,
            },
            read = socket.read(&mut unheard) => {
                if read? == 0 {
                    return Ok(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::duplex;

    use super::*;

    fn events(text: &'static str) -> WatchedBody {
        WatchedBody::of(text.into())
    }

    #[test]
    fn the_head_ends_the_answer_and_the_events_are_handed_over_once() {
        let handover = Handover::default();
        assert!(!handover.is_pending());
        let head = handover.take_over(Response::new(events("data: 1\n\n")));
        assert_eq!(head.version(), Version::HTTP_10);
        assert_eq!(head.headers()[header::CONNECTION], "close");
        assert_eq!(
            head.body().size_hint().exact(),
            None,
            "a length would end the stream at once"
        );
        assert!(handover.is_pending());
        assert!(handover.take().is_some());
        assert!(handover.take().is_none() && !handover.is_pending());
    }

    #[tokio::test]
    async fn events_arrive_and_their_end_is_the_end_of_the_connection() {
        let (mut client, server) = duplex(64);
        client.write_all(b"not listened to").await.unwrap();
        let sending = tokio::spawn(send(server, events("data: 1\n\n")));
        let mut all = String::new();
        client.read_to_string(&mut all).await.unwrap();
        assert_eq!(all, "data: 1\n\n");
        sending.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn a_client_that_leaves_ends_the_stream() {
        let (client, server) = duplex(64);
        let quiet = WatchedBody::of(axum::body::Body::from_stream(
            futures_util::stream::pending::<Result<hyper::body::Bytes, std::convert::Infallible>>(),
        ));
        let sending = tokio::spawn(send(server, quiet));
        drop(client);
        sending.await.unwrap().unwrap();
    }
}
