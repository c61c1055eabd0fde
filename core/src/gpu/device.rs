//! The device: opening it, and knowing how it is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::error::{GpuError, PlayerError};

/// Errors that nobody asked for are kept up to this many; a broken driver repeats itself.
const KEPT_ERRORS: usize = 100;

/// A graphics device and its queue. Clones are the same device.
#[derive(Clone, Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    health: Arc<Health>,
    id: u64,
}

/// What the callbacks of the device write.
#[derive(Debug, Default)]
struct Health {
    lost: Mutex<Option<String>>,
    errors: Mutex<Vec<String>>,
}

/// What the device is and offers, in words and figures.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct GpuReport {
    /// Name of the adapter.
    pub name: String,
    /// `vulkan`, `metal`, `dx12` or `gl`.
    pub backend: String,
    /// Driver and its version.
    pub driver: String,
    /// Whether the CPU does the work.
    pub is_cpu: bool,
    /// Largest side of a texture.
    pub texture_side: u32,
    /// Largest buffer in bytes.
    pub buffer_bytes: u64,
    /// Whether passes can be timed.
    pub timestamps: bool,
}

impl std::fmt::Display for GpuReport {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, backend, driver, texture_side, buffer_bytes, .. } = self;
        write!(formatter, "{name} ({backend}, {driver}): textures up to {texture_side}, buffers up to {} MiB", buffer_bytes >> 20)
    }
}

/// What the driver said to something that was tried.
#[derive(Debug)]
pub(super) enum Refusal {
    OutOfMemory,
    Refused(String),
}

impl Gpu {
    /// Opens a device without a window: a GPU where there is one, otherwise an adapter that computes on the CPU, or the one whose name
    /// contains the environment's `WGPU_ADAPTER_NAME`.
    ///
    /// # Errors
    /// There is no adapter, not the one asked for, or its driver does not open it.
    pub fn headless() -> Result<Self, GpuError> {
        let mut adapters = Vec::new();
        // OpenGL has no compute on some machines, and is opened only where nothing better is.
        for wave in [wgpu::Backends::PRIMARY, wgpu::Backends::SECONDARY] {
            let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
            descriptor.backends &= wave;
            if adapters.is_empty() && !descriptor.backends.is_empty() {
                adapters = pollster::block_on(wgpu::Instance::new(descriptor).enumerate_adapters(wave));
            }
        }
        if let Some(wanted) = std::env::var("WGPU_ADAPTER_NAME").ok().filter(|name| !name.is_empty()) {
            let available = adapters.iter().map(|adapter| adapter.get_info().name).collect::<Vec<_>>().join(", ");
            adapters.retain(|adapter| adapter.get_info().name.to_lowercase().contains(&wanted.to_lowercase()));
            if adapters.is_empty() && !available.is_empty() {
                return Err(GpuError::NoSuchAdapter { wanted, available });
            }
        }
        adapters.sort_by_key(|adapter| preference(&adapter.get_info()));
        let mut refused = None;
        for adapter in adapters {
            match pollster::block_on(adapter.request_device(&Self::device_descriptor(&adapter))) {
                Ok((device, queue)) => return Ok(Self::from_existing(adapter.get_info(), device, queue)),
                Err(error) => {
                    refused.get_or_insert(GpuError::NoDevice { adapter: adapter.get_info().name, message: error.to_string() });
                }
            }
        }
        Err(refused.unwrap_or(GpuError::NoAdapter))
    }

