//! Structure checks of a font file before its outlines are read: every table lies inside the file, and no letter is composed
//! of thousands of others.

use crate::Reason;

/// Maximum number of parts of all letters together. A composite glyph may consist of composite glyphs: thirty levels of that,
/// each of a few parts, would keep a reader busy for ever.
const MAX_PARTS: usize = 20_000;
/// Offset in the table `head` of the format of the entries of `loca`.
const LOCA_FORMAT: usize = 50;

/// First bytes of TrueType, OpenType and Apple's TrueType files and of collections.
const TAGS: [&[u8; 4]; 4] = [&[0, 1, 0, 0], b"OTTO", b"true", b"ttcf"];

/// A font file's tables.
#[derive(Clone, Copy)]
pub(crate) struct FontFile<'a> {
    bytes: &'a [u8],
    directory: &'a [u8],
}

impl<'a> FontFile<'a> {
    /// Whether a file begins like a font.
    pub(crate) fn is_meant(bytes: &[u8]) -> bool {
        TAGS.iter().any(|tag| bytes.starts_with(*tag))
    }

    /// Reads the table directory; for a collection, that of its first font.
    ///
    /// # Errors
    /// [`Reason::CutShort`] if a table reaches beyond the end of the file, [`Reason::NotAFont`] if there is no directory.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, Reason> {
        if !Self::is_meant(bytes) {
            return Err(Reason::NotAFont);
        }
        let start = match bytes.starts_with(b"ttcf") {
            true => u32_at(bytes, 12).ok_or(Reason::NotAFont)?,
            false => 0,
        };
        let head = bytes.get(start..).ok_or(Reason::CutShort)?;
        let count = u16_at(head, 4).ok_or(Reason::NotAFont)?;
        let directory = head.get(12..12 + count * 16).ok_or(Reason::CutShort)?;
        let file = FontFile { bytes, directory };
        let is_whole = directory
            .chunks_exact(16)
            .all(|record| file.slice(record).is_some());
        is_whole.then_some(file).ok_or(Reason::CutShort)
    }

    fn slice(&self, record: &[u8]) -> Option<&'a [u8]> {
        let (offset, length) = (u32_at(record, 8)?, u32_at(record, 12)?);
        self.bytes.get(offset..offset.checked_add(length)?)
    }

    fn table(&self, tag: &[u8; 4]) -> Option<&'a [u8]> {
        let mut records = self.directory.chunks_exact(16);
        self.slice(records.find(|record| record.starts_with(tag))?)
    }

    /// Checks that these glyphs consist of a bounded number of parts.
    ///
    /// # Errors
    /// [`Reason::TooIntricate`].
    pub(crate) fn check_parts(&self, glyphs: impl Iterator<Item = u16>) -> Result<(), Reason> {
        let tables = (
            self.table(b"loca"),
            self.table(b"glyf"),
            self.table(b"head"),
        );
        let (Some(loca), Some(glyf), Some(head)) = tables else {
            return Ok(());
        };
        let outlines = Outlines {
            loca,
            glyf,
            is_long: u16_at(head, LOCA_FORMAT) == Some(1),
        };
        let mut waiting: Vec<u16> = glyphs.collect();
        let mut left = MAX_PARTS;
        while let Some(glyph) = waiting.pop() {
            left = left.checked_sub(1).ok_or(Reason::TooIntricate)?;
            waiting.extend(outlines.parts(glyph));
            if waiting.len() > MAX_PARTS {
                return Err(Reason::TooIntricate);
            }
        }
        Ok(())
    }
}

/// The tables of TrueType outlines.
struct Outlines<'a> {
    loca: &'a [u8],
    glyf: &'a [u8],
    is_long: bool,
}

