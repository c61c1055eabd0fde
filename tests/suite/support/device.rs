//! The device that all tests share: pipelines of equal kernels are made once.

use std::sync::LazyLock;

use wavewright_core::gpu::{Gpu, PipelineCache};

static GPU: LazyLock<Gpu> = LazyLock::new(|| Gpu::headless().expect("tests need a Vulkan driver, such as Mesa's lavapipe"));
static PIPELINES: LazyLock<PipelineCache> = LazyLock::new(PipelineCache::new);

/// The device.
pub fn gpu() -> &'static Gpu {
    &GPU
}

/// Its pipelines.
pub fn pipelines() -> &'static PipelineCache {
    &PIPELINES
}
