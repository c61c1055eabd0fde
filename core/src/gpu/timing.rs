//! How long passes take on the device.

use super::device::Gpu;
use super::error::PlayerError;
use super::readback::PendingBytes;

/// Dispatches that are measured in a step; those beyond run unmeasured.
const MOST_MEASURED: u32 = 2_048;

/// Time that a kernel took in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct PassTime {
    /// Entry point.
    pub kernel: String,
    /// How often it ran.
    pub dispatches: u32,
    /// Milliseconds of all of them together.
    pub milliseconds: f64,
}

/// Timestamps around dispatches.
#[derive(Debug)]
pub(super) struct Timing {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    kernels: Vec<usize>,
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
        Some(Self { queries, resolved, kernels: Vec::new() })
    }

    /// Where the next dispatch writes its times.
    pub(super) fn next(&mut self, kernel: usize) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        let place = u32::try_from(self.kernels.len()).ok().filter(|&place| place < MOST_MEASURED)?;
        self.kernels.push(kernel);
        Some(wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * place),
            end_of_pass_write_index: Some(2 * place + 1),
        })
    }

    fn queries(&self) -> u32 {
        2 * self.kernels.len() as u32
    }

    pub(super) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        if !self.kernels.is_empty() {
            encoder.resolve_query_set(&self.queries, 0..self.queries(), &self.resolved, 0);
        }
    }

    /// Times by kernel in the order of their first dispatch. Waits for the device.
    pub(super) fn read(&self, gpu: &Gpu, name: impl Fn(usize) -> String) -> Result<Vec<PassTime>, PlayerError> {
        let mut times: Vec<(usize, PassTime)> = Vec::new();
        if self.kernels.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = PendingBytes::of_buffer(gpu, &self.resolved, u64::from(self.queries()) * 8)?.wait()?;
        let nanoseconds_per_tick = f64::from(gpu.queue().get_timestamp_period());
        for (&kernel, pair) in self.kernels.iter().zip(bytes.chunks_exact(16)) {
            let tick = |half: &[u8]| half.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
            let ticks = tick(&pair[8..]).saturating_sub(tick(&pair[..8]));
            let milliseconds = ticks as f64 * nanoseconds_per_tick * 1e-6;
            match times.iter_mut().find(|(known, _)| *known == kernel) {
                Some((_, time)) => {
                    time.dispatches += 1;
                    time.milliseconds += milliseconds;
                }
                None => times.push((kernel, PassTime { kernel: name(kernel), dispatches: 1, milliseconds })),
            }
        }
        Ok(times.into_iter().map(|(_, time)| time).collect())
    }
}
