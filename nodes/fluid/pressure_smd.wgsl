//! The pressure that keeps a flow from gathering, by Separable MultiKernel Diffusion: two passes a step, each starting from the step
//! before. Fast and smooth, and an approximation: it leaves about a third of a smooth flow's divergence. Use Jacobi or multigrid where
//! that shows.
//!
//! The weights below are from the SMD module for FluidNinja LIVE 2021, module version 1.0, and stand under the licence Creative Commons
//! Attribution-ShareAlike 4.0 International (CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/). Both tables are
//! symmetric and list the middle tap and the seven to one side of it.
//! @category Fluid
//! @tags poisson solver projection incompressible smd separable diffusion
//! @source Separable MultiKernel Diffusion (SMD) module for FluidNinja LIVE 2021, CC BY-SA 4.0

// Weights for the pressure, by kernel; taps 0 to 7.
const GAUSS = array<array<f32, 8>, 6>(
    array(0.1807, 0.1631, 0.12, 0.07186, 0.035, 0.01394, 0.0045, 0.00117),
    array(0.199, 0.176, 0.121, 0.0648, 0.027, 0.00876, 0.00222, 0.0),
    array(0.23832, 0.19945, 0.1169, 0.0478, 0.01377, 0.00276, 0.0, 0.0),
    array(0.31094, 0.22958, 0.09134, 0.0202, 0.0034, 0.0, 0.0, 0.0),
    array(0.351, 0.2387, 0.075, 0.0106, 0.0, 0.0, 0.0, 0.0),
    array(0.38774, 0.24477, 0.06136, 0.0, 0.0, 0.0, 0.0, 0.0),
);

// Weights for the divergence, by kernel; taps 0 to 7.
const CUSTOM = array<array<f32, 8>, 6>(
    array(0.65711, 0.30636, 0.1348, 0.064, 0.028, 0.01, 0.003, 0.0006),
    array(0.64626, 0.3028, 0.1353, 0.06055, 0.02369, 0.00726, 0.00166, 0.0),
    array(0.63592, 0.324532, 0.13326, 0.052, 0.017, 0.00426, 0.0, 0.0),
    array(0.60248, 0.2956, 0.09, 0.022, 0.00514, 0.0, 0.0, 0.0),
    array(0.57293, 0.2503, 0.0528, 0.0053, 0.0, 0.0, 0.0, 0.0),
    array(0.51596, 0.18454, 0.04567, 0.0, 0.0, 0.0, 0.0, 0.0),
);

const LAST_KERNEL = 5u;

/// The divergence of the flow. @read cells @default 0 @unit 1/s
fn divergence(cell: vec2i) -> f32 {
    return 0.0;
}

/// The pressure before the first step. @read cells @default 0 @unit m2/s @advanced
fn initial(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own
fn pressure(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own
fn spread(cell: vec2i) -> vec2f {
    return vec2f(0.0);
}

/// Pressure and divergence, both spread along x. @stage @writes spread
fn spread_along_x(
    /// Which pair of kernels: 0 is the widest, 5 the narrowest and cheapest. @default 0 @range 0 5
    kernel: u32,
    /// How many kernels narrower the pressure's own is, up to the last. @default 0 @range 0 5
    gauss_offset: u32,
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given frame
    frame: u32,
) -> vec2f {
    let gauss = gauss_row(kernel, gauss_offset);
    let custom = min(kernel, LAST_KERNEL);
    var sum = vec2f(GAUSS[gauss][0], CUSTOM[custom][0]) * both(cell, frame);
    for (var tap = 1; tap <= reach_of(kernel); tap++) {
        sum += vec2f(GAUSS[gauss][tap], CUSTOM[custom][tap]) * (both(cell + vec2i(tap, 0), frame) + both(cell - vec2i(tap, 0), frame));
    }
    return sum;
}

// The pressure to start from, and the divergence.
fn both(cell: vec2i, frame: u32) -> vec2f {
    if frame == 0u {
        return vec2f(initial(cell), divergence(cell));
    }
    return vec2f(pressure(cell), divergence(cell));
}

/// The pressure; its gradient is taken from the flow. @stage @writes pressure @output @unit m2/s
fn spread_along_z(
    kernel: u32,
    gauss_offset: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> f32 {
    let gauss = gauss_row(kernel, gauss_offset);
    let custom = min(kernel, LAST_KERNEL);
    var sum = vec2f(GAUSS[gauss][0], CUSTOM[custom][0]) * spread(cell);
    for (var tap = 1; tap <= reach_of(kernel); tap++) {
        sum += vec2f(GAUSS[gauss][tap], CUSTOM[custom][tap]) * (spread(cell + vec2i(0, tap)) + spread(cell - vec2i(0, tap)));
    }
    return sum.x - cell_size * cell_size * sum.y;
}

fn gauss_row(kernel: u32, gauss_offset: u32) -> u32 {
    return min(min(kernel, LAST_KERNEL) + min(gauss_offset, LAST_KERNEL), LAST_KERNEL);
}

// Taps to either side that are not 0.
fn reach_of(kernel: u32) -> i32 {
    return 7 - i32(min(kernel, LAST_KERNEL));
}
