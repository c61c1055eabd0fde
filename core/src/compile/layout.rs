//! The one place that decides shapes: workgroups, texture formats, sizes of levels, limits. Measured on two drivers no layout wins
//! everywhere, so nothing outside this file assumes one.

use super::effect::TextureFormat;
use crate::node::{ScheduleStep, StoredSpec, ValueType};

/// Cells along x and z.
pub(super) type Size = [u32; 2];

/// Threads of a workgroup that works on a grid. Wide rows win or tie with squares where measured.
pub(super) const GRID_WORKGROUP: [u32; 3] = [64, 1, 1];

/// Threads of a workgroup that works on the elements of a set.
pub(super) const ROW_WORKGROUP: [u32; 3] = [64, 1, 1];

/// Texels of a map of shadows.
pub(super) const SHADOW_MAP: Size = [1024, 1024];

/// Threads of a kernel that runs once a step.
pub(super) const ONCE_WORKGROUP: [u32; 3] = [1, 1, 1];

/// Most textures that one value may read before its inputs are kept on grids; below the promise of 16 so that kernels can still be fused.
pub(super) const TEXTURES_PER_VALUE: usize = 12;
/// Core WebGPU's promises per stage.
pub(super) const SAMPLED_TEXTURES: usize = 16;
/// Storage textures that a kernel may write.
pub(super) const STORAGE_TEXTURES: usize = 4;
/// Lists that a kernel may read: uniform buffers less the blocks of frame, parameters and once-a-step values.
pub(super) const LISTS: usize = 9;
/// Alignment of a bound part of a buffer.
pub(super) const BINDING_ALIGNMENT: u32 = 256;
/// Largest texture side that core WebGPU promises.
pub(super) const TEXTURE_SIDE: u32 = 8192;
/// Shorter side at which levels end.
const COARSEST_SIDE: u32 = 4;

/// The format of a grid of this type.
pub(super) const fn texture_format(value_type: ValueType) -> TextureFormat {
    match value_type.channels() {
        1 => TextureFormat::R32Float,
        2 => TextureFormat::Rg32Float,
        _ => TextureFormat::Rgba32Float,
    }
}

/// How a loaded texel becomes a value of this type.
pub(super) const fn texel_swizzle(value_type: ValueType) -> &'static str {
    match value_type.channels() {
        1 => ".x",
        2 => ".xy",
        3 => ".xyz",
        _ => "",
    }
}

/// How a value of this type becomes a texel to store.
pub(super) fn as_texel(value_type: ValueType, value: &str) -> String {
    match value_type.channels() {
        1 => format!("vec4f({value}, 0.0, 0.0, 1.0)"),
        2 => format!("vec4f({value}, 0.0, 1.0)"),
        3 => format!("vec4f({value}, 1.0)"),
        _ => value.to_owned(),
    }
}

/// A grid with the choice of a `@grid` input.
pub(super) fn scaled(size: Size, choice: &str) -> Size {
    let divide = |by: u32| size.map(|side| side.div_ceil(by).max(1));
    match choice {
        "double" => size.map(|side| side.saturating_mul(2)),
        "half" => divide(2),
        "quarter" => divide(4),
        "eighth" => divide(8),
        _ => size,
    }
}

/// Whether a node's schedule climbs through levels.
pub(super) fn has_levels(stored: &StoredSpec) -> bool {
    let mut waiting: Vec<&ScheduleStep> = stored.schedule.iter().collect();
    while let Some(step) = waiting.pop() {
        match step {
            ScheduleStep::Down(_) | ScheduleStep::Bottom(_) | ScheduleStep::Up(_) => return true,
            ScheduleStep::Repeat(_, steps) => waiting.extend(steps),
            ScheduleStep::Run(_) => {}
        }
    }
    false
}

/// Sizes from the finest level to the coarsest: halves, rounded up, until the shorter side is 4 or less.
pub(super) fn level_sizes(finest: Size) -> Vec<Size> {
    let mut sizes = vec![finest];
    let mut size = finest;
    while size[0].min(size[1]) > COARSEST_SIDE {
        size = size.map(|side| side.div_ceil(2));
        sizes.push(size);
    }
    sizes
}

/// Name of the texture that holds a field.
pub(super) fn texture_name(node: &str, field: &str, level: usize) -> String {
    if level == 0 { format!("{node}.{field}") } else { format!("{node}.{field}.level{level}") }
}

/// The next multiple of `alignment`.
pub(super) const fn align(offset: u32, alignment: u32) -> u32 {
    offset.div_ceil(alignment).saturating_mul(alignment)
}
