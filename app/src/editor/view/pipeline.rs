//! The few kinds of wgpu objects that the painters need.

use eframe::wgpu;
use eframe::wgpu::util::DeviceExt;
use wavewright_core::gpu::Gpu;

use super::target::DEPTH_FORMAT;

/// What is bound.
#[derive(Clone, Copy)]
pub enum Slot {
    /// A uniform block.
    Uniform,
    /// Numbers of a grid.
    Grid,
    /// A colour map.
    Map,
}

/// The layout of group 0.
pub fn layout(gpu: &Gpu, label: &str, slots: &[Slot]) -> wgpu::BindGroupLayout {
    let texture = |filterable| wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let entries: Vec<wgpu::BindGroupLayoutEntry> = slots
        .iter()
        .zip(0..)
        .map(|(slot, binding)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: match slot {
                Slot::Uniform => {
                    wgpu::BindingType::Buffer { ty: wgpu::BufferBindingType::Uniform, has_dynamic_offset: false, min_binding_size: None }
                }
                // Grids are of 32-bit floats, which not every device filters.
                Slot::Grid => texture(false),
                Slot::Map => texture(true),
            },
            count: None,
        })
        .collect();
    gpu.device().create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

/// A shader.
pub fn module(gpu: &Gpu, label: &str, text: &'static str) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(text.into());
    gpu.device().create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source })
}

/// A pipeline of a vertex and a fragment entry point. `depth` says how depth is compared, where it is.
pub fn render(
    gpu: &Gpu,
    label: &str,
    module: &wgpu::ShaderModule,
    layout: &wgpu::BindGroupLayout,
    (vertex, fragment): (&str, &str),
    format: wgpu::TextureFormat,
    depth: Option<wgpu::CompareFunction>,
) -> wgpu::RenderPipeline {
    let layout = gpu.device().create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    gpu.device().create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(label),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: depth.map(|compare| wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(compare),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(fragment),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// A uniform buffer with these contents.
pub fn uniform(gpu: &Gpu, contents: &[u8]) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::UNIFORM;
    gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some("view"), contents, usage })
}

/// Resources for group 0, in the order of its layout.
pub fn group(gpu: &Gpu, layout: &wgpu::BindGroupLayout, resources: &[wgpu::BindingResource<'_>]) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry<'_>> =
        resources.iter().zip(0..).map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource: resource.clone() }).collect();
    gpu.device().create_bind_group(&wgpu::BindGroupDescriptor { label: Some("view"), layout, entries: &entries })
}

/// A pass that clears and draws.
pub fn begin<'encoder>(
    encoder: &'encoder mut wgpu::CommandEncoder,
    target: &wgpu::TextureView,
    depth: Option<&wgpu::TextureView>,
) -> wgpu::RenderPass<'encoder> {
    let colour = wgpu::RenderPassColorAttachment {
        view: target,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("view"),
        color_attachments: &[Some(colour)],
        depth_stencil_attachment: depth.map(|view| wgpu::RenderPassDepthStencilAttachment {
            view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
            stencil_ops: None,
        }),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    })
}
