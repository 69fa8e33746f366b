//! Network file, written by `rookery tune chess`: eight bytes `rookchn3`, the centipawns of an output of 1 (four bytes), for
//! each input its row of two-byte numbers, the biases of the layer, the output weights by bucket and view, the biases of the
//! output (four bytes each), and a checksum (CRC-64/XZ) of everything before it. Numbers are signed, little-endian.

use crate::chess::network::{BUCKETS, INPUTS, LAYER_ONE, Layer, Network, OUTPUT_MAX, WIDTH};
use rookery_engine::checksum;

/// The beginning of a file.
const MAGIC: &[u8; 8] = b"rookchn3";
/// The size of a file, bytes.
const SIZE: usize = 8 + 4 + 2 * WIDTH * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS + 8;
/// The largest weight of an input: with 32 pieces on the board, the sums then fit into 16 bits.
pub const INPUT_MAX: i16 = LAYER_ONE * 7 / 2;
/// The largest absolute value of an output bias.
const OUTPUT_BIAS_MAX: u32 = 1 << 20;
/// The largest sum of the absolute output weights of a bucket: even if both layers are at their maximum, the sum of squares fits
/// into 32 bits.
const OUTPUTS_MAX: u32 = i32::MAX as u32 / (LAYER_ONE as u32 * LAYER_ONE as u32);

impl Network {
    /// Writes the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.scale_cp.to_le_bytes());
        let outputs = self.outputs.iter().flatten();
        for layer in self.inputs.iter().chain([&self.layer_bias]).chain(outputs) {
            bytes.extend(layer.iter().flat_map(|number| number.to_le_bytes()));
        }
        for bias in self.output_bias {
            bytes.extend(bias.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The fault of the file, in words.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() != SIZE || !bytes.starts_with(MAGIC) {
            return Err(format!(
                "this is not a network of this version: expected {SIZE} bytes that begin with 'rookchn3', got {} bytes",
                bytes.len()
            ));
        }
        let (body, sum) = bytes.split_at(SIZE - 8);
        if checksum(body).to_le_bytes() != sum {
            return Err("the checksum of the network is wrong: the file is damaged".to_owned());
        }
        let mut rest = Reader(&body[MAGIC.len()..]);
        let network = Network {
            scale_cp: i32::from_le_bytes(rest.take()),
            inputs: (0..INPUTS).map(|_| rest.layer()).collect(),
            layer_bias: rest.layer(),
            outputs: std::array::from_fn(|_| [rest.layer(), rest.layer()]),
            output_bias: std::array::from_fn(|_| i32::from_le_bytes(rest.take())),
        };
        if !network.is_within_bounds() {
            return Err("the network has numbers that are too large to compute with".to_owned());
        }
        Ok(network)
    }

    /// Whether sums cannot overflow.
    fn is_within_bounds(&self) -> bool {
        let are_within = |layer: &Layer, most: i16| {
            let most = most.unsigned_abs();
            layer.iter().all(|number| number.unsigned_abs() <= most)
        };
        let mut inputs = self.inputs.iter().chain([&self.layer_bias]);
        let mut outputs = self.outputs.iter().flatten();
        let total = |layers: &[Layer; 2]| {
            let weights = layers.iter().flatten();
            weights
                .map(|weight| u32::from(weight.unsigned_abs()))
                .sum::<u32>()
        };
        inputs.all(|layer| are_within(layer, INPUT_MAX))
            && outputs.all(|layer| are_within(layer, OUTPUT_MAX))
            && self
                .outputs
                .iter()
                .all(|layers| total(layers) <= OUTPUTS_MAX)
            && (self.output_bias.iter()).all(|bias| bias.unsigned_abs() <= OUTPUT_BIAS_MAX)
            && (1..=1_000).contains(&self.scale_cp)
    }
}

/// The rest of a file whose length has been checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self
            .0
            .split_first_chunk()
            .expect("the length was looked at");
        self.0 = rest;
        *taken
    }

    fn layer(&mut self) -> Layer {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }
}
