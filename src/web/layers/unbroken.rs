//! Uninterrupted posts: a POST runs to its end even if its client disconnects or its time limit is reached.
//!
//! Otherwise a request is dropped wherever it waits: between a change and its line in the audit log, between a charge and its refund,
//! between two batches of a guest's matches, or between a new session and its log-in.

use std::panic;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use crate::store::GIVEN_UP_AFTER;
use crate::web::Error;
use crate::web::request::body::has_type;

/// Time limit for a form with files, which may take long to arrive. Any other post has [`GIVEN_UP_AFTER`], as the work on the database
/// behind it: much longer than anybody waits for its answer. What is given up leaves its place in the pool and the turn of its address.
const FILES_GIVEN_UP_AFTER: Duration = Duration::from_secs(180);

/// Runs a post as a task of its own, which goes on even if nobody waits for its response; the shutdown of the site waits for all of
/// them. As with any request, a body that breaks off ends it. On HTTP/1, a post that was sent completely gets here even if its client
/// closes the connection at once: the server looks for that only later.
pub async fn to_its_end(posts: State<TaskTracker>, request: Request, next: Next) -> Response {
    let at_most = match has_type(request.headers(), "multipart/") {
        true => FILES_GIVEN_UP_AFTER,
        false => GIVEN_UP_AFTER,
    };
    within(at_most, posts, request, next).await
}

async fn within(
    at_most: Duration,
    State(posts): State<TaskTracker>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let post = timeout(at_most, next.run(request)).in_current_span();
    match posts.spawn(post).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => Error::Unavailable("a post was given up".to_owned()).into_response(),
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
    use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
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

    async fn briefly(posts: State<TaskTracker>, request: Request, next: Next) -> Response {
        within(Duration::from_millis(50), posts, request, next).await
    }

    #[tokio::test]
    async fn a_post_that_waits_for_ever_is_given_up() {
        let layer = middleware::from_fn_with_state(TaskTracker::new(), briefly);
        let never = async || std::future::pending::<()>().await;
        let routes = Router::new()
            .route("/", get(never).post(never))
            .layer(layer);
        let request = Request::post("/").body(Body::empty()).unwrap();
        let answer = routes.oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    }

    /// Type and subtype have no case: RFC 9110, section 8.3.1.
    #[test]
    fn a_form_with_files_has_longer_in_whatever_case_its_type_is_written() {
        for (kind, may) in [
            ("multipart/form-data; boundary=x", true),
            ("Multipart/Form-Data; boundary=x", true),
            ("MULTIPART/FORM-DATA", true),
            ("application/x-www-form-urlencoded", false),
            ("multipart", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            assert_eq!(has_type(&headers, "multipart/"), may, "{kind}");
        }
        assert!(!has_type(&HeaderMap::new(), "multipart/"));
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
