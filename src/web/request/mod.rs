//! Parts of a request for handlers: its path, its body and fields, forms, the accepted kind of answer, cookies, byte ranges.

pub(in crate::web) mod accept;
pub(in crate::web) mod body;
pub(in crate::web) mod cookie;
pub(in crate::web) mod fields;
pub(in crate::web) mod form;
pub(in crate::web) mod path;
pub(in crate::web) mod posts;
pub(in crate::web) mod range;
pub(in crate::web) mod upload;
