//! Max pooling.

use crate::network::tensor::Tensor;

/// The largest of `tall` × `wide` numbers; the picture shrinks by as much.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    tall: usize,
    wide: usize,
    /// The index of the input number that each output number came from.
    from: Vec<u32>,
    input: Tensor,
}

impl Pool {
    pub(crate) fn new(tall: usize, wide: usize) -> Self {
        Pool {
            tall,
            wide,
            from: Vec::new(),
            input: Tensor::default(),
        }
    }

    /// Shrinks. The input's height and width are multiples of the pool's.
    pub(crate) fn forward(&mut self, input: &Tensor, is_training: bool) -> Tensor {
        let (height, width) = (input.height / self.tall, input.width / self.wide);
        let mut output = Tensor::zeros(input.channels, input.pictures, height, width);
        let mut from = std::mem::take(&mut self.from);
        from.resize(output.data.len(), 0);
        for (row, (to, from)) in output
            .data
            .chunks_exact_mut(width)
            .zip(from.chunks_exact_mut(width))
            .enumerate()
        {
            // Rows of all maps follow each other, in the input as in the output.
            let start = row * self.tall * input.width;
            let block = &input.data[start..start + self.tall * input.width];
            self.shrink(block, input.width, start as u32, to, from);
        }
        self.from = from;
        if is_training {
            self.input = Tensor {
                data: Vec::new(),
                ..*input
            };
        }
        output
    }

    /// One row of the output from as many rows of the input as the pool is tall.
    fn shrink(&self, block: &[f32], width: usize, start: u32, to: &mut [f32], from: &mut [u32]) {
        for (x, (to, from)) in to.iter_mut().zip(from).enumerate() {
            let corner = x * self.wide;
            let (mut most, mut place) = (block[corner], corner);
            for dy in 0..self.tall {
                let line = dy * width + corner;
                for (dx, number) in block[line..line + self.wide].iter().enumerate() {
                    if *number > most {
                        (most, place) = (*number, line + dx);
                    }
                }
            }
            (*to, *from) = (most, start + place as u32);
        }
    }

    /// The gradient goes where the largest number came from.
    pub(crate) fn backward(&mut self, gradient: &Tensor) -> Tensor {
        let mut back = self.input.zeros_like();
        for (gradient, from) in gradient.data.iter().zip(&self.from) {
            back.data[*from as usize] = *gradient;
        }
        back
    }
}
