#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that meets an error has failed")]

use std::fs;
use std::sync::Arc;

use super::*;

/// A picture of `channels` whose numbers all differ and lie in 0..1.
fn ramp(width: u32, height: u32, channels: u32) -> Pixels {
    let count = width * height * channels;
    Pixels { width, height, channels, values: (0..count).map(|index| index as f32 / count as f32).collect() }
}

fn encode_default(pixels: &Pixels, format: FileFormat, content: Content) -> Vec<u8> {
    encode(pixels, format, content, DataRange::default()).unwrap()
}

fn write_default(path: &Path, pixels: &Pixels) {
    write(path, pixels, FileFormat::Npy, Content::Data, DataRange::default()).unwrap();
}

fn largest_difference(a: &Pixels, b: &Pixels) -> f32 {
    assert_eq!((a.width, a.height, a.channels), (b.width, b.height, b.channels));
    a.values.iter().zip(&b.values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// A NumPy file of version 1 as NumPy itself writes it.
fn npy(descr: &str, fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let order = if fortran { "True" } else { "False" };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(data);
    bytes
}

#[test]
fn arrays_come_back_bit_for_bit() {
    for channels in 1..=4 {
        let mut pixels = ramp(5, 3, channels);
        pixels.values[0] = f32::MIN_POSITIVE;
        pixels.values[1] = -1.0e30;
        let back = decode(&encode_default(&pixels, FileFormat::Npy, Content::Colour), Content::Colour).unwrap();
        assert_eq!(back, pixels);
    }
}

#[test]
fn one_channel_is_written_as_a_matrix_and_more_as_a_stack() {
    let text = |channels| String::from_utf8_lossy(&encode_default(&ramp(5, 3, channels), FileFormat::Npy, Content::Data)).into_owned();
    assert!(text(1).contains("'shape': (3, 5, )"), "{}", text(1));
    assert!(text(2).contains("'shape': (3, 5, 2, )"), "{}", text(2));
}

#[test]
fn arrays_of_every_numeric_type_are_read_as_they_are() {
    let cases: [(&str, Vec<u8>); 10] = [
        ("<f2", [1.0, 2.0].iter().flat_map(|&v| half::f16::from_f32(v).to_le_bytes()).collect()),
        ("<f4", [1.0_f32, 2.0].iter().flat_map(|v| v.to_le_bytes()).collect()),
        (">f4", [1.0_f32, 2.0].iter().flat_map(|v| v.to_be_bytes()).collect()),
        ("<f8", [1.0_f64, 2.0].iter().flat_map(|v| v.to_le_bytes()).collect()),
        ("|u1", vec![1, 2]),
        ("<u2", [1_u16, 2].iter().flat_map(|v| v.to_le_bytes()).collect()),
        ("<i4", [1_i32, 2].iter().flat_map(|v| v.to_le_bytes()).collect()),
        ("<i8", [1_i64, 2].iter().flat_map(|v| v.to_le_bytes()).collect()),
        ("<u8", [1_u64, 2].iter().flat_map(|v| v.to_le_bytes()).collect()),
        ("|i1", vec![1, 2]),
    ];
    for (descr, data) in cases {
        let pixels = decode(&npy(descr, false, "(1, 2)", &data), Content::Data).unwrap();
        assert_eq!((pixels.width, pixels.height, pixels.values), (2, 1, vec![1.0, 2.0]), "{descr}");
    }
    let switches = decode(&npy("|b1", false, "(1, 2)", &[1, 0]), Content::Data).unwrap();
    assert_eq!(switches.values, [1.0, 0.0]);
}

#[test]
fn fortran_order_gives_the_same_cells_as_c_order() {
    // h = 2, w = 3, c = 2; the cell at (row, column, channel) holds 100 row + 10 column + channel.
    let value = |row: u8, column: u8, channel: u8| 100 * row + 10 * column + channel;
    let mut c_order = Vec::new();
    for row in 0..2 {
        for column in 0..3 {
            c_order.extend((0..2).map(|channel| value(row, column, channel)));
        }
    }
    let mut fortran_order = Vec::new();
    for channel in 0..2 {
        for column in 0..3 {
            fortran_order.extend((0..2).map(|row| value(row, column, channel)));
        }
    }
    let c = decode(&npy("|u1", false, "(2, 3, 2)", &c_order), Content::Data).unwrap();
    let fortran = decode(&npy("|u1", true, "(2, 3, 2)", &fortran_order), Content::Data).unwrap();
    assert_eq!(c.values, c_order.iter().map(|&v| f32::from(v)).collect::<Vec<_>>());
    assert_eq!(fortran, c);
}

#[test]
fn arrays_of_other_shapes_and_types_say_what_is_expected() {
    let error = |bytes: Vec<u8>| decode(&bytes, Content::Data).unwrap_err();
    assert_eq!(
        error(npy("<f4", false, "(7,)", &[0; 28])),
        "has the shape [7]; expected an array of shape h x w, or h x w x c with c from 1 to 4"
    );
    assert_eq!(
        error(npy("<f4", false, "(3, 7, 8)", &[])),
        "has the shape [3, 7, 8]; expected an array of shape h x w, or h x w x c with c from 1 to 4. \
         To put 3 channels last: np.moveaxis(array, 0, -1)"
    );
    assert_eq!(error(npy("<c8", false, "(1, 1)", &[0; 8])), "holds '<c8'; expected float16, float32, float64, whole numbers or booleans");
    assert_eq!(error(npy("<f4", false, "(0, 4)", &[])), "is 4 x 0: it has no cells");
    assert_eq!(error(npy("<f4", false, "(2, 2)", &[0; 12])), "ends after 3 of 4 numbers");
    assert_eq!(error(b"\x93NUMPY\x01".to_vec()), "ends within its header");
}

#[test]
fn sizes_are_refused_before_they_are_allocated() {
    let error = |shape: &str| decode(&npy("<f4", false, shape, &[]), Content::Data).unwrap_err();
    let expected = "at most 16384 cells a side and 67108864 cells in all (8192 x 8192) are read: scale it down";
    assert_eq!(error("(16385, 1)"), format!("is 1 x 16385; {expected}"));
    assert_eq!(error("(16384, 16384)"), format!("is 16384 x 16384; {expected}"));
    assert!(error("(18446744073709551615, 18446744073709551615)").starts_with("has a header with sizes that can't be"));
    assert!(error("(0xffffffffffffffff, 0xffffffffffffffff)").starts_with("has a header with sizes that can't be"));
    // A header of brackets within brackets must not exhaust the stack.
    assert!(error(&"(".repeat(900)).starts_with("is not a readable NumPy array"));
    assert!(error(&"(".repeat(60_000)).starts_with("has a header of"));
}

#[test]
fn exr_floats_come_back_bit_for_bit_and_halves_rounded() {
    for channels in 1..=4 {
        let pixels = ramp(7, 5, channels);
        let float = decode(&encode_default(&pixels, FileFormat::ExrFloat, Content::Colour), Content::Colour).unwrap();
        assert_eq!(float, pixels);
        let half = decode(&encode_default(&pixels, FileFormat::ExrHalf, Content::Colour), Content::Colour).unwrap();
        let rounded: Vec<f32> = pixels.values.iter().map(|&value| half::f16::from_f32(value).to_f32()).collect();
        assert_eq!(half.values, rounded);
    }
}

#[test]
fn png_colours_survive_the_way_through_srgb() {
    for (depth, tolerance) in [(PngDepth::Eight, 0.005), (PngDepth::Sixteen, 0.000_03)] {
        for channels in 3..=4 {
            let pixels = ramp(16, 9, channels);
            let bytes = encode_default(&pixels, FileFormat::Png(depth), Content::Colour);
            let difference = largest_difference(&decode(&bytes, Content::Colour).unwrap(), &pixels);
            assert!(difference < tolerance, "{depth:?}, {channels} channels: {difference}");
        }
    }
}

#[test]
fn png_colours_are_srgb_and_alpha_is_not() {
    // Linear 0.214 is sRGB 0.5: 127.5 rounds to 128 (the decoded value is 0.21404114).
    let pixels = Pixels { width: 1, height: 1, channels: 4, values: vec![0.2141, 0.0, 1.0, 0.5] };
    let bytes = encode_default(&pixels, FileFormat::Png(PngDepth::Eight), Content::Colour);
    let raw = decode(&bytes, Content::Data).unwrap();
    let stored: Vec<f32> = raw.values.iter().map(|value| value * 255.0).collect();
    assert_eq!(stored, [128.0, 0.0, 255.0, 128.0]);
    assert!(bytes.windows(4).any(|chunk| chunk == b"sRGB"), "the file states its colour space");
}

#[test]
fn png_data_is_scaled_by_the_stated_range_and_clamped() {
    let pixels = Pixels { width: 5, height: 1, channels: 1, values: vec![-2.0, -1.0, 0.0, 1.0, f32::NAN] };
    let range = DataRange { low: -1.0, high: 1.0 };
    let bytes = encode(&pixels, FileFormat::Png(PngDepth::Sixteen), Content::Data, range).unwrap();
    let raw = decode(&bytes, Content::Data).unwrap();
    assert_eq!(raw.channels, 1);
    let stored: Vec<f32> = raw.values.iter().map(|value| (value * 65_535.0).round()).collect();
    assert_eq!(stored, [0.0, 0.0, 32_768.0, 65_535.0, 0.0]);
    assert!(!bytes.windows(4).any(|chunk| chunk == b"sRGB"), "data has no colour space");
}

#[test]
fn two_channels_become_red_and_green() {
    let bytes = encode_default(&ramp(2, 1, 2), FileFormat::Png(PngDepth::Eight), Content::Data);
    let raw = decode(&bytes, Content::Data).unwrap();
    let stored: Vec<f32> = raw.values.iter().map(|value| (value * 255.0).round()).collect();
    assert_eq!(stored, [0.0, 64.0, 0.0, 128.0, 191.0, 0.0]);
}

#[test]
fn grey_pictures_are_grey_colours_or_one_channel_of_data() {
    let bytes = encode_default(&ramp(4, 1, 1), FileFormat::Png(PngDepth::Eight), Content::Data);
    let data = decode(&bytes, Content::Data).unwrap();
    let colour = decode(&bytes, Content::Colour).unwrap();
    assert_eq!((data.channels, colour.channels), (1, 3));
    for (grey, rgb) in data.values.iter().zip(colour.values.chunks(3)) {
        assert_eq!(rgb, [srgb_to_linear(*grey); 3]);
    }
}

#[test]
fn jpeg_is_read_as_srgb() {
    let mut bytes = Vec::new();
    let picture = image::RgbImage::from_pixel(8, 8, image::Rgb([188, 188, 188]));
    picture.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Jpeg).unwrap();
    let pixels = decode(&bytes, Content::Colour).unwrap();
    assert_eq!((pixels.width, pixels.height, pixels.channels), (8, 8, 3));
    assert!(pixels.values.iter().all(|value| (value - 0.5).abs() < 0.02), "{:?}", &pixels.values[..3]);
}

#[test]
fn damaged_and_foreign_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.png");
    fs::write(&path, "not a picture").unwrap();
    let message = read(&path, Content::Colour).unwrap_err().to_string();
    assert_eq!(message, format!("{}: is not a PNG, JPEG, OpenEXR or NumPy (.npy) file", path.display()));
    let missing = folder.path().join("nowhere.png");
    let message = read(&missing, Content::Colour).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: can't read", missing.display())), "{message}");
    for format in [FileFormat::Png(PngDepth::Eight), FileFormat::ExrFloat, FileFormat::Npy] {
        let whole = encode_default(&ramp(32, 32, 3), format, Content::Colour);
        for length in [whole.len() / 2, 20, 6] {
            assert!(decode(&whole[..length], Content::Colour).is_err(), "{format:?} cut to {length} bytes");
        }
    }
}

