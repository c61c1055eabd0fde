//! A number for each number, from a curve through points.
//! @category Colour
//! @tags ramp remap ease profile spline bezier
//! @source The cubic Hermite spline
//! @import lists

/// The points: x, y, slope before, slope after, by rising x. @read list @default 0 0 1 1; 1 1 1 1
fn points(index: u32) -> CurvePoint {
    return CurvePoint();
}

/// @count points
fn points_count() -> u32 {
    return 0u;
}

/// The curve's height; beyond the first and the last point theirs. @output value
fn curve(
    /// Where on the curve. @default 0.5 @range 0 1
    value: f32,
) -> f32 {
    let count = points_count();
    if count == 0u {
        return value;
    }
    var low = points(0u);
    if value <= low.point.x {
        return low.point.y;
    }
    for (var index = 1u; index < count; index++) {
        let high = points(index);
        if value < high.point.x {
            return curve_between(low, high, value);
        }
        low = high;
    }
    return low.point.y;
}
