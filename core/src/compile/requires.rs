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

#[cfg(test)]
mod tests {
    use super::super::effect::{Blend, TextureFormat};
    use super::*;

    #[test]
    fn what_draws_bind_counts_as_what_kernels_bind() {
        let slots =
            |kinds: &[SlotKind]| kinds.iter().enumerate().map(|(binding, &kind)| Slot { binding: count_u32(binding), kind }).collect();
        let kernel = Kernel {
            entry: "kernel".to_owned(),
            lines: Vec::new(),
            workgroup: [64, 1, 1],
            layout: slots(&[SlotKind::Texture, SlotKind::StorageTexture(TextureFormat::R32Float), SlotKind::Uniform(48)]),
            nodes: Vec::new(),
        };
        let pipeline = RenderPipeline {
            name: "pipeline".to_owned(),
            vertex: "vertex".to_owned(),
            fragment: "fragment".to_owned(),
            lines: Vec::new(),
            layout: slots(&[[SlotKind::Texture; 17].as_slice(), &[SlotKind::StorageRead, SlotKind::Uniform(64)]].concat()),
            format: TextureFormat::Rgba16Float,
            samples: 4,
            blend: Blend::Over,
            depth_test: true,
            depth_write: true,
            nodes: Vec::new(),
        };
        let without = of(std::slice::from_ref(&kernel), &[], &[], &[], 0);
        assert_eq!((without.core, without.sampled_textures, without.storage_buffers, without.uniform_bytes), (true, 1, 0, 48));
        let with = of(&[kernel], &[pipeline], &[], &[], 0);
        assert_eq!((with.core, with.sampled_textures, with.storage_buffers, with.uniform_bytes), (false, 17, 1, 64));
        assert_eq!((with.storage_textures, with.uniform_buffers), (1, 1));
    }
}
