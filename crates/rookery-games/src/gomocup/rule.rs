//! Rules of the protocol (`INFO rule`) and the game's variants that they stand for.

use crate::GameType;

/// The bits of `INFO rule`.
mod bit {
    pub const EXACTLY_FIVE: u32 = 1;
    pub const CONTINUOUS: u32 = 2;
    pub const RENJU: u32 = 4;
    pub const CARO: u32 = 8;
}

/// The rule that the manager has named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rule(pub u32);

impl Rule {
    /// Some points are forbidden to Black.
    pub const RENJU: Rule = Rule(bit::RENJU);
    /// A five that is shut at both ends is none.
    pub const CARO: Rule = Rule(bit::CARO);

    /// The rule of a variant of the game, by its key.
    pub fn of_variant(key: &str) -> Rule {
        let known = [
            Rule::default(),
            Rule(bit::EXACTLY_FIVE),
            Rule::RENJU,
            Rule::CARO,
        ];
        let found = known.into_iter().find(|rule| rule.variant() == Ok(key));
        found.unwrap_or_default()
    }

    /// The key of the game's variant.
    ///
    /// # Errors
    /// The game does not have the rule.
    pub fn variant(self) -> Result<&'static str, String> {
        match self.0 {
            0 => Ok("standard"),
            bit::EXACTLY_FIVE => Ok("exactly-five"),
            bit::RENJU => Ok("renju"),
            bit::CARO => Ok("caro"),
            other if other & bit::CONTINUOUS != 0 => Err(format!(
                "INFO rule {other}: games do not go on after a five here; send INFO rule 0 (freestyle), 1 (exactly five), 4 (renju) or 8 (caro)"
            )),
            other if other.count_ones() > 1 => Err(format!(
                "INFO rule {other}: rules do not go together here; send INFO rule 0 (freestyle), 1 (exactly five), 4 (renju) or 8 (caro)"
            )),
            other => Err(format!(
                "INFO rule {other}: there is no such rule here; send INFO rule 0 (freestyle), 1 (exactly five), 4 (renju) or 8 (caro)"
            )),
        }
    }

    /// Whether the order of the stones matters: some points are forbidden.
    pub fn forbids(self) -> bool {
        self.0 & bit::RENJU != 0
    }
}

/// The numbers of points a side that boards of the game have.
pub(super) fn sizes(game_type: &dyn GameType) -> Vec<u8> {
    let options = game_type.sheet().options.iter();
    let values = options.filter(|option| option.key == "size");
    let values = values.flat_map(|option| option.values);
    values.filter_map(|value| value.parse().ok()).collect()
}
