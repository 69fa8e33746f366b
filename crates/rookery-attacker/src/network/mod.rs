//! The network: its layers, the tensors between them, and its heads.

pub(crate) mod conv;
pub(crate) mod heads;
pub(crate) mod layer;
pub(crate) mod layers;
pub(crate) mod matrix;
pub(crate) mod norm;
pub(crate) mod param;
pub(crate) mod pool;
pub(crate) mod strips;
pub(crate) mod tensor;
