//! One step of the network.

use crate::solver::conv::Conv;
use crate::solver::norm::Norm;
use crate::solver::param::Param;
use crate::solver::pool::Pool;
use crate::solver::tensor::Tensor;

/// One step of the network.
#[derive(Clone, Debug)]
pub(super) enum Layer {
    Conv(Conv),
    Pool(Pool),
    Norm(Norm),
}

impl Layer {
    /// From input to output. A step of training keeps what [`Layer::backward`] needs.
    pub(super) fn forward(&mut self, input: Tensor, is_training: bool) -> Tensor {
        match self {
            Layer::Conv(conv) => conv.forward(input, is_training),
            Layer::Pool(pool) => pool.forward(&input, is_training),
            Layer::Norm(norm) => norm.forward(input, is_training),
        }
    }

    /// From the gradient of the output to that of the input; the first layer's is of no use to anybody.
    pub(super) fn backward(&mut self, gradient: Tensor, is_first: bool) -> Tensor {
        match self {
            Layer::Conv(conv) => conv.backward(&gradient, !is_first).unwrap_or_default(),
            Layer::Pool(pool) => pool.backward(&gradient),
            Layer::Norm(norm) => norm.backward(gradient),
        }
    }

    /// What is learnt here.
    pub(super) fn params(&mut self) -> Vec<&mut Param> {
        match self {
            Layer::Conv(conv) => std::iter::once(&mut conv.weight)
                .chain(conv.bias.as_mut())
                .collect(),
            Layer::Pool(_) => Vec::new(),
            Layer::Norm(norm) => vec![&mut norm.scale, &mut norm.shift],
        }
    }
}
