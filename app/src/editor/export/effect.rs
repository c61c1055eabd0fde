//! The effect as a folder for other programs.

use std::path::Path;

use wavewright_core::compile::{Effect, FrameHash, frame_hash, write_bundle};
use wavewright_core::gpu::{PipelineCache, Player};

use super::{Progress, Source, compiled};
use crate::cli::HASHED_FRAMES;

/// Writes the effect with hashes of some of its frames, to check a port by.
pub(super) fn write(source: &Source, folder: &Path, progress: &Progress) -> Result<String, String> {
    progress.begin(HASHED_FRAMES.len() as u32 + 1);
    let effect = compiled(source, None)?;
    let mut hashed = Effect::clone(&effect);
    if let Some(output) = hashed.manifest.outputs.first() {
        let mut player = Player::new(&source.gpu, effect, &PipelineCache::new()).map_err(|error| error.to_string())?;
        for (done, frame) in HASHED_FRAMES.into_iter().enumerate() {
            progress.go_on()?;
            player.run_to_frame(u64::from(frame)).map_err(|error| error.to_string())?;
            let pixels = player.read_output(&output.name).map_err(|error| error.to_string())?;
            hashed.manifest.frame_hashes.push(FrameHash { frame, blake3: frame_hash(&pixels) });
            progress.set(done as u32 + 1);
        }
    }
    let files = write_bundle(folder, &hashed).map_err(|error| error.to_string())?;
    Ok(format!("{} files in {}", files.len(), folder.display()))
}
