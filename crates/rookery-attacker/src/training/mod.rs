//! Training: samples, augmentation, the optimiser, the schedule.

pub(crate) mod adam;
pub(crate) mod augment;
pub(crate) mod learner;
pub(crate) mod picture;
pub(crate) mod sample;
pub(crate) mod schedule;
