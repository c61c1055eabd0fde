//! The same field on a coarser or finer grid: fewer cells make everything that follows cheaper, at the price of detail.
//! @category Fluid
//! @tags resolution half quarter double downsample upsample scale
//! @stored
//! @grid scale

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The field on the new grid. @output result
fn resample(
    /// The field. @default 0
    value: Value,
    /// Cells of the new grid, against the document's. @choice double same half quarter eighth @default half
    scale: u32,
) -> Value {
    return value;
}
