//! Hostile font files: shipped ones with other tables.

use rookery_captcha::shipped;

/// A shipped font whose glyph table says that each glyph is made of forty of the next one.
pub(super) fn font() -> Vec<u8> {
    let (_, bytes) = shipped::fonts()
        .into_iter()
        .find(|(name, _)| *name == "DejaVuSans-Bold.ttf")
        .unwrap();
    let mut bytes = bytes.to_vec();
    let at = |bytes: &[u8], at: usize| {
        u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
    };
    let record = |bytes: &[u8], tag: &[u8; 4]| {
        12 + 16
            * bytes[12..]
                .chunks(16)
                .position(|r| r.starts_with(tag))
                .unwrap()
    };
    let (glyf, loca) = (record(&bytes, b"glyf"), record(&bytes, b"loca"));
    let (glyf, loca) = (at(&bytes, glyf + 8), at(&bytes, loca + 8));
    let mut letters = Vec::new();
    for glyph in 0..200_usize {
        let (from, to) = (
            at(&bytes, loca + 4 * glyph),
            at(&bytes, loca + 4 * glyph + 4),
        );
        let parts = (to - from).saturating_sub(10) / 6;
        if parts > 0 {
            letters.push((glyf + from, parts, glyph));
        }
    }
    for pair in letters.windows(2) {
        let ((place, parts, _), (_, _, next)) = (pair[0], pair[1]);
        bytes[place..place + 2].copy_from_slice(&[0xff, 0xff]);
        for part in 0..parts {
            let more = (u16::from(part + 1 < parts) * 0x20) | 0x02;
            let entry = [more.to_be_bytes(), (next as u16).to_be_bytes(), [0, 0]].concat();
            bytes[place + 10 + part * 6..][..6].copy_from_slice(&entry);
        }
    }
    bytes
}

/// A shipped font with another table in the place of one.
fn font_with(name: &str, tables: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let fonts = shipped::fonts();
    let (_, font) = fonts.iter().find(|(font, _)| *font == name).unwrap();
    let mut bytes = font.to_vec();
    for (tag, table) in tables {
        let place = [bytes.len(), table.len()].map(|n| (n as u32).to_be_bytes());
        let mut records = bytes[12..].chunks_mut(16);
        let record = records.find(|record| record.starts_with(tag)).unwrap();
        record[8..].copy_from_slice(&place.concat());
        bytes.extend(table);
    }
    bytes
}

/// The first glyph has 5,000 points on straight lines, and each of the next hundred, among them the letters, is made of it 350 times.
pub(super) fn font_of_curves() -> Vec<u8> {
    const POINTS: u16 = 5_000;
    let mut outline = vec![0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    outline.extend((POINTS - 1).to_be_bytes());
    outline.extend([0, 0]);
    // On the curve, with steps of one byte each.
    outline.extend((0..POINTS).map(|n| if n % 2 == 0 { 0x37 } else { 0x07 }));
    outline.extend(vec![1; 2 * usize::from(POINTS)]);
    let part = |more: u8| [0, more, 0, 0, 0, 0];
    let parts = [part(0x22).repeat(349), part(0x02).to_vec()].concat();
    let letter = [vec![0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0], parts].concat();
    let glyphs = std::iter::once(outline).chain(std::iter::repeat_n(letter, 100));
    let (mut glyf, mut loca) = (Vec::new(), vec![0; 4]);
    for glyph in glyphs {
        glyf.extend(glyph);
        loca.extend((glyf.len() as u32).to_be_bytes());
    }
    // The other glyphs are blank.
    loca.extend((glyf.len() as u32).to_be_bytes().repeat(10_000));
    font_with("DejaVuSans-Bold.ttf", &[(*b"glyf", glyf), (*b"loca", loca)])
}

/// Nine subroutines, each of which calls the next one a hundred times, and glyphs that call the first.
pub(super) fn font_of_calls() -> Vec<u8> {
    let index = |objects: Vec<Vec<u8>>| {
        let mut bytes = (objects.len() as u16).to_be_bytes().to_vec();
        let ends = objects.iter().scan(1, |end, object| {
            *end += object.len();
            Some(*end)
        });
        bytes.push(4);
        bytes.extend(
            std::iter::once(1)
                .chain(ends)
                .flat_map(|end| (end as u32).to_be_bytes()),
        );
        bytes.extend(objects.concat());
        bytes
    };
    let call = |subroutine: u8| vec![139 + subroutine - 107, 29];
    let calls = (1..9).map(|next| [call(next).repeat(100), vec![11]].concat());
    let subroutines = index(calls.chain([vec![11]]).collect());
    // Operator 17: the place of the glyphs' programs, as a number of four bytes.
    let top = |place: usize| {
        let place = (place as u32).to_be_bytes();
        index(vec![[&[29][..], &place, &[17]].concat()])
    };
    let head = [vec![1, 0, 4, 4], index(vec![b"a".to_vec()])].concat();
    let place = head.len() + top(0).len() + 2 + subroutines.len();
    let letters = index(vec![[call(0), vec![14]].concat(); 400]);
    let table = [head, top(place), vec![0, 0], subroutines, letters].concat();
    font_with("AllertaMedium.otf", &[(*b"CFF ", table)])
}
