//! Grids as lit surfaces.

use bytemuck::{Pod, Zeroable};
use eframe::wgpu;
use glam::Vec3;
use wavewright_core::gpu::Gpu;

use super::camera::OrbitCamera;
use super::target::{FORMAT, Target};
use super::{pipeline, shader};

/// Most vertices along a side of the mesh: more than a window has pixels would only cost.
const MOST_VERTICES: u32 = 768;

/// What the surface is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Water under a sky.
    #[default]
    Water,
    /// Matt and pale: shape without reflections.
    Clay,
}

/// How a surface is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceSettings {
    /// From where.
    pub camera: OrbitCamera,
    /// Width and depth of the plane in metres.
    pub size_m: [f32; 2],
    /// Its centre, x and z, in metres.
    pub centre_m: [f32; 2],
    /// Cells of the grid.
    pub cells: [u32; 2],
    /// Channels of the values: 1 for heights, 3 for displacements.
    pub value_channels: u32,
    /// Factor on heights.
    pub height_factor: f32,
    /// What it is made of.
    pub style: Style,
    /// Direction of the sun about the vertical and over the horizon, in radians.
    pub sun_rad: [f32; 2],
}

/// As the shader has it.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Block {
    view_projection: [[f32; 4]; 4],
    eye: [f32; 4],
    sun: [f32; 4],
    plane: [f32; 4],
    counts: [u32; 4],
    factors: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    forward: [f32; 4],
}

/// Draws surfaces. One serves many targets.
#[derive(Debug)]
pub struct SurfacePainter {
    surface: wgpu::RenderPipeline,
    sky: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
}

impl SurfacePainter {
    /// Compiles the shaders.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let layout = pipeline::layout(gpu, "surface", &[pipeline::Slot::Uniform, pipeline::Slot::Grid]);
        let module = pipeline::module(gpu, "surface", shader::SURFACE);
        let make = |entries, compare| pipeline::render(gpu, "surface", &module, &layout, entries, FORMAT, Some(compare));
        Self {
            surface: make(("place_vertex", "shade"), wgpu::CompareFunction::Less),
            sky: make(("cover_sky", "paint_sky"), wgpu::CompareFunction::LessEqual),
            layout,
        }
    }

    /// Draws the grid in `source` into `target`, which must have depth.
    pub fn paint(&self, gpu: &Gpu, target: &Target, source: &wgpu::TextureView, settings: &SurfaceSettings) {
        let block = settings.block(target.size());
        let uniform = pipeline::uniform(gpu, bytemuck::bytes_of(&block));
        let resources = [uniform.as_entire_binding(), wgpu::BindingResource::TextureView(source)];
        let group = pipeline::group(gpu, &self.layout, &resources);
        let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("surface") });
        {
            let mut pass = pipeline::begin(&mut encoder, target.view(), target.depth());
            pass.set_bind_group(0, &group, &[]);
            pass.set_pipeline(&self.surface);
            let [columns, rows, ..] = block.counts;
            pass.draw(0..(columns - 1) * (rows - 1) * 6, 0..1);
            pass.set_pipeline(&self.sky);
            pass.draw(0..3, 0..1);
        }
        gpu.queue().submit([encoder.finish()]);
    }
}

impl SurfaceSettings {
    fn block(&self, pixels: [u32; 2]) -> Block {
        let aspect = pixels[0] as f32 / pixels[1].max(1) as f32;
        let (right, up, forward) = self.camera.axes();
        let [azimuth, height] = self.sun_rad;
        let sun = Vec3::new(azimuth.sin() * height.cos(), height.sin(), azimuth.cos() * height.cos());
        let [columns, rows] = self.cells.map(|cells| cells.clamp(2, MOST_VERTICES));
        let style = match self.style {
            Style::Water => 0,
            Style::Clay => 1,
        };
        Block {
            view_projection: self.camera.view_projection(aspect).to_cols_array_2d(),
            eye: self.camera.eye_m().extend(0.0).to_array(),
            sun: sun.extend(1.0).to_array(),
            plane: [self.size_m[0], self.size_m[1], self.centre_m[0], self.centre_m[1]],
            counts: [columns, rows, style, self.value_channels],
            factors: [self.height_factor, 1.0 / aspect.max(1e-3), self.camera.half_field_tangent(), 0.0],
            right: right.extend(0.0).to_array(),
            up: up.extend(0.0).to_array(),
            forward: forward.extend(0.0).to_array(),
        }
    }
}