#[test]
fn nothing_is_encoded_from_numbers_that_are_no_picture() {
    let wrong = Pixels { width: 2, height: 2, channels: 1, values: vec![0.0; 3] };
    let error = encode(&wrong, FileFormat::Npy, Content::Data, DataRange::default()).unwrap_err();
    assert_eq!(error, "3 numbers can't be a picture of 2 x 2 cells with 1 channels");
}

#[test]
fn writing_replaces_the_whole_file_and_leaves_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frame.npy");
    fs::write(&path, vec![7; 100_000]).unwrap();
    write_default(&path, &ramp(2, 2, 1));
    assert_eq!(read(&path, Content::Data).unwrap(), ramp(2, 2, 1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_full_disk_is_told_from_other_failures() {
    let full = MediaError::io("make", Path::new("frames"), std::io::ErrorKind::StorageFull.into());
    assert!(full.is_disk_full());
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("missing/frame.npy");
    let missing = write(&nowhere, &ramp(1, 1, 1), FileFormat::Npy, Content::Data, DataRange::default()).unwrap_err();
    assert!(!missing.is_disk_full(), "{missing}");
    assert!(missing.to_string().contains("frame.npy can't be written: its folder does not exist"), "{missing}");
}

#[test]
fn files_of_a_folder_are_read_once_and_again_when_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.npy");
    write_default(&path, &ramp(2, 2, 1));
    let files = FolderFiles::new(folder.path());
    let first = files.load("map.npy", Content::Data).unwrap();
    assert!(Arc::ptr_eq(&first, &files.load("map.npy", Content::Data).unwrap()));
    assert_eq!(files.changed(), [""; 0]);
    write_default(&path, &ramp(3, 3, 1));
    assert_eq!(files.changed(), ["map.npy"]);
    assert_eq!(files.load("map.npy", Content::Data).unwrap().width, 3);
    assert_eq!(files.changed(), [""; 0]);
    fs::remove_file(&path).unwrap();
    assert_eq!(files.changed(), ["map.npy"]);
    assert!(files.load("map.npy", Content::Data).unwrap_err().contains("map.npy: can't read"));
}

#[test]
fn what_a_mesh_keeps_in_a_file_of_its_own_is_watched_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = |height: f32| -> Vec<u8> {
        [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, height, 0.0_f32].iter().flat_map(|number| number.to_le_bytes()).collect()
    };
    let text = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"byteLength":36,"uri":"shape.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,9,0]}]}"#;
    fs::write(folder.path().join("shape.gltf"), text).unwrap();
    fs::write(folder.path().join("shape.bin"), numbers(1.0)).unwrap();
    let files = FolderFiles::new(folder.path());
    let first = files.load("shape.gltf", Content::Mesh).unwrap();
    assert!(Arc::ptr_eq(&first, &files.load("shape.gltf", Content::Mesh).unwrap()));
    assert_eq!(files.changed(), [""; 0]);
    // Longer, since clocks of file systems may be coarse.
    let longer: Vec<u8> = numbers(2.0).into_iter().chain([0; 4]).collect();
    fs::write(folder.path().join("shape.bin"), longer).unwrap();
    assert_eq!(files.changed(), ["shape.gltf"]);
    let second = files.load("shape.gltf", Content::Mesh).unwrap();
    assert_ne!(first.values, second.values);
    assert_eq!(files.changed(), [""; 0]);
}
