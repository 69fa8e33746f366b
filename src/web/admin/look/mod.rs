//! `/admin/look…`: the owner's look of the site: the form with a sample, its history, and logos that are not in force.

pub mod edit;
pub mod history;
pub mod submission;

mod draft;
mod problem_texts;
mod sample;
