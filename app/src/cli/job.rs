//! What a folder of frames is of, so that an interrupted render goes on where it stopped and never mixes two jobs.

use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wavewright_core::graph::file::write_atomically;

use super::Failure;
use super::values::FrameRange;

/// The file in the folder that says what its frames are of.
pub const JOB_FILE: &str = "wavewright-job.json";

/// All that decides what a frame looks like. Which frames are asked for is not part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// [`wavewright_core::compile::effect_hash`] of the effect, with the values of its parameters.
    pub effect: String,
    /// `node.output`.
    pub output: String,
    /// The name of the format on the command line.
    pub format: String,
    /// The end of the files' names.
    pub extension: String,
    /// The range of data in a PNG.
    pub range: [f32; 2],
}

/// A folder for the frames of one job.
pub struct FrameFolder {
    folder: PathBuf,
    extension: String,
    render_again: bool,
    /// How many frames of another job were thrown away.
    pub thrown_away: usize,
}

impl FrameFolder {
    /// Opens `folder` for `job`, making it if need be. With `force`, frames of another job are thrown away and those of this one made again.
    ///
    /// # Errors
    /// When the folder holds frames of another job, or frames of which nothing is known, and `force` is off; when it can't be written to.
    pub fn open(folder: &Path, job: &Job, force: bool) -> Result<Self, Failure> {
        if folder.is_file() {
            return Err(Failure::Usage(format!("{} is a file; name a folder for the frames", folder.display())));
        }
        fs::create_dir_all(folder).map_err(|error| Failure::Machine(format!("{}: can't make the folder: {error}", folder.display())))?;
        let path = folder.join(JOB_FILE);
        let known: Option<Job> = fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
        let mut frames = Self { folder: folder.to_owned(), extension: job.extension.clone(), render_again: force, thrown_away: 0 };
        if known.as_ref() != Some(job) {
            let old = old_frames(folder, known.as_ref().map_or(job.extension.as_str(), |old| &old.extension))?;
            match old.first() {
                Some(frame) if !force => {
                    let unreadable = if known.is_none() && path.exists() { format!(" ({JOB_FILE} can't be read)") } else { String::new() };
                    return Err(Failure::Usage(format!(
                        "{} is there and is not of this job{unreadable}; choose another folder, or --force to throw such frames away",
                        frame.display()
                    )));
                }
                _ => remove(&old)?,
            }
            frames.thrown_away = old.len();
            let text = serde_json::to_string_pretty(job).map_err(|error| Failure::Machine(error.to_string()))?;
            write_atomically(&path, format!("{text}\n").as_bytes()).map_err(|error| Failure::Machine(error.to_string()))?;
        }
        Ok(frames)
    }

    /// The file of a frame.
    #[must_use]
    pub fn path(&self, frame: u32) -> PathBuf {
        self.folder.join(file_name(frame, &self.extension))
    }

    /// The frames of `range` that are to be made: those that are not there or were cut off, or with `force` all. Files are written whole or
    /// not at all, but a full disk or a copy that was broken off may have shortened them since.
    #[must_use]
    pub fn missing(&self, range: FrameRange) -> Vec<u32> {
        (range.start..range.end).filter(|&frame| self.render_again || !is_whole(&self.path(frame))).collect()
    }
}

/// `frame_0007.png` is frame 7.
#[must_use]
pub fn file_name(frame: u32, extension: &str) -> String {
    format!("frame_{frame:04}.{extension}")
}

