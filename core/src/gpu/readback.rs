//! From the device back to numbers, waiting or not.

use std::sync::{Arc, OnceLock};

use super::check::texture_channels;
use super::device::{Gpu, Refusal};
use super::error::PlayerError;
use super::player::Fault;
use super::resources::padded_row_bytes;
use crate::compile::{FaultCounter, Pixels, Texture, TextureFormat};

/// A picture on its way back from the device.
#[derive(Debug)]
pub struct PendingRead {
    pending: PendingBytes,
    size: [u32; 2],
    format: TextureFormat,
    channels: u32,
}

/// Counts of faults on their way back from the device.
#[derive(Debug)]
pub struct PendingFaults {
    pending: Option<PendingBytes>,
    counters: Vec<FaultCounter>,
}

/// Bytes on their way back.
#[derive(Debug)]
pub(super) struct PendingBytes {
    gpu: Gpu,
    staging: wgpu::Buffer,
    /// Set by the device: whether the staging buffer can be read.
    mapped: Arc<OnceLock<bool>>,
}

impl PendingRead {
    pub(super) fn new(gpu: &Gpu, source: &wgpu::Texture, texture: &Texture, channels: u32) -> Result<Self, PlayerError> {
        let pending = PendingBytes::of_texture(gpu, source, texture)?;
        Ok(Self { pending, size: texture.size, format: texture.format, channels })
    }

    /// The picture, where it has come; never waits.
    ///
    /// # Errors
    /// The device was lost on the way.
    pub fn poll(&mut self) -> Result<Option<Pixels>, PlayerError> {
        Ok(self.pending.poll()?.map(|bytes| self.decode(&bytes)))
    }

    /// Waits for the picture.
    ///
    /// # Errors
    /// The device was lost on the way.
    pub fn wait(self) -> Result<Pixels, PlayerError> {
        let bytes = self.pending.wait()?;
        Ok(self.decode(&bytes))
    }

    fn decode(&self, bytes: &[u8]) -> Pixels {
        let [width, height] = self.size;
        let rows = unpadded_rows(bytes, width, self.format);
        let kept = self.channels as usize;
        let values = match self.format {
            TextureFormat::Rgba16Float => rows
                .flat_map(|row| row.chunks_exact(8))
                .flat_map(|texel| texel.chunks_exact(2).take(kept))
                .map(|pair| half::f16::from_le_bytes([pair[0], pair[1]]).to_f32())
                .collect(),
            format => rows
                .flat_map(|row| row.chunks_exact(format.texel_bytes() as usize))
                .flat_map(|texel| texel.chunks_exact(4).take(kept))
                .map(|number| f32::from_le_bytes([number[0], number[1], number[2], number[3]]))
                .collect(),
        };
        Pixels { width, height, channels: self.channels.min(texture_channels(self.format)), values }
    }
}

impl PendingFaults {
    pub(super) fn new(gpu: &Gpu, buffer: Option<&wgpu::Buffer>, counters: &[FaultCounter]) -> Result<Self, PlayerError> {
        let pending = buffer.map(|buffer| PendingBytes::of_buffer(gpu, buffer, buffer.size())).transpose()?;
        Ok(Self { pending, counters: counters.to_vec() })
    }

    /// The counts that are not zero, where they have come; never waits.
    ///
    /// # Errors
    /// The device was lost on the way.
    pub fn poll(&mut self) -> Result<Option<Vec<Fault>>, PlayerError> {
        match &mut self.pending {
            None => Ok(Some(Vec::new())),
            Some(pending) => Ok(pending.poll()?.map(|bytes| decode_faults(&bytes, &self.counters))),
        }
    }

    /// Waits for the counts that are not zero.
    ///
    /// # Errors
    /// The device was lost on the way.
    pub fn wait(self) -> Result<Vec<Fault>, PlayerError> {
        match self.pending {
            None => Ok(Vec::new()),
            Some(pending) => Ok(decode_faults(&pending.wait()?, &self.counters)),
        }
    }
}

