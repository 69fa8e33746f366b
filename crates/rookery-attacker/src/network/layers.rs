//! The network: its layers in order.

use rand::Rng;

use crate::Head;
use crate::network::conv::{Conv, Kernel};
use crate::network::heads::ctc::Columns;
use crate::network::heads::head::Reading;
use crate::network::heads::positions::Places;
use crate::network::heads::rows::Rows;
use crate::network::layer::Layer;
use crate::network::norm::Norm;
use crate::network::param::Param;
use crate::network::pool::Pool;
use crate::network::strips::Strips;
use crate::network::tensor::Tensor;
use crate::training::picture::Size;

/// Pixels of the input across for each column of the output.
const COLUMN: usize = 4;
/// Pixels of the input down for each row that is left when all rows are merged into one: in one piece, and in strips.
const ROW: usize = 16;
const STRIP_ROW: usize = 8;
/// Places that the fixed-position head has.
const PLACES: usize = 8;

/// Layers in order, about a third of a million learnt numbers.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    layers: Vec<Layer>,
    /// The meaning of the last numbers.
    pub(crate) reading: Reading,
}

impl Head {
    /// The pictures that a network with this head sees.
    pub(crate) fn input(self) -> Size {
        match self {
            Head::Ctc | Head::Positions => Size::LINE,
            Head::Rows => Size::ROWS,
        }
    }
}

impl Network {
    /// A network that sees `channels` and tells `classes`, with random weights.
    pub(crate) fn new(channels: usize, classes: usize, head: Head, rng: &mut impl Rng) -> Self {
        let Size { height, width } = head.input();
        let count = width / COLUMN;
        let mut layers = Vec::new();
        let mut block = |kernel: Kernel, pool: Option<(usize, usize)>| {
            layers.push(Layer::Conv(Conv::new(kernel, rng)));
            if let Some((tall, wide)) = pool {
                layers.push(Layer::Pool(Pool::new(tall, wide)));
            }
            layers.push(Layer::Norm(Norm::new(kernel.outs)));
        };
        block(Kernel::three(channels, 24), Some((2, 2)));
        block(Kernel::three(24, 48), Some((2, 2)));
        block(Kernel::three(48, 96), None);
        block(Kernel::three(96, 96), Some((2, 1)));
        if head == Head::Rows {
            block(Kernel::three(96, 128), None);
            let strips = Strips::new(128, height / STRIP_ROW / 2, rng);
            layers.push(Layer::Strips(Box::new(strips)));
            layers.push(Layer::Norm(Norm::new(128)));
            let columns = Columns { count, classes };
            layers.push(Layer::Conv(Conv::with_bias(
                point(128, classes + 1, 1),
                rng,
            )));
            let reading = Reading::Rows(Rows { columns });
            return Network { layers, reading };
        }
        block(Kernel::three(96, 128), Some((2, 1)));
        let upright = Kernel {
            height: height / ROW,
            pad_y: 0,
            ..Kernel::three(128, 128)
        };
        block(upright, None);
        let reading = if head == Head::Positions {
            block(point(128, 32, 1), None);
            let all = point(32, PLACES * classes, count);
            layers.push(Layer::Conv(Conv::with_bias(all, rng)));
            Reading::Positions(Places {
                count: PLACES,
                classes,
            })
        } else {
            layers.push(Layer::Conv(Conv::with_bias(point(128, classes, 1), rng)));
            Reading::Ctc(Columns { count, classes })
        };
        Network { layers, reading }
    }

    pub(crate) fn forward(&mut self, input: Tensor, is_training: bool) -> Tensor {
        self.layers
            .iter_mut()
            .fold(input, |numbers, layer| layer.forward(numbers, is_training))
    }

    /// Adds the gradients of everything that is learnt.
    pub(crate) fn backward(&mut self, gradient: Tensor) {
        let layers = self.layers.iter_mut().enumerate().rev();
        layers.fold(gradient, |gradient, (place, layer)| {
            layer.backward(gradient, place == 0)
        });
    }

    /// Everything that is learnt.
    pub(crate) fn params(&mut self) -> Vec<&mut Param> {
        self.layers.iter_mut().flat_map(Layer::params).collect()
    }

    /// The count of the numbers that are learnt.
    pub(crate) fn size(&mut self) -> usize {
        self.params().iter().map(|param| param.value.len()).sum()
    }
}

/// A convolution over `width` columns of one row, without padding.
const fn point(ins: usize, outs: usize, width: usize) -> Kernel {
    Kernel {
        ins,
        outs,
        height: 1,
        width,
        pad_y: 0,
        pad_x: 0,
    }
}
