//! Hostile JPEG files of the largest size: segments, stray bytes, restarts and scans in any number (ITU-T T.81, annex B).

/// Width and height of the largest picture.
pub(super) const LARGEST_PX: [u16; 2] = [2_048, 1_024];
/// Those of a picture of a million pixels.
pub(super) const MILLION_PX: [u16; 2] = [1_000, 1_000];
/// Those of the largest picture, of eight by eight pixels each.
const BLOCKS: usize = 32_768;
/// A file may have eight.
const MIB: usize = 1 << 20;

const BASELINE: u8 = 0xc0;
const PROGRESSIVE: u8 = 0xc2;
const COMMENT: u8 = 0xfe;

fn segment(kind: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&[0xff, kind][..], &length, data].concat()
}

/// So many segments that they fill so many bytes.
fn filled(bytes: usize, segment: &[u8]) -> Vec<u8> {
    segment.repeat(bytes / segment.len())
}

/// A table of codes: the length of each in bits, ascending, and its meaning.
fn table_of(class: u8, codes: &[(usize, u8)]) -> Vec<u8> {
    let mut lengths = [0_u8; 16];
    for (bits, _) in codes {
        lengths[bits - 1] += 1;
    }
    let meanings: Vec<u8> = codes.iter().map(|(_, meaning)| *meaning).collect();
    [&[class << 4][..], &lengths, &meanings].concat()
}

/// A table with one code, a single zero bit. It says that a block is as bright as the one before (class 0), or that nothing follows (1).
fn table(class: u8) -> Vec<u8> {
    table_of(class, &[(1, 0)])
}

/// The header of a scan: from one coefficient to another, and the bits of them.
fn scan(first: u8, last: u8, bits: u8) -> Vec<u8> {
    segment(0xda, &[1, 1, 0x00, first, last, bits])
}

/// A grey picture with these segments behind its start.
fn grey(frame: u8, more: &[u8], scans: &[u8]) -> Vec<u8> {
    picture(LARGEST_PX, 1, frame, more, scans)
}

/// The same of any size, and of one component or more.
fn picture(
    [width, height]: [u16; 2],
    components: u8,
    frame: u8,
    more: &[u8],
    scans: &[u8],
) -> Vec<u8> {
    let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
    let all: Vec<u8> = (1..=components).flat_map(|n| [n, 0x11, 0]).collect();
    let bytes = [
        &b"\xff\xd8"[..],
        more,
        &segment(0xdb, &[&[0_u8][..], &[1; 64]].concat()),
        &segment(frame, &[&[8_u8][..], &size, &[components], &all].concat()),
        &segment(0xc4, &[table(0), table(1)].concat()),
        scans,
        b"\xff\xd9",
    ]
    .concat();
    assert!(bytes.len() < 8 * MIB, "{}", bytes.len());
    bytes
}

/// The same with a usual scan: two zero bits for each block.
fn usual(more: &[u8]) -> Vec<u8> {
    let scan = [scan(0, 63, 0), vec![0; BLOCKS / 4]].concat();
    grey(BASELINE, more, &scan)
}

/// Each scan but the first adds a bit to the brightness of each block.
pub(super) fn progressive(scans: usize) -> Vec<u8> {
    // A byte has the bits of eight blocks. No file can hold those of all blocks for thousands of scans, each with a header of ten bytes.
    let coded = vec![0; (BLOCKS / 8).min(7 * MIB / scans - 10)];
    let first = [scan(0, 0, 0x01), coded.clone()].concat();
    let further = [scan(0, 0, 0x10), coded].concat();
    let all = [first, further.repeat(scans - 1)].concat();
    grey(PROGRESSIVE, &[], &all)
}

fn blocks_of([width, height]: [u16; 2]) -> usize {
    usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8)
}

/// The bytes of bits, the last one filled up with ones; a zero follows each byte of ones (F.1.2.3).
fn packed(bits: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| {
        let filled = (0..8_usize).map(|n| eight.get(n).is_none_or(|bit| *bit));
        filled.fold(0_u8, |byte, bit| (byte << 1) | u8::from(bit))
    };
    let stuffed = |byte: u8| match byte {
        0xff => vec![byte, 0],
        _ => vec![byte],
    };
    bits.chunks(8).map(byte).flat_map(stuffed).collect()
}

/// Bits that a processor cannot foresee (xorshift).
fn random_bits() -> impl FnMut() -> bool {
    let mut state = 0x9e37_79b9_u32;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state & 0x8000 != 0
    }
}

