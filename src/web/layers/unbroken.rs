//! Uninterrupted posts: a POST runs to its end even if its client disconnects or its time limit is reached.
//!
//! Otherwise a request is dropped wherever it waits: between a change and its line in the audit log, between a charge and its refund, or
//! when a guest's session has ended and the user's has not begun.

use std::panic;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use crate::web::Error;

/// Runs a post as a task of its own, which goes on even if nobody waits for its response; the shutdown of the site waits for all of
/// them. As with any request, a body that breaks off ends it.
pub async fn to_its_end(
    State(posts): State<TaskTracker>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    match posts.spawn(next.run(request).in_current_span()).await {
        Ok(response) => response,
        Err(error) => match error.try_into_panic() {
            // The layer outside makes the page.
            Ok(panic) => panic::resume_unwind(panic),
            Err(cancelled) => Error::Unavailable(cancelled.to_string()).into_response(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::Router;
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::middleware;
    use axum::routing::get;
    use tokio::sync::Notify;
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    #[tokio::test]
    async fn a_post_goes_on_without_its_client_and_a_look_does_not() {
        for (method, goes_on) in [(Method::POST, true), (Method::GET, false)] {
            let [begun, go, done] = [(); 3].map(|()| Arc::new(Notify::new()));
            let (inside, waited_for, ended) = (begun.clone(), go.clone(), done.clone());
            let handler = async move || {
                inside.notify_one();
                waited_for.notified().await;
                ended.notify_one();
            };
            let posts = TaskTracker::new();
            let layer = middleware::from_fn_with_state(posts.clone(), to_its_end);
            let routes = Router::new()
                .route("/", get(handler.clone()).post(handler))
                .layer(layer);
            let request = Request::builder().method(method).uri("/");
            let asking = tokio::spawn(routes.oneshot(request.body(Body::empty()).unwrap()));
            begun.notified().await;
            asking.abort();
            assert!(asking.await.is_err_and(|error| error.is_cancelled()));
            match goes_on {
                true => {
                    posts.close();
                    assert_eq!(posts.len(), 1);
                    go.notify_one();
                    posts.wait().await;
                    done.notified().await;
                }
                // Nobody but this test has it any more.
                false => assert_eq!(Arc::strong_count(&go), 1),
            }
        }
    }

    async fn defect() {
        panic!("a defect")
    }

    #[tokio::test]
    async fn a_panic_reaches_the_layer_that_makes_a_page_of_it() {
        let routes = Router::new()
            .route("/", get(defect).post(defect))
            .layer(middleware::from_fn_with_state(
                TaskTracker::new(),
                to_its_end,
            ))
            .layer(CatchPanicLayer::new());
        let request = Request::post("/").body(Body::empty()).unwrap();
        let answer = routes.oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
