//! NumPy arrays (`.npy`).

use half::f16;
use npyz::{AutoSerialize, DType, Deserialize, NpyFile, TypeChar, WriterBuilder};

use super::check_size;
use crate::compile::Pixels;

/// The first bytes of every NumPy file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// Most bytes of a header: one of numbers takes about 100, and a longer one would be read into deeply nested lists.
const MAX_HEADER_BYTES: usize = 1024;

const EXPECTED: &str = "expected an array of shape h x w, or h x w x c with c from 1 to 4";

/// Reads an array of shape h x w or h x w x c: floats, whole numbers or booleans, as they are.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let damaged = |error: std::io::Error| format!("is not a readable NumPy array: {error}");
    check_header(bytes)?;
    let array = NpyFile::new(bytes).map_err(damaged)?;
    let shape = array.shape().to_vec();
    let (height, width, channels) = match shape[..] {
        [height, width] => (height, width, 1),
        [height, width, channels @ 1..=4] => (height, width, channels),
        [channels @ 1..=4, _, _] => {
            return Err(format!("has the shape {shape:?}; {EXPECTED}. To put {channels} channels last: np.moveaxis(array, 0, -1)"));
        }
        _ => return Err(format!("has the shape {shape:?}; {EXPECTED}")),
    };
    check_size(width, height)?;
    let strides: Vec<usize> = array.strides().iter().map(|&stride| stride as usize).collect();
    let stored = stored_values(array)?;
    // Rows of cells of channels, whatever the order in the file (C or Fortran).
    let channel_stride = strides.get(2).copied().unwrap_or(1);
    let mut values = Vec::with_capacity(stored.len());
    for row in 0..height as usize {
        for column in 0..width as usize {
            let cell = row * strides[0] + column * strides[1];
            values.extend((0..channels as usize).map(|channel| stored[cell + channel * channel_stride]));
        }
    }
    Ok(Pixels { width: width as u32, height: height as u32, channels: channels as u32, values })
}

/// Refuses headers that the reader would overflow on: too long, or with sizes whose product is beyond 64 bits.
fn check_header(bytes: &[u8]) -> Result<(), String> {
    // Magic, two bytes of version, then the length: two bytes in version 1, four later.
    let (start, length) = match bytes.get(6..12) {
        Some(&[1, _, low, high, ..]) => (10, usize::from(u16::from_le_bytes([low, high]))),
        Some(&[_, _, a, b, c, d]) => (12, u32::from_le_bytes([a, b, c, d]) as usize),
        _ => return Err("ends within its header".to_owned()),
    };
    if length > MAX_HEADER_BYTES {
        return Err(format!("has a header of {length} bytes; a plain array's has at most {MAX_HEADER_BYTES}"));
    }
    let header = bytes.get(start..start + length).ok_or("ends within its header")?;
    // Python also writes numbers as 0xff and 1_000; NumPy never does here.
    let text = String::from_utf8_lossy(header).to_lowercase().replace('_', "");
    let numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let product = numbers.into_iter().try_fold(1_u64, |product, digits| product.checked_mul(digits.parse::<u64>().ok()?.max(1)));
    if product.is_none() || ["0x", "0o", "0b"].iter().any(|prefix| text.contains(prefix)) {
        return Err(format!("has a header with sizes that can't be; {EXPECTED}"));
    }
    Ok(())
}

/// Every number in the order of the file.
fn stored_values(array: NpyFile<&[u8]>) -> Result<Vec<f32>, String> {
    let dtype = array.dtype();
    let kind = match &dtype {
        DType::Plain(kind) => (kind.type_char(), kind.size_field()),
        _ => return Err("is an array of records; expected one of numbers".to_owned()),
    };
    match kind {
        (TypeChar::Float, 2) => numbers::<f16>(array, f16::to_f32),
        (TypeChar::Float, 4) => numbers::<f32>(array, |value| value),
        (TypeChar::Float, 8) => numbers::<f64>(array, |value| value as f32),
        (TypeChar::Uint, 1) => numbers::<u8>(array, f32::from),
        (TypeChar::Uint, 2) => numbers::<u16>(array, f32::from),
        (TypeChar::Uint, 4) => numbers::<u32>(array, |value| value as f32),
        (TypeChar::Uint, 8) => numbers::<u64>(array, |value| value as f32),
        (TypeChar::Int, 1) => numbers::<i8>(array, f32::from),
        (TypeChar::Int, 2) => numbers::<i16>(array, f32::from),
        (TypeChar::Int, 4) => numbers::<i32>(array, |value| value as f32),
        (TypeChar::Int, 8) => numbers::<i64>(array, |value| value as f32),
        (TypeChar::Bool, 1) => numbers::<bool>(array, |value| f32::from(u8::from(value))),
        _ => Err(format!("holds {}; expected float16, float32, float64, whole numbers or booleans", dtype.descr())),
    }
}

fn numbers<T: Deserialize>(array: NpyFile<&[u8]>, to_f32: impl Fn(T) -> f32) -> Result<Vec<f32>, String> {
    let count = array.len() as usize;
    let values = array.data::<T>().map_err(|error| error.to_string())?;
    let mut converted = Vec::with_capacity(count);
    for value in values {
        converted.push(to_f32(value.map_err(|_| format!("ends after {} of {count} numbers", converted.len()))?));
    }
    Ok(converted)
}

/// A file of float32, C order: shape h x w for one channel, h x w x c else.
pub(super) fn encode(pixels: &Pixels) -> Result<Vec<u8>, String> {
    let (height, width, channels) = (u64::from(pixels.height), u64::from(pixels.width), u64::from(pixels.channels));
    let shape = if channels == 1 { vec![height, width] } else { vec![height, width, channels] };
    let refused = |error: std::io::Error| format!("can't be encoded as NumPy array: {error}");
    let mut bytes = Vec::with_capacity(128 + pixels.values.len() * 4);
    let mut writer = npyz::WriteOptions::new().dtype(f32::default_dtype()).shape(&shape).writer(&mut bytes).begin_nd().map_err(refused)?;
    writer.extend(pixels.values.iter().copied()).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(bytes)
}
