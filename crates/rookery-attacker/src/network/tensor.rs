//! Tensors: the numbers between two layers.

/// Numbers in four dimensions: channel, picture, row, column, the last changing fastest. With the channel outermost, a
/// convolution is one product of matrices for many pictures and a channel's mean runs over one piece of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tensor {
    pub(crate) channels: usize,
    pub(crate) pictures: usize,
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) data: Vec<f32>,
}

impl Tensor {
    pub(crate) fn zeros(channels: usize, pictures: usize, height: usize, width: usize) -> Self {
        Tensor {
            channels,
            pictures,
            height,
            width,
            data: vec![0.0; channels * pictures * height * width],
        }
    }

    /// Zeros in the same dimensions.
    pub(crate) fn zeros_like(&self) -> Self {
        Tensor::zeros(self.channels, self.pictures, self.height, self.width)
    }

    /// Numbers a picture has in one channel.
    pub(crate) fn area(&self) -> usize {
        self.height * self.width
    }

    /// Numbers that a channel has in all pictures.
    pub(crate) fn plane(&self) -> usize {
        self.pictures * self.area()
    }

    /// One channel of one picture.
    pub(crate) fn map(&self, channel: usize, picture: usize) -> &[f32] {
        let start = channel * self.plane() + picture * self.area();
        &self.data[start..start + self.area()]
    }

    /// One channel of one picture, to write.
    pub(crate) fn map_mut(&mut self, channel: usize, picture: usize) -> &mut [f32] {
        let (start, area) = (channel * self.plane() + picture * self.area(), self.area());
        &mut self.data[start..start + area]
    }
}
