//! Unsigned LEB128 of at most nine bytes (63 bits), as in the seed's section "varint encoding".

/// The longest encoding a reader accepts, in bytes.
pub const MAX_LEN: usize = 9;

/// The largest value nine bytes can carry.
pub const MAX_VALUE: u64 = (1 << 63) - 1;

/// What the start of a buffer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A whole number and how many bytes it took (padded forms count all their bytes).
    Value(u64, usize),
    /// Every byte so far asks for another one.
    Incomplete,
    /// Nine bytes and still no end.
    TooLong,
}

/// Reads one number from the start of `bytes`.
pub fn decode(bytes: &[u8]) -> Decoded {
    let mut value = 0_u64;
    let mut shift = 0_u32;
    for (index, byte) in bytes.iter().take(MAX_LEN).enumerate() {
        value |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Decoded::Value(value, index.saturating_add(1));
        }
        shift = shift.saturating_add(7);
    }
    if bytes.len() < MAX_LEN { Decoded::Incomplete } else { Decoded::TooLong }
}

/// Appends the shortest form of `value`, which must not exceed [`MAX_VALUE`] to be readable.
pub fn encode(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push((value & 0x7F) as u8 | 0x80);
        value >>= 7;
    }
    out.push((value & 0x7F) as u8);
}

/// The form of `value` that takes exactly `len` bytes, the shortest one filled up with zero digits. A value that needs
/// more loses its high digits.
pub fn padded(value: u64, len: usize) -> impl Iterator<Item = u8> {
    (1..=len).map(move |place| {
        let shift = u32::try_from(place.saturating_sub(1)).unwrap_or(u32::MAX).saturating_mul(7);
        let digit = (value.checked_shr(shift).unwrap_or(0) & 0x7F) as u8;
        if place < len { digit | 0x80 } else { digit }
    })
}

/// How many bytes [`encode`] writes for `value`.
pub const fn len(value: u64) -> usize {
    match value.checked_ilog2() {
        Some(bits) => (bits / 7).saturating_add(1) as usize,
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boundaries by hand: 7 bits a byte, low group first.
    const EDGES: [(u64, &[u8]); 9] = [
        (0, &[0x00]),
        (1, &[0x01]),
        (127, &[0x7F]),
        (128, &[0x80, 0x01]),
        (300, &[0xAC, 0x02]),
        (16_383, &[0xFF, 0x7F]),
        (16_384, &[0x80, 0x80, 0x01]),
        (1 << 30, &[0x80, 0x80, 0x80, 0x80, 0x04]),
        (MAX_VALUE, &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
    ];

    #[test]
    fn edges_encode_decode_and_measure() {
        for (value, bytes) in EDGES {
            let mut out = Vec::new();
            encode(value, &mut out);
            assert_eq!(out, bytes, "{value}");
            assert_eq!(len(value), bytes.len(), "{value}");
            assert_eq!(decode(bytes), Decoded::Value(value, bytes.len()));
        }
    }

    #[test]
    fn padded_forms_have_the_length_asked_for() {
        assert_eq!(padded(5, 3).collect::<Vec<_>>(), [0x85, 0x80, 0x00]);
        for (value, bytes) in EDGES {
            assert_eq!(padded(value, bytes.len()).collect::<Vec<_>>(), bytes);
            let nine = padded(value, MAX_LEN).collect::<Vec<_>>();
            assert_eq!(decode(&nine), Decoded::Value(value, MAX_LEN));
        }
    }

    #[test]
    fn padded_forms_are_read_and_too_long_ones_are_not() {
        assert_eq!(decode(&[0x85, 0x80, 0x00, b'h']), Decoded::Value(5, 3));
        assert_eq!(decode(&[0x80; 8]), Decoded::Incomplete);
        assert_eq!(decode(&[0x80; 9]), Decoded::TooLong);
        assert_eq!(decode(&[]), Decoded::Incomplete);
    }
}
