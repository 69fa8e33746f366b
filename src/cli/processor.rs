//! The check that the processor has the instructions that this build was made for (`.cargo/config.toml`).

use crate::cli::failure::Failure;

/// Asks the processor, before any of these instructions is used: without one it would stop the program with no word.
///
/// # Errors
/// It lacks one; says what to do.
pub fn check() -> Result<(), Failure> {
    #[cfg(all(target_arch = "x86_64", target_feature = "popcnt"))]
    {
        // The usual question, `is_x86_feature_detected!`, is answered by the compiler: the build takes the instructions for granted.
        use std::arch::x86_64::__cpuid;
        /// SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2 and POPCNT, as bits of leaf 1 (Intel SDM, volume 2, CPUID).
        const NEEDED: u32 = 1 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23;
        if __cpuid(1).ecx & NEEDED != NEEDED {
            return Err(Failure::work(
                "this build needs a processor of the level x86-64-v2, which has been usual since 2009. In a virtual machine, choose \
                 the processor type 'host'; for this one, build with RUSTFLAGS='-C target-cpu=x86-64' cargo build --release",
            ));
        }
    }
    Ok(())
}
