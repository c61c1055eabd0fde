//! Pictures and arrays in and out of files, meshes in.
//!
//! In memory everything is [`Pixels`]: f32, row 0 first (the top of a picture, the grid's first row), colours linear with straight
//! alpha. [`Content`] says what a file's numbers mean:
//!
//! | file | [`Content::Colour`] | [`Content::Data`] |
//! |---|---|---|
//! | PNG 8/16, JPEG in | sRGB decoded to linear, alpha as it is; grey becomes red, green and blue | 0..1 as stored, channels as stored |
//! | PNG 8/16 out | linear encoded as sRGB, alpha as it is | a stated range becomes 0..1 |
//! | EXR, npy in and out | as stored | as stored |
//!
//! Embedded colour profiles are not applied: PNG and JPEG colours are taken to be sRGB.

mod array;
mod colour;
mod error;
mod files;
mod mesh;
mod open_exr;
mod picture;

use std::path::{Path, PathBuf};

pub use colour::{linear_to_srgb, srgb_to_linear};
pub use error::MediaError;
pub use files::{Files, FolderFiles, NoFiles};
pub use mesh::corner_count;
pub use picture::PngDepth;

use crate::compile::Pixels;
use crate::graph::file::{read_at_most, write_atomically};

/// Most cells along a side of a file that is read.
pub const MAX_SIDE: u32 = 16_384;
/// Most cells of a file that is read: 8192 x 8192.
pub const MAX_CELLS: u64 = 1 << 26;
/// Most bytes of a file that is read: as many cells of four floats, and room for what formats add.
const MOST_BYTES: u64 = (MAX_CELLS * 16) + (64 << 20);

/// What the numbers of a file mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Content {
    /// Colours: sRGB in PNG and JPEG.
    #[default]
    Colour,
    /// Numbers: heights, directions, masks.
    Data,
    /// The corners of a mesh's triangles, of a glTF or OBJ file: two texels each. Written, they are data.
    Mesh,
}

/// A format that frames are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// PNG of 8 or 16 bits.
    Png(PngDepth),
    /// OpenEXR, 32-bit floats.
    ExrFloat,
    /// OpenEXR, 16-bit floats.
    ExrHalf,
    /// NumPy array, f32: h x w for one channel, h x w x c else.
    Npy,
}

impl FileFormat {
    /// The end of file names, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png(_) => "png",
            Self::ExrFloat | Self::ExrHalf => "exr",
            Self::Npy => "npy",
        }
    }
}

/// The range of data that becomes black to white in a PNG. Values outside are clamped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DataRange {
    /// Becomes 0.
    pub low: f32,
    /// Becomes the largest whole number.
    pub high: f32,
}

impl Default for DataRange {
    fn default() -> Self {
        Self { low: 0.0, high: 1.0 }
    }
}

/// Reads a picture, an array or a mesh. The file's first bytes say what it is, not its name.
///
/// # Errors
/// When the file can't be read, is of another format, is damaged, or has more than [`MAX_SIDE`] cells a side or [`MAX_CELLS`] in all.
pub fn read(path: &Path, content: Content) -> Result<Pixels, MediaError> {
    let bytes = read_at_most(path, MOST_BYTES).map_err(|source| MediaError::io("read", path, source))?;
    let bytes =
        bytes.ok_or_else(|| MediaError::content(path, format!("is larger than {} MiB, the most that is read", MOST_BYTES >> 20)))?;
    let decoded = match content {
        Content::Mesh => mesh::decode(&bytes, path.parent()),
        Content::Colour | Content::Data => decode(&bytes, content),
    };
    decoded.map_err(|problem| MediaError::content(path, problem))
}

/// The files that a mesh's file names: they are read with it.
fn files_beside(path: &Path, content: Content) -> Vec<PathBuf> {
    let Some(folder) = path.parent().filter(|_| content == Content::Mesh) else { return Vec::new() };
    // A file that can't be read names none, and is told of by whoever reads it next.
    let bytes = read_at_most(path, MOST_BYTES).ok().flatten().unwrap_or_default();
    mesh::names_beside(&bytes).into_iter().map(|name| folder.join(name)).collect()
}

/// Reads a picture, an array, or a mesh without files of its own, from the bytes of a file.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn decode(bytes: &[u8], content: Content) -> Result<Pixels, String> {
    if content == Content::Mesh {
        mesh::decode(bytes, None)
    } else if bytes.starts_with(array::MAGIC) {
        array::decode(bytes)
    } else if bytes.starts_with(open_exr::MAGIC) {
        open_exr::decode(bytes)
    } else {
        picture::decode(bytes, content)
    }
}

/// The bytes of a file of `format`. `range` is for data in PNG only.
///
/// # Errors
/// When the pixels have no cells or not 1 to 4 channels, or the encoder refuses them.
pub fn encode(pixels: &Pixels, format: FileFormat, content: Content, range: DataRange) -> Result<Vec<u8>, String> {
    check_shape(pixels)?;
    match format {
        FileFormat::Png(depth) => picture::encode_png(pixels, depth, content, range),
        FileFormat::ExrFloat => open_exr::encode(pixels, false),
        FileFormat::ExrHalf => open_exr::encode(pixels, true),
        FileFormat::Npy => array::encode(pixels),
    }
}

/// Writes `pixels` to a file of `format`, whole or not at all; see [`encode`].
///
/// # Errors
/// When the pixels can't be encoded or the file can't be written; [`MediaError::is_disk_full`] tells a full disk.
pub fn write(path: &Path, pixels: &Pixels, format: FileFormat, content: Content, range: DataRange) -> Result<(), MediaError> {
    let bytes = encode(pixels, format, content, range).map_err(|problem| MediaError::content(path, problem))?;
    Ok(write_atomically(path, &bytes)?)
}

fn check_shape(pixels: &Pixels) -> Result<(), String> {
    let cells = pixels.width as usize * pixels.height as usize;
    if cells == 0 || !(1..=4).contains(&pixels.channels) || pixels.values.len() != cells * pixels.channels as usize {
        return Err(format!(
            "{} numbers can't be a picture of {} x {} cells with {} channels",
            pixels.values.len(),
            pixels.width,
            pixels.height,
            pixels.channels
        ));
    }
    Ok(())
}

/// Refuses sizes beyond the limits before anything of that size is allocated.
fn check_size(width: u64, height: u64) -> Result<(), String> {
    if width == 0 || height == 0 {
        return Err(format!("is {width} x {height}: it has no cells"));
    }
    if width > u64::from(MAX_SIDE) || height > u64::from(MAX_SIDE) || width * height > MAX_CELLS {
        return Err(format!(
            "is {width} x {height}; at most {MAX_SIDE} cells a side and {MAX_CELLS} cells in all (8192 x 8192) are read: scale it down"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
