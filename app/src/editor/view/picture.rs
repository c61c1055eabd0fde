//! 2D pictures of grids.

use bytemuck::{Pod, Zeroable};
use eframe::wgpu;
use glam::DVec2;
use wavewright_core::gpu::Gpu;

use super::colour_map::{ColourMap, MAP_TEXELS};
use super::target::{FORMAT, Target};
use super::{pipeline, shader};

/// Zoomed in this far, in pixels for a cell, cells are squares.
const SQUARES_FROM: f64 = 6.0;

/// What of a grid's values is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channels {
    /// Red, green and blue as they are exported, over a checkerboard where there is alpha.
    #[default]
    Colour,
    /// Red, green and blue without regard to alpha.
    Opaque,
    /// One channel through the colour map.
    One(u8),
    /// Length of the vector through the colour map.
    Length,
    /// Direction of a vec2 as hue, length as brightness.
    Direction,
}

/// How a grid is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureSettings {
    /// Uv of the window's left top corner.
    pub corner: DVec2,
    /// Uv of the window's size.
    pub extent: DVec2,
    /// What of the values.
    pub channels: Channels,
    /// Channels of the values: 1 to 4.
    pub value_channels: u32,
    /// For numbers.
    pub map: ColourMap,
    /// Numbers at the ends of the map.
    pub range: (f32, f32),
    /// Factor on colours, in powers of two.
    pub exposure_stops: f32,
    /// Repeats beyond the edges.
    pub tiled: bool,
    /// Cells of the grid.
    pub cells: [u32; 2],
    /// Colour around the grid, as displayed.
    pub ground: [u8; 3],
}

/// As the shader has it.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Block {
    corner: [f32; 2],
    extent: [f32; 2],
    low: f32,
    high: f32,
    exposure: f32,
    mode: u32,
    channel: u32,
    channels: u32,
    tiled: u32,
    squares: u32,
    ground: [f32; 3],
    padding: f32,
}

/// Draws pictures. One serves many targets.
#[derive(Debug)]
pub struct PicturePainter {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    maps: Vec<(ColourMap, wgpu::TextureView)>,
}

impl PicturePainter {
    /// Compiles the shader.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let layout = pipeline::layout(gpu, "picture", &[pipeline::Slot::Uniform, pipeline::Slot::Grid, pipeline::Slot::Map]);
        let module = pipeline::module(gpu, "picture", shader::PICTURE);
        let pipeline = pipeline::render(gpu, "picture", &module, &layout, ("cover", "paint"), FORMAT, None);
        let maps = ColourMap::ALL.into_iter().map(|map| (map, map_texture(gpu, map))).collect();
        Self { pipeline, layout, maps }
    }

    /// Draws the grid in `source` into `target`.
    pub fn paint(&self, gpu: &Gpu, target: &Target, source: &wgpu::TextureView, settings: &PictureSettings) {
        let block = settings.block(target.size());
        let uniform = pipeline::uniform(gpu, bytemuck::bytes_of(&block));
        let Some((_, map)) = self.maps.iter().find(|(map, _)| *map == settings.map) else { return };
        let resources = [uniform.as_entire_binding(), wgpu::BindingResource::TextureView(source), wgpu::BindingResource::TextureView(map)];
        let group = pipeline::group(gpu, &self.layout, &resources);
        let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("picture") });
        {
            let mut pass = pipeline::begin(&mut encoder, target.view(), None);
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.draw(0..3, 0..1);
        }
        gpu.queue().submit([encoder.finish()]);
    }
}

impl PictureSettings {
    fn block(&self, pixels: [u32; 2]) -> Block {
        let (mode, channel) = match self.channels {
            Channels::Colour => (0, 0),
            Channels::One(channel) => (1, u32::from(channel)),
            Channels::Length => (2, 0),
            Channels::Direction => (3, 0),
            Channels::Opaque => (4, 0),
        };
        let pixels_per_cell = f64::from(pixels[0]) / (self.extent.x * f64::from(self.cells[0])).max(1e-9);
        Block {
            corner: self.corner.as_vec2().to_array(),
            extent: self.extent.as_vec2().to_array(),
            low: self.range.0,
            high: self.range.1,
            exposure: self.exposure_stops.exp2(),
            mode,
            channel,
            channels: self.value_channels,
            tiled: self.tiled.into(),
            // At one pixel a cell both are the same, and squares are exact.
            squares: (pixels_per_cell >= SQUARES_FROM || (pixels_per_cell - 1.0).abs() < 1e-6).into(),
            ground: self.ground.map(|byte| f32::from(byte) / 255.0),
            padding: 0.0,
        }
    }
}

fn map_texture(gpu: &Gpu, map: ColourMap) -> wgpu::TextureView {
    let size = wgpu::Extent3d { width: MAP_TEXELS, height: 1, depth_or_array_layers: 1 };
    let texture = gpu.device().create_texture(&wgpu::TextureDescriptor {
        label: Some(map.title()),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(MAP_TEXELS * 4), rows_per_image: None };
    gpu.queue().write_texture(texture.as_image_copy(), &map.texels(), layout, size);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
