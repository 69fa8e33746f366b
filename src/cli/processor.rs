//! Check that the processor has the instructions that this build uses (`.cargo/config.toml`).

use crate::cli::failure::Failure;

/// Checks the processor before any of these instructions is used: a missing one would end the program without a message.
///
/// # Errors
/// An instruction is missing; the message says what to do.
pub fn check() -> Result<(), Failure> {
    #[cfg(all(target_arch = "x86_64", target_feature = "popcnt"))]
    {
        // Not `is_x86_feature_detected!`: the compiler answers that itself, since the build takes the instructions for granted.
        use std::arch::x86_64::__cpuid;
        /// SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2 and POPCNT, as bits of leaf 1 (Intel SDM, volume 2, CPUID).
        const NEEDED: u32 = 1 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23;
        if __cpuid(1).ecx & NEEDED != NEEDED {
            return Err(Failure::work(
                "this build needs a processor of level x86-64-v2, common since 2009. In a virtual machine, choose the processor \
                 type 'host'; for this processor, build with RUSTFLAGS='-C target-cpu=x86-64' cargo build --release",
            ));
        }
    }
    Ok(())
}
