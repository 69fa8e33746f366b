//! Worker threads beside tokio, for computations: searches, password hashes, captcha drawing.
//!
//! Such work on tokio's own blocking threads starves the pages: with 64 searches there, every search has a 32nd of a core
//! and a small page takes 200 ms. A [`Pool`] has few threads and a short queue, and says so when it is full.

mod descriptors;
mod keyed_mutex;
mod pool;
mod priority;
mod queue;
mod stop;
mod ticket;

#[cfg(test)]
mod tests;

pub use descriptors::raise_descriptors;
pub use keyed_mutex::KeyedMutex;
pub use pool::Pool;
pub use priority::lower_priority;
pub use queue::{MAX_WAITING_PER_KEY, Refused};
pub use stop::StopFlag;
pub use ticket::{JobError, Ticket};
