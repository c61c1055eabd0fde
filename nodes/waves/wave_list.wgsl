//! Waves written by hand, one row per wave: wavelength (m), amplitude (m), direction (degrees, 0 is +z, 90 is +x) and stiffness (0..1).
//! @category Waves
//! @tags ocean sea table manual rows list
//! @import lists

/// The rows: wavelength, amplitude, direction, stiffness. @read list @default 18 0.6 20 0.5; 11 0.35 -35 0.6; 6.5 0.2 70 0.4
fn rows(index: u32) -> Wave {
    return Wave();
}

/// @count rows
fn rows_count() -> u32 {
    return 0u;
}

/// The same waves; connect them to a Gerstner sum. @output waves
fn wave_list() -> Waves {
    var waves: Waves;
    waves.count = min(rows_count(), 64u);
    for (var index = 0u; index < waves.count; index++) {
        waves.rows[index] = rows(index);
    }
    return waves;
}
