//! Lines of input with a greatest length: a very long one is cut.

use std::io::{self, BufRead};

/// Bytes of a line that are looked at.
const MOST_BYTES: usize = 4_096;

/// The mark that some systems put before a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads the next line without its end and without a byte order mark, cut where it is too long; `None` at the end of the input. Bytes that
/// are no UTF-8 become U+FFFD.
///
/// # Errors
/// The input cannot be read.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut is_end = true;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            Err(why) => return Err(why),
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        is_end &= bytes.is_empty();
        let more = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&more[..more.len().min(MOST_BYTES - line.len())]);
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_start_matches(BYTE_ORDER_MARK).trim().to_owned();
            return Ok((!is_end).then_some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| next_line(&mut bytes).unwrap()).collect()
    }

    #[test]
    fn line_ends_of_both_systems_and_the_end_of_the_input_end_a_line() {
        assert_eq!(lines(b"a\r\nb\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines(b"a\n"), ["a"]);
        assert_eq!(lines(b""), [""; 0]);
    }

    /// PowerShell puts it before what it sends, and files that were put together have one in the middle.
    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        let marked = b"\xef\xbb\xbfSTART 15\r\n\xef\xbb\xbf\nEND";
        assert_eq!(lines(marked), ["START 15", "", "END"]);
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let long = [vec![b'x'; 3 * MOST_BYTES], b"\nEND\n".to_vec()].concat();
        let lines = lines(&long);
        assert_eq!(lines[0].len(), MOST_BYTES);
        assert_eq!(lines[1..], ["END"]);
    }
}
