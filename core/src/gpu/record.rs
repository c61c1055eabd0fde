//! Steps into command buffers.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::device::{Gpu, guard};
use super::pipelines::Pipelines;
use super::program::{Operation, Program, Repeats};
use super::resources::{BoundBy, Resources};
use super::timing::{Stamps, Timing};
use crate::compile::Manifest;

/// Dispatches and draws of a submission at most.
const MOST_DISPATCHES: u32 = 512;
/// Threads of a submission at most: systems reset a GPU whose submission takes seconds.
const MOST_THREADS: u64 = 1 << 26;
/// Submissions under way while more are recorded: the device is never idle, and what is queued stays short.
const MOST_UNDER_WAY: usize = 2;

/// What a player has submitted. Clones count together.
#[derive(Clone, Debug, Default)]
pub(super) struct Submissions {
    last: Arc<Mutex<VecDeque<wgpu::SubmissionIndex>>>,
    unfinished: Arc<AtomicUsize>,
}

impl Submissions {
    /// Whether the device has enough to do for now.
    pub(super) fn is_busy(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) >= MOST_UNDER_WAY
    }

    /// Submits, and waits for what was submitted long before.
    fn submit(&self, gpu: &Gpu, commands: wgpu::CommandBuffer) {
        let submitted = gpu.queue().submit([commands]);
        self.unfinished.fetch_add(1, Ordering::AcqRel);
        let unfinished = Arc::clone(&self.unfinished);
        gpu.queue().on_submitted_work_done(move || {
            unfinished.fetch_sub(1, Ordering::AcqRel);
        });
        let mut last = guard(&self.last);
        last.push_back(submitted);
        if last.len() > MOST_UNDER_WAY {
            let submission_index = last.pop_front();
            // A device that is lost meanwhile is noticed by whoever records.
            gpu.device().poll(wgpu::PollType::Wait { submission_index, timeout: None }).ok();
        }
    }
}

/// What a pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Dispatches the kernel of this index.
    Kernel(usize),
    /// Runs the program's render pass of this index.
    Render(usize),
}

/// Records commands and submits them in bounded portions.
pub(super) struct Recorder<'gpu> {
    gpu: &'gpu Gpu,
    encoder: wgpu::CommandEncoder,
    /// Open over consecutive dispatches; closed before anything else is recorded.
    pass: Option<wgpu::ComputePass<'static>>,
    dispatches: u32,
    threads: u64,
    submissions: Submissions,
    timing: Option<Timing>,
}

