//! The pressure that keeps a flow from gathering, by multigrid V-cycles: what a coarse grid can see is solved there, and only the rest on
//! the fine one. One cycle does more than a hundred Jacobi iterations for the price of ten.
//!
//! Each step starts from the pressure of the step before. Where the edge lets nothing through (clamp) or the grid closes on itself
//! (wrap), pressure is known only up to a constant: its mean is held at 0, and what flows in or out of the whole grid is left alone. Even
//! the exact pressure leaves a little divergence of rough flows, because both are measured over two cells.
//! @category Fluid
//! @tags poisson solver projection incompressible v-cycle relaxation
//! @source Trottenberg, Oosterlee and Schueller, Multigrid (2001), with cells of half a width at the edges of coarse grids
//! @schedule
//!   repeat cycles
//!     down
//!       relax_red
//!       relax_black
//!       relax_all
//!       restrict_residual
//!     bottom
//!       find_surplus
//!       repeat 10
//!         settle_red
//!         settle_black
//!       hold_mean
//!     up
//!       correct
//!       relax_red
//!       relax_black
//!       relax_all

const CLAMP = 0u;
const WRAP = 1u;
const ZERO = 2u;

// Jacobi's steps go this far, which damps the shortest waves of an error best.
const DAMPING = 0.8;

// On the coarsest grid steps go beyond the balance, which is best for a handful of cells.
const OVERSHOOT = 1.5;

// A ring of an odd number of cells can't be coloured like a chessboard: where it closes, neighbours have one colour.
fn has_odd_ring(size: vec2i, boundary: u32) -> bool {
    return boundary == WRAP && any((size & vec2i(1)) == vec2i(1));
}

// How far a step on the coarsest grid goes.
fn bottom_step(size: vec2i, boundary: u32) -> f32 {
    return select(OVERSHOOT, 1.0, has_odd_ring(size, boundary));
}

