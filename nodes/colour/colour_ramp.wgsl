//! A colour for each number, from a row of stops.
//! @category Colour
//! @tags color gradient palette map ramp
//! @import lists

/// The stops: place, red, green, blue, alpha, by rising place. @read list @default 0 0 0 0 1; 1 1 1 1 1
fn ramp(index: u32) -> RampStop {
    return RampStop();
}

/// @count ramp
fn ramp_count() -> u32 {
    return 0u;
}

/// The colour; beyond the first and the last stop theirs. @output colour
fn colour_ramp(
    /// Where on the ramp. @default 0.5 @range 0 1
    value: f32,
    /// From stop to stop in a straight line, in a soft curve, or all at once. @choice linear smooth step @default linear
    between: u32,
) -> vec4f {
    let count = ramp_count();
    if count == 0u {
        return vec4f(value, value, value, 1.0);
    }
    var low = ramp(0u);
    for (var index = 1u; index < count; index++) {
        let high = ramp(index);
        if value < high.place {
            let width = high.place - low.place;
            var share = select(clamp((value - low.place) / max(width, 1e-30), 0.0, 1.0), 0.0, width <= 0.0);
            if between == 1u {
                share = share * share * (3.0 - 2.0 * share);
            } else if between == 2u {
                share = 0.0;
            }
            return mix(low.colour, high.colour, share);
        }
        low = high;
    }
    return low.colour;
}
