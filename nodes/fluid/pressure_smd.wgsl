//! The pressure that keeps a flow from gathering, by Separable MultiKernel Diffusion: two passes a step, each starting from the step
//! before. Fast and smooth, and an approximation: it leaves about a third of a smooth flow's divergence. Use Jacobi or multigrid where
//! that shows.
//!
//! The weights below are from the SMD module for FluidNinja LIVE 2021, module version 1.0, and stand under the licence Creative Commons
//! Attribution-ShareAlike 4.0 International (CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/). Both kernels
//! are symmetric: the middle tap and the seven to one side of it are written.
//! @category Fluid
//! @tags poisson solver projection incompressible smd separable diffusion
//! @source Separable MultiKernel Diffusion (SMD) module for FluidNinja LIVE 2021, CC BY-SA 4.0

// Weights of the middle tap and of the seven to one side of it. Vectors, not a table: a table that is indexed while running is copied into
// every thread by some compilers, at eight times the cost of the whole pass.
struct Weights {
    /// Taps 0 to 3.
    near: vec4f,
    /// Taps 4 to 7.
    far: vec4f,
}

// Weights for the pressure.
fn gauss_weights(kernel: u32) -> Weights {
    switch kernel {
        case 0u: {
            return Weights(vec4f(0.1807, 0.1631, 0.12, 0.07186), vec4f(0.035, 0.01394, 0.0045, 0.00117));
        }
        case 1u: {
            return Weights(vec4f(0.199, 0.176, 0.121, 0.0648), vec4f(0.027, 0.00876, 0.00222, 0.0));
        }
        case 2u: {
            return Weights(vec4f(0.23832, 0.19945, 0.1169, 0.0478), vec4f(0.01377, 0.00276, 0.0, 0.0));
        }
        case 3u: {
            return Weights(vec4f(0.31094, 0.22958, 0.09134, 0.0202), vec4f(0.0034, 0.0, 0.0, 0.0));
        }
        case 4u: {
            return Weights(vec4f(0.351, 0.2387, 0.075, 0.0106), vec4f(0.0, 0.0, 0.0, 0.0));
        }
        default: {
            return Weights(vec4f(0.38774, 0.24477, 0.06136, 0.0), vec4f(0.0, 0.0, 0.0, 0.0));
        }
    }
}

// Weights for the divergence.
fn custom_weights(kernel: u32) -> Weights {
    switch kernel {
        case 0u: {
            return Weights(vec4f(0.65711, 0.30636, 0.1348, 0.064), vec4f(0.028, 0.01, 0.003, 0.0006));
        }
        case 1u: {
            return Weights(vec4f(0.64626, 0.3028, 0.1353, 0.06055), vec4f(0.02369, 0.00726, 0.00166, 0.0));
        }
        case 2u: {
            return Weights(vec4f(0.63592, 0.324532, 0.13326, 0.052), vec4f(0.017, 0.00426, 0.0, 0.0));
        }
        case 3u: {
            return Weights(vec4f(0.60248, 0.2956, 0.09, 0.022), vec4f(0.00514, 0.0, 0.0, 0.0));
        }
        case 4u: {
            return Weights(vec4f(0.57293, 0.2503, 0.0528, 0.0053), vec4f(0.0, 0.0, 0.0, 0.0));
        }
        default: {
            return Weights(vec4f(0.51596, 0.18454, 0.04567, 0.0), vec4f(0.0, 0.0, 0.0, 0.0));
        }
    }
}

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
    /// Which pair of kernels: 0 is the widest, 5 the narrowest and cheapest. @fixed @default 0 @range 0 5
    kernel: u32,
    /// How many kernels narrower the pressure's own is, up to the last. @fixed @default 0 @range 0 5
    gauss_offset: u32,
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given frame
    frame: u32,
) -> vec2f {
    let reach = reach_of(kernel);
    let gauss = gauss_weights(gauss_row(kernel, gauss_offset));
    let custom = custom_weights(min(kernel, LAST_KERNEL));
    var sum = vec2f(gauss.near.x, custom.near.x) * both(cell, frame);
    sum += vec2f(gauss.near.y, custom.near.y) * (both(cell - vec2i(1, 0), frame) + both(cell + vec2i(1, 0), frame));
    sum += vec2f(gauss.near.z, custom.near.z) * (both(cell - vec2i(2, 0), frame) + both(cell + vec2i(2, 0), frame));
    if reach >= 3 {
        sum += vec2f(gauss.near.w, custom.near.w) * (both(cell - vec2i(3, 0), frame) + both(cell + vec2i(3, 0), frame));
    }
    if reach >= 4 {
        sum += vec2f(gauss.far.x, custom.far.x) * (both(cell - vec2i(4, 0), frame) + both(cell + vec2i(4, 0), frame));
    }
    if reach >= 5 {
        sum += vec2f(gauss.far.y, custom.far.y) * (both(cell - vec2i(5, 0), frame) + both(cell + vec2i(5, 0), frame));
    }
    if reach >= 6 {
        sum += vec2f(gauss.far.z, custom.far.z) * (both(cell - vec2i(6, 0), frame) + both(cell + vec2i(6, 0), frame));
    }
    if reach >= 7 {
        sum += vec2f(gauss.far.w, custom.far.w) * (both(cell - vec2i(7, 0), frame) + both(cell + vec2i(7, 0), frame));
    }
    return sum;
}

// The pressure to start from, and the divergence.
fn both(cell: vec2i, frame: u32) -> vec2f {
    return vec2f(select(pressure(cell), initial(cell), frame == 0u), divergence(cell));
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
    let reach = reach_of(kernel);
    let gauss = gauss_weights(gauss_row(kernel, gauss_offset));
    let custom = custom_weights(min(kernel, LAST_KERNEL));
    var sum = vec2f(gauss.near.x, custom.near.x) * spread(cell);
    sum += vec2f(gauss.near.y, custom.near.y) * (spread(cell - vec2i(0, 1)) + spread(cell + vec2i(0, 1)));
    sum += vec2f(gauss.near.z, custom.near.z) * (spread(cell - vec2i(0, 2)) + spread(cell + vec2i(0, 2)));
    if reach >= 3 {
        sum += vec2f(gauss.near.w, custom.near.w) * (spread(cell - vec2i(0, 3)) + spread(cell + vec2i(0, 3)));
    }
    if reach >= 4 {
        sum += vec2f(gauss.far.x, custom.far.x) * (spread(cell - vec2i(0, 4)) + spread(cell + vec2i(0, 4)));
    }
    if reach >= 5 {
        sum += vec2f(gauss.far.y, custom.far.y) * (spread(cell - vec2i(0, 5)) + spread(cell + vec2i(0, 5)));
    }
    if reach >= 6 {
        sum += vec2f(gauss.far.z, custom.far.z) * (spread(cell - vec2i(0, 6)) + spread(cell + vec2i(0, 6)));
    }
    if reach >= 7 {
        sum += vec2f(gauss.far.w, custom.far.w) * (spread(cell - vec2i(0, 7)) + spread(cell + vec2i(0, 7)));
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
