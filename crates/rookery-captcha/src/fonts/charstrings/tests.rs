//! Tests of the lengths of programs that draw letters, on shipped fonts and on made tables.

use super::*;
use crate::fonts::font_file::FontFile;
use crate::shipped;

/// The programs of the shipped fonts are those of usual ones.
#[test]
fn the_letters_of_every_shipped_font_with_postscript_outlines_are_short() {
    let mut fonts = 0;
    for (name, bytes) in shipped::fonts() {
        let file = FontFile::open(bytes).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        let Some(table) = file.table(b"CFF ") else {
            continue;
        };
        let programs = Charstrings::read(table).unwrap_or_else(|| panic!("{name}"));
        assert!(programs.programs.count >= 52, "{name}");
        for glyph in 0..programs.programs.count {
            let glyph = u16::try_from(glyph).unwrap();
            assert_eq!(programs.check(glyph), Ok(()), "{name}, glyph {glyph}");
        }
        fonts += 1;
    }
    assert!(fonts >= 5, "{fonts} fonts with PostScript outlines");
}

/// An index with offsets of two bytes.
fn index(objects: &[Vec<u8>]) -> Vec<u8> {
    let count = u16::try_from(objects.len()).unwrap();
    let mut bytes = count.to_be_bytes().to_vec();
    if count > 0 {
        bytes.push(2);
        let mut offset = 1_u16;
        bytes.extend(offset.to_be_bytes());
        for object in objects {
            offset += u16::try_from(object.len()).unwrap();
            bytes.extend(offset.to_be_bytes());
        }
    }
    bytes.extend(objects.concat());
    bytes
}

/// A whole number of five bytes in a DICT.
fn long(value: usize) -> Vec<u8> {
    [&[29][..], &u32::try_from(value).unwrap().to_be_bytes()].concat()
}

/// A table with these programs, and subroutines for all.
fn table(programs: &[Vec<u8>], global: &[Vec<u8>], local: &[Vec<u8>]) -> Vec<u8> {
    let (programs, local) = (index(programs), index(local));
    let private = [long(6), vec![19]].concat();
    let top = |programs_at: usize| {
        let place = [
            long(private.len()),
            long(programs_at + programs.len()),
            vec![18],
        ];
        [long(programs_at), vec![17], place.concat()].concat()
    };
    let before = |programs_at| {
        let tops = index(&[top(programs_at)]);
        let head = vec![1, 0, 4, 2];
        [
            head,
            index(&[b"a".to_vec()]),
            tops,
            index(&[]),
            index(global),
        ]
        .concat()
    };
    let programs_at = before(0).len();
    [before(programs_at), programs, private, local].concat()
}

fn check(programs: &[Vec<u8>], global: &[Vec<u8>], local: &[Vec<u8>]) -> Result<(), Reason> {
    let table = table(programs, global, local);
    let programs = Charstrings::read(&table).expect("a whole table");
    programs.check(0)
}

/// A call of a subroutine of few by its place.
fn call(place: u8, operator: u8) -> Vec<u8> {
    vec![139 + place - 107, operator]
}

/// Each calls the next one; the last draws a line.
fn nested(levels: u8, times: usize, operator: u8) -> Vec<Vec<u8>> {
    let line = vec![140, 140, 5, 11];
    let calls = (1..levels).map(|next| call(next, operator).repeat(times));
    calls.chain([line]).collect()
}

#[test]
fn letters_of_calls_of_calls_are_refused() {
    for operator in [10, 29] {
        let letter = [call(0, operator), vec![14]].concat();
        for (levels, times, expected) in [
            (3, 10, Ok(())),
            (9, 100, Err(Reason::TooIntricate)),
            (2, 20_000, Err(Reason::TooIntricate)),
            (20, 1, Err(Reason::TooIntricate)),
        ] {
            let subroutines = nested(levels, times, operator);
            let (global, local) = match operator {
                29 => (&subroutines[..], &[][..]),
                _ => (&[][..], &subroutines[..]),
            };
            assert_eq!(
                check(std::slice::from_ref(&letter), global, local),
                expected,
                "{levels}, {times}"
            );
        }
    }
}

