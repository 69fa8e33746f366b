//! Adam (Kingma and Ba, 2015): steps of about the same length for all weights, whatever the size of their gradients.

/// How slowly the means of gradients and of their squares change.
const MEANS: (f32, f32) = (0.9, 0.999);

/// The means so far, by the numbers of the weights.
pub struct Adam {
    steps: i32,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// What is added to the root of a mean of squares: gradients much smaller than it ask for little.
    least: f32,
    /// What the means lack because they began at nothing.
    unbiased: [f32; 2],
}

impl Adam {
    /// For so many weights.
    pub fn new(count: usize, least: f32) -> Self {
        Adam {
            steps: 0,
            means: vec![0.0; count],
            squares: vec![0.0; count],
            least,
            unbiased: [1.0; 2],
        }
    }

    /// The steps so far.
    pub fn steps(&self) -> i32 {
        self.steps
    }

    /// Begins the next step.
    pub fn begin(&mut self) {
        self.steps += 1;
        self.unbiased = [MEANS.0, MEANS.1].map(|mean| 1.0 - mean.powi(self.steps));
    }

    /// What the gradient of a weight asks of it in this step, against its direction, for a step of one.
    #[inline]
    pub fn asked(&mut self, weight: usize, gradient: f32) -> f32 {
        let mean = &mut self.means[weight];
        *mean = MEANS.0 * *mean + (1.0 - MEANS.0) * gradient;
        let square = &mut self.squares[weight];
        *square = MEANS.1 * *square + (1.0 - MEANS.1) * gradient * gradient;
        (*mean / self.unbiased[0]) / ((*square / self.unbiased[1]).sqrt() + self.least)
    }
}
