//! Softens a field: each cell becomes the average of those around it, by a Gaussian bell.
//! @category Fluid
//! @tags gaussian soften smooth spread glow
//! @source The Gaussian with a standard deviation of half the radius, cut off at the radius

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

// Beyond this many cells the passes would take longer than a frame; blur at half size instead.
const MOST_CELLS = 64.0;

/// What is softened. @read cells @default 0
fn value(cell: vec2i) -> Value {
    return Value(0.0);
}

/// @read own
fn softened_along_x(cell: vec2i) -> Value {
    return Value(0.0);
}

/// The field softened along x. @stage @writes softened_along_x
fn soften_along_x(
    /// How far it spreads, up to 64 cells. @default 0.1 @range 0 1
    radius: f32,
    /// What the radius is counted in; metres look the same at every resolution. @choice metres cells @default metres
    counted_in: u32,
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> Value {
    let reach = reach_in_cells(radius, counted_in, cell_size);
    var sum = value(cell);
    var weights = 1.0;
    for (var tap = 1; f32(tap) <= reach; tap++) {
        let weight = bell(f32(tap) / reach);
        sum += weight * (value(cell + vec2i(tap, 0)) + value(cell - vec2i(tap, 0)));
        weights += 2.0 * weight;
    }
    return sum / weights;
}

/// The softened field. @stage @writes result @output
fn soften_along_z(
    radius: f32,
    counted_in: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> Value {
    let reach = reach_in_cells(radius, counted_in, cell_size);
    var sum = softened_along_x(cell);
    var weights = 1.0;
    for (var tap = 1; f32(tap) <= reach; tap++) {
        let weight = bell(f32(tap) / reach);
        sum += weight * (softened_along_x(cell + vec2i(0, tap)) + softened_along_x(cell - vec2i(0, tap)));
        weights += 2.0 * weight;
    }
    return sum / weights;
}

fn reach_in_cells(radius: f32, counted_in: u32, cell_size: f32) -> f32 {
    return min(select(radius, radius / cell_size, counted_in == 0u), MOST_CELLS);
}

// The bell at a share of the radius.
fn bell(share: f32) -> f32 {
    return exp(-2.0 * share * share);
}
