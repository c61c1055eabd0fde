//! Textures and buffers of an effect on the device.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;

use super::check::{FRAME_BYTES, parameter_buffer_bytes, texture_channels};
use super::device::Gpu;
use super::drawing::Attachments;
use super::program::{Binding, Bindings};
use super::recipe::texture_format;
use crate::compile::{Effect, Initial, Pixels, Slot, Texture, TextureFormat};

/// Steps whose frame blocks are uploaded together.
pub(super) const MOST_BATCHED_STEPS: u64 = 64;
/// Size of the buffer of zeros that textures are cleared from, unless a single row is larger.
const ZERO_BYTES: u64 = 4 << 20;

/// What an effect keeps on the device.
#[derive(Debug)]
pub(super) struct Resources {
    pub textures: Vec<TextureResource>,
    /// `frame`, `parameters`, then the manifest's.
    pub buffers: Vec<wgpu::Buffer>,
    /// Frame blocks of the next steps, copied to `frame` one by one.
    pub frame_uploads: wgpu::Buffer,
    /// What render passes need besides textures.
    pub attachments: Attachments,
    /// Bind groups, by which copies of the bound textures are in front.
    bind_groups: HashMap<(BoundBy, u32), wgpu::BindGroup>,
}

/// Who binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum BoundBy {
    /// The dispatch of this index.
    Dispatch(usize),
    /// The draw of this place among all draws of the program.
    Draw(usize),
}

/// A texture with its copies.
#[derive(Clone, Debug)]
pub(super) struct TextureResource {
    pub copies: Vec<Copy>,
    /// Which copy is in front.
    pub front: usize,
}

/// One copy of a texture.
#[derive(Clone, Debug)]
pub(super) struct Copy {
    pub texture: wgpu::Texture,
    pub view: wgpu::TextureView,
}

impl TextureResource {
    pub(super) fn front(&self) -> &Copy {
        &self.copies[self.front]
    }

    /// The copy that is being made; the front where there is one only.
    pub(super) fn back(&self) -> &Copy {
        &self.copies[self.copies.len() - 1 - self.front]
    }

    /// Copies the contents of all copies to another texture of equal format and size, and which is in front.
    pub(super) fn copy_to(&self, other: &mut Self, encoder: &mut wgpu::CommandEncoder) {
        other.front = self.front;
        for (from, to) in self.copies.iter().zip(&other.copies) {
            encoder.copy_texture_to_texture(from.texture.as_image_copy(), to.texture.as_image_copy(), from.texture.size());
        }
    }

    pub(super) fn flip(&mut self) {
        self.front = self.copies.len() - 1 - self.front;
    }
}

impl Resources {
    /// Allocates everything; contents are zero.
    pub(super) fn new(gpu: &Gpu, effect: &Effect) -> Self {
        use wgpu::BufferUsages as Usage;
        let manifest = &effect.manifest;
        let buffer = |label: &str, size: u64, usage: Usage| {
            gpu.device().create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
        };
        let own = Usage::UNIFORM | Usage::STORAGE | Usage::COPY_DST;
        let mut buffers = vec![buffer("frame", FRAME_BYTES, own), buffer("parameters", parameter_buffer_bytes(manifest), own)];
        let kept = own | Usage::COPY_SRC;
        buffers.extend(manifest.buffers.iter().map(|wanted| buffer(&wanted.name, wanted.bytes, kept)));
        let targets: HashSet<&str> = manifest.render_passes().into_iter().map(|pass| pass.target.as_str()).collect();
        let create = |texture: &Texture| create_texture(gpu, texture, targets.contains(texture.name.as_str()));
        Self {
            textures: manifest.textures.iter().map(create).collect(),
            buffers,
            frame_uploads: buffer("frame uploads", FRAME_BYTES * MOST_BATCHED_STEPS, Usage::COPY_SRC | Usage::COPY_DST),
            attachments: Attachments::new(gpu, manifest),
            bind_groups: HashMap::new(),
        }
    }

