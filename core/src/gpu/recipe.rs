//! What pipelines are made of: kernels, and pairs of shaders that draw.

use std::fmt::Debug;

use super::error::PlayerError;
use crate::compile::{Blend, Kernel, RenderPipeline, Slot, TextureFormat};

/// Format of the depth of render passes.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// What a pipeline is made from, besides the lines of its shader.
pub(super) trait Recipe: Sync {
    /// What comes of it.
    type Pipeline: Debug + Send + Sync;
    /// What it is called in messages.
    const KIND: &'static str;
    /// Stages that see what is bound.
    const VISIBILITY: wgpu::ShaderStages;

    fn name(&self) -> &str;
    fn lines(&self) -> &[[u32; 2]];
    fn layout(&self) -> &[Slot];
    /// All that makes a difference to the pipeline but its lines and its layout.
    fn settings(&self) -> String;
    /// The driver or its shader compiler refuses it.
    fn refusal(&self, line: Option<u32>, message: String) -> PlayerError;
    fn create(&self, device: &wgpu::Device, module: &wgpu::ShaderModule, layout: &wgpu::PipelineLayout) -> Self::Pipeline;
}

impl Recipe for Kernel {
    type Pipeline = wgpu::ComputePipeline;
    const KIND: &'static str = "kernel";
    const VISIBILITY: wgpu::ShaderStages = wgpu::ShaderStages::COMPUTE;

    fn name(&self) -> &str {
        &self.entry
    }

    fn lines(&self) -> &[[u32; 2]] {
        &self.lines
    }

    fn layout(&self) -> &[Slot] {
        &self.layout
    }

    fn settings(&self) -> String {
        self.entry.clone()
    }

    fn refusal(&self, line: Option<u32>, message: String) -> PlayerError {
        PlayerError::Kernel { kernel: self.entry.clone(), nodes: self.nodes.clone(), line, message }
    }

    fn create(&self, device: &wgpu::Device, module: &wgpu::ShaderModule, layout: &wgpu::PipelineLayout) -> wgpu::ComputePipeline {
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(&self.entry),
            layout: Some(layout),
            module,
            entry_point: Some(&self.entry),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        })
    }
}

impl Recipe for RenderPipeline {
    type Pipeline = wgpu::RenderPipeline;
    const KIND: &'static str = "pipeline";
    const VISIBILITY: wgpu::ShaderStages = wgpu::ShaderStages::VERTEX_FRAGMENT;

    fn name(&self) -> &str {
        &self.name
    }

    fn lines(&self) -> &[[u32; 2]] {
        &self.lines
    }

    fn layout(&self) -> &[Slot] {
        &self.layout
    }

    fn settings(&self) -> String {
        let Self { vertex, fragment, format, samples, blend, depth_test, depth_write, .. } = self;
        format!("{vertex} {fragment} {format:?} {samples} {blend:?} {depth_test} {depth_write}")
    }

    fn refusal(&self, line: Option<u32>, message: String) -> PlayerError {
        PlayerError::Pipeline { pipeline: self.name.clone(), nodes: self.nodes.clone(), line, message }
    }

    fn create(&self, device: &wgpu::Device, module: &wgpu::ShaderModule, layout: &wgpu::PipelineLayout) -> wgpu::RenderPipeline {
        let compare = if self.depth_test { wgpu::CompareFunction::Greater } else { wgpu::CompareFunction::Always };
        let target = wgpu::ColorTargetState {
            format: texture_format(self.format),
            blend: blend_state(self.blend),
            write_mask: wgpu::ColorWrites::ALL,
        };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(&self.name),
            layout: Some(layout),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(&self.vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(self.depth_write),
                depth_compare: Some(compare),
                stencil: wgpu::StencilState::default(),
                bias: wgpu::DepthBiasState::default(),
            }),
            multisample: wgpu::MultisampleState { count: self.samples, ..wgpu::MultisampleState::default() },
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(&self.fragment),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(target)],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

const fn blend_state(blend: Blend) -> Option<wgpu::BlendState> {
    use wgpu::BlendFactor::{One, OneMinusSrcAlpha, Zero};
    const fn sum(src_factor: wgpu::BlendFactor, dst_factor: wgpu::BlendFactor) -> wgpu::BlendComponent {
        wgpu::BlendComponent { src_factor, dst_factor, operation: wgpu::BlendOperation::Add }
    }
    match blend {
        Blend::Replace => None,
        Blend::Over => Some(wgpu::BlendState { color: sum(One, OneMinusSrcAlpha), alpha: sum(One, OneMinusSrcAlpha) }),
        Blend::Add => Some(wgpu::BlendState { color: sum(One, One), alpha: sum(Zero, One) }),
    }
}

/// The format as wgpu calls it.
pub(super) const fn texture_format(format: TextureFormat) -> wgpu::TextureFormat {
    match format {
        TextureFormat::R32Float => wgpu::TextureFormat::R32Float,
        TextureFormat::Rg32Float => wgpu::TextureFormat::Rg32Float,
        TextureFormat::Rgba32Float => wgpu::TextureFormat::Rgba32Float,
        TextureFormat::Rgba16Float => wgpu::TextureFormat::Rgba16Float,
    }
}
