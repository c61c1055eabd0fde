//! Pictures of frames, one file each.

use std::path::PathBuf;

use wavewright_core::compile::effect_hash;
use wavewright_core::gpu::{PipelineCache, Player};
use wavewright_core::graph::PortRef;
use wavewright_core::media::{self, Content, DataRange, FileFormat, PngDepth};

use super::{Progress, Source, compiled};
use crate::cli::{FrameFolder, FrameRange, Job};

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Frames {
    /// The folder.
    pub folder: PathBuf,
    /// The output, as the effect names it.
    pub output: PortRef,
    /// The first frame, and the one after the last.
    pub range: [u32; 2],
    /// Format of the files.
    pub format: FrameFormat,
    /// Numbers that become black and white where data is written as PNG.
    pub data_range: (f32, f32),
    /// Frames of another export in the folder are thrown away.
    pub replace: bool,
}

/// Formats of frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrameFormat {
    /// 8 bits.
    #[default]
    Png,
    /// 16 bits.
    Png16,
    /// 32-bit floats.
    Exr,
    /// 16-bit floats.
    ExrHalf,
    /// NumPy array.
    Npy,
}

impl FrameFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Png, Self::Png16, Self::Exr, Self::ExrHalf, Self::Npy];

    /// What it is, in words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Png => "PNG, 8 bits, sRGB",
            Self::Png16 => "PNG, 16 bits, sRGB",
            Self::Exr => "OpenEXR, 32-bit floats, linear",
            Self::ExrHalf => "OpenEXR, 16-bit floats, linear",
            Self::Npy => "NumPy array, 32-bit floats",
        }
    }

    /// Whether numbers beyond a range are lost.
    #[must_use]
    pub const fn needs_range(self) -> bool {
        matches!(self, Self::Png | Self::Png16)
    }

    const fn file_format(self) -> FileFormat {
        match self {
            Self::Png => FileFormat::Png(PngDepth::Eight),
            Self::Png16 => FileFormat::Png(PngDepth::Sixteen),
            Self::Exr => FileFormat::ExrFloat,
            Self::ExrHalf => FileFormat::ExrHalf,
            Self::Npy => FileFormat::Npy,
        }
    }

    /// The name that the command line has for it: both go on where the other stopped.
    const fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Png16 => "png16",
            Self::Exr => "exr",
            Self::ExrHalf => "exr-half",
            Self::Npy => "npy",
        }
    }
}

/// Writes the frames that are not there yet.
pub(super) fn write(source: &Source, frames: &Frames, progress: &Progress) -> Result<String, String> {
    let [start, end] = frames.range;
    if start >= end {
        return Err(format!("there are no frames in {start}..{end}"));
    }
    let effect = compiled(source, Some(&frames.output))?;
    let name = frames.output.to_string();
    let Some(output) = effect.manifest.outputs.iter().find(|output| output.name == name).cloned() else {
        return Err(format!("the effect has no output {name}"));
    };
    let (low, high) = frames.data_range;
    let format = frames.format.file_format();
    let job = Job {
        effect: effect_hash(&effect).map_err(|error| error.to_string())?,
        output: name.clone(),
        format: frames.format.name().to_owned(),
        extension: format.extension().to_owned(),
        range: [low, high],
    };
    let folder = FrameFolder::open(&frames.folder, &job, frames.replace).map_err(|error| error.to_string())?;
    let missing = folder.missing(FrameRange { start, end });
    let content = if output.colour_space == "linear" { Content::Colour } else { Content::Data };
    if let Some(&last) = missing.last() {
        progress.begin(last + 1);
        let mut player = Player::new(&source.gpu, effect, &PipelineCache::new()).map_err(|error| error.to_string())?;
        let mut wanted = missing.iter().copied().peekable();
        // Every frame is stepped through, whether or not its file is there: state comes from the first step on.
        for frame in 0..=last {
            progress.go_on()?;
            // Pictures that nobody wants are not made.
            let outcome =
                if wanted.peek() == Some(&frame) { player.run_to_frame(u64::from(frame)) } else { player.pass_to_frame(u64::from(frame)) };
            outcome.map_err(|error| error.to_string())?;
            if wanted.next_if_eq(&frame).is_some() {
                let pixels = player.read_output(&name).map_err(|error| error.to_string())?;
                media::write(&folder.path(frame), &pixels, format, content, DataRange { low, high }).map_err(|error| error.to_string())?;
            }
            progress.set(frame + 1);
        }
    }
    let there = (end - start) as usize - missing.len();
    let more = if there > 0 { format!(", {there} were there") } else { String::new() };
    Ok(format!("{} frames in {}{more}", missing.len(), frames.folder.display()))
}
