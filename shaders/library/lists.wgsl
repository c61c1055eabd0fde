//! Lists that travel on wires: a count and rows. Their layout fits a uniform buffer and a storage buffer alike.

/// Most rows of a list.
const LIST_ROWS = 64u;

/// One trochoidal wave: 32 bytes.
struct Wave {
    /// (x, z) of length 1.
    direction: vec2f,
    /// 2 pi / wavelength, 1/m.
    wavenumber: f32,
    /// Square root of the wavenumber: the angular frequency is this times sqrt(gravity).
    root_wavenumber: f32,
    /// Metres.
    amplitude: f32,
    /// 0 is a sine, 1 has a cusp.
    stiffness: f32,
    /// Metres.
    wavelength: f32,
    /// How far water swings to either side: stiffness over wavenumber, in metres.
    reach: f32,
}

/// A list of waves.
struct Waves {
    /// Rows that count.
    count: u32,
    /// The rows.
    @align(16) rows: array<Wave, LIST_ROWS>,
}

/// A stop of a colour ramp: 32 bytes.
struct RampStop {
    /// Linear RGB and straight alpha.
    colour: vec4f,
    /// Where on the ramp, 0..1, rising from row to row.
    place: f32,
    /// Fills up 32 bytes.
    padding_0: f32,
    /// Fills up 32 bytes.
    padding_1: f32,
    /// Fills up 32 bytes.
    padding_2: f32,
}

/// A colour ramp.
struct Ramp {
    /// Rows that count.
    count: u32,
    /// The rows.
    @align(16) rows: array<RampStop, LIST_ROWS>,
}

/// A point of a curve: 16 bytes.
struct CurvePoint {
    /// x and y; x rises from row to row.
    point: vec2f,
    /// Slopes dy/dx on the side before the point and on the side after it.
    tangents: vec2f,
}

/// A curve through points: between two of them the cubic with their slopes.
struct Curve {
    /// Rows that count.
    count: u32,
    /// The rows.
    @align(16) rows: array<CurvePoint, LIST_ROWS>,
}

/// The wave that travels towards `direction_rad` (0 is +z, a quarter turn +x), wavelength and amplitude in metres. Without height or without
/// length it moves nothing.
fn make_wave(direction_rad: f32, wavelength: f32, amplitude: f32, stiffness: f32) -> Wave {
    let wavenumber = 6.283185307179586 / max(wavelength, 1e-6);
    let is_wave = select(0.0, 1.0, amplitude != 0.0 && wavelength > 0.0);
    let reach = is_wave * stiffness / wavenumber;
    let direction = vec2f(sin(direction_rad), cos(direction_rad));
    return Wave(direction, wavenumber, sqrt(wavenumber), is_wave * amplitude, is_wave * stiffness, wavelength, reach);
}

/// The value of a curve between two of its points, which it leaves and meets with their slopes (Hermite).
fn curve_between(low: CurvePoint, high: CurvePoint, value: f32) -> f32 {
    let width = high.point.x - low.point.x;
    let share = (value - low.point.x) / max(width, 1e-30);
    let rest = 1.0 - share;
    let straight = rest * rest * (1.0 + 2.0 * share) * low.point.y + share * share * (3.0 - 2.0 * share) * high.point.y;
    let bend = share * rest * width * (rest * low.tangents.y - share * high.tangents.x);
    return straight + bend;
}
