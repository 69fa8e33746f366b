//! Password hashes: argon2id with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet), as a
//! PHC string that names its own parameters. One call costs some 25 ms of CPU: run it on the pool for password hashes.

use argon2::password_hash::Error as Refusal;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::accounts::password::Password;

const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over the memory.
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// A hash that belongs to no password: checking against it costs what any check costs.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA\
                      $AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The hash could not be computed or read.
#[derive(Debug, thiserror::Error)]
pub enum HashError {
    /// No memory or no random numbers.
    #[error("cannot hash a password: {0}")]
    Compute(Refusal),
    /// The stored text is not a PHC string that this build can check.
    #[error("cannot read the kept password hash: {0}")]
    Kept(String),
}

/// Size of the working memory, of which a hash touches only the first 19 MiB. Allocations of more than 32 MiB get a mapping of their own
/// (`M_MMAP_THRESHOLD_MAX` of glibc), which is returned to the system after the hash; smaller ones fragmented the heap, and 150 sign-ups
/// cost 220 MiB permanently.
const ROOM_BYTES: usize = 33 << 20;
const _: () = assert!(
    ROOM_BYTES > 32 << 20,
    "smaller ones stay with the allocator"
);

/// Hashes a new password under a fresh salt; the result is what the database keeps.
///
/// # Errors
/// [`HashError::Compute`] when memory or the random generator fails.
pub fn hash(password: &Password) -> Result<String, HashError> {
    let salt: [u8; Salt::RECOMMENDED_LENGTH] = rand::random();
    let phc = || -> Result<PasswordHash, Refusal> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
        compute(&hasher, password.expose().as_bytes(), &salt, &mut out)?;
        Ok(PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(hasher.params())?,
            salt: Some(Salt::new(&salt)?),
            hash: Some(Output::new(&out)?),
        })
    };
    phc().map(|phc| phc.to_string()).map_err(HashError::Compute)
}

/// Whether `password` (as typed, unchecked) is the one that was hashed to `kept`. Compares in constant time.
///
/// # Errors
/// [`HashError::Kept`] for a text that is not a hash, [`HashError::Compute`] when memory fails.
pub fn verify(password: &str, kept: &str) -> Result<bool, HashError> {
    let unread = |e: Refusal| HashError::Kept(e.to_string());
    let phc = PasswordHash::new(kept).map_err(|e| HashError::Kept(e.to_string()))?;
    let (Some(salt), Some(expected)) = (&phc.salt, &phc.hash) else {
        return Err(HashError::Kept("salt or hash is missing".to_owned()));
    };
    if password.len() > Password::MAX_BYTES {
        // Nobody's password; the work is still done, so that the time reveals nothing.
        return dummy_verify("").map(|()| false);
    }
    let hasher = Argon2::new(
        Algorithm::try_from(phc.algorithm.as_str()).map_err(unread)?,
        phc.version
            .map_or(Ok(Version::default()), Version::try_from)
            .map_err(|e| HashError::Kept(e.to_string()))?,
        Params::try_from(&phc).map_err(unread)?,
    );
    let mut out = [0; Output::MAX_LENGTH];
    let out = &mut out[..expected.len()];
    compute(&hasher, password.as_bytes(), salt, out).map_err(HashError::Compute)?;
    let computed = Output::new(out).map_err(|e| HashError::Kept(e.to_string()))?;
    Ok(computed == *expected)
}

/// Hashes in memory that goes back to the system at once.
fn compute(
    hasher: &Argon2<'_>,
    password: &[u8],
    salt: &[u8],
    out: &mut [u8],
) -> Result<(), Refusal> {
    let blocks = hasher.params().block_count();
    let mut memory: Vec<Block> = Vec::new();
    memory
        .try_reserve_exact(blocks.max(ROOM_BYTES / Block::SIZE))
        .map_err(|_| argon2::Error::OutOfMemory)?;
    memory.resize(blocks, Block::default());
    Ok(hasher.hash_password_into_with_memory(password, salt, out, &mut memory)?)
}

/// The work of [`verify`] for an unknown name, so that the time does not reveal whether it exists.
///
/// # Errors
/// [`HashError::Compute`] when memory fails.
pub fn dummy_verify(password: &str) -> Result<(), HashError> {
    let password = if password.len() > Password::MAX_BYTES {
        ""
    } else {
        password
    };
    verify(password, NOBODY).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::new(text, &"Anna".parse().unwrap(), "Rookery").unwrap()
    }

    #[test]
    fn the_parameters_stand_in_the_text() {
        let kept = hash(&password("correct horse")).unwrap();
        assert!(
            kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{kept}"
        );
    }

    /// From the tests of the reference implementation (github.com/P-H-C/phc-winner-argon2, src/test.c).
    #[test]
    fn agrees_with_the_reference_implementation() {
        let kept = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ\
                    $CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assert!(verify("password", kept).unwrap());
        assert!(!verify("passwore", kept).unwrap());
    }

    #[test]
    fn only_the_same_text_verifies() {
        let kept = hash(&password("correct horse")).unwrap();
        assert!(verify("correct horse", &kept).unwrap());
        for other in ["Correct horse", "correct horse ", "", &"x".repeat(10_000)] {
            assert!(!verify(other, &kept).unwrap());
        }
    }

    #[test]
    fn the_same_password_hashes_differently_each_time() {
        let password = password("correct horse");
        assert_ne!(hash(&password).unwrap(), hash(&password).unwrap());
    }

    #[test]
    fn nobodys_hash_costs_what_a_real_one_costs() {
        let parameters = |phc: &str| phc.split('$').take(4).collect::<Vec<_>>().join("$");
        let real = hash(&password("correct horse")).unwrap();
        assert_eq!(parameters(NOBODY), parameters(&real));
        assert_eq!(NOBODY.len(), real.len());
        dummy_verify("correct horse").unwrap();
        dummy_verify(&"x".repeat(10_000)).unwrap();
    }

    #[test]
    fn a_broken_hash_is_an_error_and_no_refusal() {
        for kept in ["", "plain", "$argon2id$v=19$m=19456,t=2,p=1$", "$2b$12$abc"] {
            assert!(verify("correct horse", kept).is_err(), "{kept}");
        }
    }
}
