//! The library's hash of 32 bits, in and out as two halves of 16 bits, which numbers hold exactly.
//! @category Noise
//! @tags test hash random
//! @import hash

struct Halves {
    /// Upper 16 bits.
    high: f32,
    /// Lower 16 bits.
    low: f32,
}

/// The hash.
fn pcg_of_halves(
    /// Upper 16 bits. @default 0
    high: u32,
    /// Lower 16 bits. @default 0
    low: u32,
) -> Halves {
    let hash = pcg((high << 16u) | low);
    return Halves(f32(hash >> 16u), f32(hash & 0xffffu));
}
