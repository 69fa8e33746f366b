//! The owner's look of the site while it runs: the version in force, its history, and the logos that are kept.

mod active_look;
mod logos;
mod site_look;

pub use active_look::{ActiveLook, ServedLogo, Stylesheet};
pub use logos::KeptLogo;
pub(in crate::service) use site_look::sweep_logos;
pub use site_look::{LookOptions, SiteLook};