/// The divergence of the flow. @read cells @default 0 @unit 1/s
fn divergence(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own
fn pressure(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own @field pressure @level finer
fn finer_pressure(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own @field pressure @level coarser
fn coarser_pressure(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own @finest divergence
fn load(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own @field load @level finer @finest divergence
fn finer_load(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own
fn mean(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own @field mean @level finer
fn finer_mean(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own
fn surplus(cell: vec2i) -> f32 {
    return 0.0;
}

// The grid of a level. Cells are square; where a finer grid's side is odd, the last row or column of the coarser one is narrower, so that
// every level covers the same ground.
struct Grid {
    size: vec2i,
    /// Side of a cell in metres.
    cell_size: f32,
    /// Width of the last column and row, in cells.
    last: vec2f,
    /// How far beyond the edge pressure is 0 (boundary zero), in cells: half a cell of the finest level.
    gap: f32,
    /// Whether all cells are full ones.
    is_finest: bool,
}

fn grid_of(size: vec2i, cell_size: f32, finest_size: vec2i, level: u32) -> Grid {
    if level == 0u {
        return Grid(size, cell_size, vec2f(1.0), 0.5, true);
    }
    let scale = f32(1u << level);
    return Grid(size, cell_size, vec2f(finest_size) / scale - vec2f(size - 1), 0.5 / scale, false);
}

// How strongly a cell is tied to its neighbours on the low and on the high side of each axis: 1 between full cells.
struct Ties {
    low: vec2f,
    high: vec2f,
}

fn ties_of(cell: vec2i, grid: Grid, boundary: u32) -> Ties {
    let is_first = cell == vec2i(0);
    let is_last = cell == grid.size - 1;
    let width = select(vec2f(1.0), grid.last, is_last);
    let to_last = 0.5 + 0.5 * grid.last;
    let beyond = select(to_last, 0.5 * width + grid.gap, boundary == ZERO);
    let below = select(select(vec2f(1.0), to_last, is_last), beyond, is_first);
    let above = select(select(vec2f(1.0), to_last, cell == grid.size - 2), beyond, is_last);
    // One division for both sides: 1 / (below width) and 1 / (above width).
    let share = vec2f(1.0) / (below * above * width);
    let low = above * share;
    let high = below * share;
    if boundary == CLAMP {
        return Ties(select(low, vec2f(0.0), is_first), select(high, vec2f(0.0), is_last));
    }
    return Ties(low, high);
}

fn is_red(cell: vec2i) -> bool {
    return ((cell.x + cell.y) & 1) == 0;
}

// The pressure at which a cell is in balance with its neighbours.
fn balance(cell: vec2i, load_here: f32, grid: Grid, boundary: u32) -> f32 {
    let left = pressure(cell - vec2i(1, 0));
    let right = pressure(cell + vec2i(1, 0));
    let near = pressure(cell - vec2i(0, 1));
    let far = pressure(cell + vec2i(0, 1));
    let weight = grid.cell_size * grid.cell_size * load_here;
    if grid.is_finest {
        return 0.25 * (left + right + near + far - weight);
    }
    let ties = ties_of(cell, grid, boundary);
    let total = ties.low.x + ties.high.x + ties.low.y + ties.high.y;
    if total == 0.0 {
        return pressure(cell);
    }
    return (ties.low.x * left + ties.high.x * right + ties.low.y * near + ties.high.y * far - weight) / total;
}

/// Brings every other cell into balance, like the white squares of a chessboard. @stage @when smoothing red_black @writes pressure
fn relax_red(
    /// How often the grids are climbed in a step. @default 2 @range 1 10 @setting
    cycles: u32,
    /// How each grid is smoothed: red-black converges faster, damped Jacobi is the simpler one. @choice red_black damped_jacobi
    /// @default red_black @advanced
    smoothing: u32,
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given grid_size
    grid_size: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    let balanced = balance(cell, load(cell), grid_of(grid_size, cell_size, finest_size, level), boundary);
    return select(pressure(cell), balanced, is_red(cell));
}

/// Then the others. @stage @when smoothing red_black @writes pressure @output @unit m2/s
fn relax_black(
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given grid_size
    grid_size: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    let balanced = balance(cell, load(cell), grid_of(grid_size, cell_size, finest_size, level), boundary);
    return select(balanced, pressure(cell), is_red(cell));
}

/// Moves all cells towards balance at once. @stage @when smoothing damped_jacobi @writes pressure
fn relax_all(
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given grid_size
    grid_size: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    return mix(pressure(cell), balance(cell, load(cell), grid_of(grid_size, cell_size, finest_size, level), boundary), DAMPING);
}

struct Coarser {
    load: f32,
    pressure: f32,
    mean: f32,
}

/// What the finer grid could not settle becomes the load of the coarser one, whose pressure is the correction: none so far.
/// @stage @on coarser
fn restrict_residual(
    smoothing: u32,
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> Coarser {
    let finer_level = level - 1u;
    let finer_cells = (finest_size + (1 << finer_level) - 1) / (1 << finer_level);
    let grid = grid_of(finer_cells, 0.5 * cell_size, finest_size, finer_level);
    if grid.is_finest && smoothing == 0u && !has_odd_ring(grid.size, boundary) {
        return restrict_red(2 * cell, grid);
    }
    var sum = vec2f(0.0);
    var area = 0.0;
    for (var child = 0; child < 4; child++) {
        let finer = 2 * cell + vec2i(child & 1, child >> 1u);
        let width = select(select(vec2f(1.0), grid.last, finer == grid.size - 1), vec2f(0.0), finer >= grid.size);
        let share = width.x * width.y;
        area += share;
        // The level that is not a correction is the pressure itself.
        let held = select(finer_mean(finer), finer_pressure(finer), grid.is_finest);
        sum += share * vec2f(residual(finer, grid, boundary), held);
    }
    return Coarser(sum.x / area, 0.0, sum.y / area);
}

// The same from four full cells, after a red-black sweep: the black ones are in balance. `red` is the cell with the least indices.
fn restrict_red(red: vec2i, grid: Grid) -> Coarser {
    let right = vec2i(1, 0);
    let far = vec2i(0, 1);
    // Where the side is odd, the last cells have no partner.
    let partner = select(vec2f(0.0), vec2f(1.0), red + 1 < grid.size);
    let both = partner.x * partner.y;
    let pressure_red = finer_pressure(red);
    let pressure_opposite = finer_pressure(red + 1);
    let pressure_right = finer_pressure(red + right);
    let pressure_far = finer_pressure(red + far);
    let between = pressure_right + pressure_far;
    let around_red = finer_pressure(red - right) + finer_pressure(red - far) + between;
    let around_opposite = finer_pressure(red + 1 + right) + finer_pressure(red + 1 + far) + between;
    let curvature = vec2f(around_red - 4.0 * pressure_red, around_opposite - 4.0 * pressure_opposite) / (grid.cell_size * grid.cell_size);
    let missing = vec2f(finer_load(red), finer_load(red + 1)) - curvature;
    let whole = pressure_red + partner.x * pressure_right + partner.y * pressure_far + both * pressure_opposite;
    let area = (1.0 + partner.x) * (1.0 + partner.y);
    return Coarser((missing.x + both * missing.y) / area, 0.0, whole / area);
}

// What is missing to balance at a cell of the finer grid.
fn residual(cell: vec2i, grid: Grid, boundary: u32) -> f32 {
    let here = finer_pressure(cell);
    let left = finer_pressure(cell - vec2i(1, 0)) - here;
    let right = finer_pressure(cell + vec2i(1, 0)) - here;
    let near = finer_pressure(cell - vec2i(0, 1)) - here;
    let far = finer_pressure(cell + vec2i(0, 1)) - here;
    var curvature = left + right + near + far;
    if !grid.is_finest {
        let ties = ties_of(cell, grid, boundary);
        curvature = ties.low.x * left + ties.high.x * right + ties.low.y * near + ties.high.y * far;
    }
    return finer_load(cell) - curvature / (grid.cell_size * grid.cell_size);
}

/// The mean load, which no pressure can balance unless the pressure is 0 beyond the edge. @stage @writes surplus
fn find_surplus(
    boundary: u32,
    /// @given grid_size
    grid_size: vec2i,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    if boundary == ZERO {
        return 0.0;
    }
    let grid = grid_of(grid_size, 1.0, finest_size, level);
    var sum = vec2f(0.0);
    for (var z = 0; z < grid_size.y; z++) {
        for (var x = 0; x < grid_size.x; x++) {
            let area = area_of(vec2i(x, z), grid);
            sum += area * vec2f(load(vec2i(x, z)), 1.0);
        }
    }
    return sum.x / sum.y;
}

fn area_of(cell: vec2i, grid: Grid) -> f32 {
    let width = select(vec2f(1.0), grid.last, cell == grid.size - 1);
    return width.x * width.y;
}

/// Solves the coarsest grid. @stage @writes pressure
fn settle_red(
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given grid_size
    grid_size: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    if !is_red(cell) {
        return pressure(cell);
    }
    let grid = grid_of(grid_size, cell_size, finest_size, level);
    return mix(pressure(cell), balance(cell, load(cell) - surplus(cell), grid, boundary), bottom_step(grid_size, boundary));
}

/// Solves the coarsest grid, second half. @stage @writes pressure
fn settle_black(
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given grid_size
    grid_size: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    if is_red(cell) {
        return pressure(cell);
    }
    let grid = grid_of(grid_size, cell_size, finest_size, level);
    return mix(pressure(cell), balance(cell, load(cell) - surplus(cell), grid, boundary), bottom_step(grid_size, boundary));
}

/// Takes out the mean of the whole pressure, which would otherwise drift for ever. @stage @writes pressure
fn hold_mean(
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given grid_size
    grid_size: vec2i,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    if boundary == ZERO {
        return pressure(cell);
    }
    let grid = grid_of(grid_size, 1.0, finest_size, level);
    var sum = vec2f(0.0);
    for (var z = 0; z < grid_size.y; z++) {
        for (var x = 0; x < grid_size.x; x++) {
            let place = vec2i(x, z);
            // On a grid of one level there is no correction, only the pressure itself.
            let whole = pressure(place) + select(mean(place), 0.0, level == 0u);
            sum += area_of(place, grid) * vec2f(whole, 1.0);
        }
    }
    return pressure(cell) - sum.x / sum.y;
}

/// Adds the coarser grid's correction. @stage @writes pressure
fn correct(
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given grid_size
    grid_size: vec2i,
    /// @given finest_size
    finest_size: vec2i,
    /// @given level
    level: u32,
) -> f32 {
    // The two coarser cells between whose centres this one's lies, and how far it is from the first to the second: a quarter or three
    // quarters of the way, but for narrower cells and edges.
    let start = cell / 2 + (cell & vec2i(1)) - 1;
    let here = centre_of(cell, grid_of(grid_size, 1.0, finest_size, level), boundary);
    let coarser = grid_of((grid_size + 1) / 2, 2.0, finest_size, level + 1u);
    let low = centre_of(start, coarser, boundary);
    let high = centre_of(start + 1, coarser, boundary);
    let share = (here - low) / (high - low);
    let near = mix(coarser_pressure(start), coarser_pressure(start + vec2i(1, 0)), share.x);
    let far = mix(coarser_pressure(start + vec2i(0, 1)), coarser_pressure(start + vec2i(1, 1)), share.x);
    return pressure(cell) + mix(near, far, share.y);
}

// Where a cell's centre is. Beyond the edge: where its boundary value is.
fn centre_of(cell: vec2i, grid: Grid, boundary: u32) -> vec2f {
    let end = vec2f(grid.size - 1) + grid.last;
    let inside = select(vec2f(cell) + 0.5, end - 0.5 * grid.last, cell == grid.size - 1);
    var before = vec2f(-grid.gap);
    var beyond = end + grid.gap;
    if boundary == WRAP {
        before = -0.5 * grid.last;
        beyond = end + 0.5;
    }
    return grid.cell_size * select(select(inside, before, cell < vec2i(0)), beyond, cell >= grid.size);
}
