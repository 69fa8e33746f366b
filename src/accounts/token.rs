//! One-time tokens in links: set-up, password reset, invitation. The link contains the token, the database its hash, so that
//! a copy of the database opens nothing.

use std::fmt;

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};

/// A one-time token: 160 random bits in lower-case base32, 32 characters. Debug output hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A fresh token from the operating system's random generator.
    pub fn random() -> Self {
        let bytes: [u8; 20] = rand::random();
        Token(BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
    }

    /// The text for the link.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash of the token, which the database keeps.
    pub fn hash(&self) -> String {
        token_hash(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// The SHA-256 of a received token, in lower-case hex (64 characters). Surrounding white space, as it comes from copying a
/// link, is ignored.
pub fn token_hash(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.trim().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-2, appendix B.1.
    #[test]
    fn hashes_with_sha_256() {
        assert_eq!(
            token_hash("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(token_hash(" abc\n"), token_hash("abc"));
    }

    #[test]
    fn a_fresh_token_is_long_and_hidden() {
        let token = Token::random();
        assert_eq!(token.as_str().len(), 32);
        assert_ne!(token, Token::random());
        assert_eq!(token.hash(), token_hash(token.as_str()));
        assert_eq!(format!("{token:?}"), "Token(hidden)");
    }
}