    /// Zero everywhere, as after [`Resources::new`]: textures, and the manifest's buffers.
    pub(super) fn clear(&mut self, gpu: &Gpu, effect: &Effect, encoder: &mut wgpu::CommandEncoder) {
        let row = |texture: &Texture| padded_row_bytes(texture.size[0], texture.format);
        let largest_row = effect.manifest.textures.iter().map(row).max().unwrap_or(256);
        let zeros = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("zeros"),
            size: ZERO_BYTES.max(largest_row),
            usage: wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        for (texture, resource) in effect.manifest.textures.iter().zip(&mut self.textures) {
            let [width, height] = texture.size;
            let row_bytes = row(texture);
            let band = u32::try_from(zeros.size() / row_bytes).unwrap_or(u32::MAX).min(height);
            for copy in &resource.copies {
                for top in (0..height).step_by(band as usize) {
                    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row_bytes as u32), rows_per_image: None };
                    let size = wgpu::Extent3d { width, height: band.min(height - top), depth_or_array_layers: 1 };
                    let target =
                        wgpu::TexelCopyTextureInfo { origin: wgpu::Origin3d { x: 0, y: top, z: 0 }, ..copy.texture.as_image_copy() };
                    encoder.copy_buffer_to_texture(wgpu::TexelCopyBufferInfo { buffer: &zeros, layout }, target, size);
                }
            }
            resource.front = 0;
        }
        for buffer in self.buffers.iter().skip(super::program::FIRST_BUFFER) {
            encoder.clear_buffer(buffer, 0, None);
        }
    }

    /// Contents that come from data.
    pub(super) fn upload_data(&self, gpu: &Gpu, effect: &Effect) {
        for (texture, resource) in effect.manifest.textures.iter().zip(&self.textures) {
            let Initial::Data(key) = &texture.initial else { continue };
            let Some(pixels) = effect.data.get(key) else { continue };
            let bytes = texel_bytes(pixels, texture.format);
            for copy in &resource.copies {
                write_texels(gpu, &copy.texture, texture, &bytes);
            }
        }
    }

    /// The bind group of a dispatch or draw for the copies that are in front now.
    pub(super) fn bind_group(
        &mut self,
        gpu: &Gpu,
        user: BoundBy,
        bindings: &Bindings,
        layout: &wgpu::BindGroupLayout,
        slots: &[Slot],
    ) -> wgpu::BindGroup {
        let sides =
            bindings.two_sided.iter().enumerate().fold(0, |sides, (bit, &texture)| sides | ((self.textures[texture].front as u32) << bit));
        if let Some(group) = self.bind_groups.get(&(user, sides)) {
            return group.clone();
        }
        let entries: Vec<_> = bindings
            .list
            .iter()
            .zip(slots)
            .map(|(binding, slot)| wgpu::BindGroupEntry { binding: slot.binding, resource: self.binding(binding) })
            .collect();
        let group = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries });
        self.bind_groups.insert((user, sides), group.clone());
        group
    }

    /// Puts another texture in place of the one of this place: bind groups of the old one are forgotten.
    pub(super) fn replace_texture(&mut self, place: usize, resource: TextureResource) {
        self.textures[place] = resource;
        self.bind_groups.clear();
    }

    /// Puts another buffer in place of the one of this place.
    pub(super) fn replace_buffer(&mut self, place: usize, buffer: wgpu::Buffer) {
        self.buffers[place] = buffer;
        self.bind_groups.clear();
    }

    fn binding(&self, binding: &Binding) -> wgpu::BindingResource<'_> {
        match *binding {
            Binding::Buffer { buffer, offset, bytes } => wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &self.buffers[buffer],
                offset: u64::from(offset),
                size: NonZeroU64::new(u64::from(bytes)),
            }),
            Binding::Texture { texture, back } => {
                let resource = &self.textures[texture];
                wgpu::BindingResource::TextureView(if back { &resource.back().view } else { &resource.front().view })
            }
        }
    }
}

/// A texture with its copies; contents are zero.
pub(super) fn create_texture(gpu: &Gpu, texture: &Texture, is_target: bool) -> TextureResource {
    use wgpu::TextureUsages as Usage;
    let drawn_into = if is_target { Usage::RENDER_ATTACHMENT } else { Usage::empty() };
    let [width, height] = texture.size;
    let copies = (0..texture.copies)
        .map(|_| {
            let made = gpu.device().create_texture(&wgpu::TextureDescriptor {
                label: Some(&texture.name),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: texture_format(texture.format),
                usage: Usage::TEXTURE_BINDING | Usage::STORAGE_BINDING | Usage::COPY_SRC | Usage::COPY_DST | drawn_into,
                view_formats: &[],
            });
            let view = made.create_view(&wgpu::TextureViewDescriptor::default());
            Copy { texture: made, view }
        })
        .collect();
    TextureResource { copies, front: 0 }
}

/// Bytes of a row in a buffer that is copied to or from a texture: a multiple of 256.
pub(super) fn padded_row_bytes(width: u32, format: TextureFormat) -> u64 {
    (u64::from(width) * u64::from(format.texel_bytes())).next_multiple_of(u64::from(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT))
}

/// Writes all texels of a texture from rows without padding.
pub(super) fn write_texels(gpu: &Gpu, target: &wgpu::Texture, texture: &Texture, bytes: &[u8]) {
    let [width, height] = texture.size;
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width * texture.format.texel_bytes()), rows_per_image: None };
    gpu.queue().write_texture(target.as_image_copy(), bytes, layout, wgpu::Extent3d { width, height, depth_or_array_layers: 1 });
}

/// Pixels in the layout of a texture: channels that they lack are 0, alpha 1.
fn texel_bytes(pixels: &Pixels, format: TextureFormat) -> Vec<u8> {
    let channels = texture_channels(format) as usize;
    let texels = pixels.values.chunks_exact(pixels.channels as usize);
    let numbers =
        texels.flat_map(|texel| (0..channels).map(|channel| texel.get(channel).copied().unwrap_or(if channel == 3 { 1.0 } else { 0.0 })));
    if format == TextureFormat::Rgba16Float {
        numbers.flat_map(|number| half::f16::from_f32(number).to_le_bytes()).collect()
    } else {
        numbers.flat_map(f32::to_le_bytes).collect()
    }
}
