//! The body of a response, watched while it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use futures_util::stream;
use hyper::body::{Frame, SizeHint};

use crate::web::server::activity::Activity;

/// The body of an answer, counted while it is on its way.
pub struct WatchedBody {
    body: Body,
    /// The connection, and the number of this answer on it.
    activity: Option<(Arc<Activity>, u64)>,
}

impl WatchedBody {
    /// A body without a watch.
    pub fn of(body: Body) -> Self {
        WatchedBody {
            body,
            activity: None,
        }
    }

    /// A body whose parts and end are reported to `activity`, under its number there.
    pub(super) fn counted(body: Body, activity: Option<(Arc<Activity>, u64)>) -> Self {
        WatchedBody { body, activity }
    }

    /// A body without a byte, whose length is not announced.
    pub fn nothing() -> Self {
        WatchedBody::of(Body::from_stream(
            stream::empty::<Result<Bytes, Infallible>>(),
        ))
    }
}

impl hyper::body::Body for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some((activity, number)) = &self.activity {
            activity.part(*number);
        }
        hyper::body::Body::poll_frame(Pin::new(&mut self.body), cx)
    }

    fn is_end_stream(&self) -> bool {
        hyper::body::Body::is_end_stream(&self.body)
    }

    fn size_hint(&self) -> SizeHint {
        hyper::body::Body::size_hint(&self.body)
    }
}

impl Drop for WatchedBody {
    fn drop(&mut self) {
        if let Some((activity, number)) = &self.activity {
            activity.end(*number);
        }
    }
}
