//! Sets as numbers in base three: a pattern of squares with three states each is one such number of a side plus twice that of the other.

/// A set of up to ten squares, one bit each, as a number in base three with a 1 for each.
pub static TERNARY: [u16; 1 << 10] = ternary([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

/// The number of each set, where the square of bit `i` has the place `places[i]`.
pub const fn ternary(places: [u32; 10]) -> [u16; 1 << 10] {
    let mut table = [0; 1 << 10];
    let mut set = 0;
    while set < 1 << 10 {
        let mut i = 0;
        while i < 10 {
            if set >> i & 1 == 1 {
                table[set] += 3_u16.pow(places[i]);
            }
            i += 1;
        }
        set += 1;
    }
    table
}
