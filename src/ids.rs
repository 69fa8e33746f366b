//! Identifiers: random 128-bit numbers, printed in lower-case base32 without padding (26 characters). Each kind of object has
//! its own id type, so that a game's id cannot be passed to a function that expects a user's.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE32_NOPAD;

/// A text that is not an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier: expected 26 characters of a-z and 2-7")]
pub struct InvalidId;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u128);

        impl $name {
            /// A fresh identifier from the operating system's random generator.
            pub fn random() -> Self {
                $name(rand::random())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&print(self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), print(self.0))
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;
            fn from_str(text: &str) -> Result<Self, InvalidId> {
                parse(text).map($name)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(d)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

id!(
    /// A user with an account.
    UserId
);
id!(
    /// A visitor without an account; survives the rotation of the session id.
    GuestId
);
id!(
    /// A game on a board.
    GameId
);
id!(
    /// One captcha challenge.
    ChallengeId
);
id!(
    /// Another site that uses this server's captcha; public.
    SiteKey
);
id!(
    /// A reading test of a member.
    ReadingTestId
);
id!(
    /// A row of the audit log.
    AuditId
);
impl From<u128> for AuditId {
    /// An id from 128 bits, for rows whose id is derived from what they count.
    fn from(bits: u128) -> Self {
        AuditId(bits)
    }
}

id!(
    /// An uploaded font or background.
    AssetId
);

fn print(value: u128) -> String {
    BASE32_NOPAD
        .encode(&value.to_be_bytes())
        .to_ascii_lowercase()
}

fn parse(text: &str) -> Result<u128, InvalidId> {
    if text.bytes().any(|b| b.is_ascii_uppercase()) {
        return Err(InvalidId);
    }
    let bytes = BASE32_NOPAD
        .decode(text.to_ascii_uppercase().as_bytes())
        .map_err(|_| InvalidId)?;
    let bytes: [u8; 16] = bytes.try_into().map_err(|_| InvalidId)?;
    Ok(u128::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_26_characters_and_reads_them_back() {
        let id = GameId::random();
        let text = id.to_string();
        assert_eq!(text.len(), 26);
        assert_eq!(text.parse::<GameId>(), Ok(id));
    }

    #[test]
    fn refuses_what_is_no_identifier() {
        for text in [
            "",
            "abc",
            "AAAAAAAAAAAAAAAAAAAAAAAAAA",
            "aaaaaaaaaaaaaaaaaaaaaaaaa1",
            "é",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(InvalidId), "{text}");
        }
    }

    #[test]
    fn two_fresh_ones_differ() {
        assert_ne!(UserId::random(), UserId::random());
    }
}
