//! Structure checks of a font file before its outlines are read: every table lies inside the file, and no letter is composed
//! of thousands of others or drawn by an endless program.

use std::borrow::Cow;

use crate::Reason;
use crate::fonts::big_endian::{u16_at, u32_at};
use crate::fonts::charstrings::Charstrings;

/// Maximum number of parts of all letters together. A composite glyph may consist of composite glyphs: thirty levels of that,
/// each of a few parts, would keep a reader busy for ever.
const MAX_PARTS: usize = 20_000;
/// Maximum number of points of a letter with all its parts; a hatched letter has 4,000.
const MAX_POINTS: usize = 20_000;
/// Offset in the table `head` of the format of the entries of `loca`.
const LOCA_FORMAT: usize = 50;

/// First bytes of TrueType, OpenType and Apple's TrueType files and of collections.
const TAGS: [&[u8; 4]; 4] = [&[0, 1, 0, 0], b"OTTO", b"true", b"ttcf"];

/// A font file's tables.
#[derive(Clone, Copy)]
pub(crate) struct FontFile<'a> {
    bytes: &'a [u8],
    directory: &'a [u8],
    /// The place of the directory in the file.
    directory_at: usize,
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
        let file = FontFile {
            bytes,
            directory,
            directory_at: start + 12,
        };
        let is_whole = directory
            .chunks_exact(16)
            .all(|record| file.slice(record).is_some());
        is_whole.then_some(file).ok_or(Reason::CutShort)
    }

    fn slice(&self, record: &[u8]) -> Option<&'a [u8]> {
        let (offset, length) = (u32_at(record, 8)?, u32_at(record, 12)?);
        self.bytes.get(offset..offset.checked_add(length)?)
    }

    /// A table; the last of several by one name, which is the one that the reader of outlines takes.
    pub(super) fn table(&self, tag: &[u8; 4]) -> Option<&'a [u8]> {
        let mut records = self.directory.chunks_exact(16);
        self.slice(records.rfind(|record| record.starts_with(tag))?)
    }

    /// The file without the table `gvar`: a letter is drawn as it is without variations, and working those out takes a number of steps that
    /// no count of points bounds.
    pub(crate) fn without_variations(&self) -> Cow<'a, [u8]> {
        const VARIATIONS: &[u8; 4] = b"gvar";
        if self.table(VARIATIONS).is_none() {
            return Cow::Borrowed(self.bytes);
        }
        let mut bytes = self.bytes.to_vec();
        let directory = &mut bytes[self.directory_at..][..self.directory.len()];
        for record in directory.chunks_exact_mut(16) {
            if record.starts_with(VARIATIONS) {
                record[..VARIATIONS.len()].fill(0);
            }
        }
        Cow::Owned(bytes)
    }

    /// Checks that the outlines of these glyphs take a bounded number of steps to read, in whatever tables they may be.
    ///
    /// # Errors
    /// [`Reason::TooIntricate`], [`Reason::NotAFont`] where PostScript outlines are damaged, [`Reason::VariablePostScript`].
    pub(crate) fn check_outlines(&self, glyphs: &[u16]) -> Result<(), Reason> {
        if self.table(b"CFF2").is_some() {
            return Err(Reason::VariablePostScript);
        }
        if let Some(table) = self.table(b"CFF ") {
            let programs = Charstrings::read(table).ok_or(Reason::NotAFont)?;
            glyphs.iter().try_for_each(|&glyph| programs.check(glyph))?;
        }
        self.check_parts(glyphs)
    }

    /// Checks the parts and points of TrueType outlines.
    fn check_parts(&self, glyphs: &[u16]) -> Result<(), Reason> {
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
        let mut parts_left = MAX_PARTS;
        for &letter in glyphs {
            let mut points_left = MAX_POINTS;
            let mut waiting = vec![letter];
            while let Some(glyph) = waiting.pop() {
                parts_left = parts_left.checked_sub(1).ok_or(Reason::TooIntricate)?;
                points_left = points_left
                    .checked_sub(outlines.points(glyph))
                    .ok_or(Reason::TooIntricate)?;
                waiting.extend(outlines.parts(glyph));
                if waiting.len() > MAX_PARTS {
                    return Err(Reason::TooIntricate);
                }
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

    /// The number of points of a glyph; 0 if it consists of others.
    fn points(&self, id: u16) -> usize {
        const HEADER: usize = 10;
        let Some(glyph) = self.glyph(id) else {
            return 0;
        };
        match u16_at(glyph, 0) {
            Some(contours @ 1..0x8000) => {
                let last = u16_at(glyph, HEADER + 2 * (contours - 1));
                last.map_or(0, |last| last + 1)
            }
            _ => 0,
        }
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
            // Two words or two bytes of arguments, and a scale of one, two or four words. Arguments that are no offsets are
            // there, too, but the reader of outlines does not pass over them: what it takes for parts counts.
            at += match flags & 0x03 {
                0x03 => 4,
                0x02 => 2,
                _ => 0,
            };
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
        font_of((0..levels).map(|glyph| composite(glyph + 1, width)))
    }

    /// A glyph that consists of the same one several times.
    fn composite(of: u16, times: usize) -> Vec<u8> {
        let mut glyph = vec![0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0];
        for part in 0..times {
            let more = u16::from(part + 1 < times) * 0x20;
            glyph.extend((more | 0x02).to_be_bytes());
            glyph.extend(of.to_be_bytes());
            glyph.extend([0, 0]);
        }
        glyph
    }

    /// The beginning of a glyph of two contours with this number of points.
    fn outline(points: u16) -> Vec<u8> {
        let ends = [0, points - 1].map(u16::to_be_bytes).concat();
        [&[0, 2, 0, 0, 0, 0, 0, 0, 0, 0][..], &ends].concat()
    }

    fn font_of(glyphs: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
        let mut glyf = Vec::new();
        let mut loca = Vec::new();
        for glyph in glyphs {
            loca.extend(u32::try_from(glyf.len()).unwrap().to_be_bytes());
            glyf.extend(glyph);
        }
        loca.extend(u32::try_from(glyf.len()).unwrap().to_be_bytes());
        let mut head = vec![0; 54];
        head[LOCA_FORMAT + 1] = 1;
        file_of(&[(b"glyf", glyf), (b"head", head), (b"loca", loca)])
    }

    fn file_of(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
        let count = u8::try_from(tables.len()).unwrap();
        let mut bytes = vec![0, 1, 0, 0, 0, count, 0, 0, 0, 0, 0, 0];
        let mut offset = bytes.len() + tables.len() * 16;
        for (tag, table) in tables {
            bytes.extend(*tag);
            bytes.extend([0; 4]);
            bytes.extend(u32::try_from(offset).unwrap().to_be_bytes());
            bytes.extend(u32::try_from(table.len()).unwrap().to_be_bytes());
            offset += table.len();
        }
        bytes.extend(tables.iter().flat_map(|(_, table)| table));
        bytes
    }

    fn check(bytes: &[u8]) -> Result<(), Reason> {
        let file = FontFile::open(bytes).unwrap_or_else(|reason| panic!("{reason}"));
        file.check_outlines(&[0])
    }

    #[test]
    fn letters_made_of_thousands_of_letters_are_refused() {
        assert_eq!(check(&nested(3, 4)), Ok(()));
        assert_eq!(check(&nested(30, 4)), Err(Reason::TooIntricate));
        assert_eq!(check(&nested(2, 30_000)), Err(Reason::TooIntricate));
    }

    /// Table `glyf` of OpenType: after its flags and its glyph a part has two bytes or two words of arguments, and a scale of no, one,
    /// two or four words. Of arguments that are numbers of points the reader of outlines knows nothing. Offsets in a short table `loca` are halved.
    #[test]
    fn the_parts_of_a_composite_glyph_are_found_whatever_stands_between_them() {
        let outline = [
            0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 7, 0, 0, 0, 0, 0, 8,
        ];
        let mut composite = vec![0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0];
        let scales = [(0x00, 0), (0x08, 2), (0x40, 4), (0x80, 8)];
        let kinds = scales.into_iter().flat_map(|(scale, bytes)| {
            [
                (scale | 0x02, 2 + bytes),
                (scale | 0x03, 4 + bytes),
                (scale, bytes),
                (scale | 0x01, bytes),
            ]
        });
        for ((flags, bytes), part) in kinds.zip(100_u16..) {
            let is_last = part == 115;
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
            assert_eq!(outlines.parts(1), Vec::from_iter(100..116_u16));
            assert!(outlines.parts(2).is_empty(), "no such glyph");
        }
    }

    /// The first glyph counts, too.
    #[test]
    fn letters_are_made_of_20_000_parts_at_most() {
        assert_eq!(check(&nested(1, 19_999)), Ok(()));
        assert_eq!(check(&nested(1, 20_000)), Err(Reason::TooIntricate));
    }

    #[test]
    fn variations_are_left_out() {
        let glyf = || (b"glyf", outline(3));
        let bytes = file_of(&[(b"gvar", vec![1, 2, 3]), glyf()]);
        let file = FontFile::open(&bytes).unwrap_or_else(|reason| panic!("{reason}"));
        let plain = file.without_variations();
        assert_eq!(plain.len(), bytes.len());
        let plain = FontFile::open(&plain).unwrap_or_else(|reason| panic!("{reason}"));
        assert!(plain.table(b"gvar").is_none() && plain.table(b"glyf").is_some());
        let bytes = file_of(&[glyf()]);
        let file = FontFile::open(&bytes).unwrap_or_else(|reason| panic!("{reason}"));
        assert!(matches!(file.without_variations(), Cow::Borrowed(_)));
    }

    /// Few parts, each of many points.
    #[test]
    fn a_letter_has_20_000_points_at_most() {
        let letter =
            |times, points| check(&font_of([composite(1, times), outline(points)].into_iter()));
        assert_eq!(letter(4, 5_000), Ok(()));
        assert_eq!(letter(4, 5_001), Err(Reason::TooIntricate));
        let alone = |points| check(&font_of(std::iter::once(outline(points))));
        assert_eq!(alone(20_000), Ok(()));
        assert_eq!(alone(20_001), Err(Reason::TooIntricate));
    }

    /// The reader of outlines takes the last table of a name, and whichever of the tables it can read.
    #[test]
    fn every_table_that_may_have_the_outlines_is_checked() {
        let glyf = || (b"glyf", outline(20_001));
        let rest = || {
            let mut head = vec![0; 54];
            head[LOCA_FORMAT + 1] = 1;
            [(b"head", head), (b"loca", vec![0, 0, 0, 0, 0, 0, 0, 14])]
        };
        let few = || (b"glyf", outline(3));
        for (first, last, expected) in [
            (glyf(), few(), Ok(())),
            (few(), glyf(), Err(Reason::TooIntricate)),
            (few(), (b"CFF ", vec![1, 0, 4]), Err(Reason::NotAFont)),
            (
                (b"CFF2", Vec::new()),
                few(),
                Err(Reason::VariablePostScript),
            ),
        ] {
            let tables: Vec<_> = [first, last].into_iter().chain(rest()).collect();
            assert_eq!(check(&file_of(&tables)), expected, "{:?}", tables[1].0);
        }
    }
}
