//! A texture that is drawn into, and shown by the window or read back by a test.

use eframe::wgpu;
use wavewright_core::gpu::Gpu;

/// As the window expects of pictures: gamma-encoded bytes.
pub const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Of depth, for surfaces.
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// A texture that is drawn into.
#[derive(Debug)]
pub struct Target {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    depth: Option<wgpu::TextureView>,
    size: [u32; 2],
}

impl Target {
    /// A texture of this size in pixels, at least one and at most what the device has. `with_depth` for surfaces.
    #[must_use]
    pub fn new(gpu: &Gpu, size: [u32; 2], with_depth: bool) -> Self {
        let size = clamped(gpu, size);
        let extent = wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 };
        let make = |label, format, usage| {
            gpu.device().create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: extent,
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
        let texture = make("view", FORMAT, usage);
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let depth = with_depth.then(|| {
            let depth = make("view depth", DEPTH_FORMAT, wgpu::TextureUsages::RENDER_ATTACHMENT);
            depth.create_view(&wgpu::TextureViewDescriptor::default())
        });
        Self { texture, view, depth, size }
    }

    /// Whether it is of this size, and has depth where it is needed.
    #[must_use]
    pub fn fits(&self, gpu: &Gpu, size: [u32; 2], with_depth: bool) -> bool {
        self.size == clamped(gpu, size) && self.depth.is_some() == with_depth
    }

    /// Its size in pixels.
    #[must_use]
    pub const fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The view that the window shows.
    #[must_use]
    pub const fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    pub(super) const fn depth(&self) -> Option<&wgpu::TextureView> {
        self.depth.as_ref()
    }

    /// The picture as rgba bytes, row by row. Waits for the device: for tests and exports.
    ///
    /// # Errors
    /// The device is lost.
    pub fn read(&self, gpu: &Gpu) -> Result<Vec<u8>, String> {
        let [width, height] = self.size;
        let row_bytes = width * 4;
        let padded = row_bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let staging = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("read view"),
            size: u64::from(padded) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded), rows_per_image: None };
        let copy = wgpu::TexelCopyBufferInfo { buffer: &staging, layout };
        encoder.copy_texture_to_buffer(self.texture.as_image_copy(), copy, self.texture.size());
        gpu.queue().submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |_| ());
        gpu.device().poll(wgpu::PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
        let bytes = staging.slice(..).get_mapped_range().map_err(|error| error.to_string())?;
        Ok(bytes.chunks_exact(padded as usize).flat_map(|row| row[..row_bytes as usize].to_vec()).collect())
    }
}

fn clamped(gpu: &Gpu, size: [u32; 2]) -> [u32; 2] {
    let most = gpu.device().limits().max_texture_dimension_2d;
    size.map(|side| side.clamp(1, most))
}
