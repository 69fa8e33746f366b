//! Normal form of a path (RFC 3986, section 6.2.2), for addresses that somebody typed or read aloud: a slash at the end, letters that
//! need no percent sign, an id of a match in capitals.

use crate::ids::GameId;
use crate::web::session::authorize;

/// Below these the next segment is the id of a match.
const MATCHES: [&str; 2] = ["/games/", "/api/v1/games/"];

/// The normal form of a path at which there is nothing, if that is another path of this site. Static files are left alone: only
/// pages name them.
pub fn normal(path: &str) -> Option<String> {
    let plain = without_escapes(path);
    let plain = match plain.trim_end_matches('/') {
        "" => "/",
        plain => plain,
    };
    let normal = with_small_id(plain);
    let is_safe = authorize::safe_next(Some(&normal)) == normal;
    (normal != path && is_safe && !path.starts_with("/static/")).then_some(normal)
}

/// Writes letters and digits, `-`, `_` and `~` as themselves. A dot stays: it could become a segment that leads upwards.
fn without_escapes(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find('%') {
        plain.push_str(&rest[..at]);
        let octet = rest.get(at + 1..at + 3);
        let octet = octet.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match octet.filter(|b| b.is_ascii_alphanumeric() || b"-_~".contains(b)) {
            Some(octet) => {
                plain.push(char::from(octet));
                rest = &rest[at + 3..];
            }
            None => {
                plain.push('%');
                rest = &rest[at + 1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// Writes the id of a match in small letters, if it is one then.
fn with_small_id(path: &str) -> String {
    let found = MATCHES.iter().find_map(|folder| {
        let rest = path.strip_prefix(folder)?;
        let end = rest.find(['/', '.']).unwrap_or(rest.len());
        let id = rest[..end].to_ascii_lowercase();
        id.parse::<GameId>().ok()?;
        Some(format!("{folder}{id}{}", &rest[end..]))
    });
    found.unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_at_the_end_needless_escapes_and_capital_ids_are_normalised() {
        const ID: &str = "lzwkhm2q7ax5bd3fyte6ucnoia";
        let capitals = ID.to_ascii_uppercase();
        for (path, expected) in [
            ("/play/", "/play"),
            ("/play/chess//", "/play/chess"),
            ("//", "/"),
            ("/%70lay", "/play"),
            ("/%70%6C%61%79/chess%2Dset", "/play/chess-set"),
            ("/caf%c3%a9/", "/caf%c3%a9"),
            (
                "/games/%4czwkhm2q7ax5bd3fyte6ucnoia",
                &format!("/games/{ID}"),
            ),
            (&format!("/games/{capitals}"), &format!("/games/{ID}")),
            (
                &format!("/games/{capitals}.svg"),
                &format!("/games/{ID}.svg"),
            ),
            (
                &format!("/api/v1/games/{capitals}/record"),
                &format!("/api/v1/games/{ID}/record"),
            ),
        ] {
            assert_eq!(normal(path).as_deref(), Some(expected), "{path}");
            assert_eq!(normal(expected), None, "{expected}");
        }
    }

    #[test]
    fn other_paths_stay_and_none_leads_to_another_site() {
        for path in [
            "/",
            "/play",
            "/Play",
            "/games/NOBODY",
            "/rules/LZWKHM2Q7AX5BD3FYTE6UCNOIA",
            "/%2e%2e/x",
            "/a%2fb",
            "/100%",
            "/%zz",
            "/static/today/",
            "//evil.example/",
            "///evil.example/",
            "/\\evil.example/",
        ] {
            assert_eq!(normal(path), None, "{path}");
        }
    }
}