/// Two scans make coefficients, two in three of them, at random places and with random signs. Each other scan corrects those up to its last
/// one by a random bit.
pub(super) fn corrections(size: [u16; 2], lasts: &[u8]) -> Vec<u8> {
    let mut random = random_bits();
    let mut made = Vec::new();
    // The place of each coefficient that was made, and the bit that corrects it.
    let mut corrected: Vec<Vec<(u8, bool)>> = Vec::new();
    for _ in 0..blocks_of(size) {
        let mut block = Vec::new();
        let mut place = 1;
        while place <= 63 {
            let leaves_one_out = place < 63 && random();
            match leaves_one_out {
                true => made.extend([true, false]),
                false => made.push(false),
            }
            made.push(random());
            place += u8::from(leaves_one_out);
            block.push((place, random()));
            place += 1;
        }
        corrected.push(block);
    }
    let brightness = vec![0; blocks_of(size).div_ceil(8)];
    let mut all = [
        segment(0xc4, &table_of(1, &[(1, 0x01), (2, 0x11), (3, 0x00)])),
        scan(0, 0, 0),
        brightness,
        scan(1, 63, 5),
        packed(&made),
    ]
    .concat();
    for (low, last) in [4_u8, 3, 2, 1, 0].into_iter().cycle().zip(lasts) {
        let mut bits = Vec::new();
        for block in &corrected {
            // No further coefficient in this block: a bit for each of those that it has.
            bits.extend([true, true, false]);
            let within = block.iter().filter(|(place, _)| place <= last);
            bits.extend(within.map(|(_, bit)| *bit));
        }
        all.extend(scan(1, *last, ((low + 1) << 4) | low));
        all.extend(packed(&bits));
    }
    picture(size, 1, PROGRESSIVE, &[], &all)
}

/// All scans but the first make each coefficient up to their last one anew, by a code of 16 bits and a sign. The data of a scan are cut off:
/// the decoder reads on in zeros, of which each code and each sign is made.
pub(super) fn long_codes(size: [u16; 2], lasts: &[u8]) -> Vec<u8> {
    let cut_off = |last: &u8| [scan(1, *last, 0), vec![0; 8]].concat();
    let all = [
        segment(0xc4, &table_of(1, &[(16, 0x01)])),
        scan(0, 0, 0),
        vec![0; blocks_of(size).div_ceil(8)],
        lasts.iter().map(cut_off).collect::<Vec<_>>().concat(),
    ];
    picture(size, 1, PROGRESSIVE, &[], &all.concat())
}

/// A baseline picture of four components, three scans of three of them and one of the fourth, and no coefficient left out: ten million pixels.
pub(super) fn repeated_components() -> Vec<u8> {
    // A bit for the brightness of a block, and two for each of the other coefficients.
    let bits = blocks_of(MILLION_PX) * (1 + 2 * 63);
    let three = segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0]);
    let fourth = segment(0xda, &[1, 4, 0, 0, 63, 0]);
    let all = [
        segment(0xc4, &table_of(1, &[(1, 0x01)])),
        [three, vec![0; (3 * bits).div_ceil(8)]].concat().repeat(3),
        [fourth, vec![0; bits.div_ceil(8)]].concat(),
    ];
    picture(MILLION_PX, 4, BASELINE, &[], &all.concat())
}

/// The decoder keeps pieces of an extended XMP text until they are whole, and looks at all of them with each further segment.
pub(super) fn pieces_of_text() -> Vec<u8> {
    let name = b"http://ns.adobe.com/xmp/extension/\0";
    // Digest and length of the whole, and a place that leaves a gap.
    let place = [&[b'0'; 32][..], &[0xff; 4], &[0, 0, 0, 1]].concat();
    let piece = segment(0xe1, &[&name[..], &place].concat());
    let pieces = filled(4 * MIB, &piece);
    usual(&[pieces, filled(3 * MIB, &segment(COMMENT, b""))].concat())
}

pub(super) fn pieces_of_profile() -> Vec<u8> {
    let piece = segment(0xe2, b"ICC_PROFILE\0\x01\xff.");
    usual(&filled(7 * MIB, &piece))
}

pub(super) fn empty_segments() -> Vec<u8> {
    let both = [segment(COMMENT, b""), segment(0xe5, b"")].concat();
    usual(&filled(7 * MIB, &both))
}

pub(super) fn tables() -> Vec<u8> {
    // A segment has 64 KiB at most.
    usual(&segment(0xc4, &table(1).repeat(3_000)).repeat(120))
}

/// Of 64 KiB, the other segments take 124 bytes, without their markers, and the length of this one two; each table has 18.
pub(super) fn most_tables() -> Vec<u8> {
    usual(&segment(0xc4, &table_of(1, &[(1, 0x01)]).repeat(3_633)))
}

pub(super) fn stray_bytes() -> Vec<u8> {
    let stray = [
        vec![b'.'; 2 * MIB],
        [0xff, 0x00].repeat(MIB),
        vec![0xff; 2 * MIB],
    ];
    usual(&[segment(COMMENT, b""), stray.concat()].concat())
}

/// One behind each block, and millions behind the last.
pub(super) fn restarts() -> Vec<u8> {
    let mut bytes = scan(0, 63, 0);
    for kind in (0xd0_u8..=0xd7).cycle().take(BLOCKS) {
        // Two zero bits, and ones up to the next byte.
        bytes.extend([0x3f, 0xff, kind]);
    }
    bytes.extend([0xff, 0xd0].repeat(3 * MIB));
    grey(BASELINE, &segment(0xdd, &[0, 1]), &bytes)
}
