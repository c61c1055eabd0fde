//! What a device must offer for an effect to run on it.

use super::assemble::count_u32;
use super::effect::{Buffer, Kernel, RenderPipeline, Requires, Slot, SlotKind, Texture};
use super::layout;

/// What an effect of these needs.
pub(super) fn of(
    kernels: &[Kernel],
    pipelines: &[RenderPipeline],
    textures: &[Texture],
    buffers: &[Buffer],
    parameter_bytes: u32,
) -> Requires {
    let layouts = || kernels.iter().map(|kernel| &kernel.layout).chain(pipelines.iter().map(|pipeline| &pipeline.layout));
    let most = |count: &dyn Fn(&SlotKind) -> bool| {
        layouts().map(|layout| count_u32(layout.iter().filter(|slot| count(&slot.kind)).count())).max().unwrap_or(0)
    };
    let bytes = |slot: &Slot| if let SlotKind::Uniform(bytes) = slot.kind { bytes } else { 0 };
    let uniform_bytes = layouts().flatten().map(bytes);
    let mut requires = Requires {
        core: false,
        texture_side: textures.iter().flat_map(|texture| texture.size).max().unwrap_or(0),
        sampled_textures: most(&|kind| matches!(kind, SlotKind::Texture)),
        storage_textures: most(&|kind| matches!(kind, SlotKind::StorageTexture(_))),
        storage_buffers: most(&|kind| matches!(kind, SlotKind::StorageRead | SlotKind::StorageWrite)),
        uniform_buffers: most(&|kind| matches!(kind, SlotKind::Uniform(_))),
        uniform_bytes: uniform_bytes.max().unwrap_or(0),
        buffer_bytes: buffers.iter().map(|buffer| buffer.bytes).max().unwrap_or(0).max(u64::from(parameter_bytes)),
    };
    requires.core = requires.texture_side <= layout::TEXTURE_SIDE
        && requires.sampled_textures <= 16
        && requires.storage_textures <= 4
        && requires.storage_buffers <= 8
        && requires.uniform_buffers <= 12
        && requires.uniform_bytes <= 65_536
        && requires.buffer_bytes <= 128 << 20;
    requires
}
