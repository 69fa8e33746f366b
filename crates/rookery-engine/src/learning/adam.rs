//! Adam (Kingma and Ba, 2015): steps of about the same length for all weights, whatever the size of their gradients.

/// The decay rates of the means of gradients and of their squares.
const BETA: (f32, f32) = (0.9, 0.999);

/// The state of the optimiser: the moments of each weight's gradient.
pub struct Adam {
    steps: i32,
    means: Vec<f32>,
    squares: Vec<f32>,
    epsilon: f32,
    /// The bias corrections 1 − βᵗ: the moments begin at zero and are divided by these.
    bias_correction: [f32; 2],
}

impl Adam {
    /// The optimiser of this number of weights. `epsilon` is added to the root of the second moment: gradients much smaller than it
    /// move a weight little.
    pub fn new(count: usize, epsilon: f32) -> Self {
        Adam {
            steps: 0,
            means: vec![0.0; count],
            squares: vec![0.0; count],
            epsilon,
            bias_correction: [1.0; 2],
        }
    }

    /// Begins the next step.
    pub fn begin_step(&mut self) {
        self.steps += 1;
        self.bias_correction = [BETA.0, BETA.1].map(|beta| 1.0 - beta.powi(self.steps));
    }

    /// The amount to subtract from a weight for its gradient in this step, at a learning rate of 1.
    #[inline]
    pub fn descent(&mut self, weight: usize, gradient: f32) -> f32 {
        let mean = &mut self.means[weight];
        *mean = BETA.0 * *mean + (1.0 - BETA.0) * gradient;
        let square = &mut self.squares[weight];
        *square = BETA.1 * *square + (1.0 - BETA.1) * gradient * gradient;
        let [first, second] = self.bias_correction;
        (*mean / first) / ((*square / second).sqrt() + self.epsilon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's algorithm 1 worked out by hand for the gradients 1, −0.5 and 2: after them the means are 0.1, 0.04 and 0.236, the
    /// means of squares 0.001, 0.001249 and 0.005247751; the bias corrections 1 − βᵗ by which they are divided are 0.1, 0.19, 0.271 and
    /// 0.001, 0.001999, 0.002997001.
    #[test]
    fn the_first_steps_are_those_of_the_paper() {
        let mut adam = Adam::new(2, 1e-8);
        for (gradient, expected) in [(1.0, 1.0), (-0.5, 0.266_337), (2.0, 0.658_112)] {
            adam.begin_step();
            let step = adam.descent(1, gradient);
            assert!((step - expected).abs() < 1e-5, "{step} {expected}");
            assert_eq!(adam.descent(0, 0.0), 0.0, "no gradient, no step");
        }
    }

    #[test]
    fn the_size_of_the_gradients_does_not_matter_but_beside_epsilon() {
        let step = |scale: f32, epsilon| {
            let mut adam = Adam::new(1, epsilon);
            let steps = [3.0, 1.0, -2.0].map(|gradient| {
                adam.begin_step();
                adam.descent(0, scale * gradient)
            });
            steps[2]
        };
        assert!((step(1.0, 0.0) - step(1e-4, 0.0)).abs() < 1e-5);
        assert!(step(1e-4, 1.0).abs() < 1e-3 * step(1.0, 0.0).abs());
    }
}
