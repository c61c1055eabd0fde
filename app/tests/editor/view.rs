//! Pictures of outputs, read back and compared with what is rendered and exported.

use std::sync::Arc;

use glam::{DVec2, Vec3};
use wavewright::editor::examples;
use wavewright::editor::view::{
    Channels, ColourMap, OrbitCamera, PicturePainter, PictureSettings, Style, SurfacePainter, SurfaceSettings, Target,
};
use wavewright_core::compile::{CompileCache, CompileInput, compile};
use wavewright_core::gpu::{Gpu, PipelineCache, Player};
use wavewright_core::media::{NoFiles, linear_to_srgb};

/// An example on a small grid, some frames on.
fn player(gpu: &Gpu, example: &str, frame: u64) -> Player {
    let mut document = examples::find(example).expect("an example").document.clone();
    document.grid.resolution = [96, 64];
    let (catalog, _) = wavewright_nodes::library();
    let input = CompileInput { document: &document, specs: catalog, files: &NoFiles, looks: &[], cache: &CompileCache::default() };
    let effect = compile(&input).effect.expect("an effect");
    let mut player = Player::new(gpu, Arc::clone(&effect), &PipelineCache::new()).unwrap();
    player.run_to_frame(frame).unwrap();
    player
}

fn whole(cells: [u32; 2]) -> PictureSettings {
    PictureSettings {
        corner: DVec2::ZERO,
        extent: DVec2::ONE,
        channels: Channels::Opaque,
        value_channels: 4,
        map: ColourMap::Grey,
        range: (0.0, 1.0),
        exposure_stops: 0.0,
        tiled: false,
        cells,
        ground: [10, 20, 30],
    }
}

#[test]
fn the_picture_has_the_colours_that_are_exported() {
    let gpu = Gpu::headless().unwrap();
    let player = player(&gpu, "fluid", 40);
    let output = player.effect().manifest.outputs[0].clone();
    let pixels = player.read_output(&output.name).unwrap();
    let target = Target::new(&gpu, [pixels.width, pixels.height], false);
    let settings = PictureSettings { value_channels: pixels.channels, ..whole([pixels.width, pixels.height]) };
    PicturePainter::new(&gpu).paint(&gpu, &target, player.output_texture_view(&output.name).unwrap(), &settings);
    let shown = target.read(&gpu).unwrap();
    let mut brightest = 0;
    for (cell, rgba) in pixels.values.chunks_exact(pixels.channels as usize).zip(shown.chunks_exact(4)) {
        for channel in 0..3 {
            let expected = (linear_to_srgb(cell[channel].clamp(0.0, 1.0)) * 255.0).round() as u8;
            assert!(expected.abs_diff(rgba[channel]) <= 1, "{cell:?} is shown as {rgba:?}");
            brightest = brightest.max(expected);
        }
    }
    assert!(brightest > 60, "the picture is all but black");
}

#[test]
fn what_is_outside_of_the_grid_is_ground_or_repeats() {
    let gpu = Gpu::headless().unwrap();
    let player = player(&gpu, "fluid", 0);
    let output = player.effect().manifest.outputs[0].name.clone();
    let source = player.output_texture_view(&output).unwrap();
    let painter = PicturePainter::new(&gpu);
    let settings = PictureSettings { corner: DVec2::splat(-1.0), extent: DVec2::splat(2.0), ..whole([96, 64]) };
    let target = Target::new(&gpu, [96, 64], false);
    painter.paint(&gpu, &target, source, &settings);
    assert_eq!(target.read(&gpu).unwrap()[..3], [10, 20, 30]);
    painter.paint(&gpu, &target, source, &PictureSettings { tiled: true, ..settings });
    let tiled = target.read(&gpu).unwrap();
    assert_ne!(tiled[..3], [10, 20, 30]);
    let pixel = |x: usize, y: usize| &tiled[(y * 96 + x) * 4..(y * 96 + x) * 4 + 4];
    for (x, y) in [(3, 5), (40, 20), (20, 31)] {
        assert_eq!(pixel(x, y), pixel(x + 48, y + 32));
    }
}

#[test]
fn a_surface_stands_before_the_sky() {
    let gpu = Gpu::headless().unwrap();
    let player = player(&gpu, "ocean_height", 10);
    let manifest = &player.effect().manifest;
    let output = &manifest.outputs[0];
    let width_m = manifest.plane.width_m as f32;
    let depth_m = width_m * 64.0 / 96.0;
    let settings = SurfaceSettings {
        camera: OrbitCamera::framing(width_m, depth_m, Vec3::ZERO),
        size_m: [width_m, depth_m],
        centre_m: [0.0; 2],
        cells: [96, 64],
        value_channels: output.value_type.channels() as u32,
        height_factor: 1.0,
        style: Style::Water,
        sun_rad: [3.6, 0.6],
    };
    let target = Target::new(&gpu, [320, 200], true);
    let painter = SurfacePainter::new(&gpu);
    painter.paint(&gpu, &target, player.output_texture_view(&output.name).unwrap(), &settings);
    let water = target.read(&gpu).unwrap();
    if let Ok(folder) = std::env::var("WAVEWRIGHT_SCREENSHOTS") {
        image::RgbaImage::from_raw(320, 200, water.clone()).unwrap().save(format!("{folder}/surface.png")).unwrap();
    }
    // The middle is water, darker than the sky at the upper edge; the waves make neighbours differ.
    let brightness = |x: usize, y: usize| water[(y * 320 + x) * 4..][..3].iter().map(|byte| u32::from(*byte)).sum::<u32>();
    let sky: u32 = (0..320).map(|x| brightness(x, 2)).sum();
    let middle: u32 = (0..320).map(|x| brightness(x, 100)).sum();
    assert!(middle < sky, "water {middle}, sky {sky}");
    let rough = (100..220).filter(|x| brightness(*x, 110) != brightness(*x + 1, 110)).count();
    assert!(rough > 20, "the surface is flat");
    painter.paint(&gpu, &target, player.output_texture_view(&output.name).unwrap(), &SurfaceSettings { style: Style::Clay, ..settings });
    assert_ne!(target.read(&gpu).unwrap(), water);
}
