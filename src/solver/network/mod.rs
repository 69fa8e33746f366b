//! The network: its layers, the numbers between them, and its heads.

pub(in crate::solver) mod conv;
pub(in crate::solver) mod ctc;
pub(in crate::solver) mod head;
pub(in crate::solver) mod layer;
pub(in crate::solver) mod layers;
pub(in crate::solver) mod matrix;
pub(in crate::solver) mod norm;
pub(in crate::solver) mod param;
pub(in crate::solver) mod pool;
pub(in crate::solver) mod positions;
pub(in crate::solver) mod tensor;
