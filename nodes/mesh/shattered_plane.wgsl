//! A slab of ground in shards: Voronoi cells round scattered points, each a solid piece of its own. Every vertex carries the middle of its
//! shard as its origin and the shard's number as its copy; its uv is the shard's place on the slab, from 0 to 1.
//! @category Mesh
//! @tags voronoi crack fracture break shards pieces ground
//! @source Voronoi cells by cutting a square along the lines midway to neighbours (Sutherland and Hodgman's clipping)
//! @import hash
//! @makes mesh pieces shards 84

struct Shard {
    /// Where the vertex is.
    position: vec3f,
    /// Flat over each face.
    normal: vec3f,
    /// The shard's place on the slab.
    uv: vec2f,
    /// The middle of the shard's upper side.
    origin: vec3f,
    /// The shard's number.
    copy: f32,
}

// Corners of an outline; a cell of scattered points has rarely more.
const CORNERS = 8u;

struct Outline {
    points: array<vec2f, 8>,
    count: u32,
}

// What is left of an outline on the near side of the line midway between the origin and `other`.
fn cut(outline: Outline, other: vec2f) -> Outline {
    var kept: Outline;
    kept.count = 0u;
    let edge = 0.5 * dot(other, other);
    for (var index = 0u; index < outline.count; index++) {
        let here = outline.points[index];
        let next = outline.points[(index + 1u) % outline.count];
        let here_out = dot(here, other) - edge;
        let next_out = dot(next, other) - edge;
        if here_out <= 0.0 && kept.count < CORNERS {
            kept.points[kept.count] = here;
            kept.count++;
        }
        if (here_out <= 0.0) != (next_out <= 0.0) && kept.count < CORNERS {
            kept.points[kept.count] = mix(here, next, here_out / (here_out - next_out));
            kept.count++;
        }
    }
    return kept;
}

fn side_of(shards: u32) -> u32 {
    return max(u32(ceil(sqrt(f32(max(shards, 1u))))), 1u);
}

// The scattered point of a cell of the lattice; outside the slab there is none.
fn site(cell: vec2i, scatter: f32, seed: u32) -> vec2f {
    let bits = hash_cell_2d(cell, seed);
    return vec2f(cell) + 0.5 + (vec2f(unit_float(bits), unit_float(pcg(bits))) - 0.5) * clamp(scatter, 0.0, 0.95);
}

/// The shards.
fn shattered_plane(
    /// How many; a square number fills the slab. @setting @default 144 @range 1 2500
    shards: u32,
    /// Width and depth. @default 2 2 @unit m
    size: vec2f,
    /// How thick it is. @default 0.1 @range 0 2 @unit m
    thickness: f32,
    /// How irregular it is, from 0 to 1. @default 0.9 @range 0 1
    scatter: f32,
    /// Another seed, other cracks. @default 1 @range 0 100
    seed: u32,
    /// @given element
    element: u32,
) -> Shard {
    let number = element / 84u;
    let part = element % 84u;
    let side = side_of(shards);
    let cell = vec2i(vec2u(number % side, number / side));
    let middle = site(cell, scatter, seed);
    let to_edge = f32(side);
    var outline: Outline;
    outline.count = 4u;
    outline.points[0] = vec2f(0.0, 0.0) - middle;
    outline.points[1] = vec2f(0.0, to_edge) - middle;
    outline.points[2] = vec2f(to_edge, to_edge) - middle;
    outline.points[3] = vec2f(to_edge, 0.0) - middle;
    // The nearest first: what is more than twice as far as the outline reaches then cuts nothing.
    var reach = 4.0 * to_edge * to_edge;
    for (var ring = 1; ring <= 2; ring++) {
        for (var row = -ring; row <= ring; row++) {
            // Of the inner rows only both ends are on the ring.
            for (var column = -ring; column <= ring; column += select(2 * ring, 1, abs(row) == ring)) {
                let other = cell + vec2i(column, row);
                let away = site(other, scatter, seed) - middle;
                if all(other >= vec2i(0)) && all(other < vec2i(i32(side))) && dot(away, away) < 4.0 * reach {
                    outline = cut(outline, away);
                }
            }
        }
        reach = 0.0;
        for (var index = 0u; index < outline.count; index++) {
            reach = max(reach, dot(outline.points[index], outline.points[index]));
        }
    }
    // 6 triangles above, 6 below, 16 around: what an outline lacks in corners is folded onto its last one.
    let last = max(outline.count, 1u) - 1u;
    let to_metres = size / to_edge;
    var flat_place = vec2f(0.0);
    var height = 0.0;
    var normal = vec3f(0.0, 1.0, 0.0);
    if part < 36u {
        let triangle = (part % 18u) / 3u;
        let corner = part % 3u;
        let is_below = part >= 18u;
        var index = select(triangle + corner, 0u, corner == 0u);
        if is_below && corner > 0u {
            index = triangle + 3u - corner;
        }
        flat_place = outline.points[min(index, last)];
        height = select(0.0, -max(thickness, 0.0), is_below);
        normal = vec3f(0.0, select(1.0, -1.0, is_below), 0.0);
    } else {
        let wall = (part - 36u) / 6u;
        let corner = (part - 36u) % 6u;
        let first = min(wall, last);
        let next = select(min(wall + 1u, last), 0u, wall >= last);
        let is_next = corner == 2u || corner == 3u || corner == 5u;
        let is_low = corner == 1u || corner == 4u || corner == 5u;
        flat_place = outline.points[select(first, next, is_next)];
        height = select(0.0, -max(thickness, 0.0), is_low);
        let way = (outline.points[next] - outline.points[first]) * to_metres;
        let across = vec2f(way.y, -way.x);
        let squared = dot(across, across);
        let out = across * inverseSqrt(max(squared, 1e-20));
        normal = select(vec3f(0.0, 1.0, 0.0), -vec3f(out.x, 0.0, out.y), squared > 1e-18);
        // Walls beyond the outline's last corner are folded away.
        if wall > last {
            flat_place = outline.points[last];
        }
    }
    let ground = (middle + flat_place - 0.5 * to_edge) * to_metres;
    let center = (middle - 0.5 * to_edge) * to_metres;
    return Shard(
        vec3f(ground.x, height, ground.y),
        normal,
        middle / to_edge,
        vec3f(center.x, 0.0, center.y),
        f32(number),
    );
}
