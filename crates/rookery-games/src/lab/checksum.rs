//! Texts with a checksum of everything before it in the last line, so that truncation and accidental changes are detected.

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
        .ok_or("it has no checksum at its end: it was not written completely")?;
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
    format!("{:016x}", rookery_engine::checksum(text.as_bytes()))
}