#[test]
fn a_program_ends_where_a_reader_stops() {
    let long = call(0, 29).repeat(30_000);
    let sub = [vec![11]];
    assert_eq!(
        check(std::slice::from_ref(&long), &sub, &[]),
        Err(Reason::TooIntricate)
    );
    for first in [
        // The end, and a return.
        vec![14],
        vec![11],
        // No such subroutine.
        call(1, 29),
        call(0, 10),
        // The end within a subroutine's masks: nine stems make two bytes of a mask, which are no operators.
        [vec![139; 18], vec![1, 19, 10, 10, 14]].concat(),
    ] {
        let program = [first.clone(), long.clone()].concat();
        assert_eq!(check(&[program], &sub, &[]), Ok(()), "{first:?}");
    }
    // An accent over a letter would be two more programs.
    let accent = vec![139, 139, 139, 139, 14];
    assert_eq!(check(&[accent], &sub, &[]), Err(Reason::TooIntricate));
    let flooded = vec![139; 600];
    assert_eq!(check(&[flooded], &sub, &[]), Err(Reason::TooIntricate));
}

/// Technical Note 5177, table 1, and 5176, table 3, with their examples.
#[test]
fn numbers_are_read() {
    for (bytes, expected) in [
        (&[0x8b][..], 0),
        (&[0xef], 100),
        (&[0x27], -100),
        (&[0xfa, 0x7c], 1_000),
        (&[0xfe, 0x7c], -1_000),
        (&[0x1c, 0x27, 0x10], 10_000),
        (&[0x1c, 0xd8, 0xf0], -10_000),
    ] {
        let length = bytes.len() - 1;
        assert_eq!(
            number(bytes[0], &bytes[1..]),
            Some((expected, length)),
            "{bytes:?}"
        );
    }
    assert_eq!(operand(255, &[0xff, 0xfe, 0x80, 0]), Some((-1, 4)));
    // 299.99998 is 300 in the 24 bits of a single-precision number.
    assert_eq!(operand(255, &[0x01, 0x2b, 0xff, 0xff]), Some((300, 4)));
}

#[test]
fn what_is_said_twice_or_damaged_is_not_read() {
    let twice = [long(9), vec![17], long(9), vec![17]].concat();
    assert_eq!(Dict(&twice).offset(dict::CHARSTRINGS), None);
    assert_eq!(Dict(&twice).offset(dict::SUBRS), Some(None));
    // -2.25, with an end in the middle of a byte (Technical Note 5176, table 5).
    let real = [0x1e, 0xe2, 0xa2, 0x5f, 17];
    assert_eq!(Dict(&real).offset(dict::CHARSTRINGS), None);
    let blanks = vec![139; 48];
    let [fits, many] =
        [blanks.clone(), [blanks, vec![139]].concat()].map(|numbers| [numbers, vec![17]].concat());
    assert!(Dict(&fits).operands(dict::CHARSTRINGS).is_some());
    assert!(Dict(&many).operands(dict::CHARSTRINGS).is_none());
    assert!(
        Dict(&[17].repeat(MAX_DICT_BYTES + 1))
            .operands(dict::SUBRS)
            .is_none()
    );
    let whole = table(&[vec![14]], &[], &[]);
    for cut in 0..whole.len() {
        assert!(Charstrings::read(&whole[..cut]).is_none(), "{cut} bytes");
    }
}

/// Technical Note 5176, tables 27 and 28.
#[test]
fn glyphs_have_fonts() {
    let by_glyph = FontSelect(&[0, 7, 8, 9]);
    let disordered = FontSelect(&[3, 0, 2, 255, 255, 0, 0, 0, 1, 255, 255]);
    let by_range = FontSelect(&[3, 0, 2, 0, 0, 5, 0, 10, 6, 0, 20]);
    let fonts = |select: &FontSelect<'_>, glyphs: &[u16]| -> Vec<_> {
        glyphs.iter().map(|&glyph| select.font_of(glyph)).collect()
    };
    assert_eq!(fonts(&by_glyph, &[0, 2, 3]), [Some(7), Some(9), None]);
    assert_eq!(
        fonts(&by_range, &[0, 9, 10, 19]),
        [Some(5), Some(5), Some(6), Some(6)]
    );
    assert_eq!(fonts(&disordered, &[0, 40]), [Some(1), Some(1)]);
}
