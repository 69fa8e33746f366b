//! Matrix products of slices, computed by the blocked kernels behind `ndarray`.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, ShapeBuilder};

/// A matrix of `rows` × `columns` within a slice: the number in row `r` and column `c` is at `r * row_step + c * column_step`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
    row_step: usize,
    column_step: usize,
}

impl<'a> Matrix<'a> {
    /// A matrix whose rows begin `stride` numbers apart.
    pub(crate) fn new(data: &'a [f32], rows: usize, columns: usize, stride: usize) -> Self {
        Matrix {
            data,
            rows,
            columns,
            row_step: stride,
            column_step: 1,
        }
    }

    /// The same numbers with rows and columns exchanged.
    pub(crate) fn transposed(self) -> Self {
        Matrix {
            rows: self.columns,
            columns: self.rows,
            row_step: self.column_step,
            column_step: self.row_step,
            ..self
        }
    }

    fn view(&self) -> ArrayView2<'a, f32> {
        let shape = (self.rows, self.columns).strides((self.row_step, self.column_step));
        ArrayView2::from_shape(shape, self.data).expect("a matrix lies within its slice")
    }
}

/// `to = keep · to + left · right`, where `to` has rows that begin `stride` numbers apart.
pub(crate) fn multiply(
    left: Matrix<'_>,
    right: Matrix<'_>,
    keep: f32,
    to: &mut [f32],
    stride: usize,
) {
    let shape = (left.rows, right.columns).strides((stride, 1));
    let mut to = ArrayViewMut2::from_shape(shape, to).expect("a product lies within its slice");
    general_mat_mul(1.0, &left.view(), &right.view(), keep, &mut to);
}
