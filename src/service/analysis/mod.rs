//! Analyses of ended matches: jobs that search every position behind the engine's moves, and single positions on request.

mod analyses;
mod running_jobs;

pub use analyses::{Analyses, AnalysisState, SILENT_JOB_MS};
