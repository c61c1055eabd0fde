//! `wavewright render`.

use std::sync::Arc;

use wavewright_core::compile::{Effect, Output, Pixels, effect_hash};
use wavewright_core::gpu::{Gpu, PipelineCache, Player};
use wavewright_core::graph::PortRef;
use wavewright_core::media::{self, Content, DataRange, FileFormat, PngDepth};
use wavewright_core::node::SpecSource;

use super::args::{FrameFormat, RenderArguments};
use super::job::{FrameFolder, Job};
use super::values::FrameRange;
use super::{Console, Failure, source};

/// Renders the frames that are not there yet.
///
/// # Errors
/// When the graph has errors, an option does not fit, the folder holds other frames, or the machine can't.
pub fn run(arguments: &RenderArguments, specs: &dyn SpecSource, console: &mut Console<'_>) -> Result<(), Failure> {
    let effect = source::open(&arguments.source, &arguments.options, arguments.output.as_ref(), specs, console)?.effect;
    let output = find_output(&effect, arguments.output.as_ref())?.clone();
    let range = frame_range(&effect, arguments.frames)?;
    let format = arguments.format.file_format();
    let job = Job {
        effect: effect_hash(&effect).map_err(|error| Failure::Graph(error.to_string()))?,
        output: output.name.clone(),
        format: arguments.format.name().to_owned(),
        extension: format.extension().to_owned(),
        range: [arguments.range.low, arguments.range.high],
    };
    let folder = FrameFolder::open(&arguments.output_folder, &job, arguments.force)?;
    if folder.thrown_away > 0 {
        console.message(&format!("{}: threw away {} frames of another job", arguments.output_folder.display(), folder.thrown_away));
    }
    let missing = folder.missing(range);
    let mut writer = Writer {
        folder,
        format,
        content: if output.colour_space == "linear" { Content::Colour } else { Content::Data },
        range: DataRange { low: arguments.range.low, high: arguments.range.high },
        clipped: Clipped::default(),
    };
    if let Some(&last) = missing.last() {
        let mut player = Player::new(&Gpu::headless()?, effect, &PipelineCache::new())?;
        let bar = console.progress(u64::from(last) + 1);
        let mut wanted = missing.iter().copied().peekable();
        // Every frame is stepped through, whether or not its file is there: state comes from the first step on.
        for frame in 0..=last {
            if wanted.peek() == Some(&frame) {
                player.run_to_frame(u64::from(frame))?;
            } else {
                player.pass_to_frame(u64::from(frame))?;
            }
            if wanted.next_if_eq(&frame).is_some() {
                writer.write(frame, &player.read_output(&output.name)?)?;
            }
            bar.set_position(u64::from(frame) + 1);
        }
        bar.finish_and_clear();
        report_faults(&player, console)?;
    }
    writer.clipped.report(writer.range, console);
    let there = range.count() as usize - missing.len();
    console.data(&format!(
        "{}: frames {range} of {} as {}, {} written, {there} were there",
        arguments.output_folder.display(),
        output.name,
        arguments.format.name(),
        missing.len(),
    ))
}

impl FrameFormat {
    /// The format of the files.
    const fn file_format(self) -> FileFormat {
        match self {
            Self::Png => FileFormat::Png(PngDepth::Eight),
            Self::Png16 => FileFormat::Png(PngDepth::Sixteen),
            Self::Exr => FileFormat::ExrFloat,
            Self::ExrHalf => FileFormat::ExrHalf,
            Self::Npy => FileFormat::Npy,
        }
    }

    /// Its name on the command line.
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

fn find_output<'a>(effect: &'a Effect, wanted: Option<&PortRef>) -> Result<&'a Output, Failure> {
    let outputs = &effect.manifest.outputs;
    match wanted.map(PortRef::to_string) {
        None => outputs.first().ok_or_else(|| Failure::Graph("the effect has no output".to_owned())),
        Some(name) => outputs.iter().find(|output| output.name == name).ok_or_else(|| {
            let names: Vec<&str> = outputs.iter().map(|output| output.name.as_str()).collect();
            Failure::Usage(format!("--output {name}: there is no such output; there is {}", names.join(", ")))
        }),
    }
}

fn frame_range(effect: &Arc<Effect>, wanted: Option<FrameRange>) -> Result<FrameRange, Failure> {
    let [start, end] = effect.manifest.clock.range;
    match wanted {
        Some(range) => Ok(range),
        None if start < end && end <= FrameRange::MOST => Ok(FrameRange { start, end }),
        None => Err(Failure::Usage(format!("the graph's own range {start}..{end} has no frames; say which: --frames 0..60"))),
    }
}

struct Writer {
    folder: FrameFolder,
    format: FileFormat,
    content: Content,
    range: DataRange,
    clipped: Clipped,
}

impl Writer {
    fn write(&mut self, frame: u32, pixels: &Pixels) -> Result<(), Failure> {
        if self.content == Content::Data && matches!(self.format, FileFormat::Png(_)) {
            self.clipped.count(pixels, self.range);
        }
        Ok(media::write(&self.folder.path(frame), pixels, self.format, self.content, self.range)?)
    }
}

/// Numbers that a PNG could not hold.
#[derive(Default)]
struct Clipped {
    outside: u64,
    of: u64,
    lowest: f32,
    highest: f32,
}

impl Clipped {
    fn count(&mut self, pixels: &Pixels, range: DataRange) {
        self.of += pixels.values.len() as u64;
        for &value in &pixels.values {
            self.outside += u64::from(value < range.low || value > range.high);
            self.lowest = self.lowest.min(value);
            self.highest = self.highest.max(value);
        }
    }

    fn report(&self, range: DataRange, console: &mut Console<'_>) {
        if self.outside > 0 {
            let percent = self.outside as f64 / self.of as f64 * 100.0;
            let Self { lowest, highest, .. } = self;
            console.message(&format!(
                "note: {percent:.1} % of the numbers are outside {}..{} and were clamped; they reach from {lowest} to {highest}: \
                 use --range, or --format exr or npy, which hold every number",
                range.low, range.high
            ));
        }
    }
}

/// Tells of values that were stopped because they were no numbers.
fn report_faults(player: &Player, console: &mut Console<'_>) -> Result<(), Failure> {
    for fault in player.faults()? {
        console.message(&format!(
            "warning: {}.{}: {} values were not finite numbers and were not kept; look for a division by zero or a step that is too long",
            fault.node, fault.field, fault.count
        ));
    }
    Ok(())
}
