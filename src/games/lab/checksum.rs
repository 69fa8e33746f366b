//! Texts with a seal: a last line that holds the checksum of all before it, so that what was cut off or changed by accident is noticed.

/// Before the checksum in the last line.
const MARK: &str = "# checksum ";

/// The text with its seal.
pub fn seal(text: &str) -> String {
    format!("{text}{MARK}{}\n", checksum(text))
}

/// The text without its seal.
///
/// # Errors
/// There is none, or it belongs to another text.
pub fn unseal(text: &str) -> Result<&str, String> {
    let (lines, seal) = text
        .rsplit_once(MARK)
        .ok_or("it has no checksum at its end: it was not written to its end")?;
    let (said, found) = (seal.trim_end(), checksum(lines));
    if said != found {
        return Err(format!(
            "its checksum is {said}, but its lines have {found}: it is damaged"
        ));
    }
    Ok(lines)
}

/// In hexadecimal.
fn checksum(text: &str) -> String {
    format!("{:016x}", fnv1a(text.as_bytes()))
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo): short, and enough to notice what was damaged by accident.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        // Test vectors of FNV-1a, 64 bits.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
