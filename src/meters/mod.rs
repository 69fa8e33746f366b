//! Metrics of the site for the owner's monitoring: counters, gauges and histograms in the text format of Prometheus. Every
//! name is in [`METERS`], with which docs/metrics.md is compared.

mod catalogue;
mod handle;
mod process;

#[cfg(test)]
mod tests;

pub use catalogue::{Kind, METERS, Meter};
pub use handle::Meters;
