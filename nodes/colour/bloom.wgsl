//! Lets bright light spill over: what is brighter than the threshold is spread over ever coarser pictures and added again.
//! @category Colour
//! @tags glow bright halo light lens
//! @source Jimenez, Next Generation Post Processing in Call of Duty (2014): the tent filter on the way up
//! @schedule
//!   select_bright
//!   down
//!     halve
//!   bottom
//!     begin
//!   up
//!     spread
//!   add_glow

/// The picture. @read cells @default 0 0 0 1
fn picture(cell: vec2i) -> vec4f {
    return vec4f(0.0);
}

/// @read own @field bright
fn own_bright(cell: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// @read own @field bright @level finer
fn finer_bright(cell: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// @read own @field glow
fn own_glow(cell: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// @read own @field glow @level coarser
fn coarser_glow(cell: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// What is bright enough. @stage @writes bright
fn select_bright(
    /// Light up to this stays as it is. @default 1 @range 0 10
    threshold: f32,
    /// @given cell
    cell: vec2i,
) -> vec3f {
    let colour = max(picture(cell).rgb, vec3f(0.0));
    let brightest = max(colour.r, max(colour.g, colour.b));
    // Very bright single pixels would flicker as they move from cell to cell.
    let kept = min(max(brightest - threshold, 0.0), 64.0);
    return colour * (kept / max(brightest, 1e-4));
}

/// A picture of half the size. @stage @writes bright @on coarser
fn halve(
    /// @given cell
    cell: vec2i,
) -> vec3f {
    let first = cell * 2;
    return 0.25 * (finer_bright(first) + finer_bright(first + vec2i(1, 0)) + finer_bright(first + vec2i(0, 1)) + finer_bright(first + vec2i(1, 1)));
}

/// The coarsest picture's light. @stage @writes glow
fn begin(
    /// @given cell
    cell: vec2i,
) -> vec3f {
    return own_bright(cell);
}

/// This picture's light and that of the coarser one, softened. @stage @writes glow
fn spread(
    /// How far it spills: from 0, close by, to 1, over the whole picture. @default 0.6 @range 0 1
    radius: f32,
    /// @given cell
    cell: vec2i,
) -> vec3f {
    let point = (vec2f(cell) + 0.5) * 0.5 - 0.5;
    let base = floor(point);
    let weight = point - base;
    let first = vec2i(base);
    var wide = vec3f(0.0);
    for (var row = -1; row <= 2; row++) {
        for (var column = -1; column <= 2; column++) {
            let away = abs(vec2f(f32(column), f32(row)) - weight);
            let share = max(vec2f(1.0) - 0.5 * away, vec2f(0.0));
            wide += coarser_glow(first + vec2i(column, row)) * (share.x * share.y * 0.25);
        }
    }
    return mix(own_bright(cell), wide, clamp(radius, 0.0, 1.0));
}

/// The picture with its glow. @stage @writes result @output
fn add_glow(
    /// How much of the glow is added. @default 0.6 @range 0 4
    intensity: f32,
    /// @given cell
    cell: vec2i,
) -> vec4f {
    let colour = picture(cell);
    let glow = own_glow(cell) * intensity;
    let brightest = max(glow.r, max(glow.g, glow.b));
    return vec4f(colour.rgb + glow, max(colour.a, clamp(brightest, 0.0, 1.0)));
}