    /// What to ask of an adapter: all its limits, so that large grids fit, and timestamps where it has them. Effects need neither.
    #[must_use]
    pub fn device_descriptor(adapter: &wgpu::Adapter) -> wgpu::DeviceDescriptor<'static> {
        wgpu::DeviceDescriptor {
            label: Some("wavewright"),
            required_features: adapter.features() & (wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::FLOAT32_FILTERABLE),
            required_limits: adapter.limits(),
            experimental_features: wgpu::ExperimentalFeatures::disabled(),
            memory_hints: wgpu::MemoryHints::Performance,
            trace: wgpu::Trace::Off,
        }
    }

    /// A device that somebody else opened, as the editor's window does. Its callbacks for errors and loss become this value's.
    #[must_use]
    pub fn from_existing(info: wgpu::AdapterInfo, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        let health = Arc::new(Health::default());
        let of_errors = Arc::clone(&health);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            log::error!("graphics: {error}");
            let mut errors = guard(&of_errors.errors);
            if errors.len() < KEPT_ERRORS {
                errors.push(error.to_string());
            }
        }));
        let of_loss = Arc::clone(&health);
        device.set_device_lost_callback(move |reason, message| {
            log::error!("the graphics device was lost ({reason:?}): {message}");
            let text = if message.is_empty() { format!("{reason:?}").to_lowercase() } else { message };
            guard(&of_loss.lost).get_or_insert(text);
        });
        Self { device, queue, info, health, id: NEXT_ID.fetch_add(1, Ordering::Relaxed) }
    }

    /// wgpu's device.
    #[must_use]
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// wgpu's queue.
    #[must_use]
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// What the device is and offers.
    #[must_use]
    pub fn report(&self) -> GpuReport {
        let limits = self.device.limits();
        GpuReport {
            name: self.info.name.clone(),
            backend: self.info.backend.to_str().to_owned(),
            driver: format!("{} {}", self.info.driver, self.info.driver_info).trim().to_owned(),
            is_cpu: self.info.device_type == wgpu::DeviceType::Cpu,
            texture_side: limits.max_texture_dimension_2d,
            buffer_bytes: limits.max_buffer_size,
            timestamps: self.has_timestamps(),
        }
    }

    /// Whether the device is gone. Nothing on it can be read any more.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.loss().is_some()
    }

    /// Errors that the driver reported and nobody was waiting for, oldest first; each is returned once.
    #[must_use]
    pub fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut guard(&self.health.errors))
    }

    pub(super) fn has_timestamps(&self) -> bool {
        self.device.features().contains(wgpu::Features::TIMESTAMP_QUERY)
    }

    /// Distinguishes devices: what was made on one can't be used on another.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// An error where the device is gone.
    pub(super) fn alive(&self) -> Result<(), PlayerError> {
        self.loss().map_or(Ok(()), |reason| Err(PlayerError::Lost(reason)))
    }

    /// Runs callbacks of finished work, waiting for all of it where `wait` is set.
    pub(super) fn poll(&self, wait: bool) -> Result<(), PlayerError> {
        let kind = if wait { wgpu::PollType::wait_indefinitely() } else { wgpu::PollType::Poll };
        match self.device.poll(kind) {
            Ok(_) => Ok(()),
            Err(error) => {
                self.alive()?;
                Err(PlayerError::Device(error.to_string()))
            }
        }
    }

    /// Does `work` and returns what the driver said to it. Error scopes belong to a thread: `work` must not hand wgpu calls to another.
    pub(super) fn checked<T>(&self, work: impl FnOnce() -> T) -> Result<T, Refusal> {
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let made = work();
        let errors = [validation.pop(), internal.pop()].map(pollster::block_on);
        if pollster::block_on(memory.pop()).is_some() {
            return Err(Refusal::OutOfMemory);
        }
        match errors.into_iter().flatten().next() {
            Some(error) => Err(Refusal::Refused(plain(&error.to_string()))),
            None => Ok(made),
        }
    }

    fn loss(&self) -> Option<String> {
        let known = guard(&self.health.lost).clone();
        if known.is_some() {
            return known;
        }
        // The callback of a loss runs inside a poll. Its only error is a timeout, and nothing is waited for here.
        self.device.poll(wgpu::PollType::Poll).ok();
        guard(&self.health.lost).clone()
    }
}

/// Rank of an adapter: GPUs before CPUs, discrete ones first, and OpenGL last of its kind.
fn preference(info: &wgpu::AdapterInfo) -> (u8, bool) {
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    };
    (kind, info.backend == wgpu::Backend::Gl)
}

/// The message without wgpu's preamble and names of functions, which say nothing to an artist.
fn plain(message: &str) -> String {
    let cause = message.trim_start_matches("Validation Error").trim_start().trim_start_matches("Caused by:").trim();
    match cause.split_once('\n') {
        Some((called, rest)) if called.starts_with("In ") => rest.trim().to_owned(),
        _ => cause.to_owned(),
    }
}

/// A lock whose holder may have panicked: what it guards here is always whole.
pub(super) fn guard<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
