//! Keyed hashes of networks, for storing known ones.

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// HMAC-SHA-256 of a network under the site's secret, in lower-case hex (64 characters). There are few enough networks that
/// without a key anybody with a copy of the database could try them all.
pub fn network_hash(secret: &str, network: &str) -> String {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes())
        .expect("HMAC takes keys of any length");
    mac.update(network.as_bytes());
    HEXLOWER.encode(&mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, section 4.3 (test case 2).
    #[test]
    fn hashes_with_hmac_sha_256() {
        assert_eq!(
            network_hash("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn another_secret_makes_another_hash() {
        assert_ne!(
            network_hash("a", "192.0.2.0/24"),
            network_hash("b", "192.0.2.0/24")
        );
    }
}