fn decode_faults(bytes: &[u8], counters: &[FaultCounter]) -> Vec<Fault> {
    let count = |offset: usize| match bytes.get(offset..offset + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    };
    counters
        .iter()
        .map(|counter| Fault { node: counter.node.clone(), field: counter.field.clone(), count: count(counter.offset as usize) })
        .filter(|fault| fault.count > 0)
        .collect()
}

/// Rows of a staging buffer without the padding at their ends.
pub(super) fn unpadded_rows(bytes: &[u8], width: u32, format: TextureFormat) -> impl Iterator<Item = &[u8]> {
    let row_bytes = (width * format.texel_bytes()) as usize;
    bytes.chunks_exact(padded_row_bytes(width, format) as usize).map(move |row| &row[..row_bytes])
}

impl PendingBytes {
    /// The first `bytes` of a buffer.
    pub(super) fn of_buffer(gpu: &Gpu, source: &wgpu::Buffer, bytes: u64) -> Result<Self, PlayerError> {
        Self::start(gpu, bytes, |encoder, staging| encoder.copy_buffer_to_buffer(source, 0, staging, 0, bytes))
    }

    /// All texels of a texture, in padded rows.
    pub(super) fn of_texture(gpu: &Gpu, source: &wgpu::Texture, texture: &Texture) -> Result<Self, PlayerError> {
        let [width, height] = texture.size;
        let row_bytes = padded_row_bytes(width, texture.format);
        Self::start(gpu, row_bytes * u64::from(height), |encoder, staging| {
            let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row_bytes as u32), rows_per_image: None };
            encoder.copy_texture_to_buffer(source.as_image_copy(), wgpu::TexelCopyBufferInfo { buffer: staging, layout }, source.size());
        })
    }

    fn start(gpu: &Gpu, bytes: u64, copy: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer)) -> Result<Self, PlayerError> {
        gpu.alive()?;
        super::check::within("reading back in bytes of a buffer", bytes, gpu.device().limits().max_buffer_size)?;
        let mapped = Arc::new(OnceLock::new());
        let outcome = Arc::clone(&mapped);
        let staging = gpu.checked(|| {
            let staging = gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: Some("read back"),
                size: bytes,
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                mapped_at_creation: false,
            });
            let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("read back") });
            copy(&mut encoder, &staging);
            gpu.queue().submit([encoder.finish()]);
            staging.map_async(wgpu::MapMode::Read, .., move |result| {
                outcome.set(result.is_ok()).ok();
            });
            staging
        });
        match staging {
            Ok(staging) => Ok(Self { gpu: gpu.clone(), staging, mapped }),
            Err(refusal) => {
                gpu.alive()?;
                Err(match refusal {
                    Refusal::OutOfMemory => PlayerError::OutOfMemory { needed_bytes: bytes },
                    Refusal::Refused(message) => PlayerError::Device(message),
                })
            }
        }
    }

    /// The bytes, where they have come.
    pub(super) fn poll(&mut self) -> Result<Option<Vec<u8>>, PlayerError> {
        if self.mapped.get().is_none() {
            self.gpu.poll(false)?;
            if self.mapped.get().is_none() {
                self.gpu.alive()?;
                return Ok(None);
            }
        }
        self.bytes().map(Some)
    }

    pub(super) fn wait(&self) -> Result<Vec<u8>, PlayerError> {
        self.gpu.poll(true)?;
        // Another thread's poll may have taken the answer and be about to deliver it.
        while self.mapped.get().is_none() {
            self.gpu.alive()?;
            std::thread::yield_now();
        }
        self.bytes()
    }

    fn bytes(&self) -> Result<Vec<u8>, PlayerError> {
        if self.mapped.get() != Some(&true) {
            self.gpu.alive()?;
            return Err(PlayerError::Device("a buffer could not be read back".to_owned()));
        }
        match self.staging.slice(..).get_mapped_range() {
            Ok(view) => Ok(view.to_vec()),
            Err(error) => Err(PlayerError::Device(error.to_string())),
        }
    }
}
