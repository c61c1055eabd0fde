//! How long passes take on the device.

use super::device::Gpu;
use super::error::PlayerError;
use super::readback::PendingBytes;
use super::record::Work;

/// Passes that are measured in a step; those beyond run unmeasured.
const MOST_MEASURED: u32 = 2_048;

/// Time that a kernel or a render pass took in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct PassTime {
    /// Entry point of the kernel; for a render pass `draw into TEXTURE`.
    pub kernel: String,
    /// Ids of the nodes whose work it does.
    pub nodes: Vec<String>,
    /// How often it ran.
    pub dispatches: u32,
    /// Milliseconds of all of them together.
    pub milliseconds: f64,
}

/// Timestamps around dispatches and render passes.
#[derive(Debug)]
pub(super) struct Timing {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    measured: Vec<Work>,
}

/// Where a pass writes its times.
#[derive(Clone, Copy)]
pub(super) struct Stamps<'timing> {
    queries: &'timing wgpu::QuerySet,
    first: u32,
}

impl<'timing> Stamps<'timing> {
    pub(super) const fn of_dispatch(self) -> wgpu::ComputePassTimestampWrites<'timing> {
        wgpu::ComputePassTimestampWrites {
            query_set: self.queries,
            beginning_of_pass_write_index: Some(self.first),
            end_of_pass_write_index: Some(self.first + 1),
        }
    }

    pub(super) const fn of_render_pass(self) -> wgpu::RenderPassTimestampWrites<'timing> {
        wgpu::RenderPassTimestampWrites {
            query_set: self.queries,
            beginning_of_pass_write_index: Some(self.first),
            end_of_pass_write_index: Some(self.first + 1),
        }
    }
}

impl Timing {
    /// `None` where the device has no timestamps.
    pub(super) fn new(gpu: &Gpu) -> Option<Self> {
        if !gpu.has_timestamps() {
            return None;
        }
        let queries = gpu.device().create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("pass times"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * MOST_MEASURED,
        });
        let resolved = gpu.device().create_buffer(&wgpu::BufferDescriptor {
            label: Some("pass times"),
            size: u64::from(2 * MOST_MEASURED) * 8,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Some(Self { queries, resolved, measured: Vec::new() })
    }

    /// Where the next pass writes its times.
    pub(super) fn next(&mut self, work: Work) -> Option<Stamps<'_>> {
        let place = u32::try_from(self.measured.len()).ok().filter(|&place| place < MOST_MEASURED)?;
        self.measured.push(work);
        Some(Stamps { queries: &self.queries, first: 2 * place })
    }

    fn queries(&self) -> u32 {
        2 * self.measured.len() as u32
    }

    pub(super) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        if !self.measured.is_empty() {
            encoder.resolve_query_set(&self.queries, 0..self.queries(), &self.resolved, 0);
        }
    }

    /// Times by kernel and render pass, in the order in which they first ran; `describe` gives names and nodes. Waits for the device.
    pub(super) fn read(&self, gpu: &Gpu, describe: impl Fn(Work) -> (String, Vec<String>)) -> Result<Vec<PassTime>, PlayerError> {
        let mut times: Vec<(Work, PassTime)> = Vec::new();
        if self.measured.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = PendingBytes::of_buffer(gpu, &self.resolved, u64::from(self.queries()) * 8)?.wait()?;
        let nanoseconds_per_tick = f64::from(gpu.queue().get_timestamp_period());
        for (&work, pair) in self.measured.iter().zip(bytes.chunks_exact(16)) {
            let tick = |half: &[u8]| half.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
            let ticks = tick(&pair[8..]).saturating_sub(tick(&pair[..8]));
            let milliseconds = ticks as f64 * nanoseconds_per_tick * 1e-6;
            match times.iter_mut().find(|(known, _)| *known == work) {
                Some((_, time)) => {
                    time.dispatches += 1;
                    time.milliseconds += milliseconds;
                }
                None => {
                    let (kernel, nodes) = describe(work);
                    times.push((work, PassTime { kernel, nodes, dispatches: 1, milliseconds }));
                }
            }
        }
        Ok(times.into_iter().map(|(_, time)| time).collect())
    }
}
