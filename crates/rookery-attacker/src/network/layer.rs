//! One layer of the network.

use crate::network::conv::Conv;
use crate::network::norm::Norm;
use crate::network::param::Param;
use crate::network::pool::Pool;
use crate::network::strips::Strips;
use crate::network::tensor::Tensor;

/// One step of the network.
#[derive(Clone, Debug)]
pub(crate) enum Layer {
    Conv(Conv),
    Pool(Pool),
    Norm(Norm),
    Strips(Box<Strips>),
}

impl Layer {
    /// From input to output. A step of training keeps what [`Layer::backward`] needs.
    pub(crate) fn forward(&mut self, input: Tensor, is_training: bool) -> Tensor {
        match self {
            Layer::Conv(conv) => conv.forward(input, is_training),
            Layer::Pool(pool) => pool.forward(&input, is_training),
            Layer::Norm(norm) => norm.forward(input, is_training),
            Layer::Strips(strips) => strips.forward(&input, is_training),
        }
    }

    /// From the gradient of the output to that of the input; the first layer's is of no use to anybody.
    pub(crate) fn backward(&mut self, gradient: Tensor, is_first: bool) -> Tensor {
        match self {
            Layer::Conv(conv) => conv.backward(&gradient, !is_first).unwrap_or_default(),
            Layer::Pool(pool) => pool.backward(&gradient),
            Layer::Norm(norm) => norm.backward(gradient),
            Layer::Strips(strips) => strips.backward(&gradient),
        }
    }

    /// The parameters that the layer learns.
    pub(crate) fn params(&mut self) -> Vec<&mut Param> {
        match self {
            Layer::Conv(conv) => std::iter::once(&mut conv.weight)
                .chain(conv.bias.as_mut())
                .collect(),
            Layer::Pool(_) => Vec::new(),
            Layer::Norm(norm) => vec![&mut norm.scale, &mut norm.shift],
            Layer::Strips(strips) => strips.params(),
        }
    }
}
