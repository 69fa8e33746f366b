//! Addresses from which the scripts of `rookery captcha price` sign up.

use serde::{Serialize, Serializer};

/// The addresses of the scripts, from which they sign up in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    One,
    /// A hundred addresses of one IPv4 network, a /24.
    RangeV4,
    /// A hundred addresses of one IPv6 network, a /48.
    RangeV6,
    /// A hundred, each of a network of its own.
    Networks,
}

impl Addresses {
    /// Every place.
    pub const ALL: [Addresses; 4] = [
        Addresses::One,
        Addresses::RangeV4,
        Addresses::RangeV6,
        Addresses::Networks,
    ];
    /// Those of the short form: one address, and a hundred networks.
    pub const IN_SHORT: [Addresses; 2] = [Addresses::One, Addresses::Networks];

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Addresses::One => "one address",
            Addresses::RangeV4 => "100 of a /24",
            Addresses::RangeV6 => "100 of a /48",
            Addresses::Networks => "100 networks",
        }
    }

    /// The address of the `n`th sign-up.
    pub fn nth(self, n: usize) -> String {
        let n = n % 100;
        match self {
            Addresses::One => "203.0.113.1".to_owned(),
            Addresses::RangeV4 => format!("203.0.113.{n}"),
            Addresses::RangeV6 => format!("2001:db8:0:{n:x}::1"),
            Addresses::Networks => format!("198.18.{n}.1"),
        }
    }
}

/// As its name.
impl Serialize for Addresses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
