//! OpenEXR: linear light, straight alpha, floats or half floats.

use std::io::Cursor;

use exr::prelude::{
    AnyChannel, AnyChannels, Encoding, FlatSamples, Image, Layer, LayerAttributes, MetaData, ReadChannels, ReadLayers, SmallVec,
    WritableImage, read,
};
use half::f16;

use super::{MAX_CELLS, check_size};
use crate::compile::Pixels;

/// The first bytes of every OpenEXR file.
pub(super) const MAGIC: &[u8] = &[0x76, 0x2f, 0x31, 0x01];

/// Names of the channels of a file with that many.
const CHANNEL_NAMES: [&[&str]; 4] = [&["Y"], &["R", "G"], &["R", "G", "B"], &["R", "G", "B", "A"]];

/// Reads the first layer: channels R G B A, R G B, R G, or the only one there is.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let damaged = |error: exr::error::Error| format!("is damaged or of a kind that is not supported: {error}");
    let meta = MetaData::read_from_buffered(Cursor::new(bytes), false).map_err(damaged)?;
    for header in &meta.headers {
        check_size(header.layer_size.width() as u64, header.layer_size.height() as u64)?;
        let channels = header.channels.list.len() as u64;
        let numbers = header.layer_size.area() as u64 * channels;
        if numbers > MAX_CELLS * 4 {
            return Err(format!("has {numbers} numbers in {channels} channels; at most {} are read: remove channels", MAX_CELLS * 4));
        }
    }
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .all_channels()
        .first_valid_layer()
        .all_attributes()
        .from_buffered(Cursor::new(bytes))
        .map_err(damaged)?;
    let layer = image.layer_data;
    let (width, height) = (layer.size.width(), layer.size.height());
    let samples = chosen_channels(&layer.channel_data.list)?;
    if samples.iter().any(|channel| channel.sampling != exr::math::Vec2(1, 1)) {
        return Err("has channels at half resolution (luminance and chroma); save it as RGB".to_owned());
    }
    let count = samples.len();
    let mut values = vec![0.0; width * height * count];
    for (index, channel) in samples.iter().enumerate() {
        let places = values.iter_mut().skip(index).step_by(count);
        for (place, value) in places.zip(channel.sample_data.values_as_f32()) {
            *place = value;
        }
    }
    // Both fit: the sides were checked against MAX_SIDE and there are at most four channels.
    Ok(Pixels { width: width as u32, height: height as u32, channels: count as u32, values })
}

fn chosen_channels(list: &[AnyChannel<FlatSamples>]) -> Result<Vec<&AnyChannel<FlatSamples>>, String> {
    let called = |name: &str| list.iter().find(|channel| channel.name.eq_case_insensitive(name));
    // The longest set of names of which all are there.
    let of_names = CHANNEL_NAMES.iter().rev().find_map(|names| names.iter().map(|name| called(name)).collect::<Option<Vec<_>>>());
    match (of_names, list) {
        (Some(channels), _) => Ok(channels),
        (None, [only]) => Ok(vec![only]),
        (None, _) => {
            let names: Vec<String> = list.iter().map(|channel| channel.name.to_string()).collect();
            Err(format!("has the channels {}; expected R G B A, R G B, R G, Y, or a single one", names.join(", ")))
        }
    }
}

/// A file of one layer, losslessly compressed (ZIP). One channel is called Y, more are R, G, B, A.
pub(super) fn encode(pixels: &Pixels, half_floats: bool) -> Result<Vec<u8>, String> {
    let count = pixels.channels as usize;
    let channels: SmallVec<[AnyChannel<FlatSamples>; 4]> = CHANNEL_NAMES[count - 1]
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let values = pixels.values.iter().skip(index).step_by(count).copied();
            let samples =
                if half_floats { FlatSamples::F16(values.map(f16::from_f32).collect()) } else { FlatSamples::F32(values.collect()) };
            AnyChannel::new(*name, samples)
        })
        .collect();
    let size = (pixels.width as usize, pixels.height as usize);
    let layer = Layer::new(size, LayerAttributes::default(), Encoding::SMALL_LOSSLESS, AnyChannels::sort(channels));
    let mut bytes = Cursor::new(Vec::new());
    Image::from_layer(layer).write().to_buffered(&mut bytes).map_err(|error| format!("can't be encoded as OpenEXR: {error}"))?;
    Ok(bytes.into_inner())
}