fn old_frames(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Failure> {
    let refused = |error: std::io::Error| Failure::Machine(format!("{}: can't read the folder: {error}", folder.display()));
    let mut frames = Vec::new();
    for entry in fs::read_dir(folder).map_err(refused)? {
        let path = entry.map_err(refused)?.path();
        if is_frame(&path, extension) {
            frames.push(path);
        }
    }
    frames.sort();
    Ok(frames)
}

/// Whether a frame's file is there, and not empty; a PNG must end as a PNG does.
fn is_whole(path: &Path) -> bool {
    const END_OF_PNG: &[u8] = b"IEND\xaeB`\x82";
    let Ok(mut file) = fs::File::open(path) else { return false };
    if path.extension().is_none_or(|extension| extension != "png") {
        return file.metadata().is_ok_and(|file| file.is_file() && file.len() > 0);
    }
    let mut end = [0; END_OF_PNG.len()];
    // Seeking to before the beginning fails.
    file.seek(SeekFrom::End(-(END_OF_PNG.len() as i64))).is_ok() && file.read_exact(&mut end).is_ok() && end == END_OF_PNG
}

fn is_frame(path: &Path, extension: &str) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| stem.strip_prefix("frame_"));
    let is_number = stem.is_some_and(|digits| digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    is_number && path.extension().is_some_and(|end| end == extension)
}

fn remove(frames: &[PathBuf]) -> Result<(), Failure> {
    for frame in frames {
        fs::remove_file(frame).map_err(|error| Failure::Machine(format!("{}: can't be removed: {error}", frame.display())))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use super::*;

    fn job(effect: &str) -> Job {
        Job {
            effect: effect.to_owned(),
            output: "view.result".to_owned(),
            format: "png".to_owned(),
            extension: "png".to_owned(),
            range: [0.0, 1.0],
        }
    }

    const RANGE: FrameRange = FrameRange { start: 0, end: 3 };

    #[test]
    fn the_same_job_goes_on_where_it_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let frames = FrameFolder::open(folder.path(), &job("a"), false).unwrap();
        assert_eq!(frames.missing(RANGE), [0, 1, 2]);
        let png = |path: &Path| image::RgbaImage::new(2, 2).save(path).unwrap();
        png(&frames.path(1));
        let frames = FrameFolder::open(folder.path(), &job("a"), false).unwrap();
        assert_eq!(frames.missing(RANGE), [0, 2]);
        png(&frames.path(2));
        let whole = fs::read(frames.path(2)).unwrap();
        for length in [0, 20, whole.len() - 1] {
            fs::write(frames.path(2), &whole[..length]).unwrap();
            assert_eq!(frames.missing(RANGE), [0, 2], "cut off after {length} bytes");
        }
        let frames = FrameFolder::open(folder.path(), &job("a"), true).unwrap();
        assert_eq!(frames.missing(RANGE), [0, 1, 2]);
    }

    #[test]
    fn another_job_is_refused_and_its_frames_go_only_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let frames = FrameFolder::open(folder.path(), &job("a"), false).unwrap();
        fs::write(frames.path(0), "frame").unwrap();
        fs::write(frames.path(12_345), "frame").unwrap();
        fs::write(folder.path().join("frame_notes.png"), "mine").unwrap();
        let Err(Failure::Usage(message)) = FrameFolder::open(folder.path(), &job("b"), false) else { unreachable!("refused") };
        assert!(message.contains("frame_0000.png is there and is not of this job"), "{message}");
        let frames = FrameFolder::open(folder.path(), &job("b"), true).unwrap();
        assert_eq!((frames.missing(RANGE), frames.thrown_away), (vec![0, 1, 2], 2));
        assert!(!frames.path(12_345).exists());
        assert!(folder.path().join("frame_notes.png").exists());
    }

    #[test]
    fn frames_of_which_nothing_is_known_are_not_taken_for_ours() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("frame_0000.png"), "theirs").unwrap();
        assert!(matches!(FrameFolder::open(folder.path(), &job("a"), false), Err(Failure::Usage(_))));
        assert_eq!(fs::read_to_string(folder.path().join("frame_0000.png")).unwrap(), "theirs");
    }

    #[test]
    fn files_are_named_by_their_frame() {
        assert_eq!(file_name(7, "exr"), "frame_0007.exr");
        assert_eq!(file_name(123_456, "png"), "frame_123456.png");
    }
}
