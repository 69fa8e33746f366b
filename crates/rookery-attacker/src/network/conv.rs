//! Convolution as a matrix product of the weights with the patches of the pictures (im2col).

use rand::Rng;

use crate::network::matrix::{Matrix, multiply};
use crate::network::param::Param;
use crate::network::tensor::Tensor;

/// Columns of patches that are multiplied at a time: enough for the kernels to reach their speed, few enough for the cache.
const COLUMNS: usize = 1536;

/// The size of a convolution; the step is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// Channels that go in.
    pub(crate) ins: usize,
    /// Channels that come out.
    pub(crate) outs: usize,
    /// Rows of a patch.
    pub(crate) height: usize,
    /// Columns of a patch.
    pub(crate) width: usize,
    /// Rows of zeros above and below the picture.
    pub(crate) pad_y: usize,
    /// Columns of zeros left and right of it.
    pub(crate) pad_x: usize,
}

impl Kernel {
    /// Three by three, and the picture keeps its size.
    pub(crate) const fn three(ins: usize, outs: usize) -> Self {
        Kernel {
            ins,
            outs,
            height: 3,
            width: 3,
            pad_y: 1,
            pad_x: 1,
        }
    }

    /// Numbers of a patch.
    pub(crate) const fn patch(&self) -> usize {
        self.ins * self.height * self.width
    }
}

/// A convolution with learnt weights for pictures of one size: `outs` rows of `patch` numbers, ordered by channel, row, column.
#[derive(Clone, Debug)]
pub(crate) struct Conv {
    kernel: Kernel,
    pub(crate) weight: Param,
    pub(crate) bias: Option<Param>,
    input: Tensor,
    patches: Vec<f32>,
    /// Gradients of the patches.
    returned: Vec<f32>,
}

impl Conv {
    /// Without bias: for use before a normalisation, which would take it out again.
    pub(crate) fn new(kernel: Kernel, rng: &mut impl Rng) -> Self {
        let fan_in = kernel.patch();
        Conv {
            kernel,
            weight: Param::he_normal(kernel.outs * fan_in, fan_in, rng),
            bias: None,
            input: Tensor::default(),
            patches: Vec::new(),
            returned: Vec::new(),
        }
    }

    /// With a bias that starts at zero.
    pub(crate) fn with_bias(kernel: Kernel, rng: &mut impl Rng) -> Self {
        let bias = Some(Param::constant(kernel.outs, 0.0));
        Conv {
            bias,
            ..Conv::new(kernel, rng)
        }
    }

    /// Convolves; keeps the input for [`Conv::backward`] where it is a step of training.
    pub(crate) fn forward(&mut self, input: Tensor, is_training: bool) -> Tensor {
        let k = self.kernel;
        let out_height = input.height + 2 * k.pad_y + 1 - k.height;
        let out_width = input.width + 2 * k.pad_x + 1 - k.width;
        let mut output = Tensor::zeros(k.outs, input.pictures, out_height, out_width);
        let (plane, area) = (output.plane(), output.area());
        if let Some(bias) = &self.bias {
            for (map, bias) in output.data.chunks_exact_mut(plane).zip(&bias.value) {
                map.fill(*bias);
            }
        }
        for (first, count) in groups(input.pictures, area) {
            let columns = count * area;
            self.lay_out(&input, first, count, out_height);
            let weight = Matrix::new(&self.weight.value, k.outs, k.patch(), k.patch());
            let patches = Matrix::new(&self.patches, k.patch(), columns, columns);
            let from = first * area;
            multiply(weight, patches, 1.0, &mut output.data[from..], plane);
        }
        if is_training {
            self.input = input;
        }
        output
    }

