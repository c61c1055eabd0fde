//! The rivals: the same algorithms on plain wgpu, with the same formats and workgroups.

use wavewright_core::gpu::Gpu;
use wgpu::util::DeviceExt as _;

const RG: wgpu::TextureFormat = wgpu::TextureFormat::Rg32Float;
const R: wgpu::TextureFormat = wgpu::TextureFormat::R32Float;

fn texture(gpu: &Gpu, side: u32, format: wgpu::TextureFormat) -> wgpu::TextureView {
    let size = wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 };
    let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::STORAGE_BINDING;
    let descriptor = wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    };
    gpu.device().create_texture(&descriptor).create_view(&wgpu::TextureViewDescriptor::default())
}

fn pipeline(gpu: &Gpu, module: &wgpu::ShaderModule, entry: &str) -> wgpu::ComputePipeline {
    gpu.device().create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry),
        layout: None,
        module,
        entry_point: Some(entry),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}

fn module(gpu: &Gpu, source: &str) -> wgpu::ShaderModule {
    gpu.device().create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source: wgpu::ShaderSource::Wgsl(source.into()) })
}

fn uniform(gpu: &Gpu, contents: &[u8]) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
    gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
}

type Views<'a> = &'a [(u32, &'a wgpu::TextureView)];

fn bind(gpu: &Gpu, pipeline: &wgpu::ComputePipeline, block: Option<&wgpu::Buffer>, views: Views<'_>) -> wgpu::BindGroup {
    let block = block.map(|block| wgpu::BindGroupEntry { binding: 0, resource: block.as_entire_binding() });
    let views =
        views.iter().map(|(binding, view)| wgpu::BindGroupEntry { binding: *binding, resource: wgpu::BindingResource::TextureView(view) });
    let entries: Vec<_> = block.into_iter().chain(views).collect();
    let layout = pipeline.get_bind_group_layout(0);
    gpu.device().create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries })
}

/// The fluid step by hand.
pub struct Fluid {
    gpu: Gpu,
    side: u32,
    block: wgpu::Buffer,
    /// Pipelines with a bind group for even and for odd steps.
    passes: Vec<(wgpu::ComputePipeline, [wgpu::BindGroup; 2])>,
    step: u32,
}

impl Fluid {
    pub fn new(gpu: &Gpu, side: u32) -> Self {
        let block = uniform(gpu, bytemuck::cast_slice(&[-0.8_f32, 0.2, 0.5, 0.25, 1.0 / 60.0, 4.0 / side as f32, 0.999, 0.99, 0.2, 0.0]));
        let module = module(gpu, include_str!("fluid_by_hand.wgsl"));
        let rg = || texture(gpu, side, RG);
        let r = || texture(gpu, side, R);
        let painted = [rg(), rg()];
        let (velocity, carried, projected, spread) = (rg(), rg(), rg(), rg());
        let (density, ink, divergence, pressure) = (r(), r(), r(), r());
        let mut passes = Vec::new();
        let mut pass = |entry: &str, views: [Views<'_>; 2], has_block: bool| {
            let pipeline = pipeline(gpu, &module, entry);
            let groups = views.map(|views| bind(gpu, &pipeline, has_block.then_some(&block), views));
            passes.push((pipeline, groups));
        };
        let sources =
            |from: usize| [(1, &painted[from]), (2, &projected), (3, &ink), (4, &painted[1 - from]), (5, &velocity), (6, &density)];
        pass("add_sources", [&sources(0), &sources(1)], true);
        let carry = [(1, &velocity), (2, &density), (4, &carried), (6, &ink)];
        pass("advect", [&carry, &carry], true);
        let measure = [(1, &carried), (6, &divergence)];
        pass("divergence", [&measure, &measure], true);
        let along_x = [(1, &pressure), (2, &divergence), (4, &spread)];
        pass("spread_along_x", [&along_x, &along_x], false);
        let along_z = [(1, &spread), (6, &pressure)];
        pass("spread_along_z", [&along_z, &along_z], true);
        let subtract = [(1, &carried), (2, &pressure), (4, &projected)];
        pass("subtract_gradient", [&subtract, &subtract], true);
        Self { gpu: gpu.clone(), side, block, passes, step: 0 }
    }

    pub fn passes_per_step(&self) -> usize {
        self.passes.len()
    }

    /// One step, submitted by itself: the next picture's numbers are not known yet.
    pub fn step(&mut self) {
        // What a player must do as well: the step's numbers are written anew.
        self.gpu.queue().write_buffer(&self.block, 16, bytemuck::bytes_of(&(1.0_f32 / 60.0)));
        let mut encoder = self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        for (pipeline, groups) in &self.passes {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &groups[(self.step % 2) as usize], &[]);
            pass.dispatch_workgroups(self.side.div_ceil(64), self.side, 1);
        }
        drop(pass);
        self.step += 1;
        self.gpu.queue().submit([encoder.finish()]);
    }
}

/// The sea by hand.
pub struct Sea {
    gpu: Gpu,
    side: u32,
    block: wgpu::Buffer,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
}

impl Sea {
    pub fn new(gpu: &Gpu, side: u32) -> Self {
        let mut block = vec![100.0 / side as f32, 1.0, f32::from_bits(64), 0.0];
        for wave in 0..64 {
            let length_m = 60.0 / (1.0 + wave as f32);
            let (angle, wavenumber) = (wave as f32 * 0.1, std::f32::consts::TAU / length_m);
            block.extend([angle.sin(), angle.cos(), wavenumber, (9.81 * wavenumber).sqrt(), 0.02 * length_m, 0.01, 0.0, 0.0]);
        }
        let block = uniform(gpu, bytemuck::cast_slice(&block));
        let module = module(gpu, include_str!("waves_by_hand.wgsl"));
        let pipeline = pipeline(gpu, &module, "sum");
        let out = texture(gpu, side, wgpu::TextureFormat::Rgba32Float);
        let group = bind(gpu, &pipeline, Some(&block), &[(1, &out)]);
        Self { gpu: gpu.clone(), side, block, pipeline, group }
    }

    /// One step, submitted by itself, with its time written anew.
    pub fn step(&self) {
        self.gpu.queue().write_buffer(&self.block, 4, bytemuck::bytes_of(&1.0_f32));
        let mut encoder = self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.dispatch_workgroups(self.side.div_ceil(64), self.side, 1);
        drop(pass);
        self.gpu.queue().submit([encoder.finish()]);
    }
}
