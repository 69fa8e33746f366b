//! The request as handlers read it: its body and fields, forms, what kind of answer it accepts, byte ranges.

pub(in crate::web) mod accept;
pub(in crate::web) mod body;
pub(in crate::web) mod fields;
pub(in crate::web) mod form;
pub(in crate::web) mod posts;
pub(in crate::web) mod range;
