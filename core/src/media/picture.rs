//! PNG and JPEG.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::colour::{linear_to_srgb, srgb_to_linear};
use super::{Content, DataRange, MAX_CELLS, MAX_SIDE, check_size};
use crate::compile::Pixels;

/// Bits of a channel of a PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PngDepth {
    /// 0..255.
    Eight,
    /// 0..65535.
    Sixteen,
}

/// Reads a PNG or a JPEG, turned upright as its EXIF says.
pub(super) fn decode(bytes: &[u8], content: Content) -> Result<Pixels, String> {
    let format = match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg)) => format,
        _ => return Err("is not a PNG, JPEG, OpenEXR or NumPy (.npy) file".to_owned()),
    };
    let damaged = |error: image::ImageError| format!("is damaged or of a kind that is not supported: {error}");
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    // Raised from the decoder's own figure only so far that the largest picture we read still fits.
    limits.max_alloc = Some(MAX_CELLS * 8 + (64 << 20));
    reader.limits(limits);
    let mut decoder = match reader.into_decoder() {
        Ok(decoder) => decoder,
        // The decoder refuses a side that is too long before its size can be asked.
        Err(image::ImageError::Limits(_)) => return Err(format!("has more than {MAX_SIDE} cells a side: scale it down")),
        Err(error) => return Err(damaged(error)),
    };
    let (width, height) = decoder.dimensions();
    check_size(u64::from(width), u64::from(height))?;
    let orientation = decoder.orientation().map_err(damaged)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    picture.apply_orientation(orientation);
    Ok(to_pixels(&picture, content))
}

fn to_pixels(picture: &DynamicImage, content: Content) -> Pixels {
    // PNG and JPEG decode to 8 or 16 bits, never to anything else.
    let stored: Vec<f32> = match picture.as_flat_samples_u16() {
        Some(samples) => samples.samples.iter().map(|&value| f32::from(value) / 65_535.0).collect(),
        None => picture.as_bytes().iter().map(|&value| f32::from(value) / 255.0).collect(),
    };
    let stored_channels = u32::from(picture.color().channel_count());
    let (width, height) = (picture.width(), picture.height());
    if content != Content::Colour {
        return Pixels { width, height, channels: stored_channels, values: stored };
    }
    let has_alpha = picture.color().has_alpha();
    let channels = if has_alpha { 4 } else { 3 };
    let mut values = Vec::with_capacity(width as usize * height as usize * channels as usize);
    for pixel in stored.chunks_exact(stored_channels as usize) {
        let (colour, alpha) = pixel.split_at(pixel.len() - usize::from(has_alpha));
        // A grey picture has one colour channel: it stands for red, green and blue.
        values.extend((0..3).map(|channel| srgb_to_linear(colour[channel.min(colour.len() - 1)])));
        values.extend_from_slice(alpha);
    }
    Pixels { width, height, channels, values }
}

/// A PNG. Colours are encoded as sRGB and the file says so; data is scaled from `range`, two channels become red and green.
pub(super) fn encode_png(pixels: &Pixels, depth: PngDepth, content: Content, range: DataRange) -> Result<Vec<u8>, String> {
    let (colour_type, file_channels) = match pixels.channels {
        1 => (png::ColorType::Grayscale, 1),
        2 | 3 => (png::ColorType::Rgb, 3),
        _ => (png::ColorType::Rgba, 4),
    };
    let mut data = Vec::new();
    let mut put = |value: f32| match depth {
        PngDepth::Eight => data.push(quantise(value, 255.0) as u8),
        PngDepth::Sixteen => data.extend_from_slice(&(quantise(value, 65_535.0) as u16).to_be_bytes()),
    };
    for pixel in pixels.values.chunks_exact(pixels.channels as usize) {
        for channel in 0..file_channels {
            let value = pixel.get(channel).copied();
            put(match (value, content) {
                (None, _) => 0.0,
                (Some(value), Content::Data | Content::Mesh) => (value - range.low) / (range.high - range.low),
                (Some(alpha), Content::Colour) if channel == 3 => alpha,
                (Some(value), Content::Colour) => linear_to_srgb(value),
            });
        }
    }
    let refused = |error: png::EncodingError| format!("can't be encoded as PNG: {error}");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(colour_type);
    encoder.set_depth(match depth {
        PngDepth::Eight => png::BitDepth::Eight,
        PngDepth::Sixteen => png::BitDepth::Sixteen,
    });
    if content == Content::Colour {
        encoder.set_source_srgb(png::SrgbRenderingIntent::RelativeColorimetric);
    }
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(&data).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(bytes)
}

/// The nearest whole number of `0..=most` for a value of 0..1. NaN stays NaN, which becomes 0 in the cast to a whole number.
fn quantise(value: f32, most: f32) -> f32 {
    (value.clamp(0.0, 1.0) * most).round()
}
