//! Training: samples, their small changes, the optimiser, the schedule.

pub(in crate::solver) mod adam;
pub(in crate::solver) mod augment;
pub(in crate::solver) mod learner;
pub(in crate::solver) mod picture;
pub(in crate::solver) mod sample;
pub(in crate::solver) mod schedule;
