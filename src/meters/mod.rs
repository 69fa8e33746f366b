//! Metrics of the site, for the owner's monitoring: counters, gauges and histograms in the text format of
//! Prometheus. Every name is in [`METERS`], which the description in docs/metrics.md is compared with.

mod catalogue;
mod handle;
mod process;

#[cfg(test)]
mod tests;

pub use catalogue::{Kind, METERS, Meter};
pub use handle::Meters;
