//! Cells around scattered points: cracked earth, pebbles, caustics, bubbles.
//! @category Noise
//! @tags voronoi cellular cells cracks points caustics
//! @source Worley, A Cellular Texture Basis Function (1996)
//! @import noise

struct Cells {
    /// Distance to the nearest point, in cells.
    distance: f32,
    /// Distance to the second nearest point, in cells. Less the first, it is 0 along the cracks.
    second: f32,
    /// A random number from 0 to 1 for each cell.
    cell: f32,
}

/// Distances and cell.
fn worley(
    /// Where. @context position @unit m
    position: vec3f,
    /// Points in a metre. @default 1 @range 0 20 @unit 1/m
    scale: f32,
    /// 0 puts the points on a lattice, 1 anywhere in their cells. @default 1 @range 0 1
    jitter: f32,
    /// Moves through the noise, so that a flat pattern changes without sliding. @default 0
    evolution: f32,
    /// Another seed, another pattern. @default 1 @range 0 100
    seed: u32,
) -> Cells {
    let cells = worley_3d(position * scale + vec3f(0.0, evolution, 0.0), jitter, seed);
    return Cells(cells.x, cells.y, cells.z);
}