impl<'gpu> Recorder<'gpu> {
    pub(super) fn new(gpu: &'gpu Gpu, submissions: &Submissions) -> Self {
        let encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None });
        Self { gpu, encoder, pass: None, dispatches: 0, threads: 0, submissions: submissions.clone(), timing: None }
    }

    /// Measures each dispatch and render pass.
    pub(super) fn with_timing(gpu: &'gpu Gpu, submissions: &Submissions, timing: Timing) -> Self {
        Self { timing: Some(timing), ..Self::new(gpu, submissions) }
    }

    /// The encoder, for commands other than dispatches and render passes.
    pub(super) fn encoder(&mut self) -> &mut wgpu::CommandEncoder {
        self.pass = None;
        &mut self.encoder
    }

    fn dispatch(&mut self, kernel: usize, pipeline: &wgpu::ComputePipeline, group: &wgpu::BindGroup, [x, y, z]: [u32; 3], threads: u64) {
        self.make_room(1, threads);
        let timestamp_writes = self.timing.as_mut().map(|timing| timing.next(Work::Kernel(kernel)).map(Stamps::of_dispatch));
        if timestamp_writes.is_some() {
            self.pass = None;
        }
        let encoder = &mut self.encoder;
        let pass = self.pass.get_or_insert_with(|| {
            let timestamp_writes = timestamp_writes.flatten();
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes }).forget_lifetime()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }

    /// Opens a render pass: after all dispatches so far, before all that follow. `draws` and `threads` are what it costs.
    pub(super) fn begin_render_pass(
        &mut self,
        work: Work,
        (draws, threads): (u32, u64),
        colour: wgpu::RenderPassColorAttachment<'_>,
        depth: wgpu::RenderPassDepthStencilAttachment<'_>,
    ) -> wgpu::RenderPass<'_> {
        self.make_room(draws, threads);
        self.pass = None;
        let stamps = self.timing.as_mut().and_then(|timing| timing.next(work));
        self.encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: None,
            color_attachments: &[Some(colour)],
            depth_stencil_attachment: Some(depth),
            timestamp_writes: stamps.map(Stamps::of_render_pass),
            occlusion_query_set: None,
            multiview_mask: None,
        })
    }

    /// Submits what was recorded, where more would make too long a submission.
    fn make_room(&mut self, dispatches: u32, threads: u64) {
        let is_full = self.dispatches.saturating_add(dispatches) > MOST_DISPATCHES || self.threads.saturating_add(threads) > MOST_THREADS;
        if self.dispatches > 0 && is_full {
            self.flush();
        }
        self.dispatches = self.dispatches.saturating_add(dispatches);
        self.threads = self.threads.saturating_add(threads);
    }

    /// Submits what was recorded.
    fn flush(&mut self) {
        self.pass = None;
        let next = self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None });
        let full = std::mem::replace(&mut self.encoder, next);
        self.submissions.submit(self.gpu, full.finish());
        self.dispatches = 0;
        self.threads = 0;
    }

    /// Submits the rest.
    pub(super) fn finish(mut self) -> Option<Timing> {
        self.pass = None;
        if let Some(timing) = &self.timing {
            timing.resolve(&mut self.encoder);
        }
        self.submissions.submit(self.gpu, self.encoder.finish());
        self.timing
    }
}

/// Runs operations on an effect's resources.
pub(super) struct Runner<'run> {
    pub gpu: &'run Gpu,
    pub manifest: &'run Manifest,
    pub program: &'run Program,
    pub pipelines: &'run Pipelines,
    pub resources: &'run mut Resources,
    pub repeats: &'run dyn Fn(Repeats) -> u32,
}

impl Runner<'_> {
    pub(super) fn run(&mut self, operations: &[Operation], recorder: &mut Recorder<'_>) {
        for operation in operations {
            match operation {
                Operation::Dispatch(place) => self.dispatch(*place, recorder),
                Operation::Render(place) => self.render(*place, recorder),
                Operation::Repeat(times, inner) => {
                    for _ in 0..(self.repeats)(*times) {
                        self.run(inner, recorder);
                    }
                }
                Operation::Flip(textures) => textures.iter().for_each(|&texture| self.resources.textures[texture].flip()),
                Operation::Copy { from, to } => {
                    let [source, target] = [*from, *to].map(|texture| &self.resources.textures[texture].front().texture);
                    recorder.encoder().copy_texture_to_texture(source.as_image_copy(), target.as_image_copy(), source.size());
                }
                Operation::Clear(buffer) => recorder.encoder().clear_buffer(&self.resources.buffers[*buffer], 0, None),
            }
        }
    }

    fn dispatch(&mut self, place: usize, recorder: &mut Recorder<'_>) {
        let dispatch = &self.program.dispatches[place];
        let kernel = &self.manifest.kernels[dispatch.kernel];
        let compiled = &self.pipelines.kernels[dispatch.kernel];
        let user = BoundBy::Dispatch(place);
        let group = self.resources.bind_group(self.gpu, user, &dispatch.bindings, &compiled.bind_group_layout, &kernel.layout);
        recorder.dispatch(dispatch.kernel, &compiled.pipeline, &group, dispatch.workgroups, dispatch.threads(kernel));
        for &texture in &dispatch.flip {
            self.resources.textures[texture].flip();
        }
    }
}
