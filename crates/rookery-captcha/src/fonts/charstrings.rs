//! Lengths of the programs that draw letters in fonts with PostScript outlines: CFF and Type 2 charstrings (Adobe Technical Notes
//! 5176 and 5177). A subroutine may call the next one hundreds of times, ten deep, and a reader of outlines does not count.

use std::ops::Range;

use crate::Reason;
use crate::fonts::big_endian::u16_at;

/// Maximum number of operands and operators of a letter. A curve takes seven, and a hatched letter has 2,000 curves.
const MAX_STEPS: usize = 50_000;
/// Maximum nesting of subroutines; Technical Note 5177 allows ten.
const MAX_DEPTH: usize = 16;
/// Maximum number of operands of an operator (Technical Notes 5176, section 4, and 5177, appendix B).
const MAX_OPERANDS: usize = 48;
/// Maximum length of a DICT; usual ones have some hundred bytes.
const MAX_DICT_BYTES: usize = 1 << 16;
/// Maximum number of fonts of a character collection: their numbers are bytes.
const MAX_FONTS: usize = 256;

/// Operators of a DICT; those after the byte 12 have it as their high byte (Technical Note 5176, tables 9, 10 and 23).
mod dict {
    pub const CHARSTRINGS: u16 = 17;
    pub const PRIVATE: u16 = 18;
    pub const SUBRS: u16 = 19;
    pub const ROS: u16 = 0x0c1e;
    pub const FD_ARRAY: u16 = 0x0c24;
    pub const FD_SELECT: u16 = 0x0c25;
}

/// The programs of a table `CFF `.
pub(super) struct Charstrings<'a> {
    programs: Index<'a>,
    global: Index<'a>,
    locals: Locals<'a>,
}

/// The local subroutines of the glyphs.
enum Locals<'a> {
    /// The same for all.
    Of(Index<'a>),
    /// By the place of a glyph's font in the array of fonts.
    ByFont(Vec<Index<'a>>, FontSelect<'a>),
}

impl<'a> Charstrings<'a> {
    /// Reads the places of the programs; `None` where the table is damaged, or says something twice.
    pub(super) fn read(table: &'a [u8]) -> Option<Self> {
        let header = usize::from(*table.get(2)?).max(4);
        let (_names, rest) = Index::read(table.get(header..)?)?;
        let (tops, rest) = Index::read(rest)?;
        let (_strings, rest) = Index::read(rest)?;
        let (global, _) = Index::read(rest)?;
        let top = Dict(tops.get(0)?);
        let (programs, _) = Index::read(table.get(top.offset(dict::CHARSTRINGS)??..)?)?;
        let locals = match top.operands(dict::ROS)? {
            None => Locals::Of(local_subroutines(table, top)?),
            Some(_) => {
                let (fonts, _) = Index::read(table.get(top.offset(dict::FD_ARRAY)??..)?)?;
                if fonts.count > MAX_FONTS {
                    return None;
                }
                let of = |n| local_subroutines(table, Dict(fonts.get(n)?));
                let select = table.get(top.offset(dict::FD_SELECT)??..)?;
                let all: Option<Vec<_>> = (0..fonts.count).map(of).collect();
                Locals::ByFont(all?, FontSelect(select))
            }
        };
        Some(Charstrings {
            programs,
            global,
            locals,
        })
    }

    /// Follows the program of a glyph to its end, without drawing.
    ///
    /// # Errors
    /// [`Reason::TooIntricate`].
    pub(super) fn check(&self, glyph: u16) -> Result<(), Reason> {
        let local = match &self.locals {
            Locals::Of(all) => *all,
            Locals::ByFont(fonts, select) => select
                .font_of(glyph)
                .and_then(|font| fonts.get(font).copied())
                .unwrap_or_default(),
        };
        let mut walk = Walk {
            global: self.global,
            local,
            operands: Vec::new(),
            stems: 0,
            left: MAX_STEPS,
        };
        let program = self.programs.get(usize::from(glyph));
        program.map_or(Ok(()), |program| walk.run(program, 0).map(drop))
    }
}

/// The subroutines that the private part of a font's DICT names; none is as good as an empty index.
fn local_subroutines<'a>(table: &'a [u8], font: Dict<'_>) -> Option<Index<'a>> {
    let Some(place) = font.range(dict::PRIVATE)? else {
        return Some(Index::default());
    };
    let start = place.start;
    match Dict(table.get(place)?).offset(dict::SUBRS)? {
        None => Some(Index::default()),
        Some(offset) => {
            let (subroutines, _) = Index::read(table.get(start.checked_add(offset)?..)?)?;
            Some(subroutines)
        }
    }
}

