//! A finished recording: a WAV file of 16-bit samples.

/// Samples per second.
pub const RATE_HZ: u32 = 8000;

const BYTES_PER_SAMPLE: u32 = 2;
/// Bytes of the file before the samples.
const HEAD: u32 = 44;

/// A finished recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The bytes of a WAV file: one channel, 8 kHz, 16 bits.
    pub wav: Vec<u8>,
    /// The length of the recording, milliseconds.
    pub ms: u32,
}

impl Recording {
    /// The recording of these samples, clipped to 16 bits.
    pub(crate) fn of(samples: &[i32]) -> Self {
        let count = u32::try_from(samples.len()).unwrap_or(u32::MAX);
        let bytes = count.saturating_mul(BYTES_PER_SAMPLE);
        let mut wav = Vec::with_capacity((HEAD.saturating_add(bytes)) as usize);
        head(&mut wav, bytes);
        for sample in samples {
            let sample = (*sample).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            wav.extend_from_slice(&sample.to_le_bytes());
        }
        Recording {
            wav,
            ms: (u64::from(count) * 1000 / u64::from(RATE_HZ)) as u32,
        }
    }
}

/// The head of a WAV file of whole numbers (Multimedia Programming Interface and Data Specifications 1.0, IBM and Microsoft 1991).
fn head(wav: &mut Vec<u8>, bytes: u32) {
    const WHOLE_NUMBERS: u16 = 1;
    const CHANNELS: u16 = 1;
    let frame = CHANNELS * BYTES_PER_SAMPLE as u16;
    wav.extend_from_slice(b"RIFF");
    wav.extend_from_slice(&(HEAD - 8).saturating_add(bytes).to_le_bytes());
    wav.extend_from_slice(b"WAVEfmt ");
    wav.extend_from_slice(&16_u32.to_le_bytes());
    wav.extend_from_slice(&WHOLE_NUMBERS.to_le_bytes());
    wav.extend_from_slice(&CHANNELS.to_le_bytes());
    wav.extend_from_slice(&RATE_HZ.to_le_bytes());
    wav.extend_from_slice(&(RATE_HZ * u32::from(frame)).to_le_bytes());
    wav.extend_from_slice(&frame.to_le_bytes());
    wav.extend_from_slice(&(8 * BYTES_PER_SAMPLE as u16).to_le_bytes());
    wav.extend_from_slice(b"data");
    wav.extend_from_slice(&bytes.to_le_bytes());
}
