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
//!     relax_red
//!     relax_all
//!     down
//!       relax_black
//!       restrict_residual
//!     bottom
//!       find_surplus
//!       repeat 8
//!         settle
//!       hold_mean
//!     up
//!       correct_red
//!       relax_black
//!       correct_all
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
    return balance_between(left, right, near, far, cell, load_here, grid, boundary);
}

fn balance_between(
    left: f32,
    right: f32,
    near: f32,
    far: f32,
    cell: vec2i,
    load_here: f32,
    grid: Grid,
    boundary: u32,
) -> f32 {
    let weight = grid.cell_size * grid.cell_size * load_here;
    if grid.is_finest {
        return 0.25 * (left + right + near + far - weight);
    }
    let ties = ties_of(cell, grid, boundary);
    let total = ties.low.x + ties.high.x + ties.low.y + ties.high.y;
    if total == 0.0 {
        return 0.0;
    }
    return (ties.low.x * left + ties.high.x * right + ties.low.y * near + ties.high.y * far - weight) / total;
}

/// Brings the red cells into balance, those like the white squares of a chessboard. What the black ones get does not matter: nothing reads
/// it before they are brought into balance themselves. @stage @when smoothing red_black @writes pressure
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
    return balance(cell, load(cell), grid_of(grid_size, cell_size, finest_size, level), boundary);
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

/// What the finer grid could not settle becomes the load of the coarser one, whose pressure is the correction. It begins where the first
/// smoothing step from 0 would end. @stage @on coarser
fn restrict_residual(
    smoothing: u32,
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
) -> Coarser {
    let finer_level = level - 1u;
    let finer_cells = (finest_size + (1 << finer_level) - 1) / (1 << finer_level);
    let finer = grid_of(finer_cells, 0.5 * cell_size, finest_size, finer_level);
    let only_red = smoothing == 0u && !has_odd_ring(finer_cells, boundary);
    let rest = rest_of(2 * cell, finer, boundary, only_red);
    let balanced = balance_between(0.0, 0.0, 0.0, 0.0, cell, rest.x, grid_of(grid_size, cell_size, finest_size, level), boundary);
    return Coarser(rest.x, select(DAMPING, 1.0, smoothing == 0u) * balanced, rest.y);
}

// The mean residual and the mean pressure of four cells, of which `first` has the least indices. After a red-black sweep the black ones are
// in balance: `only_red`.
fn rest_of(first: vec2i, grid: Grid, boundary: u32, only_red: bool) -> vec2f {
    // Where the side is odd, the last cells have no partner.
    let width = select(select(vec2f(1.0), grid.last, first + 1 == grid.size - 1), vec2f(0.0), first + 1 >= grid.size);
    let own_width = select(vec2f(1.0), grid.last, first == grid.size - 1);
    let share = own_width.x * own_width.y;
    let share_right = width.x * own_width.y;
    let share_far = own_width.x * width.y;
    let share_opposite = width.x * width.y;
    var missing = share * residual(first, grid, boundary) + share_opposite * residual(first + 1, grid, boundary);
    if !only_red {
        missing += share_right * residual(first + vec2i(1, 0), grid, boundary) + share_far * residual(first + vec2i(0, 1), grid, boundary);
    }
    let held = share * held_at(first, grid, boundary)
        + share_right * held_at(first + vec2i(1, 0), grid, boundary)
        + share_far * held_at(first + vec2i(0, 1), grid, boundary)
        + share_opposite * held_at(first + 1, grid, boundary);
    return vec2f(missing, held) / (share + share_right + share_far + share_opposite);
}

// What the whole pressure is at a cell, as far as the grid knows it. The level that is not a correction is the pressure itself.
fn held_at(cell: vec2i, grid: Grid, boundary: u32) -> f32 {
    // Pressure that is 0 beyond the edge needs no mean held.
    if boundary == ZERO {
        return 0.0;
    }
    if grid.is_finest {
        return finer_pressure(cell);
    }
    return finer_mean(cell);
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

/// Solves the coarsest grid: the red cells, then the black ones, each of which works out the red ones around it for itself.
/// @stage @writes pressure
fn settle(
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
    let grid = grid_of(grid_size, cell_size, finest_size, level);
    if is_red(cell) {
        return settled_red(cell, grid, boundary);
    }
    let left = pressure_after_red(cell - vec2i(1, 0), grid, boundary);
    let right = pressure_after_red(cell + vec2i(1, 0), grid, boundary);
    let near = pressure_after_red(cell - vec2i(0, 1), grid, boundary);
    let far = pressure_after_red(cell + vec2i(0, 1), grid, boundary);
    let balanced = balance_between(left, right, near, far, cell, load(cell) - surplus(cell), grid, boundary);
    return mix(pressure(cell), balanced, bottom_step(grid.size, boundary));
}

fn settled_red(cell: vec2i, grid: Grid, boundary: u32) -> f32 {
    return mix(pressure(cell), balance(cell, load(cell) - surplus(cell), grid, boundary), bottom_step(grid.size, boundary));
}

fn pressure_after_red(cell: vec2i, grid: Grid, boundary: u32) -> f32 {
    let wrapped = select(cell, (cell + grid.size) % grid.size, boundary == WRAP);
    if any(wrapped < vec2i(0)) || any(wrapped >= grid.size) || !is_red(wrapped) {
        return pressure(cell);
    }
    return settled_red(wrapped, grid, boundary);
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

/// Brings the red cells into balance and adds the coarser grid's correction in one go. The correction is so smooth that it hardly changes
/// what balance asks of a cell, and the black cells are brought into balance after it. @stage @when smoothing red_black @writes pressure
fn correct_red(
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
    let grid = grid_of(grid_size, cell_size, finest_size, level);
    return balance(cell, load(cell), grid, boundary) + correction(cell, grid, finest_size, level, boundary);
}

/// Adds the coarser grid's correction. @stage @when smoothing damped_jacobi @writes pressure
fn correct_all(
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
    return pressure(cell) + correction(cell, grid_of(grid_size, cell_size, finest_size, level), finest_size, level, boundary);
}

fn correction(cell: vec2i, grid: Grid, finest_size: vec2i, level: u32, boundary: u32) -> f32 {
    // The two coarser cells between whose centres this one's lies, and how far it is from the first to the second: a quarter or three
    // quarters of the way, but for narrower cells and edges.
    let start = cell / 2 + (cell & vec2i(1)) - 1;
    let coarser = grid_of((grid.size + 1) / 2, 2.0 * grid.cell_size, finest_size, level + 1u);
    let here = centre_of(cell, grid, boundary);
    let low = centre_of(start, coarser, boundary);
    let high = centre_of(start + 1, coarser, boundary);
    let share = (here - low) / (high - low);
    let near = mix(coarser_pressure(start), coarser_pressure(start + vec2i(1, 0)), share.x);
    let far = mix(coarser_pressure(start + vec2i(0, 1)), coarser_pressure(start + vec2i(1, 1)), share.x);
    return mix(near, far, share.y);
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
