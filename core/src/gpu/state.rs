//! The state of a player as bytes, and back: for going back in time, for renders in parts, and for a new device.
//!
//! A saved state is a line of JSON that says what follows, then the bytes of each texture's copies, row by row, and of each buffer.

use serde::{Deserialize, Serialize};

use super::error::PlayerError;
use super::player::Player;
use super::pointer::PointerInput;
use super::program::FIRST_BUFFER;
use super::readback::{PendingBytes, unpadded_rows};
use super::resources::{TextureResource, write_texels};
use crate::compile::{Texture, TextureFormat};

/// First bytes of a saved state.
const MAGIC: &str = "wavewright-state 1\n";

/// What the bytes are.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    steps: u64,
    held: Option<PointerInput>,
    before: Option<PointerInput>,
    textures: Vec<SavedTexture>,
    buffers: Vec<SavedBuffer>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedTexture {
    name: String,
    format: TextureFormat,
    size: [u32; 2],
    copies: u32,
    front: usize,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedBuffer {
    name: String,
    bytes: u64,
}

/// Copies of the state on the device.
pub(super) struct KeptState {
    textures: Vec<(usize, TextureResource)>,
    buffers: Vec<wgpu::Buffer>,
}

impl Player {
    /// The state as bytes: everything that the next steps depend on besides the effect and its parameters, and the outputs as they are
    /// shown. Waits for the device.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn save_state(&self) -> Result<Vec<u8>, PlayerError> {
        let manifest = &self.effect.manifest;
        let mut textures = Vec::new();
        let mut contents = Vec::new();
        for (place, texture) in self.saved_textures() {
            let resource = &self.resources.textures[place];
            let Texture { name, format, size, copies, .. } = texture.clone();
            textures.push(SavedTexture { name, format, size, copies, front: resource.front });
            for copy in &resource.copies {
                contents.push((PendingBytes::of_texture(&self.gpu, &copy.texture, texture)?, Some(texture)));
            }
        }
        let buffers = manifest.buffers.iter().map(|buffer| SavedBuffer { name: buffer.name.clone(), bytes: buffer.bytes }).collect();
        for buffer in &self.resources.buffers[FIRST_BUFFER..] {
            contents.push((PendingBytes::of_buffer(&self.gpu, buffer, buffer.size())?, None));
        }
        let header = Header { steps: self.steps, held: self.pointer.held, before: self.pointer.before, textures, buffers };
        let mut bytes = MAGIC.as_bytes().to_vec();
        serde_json::to_writer(&mut bytes, &header).map_err(|error| PlayerError::State(error.to_string()))?;
        bytes.push(b'\n');
        for (pending, texture) in contents {
            let read = pending.wait()?;
            match texture {
                Some(texture) => unpadded_rows(&read, texture.size[0], texture.format).for_each(|row| bytes.extend_from_slice(row)),
                None => bytes.extend_from_slice(&read),
            }
        }
        Ok(bytes)
    }

    /// Goes to a saved state, on this device or another. What follows is the same bit for bit as it was.
    ///
    /// # Errors
    /// The bytes are no state of this effect; the present one stays. Or the device is lost or refuses.
    pub fn load_state(&mut self, state: &[u8]) -> Result<(), PlayerError> {
        let damaged = || PlayerError::State("its bytes are not a saved state, or damaged".to_owned());
        let rest = state.strip_prefix(MAGIC.as_bytes()).ok_or_else(damaged)?;
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
        let header: Header = serde_json::from_slice(&rest[..end]).map_err(|error| PlayerError::State(error.to_string()))?;
        self.check_header(&header)?;
        let mut contents = &rest[end + 1..];
        let textures = header.textures.iter().map(|saved| texture_bytes(saved) * u64::from(saved.copies)).sum::<u64>();
        let buffers = header.buffers.iter().map(|saved| saved.bytes).sum::<u64>();
        if contents.len() as u64 != textures + buffers {
            return Err(PlayerError::State(format!(
                "it has {} bytes of content, and its header says {}",
                contents.len(),
                textures + buffers
            )));
        }
        self.guarded(|player| {
            let effect = std::sync::Arc::clone(&player.effect);
            let places: Vec<usize> = player.saved_textures().map(|(place, _)| place).collect();
            for (place, saved) in places.into_iter().zip(&header.textures) {
                let resource = &mut player.resources.textures[place];
                for copy in &resource.copies {
                    let (bytes, rest) = contents.split_at(texture_bytes(saved) as usize);
                    write_texels(&player.gpu, &copy.texture, &effect.manifest.textures[place], bytes);
                    contents = rest;
                }
                resource.front = saved.front;
            }
            for (buffer, saved) in player.resources.buffers[FIRST_BUFFER..].iter().zip(&header.buffers) {
                let (bytes, rest) = contents.split_at(saved.bytes as usize);
                player.gpu.queue().write_buffer(buffer, 0, bytes);
                contents = rest;
            }
            player.steps = header.steps;
            player.pointer.held = header.held;
            player.pointer.before = header.before;
        })
    }

    /// Textures whose contents are saved: state, and outputs, which would otherwise show another frame until the next step.
    fn saved_textures(&self) -> impl Iterator<Item = (usize, &Texture)> {
        let manifest = &self.effect.manifest;
        let shown = |texture: &Texture| manifest.outputs.iter().any(|output| output.texture == texture.name);
        manifest.textures.iter().enumerate().filter(move |(_, texture)| texture.state.is_some() || shown(texture))
    }

    fn check_header(&self, header: &Header) -> Result<(), PlayerError> {
        let expected = self.saved_textures().map(|(_, texture)| texture);
        if header.textures.len() != self.saved_textures().count() {
            return Err(PlayerError::State(format!("it has {} textures, not {}", header.textures.len(), self.saved_textures().count())));
        }
        for (saved, texture) in header.textures.iter().zip(expected) {
            let same = saved.name == texture.name && saved.format == texture.format && saved.size == texture.size;
            if !same || saved.copies != texture.copies || saved.front >= texture.copies as usize {
                return Err(PlayerError::State(format!("its texture {} is not like the effect's {}", saved.name, texture.name)));
            }
        }
        let buffers = &self.effect.manifest.buffers;
        let same = header.buffers.len() == buffers.len()
            && header.buffers.iter().zip(buffers).all(|(saved, buffer)| saved.name == buffer.name && saved.bytes == buffer.bytes);
        if same { Ok(()) } else { Err(PlayerError::State("its buffers are not like the effect's".to_owned())) }
    }

    /// Copies state and buffers within the device.
    pub(super) fn copy_state(&self) -> KeptState {
        let device = self.gpu.device();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("keep state") });
        let states = self.effect.manifest.textures.iter().enumerate().filter(|(_, texture)| texture.state.is_some());
        let textures = states
            .map(|(place, texture)| {
                let resource = &self.resources.textures[place];
                let mut kept = super::resources::create_texture(&self.gpu, texture, false);
                resource.copy_to(&mut kept, &mut encoder);
                (place, kept)
            })
            .collect();
        let buffers = self.resources.buffers[FIRST_BUFFER..]
            .iter()
            .map(|buffer| {
                let kept = device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some("keep state"),
                    size: buffer.size(),
                    usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
                    mapped_at_creation: false,
                });
                encoder.copy_buffer_to_buffer(buffer, 0, &kept, 0, None);
                kept
            })
            .collect();
        self.gpu.queue().submit([encoder.finish()]);
        KeptState { textures, buffers }
    }

    /// Copies kept state back.
    pub(super) fn restore_state(&mut self, kept: &KeptState) {
        let mut encoder = self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("restore state") });
        for (place, kept) in &kept.textures {
            kept.copy_to(&mut self.resources.textures[*place], &mut encoder);
        }
        for (from, to) in kept.buffers.iter().zip(&self.resources.buffers[FIRST_BUFFER..]) {
            encoder.copy_buffer_to_buffer(from, 0, to, 0, None);
        }
        self.gpu.queue().submit([encoder.finish()]);
    }
}

/// Bytes of one copy.
fn texture_bytes(saved: &SavedTexture) -> u64 {
    let [width, height] = saved.size.map(u64::from);
    width * height * u64::from(saved.format.texel_bytes())
}
