//! Pictures of outputs that stay as they are while the player steps on: for a window that draws on another thread, and on another
//! device where the effect runs on a CPU adapter, whose every submission would hold the window up.

use std::sync::Arc;

use super::device::Gpu;
use super::error::PlayerError;
use super::player::{Player, player_error};
use super::readback::PendingBytes;
use super::recipe::texture_format;
use super::resources::padded_row_bytes;
use crate::compile::{Texture, TextureFormat};

/// An output as it was, in a texture of its own.
#[derive(Debug)]
pub struct Snapshot {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    size: [u32; 2],
    format: TextureFormat,
}

impl Snapshot {
    /// The texture, to draw from.
    #[must_use]
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Width and height in texels.
    #[must_use]
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    fn fits(&self, texture: &Texture) -> bool {
        self.size == texture.size && self.format == texture.format
    }
}

/// Takes snapshots, into textures that nobody holds any more where there are such.
#[derive(Debug)]
pub struct Snapshots {
    gpu: Gpu,
    made: Vec<Arc<Snapshot>>,
}

impl Snapshots {
    /// Snapshots are textures of `gpu`, whichever device the player is on.
    #[must_use]
    pub fn new(gpu: Gpu) -> Self {
        Self { gpu, made: Vec::new() }
    }

    /// The output as it is now. Waits for the player's device where the snapshot is on another one.
    ///
    /// # Errors
    /// There is no such output, or a device is lost or refuses.
    pub fn take(&mut self, player: &Player, output: &str) -> Result<Arc<Snapshot>, PlayerError> {
        let (texture, source) = player.output_texture(output)?;
        let manifest = &player.effect().manifest;
        // Textures of an effect that is gone go, too.
        self.made.retain(|made| Arc::strong_count(made) > 1 || manifest.textures.iter().any(|texture| made.fits(texture)));
        let free = self.made.iter().find(|made| Arc::strong_count(made) == 1 && made.fits(texture));
        let snapshot = match free {
            Some(free) => Arc::clone(free),
            None => {
                let made = Arc::new(checked(&self.gpu, texture, || create(&self.gpu, texture))?);
                self.made.push(Arc::clone(&made));
                made
            }
        };
        let size = source.size();
        if player.gpu().id() == self.gpu.id() {
            checked(&self.gpu, texture, || {
                let descriptor = wgpu::CommandEncoderDescriptor { label: Some("snapshot") };
                let mut encoder = self.gpu.device().create_command_encoder(&descriptor);
                encoder.copy_texture_to_texture(source.as_image_copy(), snapshot.texture.as_image_copy(), size);
                self.gpu.queue().submit([encoder.finish()]);
            })?;
        } else {
            let bytes = PendingBytes::of_texture(player.gpu(), source, texture)?.wait()?;
            let row_bytes = padded_row_bytes(texture.size[0], texture.format) as u32;
            let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row_bytes), rows_per_image: None };
            checked(&self.gpu, texture, || self.gpu.queue().write_texture(snapshot.texture.as_image_copy(), &bytes, layout, size))?;
        }
        Ok(snapshot)
    }
}

fn create(gpu: &Gpu, texture: &Texture) -> Snapshot {
    let [width, height] = texture.size;
    let made = gpu.device().create_texture(&wgpu::TextureDescriptor {
        label: Some("snapshot"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: texture_format(texture.format),
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let view = made.create_view(&wgpu::TextureViewDescriptor::default());
    Snapshot { texture: made, view, size: texture.size, format: texture.format }
}

fn checked<T>(gpu: &Gpu, texture: &Texture, work: impl FnOnce() -> T) -> Result<T, PlayerError> {
    gpu.alive()?;
    let outcome = gpu.checked(work);
    gpu.alive()?;
    let [width, height] = texture.size.map(u64::from);
    outcome.map_err(|refusal| player_error(refusal, width * height * u64::from(texture.format.texel_bytes())))
}