impl<'a> Outlines<'a> {
    fn glyph(&self, id: u16) -> Option<&'a [u8]> {
        let at = |n: usize| match self.is_long {
            true => u32_at(self.loca, n * 4),
            false => Some(u16_at(self.loca, n * 2)? * 2),
        };
        let id = usize::from(id);
        self.glyf.get(at(id)?..at(id + 1)?)
    }

    /// The components of a glyph; none if it has an outline of its own.
    fn parts(&self, id: u16) -> Vec<u16> {
        let Some(glyph) = self.glyph(id) else {
            return Vec::new();
        };
        let is_composite = glyph.first().is_some_and(|high| high & 0x80 != 0);
        let mut parts = Vec::new();
        let mut at = 10;
        while is_composite
            && let (Some(flags), Some(part)) = (u16_at(glyph, at), u16_at(glyph, at + 2))
        {
            parts.extend(u16::try_from(part));
            at += 4;
            // Two words or two bytes of arguments, and a scale of one, two or four words.
            at += if flags & 0x01 != 0 { 4 } else { 2 };
            at += match flags & 0xc8 {
                f if f & 0x80 != 0 => 8,
                f if f & 0x40 != 0 => 4,
                f if f & 0x08 != 0 => 2,
                _ => 0,
            };
            if flags & 0x20 == 0 {
                break;
            }
        }
        parts
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(usize::from(u16::from_be_bytes(*bytes)))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    usize::try_from(u32::from_be_bytes(*bytes)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    #[test]
    fn every_shipped_font_is_whole_and_no_part_of_one_is() {
        for (name, bytes) in shipped::fonts() {
            assert!(FontFile::open(bytes).is_ok(), "{name}");
            for parts in 1..8 {
                let cut = &bytes[..bytes.len() * parts / 8];
                let error = FontFile::open(cut).err();
                assert_eq!(error, Some(Reason::CutShort), "{name}, {parts} of 8");
            }
        }
    }

    /// A font of levels upon levels of composites: each glyph is made of `width` times the next one.
    fn nested(levels: u16, width: usize) -> Vec<u8> {
        let mut glyf = Vec::new();
        let mut loca = Vec::new();
        for glyph in 0..levels {
            loca.extend(u32::try_from(glyf.len()).unwrap().to_be_bytes());
            glyf.extend([0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
            for part in 0..width {
                let more = u16::from(part + 1 < width) * 0x20;
                glyf.extend(more.to_be_bytes());
                glyf.extend((glyph + 1).to_be_bytes());
                glyf.extend([0, 0]);
            }
        }
        loca.extend(u32::try_from(glyf.len()).unwrap().to_be_bytes());
        let mut head = vec![0; 54];
        head[LOCA_FORMAT + 1] = 1;
        let tables = [(b"glyf", glyf), (b"head", head), (b"loca", loca)];
        let mut bytes = vec![0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0];
        let mut offset = bytes.len() + 3 * 16;
        for (tag, table) in &tables {
            bytes.extend(*tag);
            bytes.extend([0; 4]);
            bytes.extend(u32::try_from(offset).unwrap().to_be_bytes());
            bytes.extend(u32::try_from(table.len()).unwrap().to_be_bytes());
            offset += table.len();
        }
        bytes.extend(tables.into_iter().flat_map(|(_, table)| table));
        bytes
    }

    #[test]
    fn letters_made_of_thousands_of_letters_are_refused() {
        let check = |bytes: &[u8]| {
            let file = FontFile::open(bytes).unwrap_or_else(|reason| panic!("{reason}"));
            file.check_parts(std::iter::once(0))
        };
        assert_eq!(check(&nested(3, 4)), Ok(()));
        assert_eq!(check(&nested(30, 4)), Err(Reason::TooIntricate));
        assert_eq!(check(&nested(2, 30_000)), Err(Reason::TooIntricate));
    }

    /// Table `glyf` of OpenType: after its flags and its glyph a part has two bytes or two words of arguments, and a scale of no, one,
    /// two or four words. Offsets in a short table `loca` are halved.
    #[test]
    fn the_parts_of_a_composite_glyph_are_found_whatever_stands_between_them() {
        let outline = [
            0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 7, 0, 0, 0, 0, 0, 8,
        ];
        let mut composite = vec![0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0];
        let scales = [(0x00, 0), (0x08, 2), (0x40, 4), (0x80, 8)];
        let kinds = scales
            .into_iter()
            .flat_map(|(scale, bytes)| [(scale, 2 + bytes), (scale | 0x01, 4 + bytes)]);
        for ((flags, bytes), part) in kinds.zip(100_u16..) {
            let is_last = part == 107;
            let flags: u16 = if is_last { flags } else { flags | 0x20 };
            composite.extend(flags.to_be_bytes());
            composite.extend(part.to_be_bytes());
            composite.extend(vec![0xee; bytes]);
        }
        // Instructions, which are no part.
        composite.extend([0, 0, 0, 9, 0, 0]);
        let glyf = [&outline[..], &composite].concat();
        for is_long in [false, true] {
            let loca: Vec<u8> = [0, outline.len(), glyf.len()]
                .into_iter()
                .flat_map(|at| match is_long {
                    true => (at as u32).to_be_bytes().to_vec(),
                    false => (at as u16 / 2).to_be_bytes().to_vec(),
                })
                .collect();
            let outlines = Outlines {
                loca: &loca,
                glyf: &glyf,
                is_long,
            };
            assert!(outlines.parts(0).is_empty(), "an outline of its own");
            assert_eq!(outlines.parts(1), Vec::from_iter(100..108_u16));
            assert!(outlines.parts(2).is_empty(), "no such glyph");
        }
    }

    /// The first glyph counts, too.
    #[test]
    fn letters_are_made_of_20_000_parts_at_most() {
        let check = |parts| {
            let bytes = nested(1, parts);
            let file = FontFile::open(&bytes).unwrap_or_else(|reason| panic!("{reason}"));
            file.check_parts(std::iter::once(0))
        };
        assert_eq!(check(19_999), Ok(()));
        assert_eq!(check(20_000), Err(Reason::TooIntricate));
    }
}