/// An INDEX: objects one after the other, with their offsets before them (Technical Note 5176, section 5).
#[derive(Clone, Copy, Default)]
struct Index<'a> {
    count: usize,
    /// Bytes of an offset, 1 to 4.
    wide: usize,
    offsets: &'a [u8],
    objects: &'a [u8],
}

impl<'a> Index<'a> {
    /// Reads one, and returns what comes after it.
    fn read(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let count = u16_at(bytes, 0)?;
        if count == 0 {
            return Some((Index::default(), bytes.get(2..)?));
        }
        let wide = usize::from(*bytes.get(2)?);
        if !(1..=4).contains(&wide) {
            return None;
        }
        let (offsets, objects) = bytes.get(3..)?.split_at_checked((count + 1) * wide)?;
        let index = Index {
            count,
            wide,
            offsets,
            objects,
        };
        Some((index, objects.get(index.offset(count)?..)?))
    }

    /// The start of an object among the objects, or the end of the last one. The file counts from 1.
    fn offset(self, n: usize) -> Option<usize> {
        let bytes = self.offsets.chunks_exact(self.wide.max(1)).nth(n)?;
        let offset = bytes
            .iter()
            .fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        offset.checked_sub(1)
    }

    fn get(self, n: usize) -> Option<&'a [u8]> {
        self.objects.get(self.offset(n)?..self.offset(n + 1)?)
    }

    /// What is added to the number of a subroutine (Technical Note 5176, section 16).
    fn bias(self) -> i64 {
        match self.count {
            ..1_240 => 107,
            1_240..33_900 => 1_131,
            _ => 32_768,
        }
    }
}

/// The fonts of the glyphs of a font with a character collection (Technical Note 5176, section 19).
struct FontSelect<'a>(&'a [u8]);

impl FontSelect<'_> {
    fn font_of(&self, glyph: u16) -> Option<usize> {
        let glyph = usize::from(glyph);
        match self.0.first()? {
            0 => self.0.get(1 + glyph).copied().map(usize::from),
            3 => {
                let starts = (0..u16_at(self.0, 1)?).map(|range| 3 + 3 * range);
                // As readers do: the first range that has the glyph, whatever their order.
                for start in starts {
                    let (first, next) = (u16_at(self.0, start)?, u16_at(self.0, start + 3)?);
                    if (first..next).contains(&glyph) {
                        return self.0.get(start + 2).copied().map(usize::from);
                    }
                }
                None
            }
            _ => None,
        }
    }
}

/// A DICT: operators, each after its operands (Technical Note 5176, section 4).
#[derive(Clone, Copy)]
struct Dict<'a>(&'a [u8]);

impl Dict<'_> {
    /// The operands of an operator, if it is there. The outer `None` is for one that is there twice, or for damage.
    fn operands(self, wanted: u16) -> Option<Option<Vec<i64>>> {
        if self.0.len() > MAX_DICT_BYTES {
            return None;
        }
        let (mut found, mut operands) = (None, Vec::new());
        let mut at = 0;
        while let Some(&first) = self.0.get(at) {
            at += 1;
            let rest = self.0.get(at..)?;
            match first {
                0..=21 => {
                    let mut operator = u16::from(first);
                    if first == 12 {
                        operator = operator << 8 | u16::from(*rest.first()?);
                        at += 1;
                    }
                    let given = std::mem::take(&mut operands);
                    if operator == wanted && found.replace(given).is_some() {
                        return None;
                    }
                }
                29 => {
                    operands.push(i32::from_be_bytes(*rest.first_chunk()?).into());
                    at += 4;
                }
                // A real number: half bytes up to one of 15. No offset is written so: it counts as one that is none.
                30 => {
                    operands.push(-1);
                    at += 1 + rest.iter().position(|b| b & 0xf == 0xf || b >> 4 == 0xf)?;
                }
                _ => {
                    let (number, length) = number(first, rest)?;
                    operands.push(number);
                    at += length;
                }
            }
            if operands.len() > MAX_OPERANDS {
                return None;
            }
        }
        Some(found)
    }

    fn offset(self, operator: u16) -> Option<Option<usize>> {
        match self.operands(operator)?.as_deref() {
            None => Some(None),
            Some(&[offset]) => Some(Some(usize::try_from(offset).ok()?)),
            Some(_) => None,
        }
    }

    fn range(self, operator: u16) -> Option<Option<Range<usize>>> {
        match self.operands(operator)?.as_deref() {
            None => Some(None),
            Some(&[length, start]) => {
                let start = usize::try_from(start).ok()?;
                Some(Some(
                    start..start.checked_add(usize::try_from(length).ok()?)?,
                ))
            }
            Some(_) => None,
        }
    }
}

