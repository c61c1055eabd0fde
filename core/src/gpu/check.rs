//! Sizes against what the device offers, before anything is allocated.

use std::sync::Arc;

use super::drawing::check_pipelines;
use super::error::PlayerError;
use crate::compile::{
    Attachment, EFFECT_FORMAT, EFFECT_VERSION, Effect, Initial, Manifest, Pixels, Slot, SlotKind, Texture, TextureFormat,
};

/// Bytes of the `frame` buffer: a [`crate::compile::FrameBlock`].
pub(super) const FRAME_BYTES: u64 = 48;

/// How many numbers a texel has.
pub(super) const fn texture_channels(format: TextureFormat) -> u32 {
    match format {
        TextureFormat::R32Float => 1,
        TextureFormat::Rg32Float => 2,
        TextureFormat::Rgba32Float | TextureFormat::Rgba16Float => 4,
    }
}

/// Bytes of a texture with all its copies.
pub(super) fn texture_bytes(texture: &Texture) -> u64 {
    let [width, height] = texture.size.map(u64::from);
    width * height * u64::from(texture.format.texel_bytes()) * u64::from(texture.copies)
}

/// Bytes of the `parameters` buffer as allocated; a buffer can't be empty.
pub(super) fn parameter_buffer_bytes(manifest: &Manifest) -> u64 {
    u64::from(manifest.parameter_bytes).next_multiple_of(16).max(16)
}

/// Bytes of everything that the effect keeps on the device.
pub(super) fn effect_bytes(manifest: &Manifest) -> u64 {
    let textures: u64 = manifest.textures.iter().map(texture_bytes).sum();
    let buffers: u64 = manifest.buffers.iter().map(|buffer| buffer.bytes).sum();
    let attachments: u64 = manifest.attachments().iter().map(Attachment::bytes).sum();
    textures + buffers + attachments + parameter_buffer_bytes(manifest) + FRAME_BYTES
}

/// Everything of `effect` that can be checked without a device, and its sizes against `limits`.
pub(super) fn check_sizes(effect: &Effect, limits: &wgpu::Limits) -> Result<(), PlayerError> {
    let manifest = &effect.manifest;
    if manifest.format != EFFECT_FORMAT {
        return Err(broken(format!("its format is \"{}\", not \"{EFFECT_FORMAT}\"", manifest.format)));
    }
    if manifest.version > EFFECT_VERSION {
        return Err(broken(format!("its version is {}, and this program knows versions up to {EFFECT_VERSION}", manifest.version)));
    }
    let dt_s = manifest.clock.dt_s();
    if !(dt_s.is_finite() && dt_s > 0.0) {
        return Err(broken(format!("{} frames a second make no step", manifest.clock.fps)));
    }
    for texture in &manifest.textures {
        check_texture(effect, texture, limits)?;
    }
    for buffer in &manifest.buffers {
        if buffer.bytes == 0 || !buffer.bytes.is_multiple_of(4) {
            return Err(broken(format!("the buffer {} has {} bytes; it needs a multiple of 4", buffer.name, buffer.bytes)));
        }
        within(&format!("the buffer {} in bytes", buffer.name), buffer.bytes, limits.max_buffer_size)?;
        within(&format!("the buffer {} in bytes of a binding", buffer.name), buffer.bytes, limits.max_storage_buffer_binding_size)?;
    }
    within("the parameters in bytes", parameter_buffer_bytes(manifest), limits.max_buffer_size)?;
    for kernel in &manifest.kernels {
        check_workgroup(&kernel.entry, kernel.workgroup, limits)?;
        check_layout(&format!("the kernel {}", kernel.entry), &kernel.layout, limits)?;
    }
    check_pipelines(manifest, limits)
}

/// What a layout binds against what a stage of a shader can have.
pub(super) fn check_layout(user: &str, layout: &[Slot], limits: &wgpu::Limits) -> Result<(), PlayerError> {
    let count = |wanted: fn(&SlotKind) -> bool| layout.iter().filter(|slot| wanted(&slot.kind)).count() as u64;
    let storage_buffers = count(|kind| matches!(kind, SlotKind::StorageRead | SlotKind::StorageWrite));
    for (what, needed, limit) in [
        ("sampled textures", count(|kind| matches!(kind, SlotKind::Texture)), limits.max_sampled_textures_per_shader_stage),
        ("storage textures", count(|kind| matches!(kind, SlotKind::StorageTexture(_))), limits.max_storage_textures_per_shader_stage),
        ("storage buffers", storage_buffers, limits.max_storage_buffers_per_shader_stage),
        ("uniform buffers", count(|kind| matches!(kind, SlotKind::Uniform(_))), limits.max_uniform_buffers_per_shader_stage),
    ] {
        within(&format!("{user} in {what}"), needed, u64::from(limit))?;
    }
    Ok(())
}

pub(super) fn broken(message: impl Into<String>) -> PlayerError {
    PlayerError::Manifest(message.into())
}

pub(super) fn within(what: &str, needed: u64, limit: u64) -> Result<(), PlayerError> {
    if needed <= limit { Ok(()) } else { Err(PlayerError::TooLarge { what: what.to_owned(), needed, limit }) }
}

fn check_texture(effect: &Effect, texture: &Texture, limits: &wgpu::Limits) -> Result<(), PlayerError> {
    let Texture { name, size: [width, height], copies, initial, format, .. } = texture;
    if *width == 0 || *height == 0 {
        return Err(broken(format!("the texture {name} is {width} x {height}; it needs at least one texel")));
    }
    if !(1..=2).contains(copies) {
        return Err(broken(format!("the texture {name} has {copies} copies; it needs 1 or 2")));
    }
    for side in [*width, *height] {
        within(&format!("the texture {name} in texels along a side"), u64::from(side), u64::from(limits.max_texture_dimension_2d))?;
    }
    let Initial::Data(key) = initial else { return Ok(()) };
    let Some(pixels) = effect.data.get(key).map(Arc::as_ref) else {
        return Err(broken(format!("the texture {name} starts as the data \"{key}\", which the effect lacks")));
    };
    let Pixels { width: data_width, height: data_height, channels, values } = pixels;
    if [data_width, data_height] != [width, height] {
        return Err(broken(format!("the data \"{key}\" is {data_width} x {data_height}, and its texture {name} {width} x {height}")));
    }
    let most = texture_channels(*format);
    if !(1..=most).contains(channels) {
        return Err(broken(format!("the data \"{key}\" has {channels} channels, and its texture {name} holds {most}")));
    }
    let expected = *width as usize * *height as usize * *channels as usize;
    if values.len() != expected {
        return Err(broken(format!("the data \"{key}\" has {} numbers; its size asks for {expected}", values.len())));
    }
    Ok(())
}

fn check_workgroup(entry: &str, workgroup: [u32; 3], limits: &wgpu::Limits) -> Result<(), PlayerError> {
    if workgroup.contains(&0) {
        return Err(broken(format!("the kernel {entry} has a workgroup of {workgroup:?} threads")));
    }
    let sides = [limits.max_compute_workgroup_size_x, limits.max_compute_workgroup_size_y, limits.max_compute_workgroup_size_z];
    for (axis, (side, limit)) in ["x", "y", "z"].into_iter().zip(workgroup.into_iter().zip(sides)) {
        within(&format!("the workgroup of {entry} in threads along {axis}"), u64::from(side), u64::from(limit))?;
    }
    let threads = workgroup.into_iter().map(u64::from).product();
    within(&format!("the workgroup of {entry} in threads"), threads, u64::from(limits.max_compute_invocations_per_workgroup))
}