    /// Adds the gradients of the weights; returns that of the input, or nothing where nobody wants it.
    pub(crate) fn backward(&mut self, gradient: &Tensor, wants_input: bool) -> Option<Tensor> {
        let k = self.kernel;
        let input = std::mem::take(&mut self.input);
        let (plane, area) = (gradient.plane(), gradient.area());
        if let Some(bias) = &mut self.bias {
            for (sum, map) in bias
                .gradient
                .iter_mut()
                .zip(gradient.data.chunks_exact(plane))
            {
                *sum += map.iter().sum::<f32>();
            }
        }
        let mut to_input = wants_input.then(|| input.zeros_like());
        for (first, count) in groups(input.pictures, area) {
            let columns = count * area;
            let from = first * area;
            let outer = Matrix::new(&gradient.data[from..], k.outs, columns, plane);
            self.lay_out(&input, first, count, gradient.height);
            let patches = Matrix::new(&self.patches, k.patch(), columns, columns).transposed();
            multiply(outer, patches, 1.0, &mut self.weight.gradient, k.patch());
            if let Some(to_input) = &mut to_input {
                let weight = Matrix::new(&self.weight.value, k.outs, k.patch(), k.patch());
                self.returned.resize(k.patch() * columns, 0.0);
                multiply(weight.transposed(), outer, 0.0, &mut self.returned, columns);
                add_back(&k, &self.returned, first, count, gradient.height, to_input);
            }
        }
        to_input
    }

    /// Lays the patches of some pictures side by side: one row for each tap of the kernel, one column for each place.
    fn lay_out(&mut self, input: &Tensor, first: usize, count: usize, out_height: usize) {
        let out_width = input.width + 2 * self.kernel.pad_x + 1 - self.kernel.width;
        let size = self.kernel.patch() * count * out_height * out_width;
        let patches = &mut self.patches;
        // All pictures of a network have the same size, so that a group of as many pictures as the last can reuse the buffer: the zeros of
        // the padding are in the same places.
        if patches.len() != size {
            patches.clear();
            patches.resize(size, 0.0);
        }
        runs(&self.kernel, input, first, count, out_height, |run| {
            patches[run.at_patches..run.at_patches + run.length]
                .copy_from_slice(&input.data[run.at_input..run.at_input + run.length]);
        });
    }
}

/// Pictures in groups, first and count, of about [`COLUMNS`] columns.
fn groups(pictures: usize, area: usize) -> impl Iterator<Item = (usize, usize)> {
    let most = (COLUMNS / area).max(1);
    (0..pictures)
        .step_by(most)
        .map(move |first| (first, most.min(pictures - first)))
}

/// The place of one row of one tap of the kernel: `length` numbers, from `at_input` on in the input and from `at_patches` on among the
/// patches.
struct Run {
    at_input: usize,
    at_patches: usize,
    length: usize,
}

/// All the rows of numbers that input and patches share; what no row covers is padding.
fn runs(
    k: &Kernel,
    input: &Tensor,
    first: usize,
    count: usize,
    out_height: usize,
    mut each: impl FnMut(Run),
) {
    let (width, height) = (input.width, input.height);
    let out_width = width + 2 * k.pad_x + 1 - k.width;
    let (plane, area) = (input.plane(), input.area());
    let mut row_start = 0;
    for channel in 0..k.ins {
        for (dy, dx) in (0..k.height).flat_map(|dy| (0..k.width).map(move |dx| (dy, dx))) {
            let left = k.pad_x.saturating_sub(dx);
            let right = out_width.min(width + k.pad_x - dx);
            let source_x = left + dx - k.pad_x;
            for picture in 0..count {
                let map = channel * plane + (first + picture) * area;
                for y in k.pad_y.saturating_sub(dy)..out_height.min(height + k.pad_y - dy) {
                    let to = row_start + (picture * out_height + y) * out_width;
                    each(Run {
                        at_input: map + (y + dy - k.pad_y) * width + source_x,
                        at_patches: to + left,
                        length: right - left,
                    });
                }
            }
            row_start += count * out_height * out_width;
        }
    }
}

/// The way back of [`Conv::lay_out`]: adds each patch where it came from.
fn add_back(
    k: &Kernel,
    patches: &[f32],
    first: usize,
    count: usize,
    out_height: usize,
    to_input: &mut Tensor,
) {
    let shape = Tensor {
        data: Vec::new(),
        ..*to_input
    };
    let data = &mut to_input.data;
    runs(k, &shape, first, count, out_height, |run| {
        let to = &mut data[run.at_input..run.at_input + run.length];
        let from = &patches[run.at_patches..run.at_patches + run.length];
        for (to, from) in to.iter_mut().zip(from) {
            *to += from;
        }
    });
}