/// A number that is written alike in a DICT and in a program, from its first byte and those that follow it, and how many of them
/// belong to it (Technical Note 5177, table 1).
fn number(first: u8, rest: &[u8]) -> Option<(i64, usize)> {
    let high = i64::from(first);
    let next = || rest.first().copied().map(i64::from);
    Some(match first {
        28 => (i16::from_be_bytes(*rest.first_chunk()?).into(), 2),
        32..=246 => (high - 139, 0),
        247..=250 => ((high - 247) * 256 + next()? + 108, 1),
        251..=254 => (-(high - 251) * 256 - next()? - 108, 1),
        _ => return None,
    })
}

/// How a program goes on after another one.
#[derive(PartialEq, Eq)]
enum Flow {
    Returned,
    /// The letter is finished, or its program is damaged and is read no further.
    Ended,
}

/// A letter's program that is being followed.
struct Walk<'a> {
    global: Index<'a>,
    local: Index<'a>,
    operands: Vec<i64>,
    /// The number of stems, which says how long a mask of hints is.
    stems: usize,
    /// The steps that are left.
    left: usize,
}

impl<'a> Walk<'a> {
    /// Follows a program. What a reader of outlines would refuse is passed over: it only makes the program longer.
    fn run(&mut self, program: &'a [u8], depth: usize) -> Result<Flow, Reason> {
        let too_intricate = || Err(Reason::TooIntricate);
        let mut at = 0;
        while let Some(&first) = program.get(at) {
            at += 1;
            self.left = self.left.checked_sub(1).ok_or(Reason::TooIntricate)?;
            match first {
                10 | 29 => {
                    let Some(called) = self.called(first) else {
                        return Ok(Flow::Ended);
                    };
                    if depth == MAX_DEPTH {
                        return too_intricate();
                    }
                    if self.run(called, depth + 1)? == Flow::Ended {
                        return Ok(Flow::Ended);
                    }
                }
                11 => return Ok(Flow::Returned),
                // With four operands it is an accent over a letter; no plain letter is made so.
                14 if self.operands.len() >= 4 => return too_intricate(),
                14 => return Ok(Flow::Ended),
                12 => {
                    at += 1;
                    self.operands.clear();
                }
                1 | 3 | 18 | 23 => self.count_stems(),
                19 | 20 => {
                    self.count_stems();
                    at += self.stems.div_ceil(8);
                }
                28 | 32..=255 => {
                    let rest = program.get(at..).unwrap_or_default();
                    let Some((value, length)) = operand(first, rest) else {
                        return Ok(Flow::Ended);
                    };
                    at += length;
                    self.operands.push(value);
                    if self.operands.len() > MAX_OPERANDS {
                        return too_intricate();
                    }
                }
                _ => self.operands.clear(),
            }
        }
        Ok(Flow::Returned)
    }

    /// The subroutine that an operator calls: the last operand is its number.
    fn called(&mut self, operator: u8) -> Option<&'a [u8]> {
        let subroutines = match operator {
            29 => self.global,
            _ => self.local,
        };
        let number = self.operands.pop()? + subroutines.bias();
        subroutines.get(usize::try_from(number).ok()?)
    }

    /// Two operands for each; a width may stand before the first.
    fn count_stems(&mut self) {
        self.stems += self.operands.len() / 2;
        self.operands.clear();
    }
}

/// An operand of a program, with the bytes after the first. A fraction counts as its whole part, after the rounding that readers of
/// outlines do.
fn operand(first: u8, rest: &[u8]) -> Option<(i64, usize)> {
    match first {
        255 => {
            let fixed = i32::from_be_bytes(*rest.first_chunk()?);
            Some(((fixed as f32 / 65_536.0) as i64, 4))
        }
        _ => number(first, rest),
    }
}

#[cfg(test)]
mod tests;
