//! Page cursor of a list (keyset pagination): pages are read by key, so that the thousandth costs as much as the first.

use std::fmt;
use std::str::FromStr;

/// The end of a page of a list: the two columns by which the list is ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCursor {
    /// The first column: a moment in unix milliseconds, or a rank.
    pub number: i64,
    /// The second: an id, or a name.
    pub key: String,
}

/// A text that is not a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a place in a list: expected a number, a dot, and letters, digits, '_' or '-'")]
pub struct InvalidPageCursor;

impl PageCursor {
    /// Before everything in a list that is ordered from the newest to the oldest.
    pub(in crate::store) fn newest() -> Self {
        PageCursor {
            number: i64::MAX,
            key: String::new(),
        }
    }

    /// Before everything in a list that is ordered from the oldest to the newest.
    pub(in crate::store) fn oldest() -> Self {
        PageCursor {
            number: i64::MIN,
            key: String::new(),
        }
    }
}

/// The text in an address.
impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.number, self.key)
    }
}

impl FromStr for PageCursor {
    type Err = InvalidPageCursor;

    fn from_str(text: &str) -> Result<Self, InvalidPageCursor> {
        let (number, key) = text.split_once('.').ok_or(InvalidPageCursor)?;
        let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if key.len() > 64 || !key.chars().all(is_key) {
            return Err(InvalidPageCursor);
        }
        Ok(PageCursor {
            number: number.parse().map_err(|_| InvalidPageCursor)?,
            key: key.to_owned(),
        })
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// Its rows; one that this build cannot read is logged and left out.
    pub rows: Vec<T>,
    /// The beginning of the next page; `None` on the last.
    pub next: Option<PageCursor>,
}

impl<T> Listed<T> {
    /// The page of at most `limit` rows out of `found`, which has one more if there is a next page.
    pub(in crate::store) fn of<R, E: fmt::Display>(
        mut found: Vec<R>,
        limit: u32,
        place: impl Fn(&R) -> PageCursor,
        read: impl Fn(R) -> Result<T, E>,
    ) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_next = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| has_next).map(place);
        let readable = |row| match read(row) {
            Ok(row) => Some(row),
            Err(error) => {
                tracing::error!(%error, "a row of a list is left out");
                None
            }
        };
        Listed {
            rows: found.into_iter().filter_map(readable).collect(),
            next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_carries_a_place_and_nothing_else() {
        let place = PageCursor {
            number: -7,
            key: "anna_b-2".to_owned(),
        };
        assert_eq!(place.to_string().parse(), Ok(place));
        for text in [
            "",
            "7",
            ".a",
            "x.a",
            "1.a'b",
            "1.a b",
            "99999999999999999999.a",
        ] {
            assert_eq!(text.parse::<PageCursor>(), Err(InvalidPageCursor), "{text}");
        }
    }
}
