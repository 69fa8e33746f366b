//! Handlers of routes behind one type.
//!
//! For each handler type of its own, axum's routing is compiled anew, and the compiler proves over and over that the handler's future may
//! move between threads: together a quarter of the time that it spends on this crate before it writes machine code. Behind one type, both
//! happen once. A request costs one more indirect call.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use crate::web::App;

/// The answer of a handler that is an asynchronous function.
type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler whose arguments are no longer part of its type.
#[derive(Clone)]
pub struct ErasedHandler(Arc<dyn Fn(Request, App) -> Answer + Send + Sync>);

/// The same handler, without its arguments in its type.
pub fn erased<T, H: Handler<T, App, Future = Answer>>(handler: H) -> ErasedHandler {
    ErasedHandler(Arc::new(move |request, app| {
        handler.clone().call(request, app)
    }))
}

impl Handler<(), App> for ErasedHandler {
    type Future = Answer;

    fn call(self, request: Request, app: App) -> Answer {
        (self.0)(request, app)
    }
}
