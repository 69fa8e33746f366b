//! Output heads: what the last numbers of a network mean.

pub(crate) mod ctc;
pub(crate) mod head;
pub(crate) mod positions;
pub(crate) mod rows;
