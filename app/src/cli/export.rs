//! `wavewright export`.

use std::sync::Arc;

use wavewright_core::compile::{Effect, FrameHash, frame_hash, write_bundle};
use wavewright_core::gpu::{Gpu, PipelineCache, Player};
use wavewright_core::node::SpecSource;

use super::args::{ExportArguments, ExportTarget};
use super::{Console, Failure, source};

/// Frames whose hashes are exported: the first ones, and one after enough steps for small differences to have grown.
pub const HASHED_FRAMES: [u32; 4] = [0, 1, 10, 30];

/// Exports a graph.
///
/// # Errors
/// When the graph has errors, files that are not an export are in the way, or the folder can't be written to.
pub fn run(arguments: &ExportArguments, specs: &dyn SpecSource, console: &mut Console<'_>) -> Result<(), Failure> {
    let effect = source::open(&arguments.graph, &arguments.options, None, specs, console)?.effect;
    match arguments.to {
        ExportTarget::Wgsl => {
            let effect = with_frame_hashes(effect, console)?;
            for file in write_bundle(&arguments.output_folder, &effect).map_err(|error| Failure::writing_bundle(&error))? {
                console.data(&file.display().to_string())?;
            }
        }
    }
    Ok(())
}

/// The effect with hashes of some frames of its first output, to check a port by.
fn with_frame_hashes(effect: Arc<Effect>, console: &mut Console<'_>) -> Result<Effect, Failure> {
    let gpu = match Gpu::headless() {
        Ok(gpu) => gpu,
        Err(error) => {
            console.message(&format!("note: the export has no frame hashes: {error}"));
            return Ok(Arc::unwrap_or_clone(effect));
        }
    };
    let mut hashed = Effect::clone(&effect);
    if let Some(output) = hashed.manifest.outputs.first() {
        let mut player = Player::new(&gpu, effect, &PipelineCache::new())?;
        for frame in HASHED_FRAMES {
            player.run_to_frame(u64::from(frame))?;
            let blake3 = frame_hash(&player.read_output(&output.name)?);
            hashed.manifest.frame_hashes.push(FrameHash { frame, blake3 });
        }
    }
    Ok(hashed)
}
