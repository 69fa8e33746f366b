//! Preferences of a visitor about boards: their values, where they are kept, and the page that sets them.

pub(in crate::web) mod choices;
pub(in crate::web) mod looks;
pub(in crate::web) mod pages;
pub(in crate::web) mod storage;
